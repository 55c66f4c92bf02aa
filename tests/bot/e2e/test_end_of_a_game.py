"""The end of a game: one message at the table that tells everything, with the way to the next game first."""

from __future__ import annotations

import re

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.features.deal import text as deal_text
from bot.features.table import render as table_render
from bot.house.looking_back import BestAdvice
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from tests.bot.e2e.clicking import deny
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import components_of, private_answer, texts_of, verbs_of

RATED = EN("rating.moved.all", people="")


@pytest.fixture
async def played(cards: CardWorld) -> tuple[CardWorld, int]:
    """A table at which one game was played to its end."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return cards, table


def first_text(message: discord.Message) -> str:
    """Returns the text above the picture."""
    return str(next(part["content"] for part in components_of(message) if part["type"] == 10))


async def decided(cards: CardWorld, table: int) -> str:
    """Returns the line about the deal that decided."""
    view = await cards.view(table)
    assert view.game is not None
    (line,) = deal_text.decided(EN, view, view.game_no, view.game)
    return line


async def test_the_table_tells_the_result_the_ratings_and_the_deciding_deal_above_the_picture(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.outcome is not None
    moved = await cards.room.app.people.ratings.game(table, 1, cards.room.app.people.now())
    assert moved is not None
    assert view.game.outcome.winner is not None
    winner, loser = (view.person(seat) for seat in (view.game.outcome.winner, view.game.outcome.winner.other))
    lines = first_text(await cards.table(table)).splitlines()
    assert re.match(rf"## {winner.name} wins 5\s–\s", lines[0])
    (rated,) = (line for line in lines if line.startswith(RATED))
    assert re.fullmatch(
        rf"{RATED}{winner.name} \*\*15\d\d\?\*\*\xa0\(\+9\) · {loser.name} \*\*14\d\d\?\*\*\xa0\(−9\)", rated
    )
    assert lines.index(await decided(cards, table)) > lines.index(rated)


async def test_the_best_advice_of_the_galerie_stands_above_the_picture_too(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.bet(world.chloe, table, Seat.NORTH, 10)
    await cards.play(table)
    view = await cards.view(table)
    assert view.game is not None
    best = BestAdvice(world.chloe.id, 2, 3)
    drawn = table_render.draw(EN, view, view.game_no, view.game, {}, best)
    (frame,) = drawn.view.to_components()
    assert EN("review.advice", who="Chloé", right=2, given=3) in frame["components"][0]["content"].splitlines()


async def test_the_end_sends_no_message_and_edits_each_one_once(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    before: list[int] = []

    async def count() -> bool:
        before.append(len(world.env.http_requests))
        return False

    await cards.play(table, count)
    last = world.env.http_requests[before[-1] :]
    counted = [request for request in last if not request.path.startswith(("/interactions/", "/webhooks/"))]
    assert {request.method for request in counted} <= {"PATCH"}
    paths = [request.path for request in counted]
    assert len(paths) == len(set(paths)) <= 3


async def test_a_rematch_stands_first_then_play_on_and_no_row_is_too_wide_for_a_phone(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    message = await cards.table(table)
    assert list(verbs_of(message)) == [Verb.REMATCH, Verb.FIND_OPPONENT, Verb.REVIEW, Verb.STORY, Verb.MORE]
    assert [len(part["components"]) for part in components_of(message) if part["type"] == 1] == [2, 3]


async def test_play_on_asks_in_the_channel_and_not_in_the_thread_of_the_game(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world, public = cards.world, await cards.table(table)
    assert public.channel.id != world.channel.id, "the game has a thread of its own"
    stored = world.env.backend.messages
    inside = len(stored[public.channel.id])
    own = await cards.press(world.alice, public, Verb.FIND_OPPONENT)
    asked = world.channel.history(viewer=world.chloe)[-1]
    assert EN("challenge.open", challenger="Alice") in texts_of(asked)
    assert Verb.ACCEPT in verbs_of(asked)
    place = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{asked.id}"
    assert private_answer(own).startswith(f"{EN('challenge.sent')} {place}")
    assert len(stored[public.channel.id]) - inside == 1, "the private answer alone"
    await cards.press(world.chloe, asked, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.chloe.id)
    assert (row.status, row.channel_id) == (Status.PLAYING.value, world.channel.id)


async def test_play_on_asks_in_the_thread_where_the_bot_may_not_post_in_the_channel(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    world, public = cards.world, await cards.table(table)
    deny(cards, world.channel.id, "send_messages")
    waiting = (await cards.press(world.alice, public, Verb.FIND_OPPONENT)).response
    assert waiting is not None
    assert EN("challenge.open", challenger="Alice") in texts_of(waiting)


async def test_play_on_seats_two_who_have_just_played_others(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world, public = cards.world, await cards.table(table)
    (on,) = verbs_of(public)[Verb.FIND_OPPONENT]
    await world.alice.click(public, custom_id=on)
    found: simcord.ResponseMessage | None = (await world.chloe.click(public, custom_id=on)).response
    assert found is not None
    assert found.ephemeral
    seated = [row.seated_ids for row in await cards.room.database.tables.open_of(world.chloe.id)]
    assert seated == [frozenset({world.alice.id, world.chloe.id})]
    assert (await cards.view(table)).status is Status.BETWEEN, "the rematch stands open"


async def test_after_a_rematch_the_last_game_keeps_its_story(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    last, line = await cards.table(table), await decided(cards, table)
    for person in (cards.world.alice, cards.world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).game_no == 2
    shown = await cards.again(last)
    assert line in texts_of(shown)
    assert RATED in texts_of(shown)
    assert not verbs_of(shown)
    now = texts_of(await cards.table(table))
    assert line not in now
    assert RATED not in now


async def test_who_wants_no_rating_any_more_is_read_there_no_longer(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    await cards.room.app.people.ratings.want(world.bruno.id, cards.room.app.people.now(), wanted=False)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    assert RATED not in texts_of(await cards.table(table))
    assert await decided(cards, table) in texts_of(await cards.table(table))


async def test_a_game_that_was_resigned_was_decided_by_no_deal(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    menu = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    for _ in range(2):
        await cards.press(world.alice, await cards.again(menu.response), Verb.RESIGN)
    assert (await cards.view(table)).status is Status.BETWEEN
    assert "⚖️" not in texts_of(await cards.table(table))


async def test_the_games_of_the_same_two_are_counted_at_the_table_and_name_its_thread_at_the_end(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    world = cards.world
    (thread,) = world.channel.threads
    assert "Games here" not in texts_of(await cards.table(table)), "one game has its own score"
    won = {Seat.NORTH: 0, Seat.SOUTH: 0}
    for number in (1, 2):
        game = (await cards.view(table)).game
        assert game is not None
        assert game.outcome is not None
        assert game.outcome.winner is not None
        won[game.outcome.winner] += 1
        if number == 1:
            for person in (world.alice, world.bruno):
                await cards.press(person, await cards.table(table), Verb.REMATCH)
            so_far = EN("table.fact.games", a=won[Seat.NORTH], b=won[Seat.SOUTH])
            assert so_far in texts_of(await cards.table(table))
            await cards.play(table)
    alice, bruno = won[Seat.NORTH], won[Seat.SOUTH]
    shown = texts_of(await cards.table(table))
    assert EN("table.games", north="Alice", south="Bruno", a=alice, b=bruno) in shown.splitlines()
    assert EN("hand.games", mine=bruno, theirs=alice, other="Alice") in texts_of(cards.held("bruno")).splitlines()
    await cards.press(world.alice, await cards.more(world.alice, table), Verb.CLOSE)
    names = ("Alice", "Bruno") if alice >= bruno else ("Bruno", "Alice")
    score = {"a": max(alice, bruno), "b": min(alice, bruno)}
    assert world.channel.threads[0].name == EN("thread.name.score", north=names[0], south=names[1], **score)
    assert world.channel.threads[0].id == thread.id


async def test_a_game_resigned_before_the_first_decision_offers_no_review_and_asks_with_two_answers(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    asked = (await cards.press(world.alice, await cards.more(world.alice, table), Verb.RESIGN)).response
    assert asked is not None
    assert [label for label in texts_of(asked).splitlines() if label in (EN("menu.resign"), EN("menu.no"))] == [
        EN("menu.resign"),
        EN("menu.no"),
    ]
    await cards.press(world.alice, asked, Verb.RESIGN, 1)
    assert EN("menu.kept") in texts_of(await cards.again(asked))
    assert (await cards.view(table)).status is Status.PLAYING
    asked = (await cards.press(world.alice, await cards.more(world.alice, table), Verb.RESIGN)).response
    await cards.press(world.alice, asked, Verb.RESIGN)
    assert (await cards.view(table)).status is Status.BETWEEN
    for message in (await cards.table(table), cards.held("alice"), cards.held("bruno")):
        assert Verb.REVIEW not in verbs_of(message)
