"""The lines of a record that show the promise of a deal and the inputs of its pack.

    promise <commitment> table "17" game 1 from 1     shown before the game; once, with the first deal that it covers
    secret <secret>                                   32 bytes in hexadecimal, shown after the deal
    share N named "sparrow"                           any text between the quotes, escaped as in a tag
    share S kept "corbeau" press 1313131313131313131  or none in place of the seed; the press is optional
    cut 17 by elder                                   or: by key
    drawn N none                                      first deal only: the shares for the cut, in the form of share
    drawn S none press 1313131313131313131

In records of earlier releases, where each deal had a commitment of its own:

    fair <commitment>
    secret <secret>
    seeds N "sparrow" S "" cut 17

This module only reads and writes these lines. `ecarte.fair` computes the pack and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ecarte.fair import ChainDeal, Fair, FairDeal, Promise, Share
from ecarte.game import NotationError, RecordFault, Seat
from ecarte.notation.tags import QUOTED, quote, unquote

FIRST_WORDS: Final = ("fair ", "promise ", "secret ")
"""After the cards of a fair deal come the lines about its promise. The first of them begins with one of these words."""

_HEX: Final = r"([0-9a-f]{64})"
_NUMBER: Final = r"([1-9][0-9]{0,8})"
_CUT: Final = r"(0|[1-9][0-9]{0,2})"
_SHOWN: Final = re.compile(rf"fair {_HEX}")
_SECRET: Final = re.compile(rf"secret {_HEX}")
_SEEDS: Final = re.compile(rf"seeds\s+N\s+{QUOTED}\s+S\s+{QUOTED}\s+cut\s+{_CUT}")
_PROMISE: Final = re.compile(rf"promise\s+{_HEX}\s+table\s+{QUOTED}\s+game\s+{_NUMBER}\s+from\s+{_NUMBER}")
_SHARE: Final = re.compile(
    rf"(?:share|drawn)\s+(?P<seat>[NS])\s+(?:none|(?P<word>named|kept)\s+{QUOTED})(?:\s+press\s+(?P<press>[1-9][0-9]{{0,19}}))?"
)
_CUT_BY: Final = re.compile(rf"cut {_CUT} by (elder|key)")

_Wrong: TypeAlias = Callable[[RecordFault], NotationError]


def fair_lines(fair: Fair, before: Fair | None = None) -> tuple[str, ...]:
    """Returns the lines of one deal that show its promise and the inputs of its pack.

    Args:
        fair: the promise and inputs.
        before: the promise and inputs of the deal before, or None. If the promise is the same, it is not written again.
    """
    if isinstance(fair, FairDeal):
        north, south = map(quote, fair.seeds)
        return f"fair {fair.commitment}", f"secret {fair.secret.hex()}", f"seeds N {north} S {south} cut {fair.cut}"
    promise = fair.promise
    promise_line = f"promise {promise.commitment} table {quote(promise.table)} game {promise.game} from {promise.first}"
    is_written = isinstance(before, ChainDeal) and before.promise == promise
    return (
        *(() if is_written else (promise_line,)),
        f"secret {fair.secret.hex()}",
        *_share_lines("share", fair.shares),
        f"cut {fair.cut} by {'elder' if fair.by_elder else 'key'}",
        *(() if fair.drawn is None else _share_lines("drawn", fair.drawn)),
    )


def _share_lines(word: str, shares: tuple[Share, Share]) -> Iterator[str]:
    return (f"{word} {_share_text(seat, share)}" for seat, share in zip(Seat, shares, strict=True))


def _share_text(seat: Seat, share: Share) -> str:
    seed = f" {quote(share.seed)}" if share.seed else ""
    press = "" if share.press is None else f" press {share.press}"
    return f"{seat} {share.word}{seed}{press}"


def parse_fair(take: Callable[[], str], wrong: _Wrong, before: Fair | None = None) -> Fair:
    """Reads the lines that `fair_lines` wrote, except those that begin with `drawn` (`parse_drawn`).

    Args:
        take: returns the next line of the record.
        wrong: makes the exception for an error in the line taken last.
        before: the promise and inputs of the deal before this one, or None.

    Raises:
        NotationError: a line has an error. `wrong` made the exception.
    """
    line = take()
    if line.startswith("fair "):
        return _alone(line, take, wrong)
    if line.startswith("promise "):
        promise, line = _promise(line, wrong), take()
    elif isinstance(before, ChainDeal):
        promise = before.promise
    else:
        raise wrong(RecordFault.NO_PROMISE)
    secret = _secret(line, wrong)
    shares = _shares("share", take, wrong)
    if (cut := _CUT_BY.fullmatch(take())) is None:
        raise wrong(RecordFault.NO_CUT)
    return ChainDeal(promise, secret, shares, int(cut[1]), by_elder=cut[2] == "elder")


def parse_drawn(take: Callable[[], str], wrong: _Wrong) -> tuple[Share, Share]:
    """Reads the two lines that begin with `drawn`: the shares of North and South in the cut for the deal.

    Args:
        take: returns the next line of the record.
        wrong: makes the exception for an error in the line taken last.

    Raises:
        NotationError: a line has an error. `wrong` made the exception.
    """
    return _shares("drawn", take, wrong)


def _alone(line: str, take: Callable[[], str], wrong: _Wrong) -> FairDeal:
    if (shown := _SHOWN.fullmatch(line)) is None:
        raise wrong(RecordFault.NO_COMMITMENT)
    secret = _secret(take(), wrong)
    if (seeds := _SEEDS.fullmatch(take())) is None:
        raise wrong(RecordFault.NO_SEEDS)
    texts = _text(seeds[1], RecordFault.NO_SEEDS, wrong), _text(seeds[2], RecordFault.NO_SEEDS, wrong)
    return FairDeal(shown[1], secret, texts, int(seeds[3]))


def _secret(line: str, wrong: _Wrong) -> bytes:
    if (secret := _SECRET.fullmatch(line)) is None:
        raise wrong(RecordFault.NO_SECRET)
    return bytes.fromhex(secret[1])


def _promise(line: str, wrong: _Wrong) -> Promise:
    if (shown := _PROMISE.fullmatch(line)) is None:
        raise wrong(RecordFault.NO_PROMISE)
    return Promise(shown[1], _text(shown[2], RecordFault.NO_PROMISE, wrong), int(shown[3]), int(shown[4]))


def _shares(first: str, take: Callable[[], str], wrong: _Wrong) -> tuple[Share, Share]:
    return _share(first, Seat.NORTH, take(), wrong), _share(first, Seat.SOUTH, take(), wrong)


def _share(first: str, seat: Seat, line: str, wrong: _Wrong) -> Share:
    share = _SHARE.fullmatch(line)
    if share is None or share["seat"] != str(seat) or not line.startswith(first):
        raise wrong(RecordFault.NO_SHARE)
    seed = "" if share["word"] is None else _text(share[3], RecordFault.NO_SHARE, wrong)
    press = None if share["press"] is None else int(share["press"])
    try:
        if share["word"] is not None and not seed:
            raise ValueError("a named or kept seed must not be empty")
        return Share(seed, share["word"] == "named", press)
    except ValueError:
        raise wrong(RecordFault.NO_SHARE) from None


def _text(escaped: str, fault: RecordFault, wrong: _Wrong) -> str:
    try:
        text = unquote(escaped)
        text.encode()  # raises for half of a surrogate pair: packs are computed from bytes
    except ValueError:
        raise wrong(fault) from None
    return text
