"""An arena by clicks, with its messages."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.clock import ClockKind
from bot.tournaments import service
from bot.tournaments.arena_progress import PLAYED_OUT_MS, REVIEW_MS, WAIT_MS
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
    """Lets one of the players of a table resign, by three clicks, after the first deal."""

    async def is_later() -> bool:
        return bool((await cards.view(table)).finished)

    await cards.play(table, is_later)
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
    views = [await cards.view(table) for table in tables.values()]
    (own_table,) = [view for view in views if view.seat_of(world.alice.id) is not None]
    assert private_answer(playing) == EN("tournament.arena.at_table", place=f"<#{own_table.place}>")
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


async def test_old_buttons_of_a_running_arena_say_how_to_join_and_leave_it(
    cards: CardWorld, hall: TournamentHall
) -> None:
    world = cards.world
    invitation = await hall.opened(world.alice, form="arena-60")
    for person in (world.bruno, world.chloe):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    old = cards.snapshot(invitation)
    await hall.start(world.alice, invitation)
    joins = await cards.press_late(world.david, old, Verb.TOURNAMENT_JOIN)
    assert private_answer(joins) == EN("problem.arena_begun")
    leaves = await cards.press_late(world.bruno, old, Verb.TOURNAMENT_LEAVE)
    assert private_answer(leaves) == EN("problem.arena_begun")
    stranger = await cards.press_late(world.david, old, Verb.TOURNAMENT_LEAVE)
    assert private_answer(stranger) == EN("problem.not_in_arena")


@pytest.mark.parametrize("options", [{"hours": 3}, {"clock": ClockKind.CORRESPONDENCE.value}], ids=["hours", "clock"])
async def test_an_arena_refuses_options_that_it_cannot_follow(cards: CardWorld, options: dict[str, Any]) -> None:
    world = cards.world
    answer = await world.alice.slash(world.channel, "ecarte tournament", form="arena-60", **options)
    assert private_answer(answer) == EN("tournament.arena.fixed")
    assert await service.tournament_at(cards.room.tournaments, world.channel.id) is None
