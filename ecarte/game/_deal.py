"""Sitting down, cutting and dealing: how a game and its deals begin (Laws 5, 8, 10; treatise, pp. 30-31).

Chance comes in with the events: which cards were cut, in which order the pack lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ecarte.game.cards import Card
from ecarte.game.events import CutMade, Distribution, GameStarted, KingFrom, KingMarked
from ecarte.game.kings import announcing, holder_of_king
from ecarte.game.moves import Move, Propose
from ecarte.game.seats import Seat
from ecarte.game.state import NO_EXCHANGE, Deal, Game, Phase, State, Table, make
from ecarte.game.tricks import LEADS, half_leads

__all__ = ["cut_made", "dealt", "proposing", "started"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_PROPOSE: Final = Phase.PROPOSE
_THREE_TWO: Final = Distribution.THREE_TWO
_PROPOSAL: Final[tuple[Move, ...]] = (Propose(),)
# A king turned up, marked by North or South.
_TURNED: Final = tuple(KingMarked(seat, KingFrom.TURNED) for seat in Seat)


def started(event: GameStarted) -> State:
    """The state of a game in which nothing has happened yet."""
    new = State()
    new._turn = event.dealer or _NORTH
    new._mine = new._theirs = new._north_tricks = 0
    new._ready = ()
    new._led = new._line = new._trump = new._window = None
    new._table = Table(Phase.CUT if event.dealer is None else Phase.DEAL, Game(event.rules, event.dealer))
    return new


def cut_made(state: State, event: CutMade) -> State:
    """The higher card deals; equal ranks leave everything as it was (Law 5)."""
    north, south = event.north.rank.strength, event.south.rank.strength
    if north == south:
        return state
    dealer = Seat.NORTH if north > south else Seat.SOUTH
    new = state.copy()
    new._turn = dealer
    new._table = Table(Phase.DEAL, state.game._replace(dealer=dealer))
    return new


def dealt(state: State, pack: tuple[Card, ...], distribution: Distribution) -> State:
    """Both have five cards, the eleventh is turned up, and the elder hand proposes or leads."""
    _, game, before, _, _, _, _ = state._table
    dealer = game.dealer
    assert dealer is not None
    elder = dealer.other
    # Ten different cards: their bits may be added, which CPython does a little faster than it unites them.
    one, two, three, four, five, six, seven, eight, nine, ten, turn_up = pack[:11]
    if distribution is _THREE_TWO:
        elders = one.bit + two.bit + three.bit + seven.bit + eight.bit
        dealers = four.bit + five.bit + six.bit + nine.bit + ten.bit
    else:
        elders = one.bit + two.bit + five.bit + six.bit + seven.bit
        dealers = three.bit + four.bit + eight.bit + nine.bit + ten.bit
    if game.distributions[dealer.index] is None or game.offer is not None:
        rules, _, points, (north, south), begun, _, outcome = game
        chosen = (distribution, south) if dealer is _NORTH else (north, distribution)
        game = make(Game, (rules, dealer, points, chosen, begun, None, outcome))
    trump = turn_up.suit
    number = 1 if before is None else before.number + 1
    deal = make(Deal, (number, dealer, elder, distribution, pack, trump, None, None, None))
    new = State()
    new._turn = elder
    new._mine = elders
    new._theirs = dealers
    new._north_tricks = 0
    new._led = new._line = None
    new._trump = trump
    if turn_up.higher:
        window = holder_of_king(deal, elders, dealers)
        # A hand of five is hardly ever met again: listed, not looked up.
        new._ready = moves = _PROPOSAL + half_leads(elders & 0xFFFF) + half_leads(elders & 0xFFFF0000)
        if window is elder:
            new._ready = announcing(moves, window, elder)
        new._table = make(Table, (_PROPOSE, game, deal, NO_EXCHANGE, None, None, None))
    else:
        window = None
        new._ready = ()
        new._table = make(Table, (_PROPOSE, game, deal, NO_EXCHANGE, _TURNED[dealer.index], None, None))
    new._window = window
    return new


def proposing(hand: int, window: Seat | None, elder: Seat) -> Sequence[Move]:
    """What an elder hand may do who may propose or lead."""
    return announcing(_PROPOSAL + LEADS[hand], window, elder)
