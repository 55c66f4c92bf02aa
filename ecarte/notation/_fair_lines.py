"""The lines of a record that tell what a pack follows from.

    fair <commitment>                 64 hexadecimal digits, shown before the deal
    secret <secret>                   32 bytes in hexadecimal
    seeds N "sparrow" S "" cut 17     between the quotes any text, escaped as in a tag

This module knows these lines only. `ecarte.fair.shuffling` makes the pack of them, `ecarte.fair.verify` compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ecarte.fair import FairDeal
from ecarte.notation.tags import QUOTED, quoted, unquoted

__all__ = ["fair_lines", "parse_fair"]

# Each line's form, and what is said where a line has it not.
_SHOWN: Final = (
    re.compile(r"fair ([0-9a-f]{64})"),
    "what was shown before a deal is written: fair, and 64 hexadecimal digits",
)
_SECRET: Final = (
    re.compile(r"secret ([0-9a-f]{64})"),
    "the secret of a deal is written: secret, and 64 hexadecimal digits",
)
_SEEDS: Final = (
    re.compile(rf"seeds\s+N\s+{QUOTED}\s+S\s+{QUOTED}\s+cut\s+(0|[1-9][0-9]{{0,2}})"),
    'seeds and cut are written: seeds N "text" S "text" cut 17',
)


def fair_lines(fair: FairDeal) -> tuple[str, str, str]:
    """The lines of one deal."""
    north, south = map(quoted, fair.seeds)
    return f"fair {fair.commitment}", f"secret {fair.secret.hex()}", f"seeds N {north} S {south} cut {fair.cut}"


def parse_fair(take: Callable[[], str]) -> FairDeal:
    """What `fair_lines` wrote. Raises ValueError, which says what is wrong with the line that was taken last.

    Args:
        take: gives the next line.
    """
    shown, secret = _matched(take(), _SHOWN), _matched(take(), _SECRET)
    seeds = _matched(take(), _SEEDS)
    try:
        texts = unquoted(seeds[1]), unquoted(seeds[2])
    except ValueError:
        raise ValueError(_SEEDS[1]) from None
    return FairDeal(shown[1], bytes.fromhex(secret[1]), texts, int(seeds[3]))


def _matched(line: str, form: tuple[re.Pattern[str], str]) -> re.Match[str]:
    pattern, problem = form
    match = pattern.fullmatch(line)
    if match is None:
        raise ValueError(problem)
    return match
