"""Reads finished games: their results, their records (the text of a game), and people's decisions in them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from bot.rows.game_results import GameResult
from bot.rows.paging import Page
from bot.tables.events.fair_events import HousePlays, PackCut, PackMade
from bot.tables.events.galerie_events import HandTaken
from bot.tables.events.table_events import Played, TableEvent
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tables.state.apply import evolve
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.table_state import FinishedDeal, Status, TableState
from ecarte import notation
from ecarte.fair import Checked, Fair, HouseSeat, check_deals
from ecarte.game import Event as GameEvent
from ecarte.game import GameStarted, Seat, State, backer_view
from ecarte.notation import Replay
from ecarte.table import Rubber, advice
from ecarte.teaching import Decision, decision_of, decisions

_KEY = re.compile(r"(\d{1,18})\.(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameKey:
    """Names a game, by the id of its table and its number at that table."""

    table_id: int
    game_no: int

    def __str__(self) -> str:
        return f"{self.table_id}.{self.game_no}"

    @classmethod
    def of(cls, game: GameResult) -> GameKey:
        """Returns the key of a game whose result is known."""
        return cls(game.table_id, game.game_no)

    @classmethod
    def read(cls, text: str) -> GameKey | None:
        """Converts a text to the key that it stands for. Returns None if the text is no key."""
        match = _KEY.fullmatch(text.strip())
        return cls(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class Decisions:
    """A person's decisions in a game: those `made` as a player, and those `advised` as a backer or guest."""

    made: tuple[Decision, ...]
    advised: tuple[Decision, ...]


async def finished_game(tables: Tables, key: GameKey) -> GameResult | None:
    """Returns the result of the finished game with this key, or None if there is no such game."""
    return await tables.results.game(key.table_id, key.game_no)


async def history(
    tables: Tables, guild_id: int | None, user_id: int | None = None, *, limit: int, page: int = 0
) -> Page[GameResult]:
    """Returns a page of the ended games of a server, or of one person, newest first.

    Args:
        guild_id: the server of the games. None for a person's games in all places.
        page: the number of the page, from 0. If there is no such page, the last one is returned.
    """
    games = await tables.results.history(guild_id, user_id, limit=limit, offset=page * limit)
    if not games.rows and games.total:
        last = (games.total - 1) // limit
        games = await tables.results.history(guild_id, user_id, limit=limit, offset=last * limit)
    return games


async def record(tables: Tables, table_id: int, game_no: int) -> str:
    """Returns the record of a finished game: the game as text, with all hands.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    await _check_over(tables, table_id, game_no)
    return await asyncio.to_thread(record_of, table_id, await tables.log.events(table_id), game_no)


async def compact_record(tables: Tables, table_id: int, game_no: int) -> str | None:
    """Returns the compact record of a finished game: few characters, for an address. It has all hands.

    None if the game has no such form, for example a salon game.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    return await asyncio.to_thread(_compact, await record(tables, table_id, game_no))


async def replay(tables: Tables, table_id: int, game_no: int) -> Replay:
    """Returns all positions of a finished game, in order, with both hands.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    return _replay(await record(tables, table_id, game_no))


@lru_cache(maxsize=32)
def _compact(written: str) -> str | None:
    game = notation.read(written)
    try:
        return notation.compact(game)
    except ValueError:
        # A salon game, or a very long name.
        return None


@lru_cache(maxsize=32)
def _replay(written: str) -> Replay:
    return Replay(notation.read(written).events)


async def last_deal(tables: Tables, table_id: int, game_no: int) -> FinishedDeal | None:
    """Returns the last deal of a finished game, or None if the game ended before its first deal was finished.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    await _check_over(tables, table_id, game_no)
    return await asyncio.to_thread(last_deal_in, await tables.log.events(table_id), game_no)


async def decisions_of(tables: Tables, table_id: int, game_no: int, user_id: int) -> Decisions:
    """Returns a person's decisions and advice in a finished game.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    await _check_over(tables, table_id, game_no)
    return await asyncio.to_thread(decisions_in, await tables.log.events(table_id), game_no, user_id)


async def advice_of(tables: Tables, table_id: int, game_no: int) -> dict[int, tuple[Decision, ...]]:
    """Returns the advice in a finished game, by the id of the backer or guest who gave it.

    Each decision has the view of the player and, in place of the player's move, the move that was advised.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    await _check_over(tables, table_id, game_no)
    return await asyncio.to_thread(advised_in, await tables.log.events(table_id), game_no)


async def check_game(tables: Tables, table_id: int, game_no: int) -> tuple[Checked, ...]:
    """Checks that each deal of a finished game was fair: computes its pack again from the record.

    Raises:
        Refused: there is no such game, or it has not ended.
    """
    game = notation.read(await record(tables, table_id, game_no))
    return check_deals(game.events, game.fair, house=game.house)


async def _check_over(tables: Tables, table_id: int, game_no: int) -> None:
    state = await tables.log.state(table_id)
    has_ended = game_no < state.game_no or (game_no == state.game_no and state.status is not Status.PLAYING)
    if not has_ended or game_no < 1:
        raise Refused(Problem.GAME_ON)


def decisions_in(log: Iterable[tuple[int, TableEvent]], game_no: int, user_id: int) -> Decisions:
    """Finds a person's decisions and advice in one game of a log.

    Each decision has the view of the player at that time. An advised decision has the advised move in place of the
    player's.

    Args:
        log: the whole log of the table, each event with its moment.
    """
    made: list[tuple[State, GameEvent]] = []
    advised: list[Decision] = []
    seat: Seat | None = None
    for before, game, event in _of_game(log, game_no):
        own_seat = before.seat_of(user_id)
        if own_seat is not None:
            seat = own_seat
            made.append((game, event))
        else:
            advised += _advised_decisions(before, game, event, user_id)
    return Decisions(() if seat is None else tuple(decisions(made, seat)), tuple(advised))


def advised_in(log: Iterable[tuple[int, TableEvent]], game_no: int) -> dict[int, tuple[Decision, ...]]:
    """Finds the advice in one game of a log, by the id of the backer or guest who gave it.

    People who gave no advice are left out. For the decisions see `advice_of`.

    Args:
        log: the whole log of the table, each event with its moment.
    """
    advised: dict[int, list[Decision]] = {}
    for before, game, event in _of_game(log, game_no):
        for person in before.galerie.pointed:
            if before.seat_of(person) is None:
                advised.setdefault(person, []).extend(_advised_decisions(before, game, event, person))
    return {person: tuple(given) for person, given in advised.items() if given}


def last_deal_in(log: Iterable[tuple[int, TableEvent]], game_no: int) -> FinishedDeal | None:
    """Finds the last finished deal in one game of a log. Returns None if no deal was finished.

    Args:
        log: the whole log of the table, each event with its moment.
    """
    state: TableState | None = None
    last: FinishedDeal | None = None
    for at, event in log:
        state = evolve(state, 0, event, at)
        if state.game_no > game_no:
            break
        if state.finished and state.finished[-1].game_no == game_no:
            last = state.finished[-1]
    return last


def _of_game(log: Iterable[tuple[int, TableEvent]], game_no: int) -> Iterator[tuple[TableState, State, GameEvent]]:
    """Yields each event of one game, with the states of the table and the game before it."""
    state: TableState | None = None
    for at, event in log:
        before, state = state, evolve(state, 0, event, at)
        if state.game_no > game_no:
            break
        if before is not None and before.game is not None and before.game_no == game_no and isinstance(event, Played):
            yield before, before.game, event.event


def _advised_decisions(before: TableState, game: State, event: GameEvent, user_id: int) -> Iterator[Decision]:
    """Yields the decision of the advised player, with the advised move in place of the player's."""
    seat = before.galerie.seen_by(user_id)
    if seat is None:
        return
    decision = decision_of(game, event, seat)
    move = advice.pointed_move(before.galerie.pointed.get(user_id, frozenset()), backer_view(game, seat))
    if decision is not None and move is not None:
        yield Decision(decision.view, move)


def record_of(table_id: int, log: Iterable[tuple[int, TableEvent]], game_no: int) -> str:
    """Writes one game of a table as a text, the game's record.

    Remarks in the text tell which backer or guest pointed where, whether the player followed, and who played a hand
    out. For each deal that the bot has promised, the text has the values from which its pack was computed.

    Args:
        log: the whole log of the table, each event with its moment.
    """
    events: list[GameEvent] = []
    remarks: dict[int, list[str]] = {}
    fair: dict[int, Fair] = {}
    house: list[HouseSeat] = []
    state: TableState | None = None
    started_at, names, match = 0, ("", ""), {}
    watchers: dict[Seat, dict[int, str]] = {seat: {} for seat in Seat}
    for at, event in log:
        before, state = state, evolve(state, table_id, event, at)
        if before is None:
            continue
        if state.game_no > game_no:
            break
        if state.game_no == game_no and state.status is Status.PLAYING:
            for person, seat in _watchers(state.galerie):
                watchers[seat][person] = state.galerie.names[person] or "?"
        if isinstance(event, Played) and state.game_no == game_no:
            if isinstance(event.event, GameStarted):
                assert state.seats is not None
                started_at, names = at, (state.seats[0].name, state.seats[1].name)
                match = _match(state.rubber)
            events.append(event.event)
            if signs := list(_pointers_at(before, event.event)):
                remarks[len(events) - 1] = signs
        elif isinstance(event, PackCut | PackMade) and state.game_no == game_no:
            assert state.deal_promise is not None
            assert state.deal_promise.fair is not None
            fair[state.deal_promise.number] = state.deal_promise.fair
        elif isinstance(event, HousePlays) and state.game_no == game_no:
            house.append(HouseSeat(len(events), event.seat, event.player))
        elif isinstance(event, HandTaken) and state.game_no == game_no:
            offered = before.galerie.succession
            assert offered is not None
            remarks.setdefault(len(events) - 1, []).append(f"{event.person.name} plays on for {offered.seat}")
    day = datetime.fromtimestamp(started_at / 1000, UTC).date().isoformat()
    tags = {"North": names[0], "South": names[1], "Date": day, **match}
    tags |= {f"{seat.name.title()}Watchers": ", ".join(seen.values()) for seat, seen in watchers.items() if seen}
    return notation.write(events, tags, remarks, fair, house)


def _watchers(galerie: Galerie) -> Iterator[tuple[int, Seat]]:
    """Yields the backers and guests who see a hand, each with the seat of that hand."""
    backers = () if galerie.book is None else tuple(bet.person for bet in galerie.book.bets)
    for person in (*backers, *galerie.company.guests):
        seat = galerie.seen_by(person)
        if seat is not None:
            yield person, seat


def _match(rubber: Rubber) -> dict[str, str]:
    """Returns the tag of a game in a rubber: its number, and the games won before, North's first."""
    if rubber.games == 1:
        return {}
    north, south = rubber.won
    return {"Match": f"rubber {rubber.games}, game {rubber.number}, {north}-{south}"}


def _pointers_at(before: TableState, decision: GameEvent) -> Iterator[str]:
    """Yields each person's signs at a decision, and whether the player followed them."""
    galerie = before.galerie
    if before.game is None:
        return
    for person, signs in sorted(galerie.pointed.items()):
        followed = advice.follows_advice(signs, before.game, decision)
        if followed is not None:
            at = ", ".join("the talon" if sign == advice.TALON else str(sign + 1) for sign in sorted(signs))
            yield f"{galerie.names[person]} points at {at}: {'followed' if followed else 'not followed'}"
