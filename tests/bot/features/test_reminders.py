"""At most one direct message a day, at the hour that a person chooses, with everything that waits for them.

The simulated clock begins at midnight UTC. tests/bot/storage/test_reminders.py shows what several processes do with one
reminder.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.features.daily import today
from bot.features.preferences import draw as draw_preferences
from bot.features.reminder.message import Agenda, draw
from bot.features.reminder.page import draw as draw_page
from bot.people import reminders
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.rows.member_rows import DueReminder, Reminder
from bot.tables import lookup
from bot.tables.lookup import Turn
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.bot.features.test_daily import pressed, to_the_end
from tests.bot.features.test_daily_posting import BEGINNING_MS, DAY_S, HOUR_S, SOON_S, until
from tests.support.shown import components_of, texts_of, verbs_of

MOST_COMPONENTS = 40
"""Discord takes no more in a message."""


async def choose(hall: Hall, person: simcord.MemberActor, hour: int = 8) -> Answer:
    """Chooses a reminder on the page of a person's preferences."""
    page = await hall.open(person, "preferences", "Daily reminder")
    return await hall.choose(person, page, "hour", str(hour))


def reminded(hall: Hall, person: simcord.MemberActor) -> list[discord.Message]:
    """Returns the reminders that a person has received, oldest first."""
    return [message for message in hall.world.dms(person) if Verb.REMINDER in verbs_of(message)]


async def finish_deal(hall: Hall, person: simcord.MemberActor, day: str) -> None:
    """Finishes the deal of a day for a person."""
    dailies, now = hall.room.database.daily, hall.world.now()
    kept = await dailies.begin(person.id, day, hall.world.guild.id, ("a",), now)
    await dailies.play(kept.user_id, day, 1, ("a", "b"), now, (1, 3))


async def sit_down(hall: Hall, one: simcord.MemberActor, two: simcord.MemberActor, **options: Any) -> int:
    """Two people begin a game by correspondence; the id of their table."""
    challenge = await hall.ask(one, "challenge", member=two, clock="correspondence", **options)
    await two.click(challenge.message, custom_id=challenge.reading.buttons["Accept"])
    return max(row.id for row in await lookup.tables_of(hall.room.tables, one.id))


async def on_turn(hall: Hall, table_id: int) -> tuple[simcord.MemberActor, simcord.MemberActor]:
    """Returns the player whose turn it is at a table, and the opponent."""
    table = await lookup.table(hall.room.tables, table_id)
    assert table.clock.running is not None
    people = {person.id: person for person in hall.world.people}
    mover, other = (
        people[table.person(tuple(Seat)[place]).id] for place in (table.clock.running, 1 - table.clock.running)
    )
    return mover, other


async def test_a_reminder_is_off_until_an_hour_is_chosen_which_each_reads_in_their_own_time(hall: Hall) -> None:
    world = hall.world
    page = await hall.open(world.alice, "preferences", "Daily reminder")
    assert page.private
    assert "Off. Choose an hour to turn it on." in page.text
    assert f"00:00 UTC is <t:{BEGINNING_MS // 1000}:t> for you." in page.text
    assert "Turn on" not in page.reading.buttons, "there is no hour yet"
    page = await hall.choose(world.alice, page, "hour", "2")
    at = (BEGINNING_MS + 2 * HOUR_S * 1000) // 1000
    assert f"Every day at <t:{at}:t>" in page.text
    assert page.reading.chosen("hour") == "02:00 UTC"
    back = await hall.click(world.alice, page, "Back")
    assert f"Daily reminder · Every day at <t:{at}:t>" in back.text
    await until(hall, 2 * HOUR_S - 3 * SOON_S)
    assert reminded(hall, world.alice) == []
    await until(hall, 2 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1
    assert [world.dms(person) for person in world.people[1:]] == [[], [], []], "the others have chosen none"


async def test_all_that_waits_is_joined_in_one_message_a_day_and_the_deal_is_played_from_it(hall: Hall) -> None:
    world = hall.world
    for ago in (1, 2, 3, 5):
        await finish_deal(hall, world.alice, today(world.now(), ago))
    in_thread = await sit_down(hall, world.alice, world.bruno)
    mover, other = await on_turn(hall, in_thread)
    if mover is not world.alice:
        for ago in (1, 2, 3, 5):
            await finish_deal(hall, mover, today(world.now(), ago))
    for person in (mover, other):
        await choose(hall, person, 7)
    await until(hall, 7 * HOUR_S)
    (message,) = reminded(hall, mover)
    text = texts_of(message)
    assert "**The deal of the day · Jan 1, 2026**" in text
    assert f"Waiting for you until <t:{(BEGINNING_MS + DAY_S * 1000) // 1000}:T>" in text
    assert "🔥 **4** days in a row end today without it." in text
    assert "**Your turn by correspondence**" in text
    table = await lookup.table(hall.room.tables, in_thread)
    link = f"https://discord.com/channels/{world.guild.id}/{table.thread}"
    (line,) = [line for line in text.splitlines() if line.startswith("- ")]
    assert line == f"- against **{other.user.global_name}** · turn began <t:{table.clock.since // 1000}:R> · {link}"
    (theirs,) = reminded(hall, other)
    assert "by correspondence" not in texts_of(theirs), "it is not their turn"
    play, stop = (part["custom_id"] for part in components_of(message) if "custom_id" in part)
    page = hall.answer(await mover.user.click(message, custom_id=play))
    assert page.private
    begun = await hall.click(mover.user, page, "Begin")
    kept = await hall.room.database.daily.of(mover.id, today(world.now()))
    assert kept is not None
    assert kept.guild_id == world.guild.id, "on the board on which the last one stands"
    assert begun.reading.buttons
    assert stop.endswith(":stop")
    await until(hall, DAY_S + 6 * HOUR_S)
    assert len(reminded(hall, mover)) == 1
    await until(hall, DAY_S + 7 * HOUR_S)
    assert len(reminded(hall, mover)) == 2


async def test_with_nothing_to_say_nothing_is_sent(hall: Hall) -> None:
    world = hall.world
    table = await sit_down(hall, world.alice, world.bruno)
    await until(hall, 4 * HOUR_S)
    mover, other = await on_turn(hall, table)
    for person in (mover, other):
        await finish_deal(hall, person, today(world.now()))
        await choose(hall, person, 5)
    await until(hall, 5 * HOUR_S)
    assert (await lookup.turns_of(hall.room.tables, mover.id, world.now()))[0].table.id == table
    assert await lookup.turns_of(hall.room.tables, mover.id, world.now() - 6 * HOUR_S * 1000) == (), "not for so long"
    assert [reminded(hall, person) for person in (mover, other)] == [[], []]
    await until(hall, DAY_S + 5 * HOUR_S)
    assert [len(reminded(hall, person)) for person in (mover, other)] == [1, 1], "the deal of the next day waits"


async def test_days_in_a_row_are_named_only_if_they_end_today(hall: Hall) -> None:
    world = hall.world
    days = {world.alice: (1, 2, 3), world.bruno: (1, 3, 4), world.chloe: (1,), world.david: (2, 3)}
    for person, played in days.items():
        await hall.ask(person, "help")
        for ago in played:
            await finish_deal(hall, person, today(world.now(), ago))
        await choose(hall, person)
    await until(hall, 8 * HOUR_S)
    named = ["in a row" in texts_of(reminded(hall, person)[0]) for person in days]
    assert named == [False, True, False, True], "the first has a free day left, the third no row of days"


async def test_one_tap_on_the_message_turns_it_off_and_one_on_again(hall: Hall) -> None:
    world = hall.world
    await choose(hall, world.alice)
    await until(hall, 8 * HOUR_S)
    (message,) = reminded(hall, world.alice)
    (stop,) = verbs_of(message)[Verb.REMINDER]
    page = hall.answer(await world.alice.user.click(message, custom_id=stop))
    assert page.private
    assert "Off." in page.text
    assert len(reminded(hall, world.alice)) == 1, "the message stays, with all that waits"
    await until(hall, DAY_S + 9 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1
    page = hall.answer(await world.alice.user.click(message, custom_id=stop))
    page = await hall.click(world.alice.user, page, "Turn on")
    assert "Every day at" in page.text
    assert page.reading.chosen("hour") == "08:00 UTC"
    await until(hall, 2 * DAY_S + 8 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 2
    page = await hall.open(world.alice, "preferences", "Daily reminder", "Turn off")
    assert "Off." in page.text
    assert await hall.room.people.reminders.of(world.alice.id) == Reminder(8, None)


@pytest.mark.parametrize("code", [50007, 50278, 10013])
async def test_a_person_who_takes_no_direct_message_has_it_off_and_reads_so_once(hall: Hall, code: int) -> None:
    world = hall.world
    await choose(hall, world.alice)
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=code, times=None)
    await until(hall, 8 * HOUR_S)
    await until(hall, DAY_S + 8 * HOUR_S)
    assert len(world.requests("POST", path)) == 1, "it is not tried every day"
    page = await hall.ask(world.alice, "preferences")
    assert "⚠️ Your daily reminder is off: Discord did not take my direct message." in page.text
    assert "**Privacy Settings**" in page.text, "what to do next"
    assert "did not take" not in (await hall.ask(world.alice, "preferences")).text
    world.open_dms(world.alice)
    await hall.open(world.alice, "preferences", "Daily reminder", "Turn on")
    await until(hall, 2 * DAY_S + 8 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1


async def test_direct_messages_that_cannot_even_be_opened_switch_it_off_and_the_deal_of_the_day_says_so(
    hall: Hall,
) -> None:
    world = hall.world
    await choose(hall, world.alice)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await until(hall, 8 * HOUR_S)
    assert reminded(hall, world.alice) == []
    page = await hall.ask(world.alice, "daily")
    assert "⚠️ Your daily reminder is off" in page.text
    assert "⚠️" not in (await hall.ask(world.alice, "daily")).text


async def test_another_refusal_is_left_until_the_next_day(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    world = hall.world
    await choose(hall, world.alice)
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=400, code=40003, times=1)
    with caplog.at_level(logging.INFO, logger="bot.adapter.outbox"):
        await until(hall, 8 * HOUR_S)
    assert [record.getMessage() for record in caplog.records] == [
        f"reminder {world.alice.id}: not sent: Discord answered 40003"
    ]
    assert reminded(hall, world.alice) == []
    await until(hall, DAY_S + 8 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1


async def test_what_discord_does_not_answer_is_sent_again_as_the_same_message(hall: Hall) -> None:
    world = hall.world
    await choose(hall, world.alice)
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=503, times=2)
    await until(hall, 8 * HOUR_S)
    await world.pass_time(SOON_S)
    assert len(reminded(hall, world.alice)) == 1
    requests = world.requests("POST", path)
    assert len(requests) == 3
    assert len({request.json["nonce"] for request in requests if request.json}) == 1


async def test_a_crash_between_the_claim_and_the_message_brings_none_and_never_two(hall: Hall) -> None:
    world = hall.world
    await choose(hall, world.alice)
    due = DueReminder(world.alice.id, 8, BEGINNING_MS + 8 * HOUR_S * 1000)
    assert await reminders.claim(hall.room.people, due)
    await world.restart(crash=True)
    await until(hall, 9 * HOUR_S)
    assert reminded(hall, world.alice) == []
    await until(hall, DAY_S + 8 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1
    await world.restart(crash=True)
    await until(hall, DAY_S + 9 * HOUR_S)
    assert len(reminded(hall, world.alice)) == 1


@pytest.mark.parametrize(("hours", "number"), [(5, 1), (7, 0)])
async def test_an_outage_is_made_good_within_six_hours_or_not_that_day(hall: Hall, hours: int, number: int) -> None:
    world = hall.world
    await choose(hall, world.alice)
    await hall.sleep((8 + hours) * HOUR_S)
    await world.pass_time(SOON_S)
    assert len(reminded(hall, world.alice)) == number
    await until(hall, DAY_S + 8 * HOUR_S)
    assert len(reminded(hall, world.alice)) == number + 1


async def test_who_is_blocked_by_the_owner_or_being_erased_gets_nothing(hall: Hall) -> None:
    world = hall.world
    for person in world.people:
        await choose(hall, person, 1)
    await hall.room.database.blocks.block_person(world.bruno.id, world.now())
    hall.room.app.privacy.leaving.add(world.chloe.id)
    page = await hall.open(world.david, "preferences", "Your data", "Delete")
    await hall.click(world.david, page, "Delete everything")
    # Without `until`, because a new process would not know the people who are being erased.
    await world.pass_time(HOUR_S + SOON_S)
    assert [len(reminded(hall, person)) for person in world.people] == [1, 0, 0, 0]


async def test_a_process_that_brings_no_direct_messages_sends_none(hall: Hall) -> None:
    world = hall.world
    await choose(hall, world.alice, 1)
    fence = hall.room.database.fence
    # Two groups: this process owns the servers of the second, another process direct messages.
    fence.count, fence.epochs = 2, {1: 1}
    await world.pass_time(HOUR_S + SOON_S)
    assert reminded(hall, world.alice) == []
    fence.count = 0
    await world.pass_time(SOON_S)
    assert len(reminded(hall, world.alice)) == 1


async def test_while_discord_is_away_none_is_claimed(hall: Hall) -> None:
    world = hall.world
    await choose(hall, world.alice, 1)
    hall.room.lifecycle.shard_lost(0)
    await world.pass_time(HOUR_S + SOON_S)
    kept = await hall.room.people.reminders.of(world.alice.id)
    assert kept is not None
    assert kept.due_at == BEGINNING_MS + HOUR_S * 1000
    await hall.room.lifecycle.shard_connected(0)
    await world.pass_time(SOON_S)
    assert len(reminded(hall, world.alice)) == 1


async def test_a_game_in_a_channel_is_linked_by_its_message(hall: Hall) -> None:
    world = hall.world
    await hall.room.database.servers.put_settings(world.guild.id, {"threads": False})
    table_id = await sit_down(hall, world.alice, world.bruno)
    mover, _ = await on_turn(hall, table_id)
    await choose(hall, mover)
    await until(hall, 8 * HOUR_S)
    (message,) = reminded(hall, mover)
    public = [shown for shown in world.channel.history() if Verb.SHOW_HAND in verbs_of(shown)]
    assert f"/{world.channel.id}/{public[-1].id}" in texts_of(message)


async def test_the_message_speaks_the_language_of_its_reader(hall: Hall) -> None:
    world = hall.world
    world.speaks(world.alice, "fr")
    page = await hall.open(world.alice, "preferences", "Rappel quotidien")
    await hall.choose(world.alice, page, "hour", "8")
    await until(hall, 8 * HOUR_S)
    (message,) = reminded(hall, world.alice)
    assert "La donne du jour" in texts_of(message)
    assert "Désactiver" in texts_of(message)


async def test_in_direct_messages_the_deal_has_no_board_and_names_no_member_of_a_server(hall: Hall) -> None:
    world = hall.world
    await finish_deal(hall, world.bruno, today(world.now(), 1))
    await choose(hall, world.alice)
    await until(hall, 8 * HOUR_S)
    (message,) = reminded(hall, world.alice)
    (play,) = verbs_of(message)[Verb.DAILY]
    alice = world.alice.user
    page = hall.answer(await alice.click(message, custom_id=play))
    assert "Yesterday" not in page.text
    day = today(world.now())
    forged = await pressed(hall, alice, page, f"ecb:daily:0::week.{day}.0..{alice.id}")
    assert forged.text == hall.room.texts("en")("problem.needs_server")
    page = hall.answer(await alice.click(message, custom_id=play))
    page = await to_the_end(hall, alice, await hall.click(alice, page, "Begin"))
    assert "To share" in page.text
    assert "Best in this server" not in page.text
    assert list(page.reading.buttons) == [], "neither a week of a server, nor members to show it to"
    kept = await hall.room.database.daily.of(alice.id, day)
    assert kept is not None
    assert (kept.guild_id, kept.ended_at is None) == (0, False), "there was no earlier one in a server"


async def test_the_board_of_a_server_that_a_person_has_left_does_not_show_them(hall: Hall) -> None:
    world = hall.world
    await finish_deal(hall, world.chloe, today(world.now(), 1))
    await choose(hall, world.chloe)
    await until(hall, 8 * HOUR_S)
    (message,) = reminded(hall, world.chloe)
    (play,) = verbs_of(message)[Verb.DAILY]
    world.env.backend.remove_member(world.guild.id, world.chloe.id)
    await world.env.settle()
    page = hall.answer(await world.chloe.user.click(message, custom_id=play))
    await hall.click(world.chloe.user, page, "Begin")
    kept = await hall.room.database.daily.of(world.chloe.id, today(world.now()))
    assert kept is not None
    assert kept.guild_id == 0


@pytest.mark.parametrize("argument", ["dance", "hour.25", "on"])
async def test_a_button_of_another_version_is_refused_kindly(hall: Hall, argument: str) -> None:
    page = await hall.open(hall.world.alice, "preferences", "Daily reminder")
    refused = await pressed(hall, hall.world.alice, page, f"ecb:reminder:0::{argument}")
    assert refused.text == hall.room.texts("en")("problem.stale")
    assert await hall.room.people.reminders.of(hall.world.alice.id) is None


async def test_the_end_of_the_deal_offers_a_reminder_to_who_has_none(hall: Hall) -> None:
    alice = hall.world.alice
    page = await to_the_end(hall, alice, await hall.open(alice, "daily", "Begin"))
    assert list(page.reading.buttons) == ["Show it here", "This week", "Find an opponent", "Remind me"]
    chosen = await hall.click(alice, page, "Remind me")
    assert chosen.private
    assert chosen.message.id != page.message.id, "the deal stays"
    await hall.choose(alice, chosen, "hour", "19")
    assert "Remind me" not in (await hall.ask(alice, "daily")).reading.buttons


# ---------------------------------------------------------------- the message and the pages as drawn


async def test_the_longest_message_is_read_on_a_phone(hall: Hall) -> None:
    table = await lookup.table(hall.room.tables, await sit_down(hall, hall.world.alice, hall.world.bruno))
    link = f"https://discord.com/channels/{2**63 - 1}/{2**63 - 1}/{2**63 - 1}"
    for language in ("en", "fr"):
        words = hall.room.texts(language)
        for number in (1, 5, 6, 40):
            turns = [Turn(with_long_names(table), seat, BEGINNING_MS) for seat in (Seat.NORTH, Seat.SOUTH) * number][
                :number
            ]
            agenda = Agenda("2026-11-30", 1_000, turns)
            drawing = draw(words, agenda, [link] * len(agenda.named), BEGINNING_MS)
            reading = read(drawing)
            assert reading.text.count("\n- ") == min(number, 5) + (number > 5)
            assert (words.count("reminder.more", number - 5) in reading.text) is (number > 5)
            assert len(reading.text) < 1300
            assert "{" not in reading.text
            assert drawing.pictures == ()
            assert len(reading.buttons) == 2


def with_long_names(table: TableView) -> TableView:
    """A table of two with names of 32 marks."""
    seats = (Person(1, "*" * 32), Person(2, "_" * 32))
    return replace(table, seats=seats)


def test_only_what_waits_is_in_the_message(words: Words) -> None:
    daily_alone = read(draw(words, Agenda("2026-11-30"), (), BEGINNING_MS))
    assert "🔥" not in daily_alone.text
    assert words("reminder.turns") not in daily_alone.text
    assert not Agenda().is_something


def test_the_pages_fit_into_a_message_of_discord(words: Words) -> None:
    reminder = Reminder(23, None, refused=True)
    page = draw_page(words, reminder, BEGINNING_MS)
    chosen = draw_preferences(words, Preferences(seed="x" * 64), 2**63 - 1, reminder=words("reminder.refused"))
    for drawing in (page, chosen):
        reading = read(drawing)
        assert len(reading.parts) <= MOST_COMPONENTS
        assert "{" not in reading.text
    assert words("reminder.refused") in read(page).text
    assert len(read(page).select("hour")["options"]) == 24
    assert len(read(page).text) < 900, "it is read on a phone"


def test_a_warning_of_time_and_the_daily_reminder_have_words_of_their_own(words: Words) -> None:
    labels = set(read(draw_preferences(words, Preferences())).buttons)
    assert {words("reminder.title"), words("pages.preferences.reminders.on")} <= labels
    one, other = (words(key).casefold().split() for key in ("reminder.title", "pages.preferences.reminders.on"))
    assert not set(one) & set(other)
