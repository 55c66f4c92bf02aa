"""Stores the stories of finished games, and adds up the numbers in a member's stories.

A story gives the value of each card and move, and so tells what decided the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select, tuple_

from bot.rows.ids import is_erased, is_house
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.story_tables import game_stories, story_results
from bot.storage.schema.tables import BIG, game_players, games, tables

_SAME_GAME: Final = (game_stories.c.table_id == games.c.table_id) & (game_stories.c.game_no == games.c.game_no)


@dataclass(frozen=True, slots=True)
class StoryRow:
    """The story of a game, as it is stored.

    Attributes:
        model: the name of the function that computed the values in the story.
        data: the story as text. Empty if it was found that the game has no story.
    """

    model: str
    data: str


@dataclass(frozen=True, slots=True)
class StoryParts:
    """One player's numbers in the story of a game: see `bot.storage.schema.story_tables.story_results`."""

    result: int
    dealt: int
    drawn: int
    cost: int
    telling: int


@dataclass(frozen=True, slots=True)
class LuckSums:
    """Sums over the stories of a member's games against members.

    Attributes:
        luck: the sum of the values of all cards that the member was dealt and drew.
        adjusted: the sum of the results, each without the value of the cards.
        squares: the sum of the squares of the results, each without the value of the cards.
    """

    games: int = 0
    luck: int = 0
    adjusted: int = 0
    squares: int = 0


@dataclass(frozen=True, slots=True)
class UntoldGames:
    """The games without a story on one page of all finished games. The newest tables come first.

    Attributes:
        keys: these games, each by its table and number.
        next: the last game of this page, whether or not it has a story; None if this is the last page.
    """

    keys: tuple[tuple[int, int], ...]
    next: tuple[int, int] | None


class StoryRepository(Repository):
    """Stores the stories of games."""

    @writes
    def put(
        self, connection: Connection, table_id: int, game_no: int, row: StoryRow, parts: Mapping[str, StoryParts]
    ) -> None:
        """Stores the story of a finished game. Does nothing if the game has a stored story or has not ended.

        Args:
            parts: the players' numbers in the story, by seat ("north" or "south"). Those of the house and of erased
                people are not stored.
        """
        # This locks the rows of the players. If a person was erased meanwhile, their row has another id.
        player = game_players.c
        here = select(game_players).where(player.table_id == table_id, player.game_no == game_no)
        players = connection.execute(here.with_for_update()).all()
        if not players:
            return
        key = {"table_id": table_id, "game_no": game_no}
        values = key | {"model": row.model, "data": row.data}
        if not connection.execute(insert_new(connection, game_stories), values).rowcount:
            return
        rows = [
            key
            | {"user_id": person.user_id, "guild_id": person.guild_id, "at": person.ended_at}
            | {"house": int(is_house(person.opponent_id))}
            | {name: getattr(parts[person.seat], name) for name in StoryParts.__slots__}
            for person in players
            if person.seat in parts and not is_house(person.user_id) and not is_erased(person.user_id)
        ]
        if rows:
            connection.execute(insert_new(connection, story_results), rows)

    @reads
    def story(self, connection: Connection, table_id: int, game_no: int) -> StoryRow | None:
        """Returns the stored story of a game, or None if none was stored yet."""
        column = game_stories.c
        row = connection.execute(
            select(column.model, column.data).where(column.table_id == table_id, column.game_no == game_no)
        ).first()
        return None if row is None else StoryRow(row.model, row.data)

    @reads
    def models(self, connection: Connection) -> tuple[tuple[str, int], ...]:
        """Returns the names of the functions that computed the stored stories, and the number of games of each."""
        model = game_stories.c.model
        counted = select(model, func.count()).group_by(model).order_by(model)
        return tuple((name, games) for name, games in connection.execute(counted))

    @reads
    def stories_of_model(
        self, connection: Connection, model: str, limit: int
    ) -> tuple[tuple[tuple[int, int], StoryRow], ...]:
        """Returns the newest games for which the function `model` computed the story, at most `limit`.

        For each game, returns its table and number, and the stored row, which may say that the game has no story.
        Games whose logs were deleted are left out.
        """
        column = game_stories.c
        chosen = (
            select(column.table_id, column.game_no, column.data)
            .join(tables, tables.c.id == column.table_id)
            .where(column.model == model, tables.c.version > 0)
            .order_by(column.table_id.desc(), column.game_no.desc())
            .limit(limit)
        )
        rows = connection.execute(chosen)
        return tuple(((row.table_id, row.game_no), StoryRow(model, row.data)) for row in rows)

    @reads
    def luck(self, connection: Connection, guild_id: int, user_id: int, since: int, until: int) -> LuckSums:
        """Returns sums over the stories of a member's games against members.

        Args:
            since: the first moment at which a game may have ended, in epoch milliseconds.
            until: the moment before which a game must have ended, in epoch milliseconds.
        """
        column = story_results.c
        luck = column.dealt + column.drawn
        adjusted = column.result - luck
        sums = (luck, adjusted, func.cast(adjusted, BIG) * adjusted)
        chosen = select(func.count(), *(func.coalesce(func.sum(part), 0) for part in sums)).where(
            column.user_id == user_id,
            column.guild_id == guild_id,
            column.at >= since,
            column.at < until,
            column.house == 0,
        )
        return LuckSums(*map(int, connection.execute(chosen).one()))

    @reads
    def form(self, connection: Connection, guild_id: int, user_id: int, last: int) -> tuple[StoryParts, ...]:
        """Returns a member's numbers in the stories of their last games in a server, newest first, at most `last`."""
        column = story_results.c
        chosen = (
            select(*(column[name] for name in StoryParts.__slots__))
            .where(column.user_id == user_id, column.guild_id == guild_id)
            .order_by(column.at.desc(), column.table_id.desc(), column.game_no.desc())
            .limit(last)
        )
        return tuple(StoryParts(*row) for row in connection.execute(chosen))

    @reads
    def untold(self, connection: Connection, below: tuple[int, int] | None, limit: int) -> UntoldGames:
        """Returns one page of finished games, and which of them have no story yet.

        Skips games without a winner or a log.

        Args:
            below: the last game of the previous page; None for the first page.
            limit: the number of games on a page.
        """
        game = games.c
        key = tuple_(game.table_id, game.game_no)
        chosen = (
            select(game.table_id, game.game_no, game.winner, tables.c.version, game_stories.c.model)
            .join_from(games, tables, tables.c.id == game.table_id)
            .outerjoin(game_stories, _SAME_GAME)
            .order_by(game.table_id.desc(), game.game_no.desc())
            .limit(limit)
        )
        rows = connection.execute(chosen if below is None else chosen.where(key < below)).all()
        untold = (row for row in rows if row.winner is not None and row.version and row.model is None)
        last = (rows[-1].table_id, rows[-1].game_no) if len(rows) == limit else None
        return UntoldGames(tuple((row.table_id, row.game_no) for row in untold), last)
