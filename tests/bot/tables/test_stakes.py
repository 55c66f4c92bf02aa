"""Stakes at a table: the book opens with the challenge and closes with the first card. Chips move with the events.

Source: the treatise, pp. 36-37 and 72.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rows.chips import MovementKind
from bot.tables import lookup
from bot.tables.actions import betting, chairs, play, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from ecarte.game import AcceptStop, OfferStop, Resign, Rules, Seat, Stakes
from ecarte.table.stakes import GalerieRule, Stage, Style
from tests.bot.tables.salon import GUILD, OPENING, Salon, staked


async def test_the_players_stakes_lie_on_the_table_before_a_card_is_dealt(room: Salon) -> None:
    table = await room.seated(staked(50))
    table_view = await room.view(table)
    assert table_view.game is not None
    assert table_view.game.number == 0
    assert table_view.galerie.pause is not None
    assert await room.purses() == {1: 950, 2: 950, 3: OPENING, 4: OPENING, 5: OPENING, 6: OPENING}
    assert await room.at_stake(table) == {1: 50, 2: 50}
    await room.expect_balanced()


async def test_a_table_for_the_honour_has_no_book_and_does_not_wait(room: Salon) -> None:
    table = await room.seated(staked(0))
    table_view = await room.view(table)
    assert table_view.galerie.book is None
    assert table_view.game is not None
    assert table_view.game.number == 1
    with pytest.raises(Refused) as refused:
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 5)
    assert refused.value.problem is Problem.FOR_HONOUR


async def test_bets_close_with_the_first_card_and_what_is_not_covered_goes_back_last_come_first(room: Salon) -> None:
    table = await room.seated(staked(50))
    third, fourth, fifth = room.people[2:5]
    await betting.bet(room.tables, table, third, Seat.NORTH, 30)
    await betting.bet(room.tables, table, fourth, Seat.NORTH, 20)
    await betting.bet(room.tables, table, fifth, Seat.SOUTH, 40)
    table_view = await room.cards(table)
    book = table_view.galerie.book
    assert book is not None
    assert book.stage is Stage.CLOSED
    assert [(refund.person, refund.amount) for refund in table_view.galerie.refunds] == [(fourth.id, 10)]
    assert await room.at_stake(table) == {1: 50, 2: 50, 3: 30, 4: 10, 5: 40}
    assert (await room.purses())[4] == OPENING - 10
    with pytest.raises(Refused) as refused:
        await betting.bet(room.tables, table, third, Seat.NORTH, 1)
    assert refused.value.data["rule"] is GalerieRule.BOOK_CLOSED
    await room.expect_balanced()


async def test_the_winning_side_gets_its_stakes_and_as_much_again(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30)
    await betting.bet(room.tables, table, room.people[4], Seat.SOUTH, 40)
    table_view = await room.lose(table, Seat.SOUTH)
    assert table_view.status is Status.BETWEEN
    assert await room.at_stake(table) == {}
    assert await room.purses() == {1: 1050, 2: 950, 3: 1030, 4: 1000, 5: 970, 6: 1000}
    assert table_view.galerie.settlement is not None
    assert [(share.person, share.gain) for share in table_view.galerie.settlement.shares if share.gain > 0] == [
        (1, 50),
        (3, 30),
    ]
    await room.expect_balanced()


async def test_a_game_keeps_how_it_was_paid_where_the_next_one_is_put_away_before_its_first_deal_is_over(
    room: Salon,
) -> None:
    table = await room.seated(staked(50))
    await room.lose(table, Seat.SOUTH)
    for user in (1, 2):
        await rematch.rematch(room.tables, table, user)
    paid = (await room.view(table)).finished[-1].settlement
    assert paid is not None
    assert paid.winner is Seat.NORTH
    await rematch.void(room.tables, table, GUILD, 99, "a quarrel")
    last = (await room.view(table)).finished[-1]
    assert (last.game_no, last.settlement) == (1, paid)
    await room.expect_balanced()


async def test_a_treble_is_paid_as_far_as_the_losers_purse_goes(room: Salon) -> None:
    table = await room.seated(staked(400, rules=Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE)))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 100)
    await betting.bet(room.tables, table, room.people[4], Seat.SOUTH, 100)
    table_view = await room.lose(table, Seat.SOUTH)
    # South has 1000 in all. The player is paid in full before the backers, who share the shortage.
    assert table_view.galerie.settlement is not None
    gains = {share.person: share.gain for share in table_view.galerie.settlement.shares}
    assert gains[2] == -OPENING
    assert gains[1] == min(3 * 400, OPENING + 300)
    assert sum(gains.values()) == 0
    assert (await room.purses())[2] == 0
    await room.expect_balanced()


async def test_a_game_that_both_agree_to_stop_gives_everything_back(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30)
    await room.cards(table)
    await play.move(room.tables, table, 1, None, lambda view: OfferStop())
    table_view = await play.move(room.tables, table, 2, None, lambda view: AcceptStop())
    assert table_view.status is Status.BETWEEN
    assert set((await room.purses()).values()) == {OPENING}
    kinds = [movement.kind for movement in (await room.database.ledger.movements(GUILD, 1)).rows]
    assert kinds == [MovementKind.VOID, MovementKind.STAKE, MovementKind.OPENING]
    await room.expect_balanced()


async def test_a_game_that_no_one_claims_is_put_away_and_gives_everything_back(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 50)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 50)
    await room.cards(table)
    for _ in range(10):
        table_view = await room.later(3_600_000, table)
    assert table_view.status is Status.CLOSED
    assert set((await room.purses()).values()) == {OPENING}
    assert await room.at_stake(table) == {}
    await room.expect_balanced()


async def test_the_cards_come_when_the_time_for_bets_is_over(room: Salon) -> None:
    table = await room.seated(staked(50))
    before = await room.view(table)
    assert before.galerie.pause is not None
    table_view = await room.later(before.galerie.pause.until - room.now, table)
    assert table_view.game is not None
    assert table_view.game.number == 1
    assert table_view.galerie.pause is None


async def test_no_one_resigns_while_bets_are_open(room: Salon) -> None:
    table = await room.seated(staked(50))
    with pytest.raises(Refused) as refused:
        await play.move(room.tables, table, 1, None, lambda view: Resign())
    assert refused.value.problem is Problem.BETS_FIRST


@pytest.mark.parametrize("amount", [0, -5, 2**53 + 1, OPENING + 1, 2.5, True])
async def test_what_is_no_bet_is_refused_and_changes_nothing(room: Salon, amount: Any) -> None:
    table = await room.seated(staked(50))
    before = await room.view(table)
    with pytest.raises(Refused) as refused:
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, amount)
    assert refused.value.problem is Problem.GALERIE
    assert (await room.view(table)).version == before.version
    assert await room.at_stake(table) == {1: 50, 2: 50}


async def test_a_player_who_cannot_pay_the_stake_does_not_sit_down_and_no_one_else_learns_the_balance(
    room: Salon,
) -> None:
    with pytest.raises(Refused) as refused:
        await room.seated(staked(OPENING + 1))
    assert refused.value.problem is Problem.CANNOT_PAY
    assert refused.value.data["purse"] == OPENING
    # North spends chips elsewhere between the challenge and its acceptance.
    table_view = await seating.challenge(room.tables, GUILD, 70, room.people[0], room.people[1], staked(900))
    other = await room.seated(staked(10), 2, 3)
    await betting.bet(room.tables, other, room.people[0], Seat.NORTH, 500)
    with pytest.raises(Refused) as refused:
        await seating.accept(room.tables, table_view.id, room.people[1])
    assert refused.value.problem is Problem.OTHER_CANNOT_PAY
    assert set(refused.value.data) == {"stake", "name"}
    await room.expect_balanced()


async def test_a_player_takes_bets_before_bystanders_and_a_chouette_takes_all(room: Salon) -> None:
    table = await room.seated(staked(50))
    third, fourth = room.people[2:4]
    await betting.bet(room.tables, table, third, Seat.SOUTH, 100)
    await betting.take(room.tables, table, 1, 60)
    assert (await room.at_stake(table))[1] == 110
    await betting.withdraw(room.tables, table, third.id, 70)
    assert (await room.at_stake(table))[1] == 80, "the part that was taken came back"
    await betting.chouette(room.tables, table, 1)
    await betting.bet(room.tables, table, fourth, Seat.SOUTH, 200)
    await betting.bet(room.tables, table, room.people[4], Seat.NORTH, 50)
    assert (await room.at_stake(table))[1] == 280
    await room.cards(table)
    assert (await lookup.backed_view(room.tables, table, third.id)).seat is Seat.SOUTH
    with pytest.raises(Refused):
        await lookup.backed_view(room.tables, table, room.people[4].id)
    await room.expect_balanced()


@pytest.mark.law(53, 55)
async def test_a_bettor_against_and_a_bystander_see_no_hand_and_at_an_english_table_no_one_does(room: Salon) -> None:
    french, english = await room.seated(staked(50)), await room.seated(staked(50, style=Style.ENGLISH), 4, 5)
    for table in (french, english):
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30)
        await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 30)
        await room.cards(table)
    assert (await lookup.backed_view(room.tables, french, 3)).seat is Seat.NORTH
    assert (await lookup.backed_view(room.tables, french, 4)).seat is Seat.SOUTH
    for table, person in ((french, 6), (french, 1), (english, 3), (english, 4)):
        with pytest.raises(Refused) as refused:
            await lookup.backed_view(room.tables, table, person)
        assert refused.value.problem is Problem.NOT_A_BACKER


async def test_side_bets_are_made_between_deals_at_the_odds_of_the_score_and_settled_with_the_game(room: Salon) -> None:
    table = await room.seated(staked(50))
    third, fourth = room.people[2:4]
    await betting.bet(room.tables, table, third, Seat.NORTH, 10)
    await betting.bet(room.tables, table, fourth, Seat.SOUTH, 10)
    with pytest.raises(Refused) as refused:
        await betting.offer(room.tables, table, room.people[4], Seat.NORTH, 20)
    assert refused.value.data["rule"] is GalerieRule.BETWEEN_DEALS_ONLY
    table_view = await room.cards(table)
    while table_view.galerie.pause is None:
        table_view = await room.step(table)
    bets = table_view.galerie.side_bets
    assert bets is not None
    assert bets.to_make is not None
    await betting.offer(room.tables, table, third, Seat.NORTH, 20)
    table_view = await betting.offer(room.tables, table, room.people[4], Seat.NORTH, 40)
    assert table_view.galerie.side_bets is not None
    asks = table_view.galerie.side_bets.offers[0].asks
    await betting.take_offer(room.tables, table, room.people[5], 1)
    table_view = await room.cards(table)
    assert (await room.at_stake(table))[6] == asks
    assert 5 not in await room.at_stake(table), "the part that was not taken went back when the next deal began"
    await room.expect_balanced()
    await room.lose(table, Seat.SOUTH)
    assert (await room.purses())[3] == OPENING + 10 + asks
    assert (await room.purses())[6] == OPENING - asks
    await room.expect_balanced()


async def test_an_outage_puts_off_bets_and_chairs_as_it_credits_clocks(room: Salon) -> None:
    table = await room.seated(staked(50))
    before = await room.view(table)
    assert before.galerie.pause is not None
    room.now += 3_600_000
    await room.outage(3_600_000)
    table_view = await room.view(table)
    assert table_view.galerie.pause is not None
    assert table_view.galerie.pause.until == before.galerie.pause.until + 3_600_000
    await chairs.enter(room.tables, table, room.people[2])
    await room.lose(table, Seat.SOUTH)
    called = await room.view(table)
    room.now += 60_000
    await room.outage(60_000)
    table_view = await room.view(table)
    assert table_view.waits[WaitKind.CHAIR].until == called.waits[WaitKind.CHAIR].until + 60_000
