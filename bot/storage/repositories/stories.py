"""The stories of finished games, and what they add up to for a player. Knows no rule of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select, tuple_

from bot.rows.ids import is_erased, is_house
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.stories import game_stories, story_results
from bot.storage.schema.tables import BIG, game_players, games, tables

_SAME_GAME: Final = (game_stories.c.table_id == games.c.table_id) & (game_stories.c.game_no == games.c.game_no)


@dataclass(frozen=True, slots=True)
class StoryRow:
    """The story of a game as text; empty: the game has none. `model`: the function that gave its values."""

    model: str
    data: str


@dataclass(frozen=True, slots=True)
class StoryParts:
    """A player's parts of a story: see `bot.storage.schema.stories.story_results`."""

    result: int
    dealt: int
    drawn: int
    cost: int
    telling: int


@dataclass(frozen=True, slots=True)
class LuckSums:
    """What the stories of a member's games against members add up to.

    Attributes:
        luck: what all cards dealt and drawn were worth.
        adjusted: the results without them; `squares`: the sum of the squares of these.
    """

    games: int = 0
    luck: int = 0
    adjusted: int = 0
    squares: int = 0


@dataclass(frozen=True, slots=True)
class UntoldGames:
    """Some finished games, newest tables first: those that have no story yet, and where the next ones begin.

    Attributes:
        next: the last table and game of this page. None if this page is the last.
    """

    keys: tuple[tuple[int, int], ...]
    next: tuple[int, int] | None


class StoryRepository(Repository):
    """The stories of games."""

    @writes
    def put(
        self, connection: Connection, table_id: int, game_no: int, row: StoryRow, parts: Mapping[str, StoryParts]
    ) -> None:
        """Writes the story of a finished game, once; nothing for a game that is not over.

        Args:
            parts: by seat, as `game_players` names it. Those of the house and of erased people are not kept.
        """
        # By the rows of the players, which are held: a person erased meanwhile has another id there.
        player = game_players.c
        here = select(game_players).where(player.table_id == table_id, player.game_no == game_no)
        players = connection.execute(here.with_for_update()).all()
        if not players:
            return
        key = {"table_id": table_id, "game_no": game_no}
        told = connection.execute(insert_new(connection, game_stories), key | {"model": row.model, "data": row.data})
        if not told.rowcount:
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
        """Returns the story of a game, or None if the game has no row yet."""
        told = game_stories.c
        found = connection.execute(
            select(told.model, told.data).where(told.table_id == table_id, told.game_no == game_no)
        ).first()
        return None if found is None else StoryRow(found.model, found.data)

    @reads
    def luck(self, connection: Connection, guild_id: int, user_id: int, since: int, until: int) -> LuckSums:
        """Returns what a member's games against members add up to that ended from a moment on, before another."""
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
        """Returns a member's parts of the last games in a server that have a story, newest first."""
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
        """Returns which of the next games have no story yet; those without a winner or a log are passed over.

        Args:
            below: games of older tables, or earlier ones at this table, are next; None: the newest are.
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
        lacking = (row for row in rows if row.winner is not None and row.version and row.model is None)
        last = (rows[-1].table_id, rows[-1].game_no) if len(rows) == limit else None
        return UntoldGames(tuple((row.table_id, row.game_no) for row in lacking), last)
