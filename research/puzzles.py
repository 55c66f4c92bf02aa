"""Makes the puzzles that come with the library: positions of games between players of the house, solved by the engine.

A position is a candidate only if the novice, the salon player, the book and the maître do not all agree: otherwise the
best move would be obvious. A game gives at most `_OF_A_GAME` puzzles, the clearest first. The easy ones, which only the
novice misses, fill at most a third of the stock. The same seed and number of games give the same file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final, TextIO

from ecarte.ai import Level, can_be_valued, move_values, player_of
from ecarte.game import Phase, Play, PlayerView, player_view
from ecarte.teaching.book_advice import book_advice
from ecarte.teaching.puzzles import EASY, FILE, Puzzle, margin, puzzle_of, written_line
from research.house_games import moves_of_a_game
from research.parallel import spread

TABLE: Final = Path(str(files("ecarte.teaching") / FILE))
_OF_A_GAME: Final = 3
_EASY_SHARE: Final = 3
_EVERY: Final = 50
_TABLES: Final = tuple((player_of(Level.MAITRE), player_of(level)) for level in (Level.SALON, Level.NOVICE))


def build(wanted: int, games: int, seed: int, cores: int, progress: TextIO) -> str:
    """Plays `games` games and finds puzzles in them. Returns the content of the library's file: `wanted` puzzles, or as
    many as there are.

    Args:
        wanted: the number of puzzles.
        games: the number of games.
        seed: the seed of the games.
        cores: the number of processes.
        progress: receives lines with the number of games played so far.
    """
    found: dict[int, tuple[Puzzle, ...]] = {}
    with spread(partial(puzzles_of_a_game, seed), games, min(cores, games)) as results:
        for number, puzzles in results:
            found[number] = puzzles
            if len(found) % _EVERY == 0:
                print(f"{len(found)} of {games} games, {sum(map(len, found.values()))}", file=progress, flush=True)
    chosen = choose([puzzle for number in sorted(found) for puzzle in found[number]], wanted)
    return "".join(f"{written_line(puzzle)}\n" for puzzle in chosen)


def puzzles_of_a_game(seed: int, number: int) -> tuple[int, tuple[Puzzle, ...]]:
    """Plays game `number` of the seed. Returns that number, and the clearest puzzles of the game."""
    rng = Random(f"puzzles {seed} game {number}")
    found = []
    for state, seat, _ in moves_of_a_game(_TABLES[number % len(_TABLES)], rng):
        view = player_view(state, seat)
        if can_be_valued(view) and _is_disputed(view):
            puzzle = puzzle_of(view, move_values(view, Random(f"{rng.random()}")), Random)
            found += [] if puzzle is None else [puzzle]
    return number, tuple(
        sorted(found, key=lambda puzzle: (puzzle.difficulty == EASY, -margin(puzzle.chances)))[:_OF_A_GAME]
    )


def choose(puzzles: list[Puzzle], wanted: int) -> list[Puzzle]:
    """Returns at most `wanted` of some puzzles, no two with the same position. Easy ones fill at most a third."""
    chosen: dict[str, Puzzle] = {}
    counts = Counter[bool]()
    for puzzle in puzzles:
        easy = puzzle.difficulty == EASY
        if puzzle.key in chosen or len(chosen) == wanted or (easy and counts[easy] >= wanted // _EASY_SHARE):
            continue
        chosen[puzzle.key] = puzzle
        counts[easy] += 1
    return list(chosen.values())


def _is_disputed(view: PlayerView) -> bool:
    """Returns whether the players of the house and the book do not all do the same."""
    answers = {_answer(view, move) for move in _moves(view)}
    return len(answers) > 1


def _moves(view: PlayerView) -> Iterator[object]:
    for level in (Level.NOVICE, Level.SALON, Level.MAITRE):
        weights = player_of(level)(view)
        yield max(weights, key=weights.__getitem__)
    if (advice := book_advice(view)) is not None:
        yield advice.move


def _answer(view: PlayerView, move: object) -> object:
    return "play" if view.public.phase is Phase.PROPOSE and isinstance(move, Play) else move
