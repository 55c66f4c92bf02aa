"""Runs the command line of research, `python -m research`: matches, random games, measurements, and the book's
claims compared with figures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from ecarte import notation
from ecarte.cli._run import Refusal, positive, run
from ecarte.fair import shuffled
from ecarte.game import DIALECTS, Dialect, Rules, Seat, apply_deal, begin, evolve
from research import reality_check_cli
from research.bias import bias_json, bias_lines
from research.figures import played_cli
from research.figures.reports import UnknownClaim, claim_lines, score_lines
from research.matches import exploit_cli
from research.perft import divide
from research.random_games import random_game

_FEWEST_GAMES: Final = 4
_FEWEST_TOLD: Final = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command of `python -m research`. Returns its exit status.

    Args:
        arguments: the words after `python -m research`, or None for those of the process.
    """
    return run(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m research", description="Écarté: matches, measures, claims.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    random = commands.add_parser("random", help="print records of random lawful games")
    random.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    random.add_argument("--games", type=positive, default=1, metavar="N")
    names = [dialect.value for dialect in DIALECTS]
    random.add_argument("--rules", choices=(*names, "all"), default="all", help="the dialect; all take turns")
    random.set_defaults(lines=_random)

    perft = commands.add_parser("perft", help="count the ways to play on from a random deal, below each first move")
    perft.add_argument("depth", type=positive, metavar="DEPTH", help="moves to look ahead")
    perft.add_argument("--seed", type=int, default=0, metavar="N")
    perft.set_defaults(lines=_perft)

    match = commands.add_parser("match", help="play the players of the house against each other, by the same packs")
    match.add_argument(
        "players",
        metavar="LEVEL",
        nargs="*",
        help="two, --levels lists them; maitre/salon exchanges cards as the first does and plays them as the second",
    )
    match.add_argument("--games", type=positive, default=2000, metavar="N", help="an even number")
    match.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    match.add_argument("--cores", type=positive, metavar="N", help="processes to play with; all cores without it")
    match.add_argument("--json", action="store_true", help="the result as one object")
    match.add_argument("--pace", action="store_true", help="instead, how long each level takes to decide")
    match.add_argument("--levels", action="store_true", help="list the players of the house")
    match.set_defaults(lines=_match)

    ladder = commands.add_parser("ladder", help="play the model of a beginner against each level of the house")
    ladder.add_argument("--games", type=positive, default=2000, metavar="N", help="an even number, four at least")
    ladder.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    ladder.add_argument("--cores", type=positive, metavar="N", help="processes to play with; all cores without it")
    ladder.set_defaults(lines=_ladder)

    predict = commands.add_parser("predict", help="the maître's exchanges against the salon's, by the policy's values")
    predict.add_argument("--deals", type=positive, default=100_000, metavar="N", help="of each of 90 games")
    predict.add_argument("--samples", type=positive, default=20, metavar="N", help="how often: two at least")
    predict.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    predict.add_argument("--compiler", default="cc", help="a C compiler")
    predict.add_argument("--json", action="store_true", help="the result as one object")
    predict.set_defaults(lines=_predict)

    exploit_cli.add_commands(commands, positive)
    reality_check_cli.add_command(commands, positive)
    played_cli.add_command(commands, positive)

    reviews = commands.add_parser("reviews", help="hold the errors that reviews tell, and hints, against deals")
    reviews.add_argument("--games", type=positive, default=20, metavar="N", help="of the salon player and the novice")
    reviews.add_argument("--hands", type=positive, default=2000, metavar="N", help="against which a card is played out")
    reviews.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    reviews.add_argument("--cores", type=positive, default=1, metavar="N", help="processes to work with")
    reviews.set_defaults(lines=_reviews)

    stories = commands.add_parser(
        "story", help="how many games tell 52 from 50 in 100, with and without the cards' worth"
    )
    stories.add_argument("players", metavar="LEVEL", nargs="*", help="two; maitre and salon without them")
    stories.add_argument("--games", type=positive, default=400, metavar="N", help="ten at least")
    stories.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same games")
    stories.add_argument("--cores", type=positive, default=1, metavar="N", help="processes to work with")
    others = stories.add_mutually_exclusive_group()
    others.add_argument("--model", action="store_true", help="instead, check the function that gives all values")
    others.add_argument("--form", action="store_true", help="instead, what the errors of each level of the house cost")
    stories.add_argument("--store", action="store_true", help="store the figures for docs/mathematics.md")
    stories.set_defaults(lines=_stories)

    engine = commands.add_parser("engine", help="hold the engine against Python, time both, or make it of its C")
    engine.add_argument("what", choices=("bench", "compare", "mutants", "build"))
    engine.add_argument("--games", type=positive, default=8, metavar="N", help="whose views are compared, or timed")
    engine.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games")
    engine.set_defaults(lines=_engine)

    verdicts = commands.add_parser("verdicts", help="play out the answers of quiz and lessons, and store them")
    verdicts.add_argument("--hands", type=positive, default=240, metavar="N", help="of the quiz")
    verdicts.add_argument("--deals", type=positive, default=10_000, metavar="N", help="of each hand")
    verdicts.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same file")
    verdicts.add_argument("--cores", type=positive, default=1, metavar="N", help="processes to work with")
    verdicts.add_argument("--compiler", default="cc", help="a C compiler")
    verdicts.set_defaults(lines=_verdicts)

    puzzles = commands.add_parser("puzzles", help="make the stock of puzzles from games of the house, and store it")
    puzzles.add_argument("--puzzles", type=positive, default=500, metavar="N", help="the most that are stored")
    puzzles.add_argument("--games", type=positive, default=1100, metavar="N", help="the same games give the same file")
    puzzles.add_argument("--seed", type=int, default=1, metavar="N")
    puzzles.add_argument("--cores", type=positive, default=1, metavar="N", help="processes to work with")
    puzzles.set_defaults(lines=_puzzles)

    scores = commands.add_parser("scores", help="print the chance to win at each score beside the odds of the table")
    scores.add_argument("--json", action="store_true", help="with what was measured of the policy at each")
    scores.set_defaults(lines=_scores)

    claims = commands.add_parser(
        "claims", help="hold what Cavendish says of proposing and refusing against the numbers"
    )
    claims.add_argument("names", nargs="*", metavar="NAME", help="which claims, as J3 or R8g; all without it")
    claims.add_argument("--json", action="store_true")
    claims.set_defaults(lines=_claims)

    bias = commands.add_parser("bias", help="what a house that tries secrets reaches against each fair deal")
    bias.add_argument("--tries", type=positive, default=4000, metavar="N", help="secrets tried for each deal")
    bias.add_argument("--deals", type=positive, default=200, metavar="N", help="of each case")
    bias.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same figures")
    bias.add_argument("--json", action="store_true", help="the result as one object")
    bias.set_defaults(lines=_bias)

    watched = commands.add_parser("watched", help="hold the chances told to bystanders against who won")
    watched.add_argument("players", metavar="LEVEL", nargs="*", help="two; the table's are maitre/salon")
    watched.add_argument("--games", type=positive, default=4000, metavar="N")
    watched.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same games")
    watched.add_argument("--write", action="store_true", help="compute the table again instead")
    watched.set_defaults(lines=_watched)

    page = commands.add_parser(
        "page", help="write the figures of docs/mathematics.md and docs/figures.md anew, between their markers"
    )
    page.set_defaults(lines=_page)

    bench = commands.add_parser("bench", help="measure random play, beside other libraries where installed")
    bench.add_argument("--rounds", type=positive, default=7, metavar="N")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long each plays in a round")
    bench.add_argument("--seed", type=int, default=0, metavar="N")
    bench.set_defaults(lines=_bench)
    return parser


def _watched(options: argparse.Namespace) -> Iterator[str]:
    # Imported here, because other commands need no players.
    from ecarte.ai import contestant
    from research import watching

    names = options.players or ["maitre/salon", "maitre/salon"]
    try:
        first, second = (contestant(name) for name in names)
    except ValueError as error:
        raise Refusal(f"give two players: {error}") from error
    yield from watching.lines(watching.players(first, second), options.games, options.seed, write=options.write)


def _random(options: argparse.Namespace) -> Iterator[str]:
    rng = Random(options.seed)
    dialects = tuple(DIALECTS) if options.rules == "all" else (Dialect(options.rules),)
    for number in range(options.games):
        if number:
            yield ""
        tags = {"Seed": str(options.seed), "Number": str(number + 1)}
        yield notation.write(random_game(Rules.of(dialects[number % len(dialects)]), rng), tags).removesuffix("\n")


def _bias(options: argparse.Namespace) -> Iterator[str]:
    wanted = (options.tries, options.deals, options.seed)
    if options.json:
        yield json.dumps(bias_json(*wanted))
    else:
        yield from bias_lines(*wanted)


def _perft(options: argparse.Namespace) -> Iterator[str]:
    state = evolve(None, begin(Rules(), Seat.NORTH)[0])
    counts = divide(apply_deal(state, shuffled(Random(options.seed))), options.depth)
    yield from (f"{move!r}: {count}" for move, count in counts.items())
    yield f"{sum(counts.values())}"


def _match(options: argparse.Namespace) -> Iterator[str]:
    # Imported here, because other commands need neither processes nor players.
    from ecarte.ai import Level, contestant
    from research.matches.duels import pace, run_match

    if options.levels:
        yield from (f"{level}: {level.definition.about}" for level in Level)
        return
    if options.pace:
        yield from pace(options.games, options.seed)
        return
    try:
        players = [contestant(name) for name in options.players]
    except ValueError as problem:
        raise Refusal(f"match: {problem}") from problem
    if len(players) != 2:
        raise Refusal(f"match: two levels are needed, of {', '.join(map(str, Level))}")
    if options.games % 2:
        raise Refusal(f"match: games are played in pairs, and {options.games} is an odd number")
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


def _ladder(options: argparse.Namespace) -> Iterator[str]:
    from research.matches.ladder import run_ladder  # imports the players

    if options.games % 2 or options.games < _FEWEST_GAMES:
        raise Refusal(f"ladder: games are played in pairs, two pairs at least; {options.games} will not do")
    yield from run_ladder(games=options.games, seed=options.seed, cores=options.cores, progress=sys.stderr)


def _predict(options: argparse.Namespace) -> Iterator[str]:
    from research.exchange.policy_margin import report  # imports a compiler driver

    def progress(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    how = {name: getattr(options, name) for name in ("deals", "samples", "seed", "compiler")}
    try:
        yield from report(**how, as_json=options.json, progress=progress)
    except (OSError, subprocess.CalledProcessError, ValueError) as problem:
        raise Refusal(f"predict: {problem}") from problem


def _reviews(options: argparse.Namespace) -> Iterator[str]:
    from research.review_check import check_reviews, lines  # imports all of teaching

    yield from lines(check_reviews(options.games, options.seed, options.hands, options.cores, sys.stderr))


def _stories(options: argparse.Namespace) -> Iterator[str]:
    from ecarte.ai import Level, contestant  # imports all of teaching
    from research.matches.stories import BiasedModel, form_lines, model_lines, story_lines

    try:
        first, second = (contestant(name) for name in options.players or ("maitre", "salon"))
    except ValueError as problem:
        raise Refusal(f"story: give two levels, of {', '.join(map(str, Level))}") from problem
    if options.games < _FEWEST_TOLD:
        raise Refusal(f"story: {_FEWEST_TOLD} games at least show how results spread")
    how = {name: getattr(options, name) for name in ("games", "seed", "cores")}
    if options.form:
        yield from form_lines(tuple(Level), **how, progress=sys.stderr)
    elif options.model:
        try:
            yield from model_lines(first, second, **how, progress=sys.stderr)
        except BiasedModel as problem:
            raise Refusal(f"story: {problem}") from problem
    else:
        yield from story_lines(first, second, **how, progress=sys.stderr, store=options.store)


def _engine(options: argparse.Namespace) -> Iterator[str]:
    from research.engine import cli  # imports all that is timed

    try:
        yield from cli.lines(options.what, options.games, options.seed)
    except (ImportError, OSError, subprocess.CalledProcessError) as problem:
        raise Refusal(f"engine: {problem}") from problem


def _puzzles(options: argparse.Namespace) -> Iterator[str]:
    from research.puzzles import TABLE, build  # imports all of teaching

    content = build(options.puzzles, options.games, options.seed, options.cores, sys.stderr)
    TABLE.write_text(content, encoding="utf-8")
    yield f"{content.count(chr(10))} puzzles in {TABLE.name}"


def _verdicts(options: argparse.Namespace) -> Iterator[str]:
    from research.verdicts_build import TABLE, build  # imports a compiler driver

    how = (options.hands, options.deals, options.seed, options.cores, options.compiler)
    try:
        content = build(*how, sys.stderr)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Refusal(f"verdicts: {problem}") from problem
    TABLE.write_text(content, encoding="utf-8")
    yield f"{options.hands} hands and the lessons' steps, {options.deals:,} deals each, stored"


def _scores(options: argparse.Namespace) -> Iterator[str]:
    return score_lines(options.json)


def _claims(options: argparse.Namespace) -> Iterator[str]:
    try:
        yield from claim_lines(options.names, options.json)
    except UnknownClaim as problem:
        raise Refusal(f"claims: {problem}") from problem


def _page(_: argparse.Namespace) -> Iterator[str]:
    from research.figures.page import PAGES, blocks, page  # imports all that is measured

    for file in PAGES:
        text = file.read_text(encoding="utf-8")
        file.write_text(page(text), encoding="utf-8")
        yield f"{len(blocks(text))} parts of docs/{file.name} written"


def _bench(options: argparse.Namespace) -> Iterable[str]:
    from research.bench import report  # imports other libraries

    return report(options.rounds, options.seconds, options.seed)


if __name__ == "__main__":
    sys.exit(main())
