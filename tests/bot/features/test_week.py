"""The week of a server in a channel that it has chosen, on Monday: its content, and when it is not posted."""

from __future__ import annotations

import pytest
import simcord

from bot.features.week import Week, draw
from bot.people.server import PostingKind
from bot.pictures import BoardScene
from bot.ranking.tallies import PeriodTotals
from bot.rows.member_rows import DailySum
from bot.texts import Words
from tests.bot.features.making import ALICE, BRUNO, NAMES, NOON, standings
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.bot.features.test_daily_posting import BEGINNING_MS, DAY_S, HOUR_S, ids_of, overwrite, posts, until
from tests.support.shown import alts_of, texts_of

MONDAY_S = 4 * DAY_S + 8 * HOUR_S
"""The simulated clock begins on a Thursday."""


async def choose(hall: Hall, channel: simcord.ChannelHandle) -> Answer:
    """Chooses, as Alice, where the week is posted."""
    alice = hall.world.alice
    panel = await hall.ask(alice, "settings")
    page = await hall.choose(alice, panel, "edit.any", "week")
    assert "Not posted" in page.text
    (select,) = page.reading.channel_selects
    return hall.answer(await alice.select(page.message, [channel], custom_id=select["custom_id"]), page)


def week(*, voles: int = 1, points: int = 3) -> Week:
    """A week of two members."""
    sums = DailySum(ALICE, points, 2), DailySum(BRUNO, points, 3)
    return Week(NOON, PeriodTotals(2, 3, voles, 4), standings(2), sums, {1: "Alice", 2: "Bruno", **NAMES})


async def test_on_monday_the_week_before_is_posted_with_who_has_won_most(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("week")
    page = await choose(hall, channel)
    at = (BEGINNING_MS + MONDAY_S * 1000) // 1000
    assert f"In <#{channel.id}>, on Mondays; next <t:{at}:F>" in page.text
    for winner, loser in ((world.bruno, world.chloe), (world.bruno, world.alice), (world.alice, world.chloe)):
        await hall.play(winner, loser)
    await until(hall, MONDAY_S - 3 * HOUR_S)
    assert posts(channel) == []
    await until(hall, MONDAY_S)
    (post,) = posts(channel)
    assert "The week at the card tables" in texts_of(post)
    (described,) = alts_of(post)
    assert "3 games · 3 members" in described
    assert "1. Bruno · " in described
    find, puzzle = ids_of(post)
    answer = hall.answer(await world.bruno.click(post, custom_id=find))
    assert "is looking for a game" in answer.text
    # The puzzle is everyone's; the answer is each reader's own.
    for person in (world.bruno, world.alice):
        opened = hall.answer(await person.click(post, custom_id=puzzle))
        assert opened.private
        options = [custom_id for custom_id in opened.reading.buttons.values() if "::a." in custom_id]
        assert len(options) > 1
        await person.click(opened.message, custom_id=options[0])
        again = hall.answer(await person.click(post, custom_id=puzzle))
        assert "your answer" in again.text
    await until(hall, MONDAY_S + DAY_S)
    weeks = [message for message in posts(channel) if "The week at the card tables" in texts_of(message)]
    assert len(weeks) == 1, "once a week"


async def test_of_a_week_without_a_game_nothing_is_posted(hall: Hall) -> None:
    channel = hall.world.guild.create_text_channel("week")
    await choose(hall, channel)
    await until(hall, MONDAY_S)
    assert posts(channel) == []
    assert await hall.room.people.servers.due_postings(PostingKind.WEEK, hall.world.now()) == (), "it is over and done"


async def test_where_the_bot_may_not_attach_files_it_comes_in_lines(hall: Hall) -> None:
    world, channel = hall.world, hall.world.guild.create_text_channel("week")
    await choose(hall, channel)
    overwrite(hall, channel, "attach_files")
    await hall.play(world.alice, world.bruno)
    await until(hall, MONDAY_S)
    (post,) = posts(channel)
    assert not post.attachments
    assert "1. Alice · " in texts_of(post)


def test_all_that_the_picture_shows_is_in_its_description_and_in_the_lines(words: Words) -> None:
    drawing = draw(words, week())
    (scene,) = [picture.scene for picture in drawing.pictures]
    assert isinstance(scene, BoardScene)
    lines = read(draw(words, week(), pictures=False)).text
    for shown in (scene.title, *(f"{figure} {about}" for figure, about in scene.tiles)):
        assert shown in read(drawing).described
        assert shown in lines
    for row in scene.rows:
        assert f"{row.mark}. {row.name} · {row.value}" in read(drawing).described
        assert f"{row.mark}. {row.name} · {row.value}" in lines


def test_the_best_of_the_deals_of_the_day_are_named_all_and_only_if_they_made_points(words: Words) -> None:
    assert words.join(["**Alice**", "**Bruno**"]) in read(draw(words, week())).text
    assert "🃏" not in read(draw(words, week(points=0))).text


@pytest.mark.parametrize(("hour", "now_s", "next_s"), [(8, 0, MONDAY_S), (8, MONDAY_S, MONDAY_S + 7 * DAY_S)])
def test_the_next_week_is_posted_on_a_monday(hour: int, now_s: int, next_s: int) -> None:
    assert PostingKind.WEEK.next_at(hour, BEGINNING_MS + now_s * 1000) == BEGINNING_MS + next_s * 1000
