"""The kings counted for a player's profile, where kings are announced falsely, called and taken down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.actions import play
from bot.tables.terms import Terms
from ecarte.game import (
    AnnounceKing,
    CallError,
    Fault,
    Manners,
    Move,
    Phase,
    Play,
    Propose,
    Refuse,
    Remedy,
    Rules,
    TakeKingBack,
    parse_cards,
)
from tests.bot.tables.salon import Salon
from tests.support.packs import stacked_pack

TERMS = replace(Terms(in_thread=False), rules=Rules(manners=Manners.SALON), last_trick_by_itself=False)
PROPOSED: list[tuple[str, Move]] = [("elder", Propose()), ("dealer", Refuse())]
CARD = ("elder", Play(parse_cards("9H")[0]))
CALL = ("dealer", CallError(Fault.KING, Remedy.SCORE))
STORIES: dict[str, tuple[list[tuple[str, Move]], dict[str, int]]] = {
    "announced over a false one": (
        [("dealer", AnnounceKing()), ("elder", AnnounceKing())],
        {"elder": 1, "dealer": 0},
    ),
    "admitted after a card, and called": (
        [*PROPOSED, ("elder", AnnounceKing()), CARD, ("elder", TakeKingBack()), CALL],
        {"elder": 0, "dealer": 0},
    ),
}


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.law(25, 51)
async def test_a_king_is_counted_while_it_is_marked(room: Salon, story: str) -> None:
    trump = "KC" if story == "announced over a false one" else "AC"
    room.packs.append(stacked_pack(elder=f"KS QS 9H 8H {trump}", dealer="7H TD JC 9C 8D", turn_up="7C"))
    table = await room.seated(TERMS)
    view = await room.view(table)
    while view.game is None or view.game.phase is Phase.CUT or view.to_cut is not None:
        view = await room.step(table)
    assert view.game.elder is not None
    seats = {"elder": view.game.elder, "dealer": view.game.elder.other}
    moves, kings = STORIES[story]
    for role, move in moves:
        view = await play.move(
            room.tables,
            table,
            view.person(seats[role]).id,
            None,
            lambda _, said=move: said,  # type: ignore[misc]
        )
    assert view.game is not None
    state = (await room.tables.log.views(table)).state
    assert {role: state.tallies[seat.index].kings for role, seat in seats.items()} == kings
    assert {role: view.game.score[seat.index] for role, seat in seats.items()} == kings
