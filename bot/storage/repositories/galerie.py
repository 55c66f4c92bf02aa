"""The boards of the galerie (the people around a table): the return on their bets, and the quality of their advice."""

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

_ADVISED: Final = select(games.c.guild_id, games.c.ended_at).join_from(
    advice, games, (games.c.table_id == advice.c.table_id) & (games.c.game_no == advice.c.game_no)
)


class GalerieRepository(Repository):
    """The results of people's bets and advice at other people's games."""

    @writes
    def judge(
        self, connection: Connection, table_id: int, game_no: int, user_id: int, *, given: int, best: int
    ) -> None:
        """Stores how good a backer's advice in a finished game was. A second call for the same game does nothing.

        Also does nothing if no advice of the backer is stored.

        Args:
            given: the number of reviewed decisions at which the backer advised.
            best: the number of these decisions at which no move was better than the advice.
        """
        # This locks the row of the advice. If the person was erased meanwhile, the row has another id.
        advised = _ADVISED.where(
            advice.c.table_id == table_id, advice.c.game_no == game_no, advice.c.user_id == user_id
        )
        game = connection.execute(advised.with_for_update(of=advice)).first()
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
        """Returns a page of the board of bets or of advice, best first, for the games that ended in a span of time.

        Members who have not bet or advised often enough have no line, except the reader. If the offset is past the end,
        returns the last page. The lines are sorted in Python, since there are few.

        Args:
            since: the first moment at which a game may have ended, in epoch milliseconds.
            until: the moment before which a game must have ended, in epoch milliseconds; None for no end.
            reader: the person whose own line is added to the page, even if it has no place.
            without: people who are left out.
        """
        sums = connection.execute(_sums(sort, guild_id, since, until))
        present = (row for row in sums if row.user_id not in without)
        rows = [(row.user_id, float(row.won / row.total), int(row.total), int(row.games)) for row in present]
        least = LEAST_BETS if sort is GalerieSort.BETS else LEAST_ADVICE

        def number_of(row: tuple[int, float, int, int]) -> int:
            return row[3] if sort is GalerieSort.BETS else row[2]

        placed = sorted((row for row in rows if number_of(row) >= least), key=lambda row: (-row[1], -row[2], row[0]))
        keys = [share for _, share, _, _ in placed]
        ranks = places(keys, 0, lambda _: 1)
        lines = [GalerieLine(rank, *row, number_of(row)) for rank, row in zip(ranks, placed, strict=True)]
        few = (GalerieLine(None, *row, number_of(row)) for row in rows if number_of(row) < least)
        own = next((line for line in (*lines, *few) if line.user_id == reader), None)
        return page_of(lines, limit, offset, own)


def _sums(sort: GalerieSort, guild_id: int, since: int, until: int | None) -> Select[tuple[int, int, int, int]]:
    """Returns the query for the sums of each member. For bets in whole months it reads the stored sums of months."""
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
