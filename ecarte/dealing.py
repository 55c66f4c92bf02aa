"""Sitting down, cutting and dealing: how a game and its deals begin (Laws 5, 8, 10; treatise, pp. 30-31).

Chance comes in with the events: which cards were cut, in which order the pack lay.
"""

from __future__ import annotations

from typing import Final

from ecarte.cards import Card
from ecarte.events import CardsDealt, CutMade, Distribution, GameStarted, KingFrom, KingMarked
from ecarte.kings import announcing, holder_of_king
from ecarte.moves import Move, Propose
from ecarte.seats import Seat
from ecarte.state import NO_EXCHANGE, Deal, Game, Phase, State, Table
from ecarte.tricks import leads

__all__ = ["cards_dealt", "cut_made", "proposing", "started"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_PROPOSE: Final = Phase.PROPOSE
_THREE_TWO: Final = Distribution.THREE_TWO
_PROPOSAL: Final[tuple[Move, ...]] = (Propose(),)


def started(event: GameStarted) -> State:
    """The state of a game in which nothing has happened yet."""
    new = State()
    new._turn = event.dealer or _NORTH
    new._mine = new._theirs = new._north_tricks = 0
    new._ready = ()
    new._led = new._line = new._trump = None
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


def cards_dealt(state: State, event: CardsDealt) -> State:
    """Both have five cards, the eleventh is turned up, and the elder hand proposes or leads."""
    game, before = state._table.game, state._table.deal
    pack, distribution = event.pack, event.distribution
    dealer = game.dealer
    assert dealer is not None
    elder = dealer.other
    if distribution is _THREE_TWO:
        first, second = pack[0:3] + pack[6:8], pack[3:6] + pack[8:10]
    else:
        first, second = pack[0:2] + pack[4:7], pack[2:4] + pack[7:10]
    north, south = game.distributions
    places = (first, second)
    chosen: tuple[Distribution | None, Distribution | None] = (north, distribution)
    if elder is not _NORTH:
        places, chosen = (second, first), (distribution, south)
    if game.distributions != chosen or game.offer is not None:
        game = Game(game.rules, dealer, game.score, chosen, game.begun)
    turn_up = pack[10]
    trump = turn_up.suit
    number = 1 if before is None else before.number + 1
    deal = Deal(number, dealer, elder, distribution, pack, trump, places)
    new = State()
    new._turn = elder
    new._mine = mine = five(first)
    new._theirs = five(second)
    new._north_tricks = 0
    new._led = new._line = None
    if turn_up.higher:
        window = holder_of_king(deal, new)
        new._ready = proposing(mine, window, elder)
        new._trump = trump if window is None else None
        new._table = Table(_PROPOSE, game, deal, NO_EXCHANGE, window)
    else:
        new._ready = ()
        new._trump = None
        new._table = Table(_PROPOSE, game, deal, NO_EXCHANGE, None, KingMarked(dealer, KingFrom.TURNED))
    return new


def proposing(hand: int, window: Seat | None, elder: Seat) -> tuple[Move, ...]:
    """What an elder hand may do who may propose or lead."""
    return announcing(_PROPOSAL + leads(hand), window, elder)


def five(cards: tuple[Card, ...]) -> int:
    """The mask of a hand of five."""
    first, second, third, fourth, fifth = cards
    return first.bit | second.bit | third.bit | fourth.bit | fifth.bit
