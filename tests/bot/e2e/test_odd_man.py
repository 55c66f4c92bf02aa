"""The house as a tournament's odd man, by clicks: announced, always ready, playing by itself, named if it wins.

tests/bot/tournaments plays every size of tournament, and crashes at every step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from bot.tournaments.tournament import Stage, Tournament
from ecarte.tournament import Pairing, champions, standings
from tests.bot.e2e.test_house import PAUSE_S, SLOW, play, rung
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import private_answer, texts_of, verbs_of

NAME = EN("house.novice")
HOUSE = 4
"""The number of the house among three members."""
HOUR_S = 3600


@pytest.fixture
def tournaments(cards: CardWorld) -> TournamentHall:
    return TournamentHall(cards)


async def started(tournaments: TournamentHall, **options: Any) -> Any:
    """Opens and begins a tournament that three have joined. Returns the invitation."""
    world = tournaments.cards.world
    await tournaments.cards.room.database.servers.put_settings(world.guild.id, {"house": "novice"})
    return await tournaments.started(world.alice, world.bruno, world.chloe, **options)


def meeting_it(tournaments: TournamentHall, tournament: Tournament) -> simcord.MemberActor:
    """Returns the member who meets the house in this round."""
    pairing = _its(tournament)
    return tournaments.cards.person(tournament.person(next(one for one in pairing.people if one != HOUSE)).id)


def _its(tournament: Tournament) -> Pairing:
    return next(pairing for pairing in tournament.begun_rounds.rounds[-1] if HOUSE in pairing.people)


async def against_it(tournaments: TournamentHall) -> tuple[int, simcord.MemberActor]:
    """Presses Ready as the member who meets the house. Returns the open table and that member."""
    before = set((await tournaments.tables()).values())
    member = meeting_it(tournaments, await tournaments.tournament())
    answer = await tournaments.ready(member)
    assert private_answer(answer) == EN("tournament.at_table")
    (table,) = set((await tournaments.tables()).values()) - before
    return table, member


async def members_play(tournaments: TournamentHall) -> None:
    """Decides the pairing of two members: the first gives the game up."""
    tournament = await tournaments.tournament()
    one, other = next(pairing for pairing in tournament.begun_rounds.rounds[-1] if HOUSE not in pairing.people).people
    first, second = (tournaments.cards.person(tournament.person(entrant).id) for entrant in (one, other))
    await tournaments.seat(first, second)
    await tournaments.resigns(first)


async def test_three_and_the_house_meet_one_another_and_its_games_count_here_alone(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    await cards.room.database.servers.put_settings(world.guild.id, {"house": "novice"})
    invitation = await tournaments.opened(world.alice, form="round-robin")
    assert EN("tournament.house.would", house=f"**{NAME}**") in texts_of(invitation)
    for person in (world.alice, world.bruno, world.chloe):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    assert EN("tournament.count", n="3", least=3, most=64) in texts_of(await cards.again(invitation))
    await tournaments.start(world.alice, invitation)
    shown = texts_of(await cards.again(invitation))
    assert EN.count("tournament.has_begun", 3) in shown
    assert EN("tournament.house.joined", house=f"**{NAME}**") in shown
    won = 0
    for number in range(3):
        said = texts_of(tournaments.round())
        assert EN("tournament.round", n=number + 1, m=3) in said
        assert EN("tournament.is_ready", who=f"**{NAME}**") in said
        assert "(bye)" not in said
        table, member = await against_it(tournaments)
        if number:
            await tournaments.resigns(member)
        else:
            await play(cards, table, member)
        tournament = await tournaments.tournament()
        its = next(pairing for pairing in tournament.begun_rounds.rounds[number] if HOUSE in pairing.people)
        won += its.winner == HOUSE
        await members_play(tournaments)
    tournament = await tournaments.tournament()
    assert tournament.stage is Stage.OVER
    (line,) = [line for line in standings(tournament.begun_rounds) if line.entrant == HOUSE]
    assert (line.won, line.won + line.lost) == (won, 3)
    board = await world.alice.slash(world.channel, "ecarte leaderboard")
    assert board.response is not None
    assert NAME not in texts_of(board.response)
    profile = await world.alice.slash(world.channel, "ecarte profile")
    assert profile.response is not None
    assert NAME in texts_of(profile.response)
    kept = await cards.room.database.results.leaderboard(world.guild.id)
    assert sum(row.played for row in kept.rows) == 2 * 3, "three games among members"
    assert rung(cards) == []
    assert not [
        message
        for person in world.people
        for message in world.dms(person)
        if NAME in texts_of(message) and _calls(message)
    ]
    await cards.expect_balanced()


def _calls(message: Any) -> bool:
    return Verb.TOURNAMENT_READY in verbs_of(message)


async def test_a_knock_out_that_it_wins_names_it_as_the_champion(cards: CardWorld, tournaments: TournamentHall) -> None:
    await started(tournaments)
    first = await tournaments.tournament()
    assert first.person(HOUSE).level is not None
    assert [len(pairing.people) for pairing in first.begun_rounds.rounds[0]] == [2, 2], "it stands where a bye would be"
    _, member = await against_it(tournaments)
    await tournaments.resigns(member)
    await members_play(tournaments)
    _, finalist = await against_it(tournaments)
    await tournaments.resigns(finalist)
    tournament = await tournaments.tournament()
    assert (tournament.stage, champions(tournament.begun_rounds)) == (Stage.OVER, (HOUSE,))
    end = tournaments.latest(EN("tournament.champion", who=f"**{NAME}**"))
    assert EN.count("tournament.house.first", 1, who=f"<@{finalist.id}>") in texts_of(end)
    assert {mentioned.id for mentioned in end.mentions} == {finalist.id}
    assert rung(cards) == []
    await cards.expect_balanced()


async def test_its_games_decide_something_so_it_gives_none_away_and_no_hints(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    await started(tournaments)
    table, member = await against_it(tournaments)
    hint = await member.slash(cards.world.channel, "ecarte learn", topic="hint")
    assert private_answer(hint) == EN("hint.stakes")
    menu = await cards.press(member, await cards.my_hand(member, table), Verb.MORE)
    await cards.press(member, menu.response, Verb.OFFER_STOP)
    view = await cards.view(table)
    assert view.status is Status.PLAYING
    assert view.game is not None
    assert view.game.offer is None, "it has declined"


async def test_a_restart_in_the_middle_changes_nothing_and_it_plays_on(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        tournaments, world = TournamentHall(cards), cards.world
        await started(tournaments)
        before = await tournaments.tournament()
        await world.restart(crash=True)
        assert await tournaments.tournament() == before
        table, member = await against_it(tournaments)
        await world.restart(crash=True)
        for _ in range(8):
            await world.pass_time(PAUSE_S + 1)
        view = await cards.view(table)
        assert view.game is not None
        assert view.game.turn is view.seat_of(member.id), "it has done what it had to do"
        await tournaments.resigns(member)
        tournament = await tournaments.tournament()
        assert next(pairing for pairing in tournament.begun_rounds.rounds[0] if HOUSE in pairing.people).winner == HOUSE
        assert (await cards.view(table)).status is Status.CLOSED
        await cards.expect_balanced()


async def test_it_is_named_in_the_language_of_the_server(cards: CardWorld, tournaments: TournamentHall) -> None:
    cards.world.env.backend.get_guild(cards.world.guild.id).preferred_locale = "fr"
    world, name = cards.world, f"**{FR('house.salon')}**"
    await cards.room.database.servers.put_settings(world.guild.id, {"house": "salon"})
    invitation = await tournaments.opened(world.alice)
    assert FR("tournament.house.would", house=name) in texts_of(invitation)
    for person in (world.alice, world.bruno, world.chloe):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    await tournaments.start(world.alice, invitation)
    assert FR("tournament.house.joined", house=name) in texts_of(await cards.again(invitation))
    assert FR("tournament.is_ready", who=name) in texts_of(tournaments.latest(FR("tournament.ready")))
