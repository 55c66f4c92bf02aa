"""The deal of the day by clicks: one try each, kept through restarts, the same for all, shared without a card.

The maître plays, with the cards that dates give. Not proved here: how well it plays, and that the deal follows from the
date as documented (tests/ecarte/teaching/test_daily.py).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import discord
import pytest
import simcord

from bot.adapter import formatting
from bot.config import Settings
from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, DailyReader, draw_play, draw_start, share_line
from bot.people.preferences import Preferences
from bot.rows.member_rows import Daily
from bot.storage import Database
from bot.texts import Language, Texts, Words
from ecarte.game import (
    PACK,
    Card,
    PlayerView,
    Rules,
    State,
    apply_deal,
    begin,
    player_view,
    replay,
)
from ecarte.teaching import ME, OPPONENT, daily
from ecarte.teaching.position import play_on
from tests.bot.features.playing import Actor, Answer, Hall
from tests.bot.features.reading import read
from tests.support.erasing import erase_person
from tests.support.room import Room
from tests.support.shown import alts_of
from tests.support.simcord import world

TO_MIDNIGHT_MS = 86_400_000 - 60_000
"""The time of the bot's clock within a day: a minute before midnight."""
READER = DailyReader(7, "Alice", Preferences())
DAY = "2026-11-21"
KEEP = {Texts.load()(language)("hand.discard.none") for language in (Language("en"), Language("fr"))}


def day_of(hall: Hall) -> str:
    """The day by the bot's clock."""
    return today(hall.room.now)


async def kept(hall: Hall, person: simcord.MemberActor, day: str | None = None) -> Daily:
    """The stored try of a person."""
    found = await hall.room.database.daily.of(person.id, day or day_of(hall))
    assert found is not None
    return found


async def begun(hall: Hall, person: simcord.MemberActor) -> Answer:
    """Opens the deal as a person, and begins."""
    start = await hall.ask(person, "daily")
    begin = "Begin" if "Begin" in start.reading.buttons else "Commencer"
    return await hall.click(person, start, begin)


def moves(page: Answer) -> list[str]:
    """The ids of the buttons that make a move, a discard left out."""
    return [
        custom_id
        for custom_id in page.reading.buttons.values()
        if ":daily:" in custom_id and not re.search(r"::(share|discard|begin|open|week)\.", custom_id)
    ]


def toggles(page: Answer) -> list[str]:
    """Returns the ids of the cards that a press picks, or puts back."""
    return [custom_id for custom_id in page.reading.buttons.values() if "::pick." in custom_id]


def places_of(toggle: str) -> list[str]:
    """Returns the places that are picked after a press."""
    return [place for place in toggle.split(".")[-2].split(",") if place]


async def step(hall: Hall, person: Actor, page: Answer, rng: random.Random) -> Answer | None:
    """Makes a random move. Returns None if the deal is over."""
    if toggles(page):
        for more in range(2):
            pick = rng.choice([toggle for toggle in toggles(page) if len(places_of(toggle)) == more + 1])
            page = hall.answer(await person.click(page.message, custom_id=pick), page)
        offered = page.reading.buttons.items()
        (confirm,) = [item for label, item in offered if "::discard." in item and label not in KEEP]
        return hall.answer(await person.click(page.message, custom_id=confirm), page)
    found = moves(page)
    if not found:
        return None
    return hall.answer(await person.click(page.message, custom_id=rng.choice(found)), page)


async def to_the_end(hall: Hall, person: Actor, page: Answer, seed: int = 1) -> Answer:
    """Plays to the end at random, as a person."""
    rng = random.Random(seed)
    while (after := await step(hall, person, page, rng)) is not None:
        page = after
    return page


async def test_the_deal_is_not_played_again_by_who_deletes_their_data(hall: Hall) -> None:
    alice = hall.world.alice
    await to_the_end(hall, alice, await begun(hall, alice))
    await erase_person(hall.room.database, alice.id, at=hall.room.now)
    again = await begun(hall, alice)
    assert "each person has one try" in again.text


async def test_the_deal_is_played_privately_to_its_end_and_stands_on_the_board(hall: Hall) -> None:
    alice = hall.world.alice
    start = await hall.ask(alice, "daily")
    assert start.private
    assert "One deal at 0–0 against **House (maître)**" in start.text
    page = await hall.click(alice, start, "Begin")
    assert page.message.id == start.message.id
    end = await to_the_end(hall, alice, page)
    over = await kept(hall, alice)
    assert over.ended_at is not None
    assert over.guild_id == hall.world.guild.id
    assert "You scored" in end.text
    assert "The house was dealt" in end.text
    assert "🥇 Alice" in end.text
    assert list(end.reading.buttons) == ["Show it here", "This week", "Find an opponent", "Remind me"]
    assert (await hall.ask(alice, "daily")).text == end.text


async def test_in_french(hall: Hall) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    end = await to_the_end(hall, bruno, await begun(hall, bruno))
    assert "Vous marquez" in end.text
    assert "🥇 Bruno" in end.text
    assert list(end.reading.buttons) == ["Montrer ici", "Cette semaine", "Trouver un adversaire", "Me le rappeler"]


async def test_all_players_get_the_same_deal_and_the_same_answers(hall: Hall) -> None:
    ends = [await to_the_end(hall, one, await begun(hall, one), 5) for one in (hall.world.alice, hall.world.bruno)]
    one, two = [(await kept(hall, actor)).moves for actor in (hall.world.alice, hall.world.bruno)]
    assert one == two
    assert re.findall("```\n.*\n```", ends[0].text) == re.findall("```\n.*\n```", ends[1].text)
    assert "🥇 Alice" in ends[1].text
    assert "🥇 Bruno" in ends[1].text, "equal results share a place"


async def test_there_is_one_try_and_what_was_begun_is_found_again(hall: Hall) -> None:
    alice = hall.world.alice
    first = await begun(hall, alice)
    again = await hall.ask(alice, "daily")
    assert again.text == first.text
    start = f"ecb:daily:0::begin.{day_of(hall)}.0..{alice.id}"
    end = await to_the_end(hall, alice, again)
    before = await kept(hall, alice)
    await pressed(hall, alice, end, start)
    assert await kept(hall, alice) == before
    # The first page is old now, so its buttons make no move.
    old = hall.answer(await alice.click(first.message, custom_id=moves(first)[0]), first)
    assert old.text == end.text
    assert await kept(hall, alice) == before


async def pressed(hall: Hall, person: Actor, page: Answer, custom_id: str) -> Answer:
    """Presses a button of a page with an id that differs from the drawn one."""
    stored = hall.world.env.backend.get_message(page.message.channel.id, page.message.id)
    (known, *_) = page.reading.buttons.values()
    stored.components[:] = json.loads(json.dumps(stored.components).replace(known, custom_id))
    return hall.answer(await person.click(page.message, custom_id=custom_id), page)


async def test_a_press_that_comes_twice_makes_one_move(hall: Hall) -> None:
    alice = hall.world.alice
    page = await begun(hall, alice)
    before = await kept(hall, alice)
    ids = moves(page)

    async def one() -> simcord.InteractionResult:
        return await alice.click(page.message, custom_id=ids[0])

    async def other() -> simcord.InteractionResult:
        return await alice.click(page.message, custom_id=ids[-1])

    await hall.world.at_once(one, other, one)
    after = await kept(hall, alice)
    assert after.moves[: len(before.moves)] == before.moves
    first = [
        daily.answer(before.day, before.moves, move) for move in daily.view_of(before.day, before.moves).legal_moves
    ]
    assert after.moves in first, "one move, and what follows from it"


async def test_a_restart_in_the_middle_changes_nothing(hall: Hall) -> None:
    alice, rng = hall.world.alice, random.Random(3)
    page: Answer | None = await begun(hall, alice)
    crash = False
    while page is not None:
        await hall.world.restart(crash=crash)
        crash, last = not crash, page
        page = await step(hall, alice, page, rng)
    assert "You scored" in last.text
    over = await kept(hall, alice)
    assert daily.is_over(daily.view_of(over.day, over.moves))


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Hall]:
    """The bot at work, a minute before midnight."""

    async def make(now: Callable[[], int]) -> discord.Client:
        database = await Database.open(str(tmp_path / "evening.sqlite3"))
        await database.migrate()
        chance = random.Random(20)
        return Room(Settings(), database, Texts.load(), chance=chance, now=lambda: now() + TO_MIDNIGHT_MS)

    async with world(make) as made:
        yield Hall(made)


async def test_at_midnight_there_is_another_deal_and_yesterdays_can_still_be_ended(evening: Hall) -> None:
    hall, alice, bruno = evening, evening.world.alice, evening.world.bruno
    yesterday = day_of(hall)
    stale = await hall.ask(bruno, "daily")
    await begun(hall, alice)
    await hall.world.pass_time(90)
    assert day_of(hall) != yesterday
    fresh = await hall.click(bruno, stale, "Begin")
    assert "Begin" in fresh.reading.buttons, "a day that is over cannot be begun"
    assert await hall.room.database.daily.of(bruno.id, yesterday) is None
    start = await hall.ask(alice, "daily")
    left = await hall.click(alice, start, "Yesterday’s, unfinished")
    end = await to_the_end(hall, alice, left)
    assert (await kept(hall, alice, yesterday)).ended_at is not None
    assert "You scored" in end.text
    assert "Yesterday in this server" in (await hall.ask(bruno, "daily")).text


async def test_a_result_is_shown_to_all_once_and_names_no_card(hall: Hall) -> None:
    alice = hall.world.alice
    end = await to_the_end(hall, alice, await begun(hall, alice))
    told = await hall.click(alice, end, "Show it here")
    assert not told.private
    (alt,) = alts_of(told.message)
    assert alt.startswith("Alice, deal of ")
    assert not any(formatting.card_name(hall.room.texts(Language.ENGLISH), card) in alt for card in PACK)
    assert not set(alt + told.text) & set("♠♥♦♣")
    assert not told.reading.buttons
    messages = len(hall.world.channel.history(viewer=hall.world.david))
    assert "You scored" in (await hall.click(alice, end, "Show it here")).text
    assert len(hall.world.channel.history(viewer=hall.world.david)) == messages


async def test_a_press_on_the_page_of_another_player_opens_a_page_of_its_own_and_plays_nothing(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    hers = await begun(hall, alice)
    before = await kept(hall, alice)
    his = await hall.ask(bruno, "daily")
    own = await pressed(hall, bruno, his, moves(hers)[0])
    assert own.private
    assert "Begin" in own.reading.buttons
    assert await kept(hall, alice) == before


async def test_a_person_erased_meanwhile_has_their_try_before_them(hall: Hall) -> None:
    alice = hall.world.alice
    page = await begun(hall, alice)
    await erase_person(hall.room.database, alice.id)
    again = hall.answer(await alice.click(page.message, custom_id=moves(page)[0]), page)
    assert "Begin" in again.reading.buttons
    assert await hall.room.database.daily.of(alice.id, day_of(hall)) is None


@pytest.mark.parametrize("language", list(Language), ids=lambda language: language.value)
async def test_no_page_before_the_end_names_a_card_that_its_reader_has_not_seen(hall: Hall, language: Language) -> None:
    words = hall.room.texts(language)
    for seed, person in enumerate((hall.world.alice, hall.world.bruno, hall.world.chloe)):
        hall.world.speaks(person, language.value)
        page: Answer | None = await begun(hall, person)
        rng = random.Random(seed)
        while page is not None:
            now = await kept(hall, person)
            view = daily.view_of(now.day, now.moves)
            if daily.is_over(view):
                break
            said = json.dumps(page.reading.parts, ensure_ascii=False)
            for card in hidden(view):
                assert formatting.card(words, card) not in said
                assert formatting.card_name(words, card) not in said
            form = rf"ec[bs]:daily:0::[a-z]+\.{now.day}\.{len(now.moves)}\.[0-4,]*\.{person.id}"
            ids = [str(part["custom_id"]) for part in page.reading.parts if "custom_id" in part]
            assert all(re.fullmatch(form, custom_id) for custom_id in ids), ids
            page = await step(hall, person, page, rng)


def hidden(view: PlayerView) -> Sequence[Card]:
    """Returns the cards that the reader of a view has not seen."""
    tricks = [card for trick in view.public.tricks for card in (trick.lead, trick.reply)]
    return [card for card in PACK if card not in {*view.places, *tricks, *view.discarded, view.public.turn_up}]


@pytest.mark.parametrize(
    "argument",
    [
        "{day}.0.0.{id}",
        "play.{day}.{after}.9.{id}",
        "play.{day}.{after}..{id}",
        "dance.{day}.{after}..{id}",
        "play.{day}.x.0.{id}",
        "discard.{day}.{after}.a.{id}",
        "accept.{day}.{after}..{id}",
        "giveif.{day}.{after}..{id}",
    ],
)
async def test_a_button_of_another_version_is_refused_kindly(hall: Hall, argument: str) -> None:
    alice = hall.world.alice
    page = await begun(hall, alice)
    before = await kept(hall, alice)
    said = argument.format(day=before.day, after=len(before.moves), id=alice.id)
    told = await pressed(hall, alice, page, f"ecb:daily:0::{said}")
    assert told.private
    assert told.text in {hall.room.texts("en")(f"problem.{problem}") for problem in ("stale", "not_lawful")}
    assert await kept(hall, alice) == before


# ---------------------------------------------------------------- the pages as drawn


def stood(pack: Sequence[Card], said: Sequence[str]) -> State:
    """Returns a deal of this pack by the opponent, after these moves."""
    return play_on(apply_deal(replay(begin(Rules(), dealer=OPPONENT)), tuple(pack)), said)


@pytest.mark.parametrize("seed", range(5))
def test_what_the_house_holds_changes_nothing_on_a_page(words: Words, seed: int) -> None:
    rng = random.Random(seed)
    pack = rng.sample(PACK, 32)
    # The opponent's five cards, and those of the talon that no one will see, lie in another order the second time.
    secret = [3, 4, 5, 8, 9, *range(15, 32)]
    other = list(pack)
    for place, card in zip(secret, rng.sample([pack[index] for index in secret], len(secret)), strict=True):
        other[place] = card
    mine = [*pack[:3], *pack[6:8]]
    positions: tuple[list[str], ...] = (
        [],
        ["propose", "accept"],
        ["propose", "accept", f"discard {mine[0]} {mine[1]}", "discard"],
    )
    for said in positions:
        one, two = (draw_play(words, DAY, seen(cards, said), len(said), READER) for cards in (pack, other))
        assert one.digest == two.digest
        assert [picture.name for picture in one.pictures] == [picture.name for picture in two.pictures]


def seen(pack: Sequence[Card], said: Sequence[str]) -> PlayerView:
    """Returns the learner's view of such a deal."""
    return player_view(stood(pack, said), ME)


def test_the_line_to_share_shows_tricks_and_points_and_no_card(words: Words) -> None:
    for number in range(1, 29):
        day, rng = f"2027-02-{number:02}", random.Random(number)
        log = daily.open_log(day)
        while not daily.is_over(view := daily.view_of(day, log)):
            log = daily.answer(day, log, rng.choice(list(view.legal_moves)))
        line = share_line(words, day, daily.result(view))
        assert not set(line) & set("♠♥♦♣")
        assert line.count("🟩") == view.public.taken[ME.index]
        assert line.count("🟩") + line.count("⬜") == 5
        assert not any(formatting.card_name(words, card) in line for card in PACK)


def test_a_long_board_shows_the_first_ten_and_the_readers_own_place(words: Words) -> None:
    rows = [Daily(user_id, DAY, 1, 1, (), 2, 1 if user_id < 3 else 0, 3) for user_id in range(1, 31)]
    rows.append(Daily(99, DAY, 1, 1, (), 2, -1, 1))
    names = {row.user_id: f"P{row.user_id}" for row in rows}
    reader = DailyReader(99, "P99", Preferences())
    text = read(draw_start(words, DAY, reader, DailyBoard(rows, names), 0, None)).text
    places = [line.split()[0] for line in text.split("\n") if "P" in line and "·" in line]
    assert places == ["🥇", "🥇", *["**3.**"] * 8, "**31.**"]
    assert "⋯" in text


def test_the_page_before_says_who_deals(words: Words) -> None:
    told = set()
    for number in range(1, 9):
        day = f"2026-11-{number:02}"
        text = read(draw_start(words, day, READER, DailyBoard((), {}), 1, "2026-10-31")).text
        key = "daily.deals.you" if daily.dealer(day) is ME else "daily.deals.house"
        assert words(key) in text
        told.add(key)
    assert len(told) == 2
