"""The two packs of a table: whose is which, who may choose, and new cards.

Two packs with different backs are used in turn, each in its player's deals (treatise, p. 30; Law 1). The winner of the
cut with which the play begins has choice of cards, and it holds for as long as they play (Law 5). A player may call for
new cards until the pack is cut for the next deal: both packs change then, and the dealer has choice of the new ones
(Law 44). All seats are alike here, so of cards alone there is a choice; a later cut gives none, since that
"depends on previous agreement" (p. 34) and none is made here.

A pack is known by its back alone: the order of its cards is nothing to this module, nor is what new ones cost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final, TypeAlias

from ecarte.game import IllegalMove, Rule, Seat


@unique
class Pack(Enum):
    """A pack of thirty-two, by the colour of its backs."""

    BURGUNDY = "burgundy"
    ROYAL = "royal"
    FOREST = "forest"
    OCHRE = "ochre"
    PLUM = "plum"
    SLATE = "slate"


Pair: TypeAlias = tuple[Pack, Pack]
PAIRS: Final[tuple[Pair, ...]] = (
    (Pack.BURGUNDY, Pack.ROYAL),
    (Pack.FOREST, Pack.OCHRE),
    (Pack.PLUM, Pack.SLATE),
)
"""The pairs that come one after the other when new cards are called for, the first again after the last."""


@dataclass(frozen=True, slots=True)
class Packs:
    """The packs as they are. Made by `open_packs`, changed by the functions of this module.

    `own`: North's and South's, which each deals; `dealt`: the one of the deal that is on, or was last; `chooser`: who
    may choose between the two; `cut`: whether the cut that gives the choice is made; `new`: who has called for new
    cards, which come with the next deal.
    """

    own: Pair = PAIRS[0]
    dealt: Pack | None = None
    chooser: Seat | None = None
    cut: bool = False
    new: Seat | None = None

    def of(self, seat: Seat) -> Pack:
        """What `seat` deals with."""
        return self.own[seat.index]


def open_packs() -> Packs:
    """The packs of a new table."""
    return Packs()


def cut_won(packs: Packs, seat: Seat) -> Packs:
    """`seat` has won a cut for deal: the first at the table gives choice of cards (Law 5)."""
    return packs if packs.cut else replace(packs, chooser=seat, cut=True)


def choose(packs: Packs, seat: Seat, pack: Pack) -> Packs:
    """`seat` takes one of the two packs, and the other seat has the other (Laws 5 and 44).

    It holds from the next deal on. Raises `IllegalMove`.
    """
    if seat is not packs.chooser or pack not in packs.own:
        raise IllegalMove(Rule.NO_CHOICE_OF_CARDS)
    own = packs.own if packs.of(seat) is pack else (packs.own[1], packs.own[0])
    return replace(packs, own=own, chooser=None)


def call_new(packs: Packs, seat: Seat) -> Packs:
    """`seat` calls for new cards: two packs, for the next deal (Law 44). Raises `IllegalMove` if some are coming."""
    if packs.new is not None:
        raise IllegalMove(Rule.NEW_CARDS_COMING)
    return replace(packs, new=seat)


def deal(packs: Packs, dealer: Seat) -> Packs:
    """`dealer` deals, with the dealer's pack; new cards are on the table, if they were called for."""
    if packs.new is None:
        return replace(packs, dealt=packs.of(dealer))
    present = next(number for number, pair in enumerate(PAIRS) if packs.own[0] in pair)
    one, other = PAIRS[(present + 1) % len(PAIRS)]
    own = (one, other) if dealer is Seat.NORTH else (other, one)
    return replace(packs, own=own, dealt=one, chooser=dealer, cut=True, new=None)
