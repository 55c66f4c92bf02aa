"""The part of the bot's promises of deals that all may know.

The bot promises the deals of a game by a commitment: a hash that it shows, and that later proves that it has not
changed its secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tables.state.table_state import Status, TableState
from ecarte.game import Phase, Seat


@dataclass(frozen=True, slots=True)
class PublicDealPromise:
    """What all may know of the promise of the current or next deal: no secret, no seed, no cut.

    Attributes:
        number: the number of the deal in its game.
        commitment: the hash that players see before the deal.
        elder: the seat that may cut the pack, or has cut it.
    """

    number: int
    commitment: str
    elder: Seat


@dataclass(frozen=True, slots=True)
class PublicGamePromise:
    """What all may know of the promise of a game's deals: no secret, no seed, no place of a cut.

    Attributes:
        game: the number of the game at the table.
        commitment: the hash that players see before the first deal.
        named: the people who have named a seed (a word for the shuffle) under this promise.
        presses: the id of each person's first press under this promise. It counts in the shuffle, unless a player names
            a seed.
        cutters: the people who have chosen where to cut.
    """

    game: int
    commitment: str
    named: frozenset[int]
    presses: Mapping[int, int]
    cutters: frozenset[int]


def public_game_promise_of(state: TableState) -> PublicGamePromise | None:
    """Returns what all may know of the promise of the current or next game; None if neither is promised."""
    promise = state.game_promise
    if promise is None or state.status is Status.CLOSED:
        return None
    named = frozenset(person for person, seed in promise.named.items() if seed)
    cutters = frozenset(person for person, place in promise.places.items() if place is not None)
    return PublicGamePromise(promise.game, promise.commitment, named, promise.presses, cutters)


def public_deal_promise_of(state: TableState) -> PublicDealPromise | None:
    """Returns what all may know of the promise of the current or next deal; None if neither is promised."""
    game, promise = state.game, state.deal_promise
    if game is None or promise is None or state.status is not Status.PLAYING:
        return None
    number = 0 if game.deal is None else game.deal.number
    if promise.number == number + 1 and game.dealer is not None:
        return PublicDealPromise(promise.number, promise.commitment, game.dealer.other)
    has_not_ended = game.scored is None or game.phase is Phase.STANDING
    if promise.number == number and game.deal is not None and has_not_ended:
        return PublicDealPromise(number, promise.commitment, game.deal.elder)
    return None
