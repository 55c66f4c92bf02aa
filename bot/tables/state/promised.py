"""The public part of a promise, for a game and for a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tables.state.table import Status, TableState
from ecarte.game import Phase, Seat


@dataclass(frozen=True, slots=True)
class Promised:
    """The public part of a fair deal that is not over: no secret, no seed, no cut.

    Attributes:
        number: of the deal in its game.
        commitment: what was shown before it.
        elder: the seat that may cut, or has cut.
    """

    number: int
    commitment: str
    elder: Seat


@dataclass(frozen=True, slots=True)
class PromisedGame:
    """The public part of the promise for all deals of a game: no secret, no seed, no place.

    Attributes:
        game: its number at the table.
        named: who has named a seed since.
        presses: the press that counts, by person.
        cutters: who has chosen where to cut.
    """

    game: int
    commitment: str
    named: frozenset[int]
    presses: Mapping[int, int]
    cutters: frozenset[int]


def promised_game_of(state: TableState) -> PromisedGame | None:
    """Returns the public promise of the present game, or of the next one."""
    promise = state.game_promise
    if promise is None or state.status is Status.CLOSED:
        return None
    named = frozenset(person for person, seed in promise.named.items() if seed)
    cutters = frozenset(person for person, place in promise.places.items() if place is not None)
    return PromisedGame(promise.game, promise.commitment, named, promise.presses, cutters)


def promised_of(state: TableState) -> Promised | None:
    """Returns the public promise of the next or present deal."""
    game, promise = state.game, state.promise
    if game is None or promise is None or state.status is not Status.PLAYING:
        return None
    number = 0 if game.deal is None else game.deal.number
    if promise.number == number + 1 and game.dealer is not None:
        return Promised(promise.number, promise.commitment, game.dealer.other)
    on = game.scored is None or game.phase is Phase.STANDING
    if promise.number == number and game.deal is not None and on:
        return Promised(number, promise.commitment, game.deal.elder)
    return None
