"""Puzzles, the tries of people, and their ratings. A position is a text: what it means is the caller's business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, exists, func, insert, select, union, update

from bot.ranking.puzzle_rating import PuzzleTry, RatedPuzzle, Solver, first_rating, rate_try
from bot.ranking.rating_model import Rating
from bot.rows.ids import HOUSE_IDS, is_erased, is_house
from bot.rows.table_rows import CLOSED
from bot.storage.backends.base import insert_new, upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.privacy.withdrawing import withdraw_puzzles
from bot.storage.repositories.columns import object_of
from bot.storage.schema.privacy_tables import erasures
from bot.storage.schema.puzzle_tables import puzzle_players, puzzle_reports, puzzle_tries, puzzles, searched_games
from bot.storage.schema.tables import dailies, game_players, games, players, tables
from bot.storage.schema.tournament_tables import tournament_games, tournaments

ALL_SERVERS_PUZZLES: Final = 0
"""Stands in place of a server's id in puzzles that the members of all servers get.

In this module they are called the stock. The puzzles from deals of the day are among them.
"""
_NEAREST: Final = 20
"""From how many puzzles, the nearest in rating, the next one is drawn."""
_DAY_MS: Final = 86_400_000
_OWN_GAME_MS: Final = 30 * _DAY_MS
"""For how long the players of a game do not get its puzzles."""
_DISLIKES: Final = 5
"""By how many more dislikes than likes a puzzle from the games of a server is withdrawn."""
_A_DAY: Final = 3
"""The puzzles that the games of a server give in a day."""
_CROWD: Final = 5
"""The fewest people with finished games in a server whose games give puzzles: with fewer, each game is known."""
_WEIGHT_BY_THEME: Final = 0.5
"""How far a try at a puzzle of a chosen theme moves the ratings, compared with any other try."""
_PREFERENCE: Final = "puzzles"
"""The preference that is False if a person's games give no puzzles (`bot.people.preferences`)."""
_PUZZLE, _TRY, _PLAYER, _REPORT = puzzles.c, puzzle_tries.c, puzzle_players.c, puzzle_reports.c
_SAME_GAME: Final = and_(game_players.c.table_id == _PUZZLE.table_id, game_players.c.game_no == _PUZZLE.game_no)
_BY_PERSON: Final = (game_players.c.user_id > 0) & game_players.c.user_id.not_in(HOUSE_IDS)
"""Leaves out the house, and people who were erased."""


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A puzzle to be stored.

    Attributes:
        key: a text that no other puzzle has.
        game: the table and the number of the game from which the puzzle comes, or None if it comes from no game.
        theme: the theme of the puzzle, or None if it is stored later.
        day: the deal of the day from which the puzzle comes, or None.
        tries: how many people have made this decision in the deal of the day.
        solved: how many of them were right.
    """

    key: str
    position: str
    solution: str
    difficulty: int
    game: tuple[int, int] | None = None
    theme: str | None = None
    day: str | None = None
    tries: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """A finished game that may give a puzzle.

    Attributes:
        people: the ids of its players, without the house.
    """

    guild_id: int
    table_id: int
    game_no: int
    people: tuple[int, ...]


class PuzzleRepository(Repository):
    """The puzzles, their solvers and their tries."""

    @writes
    def add(self, connection: Connection, guild_id: int, new: Sequence[NewPuzzle], at: int) -> int:
        """Stores those of these puzzles whose keys no stored puzzle has. Returns how many it has stored.

        Leaves out the puzzles of a game if one of its players was erased, is being erased, or does not want their games
        to give puzzles.

        Args:
            guild_id: the server whose members get them, or `ALL_SERVERS_PUZZLES`.
        """
        by_key = {puzzle.key: puzzle for puzzle in reversed(new)}
        known = set(connection.scalars(select(_PUZZLE.key).where(_PUZZLE.key.in_(by_key))))
        known |= {puzzle.key for puzzle in new if puzzle.game is not None and not _may_give(connection, *puzzle.game)}
        rows = [
            _row_of(puzzle, guild_id, at) for puzzle in new if by_key[puzzle.key] is puzzle and puzzle.key not in known
        ]
        if rows:
            connection.execute(insert(puzzles), rows)
        return len(rows)

    @reads
    def puzzle(
        self, connection: Connection, user_id: int, guild_id: int, puzzle_id: int, at: int
    ) -> RatedPuzzle | None:
        """Returns a puzzle. None if it was withdrawn, or if the person may not see it in this server.

        Args:
            guild_id: the server. 0 outside of servers.
        """
        seen = _PUZZLE.id == puzzle_id, _seen_by(user_id, guild_id, at)
        row = connection.execute(select(puzzles).where(*seen)).first()
        return None if row is None else _puzzle(row)

    @reads
    def solver(self, connection: Connection, user_id: int) -> Solver:
        """Returns what is stored about a person as a solver. A new solver if they have answered no puzzle yet."""
        return _solver(connection, user_id)

    @reads
    def try_of(self, connection: Connection, user_id: int, puzzle_id: int) -> PuzzleTry | None:
        """Returns a person's try at a puzzle, or None if they have not answered it."""
        return _try_of(connection, user_id, puzzle_id)

    @writes
    def open(self, connection: Connection, user_id: int, guild_id: int, at: int, chance: float) -> RatedPuzzle | None:
        """Returns the puzzle that waits for a person's answer. If none waits, draws the next one. None if no puzzle is
        left.

        Args:
            guild_id: the server in which the person asks. 0 outside of servers.
            chance: a random number from 0 (inclusive) to 1 (exclusive), by which the puzzle is drawn.
        """
        solver = _solver(connection, user_id, hold=True)
        here = _open_to(user_id, guild_id, at)
        if solver.puzzle_id is not None:
            waiting = connection.execute(select(puzzles).where(_PUZZLE.id == solver.puzzle_id, here)).first()
            if waiting is not None:
                return _puzzle(waiting)
        if solver.theme is not None:
            here &= _PUZZLE.theme == solver.theme
        away = func.abs(_PUZZLE.rating - solver.rating.rating)
        nearest = connection.execute(select(puzzles).where(here).order_by(away, _PUZZLE.id).limit(_NEAREST)).all()
        if not nearest:
            return None
        drawn = _puzzle(nearest[int(chance * len(nearest))])
        _put_solver(connection, user_id, replace(solver, puzzle_id=drawn.id, by_theme=solver.theme is not None))
        return drawn

    @writes
    def answer(
        self,
        connection: Connection,
        user_id: int,
        guild_id: int,
        puzzle_id: int,
        choice: int,
        options: int,
        at: int,
        *,
        solved: bool,
    ) -> PuzzleTry | None:
        """Stores a person's answer, once, and rates the person and the puzzle.

        Args:
            guild_id: the server in which the person answers. 0 outside of servers.
            choice: the place of the chosen option, from 0.
            options: how many options the puzzle has.
            solved: whether the answer is right.

        Returns:
            The person's try. If they have answered the puzzle before, their earlier try. None if the puzzle was
            withdrawn, or if the person may not see it in this server.
        """
        solver = _solver(connection, user_id, hold=True)
        if (before := _try_of(connection, user_id, puzzle_id)) is not None:
            return before
        seen = select(puzzles).where(_PUZZLE.id == puzzle_id, _seen_by(user_id, guild_id, at)).with_for_update()
        row = connection.execute(seen).first()
        if row is None:
            return None
        has_waited = solver.puzzle_id == puzzle_id
        # A person who has chosen the theme knows what the puzzle is about.
        weight = _WEIGHT_BY_THEME if has_waited and solver.by_theme else 1.0
        after, harder = rate_try(solver.rating, _puzzle(row).rating, options, right=solved, weight=weight)
        moved = after.rating - solver.rating.rating
        tried = {"user_id": user_id, "puzzle_id": puzzle_id, "at": at, "choice": choice}
        connection.execute(insert(puzzle_tries), tried | {"solved": int(solved), "moved": moved})
        counts = {"tries": row.tries + 1, "solved": row.solved + solved}
        rated = {"rating": harder.rating, "deviation": harder.deviation}
        connection.execute(update(puzzles).where(_PUZZLE.id == puzzle_id).values(counts | rated))
        counted = replace(solver, rating=after, tries=solver.tries + 1, solved=solver.solved + solved)
        _put_solver(connection, user_id, replace(counted, puzzle_id=None, by_theme=False) if has_waited else counted)
        return PuzzleTry(puzzle_id, choice, solved, moved, None)

    @writes
    def like(self, connection: Connection, user_id: int, guild_id: int, puzzle_id: int, liked: int) -> None:
        """Stores whether a person liked a puzzle that they have answered.

        If many more people dislike than like a puzzle from the games of a server, the puzzle is withdrawn. A puzzle of
        the stock stays, because all servers have it.

        Args:
            guild_id: the server in which the person says so. 0 outside of servers.
            liked: 1 if the person liked the puzzle, -1 if they disliked it.
        """
        here = select(_PUZZLE.guild_id).where(_PUZZLE.id == puzzle_id, _in_server(guild_id))
        if (owner := connection.scalar(here)) is None:
            return
        mine = (_TRY.user_id == user_id) & (_TRY.puzzle_id == puzzle_id)
        connection.execute(update(puzzle_tries).where(mine).values(liked=liked))
        said = select(func.coalesce(func.sum(_TRY.liked), 0)).where(_TRY.puzzle_id == puzzle_id)
        if owner != ALL_SERVERS_PUZZLES and connection.execute(said).scalar_one() <= -_DISLIKES:
            connection.execute(update(puzzles).where(_PUZZLE.id == puzzle_id).values(state="withdrawn"))

    @writes
    def choose_theme(self, connection: Connection, user_id: int, theme: str | None) -> None:
        """Stores the theme of a person's next puzzles. If it is None, they get puzzles of all themes.

        The puzzle that waits for the person's answer still waits. Otherwise the person could get rid of a hard puzzle
        by a change of the theme and back.
        """
        _put_solver(connection, user_id, replace(_solver(connection, user_id, hold=True), theme=theme))

    @reads
    def without_theme(self, connection: Connection) -> tuple[RatedPuzzle, ...]:
        """Returns the puzzles whose themes are not stored."""
        return tuple(map(_puzzle, connection.execute(select(puzzles).where(_PUZZLE.theme.is_(None)))))

    @writes
    def put_themes(self, connection: Connection, themes: Mapping[int, str]) -> None:
        """Stores the themes of puzzles, by the puzzles' ids."""
        for puzzle_id, theme in themes.items():
            connection.execute(update(puzzles).where(_PUZZLE.id == puzzle_id).values(theme=theme))

    @writes
    def report(self, connection: Connection, user_id: int, guild_id: int, puzzle_id: int, at: int) -> None:
        """Stores that a person reports a puzzle as wrong. Does nothing the second time, or if they have not answered
        the puzzle.

        Args:
            guild_id: the server in which the person says so. 0 outside of servers.
        """
        here = select(_PUZZLE.guild_id).where(_PUZZLE.id == puzzle_id, _PUZZLE.state == "live", _in_server(guild_id))
        owner = connection.scalar(here)
        if owner is not None and _try_of(connection, user_id, puzzle_id) is not None:
            row = {"user_id": user_id, "puzzle_id": puzzle_id, "guild_id": owner, "at": at}
            connection.execute(insert_new(connection, puzzle_reports), row)

    @reads
    def has_reported(self, connection: Connection, user_id: int, puzzle_id: int) -> bool:
        """Returns whether a person has reported a puzzle as wrong, and the report was not deleted since."""
        theirs = (_REPORT.user_id == user_id) & (_REPORT.puzzle_id == puzzle_id)
        return connection.scalar(select(exists().where(theirs))) is True

    @reads
    def reported(self, connection: Connection, guild_id: int | None, limit: int) -> tuple[tuple[RatedPuzzle, int], ...]:
        """Returns the reported puzzles that are not withdrawn, each with its number of reports, most reports first. It
        does not say who reported them.

        Args:
            guild_id: the server from whose games the puzzles come. None for all puzzles, those of the stock included.
        """
        reports = select(_REPORT.puzzle_id, func.count().label("reports")).group_by(_REPORT.puzzle_id)
        if guild_id is not None:
            reports = reports.where(_REPORT.guild_id == guild_id)
        counted = reports.subquery()
        chosen = select(puzzles, counted.c.reports).join(counted, counted.c.puzzle_id == _PUZZLE.id)
        ordered = chosen.where(_PUZZLE.state == "live").order_by(counted.c.reports.desc(), _PUZZLE.id).limit(limit)
        return tuple((_puzzle(row), row.reports) for row in connection.execute(ordered))

    @reads
    def count_reported(self, connection: Connection, guild_id: int | None) -> int:
        """Returns how many puzzles have reports and are not withdrawn.

        Args:
            guild_id: the server from whose games the puzzles come. None for all puzzles, those of the stock included.
        """
        counted = select(func.count(_REPORT.puzzle_id.distinct())).join(puzzles, _PUZZLE.id == _REPORT.puzzle_id)
        if guild_id is not None:
            counted = counted.where(_REPORT.guild_id == guild_id)
        return connection.execute(counted.where(_PUZZLE.state == "live")).scalar_one()

    @writes
    def settle_reports(self, connection: Connection, guild_id: int | None, puzzle_id: int, *, withdraw: bool) -> bool:
        """Deletes the reports of a puzzle, and withdraws it or lets it stay. Returns False if it has no reports.

        Args:
            guild_id: the server from whose games the puzzle must come. None if it may be any puzzle, also one of the
                stock.
        """
        theirs = _REPORT.puzzle_id == puzzle_id
        if guild_id is not None:
            theirs &= _REPORT.guild_id == guild_id
        if not connection.execute(delete(puzzle_reports).where(theirs)).rowcount:
            return False
        if withdraw:
            connection.execute(update(puzzles).where(_PUZZLE.id == puzzle_id).values(state="withdrawn"))
        return True

    @reads
    def has_day(self, connection: Connection, day: str) -> bool:
        """Returns whether the deal of a day gave a puzzle."""
        return connection.scalar(select(exists().where(_PUZZLE.day == day))) is True

    @reads
    def days_of(self, connection: Connection, user_id: int, last: int) -> tuple[int, ...]:
        """Returns the days on which a person solved a puzzle, the newest first, at most `last`.

        A day is the number of days since the epoch (UTC).
        """
        day = (_TRY.at // _DAY_MS).label("day")
        chosen = select(day).where(_TRY.user_id == user_id, _TRY.solved == 1).distinct().order_by(day.desc())
        return tuple(map(int, connection.scalars(chosen.limit(last))))

    @reads
    def pick(self, connection: Connection, guild_id: int, since: int, number: int) -> int | None:
        """Returns the id of a puzzle for all members of a server: the most liked puzzle that the server's games gave
        since the moment `since`. If they gave none, a puzzle of the stock.

        Only puzzles count that at least half of the members who played since then can still answer. Returns None if
        there is no such puzzle.

        Args:
            number: which puzzle of the stock is taken, in the order of ids. After the last one, the count goes on with
                the first. If too few members can answer that puzzle, the next one is taken.
        """
        new = _new_to_most(connection, guild_id, since)
        likes = select(func.coalesce(func.sum(_TRY.liked), 0)).where(_TRY.puzzle_id == _PUZZLE.id).scalar_subquery()
        own = (_PUZZLE.state == "live") & (_PUZZLE.guild_id == guild_id) & (_PUZZLE.added_at >= since)
        found: int | None = connection.scalar(
            select(_PUZZLE.id).where(own, new).order_by(likes.desc(), _PUZZLE.id.desc()).limit(1)
        )
        if found is not None:
            return found
        stock = (_PUZZLE.state == "live") & (_PUZZLE.guild_id == ALL_SERVERS_PUZZLES)
        count = connection.execute(select(func.count()).select_from(puzzles).where(stock)).scalar_one()
        if not count:
            return None
        first = connection.scalar(select(_PUZZLE.id).where(stock).order_by(_PUZZLE.id).offset(number % count).limit(1))
        return connection.scalar(select(_PUZZLE.id).where(stock, new).order_by(_PUZZLE.id < first, _PUZZLE.id).limit(1))

    @reads
    def sources(self, connection: Connection, since: int, until: int, at: int, limit: int) -> tuple[PuzzleSource, ...]:
        """Returns games that may give a puzzle, at most `limit`: the latest game of each server, then the last but one
        of each server, and so on.

        Such a game has a winner, gave no puzzle yet, and was not searched before. Its table was closed between
        the moments `since` and `until`, has kept its log, and is not in a tournament that goes on. Its server may give
        one more puzzle at the moment `at` (`gives`).
        """
        running = select(tournament_games.c.table_id).join(
            tournaments, tournaments.c.id == tournament_games.c.tournament_id
        )
        running = running.where(tournaments.c.status.in_(("open", "running")))
        given = exists().where(_PUZZLE.table_id == games.c.table_id, _PUZZLE.game_no == games.c.game_no)
        searched = exists().where(
            searched_games.c.table_id == games.c.table_id, searched_games.c.game_no == games.c.game_no
        )
        closed = (tables.c.status == CLOSED) & (tables.c.version > 0) & tables.c.updated_at.between(since, until)
        over = (games.c.guild_id != 0) & games.c.winner.is_not(None) & games.c.table_id.not_in(running)
        fit = and_(closed, over, ~given, ~searched)
        latest = (tables.c.updated_at.desc(), games.c.table_id.desc(), games.c.game_no.desc())
        turn = func.row_number().over(partition_by=games.c.guild_id, order_by=latest).label("turn")
        closed_at = tables.c.updated_at.label("closed_at")
        found = (
            select(games.c.guild_id, games.c.table_id, games.c.game_no, turn, closed_at).join(tables).where(fit).cte()
        )
        chosen = (
            select(found)
            .where(found.c.guild_id.in_(_giving(select(found.c.guild_id), at)))
            .order_by(found.c.turn, found.c.closed_at.desc(), found.c.table_id.desc(), found.c.game_no.desc())
            .limit(limit)
        )
        return tuple(
            PuzzleSource(row.guild_id, row.table_id, row.game_no, _people_of(connection, row.table_id, row.game_no))
            for row in connection.execute(chosen).all()
        )

    @reads
    def gives(self, connection: Connection, guild_id: int, at: int) -> bool:
        """Returns whether the games of a server may give one more puzzle at the moment `at`.

        They may if enough people have finished games there, and if few puzzles were added in the day before.
        """
        return connection.scalar(_giving([guild_id], at)) is not None

    @writes
    def note_search(self, connection: Connection, table_id: int, game_no: int) -> bool:
        """Notes that a game is searched for puzzles. Returns False if that was noted before."""
        row = {"table_id": table_id, "game_no": game_no}
        return connection.execute(insert_new(connection, searched_games), row).rowcount == 1

    @writes
    def withdraw_of(self, connection: Connection, user_id: int) -> None:
        """Withdraws the puzzles of a person's games."""
        withdraw_puzzles(connection, user_id)

    @writes
    def withdraw_of_game(self, connection: Connection, table_id: int, game_no: int) -> None:
        """Withdraws the puzzle of a game, if it gave one."""
        given = (_PUZZLE.table_id == table_id) & (_PUZZLE.game_no == game_no)
        connection.execute(update(puzzles).where(given).values(state="withdrawn"))


def _in_server(guild_id: int) -> ColumnElement[bool]:
    return _PUZZLE.guild_id.in_({ALL_SERVERS_PUZZLES, guild_id})


def _open_to(user_id: int, guild_id: int, at: int) -> ColumnElement[bool]:
    """The puzzles that a person may get: those that the person may see, and has not answered."""
    tried = exists().where(_TRY.puzzle_id == _PUZZLE.id, _TRY.user_id == user_id)
    return and_(_seen_by(user_id, guild_id, at), ~tried)


def _seen_by(user_id: int, guild_id: int, at: int) -> ColumnElement[bool]:
    """The puzzles that a person may see: live, of this server or of all, and not lately of an own game.

    A person who has begun the deal of a day and may still end it sees no puzzle of it.
    """
    played = exists().where(_SAME_GAME, game_players.c.user_id == user_id)
    own = and_(_PUZZLE.added_at > at - _OWN_GAME_MS, played)
    plays = exists().where(dailies.c.user_id == user_id, dailies.c.day == _PUZZLE.day, dailies.c.ended_at.is_(None))
    return and_(_PUZZLE.state == "live", _in_server(guild_id), ~own, ~plays)


def _new_to_most(connection: Connection, guild_id: int, since: int) -> ColumnElement[bool]:
    """The puzzles that at least half of a server's players since a moment can answer.

    A player cannot answer a puzzle of an own game, or one that they have answered.
    """
    lately = (games.c.guild_id == guild_id) & (games.c.ended_at >= since)
    members = select(game_players.c.user_id).distinct().join(games).where(lately, _BY_PERSON)
    count = connection.execute(select(func.count()).select_from(members.subquery())).scalar_one()
    tried = select(_TRY.puzzle_id, _TRY.user_id).where(_TRY.user_id.in_(members))
    played = select(_PUZZLE.id, game_players.c.user_id).join(game_players, _SAME_GAME)
    known = union(tried, played.where(_PUZZLE.guild_id == guild_id, game_players.c.user_id.in_(members))).subquery()
    most = select(known.c.puzzle_id).group_by(known.c.puzzle_id).having(2 * func.count() > count)
    return _PUZZLE.id.not_in(most)


def _giving(servers: Select[tuple[int]] | Sequence[int], at: int) -> Select[tuple[int]]:
    """Those of these servers whose games may give one more puzzle.

    They have enough people with finished games, and gave fewer puzzles on the day before a moment than they may.
    """
    lately = select(_PUZZLE.guild_id).where(_PUZZLE.added_at > at - _DAY_MS).group_by(_PUZZLE.guild_id)
    enough = lately.having(func.count() >= _A_DAY)
    people = select(games.c.guild_id).join(game_players).where(games.c.guild_id.in_(servers), _BY_PERSON)
    crowded = people.group_by(games.c.guild_id).having(func.count(game_players.c.user_id.distinct()) >= _CROWD)
    return crowded.where(games.c.guild_id.not_in(enough))


def _people_of(connection: Connection, table_id: int, game_no: int) -> tuple[int, ...]:
    here = (game_players.c.table_id == table_id) & (game_players.c.game_no == game_no)
    ids = connection.scalars(select(game_players.c.user_id).where(here).order_by(game_players.c.user_id))
    return tuple(user_id for user_id in ids if not is_house(user_id))


def _may_give(connection: Connection, table_id: int, game_no: int) -> bool:
    """Returns whether no player of a game was erased, is being erased, or has said no.

    Locks the players' preferences: a later no waits, and then withdraws the puzzle.
    """
    people = _people_of(connection, table_id, game_no)
    leaving = select(erasures.c.user_id).where(erasures.c.user_id.in_(people))
    if not people or any(map(is_erased, people)) or connection.scalar(leaving) is not None:
        return False
    theirs = select(players.c.preferences).where(players.c.user_id.in_(people)).order_by(players.c.user_id)
    said = connection.scalars(theirs.with_for_update()).all()
    return all(object_of(preferences).get(_PREFERENCE) is not False for preferences in said)


def _row_of(new: NewPuzzle, guild_id: int, at: int) -> dict[str, Any]:
    rating = first_rating(new.difficulty)
    table_id, game_no = (None, None) if new.game is None else new.game
    return {
        "guild_id": guild_id,
        "added_at": at,
        "key": new.key,
        "position": new.position,
        "solution": new.solution,
        "difficulty": new.difficulty,
        "table_id": table_id,
        "game_no": game_no,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "theme": new.theme,
        "day": new.day,
        "tries": new.tries,
        "solved": new.solved,
    }


def _puzzle(row: Row[Any]) -> RatedPuzzle:
    rating = Rating(row.rating, row.deviation)
    own = row.table_id is not None
    return RatedPuzzle(row.id, row.position, row.solution, row.difficulty, rating, own, row.tries, row.solved)


def _solver(connection: Connection, user_id: int, *, hold: bool = False) -> Solver:
    wanted = select(puzzle_players).where(_PLAYER.user_id == user_id)
    row = connection.execute(wanted.with_for_update() if hold else wanted).first()
    if row is None:
        return Solver()
    rating = Rating(row.rating, row.deviation)
    return Solver(rating, row.tries, row.solved, row.puzzle_id, row.theme, bool(row.by_theme))


def _put_solver(connection: Connection, user_id: int, solver: Solver) -> None:
    row = asdict(solver) | {"user_id": user_id, "by_theme": int(solver.by_theme)}
    upsert(connection, puzzle_players, row | asdict(solver.rating))


def _try_of(connection: Connection, user_id: int, puzzle_id: int) -> PuzzleTry | None:
    wanted = select(puzzle_tries).where(_TRY.user_id == user_id, _TRY.puzzle_id == puzzle_id)
    row = connection.execute(wanted).first()
    return None if row is None else PuzzleTry(row.puzzle_id, row.choice, bool(row.solved), row.moved, row.liked)
