"""The fair deal at a table: the house promises, the elder hand cuts, the cards follow. How: `ecarte.fair.shuffling`.

The secret is kept in the log and in the state, as packs are, and in no sight before the deal is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from bot.tables.context import DecisionContext
from bot.tables.events.codec import EVENTS
from ecarte.fair import CUTS, SECRET_BYTES, FairDeal, commitment, fair_pack
from ecarte.game import Card, Seat, State

if TYPE_CHECKING:
    from bot.tables.state.table import TableState

__all__ = ["DealPromised", "FairEvent", "PackCut", "Promise", "cut_by_house", "next_pack", "pack_cut"]

_DRAWN_BYTES = 8
"""The length of a seed drawn for a person who has none."""


@EVENTS.tagged("deal_promised")
@dataclass(frozen=True, slots=True)
class DealPromised:
    """The house has drawn a secret for the next deal, and shows its SHA-256; the elder hand may cut until then.

    Attributes:
        number: of the deal in its game.
        secret: in hexadecimal; with the rest it tells the cards.
    """

    number: int
    secret: str = field(repr=False)
    until: int


@EVENTS.tagged("pack_cut")
@dataclass(frozen=True, slots=True)
class PackCut:
    """The pack that was promised is cut, and with that it is made.

    Attributes:
        by: the elder hand; None: the time passed, and the cut was drawn.
        place: how many cards went below the others.
        seeds: North's and South's, as they stood then.
        drawn: whether the house drew North's and South's, because they had none.
    """

    by: int | None
    place: int = field(repr=False)
    seeds: tuple[str, str] = field(repr=False)
    drawn: tuple[bool, bool]


FairEvent: TypeAlias = DealPromised | PackCut


@dataclass(frozen=True, slots=True)
class Promise:
    """What the house has promised for a deal, and once it is cut all that its pack follows from.

    Attributes:
        number: of the deal in its game.
        until: until when the elder hand may cut.
        by: who has cut; None: drawn, or not cut yet.
        fair: None before the cut.
        drawn: whether the house drew North's and South's seeds.
    """

    number: int
    secret: bytes = field(repr=False)
    until: int
    by: int | None = None
    fair: FairDeal | None = field(default=None, repr=False)
    drawn: tuple[bool, bool] = (False, False)

    @property
    def commitment(self) -> str:
        """What is shown before the deal."""
        return commitment(self.secret)

    @classmethod
    def of(cls, event: DealPromised) -> Promise:
        """What an event promises."""
        return cls(event.number, bytes.fromhex(event.secret), event.until)

    def cut(self, event: PackCut) -> Promise:
        """The promise once it is cut."""
        fair = FairDeal(self.commitment, self.secret, event.seeds, event.place)
        return Promise(self.number, self.secret, self.until, event.by, fair, event.drawn)


def next_pack(state: TableState, game: State, context: DecisionContext) -> Sequence[Card] | FairEvent | None:
    """The pack of the deal that is due; or what has to happen before there is one; None while a cut is waited for."""
    number = 1 if game.deal is None else game.deal.number + 1
    promise = state.promise
    if promise is None or promise.number != number:
        until = context.now + state.opened.terms.cut_ms
        return context.fixed_pack() or DealPromised(number, context.rng.randbytes(SECRET_BYTES).hex(), until)
    if promise.fair is None:
        return None if context.now < promise.until else cut_by_house(state, context)
    return fair_pack(promise.secret, promise.fair.seeds, number, promise.fair.cut)


def cut_by_house(state: TableState, context: DecisionContext) -> PackCut:
    """The cut that the house makes where the elder hand made none."""
    return pack_cut(state, context, None, context.rng.choice(CUTS))


def pack_cut(state: TableState, context: DecisionContext, by: int | None, place: int) -> PackCut:
    """The cut at a place, with the seeds of those who play; who has none is drawn one."""
    own = [context.seeds.get(state.person(seat).id, "") for seat in Seat]
    north, south = (seed or context.rng.randbytes(_DRAWN_BYTES).hex() for seed in own)
    return PackCut(by, place, (north, south), (not own[0], not own[1]))
