"""Leads in which search with open hands errs, and by how much.

Search with open hands thinks too well of the trump led from two, and too little of the trump led from three or more and
of the plain card led alone: its opponent sees every guard. What a lead makes more or less than search says was measured
by `research.cards.leads_build`: in deals of the maître against itself each card was played out against the hands
that the other could hold. The table has the mean of like leads, as part of the worth of making the point.

**When it holds.** After an exchange, and after the first proposal was refused: then the hands are not any hands, and
the table of hands as dealt (`ecarte.ai.cards.dealt`) says nothing of leads.

**Like leads** are alike in: an exchange, or none; the moment (five cards left; four; three, ahead in tricks or not;
two, likewise); the number of trumps in the hand; that of plain kings; whether a trump is led, else the length of the
suit; the number of higher cards of the suit that the other may hold.

`leads.bin`, built by `research.cards.leads_build`: the magic, a signed byte for each kind of lead, in 500ths, in
the order above, the last varying fastest; the SHA-256 of all before.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from ecarte.ai.knowledge import Knowledge
from ecarte.ai.sealed import HASH_SIZE, seal, sealed_file
from ecarte.game import Card, Suit, king_of

MAGIC: Final = b"ecarte l"
UNIT: Final = 500
MOMENTS: Final = 6
TRUMPS: Final = 5
KINGS: Final = 3
KINDS: Final = 20
CELLS: Final = 2 * MOMENTS * TRUMPS * KINGS * KINDS
_OF_A_KIND: Final = 4


def is_mended(knowledge: Knowledge) -> bool:
    """Whether the seat leads a card that the table judges."""
    choice = knowledge.led is None and knowledge.hand & (knowledge.hand - 1) != 0
    return choice and (knowledge.rounds > 0 or knowledge.refused)


def lead_mend(knowledge: Knowledge, card: Card) -> float:
    """What is to be added to the chance of making the point by leading this card, where `is_mended`."""
    return mends()[_cell(knowledge, card)] / UNIT


def _cell(knowledge: Knowledge, card: Card) -> int:
    hand = knowledge.hand
    kings = sum(1 for suit in Suit if suit is not knowledge.trump and hand & king_of(suit).bit)
    length = min((hand & card.suit.mask).bit_count(), _OF_A_KIND)
    higher = min((knowledge.unseen & card.higher).bit_count(), _OF_A_KIND - 1)
    trumps = min((hand & knowledge.trump.mask).bit_count(), TRUMPS - 1)
    kind = higher if card.suit is knowledge.trump else _OF_A_KIND * length + higher
    cell = MOMENTS * (not knowledge.rounds) + _moment(knowledge)
    return ((cell * TRUMPS + trumps) * KINGS + min(kings, KINGS - 1)) * KINDS + kind


def _moment(knowledge: Knowledge) -> int:
    cards = knowledge.hand.bit_count()
    return 5 - cards if cards > 3 else 2 * (4 - cards) + (knowledge.own_tricks <= knowledge.opponent_tricks)


def pack_table(cells: array[int]) -> bytes:
    """The table of signed bytes as a file."""
    return seal(MAGIC + cells.tobytes())


@cache
def mends() -> array[int]:
    """The table as packaged. Raises `ValueError` if it is damaged."""
    return array("b", sealed_file("leads.bin", MAGIC, "leads")[len(MAGIC) : -HASH_SIZE])
