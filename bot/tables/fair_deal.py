"""The fair deal at a table: the house promises, the elder hand cuts, the cards follow. How: `ecarte.fair.shuffling`.

The secret is kept in the log and in the state, as packs are, and in no view before the deal is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.context import DecisionContext
from bot.tables.events.fair import DealPromised, FairEvent, PackCut
from bot.tables.state.table import TableState
from ecarte.fair import CUTS, SECRET_BYTES, fair_pack
from ecarte.game import Card, Seat, State

__all__ = ["cut_by_house", "next_pack", "pack_cut"]

_DRAWN_BYTES = 8
"""The length of a seed drawn for a person who has none."""


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
