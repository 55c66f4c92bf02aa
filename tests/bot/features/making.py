"""Results as the storage gives them, made by hand for pages that are only drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.ranking.board_lines import Standing
from bot.ranking.tallies import Favourite, Statistics
from bot.rows.game_results import GameResult, PlayerResult
from bot.rows.paging import Page, RankingPage

_Row = TypeVar("_Row")

ALICE, BRUNO = 1001, 1002
NAMES = {ALICE: "Alice", BRUNO: "Bruno"}
NOON = 1_767_268_800_000
"""The first of January 2026, at noon."""


def game(number: int = 1, *, winner: str | None = "north", how: str = "five", north: int = ALICE) -> GameResult:
    """Returns a game of Alice (north) against Bruno. By default north has won it 5 to 3."""
    scores = (5, 3) if winner == "north" else (3, 5)
    seats = (("north", north, BRUNO), ("south", BRUNO, north))
    one, two = (
        PlayerResult(user, other, seat, winner == seat, score, voles=1, kings=2, deals=7)
        for (seat, user, other), score in zip(seats, scores, strict=True)
    )
    return GameResult(7, number, 1, NOON, NOON + number * 60_000, winner, how, *scores, 7, "cavendish", (one, two))


def page(*games: GameResult, total: int | None = None, offset: int = 0) -> Page[GameResult]:
    """A page of a history."""
    return Page(games, len(games) if total is None else total, offset)


def profile(*, streak: int = 3, best: int = 5, games: int = 15, won: int = 12, met: int | None = BRUNO) -> Statistics:
    """Alice's profile."""
    favourite = Favourite(met, 7, 4) if met is not None else None
    last = (game(2), game(1, winner="south")) if games else ()
    return Statistics(ALICE, games, won, 42, 3, 1, 90, streak, best, favourite, last)


def board(rows: Sequence[_Row], page: int = 0, own: _Row | None = None) -> RankingPage[_Row]:
    """A page of ten of a leaderboard."""
    return RankingPage(tuple(rows[page * 10 : page * 10 + 10]), len(rows), page * 10, own)


def standings(count: int) -> tuple[Standing, ...]:
    """Returns a leaderboard of `count` people, each with a place of their own. Their ids begin at 1."""
    return tuple(Standing(place, place, 100 - place, 100, 300 - place, 3, 1) for place in range(1, count + 1))
