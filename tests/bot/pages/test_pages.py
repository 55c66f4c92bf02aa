"""The pages on the simulated Discord: who sees them, who turns them, what a press changes, and what is refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import update

from bot.choices import ServerChoices
from bot.clocks import ClockKind
from bot.storage.schema import games
from bot.texts import Language
from bot.ui.custom_ids import Press, Verb, encode
from ecarte import Dialect, Distribution, notation
from tests.bot.pages.playing import Answer, Hall

_DAY_MS = 86_400_000

# ---------------------------------------------------------------- leaderboard


async def test_the_leaderboard_is_shown_to_everybody_and_rings_for_nobody(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await hall.play(alice, bruno)
    await hall.play(alice, bruno)
    answer = await hall.ask(bruno, "leaderboard")
    assert not answer.private
    assert "🥇 Alice · **2** won of 2 · 100%" in answer.text
    assert "🥈 Bruno · **0** won of 2 · 0%" in answer.text
    assert answer.message.mentions == []


async def test_whoever_asked_for_the_leaderboard_orders_it_in_place(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    shown = await hall.ask(hall.world.alice, "leaderboard")
    after = await hall.choose(hall.world.alice, shown, "sort", "kings")
    assert after.message.id == shown.message.id
    assert after.reading.chosen("sort") == "Kings marked"
    assert not after.private


async def test_somebody_else_gets_a_copy_of_his_own_in_his_language(hall: Hall) -> None:
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
    game = await hall.play(hall.world.alice, hall.world.bruno)
    last_year = update(games).where(games.c.table_id == game.table_id).values(ended_at=game.ended_at - 40 * _DAY_MS)
    await hall.room.database.write(lambda connection: connection.execute(last_year))
    month = await hall.ask(hall.world.alice, "leaderboard", period="month", sort="points")
    assert month.reading.chosen("period") == "This month"
    assert "No game was finished in this time." in month.text
    whole = await hall.choose(hall.world.alice, month, "period", "all")
    assert "🥇 Alice" in whole.text


async def test_a_game_that_nobody_won_counts_for_nobody(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno, agreed=True)
    assert "/ecarte challenge" in (await hall.ask(hall.world.alice, "leaderboard")).text


async def test_other_servers_have_leaderboards_of_their_own(hall: Hall) -> None:
    other = hall.world.env.create_guild("Elsewhere")
    await hall.play(hall.world.alice, hall.world.bruno, guild_id=other.id)
    assert "/ecarte challenge" in (await hall.ask(hall.world.alice, "leaderboard")).text


# ---------------------------------------------------------------- profile, history, record


async def test_a_profile_is_private_and_leads_to_the_history_and_back(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await hall.play(alice, bruno)
    profile = await hall.ask(hall.world.chloe, "profile", member=alice)
    assert profile.private
    assert "**1** won of **1** game" in profile.text
    history = await hall.click(hall.world.chloe, profile, "All games and records")
    assert history.message.id == profile.message.id
    assert "## Games of Alice" in history.text
    assert "## Alice" in (await hall.click(hall.world.chloe, history, "Profile")).text


async def test_without_a_member_a_profile_and_a_history_are_ones_own(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    assert "## Bruno" in (await hall.ask(hall.world.bruno, "profile")).text
    assert "## Games of Bruno" in (await hall.ask(hall.world.bruno, "history")).text
    assert "You have not finished a game" in (await hall.ask(hall.world.chloe, "profile")).text


async def test_somebody_who_never_played_is_called_by_his_name(hall: Hall) -> None:
    assert "## Chloé" in (await hall.ask(hall.world.alice, "profile", member=hall.world.chloe)).text
    assert "## Games of Chloé" in (await hall.ask(hall.world.alice, "history", member=hall.world.chloe)).text


async def test_a_long_history_is_turned_page_by_page(hall: Hall) -> None:
    for _ in range(9):
        await hall.play(hall.world.alice, hall.world.bruno)
    first = await hall.ask(hall.world.alice, "history")
    assert "Page 1 of 2" in first.text
    second = await hall.click(hall.world.alice, first, "Next")
    assert second.message.id == first.message.id
    assert "Page 2 of 2" in second.text
    assert len(second.reading.select("")["options"]) == 1


async def test_a_record_comes_as_a_file_that_can_be_replayed(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    history = await hall.ask(hall.world.alice, "history")
    answer = await hall.choose(hall.world.alice, history, "", f"{game.table_id}.{game.game_no}")
    assert answer.private
    (attachment,) = answer.message.attachments
    assert attachment.filename == f"ecarte-{game.table_id}-1.txt"
    record = notation.read((await attachment.read()).decode())
    assert record.state.outcome is not None
    assert dict(record.tags)["North"] == "Alice"


async def test_the_command_offers_ones_last_games_and_gives_the_record(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    await hall.play(hall.world.alice, hall.world.chloe)
    offered = await hall.world.alice.autocomplete(hall.world.channel, "ecarte record", "game", "")
    found = await hall.world.alice.autocomplete(hall.world.channel, "ecarte record", "game", "bruno")
    assert len(offered) == 2
    assert [it["value"] for it in found] == [f"{game.table_id}.1"]
    assert "against Bruno" in found[0]["name"]
    answer = await hall.ask(hall.world.alice, "record", game=found[0]["value"])
    assert answer.private
    assert answer.reading.files == [f"ecarte-{game.table_id}-1.txt"]


@pytest.mark.parametrize("written", ["the last one", "999.1"])
async def test_there_is_no_record_of_a_game_that_is_not_there(hall: Hall, written: str) -> None:
    answer = await hall.ask(hall.world.alice, "record", game=written)
    assert answer.private
    assert "There is no finished game of that kind here." in answer.text


async def test_the_record_of_another_server_is_not_given(hall: Hall) -> None:
    other = hall.world.env.create_guild("Elsewhere")
    game = await hall.play(hall.world.alice, hall.world.bruno, guild_id=other.id)
    answer = await hall.ask(hall.world.alice, "record", game=f"{game.table_id}.1")
    assert "There is no finished game of that kind here." in answer.text
    assert answer.message.attachments == []


async def test_the_record_of_a_game_that_is_on_is_not_given(hall: Hall) -> None:
    sight = await _on(hall)
    answer = await hall.ask(hall.world.alice, "record", game=f"{sight}.1")
    assert "There is no finished game of that kind here." in answer.text


# ---------------------------------------------------------------- rules, preferences


async def test_the_rules_are_private_and_turned_in_place(hall: Hall) -> None:
    hall.world.speaks(hall.world.chloe, "fr")
    page = await hall.ask(hall.world.chloe, "rules")
    assert page.private
    for label in ("Les cartes", "L’écart", "Le jeu de la carte", "La marque"):
        turned = await hall.click(hall.world.chloe, page, label)
        assert turned.message.id == page.message.id
        assert f"## {label}" in turned.text
        assert len(turned.message.attachments) == 1
        page = turned
    assert "## Le jeu de la carte" in (await hall.click(hall.world.chloe, page, "Précédent")).text


async def test_the_button_rules_on_a_public_message_opens_them_for_one(hall: Hall) -> None:
    challenge = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    label = hall.room.texts("en")("challenge.rules")
    opened = await hall.click(hall.world.david, challenge, label)
    assert opened.private
    assert "## The aim" in opened.text
    assert hall.again(challenge).reading.buttons == challenge.reading.buttons


async def test_preferences_are_kept(hall: Hall) -> None:
    page = await hall.ask(hall.world.alice, "preferences")
    assert page.private
    page = await hall.click(hall.world.alice, page, "Four colours")
    page = await hall.click(hall.world.alice, page, "Two, then three")
    kept = (await hall.room.profile(hall.world.alice.id)).preferences
    assert kept.four_colours
    assert kept.distribution is Distribution.TWO_THREE
    assert "Four colours" in page.text
    assert "Two cards, then three" in page.text
    await hall.world.restart()
    assert (await hall.room.profile(hall.world.alice.id)).preferences == kept
    assert (await hall.room.profile(hall.world.bruno.id)).preferences != kept


# ---------------------------------------------------------------- settings


async def choices(hall: Hall) -> ServerChoices:
    """What the server has chosen now."""
    return await hall.room.choices(hall.world.guild.id)


async def test_the_settings_are_for_those_who_manage_the_server(hall: Hall) -> None:
    answer = await hall.ask(hall.world.bruno, "settings")
    assert answer.private
    assert answer.text == hall.room.texts("en")("problem.manage_server")


async def test_every_setting_is_kept_at_once(hall: Hall) -> None:
    alice = hall.world.alice
    panel = await hall.ask(alice, "settings")
    assert panel.private
    for setting, select, value in (("threads", "threads", "channel"), ("language", "language", "fr")):
        panel = await hall.choose(alice, await _edit(hall, panel, setting), f"set.{select}", value)
    panel = await hall.choose(alice, await _edit(hall, panel, "dialect"), "set.dialect", "modern")
    clock = await _edit(hall, panel, "clock")
    for select, value in (("clock", "correspondence"), ("decision", "45"), ("reserve", "0"), ("hours", "48")):
        clock = await hall.choose(alice, clock, f"set.{select}", value)
    panel = await hall.click(alice, clock, "Back")
    assert await choices(hall) == ServerChoices(
        threads=False,
        clock=ClockKind.CORRESPONDENCE,
        decision_s=45,
        reserve_s=0,
        hours=48,
        language=Language.FRENCH,
        dialect=Dialect.MODERN,
    )
    assert "By correspondence: 2 days a decision" in panel.text
    await hall.world.restart()
    assert (await choices(hall)).hours == 48


async def test_channels_are_chosen_and_let_go(hall: Hall) -> None:
    alice, games = hall.world.alice, hall.world.guild.create_text_channel("games")
    editor = await _edit(hall, await hall.ask(alice, "settings"), "channels")
    (select,) = editor.reading.channel_selects
    result = await alice.select(editor.message, [games], custom_id=select["custom_id"])
    panel = hall.answer(result, editor)
    assert (await choices(hall)).channels == (games.id,)
    assert f"<#{games.id}>" in panel.text
    panel = await hall.click(alice, await _edit(hall, panel, "channels"), "Everywhere")
    assert (await choices(hall)).channels == ()
    assert "Everywhere" in panel.text


async def test_a_setting_may_go_back_to_what_the_server_says(hall: Hall) -> None:
    await hall.room.database.put_settings(hall.world.guild.id, {"language": "fr"})
    editor = await _edit(hall, await hall.ask(hall.world.alice, "settings"), "language")
    await hall.choose(hall.world.alice, editor, "set.language", "server")
    assert (await choices(hall)).language is None


async def test_who_no_longer_manages_the_server_changes_nothing(hall: Hall) -> None:
    manager = hall.world.bruno
    backend, guild = hall.world.env.backend, hall.world.guild.id
    role = hall.world.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    backend.add_member_role(guild, manager.id, role.id)
    editor = await _edit(hall, await hall.ask(manager, "settings"), "threads", manager)
    backend.remove_member_role(guild, manager.id, role.id)
    answer = await hall.choose(manager, editor, "set.threads", "channel")
    assert answer.private
    assert answer.text == hall.room.texts("en")("problem.manage_server")
    assert (await choices(hall)).threads


async def test_two_who_change_different_settings_do_not_undo_each_other(hall: Hall) -> None:
    alice = hall.world.alice
    threads = await _edit(hall, await hall.ask(alice, "settings"), "threads")
    dialect = await _edit(hall, await hall.ask(alice, "settings"), "dialect")
    ids = [page.reading.select("set")["custom_id"] for page in (threads, dialect)]
    await hall.world.at_once(
        lambda: alice.select(threads.message, ["channel"], custom_id=ids[0]),
        lambda: alice.select(dialect.message, ["short"], custom_id=ids[1]),
    )
    assert await choices(hall) == ServerChoices(threads=False, dialect=Dialect.SHORT)


# ---------------------------------------------------------------- tables


async def test_the_tables_are_listed_privately_with_score_turn_and_place(hall: Hall) -> None:
    await _on(hall)
    await hall.ask(hall.world.chloe, "challenge", member=hall.world.david)
    await hall.ask(hall.world.david, "challenge")
    listed = await hall.ask(hall.world.alice, "tables")
    assert listed.private
    assert "**Alice** 0 – 0 **Bruno**" in listed.text
    assert "turn began <t:" in listed.text
    assert "**Chloé** challenges **David**\n-# https://discord.com/channels/" in listed.text
    assert "**David** plays against whoever likes" in listed.text


async def test_a_player_sees_his_own_tables_first_and_his_turn(hall: Hall) -> None:
    await hall.ask(hall.world.chloe, "challenge")
    table = await _on(hall)
    sight = await hall.room.tables.sight(table)
    assert sight.game is not None
    assert sight.game.turn is not None
    player = next(it for it in hall.world.people if it.id == sight.person(sight.game.turn).id)
    text = (await hall.ask(player, "tables")).text
    assert text.index("**Alice** 0 – 0 **Bruno**") < text.index("**Chloé**")
    assert "**your turn**" in text


async def test_tables_in_channels_that_a_reader_may_not_see_are_not_listed(hall: Hall) -> None:
    guild, seen = hall.world.guild, discord.PermissionOverwrite(view_channel=True)
    insiders = guild.create_role("insiders")
    assert hall.room.user is not None
    for user_id in (hall.room.user.id, hall.world.bruno.id):
        hall.world.env.backend.add_member_role(guild.id, user_id, insiders.id)
    unseen = discord.PermissionOverwrite(view_channel=False)
    closed = guild.create_text_channel("closed", overwrites={guild.default_role: unseen, insiders: seen})
    await hall.world.alice.slash(closed, "ecarte challenge", member=hall.world.bruno)
    assert "**Alice**" in (await hall.ask(hall.world.alice, "tables")).text
    assert "Nobody plays here just now." in (await hall.ask(hall.world.david, "tables")).text


async def test_a_private_thread_is_listed_for_the_players_alone(hall: Hall) -> None:
    backend, channel = hall.world.env.backend, hall.world.channel
    made = backend.create_thread(channel.id, "among us", hall.world.alice.id, type=12, broadcast=False)
    for person in (hall.world.alice, hall.world.bruno):
        backend.add_thread_member(made.id, person.id)
    backend.add_thread_member(made.id, hall.room.application_id or 0)
    backend.announce_thread_create(made)
    await hall.world.env.settle()
    (thread,) = channel.threads
    await hall.world.alice.slash(thread, "ecarte challenge", member=hall.world.bruno)
    assert "**Alice** challenges **Bruno**" in (await hall.ask(hall.world.bruno, "tables")).text
    assert "Nobody plays here just now." in (await hall.ask(hall.world.david, "tables")).text


async def test_ones_own_tables_are_listed_though_their_channel_is_gone(hall: Hall) -> None:
    games = hall.world.guild.create_text_channel("games")
    await hall.world.alice.slash(games, "ecarte challenge", member=hall.world.bruno)
    hall.world.env.backend.delete_channel(games.id)
    await hall.world.env.settle()
    assert "**Alice** challenges **Bruno**" in (await hall.ask(hall.world.alice, "tables")).text
    assert "Nobody plays here just now." in (await hall.ask(hall.world.david, "tables")).text


async def test_many_tables_have_pages(hall: Hall) -> None:
    people = hall.world.people
    for challenger in people:
        for challenged in people:
            if challenger is not challenged:
                await hall.ask(challenger, "challenge", member=challenged)
    first = await hall.ask(hall.world.alice, "tables")
    assert "12 tables · Page 1 of 2" in first.text
    second = await hall.click(hall.world.alice, first, "Next")
    assert second.message.id == first.message.id
    assert second.text.count("challenges") == 4


# ---------------------------------------------------------------- items of another version


@pytest.mark.parametrize(
    ("verb", "argument"),
    [
        (Verb.LEADERBOARD, "on.luck.all.0.0"),
        (Verb.HISTORY, "burn.1.0"),
        (Verb.HISTORY, "page.x.0"),
        (Verb.RULES, "17"),
        (Verb.PREFERENCE, "colours.7"),
        (Verb.SETTING, "edit.weather"),
        (Verb.SETTING, "set.weather"),
        (Verb.SETTING, "burn.all"),
        (Verb.TABLES, "on.x"),
    ],
)
async def test_an_item_that_is_no_longer_known_is_stale(hall: Hall, verb: Verb, argument: str) -> None:
    page = await hall.ask(hall.world.alice, "rules")
    old = hall.world.env.backend.get_message(page.message.channel.id, page.message.id)
    _put_id(old.components, page.reading.buttons["The cards"], encode(Press(verb, argument=argument)))
    page = Answer(page.message, hall.again(page).reading, page.private)
    answer = await hall.click(hall.world.alice, page, "The cards")
    assert answer.private
    assert answer.text == hall.room.texts("en")("problem.stale")


# ---------------------------------------------------------------- helpers


async def _on(hall: Hall) -> int:
    """A game of Alice against Bruno that is on; its table's id."""
    challenge = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    await hall.world.bruno.click(challenge.message, custom_id=challenge.reading.buttons["Accept"])
    (row,) = [it for it in (await hall.room.database.open_tables()).rows if it.status == "playing"]
    return row.id


async def _edit(hall: Hall, panel: Answer, setting: str, who: simcord.MemberActor | None = None) -> Answer:
    """Opens the page of one setting."""
    (custom_id,) = [it["custom_id"] for it in panel.reading.kind(2) if it["custom_id"].endswith(f"edit.{setting}")]
    return hall.answer(await (who or hall.world.alice).click(panel.message, custom_id=custom_id), panel)


def _put_id(parts: list[dict[str, Any]], old: str, new: str) -> None:
    """Puts another `custom_id` into the components of a stored message."""
    for part in parts:
        if part.get("custom_id") == old:
            part["custom_id"] = new
        _put_id(part.get("components", []), old, new)
