"""All that is stored of one person, in pages of plain rows: what an export is made of."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, and_, case, or_, select, tuple_

from bot.storage.connections import Repository, reads
from bot.storage.json_text import loaded
from bot.storage.schema.admin import admin_log, bans
from bot.storage.schema.privacy import sightings
from bot.storage.schema.tables import (
    accounts,
    advice,
    dailies,
    game_players,
    games,
    players,
    postings,
    quizzes,
    seats,
    tables,
    transactions,
)
from bot.storage.schema.tournaments import tournament_people, tournaments

Row: TypeAlias = Mapping[str, Any]
_PAGE: Final = 500
_SAME_GAME: Final = and_(game_players.c.table_id == games.c.table_id, game_players.c.game_no == games.c.game_no)
_JSON: Final = frozenset({"preferences", "asked", "moves"})


class PersonalRepository(Repository):
    """What is stored of a person, and of no other."""

    async def pages(self, user_id: int) -> AsyncIterator[tuple[str, Sequence[Row]]]:
        """Yields pages of rows, each with the name of its section; the pages of a section follow each other."""
        for section, chosen in _whole(user_id).items():
            rows = await self._rows(chosen)
            yield section, rows
            if section == "purses":
                for purse in rows:
                    async for page in self._paged(_ledger(user_id, purse["server"]), transactions.c.id):
                        yield "ledger", page
        async for page in self._paged(_games(user_id), games.c.table_id, games.c.game_no):
            yield "games", page
        async for page in self._paged(_advice(user_id), advice.c.table_id, advice.c.game_no):
            yield "advice", page

    async def _paged(self, chosen: Select[Any], *key: ColumnElement[Any]) -> AsyncIterator[Sequence[Row]]:
        """Yields pages in the order of a key, whose columns are the first ones that are chosen."""
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
            {name: loaded(value) if name in _JSON else value for name, value in row._mapping.items()}
            for row in connection.execute(chosen)
        ]


def _whole(user_id: int) -> dict[str, Select[Any]]:
    """The sections that are short enough for one reading."""
    quiz, day, entered, acts = quizzes.c, dailies.c, tournament_people.c, admin_log.c
    # What lies on the table of a deal that is not over stays there.
    moves = case((day.ended_at.is_not(None), day.moves), else_='{"moves":[]}').label("moves")
    return {
        "person": select(players.c.name, players.c.preferences, sightings.c.at.label("seen_at"))
        .outerjoin_from(players, sightings, sightings.c.user_id == players.c.user_id)
        .where(players.c.user_id == user_id),
        "quiz": select(
            *(quiz.run, quiz.started_at, quiz.ended_at, quiz.asked, quiz.answers),
            *(quiz.best_right, quiz.best_ms, quiz.finished),
        ).where(quiz.user_id == user_id),
        "deals_of_the_day": select(
            day.day, day.guild_id.label("server"), day.started_at, day.ended_at, moves, day.points, day.tricks
        ).where(day.user_id == user_id),
        "tournaments": select(
            *(tournaments.c.id, tournaments.c.guild_id.label("server"), tournaments.c.name, tournaments.c.status),
            *(tournaments.c.opened_at, entered.number, (tournaments.c.opener_id == user_id).label("opened_by_you")),
        )
        .join_from(tournament_people, tournaments, tournaments.c.id == entered.tournament_id)
        .where(entered.user_id == user_id),
        "open_tables": select(tables.c.id.label("table"), tables.c.guild_id.label("server"), tables.c.status)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id),
        "bans": select(bans.c.guild_id.label("server"), bans.c.until).where(bans.c.user_id == user_id),
        "acts_of_managers": select(
            *(acts.guild_id.label("server"), acts.at, acts.action, acts.why, acts.until, acts.amount),
            (acts.by_id == user_id).label("by_you"),
        )
        .where(or_(acts.user_id == user_id, acts.by_id == user_id))
        .order_by(acts.id),
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


def _advice(user_id: int) -> Select[Any]:
    column = advice.c
    return select(
        column.table_id.label("table"), column.game_no.label("game"), column.given, column.followed, column.made
    ).where(column.user_id == user_id)
