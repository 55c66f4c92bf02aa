"""Events of the galerie: bets, chairs, hands given up, advice, the pool of three.

An event carries the purses that its rule looks at, so a log adds up to the same chips for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.people.person import Person
from bot.tables.events.codec import EVENTS
from bot.tables.state.sight import Admission
from ecarte.game import Scope, Seat
from ecarte.notation import ADDED

Purses: TypeAlias = tuple[tuple[int, int], ...]
"""Some people with what was free in their purses."""


@EVENTS.tagged("bets_opened")
@dataclass(frozen=True, slots=True)
class BetsOpened:
    """The players have put up their stakes, and bets may be made until then."""

    until: int
    purses: Purses


@EVENTS.tagged("bet_placed")
@dataclass(frozen=True, slots=True)
class BetPlaced:
    """A bystander has bet on a player; `admission`: what the server's rules say of seeing the hand."""

    person: Person
    side: Seat
    amount: int
    purses: Purses
    admission: Admission = field(default=Admission.FREE, metadata=ADDED)


@EVENTS.tagged("sight_answered")
@dataclass(frozen=True, slots=True)
class SightAnswered:
    """A player has decided whether a backer sees the hand of that seat in this game."""

    by: int
    seat: Seat
    person: int
    sees: bool


@EVENTS.tagged("bet_withdrawn")
@dataclass(frozen=True, slots=True)
class BetWithdrawn:
    """A person has taken back bets, or a player of the bets taken."""

    by: int
    amount: int | None


@EVENTS.tagged("bets_taken")
@dataclass(frozen=True, slots=True)
class BetsTaken:
    """A player has taken bets that bystanders offer on the other side; amount None: all of them."""

    by: int
    amount: int | None
    purses: Purses


@EVENTS.tagged("chouette_declared")
@dataclass(frozen=True, slots=True)
class ChouetteDeclared:
    """A player covers all that is offered on the other side."""

    by: int
    purses: Purses


@EVENTS.tagged("cards_wanted")
@dataclass(frozen=True, slots=True)
class CardsWanted:
    """A player wants the cards dealt."""

    by: int


@EVENTS.tagged("pause_ended")
@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The time for bets is over."""


@EVENTS.tagged("bets_closed")
@dataclass(frozen=True, slots=True)
class BetsClosed:
    """The first card is dealt: no more bets, and what is not covered went back."""

    purses: Purses


@EVENTS.tagged("side_bets_opened")
@dataclass(frozen=True, slots=True)
class SideBetsOpened:
    """Between two deals side bets may be offered and taken, until then."""

    until: int


@EVENTS.tagged("side_bet_offered")
@dataclass(frozen=True, slots=True)
class SideBetOffered:
    """A bystander offers a bet at the odds of the score."""

    person: Person
    side: Seat
    amount: int
    purses: Purses


@EVENTS.tagged("side_bet_taken")
@dataclass(frozen=True, slots=True)
class SideBetTaken:
    """A bystander has put up chips against an offer; amount None: all that it asks."""

    person: Person
    number: int
    amount: int | None
    purses: Purses


@EVENTS.tagged("side_bet_withdrawn")
@dataclass(frozen=True, slots=True)
class SideBetWithdrawn:
    """A bystander has taken back what was not taken of an offer."""

    by: int
    number: int


@EVENTS.tagged("side_bets_closed")
@dataclass(frozen=True, slots=True)
class SideBetsClosed:
    """The next deal begins; what was not taken of the offers went back."""


@EVENTS.tagged("stakes_paid")
@dataclass(frozen=True, slots=True)
class StakesPaid:
    """The game is over and paid."""

    purses: Purses


@EVENTS.tagged("stakes_returned")
@dataclass(frozen=True, slots=True)
class StakesReturned:
    """The game does not count, and everything went back."""


@EVENTS.tagged("rentrant_entered")
@dataclass(frozen=True, slots=True)
class RentrantEntered:
    """A rentrant waits for a chair."""

    person: Person


@EVENTS.tagged("rentrant_left")
@dataclass(frozen=True, slots=True)
class RentrantLeft:
    """A rentrant has left the queue."""

    by: int


@EVENTS.tagged("chair_taken")
@dataclass(frozen=True, slots=True)
class ChairTaken:
    """The rentrant who was called has sat down, and is ready to play."""

    by: int


@EVENTS.tagged("chair_declined")
@dataclass(frozen=True, slots=True)
class ChairDeclined:
    """The rentrant who was called lets the chair pass."""

    by: int


@EVENTS.tagged("chair_missed")
@dataclass(frozen=True, slots=True)
class ChairMissed:
    """The rentrant who was called did not come in time."""

    by: int


@EVENTS.tagged("chair_left")
@dataclass(frozen=True, slots=True)
class ChairLeft:
    """A player has given up the chair between two games; `missed`: by not answering in time."""

    by: int
    missed: bool


@EVENTS.tagged("hand_offered")
@dataclass(frozen=True, slots=True)
class HandOffered:
    """A player resigns (claim None), or loses on time: a backer may play the game out."""

    seat: Seat
    claim: Scope | None


@EVENTS.tagged("hand_declined")
@dataclass(frozen=True, slots=True)
class HandDeclined:
    """The backer whose turn it was does not take the hand; `missed`: by not coming in time."""

    by: int
    missed: bool


@EVENTS.tagged("hand_taken")
@dataclass(frozen=True, slots=True)
class HandTaken:
    """A backer plays the game out."""

    person: Person


@EVENTS.tagged("pointed")
@dataclass(frozen=True, slots=True)
class Pointed:
    """What a backer points at now, in place of the signs before: places 0 to 4, or the talon."""

    by: int
    decision: int
    signs: tuple[int, ...]


@EVENTS.tagged("error_remarked")
@dataclass(frozen=True, slots=True)
class ErrorRemarked:
    """A backer points out that the score of the hand that is over is wrong (Law 54)."""

    by: int


@EVENTS.tagged("pool_joined")
@dataclass(frozen=True, slots=True)
class PoolJoined:
    """One more is in the pool that is being formed."""

    person: Person


@EVENTS.tagged("pool_formed")
@dataclass(frozen=True, slots=True)
class PoolFormed:
    """All three have put down their stakes, and cut for who is out."""

    purses: Purses


@EVENTS.tagged("pool_cut")
@dataclass(frozen=True, slots=True)
class PoolCut:
    """Those who had to cut have cut: the cards, which all could see, as text, each with who holds it."""

    cards: tuple[tuple[str, int], ...]


@EVENTS.tagged("pool_game_counted")
@dataclass(frozen=True, slots=True)
class PoolGameCounted:
    """A game of the pool is over and counts; stakes that were due are added, or the pool is won."""

    purses: Purses


@EVENTS.tagged("pool_called_off")
@dataclass(frozen=True, slots=True)
class PoolCalledOff:
    """The pool does not count, and everything went back."""


GalerieEvent: TypeAlias = (
    BetsOpened
    | BetPlaced
    | SightAnswered
    | BetWithdrawn
    | BetsTaken
    | ChouetteDeclared
    | CardsWanted
    | PauseEnded
    | BetsClosed
    | SideBetsOpened
    | SideBetOffered
    | SideBetTaken
    | SideBetWithdrawn
    | SideBetsClosed
    | StakesPaid
    | StakesReturned
    | RentrantEntered
    | RentrantLeft
    | ChairTaken
    | ChairDeclined
    | ChairMissed
    | ChairLeft
    | HandOffered
    | HandDeclined
    | HandTaken
    | Pointed
    | ErrorRemarked
    | PoolJoined
    | PoolFormed
    | PoolCut
    | PoolGameCounted
    | PoolCalledOff
)
