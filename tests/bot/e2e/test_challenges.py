"""Challenges: who may answer them, what is refused and how, when they end; and two answers at one instant."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.rows.table_rows import TableRow
from bot.tables.state.table_state import Status
from tests.bot.e2e.clicking import confirmation
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, refusals, texts_of, verbs_of

MENU = EN("command.menu.challenge")


async def test_a_challenge_says_who_is_meant_on_what_terms_and_can_be_pressed(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno, clock="correspondence")
    text = texts_of(message)
    assert EN("challenge.to", challenger="Alice", challenged=f"<@{world.bruno.id}>") in text
    assert EN.count("clock.correspondence", 24) in text
    assert set(verbs_of(message)) == {Verb.ACCEPT, Verb.DECLINE, Verb.FAIR, Verb.RULES}
    (sent,) = world.requests("POST", "/interactions/*/callback")
    assert sent.json is not None
    rung = sent.json["data"]["allowed_mentions"]
    assert ([int(user) for user in rung["users"]], rung.get("parse", [])) == ([world.bruno.id], [])


async def test_only_those_concerned_can_answer_a_challenge(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    for_bruno = EN("problem.not_challenged", name="Bruno")
    assert private_answer(await cards.press(world.chloe, message, Verb.ACCEPT)) == for_bruno
    assert private_answer(await cards.press(world.chloe, message, Verb.DECLINE)) == for_bruno
    assert private_answer(await cards.press(world.alice, message, Verb.ACCEPT)) == for_bruno
    assert private_answer(await cards.press(world.alice, message, Verb.DECLINE)) == for_bruno
    assert [row.status for row in await _open(cards)] == [Status.CHALLENGE.value]
    assert verbs_of(await cards.again(message)) == verbs_of(message)


async def test_only_the_challenger_sees_cancel(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    own = confirmation(cards, world.alice)
    assert EN("challenge.sent.to", who="Bruno") in texts_of(own)
    for person in (world.bruno, world.chloe):
        seen = world.channel.history(viewer=person)
        assert [mentioned.id for mentioned in seen] == [message.id]
        assert Verb.CANCEL not in verbs_of(seen[0])


def _own(cards: CardWorld, challenger: simcord.MemberActor) -> list[str]:
    """The private messages that the challenger sees in the channel."""
    return [texts_of(seen) for seen in cards.world.channel.history(viewer=challenger) if seen.flags.ephemeral]


@pytest.mark.parametrize("verb", [Verb.ACCEPT, Verb.DECLINE])
async def test_the_confirmation_vanishes_when_the_challenge_is_answered(cards: CardWorld, verb: Verb) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    assert len(_own(cards, world.alice)) == 1
    await cards.press(world.bruno, message, verb)
    assert _own(cards, world.alice) == []


@pytest.mark.parametrize("cards", [{"challenge_minutes": 5}], indirect=True)
async def test_the_confirmation_vanishes_when_the_challenge_expires(cards: CardWorld) -> None:
    await cards.challenge(cards.world.alice)
    await cards.world.env.advance_time(6 * 60)
    assert await _open(cards) == ()
    assert _own(cards, cards.world.alice) == []


@pytest.mark.parametrize("cards", [{"challenge_minutes": 30}], indirect=True)
async def test_a_confirmation_whose_token_is_spent_is_left_alone(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await world.env.advance_time(16 * 60)
    await cards.press(world.bruno, message, Verb.ACCEPT)
    assert len(_own(cards, world.alice)) == 1
    late = await cards.press(world.alice, confirmation(cards, world.alice), Verb.CANCEL)
    assert private_answer(late) == EN("problem.challenge_over")


async def test_a_confirmation_that_its_reader_has_dismissed_holds_up_nothing(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008)
    await cards.press(world.bruno, message, Verb.ACCEPT)
    assert len(world.requests("DELETE", "/webhooks/*")) == 1
    assert cards.hand(world.alice) is not None


async def test_a_confirmation_is_deleted_later_where_discord_fails(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    world.env.inject_error("DELETE", "/webhooks/*", status=503)
    await cards.press(world.bruno, message, Verb.ACCEPT)
    await world.env.advance_time(60)
    assert len(world.requests("DELETE", "/webhooks/*")) == 2
    assert _own(cards, world.alice) == []


@pytest.mark.parametrize(
    ("verb", "ending"), [(Verb.DECLINE, "challenge.declined"), (Verb.CANCEL, "challenge.cancelled")]
)
async def test_a_challenge_can_be_declined_or_taken_back_and_is_over_then(
    cards: CardWorld, verb: Verb, ending: str
) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    old = cards.snapshot(message)
    if verb is Verb.DECLINE:
        await cards.press(world.bruno, message, verb)
    else:
        await cards.press(world.alice, confirmation(cards, world.alice), verb)
    over = await cards.again(message)
    assert EN(ending, challenger="Alice", challenged="Bruno") in texts_of(over)
    assert not verbs_of(over)
    assert private_answer(await cards.press_late(world.bruno, old, Verb.ACCEPT)) == EN("problem.challenge_over")
    assert await _open(cards) == ()


@pytest.mark.parametrize("cards", [{"challenge_minutes": 5}], indirect=True)
async def test_a_challenge_expires_in_its_time_and_not_before(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await world.pass_time(299)
    assert Verb.ACCEPT in verbs_of(await cards.again(message))
    await world.pass_time(2)
    over = await cards.again(message)
    assert not verbs_of(over)
    assert EN("challenge.expired") in texts_of(over)
    assert await _open(cards) == ()


async def test_a_player_at_as_many_tables_as_are_allowed_is_refused_another(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down(world.alice, world.bruno)
    result = await world.alice.slash(world.channel, "ecarte challenge", member=world.chloe)
    assert private_answer(result) == EN.count("problem.seated", 1, name="Alice")
    result = await world.chloe.slash(world.channel, "ecarte challenge", member=world.bruno)
    assert private_answer(result) == EN.count("problem.other_seated", 1, name="Bruno")
    message = await cards.challenge(world.chloe)
    assert private_answer(await cards.press(world.bruno, message, Verb.ACCEPT)) == EN.count(
        "problem.seated", 1, name="Bruno"
    )
    await cards.challenge(world.alice, world.david, clock="correspondence")


@pytest.mark.parametrize("cards", [{"live_tables": 2}], indirect=True)
async def test_the_number_of_tables_is_a_setting(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down(world.alice, world.bruno)
    await cards.sit_down(world.alice, world.chloe)
    result = await world.alice.slash(world.channel, "ecarte challenge", member=world.david)
    assert private_answer(result) == EN.count("problem.seated", 2, name="Alice", limit=2)


async def test_a_challenge_whose_message_was_deleted_blocks_no_other(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    (before,) = await _open(cards)
    with world.env.time_context():
        await (await cards.again(message)).delete()
    again = await cards.challenge(world.alice, world.bruno, stake=50)
    (after,) = await _open(cards)
    assert before.id != after.id
    await cards.press(world.bruno, again, Verb.ACCEPT)
    assert [row.status for row in await _open(cards)] == [Status.PLAYING.value]


async def test_a_new_challenge_to_the_same_person_takes_the_place_of_the_old_one(cards: CardWorld) -> None:
    world = cards.world
    first = await cards.challenge(world.alice, world.bruno)
    to_all = await cards.challenge(world.alice)
    second = await cards.challenge(world.alice, world.bruno, stake=50)
    assert verbs_of(await cards.again(to_all))
    assert not verbs_of(await cards.again(first))
    assert EN("challenge.cancelled", challenger="Alice") in texts_of(await cards.again(first))
    assert Verb.ACCEPT in verbs_of(second)
    refused = await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno, stake=100_000)
    assert private_answer(refused).startswith(EN("problem.cannot_pay", stake="100,000", purse="1,000")[:10])
    assert Verb.ACCEPT in verbs_of(await cards.again(second)), "a refused challenge replaces no other"


async def test_of_two_identical_challenges_at_the_same_instant_one_remains(cards: CardWorld) -> None:
    world = cards.world

    async def challenge() -> Any:
        return await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)

    results = await world.at_once(challenge, challenge)
    assert len(await _open(cards)) == 1
    shown = [await cards.again(result.response) for result in results if result.response is not None]
    assert sorted(Verb.ACCEPT in verbs_of(message) for message in shown) == [False, True]


async def test_of_two_who_accept_an_open_challenge_at_the_same_instant_one_sits_and_the_other_is_refused(
    cards: CardWorld,
) -> None:
    world = cards.world
    message = await cards.challenge(world.alice)
    assert Verb.DECLINE not in verbs_of(message)
    assert private_answer(await cards.press(world.alice, message, Verb.ACCEPT)) == EN("problem.self")
    people = (world.bruno, world.chloe)
    results = await world.at_once(*(lambda who=who: cards.press(who, message, Verb.ACCEPT) for who in people))
    (row,) = await _open(cards)
    seated = {row.north_id, row.south_id}
    assert len(seated & {world.bruno.id, world.chloe.id}) == 1
    for person, result in zip(people, results, strict=True):
        if person.id in seated:
            assert not refusals([result])
            assert cards.hand(person) is not None
        else:
            assert private_answer(result) == EN("problem.challenge_over")
            assert cards.hand(person) is None


async def test_no_one_sits_down_twice_by_accepting_two_challenges_at_the_same_instant(cards: CardWorld) -> None:
    world = cards.world
    messages = [await cards.challenge(world.alice, world.chloe), await cards.challenge(world.bruno, world.chloe)]
    results = await world.at_once(
        *(lambda message=message: cards.press(world.chloe, message, Verb.ACCEPT) for message in messages)
    )
    assert sorted(row.status for row in await _open(cards)) == [Status.CHALLENGE.value, Status.PLAYING.value]
    assert refusals(results) == [EN.count("problem.seated", 1, name="Chloé")]


async def test_accepting_at_the_instant_at_which_the_challenge_is_taken_back_does_one_of_both(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    own = confirmation(cards, world.alice)
    results = await world.at_once(
        lambda: cards.press(world.alice, own, Verb.CANCEL), lambda: cards.press(world.bruno, message, Verb.ACCEPT)
    )
    said = [answer for answer in refusals(results) if answer != EN("challenge.cancelled.own")]
    assert said == [EN("problem.challenge_over")]
    shown = await cards.again(message)
    assert not verbs_of(shown)
    assert (EN("challenge.cancelled", challenger="Alice") in texts_of(shown)) is (await _open(cards) == ())


async def _open(cards: CardWorld) -> tuple[TableRow, ...]:
    return (await cards.room.database.tables.all_open(cards.world.guild.id)).rows
