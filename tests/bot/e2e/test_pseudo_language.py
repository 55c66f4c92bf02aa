"""The code holds no sentence: played in a pseudo-language, evenings show no letters except those of names and numbers.

Every text of every request is read: messages to all readers, labels, placeholders, forms, completions, names of
threads, alternative texts of pictures, descriptions of commands. Not read: words that are drawn in pictures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from bot.texts import Language
from tests.bot.e2e.clicking import let_time_pass, press_something, someone
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import CardWorld, card_world
from tests.support.pseudo import pseudo_texts, shown_by, unmarked_words
from tests.support.reviews import reviewer_of_the_first
from tests.support.shown import components_of

NAMES = frozenset(
    {"Alice", "Bruno", "Chloé", "David", "Emma", "Felix", "Gina", "Spring", "cup"}
    | {word for one in Language for other in Language for word in re.findall(r"\w+", one.named_in(other))}
)
"""The names of people, the names that they have given, and the names of languages, which are Babel's."""
EVENINGS: dict[str, dict[str, Any]] = {
    "galerie": {"stake": 40, "count": "single-double-treble"},
    "english": {"stake": 40, "style": "english", "rules": "short"},
    "salon": {"stake": 40, "manners": "salon"},
    "rubber": {"stake": 20, "rubber": 3, "clock": "correspondence"},
}
PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    *((page, {}) for page in ("daily", "leaderboard", "preferences", "profile", "purse", "settings", "tables")),
    *((page, {}) for page in ("help", "learn", "game")),
    *(("learn", {"topic": topic}) for topic in ("first", "rules", "lessons", "quiz", "laws", "odds", "hint")),
    *(("game", {"game": "1.1", "show": show}) for show in ("replay", "review", "record", "fair")),
)
MOST_PRESSES = 14


def expect_marked(cards: CardWorld) -> None:
    """Fails if the bot has shown words that come from no catalogue."""
    texts = {word: text for text in shown_by(cards.world.env) for word in unmarked_words(text, NAMES)}
    assert not texts, "\n".join(f"{word}: {text}" for word, text in texts.items())


@pytest.mark.parametrize("manner", EVENINGS)
async def test_an_evening_shows_no_sentence_of_the_code(tmp_path: Path, manner: str) -> None:
    # A press on Review waits only for the first decisions, not for those of a whole rubber.
    teacher = reviewer_of_the_first(6)
    async with card_world(tmp_path, seed=61, fair=True, cut_seconds=30, texts=pseudo_texts(), teacher=teacher) as cards:
        cards.come("emma", "felix", "gina")
        table = await cards.sit_down(cards.world.alice, cards.world.bruno, cut=True, **EVENINGS[manner])
        await _press_for_a_while(cards, table)
        expect_marked(cards)


async def test_a_pool_shows_no_sentence_of_the_code(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=61, texts=pseudo_texts()) as cards:
        world = cards.world
        pool = await cards.challenge(world.alice, pool="all", stake=30)
        for person in (world.bruno, world.chloe):
            await cards.press(person, await cards.again(pool), Verb.ACCEPT)
        (row,) = (await cards.room.database.tables.all_open(world.guild.id)).rows
        await _press_for_a_while(cards, row.id)
        expect_marked(cards)


async def test_a_tournament_shows_no_sentence_of_the_code(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=3, texts=pseudo_texts()) as cards:
        tournaments, world = TournamentHall(cards), cards.world
        await tournaments.started(world.alice, world.bruno, world.chloe, name="Spring cup")
        for _ in range(2):
            ((one, other),) = await tournaments.pairs()
            await cards.play(await tournaments.seat(one, other))
        assert (await tournaments.tournament()).stage.value == "over"
        expect_marked(cards)


async def test_the_pages_show_no_sentence_of_the_code(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=5, texts=pseudo_texts(), teacher=reviewer_of_the_first(6)) as cards:
        world = cards.world
        table = await cards.sit_down(world.alice, world.bruno, stake=20, hints=True)
        await cards.play(table)
        for page, options in PAGES:
            for _ in range(2):
                answer = await world.alice.slash(world.channel, f"ecarte {page}", **options)
                await _leaf(cards, world.alice, answer)
        for option, page in (("find", "learn"), ("game", "game")):
            await world.alice.autocomplete(world.channel, f"ecarte {page}", option, "")
        expect_marked(cards)


async def _press_for_a_while(cards: CardWorld, table: int) -> None:
    """People press anything they see, time passes, and the bot is started anew."""
    for number in range(120):
        if (await cards.view(table)).status is Status.CLOSED:
            break
        person = await someone(cards, table)
        await press_something(cards, person, [*(await cards.tables(table))[-2:], *cards.world.dms(person)[-3:]])
        if number % 40 == 39:
            await let_time_pass(cards)


async def _leaf(cards: CardWorld, reader: simcord.MemberActor, answer: simcord.InteractionResult) -> None:
    """Presses what a page offers, and what comes of it, choosing some of it at random."""
    page: Any = answer.followups[-1] if answer.followups else answer.response
    for _ in range(MOST_PRESSES):
        if page is None:
            return
        page = await cards.again(page)
        offered = _offered(components_of(page))
        if not offered:
            return
        custom_id, values = cards.chance.choice(offered)
        if values:
            after = await reader.select(page, values, custom_id=custom_id)
        else:
            after = await reader.click(page, custom_id=custom_id)
        if after.modal is not None:
            return
        page = after.response or page


def _offered(components: Sequence[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Returns what can be pressed on a page: the ids, and for a menu one of its values."""
    found = []
    for component in components:
        if component["type"] in (2, 3) and not component.get("disabled") and component.get("custom_id"):
            values = [option["value"] for option in component.get("options", ())]
            found.append((component["custom_id"], values[-1:]))
    return found
