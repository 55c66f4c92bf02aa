"""Tournaments by clicks: a knock-out with a bye, no-shows, restarts, a round robin, and what is refused.

Whole tournaments of every size, and crashes at every step, are played in tests/bot/tournaments.
"""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.lifecycle import forget_messages
from bot.tables.state.table_state import Status
from bot.tournaments import actions
from bot.tournaments.tournament import Stage
from ecarte.tournament import Outcome, champions
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import alts_of, private_answer, texts_of, verbs_of

HOUR_S = 3600


@pytest.fixture
def tournaments(cards: CardWorld) -> TournamentHall:
    return TournamentHall(cards)


async def test_a_knock_out_of_three_goes_by_clicks_from_the_invitation_to_the_crown(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.alice, name="Spring *cup*")
    assert EN("tournament.count", n="1", least=3, most=64) in texts_of(invitation), "its opener is an entrant"
    await cards.press(world.alice, invitation, Verb.TOURNAMENT_LEAVE)
    assert EN("tournament.no_entries") in texts_of(await cards.again(invitation))
    for person in (world.bruno, world.chloe, world.david, world.alice):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    await cards.press(world.david, await cards.again(invitation), Verb.TOURNAMENT_LEAVE)
    shown = texts_of(await cards.again(invitation))
    assert "Spring \\*cup\\*" in shown
    assert EN("tournament.count", n="3", least=3, most=64) in shown
    assert "Bruno, Chloé, Alice" in shown
    await tournaments.start(world.alice, invitation)
    assert EN.count("tournament.has_begun", 3) in texts_of(await cards.again(invitation))
    assert not verbs_of(await cards.again(invitation))

    first = tournaments.round()
    assert EN("tournament.round", n=1, m=2) in texts_of(first)
    assert EN("tournament.has_bye", who="**Bruno**") in texts_of(first), (
        "no one has played here: the first entrant is the best seed"
    )
    assert f"<@{world.chloe.id}> – <@{world.alice.id}>" in texts_of(first)
    assert {member.id for member in first.mentions} >= {world.chloe.id, world.alice.id}
    (alt,) = alts_of(first)
    assert EN("tournament.pair", a="Chloé", b="Alice") in alt
    assert [attachment.filename for attachment in first.attachments] == ["bracket.png"]

    waiting = await tournaments.ready(world.chloe)
    assert private_answer(waiting) == EN("tournament.waiting.live", minutes=15)
    assert EN("tournament.is_ready", who="**Chloé**") in texts_of(tournaments.round())
    called = world.dms(world.alice)[-1]
    assert "**Chloé**" in texts_of(called)
    answer = await cards.press(world.alice, called, Verb.TOURNAMENT_READY)
    (table,) = (await tournaments.tables()).values()
    assert EN("tournament.at_table") in texts_of(answer.followups[0])
    (thread,) = world.channel.threads
    place = f"<#{thread.id}>"
    assert EN("tournament.playing", place=place) in texts_of(tournaments.round())
    again = await tournaments.ready(world.alice)
    assert private_answer(again) == EN("problem.tournament_playing")

    await cards.play(table)
    view = await cards.view(table)
    assert view.status is Status.CLOSED
    tournament = await tournaments.tournament()
    assert tournament.begun_rounds.round_no == 2
    through = cards.person(tournament.person(tournament.begun_rounds.rounds[0][1].winner or 0).id)
    old = await cards.again(first)
    assert EN("tournament.won_by", who=f"**{through.user.global_name}**") in texts_of(old)
    assert not verbs_of(old)
    assert not old.attachments

    table = await tournaments.seat(world.bruno, through)
    await tournaments.resigns(world.bruno)
    tournament = await tournaments.tournament()
    (best,) = champions(tournament.begun_rounds)
    assert (tournament.stage, tournament.person(best).id) == (Stage.OVER, through.id)
    end = tournaments.latest(EN("tournament.champion", who=f"<@{through.id}>"))
    assert alts_of(end)
    assert verbs_of(end).keys() == {Verb.TOURNAMENT_SHOW}
    own = (await cards.press(world.alice, end, Verb.TOURNAMENT_SHOW)).response
    assert own is not None
    assert own.ephemeral
    assert EN("tournament.won_by", who=f"**{through.user.global_name}**") in texts_of(own)
    whole = (await cards.press(world.bruno, end, Verb.TOURNAMENT_SHOW, 1)).response
    assert whole is not None
    assert whole.ephemeral
    assert [file.filename for file in whole.attachments] == ["bracket.png", "tournament.txt"]
    assert not [message for message in world.channel.history() if verbs_of(message).get(Verb.TOURNAMENT_READY)]
    await cards.expect_balanced()


async def test_who_does_not_come_loses_at_the_deadline_and_the_next_round_begins_by_itself(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    (emile,) = cards.come("émile")
    await tournaments.started(*world.people, emile, hours=1)
    ((late, there),) = await tournaments.pairs()
    assert (late, there) == (world.david, emile), "the first three have byes"
    await world.pass_time(0.9 * HOUR_S)
    await tournaments.ready(there)
    first = tournaments.round()
    await world.pass_time(0.2 * HOUR_S)
    tournament = await tournaments.tournament()
    number = tournament.number_of(there.id)
    assert tournament.begun_rounds.round_no >= 2
    assert [
        pairing.winner
        for pairing in tournament.begun_rounds.rounds[0]
        if pairing.outcome in (Outcome.WALKOVER_FIRST, Outcome.WALKOVER_SECOND)
    ]
    shown = texts_of(await cards.again(first))
    assert EN("tournament.walkover", who=f"**{there.user.global_name}**") in shown
    assert number in [one for pairing in tournament.begun_rounds.rounds[1] for one in pairing.people]
    gone = await tournaments.ready(late)
    assert private_answer(gone) == EN("problem.tournament_nothing_to_play")
    await world.pass_time(5 * HOUR_S)
    tournament = await tournaments.tournament()
    assert (tournament.stage, champions(tournament.begun_rounds)) == (Stage.OVER, ())
    assert EN("tournament.no_champion") in texts_of(tournaments.latest("Knock-out"))


async def test_no_round_ends_while_its_server_is_unavailable_whatever_is_pressed_in_direct_messages(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    (emile,) = cards.come("émile")
    await tournaments.started(*world.people, emile, hours=1)
    await world.pass_time(0.9 * HOUR_S)
    tournament = await tournaments.tournament()
    cards.room.lifecycle.server_lost(tournament.guild_id)
    await world.pass_time(0.5 * HOUR_S)
    with world.env.time_context():
        await actions.mark_ready(cards.room.app.tournaments, tournament.id, emile.id)
    assert (await tournaments.tournament()).begun_rounds.round_no == 1
    with world.env.time_context():
        cards.room.lifecycle.server_back(tournament.guild_id)
    await world.pass_time(60)
    assert (await tournaments.tournament()).begun_rounds.round_no == 1, "the time is credited"
    await world.pass_time(0.2 * HOUR_S)
    await tournaments.ready(emile)
    assert (await tournaments.tournament()).begun_rounds.round_no == 2, "then it goes on"


async def test_a_restart_in_the_middle_changes_nothing_and_the_tournament_goes_on(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.alice, hours=1)
    await world.restart(crash=True)
    for person in world.people:
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    await tournaments.start(world.alice, invitation)
    (one, other), (third, fourth) = await tournaments.pairs()
    await tournaments.ready(one)
    seen = [(message.id, texts_of(message)) for message in world.channel.history()]
    await world.restart(crash=True)
    assert [(message.id, texts_of(message)) for message in world.channel.history()] == seen
    await tournaments.ready(other)
    (table,) = (await tournaments.tables()).values()
    await world.restart(crash=True)
    assert list((await tournaments.tables()).values()) == [table]
    await tournaments.resigns(other)
    await world.restart(crash=True)
    assert (await tournaments.tournament()).begun_rounds.round_no == 1
    await tournaments.seat(third, fourth)
    await tournaments.resigns(third)
    await world.restart(crash=True)
    tournament = await tournaments.tournament()
    assert tournament.begun_rounds.round_no == 2
    assert {tournament.person(entrant).id for entrant in tournament.begun_rounds.rounds[-1][0].people} == {
        one.id,
        fourth.id,
    }
    await world.pass_time(2 * HOUR_S)
    assert (await tournaments.tournament()).stage is Stage.OVER
    await cards.expect_balanced()


@pytest.mark.parametrize(("form", "byes"), [("round-robin", 0), ("swiss", 1)])
async def test_three_meet_each_other_in_three_rounds_and_a_bye_is_a_win_in_a_swiss_tournament_alone(
    cards: CardWorld, tournaments: TournamentHall, form: str, byes: int
) -> None:
    world = cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe, form=form, name="All")
    assert [attachment.filename for attachment in tournaments.round().attachments] == ["table.png"]
    for number in range(1, 4):
        assert EN("tournament.round", n=number, m=3) in texts_of(tournaments.round())
        ((one, other),) = await tournaments.pairs()
        await tournaments.seat(one, other)
        # Alice wins all, Chloé none.
        await tournaments.resigns(max((one, other), key=lambda person: person.name))
    tournament = await tournaments.tournament()
    assert tournament.stage is Stage.OVER
    end = texts_of(tournaments.latest(EN("tournament.champion", who=f"<@{world.alice.id}>")))
    first = f"1 · **Alice** · {EN.count('tournament.games_won', 2 + byes)} · {EN.count('tournament.games_lost', 0)}"
    last = f"3 · **Chloé** · {EN.count('tournament.games_won', byes)} · {EN.count('tournament.games_lost', 2)}"
    assert first in end
    assert last in end
    await cards.expect_balanced()


async def test_refusals_are_shown_to_the_member_who_pressed_and_change_nothing(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.bruno)
    other = await world.alice.slash(world.channel, "ecarte tournament")
    assert private_answer(other).startswith(EN("tournament.on_here", place="")[:-1].strip())
    assert str(invitation.id) in private_answer(other)
    world.speaks(world.chloe, "fr")
    leaves = await cards.press(world.chloe, invitation, Verb.TOURNAMENT_LEAVE)
    assert private_answer(leaves) == FR("problem.not_in_tournament")
    assert Verb.TOURNAMENT_STOP not in verbs_of(invitation)
    await cards.press(world.chloe, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    twice = await cards.press(world.bruno, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    assert private_answer(twice) == EN("problem.in_tournament")
    few = await tournaments.organised(world.bruno, invitation)
    assert Verb.TOURNAMENT_START not in verbs_of(few), "too few have come"
    await cards.press(world.david, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    not_his = await cards.press(world.david, await cards.again(invitation), Verb.TOURNAMENT_START)
    assert private_answer(not_his) == EN("problem.tournament_not_yours")
    assert (await tournaments.tournament()).stage is Stage.OPEN
    old = cards.snapshot(invitation)
    # Alice owns the server.
    await tournaments.start(world.alice, invitation)
    assert (await tournaments.tournament()).stage is Stage.RUNNING
    late = await cards.press_late(world.alice, old, Verb.TOURNAMENT_JOIN)
    assert private_answer(late) == EN("problem.tournament_begun")
    going = await cards.press_late(world.david, old, Verb.TOURNAMENT_LEAVE)
    assert private_answer(going) == EN("problem.tournament_begun")
    stranger = await tournaments.ready(world.alice)
    assert private_answer(stranger) == EN("problem.not_in_tournament")


async def test_what_is_delivered_twice_or_pressed_at_once_happens_once(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.alice)
    await cards.deliver_again(cards.interactions()[-1])
    assert len(world.channel.history()) == 1
    for person in world.people:
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    seen = await tournaments.organised(world.alice, invitation)
    await world.at_once(*(lambda: cards.press(world.alice, seen, Verb.TOURNAMENT_START) for _ in range(2)))
    ((one, other), (third, fourth)) = await tournaments.pairs()
    shown = tournaments.round()
    await world.at_once(
        *(
            lambda person=person: cards.press(person, shown, Verb.TOURNAMENT_READY)
            for person in (one, other, third, fourth)
        )
    )
    assert len(await tournaments.tables()) == 2
    assert len((await cards.room.database.tables.all_open(world.guild.id)).rows) == 2
    assert len([message for message in world.channel.history() if verbs_of(message).get(Verb.TOURNAMENT_READY)]) == 1


async def test_a_kept_database_on_an_empty_discord_shows_the_round_anew(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe)
    before = tournaments.round()
    await forget_messages(cards.room.app, cards.room.database)
    await world.restart()
    assert tournaments.round().id != before.id
    ((one, other),) = await tournaments.pairs()
    await tournaments.seat(one, other)


async def test_who_withdraws_is_asked_first_and_forfeits(cards: CardWorld, tournaments: TournamentHall) -> None:
    world = cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe)
    ((one, other),) = await tournaments.pairs()
    asked = (await cards.press(one, tournaments.round(), Verb.TOURNAMENT_LEAVE)).response
    assert EN("tournament.sure.leave") in texts_of(asked)
    assert (await tournaments.tournament()).begun_rounds.round_no == 1
    await cards.press(one, asked, Verb.TOURNAMENT_LEAVE)
    assert EN("tournament.withdrawn") in texts_of(await cards.again(asked))
    tournament = await tournaments.tournament()
    assert tournament.begun_rounds.round_no == 2
    assert tournament.number_of(other.id) in tournament.begun_rounds.rounds[-1][0].people


async def test_a_tournament_is_called_off_by_its_opener_or_a_manager_and_makes_room(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.bruno)
    for person in (world.bruno, world.chloe, world.david):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    await tournaments.start(world.bruno, invitation)
    round_one = tournaments.round()
    assert Verb.TOURNAMENT_STOP not in verbs_of(round_one), "all see it, one or two may press it"
    refused = await cards.press(world.david, round_one, Verb.TOURNAMENT_START)
    assert private_answer(refused) == EN("problem.tournament_not_yours")
    page = await tournaments.organised(world.alice, round_one)
    assert Verb.TOURNAMENT_START not in verbs_of(page, disabled=True)
    await tournaments.call_off(world.alice, round_one)
    assert (await tournaments.tournament()).stage is Stage.CANCELLED
    shown = await cards.again(round_one)
    assert EN("tournament.called_off") in texts_of(shown)
    assert not verbs_of(shown)
    await tournaments.opened(world.chloe)
    assert (await tournaments.tournament()).opener_id == world.chloe.id


async def test_a_tournament_that_is_over_is_not_posted_anew_once_the_places_of_its_messages_are_deleted(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe)
    opened = await tournaments.tournament()
    await tournaments.call_off(world.alice, tournaments.round())
    posted = [message.id for message in world.channel.history()]
    while await cards.room.database.pruning.prune_messages(world.now() + 1):
        pass
    assert await cards.room.database.tournament_messages.of(opened.id) == ()
    shown = await world.bruno.slash(world.channel, "ecarte preferences")
    assert shown.response is not None
    for page in ("open", "delete", "erase"):
        await world.bruno.click(shown.response, custom_id=f"ecb:privacy:0::{page}.{world.bruno.id}")
    assert [message.id for message in world.channel.history()] == posted


async def test_a_deleted_message_of_a_round_comes_back_with_the_next_change(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    await tournaments.started(world.alice, world.bruno, world.chloe)
    ((one, other),) = await tournaments.pairs()
    await tournaments.ready(one)
    gone = tournaments.round()
    world.env.backend.delete_message(gone.channel.id, gone.id)
    await world.restart()
    await cards.press(other, world.dms(other)[-1], Verb.TOURNAMENT_READY)
    assert tournaments.round().id != gone.id
    assert len(await tournaments.tables()) == 1


async def test_the_public_messages_speak_the_language_of_the_server(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    invitation = await tournaments.opened(world.alice)
    assert FR("tournament.join") in texts_of(invitation)
    assert FR("tournament.form.knock-out") in texts_of(invitation)
