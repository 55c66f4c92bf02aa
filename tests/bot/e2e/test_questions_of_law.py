"""The button at a table that opens the law in dispute: private, and giving nothing hidden away."""

from __future__ import annotations

import re
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from tests.bot.features.reading import Reading, read
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import texts_of, verbs_of

ELDER_HAS_THE_KING = stacked_pack(
    elder="KH QS JS AS TS", dealer="QD JD AD TD 9D", turn_up="7H", talon="7S 8S 7C 8C 9C TC"
)
DEALER_HAS_THE_KING = stacked_pack(
    elder="QS JS AS TS 9S", dealer="KH JD AD TD 9D", turn_up="7H", talon="7S 8S 7C 8C 9C TC"
)


async def _asks(cards: CardWorld, person: simcord.MemberActor, table: int) -> tuple[Any, Reading]:
    """Presses the button at the table. Returns the private message that opens."""
    result = await cards.press(person, await cards.table(table), Verb.LAW)
    assert result.response is not None
    assert result.response.ephemeral
    return result.response, read(result.response.components)


async def _public(cards: CardWorld, table: int) -> Reading:
    message = await cards.table(table)
    return _now(cards, message.channel.id, message.id)


def _now(cards: CardWorld, channel_id: int, message_id: int) -> Reading:
    """Returns the current state of a message."""
    return read(cards.world.env.backend.get_message(channel_id, message_id).components)


def _opened(reading: Reading) -> int:
    found = re.search(r"^## (\d+)\. ", reading.text, re.MULTILINE)
    assert found is not None
    return int(found[1])


async def test_the_button_opens_the_law_for_what_stands_on_the_table(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(ELDER_HAS_THE_KING)
    opened = []
    for name, verb in (("bruno", Verb.PROPOSE), ("alice", Verb.REFUSE), ("bruno", Verb.PLAY)):
        opened.append(_opened((await _asks(cards, world.alice, table))[1]))
        await cards.does(name, verb)
    message, reading = await _asks(cards, world.bruno, table)
    opened.append(_opened(reading))
    assert opened == [26, 27, 40, 43]
    assert EN("law.43.gist") in reading.text
    choice = reading.selects[0]
    await world.bruno.select(message, ["49"], custom_id=choice["custom_id"])
    turned = _now(cards, message.channel_id, message.id)
    assert _opened(turned) == 49
    values = [option["value"] for option in choice["options"]]
    before = values[values.index("49") - 1]
    await world.bruno.click(message, custom_id=turned.buttons["Previous"])
    assert _opened(_now(cards, message.channel_id, message.id)) == int(before)


async def test_readers_ask_in_their_own_language(cards: CardWorld) -> None:
    world = cards.world
    world.speaks(world.chloe, "fr")
    table = await cards.sit_down(world.alice, world.bruno)
    assert EN("law.question") in texts_of(await cards.more(world.alice, table))
    _, reading = await _asks(cards, world.chloe, table)
    assert FR(f"law.{_opened(reading)}.heading") in reading.text
    assert FR("law.words") in reading.text
    assert len(await cards.tables(table)) == 1, "nothing was said in public"


async def test_what_the_button_answers_does_not_depend_on_what_is_hidden(cards: CardWorld) -> None:
    world = cards.world
    answers = []
    for pack, (one, two) in (
        (ELDER_HAS_THE_KING, (world.alice, world.bruno)),
        (DEALER_HAS_THE_KING, (world.chloe, world.david)),
    ):
        cards.house.cuts.append("KS 7S")
        cards.house.packs.append(pack)
        table = await cards.sit_down(one, two)
        _, reading = await _asks(cards, world.david, table)
        answers.append((reading.text, [select["options"] for select in reading.selects]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(("style", "number"), [("french", 54), ("english", 52)])
async def test_while_bets_are_open_it_is_the_law_of_bystanders(cards: CardWorld, style: str, number: int) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=40, style=style)
    assert _opened((await _asks(cards, world.david, table))[1]) == number


async def test_after_the_game_it_is_how_the_game_was_won(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.play(table)
    message = await cards.table(table)
    assert Verb.REMATCH in verbs_of(message)
    _, reading = await _asks(cards, world.alice, table)
    assert _opened(reading) == 46


async def test_the_table_with_all_its_buttons_is_what_discord_takes(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=40)
    rows = [part for part in (await _public(cards, table)).parts if part["type"] == 1]
    await cards.deal(table)
    rows += [part for part in (await _public(cards, table)).parts if part["type"] == 1]
    await cards.play(table)
    rows += [part for part in (await _public(cards, table)).parts if part["type"] == 1]
    assert [len(row["components"]) for row in rows] == [2, 2, 2, 2, 3]
