"""What time and the tables bring about in tournaments: tables are opened, results taken in, rounds ended and begun.

`carry_on` may be called at any time and any number of times: it does what is left to do, also after a crash.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.clock import ClockKind
from bot.storage import Conflict, PairingTable
from bot.tables import lookup
from bot.tables.actions import rematch, seating
from bot.tables.actions.eligibility import has_room
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import Status
from bot.tournaments.rounds import Fate, advanced, wants_table
from bot.tournaments.service import TRIES, Tournaments, commit, find, pairing_tables, tell, write
from bot.tournaments.tournament import READY_MS, Stage, Tournament, cup_of
from ecarte.tournament import pairings

__all__ = ["carry_on", "credit_outage", "restore"]


async def carry_on(tournaments: Tournaments, cup_id: int) -> int | None:
    """Does what is left to be done: seats those who are both there, takes in results, ends and begins rounds.

    Returns:
        The next moment at which time has something to do here.
    """
    async with tournaments.lock(cup_id):
        for _ in range(TRIES):
            cup = await find(tournaments, cup_id)
            if cup.stage is not Stage.RUNNING:
                return None
            opened, busy = await _seat(tournaments, cup)
            fates = {
                number: await _fate(tournaments, cup, table)
                for number, table in (await pairing_tables(tournaments, cup)).items()
            }
            after = advanced(cup, fates, busy, tournaments.now())
            if after == cup:
                if opened:
                    tell(tournaments, cup)
                return _next(tournaments, cup)
            try:
                await write(tournaments, cup, after, None)
            except Conflict:
                continue
            await _put_away(tournaments, cup, fates)
        raise Refused(Problem.STALE)


async def restore(tournaments: Tournaments, outage_ms: int, since: int | None) -> list[Tournament]:
    """All that are on, at a start, and those that ended `since` then; rounds are credited with the outage."""
    if outage_ms > 0:
        await credit_outage(tournaments, outage_ms)
    rows = list(await tournaments.repository.all_open())
    if since is not None:
        rows += await tournaments.repository.over_since(since)
    return [cup_of(row) for row in rows]


async def credit_outage(tournaments: Tournaments, outage_ms: int) -> None:
    """Discord, or the house, was gone for so long: no round pays for it."""

    def decide(cup: Tournament) -> Tournament:
        return cup if cup.deadline is None else replace(cup, deadline=cup.deadline + outage_ms)

    for row in await tournaments.repository.all_open():
        await commit(tournaments, row.id, None, decide)


def _next(tournaments: Tournaments, cup: Tournament) -> int | None:
    """When the round is over, or a person is no longer taken to be there; None: only tables are waited for."""
    moments = [] if cup.deadline is None else [cup.deadline]
    if cup.plan.terms.pace.kind is ClockKind.LIVE:
        moments += [at + READY_MS for at in cup.ready.values()]
    return min((at for at in moments if at > tournaments.now()), default=None)


async def _seat(tournaments: Tournaments, cup: Tournament) -> tuple[bool, frozenset[int]]:
    """Opens the tables of those who are both there; whether there was one, and who plays elsewhere."""
    tables, opened, busy = await pairing_tables(tournaments, cup), False, set[int]()
    for number in cup.ready:
        if not await has_room(tournaments.tables, cup.guild_id, cup.person(number), cup.plan.terms):
            busy.add(number)
    for number, pairing in enumerate(pairings(cup.begun), 1):
        if wants_table(cup, number, tournaments.now(), tables) and not busy & set(pairing.people):
            opened |= await _pair(tournaments, cup, number)
    for table in tables.values():
        sight = await lookup.sight(tournaments.tables, table)
        if sight.status is Status.CHALLENGE and sight.challenged is not None:
            # A crash has come between the opening of the table and the sitting down. The house sits down by itself.
            with suppress(Refused):
                await seating.accept(tournaments.tables, table, sight.challenged)
    return opened, frozenset(busy)


async def _pair(tournaments: Tournaments, cup: Tournament, number: int) -> bool:
    """Opens the table of a pairing; False: it has one, or a player sits elsewhere."""
    pairing = pairings(cup.begun)[number - 1]
    north, south = (cup.person(one) for one in pairing.people)
    attempt = PairingTable(cup.id, cup.begun.round_no, number, cup.spent.get(number, 0) + 1, 0)
    write = partial(tournaments.repository.open_pairing, pairing=attempt)
    try:
        await seating.pair(tournaments.tables, cup.guild_id, cup.channel_id, north, south, cup.plan.terms, write)
    except (Conflict, Refused):
        return False
    return True


async def _fate(tournaments: Tournaments, cup: Tournament, table_id: int) -> Fate:
    """What has become of a table: its first game counts, whatever is played there later."""
    sight = await lookup.sight(tournaments.tables, table_id)
    if sight.game_no < 2 and sight.status in (Status.CHALLENGE, Status.PLAYING):
        return Fate.ON
    result = await tournaments.results.game(table_id, 1)
    if result is None or result.winner is None:
        return Fate.NOTHING
    return Fate.NORTH_WON if result.winner == "north" else Fate.SOUTH_WON


async def _put_away(tournaments: Tournaments, cup: Tournament, fates: Mapping[int, Fate]) -> None:
    """Closes the tables whose games have been counted: who has played there is free for the next round."""
    tables = await pairing_tables(tournaments, cup)
    for number, fate in fates.items():
        if fate is Fate.ON or number not in tables:
            continue
        sight = await lookup.sight(tournaments.tables, tables[number])
        if sight.status is Status.BETWEEN and sight.seats is not None:
            await rematch.close(tournaments.tables, sight.id, sight.seats[0].id)
