"""Moves through `Tables` without Discord: the rate that the database takes, and the cost of each stage of a click.

A real SQLite file, every commit on disk before the next step. Players choose at random among lawful moves.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.adapter.message import Message
from bot.features.challenge import render as challenge_render
from bot.features.hand import render as hand_render
from bot.features.table import render as table_render
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.people.service import open_people
from bot.storage import Database
from bot.tables import lookup
from bot.tables.actions import play, rematch, seating
from bot.tables.service import Limits, Tables, open_tables
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from bot.texts import Language, Texts
from ecarte.game import Move, PlayerView, Seat
from tests.bench.figures import Spread, spread

_NOW = 1_767_225_600_000
_GUILD, _CHANNEL = 1, 2


@dataclass(frozen=True, slots=True)
class MovesPerSecond:
    """The rates at which moves are decided and committed."""

    moves: int
    alone: float
    together: float
    tables_together: int


@dataclass(slots=True)
class Stages:
    """Processor time of one thread for each stage of a click, in milliseconds."""

    spent: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Times the block, on this thread alone."""
        begun = time.thread_time()
        yield
        self.spent.setdefault(stage, []).append((time.thread_time() - begun) * 1000)

    def spreads(self) -> dict[str, Spread]:
        return {stage: spread(values) for stage, values in self.spent.items()}


@dataclass(slots=True)
class Venue:
    """The use cases on a database, and people by id: each table has two of its own."""

    tables: Tables
    chance: random.Random
    people: int = 0

    async def open(self) -> TableView:
        """A table with a new game."""
        self.people += 2
        north, south = Person(self.people - 1, "North"), Person(self.people, "South")
        opened = await seating.challenge(self.tables, _GUILD, _CHANNEL, north, south, Terms())
        return await seating.accept(self.tables, opened.id, south)

    async def move(self, table_view: TableView) -> TableView:
        """Makes a lawful move for the player to act; between two games both ask for the next."""
        if table_view.status is not Status.PLAYING or table_view.game is None or table_view.game.turn is None:
            assert table_view.seats is not None
            for person in table_view.seats:
                table_view = await rematch.rematch(self.tables, table_view.id, person.id)
            return table_view
        user_id = table_view.person(table_view.game.turn).id
        return await play.move(self.tables, table_view.id, user_id, table_view.decision, self._choose)

    def _choose(self, view: PlayerView) -> Move:
        return self.chance.choice(list(view.legal_moves))


async def moves_per_second(folder: Path, moves: int, together: int, *, seed: int = 1) -> MovesPerSecond:
    """Plays `moves` moves at one table after another, then as many at several tables at once."""
    async with await new_database(folder / "moves.sqlite3") as database:
        house = venue_on(database, seed)

        async def play(table_view: TableView, number: int) -> None:
            for _ in range(number):
                table_view = await house.move(table_view)

        table = await house.open()
        begun = time.perf_counter()
        await play(table, moves)
        alone = time.perf_counter() - begun
        each = max(1, moves // together)
        table_views = [await house.open() for _ in range(together)]
        begun = time.perf_counter()
        await asyncio.gather(*(play(table_view, each) for table_view in table_views))
        at_once = time.perf_counter() - begun
    return MovesPerSecond(moves, moves / alone, each * together / at_once, together)


async def stages(folder: Path, moves: int, *, seed: int = 1) -> Stages:
    """Plays `moves` moves at one table, and draws both hands and the table after each, as the bot does."""
    times, words = Stages(), Texts.load()(Language.ENGLISH)
    async with await new_database(folder / "stages.sqlite3") as database:
        house = venue_on(database, seed)
        table_view = await house.open()
        for _ in range(moves):
            with times.of("decide and commit, the event loop's part"):
                table_view = await house.move(table_view)
            hands = [await lookup.hand(house.tables, table_view.id, table_view.person(seat).id) for seat in Seat]
            if table_view.game is None:
                continue
            drawings: list[Message] = []
            with times.of("draw both hands"):
                drawings += [hand_render.draw(words, hand, Preferences(), frozenset()) for hand in hands]
            with times.of("draw the table"):
                drawings.append(table_render.draw(words, table_view, table_view.game_no, table_view.game, {}))
            with times.of("draw the challenge"):
                challenge_render.draw(words, table_view)
            for name, drawing in zip(("hand", "other hand", "table"), drawings, strict=True):
                with times.of(f"paint the {name}'s picture"):
                    await drawing.files()
    return times


async def new_database(path: Path) -> Database:
    """A new database in a file."""
    database = await Database.open(str(path))
    await database.migrate()
    return database


def venue_on(database: Database, seed: int) -> Venue:
    """The use cases on a database, without Discord."""
    people = open_people(database, lambda: _NOW)
    chance = random.Random(seed)
    tables = open_tables(
        database,
        people,
        now=lambda: _NOW,
        rng=chance,
        limits=Limits(live=1, correspondence=1, challenge_ms=60_000),
    )
    return Venue(tables, chance)
