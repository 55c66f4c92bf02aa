"""Reads all rows about one person, in pages, as the parts of the person's export.

The marks of columns (`bot.storage.schema.tables`) decide which tables of the database belong to an export. An export
has sections. Some of them join several tables. Each other table is a section by itself, with all its columns. A test
checks that the joined sections have every column of their tables.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    and_,
    case,
    cast,
    exists,
    literal,
    or_,
    select,
    tuple_,
)

from bot.rows.commits import JSON
from bot.storage.connections import Repository, reads
from bot.storage.json_text import load_json
from bot.storage.privacy.acts import acts_at, message_places
from bot.storage.privacy.erasure import next_tables
from bot.storage.privacy.journal import entries_about
from bot.storage.privacy.kept import OF_DUPLICATE, kept_of
from bot.storage.schema.admin_tables import admin_log
from bot.storage.schema.duplicate_tables import MEMBERS, duplicates
from bot.storage.schema.privacy_tables import member_blocks, sightings
from bot.storage.schema.standing_tables import rivals
from bot.storage.schema.tables import (
    NOT_GIVEN,
    accounts,
    dailies,
    game_players,
    games,
    metadata,
    players,
    postings,
    seats,
    tables,
    transactions,
)
from bot.storage.schema.tournament_tables import tournament_people, tournaments

Row: TypeAlias = Mapping[str, Any]
_PAGE: Final = 500
_SAME_GAME: Final = and_(game_players.c.table_id == games.c.table_id, game_players.c.game_no == games.c.game_no)
_JSON: Final = frozenset({"preferences", "asked", "moves"})
_NAMES: Final = {
    "quizzes": "quiz",
    "blocked_people": "blocked",
    "guild_id": "server",
    "table_id": "table",
    "game_no": "game",
}
"""The names of some tables and columns in an export. The others keep their own names."""
_JOINED: Final = (
    rivals,
    member_blocks,
    players,
    sightings,
    dailies,
    duplicates,
    tournament_people,
    seats,
    admin_log,
    accounts,
    game_players,
)
"""The tables of the sections that are written out below."""


class PersonalRepository(Repository):
    """Reads all rows about one person, for the person's export."""

    async def pages(self, user_id: int) -> AsyncIterator[tuple[str, Sequence[Row]]]:
        """Yields the rows about a person in pages, each with the name of its section.

        All pages of a section come together.
        """
        yield "messages", await self._connections.read(lambda connection: message_places(connection, user_id))
        yield "done_to_you", await self._connections.read(lambda connection: _journal(connection, user_id))
        yield "kept_since_deletion", await self._connections.read(lambda connection: kept_of(connection, user_id))
        async for acts in self._acts(user_id):
            yield "acts", acts
        for section, (chosen, key) in sections(user_id).items():
            purses: list[Row] = []
            async for page in self._read_pages(chosen, *key):
                purses += page if section == "purses" else ()
                yield section, page
            for purse in purses:
                async for page in self._read_pages(_ledger(user_id, purse["server"]), transactions.c.id):
                    yield "ledger", page

    async def _acts(self, user_id: int) -> AsyncIterator[Sequence[Row]]:
        after: int | None = 0
        while after is not None:
            acts, after = await self._connections.read(partial(_next_acts, user_id=user_id, after=after))
            yield acts

    async def _read_pages(self, chosen: Select[Any], *key: ColumnElement[Any]) -> AsyncIterator[Sequence[Row]]:
        """Yields pages in the order of a key, whose columns come first in the rows. Without a key yields one page."""
        if not key:
            yield await self._rows(chosen)
            return
        after: tuple[Any, ...] | None = None
        while True:
            page = chosen if after is None else chosen.where(tuple_(*key) > after)
            rows = await self._rows(page.order_by(*key).limit(_PAGE))
            if rows or after is None:
                yield rows
            if len(rows) < _PAGE:
                return
            after = tuple(rows[-1].values())[: len(key)]

    @reads
    def _rows(self, connection: Connection, chosen: Select[Any]) -> Sequence[Row]:
        return [
            {name: _data_of(value) if name in _JSON else value for name, value in row._mapping.items()}
            for row in connection.execute(chosen)
        ]


def _data_of(text: str) -> JSON:
    """Reads a JSON text. Returns the text itself if it cannot be read."""
    try:
        return load_json(text)
    except ValueError:
        return text


def _next_acts(connection: Connection, user_id: int, after: int) -> tuple[Sequence[Row], int | None]:
    table_ids = [row.id for row in next_tables(connection, user_id, after, only_open=False)]
    return acts_at(connection, table_ids, user_id), table_ids[-1] if table_ids else None


def _journal(connection: Connection, user_id: int) -> Sequence[Row]:
    return [{"at": entry.at, "action": entry.action.value} for entry in entries_about(connection, user_id)]


def sections(user_id: int) -> dict[str, tuple[Select[Any], Sequence[Column[Any]]]]:
    """Returns, for each section of the export, the query of its rows, and the columns that divide them into pages.

    If there are no such columns, the section is read as one page.
    """
    alone = {_NAMES.get(table.name, table.name): _rows_of(table, user_id) for table in stand_alone()}
    whole = {section: (chosen, ()) for section, chosen in _sections(user_id).items()}
    return {**whole, "games": (_games(user_id), (games.c.table_id, games.c.game_no)), **alone}


def stand_alone() -> tuple[Table, ...]:
    """Returns the tables of the database that are a section of the export by themselves."""
    return tuple(table for table in given_by_mark() if table not in _JOINED)


def given_by_mark() -> tuple[Table, ...]:
    """Returns the tables of the database whose rows belong to a person's export.

    A row belongs to the export if a marked column has the person's id.
    """
    return tuple(table for table in metadata.sorted_tables if _given_columns(table))


def _sections(user_id: int) -> dict[str, Select[Any]]:
    """Returns the queries of the sections that are written out and short enough for one page."""
    day, match, entered, acts = dailies.c, duplicates.c, tournament_people.c, admin_log.c
    members = {name: match[f"{name}_id"] == user_id for name in MEMBERS}
    # The moves of a deal are given only after its end; those of a duplicate, after both tables have ended the deal.
    twin = dailies.alias()
    is_twin = and_(twin.c.guild_id == day.guild_id, twin.c.day == day.day, twin.c.user_id != day.user_id)
    has_twin = exists().where(is_twin, twin.c.ended_at.is_not(None))
    is_known = day.ended_at.is_not(None) & (~OF_DUPLICATE | has_twin)
    moves = case((is_known, day.moves), else_='{"moves":[]}').label("moves")
    # A deal of two pairs is stored with one of its two players. Both have moves in it, but the result is of that one.
    facing = match.inviter_id == day.user_id, match.partner_id == day.user_id
    is_facing = or_(and_(members["against_inviter"], facing[0]), and_(members["against_partner"], facing[1]))
    others = (
        select(match.inviter_id)
        .where(members["against_inviter"])
        .union(select(match.partner_id).where(members["against_partner"]))
    )
    is_deal = day.day.like(literal("pair ") + cast(match.id, Text) + ".%")
    opposite = and_(day.user_id.in_(others), exists().where(is_facing, is_deal))
    own = day.user_id == user_id
    return {
        "person": select(players.c.name, players.c.preferences, sightings.c.at.label("seen_at"))
        .outerjoin_from(players, sightings, sightings.c.user_id == players.c.user_id)
        .where(players.c.user_id == user_id),
        "deals_of_the_day": select(
            *(day.day, day.guild_id.label("server"), day.started_at, day.ended_at, moves),
            *(case((own, column)).label(column.name) for column in (day.points, day.tricks, day.shared_at)),
        ).where(or_(own, opposite)),
        # What the other members add to the packs is theirs.
        "duplicates": select(
            *(match.id, match.guild_id.label("server"), members["inviter"].label("invited_by_you"), match.two_pairs),
            *(match.opened_at, match.asked_at, match.started_at, match.until),
            *(
                case(*((mine, match[f"{name}_{part}"]) for name, mine in members.items())).label(given)
                for part, given in (("seed", "seed"), ("named", "seed_named"), ("press", "press"))
            ),
        ).where(or_(*members.values())),
        "tournaments": select(
            *(tournaments.c.id, tournaments.c.guild_id.label("server"), tournaments.c.name, tournaments.c.status),
            *(tournaments.c.opened_at, entered.number, entered.name.label("as")),
            (tournaments.c.opener_id == user_id).label("opened_by_you"),
        )
        .outerjoin_from(
            tournaments, tournament_people, and_(entered.tournament_id == tournaments.c.id, entered.user_id == user_id)
        )
        .where(or_(entered.user_id == user_id, tournaments.c.opener_id == user_id)),
        "open_tables": select(tables.c.id.label("table"), tables.c.guild_id.label("server"), tables.c.status)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id),
        "acts_of_managers": select(
            *(acts.guild_id.label("server"), acts.at, acts.action, acts.why, acts.until, acts.amount),
            *(acts.on_table.label("table"), (acts.by_id == user_id).label("by_you")),
        )
        .where(or_(acts.user_id == user_id, acts.by_id == user_id))
        .order_by(acts.id),
        # Rivals are not named, since that would tell of another person.
        "rivals": select(rivals.c.guild_id.label("server"), rivals.c.played, rivals.c.won, rivals.c.last_at)
        .where(rivals.c.user_id == user_id)
        .order_by(rivals.c.guild_id, rivals.c.last_at),
        # Nor are blocked people: only the moment of each block is given.
        "blocks": select(member_blocks.c.at).where(member_blocks.c.user_id == user_id).order_by(member_blocks.c.at),
        "purses": select(accounts.c.guild_id.label("server"), accounts.c.balance).where(
            accounts.c.kind == "person", accounts.c.holder == user_id
        ),
    }


def _ledger(user_id: int, guild_id: int) -> Select[Any]:
    mine, against = accounts.alias(), accounts.alias()
    is_game = against.c.kind == "escrow"
    return (
        select(
            *(transactions.c.id, transactions.c.guild_id.label("server"), transactions.c.at, transactions.c.kind),
            postings.c.amount,
            case((is_game, against.c.holder)).label("table"),
            case((is_game, against.c.number)).label("game"),
        )
        .join_from(mine, postings, postings.c.account_id == mine.c.id)
        .join(transactions, transactions.c.id == postings.c.transaction_id)
        .join(against, against.c.id == transactions.c.against)
        .where(mine.c.guild_id == guild_id, mine.c.kind == "person", mine.c.holder == user_id)
    )


def _games(user_id: int) -> Select[Any]:
    game, mine = games.c, game_players.c
    return (
        select(
            *(game.table_id.label("table"), game.game_no.label("game"), game.guild_id.label("server")),
            *(game.started_at, game.ended_at, mine.seat, game.winner, game.how, game.rules),
            *(game.north_score, game.south_score, game.deals, mine.points, mine.voles, mine.kings),
        )
        .join_from(game_players, games, _SAME_GAME)
        .where(mine.user_id == user_id)
    )


def _given_columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if "person" in column.info and NOT_GIVEN not in column.info]


def _rows_of(table: Table, user_id: int) -> tuple[Select[Any], list[Column[Any]]]:
    """Returns the query for a person's rows of a table, and its key.

    The columns of the key come first. Columns with ids of people are left out.
    """
    columns = [column for column in table.columns if not {"person", NOT_GIVEN} & column.info.keys()]
    key = [column for column in columns if column.primary_key]
    chosen = [*key, *(column for column in columns if not column.primary_key)]
    mine = or_(*(column == user_id for column in _given_columns(table)))
    return select(*(column.label(_NAMES.get(column.name, column.name)) for column in chosen)).where(mine), key
