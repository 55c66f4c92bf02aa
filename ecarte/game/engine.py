"""The game: which moves are legal (`legal_moves`), which events follow (`decide`), which state results (`evolve`).

    events = begin(Rules(), dealer=Seat.SOUTH)      starts a game; without a dealer the players cut
    events = deal(state, pack)                      the pack carries the chance
    events = decide(state, seat, move)              raises IllegalMove, and then nothing has changed
    state  = evolve(state, event)                   applies one event
    state  = apply(state, seat, move)               `decide` and `evolve` in one call
    state  = replay(events)                         applies a whole log

`ecarte.game.legality` judges moves, `ecarte.game._apply` changes states. This module combines them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from ecarte.game._apply import apply, deal_out, step, with_due
from ecarte.game._deal import state_at_start
from ecarte.game.cards import Card
from ecarte.game.claims import certain_goals, on_lead
from ecarte.game.conduct import conduct_of
from ecarte.game.errors import IllegalMove, ImpossibleEvent, Rule
from ecarte.game.events import (
    Accepted,
    CardPlayed,
    CardsDealt,
    CardTakenBack,
    CutMade,
    DealerDiscarded,
    DealStood,
    ElderDiscarded,
    ErrorCalled,
    Event,
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
    check_pack,
)
from ecarte.game.legality import cut_event, deal_event, event_of, has_begun, packets
from ecarte.game.moves import (
    Abandon,
    Accept,
    AcceptIfEnough,
    AcceptStop,
    AnnounceKing,
    CallError,
    Claim,
    ClaimTime,
    DeclineStop,
    Discard,
    Goal,
    LetStand,
    Move,
    NameSuit,
    OfferStop,
    Play,
    Propose,
    Refuse,
    RequireSuitNamed,
    Resign,
    Scope,
    TakeBack,
    TakeKingBack,
)
from ecarte.game.rules import Distribution, NextDeal, Rules, Seat, check_seat
from ecarte.game.state import Deal, Phase, State

__all__ = [
    "apply",
    "apply_deal",
    "begin",
    "claims",
    "close_calls",
    "closing_steps",
    "cut",
    "deal",
    "deal_steps",
    "decide",
    "decision_steps",
    "evolve",
    "is_legal",
    "legal_moves",
    "next_dealer",
    "replay",
    "table_moves",
]

_EVENT_TYPES = frozenset(get_args(Event))


def begin(rules: Rules, dealer: Seat | None = None) -> tuple[Event, ...]:
    """Returns the events that open a game.

    Args:
        rules: the rules of the table.
        dealer: the first dealer. If None, the players cut for the deal.

    Raises:
        TypeError: `rules` is no `Rules`, or `dealer` is no `Seat`.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"a game is played by Rules, such as DIALECTS[Dialect.CAVENDISH].rules, not by {rules!r}")
    if dealer is not None and type(dealer) is not Seat:
        raise TypeError(f"a game is dealt by a Seat, not by {dealer!r}")
    return (GameStarted(rules, dealer),)


def cut(state: State, north: Card, south: Card) -> tuple[Event, ...]:
    """Returns the events of a cut for the deal. The player with the higher card deals; after equal ranks the players
    cut again (Law 5).

    Args:
        state: a state that waits for a cut.
        north, south: the cards that the players cut.

    Raises:
        IllegalMove: no cut is due, or both cards are the same.
    """
    return _events(_follow(state, cut_event(state, north, south)))


def deal(state: State, pack: Sequence[Card], distribution: Distribution | None = None) -> tuple[Event, ...]:
    """Returns the events of a deal: the cards and, if a king is turned up, its point.

    Args:
        state: a state that waits for a deal.
        pack: the thirty-two cards, top card first.
        distribution: whether the dealer gives three cards and then two, or the other way round. The dealer chooses at
            the first deal and keeps to it for the game (Law 8). None means the choice made before or, without one,
            three and two.

    Raises:
        IllegalMove: no deal is due, the pack is incomplete, or the dealer has chosen other packets before.
    """
    return _events(deal_steps(state, pack, distribution))


def deal_steps(
    state: State, pack: Sequence[Card], distribution: Distribution | None = None
) -> tuple[tuple[Event, State], ...]:
    """Returns the events of a deal, each with the state after it. Arguments and errors are those of `deal`."""
    return _follow(state, deal_event(state, pack, distribution))


def close_calls(state: State) -> tuple[Event, ...]:
    """Returns the events that end the time in which errors can be called, after a hand at a salon table.

    Raises:
        IllegalMove: no error can be called now.
    """
    return _events(closing_steps(state))


def closing_steps(state: State) -> tuple[tuple[Event, State], ...]:
    """Returns the events that end the time in which errors can be called, each with the state after it. Raises as
    `close_calls`.
    """
    return _follow(state, _stood(state))


def apply_deal(state: State, pack: Sequence[Card], distribution: Distribution | None = None) -> State:
    """Returns the state after a deal and all events that must follow it. Arguments and errors are those of `deal`."""
    pack = tuple(pack)
    distribution = packets(state, distribution)
    check_pack(pack)
    return with_due(deal_out(state, pack, distribution))


def legal_moves(state: State, seat: Seat | None = None) -> tuple[Move, ...]:
    """Returns the moves of the game that `seat` may make now.

    At a guided table the seat that is not to act may at most announce the king, and no seat has a move while a cut or
    a deal is due, or after the end. At a salon table errors and calls of errors are included. `table_moves` has the
    moves of the table (claiming, abandoning, resigning, claiming the time, stopping).

    Args:
        state: the state.
        seat: the seat of a player. None means the seat to act.
    """
    salon = state.table.salon is not None
    if not salon and (seat is None or seat is state.player):
        return state.moves
    seat = seat or state.turn
    if seat is None:
        return ()
    check_seat(seat)
    if salon:
        return conduct_of(state).legal_moves(state, seat)
    return (AnnounceKing(),) if state.window is seat and state.due is None else ()


def claims(state: State, seat: Seat) -> tuple[Goal, ...]:
    """Returns for which goals `seat` may show the hand now: the point, the vole, both or neither.

    At a guided table a claim must be certain to win. At a salon table an uncertain claim is possible, too: the hand
    then stays open on the table, and the play goes on.
    """
    if state.table.salon is None:
        return certain_goals(state, seat)
    return tuple(goal for goal in Goal if on_lead(state, seat) and is_legal(state, seat, Claim(goal)))


def table_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Returns the moves of the table that `seat` may make now: claiming, abandoning, resigning, claiming the time,
    stopping.
    """
    check_seat(seat)
    if state.phase is Phase.OVER or state.due is not None:
        return ()
    moves: list[Move] = [Claim(goal) for goal in claims(state, seat)]
    under_way = has_begun(state)
    if under_way:
        moves.append(Abandon())
    moves.append(Resign())
    if state.turn is seat.other:
        moves += [ClaimTime(scope) for scope in Scope if under_way or scope is Scope.GAME]
    if state.game.offer is None:
        moves.append(OfferStop())
    elif state.game.offer is seat.other:
        moves += [AcceptStop(), DeclineStop()]
    return tuple(moves)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Returns whether `seat` may make `move` now."""
    try:
        event_of(state, seat, move)
    except IllegalMove:
        return False
    return True


def decide(state: State, seat: Seat, move: Move) -> tuple[Event, ...]:
    """Returns the event of a move, and all events that must follow it.

    Args:
        state: the state before the move.
        seat: the seat that moves.
        move: the move.

    Raises:
        IllegalMove: the laws forbid the move.
    """
    return _events(_follow(state, event_of(state, seat, move)))


def decision_steps(state: State, seat: Seat, move: Move) -> tuple[tuple[Event, State], ...]:
    """Returns the events of `decide`, each with the state after it. Arguments and errors are those of `decide`."""
    return _follow(state, event_of(state, seat, move))


def evolve(state: State | None, event: Event) -> State:
    """Returns the state after an event. First checks that the event can follow, so `replay` checks all events of a log.

    Args:
        state: the state before the event, or None if the game has not begun.
        event: the event.

    Raises:
        ImpossibleEvent: the event cannot follow this state.
    """
    if type(event) not in _EVENT_TYPES:
        raise ImpossibleEvent(type(event).__name__, "it is not an event of écarté")
    name = type(event).__name__
    if state is None or type(event) is GameStarted:
        if state is not None or type(event) is not GameStarted:
            raise ImpossibleEvent(name, "a game starts once, and first")
        return state_at_start(event)
    if state.due is not None:
        if event != state.due:
            raise ImpossibleEvent(name, f"{type(state.due).__name__} must come first")
        return step(state, event)
    try:
        lawful = _lawful(state, state.deal, event)
    except IllegalMove as refusal:
        raise ImpossibleEvent(name, str(refusal)) from refusal
    if lawful != event:
        raise ImpossibleEvent(name, "it does not follow from this state")
    return step(state, event)


def replay(events: Iterable[Event]) -> State:
    """Returns the state after all events of a log.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it, or the log is empty.
    """
    state = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ImpossibleEvent("nothing", "a game starts with GameStarted")
    return state


def next_dealer(state: State) -> Seat | None:
    """Returns the first dealer of the next game between the two players (treatise, p. 34), or None if the rules make
    them cut for it.

    If the players cut only after a rubber, call `ecarte.table.rubber.dealer_after`, which knows whether the rubber is
    over.

    Args:
        state: the state after the game.
    """
    if state.rules.next_deal is NextDeal.FRESH_CUT:
        return None
    return state.dealer if state.deal is None else state.deal.dealer.other


def _stood(state: State) -> DealStood:
    if state.phase is not Phase.STANDING or state.due is not None:
        raise IllegalMove(Rule.NOTHING_TO_LET_STAND)
    return DealStood()


def _events(steps: Iterable[tuple[Event, State]]) -> tuple[Event, ...]:
    return tuple(event for event, _ in steps)


def _follow(state: State, event: Event) -> tuple[tuple[Event, State], ...]:
    """Returns an event and all events that must follow, each with the state after it."""
    state = step(state, event)
    due = state.table.due
    return ((event, state),) if due is None else ((event, state), *_follow(state, due))


def _lawful(state: State, current: Deal | None, event: Event) -> Event | None:
    """Returns the event that the laws require here, for comparison with the event of a log. Raises `IllegalMove`."""
    match event:
        case CutMade():
            return cut_event(state, event.north, event.south)
        case CardsDealt():
            return deal_event(state, event.pack, event.distribution)
        case CardPlayed():
            return event_of(state, event.seat, Play(event.card))
        case KingMarked():
            return event_of(state, event.seat, AnnounceKing())
        case HandAbandoned():
            return event_of(state, event.seat, Abandon())
        case HandClaimed():
            return event_of(state, event.seat, Claim(event.goal))
        case GameResigned():
            return event_of(state, event.seat, Resign())
        case TimeClaimed():
            return event_of(state, event.seat, ClaimTime(event.scope))
        case StopOffered():
            return event_of(state, event.seat, OfferStop())
        case StopAnswered():
            return event_of(state, event.seat, AcceptStop() if event.accepted else DeclineStop())
        case SuitNamed():
            return event_of(state, event.seat, NameSuit(event.suit))
        case SuitRequired():
            return event_of(state, event.seat, RequireSuitNamed())
        case CardTakenBack():
            return event_of(state, event.by, TakeBack())
        case KingTakenBack():
            return event_of(state, event.seat, TakeKingBack())
        case HandShown():
            return event_of(state, event.seat, Claim(event.goal))
        case ErrorCalled():
            return event_of(state, event.seat, CallError(event.fault, event.remedy))
        case LetStood():
            return event_of(state, event.seat, LetStand())
        case DealStood():
            return _stood(state)
    if current is None:
        return None
    match event:
        case Proposed():
            return event_of(state, current.elder, Propose())
        case Accepted():
            return event_of(state, current.dealer, AcceptIfEnough() if event.conditional else Accept())
        case Refused():
            return event_of(state, current.dealer, Refuse())
        case ElderDiscarded():
            return event_of(state, current.elder, Discard(event.cards))
        case DealerDiscarded():
            return event_of(state, current.dealer, Discard(event.cards))
        case _:
            # ConditionFailed, DealScored and GameEnded are possible only while they are due.
            return None
