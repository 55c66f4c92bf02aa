"""The deal of the day in a channel that the server has chosen, at its hour: from the setting to a press on the message.

The simulated clock begins at midnight UTC. tests/bot/storage/test_postings.py and tests/bot/test_ownership.py show what
several processes do with one posting.
"""

from __future__ import annotations

import logging

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, draw_post
from bot.people.hours import SENT_WITHIN_MS, is_late, next_at
from bot.people.server import DuePosting, PostingKind
from bot.rows.member_rows import Daily
from bot.texts import Words
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.support.shown import components_of, texts_of

HOUR_S, DAY_S = 3_600, 86_400
BEGINNING_MS = 1_767_225_600_000
SOON_S = 90
"""Longer than between two looks at due postings."""


async def settings_page(hall: Hall) -> Answer:
    """Opens the setting as Alice, who owns the server."""
    panel = await hall.ask(hall.world.alice, "settings")
    return await hall.choose(hall.world.alice, panel, "edit", "daily")


def ids_of(message: discord.Message) -> list[str]:
    """Returns the ids of everything that can be pressed."""
    return [str(part["custom_id"]) for part in components_of(message) if "custom_id" in part]


async def choose(hall: Hall, channel: simcord.ChannelHandle, hour: int = 1) -> Answer:
    """Chooses, as Alice, where and when the deal is posted."""
    alice, page = hall.world.alice, await settings_page(hall)
    (select,) = page.reading.channel_selects
    page = hall.answer(await alice.select(page.message, [channel], custom_id=select["custom_id"]), page)
    return await hall.choose(alice, page, "set.daily_hour", str(hour))


def posts(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """What the bot has posted in a channel, oldest first."""
    return [message for message in channel.history() if not message.flags.ephemeral]


def play_button(message: discord.Message) -> str:
    """The one button of a posted deal."""
    (custom_id,) = ids_of(message)
    return custom_id


def overwrite(hall: Hall, channel: simcord.ChannelHandle, *names: str) -> None:
    """Takes permissions from the bot in a channel, and gives back all others."""
    backend = hall.world.env.backend
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    backend.set_overwrite(channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, denied))


async def until(hall: Hall, seconds: float) -> None:
    """Moves time to some seconds after the beginning, and lets the bot post what is due.

    The bot sits out only the last minute of a long time: a day of heartbeats would take a minute here.
    """
    left = seconds - (hall.world.now() - BEGINNING_MS) / 1000
    if left > SOON_S:
        await hall.sleep(left - 60)
        left = 60
    await hall.world.pass_time(left + SOON_S)


async def test_the_deal_is_posted_at_the_hour_that_the_server_chooses_and_played_from_there(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    page = await choose(hall, channel, hour=2)
    at = (BEGINNING_MS + 2 * HOUR_S * 1000) // 1000
    assert f"In <#{channel.id}>, every day at <t:{at}:t>" in page.text, "each reads their own time"
    assert "02:00 UTC" in str(page.reading.select("set.daily_hour"))
    panel = await hall.click(world.alice, page, "Back")
    assert f"**Deal of the day**\nIn <#{channel.id}>, every day at <t:{at}:t>" in panel.text
    await until(hall, 2 * HOUR_S - 3 * SOON_S)
    assert posts(channel) == []
    await until(hall, 2 * HOUR_S)
    (post,) = posts(channel)
    assert "The deal of the day" in texts_of(post)
    assert "Yesterday" not in texts_of(post)
    answer = hall.answer(await world.bruno.click(post, custom_id=play_button(post)))
    assert answer.private
    assert "Begin" in answer.reading.buttons
    begun = await hall.click(world.bruno, answer, "Begin")
    assert "Your cards" in begun.text or begun.reading.buttons
    kept = await hall.room.database.daily.of(world.bruno.id, today(world.now()))
    assert kept is not None
    assert kept.guild_id == world.guild.id
    again = hall.answer(await world.bruno.click(post, custom_id=play_button(post)))
    assert "Begin" not in again.reading.buttons, "the one try is found again"
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == 1
    await until(hall, DAY_S + 2 * HOUR_S)
    assert len(posts(channel)) == 2
    late = hall.answer(await world.chloe.click(post, custom_id=play_button(post)))
    assert "Jan 2, 2026" in late.text, "yesterday's message opens the deal of today"


async def test_nothing_is_posted_unless_the_server_has_chosen_a_channel(hall: Hall) -> None:
    channel = hall.world.guild.create_text_channel("other")
    page = await settings_page(hall)
    assert "Not posted" in page.text
    await hall.choose(hall.world.alice, page, "set.daily_hour", "1")
    await until(hall, 2 * HOUR_S)
    assert posts(channel) == []
    await choose(hall, channel, hour=4)
    page = await settings_page(hall)
    (select,) = page.reading.channel_selects
    page = hall.answer(await hall.world.alice.select(page.message, [], custom_id=select["custom_id"]), page)
    assert "Not posted" in page.text
    await until(hall, 5 * HOUR_S)
    assert posts(channel) == []


async def test_an_hour_that_is_over_today_begins_tomorrow(hall: Hall) -> None:
    channel = hall.world.guild.create_text_channel("deal-of-the-day")
    await until(hall, 3 * HOUR_S)
    await choose(hall, channel, hour=3)
    await until(hall, 4 * HOUR_S)
    assert posts(channel) == []
    await until(hall, DAY_S + 3 * HOUR_S)
    assert len(posts(channel)) == 1


async def test_an_hour_that_is_changed_after_the_post_brings_no_second_one_that_day(hall: Hall) -> None:
    channel = hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel, hour=1)
    await until(hall, HOUR_S)
    await choose(hall, channel, hour=3)
    await until(hall, 4 * HOUR_S)
    assert len(posts(channel)) == 1


async def test_the_post_speaks_the_language_of_the_server(hall: Hall) -> None:
    channel = hall.world.guild.create_text_channel("deal-of-the-day")
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"language": "fr"})
    await choose(hall, channel)
    await until(hall, HOUR_S)
    (post,) = posts(channel)
    assert "La donne du jour" in texts_of(post)
    assert hall.answer(await hall.world.bruno.click(post, custom_id=play_button(post))).private


async def test_the_post_tells_yesterday_in_one_line_to_all_alike(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    day = today(world.now())
    for person, points in ((world.alice, 2), (world.bruno, -1), (world.chloe, 2)):
        await hall.ask(person, "help")
        kept = await hall.room.database.daily.begin(person.id, day, world.guild.id, ("a",), world.now())
        await hall.room.database.daily.play(kept.user_id, day, 1, ("a", "b"), world.now(), (points, 3))
    await choose(hall, channel)
    await until(hall, HOUR_S)
    assert "best" not in texts_of(posts(channel)[0]), "today's results would give away what is possible"
    await until(hall, DAY_S + HOUR_S)
    text = texts_of(posts(channel)[1])
    (line,) = [line for line in text.splitlines() if "best" in line]
    assert "Yesterday’s best: **Alice and Chloé** with +2 · average of 3 people: +1 · the maître: " in line


@pytest.mark.parametrize("missing", ["view_channel", "send_messages"])
async def test_a_permission_that_is_missing_is_named_in_the_setting_and_the_next_day_is_tried_again(
    hall: Hall, missing: str, caplog: pytest.LogCaptureFixture
) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    overwrite(hall, channel, missing)
    page = await settings_page(hall)
    named = hall.room.texts("en")(f"pages.permission.{missing}")
    assert f"The bot cannot post in <#{channel.id}> yet" in page.text
    assert named in page.text
    sent = len(world.requests("POST", f"/channels/{channel.id}/messages"))
    with caplog.at_level(logging.INFO, logger="bot.adapter.poster"):
        await until(hall, HOUR_S)
        await hall.world.pass_time(600)
    refusals = [record for record in caplog.records if "cannot be posted" in record.getMessage()]
    assert len(refusals) == 1, "once a try"
    assert len(world.requests("POST", f"/channels/{channel.id}/messages")) == sent, "it is known beforehand, not tried"
    overwrite(hall, channel)
    await until(hall, 2 * HOUR_S)
    assert posts(channel) == [], "tried each day, not all day"
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == 1


async def test_a_channel_that_is_gone_is_told_in_the_setting_and_costs_nothing_else(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    world.env.backend.delete_channel(channel.id)
    await world.env.settle()
    assert "The channel you chose no longer exists. Choose another." in (await settings_page(hall)).text
    await until(hall, HOUR_S)
    assert world.requests("POST", f"/channels/{channel.id}/messages") == []
    other = world.guild.create_text_channel("new")
    await choose(hall, other, hour=2)
    await until(hall, 2 * HOUR_S)
    assert posts(other) == [], "today it was tried"
    await until(hall, DAY_S + 2 * HOUR_S)
    assert len(posts(other)) == 1


async def test_a_refusal_of_discords_is_left_until_the_next_day(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50013, times=1)
    await until(hall, 2 * HOUR_S)
    assert len(world.requests("POST", f"/channels/{channel.id}/messages")) == 1
    assert posts(channel) == []
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == 1


async def test_what_discord_does_not_answer_is_sent_again_as_the_same_message(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=2)
    await until(hall, 2 * HOUR_S)
    assert len(posts(channel)) == 1
    requests = world.requests("POST", f"/channels/{channel.id}/messages")
    assert len(requests) == 3
    assert len({request.json["nonce"] for request in requests if request.json}) == 1


async def test_what_discord_takes_only_after_its_nonce_is_forgotten_is_not_sent_a_second_time(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=None)
    await until(hall, HOUR_S)
    await world.pass_time(300)
    tries = len(world.requests("POST", f"/channels/{channel.id}/messages"))
    assert tries > 2
    world.env.backend.faults.clear()
    await world.pass_time(900)
    assert len(world.requests("POST", f"/channels/{channel.id}/messages")) == tries
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == 1


async def test_a_crash_between_the_claim_and_the_post_brings_no_post_and_never_two(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    posting = DuePosting(PostingKind.DAILY, world.guild.id, channel.id, BEGINNING_MS + HOUR_S * 1000)
    assert await hall.room.people.servers.claim_posting(posting)
    await world.restart(crash=True)
    await until(hall, 2 * HOUR_S)
    assert posts(channel) == []
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == 1
    await world.restart(crash=True)
    await until(hall, DAY_S + 2 * HOUR_S)
    assert len(posts(channel)) == 1


@pytest.mark.parametrize(("hours", "number"), [(5, 1), (7, 0)])
async def test_a_post_that_an_outage_has_missed_comes_late_within_six_hours_or_not_that_day(
    hall: Hall, hours: int, number: int
) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("deal-of-the-day")
    await choose(hall, channel)
    await hall.sleep((1 + hours) * HOUR_S)
    await world.pass_time(SOON_S)
    assert len(posts(channel)) == number
    await until(hall, DAY_S + HOUR_S)
    assert len(posts(channel)) == number + 1


def test_no_post_is_late_on_another_day() -> None:
    midnight = BEGINNING_MS + DAY_S * 1000
    evening = midnight - HOUR_S * 1000
    assert not is_late(evening, midnight - 1)
    assert is_late(evening, midnight)
    assert not is_late(BEGINNING_MS, BEGINNING_MS + SENT_WITHIN_MS - 1)
    assert is_late(BEGINNING_MS, BEGINNING_MS + SENT_WITHIN_MS)


@pytest.mark.parametrize(("hour", "now_h", "after_h"), [(8, 7, 8), (8, 8, 32), (8, 9, 32), (0, 0, 24), (23, 0, 23)])
def test_the_next_posting_is_never_in_the_past(hour: int, now_h: int, after_h: int) -> None:
    assert next_at(hour, BEGINNING_MS + now_h * HOUR_S * 1000) == BEGINNING_MS + after_h * HOUR_S * 1000


def test_the_post_fits_with_any_number_of_winners(words: Words) -> None:
    rows = [Daily(user, "2026-01-01", 7, 0, (), 1, 3, 4) for user in range(1, 200)]
    names = {row.user_id: "W" * 32 for row in rows}
    reading = read(draw_post(words, "2026-01-02", DailyBoard(rows, names), -1))
    assert len(reading.text) < 600
    assert "196" in reading.text, "three are named"
    assert "{" not in reading.text
    (custom_id,) = reading.buttons.values()
    assert custom_id.endswith(":daily:::open.2026-01-02.0..0") or "open.2026-01-02.0..0" in custom_id
