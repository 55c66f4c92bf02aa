"""Positions of lessons: a deal in short notation, and the state that the engine makes of it.

A position is a log of lawful events from the first card of a game on, so no lesson can contradict the laws. The learner
sits South.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ecarte.game import (
    PACK,
    Card,
    Distribution,
    Play,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    legal_moves,
    parse_cards,
    replay,
)
from ecarte.notation import maker_of, parse_move

ME: Final = Seat.SOUTH
"""The seat of the learner."""
OPPONENT: Final = Seat.NORTH
"""The seat of the opponent."""

_THREE_TWO: Final = Distribution.THREE_TWO
# Cards for earlier deals, in which the elder or the dealer makes the point, and the leads that make it.
_STRONG, _WEAK, _TURNED = "QC JC AC 7S 7D", "KS KD 8S 8D KH", "8C"
_ELDER_WINS: Final = "QC JC AC 7S 7D"
_DEALER_WINS: Final = "KS KD KH"


@dataclass(frozen=True, slots=True)
class Setup:
    """A deal in short notation: only the cards that matter, as text.

    Attributes:
        mine, theirs: the five cards of the learner and of the opponent as dealt, in the order in which they lie.
        turn_up: the eleventh card.
        dealer: the dealer.
        score: the points of the learner and of the opponent before the deal, at most four each.
        talon: the next cards of the talon, as far as they matter.
        moves: the moves since the deal, as `ecarte.notation.parse_move` reads them.
    """

    mine: str
    theirs: str
    turn_up: str
    dealer: Seat = OPPONENT
    score: tuple[int, int] = (0, 0)
    talon: str = ""
    moves: tuple[str, ...] = ()


def play_on(state: State, moves: Iterable[str]) -> State:
    """Returns the state after some moves, each made by the seat whose move it is (`maker_of`).

    Args:
        state: the state before them.
        moves: the moves as text.

    Raises:
        IllegalMove: a move is unlawful.
    """
    for text in moves:
        move = parse_move(text)
        state = apply(state, maker_of(state, move), move)
    return state


@lru_cache(maxsize=256)
def stand(deal: Setup) -> State:
    """Returns the state that a setup describes.

    Raises:
        IllegalMove: the deal or a move is impossible.
        CardTextError: a text names no card.
    """
    mine, theirs = deal.score
    state = before_deal(Rules(), (theirs, mine), deal.dealer)
    elder, dealer = (deal.theirs, deal.mine) if deal.dealer is ME else (deal.mine, deal.theirs)
    state = apply_deal(state, _pack(elder, dealer, deal.turn_up, deal.talon), _THREE_TWO)
    return play_on(state, deal.moves)


def before_deal(rules: Rules, score: tuple[int, int], dealer: Seat) -> State:
    """Returns a state in which a deal is due at a certain score. The points of the score come from earlier deals of one
    point each.

    Args:
        rules: the rules of the game.
        score: the points of North and South, at most four each.
        dealer: the dealer of the deal that is due.
    """
    north, south = score
    state = replay(begin(rules, dealer=dealer if (north + south) % 2 == 0 else dealer.other))
    for winner in [Seat.SOUTH] * south + [Seat.NORTH] * north:
        state = _point_to(state, winner)
    return state


def _point_to(state: State, winner: Seat) -> State:
    """Returns the state after a deal in which `winner` scores one point."""
    if state.turn is winner:  # The winner deals.
        state = apply_deal(state, _pack(_WEAK, _STRONG, _TURNED), _THREE_TWO)
        return _to_the_end(play_on(state, ("propose", "refuse")), _DEALER_WINS)
    state = apply_deal(state, _pack(_STRONG, _WEAK, _TURNED), _THREE_TWO)
    return _to_the_end(state, _ELDER_WINS)


def _to_the_end(state: State, leads: str) -> State:
    """Plays the deal to its end. Cards of `leads` are played first; otherwise the first lawful card."""
    wanted = list(parse_cards(leads))
    number = state.last_deal.number
    while state.last_deal.number == number and state.scored is None:
        assert state.turn is not None
        plays = list(_plays(state))
        play = next((play for play in plays if play.card in wanted), plays[0])
        state = apply(state, state.turn, play)
    return state


def _plays(state: State) -> Iterator[Play]:
    return (move for move in legal_moves(state) if isinstance(move, Play))


def _pack(elder: str, dealer: str, turn_up: str, talon: str = "") -> tuple[Card, ...]:
    """Returns the pack, top card first, that deals these hands by three and two. All other cards come last."""
    named = pack_by_three_two(parse_cards(elder), parse_cards(dealer), [Card.parse(turn_up), *parse_cards(talon)])
    return (*named, *(card for card in PACK if card not in named))


def pack_by_three_two(elder: Sequence[Card], dealer: Sequence[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    """Returns the pack, top card first, that deals these hands if three cards are dealt and then two.

    Args:
        elder, dealer: the hands.
        others: the turn-up, then the talon.
    """
    return (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], *others)
