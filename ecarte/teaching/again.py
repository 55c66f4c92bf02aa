"""A finished game played again: a reader takes a seat at one of its decisions, with the same packs, against the house.

    deal = deal_from(walk, place, Seat.SOUTH)        the deal from a step of the replay on (`ecarte.teaching.solo`)
    following(deal, number, log)                     the deal after it, at the score that the reader has reached
    deal_from(walk, following(...), Seat.SOUTH)      with the pack of that deal of the game

Beyond the last deal of the game each pack is `shuffle(key_stream(key))` of `ecarte.fair.shuffling`, where `key` is the
SHA-256 of the text ``ecarte again 1 PACK deal NUMBER``: the first pack of the game as text, and the number of the deal.
The random numbers of the house follow from `SoloDeal.key`, which is the SHA-256 of the text ``ecarte again 1 PACK``
with the pack of the deal itself. A person with this module can look ahead, as with the deal of the day. That does no
harm, since nothing depends on the deal.

Only a finished game may be played again: all of its packs must be public.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ecarte.ai import POINTS, at_score, policy_knows_games
from ecarte.fair import key_stream, shuffle
from ecarte.game import (
    Card,
    Distribution,
    PlayerView,
    Seat,
    State,
    apply_deal,
    legal_moves,
    player_view,
)
from ecarte.notation import Replay
from ecarte.teaching.position import before_deal, pack_by_three_two
from ecarte.teaching.solo import Result, SoloDeal, is_deal_over, result, state_after

_CONSTRUCTION: Final = "ecarte again 1"


@dataclass(frozen=True, slots=True)
class DealStart:
    """A deal that a reader takes up before its first decision. Its score may differ from the score in the game.

    Attributes:
        number: the number of the deal in its game, from 1.
        score: the points of North and South before it, at most four each.
        dealer: the dealer of the deal.
    """

    number: int
    score: tuple[int, int]
    dealer: Seat


Start: TypeAlias = int | DealStart
"""Where a reader takes a game up: at a step of its replay (a number), or before the first decision of a deal."""


@dataclass(frozen=True, slots=True)
class AgainEnding:
    """How a deal ended, in the game or for the reader who played it again.

    Attributes:
        score: the points of North and South after it.
        winner: the player who won the game with it, or None.
        chances: the chances of North and South to win the game from there; None if the game ended without a winner.
    """

    score: tuple[int, int]
    winner: Seat | None
    chances: tuple[float, float] | None


def is_decision(state: State) -> bool:
    """Returns whether a reader can take a game up in this state: a deal is under way, the seat to act can move and has
    more than one card, and the policy knows the rules.
    """
    in_deal = state.deal is not None and not is_deal_over(state)
    return in_deal and policy_knows_games(state.rules) and bool(legal_moves(state)) and state.mine.bit_count() > 1


def place_of(walk: Replay, view: PlayerView) -> int | None:
    """Returns the step of a replay after which the player of a view had to decide and saw exactly this view.

    Returns:
        The number of the step, from 0, or None if the player never saw this view.
    """
    states = ((place, walk.state(place)) for place in range(len(walk)))
    return next(
        (place for place, state in states if state.turn is view.seat and player_view(state, view.seat) == view), None
    )


def card_after(walk: Replay, place: int) -> Card | None:
    """Returns the card played in the step of a replay after step `place`, or None if that step plays no card."""
    before, after = walk.state(place).played, walk.state(place + 1).played
    return after[len(before)] if len(after) > len(before) else None


def deal_from(walk: Replay, start: Start, seat: Seat) -> SoloDeal | None:
    """Returns the deal that a reader plays in `seat` from a start on, or None if no deal can be taken up there.

    Args:
        walk: the replay of the finished game.
        start: a step of the replay, or a deal.
        seat: the seat that the reader takes.
    """
    if isinstance(start, int):
        state = walk.state(start)
        return SoloDeal(state, seat, _key(state.last_deal.pack)) if is_decision(state) else None
    rules = walk.state(0).rules
    if not policy_knows_games(rules) or not all(0 <= points < POINTS for points in start.score):
        return None
    pack = _pack(walk, start.number)
    state = apply_deal(before_deal(rules, start.score, start.dealer), pack, Distribution.THREE_TWO)
    return SoloDeal(state, seat, _key(pack))


def first_of(walk: Replay, number: int) -> DealStart | None:
    """Returns the number, score and dealer with which a deal of the game began, or None if the game had no such
    deal.
    """
    place = _place_of_deal(walk, number)
    if place is None:
        return None
    deal, score = walk.state(place).last_deal, walk.state(place - 1).score if place else (0, 0)
    return DealStart(number, score, deal.dealer)


def following(deal: SoloDeal, number: int, log: Sequence[str]) -> DealStart | None:
    """Returns the deal that comes after a deal the reader has played to its end, or None if the game is over.

    Args:
        deal: the deal that is over.
        number: its number in the game.
        log: its moves.
    """
    state = state_after(deal, tuple(log))
    if state.outcome is not None:
        return None
    return DealStart(number + 1, state.score, state.last_deal.dealer.other)


def ending(deal: SoloDeal, log: Sequence[str]) -> AgainEnding:
    """Returns how a deal ended that the reader has played. `log` has its moves."""
    return _ending(state_after(deal, tuple(log)))


def ended_then(walk: Replay, number: int) -> AgainEnding | None:
    """Returns how a deal ended in the game itself, or None if the game had no such deal."""
    return next(map(_ending, _ends(walk, number)), None)


def has_score(walk: Replay, number: int) -> bool:
    """Returns whether a deal of the game was scored. False if the game had no such deal, or ended during the deal."""
    return result_then(walk, number, Seat.NORTH) is not None


def result_then(walk: Replay, number: int, seat: Seat) -> Result | None:
    """Returns the result of a deal in the game itself, from the point of view of a seat. None if the deal was not
    scored.
    """
    first = first_of(walk, number)
    scored = next((state for state in _ends(walk, number) if state.scored is not None), None)
    return None if first is None or scored is None else result(player_view(scored, seat), first.score)


def chances_before(start: DealStart) -> tuple[float, float]:
    """Returns the chances of North and South to win the game before a deal, at the reader's score."""
    return at_score(start.score, start.dealer).chances


def _ends(walk: Replay, number: int) -> Iterator[State]:
    """Yields the states of the game in which the deal with this number is over, and no later deal has begun."""
    for place in range(len(walk)):
        state = walk.state(place)
        if state.deal is not None and state.deal.number == number and is_deal_over(state):
            yield state


def _ending(state: State) -> AgainEnding:
    if state.outcome is None:
        return AgainEnding(state.score, None, at_score(state.score, state.last_deal.dealer.other).chances)
    winner = state.outcome.winner
    chances = None if winner is None else (float(winner is Seat.NORTH), float(winner is Seat.SOUTH))
    return AgainEnding(state.score, winner, chances)


def _pack(walk: Replay, number: int) -> tuple[Card, ...]:
    """Returns the pack of a deal, arranged so that dealing by three and two gives the hands of the game. Beyond the
    game's last deal, returns a fresh pack.
    """
    place = _place_of_deal(walk, number)
    if place is None:
        first = walk.state(walk.deals[0]).last_deal.pack
        return shuffle(key_stream(_key(first, f" deal {number}")))
    deal = walk.state(place).last_deal
    return pack_by_three_two(deal.places[deal.elder.index], deal.places[deal.dealer.index], deal.pack[10:])


def _place_of_deal(walk: Replay, number: int) -> int | None:
    return next((place for place in walk.deals if walk.state(place).last_deal.number == number), None)


def _key(pack: Sequence[Card], deal: str = "") -> bytes:
    return hashlib.sha256(f"{_CONSTRUCTION} {' '.join(map(str, pack))}{deal}".encode()).digest()
