"""The boards of the galerie: what bystanders made of their bets, and how good their advice was."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Connection, Select, func, select

from bot.ranking.board_lines import LEAST_ADVICE, LEAST_BETS, GalerieLine, GalerieSort, places
from bot.ranking.periods import Period
from bot.rows.paging import RankingPage, page_of
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.galerie_sums import ALL_TIME
from bot.storage.schema.galerie_tables import advice_results, bet_results, bet_sums
from bot.storage.schema.tables import advice, games

_TOLD: Final = select(games.c.guild_id, games.c.ended_at).join_from(
    advice, games, (games.c.table_id == advice.c.table_id) & (games.c.game_no == advice.c.game_no)
)


class GalerieRepository(Repository):
    """The results of bystanders."""

    @writes
    def judge(
        self, connection: Connection, table_id: int, game_no: int, user_id: int, *, given: int, best: int
    ) -> None:
        """Writes how good the advice of a backer in a finished game was, once; nothing where none is stored of it.

        Args:
            given: the decisions at which they advised that were looked at.
            best: those of them at which nothing was better.
        """
        # By the row of the advice, which is held: a person erased meanwhile has another id there.
        theirs = _TOLD.where(advice.c.table_id == table_id, advice.c.game_no == game_no, advice.c.user_id == user_id)
        game = connection.execute(theirs.with_for_update(of=advice)).first()
        if game is not None:
            row = {"table_id": table_id, "game_no": game_no, "user_id": user_id, "given": given, "best": best}
            row |= {"guild_id": game.guild_id, "at": game.ended_at}
            connection.execute(insert_new(connection, advice_results), row)

    @reads
    def board(
        self,
        connection: Connection,
        guild_id: int,
        sort: GalerieSort,
        since: int = 0,
        until: int | None = None,
        limit: int = 10,
        offset: int = 0,
        reader: int = 0,
        without: Collection[int] = (),
    ) -> RankingPage[GalerieLine]:
        """Those who have bet, or advised, often enough in games that ended from one moment to another, best first.

        Past the end: the last page. With few members, and few rows of each, they are ordered here.

        Args:
            since, until: epoch milliseconds; `until` itself is left out. None: without end.
            reader: whose own line is looked for, with a place or without.
            without: people who are left out.
        """
        sums = connection.execute(_sums(sort, guild_id, since, until))
        present = (row for row in sums if row.user_id not in without)
        found = [(row.user_id, float(row.won / row.total), int(row.total), int(row.games)) for row in present]
        least = LEAST_BETS if sort is GalerieSort.BETS else LEAST_ADVICE

        def counted(row: tuple[int, float, int, int]) -> int:
            return row[3] if sort is GalerieSort.BETS else row[2]

        placed = sorted((row for row in found if counted(row) >= least), key=lambda row: (-row[1], -row[2], row[0]))
        keys = [share for _, share, _, _ in placed]
        ranks = places(keys, 0, lambda _: 1)
        lines = [GalerieLine(rank, *row, counted(row)) for rank, row in zip(ranks, placed, strict=True)]
        few = (GalerieLine(None, *row, counted(row)) for row in found if counted(row) < least)
        own = next((line for line in (*lines, *few) if line.user_id == reader), None)
        return page_of(lines, limit, offset, own)


def _sums(sort: GalerieSort, guild_id: int, since: int, until: int | None) -> Select[tuple[int, int, int, int]]:
    """What the results of each member add up to, of bets by the sums of months where the time is of whole months."""
    by_month = sort is GalerieSort.BETS and _begins_month(since) and _begins_month(until)
    if by_month and (since, until) == (0, None):
        since, until = ALL_TIME, ALL_TIME + 1
    at: ColumnElement[int]
    number: ColumnElement[int] = func.count()
    if sort is GalerieSort.ADVICE:
        source = advice_results.c
        at, won, total = source.at, source.best, source.given
    elif by_month:
        source = bet_sums.c
        at, won, total, number = source.since, source.returned, source.bet, func.sum(source.games)
    else:
        source = bet_results.c
        at, won, total = source.at, source.returned, source.bet
    chosen = (
        select(
            source.user_id,
            func.sum(won).label("won"),
            func.sum(total).label("total"),
            number.label("games"),
        )
        .where(source.guild_id == guild_id, at >= since)
        .group_by(source.user_id)
    )
    return chosen if until is None else chosen.where(at < until)


def _begins_month(moment: int | None) -> bool:
    return moment is None or Period.MONTH.since(moment) == moment
