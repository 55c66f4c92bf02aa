"""How a state changes: `step` by an event, `apply` by a move.

`step` trusts the event; `ecarte.game.engine.evolve` checks it first. What must follow from an event (a king turned up
is marked, the fifth trick is scored, five points end the game) is written into the new state as `due`, so that those
who decide and those who replay learn it from one place. No clock, no chance: the same always gives the same.

States are written here, and in `ecarte.game._deal` and `ecarte.game._score`, each once,
before anyone else has seen it. Most moves are cards that bring about nothing but the next; `apply` plays these itself,
in one piece; `_played` is the same for `step`, where the score of the tenth card is still to be recorded.
"""

from __future__ import annotations

from typing import Final, assert_never

from ecarte.game import _score
from ecarte.game._deal import (
    accepted,
    condition_failed,
    cut_made,
    dealer_discarded,
    dealt,
    elder_discarded,
    proposed,
    refused,
)
from ecarte.game._score import cut_short, deal_scored, end, game_ended, given_up, king_marked, score
from ecarte.game.cards import Card
from ecarte.game.conduct import conduct_of
from ecarte.game.events import (
    Accepted,
    CardPlayed,
    CardsDealt,
    CardTakenBack,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    DealStood,
    Distribution,
    ElderDiscarded,
    Ending,
    ErrorCalled,
    Event,
    GameEnded,
    GameResigned,
    GameStarted,
    HandAbandoned,
    HandClaimed,
    HandShown,
    KingMarked,
    KingTakenBack,
    LetStood,
    Proposed,
    Refused,
    StopAnswered,
    StopOffered,
    SuitNamed,
    SuitRequired,
    TimeClaimed,
)
from ecarte.game.legality import announcing, event_of, window_after
from ecarte.game.moves import Accept, AcceptIfEnough, Discard, Move, Play, Propose, Refuse
from ecarte.game.rules import Manners
from ecarte.game.seats import Seat
from ecarte.game.state import State, Table
from ecarte.game.tricks import LEADS, SUITED, reply_wins

__all__ = ["apply", "deal_out", "step", "with_due"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_SALON: Final = Manners.SALON
# _SCORES[tricks of North][dealer.index]: what a deal brings; then by who is vulnerable: nobody, North, South.
_SCORES: Final = tuple(
    tuple(
        tuple(
            DealScored(*_score.played_out((north, 5 - north), dealer, vulnerable), (north, 5 - north))
            for vulnerable in (None, *Seat)
        )
        for dealer in Seat
    )
    for north in range(6)
)


def apply(state: State, seat: Seat | None, move: Move) -> State:
    """The state after `move` by `seat`, or without a seat by the seat to act, with all that follows from it.

    The same as `evolve` over what `decide` gives. Raises `IllegalMove`.
    """
    turn = state._turn
    if type(move) is not Play or move not in state._ready or (seat is not None and seat is not turn):
        return _apply_no_card(state, seat, move)
    # A card, and a lawful one. All it does stands here in one piece, for this is what a game spends its time on: with
    # `replies`, `leads` and `reply_wins` called, and tables of tables read, a card took 0.9 microseconds and not 0.6.
    bit = move.bit
    trump = state._trump
    assert trump is not None
    new = State()
    new._trump = trump
    new._line = (state._line, move)
    led = state._led
    if led is None:
        new._led = move
        new._turn = turn.other
        new._mine = hand = state._theirs
        new._theirs = state._mine - bit
        new._north_tricks = state._north_tricks
        new._ready = (
            move.replies[hand >> move.shift & 0xFF] or SUITED[trump.index][hand >> trump.shift & 0xFF] or LEADS[hand]
        )
    else:
        new._led = None
        if led.beaten_by[trump.index] & bit:
            new._turn = turn
            new._mine = hand = state._mine - bit
            new._theirs = state._theirs
        else:
            new._turn = turn = turn.other
            new._mine = hand = state._theirs
            new._theirs = state._mine - bit
        new._north_tricks = state._north_tricks + 1 if turn is _NORTH else state._north_tricks
        if not hand:
            return _last_card(new, state)
        new._ready = LEADS[hand]
    new._table = state._table
    window = state._window
    if window is not None:
        window = _after_the_card(new, state, window, move)
    new._window = window
    return new


def _after_the_card(new: State, state: State, window: Seat, move: Play) -> Seat | None:
    """Who may announce the king after a card that was played while `window` might; writes his move on `new`."""
    deal = state._table.deal
    assert deal is not None
    after = window_after(window, state._turn, deal, move.card)
    if after is not None:
        new._ready = announcing(new._ready, after, new._turn)
    return after


def _last_card(new: State, state: State) -> State:
    """The state after the tenth card, scored; `new` has all but what follows from the score."""
    table = state._table
    ended = score(new, table, _score_of(table, state.vulnerable, new._north_tricks))
    if ended is not None:
        end(new, ended)
    return new


def _score_of(table: Table, vulnerable: Seat | None, north: int) -> DealScored:
    """What a deal brings of which North has made so many tricks."""
    deal = table.deal
    assert deal is not None
    return _SCORES[north][deal.dealer.index][0 if vulnerable is None else 1 + vulnerable.index]


def with_due(state: State) -> State:
    """The state after all that must follow."""
    while (due := state._table.due) is not None:
        state = step(state, due)
    return state


def _apply_no_card(state: State, seat: Seat | None, move: Move) -> State:
    """`apply` for all but a lawful card."""
    if (seat is not None and seat is not state._turn) or move not in state._ready or state._table.salon is not None:
        return with_due(step(state, event_of(state, seat or state._turn, move)))
    match move:
        case Discard():
            if state._table.exchanges.asked is None:
                return with_due(elder_discarded(state, move.cards))
            return with_due(dealer_discarded(state, move.cards))
        case Propose():
            return proposed(state)
        case Accept() | AcceptIfEnough():
            return accepted(state, type(move) is AcceptIfEnough)
        case Refuse():
            return refused(state)
        case _:
            return with_due(step(state, event_of(state, state._turn, move)))


def deal_out(state: State, pack: tuple[Card, ...], distribution: Distribution) -> State:
    """The state after a deal; what must follow is due in it."""
    new = dealt(state, pack, distribution)
    if state._table.game.rules.manners is _SALON:
        conduct_of(new).begin(new)
    return new


def step(state: State, event: Event) -> State:
    """The state after an event that is known to be possible in it."""
    if state._table.salon is None or type(event) is CardsDealt:
        return _step(state, event)
    conduct = conduct_of(state)
    new = conduct.apply(state, event)
    return conduct.after(_step(state, event), event) if new is None else new


def _step(state: State, event: Event) -> State:
    match event:
        case CardPlayed():
            return _played(state, Play(event.card))
        case DealScored():
            return deal_scored(state, event)
        case CardsDealt():
            return deal_out(state, event.pack, event.distribution)
        case KingMarked():
            return king_marked(state, event)
        case Proposed():
            return proposed(state)
        case Accepted():
            return accepted(state, event.conditional)
        case Refused():
            return refused(state)
        case ElderDiscarded():
            return elder_discarded(state, event.cards)
        case DealerDiscarded():
            return dealer_discarded(state, event.cards)
        case ConditionFailed():
            return condition_failed(state)
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
        case (
            GameStarted()
            | SuitNamed()
            | SuitRequired()
            | CardTakenBack()
            | KingTakenBack()
            | HandShown()
            | ErrorCalled()
            | LetStood()
            | DealStood()
        ):
            # A game has started before there is a state; the rest is a salon's own.
            raise AssertionError(event)
        case _:
            assert_never(event)


def _played(state: State, move: Play) -> State:
    """The state after a card; after the tenth, the score is due."""
    led, trump = state._led, state._trump
    if led is None or state._mine != move.bit:
        return apply(state, None, move)
    assert trump is not None
    winner = state._turn if reply_wins(led.card, move.card, trump) else state._turn.other
    new = state.copy()
    new._turn = winner
    new._mine = new._theirs = 0
    new._led = new._window = None
    new._line = (state._line, move)
    new._north_tricks += winner is _NORTH
    return new.bringing_about(_score_of(state._table, state.vulnerable, new._north_tricks))
