"""The use cases of tournaments: opening one, coming and going, being ready, and what time and the tables bring about.

Each decides on the tournament as it stands and writes it against that version; then whoever watches is told, so that
somebody draws. `carry_on` may be called at any time and any number of times: it does what is left to be done, and so
takes up after a crash in any phase.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from bot.clock import ClockKind
from bot.people.person import Person
from bot.storage import Conflict, Database, PairingTable, Repeated
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.table import Status
from bot.tournaments.rounds import Fate, advanced, begun, wants_table
from bot.tournaments.tournament import READY_MS, Cup, Plan, Stage, cup_of, row_of
from ecarte.tournament import FEWEST, MOST, pairings, withdraw

__all__ = ["CupSight", "Tournaments"]

_TRIES = 8


@dataclass(frozen=True, slots=True)
class CupSight:
    """A tournament, and where its pairings of this round are played: tables by the numbers of the pairings."""

    cup: Cup
    tables: Mapping[int, int]


class Tournaments:
    """All tournaments of the house.

    Args:
        now: the time, in epoch milliseconds.
    """

    def __init__(self, database: Database, tables: Tables, now: Callable[[], int]) -> None:
        self._database = database
        self._tables = tables
        self._now = now
        self._locks: dict[int, asyncio.Lock] = {}
        self._watchers: list[Callable[[Cup], None]] = []

    def watch(self, watcher: Callable[[Cup], None]) -> None:
        """From now on `watcher` is told of every change, after it was committed."""
        self._watchers.append(watcher)

    async def cup(self, cup_id: int) -> Cup:
        """A tournament as it stands.

        Raises:
            Refused: there is no such tournament.
        """
        row = await self._database.tournaments.get(cup_id)
        if row is None:
            raise Refused(Problem.NO_CUP)
        return cup_of(row)

    async def sight(self, cup_id: int) -> CupSight:
        """A tournament, and at which tables its round is played.

        Raises:
            Refused: there is no such tournament.
        """
        cup = await self.cup(cup_id)
        return CupSight(cup, await self._open_tables(cup) if cup.rounds is not None else {})

    async def at(self, channel_id: int) -> CupSight | None:
        """The tournament of a channel that was opened last, if there was any."""
        row = await self._database.tournaments.at(channel_id)
        return None if row is None else await self.sight(row.id)

    async def open(
        self, guild_id: int, channel_id: int, opener: Person, name: str, plan: Plan, cause: int | None = None
    ) -> Cup:
        """Somebody opens a tournament, in which nobody is yet.

        Raises:
            Refused: another one is on in that channel.
        """
        at = self._now()
        cup = Cup(0, 1, guild_id, channel_id, opener.id, name, plan, at, at)
        try:
            cup = replace(cup, id=await self._database.tournaments.open(row_of(cup), cause))
        except Conflict:
            raise Refused(Problem.CUP_ON_HERE) from None
        except Repeated as repeated:
            return await self.cup(repeated.table_id)
        self._told(cup)
        return cup

    async def join(self, cup_id: int, person: Person, cause: int | None = None) -> Cup:
        """Somebody enters.

        Raises:
            Refused: it has begun or is over, he is in it already, or it is full.
        """

        def decide(cup: Cup) -> Cup:
            _check_open(cup)
            if cup.number_of(person.id) is not None:
                raise Refused(Problem.IN_CUP)
            if len(cup.people) >= MOST:
                raise Refused(Problem.CUP_FULL, most=MOST)
            return replace(cup, people=(*cup.people, person))

        return await self._act(cup_id, cause, decide)

    async def leave(self, cup_id: int, user_id: int, cause: int | None = None) -> Cup:
        """Somebody goes before it begins: he was never in it.

        Raises:
            Refused: he is not in it, or it has begun.
        """

        def decide(cup: Cup) -> Cup:
            if cup.number_of(user_id) is None:
                raise Refused(Problem.NOT_IN_CUP)
            _check_open(cup)
            return replace(cup, people=tuple(one for one in cup.people if one.id != user_id))

        return await self._act(cup_id, cause, decide)

    async def withdraw(self, cup_id: int, user_id: int, cause: int | None = None) -> Cup:
        """Somebody goes after it has begun: he forfeits what he has not played.

        Raises:
            Refused: he is not in it, has left already, or it is not on.
        """

        def decide(cup: Cup) -> Cup:
            number = cup.number_of(user_id)
            if number is None:
                raise Refused(Problem.NOT_IN_CUP)
            _check_running(cup)
            if number in cup.begun.withdrawn:
                raise Refused(Problem.NOT_IN_CUP)
            return replace(cup, rounds=withdraw(cup.begun, number))

        await self._act(cup_id, cause, decide)
        await self.carry_on(cup_id)
        return await self.cup(cup_id)

    async def start(self, cup_id: int, user_id: int, *, manages: bool, cause: int | None = None) -> Cup:
        """The first round begins, and with it the house comes in, where it makes the number even.

        `manages`: whether he manages the server, and may start what others have opened.

        Raises:
            Refused: it is not for him, it has begun, or too few are in it.
        """
        cup = await self.cup(cup_id)
        tallies = await self._database.results.tallies(cup.guild_id, [person.id for person in cup.people])

        def decide(cup: Cup) -> Cup:
            _check_for(cup, user_id, manages)
            _check_open(cup)
            if len(cup.people) < FEWEST:
                raise Refused(Problem.CUP_TOO_FEW, fewest=FEWEST)
            return begun(cup, tallies, self._now())

        return await self._act(cup_id, cause, decide)

    async def cancel(self, cup_id: int, user_id: int, *, manages: bool, cause: int | None = None) -> Cup:
        """The tournament is called off; games that are on may be played out, and count as any others.

        Raises:
            Refused: it is not for him, or it is over.
        """

        def decide(cup: Cup) -> Cup:
            _check_for(cup, user_id, manages)
            if cup.stage not in (Stage.OPEN, Stage.RUNNING):
                raise Refused(Problem.CUP_OVER)
            return replace(cup, stage=Stage.CANCELLED, deadline=None)

        return await self._act(cup_id, cause, decide)

    async def ready(self, cup_id: int, user_id: int, cause: int | None = None) -> CupSight:
        """Somebody is ready for his game; when both are, their table is opened and dealt.

        Raises:
            Refused: he is not in it, has nothing to play now, is playing already, or plays elsewhere.
        """
        sight = await self.sight(cup_id)
        if sight.cup.stage is Stage.RUNNING and (number := sight.cup.number_of(user_id)) is not None:
            person, terms = sight.cup.person(number), sight.cup.plan.terms
            found = sight.cup.pairing_of(user_id)
            if found is not None and found[0] in sight.tables:
                raise Refused(Problem.CUP_PLAYING)
            if not await self._tables.has_room(sight.cup.guild_id, person, terms):
                raise Refused(Problem.CUP_BUSY)

        def decide(cup: Cup) -> Cup:
            number, found = cup.number_of(user_id), cup.pairing_of(user_id)
            if number is None:
                raise Refused(Problem.NOT_IN_CUP)
            _check_running(cup)
            if found is None or found[1].outcome is not None:
                raise Refused(Problem.CUP_NOTHING_TO_PLAY)
            return replace(cup, ready={**cup.ready, number: self._now()})

        await self._act(cup_id, cause, decide)
        await self.carry_on(cup_id)
        return await self.sight(cup_id)

    async def carry_on(self, cup_id: int) -> int | None:
        """Does what is left to be done: seats those who are both there, takes in results, ends and begins rounds.

        Returns:
            The next moment at which time has something to do here.
        """
        async with self._lock(cup_id):
            for _ in range(_TRIES):
                cup = await self.cup(cup_id)
                if cup.stage is not Stage.RUNNING:
                    return None
                opened, busy = await self._seat(cup)
                fates = {
                    number: await self._fate(cup, table) for number, table in (await self._open_tables(cup)).items()
                }
                after = advanced(cup, fates, busy, self._now())
                if after == cup:
                    if opened:
                        self._told(cup)
                    return self._next(cup)
                try:
                    await self._write(cup, after, None)
                except Conflict:
                    continue
                await self._put_away(cup, fates)
            raise Refused(Problem.STALE)

    async def restore(self, outage_ms: int, since: int | None) -> list[Cup]:
        """All that are on, at a start, and those that ended `since` then; rounds are credited with the outage."""
        if outage_ms > 0:
            await self.credit(outage_ms)
        rows = list(await self._database.tournaments.all_open())
        if since is not None:
            rows += await self._database.tournaments.over_since(since)
        return [cup_of(row) for row in rows]

    async def credit(self, outage_ms: int) -> None:
        """Discord, or the house, was gone for so long: no round pays for it."""

        def decide(cup: Cup) -> Cup:
            return cup if cup.deadline is None else replace(cup, deadline=cup.deadline + outage_ms)

        for row in await self._database.tournaments.all_open():
            await self._act(row.id, None, decide)

    def _next(self, cup: Cup) -> int | None:
        """When the round is over, or somebody is no longer taken to be there; after both only tables are waited for."""
        moments = [] if cup.deadline is None else [cup.deadline]
        if cup.plan.terms.pace.kind is ClockKind.LIVE:
            moments += [at + READY_MS for at in cup.ready.values()]
        return min((at for at in moments if at > self._now()), default=None)

    async def _seat(self, cup: Cup) -> tuple[bool, frozenset[int]]:
        """Opens the tables of those who are both there; whether there was one, and who plays elsewhere."""
        tables, opened, busy = await self._open_tables(cup), False, set[int]()
        for number in cup.ready:
            if not await self._tables.has_room(cup.guild_id, cup.person(number), cup.plan.terms):
                busy.add(number)
        for number, pairing in enumerate(pairings(cup.begun), 1):
            if wants_table(cup, number, self._now(), tables) and not busy & set(pairing.people):
                opened |= await self._pair(cup, number)
        for table in tables.values():
            sight = await self._tables.sight(table)
            if sight.status is Status.CHALLENGE and sight.challenged is not None:
                # A crash has come between the opening of the table and the sitting down. The house sits down by itself.
                with suppress(Refused):
                    await self._tables.accept(table, sight.challenged)
        return opened, frozenset(busy)

    async def _pair(self, cup: Cup, number: int) -> bool:
        """Opens the table of a pairing; False if somebody has it already, or has sat down elsewhere."""
        pairing = pairings(cup.begun)[number - 1]
        north, south = (cup.person(one) for one in pairing.people)
        attempt = PairingTable(cup.id, cup.begun.round_no, number, cup.spent.get(number, 0) + 1, 0)
        write = partial(self._database.tournaments.open_pairing, pairing=attempt)
        try:
            await self._tables.pair(cup.guild_id, cup.channel_id, north, south, cup.plan.terms, write)
        except (Conflict, Refused):
            return False
        return True

    async def _open_tables(self, cup: Cup) -> dict[int, int]:
        """The tables of this round's pairings, by their numbers; without those that have come to nothing."""
        rows = await self._database.tournaments.pairing_tables(cup.id, cup.begun.round_no)
        return {it.pairing_no: it.table_id for it in rows if it.attempt == cup.spent.get(it.pairing_no, 0) + 1}

    async def _fate(self, cup: Cup, table_id: int) -> Fate:
        """What has become of a table: its first game counts, whatever is played there later."""
        sight = await self._tables.sight(table_id)
        if sight.game_no < 2 and sight.status in (Status.CHALLENGE, Status.PLAYING):
            return Fate.ON
        result = await self._database.results.game(table_id, 1)
        if result is None or result.winner is None:
            return Fate.NOTHING
        return Fate.NORTH_WON if result.winner == "north" else Fate.SOUTH_WON

    async def _put_away(self, cup: Cup, fates: Mapping[int, Fate]) -> None:
        """Closes the tables whose games have been counted: who has played there is free for the next round."""
        tables = await self._open_tables(cup)
        for number, fate in fates.items():
            if fate is Fate.ON or number not in tables:
                continue
            sight = await self._tables.sight(tables[number])
            if sight.status is Status.BETWEEN and sight.seats is not None:
                await self._tables.close(sight.id, sight.seats[0].id)

    async def _act(self, cup_id: int, cause: int | None, decide: Callable[[Cup], Cup]) -> Cup:
        """Carries out what somebody does; decided anew where another was faster.

        Raises:
            Refused: it cannot be done; nothing has changed.
        """
        async with self._lock(cup_id):
            for _ in range(_TRIES):
                cup = await self.cup(cup_id)
                try:
                    after = decide(cup)
                except Refused:
                    if cause is not None and await self._database.tournaments.carried_out(cause):
                        return cup
                    raise
                if after == cup:
                    return cup
                try:
                    return await self._write(cup, after, cause)
                except Conflict:
                    continue
                except Repeated:
                    return await self.cup(cup_id)
            raise Refused(Problem.STALE)

    async def _write(self, before: Cup, after: Cup, cause: int | None) -> Cup:
        written = replace(after, version=before.version + 1, changed_at=self._now())
        await self._database.tournaments.change(row_of(written), before.version, cause)
        self._told(written)
        return written

    def _told(self, cup: Cup) -> None:
        for watcher in self._watchers:
            watcher(cup)

    def _lock(self, cup_id: int) -> asyncio.Lock:
        return self._locks.setdefault(cup_id, asyncio.Lock())


def _check_open(cup: Cup) -> None:
    if cup.stage is not Stage.OPEN:
        raise Refused(Problem.CUP_BEGUN if cup.stage is Stage.RUNNING else Problem.CUP_OVER)


def _check_running(cup: Cup) -> None:
    if cup.stage is not Stage.RUNNING:
        raise Refused(Problem.CUP_NOT_BEGUN if cup.stage is Stage.OPEN else Problem.CUP_OVER)


def _check_for(cup: Cup, user_id: int, manages: bool) -> None:
    if user_id != cup.opener_id and not manages:
        raise Refused(Problem.CUP_NOT_YOURS)
