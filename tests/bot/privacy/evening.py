"""A played evening of people with ids as Discord gives them: stakes, backers, advice, a pool, a tournament, lessons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.people import puzzles
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.privacy.service import Privacy, open_privacy
from bot.rows.slots import MessageRow, Slot
from bot.tables.actions import advice, betting, chairs, guests, rematch, seating
from bot.tables.problems import Refused
from bot.tables.terms import Terms
from bot.texts import Language
from bot.tournaments import actions
from bot.tournaments.service import Tournaments, open_tournaments
from ecarte.ai import Level
from ecarte.game import Seat
from ecarte.table import PoolForm
from ecarte.table.stakes import Stage
from tests.bot.tables.salon import GUILD, Salon, salon, staked
from tests.bot.tournaments.playing import plan

NAMES = ("Zénobie", "Barnabé", "Cunégonde", "Dieudonné", "Enguerrand", "Frédégonde", "Guenièvre", "Hermance", "Isidore")
DAY = "2026-01-01"


def people_of_discord(count: int) -> list[Person]:
    """Returns people whose ids cannot be mistaken for a number of a game."""
    return [Person(1_300_000_000_000_000_101 + number, NAMES[number]) for number in range(count)]


@dataclass(slots=True)
class Evening:
    """The room, and the services above its tables."""

    room: Salon
    tournaments: Tournaments
    privacy: Privacy

    @property
    def people(self) -> list[Person]:
        """The people who are there."""
        return self.room.people

    def restart(self) -> None:
        """Starts anew, as after a crash: nothing is kept in memory."""
        self.room.restart()
        self.tournaments = open_tournaments(self.room.database, self.room.tables, lambda: self.room.now)
        self.privacy = open_privacy(self.room.database, self.room.crowd, self.room.tables, self.tournaments)

    async def backed_game(self, north: int = 0, south: int = 1) -> int:
        """Begins a staked game and deals its cards. Two others back a player each, and a guest sits behind North.

        Returns the table.
        """
        room = self.room
        table_id = await room.seated(staked(40), north, south)
        others = [number for number in range(4) if number not in (north, south)]
        for number, seat in zip(others, Seat, strict=True):
            await betting.bet(room.tables, table_id, self.people[number], seat, 30)
        await room.cards(table_id)
        if (guest := next(iter(self.people[4:5]), None)) is not None:
            await guests.ask(room.tables, table_id, guest, Seat.NORTH)
            await guests.answer(room.tables, table_id, self.people[north].id, guest.id, sees=True)
        return table_id

    async def played_game(self, north: int = 0, south: int = 1) -> int:
        """Plays a staked game, backed and advised in every deal, to its end. Returns the table, which is closed."""
        room, table_id = self.room, await self.backed_game(north, south)
        while (await room.view(table_id)).status.value == "playing":
            for person in self.people:
                try:
                    await advice.point(room.tables, table_id, person.id, None, room.chance.randint(0, 4))
                except Refused:
                    continue
            await room.step(table_id)
        await rematch.close(room.tables, table_id, self.people[north].id)
        return table_id

    async def pool(self) -> int:
        """Plays for a pool of three. Returns the table."""
        room, terms = self.room, staked(20, pool=PoolForm.ALL)
        view = await seating.challenge(room.tables, GUILD, 70, self.people[0], None, terms)
        for number in (1, 2):
            await seating.accept(room.tables, view.id, self.people[number])
        return view.id

    async def all_of_it(self) -> None:
        """Plays finished games and current ones: everything that names the first of the people and others."""
        room, first = self.room, self.people[0]
        for person in self.people:
            await room.crowd.profiles.mark_seen(person.id, person.name, Language.ENGLISH)
        await room.crowd.profiles.prefer(first.id, Preferences(four_colours=True, seed="my own words"))
        await self.played_game()
        await self.played_game(1, 2)
        await self.pool()
        table_id = await self.backed_game(1, 2)
        view = await room.view(table_id)
        assert view.galerie.book is not None
        assert view.galerie.book.stage is Stage.CLOSED
        await room.database.table_messages.put(
            MessageRow(table_id, Slot.parse(f"backed:1:1:{first.id}"), 8, 88, "x", 1),
            MessageRow(table_id, Slot.parse("table:1:1"), 70, 89, "x", 1),
        )
        await chairs.enter(room.tables, table_id, first)
        house = Person.of_house(Level.NOVICE)
        alone = await seating.against_house(room.tables, 0, first, house, Terms(in_thread=False).against_house)
        await room.database.table_messages.put(MessageRow(alone.id, Slot.parse(f"house:{first.id}"), 8, 91, "x", 1))
        await seating.challenge(room.tables, GUILD, 70, self.people[3], first, staked(5))
        await seating.challenge(room.tables, GUILD, 70, first, None, staked(5))
        quiz = await room.crowd.quizzes.begin(first.id, ("one",), room.crowd.now())
        await room.crowd.quizzes.answer(first.id, quiz.run, 0, "p", room.crowd.now(), 1)
        opened = await puzzles.next_puzzle(room.crowd, first.id, GUILD, 0.0)
        assert opened is not None
        await puzzles.answer(room.crowd, first.id, GUILD, opened.rated.id, 0)
        await room.crowd.daily.begin(first.id, DAY, GUILD, ("a", "b"), room.crowd.now())
        tournament = await actions.open_tournament(self.tournaments, GUILD, 71, first, "Spring", plan())
        for person in self.people[1:4]:
            await actions.join(self.tournaments, tournament.id, person)
        await actions.start(self.tournaments, tournament.id, first.id, manages=False)
        await room.database.tournament_messages.put(
            MessageRow(tournament.id, Slot.parse(f"call:1:1:{first.id}"), 8, 90, "x", 1)
        )


@asynccontextmanager
async def evening(folder: Path, *, people: int = 6, seed: int = 1) -> AsyncIterator[Evening]:
    """An evening that has not begun."""
    async with salon(folder, people=people, seed=seed) as room:
        room.people = people_of_discord(people)
        tournaments = open_tournaments(room.database, room.tables, lambda: room.now)
        yield Evening(room, tournaments, open_privacy(room.database, room.crowd, room.tables, tournaments))


def held(path: Path, person: Person) -> list[str]:
    """Returns the forms in which the bytes of a closed file still name a person."""
    content = path.read_bytes()
    forms = {
        "the id in words": str(person.id).encode(),
        "the id as a number": person.id.to_bytes(8, "big"),
        "the name": person.name.encode(),
        "the name in JSON": person.name.encode("ascii", "backslashreplace").replace(b"\\xe", b"\\u00e"),
    }
    return [form for form, written in forms.items() if written in content]
