"""The story of a finished game: for its two players, never before the end, posted by a player's own press."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.adapter.custom_ids import Press, Verb, encode
from bot.features.story import ToldGame, draw
from bot.people.preferences import Preferences
from bot.pictures import CurveScene
from bot.tables import archive
from bot.tables.archive import GameKey
from ecarte import notation
from ecarte.game import Seat
from ecarte.teaching import Story, story
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import alts_of, private_answer, texts_of, verbs_of

SIGNS = "🟩⬜🟥"


@pytest.fixture
async def played(cards: CardWorld) -> tuple[CardWorld, int]:
    """A table at which one game was played to its end."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return cards, table


async def opened(cards: CardWorld, name: str, table: int) -> Any:
    """Opens the story by the button under the finished game."""
    answer = (await cards.press(cards.named(name), await cards.table(table), Verb.STORY)).response
    assert answer.ephemeral
    return answer


async def expect_story(cards: CardWorld, table: int) -> Story:
    """The story that the library tells of the game's record."""
    told = story(notation.read(await archive.record(cards.room.tables, table, 1)).events, Random)
    assert told is not None
    return told


async def told_to(cards: CardWorld, table: int, name: str, *, own: bool = True) -> ToldGame:
    """Returns the content of a player's page."""
    game = await archive.finished_game(cards.room.app.tables, GameKey(table, 1))
    assert game is not None
    seat = next(player.seat for player in game.players if player.user_id == cards.named(name).id)
    names = {cards.named(each).id: each.title() for each in ("alice", "bruno")}
    return ToldGame(game, await expect_story(cards, table), Seat[seat.upper()], names, own)


def numbers_of(text: str, *heads: str) -> list[int]:
    """Returns the bold numbers of the lines that begin so, as a reader adds them up."""
    numbers = []
    for head in heads:
        (line,) = [line for line in text.splitlines() if line.startswith(head)]
        numbers += [int(number.replace("−", "-")) for number in re.findall(r"\*\*([+−]?\d+)\*\*", line)]
    return numbers


async def test_each_player_reads_four_lines_that_add_up_to_the_own_result(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.outcome is not None
    for name in ("alice", "bruno"):
        text = texts_of(await opened(cards, name, table))
        heads = ("Your chance at the start", "Cards", "Errors", "Hidden cards")
        *parts, result = numbers_of(text, *heads)
        won = view.game.outcome.winner is next(seat for seat in Seat if view.person(seat).id == cards.named(name).id)
        assert sum(parts) == result == 100 * won
        (row,) = [line for line in text.splitlines() if line and set(line) <= set(SIGNS)]
        assert len(row) == view.game.number


async def test_it_says_what_the_library_tells_of_the_record_and_is_told_once(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    told = await expect_story(cards, table)
    for _ in range(2):
        text = texts_of(await opened(cards, "alice", table))
        seat = (await told_to(cards, table, "alice")).seat
        assert f"**{told.points(seat).hidden:+d}**".replace("-", "−").replace("+0", "0") in text
    rows = await cards.room.database.stories.story(table, 1)
    assert rows is not None
    assert Story.read(rows.model, rows.data) == told


async def test_all_numbers_of_the_picture_are_in_its_description_and_in_the_lines_for_text_alone(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    shown = await told_to(cards, table, "alice")
    (picture,) = draw(EN, shown).pictures
    scene = picture.scene
    assert isinstance(scene, CurveScene)
    (described,) = alts_of(await opened(cards, "alice", table))
    written = draw(EN, shown, Preferences(text_only=True))
    assert not written.pictures
    (frame,) = written.view.to_components()
    lines = "\n".join(str(part.get("content", "")) for part in frame["components"])
    assert scene.caption in described
    for place, deal in enumerate(scene.deals, 1):
        after = scene.deals[place].chances[0] if place < len(scene.deals) else float(scene.won)
        line = f"Deal {place} ({deal.score}): {EN.percent(deal.chances[0])} → {EN.percent(after)}"
        assert line in described
        assert line in lines
    assert len(picture.paint()) <= 25_000


async def test_of_a_game_that_is_on_nothing_is_told_however_it_is_asked_for(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    public = await cards.table(table)
    assert Verb.STORY not in verbs_of(public)
    for forged in (f"{table}.1", f"post.{table}.1", f"{table}.2", "x", "post.x"):
        refused = await cards.forge(world.alice, cards.snapshot(public), encode(Press(Verb.STORY, 0, None, forged)))
        assert private_answer(refused) == EN("problem.no_record"), forged
    assert await cards.room.database.stories.story(table, 1) is None


async def test_a_bystander_is_told_whom_to_ask(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    page = await opened(cards, "chloé", table)
    assert texts_of(page).strip() == EN("story.players")
    forged = encode(Press(Verb.STORY, 0, None, f"post.{table}.1"))
    result = await cards.forge(world.chloe, cards.snapshot(page), forged)
    assert private_answer(result) == EN("story.players")
    assert not [post for post in result.followups if not post.ephemeral]


async def test_a_player_posts_it_once_and_the_channel_reads_names_in_its_own_language(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    world = cards.world
    world.speaks(world.bruno, "fr")
    mine, hers = await opened(cards, "bruno", table), await opened(cards, "alice", table)
    assert FR("story.title") in texts_of(mine)
    result = await cards.press(world.bruno, mine, Verb.STORY)
    (posted,) = [post for post in result.followups if not post.ephemeral]
    text = texts_of(posted)
    assert EN("story.start.of", upper="Bruno", start=50).split("**")[0] in text
    assert not re.search(r"\b[Yy]ours?\b", text)
    mine = await cards.again(mine)
    assert FR("souvenir.posted") in texts_of(mine)
    assert Verb.STORY not in verbs_of(mine)
    result = await cards.press(world.alice, hers, Verb.STORY)
    assert not [post for post in result.followups if not post.ephemeral], "it stands in this channel already"


async def test_a_game_that_ended_before_a_decision_has_no_story_and_says_why(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    page = await cards.more(world.bruno, table)
    await cards.press(world.bruno, page, Verb.RESIGN)
    await cards.press(world.bruno, await cards.again(page), Verb.RESIGN)
    assert Verb.STORY not in verbs_of(await cards.table(table)), "there is nothing to review either"
    game = (await world.alice.slash(world.channel, "ecarte game")).response
    assert game is not None
    answer = (await cards.press(world.alice, game, Verb.STORY)).response
    assert texts_of(answer).strip() == EN("story.none")


async def test_at_the_end_of_a_game_its_story_is_told_unasked(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=2, end_reviews=True) as cards:
        table = await cards.sit_down(cards.world.alice, cards.world.bruno)
        await cards.play(table)
        await cards.world.env.settle()
        row = await cards.room.database.stories.story(table, 1)
        assert row is not None
        assert Story.read(row.model, row.data) == await expect_story(cards, table)
        assert len(await cards.room.database.stories.form(cards.world.guild.id, cards.world.alice.id, 5)) == 1
