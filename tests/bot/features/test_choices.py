"""Rules, preferences and settings on the simulated Discord: who sees them, the effect of a press, the refusals."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Press, Verb, encode
from bot.clock import ClockKind
from bot.people.preferences import FeltChoice, HandOrder
from bot.people.server import ServerSettings
from bot.texts import Language
from ecarte.ai import Level
from ecarte.game import Dialect, Distribution
from tests.bot.features.playing import Answer, Hall
from tests.support.shown import components_of

# ---------------------------------------------------------------- rules, preferences


async def test_the_rules_are_private_and_turned_in_place(hall: Hall) -> None:
    hall.world.speaks(hall.world.chloe, "fr")
    page = await hall.ask(hall.world.chloe, "learn", topic="rules")
    assert page.private
    for label in ("Les cartes", "L’échange", "Jouer les cartes", "Les points"):
        turned = await hall.click(hall.world.chloe, page, label)
        assert turned.message.id == page.message.id
        assert f"## {label}" in turned.text
        assert len(turned.message.attachments) == 1
        page = turned
    assert "## Jouer les cartes" in (await hall.click(hall.world.chloe, page, "Précédent")).text


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
    for label in ("Four colours: off", "Time warnings: on", "Tips: on"):
        page = await hall.click(hall.world.alice, page, label)
    for menu, value in (("deal", "2-3"), ("order", "dealt"), ("felt", "blue")):
        page = await hall.choose(hall.world.alice, page, menu, value)
    kept = (await hall.room.profile(hall.world.alice.id)).preferences
    assert (kept.four_colours, kept.reminders, kept.tips) == (True, False, False)
    assert (kept.distribution, kept.order, kept.felt) == (Distribution.TWO_THREE, HandOrder.DEALT, FeltChoice.BLUE)
    assert "Four colours: on" in page.reading.buttons
    assert page.reading.chosen("felt") == "Blue cloth"
    await hall.world.restart()
    assert (await hall.room.profile(hall.world.alice.id)).preferences == kept
    assert (await hall.room.profile(hall.world.bruno.id)).preferences != kept


async def test_a_language_that_was_chosen_is_spoken_at_once_and_everywhere_in_private(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "preferences")
    page = await hall.choose(alice, page, "language", "fr")
    assert "## Vos choix" in page.text
    await hall.world.restart()
    assert "## Les cartes" in (await hall.open(alice, "learn", "Les cartes", topic="rules")).text
    assert "## Tables" in (await hall.ask(alice, "tables")).text
    page = await hall.choose(alice, await hall.ask(alice, "preferences"), "language", "discord")
    assert "## Your choices" in page.text


async def test_preferences_lead_to_ones_data_and_back(hall: Hall) -> None:
    alice = hall.world.alice
    data = await hall.open(alice, "preferences", "Your data")
    assert "Export" in data.reading.buttons
    assert "Your data" in (await hall.click(alice, data, "Back")).reading.buttons


# ---------------------------------------------------------------- settings


async def choices(hall: Hall) -> ServerSettings:
    """Returns the current choices of the server."""
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
    panel = await hall.choose(alice, await _edit(hall, panel, "house"), "set.house", "maitre")
    chips = await _edit(hall, panel, "chips")
    for select, value in (("opening", "5000"), ("allowance", "0"), ("stake", "25")):
        chips = await hall.choose(alice, chips, f"set.{select}", value)
    panel = await hall.click(alice, chips, "Back")
    assert await choices(hall) == ServerSettings(
        threads=False,
        clock=ClockKind.CORRESPONDENCE,
        decision_s=45,
        reserve_s=0,
        hours=48,
        language=Language("fr"),
        dialect=Dialect.MODERN,
        opening=5000,
        allowance=0,
        stake=25,
        house=Level.MAITRE,
    )
    assert "By correspondence: 2 days a decision" in panel.text
    await hall.world.restart()
    assert (await choices(hall)).hours == 48


async def test_fair_play_is_chosen_on_one_page(hall: Hall) -> None:
    alice, role = hall.world.alice, hall.world.guild.create_role("regulars")
    page = await _edit(hall, await hall.ask(alice, "settings"), "fair")
    for select, value in (("share", "5"), ("games", "10"), ("counted", "3")):
        page = await hall.choose(alice, page, f"set.{select}", value)
    (roles,) = (part for part in components_of(page.message) if part.get("type") == 6)
    page = hall.answer(await alice.select(page.message, [role], custom_id=roles["custom_id"]), page)
    assert await choices(hall) == ServerSettings(sight_share=5, sight_games=10, sight_role=role.id, counted_games=3)
    panel = await hall.click(alice, page, "Back")
    assert f"1/5 of the stake · 10 games · <@&{role.id}>" in panel.text
    page = await hall.choose(alice, await _edit(hall, panel, "fair"), "set.sight", "all")
    assert not (await choices(hall)).sight
    assert "Every backer sees it" in (await hall.click(alice, page, "Back")).text


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
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"language": "fr"})
    editor = await _edit(hall, await hall.ask(hall.world.alice, "settings"), "language")
    await hall.choose(hall.world.alice, editor, "set.language", "server")
    assert (await choices(hall)).language is None


async def test_every_switch_of_the_preferences_turns_both_ways(hall: Hall) -> None:
    page = await hall.ask(hall.world.alice, "preferences")
    switches = [label for label in page.reading.buttons if label.endswith((": on", ": off"))]
    assert switches
    for label in switches:
        name, _, state = label.partition(": ")
        other = "off" if state == "on" else "on"
        for before, after in ((state, other), (other, state)):
            page = await hall.click(hall.world.alice, page, f"{name}: {before}")
            assert f"{name}: {after}" in page.reading.buttons


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
    assert await choices(hall) == ServerSettings(threads=False, dialect=Dialect.SHORT)


async def _edit(hall: Hall, panel: Answer, setting: str, who: simcord.MemberActor | None = None) -> Answer:
    """Opens the page of one setting."""
    return await hall.choose(who or hall.world.alice, panel, "edit", setting)


# ---------------------------------------------------------------- items of another version


async def test_a_panel_of_settings_with_a_button_for_each_still_opens_what_it_names(hall: Hall) -> None:
    panel = await hall.ask(hall.world.alice, "settings")
    old = hall.world.env.backend.get_message(panel.message.channel.id, panel.message.id)
    label = "Members and tables"
    _put_id(old.components, panel.reading.buttons[label], encode(Press(Verb.SETTING, argument="edit.keep")))
    page = await hall.click(hall.world.alice, Answer(panel.message, hall.again(panel).reading, panel.private), label)
    assert page.text.startswith("## Records")


@pytest.mark.parametrize(
    ("verb", "argument"),
    [
        (Verb.LEADERBOARD, "on.luck.all.0.0"),
        (Verb.HISTORY, "burn.1.0"),
        (Verb.HISTORY, "page.x.0"),
        (Verb.RULES, "17"),
        (Verb.LAW, "56..b"),
        (Verb.LAW, "5"),
        (Verb.LAW, "5.5,0.b"),
        (Verb.PREFERENCE, "colours.7"),
        (Verb.SETTING, "edit.weather"),
        (Verb.SETTING, "set.weather"),
        (Verb.SETTING, "burn.all"),
        (Verb.TABLES, "on.x"),
        (Verb.PURSE, "page.x"),
        (Verb.PURSE, "spend.0"),
    ],
)
async def test_an_item_that_is_no_longer_known_is_stale(hall: Hall, verb: Verb, argument: str) -> None:
    page = await hall.ask(hall.world.alice, "learn", topic="rules")
    old = hall.world.env.backend.get_message(page.message.channel.id, page.message.id)
    _put_id(old.components, page.reading.buttons["The cards"], encode(Press(verb, argument=argument)))
    page = Answer(page.message, hall.again(page).reading, page.private)
    answer = await hall.click(hall.world.alice, page, "The cards")
    assert answer.private
    assert answer.text == hall.room.texts("en")("problem.stale")


def _put_id(parts: list[dict[str, Any]], old: str, new: str) -> None:
    """Puts another `custom_id` into the components of a stored message."""
    for part in parts:
        if part.get("custom_id") == old:
            part["custom_id"] = new
        _put_id(part.get("components", []), old, new)
