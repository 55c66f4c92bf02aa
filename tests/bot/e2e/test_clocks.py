"""Clocks as players meet them: the reserve, the warning, the choices when time is up, and outages.

The arithmetic of clocks has tests of its own (tests/bot/test_clock.py). Here time passes in the simulated Discord.
"""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of

DECISION_S, RESERVE_S, WARN_S = 60, 120, 20
UP_S = DECISION_S + RESERVE_S


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice has dealt; Bruno is to lead or propose."""
    cards.room.renderer.pace.least_ms = 0  # no drawing moves the clock, which is compared to the millisecond
    return await cards.sit_down_to()


async def begun_at(cards: CardWorld, table: int) -> int:
    """Returns when the first decision began, in seconds. Messages after that may take their time."""
    deadline = (await cards.view(table)).deadline
    assert deadline is not None
    return deadline // 1000 - UP_S


async def test_hand_and_table_say_until_when_and_when_the_reserve_begins(cards: CardWorld, table: int) -> None:
    begun = await begun_at(cards, table)
    hand = cards.held("bruno")
    reserve = f"<t:{begun + DECISION_S}:R>"
    assert EN("hand.until.mine", other="Alice", when=reserve) in texts_of(hand)
    assert EN("table.until", when=reserve) in texts_of(await cards.table(table))


async def test_the_hand_says_when_the_reserve_runs_and_names_no_other_clock(cards: CardWorld, table: int) -> None:
    begun = await begun_at(cards, table)
    await cards.world.pass_time(DECISION_S + 1)
    end = f"<t:{begun + UP_S}:R>"
    for name, key, other in (("bruno", "hand.reserve.mine", ""), ("alice", "hand.reserve.theirs", "Bruno")):
        hand = texts_of(cards.held(name))
        assert EN(key, other=other, when=end) in hand
        assert hand.count("<t:") == 1


async def test_what_a_decision_takes_longer_comes_off_the_reserve_of_the_whole_game(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    await world.pass_time(DECISION_S + 50)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.REFUSE)
    view = await cards.view(table)
    assert view.deadline is not None
    assert view.deadline - world.now() == (DECISION_S + RESERVE_S - 50) * 1000


async def test_a_player_is_warned_by_direct_message_once_before_the_time_is_up(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(UP_S - WARN_S - 1)
    assert len(world.dms(world.bruno)) == 1
    (before,) = world.dms(world.bruno)
    await world.pass_time(2)
    (warning,) = world.dms(world.bruno)
    assert warning.id != before.id, "the hand itself is sent anew, which rings"
    assert "Alice" in texts_of(warning)
    assert str(world.channel.threads[0].id) in texts_of(warning), "it says where the table is"
    await world.pass_time(5)
    assert [message.id for message in world.dms(world.bruno)] == [warning.id]
    assert len(world.dms(world.alice)) == 1


async def test_a_player_with_closed_direct_messages_is_warned_at_the_table(cards: CardWorld) -> None:
    world = cards.world
    cards.house.cuts.append("KS 7S")
    world.close_dms(world.bruno)
    await cards.sit_down(world.alice, world.bruno)
    await world.pass_time(UP_S - WARN_S + 1)
    (thread,) = world.channel.threads
    mention = f"<@{world.bruno.id}>"
    warnings = [message for message in thread.history() if mention in texts_of(message) and not message.attachments]
    assert len(warnings) == 1


async def test_nothing_can_be_claimed_before_the_time_is_up(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    await cards.does("alice", Verb.PLAY)
    mover, other = await cards.mover(table)
    await world.pass_time(UP_S + 1)
    late = cards.hand(other)
    assert late is not None
    old = cards.snapshot(late)
    await cards.does(mover.user.name, Verb.PLAY)
    assert Verb.CLAIM_DEAL not in verbs_of(cards.hand(other) or late)
    before = (await cards.view(table)).version
    for verb in (Verb.CLAIM_DEAL, Verb.CLAIM_GAME):
        assert private_answer(await cards.press_late(other, old, verb)) == EN("problem.stale")
    assert (await cards.view(table)).version == before


async def test_a_game_that_no_one_claims_is_lost_and_both_hands_say_when(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    await world.pass_time(UP_S + 1)
    lost_at = (await cards.view(table)).lost_at
    assert lost_at is not None
    when = f"<t:{lost_at // 1000}:t>"
    for name, key in (("bruno", "hand.time.theirs.ends"), ("alice", "hand.time.up.ends")):
        assert EN(key, moment=when) in texts_of(cards.held(name))
    await world.pass_time((lost_at - world.now()) // 1000 + 1)
    assert (await cards.view(table)).status is Status.BETWEEN
    text = "\n".join(map(texts_of, await cards.tables(table)))
    assert EN("table.won.time", loser="Alice", who="Bruno", a=0, b=0) in text


async def test_a_game_in_which_no_one_moves_names_no_moment_of_its_loss(cards: CardWorld, table: int) -> None:
    await cards.world.pass_time(UP_S + 1)
    assert EN("hand.time.up.about", other="Alice") in texts_of(cards.held("bruno"))
    assert "<t:" not in texts_of(cards.held("bruno"))


@pytest.mark.parametrize(("verb", "game_over"), [(Verb.CLAIM_DEAL, False), (Verb.CLAIM_GAME, True)])
async def test_when_time_is_up_the_other_may_claim_the_deal_or_the_game(
    cards: CardWorld, table: int, verb: Verb, game_over: bool
) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    await world.pass_time(UP_S + 1)
    assert EN("table.time.up", who="Alice", other="Bruno") in texts_of(await cards.table(table))
    in_time, late = cards.held("bruno"), cards.held("alice")
    assert {Verb.CLAIM_DEAL, Verb.CLAIM_GAME, Verb.GIVE_TIME} <= set(verbs_of(in_time))
    assert not {Verb.CLAIM_DEAL, Verb.CLAIM_GAME, Verb.GIVE_TIME} & set(verbs_of(late))
    assert Verb.PLAY in verbs_of(late), "Alice may still play, while no one claims"
    await cards.press(world.bruno, in_time, verb)
    view = await cards.view(table)
    assert (view.status is Status.BETWEEN) is game_over
    text = "\n".join(map(texts_of, await cards.tables(table)))
    if game_over:
        assert EN("table.won.time", loser="Alice", who="Bruno", a=0, b=0) in text
        assert (await cards.room.database.results.history(world.guild.id, world.bruno.id)).rows[0].winner == "south"
    else:
        assert EN("table.why.time", who="Bruno", loser="Alice", n=2) in text
        assert view.game is not None
        assert view.game.number == 2


async def test_the_player_in_time_may_give_more_and_the_clock_runs_anew(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(UP_S + 30)
    await cards.does("alice", Verb.GIVE_TIME)
    view = await cards.view(table)
    assert view.deadline is not None
    assert view.deadline > world.now()
    assert Verb.CLAIM_GAME not in verbs_of(cards.held("alice"))
    await cards.does("bruno", Verb.PLAY)


async def test_no_one_gives_themselves_time(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(UP_S + 1)
    old = cards.snapshot(cards.held("alice"))
    await cards.does("bruno", Verb.PROPOSE)
    assert private_answer(await cards.press_late(world.alice, old, Verb.GIVE_TIME)) == EN("problem.time_is_yours")


async def test_a_game_in_which_a_player_never_moves_is_lost_on_time(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(UP_S + 1)
    await cards.does("alice", Verb.CLAIM_GAME)
    assert EN("table.won.time", who="Alice", loser="Bruno") in texts_of(await cards.table(table))
    (game,) = (await cards.room.database.results.history(world.guild.id, world.alice.id)).rows
    assert (game.winner, game.how) == ("north", "time")


async def test_a_game_that_no_one_claims_is_put_away(cards: CardWorld, table: int) -> None:
    world = cards.world
    await world.pass_time(UP_S + 3_600 + 1)
    view = await cards.view(table)
    assert view.status is Status.CLOSED
    assert Verb.SHOW_HAND not in verbs_of(await cards.table(table))
    assert (await cards.room.database.tables.all_open(world.guild.id)).total == 0
    assert not verbs_of(world.dms(world.bruno)[0], disabled=True).get(Verb.PLAY)
    await cards.sit_down(world.alice, world.bruno)


async def test_after_an_outage_no_one_has_lost_time(cards: CardWorld, table: int) -> None:
    world = cards.world
    before = (await cards.view(table)).deadline
    assert before is not None
    await cards.outage(600)
    view = await cards.view(table)
    assert view.deadline is not None
    assert view.deadline - world.now() >= UP_S * 1000 - 60_000
    assert view.status is Status.PLAYING
    hand = cards.held("bruno")
    assert str((view.clock_ends or 0) // 1000) in texts_of(hand), "and the messages say the new time"


async def test_by_correspondence_a_day_is_given_and_a_hand_that_lay_long_rings_anew(cards: CardWorld) -> None:
    world = cards.world
    cards.house.cuts.append("KS 7S")
    before = world.now()
    table = await cards.sit_down(world.alice, world.bruno, clock="correspondence")
    view = await cards.view(table)
    assert view.deadline is not None
    # If the first hand is painted late, its press was answered a moment before.
    assert before <= view.deadline - 24 * 3_600_000 <= world.now()
    (first,) = world.dms(world.alice)
    await world.pass_time(700)
    await cards.does("bruno", Verb.PLAY)
    (second,) = world.dms(world.alice)
    assert second.id != first.id, "a new message replaces the old one"
    assert Verb.PLAY in verbs_of(second)
