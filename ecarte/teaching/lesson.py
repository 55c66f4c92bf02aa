"""What a lesson consists of: steps, each with a position, and most with a question and up to five answers.

An answer is a move or a forecast. The engine can judge both (`holds`); the tests let it judge every answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeAlias, assert_never

from ecarte.game import Move, Play, PlayerView, Seat, State, is_legal, legal_moves, player_view, public_view
from ecarte.notation import parse_move
from ecarte.teaching.position import ME, Setup, play_on, stand


@dataclass(frozen=True, slots=True)
class Do:
    """An answer: the learner makes the move that `text` names (`parse_move`)."""

    text: str

    @property
    def move(self) -> Move:
        """The move that the text names."""
        return parse_move(self.text)


@dataclass(frozen=True, slots=True)
class Stand:
    """An answer: the learner plays the hand without an exchange, with any lead."""


@dataclass(frozen=True, slots=True)
class Takes:
    """An answer that forecasts: `seat` wins the trick that the moves of `Step.then` complete."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer that forecasts: `seat` is to act after the moves of `Step.then`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Marks:
    """An answer that forecasts: by the moves of `Step.then`, `seat` scores `points`, and the other seat scores none."""

    seat: Seat
    points: int


Option: TypeAlias = Do | Stand | Takes | Turn | Marks


@unique
class Ask(Enum):
    """How the answers to a question are judged."""

    LAW = "law"
    """A move is right if the laws allow it. A forecast is right if it comes true by the laws. `holds` decides both."""
    BEST = "best"
    """A lawful card is right if it wins the most tricks against the opponent of this lesson, with both hands open."""
    JEU = "jeu"
    """An answer is right if it is what the book does with this hand: to play without proposing, or to propose."""
    ADVICE = "advice"
    """An answer is right if the book advises it. The laws allow other answers, too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One of up to five answers to the question of a step.

    Attributes:
        option: the move or forecast.
        right: whether the book counts it as right.
    """

    option: Option
    right: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a lesson: a position and, on most, a question.

    Attributes:
        deal: the position, shown as the learner sees it.
        ask: how an answer is judged.
        answers: the answers; empty if there is no question.
        then: the moves that follow a right answer and are shown with it.
    """

    deal: Setup
    ask: Ask = Ask.LAW
    answers: tuple[Answer, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a few steps. `name` stays the same if the order of the lessons changes."""

    name: str
    steps: tuple[Step, ...]


def after(step: Step, option: Option | None = None) -> State:
    """Returns the state that a step shows: its position or, after an answer, the state after that answer and the moves
    of `Step.then`.

    Args:
        step: the step.
        option: the answer that the learner chose, or None.

    Raises:
        IllegalMove: a move is impossible.
    """
    state = stand(step.deal)
    match option:
        case None:
            return state
        case Do(text):
            return play_on(state, (text, *step.then))
        case Stand() | Takes() | Turn() | Marks():
            return play_on(state, step.then)
        case _:
            assert_never(option)


def step_view(step: Step, option: Option | None = None) -> PlayerView:
    """Returns what the learner sees of the state that a step shows. Arguments and errors are those of `after`."""
    return player_view(after(step, option), ME)


def holds(step: Step, option: Option) -> bool:
    """Returns whether the engine confirms an answer: the move is lawful, or the forecast comes true."""
    state = stand(step.deal)
    match option:
        case Do():
            return is_legal(state, ME, option.move)
        case Stand():
            return state.turn is ME and any(isinstance(move, Play) for move in legal_moves(state))
        case Takes(seat):
            return public_view(after(step, option)).tricks[-1].winner is seat
        case Turn(seat):
            return after(step, option).turn is seat
        case Marks(seat, points):
            score, score_before = after(step, option).score, state.score
            gained = tuple(new - old for new, old in zip(score, score_before, strict=True))
            return gained[seat.index] == points and gained[seat.other.index] == 0
        case _:
            assert_never(option)
