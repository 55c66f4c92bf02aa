"""Rubbers and the two packs at a table, without Discord: chairs, the dealer, leaving, restarts, new cards."""

from __future__ import annotations

from functools import partial

import pytest

from bot.audit import verify
from bot.rows.chips import MovementKind
from bot.tables import archive
from bot.tables.actions import chairs, packs, play, rematch
from bot.tables.actions.packs import NEW_CARDS
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte import notation
from ecarte.game import AcceptStop, NextDeal, OfferStop, Resign, Rule, Rules, Seat, Stakes
from ecarte.table import Pack
from ecarte.table.packs import PAIRS
from tests.bot.tables.salon import GUILD, OPENING, Salon, staked
from tests.support.ledger import treasury

N, S = Seat.NORTH, Seat.SOUTH


async def lost(room: Salon, table: int, loser: Seat) -> TableView:
    """Resigns the current game, or the next one, as `loser` after its first decision: before, it would be void."""
    table_view = await room.view(table)
    if table_view.status is not Status.PLAYING:
        await again(room, table)
    await room.cards(table)
    table_view = await room.step(table)
    return await play.move(room.tables, table, table_view.person(loser).id, None, lambda view: Resign())


async def again(room: Salon, table: int) -> TableView:
    """Asks for another game for both players of the last one."""
    table_view = await room.view(table)
    for person in table_view.seats or ():
        table_view = await rematch.rematch(room.tables, table, person.id)
    return table_view


@pytest.mark.parametrize(("games", "lost_by"), [(3, [N, S, N]), (5, [S, S, S]), (7, [N] * 4), (11, [N] * 5 + [S] * 6)])
async def test_a_rubber_goes_to_the_majority_of_its_games(room: Salon, games: int, lost_by: list[Seat]) -> None:
    table = await room.seated(Terms(rubber=games))
    for number, loser in enumerate(lost_by, 1):
        table_view = await room.view(table)
        assert (table_view.rubber.over, table_view.rubber.winner) == (False, None)
        table_view = await lost(room, table, loser)
        assert table_view.game_no == number
    assert (table_view.rubber.over, table_view.rubber.winner) == (True, lost_by[-1].other)
    table_view = await again(room, table)
    assert (table_view.rubber.number, table_view.rubber.won, table_view.rubber.over) == (1, (0, 0), False), (
        "a fresh one"
    )


async def test_a_restart_in_a_rubber_changes_nothing(room: Salon) -> None:
    table = await room.seated(staked(50, rubber=5, rules=Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE)))
    await lost(room, table, S)
    await packs.new_cards(room.tables, table, 2)
    before = await room.view(table)
    room.restart()
    assert await room.view(table) == before
    assert (before.rubber.number, before.rubber.points, before.packs.new) == (2, (3, 0), S)
    await lost(room, table, N)
    room.restart()
    assert (await room.view(table)).rubber.won == (1, 1)


async def test_both_keep_their_chairs_until_the_rubber_is_over_and_then_its_loser_retires(room: Salon) -> None:
    table = await room.seated(Terms(rubber=3))
    await chairs.enter(room.tables, table, room.people[2])
    table_view = await lost(room, table, N)
    assert table_view.galerie.queue is not None
    assert (table_view.galerie.queue.seats, table_view.galerie.awaited) == ((1, 2), None)
    table_view = await lost(room, table, N)
    assert table_view.galerie.queue is not None
    assert (table_view.galerie.queue.seats, table_view.galerie.awaited) == ((None, 2), 3)
    await rematch.rematch(room.tables, table, 2)
    table_view = await chairs.sit(room.tables, table, 3)
    assert (table_view.status, table_view.rubber.won, table_view.rubber.number) == (Status.PLAYING, (0, 0), 1)


async def test_who_gets_up_breaks_the_rubber_off_and_a_rentrant_begins_another(room: Salon) -> None:
    table = await room.seated(Terms(rubber=3))
    await chairs.enter(room.tables, table, room.people[2])
    await lost(room, table, N)
    table_view = await rematch.close(room.tables, table, 1)
    assert (table_view.rubber.called_off, table_view.rubber.winner) == (True, None)
    assert table_view.finished[-1].rubber == table_view.rubber, "the message of the game says so for ever"
    await chairs.sit(room.tables, table, 3)
    table_view = await rematch.rematch(room.tables, table, 2)
    assert (table_view.rubber.won, table_view.rubber.called_off) == ((0, 0), False)


async def test_a_table_that_is_put_away_breaks_its_rubber_off(room: Salon) -> None:
    table = await room.seated(Terms(rubber=3))
    table_view = await lost(room, table, N)
    table_view = await room.later(table_view.terms.pace.patience_ms, table)
    assert (table_view.status, table_view.rubber.called_off) == (Status.CLOSED, True)


async def test_a_game_without_a_winner_is_played_again(room: Salon) -> None:
    table = await room.seated(Terms(rubber=3))
    await play.move(room.tables, table, 1, None, lambda view: OfferStop())
    table_view = await play.move(room.tables, table, 2, None, lambda view: AcceptStop())
    assert (table_view.status, table_view.rubber.number, table_view.rubber.void) == (Status.BETWEEN, 1, 1)
    table_view = await lost(room, table, S)
    assert (table_view.game_no, table_view.rubber.won) == (2, (1, 0))


@pytest.mark.parametrize(
    ("agreed", "cut_for"),
    [
        (NextDeal.ALTERNATES, [False, False]),
        (NextDeal.FRESH_CUT, [True, True]),
        (NextDeal.CUT_FOR_RUBBER, [False, True]),
    ],
)
async def test_the_deal_of_the_next_game_is_as_agreed(room: Salon, agreed: NextDeal, cut_for: list[bool]) -> None:
    """The second game is in the rubber, the third after it."""
    table = await room.seated(Terms(rubber=3, rules=Rules(next_deal=agreed)))
    assert (await room.view(table)).cuts
    for number, cut in enumerate(cut_for, 2):
        before = await lost(room, table, N)
        table_view = await again(room, table)
        assert (table_view.game_no, bool(table_view.cuts)) == (number, cut)
        assert before.game is not None
        assert table_view.game is not None
        assert cut or table_view.game.dealer is not before.game.dealer


async def test_each_game_of_a_rubber_has_stakes_of_its_own(room: Salon) -> None:
    table = await room.seated(staked(50, rubber=3))
    for loser, first in ((N, 950), (S, 1000), (N, 950)):
        await lost(room, table, loser)
        assert (await room.purses())[1] == first
    await room.expect_balanced()


async def test_the_record_of_a_game_says_to_which_rubber_it_belongs(room: Salon) -> None:
    table = await room.seated(Terms(rubber=5))
    await lost(room, table, N)
    await lost(room, table, S)
    tags = [notation.read(await archive.record(room.tables, table, number)).tags["Match"] for number in (1, 2)]
    assert tags == ["rubber 5, game 1, 0-0", "rubber 5, game 2, 0-1"]


async def test_each_deal_is_made_with_its_dealers_own_pack(room: Salon) -> None:
    table = await room.seated(Terms())
    seen: set[Pack | None] = set()
    while (table_view := await room.view(table)).status is Status.PLAYING:
        assert table_view.game is not None
        assert table_view.game.dealer is not None
        assert table_view.packs.dealt is PAIRS[0][table_view.game.dealer.index]
        seen.add(table_view.packs.dealt)
        await room.step(table)
    assert seen == {*PAIRS[0]}


async def test_law_44_new_cards_come_with_the_next_deal_and_cost_their_caller(room: Salon) -> None:
    table = await room.seated(staked(50))
    await room.cards(table)
    before = await room.view(table)
    table_view = await packs.new_cards(room.tables, table, 2)
    assert table_view.packs.dealt is before.packs.dealt, "the deal that is on goes on with the old ones"
    assert await room.purses() == {1: 950, 2: 950 - NEW_CARDS, **dict.fromkeys(range(3, 7), OPENING)}
    with pytest.raises(Refused) as refused:
        await packs.new_cards(room.tables, table, 1)
    assert refused.value.data["rule"] is Rule.NEW_CARDS_COMING
    assert before.game is not None
    while (table_view := await room.view(table)).game is not None and table_view.packs.new is not None:
        await room.step(table)
    assert {*table_view.packs.own} == {*PAIRS[1]}
    assert table_view.packs.dealt in PAIRS[1]
    await room.play(table)
    assert (await verify(room.database)).faults == ()
    assert (await treasury(room.database, GUILD)).issued == 2 * OPENING - NEW_CARDS
    kinds = [moved.kind for moved in (await room.database.ledger.movements(GUILD, 2)).rows]
    assert kinds.count(MovementKind.NEW_CARDS) == 1


async def test_new_cards_delivered_twice_are_paid_for_once(room: Salon) -> None:
    table = await room.seated(staked(50))
    for _ in range(2):
        await packs.new_cards(room.tables, table, 1, 4711)
    assert (await room.purses())[1] == OPENING - 50 - NEW_CARDS


async def test_no_one_buys_cards_they_cannot_pay(room: Salon) -> None:
    table = await room.seated(staked(OPENING - NEW_CARDS + 1))
    await room.cards(table)
    with pytest.raises(Refused) as refused:
        await packs.new_cards(room.tables, table, 1)
    assert refused.value.problem is Problem.CANNOT_PAY_CARDS
    assert refused.value.data == {"price": NEW_CARDS, "purse": NEW_CARDS - 1}
    assert (await room.view(table)).packs.new is None


async def test_new_cards_cost_nothing_where_they_play_for_the_honour(room: Salon) -> None:
    table = await room.seated(Terms())
    table_view = await packs.new_cards(room.tables, table, 1)
    assert table_view.packs.new is N
    assert set((await room.purses()).values()) == {OPENING}


async def test_only_a_player_calls_for_new_cards_and_only_while_the_table_stands(room: Salon) -> None:
    table = await room.seated(Terms())
    for act in (
        partial(packs.new_cards, room.tables),
        partial(packs.other_pack, room.tables),
        partial(packs.packs_for, room.tables),
    ):
        with pytest.raises(Refused) as refused:
            await act(table, 3)
        assert refused.value.problem is Problem.NOT_A_PLAYER
    await lost(room, table, N)
    await rematch.close(room.tables, table, 1)
    with pytest.raises(Refused) as refused:
        await packs.new_cards(room.tables, table, 1)
    assert refused.value.problem is Problem.CLOSED


async def test_law_5_the_winner_of_the_cut_may_take_the_other_pack_once(room: Salon) -> None:
    table = await room.seated(Terms())
    table_view = await room.view(table)
    assert table_view.game is not None
    assert table_view.game.dealer is not None
    winner, other = table_view.person(table_view.game.dealer).id, table_view.person(table_view.game.dealer.other).id
    with pytest.raises(Refused) as refused:
        await packs.other_pack(room.tables, table, other)
    assert refused.value.data["rule"] is Rule.NO_CHOICE_OF_CARDS
    changed = await packs.other_pack(room.tables, table, winner)
    assert changed.packs.own == (PAIRS[0][1], PAIRS[0][0])
    assert changed.packs.dealt is table_view.packs.dealt
    with pytest.raises(Refused):
        await packs.other_pack(room.tables, table, winner)
