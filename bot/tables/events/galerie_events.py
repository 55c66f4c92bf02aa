"""Events of the galerie: bets, guests, chairs, abandoned hands, advice, the pool of three.

An event has the purses that its rule checks, so that a log always folds to the same chips.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from bot.people.person import Person
from bot.tables.events.codec import register_event
from bot.tables.state.sight import Admission
from ecarte.game import Scope, Seat
from ecarte.notation import ADDED

Purses: TypeAlias = tuple[tuple[int, int], ...]
"""The free balances of some people."""


@register_event("bets_opened")
class BetsOpened:
    """The players have put up their stakes, and bets may be made until a moment."""

    until: int
    purses: Purses


@register_event("bet_placed")
class BetPlaced:
    """A bystander has bet on a player. `admission` is the server's rule on the bystander's sight of the hand."""

    person: Person
    side: Seat
    amount: int
    purses: Purses
    admission: Admission = field(default=Admission.FREE, metadata=ADDED)


@register_event("sight_answered")
class SightAnswered:
    """A player has decided whether a backer or a guest sees the hand of that seat in this game."""

    by: int
    seat: Seat
    person: int
    sees: bool


@register_event("guest_asked")
class GuestAsked:
    """A bystander has asked to sit behind a player with nothing staked.

    Attributes:
        welcome: whether the player has agreed beforehand.
    """

    person: Person
    seat: Seat
    welcome: bool


@register_event("guest_left")
class GuestLeft:
    """A guest has left the place behind a player."""

    by: int


@register_event("bet_withdrawn")
class BetWithdrawn:
    """A bystander has taken back bets, or a player has taken back matches of bets. `amount` is None for all."""

    by: int
    amount: int | None


@register_event("bets_taken")
class BetsTaken:
    """A player has taken bets that bystanders offer on the other side. `amount` is None for all."""

    by: int
    amount: int | None
    purses: Purses


@register_event("chouette_declared")
class ChouetteDeclared:
    """A player has taken all bets on the other side."""

    by: int
    purses: Purses


@register_event("cards_wanted")
class CardsWanted:
    """A player wants the cards dealt."""

    by: int


@register_event("pause_ended")
class PauseEnded:
    """The time for bets is over."""


@register_event("bets_closed")
class BetsClosed:
    """The book is closed before the first card. Unmatched chips were returned."""

    purses: Purses


@register_event("side_bets_opened")
class SideBetsOpened:
    """Side bets may be offered and taken between two deals, until a moment."""

    until: int


@register_event("side_bet_offered")
class SideBetOffered:
    """A bystander has offered a bet at the odds of the score."""

    person: Person
    side: Seat
    amount: int
    purses: Purses


@register_event("side_bet_taken")
class SideBetTaken:
    """A bystander has put up chips against an offer. `amount` is None for all that it asks."""

    person: Person
    number: int
    amount: int | None
    purses: Purses


@register_event("side_bet_withdrawn")
class SideBetWithdrawn:
    """A bystander has taken back the open part of an offer."""

    by: int
    number: int


@register_event("side_bets_closed")
class SideBetsClosed:
    """The next deal begins. The open parts of the offers were returned."""


@register_event("stakes_paid")
class StakesPaid:
    """The game has ended and is paid."""

    purses: Purses


@register_event("stakes_returned")
class StakesReturned:
    """The game does not count, and all chips were given back."""


@register_event("rentrant_entered")
class RentrantEntered:
    """A rentrant waits for a chair."""

    person: Person


@register_event("rentrant_left")
class RentrantLeft:
    """A rentrant has left the queue."""

    by: int


@register_event("chair_taken")
class ChairTaken:
    """The rentrant who was called has sat down, and is ready to play."""

    by: int


@register_event("chair_declined")
class ChairDeclined:
    """The rentrant who was called lets the chair pass."""

    by: int


@register_event("chair_missed")
class ChairMissed:
    """The rentrant who was called did not come in time."""

    by: int


@register_event("chair_left")
class ChairLeft:
    """A player has given up the chair between two games. `missed`: because they did not answer in time."""

    by: int
    missed: bool


@register_event("hand_offered")
class HandOffered:
    """A player resigns (`claim` None) or loses on time, and a backer may play the game out."""

    seat: Seat
    claim: Scope | None


@register_event("hand_declined")
class HandDeclined:
    """The backer whose turn it was does not take the hand. `missed`: because they did not come in time."""

    by: int
    missed: bool


@register_event("hand_taken")
class HandTaken:
    """A backer plays the game out."""

    person: Person


@register_event("pointed")
class Pointed:
    """A backer has pointed. The signs, places 0 to 4 or the talon, replace earlier ones."""

    by: int
    decision: int
    signs: tuple[int, ...]


@register_event("error_remarked")
class ErrorRemarked:
    """A backer has remarked that the score of the ended hand is wrong (Law 54)."""

    by: int


@register_event("pool_joined")
class PoolJoined:
    """A person has joined a pool that is being formed."""

    person: Person


@register_event("pool_formed")
class PoolFormed:
    """All three people have put up their stakes, and cut for the place outside the first game."""

    purses: Purses


@register_event("pool_cut")
class PoolCut:
    """People of the pool have cut. `cards` has the public card of each as text, with its holder."""

    cards: tuple[tuple[str, int], ...]


@register_event("pool_game_counted")
class PoolGameCounted:
    """A game of the pool has ended and counts. Due stakes are added, or the pool is won."""

    purses: Purses


@register_event("pool_place_given_up")
class PoolPlaceGivenUp:
    """A person plays for the pool no more, because they left or did not come. Their stakes stay in it."""

    by: int
    purses: Purses


@register_event("pool_called_off")
class PoolCalledOff:
    """The pool does not count, and all chips were given back."""


GalerieEvent: TypeAlias = (
    BetsOpened
    | BetPlaced
    | SightAnswered
    | GuestAsked
    | GuestLeft
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
    | PoolPlaceGivenUp
    | PoolCalledOff
)
