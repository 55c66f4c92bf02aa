"""Puzzles: decisions with one clearly right move that a player, a level of the house or the book misses.

    puzzles_of(record.events, random.Random)      the puzzles of a finished game
    puzzle_of_day(day, logs, random.Random)       the puzzle of a deal of the day that is closed
    stock()                                       the puzzles that come with the library

A puzzle is a decision of a guided game of five points, known by the view of its seat alone (`puzzle_position`). It has
three properties:

1. The best move is clear. It is worth more than the next one: at least `MARGIN` as a chance to win the game, or
   `DISCARD_MARGIN` if the decision is a discard, and at least four standard errors.
2. It stays clear: the same move is best when the decision is valued anew with four times the deals of a review
   (`solve`).
3. It is not obvious: the player, the novice, the salon player or the book chooses another move. The players who miss it
   determine the first rating.

The chances are those of `ecarte.ai.move_values`, so they are estimates in a model without human errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Final, NamedTuple

from ecarte.ai import (
    Level,
    MoveValues,
    can_be_valued,
    knowledge_of,
    move_values,
    played_values,
    player_of,
    policy_knows_games,
)
from ecarte.game import (
    AnnounceKing,
    Discard,
    Event,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Refuse,
    Seat,
    evolve,
)
from ecarte.notation import move_text, parse_move
from ecarte.odds import jeu_of
from ecarte.teaching import daily
from ecarte.teaching.book_advice import book_advice
from ecarte.teaching.book_reasons import BookAdvice
from ecarte.teaching.judging import UNIT, Seeded, estimate
from ecarte.teaching.puzzle_position import canonical, key_of, view_of
from ecarte.teaching.review import Judged, decisions, review, steps

FILE: Final = "puzzles.txt"
MARGIN: Final = 0.05
DISCARD_MARGIN: Final = 0.03
MOST_OPTIONS: Final = 5
_SOLVED_MARGIN: Final = 0.04
_SURE_ERRORS: Final = 4.0
_RUNS: Final = 4
_HANDS: Final = 1_600
"""The hands of the opponent against which cards are played out: four times those of a review."""
DAY_TRIES: Final = 10
"""How many people must have made the first decision of a deal of the day before it can become a puzzle."""
_DAY_RIGHT: Final = 0.4
"""The decision of a deal of the day is a puzzle if a smaller share of people was right."""
EASY, MISSED, HARD, HARDEST = 1400, 1500, 1600, 1700
"""The ratings with which puzzles begin. They depend on who misses the best move.

EASY: only the novice. MISSED: the player of the game. HARD: the salon player or the book. HARDEST: all of these.
"""


@unique
class Theme(Enum):
    """Which decision a puzzle asks for."""

    JEU = "jeu"
    """To play or to propose, with a jeu de règle."""
    NO_JEU = "no-jeu"
    """To play or to propose, with a hand that is no jeu de règle."""
    AGAIN = "again"
    """To propose once more after an exchange."""
    ANSWER = "answer"
    """To accept the first proposal or to refuse it."""
    ANSWER_AGAIN = "answer-again"
    """To accept a later proposal or to refuse it."""
    DISCARD = "discard"
    FIRST_LEAD = "first-lead"
    LATER_LEAD = "later-lead"
    REPLY = "reply"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision with one clearly right move, for a solver to find.

    Attributes:
        position: the text of the position (`puzzle_position`).
        chances: the chance to win the game after each option, in ten-thousandths (`UNIT`). The order of the options
            says nothing about their worth.
        difficulty: the rating with which the puzzle begins. It is higher if better players miss the right move.
    """

    position: str
    chances: Mapping[Move, int]
    difficulty: int

    @property
    def view(self) -> PlayerView:
        """What the solver of the puzzle sees."""
        return view_of(self.position)

    @property
    def options(self) -> tuple[Move, ...]:
        """The moves between which the solver chooses. Playing without a proposal is one option: the best lead."""
        return tuple(self.chances)

    @property
    def best(self) -> Move:
        """The move that is right."""
        return max(self.chances, key=self.chances.__getitem__)

    def is_best(self, move: Move) -> bool:
        """Returns whether a move is the right answer. If playing without a proposal is right, any lead is."""
        return _alike(self.view, move, self.best)

    @property
    def book(self) -> BookAdvice | None:
        """What Cavendish's book does in the position, or None if it is silent."""
        return book_advice(self.view)

    @property
    def theme(self) -> Theme:
        """Which decision the puzzle asks for."""
        public = self.view.public
        match public.phase:
            case Phase.PROPOSE if public.rounds:
                return Theme.AGAIN
            case Phase.PROPOSE:
                return Theme.NO_JEU if jeu_of(knowledge_of(self.view).as_elder) is None else Theme.JEU
            case Phase.ANSWER:
                return Theme.ANSWER_AGAIN if public.rounds else Theme.ANSWER
            case Phase.PLAY if public.tricks and public.tricks[-1].reply is None:
                return Theme.REPLY
            case Phase.PLAY:
                return Theme.LATER_LEAD if public.tricks else Theme.FIRST_LEAD
            case _:
                return Theme.DISCARD

    @property
    def key(self) -> str:
        """The part of the position by which puzzles are told apart (`puzzle_position.key_of`). No two puzzles share
        it.
        """
        return key_of(self.position)

    @property
    def solution(self) -> str:
        """The chances after all options as a text, for `read`."""
        return ", ".join(f"{move_text(move)} {chance}" for move, chance in self.chances.items())

    @classmethod
    def read(cls, position: str, solution: str, difficulty: int) -> Puzzle:
        """Returns the puzzle that was stored as two texts and a number.

        Args:
            position: the text of the position.
            solution: what `solution` returned.
            difficulty: the rating with which the puzzle begins.

        Raises:
            ValueError: `solution` is no such text.
        """
        pairs = [part.rpartition(" ") for part in solution.split(", ")]
        return cls(position, {parse_move(move): int(chance) for move, _, chance in pairs}, difficulty)


class DayPuzzle(NamedTuple):
    """The puzzle of a deal of the day.

    Attributes:
        tries: how many people made this decision in the deal.
        right: how many of them were right.
    """

    puzzle: Puzzle
    tries: int
    right: int


def puzzles_of(
    events: Iterable[Event], seeded: Seeded, reviews: Mapping[Seat, Sequence[Judged]] | None = None
) -> tuple[Puzzle, ...]:
    """Finds the puzzles in a finished game. The clearest come first, but those that only the novice misses come last.

    Args:
        events: the log of the game.
        seeded: makes a random generator from a seed.
        reviews: the reviews of all decisions of each seat, or None to make them. Making them takes most of the time.

    Returns:
        An empty tuple if it was a salon game, or if the policy does not know the rules.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it.
        ValueError: the game is not over.
    """
    taken = list(steps(events))
    state = evolve(*taken[-1]) if taken else None
    if state is None or state.outcome is None:
        raise ValueError("a game in progress has no puzzles")
    if not policy_knows_games(state.rules):
        return ()
    judged = reviews or {seat: review(decisions(taken, seat), seeded) for seat in Seat}
    found = [puzzle for seat in Seat for puzzle in _puzzles_of_seat(judged[seat], seeded)]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.difficulty == EASY, -margin(puzzle.chances))))


def _puzzles_of_seat(judged: Iterable[Judged], seeded: Seeded) -> Iterator[Puzzle]:
    for each in judged:
        if each.decision.king is None:
            puzzle = puzzle_of(each.decision.view, each.move_values, seeded, each.decision.move)
            if puzzle is not None:
                yield puzzle


def puzzle_of_day(day: str, logs: Sequence[Sequence[str]], seeded: Seeded) -> DayPuzzle | None:
    """Returns the puzzle of a deal of the day: the learner's first decision.

    Returns None if fewer than `DAY_TRIES` people made the decision, if too many were right, or if the decision is no
    puzzle (`puzzle_of`).

    Args:
        day: a date such as "2026-11-21". The deal must be closed.
        logs: for each person, the moves in the deal.

    Raises:
        ValueError: `day` is not a date.
    """
    opening = daily.open_log(day)
    tried = [log[len(opening) :] for log in logs if tuple(log[: len(opening)]) == opening]
    # A king is announced with the card that follows, so that card is the decision.
    first = [next((move for move in map(parse_move, log) if move != AnnounceKing()), None) for log in tried]
    made = [move for move in first if move is not None]
    view = daily.view_of(day, opening)
    if len(made) < DAY_TRIES or not can_be_valued(view):
        return None
    values = estimate(view, seeded)
    wrong = [move for move in made if not _alike(view, move, values.best)]
    right = len(made) - len(wrong)
    if right >= _DAY_RIGHT * len(made):
        return None
    puzzle = puzzle_of(view, values, seeded, wrong[0])
    return None if puzzle is None else DayPuzzle(puzzle, len(made), right)


def puzzle_of(view: PlayerView, values: MoveValues, seeded: Seeded, made: Move | None = None) -> Puzzle | None:
    """Makes a puzzle of a decision. Returns None if the decision has no clearly right move, or an obvious one.

    Args:
        view: the view of the seat that decides.
        values: the chance to win the game after each alternative.
        seeded: makes a random generator from a seed.
        made: the move that the player made, or None if it does not matter.
    """
    asked = _question(view, values)
    difficulty = None if asked is None or not _is_clear(view, asked, MARGIN) else difficulty_of(view, asked.best, made)
    found = None if difficulty is None else canonical(view)
    if asked is None or found is None or difficulty is None:
        return None
    solved = solve(found.text, seeded)
    if solved is None or not _alike(view, solved.best, found.move(asked.best)):
        return None
    return Puzzle(found.text, _parts(solved), difficulty)


def solve(position: str, seeded: Seeded) -> MoveValues | None:
    """Returns the chance to win the game after each option of a position. Plays out four times as many deals as a
    review.

    Args:
        position: the text of the position.
        seeded: makes a random generator from a seed.

    Returns:
        None if the best option is not clearly ahead.

    Raises:
        ValueError: the text is no position.
    """
    view = view_of(position)
    if view.public.phase is Phase.PLAY:
        cards = [move.card for move in view.legal_moves if isinstance(move, Play)]
        values = played_values(view, cards, seeded(f"puzzle {position}"), _HANDS, all_deals=True)
    else:
        values = _mean([move_values(view, seeded(f"puzzle {run} {position}"), all_deals=True) for run in range(_RUNS)])
    asked = _question(view, values)
    return asked if asked is not None and _is_clear(view, asked, _SOLVED_MARGIN) else None


def difficulty_of(view: PlayerView, best: Move, made: Move | None = None) -> int | None:
    """Returns the rating with which a puzzle begins, or None if its best move is obvious.

    The rating depends on who misses the best move: the novice, the player of the game, the salon player or the book.

    Args:
        view: what the solver sees.
        best: the best move.
        made: the move that the player made, or None.
    """
    advice = book_advice(view)
    book = None if advice is None else not _alike(view, advice.move, best)
    novice, salon = (_errs(view, best, level) for level in (Level.NOVICE, Level.SALON))
    player = None if made is None else not _alike(view, made, best)
    if novice and salon and book is not False and player is not False:
        return HARDEST
    if salon or book:
        return HARD
    if player:
        return MISSED
    return EASY if novice else None


def margin(chances: Mapping[Move, int]) -> float:
    """Returns how far the best option is ahead of the next one, as a chance to win the game."""
    first, second, *_ = sorted(chances.values(), reverse=True)
    return (first - second) / UNIT


@cache
def stock() -> tuple[Puzzle, ...]:
    """Returns the puzzles that come with the library (`python -m research puzzles` made them). Their order never
    changes.
    """
    lines = (files("ecarte.teaching") / FILE).read_text("utf-8").splitlines()
    return tuple(read_line(line) for line in lines)


def read_line(line: str) -> Puzzle:
    """Reads a puzzle from its line in the library's file. Raises `ValueError` for another text."""
    position, solution, difficulty = line.split(" | ")
    return Puzzle.read(position, solution, int(difficulty))


def written_line(puzzle: Puzzle) -> str:
    """Returns the line that stands for a puzzle in the library's file."""
    return f"{puzzle.position} | {puzzle.solution} | {puzzle.difficulty}"


def _question(view: PlayerView, values: MoveValues) -> MoveValues | None:
    """Returns the values of the options between which a puzzle lets the solver choose, or None if there are fewer than
    two.
    """
    moves = list(values.values)
    if view.public.phase is Phase.PROPOSE:
        lead = next((move for move in moves if isinstance(move, Play)), None)
        moves = [move for move in moves if move == lead or isinstance(move, Propose)]
    moves = moves[:MOST_OPTIONS]
    if len(moves) < 2:
        return None
    return MoveValues({move: values.values[move] for move in moves}, {move: values.errors[move] for move in moves})


def _is_clear(view: PlayerView, values: MoveValues, least: float) -> bool:
    first, second, *_ = values.values
    if view.public.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD):
        least = min(least, DISCARD_MARGIN)
    ahead = values.values[first] - values.values[second]
    # Only one of two moves has an error: that of their distance.
    return ahead >= max(least, _SURE_ERRORS * max(values.errors[first], values.errors[second]))


def _mean(runs: Sequence[MoveValues]) -> MoveValues:
    """Returns the means of several estimates, for the moves that all of them value."""
    moves = [move for move in runs[0].values if all(move in run.values for run in runs)]
    means = {move: sum(run.values[move] for run in runs) / len(runs) for move in moves}
    errors = {move: sqrt(sum(run.errors[move] ** 2 for run in runs)) / len(runs) for move in moves}
    ordered = sorted(moves, key=lambda move: -means[move])
    return MoveValues({move: means[move] for move in ordered}, errors)


def _parts(values: MoveValues) -> dict[Move, int]:
    """Returns the chances as whole numbers (`UNIT`). The order of the moves does not depend on the chances."""
    return {move: round(UNIT * values.values[move]) for move in sorted(values.values, key=_place)}


def _place(move: Move) -> tuple[object, ...]:
    match move:
        case Play(card=card):
            return 1, (card.index,)
        case Discard():
            return 1, (len(tuple(move)), *(card.index for card in move))
        case Refuse():
            return 2, ()
        case _:
            return 0, ()


def _alike(view: PlayerView, move: Move, best: Move) -> bool:
    """Returns whether a move is the right answer. If playing without a proposal is right, any lead is."""
    if view.public.phase is Phase.PROPOSE:
        return isinstance(move, Play) is isinstance(best, Play)
    return move == best


def _errs(view: PlayerView, best: Move, level: Level) -> bool:
    """Returns whether a level of the house makes another move than the best one more than half the time."""
    weights = player_of(level)(view)
    return sum(often for move, often in weights.items() if _alike(view, move, best)) < 0.5
