"""Stores tournaments. A decision is written only if the tournament still has the version that the decision has read.

A tournament is one row, which each change overwrites, and the rows of its participants. Only the caller understands its
state. When a pairing gets a table, one transaction opens the table and stores that it plays the pairing, so that no
pairing has two tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.notices import TournamentChanged
from bot.rows.commits import JSON, Commit, Limit
from bot.rows.storage_errors import Conflict, LimitReached, Repeated
from bot.storage.backends.base import insert_new, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import announce, expect_owner
from bot.storage.json_text import dump_json, load_json
from bot.storage.repositories.tables import begin
from bot.storage.schema.story_tables import game_stories, story_results
from bot.storage.schema.tables import games
from bot.storage.schema.tournament_tables import (
    tournament_commands,
    tournament_games,
    tournament_people,
    tournaments,
)

ON = ("open", "running")
_FIRST_GAME = (games.c.table_id == tournament_games.c.table_id) & (games.c.game_no == 1)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament, as it is stored.

    Attributes:
        id: the id that the database assigns. It is ignored for a new tournament.
        status: "open", "running", "over" or "cancelled".
        terms: the terms, as plain data without names of people.
        state: the state, as plain data without names of people.
        people: the ids and names of the participants, in order.
        deadline: when the current round ends, in epoch milliseconds; None if it has no end.
    """

    id: int
    guild_id: int
    channel_id: int
    opener_id: int
    name: str
    status: str
    terms: Mapping[str, JSON]
    state: Mapping[str, JSON]
    version: int
    deadline: int | None
    opened_at: int
    updated_at: int
    people: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PairingTable:
    """Which table plays a pairing of a tournament.

    The numbers of the round, of the pairing in the round, and of the attempt count from 1.
    """

    tournament_id: int
    round_no: int
    pairing_no: int
    attempt: int
    table_id: int


@dataclass(frozen=True, slots=True)
class ErrorCosts:
    """What the errors of a person cost in the games of a tournament.

    Attributes:
        games: how many of their games have a story.
        cost: the cost of all errors, in ten-thousandths of a game.
        telling: the number of decisions that mattered.
    """

    user_id: int
    games: int
    cost: int
    telling: int


class TournamentRepository(Repository):
    """Stores tournaments, and which tables play their pairings."""

    async def open(self, row: TournamentRow, cause: int | None = None, *, most: int | None = None) -> int:
        """Stores a new tournament with version 1, and returns its id.

        Args:
            most: how many tournaments that have not begun the opener may have in the server, this one included. None
                for any number.

        Raises:
            Conflict: another tournament is open or running in that channel; nothing was written.
            LimitReached: the opener has too many tournaments that have not begun; nothing was written.
            Repeated: the interaction `cause` was carried out before; nothing was written.
        """
        writer = self._connections.fence.writer(row.guild_id)

        def open_tournament(connection: Connection) -> int:
            wait_for_turns(connection, {row.opener_id})
            try:
                with connection.begin_nested():
                    inserted = connection.execute(insert(tournaments), _columns(row))
            except IntegrityError:
                if cause is not None and (repeated := _repeated_of(connection, cause)) is not None:
                    raise repeated from None
                raise Conflict(0, 0) from None
            assert inserted.inserted_primary_key is not None
            tournament_id: int = inserted.inserted_primary_key.id
            _claim(connection, replace(row, id=tournament_id), cause)
            if most is not None and _open_of(connection, row.guild_id, row.opener_id) > most:
                raise LimitReached(Limit.TOURNAMENTS, most, row.opener_id)
            _put_people(connection, tournament_id, row.people)
            announce(connection, writer, TournamentChanged(tournament_id, row.guild_id))
            return tournament_id

        return await self._connections.write(open_tournament)

    async def change(self, row: TournamentRow, expected: int, cause: int | None = None) -> None:
        """Stores a tournament after a decision that has read version `expected`.

        Raises:
            Conflict: the tournament no longer has that version; nothing was written.
            Repeated: the interaction `cause` was carried out before; nothing was written.
            NotOwner: only the owner may write this, and that is another process; nothing was written.
        """
        writer = self._connections.fence.writer(row.guild_id)

        def change(connection: Connection) -> None:
            # The claim comes before the check of the version, which the first delivery of a repeated press has changed.
            _claim(connection, row, cause)
            mine = (tournaments.c.id == row.id) & (tournaments.c.version == expected)
            if connection.execute(update(tournaments).where(mine).values(_columns(row))).rowcount == 0:
                raise Conflict(row.id, expected)
            expect_owner(connection, writer)
            connection.execute(delete(tournament_people).where(tournament_people.c.tournament_id == row.id))
            _put_people(connection, row.id, row.people)
            announce(connection, writer, TournamentChanged(row.id, row.guild_id))

        await self._connections.write(change)

    @reads
    def carried_out(self, connection: Connection, cause: int) -> bool:
        """Whether an interaction has opened or changed a tournament already."""
        return _repeated_of(connection, cause) is not None

    async def get(self, tournament_id: int) -> TournamentRow | None:
        """Returns the tournament with this id, or None."""
        return next(iter(await self._read_rows(select(tournaments).where(tournaments.c.id == tournament_id))), None)

    async def last_opened_at(self, channel_id: int) -> TournamentRow | None:
        """Returns the tournament that was opened last in a channel, or None."""
        here = select(tournaments).where(tournaments.c.channel_id == channel_id)
        return next(iter(await self._read_rows(here.order_by(tournaments.c.id.desc()).limit(1))), None)

    async def all_open(self) -> tuple[TournamentRow, ...]:
        """Returns all tournaments that are open or running, oldest first."""
        return await self._read_rows(select(tournaments).where(tournaments.c.status.in_(ON)).order_by(tournaments.c.id))

    async def over_since(self, at: int) -> tuple[TournamentRow, ...]:
        """Returns the tournaments that ended at that moment or later.

        Use it only at a start: the query has no index.
        """
        ended = tournaments.c.status.not_in(ON) & (tournaments.c.updated_at >= at)
        return await self._read_rows(select(tournaments).where(ended).order_by(tournaments.c.id))

    @reads
    def ids(self, connection: Connection) -> tuple[int, ...]:
        """Returns the ids of all tournaments, in order."""
        chosen = select(tournaments.c.id).order_by(tournaments.c.id)
        return tuple(connection.scalars(chosen))

    @writes
    def open_pairing(self, connection: Connection, commit: Commit, pairing: PairingTable) -> int:
        """Opens a table that plays a pairing, and returns the table's id.

        Args:
            pairing: the pairing and the attempt. Its table is ignored.

        Raises:
            Conflict: that attempt at the pairing has a table already; nothing was written.
        """
        table_id = begin(connection, commit)
        row = asdict(replace(pairing, table_id=table_id))
        if connection.execute(insert_new(connection, tournament_games), row).rowcount == 0:
            raise Conflict(table_id, 0)
        return table_id

    @reads
    def pairing_tables(self, connection: Connection, tournament_id: int, round_no: int) -> tuple[PairingTable, ...]:
        """Returns the tables that play the pairings of a round, in the order of pairings and attempts."""
        column = tournament_games.c
        here = (column.tournament_id == tournament_id) & (column.round_no == round_no)
        query = select(tournament_games).where(here).order_by(column.pairing_no, column.attempt)
        return tuple(PairingTable(*row) for row in connection.execute(query))

    @reads
    def last_unreviewed_end(self, connection: Connection, tournament_id: int) -> int | None:
        """Returns when the last unreviewed game of a tournament ended, in epoch milliseconds. None if there is none.

        An unreviewed game has a winner, but its story was not computed yet.
        """
        chosen = (
            select(func.max(games.c.ended_at))
            .join_from(tournament_games, games, _FIRST_GAME)
            .outerjoin(game_stories, (game_stories.c.table_id == games.c.table_id) & (game_stories.c.game_no == 1))
            .where(tournament_games.c.tournament_id == tournament_id)
            .where(games.c.winner.is_not(None), game_stories.c.table_id.is_(None))
        )
        at: int | None = connection.scalar(chosen)
        return at

    @reads
    def errors(self, connection: Connection, tournament_id: int) -> tuple[ErrorCosts, ...]:
        """Returns what the errors of each person cost in the games of a tournament, by the stories of these games."""
        column = story_results.c
        chosen = (
            select(column.user_id, func.count(), func.sum(column.cost), func.sum(column.telling))
            .join_from(
                tournament_games,
                story_results,
                (column.table_id == tournament_games.c.table_id) & (column.game_no == 1),
            )
            .where(tournament_games.c.tournament_id == tournament_id)
            .group_by(column.user_id)
            .order_by(column.user_id)
        )
        return tuple(ErrorCosts(*map(int, row)) for row in connection.execute(chosen))

    @reads
    def _read_rows(self, connection: Connection, chosen: Select[Any]) -> tuple[TournamentRow, ...]:
        rows = connection.execute(chosen).all()
        people: dict[int, list[tuple[int, str]]] = {row.id: [] for row in rows}
        column = tournament_people.c
        inside = select(tournament_people).where(column.tournament_id.in_(list(people))).order_by(column.number)
        for one in connection.execute(inside):
            people[one.tournament_id].append((one.user_id, one.name))
        return tuple(_row(row, tuple(people[row.id])) for row in rows)


def _row(row: Any, people: tuple[tuple[int, str], ...]) -> TournamentRow:
    plain = dict(row._mapping) | {"terms": load_json(row.terms), "state": load_json(row.state)}
    return TournamentRow(**plain, people=people)


def _columns(row: TournamentRow) -> dict[str, Any]:
    plain = asdict(row) | {"terms": dump_json(row.terms), "state": dump_json(row.state)}
    return {name: value for name, value in plain.items() if name not in ("id", "people")}


def _open_of(connection: Connection, guild_id: int, opener_id: int) -> int:
    """Returns how many tournaments that have not begun a person has in a server."""
    column = tournaments.c
    theirs = (column.status == "open") & (column.guild_id == guild_id) & (column.opener_id == opener_id)
    return connection.execute(select(func.count()).select_from(tournaments).where(theirs)).scalar_one()


def _put_people(connection: Connection, tournament_id: int, people: tuple[tuple[int, str], ...]) -> None:
    if people:
        rows = [
            {"tournament_id": tournament_id, "user_id": user_id, "number": number, "name": name}
            for number, (user_id, name) in enumerate(people, 1)
        ]
        connection.execute(insert(tournament_people), rows)


def _claim(connection: Connection, row: TournamentRow, cause: int | None) -> None:
    """Stores the cause of this decision, which no other decision may have.

    Raises:
        Repeated: another decision has this cause.
    """
    if cause is None:
        return
    mine = {"interaction_id": cause, "tournament_id": row.id, "version": row.version}
    if connection.execute(insert_new(connection, tournament_commands), mine).rowcount == 0:
        repeated = _repeated_of(connection, cause)
        assert repeated is not None
        raise repeated


def _repeated_of(connection: Connection, cause: int) -> Repeated | None:
    """Returns the error for a cause that was carried out before, or None."""
    row = connection.execute(select(tournament_commands).where(tournament_commands.c.interaction_id == cause)).first()
    return None if row is None else Repeated(row.tournament_id, row.version)
