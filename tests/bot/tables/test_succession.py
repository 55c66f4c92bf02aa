"""A hand that is given up is offered to the backers, the largest stake first, and played out (Law 54)."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.audit import verify
from bot.clock import WarningSent
from bot.people import member_blocks
from bot.storage.schema.tables import games
from bot.tables import lookup
from bot.tables.actions import betting, play, rematch, succession
from bot.tables.effects import PLAYED_OUT
from bot.tables.problems import Problem, Refused
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from ecarte.game import ClaimTime, Ending, Resign, Scope, Seat
from ecarte.table.stakes import Style
from tests.bot.tables.salon import OPENING, Salon, staked


async def with_backers(room: Salon, **changes: object) -> int:
    """Begins a game with two backers of South (the fourth with more) and one of North. The cards are dealt."""
    table = await room.seated(staked(50, **changes))
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 20)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 40)
    await betting.bet(room.tables, table, room.people[4], Seat.NORTH, 60)
    await room.cards(table)
    return table


@pytest.mark.law(54)
async def test_a_resigned_hand_goes_to_the_backer_with_the_largest_stake(room: Salon) -> None:
    table = await with_backers(room)
    hand = await lookup.hand(room.tables, table, 2)
    table_view = await play.move(room.tables, table, 2, None, lambda view: Resign())
    assert (table_view.status, table_view.galerie.offered_seat, table_view.galerie.heir) == (
        Status.PLAYING,
        Seat.SOUTH,
        4,
    )
    with pytest.raises(Refused) as refused:
        await succession.take_hand(room.tables, table, room.people[2])
    assert refused.value.problem is Problem.NOT_YOUR_TURN_TO_TAKE
    table_view = await succession.take_hand(room.tables, table, room.people[3])
    assert table_view.person(Seat.SOUTH) == room.people[3]
    assert (await lookup.hand(room.tables, table, 4)).view.places == hand.view.places
    with pytest.raises(Refused):
        await lookup.hand(room.tables, table, 2)
    with pytest.raises(Refused):
        await lookup.backed_view(room.tables, table, 4)
    await room.play(table)
    await room.expect_balanced()


async def test_a_backer_whom_the_opponent_has_blocked_finishes_no_hand_and_the_next_may(room: Salon) -> None:
    table = await with_backers(room)
    await member_blocks.block(room.tables.people, room.people[0].id, room.people[3].id)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    with pytest.raises(Refused) as refused:
        await succession.take_hand(room.tables, table, room.people[3])
    assert refused.value.problem is Problem.NOT_FREE
    await succession.decline_hand(room.tables, table, room.people[3].id)
    table_view = await succession.take_hand(room.tables, table, room.people[2])
    assert table_view.person(Seat.SOUTH) == room.people[2]


async def test_the_stakes_do_not_change_when_a_backer_plays_the_hand_out(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    table_view = await room.lose(table, Seat.NORTH)
    assert await room.purses() == {1: 950, 2: 1050, 3: 1020, 4: 1040, 5: 940, 6: OPENING}
    assert table_view.galerie.queue is not None
    assert table_view.galerie.queue.seats == (None, 4), "the chair goes to the winner of the game"
    (result,) = (await room.database.results.history(7)).rows
    assert [player.user_id for player in result.players if player.won] == [2]
    await room.expect_balanced()


async def test_what_a_backer_wins_in_a_players_place_counts_for_neither(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    await room.lose(table, Seat.NORTH)
    (result,) = (await room.database.results.history(7)).rows
    assert (result.how, result.counted) == (PLAYED_OUT, False)
    assert (await room.database.results.leaderboard(7)).rows == ()
    await room.expect_balanced()


async def test_what_a_backer_loses_in_a_players_place_is_the_players_loss(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    await room.lose(table, Seat.SOUTH)
    (result,) = (await room.database.results.history(7)).rows
    assert (result.how, result.counted) == ("five", True)
    board = (await room.database.results.leaderboard(7)).rows
    assert {row.user_id: row.won for row in board} == {1: 1, 2: 0}
    await room.expect_balanced()


async def test_verify_takes_a_backers_win_as_an_older_release_wrote_it_and_no_other(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    await room.lose(table, Seat.NORTH)
    write = room.database.connections.write
    await write(lambda connection: connection.execute(update(games).values(how="five")))
    assert (await verify(room.database)).faults == ()
    await write(lambda connection: connection.execute(update(games).values(how=PLAYED_OUT, counted=1)))
    faults = [str(fault) for fault in (await verify(room.database)).faults]
    assert f"table {table}: game 1 counts, though a backer has won it" in faults


async def test_until_the_next_game_the_table_names_who_played_the_last_one_out(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    view = await succession.take_hand(room.tables, table, room.people[3])
    assert view.galerie.watchers_of(Seat.SOUTH, Sight.SEES) == (3,), "the player of the hand is no watcher of it"
    view = await room.lose(table, Seat.SOUTH)
    assert (view.status, view.person(Seat.SOUTH)) == (Status.BETWEEN, room.people[3])
    assert view.sat == (room.people[0], room.people[1])
    for person in (1, 2):
        view = await rematch.rematch(room.tables, table, person)
    assert view.status is Status.PLAYING
    assert view.seats == view.sat == (room.people[0], room.people[1])


async def test_a_hand_that_is_claimed_on_time_says_so_and_a_resigned_one_not(room: Salon) -> None:
    table = await with_backers(room)
    view = await play.move(room.tables, table, 2, None, lambda view: Resign())
    assert (view.galerie.offered_seat, view.galerie.offered_late) == (Seat.SOUTH, False)
    await succession.take_hand(room.tables, table, room.people[3])
    while (view := await room.view(table)).game is not None and view.game.turn is not Seat.SOUTH:
        await room.step(table)
    while view.sent_warning is not WarningSent.UP:
        assert view.deadline is not None
        view = await room.later(view.deadline - room.now, table)
    view = await play.move(room.tables, table, 1, None, lambda view: ClaimTime(Scope.GAME))
    assert (view.galerie.offered_seat, view.galerie.offered_late) == (Seat.SOUTH, True)


async def test_where_no_one_takes_the_hand_the_resignation_counts(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    table_view = await succession.decline_hand(room.tables, table, 4)
    assert table_view.galerie.heir == 3
    table_view = await room.later(table_view.waits[WaitKind.HEIR].until - room.now, table)
    assert table_view.status is Status.BETWEEN
    assert table_view.game is not None
    assert table_view.game.outcome is not None
    assert (table_view.game.outcome.winner, table_view.game.outcome.how) == (Seat.NORTH, Ending.RESIGNED)
    assert (await room.purses())[1] == OPENING + 50
    await room.expect_balanced()


async def test_while_it_is_offered_no_one_plays_and_no_clock_runs(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    table_view = await room.view(table)
    assert table_view.deadline is None
    for player in (1, 2):
        with pytest.raises(Refused) as refused:
            await play.move(room.tables, table, player, None, lambda view: view.legal_moves[0])
        assert refused.value.problem is Problem.HAND_OFFERED


@pytest.mark.parametrize("scope", Scope)
async def test_the_hand_of_a_late_player_is_offered_before_the_claim_takes_effect(room: Salon, scope: Scope) -> None:
    table = await with_backers(room)
    table_view = await room.view(table)
    while table_view.game is not None and table_view.game.turn is not Seat.SOUTH:
        table_view = await room.step(table)
    while table_view.sent_warning is not WarningSent.UP:
        assert table_view.deadline is not None
        table_view = await room.later(table_view.deadline - room.now, table)
    table_view = await play.move(room.tables, table, 1, None, lambda view: ClaimTime(scope))
    assert table_view.galerie.heir == 4
    await succession.decline_hand(room.tables, table, 4)
    table_view = await succession.decline_hand(room.tables, table, 3)
    assert table_view.galerie.offered_seat is None
    if scope is Scope.GAME:
        assert table_view.status is Status.BETWEEN
    else:
        assert table_view.status is Status.PLAYING
        assert (await room.lose(table, Seat.SOUTH)).status is Status.BETWEEN
    await room.expect_balanced()


@pytest.mark.law(52)
async def test_no_one_plays_on_at_an_english_table(room: Salon) -> None:
    table = await with_backers(room, style=Style.ENGLISH)
    table_view = await play.move(room.tables, table, 2, None, lambda view: Resign())
    assert table_view.status is Status.BETWEEN
    await room.expect_balanced()


async def test_who_plays_on_may_give_it_up_to_the_next(room: Salon) -> None:
    table = await with_backers(room)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    table_view = await play.move(room.tables, table, 4, None, lambda view: Resign())
    assert table_view.galerie.heir == 3
    room.restart()
    table_view = await succession.take_hand(room.tables, table, room.people[2])
    assert table_view.person(Seat.SOUTH) == room.people[2]
    await room.play(table)
    await room.expect_balanced()
