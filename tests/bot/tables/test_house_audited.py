"""The house can be audited: its random numbers are promised with the deal, and its record is recomputed."""

from __future__ import annotations

import asyncio
import pickle
import random
from collections.abc import Callable
from typing import get_args

import pytest

from bot.app import house_access
from bot.house import HousePlayer, Policy
from bot.house.tasks import Task, task_of
from bot.people.person import Person
from bot.tables import archive, lookup
from bot.tables.actions import house, seating
from bot.tables.events.fair_events import FairEvent, HousePlays
from bot.tables.events.table_events import Played, TableEvent, decode
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte import notation
from ecarte.ai import Level, MoveVerdict, Player, Recomputed, name_of, player_of, recompute
from ecarte.ai.players.player import Weights, one_of
from ecarte.fair import shuffled
from ecarte.game import CardsDealt, PlayerView, Seat
from tests.bot.tables.cutting import log_of
from tests.bot.tables.salon import GUILD, Salon
from tests.support.patience import PATIENCE_S

TERMS = Terms(in_thread=False).against_house


async def seated(room: Salon, level: Level, terms: Terms = TERMS) -> int:
    """The first person in North, the house in South."""
    asked = await seating.challenge(room.tables, GUILD, 70, room.people[0], Person.of_house(level), terms)
    await seating.accept(room.tables, asked.id, Person.of_house(level))
    return asked.id


def house_with(room: Salon, player: Callable[[Level], Player] = player_of) -> HousePlayer:
    return HousePlayer(house_access(room.tables), lambda: room.now, random.Random(1), Policy(player, lambda *_: 0))


async def played(room: Salon, table: int, player: HousePlayer, until: Callable[[TableView], bool]) -> None:
    """Plays on: the house by itself, the member at random."""
    for _ in range(3000):
        view = await room.view(table)
        if view.status is not Status.PLAYING or until(view):
            return
        if task_of(view) is Task.MOVE:
            done = asyncio.Event()
            room.tables.watchers[:] = [lambda _table, _wake_at, done=done: done.set()]
            player.table_changed(view)
            await asyncio.wait_for(done.wait(), PATIENCE_S)
        else:
            await room.step(table)
    raise AssertionError("the game does not end")


def to_the_end(_: TableView) -> bool:
    return False


async def recomputed(room: Salon, table: int) -> tuple[Recomputed, ...]:
    record = notation.read(await archive.record(room.tables, table, 1))
    return recompute(record.events, record.fair, record.house)


async def events_of(room: Salon, table: int) -> list[TableEvent]:
    return [decode(event.type, event.version, event.data) for event in await log_of(room, table)]


@pytest.mark.parametrize("level", Level)
async def test_the_record_of_a_game_with_the_house_is_recomputed_move_by_move(room: Salon, level: Level) -> None:
    table, player = await seated(room, level), house_with(room)
    await played(room, table, player, to_the_end)
    await player.stop()
    moves = await recomputed(room, table)
    assert len(moves) > 8
    assert {(move.verdict, move.player, move.seat) for move in moves} == {
        (MoveVerdict.AGREES, name_of(level), Seat.SOUTH)
    }


async def test_the_player_is_named_after_the_promise_and_before_the_cards_are_dealt(room: Salon) -> None:
    table = await seated(room, Level.SALON)
    await room.lose(table, Seat.NORTH)
    events = await events_of(room, table)
    dealt = [isinstance(event, Played) and isinstance(event.event, CardsDealt) for event in events].index(True)
    (named,) = [place for place, event in enumerate(events) if isinstance(event, HousePlays)]
    promised = [isinstance(event, get_args(FairEvent)) for event in events].index(True)
    assert promised < named < dealt


async def test_a_game_of_members_names_no_player(room: Salon) -> None:
    table = await room.seated(Terms(in_thread=False))
    await room.play(table)
    assert HousePlays not in map(type, await events_of(room, table))
    assert "\nhouse " not in await archive.record(room.tables, table, 1)


async def test_the_house_is_given_its_view_and_one_number_and_neither_secret_nor_seed(room: Salon) -> None:
    await room.give_seed(1, "sparrow of the first")
    table = await seated(room, Level.MAITRE)
    events = await events_of(room, table)
    secrets = [getattr(event, name) for event in events for name in ("secret", "last") if hasattr(event, name)]
    assert secrets
    given = await house.hand(room.tables, table, Person.of_house(Level.MAITRE).id)
    hand, number = given
    assert number is not None
    assert 0 <= number < 1
    assert hand == await lookup.hand(room.tables, table, Person.of_house(Level.MAITRE).id)
    hidden = [b"sparrow", *(form for secret in secrets for form in (secret.encode(), bytes.fromhex(secret)))]
    whole = pickle.dumps(given)
    assert not [text for text in hidden if text in whole]


async def test_asking_again_brings_no_other_number(room: Salon) -> None:
    """A second look, a restart, and the opponent's moves do not draw the number anew."""
    table = await seated(room, Level.NOVICE)
    own = Person.of_house(Level.NOVICE).id
    _, first = await house.hand(room.tables, table, own)
    room.restart()
    assert (await house.hand(room.tables, table, own))[1] == first
    game = await room.game(table)
    if game.turn is Seat.NORTH:
        await room.step(table)
    assert (await house.hand(room.tables, table, own))[1] == first
    await room.step(table)
    assert (await house.hand(room.tables, table, own))[1] != first


async def test_where_the_pack_is_laid_nothing_is_promised(room: Salon) -> None:
    room.packs += [shuffled(room.chance) for _ in range(40)]
    table, player = await seated(room, Level.NOVICE), house_with(room)
    assert (await house.hand(room.tables, table, Person.of_house(Level.NOVICE).id))[1] is None
    await played(room, table, player, to_the_end)
    await player.stop()
    assert HousePlays not in map(type, await events_of(room, table))
    assert await recomputed(room, table) == ()


class Failing:
    """The novice, who fails at every third decision."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: PlayerView) -> Weights:
        self.asked += 1
        if self.asked % 3 == 0:
            raise RuntimeError
        return player_of(Level.NOVICE)(view)


@pytest.mark.expects_log("bot.house.player", r"the house \(novice\) has failed: RuntimeError$")
async def test_a_move_made_because_the_player_failed_is_marked_and_the_others_are_recomputed(room: Salon) -> None:
    failing = Failing()
    table, player = await seated(room, Level.NOVICE), house_with(room, lambda _: failing)
    await played(room, table, player, to_the_end)
    await player.stop()
    verdicts = [move.verdict for move in await recomputed(room, table)]
    assert set(verdicts) == {MoveVerdict.AGREES, MoveVerdict.UNPROMISED}
    assert verdicts.count(MoveVerdict.UNPROMISED) >= failing.asked // 3


async def test_a_house_that_plays_another_player_than_it_names_is_found(room: Salon) -> None:
    def first(view: PlayerView) -> Weights:
        return one_of(view.legal_moves[:1])

    table, player = await seated(room, Level.MAITRE), house_with(room, lambda _: first)
    await played(room, table, player, to_the_end)
    await player.stop()
    assert MoveVerdict.DIFFERS in {move.verdict for move in await recomputed(room, table)}


async def test_a_new_version_in_the_middle_of_a_deal_answers_for_what_follows(
    room: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, player = await seated(room, Level.SALON), house_with(room)

    def in_play(view: TableView) -> bool:
        return view.game is not None and len(view.game.tricks) >= 2

    await played(room, table, player, in_play)
    before = len([event for event in await events_of(room, table) if isinstance(event, HousePlays)])
    # A restart with another release.
    room.restart()
    player = house_with(room)
    monkeypatch.setattr("bot.house.player.name_of", lambda level: f"{level} 999999")
    monkeypatch.setattr("bot.tables.state.house_seat.name_of", lambda level: f"{level} 999999")
    await played(room, table, player, to_the_end)
    await player.stop()
    named = [event.player for event in await events_of(room, table) if isinstance(event, HousePlays)]
    assert named[:before] == [name_of(Level.SALON)]
    assert named[before:] == ["salon 999999"]
    verdicts = [move.verdict for move in await recomputed(room, table)]
    assert {*verdicts} == {MoveVerdict.AGREES, MoveVerdict.OTHER_VERSION}
