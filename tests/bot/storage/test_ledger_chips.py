"""Random evenings in one ledger: people try anything, in any order, and no chip is made or lost.

The ledger is compared with a simple model: purses and heaps in two dictionaries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeAlias, assert_never

from hypothesis import given
from hypothesis import strategies as st

from bot.rows.chips import Escrow, LedgerEntry, MovementKind
from bot.rows.storage_errors import LedgerError, NotBroke, Overdrawn, PostedBefore, StakesSettled
from bot.storage import Database
from tests.bot.storage.counting import PEOPLE, allowed, expect_balanced, moved, settled, voided
from tests.bot.storage.counting import purses as open_purses
from tests.bot.storage.making import seated
from tests.support.database import open_database
from tests.support.ledger import Treasury, stakes_on, treasury
from tests.support.properties import examples

OPENING = 50
ALLOWANCE = 20


@dataclass(frozen=True, slots=True)
class Stake:
    """Bets on a game, or (above zero) takes chips back that may not be theirs."""

    heap: int
    moves: dict[int, int]


@dataclass(frozen=True, slots=True)
class Settle:
    """Pays everything to the winner. The loser pays some more."""

    heap: int
    winner: int
    loser: int
    more: int


@dataclass(frozen=True, slots=True)
class Void:
    """Gives everything back."""

    heap: int


@dataclass(frozen=True, slots=True)
class Allow:
    """An allowance for a broke person."""

    user_id: int
    day: int


Act: TypeAlias = Stake | Settle | Void | Allow
Outcome: TypeAlias = LedgerEntry | LedgerError | ValueError | None

person = st.sampled_from(PEOPLE)
heap = st.integers(1, 2)
acts_ = st.lists(
    st.one_of(
        st.builds(Stake, heap, st.dictionaries(person, st.integers(-60, -1), min_size=1, max_size=3)),
        st.builds(Stake, heap, st.dictionaries(person, st.integers(1, 40), min_size=1, max_size=2)),
        st.builds(Settle, heap, person, person, st.integers(0, 30)),
        st.builds(Void, heap),
        st.builds(Allow, person, st.integers(0, 2)),
    ),
    min_size=4,
    max_size=14,
)


@dataclass(slots=True)
class Model:
    """The expected place of each chip."""

    purses: dict[int, int]
    heaps: dict[int, dict[int, int]] = field(default_factory=lambda: {1: {}, 2: {}})
    ended: set[int] = field(default_factory=set)
    allowed: set[tuple[int, int]] = field(default_factory=set)
    issued: int = OPENING * len(PEOPLE)

    def move(self, heap: int, moves: dict[int, int]) -> None:
        """Moves chips between purses and a heap."""
        for user_id, chips in moves.items():
            self.purses[user_id] += chips
            self.heaps[heap][user_id] = self.heaps[heap].get(user_id, 0) - chips

    def end(self, heap: int, moves: dict[int, int]) -> None:
        """Pays a heap out for good."""
        for user_id, chips in moves.items():
            self.purses[user_id] += chips
        self.heaps[heap] = {}
        self.ended.add(heap)


def test_whatever_people_try_no_chip_is_made_and_none_is_lost(path: Path) -> None:
    with asyncio.Runner() as runner:
        database = runner.run(open_database(path))
        guilds = iter(range(1, 1_000_000))

        @examples(25)
        @given(acts_)
        def evening(acts: list[Act]) -> None:
            runner.run(play(database, next(guilds), acts))

        evening()
        runner.run(expect_balanced(database))
        runner.run(database.close())


async def play(database: Database, guild: int, acts: list[Act]) -> None:
    """Plays an evening in a server of its own."""
    await open_purses(database, OPENING, guild=guild)
    table = (await seated(database, guild=guild)).id
    model = Model(dict.fromkeys(PEOPLE, OPENING))
    for turn, act in enumerate(acts):
        match act:
            case Stake():
                await stake(database, table, model, act, f"{guild}:{turn}")
            case Settle():
                await settle(database, table, model, act)
            case Void():
                await void(database, table, model, act)
            case Allow():
                await allow(database, guild, model, act)
            case _:
                assert_never(act)
        assert await database.ledger.balances(guild, PEOPLE) == model.purses
        for number, held in model.heaps.items():
            assert await stakes_on(database, Escrow(table, number)) == some(held)
        lying = sum(sum(held.values()) for held in model.heaps.values())
        assert await treasury(database, guild) == Treasury(model.issued, model.issued - lying, lying)


def some(held: dict[int, int]) -> dict[int, int]:
    """Returns the people who have something."""
    return {user_id: chips for user_id, chips in held.items() if chips}


async def tried(job: Awaitable[LedgerEntry | None]) -> Outcome:
    """Runs a job. Returns its result, which may be an error."""
    try:
        return await job
    except (LedgerError, ValueError) as error:
        return error


async def stake(database: Database, table: int, model: Model, act: Stake, cause: str) -> None:
    """Tries it in the ledger and, if it is allowed, in the model."""
    game, held, moves = Escrow(table, act.heap), model.heaps[act.heap], act.moves
    kind = MovementKind.BET if max(moves.values()) < 0 else MovementKind.WITHDRAWAL
    match await tried(moved(database, game, moves, cause, kind)):
        case StakesSettled():
            assert act.heap in model.ended
        case Overdrawn(user_ids=short):
            assert short == tuple(sorted(person for person, chips in moves.items() if model.purses[person] + chips < 0))
        case ValueError():
            assert any(chips > held.get(user_id, 0) for user_id, chips in moves.items())
        case outcome:
            assert isinstance(outcome, LedgerEntry)
            model.move(act.heap, moves)
            # And the same press once more.
            assert isinstance(await tried(moved(database, game, moves, cause, kind)), PostedBefore)


async def settle(database: Database, table: int, model: Model, act: Settle) -> None:
    """Tries it in the ledger and, if it is allowed, in the model."""
    lying = sum(model.heaps[act.heap].values())
    more = act.more if act.winner != act.loser else 0
    moves = some({act.loser: -more} | {act.winner: lying + more}) if lying else {}
    match await tried(settled(database, Escrow(table, act.heap), moves)):
        case PostedBefore():
            assert act.heap in model.ended
        case Overdrawn(user_ids=short):
            assert short == (act.loser,)
            assert model.purses[act.loser] < more
        case None:
            assert not lying
        case outcome:
            assert isinstance(outcome, LedgerEntry)
            model.end(act.heap, moves)


async def void(database: Database, table: int, model: Model, act: Void) -> None:
    """Tries it in the ledger and, if it is allowed, in the model."""
    held = some(model.heaps[act.heap])
    match await tried(voided(database, Escrow(table, act.heap))):
        case PostedBefore():
            assert act.heap in model.ended
        case None:
            assert not held
        case outcome:
            assert isinstance(outcome, LedgerEntry)
            assert outcome.moves == held
            model.end(act.heap, held)


async def allow(database: Database, guild: int, model: Model, act: Allow) -> None:
    """Tries it in the ledger and, if it is allowed, in the model."""
    has = model.purses[act.user_id] + sum(held.get(act.user_id, 0) for held in model.heaps.values())
    day = date(2026, 1, 1 + act.day)
    match await tried(allowed(database, act.user_id, ALLOWANCE, day, guild)):
        case PostedBefore():
            assert (act.user_id, act.day) in model.allowed
        case NotBroke(has=told):
            assert told == has
            assert has >= ALLOWANCE
        case outcome:
            assert isinstance(outcome, LedgerEntry)
            assert outcome.moves == {act.user_id: ALLOWANCE - has}
            model.purses[act.user_id] += ALLOWANCE - has
            model.issued += ALLOWANCE - has
            model.allowed.add((act.user_id, act.day))
