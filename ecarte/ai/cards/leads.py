"""Corrects the value of leads that search with open hands judges wrongly.

The search overrates a trump led from two. It underrates a trump led from three or more, and a single plain card,
because in the search the opponent sees which suits are guarded. `research.cards.leads_build` measured the errors: in
deals of the maître against itself, each card was played out against the hands that the opponent might hold. The table
has the mean error of similar leads, as a chance to make the point.

**Validity.** The table is for leads after an exchange, and after a refused first proposal. The decisions of the players
then tell something about their hands, and the table of hands as dealt (`ecarte.ai.cards.dealt`) does not apply.

**Similar leads** agree in all of these:

- whether cards were exchanged
- the moment: the number of cards left and, with three cards or two, whether the leader is ahead in tricks
- the number of trumps in the hand
- the number of plain kings in it
- whether a trump is led; if not, the length of the suit led
- the number of higher cards of the suit that the opponent may hold

`research.cards.leads_build` builds `leads.bin`: the magic number; a signed byte for each kind of lead, in 500ths, in
the order above, where the last property varies fastest; the SHA-256 of all bytes before.
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
    """Returns whether the search's values of the seat's cards need the correction for leads.

    They do if the seat is to lead and has two cards or more, after an exchange or after a refused first proposal.
    """
    choice = knowledge.led is None and knowledge.hand & (knowledge.hand - 1) != 0
    return choice and (knowledge.rounds > 0 or knowledge.refused)


def lead_mend(knowledge: Knowledge, card: Card) -> float:
    """Returns what to add to the search's value of a lead, as a chance to make the point. May be negative.

    Call this function only if `is_mended` is true.
    """
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
    """Returns the content of the file `leads.bin` for these corrections, in 500ths."""
    return seal(MAGIC + cells.tobytes())


@cache
def mends() -> array[int]:
    """Returns the corrections in `leads.bin`, in 500ths. Raises `ValueError` if the file is damaged."""
    return array("b", sealed_file("leads.bin", MAGIC, "leads")[len(MAGIC) : -HASH_SIZE])
