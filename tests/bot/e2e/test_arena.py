"""An arena by clicks, with its messages."""

from __future__ import annotations

import random

import pytest

from bot.adapter.custom_ids import Verb
from bot.tournaments.arena import PLAYED_OUT_MS, REVIEW_MS, WAIT_MS
from bot.tournaments.tournament import Stage
from ecarte.tournament import arena_standings
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of

MINUTE_S = 60


@pytest.fixture
def hall(cards: CardWorld) -> TournamentHall:
    return TournamentHall(cards)


async def resigned(cards: CardWorld, table: int, chance: random.Random) -> None:
    """Lets one of the players of a table resign, by three clicks."""
    view = await cards.view(table)
    assert view.seats is not None
    await TournamentHall(cards).resigns(cards.person(chance.choice(view.seats).id))


async def test_an_arena_goes_by_clicks_from_the_invitation_to_the_end(cards: CardWorld, hall: TournamentHall) -> None:
    world, chance = cards.world, random.Random(1)
    invitation = await hall.started(*world.people, form="arena-60", name="Friday")
    assert EN.count("tournament.minutes", 60) not in texts_of(await cards.again(invitation)), "it has begun"
    board = hall.round()
    assert {member.id for member in board.mentions} == {person.id for person in world.people}
    await world.pass_time(WAIT_MS / 1000)
    tables = await hall.tables()
    assert len(tables) == 2
    playing = await cards.press(world.alice, board, Verb.TOURNAMENT_READY)
    assert private_answer(playing) == EN("problem.tournament_playing")
    for table in tables.values():
        await resigned(cards, table, chance)
    await world.pass_time(2 * WAIT_MS / 1000)
    assert len(await hall.tables()) == 2
    assert not set((await hall.tables()).values()) & set(tables.values()), "the next opponent comes at once"
    asked = (await cards.press(world.bruno, hall.round(), Verb.TOURNAMENT_LEAVE)).response
    assert EN("tournament.arena.sure") in texts_of(asked)
    await cards.press(world.bruno, asked, Verb.TOURNAMENT_LEAVE)
    assert EN("tournament.arena.left") in texts_of(await cards.again(asked))
    own = (await cards.press(world.alice, hall.round(), Verb.TOURNAMENT_SHOW)).response
    assert "**Alice**" in texts_of(own)
    whole = (await cards.press(world.alice, hall.round(), Verb.TOURNAMENT_SHOW, 1)).response
    assert whole is not None
    assert [file.filename for file in whole.attachments] == ["tournament.txt"]
    for table in (await hall.tables()).values():
        await resigned(cards, table, chance)
    assert (await hall.tournament()).number_of(world.bruno.id) not in (await hall.tournament()).ready
    back = await cards.press(world.bruno, hall.round(), Verb.TOURNAMENT_READY)
    assert private_answer(back) == EN("tournament.arena.waiting")
    await world.pass_time(61 * MINUTE_S + (PLAYED_OUT_MS + REVIEW_MS) / 1000)
    tournament = await hall.tournament()
    assert tournament.stage is Stage.OVER
    best = [line for line in arena_standings(tournament.begun_arena) if line.place == 1]
    end = hall.latest(EN("tournament.tie_breaks.arena"))
    for line in best:
        assert f"<@{tournament.person(line.entrant).id}>" in texts_of(end)
    assert verbs_of(end).keys() == {Verb.TOURNAMENT_SHOW}
    assert not verbs_of(await cards.again(board))
    await cards.expect_balanced()
