"""How a state changes: `step` by an event, `apply` by a move.

`step` trusts the event; `ecarte.engine.evolve` checks it first. What must follow from an event (a king turned up is
marked, the fifth trick is scored, five points end the game) is written into the new state as `due`, so that those
who decide and those who replay learn it from one place. No clock, no chance: the same always gives the same.

States are written here, and in `ecarte.dealing`, `ecarte.exchanging` and `ecarte.settling`, each once, before anyone
else has seen it. Most moves are cards that bring about nothing but the next; `apply` plays these itself, and
`_played` adds what else a card may do.
"""

from __future__ import annotations

from functools import cache
from typing import Final, assert_never

from ecarte import scoring
from ecarte.cards import Card
from ecarte.dealing import cards_dealt, cut_made
from ecarte.events import (
    Accepted,
    CardPlayed,
    CardsDealt,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    ElderDiscarded,
    Ending,
    Event,
    GameEnded,
    GameResigned,
    GameStarted,
    HandAbandoned,
    HandClaimed,
    KingMarked,
    Proposed,
    Refused,
    StopAnswered,
    StopOffered,
    TimeClaimed,
)
from ecarte.exchanging import exchange_step
from ecarte.kings import announcing, window_after
from ecarte.legality import event_of
from ecarte.moves import Move, Play
from ecarte.seats import Seat
from ecarte.settling import cut_short, deal_scored, game_ended, given_up, king_marked
from ecarte.state import Deal, Phase, State, Table
from ecarte.tricks import leads, replies, reply_wins

__all__ = ["apply", "step"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_PLAY: Final = Phase.PLAY


def apply(state: State, seat: Seat | None, move: Move) -> State:
    """The state after `move` by `seat`, or without a seat by the seat to act, with all that follows from it.

    The same as `evolve` over what `decide` gives. Raises `IllegalMove`.
    """
    card = move.card
    trump = state._trump
    if card is None or trump is None or move not in state._ready or (seat is not None and seat is not state._turn):
        return _applied(state, seat or state._turn, move)
    new = State()
    new._table = state._table
    new._line = (state._line, card)
    led = state._led
    if led is None:
        new._led = card
        new._turn = state._turn.other
        new._mine = hand = state._theirs
        new._theirs = left = state._mine ^ card.bit
        new._north_tricks = state._north_tricks
        new._ready = replies(hand, card, trump)
        # The reply to a last card is scored.
        new._trump = trump if left else None
        return new
    new._led = None
    new._trump = trump
    if reply_wins(led, card, trump):
        new._turn = turn = state._turn
        new._mine = hand = state._mine ^ card.bit
        new._theirs = state._theirs
    else:
        new._turn = turn = state._turn.other
        new._mine = hand = state._theirs
        new._theirs = state._mine ^ card.bit
    new._north_tricks = state._north_tricks + (turn is _NORTH)
    new._ready = leads(hand)
    return new


def _applied(state: State, seat: Seat, move: Move) -> State:
    """The state after any move, with all that follows from it."""
    card = move.card
    if card is not None and seat is state._turn and move in state._ready:
        new = _played(state, card)
    else:
        new = step(state, event_of(state, seat, move))
    while (due := new._table.due) is not None:
        new = step(new, due)
    return new


def step(state: State, event: Event) -> State:
    """The state after an event that is known to be possible in it."""
    match event:
        case CardPlayed():
            return _played(state, event.card)
        case DealScored():
            return deal_scored(state, event)
        case CardsDealt():
            return cards_dealt(state, event)
        case KingMarked():
            return king_marked(state, event)
        case Proposed() | Accepted() | Refused() | ElderDiscarded() | DealerDiscarded() | ConditionFailed():
            return exchange_step(state, event)
        case GameEnded():
            return game_ended(state, event)
        case CutMade():
            return cut_made(state, event)
        case HandAbandoned() | HandClaimed() | TimeClaimed():
            return cut_short(state, event)
        case GameResigned():
            return state.bringing_about(given_up(state, event.seat, Ending.RESIGNED))
        case StopOffered():
            return state.with_offer(event.seat)
        case StopAnswered():
            new = state.with_offer(None)
            return new.bringing_about(GameEnded(None, Ending.AGREED)) if event.accepted else new
        case GameStarted():
            raise AssertionError(event)
        case _:
            assert_never(event)


def _played(state: State, card: Card) -> State:
    """The state after any card: as `apply` has it, but that a king may be announced, or that the deal is scored."""
    table = state._table
    deal, window = table.deal, table.window
    assert deal is not None
    if state._mine == card.bit and state._led is not None:
        return _last_card(state, deal, state._led, card)
    move = Play(card)
    plain = state.copy()
    plain._ready = (move,)
    plain._trump = deal.trump
    new = apply(plain, None, move)
    if window is not None:
        window = window_after(window, state._turn, deal, card)
        new._table = Table(_PLAY, table.game, deal, table.exchanges, window)
        if window is not None:
            new._trump = None
            new._ready = announcing(new._ready, window, new._turn)
    return new


def _last_card(state: State, deal: Deal, led: Card, card: Card) -> State:
    """The state after the tenth card, with the score that is due."""
    winner = state._turn if reply_wins(led, card, deal.trump) else state._turn.other
    new = state.copy()
    new._turn = winner
    new._mine = new._theirs = 0
    new._ready = ()
    new._led = new._trump = None
    new._line = (state._line, card)
    new._north_tricks = north = state._north_tricks + (winner is _NORTH)
    due = _score(north, deal.dealer, state.vulnerable)
    new._table = Table(_PLAY, state._table.game, deal, state._table.exchanges, None, due)
    return new


@cache
def _score(north_tricks: int, dealer: Seat, vulnerable: Seat | None) -> DealScored:
    """What a deal played out brings. There are thirty-six cases, and each is worked out once."""
    tricks = (north_tricks, 5 - north_tricks)
    return DealScored(*scoring.played_out(tricks, dealer, vulnerable), tricks)
