"""Events of the galerie (the people around a table): bets, guests, chairs, abandoned hands, advice, the pool of three.

What some of these events do depends on how many chips people have in their purses. Such an event stores these numbers
as `purses`. So a log that is read again gives the same result, although the purses have changed since.
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
"""The free balances of some people, each as the id of the person and the number of chips."""


@register_event("bets_opened")
class BetsOpened:
    """The players have put up their stakes, and bets may be made until a moment."""

    until: int
    purses: Purses


@register_event("bet_placed")
class BetPlaced:
    """A bystander has bet on a player.

    `admission` says what the server's rules allow the bystander to see of the player's hand.
    """

    person: Person
    side: Seat
    amount: int
    purses: Purses
    admission: Admission = field(default=Admission.FREE, metadata=ADDED)


@register_event("sight_answered")
class SightAnswered:
    """A player has decided whether a backer or a guest sees their hand in this game."""

    by: int
    seat: Seat
    person: int
    sees: bool


@register_event("guest_asked")
class GuestAsked:
    """A bystander has asked to sit behind a player without a bet.

    Attributes:
        welcome: whether the player lets this person sit there without being asked.
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
    """A backer has taken back bets, or a player has taken back chips that matched bets.

    `amount` None means all chips.
    """

    by: int
    amount: int | None


@register_event("bets_taken")
class BetsTaken:
    """A player has matched bets that were made on the opponent. `amount` None means all of them."""

    by: int
    amount: int | None
    purses: Purses


@register_event("chouette_declared")
class ChouetteDeclared:
    """A player has matched all bets that were made on the opponent (La Chouette)."""

    by: int
    purses: Purses


@register_event("cards_wanted")
class CardsWanted:
    """A player wants the cards to be dealt now, and not to wait for more bets."""

    by: int


@register_event("pause_ended")
class PauseEnded:
    """The time in which bets could be made is over."""


@register_event("bets_closed")
class BetsClosed:
    """No more bets can be made on the game, because the cards come now. Chips that no one matched were returned."""

    purses: Purses


@register_event("side_bets_opened")
class SideBetsOpened:
    """Side bets may be offered and taken between two deals, until a moment."""

    until: int


@register_event("side_bet_offered")
class SideBetOffered:
    """A bystander has offered a side bet, at odds that follow from the score."""

    person: Person
    side: Seat
    amount: int
    purses: Purses


@register_event("side_bet_taken")
class SideBetTaken:
    """A bystander has taken an offered side bet, or a part of it.

    `amount` is the most chips that they put up. None means that they take all that no one had taken.
    """

    person: Person
    number: int
    amount: int | None
    purses: Purses


@register_event("side_bet_withdrawn")
class SideBetWithdrawn:
    """A bystander has taken back the part of their side bet that no one had taken."""

    by: int
    number: int


@register_event("side_bets_closed")
class SideBetsClosed:
    """The next deal begins, so no more side bets can be made. Chips of offers that no one had taken were returned."""


@register_event("stakes_paid")
class StakesPaid:
    """The game has ended, and all chips on it were paid out."""

    purses: Purses


@register_event("stakes_returned")
class StakesReturned:
    """The game does not count, and all people got back their chips on it."""


@register_event("rentrant_entered")
class RentrantEntered:
    """A rentrant has got in line for a chair."""

    person: Person


@register_event("rentrant_left")
class RentrantLeft:
    """A rentrant has left the queue."""

    by: int


@register_event("chair_taken")
class ChairTaken:
    """The rentrant who was called to a chair has sat down, and is ready to play."""

    by: int


@register_event("chair_declined")
class ChairDeclined:
    """The rentrant who was called to a chair does not want it now."""

    by: int


@register_event("chair_missed")
class ChairMissed:
    """The rentrant who was called to a chair did not come in time."""

    by: int


@register_event("chair_left")
class ChairLeft:
    """A player has given up their chair between two games. `missed` is true if they did not answer in time."""

    by: int
    missed: bool


@register_event("hand_offered")
class HandOffered:
    """A player has resigned or lost on time, and the hand is offered to a backer, who may play the game out.

    `claim` is the opponent's claim that the time was up; None if the player has resigned.
    """

    seat: Seat
    claim: Scope | None


@register_event("hand_declined")
class HandDeclined:
    """The backer to whom an abandoned hand was offered does not take it.

    `missed` is true if they did not answer in time.
    """

    by: int
    missed: bool


@register_event("hand_taken")
class HandTaken:
    """A backer has taken an abandoned hand, and plays the game out."""

    person: Person


@register_event("pointed")
class Pointed:
    """A backer or guest has advised the player by pointing at places in the hand (0 to 4) or at the talon.

    These places replace those that the person pointed at before.
    """

    by: int
    decision: int
    signs: tuple[int, ...]


@register_event("error_remarked")
class ErrorRemarked:
    """A backer has told the player that the score of the ended hand is wrong (Law 54)."""

    by: int


@register_event("pool_joined")
class PoolJoined:
    """A person has joined a pool that is being formed."""

    person: Person


@register_event("pool_formed")
class PoolFormed:
    """All three people have put up their stakes for a pool.

    They have cut to decide who does not play the first game.
    """

    purses: Purses


@register_event("pool_cut")
class PoolCut:
    """People of a pool have cut. `cards` has the card of each person as text. All may know these cards."""

    cards: tuple[tuple[str, int], ...]


@register_event("pool_game_counted")
class PoolGameCounted:
    """A game of the pool has ended and counts. People who owe a stake have added it, or the pool is won."""

    purses: Purses


@register_event("pool_place_given_up")
class PoolPlaceGivenUp:
    """A person has given up their place in a pool: they left, or did not come. Their chips stay in the pool."""

    by: int
    purses: Purses


@register_event("pool_called_off")
class PoolCalledOff:
    """The pool does not count, and all people got back their chips in it."""


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
