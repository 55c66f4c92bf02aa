"""Seasons from the setting to the board, and the role of the first place after the end of a season.

The simulated clock begins with January 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import Connection

from bot.features.leaderboard import BoardAsk, Span, Strength, draw
from bot.features.rating import moved_line
from bot.ranking.periods import Season, Seasons
from bot.ranking.rating_model import RatedGame, Rating, RatingLine
from bot.rows.paging import RankingPage
from bot.storage.rating_entries import rate_game
from bot.texts import Words
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.bot.storage.test_ratings import DAY_MS, result

JANUARY = 1_767_225_600_000
FEBRUARY, MARCH = JANUARY + 31 * DAY_MS, JANUARY + 59 * DAY_MS
MINUTE_S = 60


async def open_settings(hall: Hall) -> Answer:
    """Opens the setting as Alice, who owns the server."""
    return await hall.choose(hall.world.alice, await hall.ask(hall.world.alice, "settings"), "edit", "season")


async def choose(hall: Hall, kind: str) -> Answer:
    """Chooses the length of a season as Alice."""
    return await hall.choose(hall.world.alice, await open_settings(hall), "set.season", kind)


async def choose_role(hall: Hall, *roles: simcord.RoleHandle) -> Answer:
    """Chooses the role of the first place as Alice, or none."""
    page = await open_settings(hall)
    (select,) = page.reading.role_selects
    chosen = await hall.world.alice.select(page.message, list(roles), custom_id=select["custom_id"])
    return hall.answer(chosen, page)


async def play_round(hall: Hall, since: int, best: simcord.MemberActor) -> None:
    """Stores games of all four with each other, all of which `best` wins."""
    world, guild_id = hall.world, hall.world.guild.id
    others = [one.id for one in (world.alice, world.bruno, world.chloe, world.david) if one.id != best.id]

    def enter(connection: Connection) -> None:
        for day in range(4):
            at, (one, two, three) = since + day * DAY_MS, others
            pairs = [(best.id, other) for other in others] + [(one, two), (two, three), (three, one)]
            for place, (winner, loser) in enumerate(pairs):
                pair = (loser, winner) if winner != best.id and day % 2 else (winner, loser)
                rate_game(connection, result(at // DAY_MS * 10 + place, *pair, at, guild_id))

    await hall.room.database.connections.write(enter)


def holds(hall: Hall, person: simcord.MemberActor, role: simcord.RoleHandle) -> bool:
    """Whether a member has a role at Discord."""
    return role.id in hall.world.env.backend.get_member(hall.world.guild.id, person.id).role_ids


async def until(hall: Hall, moment: int) -> None:
    """Stops the bot until a moment. Then it looks once at what is due."""
    left = (moment - hall.world.now()) / 1000
    if left > 0:
        await hall.sleep(left)
    await hall.world.pass_time(2 * MINUTE_S)


async def see_last(hall: Hall) -> Answer:
    """Opens the board of the last season as Bruno."""
    return await hall.ask(hall.world.bruno, "leaderboard", period="last")


async def test_a_server_without_seasons_offers_none(hall: Hall) -> None:
    board = await hall.ask(hall.world.bruno, "leaderboard", period="season")
    assert not any("period" in str(select["custom_id"]) for select in board.reading.selects)
    assert "No seasons" in (await open_settings(hall)).reading.chosen("set.season")


async def test_a_manager_chooses_seasons_and_the_board_turns_between_this_one_and_all_time(
    hall: Hall, english: Words
) -> None:
    page = await choose(hall, "month")
    assert "A month each" in (await hall.click(hall.world.alice, page, "Back")).text
    bruno = hall.world.bruno
    board = await hall.ask(bruno, "leaderboard", period="season")
    assert english("season.empty") in board.text
    assert f"Season until <t:{FEBRUARY // 1000}:f>" in board.text
    await play_round(hall, JANUARY, bruno)
    board = await hall.ask(bruno, "leaderboard", period="season")
    assert board.reading.chosen("period") == "This season"
    assert "A place takes 10 rated games and 3 opponents" in board.text
    assert "🏆" not in board.text
    of_all_time = await hall.choose(bruno, board, "period", "all")
    assert "A place takes 20 rated games" in of_all_time.text
    assert "**Missing for a place of Bruno:** 20 more rated games" in of_all_time.text, (
        "they have met three members today"
    )
    won = await hall.choose(bruno, of_all_time, "sort", "won")
    assert won.reading.chosen("period") == "Since the beginning"


async def test_the_board_of_the_last_season_stays_and_names_who_was_first(hall: Hall) -> None:
    await choose(hall, "month")
    await play_round(hall, JANUARY, hall.world.bruno)
    for person in (hall.world.alice, hall.world.bruno):
        await hall.ask(person, "help")
    await until(hall, FEBRUARY)
    board = await see_last(hall)
    assert board.reading.chosen("period") == "Last season"
    assert "🏆 First place last season: **Bruno**" in board.text
    this = await hall.choose(hall.world.bruno, board, "period", "season")
    assert "🏆 First place last season: **Bruno**" in this.text
    assert "No rated game has been played in this season yet" in this.text


async def test_the_role_goes_to_the_first_place_at_the_end_though_no_one_looks_and_on_to_the_next(hall: Hall) -> None:
    world, role = hall.world, hall.world.guild.create_role("first")
    await choose(hall, "month")
    page = await choose_role(hall, role)
    assert f"First place: <@&{role.id}>" in (await hall.click(world.alice, page, "Back")).text
    await play_round(hall, JANUARY, world.bruno)
    await until(hall, FEBRUARY)
    await world.pass_time(2 * MINUTE_S)
    assert holds(hall, world.bruno, role), "no one has looked"
    asked = len(world.requests("PUT", "/guilds/*/members/*/roles/*"))
    await world.pass_time(5 * MINUTE_S)
    await world.restart()
    await see_last(hall)
    await world.pass_time(5 * MINUTE_S)
    assert len(world.requests("PUT", "/guilds/*/members/*/roles/*")) == asked == 1
    await play_round(hall, FEBRUARY + DAY_MS, world.chloe)
    await until(hall, MARCH)
    await see_last(hall)
    await world.pass_time(2 * MINUTE_S)
    assert (holds(hall, world.bruno, role), holds(hall, world.chloe, role)) == (False, True)


async def test_a_role_chosen_later_takes_the_place_of_the_one_before(hall: Hall) -> None:
    world, role, other = hall.world, hall.world.guild.create_role("first"), hall.world.guild.create_role("best")
    await choose(hall, "month")
    await play_round(hall, JANUARY, world.bruno)
    await until(hall, FEBRUARY)
    await see_last(hall)
    for roles, has in (((role,), (True, False)), ((other,), (False, True)), ((), (False, False))):
        await choose_role(hall, *roles)
        await world.pass_time(2 * MINUTE_S)
        assert (holds(hall, world.bruno, role), holds(hall, world.bruno, other)) == has


_UNFIT: Mapping[str, Mapping[str, Any]] = {
    "season.role.rights": {"permissions": discord.Permissions(moderate_members=True)},
    "ready.problem.managed": {"managed": True},
    "ready.problem.above": {"position": 50},
}


@pytest.mark.parametrize("problem", _UNFIT)
async def test_a_role_that_cannot_be_given_is_refused_with_what_to_do(hall: Hall, english: Words, problem: str) -> None:
    page = await choose_role(hall, hall.world.guild.create_role("first", **_UNFIT[problem]))
    assert english(problem) in page.text
    assert (await hall.room.choices(hall.world.guild.id)).champion_role is None


async def test_what_keeps_the_role_from_being_given_is_said_in_the_settings_and_mended_there(
    hall: Hall, english: Words
) -> None:
    world, role, backend = hall.world, hall.world.guild.create_role("first"), hall.world.env.backend
    await choose(hall, "month")
    await choose_role(hall, role)
    await play_round(hall, JANUARY, world.bruno)
    own = backend.get_member(world.guild.id, backend.bot_user.id).role_ids
    had = {role_id: backend.get_role(world.guild.id, role_id).permissions for role_id in own}
    for role_id in own:
        backend.edit_role(world.guild.id, role_id, {"permissions": discord.Permissions.text().value})
    await until(hall, FEBRUARY)
    await see_last(hall)
    await world.pass_time(5 * MINUTE_S)
    assert not world.requests("PUT", "/guilds/*/members/*/roles/*"), "it is known beforehand, not tried"
    assert f"⚠️ {english('ready.problem.permission')}" in (await hall.ask(world.alice, "settings")).text
    for role_id, permissions in had.items():
        backend.edit_role(world.guild.id, role_id, {"permissions": permissions})
    await world.pass_time(2 * MINUTE_S)
    assert holds(hall, world.bruno, role)
    assert "⚠️" not in (await hall.ask(world.alice, "settings")).text


def test_all_who_are_equal_are_named(words: Words) -> None:
    seasons = Seasons(Season(FEBRUARY, MARCH), Season(JANUARY, FEBRUARY), (1, 2))
    ask = BoardAsk(Strength.RATING, Span.SEASON)
    shown = read(draw(words, ask, RankingPage((), 0, 0, None), {1: "Alice", 2: "Bruno"}, seasons=seasons)).text
    assert words("season.champions", names=words.join(["**Alice**", "**Bruno**"])) in shown


def test_a_title_stands_beside_the_name_and_is_told_with_the_game_that_reached_it(english: Words) -> None:
    line = RatingLine(1, 1, Rating(), 1_571_000, 20, 20, 3, is_lately=True, title=3)
    drawn = draw(english, BoardAsk(Strength.RATING), RankingPage((line,), 1, 0, line), {1: "Alice"})
    (picture,) = drawn.pictures
    assert "Virtuoso" in repr(picture.scene)
    game = RatedGame(1, {1: Rating(), 2: Rating()}, {1: 9000, 2: -9000}, {1: 3, 2: 0})
    assert moved_line(english, game, 1).endswith("New title: **Virtuoso**.")
    assert "title" not in moved_line(english, game, 2)
