"""The moves of a salon: a player may do with the cards whatever is possible at a real table, and the opponent enforces
the laws (Laws 23-25, 39-43).

A player may play any card in hand, lead out of turn, or announce a king that they do not hold. `event_of` returns the
event of a move, or says why the move is impossible. `offered_moves` lists what a player may try. That list depends only
on open cards, so a button reveals nothing.

A player may call an error only if cards that the player knows prove it. While a hand is being played, these are the
player's own cards and the cards played and shown, since a call must not be a way to look into the other hand. After the
play both hands count in full. A wrong call is refused without a penalty.

Where the laws leave a question open, this library decides:

- The offender scores less, whichever remedy the opponent chooses.
- An error that is corrected in time has no penalty.
- A player who has lost the right to announce the king does not regain it when the hands are played again.
- Either player may have a lead out of turn taken up.
- No lead out of turn is possible while the other player may still propose.
- A king whose point wins the game ends the hand, unless the opponent calls it as false. No other error can then make
  the players play the hands again.
- The player who holds the king may announce it even if a false king is marked.
- A false king that its player admits (Law 51) is taken back. If that player has played a card, the opponent may still
  call the error until the deal stands (Law 25).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ecarte.game import (
    AnnounceKing,
    CallError,
    Card,
    CardPlayed,
    CardTakenBack,
    Claim,
    Deal,
    ErrorCalled,
    Event,
    Fault,
    Goal,
    HandClaimed,
    HandShown,
    IllegalMove,
    KingFrom,
    KingMarked,
    KingTakenBack,
    LetStand,
    LetStood,
    Move,
    NameSuit,
    Phase,
    Play,
    Remedy,
    RequireSuitNamed,
    Rule,
    Salon,
    Seat,
    State,
    Suit,
    SuitNamed,
    SuitRequired,
    TakeBack,
    TakeKingBack,
    certain_goals,
    king_of,
    leads,
    mask_of,
    on_lead,
    replies,
    reply_wins,
)

_LEADING: Final = (Phase.PROPOSE, Phase.PLAY)
_CALLING: Final = (Phase.PLAY, Phase.STANDING)
_CALLS: Final = tuple(CallError(fault, remedy) for fault in Fault for remedy in Remedy)
_NAMES: Final = tuple(NameSuit(suit) for suit in Suit)
# Whether these moves are possible may depend on more than the open cards and the mover's hand.
_JUDGED: Final = (CallError, TakeBack, TakeKingBack)
_BARE: Final[tuple[Move, ...]] = (AnnounceKing(), RequireSuitNamed(), TakeBack(), TakeKingBack(), LetStand(), *_CALLS)


def event_of(state: State, seat: Seat, move: Move) -> Event | None:
    """Returns the event that a move becomes in a salon, or None for a move that every table judges in the same way.

    Args:
        state: the state before the move, while the game goes on.
        seat: the seat that moves.
        move: the move.

    Raises:
        IllegalMove: the move is impossible.
    """
    salon = _salon(state)
    match move:
        case Play():
            return _card(state, salon, seat, move.card)
        case AnnounceKing():
            return _announcement(state, salon, seat)
        case Claim():
            return _claim(state, salon, seat, move.goal)
        case NameSuit():
            return _name(state, salon, seat, move.suit)
        case RequireSuitNamed():
            return _require(state, salon, seat)
        case TakeBack():
            return _take_back(state, salon, seat)
        case TakeKingBack():
            if not (_has_announced(state, seat) and salon.false_king) and (seat, True) not in salon.kings:
                raise IllegalMove(Rule.NO_FALSE_KING_SEEN)
            return KingTakenBack(seat)
        case CallError():
            return _call(state, salon, seat, move)
        case LetStand():
            if state.phase is not Phase.STANDING or salon.stood[seat.index]:
                raise IllegalMove(Rule.NOTHING_TO_LET_STAND)
            return LetStood(seat)
        case _:
            return None


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Returns the moves of the game that `seat` may make now, errors included.

    The result depends on cards that `seat` may not know, so do not use it for a view.
    """
    return tuple(move for move in _all(state, seat) if _stands(state, seat, move))


def offered_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Returns the moves of the game that `seat` may try. Some may turn out to be impossible.

    The result is the same for all cards that `seat` cannot see.
    """
    tries = _tries(state, seat)
    return tuple(m for m in _all(state, seat) if (m in tries if isinstance(m, _JUDGED) else _stands(state, seat, m)))


def _all(state: State, seat: Seat) -> tuple[Move, ...]:
    if state.due is not None or state.phase is Phase.OVER:
        return ()
    said = tuple(state.moves) if seat is state.turn else ()
    return (*said, *leads(state.hand(seat)), *_BARE, *_NAMES)


def may_announce(state: State, seat: Seat) -> bool:
    """Returns whether `seat` may announce the king of trumps now, truly or falsely."""
    return state.due is None and _stands(state, seat, AnnounceKing())


def _tries(state: State, seat: Seat) -> list[Move]:
    """Returns the corrections and calls of errors that `seat` may try. Whether they succeed may depend on hidden
    cards.
    """
    salon = _salon(state)
    moves: list[Move] = []
    if _last_to_take_back(state, salon, seat) is not None:
        moves.append(TakeBack())
    if _has_announced(state, seat) or any(player is seat for player, _ in salon.kings):
        moves.append(TakeKingBack())
    faults = []
    if state.phase in _CALLING and any(True for _ in _replies_of(salon, seat.other)):
        faults.append(Fault.REVOKE)
    if _has_announced(state, seat.other) or salon.admitted[seat.other.index]:
        faults.append(Fault.KING)
    return [*moves, *(call for call in _CALLS if call.fault in faults and _has_remedy(state, seat, call))]


def start_hand(deal: Deal, seat: Seat) -> int:
    """Returns the five cards that `seat` held at the beginning of the play (a mask)."""
    return mask_of(deal.places[seat.index])


def next_leader(salon: Salon, deal: Deal) -> Seat:
    """Returns the seat that has the right to lead the next trick."""
    leader = deal.elder
    for first, _, _, winner in tricks_of(salon, deal):
        leader = winner or first
    return leader


def tricks_of(salon: Salon, deal: Deal) -> Iterator[tuple[Seat, Card, Card | None, Seat | None]]:
    """Yields leader, lead, reply and winner of each trick of a deal, in order.

    Reply and winner are None in an unfinished trick.
    """
    for place in range(0, len(salon.plays), 2):
        leader, lead = salon.plays[place]
        if place + 1 == len(salon.plays):
            yield leader, lead, None, None
            return
        _, reply = salon.plays[place + 1]
        yield leader, lead, reply, leader.other if reply_wins(lead, reply, deal.trump) else leader


def _card(state: State, salon: Salon, seat: Seat, card: Card) -> Event:
    phase, turn = state.phase, state.turn
    if phase not in _LEADING or turn is None:
        raise _not_the_phase(state)
    # No lead out of turn is possible while a lead lies on the table, while the elder may still propose, or while the
    # leader has to lead the suit named.
    if seat is not turn and (state.led is not None or phase is Phase.PROPOSE or salon.bound is not None):
        raise IllegalMove(Rule.NOT_YOUR_TURN, turn=str(turn))
    if not state.hand(seat) & card.bit:
        raise IllegalMove(Rule.CARD_NOT_IN_HAND, card=card.text)
    if salon.bound is not None and card.suit is not salon.bound:
        raise IllegalMove(Rule.LEAD_THE_SUIT_NAMED, suit=salon.bound.name.lower())
    return CardPlayed(seat, card)


def _announcement(state: State, salon: Salon, seat: Seat) -> Event:
    if state.phase in (Phase.CUT, Phase.DEAL, Phase.STANDING):
        raise _not_the_phase(state)
    if state.king is not None and not (salon.false_king and had_king(state, seat)):
        raise IllegalMove(Rule.KING_MARKED_ALREADY)
    deal = state.last_deal
    own = [card for player, card in salon.plays if player is seat]
    late = salon.too_late[seat.index] or len(own) > 1
    if len(own) == 1:
        # The first card was the king itself: the elder may announce it until the reply, the dealer until the next card.
        answered = seat is deal.elder and salon.plays[-1] != (seat, own[0])
        if not state.rules.king_after_reply:
            # By these rules either player may announce a king that is led, until the reply.
            answered = salon.plays[-1] != (seat, own[0]) or len(salon.plays) % 2 == 0
        late = late or own[0] is not king_of(deal.trump) or answered
    if late:
        raise IllegalMove(Rule.KING_TOO_LATE)
    return KingMarked(seat, KingFrom.ANNOUNCED)


def _claim(state: State, salon: Salon, seat: Seat, goal: Goal) -> Event:
    if not on_lead(state, seat):
        raise IllegalMove(Rule.CLAIM_ON_LEAD)
    cards = state.cards(seat)
    if goal in certain_goals(state, seat):
        return HandClaimed(seat, goal, cards)
    if salon.shown[seat.index] & state.hand(seat) == state.hand(seat):
        raise IllegalMove(Rule.CLAIM_NOT_CERTAIN, goal=goal.value)
    return HandShown(seat, goal, cards)


def _name(state: State, salon: Salon, seat: Seat, suit: Suit) -> Event:
    if not _may_name(state, salon, seat):
        raise IllegalMove(Rule.NAME_BEFORE_LEADING)
    return SuitNamed(seat, suit)


def _may_name(state: State, salon: Salon, seat: Seat) -> bool:
    return on_lead(state, seat) and salon.named is None and salon.bound is None


def _require(state: State, salon: Salon, seat: Seat) -> Event:
    if not _may_require(state, salon, seat):
        raise IllegalMove(Rule.NO_SUIT_TO_REQUIRE)
    assert salon.named is not None
    return SuitRequired(seat, held=bool(state.hand(seat.other) & salon.named.mask))


def _may_require(state: State, salon: Salon, seat: Seat) -> bool:
    led, named = state.led, salon.named
    if state.turn is not seat or led is None or named is None or led.suit is named:
        return False
    # A player who leads out of turn has named no suit.
    return not _out_of_turn(state, salon)


def _take_back(state: State, salon: Salon, seat: Seat) -> Event:
    place = _last_to_take_back(state, salon, seat)
    if place is None:
        raise IllegalMove(Rule.NOTHING_TO_TAKE_BACK)
    player, card = salon.plays[place]
    if place % 2 and not _wrong(state.last_deal, salon, place, start_hand(state.last_deal, player)):
        raise IllegalMove(Rule.ONLY_TO_MEND_A_REPLY, card=card.text)
    return CardTakenBack(player, card, seat)


def _last_to_take_back(state: State, salon: Salon, seat: Seat) -> int | None:
    """Returns the index of the last card, if `seat` may have it taken up again; else None. Does not check whether the
    card was wrong.
    """
    # `bound`: the opponent required the suit named, and another lead was already taken up.
    if state.phase is not Phase.PLAY or not salon.plays or salon.bound is not None:
        return None
    place = len(salon.plays) - 1
    player, _ = salon.plays[place]
    if place % 2:
        return place if player is seat else None
    return place if _out_of_turn(state, salon) else None


def _out_of_turn(state: State, salon: Salon) -> bool:
    """Returns whether the last card is a lead that its player had no right to make."""
    before = salon._replace(plays=salon.plays[:-1])
    return salon.plays[-1][0] is not next_leader(before, state.last_deal)


def has_played(salon: Salon, seat: Seat) -> bool:
    """Returns whether `seat` has played a card in this deal. Cards played before the hands were played again count."""
    return salon.too_late[seat.index] or any(player is seat for player, _ in salon.plays)


def _has_announced(state: State, seat: Seat) -> bool:
    """Returns whether `seat` announced the king that is scored in the current deal."""
    king = state.king
    over = state.phase in (Phase.CUT, Phase.DEAL, Phase.OVER)
    return not over and king is not None and king.seat is seat and king.how is KingFrom.ANNOUNCED


def _call(state: State, salon: Salon, seat: Seat, move: CallError) -> Event:
    own = False
    if move.fault is Fault.REVOKE:
        if state.phase not in _CALLING or revoke_seen(state, seat) is None:
            raise IllegalMove(Rule.NO_REVOKE_SEEN)
    else:
        own = had_king(state, seat)
        discarded = bool(state.exchanges.out[seat.index] & king_of(state.last_deal.trump).bit)
        seen = salon.false_king and (own or discarded or state.phase is Phase.STANDING)
        admitted = salon.admitted[seat.other.index]
        if not admitted and not (seen and _has_announced(state, seat.other)):
            raise IllegalMove(Rule.NO_FALSE_KING_SEEN)
        if own and (admitted or move.remedy is Remedy.AGAIN):
            raise IllegalMove(Rule.KING_IS_YOURS)
    if not _has_remedy(state, seat, move):
        raise IllegalMove(Rule.NOTHING_TO_PLAY_AGAIN)
    return ErrorCalled(seat, move.fault, move.remedy)


def _has_remedy(state: State, seat: Seat, move: CallError) -> bool:
    """Returns whether a player may choose this remedy for an error.

    Playing the hands again requires that a card was played, and that no king has won the game.
    """
    if move.remedy is Remedy.SCORE:
        return True
    won = state.phase is Phase.STANDING and state.scored is None
    taken_down = move.fault is Fault.KING and _has_announced(state, seat.other)
    return bool(_salon(state).plays) and (taken_down or not won)


def had_king(state: State, seat: Seat) -> bool:
    """Returns whether `seat` held the king of trumps when the play began, or holds it now."""
    deal = state.last_deal
    # During an exchange the elder's places still contain the discards. The dealer has none of these cards.
    discarded = mask_of(state.exchanges.asked or ())
    return bool(start_hand(deal, seat) & ~discarded & king_of(deal.trump).bit)


def revoke_seen(state: State, caller: Seat) -> int | None:
    """Returns which revoke of the opponent `caller` may call.

    Returns:
        The index in `Salon.plays` of the first revoke that `caller` can know of and that was not called yet. None if
        there is no such revoke.
    """
    salon, deal, offender = _salon(state), state.last_deal, caller.other
    if state.scored is not None:
        known = start_hand(deal, offender)
    else:
        played = mask_of(card for player, card in salon.plays if player is offender)
        known = played | salon.shown[offender.index]
    return next((place for place in _replies_of(salon, offender) if _wrong(deal, salon, place, known)), None)


def _replies_of(salon: Salon, seat: Seat) -> Iterator[int]:
    """Yields the indices of the replies of `seat` that were not called yet."""
    for place in range(1, len(salon.plays), 2):
        if salon.plays[place][0] is seat and place not in salon.called:
            yield place


def _wrong(deal: Deal, salon: Salon, place: int, hand: int) -> bool:
    """Returns whether the reply at index `place` was an error.

    Args:
        place: the index of the reply in `Salon.plays`.
        hand: cards that the player certainly held at the beginning of the play (a mask). If these cards prove an error,
            the whole hand proves it, too.
    """
    seat, card = salon.plays[place]
    remaining = hand & ~mask_of(earlier for player, earlier in salon.plays[:place] if player is seat) | card.bit
    allowed = replies(remaining, salon.plays[place - 1][1], deal.trump)
    return all(play.card is not card for play in allowed)


def _stands(state: State, seat: Seat, move: Move) -> bool:
    try:
        return event_of(state, seat, move) is not None or move in state.moves
    except IllegalMove:
        return False


def _not_the_phase(state: State) -> IllegalMove:
    return IllegalMove(Rule.NOT_THE_PHASE, phase=state.phase.value)


def _salon(state: State) -> Salon:
    assert state.salon is not None, "this table is no salon"
    return state.salon
