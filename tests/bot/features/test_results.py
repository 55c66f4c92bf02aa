"""Leaderboard, profile, history and record on the simulated Discord: who sees them, who turns them, what is refused."""

from __future__ import annotations

import pytest
import simcord
from sqlalchemy import update

from bot.features.daily.handlers import today
from bot.storage.rating_entries import rate_game
from bot.storage.schema.standing_tables import standings
from ecarte import notation
from ecarte.ai import house_marks
from tests.bot.features.playing import Hall

_DAY_MS = 86_400_000
ALL = "All games"

# ---------------------------------------------------------------- leaderboard


async def test_the_leaderboard_is_shown_to_all_and_notifies_no_one(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await hall.play(alice, bruno)
    await hall.play(alice, bruno)
    answer = await hall.ask(bruno, "leaderboard")
    assert not answer.private
    assert "– Alice · 100% · 2 won of 2" in answer.reading.described
    assert "– Bruno · 0% · 0 won of 2" in answer.reading.described
    assert answer.message.mentions == []


async def test_the_member_who_asked_for_the_leaderboard_orders_it_in_place(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    shown = await hall.ask(hall.world.alice, "leaderboard")
    after = await hall.choose(hall.world.alice, shown, "sort", "kings")
    assert after.message.id == shown.message.id
    assert after.reading.chosen("sort") == "Kings marked"
    assert not after.private


async def test_another_member_gets_a_private_copy_in_their_language(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    hall.world.speaks(hall.world.chloe, "fr")
    shown = await hall.ask(hall.world.alice, "leaderboard")
    copy = await hall.choose(hall.world.chloe, shown, "period", "week")
    assert copy.private
    assert copy.message.id != shown.message.id
    assert copy.reading.chosen("period") == "Cette semaine"
    assert hall.again(shown).reading.chosen("period") == "Since the beginning"
    further = await hall.choose(hall.world.chloe, copy, "sort", "voles")
    assert further.message.id == copy.message.id
    assert further.reading.chosen("sort") == "Voles (les cinq levées)"


async def test_the_leaderboard_counts_the_period_that_is_asked_for(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    earlier = update(standings).where(standings.c.since > 0).values(since=standings.c.since - 40 * _DAY_MS)
    await hall.room.database.connections.write(lambda connection: connection.execute(earlier))
    month = await hall.ask(hall.world.alice, "leaderboard", period="month", sort="points")
    assert month.reading.chosen("period") == "This month"
    assert "No game was finished in this period." in month.text
    whole = await hall.choose(hall.world.alice, month, "period", "all")
    assert "– Alice · 0 points" in whole.reading.described


async def test_a_game_without_a_winner_counts_for_no_one(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, agreed=True)
    assert "/ecarte challenge" in (await hall.ask(hall.world.alice, "leaderboard")).text


async def test_the_leaderboard_of_purses_is_of_what_they_hold_now(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, stake=50)
    shown = await hall.ask(hall.world.bruno, "leaderboard", sort="chips", period="week")
    assert "🥇 Alice · 1,050 chips\n🥈 Bruno · 950 chips" in shown.reading.described
    games = await hall.choose(hall.world.bruno, shown, "sort", "won")
    assert games.reading.chosen("period") == "This week"
    assert "🥇 Alice · 1 won of 1" in games.reading.described


async def _play_rated(hall: Hall, winner: simcord.MemberActor, loser: simcord.MemberActor) -> None:
    """Plays a game that moves the ratings, since it is not given up in its first deal."""
    result = await hall.play(winner, loser)
    await hall.room.database.connections.write(lambda connection: rate_game(connection, result))


async def test_the_leaderboard_by_rating_shows_the_own_numbers_and_says_first_what_its_reader_lacks_for_a_place(
    hall: Hall,
) -> None:
    empty = await hall.ask(hall.world.bruno, "leaderboard", sort="rating")
    assert "No rated game has been played here yet" in empty.text
    await _play_rated(hall, hall.world.alice, hall.world.bruno)
    shown = await hall.ask(hall.world.bruno, "leaderboard", sort="rating")
    lines = "– Alice · 1509? · between 1393 and 1626\n– Bruno · 1491? · between 1374 and 1607"
    assert f"No place yet: by their ratings\n{lines}" in shown.reading.described
    lacks = "20 more rated games · 2 more opponents"
    assert shown.text.splitlines()[1] == f"**Missing for a place of Bruno:** {lacks}", "all read it"
    own = await hall.choose(hall.world.alice, shown, "sort", "rating")
    assert own.text.splitlines()[1] == f"**Missing for your place:** {lacks}", "in a copy of one's own"
    assert "A place takes 20 rated games, 3 opponents and a game within 30 days" in shown.text
    counts = "at most 7 against one opponent, and only from the day after both players have met 3 members."
    assert f"Bruno: 0 of 1 rated game count for a place so far, {counts}" in shown.text
    assert f"0 of your 1 rated game count for a place so far: {counts}" in own.text
    assert "all results against all opponents together, where each opponent counts for 3 games at most" in shown.text
    assert "The rating is each member’s own number and moves with every game." in shown.text
    for level, mark in house_marks(1500).items():
        assert f"{level.definition.title.capitalize()} {mark}" in shown.text, "the marks of the house"
    with pytest.raises(ValueError, match="not enough values"):
        shown.reading.chosen("period")
    games = await hall.choose(hall.world.bruno, shown, "sort", "won")
    assert "🥇 Alice" in games.reading.described


async def test_the_leaderboard_of_the_deals_of_the_day_is_opened_by_the_command(hall: Hall) -> None:
    world, day = hall.world, today(hall.world.now())
    await hall.room.database.daily.begin(world.bruno.id, day, world.guild.id, (), 1)
    await hall.room.database.daily.play(world.bruno.id, day, 0, ("propose",), 2, (2, 4))
    answer = await hall.ask(world.alice, "leaderboard", sort="daily")
    assert "**+2** · 1 deal" in answer.text or "+2 · 1 deal" in answer.reading.described
    assert answer.reading.chosen("period") == "This month"


async def test_who_switches_the_rating_off_is_on_no_board_and_moves_no_number_until_it_is_on(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await _play_rated(hall, alice, bruno)
    assert "Rating **1509?**, between 1393 and 1626, from 1 rated game" in (await hall.ask(alice, "profile")).text
    page = await hall.open(alice, "preferences", "Rating: on")
    assert page.private
    board = await hall.ask(bruno, "leaderboard", sort="rating")
    assert "Bruno" in board.reading.described
    assert "Alice" not in board.reading.described
    assert "Rating **" not in (await hall.ask(bruno, "profile", member=alice)).text
    await _play_rated(hall, alice, bruno)
    assert "from 1 rated game" in (await hall.ask(bruno, "profile")).text
    await hall.open(alice, "preferences", "Rating: off")
    await _play_rated(hall, alice, bruno)
    assert "from 2 rated games" in (await hall.ask(alice, "profile")).text


async def test_two_who_choose_it_have_one_more_rating_over_all_servers_and_stand_on_its_board(hall: Hall) -> None:
    alice, bruno, chloe = hall.world.alice, hall.world.bruno, hall.world.chloe
    page = await hall.open(alice, "preferences", "All servers: off")
    assert "Your name and this number are then seen in other servers." in page.text
    await _play_rated(hall, alice, bruno)
    board = await hall.ask(chloe, "leaderboard", sort="everywhere")
    assert "It takes two members who chose it in `/ecarte preferences`." in board.text
    await hall.open(bruno, "preferences", "All servers: off")
    await _play_rated(hall, alice, bruno)
    profile = await hall.ask(chloe, "profile", member=alice)
    assert "In all servers **1509?**, between 1393 and 1626, from 1 rated game" in profile.text
    board = await hall.ask(alice, "leaderboard", sort="everywhere")
    assert "Alice" in board.reading.described
    assert "A place takes 20 rated games, 10 opponents, 2 servers and a game within 30 days." in board.text
    assert (
        "**Missing for a place of Alice:** 20 more rated games · 9 more opponents · a game in 1 more server"
        in board.text
    )
    with pytest.raises(ValueError, match="not enough values"):
        board.reading.chosen("period")
    await hall.open(alice, "preferences", "All servers: on")
    board = await hall.ask(chloe, "leaderboard", sort="everywhere")
    assert "Bruno" in board.reading.described
    assert "Alice" not in board.reading.described
    assert "In all servers" not in (await hall.ask(chloe, "profile", member=alice)).text


async def test_who_often_leaves_games_is_said_on_the_profile_and_to_managers(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    for _ in range(9):
        await hall.play(alice, bruno)
    assert "Finishes" not in (await hall.ask(alice, "profile", member=bruno)).text, "nine games are too few"
    await hall.play(alice, bruno)
    await hall.play(bruno, alice, agreed=True)
    shown = await hall.ask(alice, "profile", member=bruno)
    assert "Finishes 0% of games: in the others time ran out, or they resigned in the first deal" in shown.text
    assert "Finishes" not in (await hall.ask(bruno, "profile", member=alice)).text, "the opponent has left none"
    page = await hall.open(alice, "settings", "Members and tables")
    assert "**Often leave games (last 30 days)**\nBruno · left 10 of 10 games: time ran out" in page.text
    (pick,) = page.reading.kind(5)
    member = hall.answer(await alice.select(page.message, [bruno], custom_id=pick["custom_id"]), page)
    assert "left 10 of 10 games" in member.text


async def test_other_servers_have_leaderboards_of_their_own(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, guild_id=hall.elsewhere())
    assert "/ecarte challenge" in (await hall.ask(hall.world.alice, "leaderboard")).text


# ---------------------------------------------------------------- profile, history, record


async def test_a_profile_is_private_and_leads_to_the_history_and_back(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await hall.play(alice, bruno)
    profile = await hall.ask(hall.world.chloe, "profile", member=alice)
    assert profile.private
    assert "1 won of 1 game" in profile.reading.described
    history = await hall.click(hall.world.chloe, profile, ALL)
    assert history.message.id == profile.message.id
    assert "## Games of Alice" in history.text
    assert "## Alice" in (await hall.click(hall.world.chloe, history, "Profile")).text


async def test_without_a_member_a_profile_and_a_history_are_ones_own(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    assert "## Bruno" in (await hall.ask(hall.world.bruno, "profile")).text
    assert "## Games of Bruno" in (await hall.open(hall.world.bruno, "profile", ALL)).text
    assert "You have not finished a game" in (await hall.ask(hall.world.chloe, "profile")).text


async def test_a_member_who_never_played_is_called_by_name(hall: Hall) -> None:
    assert "## Chloé" in (await hall.ask(hall.world.alice, "profile", member=hall.world.chloe)).text


async def test_two_people_see_who_has_won_how_many_of_their_games(hall: Hall) -> None:
    alice, bruno, chloe = hall.world.alice, hall.world.bruno, hall.world.chloe
    for _ in range(3):
        await hall.play(alice, bruno)
    await hall.play(alice, chloe)
    own = await hall.ask(bruno, "versus", member=alice)
    assert own.private
    assert "## Bruno – Alice" in own.text
    assert "**3** games: You **0**, Alice **3**" in own.text
    assert "Alice won the last 3 games" in own.text
    assert own.reading.described.count("against Alice") == 3, "and no game against another"
    others = await hall.ask(chloe, "versus", member=alice, other=bruno)
    assert "**3** games: Alice **3**, Bruno **0**" in others.text


async def test_of_two_people_who_have_not_played_versus_says_so(hall: Hall) -> None:
    alice, bruno, chloe = hall.world.alice, hall.world.bruno, hall.world.chloe
    await hall.play(alice, bruno)
    assert "No finished games against each other" in (await hall.ask(alice, "versus", member=chloe)).text
    assert "Choose two different people" in (await hall.ask(alice, "versus", member=alice)).text


async def test_games_without_a_winner_are_listed_in_versus_and_counted_for_no_one(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, agreed=True)
    page = await hall.ask(hall.world.alice, "versus", member=hall.world.bruno)
    assert "None of their games counts" in page.text
    assert "against Bruno" in page.reading.described


async def test_versus_is_of_this_server_alone(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, guild_id=hall.elsewhere())
    assert "No finished games" in (await hall.ask(hall.world.alice, "versus", member=hall.world.bruno)).text


async def test_a_long_history_is_turned_page_by_page(hall: Hall) -> None:
    for _ in range(9):
        await hall.play(hall.world.alice, hall.world.bruno)
    first = await hall.open(hall.world.alice, "profile", ALL)
    assert "Page 1 of 2" in first.text
    second = await hall.click(hall.world.alice, first, "Next")
    assert second.message.id == first.message.id
    assert "Page 2 of 2" in second.text
    assert len(second.reading.select("")["options"]) == 1


async def test_a_record_comes_as_a_file_that_can_be_replayed(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    history = await hall.open(hall.world.alice, "profile", ALL)
    chosen = await hall.choose(hall.world.alice, history, "", f"{game.table_id}.{game.game_no}")
    assert {"Replay", "Review", "Fair deal"} <= set(chosen.reading.buttons)
    answer = await hall.click(hall.world.alice, chosen, "Record")
    assert answer.private
    (attachment,) = answer.message.attachments
    assert attachment.filename == f"ecarte-{game.table_id}-1.txt"
    record = notation.read((await attachment.read()).decode())
    assert record.state.outcome is not None
    assert dict(record.tags)["North"] == "Alice"


async def test_the_command_offers_ones_last_games_and_gives_the_record(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    await hall.play(hall.world.alice, hall.world.chloe)
    offered = await hall.world.alice.autocomplete(hall.world.channel, "ecarte game", "game", "")
    found = await hall.world.alice.autocomplete(hall.world.channel, "ecarte game", "game", "bruno")
    assert len(offered) == 2
    assert [choice["value"] for choice in found] == [f"{game.table_id}.1"]
    assert "against Bruno" in found[0]["name"]
    answer = await hall.ask(hall.world.alice, "game", show="record", game=found[0]["value"])
    assert answer.private
    assert answer.reading.files == [f"ecarte-{game.table_id}-1.txt"]


@pytest.mark.parametrize("written", ["the last one", "999.1"])
async def test_there_is_no_record_of_a_game_that_is_not_there(hall: Hall, written: str) -> None:
    answer = await hall.ask(hall.world.alice, "game", show="record", game=written)
    assert answer.private
    assert "There is no such finished game here." in answer.text


async def test_the_record_of_another_server_is_not_given(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno, guild_id=hall.elsewhere())
    answer = await hall.ask(hall.world.alice, "game", show="record", game=f"{game.table_id}.1")
    assert "There is no such finished game here." in answer.text
    assert answer.message.attachments == []


async def test_the_record_of_a_game_that_is_on_is_not_given(hall: Hall) -> None:
    table = await hall.begin()
    answer = await hall.ask(hall.world.alice, "game", show="record", game=f"{table}.1")
    assert "There is no such finished game here." in answer.text


async def test_the_page_of_a_game_opens_another_of_its_readers_games_in_place(hall: Hall) -> None:
    alice = hall.world.alice
    first = await hall.play(alice, hall.world.bruno)
    await hall.play(hall.world.chloe, alice)
    page = await hall.ask(alice, "game")
    assert page.private
    assert "**Chloé**" in page.text
    other = await hall.choose(alice, page, "other", f"{first.table_id}.1")
    assert other.message.id == page.message.id
    assert "**Bruno**" in other.text
    assert "You have not finished a game here" in (await hall.ask(hall.world.david, "game")).text
