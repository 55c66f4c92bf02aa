"""The commands of `python -m ecarte`: records, fairness, laws, odds, matches, reviews, measures (`--help` lists them).

Here, and only here, the core reads files and writes to the terminal. Exit status: 0 if all went well, 2 for a
bad record, a file that cannot be read, a law that is not there, cards that are no hand, or a wrong command line; 1
where a deal is not shown to be fair, or the reader of the output went away.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from ecarte import notation, reckonings, shuffle
from ecarte.engine import apply_deal, begin, evolve
from ecarte.errors import CardTextError, HandError, NotationError
from ecarte.events import CardsDealt, DealScored, GameEnded
from ecarte.fairness import Checked, Verdict, check_deals
from ecarte.laws import LANGUAGES, LAWS, find, nearest
from ecarte.notation import Record
from ecarte.perft import divide
from ecarte.random_games import random_game, shuffled
from ecarte.rules import Dialect, Rules
from ecarte.seats import Seat
from ecarte.strategy.hands import Role
from ecarte.strategy.reports import UnknownClaim, claim_lines, score_lines
from ecarte.strategy.telling import tell

__all__ = ["main"]

_DIALECTS: Final[dict[str, Callable[[], Rules]]] = {
    Dialect.CAVENDISH.value: Rules.cavendish,
    Dialect.MODERN.value: Rules.modern,
    Dialect.SHORT.value: Rules.short,
}
_MOST_BYTES: Final = 1 << 26
_LEVELS: Final = {
    "novice": "lawful and careless",
    "salon": "Cavendish's rules as written",
    "maitre": "a policy for the exchange, and a search for every card",
}


class _Refusal(Exception):
    """What stops a command, in one line for standard error."""


class _Unfair(Exception):
    """All was read and told, and the answer is no."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        for line in options.lines(options):
            print(line)
        sys.stdout.flush()
    except _Refusal as refusal:
        sys.stdout.flush()
        print(f"ecarte: {refusal}", file=sys.stderr)
        return 2
    except _Unfair:
        sys.stdout.flush()
        return 1
    except BrokenPipeError:
        # The reader has seen enough; keep the interpreter from flushing into the broken pipe once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ecarte", description="Écarté: records, laws, odds, measures.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="check records move by move and print the score after each deal")
    replay.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    replay.set_defaults(lines=_replay)

    verify = commands.add_parser("verify", help="compute every pack of records again, and say whether it was promised")
    verify.add_argument("files", metavar="RECORD", nargs="*", help="files of records, or - for standard input")
    verify.add_argument("--explain", action="store_true", help="tell how a pack is made, and what a yes is worth")
    verify.set_defaults(lines=_verify)

    random = commands.add_parser("random", help="print records of random lawful games")
    random.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    random.add_argument("--games", type=_positive, default=1, metavar="N")
    random.add_argument("--rules", choices=(*_DIALECTS, "all"), default="all", help="the dialect; all take turns")
    random.set_defaults(lines=_random)

    perft = commands.add_parser("perft", help="count the ways to play on from a random deal, below each first move")
    perft.add_argument("depth", type=_positive, metavar="DEPTH", help="moves to look ahead")
    perft.add_argument("--seed", type=int, default=0, metavar="N")
    perft.set_defaults(lines=_perft)

    laws = commands.add_parser("laws", help="print the fifty-five laws, or those that answer to a number or a word")
    laws.add_argument("wanted", nargs="*", metavar="NUMBER|WORD", help="which; all without it")
    laws.add_argument("--json", action="store_true", help="in both languages, with the tests that stand behind each")
    laws.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language to print and to look in")
    laws.set_defaults(lines=_laws)

    odds = commands.add_parser("odds", help="print the odds of a hand, each with the opponent for whom it stands")
    odds.add_argument("hand", metavar="CARDS", help='five cards, as in "9S 8S 7S 7H 7C"')
    odds.add_argument("--turn", required=True, metavar="CARD", help="the turn-up")
    odds.add_argument("--role", choices=[role.value for role in Role], default=Role.ELDER.value, help="who holds them")
    odds.add_argument("--json", action="store_true", help="counts, and chances from 0 to 1")
    odds.set_defaults(lines=_odds)

    match = commands.add_parser("match", help="play the players of the house against each other, by the same packs")
    match.add_argument(
        "players",
        metavar="LEVEL",
        nargs="*",
        help="two, --levels lists them; maitre/salon exchanges cards as the first does and plays them as the second",
    )
    match.add_argument("--games", type=_positive, default=2000, metavar="N", help="an even number")
    match.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    match.add_argument("--cores", type=_positive, metavar="N", help="processes to play with; all cores without it")
    match.add_argument("--json", action="store_true", help="the result as one object")
    match.add_argument("--pace", action="store_true", help="instead, how long each level takes to decide")
    match.add_argument("--levels", action="store_true", help="list the players of the house")
    match.set_defaults(lines=_match)

    predict = commands.add_parser("predict", help="the maître's exchanges against the salon's, by the policy's values")
    predict.add_argument("--deals", type=_positive, default=100_000, metavar="N", help="of each of 90 games")
    predict.add_argument("--samples", type=_positive, default=20, metavar="N", help="how often: two at least")
    predict.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    predict.add_argument("--compiler", default="cc", help="a C compiler")
    predict.add_argument("--json", action="store_true", help="the result as one object")
    predict.set_defaults(lines=_predict)

    reckonings.add_command(commands, _positive)

    scores = commands.add_parser("scores", help="print the chance to win at each score beside the odds of the table")
    scores.add_argument("--json", action="store_true", help="with what was measured of the policy at each")
    scores.set_defaults(lines=_scores)

    claims = commands.add_parser(
        "claims", help="hold what Cavendish says of proposing and refusing against the numbers"
    )
    claims.add_argument("names", nargs="*", metavar="NAME", help="which claims, as J3 or R8g; all without it")
    claims.add_argument("--json", action="store_true")
    claims.set_defaults(lines=_claims)
    review = commands.add_parser("review", help="what each decision of a game cost in chance to win, the worst first")
    review.add_argument("file", metavar="RECORD", help="a file of records, or - for standard input")
    review.add_argument("--seat", choices=[str(seat) for seat in Seat], help="whose; both without it")
    review.add_argument("--json", action="store_true", help="every decision, with all its alternatives")
    review.set_defaults(lines=_review)

    bench = commands.add_parser("bench", help="measure random play, beside other libraries where installed")
    bench.add_argument("--rounds", type=_positive, default=7, metavar="N")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long each plays in a round")
    bench.add_argument("--seed", type=int, default=0, metavar="N")
    bench.set_defaults(lines=_bench)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number of 1 or more is needed")
    return number


def _replay(options: argparse.Namespace) -> Iterator[str]:
    for record in _records(options.file):
        yield from _summary(record)


def _records(file: str) -> Iterator[Record]:
    name = "standard input" if file == "-" else file
    records = notation.read_all(_text_of(file, name))
    while True:
        try:
            record = next(records, None)
        except NotationError as problem:
            raise _Refusal(f"{name}: {problem}") from problem
        if record is None:
            return
        yield record


def _text_of(file: str, name: str) -> str:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with open(file, "rb") as stream:
                content = stream.read(_MOST_BYTES + 1)
    except OSError as problem:
        raise _Refusal(f"{name}: {problem.strerror}") from problem
    if len(content) > _MOST_BYTES:
        raise _Refusal(f"{name}: more than {_MOST_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise _Refusal(f"{name}: line {line}: the text is not UTF-8") from problem


def _summary(record: Record) -> Iterator[str]:
    """Who played, the score after each deal, and the end."""
    names = (record.tags.get("North", "North"), record.tags.get("South", "South"))
    yield f"{_printable(names[0])} (N) and {_printable(names[1])} (S), {record.state.rules.dialect.value}"
    state = None
    for event in record.events:
        state = evolve(state, event)
        north, south = state.score
        if type(event) is CardsDealt:
            deal = f"deal {state.deal.number}" if state.deal is not None else ""
        elif type(event) is DealScored:
            tricks = "-".join(map(str, event.tricks))
            yield f"{deal}: {north}-{south}  {event.seat} marks {event.points} ({event.reason.value}, tricks {tricks})"
        elif type(event) is GameEnded:
            yield f"end: {north}-{south}  {event.winner or 'nobody'} wins ({event.how.value})"
    if record.state.outcome is None:
        yield f"not finished: {record.state.score[0]}-{record.state.score[1]}"


def _verify(options: argparse.Namespace) -> Iterator[str]:
    """A line for each deal, and a last one that begins with yes or no."""
    if options.explain:
        yield (shuffle.__doc__ or "").strip()
        return
    if not options.files:
        raise _Refusal("verify: no record is named; - is standard input")
    deals = failed = 0
    for file in options.files:
        for record in _records(file):
            north, south = (_printable(record.tags.get(name, name)) for name in ("North", "South"))
            yield f"{north} (N) and {south} (S)"
            for checked in check_deals(record.events, record.fair):
                deals += 1
                failed += checked.verdict is not Verdict.FAIR
                yield f"deal {checked.number}: {_verdict(checked)}"
    if failed or not deals:
        yield f"no: {failed} of {deals} deals not shown to be fair" if deals else "no: there is no deal here"
        raise _Unfair
    yield f"yes: {deals} of {deals} deals are what was promised"


def _verdict(checked: Checked) -> str:
    fair = checked.fair
    if fair is None:
        return "dealt by the house's word: nothing was promised"
    match checked.verdict:
        case Verdict.OTHER_SECRET:
            return f"NO, promised was {fair.commitment}, the SHA-256 of the secret is {shuffle.commitment(fair.secret)}"
        case Verdict.UNLAWFUL_CUT:
            return f"NO, cut at {fair.cut}: two cards at least in each packet (law 3)"
        case Verdict.OTHER_PACK:
            return f"NO, from card {checked.card} on the pack is another: {checked.should_be} belongs there"
        case _:
            return f"fair, promised by {fair.commitment}"


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in name)


def _random(options: argparse.Namespace) -> Iterator[str]:
    rng = Random(options.seed)
    makers = list(_DIALECTS.values()) if options.rules == "all" else [_DIALECTS[options.rules]]
    for number in range(options.games):
        if number:
            yield ""
        tags = {"Seed": str(options.seed), "Number": str(number + 1)}
        yield notation.write(random_game(makers[number % len(makers)](), rng), tags).removesuffix("\n")


def _perft(options: argparse.Namespace) -> Iterator[str]:
    state = evolve(None, begin(Rules(), Seat.NORTH)[0])
    counts = divide(apply_deal(state, shuffled(Random(options.seed))), options.depth)
    yield from (f"{move!r}: {count}" for move, count in counts.items())
    yield f"{sum(counts.values())}"


def _laws(options: argparse.Namespace) -> Iterator[str]:
    wanted, language = " ".join(options.wanted), options.lang
    found = find(wanted, language) if wanted else LAWS
    if not found:
        near = ", ".join(f"{one.number} ({one.heading.said_in(language)})" for one in nearest(wanted, language))
        raise _Refusal(f"no law answers to {wanted!r}; nearest: {near}")
    if wanted.isdecimal():
        found = found[:1]
    if options.json:
        yield json.dumps([one.to_dict() for one in found], ensure_ascii=False, indent=2)
        return
    for one in found:
        yield f"{one.number}. {one.heading.said_in(language)} [{one.keeping.value}]"
        for text in (one.gist, one.how, one.differs, one.salon_how):
            if text is not None:
                yield f"   {text.said_in(language)}"


def _odds(options: argparse.Namespace) -> Iterator[str]:
    try:
        told = tell(options.hand, options.turn, Role(options.role))
    except (CardTextError, HandError) as problem:
        raise _Refusal(str(problem)) from problem
    if options.json:
        yield json.dumps(told.to_dict(), ensure_ascii=False, indent=2)
    else:
        yield from told.lines()


def _match(options: argparse.Namespace) -> Iterator[str]:
    # Other commands need no processes and no players: they should not wait for them.
    from ecarte.matches import pace, run_match
    from ecarte.strategy.players import contestant

    if options.levels:
        yield from (f"{level}: {description}" for level, description in _LEVELS.items())
        return
    if options.pace:
        yield from pace(options.games, options.seed)
        return
    try:
        players = [contestant(name) for name in options.players]
    except ValueError as problem:
        raise _Refusal(f"match: {problem}") from problem
    if len(players) != 2:
        raise _Refusal(f"match: two levels are needed, of {', '.join(_LEVELS)}")
    if options.games % 2:
        raise _Refusal(f"match: games are played in pairs, and {options.games} is an odd number")
    first, second = players
    pairs = options.games // 2
    result = run_match(first, second, pairs=pairs, seed=options.seed, cores=options.cores, progress=sys.stderr)
    low, high = result.interval()
    if options.json:
        yield json.dumps(
            {
                "first": str(first),
                "second": str(second),
                "games": options.games,
                "seed": options.seed,
                "pairs_by_wins_of_first": list(result),
                "share": result.share,
                "interval": [low, high],
            }
        )
        return
    yield f"{first} wins {result.share:.2%} of {options.games:,} games against {second}, seed {options.seed}"
    yield f"95 % interval: {low:.2%} to {high:.2%}"
    yield f"pairs by the games that {first} won: none {result.none:,}, one {result.one:,}, both {result.both:,}"


def _predict(options: argparse.Namespace) -> Iterator[str]:
    from ecarte.strategy.policy_margin import report  # compiles, and nobody else should wait for that

    def told(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    how = {name: getattr(options, name) for name in ("deals", "samples", "seed", "compiler")}
    try:
        yield from report(**how, as_json=options.json, told=told)
    except (OSError, subprocess.CalledProcessError, ValueError) as problem:
        raise _Refusal(f"predict: {problem}") from problem


def _scores(options: argparse.Namespace) -> Iterator[str]:
    return score_lines(options.json)


def _claims(options: argparse.Namespace) -> Iterator[str]:
    try:
        yield from claim_lines(options.names, options.json)
    except UnknownClaim as problem:
        raise _Refusal(f"claims: {problem}") from problem


def _review(options: argparse.Namespace) -> Iterator[str]:
    # The policy and the players: other commands should not wait for them.
    from ecarte.teaching.review_text import Unreviewed, reviewed

    seats = [seat for seat in Seat if options.seat in (None, str(seat))]
    try:
        for line in reviewed(_records(options.file), seats, lambda: Random("review"), as_json=options.json):
            yield _printable(line) if not options.json else line
    except Unreviewed as problem:
        raise _Refusal(f"review: {problem}") from problem


def _bench(options: argparse.Namespace) -> Iterable[str]:
    from ecarte.bench import report  # looks for other libraries: nobody else should wait for that

    return report(options.rounds, options.seconds, options.seed)


if __name__ == "__main__":
    sys.exit(main())
