"""Applies the events of a salon: functions that return the state after an event.

The game's own `_apply` handles the events that mean the same everywhere.

A salon stores its plays in the order in which they were made. After each change the state is rebuilt from these plays
and from the hands at the beginning of the play, because a card may be taken up again and the hands may be played again.
Speed does not matter here: people play ten cards. Sources: Laws 25, 39-43, 46-49.
"""

from __future__ import annotations

from typing import Final, TypeVar

from ecarte.game import (
    AnnounceKing,
    CardPlayed,
    CardTakenBack,
    Conduct,
    DealScored,
    DealStood,
    ElderDiscarded,
    Ending,
    ErrorCalled,
    Event,
    Fault,
    GameEnded,
    HandShown,
    KingFrom,
    KingMarked,
    KingTakenBack,
    LetStood,
    Line,
    Phase,
    Play,
    Reason,
    Remedy,
    Salon,
    Scoring,
    Seat,
    State,
    SuitNamed,
    SuitRequired,
    marks_of_tricks,
    mask_of,
)
from ecarte.salon import legality as salon_legality
from ecarte.salon.legality import had_king, has_played, next_leader, revoke_seen, start_hand, tricks_of

_NEITHER: Final = (False, False)
_T = TypeVar("_T")


def begin_salon(before: State, new: State) -> None:
    """Turns a state after a deal into one of a salon table. Keeps the kings that were announced in earlier deals.

    Args:
        before: the state before the deal.
        new: the state after it. It is changed in place.
    """
    kings = () if before.salon is None else before.salon.kings
    new.table = new.table._replace(salon=Salon(new.table.game.score, kings=kings))
    _hide_choices(new)


def step(state: State, event: Event) -> State | None:
    """Returns the state after an event of a salon. None for an event that means the same at every table.

    The event must be possible in the state.
    """
    salon = state.table.salon
    assert salon is not None
    match event:
        case CardPlayed(seat, card):
            replied = state.led is not None
            named = None if replied else salon.named
            plays = (*salon.plays, (seat, card))
            return _after_card(state, salon._replace(plays=plays, named=named, bound=None))
        case CardTakenBack():
            return _rebuild(state, salon._replace(plays=salon.plays[:-1]))
        case SuitNamed():
            return _with(state, salon._replace(named=event.suit))
        case SuitRequired():
            if not event.held:
                return _with(state, salon._replace(named=None))
            return _rebuild(state, salon._replace(plays=salon.plays[:-1], named=None, bound=salon.named))
        case HandShown():
            shown = _changed(salon.shown, event.seat, salon.shown[event.seat.index] | mask_of(event.cards))
            return _with(state, salon._replace(shown=shown))
        case KingMarked(seat, KingFrom.ANNOUNCED):
            return _king_marked(state, salon, event)
        case KingTakenBack():
            return _king_taken_back(state, salon, event.seat)
        case ErrorCalled():
            return _after_call(state, salon, event)
        case DealScored():
            return _after_score(state, salon, event)
        case LetStood():
            salon = salon._replace(stood=_changed(salon.stood, event.seat, True))
            new = _with(state, salon)
            return new.bringing_about(DealStood()) if all(salon.stood) else new
        case DealStood():
            return _close_deal(state, salon)
        case _:
            return None


def with_law(new: State, event: Event) -> State:
    """Adds to the state after an event what is special at a salon table. The game has applied the event already.

    The function reduces the score of a penalised player, and removes cards from the list of legal moves. When the elder
    discards, it forgets which cards were shown. When the king is turned up, it counts its point in `Salon.base`.
    """
    salon, due = new.table.salon, new.table.due
    assert salon is not None
    if type(due) is DealScored:
        new.table = new.table._replace(due=_reduce_score(new.rules.scoring, due, salon.penalised))
    _hide_choices(new)
    if isinstance(event, ElderDiscarded) and event.cards:
        # Discards lie face down (Law 28), so no player may learn which shown cards remain. Only the elder can have
        # shown cards: the dealer is never on lead before the play.
        new.table = new.table._replace(salon=salon._replace(shown=(0, 0)))
    if isinstance(event, KingMarked):
        # The king was turned up, so it cannot be false. Its point belongs to the base.
        new.table = new.table._replace(salon=salon._replace(base=new.score))
    return new


def _hide_choices(new: State) -> None:
    """Removes cards and the announcement from the list of legal moves.

    The complete list would show which cards are legal and who has the king.
    """
    new.window = None
    new.moves = tuple(move for move in new.moves if not isinstance(move, (Play, AnnounceKing)))


def _with(state: State, salon: Salon) -> State:
    new = state.copy()
    new.table = new.table._replace(salon=salon)
    return new


def _after_card(state: State, salon: Salon) -> State:
    new = _rebuild(state, salon)
    if len(salon.plays) < 10:
        return new
    deal = new.last_deal
    marks = marks_of_tricks(new.rules.scoring, new.tricks, deal.dealer, new.vulnerable)
    return new.bringing_about(_reduce_score(new.rules.scoring, DealScored(*marks, new.tricks), salon.penalised))


def _rebuild(state: State, salon: Salon) -> State:
    """Returns the state after the cards of `salon.plays`, computed from the hands at the beginning of the play."""
    deal = state.last_deal
    new = state.copy()
    line: Line = None
    for _, card in salon.plays:
        line = (line, Play(card))
    hands = [start_hand(deal, seat) & ~mask_of(c for player, c in salon.plays if player is seat) for seat in Seat]
    under_way = len(salon.plays) % 2
    turn = salon.plays[-1][0].other if under_way else next_leader(salon, deal)
    new.line = line
    new.lead = Play(salon.plays[-1][1]) if under_way else None
    new.north_tricks = sum(winner is Seat.NORTH for *_, winner in tricks_of(salon, deal))
    new.player, new.mine, new.theirs = turn, hands[turn.index], hands[turn.other.index]
    new.moves = ()
    new.window = None
    # After the first card no proposal is possible, even if that card is taken up again.
    new.table = new.table._replace(phase=Phase.PLAY, salon=salon)
    return new


def _king_marked(state: State, salon: Salon, event: KingMarked) -> State:
    deal = state.last_deal._replace(king=event)
    new = _with(state, salon._replace(false_king=not had_king(state, event.seat)))
    new.table = new.table._replace(deal=deal, game=new.table.game._replace(begun=True))
    new = _with_score(new)
    if max(new.score) < new.rules.points:
        return new
    # The king's point wins the game. Before the game ends, the opponent may call a false king.
    phase = state.table.phase
    new.table = new.table._replace(phase=Phase.STANDING, salon=_salon(new)._replace(resume=phase))
    return new


def _king_taken_back(state: State, salon: Salon, seat: Seat) -> State:
    """Takes back a false announcement of the king that `seat` made and now admits (Law 51).

    That is the announcement in this deal, if `seat` has made a false one here, else one in an earlier deal.
    """
    if _is_false(state, salon, seat):
        # After the player's first card it is too late to correct the error: the opponent may still call it (Law 25).
        admitted = _changed(salon.admitted, seat, has_played(salon, seat))
        return _unmark_king(state, salon._replace(admitted=admitted))
    kings = list(salon.kings)
    kings.remove((seat, True))
    base = _changed(salon.base, seat, salon.base[seat.index] - state.rules.scoring.king)
    return _reduce_total(_with(state, salon._replace(kings=tuple(kings), base=base)))


def _is_false(state: State, salon: Salon, seat: Seat) -> bool:
    """Returns whether `seat` announced the marked king without holding it."""
    return salon.false_king and state.last_deal.king == KingMarked(seat, KingFrom.ANNOUNCED)


def _unmark_king(state: State, salon: Salon) -> State:
    """Removes the king that was announced in this deal, and its point."""
    new = _with(state, salon._replace(false_king=False))
    new.table = new.table._replace(deal=state.last_deal._replace(king=None))
    return _reduce_total(new)


def _reduce_total(state: State) -> State:
    """Recomputes the score after a king's point was lost. If that point had ended the hand, the hand continues."""
    new = _with_score(state)
    if new.phase is not Phase.STANDING:
        return new
    salon = _salon(new)._replace(stood=_NEITHER)
    new.table = new.table._replace(salon=salon)
    if new.scored is None and max(new.score) < new.rules.points:
        assert salon.resume is not None
        new.table = new.table._replace(phase=salon.resume, salon=salon._replace(resume=None))
    return new


def _after_call(state: State, salon: Salon, event: ErrorCalled) -> State:
    offender = event.seat.other
    salon = salon._replace(stood=_NEITHER)
    if event.fault is Fault.KING:
        penalty = has_played(salon, offender) and not had_king(state, event.seat)
        salon = salon._replace(admitted=_changed(salon.admitted, offender, False))
        new = _unmark_king(state, salon) if _is_false(state, salon, offender) else _with(state, salon)
        salon = _salon(new)
    else:
        penalty = True
        place = revoke_seen(state, event.seat)
        assert place is not None
        salon = salon._replace(called=salon.called | {place})
        new = state
    if penalty:
        salon = salon._replace(penalised=_changed(salon.penalised, offender, True))
    if event.remedy is Remedy.AGAIN:
        return _play_again(new, salon)
    new = _with(new, salon)
    if new.scored is not None:
        new.table = new.table._replace(scored=_reduce_score(new.rules.scoring, new.scored, salon.penalised))
    return _with_score(new)


def _play_again(state: State, salon: Salon) -> State:
    """Returns the state before the first lead, so that the hands are played again."""
    # A player who had played a card has lost the right to announce the king.
    north, south = (has_played(salon, seat) for seat in Seat)
    salon = salon._replace(plays=(), called=frozenset(), named=None, bound=None, resume=None)
    salon = salon._replace(too_late=(north, south), tries=salon.tries + 1)
    new = _rebuild(state, salon)
    new.table = new.table._replace(scored=None, deal=new.last_deal._replace(ended_by=None))
    return _with_score(new)


def _after_score(state: State, salon: Salon, event: DealScored) -> State:
    """Returns the state after a hand was scored. Players may still call errors."""
    new = _with(state, salon._replace(named=None, bound=None, resume=None))
    game = new.table.game._replace(begun=True)
    new.table = new.table._replace(phase=Phase.STANDING, game=game, scored=event, due=None)
    new.moves = ()
    new.lead = new.window = None
    return _with_score(new)


def _close_deal(state: State, salon: Salon) -> State:
    """Ends the time in which errors can be called: the game is over, or the other player deals."""
    deal = state.last_deal
    kings = salon.kings
    if deal.king is not None and deal.king.how is KingFrom.ANNOUNCED:
        kings = (*kings, (deal.king.seat, salon.false_king))
    new = _with(state, salon._replace(stood=(True, True), kings=kings, false_king=False, admitted=_NEITHER))
    won = next((seat for seat in Seat if new.score[seat.index] >= new.rules.points), None)
    new.table = new.table._replace(due=None)
    if won is not None:
        return new.bringing_about(GameEnded(won, Ending.FIVE))
    new.pass_to(deal.elder)
    new.table = new.table._replace(phase=Phase.DEAL, game=new.table.game._replace(dealer=deal.elder))
    return new


def _with_score(state: State) -> State:
    """Returns the state with its score computed anew: the score before the hand, plus the announced king and the points
    of the hand.
    """
    table = state.table
    points = list(_salon(state).base)
    king = state.last_deal.king
    if king is not None and king.how is KingFrom.ANNOUNCED:
        points[king.seat.index] += table.game.rules.scoring.king
    if table.scored is not None:
        points[table.scored.seat.index] += table.scored.points
    north, south = (min(number, table.game.rules.points) for number in points)
    new = state.copy()
    new.table = table._replace(game=table.game._replace(score=(north, south)))
    return new


def _reduce_score(scoring: Scoring, scored: DealScored, penalised: tuple[bool, bool]) -> DealScored:
    """Returns the score of a hand. If its winner is penalised, the point brings nothing, and the vole (or a double
    point) brings one.
    """
    if not penalised[scored.seat.index]:
        return scored
    points = 0 if scored.reason is Reason.POINT else scoring.point
    return DealScored(scored.seat, points, scored.reason, scored.tricks)


def _changed(pair: tuple[_T, _T], seat: Seat, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if seat is Seat.NORTH else (pair[0], value)


def _salon(state: State) -> Salon:
    assert state.salon is not None
    return state.salon


SALON: Final = Conduct(
    event_of=salon_legality.event_of,
    legal_moves=salon_legality.legal_moves,
    offered=salon_legality.offered_moves,
    may_announce=salon_legality.may_announce,
    tricks=tricks_of,
    begin=begin_salon,
    apply=step,
    after=with_law,
)
