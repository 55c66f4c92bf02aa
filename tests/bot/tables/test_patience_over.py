"""The end of the patience with a player whose time is up: the game is lost, unless the opponent was away too.

Sources: `docs/playing.md` ("Time") and Law 54 for the backers of a hand that is given up.
"""

from __future__ import annotations

from bot.clock import Pace
from bot.tables.actions import betting, play
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import Ending, GameEnded, Propose, Seat
from tests.bot.tables.salon import OPENING, Salon, staked

LIVE = Pace.live()
_UP_MS = LIVE.decision_ms + LIVE.reserve_ms


async def proposed(room: Salon, table: int) -> TableView:
    """Has the elder propose, so that the elder has acted and it is the dealer's turn."""
    shown = await room.cards(table)
    while shown.status is Status.PLAYING and (shown.game is None or shown.game.turn is None):
        shown = await room.step(table)
    return await room.step(table, lambda view: Propose())


async def abandoned(room: Salon, table: int) -> TableView:
    """Lets time pass, without a press, until nothing is due in the game any more."""
    for _ in range(10):
        at = await room.wake_at(table)
        assert at is not None
        shown = await room.later(max(0, at - room.now), table)
        if shown.status is not Status.PLAYING:
            return shown
    raise AssertionError("the game is not put away")


def outcome(shown: TableView) -> GameEnded:
    """Returns how the last game ended."""
    assert shown.game is not None
    assert shown.game.outcome is not None
    return shown.game.outcome


async def test_whose_time_is_up_has_lost_when_no_one_claims(room: Salon) -> None:
    table = await room.seated(staked(50))
    shown = await proposed(room, table)
    assert shown.game is not None
    late = shown.game.turn
    assert late is not None
    winner = shown.person(late.other).id
    shown = await abandoned(room, table)
    assert (outcome(shown).winner, outcome(shown).how) == (late.other, Ending.TIME)
    purses = await room.purses()
    assert purses[winner] == OPENING + 50
    assert sum(purses.values()) == 6 * OPENING
    await room.expect_balanced()


async def test_the_game_is_void_when_the_opponent_has_made_no_decision_either(room: Salon) -> None:
    table = await room.seated(staked(50))
    await room.cards(table)
    shown = await abandoned(room, table)
    assert shown.status is Status.CLOSED
    assert await room.purses() == dict.fromkeys(range(1, 7), OPENING)
    await room.expect_balanced()


async def test_who_gave_time_was_there(room: Salon) -> None:
    table = await room.seated(staked(50))
    shown = await room.cards(table)
    while shown.game is None or shown.game.turn is None:
        shown = await room.step(table)
    late = shown.game.turn
    shown = await room.later(_UP_MS, table)
    await play.give_time(room.tables, table, shown.person(late.other).id)
    shown = await abandoned(room, table)
    assert (outcome(shown).winner, outcome(shown).how) == (late.other, Ending.TIME)
    await room.expect_balanced()


async def test_a_backer_may_play_the_lost_game_out_first(room: Salon) -> None:
    table = await room.seated(staked(50))
    shown = await room.view(table)
    players = [person.id for person in shown.seats or ()]
    for backer, seat in ((3, Seat.NORTH), (4, Seat.SOUTH)):
        await betting.bet(room.tables, table, room.people[backer - 1], seat, 20)
    shown = await proposed(room, table)
    assert shown.game is not None
    late = shown.game.turn
    assert late is not None
    heir = (3, 4)[late.index]
    for _ in range(6):
        if shown.galerie.heir is not None:
            break
        at = await room.wake_at(table)
        assert at is not None
        shown = await room.later(max(0, at - room.now), table)
    assert shown.galerie.heir == heir
    shown = await abandoned(room, table)
    assert outcome(shown).winner is late.other
    assert (await room.purses())[players[late.other.index]] > OPENING
    await room.expect_balanced()


async def test_a_table_says_when_the_game_is_lost(room: Salon) -> None:
    table = await room.seated(Terms(in_thread=False))
    shown = await proposed(room, table)
    assert shown.lost_at is None, "not before the time is up"
    for _ in range(3):
        at = await room.wake_at(table)
        assert at is not None
        shown = await room.later(at - room.now, table)
    assert shown.lost_at == await room.wake_at(table)
