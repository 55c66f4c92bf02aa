"""Chairs by clicks: rentrants come in by their order, the call rings for them, and a rentrant who stays away is passed
over.
"""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


async def lost(cards: CardWorld, table: int) -> tuple[int, int]:
    """Plays the game to its end. Returns the winner and the loser."""
    await cards.play(table)
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.outcome is not None
    assert view.game.outcome.winner is not None
    seat = view.game.outcome.winner
    return view.person(seat).id, view.person(seat.other).id


async def test_rentrants_read_their_place_and_are_called_when_the_loser_retires(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    for place, person in enumerate((world.chloe, world.david), 1):
        answer = await cards.press(person, await cards.table(table), Verb.ENTER)
        assert EN("galerie.queue.in", place=place) in texts_of(answer.followups[0])
    again = await cards.intrude(world.chloe, table, Verb.ENTER)
    assert private_answer(again) == EN("galerie.no.waiting-already")
    winner, loser = await lost(cards, table)
    called = world.dms(world.chloe)[-1]
    assert Verb.SIT in verbs_of(called)
    early = await cards.press(world.david, await cards.table(table), Verb.SIT)
    assert private_answer(early) == EN("galerie.no.not-called")
    refused = await cards.intrude(cards.person(loser), table, Verb.REMATCH)
    assert private_answer(refused) == EN("problem.chair_called")
    await cards.press(world.chloe, called, Verb.SIT)
    await cards.press(cards.person(winner), world.dms(cards.person(winner))[-1], Verb.REMATCH)
    view = await cards.view(table)
    assert view.status is Status.PLAYING
    assert {person.id for person in view.seats or ()} == {winner, world.chloe.id}


async def test_the_loser_whose_chair_goes_to_a_rentrant_is_offered_the_line_and_no_rematch(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    winner, loser = map(cards.person, await lost(cards, table))
    end = cards.hand(loser)
    assert end is not None
    assert EN("galerie.chair.taken", who="Chloé") in texts_of(end)
    assert {Verb.ENTER, Verb.REVIEW, Verb.STORY, Verb.MORE} == set(verbs_of(end))
    await cards.press(loser, end, Verb.ENTER)
    assert EN("galerie.queue.in", place=2) in texts_of(await cards.again(end))
    goes_on = cards.hand(winner)
    assert goes_on is not None
    assert EN("galerie.chair.next", who="Chloé") in texts_of(goes_on)
    assert {Verb.REMATCH, Verb.REVIEW, Verb.STORY, Verb.MORE} == set(verbs_of(goes_on))


async def test_without_a_rentrant_both_are_offered_a_rematch_where_they_read_the_end(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await lost(cards, table)
    for person in (world.alice, world.bruno):
        end = cards.hand(person)
        assert end is not None
        assert {Verb.REMATCH, Verb.REVIEW, Verb.STORY, Verb.MORE} == set(verbs_of(end))
        await cards.press(person, end, Verb.REMATCH)
    assert (await cards.view(table)).status is Status.PLAYING


async def test_who_is_called_and_does_not_come_is_passed_over_and_may_decline(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    (emma,) = cards.come("emma")
    for person in (world.chloe, world.david, emma):
        await cards.press(person, await cards.table(table), Verb.ENTER)
    await lost(cards, table)
    await world.pass_time(70)
    assert (await cards.view(table)).galerie.awaited == world.david.id
    await cards.press(world.david, await cards.table(table), Verb.DECLINE_CHAIR)
    assert (await cards.view(table)).galerie.awaited == emma.id
    assert world.dms(world.chloe) == [], "the question that she did not answer is deleted"
    late = await cards.press(world.chloe, await cards.table(table), Verb.SIT)
    assert private_answer(late) == EN("galerie.no.not-called")


async def test_a_rentrant_waits_no_longer_and_the_table_closes(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    answer = await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    await cards.press(world.chloe, answer.followups[0], Verb.LEAVE_QUEUE)
    winner, _ = await lost(cards, table)
    await cards.press(cards.person(winner), await cards.table(table), Verb.CLOSE)
    assert (await cards.view(table)).status is Status.CLOSED


async def test_no_one_takes_a_chair_at_an_english_table(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50, style="english")
    assert Verb.ENTER not in verbs_of(await cards.table(table))
