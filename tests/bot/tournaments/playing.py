"""A tournament without Discord: people who are ready, who play, who stay away, and a bot that crashes in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.clock import Pace
from bot.people.person import level_of
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tournaments import actions, progress, service
from bot.tournaments.service import Tournaments, TournamentView, open_tournaments
from bot.tournaments.tournament import Plan, Stage, Tournament
from ecarte.ai import Level
from ecarte.game import Rules, Seat
from ecarte.table.stakes import Style
from ecarte.tournament import Form
from tests.bot.tables.salon import GUILD, Salon

CHANNEL = 70
HOUR_MS = 3_600_000


def plan(form: Form = Form.KNOCK_OUT, *, pace: Pace | None = None, hours: int = 24, house: Level | None = None) -> Plan:
    """Returns the agreed plan."""
    rules = Rules(for_stakes=True)
    terms = Terms(rules=rules, pace=pace or Pace.live(), style=Style.ENGLISH, in_thread=False, house=house)
    return Plan(form, terms, hours)


@dataclass(slots=True)
class Court:
    """One tournament in a room. All people of the room are in it."""

    room: Salon
    tournament_id: int = 0
    tournaments: Tournaments = field(init=False)

    def __post_init__(self) -> None:
        """Opens the tournaments of the room."""
        self.restart()

    def restart(self) -> None:
        """Starts anew, as after a crash: nothing is kept in memory."""
        self.room.restart()
        self.tournaments = open_tournaments(self.room.database, self.room.tables, lambda: self.room.now)

    async def crash(self) -> None:
        """Starts anew, and checks that nothing has changed and that pending work is done."""
        before = (await self.view()).tournament
        self.restart()
        assert (await self.view()).tournament == before
        await progress.carry_on(self.tournaments, self.tournament_id)

    async def opened(self, agreed: Plan | None = None, people: int | None = None) -> Tournament:
        """Opens the tournament as the first person of the room. All others enter."""
        tournament = await actions.open_tournament(
            self.tournaments, GUILD, CHANNEL, self.room.people[0], "Spring", agreed or plan()
        )
        self.tournament_id = tournament.id
        for person in self.room.people[1:people]:
            tournament = await actions.join(self.tournaments, tournament.id, person)
        return tournament

    async def started(self, agreed: Plan | None = None, people: int | None = None) -> Tournament:
        """Begins the first round."""
        await self.opened(agreed, people)
        return await actions.start(self.tournaments, self.tournament_id, self.room.people[0].id, manages=False)

    async def view(self) -> TournamentView:
        """Returns the current state."""
        return await service.view(self.tournaments, self.tournament_id)

    async def waiting(self) -> list[tuple[int, int]]:
        """Returns the pairings that are not decided and not being played: the ids of the two."""
        view = await self.view()
        if view.tournament.stage is not Stage.RUNNING:
            return []
        return [
            (view.tournament.person(pairing.people[0]).id, view.tournament.person(pairing.people[1]).id)
            for number, pairing in enumerate(view.tournament.begun_rounds.rounds[-1], 1)
            if pairing.outcome is None and number not in view.tables
        ]

    async def seat(self, one: int, other: int) -> int:
        """Makes both ready. Returns the table at which they play."""
        await actions.mark_ready(self.tournaments, self.tournament_id, one)
        view = await actions.mark_ready(self.tournaments, self.tournament_id, other)
        found = view.tournament.pairing_of(one)
        assert found is not None
        return view.tables[found[0]]

    async def play(self, table: int, loser: Seat) -> None:
        """Plays the game to its end, and informs the tournament."""
        await self.room.lose(table, loser)
        await progress.carry_on(self.tournaments, self.tournament_id)

    async def round(self, between: Callable[[], Awaitable[None]] | None = None) -> None:
        """Plays all pairings of a round, with random results. Calls `between` in every phase."""
        for one, other in await self.waiting():
            for user_id in (player for player in (one, other) if level_of(player) is None):
                await actions.mark_ready(self.tournaments, self.tournament_id, user_id)
                if between is not None:
                    await between()
        for table in list((await self.view()).tables.values()):
            if (await lookup.table(self.room.tables, table)).status is Status.PLAYING:
                await self.room.lose(table, self.room.chance.choice(list(Seat)))
                if between is not None:
                    await between()
                await progress.carry_on(self.tournaments, self.tournament_id)
                if between is not None:
                    await between()

    async def later(self, milliseconds: int) -> int | None:
        """Lets time pass, with its effects."""
        self.room.now += milliseconds
        return await progress.carry_on(self.tournaments, self.tournament_id)
