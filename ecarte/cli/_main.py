"""The commands of `python -m ecarte`: replay, verify, laws, odds, review (`--help` lists them).

Exit status:

- 0: success.
- 1: `verify` answers no, or the program that reads the output has closed it. `verify` answers no if the records have no
  deal, if a deal is not shown to be fair, if a commitment that `--saw` names belongs to no deal, or if a recorded move
  of the house is not the one that the house's player makes.
- 2: a bad record, an unreadable file, an unknown law, cards that are no hand, or a wrong command line.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from ecarte import notation
from ecarte.cli._odds_report import tell
from ecarte.cli._run import Failed, Refusal, run
from ecarte.fair import TEXT, Bound, Checked, CheckedRecords, FairDeal, Verdict, check_deals, commitment, house
from ecarte.game import CardsDealt, CardTextError, DealScored, GameEnded, HandError, NotationError, Seat, evolve
from ecarte.laws import LAWS, law
from ecarte.notation import Record
from ecarte.odds import Role

_MOST_BYTES: Final = 1 << 26
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}")
_BOUND: Final = {
    Bound.SEED: "a player named a seed after it",
    Bound.PRESS: "a press came after it",
    Bound.CUT: "the elder cut after it",
    Bound.ALONE: "THE HOUSE STOOD ALONE: no player gave anything after it",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command of `python -m ecarte`. Returns its exit status.

    Args:
        arguments: the words after `python -m ecarte`. None means the arguments of the process.
    """
    return run(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ecarte", description="Écarté: records, fairness, laws, odds, reviews."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    replay = commands.add_parser("replay", help="check records move by move and print the score after each deal")
    replay.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    replay.set_defaults(lines=_replay)

    verify = commands.add_parser("verify", help="compute packs and moves of the house again: were they promised?")
    verify.add_argument("files", metavar="RECORD", nargs="*", help="files of records, or - for standard input")
    verify.add_argument("--explain", action="store_true", help="tell how a pack is made, and what a yes is worth")
    verify.add_argument(
        "--saw",
        action="append",
        metavar="FINGERPRINT",
        help="a fingerprint that you copied before play, once for each game: no deal promised by another one counts",
    )
    verify.set_defaults(lines=_verify)

    laws = commands.add_parser("laws", help="list the fifty-five laws: their chapters, and how a table keeps each")
    laws.add_argument("number", nargs="?", type=int, metavar="NUMBER", help="which; all without it")
    laws.add_argument("--json", action="store_true", help="as values")
    laws.set_defaults(lines=_laws)

    odds = commands.add_parser("odds", help="print the odds of a hand, each with the opponent for whom it stands")
    odds.add_argument("hand", metavar="CARDS", help='five cards, as in "9S 8S 7S 7H 7C"')
    odds.add_argument("--turn", required=True, metavar="CARD", help="the turn-up")
    odds.add_argument("--role", choices=[role.value for role in Role], default=Role.ELDER.value, help="who holds them")
    odds.add_argument("--json", action="store_true", help="counts, and chances from 0 to 1")
    odds.set_defaults(lines=_odds)

    review = commands.add_parser("review", help="what each decision of a game cost in chance to win, the worst first")
    review.add_argument("file", metavar="RECORD", help="a file of records, or - for standard input")
    review.add_argument("--seat", choices=[str(seat) for seat in Seat], help="whose; both without it")
    review.add_argument("--json", action="store_true", help="every decision, with all its alternatives")
    review.add_argument("--engine", metavar="NAME", help="what computes: python or wasm; both tell the same")
    review.set_defaults(lines=_review)
    return parser


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
            raise Refusal(f"{name}: {problem}") from problem
        if record is None:
            return
        yield record


def _text_of(file: str, name: str) -> str:
    try:
        if file == "-":
            if sys.stdin is None:
                raise Refusal(f"{name}: it is closed")
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with open(file, "rb") as stream:
                content = stream.read(_MOST_BYTES + 1)
    except OSError as problem:
        raise Refusal(f"{name}: {problem.strerror}") from problem
    if len(content) > _MOST_BYTES:
        raise Refusal(f"{name}: more than {_MOST_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise Refusal(f"{name}: line {line}: the text is not UTF-8") from problem


def _summary(record: Record) -> Iterator[str]:
    """Yields the players, the score after each deal, and the end."""
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
            yield f"end: {north}-{south}  {event.winner or 'neither'} wins ({event.how.value})"
    if record.state.outcome is None:
        yield f"not finished: {record.state.score[0]}-{record.state.score[1]}"


def _verify(options: argparse.Namespace) -> Iterator[str]:
    """Yields lines about each record: its players, its deals, the cut for the deal, the moves of the house. Then yields
    lines about all records; the last one begins with yes or no.

    With `--explain` it yields only the explanation of fair deals.
    """
    if options.explain:
        yield TEXT.rstrip()
        yield ""
        yield (house.__doc__ or "").strip()
        return
    if not options.files:
        raise Refusal("verify: no record is named; - is standard input")
    # Imported here, so that other commands do not wait for the players and their tables.
    from ecarte.cli._house_report import HouseReport

    moves, seen, saw = HouseReport(), CheckedRecords(), _saw(options.saw)
    deals = failed = alone = 0
    shown: set[str] = set()
    for file in options.files:
        for record in _records(file):
            north, south = (_printable(record.tags.get(name, name)) for name in ("North", "South"))
            yield f"{north} (N) and {south} (S)"
            checks = check_deals(record.events, record.fair, seen, house=record.house, saw=saw)
            shown |= {checked.fair.commitment for checked in checks if checked.fair is not None}
            for checked in checks:
                deals += 1
                failed += checked.verdict is not Verdict.FAIR
                alone += checked.bound is Bound.ALONE
                yield f"deal {checked.number}: {_verdict(checked)}"
            yield from map(_first_dealer, (checked for checked in checks if checked.was_cut_for))
            yield from moves.lines(record)
    yield from moves.sums()
    missing = sorted((saw or frozenset()) - shown)
    yield from (f"saw {fingerprint}: it promised no deal here" for fingerprint in missing)
    if missing and not failed and deals:
        yield "no: you saw a fingerprint that promised no deal here"
    elif failed or not deals:
        yield f"no: {failed} of {deals} deals not shown to be fair" if deals else "no: there is no deal here"
    else:
        stood = f"; in {alone} of them the house stood alone" if alone else ""
        yield f"yes: {deals} of {deals} deals are what was promised{stood}"
    if failed or not deals or missing or moves.differ:
        raise Failed


def _saw(fingerprints: Sequence[str] | None) -> frozenset[str] | None:
    """Returns the fingerprints that a player saw before play, or None if the command line names none."""
    if fingerprints is None:
        return None
    for text in fingerprints:
        if not _FINGERPRINT.fullmatch(text.lower()):
            raise Refusal("verify: a fingerprint has 64 hexadecimal digits")
    return frozenset(text.lower() for text in fingerprints)


def _verdict(checked: Checked) -> str:
    fair = checked.fair
    if fair is None:
        return "dealt by the house's word: nothing was promised"
    match checked.verdict:
        case Verdict.OTHER_SECRET if isinstance(fair, FairDeal):
            return f"NO, promised was {fair.commitment}, the SHA-256 of the secret is {commitment(fair.secret)}"
        case Verdict.OTHER_SECRET:
            return f"NO, the secret does not lead to what was promised, {fair.commitment}"
        case Verdict.UNLAWFUL_SHARE:
            return "NO, a press counts beside a seed that was named"
        case Verdict.OTHER_DEALER:
            return "NO, the cards cut for the deal are not those that follow from the promise"
        case Verdict.OTHER_CUT:
            return f"NO, no player cut, and the key does not cut at {fair.cut}"
        case Verdict.REUSED:
            return f"NO, used before: {fair.commitment}, or its secret, served another deal of these records"
        case Verdict.UNSEEN:
            return f"NO, promised by {fair.commitment}, which is not what you saw"
        case Verdict.RENEWED:
            return f"NOT SHOWN, promised in mid-game by {fair.commitment}: what was given before does not count"
        case Verdict.UNLAWFUL_CUT:
            return f"NO, cut at {fair.cut}: two cards at least in each packet (law 3)"
        case Verdict.OTHER_PACK:
            return f"NO, from card {checked.card} on the pack is another: {checked.should_be} belongs there"
        case _:
            bound = "" if checked.bound is None else f"; {_BOUND[checked.bound]}"
            return f"fair, promised by {fair.commitment}{bound}"


def _first_dealer(first: Checked) -> str:
    """Returns a line that says whether the cut for the first deal, which made its dealer, follows from the promise."""
    if first.dealer_bound is None:
        return "first dealer: by the house's word"
    if first.verdict is not Verdict.FAIR:
        return "first dealer: not shown to follow"
    return f"first dealer: as promised; {_BOUND[first.dealer_bound]}"


def _printable(name: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in name)


def _laws(options: argparse.Namespace) -> Iterator[str]:
    try:
        laws = LAWS if options.number is None else (law(options.number),)
    except LookupError as problem:
        raise Refusal(str(problem)) from problem
    if options.json:
        yield json.dumps([entry.to_dict() for entry in laws], indent=2)
        return
    for entry in laws:
        salon = "" if entry.salon is None else f", at a salon table {entry.salon.value}"
        yield f"{entry.number}. {entry.chapter.value}: {entry.keeping.value}{salon}"


def _odds(options: argparse.Namespace) -> Iterator[str]:
    try:
        telling = tell(options.hand, options.turn, Role(options.role))
    except (CardTextError, HandError) as problem:
        raise Refusal(str(problem)) from problem
    if options.json:
        yield json.dumps(telling.to_dict(), ensure_ascii=False, indent=2)
    else:
        yield from telling.lines()


def _review(options: argparse.Namespace) -> Iterator[str]:
    # Imported here, so that other commands do not wait for the policy and the players.
    from ecarte.ai import choose_engine
    from ecarte.cli._review_report import Unreviewed, review_lines

    seats = [seat for seat in Seat if options.seat in (None, str(seat))]
    if options.engine is not None:
        try:
            choose_engine(options.engine)
        except (ValueError, ImportError) as problem:
            raise Refusal(f"review: {problem}") from problem
    try:
        for line in review_lines(_records(options.file), seats, Random, as_json=options.json):
            yield _printable(line) if not options.json else line
    except Unreviewed as problem:
        raise Refusal(f"review: {problem}") from problem
