"""The fair deal combined with bets, a hand played out, a pool, a salon, outages and restarts. Without Discord."""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import replace

import pytest

from bot.tables import archive, lookup
from bot.tables.actions import betting, cut, play, rematch, seating, succession
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from ecarte.fair import Verdict
from ecarte.game import Abandon, Manners, Resign, Rules, Seat
from ecarte.table import PoolForm
from tests.bot.tables.cutting import CUT_MS, TERMS, elder_of, kept, packs_of, refused
from tests.bot.tables.salon import GUILD, Salon, staked


async def test_a_hand_that_may_be_played_again_in_a_salon_is_not_shown_yet(room: Salon) -> None:
    table = await room.seated(replace(TERMS, rules=Rules(manners=Manners.SALON), last_trick_by_itself=False))
    while WaitKind.ERRORS not in (table_view := await room.view(table)).waits:
        with suppress(Refused):  # a player of a salon may try what comes to nothing
            await room.step(table)
    first, *_ = await kept(room, table, "pack_made")
    assert table_view.finished[-1].promise is None
    assert table_view.deal_promise is not None
    assert first.number == table_view.deal_promise.number == 1
    assert bytes.fromhex(first.secret) not in pickle.dumps(table_view)
    table_view = await room.later(TERMS.pace.errors_ms, table)
    promise = table_view.finished[-1].promise
    assert promise is not None
    assert promise.fair is not None
    assert promise.fair.secret.hex() == first.secret


async def test_after_a_restart_the_same_promise_is_cut(room: Salon) -> None:
    table = await room.seated(TERMS)
    before = await room.view(table)
    room.now += CUT_MS + 5
    room.restart()
    table_view, wake_at = await room.view(table), await room.wake_at(table)
    assert table_view.deal_promise == before.deal_promise
    assert wake_at is not None
    assert wake_at <= room.now, "it is due at once"
    table_view = await room.later(0, table)
    assert table_view.game is not None
    assert table_view.game.number == 1
    assert table_view.deal_promise is not None
    assert before.deal_promise is not None
    assert table_view.deal_promise.commitment == before.deal_promise.commitment


@pytest.mark.parametrize("started_anew", [True, False])
async def test_an_outage_puts_the_cut_off(room: Salon, started_anew: bool) -> None:
    table = await room.seated(TERMS)
    until = room.now + CUT_MS
    room.now += 600_000
    if started_anew:
        room.restart()
    await room.outage(600_000)
    table_view = await room.later(CUT_MS - 1, table)
    assert table_view.waits[WaitKind.CUT].until == until + 600_000
    assert (await room.later(1, table)).deal_promise is not None
    assert len(await packs_of(room, table)) == 1


async def test_the_cut_comes_after_the_bets_and_between_deals_after_the_side_bets(room: Salon) -> None:
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 20)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 20)
    table_view = await room.view(table)
    assert table_view.deal_promise is None
    table_view = await room.cards(table)
    assert table_view.deal_promise is not None
    assert (table_view.galerie.pause, table_view.waits[WaitKind.CUT].until) == (None, room.now + CUT_MS)
    await room.cut(table, 16)
    loser = table_view.person(Seat.NORTH).id
    while table_view.galerie.side_bets is None or table_view.galerie.pause is None:
        hand = await lookup.hand(room.tables, table, loser)
        if Abandon() in hand.view.table_moves:
            table_view = await play.move(room.tables, table, loser, None, lambda view: Abandon())
        else:
            table_view = await room.step(table)
    assert table_view.deal_promise is None, "the finished deal is shown, the next one not promised yet"
    table_view = await room.cards(table)
    assert table_view.deal_promise is not None
    assert table_view.deal_promise.number == 2
    await room.play(table)
    await room.expect_balanced()


async def test_law_54_who_plays_a_hand_out_cuts_in_its_stead(room: Salon) -> None:
    table = await room.seated(staked(50, cut_ms=CUT_MS))
    for person, side in ((2, Seat.NORTH), (3, Seat.SOUTH)):
        await betting.bet(room.tables, table, room.people[person], side, 20)
    table_view = await room.cards(table)
    elder = elder_of(table_view)
    assert table_view.deal_promise is not None
    heir = 3 if table_view.deal_promise.elder is Seat.NORTH else 4
    table_view = await play.move(room.tables, table, elder, None, lambda view: Resign())
    assert (table_view.galerie.offered_seat, table_view.galerie.heir) == (
        table_view.deal_promise and table_view.deal_promise.elder,
        heir,
    )
    assert await refused(room, table, elder, table_view.decision, 9) is Problem.HAND_OFFERED
    table_view = await room.later(CUT_MS, table)
    assert table_view.game is not None
    assert table_view.game.number == 0, "no card falls while a hand is offered"
    room.now -= CUT_MS
    table_view = await succession.take_hand(room.tables, table, room.people[heir - 1])
    assert await refused(room, table, elder, table_view.decision, 9) is Problem.NOT_A_PLAYER
    table_view = await cut.cut(room.tables, table, heir, table_view.decision, 9)
    (event,) = await kept(room, table, "pack_made")
    assert event.by == heir
    await room.play(table)
    await room.expect_balanced()


async def test_a_resignation_before_the_cut_ends_the_game_and_the_next_one_is_promised_anew(room: Salon) -> None:
    table = await room.seated(TERMS)
    table_view = await play.move(room.tables, table, 1, None, lambda view: Resign())
    assert (table_view.status, table_view.deal_promise) == (Status.BETWEEN, None)
    assert table_view.finished[-1].promise is None, "a deal that came to nothing is not shown"
    assert await refused(room, table, 2, table_view.decision, 9) is Problem.NO_CUT
    assert (await archive.check_game(room.tables, table, 1)) == ()
    for user in (1, 2):
        table_view = await rematch.rematch(room.tables, table, user)
    first, second = await kept(room, table, "game_promised")
    assert table_view.deal_promise is not None
    assert table_view.deal_promise.commitment == second.commitment
    assert (first.game, second.game) == (1, 2)
    assert first.last != second.last
    await room.play(table)
    assert {check.verdict for check in await archive.check_game(room.tables, table, 2)} == {Verdict.FAIR}


async def test_a_pool_is_played_with_cuts(room: Salon) -> None:
    terms = staked(30, pool=PoolForm.ALL, cut_ms=CUT_MS)
    table_view = await seating.challenge(room.tables, GUILD, 70, room.people[0], None, terms)
    for person in room.people[1:3]:
        table_view = await seating.accept(room.tables, table_view.id, person)
    assert table_view.deal_promise is not None
    table_view = await room.play(table_view.id)
    assert table_view.status is Status.BETWEEN
    assert {check.verdict for check in await archive.check_game(room.tables, table_view.id, 1)} == {Verdict.FAIR}
    await room.expect_balanced()
