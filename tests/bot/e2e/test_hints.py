"""Hints, by clicks and commands: against the house, where both players agreed on them, and nowhere else.

What a hint says is for tests/ecarte/teaching/test_hint.py; those of the lessons are in tests/bot/pages/test_lesson.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.tables.events.codec import EVENTS
from bot.tables.terms import Terms
from bot.texts import Words
from ecarte.ai import player_of
from tests.bot.e2e.test_house import begin
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.shown import texts_of

SLOW = Policy(player_of, lambda _what, _table, _chance: 20_000)
"""A house that moves only when the clock is moved."""


def text_of(result: Any) -> str:
    """Returns the text of the last message after a press or a command, which only one person could see."""
    found = result.followups[-1] if result.followups else result.response
    assert found.ephemeral
    return texts_of(found).strip()


async def hint(cards: CardWorld, person: simcord.MemberActor) -> str:
    """The answer to `/ecarte hint`."""
    return text_of(await person.slash(cards.world.channel, "ecarte learn", topic="hint"))


def lay(cards: CardWorld) -> None:
    """Fixes the cards: Alice is the elder, with four trumps. Bruno, or the house, deals."""
    cards.house.cuts.append("7S KS")
    cards.house.packs.append(stacked_pack(elder="KS QS JS AS 7C", dealer="7H 8H 9H 7D 8D", turn_up="8S"))


# ---------------------------------------------------------------- against the house


@pytest.mark.parametrize("words", [EN, FR], ids=["English", "French"])
async def test_against_the_house_a_hint_says_what_and_why(tmp_path: Path, words: Words) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        world = cards.world
        lay(cards)
        table = await begin(cards, world.alice)
        world.speaks(world.alice, words.language.value)
        version = (await cards.view(table)).version
        text = await hint(cards, world.alice)
        assert text.startswith("💡")
        assert words("review.propose") in text
        assert text.count("\n") == 1, "what and why in a sentence, and the book"
        assert (await hint(cards, world.alice)) == text
        assert (await cards.view(table)).version == version, "nothing has happened at the table"
        await cards.does("alice", Verb.PROPOSE)
        assert (await hint(cards, world.alice)) == words("hint.wait")


# ---------------------------------------------------------------- where both agreed


@pytest.mark.parametrize("words", [EN, FR], ids=["English", "French"])
async def test_where_both_agreed_the_player_to_act_gets_a_hint(cards: CardWorld, words: Words) -> None:
    world = cards.world
    await cards.room.database.servers.put_settings(world.guild.id, {"language": words.language.value})
    lay(cards)
    challenge = await cards.challenge(world.alice, world.bruno, hints=True, stake=50)
    assert words("hint.agreed") in texts_of(challenge), "a person who accepts knows it"
    await cards.press(world.bruno, challenge, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert words("table.fact.hints") in texts_of(await cards.table(row.id)), "backers know it"
    await cards.fill(world.chloe, await cards.table(row.id), Verb.BET, "20")
    for person in (world.alice, world.bruno, world.chloe):
        world.speaks(person, words.language.value)
    assert (await hint(cards, world.alice)) == words("hint.wait"), "no card is dealt yet"
    await cards.deal(row.id)
    assert words("table.fact.hints") in texts_of(await cards.table(row.id))
    version = (await cards.view(row.id)).version
    assert words("review.propose") in (await hint(cards, world.alice))
    assert (await hint(cards, world.bruno)) == words("hint.wait")
    assert (await hint(cards, world.chloe)) == words("hint.none"), "a backer gets none"
    assert (await cards.view(row.id)).version == version
    await cards.does("alice", Verb.PROPOSE)
    assert words("review.accept") in (await hint(cards, world.bruno))
    await cards.play(row.id)
    assert words("table.fact.hints") in texts_of(await cards.table(row.id)), "it holds for the next game"
    await cards.press(world.alice, await cards.table(row.id), Verb.CLOSE)
    assert words("table.fact.hints") not in texts_of(await cards.table(row.id))


async def test_a_hint_is_about_the_table_at_which_it_is_asked_for(cards: CardWorld) -> None:
    world = cards.world
    lay(cards)
    with_hints = await cards.sit_down(world.alice, world.bruno, hints=True, clock="correspondence")
    without = await cards.sit_down(world.alice, world.chloe, clock="correspondence")
    told = []
    for table in (with_hints, without):
        place = world.env.backend.get_channel((await cards.view(table)).place)
        at_table = simcord.ChannelHandle(world.env, world.guild, place)
        told.append(text_of(await world.alice.slash(at_table, "ecarte learn", topic="hint")))
    assert EN("review.propose") in told[0]
    assert told[1] == EN("hint.people"), "not the one of another table"
    assert (await hint(cards, world.alice)) == told[0], "where no table is, that which has hints is meant"


async def test_tables_of_older_versions_know_of_no_agreement() -> None:
    agreed = Terms(hints=True)
    assert EVENTS.read_fields(Terms, EVENTS.write_fields(agreed)) == agreed
    older = {key: value for key, value in EVENTS.write_fields(agreed).items() if key != "hints"}
    assert EVENTS.read_fields(Terms, older) == Terms()


# ---------------------------------------------------------------- nowhere else


async def test_against_people_who_did_not_agree_there_is_no_hint(cards: CardWorld) -> None:
    world = cards.world
    assert (await hint(cards, world.alice)) == EN("hint.none")
    table = await cards.sit_down(world.alice, world.bruno)
    assert EN("table.fact.hints") not in texts_of(await cards.table(table))
    for person in (world.alice, world.bruno):
        assert (await hint(cards, person)) == EN("hint.people")
    assert (await hint(cards, world.chloe)) == EN("hint.none")


async def test_in_a_pool_there_is_none_and_it_says_why(cards: CardWorld) -> None:
    world = cards.world
    pool = await cards.challenge(world.alice, pool="all", stake=10)
    for person in (world.bruno, world.chloe):
        await cards.press(person, await cards.again(pool), Verb.ACCEPT)
    (number,) = {row.id for person in world.people for row in await cards.room.database.tables.open_of(person.id)}
    view = await cards.view(number)
    playing = [cards.person(player.id) for player in view.seats or ()]
    assert len(playing) == 2
    for person in playing:
        assert (await hint(cards, person)) == EN("hint.pool")


async def test_in_a_tournament_there_is_none_and_it_says_why(cards: CardWorld) -> None:
    tournaments, world = TournamentHall(cards), cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe)
    ((one, other),) = await tournaments.pairs()
    await tournaments.seat(one, other)
    for player in (one, other):
        assert (await hint(cards, player)) == EN("hint.stakes")
