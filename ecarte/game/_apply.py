"""Functions that return a changed state: `step` applies an event, `apply` a move.

After some events another one must follow: the new state has it as `due`, and no other event may come before it.

`step` does not check the event; `ecarte.game.engine.evolve` does. Only this module, `ecarte.game._deal`,
`ecarte.game._score` and conducts (`ecarte.game.conduct`) write the fields of states. They write them once, before any
other code has the state.
"""

from __future__ import annotations

from typing import Final, assert_never

from ecarte.game._deal import (
    after_acceptance,
    after_cut,
    after_deal,
    after_dealer_discard,
    after_elder_discard,
    after_failed_condition,
    after_proposal,
    after_refusal,
)
from ecarte.game._score import after_early_end, after_game, after_king, after_score, ending_by_loser, score_of_tricks
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
from ecarte.game.legality import event_of, window_after, with_announcement
from ecarte.game.moves import Move, Play
from ecarte.game.rules import Distribution, Manners, Seat
from ecarte.game.state import State, Table, make, new_state
from ecarte.game.tricks import SUITED, leads

# Copies of members: looking a member up in its enum each time costs 7 % of random play.
_NORTH: Final = Seat.NORTH
_SALON: Final = Manners.SALON


def apply(state: State, seat: Seat | None, move: Move) -> State:
    """Returns the state after a move and all events that must follow it.

    Applying the events of `decide` with `evolve` gives the same state.

    Args:
        state: the state before the move.
        seat: the seat that moves. None means the seat to act.
        move: the move.

    Raises:
        IllegalMove: the laws forbid the move.
    """
    # A fast path for cards. Without it, random play makes only 0.71 as many moves a second.
    if type(move) is Play and move in state.moves and (seat is None or seat is state.player):
        new = after_card(state, move)
        return new if new.moves else with_due(new)
    return with_due(step(state, event_of(state, seat or state.player, move)))


def with_due(state: State) -> State:
    """Returns the state after all events that must follow now (`State.due`)."""
    while (due := state.table.due) is not None:
        state = step(state, due)
    return state


def after_card(state: State, move: Play) -> State:
    """Returns the state after a lawful card is played. After the tenth card, the score of the deal must follow."""
    # All inline: calls of `replies` and `reply_wins` would slow random play down.
    turn, trump, lead = state.player, state.trump, state.lead
    bit = move.bit
    assert trump is not None
    new = new_state(State)
    new.trump = trump
    new.line = (state.line, move)
    if lead is None:
        new.lead = move
        new.player = turn.other
        new.mine = hand = state.theirs
        new.theirs = state.mine - bit
        new.north_tricks = state.north_tricks
        new.moves = (
            move.replies[hand >> move.shift & 0xFF] or SUITED[trump.index][hand >> trump.shift & 0xFF] or leads(hand)
        )
    else:
        new.lead = None
        if lead.beaten_by[trump.index] & bit:
            new.player = turn
            new.mine = hand = state.mine - bit
            new.theirs = state.theirs
        else:
            new.player = turn = turn.other
            new.mine = hand = state.theirs
            new.theirs = state.mine - bit
        new.north_tricks = state.north_tricks + 1 if turn is _NORTH else state.north_tricks
        if not hand:
            return _last_card(new, state)
        new.moves = leads(hand)
    new.table = table = state.table
    window = state.window
    if window is not None:
        assert table.deal is not None
        window = window_after(window, state.player, table.deal, move.card, table.game.rules)
        if window is not None:
            new.moves = with_announcement(new.moves, window, new.player)
    new.window = window
    return new


def _last_card(new: State, state: State) -> State:
    """Completes the state after the tenth card."""
    phase, game, deal, exchanges, _, scored, salon = state.table
    assert deal is not None
    due = score_of_tricks(game.rules.scoring, new.north_tricks, deal.dealer, state.vulnerable)
    new.moves = ()
    new.window = None
    new.table = make(Table, (phase, game, deal, exchanges, due, scored, salon))
    return new


def deal_out(state: State, pack: tuple[Card, ...], distribution: Distribution) -> State:
    """Returns the state after the cards are dealt. If the turn-up is a king, its point must follow."""
    new = after_deal(state, pack, distribution)
    if state.table.game.rules.manners is _SALON:
        conduct_of(new).begin(state, new)
    return new


def step(state: State, event: Event) -> State:
    """Returns the state after an event. The caller has checked that the event is possible."""
    if state.table.salon is None or type(event) is CardsDealt:
        return _step(state, event)
    conduct = conduct_of(state)
    new = conduct.apply(state, event)
    return conduct.after(_step(state, event), event) if new is None else new


def _step(state: State, event: Event) -> State:
    # The most frequent events come first.
    match event:
        case CardPlayed():
            return after_card(state, Play(event.card))
        case DealScored():
            return after_score(state, event)
        case Proposed():
            return after_proposal(state)
        case Accepted():
            return after_acceptance(state, event.conditional)
        case Refused():
            return after_refusal(state)
        case ElderDiscarded():
            return after_elder_discard(state, event.cards)
        case DealerDiscarded():
            return after_dealer_discard(state, event.cards)
        case CardsDealt():
            return deal_out(state, event.pack, event.distribution)
        case KingMarked():
            return after_king(state, event)
        case ConditionFailed():
            return after_failed_condition(state)
        case GameEnded():
            return after_game(state, event)
        case CutMade():
            return after_cut(state, event)
        case HandAbandoned() | HandClaimed() | TimeClaimed():
            return after_early_end(state, event)
        case GameResigned():
            return state.bringing_about(ending_by_loser(state, event.seat, Ending.RESIGNED))
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
            # GameStarted comes before the first state; a salon's conduct applies all others.
            raise AssertionError(event)
        case _:
            assert_never(event)
