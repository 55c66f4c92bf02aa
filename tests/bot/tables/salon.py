"""A room of tables without Discord: the real use cases on a real SQLite file, a clock that a test moves, chance.

The players use the same moves and views as people. Nothing here knows a rule of the game.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.audit import verify
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.people.service import People, open_people
from bot.rows.outages import Outage
from bot.storage import Database
from bot.tables import lookup, timeouts
from bot.tables.actions import betting, cut, play, seating
from bot.tables.context import StackedPacks
from bot.tables.service import Limits, Tables, open_tables
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind, wake_at
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.fair import CUTS
from ecarte.game import Abandon, Card, LetStand, Move, PlayerView, PublicView, Seat
from tests.support.database import open_database
from tests.support.ledger import stakes_at, treasury

GUILD, CHANNEL, OPENING = 7, 70, ServerSettings().opening
_BEGINNING_MS = 1_767_225_600_000
_GAME_IS_LONG = 3000
_LIMITS = Limits(live=5, correspondence=5, challenge_ms=600_000)


@dataclass(slots=True)
class Salon:
    """The room, and the people in it: `people[0]` and `people[1]` are usually the players.

    Attributes:
        packs, cuts: fixed by a test, in place of fair ones.
    """

    database: Database
    chance: random.Random
    people: list[Person]
    now: int = _BEGINNING_MS
    packs: list[tuple[Card, ...]] = field(default_factory=list)
    cuts: list[tuple[Card, Card]] = field(default_factory=list)
    limits: Limits = _LIMITS
    crowd: People = field(init=False)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        """Opens the tables."""
        self.restart()

    def restart(self) -> None:
        """Builds new tables on the same database, as after a crash: nothing is kept in memory."""
        self.crowd = open_people(self.database, lambda: self.now)
        self.tables = open_tables(
            self.database,
            self.crowd,
            now=lambda: self.now,
            rng=self.chance,
            limits=self.limits,
            stacked_packs=StackedPacks(
                lambda: self.packs.pop(0) if self.packs else None, lambda: self.cuts.pop(0) if self.cuts else None
            ),
        )

    async def give_seed(self, user_id: int, seed: str) -> None:
        """Sets a person's part in their packs."""
        await self.crowd.profiles.prefer(user_id, Preferences(seed=seed))

    async def view(self, table: int) -> TableView:
        """The table as all may see it."""
        return await lookup.table(self.tables, table)

    async def game(self, table: int) -> PublicView:
        """The game at a table, which must be on or just over."""
        game = (await self.view(table)).game
        assert game is not None
        return game

    async def seated(self, terms: Terms, north: int = 0, south: int = 1) -> int:
        """Makes a challenge, and accepts it. Returns the id of the table."""
        table_view = await seating.challenge(self.tables, GUILD, CHANNEL, self.people[north], self.people[south], terms)
        await seating.accept(self.tables, table_view.id, self.people[south])
        return table_view.id

    async def cards(self, table: int) -> TableView:
        """Has both players ask for the cards, if they wait for bets."""
        table_view = await self.view(table)
        for person in table_view.seats or ():
            if table_view.galerie.pause is not None:
                table_view = await betting.want_cards(self.tables, table, person.id)
        return table_view

    async def step(self, table: int, choose: Callable[[PlayerView], Move] | None = None) -> TableView:
        """Makes one move for the player to decide: that of `choose`, or a random one. Or deals, if the cards wait."""
        table_view = await self.view(table)
        if table_view.galerie.pause is not None:
            return await self.cards(table)
        if table_view.to_cut is not None:
            return await self.cut(table, self.chance.choice(CUTS))
        assert table_view.game is not None
        if WaitKind.ERRORS in table_view.waits:
            seat = self.chance.choice(list(Seat))
            call = self.chance.random() < 0.2
            wish = choose or (lambda view: self.chance.choice(view.legal_moves) if call else LetStand())
            return await play.move(self.tables, table, table_view.person(seat).id, None, wish)
        assert table_view.game.turn is not None
        pick = choose or (lambda view: self.chance.choice(view.legal_moves))
        return await play.move(
            self.tables, table, table_view.person(table_view.game.turn).id, table_view.decision, pick
        )

    async def cut(self, table: int, place: int) -> TableView:
        """Cuts for the elder. The house leaves it to the key."""
        table_view = await self.view(table)
        assert table_view.deal_promise is not None
        elder = table_view.person(table_view.deal_promise.elder)
        chosen = place if elder.level is None else None
        return await cut.cut(self.tables, table, elder.id, table_view.decision, chosen)

    async def play(self, table: int) -> TableView:
        """Plays the game to its end, at random."""
        for _ in range(_GAME_IS_LONG):
            table_view = await self.view(table)
            if table_view.status is not Status.PLAYING:
                return table_view
            await self.step(table)
        raise AssertionError("the game does not end")

    async def lose(self, table: int, loser: Seat) -> TableView:
        """Ends the game quickly: `loser` gives up every hand as soon as it has begun."""
        for _ in range(_GAME_IS_LONG):
            table_view = await self.view(table)
            if table_view.status is not Status.PLAYING:
                return table_view
            hand = await lookup.hand(self.tables, table, table_view.person(loser).id)
            if table_view.galerie.pause is None and Abandon() in hand.view.table_moves:
                await play.move(self.tables, table, table_view.person(loser).id, None, lambda view: Abandon())
            else:
                await self.step(table)
        raise AssertionError("the game does not end")

    async def purses(self) -> dict[int, int]:
        """Returns the free chips of each person. A person who was never seen has a new purse's chips."""
        known = await self.database.ledger.balances(GUILD, [person.id for person in self.people])
        return {person.id: known.get(person.id, OPENING) for person in self.people}

    async def at_stake(self, table: int) -> dict[int, int]:
        """Returns what each person has staked on anything at a table."""
        sums: dict[int, int] = {}
        for held in (await stakes_at(self.database, table)).values():
            for person, chips in held.items():
                sums[person] = sums.get(person, 0) + chips
        return sums

    async def expect_balanced(self, sold: int = 0) -> None:
        """Fails unless every ledger and every table is right, to the last chip.

        Args:
            sold: the chips paid for new cards.
        """
        assert (await verify(self.database)).faults == ()
        chips = await treasury(self.database, GUILD)
        assert chips.in_purses + chips.at_stake == chips.issued
        known = await self.database.ledger.balances(GUILD, [person.id for person in self.people])
        assert chips.issued == OPENING * len(known) - sold

    async def later(self, milliseconds: int, table: int) -> TableView:
        """Lets time pass, with its effect at a table."""
        self.now += milliseconds
        await timeouts.time_passed(self.tables, table)
        return await self.view(table)

    async def outage(self, milliseconds: int) -> None:
        """Ends an outage of some milliseconds: every open table takes it in."""
        await timeouts.record_outage(self.tables, Outage(self.now - milliseconds, self.now))
        for table_id in self.tables.log.all_owed():
            await timeouts.time_passed(self.tables, table_id)

    async def wake_at(self, table: int) -> int | None:
        """Returns the moment at which something is due at a table."""
        return wake_at(await self.tables.log.state(table))


def staked(stake: int = 50, **changes: object) -> Terms:
    """The terms of a French table where each player puts up `stake`."""
    return replace(Terms(stake=stake, in_thread=False), **changes)  # type: ignore[arg-type]  # fields of Terms


@asynccontextmanager
async def salon(folder: Path, *, people: int = 6, seed: int = 1) -> AsyncIterator[Salon]:
    """The room with a database in `folder`."""
    async with await open_database(folder / "salon.sqlite3") as database:
        yield Salon(database, random.Random(seed), [Person(number, f"P{number}") for number in range(1, people + 1)])
