"""A salon: nothing is forbidden that a hand can do, and the opponent sees to the laws (Laws 23-25, 39-43).

Any card in hand may be played, a card may be led out of turn, a king announced that is not there. `event_of` says which
event a move is, or why it is none; `offered_moves` says what a player may try, from what lies open alone, so that a
button gives nothing away.

An error is called as far as the caller can know of it: while a hand is on, from the cards that were played and shown,
for a call must not be a way to look into the other hand; once it is over, from the hands themselves. A wrong call is
refused and costs nothing. What the laws leave open is decided here: the offender marks less whichever remedy is chosen;
an error mended in time has no penalty; the right to announce, once lost, does not come back when the hands are played
again; a lead out of turn may be taken up at either player's wish; there is no lead out of turn while the other player
may still propose; a king that makes five ends the hand unless it is called, so that nothing is played again over it; a
king is announced over a false one by the player who holds it; a false king that is admitted (Law 51) is taken down,
and where its player has played a card the opponent may still call it until the deal stands (Law 25).
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
# These may depend on more than the open cards and the mover's hand.
_JUDGED: Final = (CallError, TakeBack, TakeKingBack)
_BARE: Final[tuple[Move, ...]] = (AnnounceKing(), RequireSuitNamed(), TakeBack(), TakeKingBack(), LetStand(), *_CALLS)


def event_of(state: State, seat: Seat, move: Move) -> Event | None:
    """The event that `move` by `seat` is in a salon; None for a move that is judged there as anywhere else.

    Raises `IllegalMove`.
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
    """The moves of the game that `seat` may make now, errors included.

    Depends on what a player can only know by watching: not for a view.
    """
    return tuple(move for move in _all(state, seat) if _stands(state, seat, move))


def offered_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves of the game that `seat` may try: the same whatever `seat` cannot see."""
    tries = _tries(state, seat)
    return tuple(m for m in _all(state, seat) if (m in tries if isinstance(m, _JUDGED) else _stands(state, seat, m)))


def _all(state: State, seat: Seat) -> tuple[Move, ...]:
    if state.due is not None or state.phase is Phase.OVER:
        return ()
    said = tuple(state.moves) if seat is state.turn else ()
    return (*said, *leads(state.hand(seat)), *_BARE, *_NAMES)


def may_announce(state: State, seat: Seat) -> bool:
    """Whether `seat` could announce the king now, held or not."""
    return state.due is None and _stands(state, seat, AnnounceKing())


def _tries(state: State, seat: Seat) -> list[Move]:
    """Of the remedies that depend on what may lie hidden, those that `seat` may try."""
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
    """What `seat` held when the play began (a mask)."""
    return mask_of(deal.places[seat.index])


def next_leader(salon: Salon, deal: Deal) -> Seat:
    """The seat that is to lead the next trick by right."""
    leader = deal.elder
    for first, _, _, winner in tricks_of(salon, deal):
        leader = winner or first
    return leader


def tricks_of(salon: Salon, deal: Deal) -> Iterator[tuple[Seat, Card, Card | None, Seat | None]]:
    """The tricks in their order: who led what, the reply, and who won; None and None in one that is under way."""
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
        raise IllegalMove(Rule.GAME_IS_OVER) if phase is Phase.OVER else _not_the_phase(state)
    # No lead out of turn over a card that lies there, before the elder has done proposing, or in the place of a
    # leader who must lead anew.
    if seat is not turn and (state.led is not None or phase is Phase.PROPOSE or salon.bound is not None):
        raise IllegalMove(Rule.NOT_YOUR_TURN, turn=str(turn))
    if not state.hand(seat) & card.bit:
        raise IllegalMove(Rule.CARD_NOT_IN_HAND, card=card.text)
    if salon.bound is not None and card.suit is not salon.bound:
        raise IllegalMove(Rule.LEAD_THE_SUIT_NAMED, suit=salon.bound.name.lower())
    return CardPlayed(seat, card)


def _announcement(state: State, salon: Salon, seat: Seat) -> Event:
    if state.phase in (Phase.CUT, Phase.DEAL, Phase.STANDING, Phase.OVER):
        raise IllegalMove(Rule.GAME_IS_OVER) if state.phase is Phase.OVER else _not_the_phase(state)
    if state.king is not None and not (salon.false_king and had_king(state, seat)):
        raise IllegalMove(Rule.KING_MARKED_ALREADY)
    deal = state.last_deal
    own = [card for player, card in salon.plays if player is seat]
    late = salon.too_late[seat.index] or len(own) > 1
    if len(own) == 1:
        # The king itself, played first: the elder until it is played to, the dealer until the next card.
        answered = seat is deal.elder and salon.plays[-1] != (seat, own[0])
        if not state.rules.king_after_reply:
            # Either player until it is played to; no card is played to a reply.
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
    # Who leads out of turn has named nothing.
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
    """The place of the card that `seat` may ask to have taken up again; whether it was wrong is not looked at."""
    # Where a suit is required, another card has been led already.
    if state.phase is not Phase.PLAY or not salon.plays or salon.bound is not None:
        return None
    place = len(salon.plays) - 1
    player, _ = salon.plays[place]
    if place % 2:
        return place if player is seat else None
    return place if _out_of_turn(state, salon) else None


def _out_of_turn(state: State, salon: Salon) -> bool:
    """Whether the last card, a lead, was not its player's to lead."""
    before = salon._replace(plays=salon.plays[:-1])
    return salon.plays[-1][0] is not next_leader(before, state.last_deal)


def has_played(salon: Salon, seat: Seat) -> bool:
    """Whether `seat` has played a card in this deal, also where the hands were taken up again afterwards."""
    return salon.too_late[seat.index] or any(player is seat for player, _ in salon.plays)


def _has_announced(state: State, seat: Seat) -> bool:
    """Whether `seat` announced the king that stands marked, and it may still be called or taken down."""
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
    """Whether the hands can be played again, if that is asked: a card was played, and five points do not stand."""
    if move.remedy is Remedy.SCORE:
        return True
    won = state.phase is Phase.STANDING and state.scored is None
    taken_down = move.fault is Fault.KING and _has_announced(state, seat.other)
    return bool(_salon(state).plays) and (taken_down or not won)


def had_king(state: State, seat: Seat) -> bool:
    """Whether `seat` had the king of trumps in hand when the play began, or has it now."""
    deal = state.last_deal
    # The elder's: none of them is the dealer's.
    put_out = mask_of(state.exchanges.asked or ())
    return bool(start_hand(deal, seat) & ~put_out & king_of(deal.trump).bit)


def revoke_seen(state: State, caller: Seat) -> int | None:
    """The place of the first error in a reply that `caller` can know of, and has not called; None if there is none."""
    salon, deal, offender = _salon(state), state.last_deal, caller.other
    if state.scored is not None:
        known = start_hand(deal, offender)
    else:
        played = mask_of(card for player, card in salon.plays if player is offender)
        known = played | salon.shown[offender.index]
    return next((place for place in _replies_of(salon, offender) if _wrong(deal, salon, place, known)), None)


def _replies_of(salon: Salon, seat: Seat) -> Iterator[int]:
    """The places of the replies of `seat` that were not called yet."""
    for place in range(1, len(salon.plays), 2):
        if salon.plays[place][0] is seat and place not in salon.called:
            yield place


def _wrong(deal: Deal, salon: Salon, place: int, hand: int) -> bool:
    """Whether the reply at `place` was an error of a player who held at least `hand` when the play began.

    Of fewer cards it is never an error more: whatever shows it once shows it in the whole hand.
    """
    seat, card = salon.plays[place]
    left = hand & ~mask_of(played for player, played in salon.plays[:place] if player is seat) | card.bit
    allowed = replies(left, salon.plays[place - 1][1], deal.trump)
    return all(play.card is not card for play in allowed)


def _stands(state: State, seat: Seat, move: Move) -> bool:
    try:
        return event_of(state, seat, move) is not None or move in state.moves
    except IllegalMove:
        return False


def _not_the_phase(state: State) -> IllegalMove:
    return IllegalMove(Rule.NOT_THE_PHASE, phase=state.phase.value)


def _salon(state: State) -> Salon:
    assert state.salon is not None, "a salon"
    return state.salon
