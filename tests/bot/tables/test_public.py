"""The public part of a table is declared once, shared by state and view, and holds nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest

from bot.tables.actions import advice, betting
from bot.tables.state.galerie_state import Advice, Galerie, PublicGalerie
from bot.tables.state.secret_promises import SecretDealPromise, SecretGamePromise
from bot.tables.state.sight import Admission
from bot.tables.state.table_state import FinishedDeal, PublicTable, TableState
from bot.tables.views import GalerieView, TableView, Views
from ecarte.fair import Share
from ecarte.game import CardsDealt, Seat, State
from tests.bot.tables.salon import Salon, staked


def _reachable(hint: Any, known: set[Any]) -> Iterator[Any]:
    """Every class that a value of a type may lead to. What a deal that is over has shown of its promise is left out."""
    if hint in known:
        return
    known.add(hint)
    yield hint
    for part in get_args(hint):
        yield from _reachable(part, known)
    if is_dataclass(hint):
        for name, inner in get_type_hints(hint).items():
            if (hint, name) != (FinishedDeal, "promise"):
                yield from _reachable(inner, known)


@pytest.mark.parametrize("public", [PublicTable, PublicGalerie, TableView, GalerieView])
def test_nothing_that_is_public_leads_to_a_hand_a_secret_or_what_is_pointed_at(public: type) -> None:
    hidden = {State, CardsDealt, TableState, Galerie, SecretDealPromise, SecretGamePromise, Share, Advice, Admission}
    assert hidden & set(_reachable(public, set())) == set()


def test_the_views_have_no_field_of_what_only_the_state_has() -> None:
    """Except the fields of these names, whose values in the view have no hidden part."""

    def names(kind: Any) -> set[str]:
        return {field.name for field in fields(kind)}

    shared = {"game", "seats", "galerie", "game_promise", "deal_promise", "new_packets"}
    assert (names(TableState) - names(PublicTable)) & names(TableView) == shared
    assert (names(Galerie) - names(PublicGalerie)) & names(GalerieView) == {"queue"}


async def test_the_view_has_the_public_part_of_the_state_as_it_is(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 20)
    await room.cards(table)
    state = await room.tables.log.state(table)
    view = Views(state).table
    for field in fields(PublicTable):
        assert getattr(view, field.name) is getattr(state, field.name), field.name
    for field in fields(PublicGalerie):
        assert getattr(view.galerie, field.name) is getattr(state.galerie, field.name), field.name


async def test_a_table_whose_hidden_part_is_another_looks_the_same(room: Salon) -> None:
    table = await room.seated(staked(50))
    elder = (await room.game(table)).elder
    assert elder is not None
    await betting.bet(room.tables, table, room.people[2], elder, 20)
    await betting.bet(room.tables, table, room.people[3], elder.other, 20)
    await room.cards(table)
    state = await room.tables.log.state(table)
    assert state.game_promise is not None
    assert state.deal_promise is not None
    galerie = replace(state.galerie, pointed={3: frozenset({1, 5})}, advice={3: Advice(given=2, followed=1)})
    promise = replace(state.game_promise, last=bytes(32), known=frozenset({"sparrow"}))
    other = replace(state, galerie=galerie, game_promise=promise, house="salon-1", made=(2, 3))
    assert Views(other).table == Views(state).table
    await advice.point(room.tables, table, 3, None, 2)
    pointed = await room.view(table)
    assert replace(pointed, version=state.version) == Views(state).table
