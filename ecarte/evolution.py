"""How an event changes the state: `step`, which trusts the event; `ecarte.engine.evolve` checks it first.

What must follow from an event (a king turned up is marked, the fifth trick is scored, five points end the game)
is written into the new state as `due`, so that those who decide and those who replay learn it from one place.
No clock, no chance: the same state and event always give the same state.

Here, and in `ecarte.exchanging`, states are written, each once, before anyone else has seen it.
"""

from __future__ import annotations

from typing import Final, assert_never

from ecarte import scoring
from ecarte.cards import Card, mask_of
from ecarte.events import (
    Accepted,
    CardPlayed,
    CardsDealt,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    Distribution,
    ElderDiscarded,
    Ending,
    Event,
    GameEnded,
    GameResigned,
    GameStarted,
    HandAbandoned,
    HandClaimed,
    KingFrom,
    KingMarked,
    Proposed,
    Refused,
    StopAnswered,
    StopOffered,
    TimeClaimed,
)
from ecarte.exchanging import exchange_step
from ecarte.kings import announcing, holder_of_king, window_after
from ecarte.moves import AnnounceKing, Propose, Scope
from ecarte.seats import Seat
from ecarte.state import NO_EXCHANGE, Deal, Game, Phase, State
from ecarte.tricks import leads, replies, reply_wins

__all__ = ["card_played", "started", "step"]

# Names of this module: to look up an enum's member costs ten times as much, and a card must cost a microsecond.
_PLAY: Final = Phase.PLAY
_PROPOSE: Final = Phase.PROPOSE
_NORTH: Final = Seat.NORTH
_THREE_TWO: Final = Distribution.THREE_TWO
_PROPOSING: Final = (Propose(),)


def started(event: GameStarted) -> State:
    """The state of a game in which nothing has happened yet."""
    new = State()
    new._phase = Phase.CUT if event.dealer is None else Phase.DEAL
    new._turn = event.dealer
    new._ready = ()
    new._mine = new._theirs = new._north_tricks = 0
    new._led = new._line = new._trump = new._window = new._due = new._scored = None
    new._exchanges = NO_EXCHANGE
    new._deal = None
    new._game = Game(event.rules, event.dealer)
    return new


def step(state: State, event: Event) -> State:
    """The state after an event that is known to be possible in it."""
    if type(event) is CardPlayed:
        return card_played(state, event.card)
    if type(event) is CardsDealt:
        return _cards_dealt(state, event)
    new = state.copy()
    new._due = None
    match event:
        case DealScored():
            _scored(new, event)
        case Proposed() | Accepted() | Refused() | ElderDiscarded() | DealerDiscarded() | ConditionFailed():
            exchange_step(new, event)
        case KingMarked():
            _king_marked(new, event)
        case CutMade():
            _cut(new, event)
        case HandAbandoned() | HandClaimed() | TimeClaimed():
            _cut_short(new, event)
        case GameResigned():
            new._due = _given_up(new._game, event.seat, Ending.RESIGNED)
        case StopOffered():
            new._game = new._game._replace(offer=event.seat)
        case StopAnswered():
            new._game = new._game._replace(offer=None)
            if event.accepted:
                new._due = GameEnded(None, Ending.AGREED)
        case GameEnded():
            _ended(new, event)
        case GameStarted() | CardPlayed() | CardsDealt():
            raise AssertionError(event)
        case _:
            assert_never(event)
    if new._due is not None:
        new._ready = ()
    return new


def card_played(state: State, card: Card) -> State:
    """The state after the seat to act has played a card that he may play."""
    turn = state._turn
    assert turn is not None
    new = State()
    new._deal = state._deal
    new._game = state._game
    new._exchanges = state._exchanges
    new._phase = _PLAY
    new._due = new._scored = new._window = None
    new._line = (state._line, card)
    new._trump = trump = state._trump
    if trump is None:
        trump = _deal_of(state).trump
    led = state._led
    if led is None:
        new._turn = turn.other
        new._mine = hand = state._theirs
        new._theirs = state._mine ^ card.bit
        new._led = card
        new._north_tricks = state._north_tricks
        new._ready = replies(hand, card, trump)
    else:
        if reply_wins(led, card, trump):
            new._turn = turn
            new._mine = hand = state._mine ^ card.bit
            new._theirs = state._theirs
        else:
            new._turn = turn = turn.other
            new._mine = hand = state._theirs
            new._theirs = state._mine ^ card.bit
        new._led = None
        new._north_tricks = state._north_tricks + (turn is _NORTH)
        new._ready = leads(hand)
        if not hand:
            tricks = new.tricks
            new._due = DealScored(*scoring.played_out(tricks, _deal_of(new).dealer, new.vulnerable), tricks)
    if new._trump is None:
        _with_ceremony(new, state, card)
    return new


def _with_ceremony(new: State, state: State, card: Card) -> None:
    """Write what a first lead changes, or a card while somebody may announce his king."""
    if state._line is None:
        new._game = begun(new._game)
    window = state._window
    if window is not None:
        deal = _deal_of(state)
        window = window_after(window, state._turn, deal, card)
    if window is None:
        new._trump = _deal_of(state).trump
    else:
        new._window = window
        new._ready = announcing(new._ready, window, new._turn)


def begun(game: Game) -> Game:
    """The game once a move has been made in it."""
    return game if game.begun else game._replace(begun=True)


def _deal_of(state: State) -> Deal:
    deal = state._deal
    assert deal is not None
    return deal


def _cut(new: State, event: CutMade) -> None:
    north, south = event.north.rank.strength, event.south.rank.strength
    if north == south:
        return
    dealer = Seat.NORTH if north > south else Seat.SOUTH
    new._game = new._game._replace(dealer=dealer)
    new._phase, new._turn = Phase.DEAL, dealer


def _cards_dealt(state: State, event: CardsDealt) -> State:
    game, pack, distribution = state._game, event.pack, event.distribution
    dealer = game.dealer
    assert dealer is not None
    elder = dealer.other
    if distribution is _THREE_TWO:
        first, second = pack[0:3] + pack[6:8], pack[3:6] + pack[8:10]
    else:
        first, second = pack[0:2] + pack[4:7], pack[2:4] + pack[7:10]
    if game.distributions[dealer.index] is None or game.offer is not None:
        north, south = game.distributions
        chosen = (distribution, south) if dealer is _NORTH else (north, distribution)
        game = game._replace(distributions=chosen, offer=None)
    turn_up = pack[10]
    number = 1 if state._deal is None else state._deal.number + 1
    places = (first, second) if elder is _NORTH else (second, first)
    new = State()
    new._phase = _PROPOSE
    new._turn = elder
    new._mine = mask_of(first)
    new._theirs = mask_of(second)
    new._north_tricks = 0
    new._led = new._line = new._trump = new._scored = new._due = None
    new._exchanges = NO_EXCHANGE
    new._game = game
    new._deal = Deal(number, dealer, elder, distribution, pack, turn_up.suit, places)
    if turn_up.higher:
        new._window = window = holder_of_king(new)
        new._ready = announcing(_PROPOSING + leads(new._mine), window, elder)
    else:
        new._window = None
        new._ready = ()
        new._due = KingMarked(dealer, KingFrom.TURNED)
    return new


def _king_marked(new: State, event: KingMarked) -> None:
    new._deal = _deal_of(new)._replace(king=event)
    new._window = None
    if event.how is KingFrom.ANNOUNCED:
        new._game = begun(new._game)
        # Of the seat to act; where the other has announced, this move was not among his.
        new._ready = tuple(move for move in new._ready if type(move) is not AnnounceKing)
    else:
        new._ready = _PROPOSING + leads(new._mine)
    _mark(new, event.seat, 1, new._game.dealer)


def _mark(new: State, seat: Seat, points: int, dealer: Seat | None) -> None:
    """Mark the points, five at most; five end the game at once. `dealer` deals, or deals next."""
    game = new._game
    north, south = game.score
    most = game.rules.points
    if seat is _NORTH:
        north = min(most, north + points)
    else:
        south = min(most, south + points)
    new._game = Game(game.rules, dealer, (north, south), game.distributions, game.begun, game.offer)
    if most in (north, south):
        new._due = GameEnded(seat, Ending.FIVE)


def _cut_short(new: State, event: HandAbandoned | HandClaimed | TimeClaimed) -> None:
    if type(event) is TimeClaimed and (event.scope is Scope.GAME or not new._game.begun):
        new._due = _given_up(new._game, event.seat.other, Ending.TIME)
        return
    deal, tricks = _deal_of(new), new.tricks
    match event:
        case HandAbandoned():
            marks = scoring.abandoned(event.seat, tricks, deal.dealer, new.vulnerable)
        case HandClaimed():
            marks = scoring.claimed(event.seat, event.goal, deal.dealer, new.vulnerable)
        case TimeClaimed():
            marks = scoring.abandoned(event.seat.other, tricks, deal.dealer, new.vulnerable)
        case _:
            assert_never(event)
    new._game = begun(new._game)
    new._deal = deal._replace(ended_by=event)
    new._due = DealScored(*marks, tricks)


def _given_up(game: Game, loser: Seat, how: Ending) -> GameEnded:
    return GameEnded(loser.other, how) if game.begun else GameEnded(None, Ending.VOID)


def _scored(new: State, event: DealScored) -> None:
    deal = _deal_of(new)
    dealer = deal.dealer.other
    _mark(new, event.seat, event.points, dealer)
    new.pass_to(Phase.DEAL, dealer)
    new._scored = event
    new._window = new._led = new._trump = None
    new._ready = ()


def _ended(new: State, event: GameEnded) -> None:
    new.pass_to(Phase.OVER, None)
    new._window = new._led = new._trump = None
    new._ready = ()
    new._game = new._game._replace(offer=None, outcome=event)
