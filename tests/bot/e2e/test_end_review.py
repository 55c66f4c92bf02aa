"""The one line of the review that each player reads at the end of a game, in their own message."""

from __future__ import annotations

from pathlib import Path

from bot.adapter.custom_ids import Verb
from bot.features.review import text as review_text
from bot.house.reviewer import Reviewer
from bot.people import errors
from bot.tables import archive
from ecarte.teaching import given_away, most_telling
from tests.bot.e2e.test_house_in_private import open_game, play
from tests.bot.e2e.test_review import answered
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.reviews import reviewer_of_the_first
from tests.support.shown import texts_of

MARK = "🔎 Your "


def teacher() -> Reviewer:
    """Reviews enough decisions that each of the two players has something to read."""
    return reviewer_of_the_first(8)


def remarks(text: str) -> list[str]:
    """The lines of the review in a message."""
    return [line.removeprefix("-# ") for line in text.splitlines() if MARK in line]


async def expected(cards: CardWorld, table: int, user_id: int) -> str | None:
    """The line that the review of a player's own decisions gives."""
    did = await archive.decisions_of(cards.room.tables, table, 1, user_id)
    return review_text.remark(EN, most_telling(await cards.room.app.reviewer.look_back(did.made)))


async def test_each_player_reads_one_line_of_their_own_review_and_of_no_other(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=2, teacher=teacher(), end_reviews=True) as cards:
        world = cards.world
        table = await cards.sit_down(world.alice, world.bruno)
        await cards.play(table)
        await world.env.settle()
        lines = {person.id: await expected(cards, table, person.id) for person in (world.alice, world.bruno)}
        assert len(set(lines.values()) - {None}) == 2
        for name in ("alice", "bruno"):
            assert remarks(texts_of(cards.held(name))) == [lines[cards.named(name).id]]
        assert all(not remarks(texts_of(message)) for message in await cards.tables(table))
        opened = answered(await cards.press(world.alice, await cards.table(table), Verb.REVIEW))
        assert EN("review.title") in texts_of(opened)
        for person in (world.alice, world.bruno):
            did = await archive.decisions_of(cards.room.tables, table, 1, person.id)
            cost = given_away(await cards.room.app.reviewer.look_back(did.made))
            erred = await errors.of_member(cards.room.people, world.guild.id, person.id)
            assert sum(found.cost for found in erred.values()) == round(100 * cost) > 0


async def test_it_can_be_switched_off(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=2, teacher=teacher(), end_reviews=False) as cards:
        table = await cards.sit_down(cards.world.alice, cards.world.bruno)
        await cards.play(table)
        assert [remarks(texts_of(cards.held(name))) for name in ("alice", "bruno")] == [[], []]
        assert cards.room.app.looking_back.telling_decision(table, 1, cards.world.alice.id) is None


async def test_against_the_house_its_player_reads_it_too(tmp_path: Path) -> None:
    # The packs are fixed, so that the game is always the same. They come at once, and the question comes before the
    # table.
    async with card_world(tmp_path, seed=2, teacher=teacher(), end_reviews=True, cut_seconds=0) as cards:
        world = cards.world
        table, message = await open_game(cards, world.alice)
        await play(cards, world.alice, table, message)
        await world.env.settle()
        assert remarks(texts_of(await cards.again(message))) == [await expected(cards, table, world.alice.id)]
