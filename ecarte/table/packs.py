"""The two packs of a table: which player deals which, who may choose, and when new ones come.

Two packs with different backs are used in turn, each in the deals of its player (treatise, p. 30; Law 1). The winner of
the first cut chooses one of the packs for the whole sitting (Law 5). Until the pack is cut for the next deal, a player
may call for new cards. Both packs then change, and the dealer chooses among the new ones (Law 44). Law 5 also gives a
choice of seats; here all seats are alike, so there is none. A later cut gives no choice of a pack, since that "depends
on previous agreement" (p. 34), and this library makes no such agreement.

A pack is known by its back alone. This module knows neither the order of its cards nor the price of new ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final, TypeAlias

from ecarte.game import IllegalMove, Rule, Seat


@unique
class Pack(Enum):
    """One of the packs of cards, named by the colour of its backs."""

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
"""The pairs of packs. Each call for new cards brings the next pair; after the last pair comes the first again."""


@dataclass(frozen=True, slots=True)
class Packs:
    """The two packs of a table, and the player who may choose between them.

    `open_packs` makes the value. The functions of this module return a changed one.

    Attributes:
        own: the packs that North and South deal with.
        dealt: the pack of the current or last deal.
        chooser: the player who may choose between the two packs, or None.
        cut: whether the cut that gives the choice has been made.
        new: the player who has called for new cards, which come with the next deal, or None.
    """

    own: Pair = PAIRS[0]
    dealt: Pack | None = None
    chooser: Seat | None = None
    cut: bool = False
    new: Seat | None = None

    def of(self, seat: Seat) -> Pack:
        """Returns the pack that `seat` deals with."""
        return self.own[seat.index]


def open_packs() -> Packs:
    """Returns the packs of a new table: the first pair, before any cut."""
    return Packs()


def cut_won(packs: Packs, seat: Seat) -> Packs:
    """Records who has won a cut for the deal. After the first cut at a table the winner may choose a pack (Law 5)."""
    return packs if packs.cut else replace(packs, chooser=seat, cut=True)


def choose(packs: Packs, seat: Seat, pack: Pack) -> Packs:
    """Gives the chosen pack to `seat` and the other one to the opponent, from the next deal on (Laws 5 and 44).

    Raises:
        IllegalMove: `seat` has no choice now, or `pack` is not one of the two.
    """
    if seat is not packs.chooser or pack not in packs.own:
        raise IllegalMove(Rule.NO_CHOICE_OF_CARDS)
    own = packs.own if packs.of(seat) is pack else (packs.own[1], packs.own[0])
    return replace(packs, own=own, chooser=None)


def call_new(packs: Packs, seat: Seat) -> Packs:
    """Records that `seat` calls for new cards for the next deal (Law 44).

    Raises:
        IllegalMove: new cards are already called for.
    """
    if packs.new is not None:
        raise IllegalMove(Rule.NEW_CARDS_COMING)
    return replace(packs, new=seat)


def deal(packs: Packs, dealer: Seat) -> Packs:
    """Records that `dealer` deals with their own pack. If a player has called for new cards, both packs are replaced
    first.
    """
    if packs.new is None:
        return replace(packs, dealt=packs.of(dealer))
    present = next(number for number, pair in enumerate(PAIRS) if packs.own[0] in pair)
    one, other = PAIRS[(present + 1) % len(PAIRS)]
    own = (one, other) if dealer is Seat.NORTH else (other, one)
    return replace(packs, own=own, dealt=one, chooser=dealer, cut=True, new=None)
