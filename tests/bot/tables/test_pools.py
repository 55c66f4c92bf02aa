"""A pool of three at a table: the stakes, the cut, who makes room, who takes it all, and what happens otherwise.

Sources: the treatise, p. 34; the core's own tests check the arithmetic. Here the table, the ledger and time are
checked.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import Pace
from bot.rows.chips import MovementKind
from bot.tables.actions import betting, chairs, departure, play, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from ecarte.game import AcceptStop, OfferStop, Seat
from ecarte.table import Pool, PoolForm, PoolStage
from tests.bot.tables.salon import GUILD, OPENING, Salon, staked

STAKE = 40
PATIENCE_MS = Pace.live().patience_ms
FORMS = pytest.mark.parametrize("form", PoolForm)


async def opened(room: Salon, form: PoolForm = PoolForm.ALL, stake: int = STAKE) -> int:
    """Asks for a pool as the first person. Returns the id of the table."""
    shown = await seating.challenge(room.tables, GUILD, 70, room.people[0], None, staked(stake, pool=form))
    return shown.id


async def formed(room: Salon, form: PoolForm = PoolForm.ALL, stake: int = STAKE) -> int:
    """Forms a pool of the first three people, two of whom play."""
    table = await opened(room, form, stake)
    for person in room.people[1:3]:
        await seating.accept(room.tables, table, person)
    return table


async def pool_of(room: Salon, table: int) -> Pool:
    """The pool as any person sees it."""
    pool = (await room.view(table)).galerie.pool
    assert pool is not None
    return pool


async def won_by(room: Salon, table: int, winner: int) -> TableView:
    """Plays the game to its end, which `winner` wins."""
    seat = (await room.view(table)).seat_of(winner)
    assert seat is not None
    return await room.lose(table, seat.other)


async def again(room: Salon, table: int) -> TableView:
    """Asks for another game, for the next two or for all three."""
    pool = await pool_of(room, table)
    people = pool.people if pool.stage is PoolStage.WON else pool.engaged
    for person in people:
        shown = await rematch.rematch(room.tables, table, person)
    return shown


async def refused(act: object) -> Problem:
    """Returns why it is refused."""
    with pytest.raises(Refused) as why:
        await act  # type: ignore[misc]  # a coroutine of the tables
    return why.value.problem


async def test_nothing_is_put_down_before_the_third_has_come(room: Salon) -> None:
    table = await opened(room)
    shown = await seating.accept(room.tables, table, room.people[1])
    assert (shown.status, shown.galerie.pool, await room.at_stake(table)) == (Status.CHALLENGE, None, {})
    assert [person.id for person in shown.galerie.joined] == [1, 2]
    for person in room.people[:2]:
        assert await refused(seating.accept(room.tables, table, person)) is Problem.IN_POOL
    assert await refused(seating.decline(room.tables, table, 3)) is Problem.OPEN_CHALLENGE
    assert await refused(seating.cancel(room.tables, table, 2)) is Problem.NOT_CHALLENGER
    shown = await seating.cancel(room.tables, table, 1)
    assert shown.status is Status.CLOSED
    assert await refused(seating.accept(room.tables, table, room.people[2])) is Problem.CHALLENGE_OVER
    await room.expect_balanced()


async def test_a_pool_that_is_not_filled_ends_with_its_challenge(room: Salon) -> None:
    table = await opened(room)
    shown = await seating.accept(room.tables, table, room.people[1])
    shown = await room.later(shown.waits[WaitKind.CHALLENGE].until - room.now, table)
    assert shown.status is Status.CLOSED
    assert await room.purses() == dict.fromkeys(range(1, 7), OPENING)
    await room.expect_balanced()


@FORMS
async def test_the_third_brings_the_stakes_the_cut_and_the_cards(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    shown, pool = await room.view(table), await pool_of(room, table)
    assert shown.status is Status.PLAYING
    assert shown.game is not None
    assert (shown.game.number, shown.galerie.book, shown.galerie.pause) == (1, None, None)
    assert pool.stage is PoolStage.PLAYING
    assert {person.id for person in shown.seats or ()} == set(pool.engaged)
    assert {*pool.engaged, pool.out} == {1, 2, 3}
    lying = dict.fromkeys([1, 2, 3] if form is PoolForm.ALL else pool.engaged, STAKE)
    assert await room.at_stake(table) == lying
    assert await room.purses() == {person: OPENING - lying.get(person, 0) for person in range(1, 7)}
    assert await refused(seating.accept(room.tables, table, room.people[3])) is Problem.CHALLENGE_OVER
    await room.expect_balanced()


@pytest.mark.parametrize("room", [{"seed": seed} for seed in range(30)], indirect=True)
async def test_the_cut_is_made_again_between_equal_lowest_cards_and_the_highest_deals(room: Salon) -> None:
    table = await formed(room)
    shown, pool = await room.view(table), await pool_of(room, table)
    assert shown.game is not None
    last = {who for _, who in shown.galerie.cuts[-1]}
    assert pool.out in last
    assert [len(cut) for cut in shown.galerie.cuts] == sorted((len(cut) for cut in shown.galerie.cuts), reverse=True)
    if pool.dealer is not None:
        dealer = shown.game.dealer
        assert dealer is not None
        assert shown.person(dealer).id == pool.dealer
        assert shown.cuts == (), "the highest card deals: no one cuts once more"
    else:
        assert shown.cuts, "between two highest cards it is cut for the deal"


@FORMS
@pytest.mark.parametrize("changes", range(4))
async def test_two_games_running_take_the_pool(room: Salon, form: PoolForm, changes: int) -> None:
    """`changes` times, the winner of the game before loses. Every sum is counted by hand."""
    table = await formed(room, form)
    pool = await pool_of(room, table)
    paid = dict.fromkeys([1, 2, 3] if form is PoolForm.ALL else pool.engaged, STAKE)
    for number in range(changes + 2):
        room.restart()
        before = await pool_of(room, table)
        ahead, final = before.last_winner, number == changes + 1
        if ahead is None:
            winner = before.engaged[0]
        else:
            winner = next(person for person in before.engaged if (person == ahead) is final)
        loser = next(person for person in before.engaged if person != winner)
        comes_in = before.out
        assert comes_in is not None
        shown = await won_by(room, table, winner)
        if form is PoolForm.ALL:
            paid[loser] = paid.get(loser, 0) + STAKE
        elif not final:
            paid[comes_in] = paid.get(comes_in, 0) + STAKE
        pool = await pool_of(room, table)
        assert pool.games == number + 1
        await room.expect_balanced()
        if not final:
            assert (shown.status, pool.stage, pool.out) == (Status.BETWEEN, PoolStage.PLAYING, loser)
            assert set(pool.engaged) == {winner, comes_in}
            assert await room.at_stake(table) == paid
            shown = await again(room, table)
            assert shown.status is Status.PLAYING
            assert {person.id for person in shown.seats or ()} == {winner, comes_in}
            assert shown.cuts, "the player who takes the seat cuts for the deal"
    assert (pool.stage, pool.winner, pool.chips) == (PoolStage.WON, winner, sum(paid.values()))
    assert await room.at_stake(table) == {}
    purses = await room.purses()
    for person in (1, 2, 3):
        assert purses[person] == OPENING - paid.get(person, 0) + (pool.chips if person == winner else 0)
    (last,) = (await room.database.ledger.movements(GUILD, winner, limit=1)).rows
    assert (last.kind, last.amount) == (MovementKind.SETTLEMENT, pool.chips)


async def test_who_is_out_waits_and_who_has_lost_is_out(room: Salon) -> None:
    table = await formed(room)
    pool = await pool_of(room, table)
    out, winner = pool.out, pool.engaged[0]
    assert out is not None
    problem = await refused(play.move(room.tables, table, out, None, lambda view: view.legal_moves[0]))
    assert problem is Problem.NOT_A_PLAYER
    assert await refused(rematch.rematch(room.tables, table, out)) is Problem.GAME_ON
    await won_by(room, table, winner)
    after = await pool_of(room, table)
    assert after.out is not None
    shown = await rematch.rematch(room.tables, table, winner)
    assert await refused(rematch.rematch(room.tables, table, after.out)) is Problem.POOL_OUT
    assert await refused(rematch.rematch(room.tables, table, 4)) is Problem.NOT_A_PLAYER
    assert await refused(rematch.close(room.tables, table, winner)) is Problem.POOL_ON
    assert await refused(rematch.close(room.tables, table, 4)) is Problem.NOT_A_PLAYER
    assert (await room.view(table)).asked == shown.asked == {winner}


async def test_no_one_from_outside_bets_or_takes_a_chair(room: Salon) -> None:
    table = await formed(room)
    outsider = room.people[3]
    for _ in range(2):
        assert await refused(betting.bet(room.tables, table, outsider, Seat.NORTH, 5)) is Problem.NO_BETS
        assert await refused(chairs.enter(room.tables, table, outsider)) is Problem.NO_CHAIRS
        problem = await refused(betting.offer(room.tables, table, outsider, Seat.NORTH, 5))
        assert problem in (Problem.NO_BETS, Problem.NO_PAUSE)
        await refused(betting.want_cards(room.tables, table, 1))
        await won_by(room, table, (await pool_of(room, table)).engaged[0])
    await room.expect_balanced()


@FORMS
async def test_a_game_that_does_not_count_is_played_again(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    for number in (1, 2):
        before, lying = await pool_of(room, table), await room.at_stake(table)
        north, south = (person.id for person in (await room.view(table)).seats or ())
        await play.move(room.tables, table, north, None, lambda view: OfferStop())
        shown = await play.move(room.tables, table, south, None, lambda view: AcceptStop())
        assert shown.status is Status.BETWEEN
        assert (await pool_of(room, table), await room.at_stake(table)) == (before, lying)
        room.restart()
        shown = await again(room, table)
        assert shown.status is Status.PLAYING
        assert {person.id for person in shown.seats or ()} == {north, south}
        if number == 1:
            await won_by(room, table, north)
            await again(room, table)
    await room.expect_balanced()


@FORMS
async def test_when_neither_of_the_two_comes_everything_is_refunded(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    await won_by(room, table, (await pool_of(room, table)).engaged[0])
    room.restart()
    shown = await room.later(PATIENCE_MS - 1, table)
    assert shown.status is Status.BETWEEN
    shown = await room.later(1, table)
    assert (shown.status, (await pool_of(room, table)).stage) == (Status.CLOSED, PoolStage.CALLED_OFF)
    assert await room.at_stake(table) == {}
    assert await room.purses() == dict.fromkeys(range(1, 7), OPENING)
    await room.expect_balanced()


@FORMS
async def test_a_player_who_stays_away_loses_the_place_and_the_others_play_on(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    absent, winner = (await pool_of(room, table)).engaged
    await won_by(room, table, winner)
    third = next(person for person in (await pool_of(room, table)).engaged if person != winner)
    await rematch.rematch(room.tables, table, winner)
    room.restart()
    shown = await room.later(PATIENCE_MS, table)
    pool = await pool_of(room, table)
    assert (shown.status, pool.gone) == (Status.BETWEEN, (third,))
    assert set(pool.engaged) == {winner, absent}
    await room.expect_balanced()
    assert await room.wake_at(table) == room.now + PATIENCE_MS, "the newcomer has all the time"
    shown = await rematch.rematch(room.tables, table, absent)
    assert shown.status is Status.PLAYING
    await won_by(room, table, winner)
    pool = await pool_of(room, table)
    assert (pool.stage, pool.winner) == (PoolStage.WON, winner)
    purses = await room.purses()
    assert purses[winner] == OPENING + sum(pool.paid) - pool.paid[pool.people.index(winner)]
    assert sum(purses.values()) == 6 * OPENING
    await room.expect_balanced()


@FORMS
async def test_the_last_one_who_stays_takes_the_pool(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    winner = (await pool_of(room, table)).engaged[0]
    await won_by(room, table, winner)
    await rematch.rematch(room.tables, table, winner)
    await room.later(PATIENCE_MS, table)
    shown = await room.later(PATIENCE_MS, table)
    pool = await pool_of(room, table)
    assert (shown.status, pool.stage, pool.winner) == (Status.BETWEEN, PoolStage.WON, winner)
    assert (await room.purses())[winner] > OPENING
    assert await room.at_stake(table) == {}
    await room.expect_balanced()
    assert (await room.later(PATIENCE_MS, table)).status is Status.CLOSED


@FORMS
async def test_a_player_of_a_pool_who_leaves_the_bot_leaves_the_stakes_in_it(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    pool = await pool_of(room, table)
    assert pool.out is not None
    await departure.give_up(room.tables, table, pool.out)
    assert (await pool_of(room, table)).gone == (pool.out,)
    assert (await room.view(table)).status is Status.PLAYING, "the others play on"
    await room.expect_balanced()
    first, second = pool.engaged
    await departure.give_up(room.tables, table, first)
    after = await pool_of(room, table)
    assert (after.stage, after.winner) == (PoolStage.WON, second)
    assert await room.at_stake(table) == {}
    await room.expect_balanced()


async def test_other_games_keep_no_one_from_coming_to_a_pool(room: Salon) -> None:
    """Otherwise a player could make the opponent lose the place by sitting down elsewhere."""
    table = await formed(room)
    await won_by(room, table, (await pool_of(room, table)).engaged[0])
    engaged = (await pool_of(room, table)).engaged
    for other in (3, 4, 5, 3, 4):
        await room.seated(staked(0), engaged[1] - 1, other)
    for person in engaged:
        shown = await rematch.rematch(room.tables, table, person)
    assert shown.status is Status.PLAYING
    await room.expect_balanced()


async def test_a_game_in_which_no_one_moves_gives_everything_back(room: Salon) -> None:
    table = await formed(room)
    for _ in range(5):
        shown = await room.later(PATIENCE_MS, table)
    assert shown.status is Status.CLOSED
    assert await room.purses() == dict.fromkeys(range(1, 7), OPENING)
    await room.expect_balanced()


async def test_an_outage_keeps_a_pool_waiting_as_long(room: Salon) -> None:
    """Chips are on the table: a person who could not come shall not get them sent back."""
    table = await formed(room)
    await won_by(room, table, (await pool_of(room, table)).engaged[0])
    room.now += 3 * PATIENCE_MS
    room.restart()
    await room.outage(3 * PATIENCE_MS)
    assert await room.wake_at(table) == room.now + PATIENCE_MS
    shown = await room.later(0, table)
    assert shown.status is Status.BETWEEN
    await room.expect_balanced()
    shown = await room.later(PATIENCE_MS, table)
    assert shown.status is Status.CLOSED
    await room.expect_balanced()


async def test_a_player_who_has_less_adds_everything_and_plays_on(room: Salon) -> None:
    """With stakes of 400 a player has 200 of a thousand left after the second, and then nothing."""
    table = await formed(room, stake=400)
    first = (await pool_of(room, table)).engaged
    winner, loser = first
    shown = await won_by(room, table, winner)
    assert shown.galerie.added == ((loser, 400),)
    await again(room, table)
    third = next(person for person in (await pool_of(room, table)).engaged if person != winner)
    await won_by(room, table, third)
    await again(room, table)
    shown = await won_by(room, table, loser)
    assert shown.galerie.added == ((third, 400),)
    await again(room, table)
    assert await room.purses() == {1: 200, 2: 200, 3: 200, 4: OPENING, 5: OPENING, 6: OPENING}
    shown = await won_by(room, table, winner)
    assert shown.galerie.added == ((loser, 200),)
    await again(room, table)
    shown = await won_by(room, table, third)
    assert shown.galerie.added == ((winner, 200),)
    await again(room, table)
    shown = await won_by(room, table, loser)
    assert shown.galerie.added == ((third, 200),)
    await room.expect_balanced()
    shown = await again(room, table)
    assert shown.status is Status.PLAYING
    shown = await won_by(room, table, loser)
    assert shown.galerie.added == ((winner, 0),)
    assert (await pool_of(room, table)).winner == loser
    assert await room.purses() == {winner: 0, third: 0, loser: 3000, 4: OPENING, 5: OPENING, 6: OPENING}
    await room.expect_balanced()


@FORMS
async def test_chips_put_elsewhere_in_the_meantime_are_not_added_twice(room: Salon, form: PoolForm) -> None:
    """The player who has to add has lost these chips at another table since the cards were dealt."""
    table = await formed(room, form, stake=300)
    pool = await pool_of(room, table)
    winner, loser = pool.engaged
    adds = loser if form is PoolForm.ALL else pool.out
    assert adds is not None
    dearer = await room.seated(staked(650), adds - 1, 4)
    await room.lose(dearer, Seat.NORTH)
    left = (await room.purses())[adds]
    shown = await won_by(room, table, winner)
    assert shown.galerie.added == ((adds, min(300, left)),)
    assert (await room.purses())[adds] == max(0, left - 300)
    await room.expect_balanced()


@FORMS
async def test_all_three_form_a_fresh_pool(room: Salon, form: PoolForm) -> None:
    table = await formed(room, form)
    winner = (await pool_of(room, table)).engaged[0]
    for _ in range(2):
        await won_by(room, table, winner)
        await again(room, table)
    assert (await room.view(table)).game_no == 3
    pool = await pool_of(room, table)
    assert (pool.stage, pool.games, pool.winner) == (PoolStage.PLAYING, 0, None)
    assert (await room.view(table)).galerie.added == ()
    lying = dict.fromkeys([1, 2, 3] if form is PoolForm.ALL else pool.engaged, STAKE)
    assert await room.at_stake(table) == lying
    await room.expect_balanced()
    second = pool.engaged[0]
    for _ in range(2):
        await won_by(room, table, second)
        await again(room, table)
    await room.expect_balanced()


async def test_no_fresh_pool_without_the_chips_of_all_three(room: Salon) -> None:
    table = await formed(room, stake=400)
    winner, loser = (await pool_of(room, table)).engaged
    await won_by(room, table, winner)
    await again(room, table)
    await won_by(room, table, winner)
    assert await refused(rematch.rematch(room.tables, table, loser)) is Problem.CANNOT_PAY
    assert await refused(rematch.rematch(room.tables, table, winner)) is Problem.OTHER_CANNOT_PAY
    shown = await rematch.close(room.tables, table, loser)
    assert shown.status is Status.CLOSED
    await room.expect_balanced()


async def test_who_is_out_may_put_a_pool_away_that_was_won(room: Salon) -> None:
    table = await formed(room)
    winner = (await pool_of(room, table)).engaged[0]
    await won_by(room, table, winner)
    await again(room, table)
    pool = await pool_of(room, table)
    await won_by(room, table, winner)
    assert pool.out is not None
    assert (await rematch.close(room.tables, table, pool.out)).status is Status.CLOSED
    await room.expect_balanced()


async def test_who_cannot_pay_neither_asks_nor_joins(room: Salon) -> None:
    assert await refused(opened(room, stake=OPENING + 1)) is Problem.CANNOT_PAY
    table = await opened(room, stake=900)
    await room.seated(staked(200), 1, 4)
    assert await refused(seating.accept(room.tables, table, room.people[1])) is Problem.CANNOT_PAY
    await seating.accept(room.tables, table, room.people[2])
    await room.seated(staked(200), 0, 5)
    assert await refused(seating.accept(room.tables, table, room.people[3])) is Problem.OTHER_CANNOT_PAY
    assert await room.at_stake(table) == {}
    await room.expect_balanced()


@FORMS
async def test_a_press_that_is_delivered_twice_counts_once(room: Salon, form: PoolForm) -> None:
    table = await opened(room, form)
    for number, person in enumerate(room.people[1:3]):
        for _ in range(2):
            await seating.accept(room.tables, table, person, 500 + number)
    lying = await room.at_stake(table)
    await won_by(room, table, (await pool_of(room, table)).engaged[0])
    for engaged in (await pool_of(room, table)).engaged:
        for _ in range(2):
            await rematch.rematch(room.tables, table, engaged, 600 + engaged)
    assert (await room.view(table)).game_no == 2
    assert sum(lying.values()) + STAKE == sum((await room.at_stake(table)).values())
    await room.expect_balanced()


async def test_a_pool_by_correspondence_is_as_patient_as_its_pace(room: Salon) -> None:
    terms = replace(staked(STAKE, pool=PoolForm.ALL), pace=Pace.correspondence(24))
    table = (await seating.challenge(room.tables, GUILD, 70, room.people[0], None, terms)).id
    for person in room.people[1:3]:
        await seating.accept(room.tables, table, person)
    await won_by(room, table, (await pool_of(room, table)).engaged[0])
    shown = await room.later(7 * 86_400_000 - 1, table)
    assert shown.status is Status.BETWEEN
    assert (await room.later(1, table)).status is Status.CLOSED
    assert await room.purses() == dict.fromkeys(range(1, 7), OPENING)
    await room.expect_balanced()
