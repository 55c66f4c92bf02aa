"""What a lesson is made of: steps, each a position, most with a question and up to five answers.

An answer is a move or a forecast, as a value that the engine can judge (`holds`); the tests let it judge every answer.
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
    """The learner makes a move, written as `parse_move` reads it."""

    text: str

    @property
    def move(self) -> Move:
        """The move."""
        return parse_move(self.text)


@dataclass(frozen=True, slots=True)
class Stand:
    """The learner plays the hand as it was dealt, with any lead."""


@dataclass(frozen=True, slots=True)
class Takes:
    """Who takes the trick that ends with what follows (`Step.then`)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """Who plays first after what follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Marks:
    """Who marks how many points by what follows, and the other nothing."""

    seat: Seat
    points: int


Option: TypeAlias = Do | Stand | Takes | Turn | Marks


@unique
class Ask(Enum):
    """What makes an answer right."""

    LAW = "law"
    """The laws allow it, or it is what happens by them: right is what `holds` says."""
    BEST = "best"
    """No lawful card makes more tricks with open hands against the opponent of this lesson."""
    JEU = "jeu"
    """The book plays this hand without proposing, or proposes."""
    ADVICE = "advice"
    """It is what the book advises; the laws allow other answers, too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One of up to five to a question."""

    option: Option
    right: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a lesson.

    - `deal`: the position, shown as the learner sees it
    - `ask`, `answers`: none where there is only something to read
    - `then`: what follows a right answer and is shown with it
    """

    deal: Setup
    ask: Ask = Ask.LAW
    answers: tuple[Answer, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a few steps; its `name` stays when the order of the lessons changes."""

    name: str
    steps: tuple[Step, ...]


def after(step: Step, option: Option | None = None) -> State:
    """The state that is shown: as the step stands, or after an option and what follows. Raises as `play_on`."""
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
    """What the learner sees of `after`: no page can show more. Raises as `play_on`."""
    return player_view(after(step, option), ME)


def holds(step: Step, option: Option) -> bool:
    """What the engine says of an option: a move is lawful, or what it foretells happens."""
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
            now, before = after(step, option).score, state.score
            gained = tuple(one - other for one, other in zip(now, before, strict=True))
            return gained[seat.index] == points and gained[seat.other.index] == 0
        case _:
            assert_never(option)
