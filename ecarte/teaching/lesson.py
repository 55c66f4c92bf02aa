"""What a lesson is made of: steps, each a short text and a position, most with a question and up to five answers.

An answer says what the learner would do or what he thinks will happen, as a value that the engine can judge
(`holds`): so the tests let it judge every answer of every lesson. Texts are in both languages, in our own words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeAlias, assert_never

from ecarte.game import Move, Play, PlayerView, Seat, State, is_legal, legal_moves, player_view, public_view
from ecarte.teaching._text import Text
from ecarte.teaching.position import ME, Setup, move_of, play_on, stand

__all__ = [
    "Answer",
    "Ask",
    "Do",
    "Lesson",
    "Marks",
    "Option",
    "Stand",
    "Step",
    "Takes",
    "Turn",
    "after",
    "holds",
    "right",
    "wrong",
]


@dataclass(frozen=True, slots=True)
class Do:
    """The learner makes a move, written as `move_of` reads it."""

    text: str

    @property
    def move(self) -> Move:
        """The move."""
        return move_of(self.text)


@dataclass(frozen=True, slots=True)
class Stand:
    """The learner plays the hand that he was dealt, whichever card he leads."""


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
    """Of all lawful cards, none makes more tricks with open hands against the adversary of this lesson."""
    JEU = "jeu"
    """The book plays this hand without proposing, or proposes."""
    ADVICE = "advice"
    """It is what the book advises; the laws allow other answers, too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One of up to five: what the button says, whether it is right, and what is said when it is pressed."""

    option: Option
    why: Text
    right: bool = False


def right(option: Option, en: str, fr: str) -> Answer:
    """A right answer, with what is said to it."""
    return Answer(option, Text(en, fr), right=True)


def wrong(option: Option, en: str, fr: str) -> Answer:
    """A wrong answer, with the reason, kindly."""
    return Answer(option, Text(en, fr))


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a lesson.

    - `says`: the text; `deal`: the picture, as the learner sees it
    - `ask`, `answers`: none where there is only something to read
    - `then`: what follows a right answer and is shown with it
    - `hint`: for whoever is at a loss, what to answer and why, in a sentence; wherever something is asked
    """

    says: Text
    deal: Setup
    ask: Ask = Ask.LAW
    answers: tuple[Answer, ...] = ()
    then: tuple[str, ...] = ()
    hint: Text | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a few steps."""

    title: Text
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


def shown(step: Step, option: Option | None = None) -> PlayerView:
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
