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
from ecarte.game import NotationError, RecordFault
from ecarte.notation.tags import QUOTED, quoted, unquoted

__all__ = ["fair_lines", "parse_fair"]

_SHOWN: Final = re.compile(r"fair ([0-9a-f]{64})")
_SECRET: Final = re.compile(r"secret ([0-9a-f]{64})")
_SEEDS: Final = re.compile(rf"seeds\s+N\s+{QUOTED}\s+S\s+{QUOTED}\s+cut\s+(0|[1-9][0-9]{{0,2}})")


def fair_lines(fair: FairDeal) -> tuple[str, str, str]:
    """The lines of one deal."""
    north, south = map(quoted, fair.seeds)
    return f"fair {fair.commitment}", f"secret {fair.secret.hex()}", f"seeds N {north} S {south} cut {fair.cut}"


def parse_fair(take: Callable[[], str], wrong: Callable[[RecordFault], NotationError]) -> FairDeal:
    """What `fair_lines` wrote. Raises what `wrong` makes of a fault in the line that was taken last.

    Args:
        take: gives the next line.
    """
    if (shown := _SHOWN.fullmatch(take())) is None:
        raise wrong(RecordFault.NO_COMMITMENT)
    if (secret := _SECRET.fullmatch(take())) is None:
        raise wrong(RecordFault.NO_SECRET)
    if (seeds := _SEEDS.fullmatch(take())) is None:
        raise wrong(RecordFault.NO_SEEDS)
    try:
        texts = unquoted(seeds[1]), unquoted(seeds[2])
        for text in texts:
            text.encode()  # half a character is in no seed: packs follow from bytes
    except ValueError:
        raise wrong(RecordFault.NO_SEEDS) from None
    return FairDeal(shown[1], bytes.fromhex(secret[1]), texts, int(seeds[3]))
