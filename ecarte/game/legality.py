"""The laws as functions: whether a move, a cut or a deal is lawful, and if not, why. Only the conduct of a salon table
(`ecarte.game.conduct`) decides some moves in place of this module.

`event_of` turns a lawful move into its event. The lists of moves, the decisions, the check of a replayed event and the
claims shown to a player all use this module, so they cannot disagree. No function here changes a state. Sources: Laws
5, 8, 22-24, 26-28, 38, 42, 43, 45; for the dialects their own sources; for the order of the game Cavendish's treatise,
pp. 30-33.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never, get_args

from ecarte.game.cards import PACK, Card, king_of, mask_of
from ecarte.game.claims import certain_goals, on_lead
from ecarte.game.conduct import conduct_of
from ecarte.game.errors import IllegalMove, Rule
from ecarte.game.events import (
    Accepted,
    CardPlayed,
    CardsDealt,
    CutMade,
    DealerDiscarded,
    ElderDiscarded,
    Event,
    GameResigned,
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
from ecarte.game.rules import Distribution, Manners, Rules, Seat, check_seat
from ecarte.game.state import Deal, Phase, State

# Copies of members: looking a member up in its enum each time costs 7 % of random play.
_CUT: Final = Phase.CUT
_DEAL: Final = Phase.DEAL
_PROPOSE: Final = Phase.PROPOSE
_ANSWER: Final = Phase.ANSWER
_OVER: Final = Phase.OVER
_THREE_TWO: Final = Distribution.THREE_TWO
_NO_HAND_ON: Final = (_CUT, _DEAL, Phase.STANDING, _OVER)
_MOVES: Final = frozenset(get_args(Move))
DISCARD_PHASES: Final = (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD)

# The events of the moves in `State.moves`. Each is made once.
_PLAYED: Final = tuple(tuple(CardPlayed(seat, card) for card in PACK) for seat in Seat)
_SPOKEN: Final[tuple[dict[type[Move], Event], ...]] = tuple(
    {
        Propose: Proposed(),
        Accept: Accepted(conditional=False),
        AcceptIfEnough: Accepted(conditional=True),
        Refuse: Refused(),
        AnnounceKing: KingMarked(seat, KingFrom.ANNOUNCED),
    }
    for seat in Seat
)


def event_of(state: State, seat: Seat, move: Move) -> Event:
    """Returns the event of a lawful move, without the events that must follow it (`State.due`).

    Args:
        state: the state before the move.
        seat: the seat that moves.
        move: the move.

    Raises:
        IllegalMove: the laws forbid the move.
        TypeError: `move` is no move, or `seat` is no seat.
    """
    if type(move) is not Discard and seat is state.player and move in state.moves:
        return _PLAYED[seat.index][move.card.index] if move.card is not None else _SPOKEN[seat.index][type(move)]
    _check_kinds(seat, move)
    if state.table.salon is not None and state.table.due is None and state.phase is not _OVER:
        event = conduct_of(state).event_of(state, seat, move)
        if event is not None:
            return event
    if type(move) is Play:
        raise _why_not_play(state, seat, move.card)
    if state.phase is _OVER:
        raise IllegalMove(Rule.GAME_IS_OVER)
    if state.due is not None:
        raise _not_the_phase(state)
    match move:
        case Play():
            raise AssertionError(move)
        case Propose():
            raise _why_not(state, seat, _PROPOSE)
        case Accept() | AcceptIfEnough() | Refuse():
            raise _why_not(state, seat, _ANSWER)
        case Discard():
            return _discard(state, seat, move)
        case AnnounceKing():
            return _announcement(state, seat)
        case Claim() | Abandon():
            return _end_of_deal(state, seat, move)
        case Resign():
            return GameResigned(seat)
        case ClaimTime():
            return _time(state, seat, move.scope)
        case OfferStop() | AcceptStop() | DeclineStop():
            return _stop(state, seat, move)
        case NameSuit() | RequireSuitNamed() | TakeBack() | TakeKingBack() | CallError() | LetStand():
            if state.rules.manners is Manners.GUIDED:
                raise IllegalMove(Rule.ONLY_IN_A_SALON)
            raise _not_the_phase(state)
        case _:
            assert_never(move)


def _check_kinds(seat: Seat, move: Move) -> None:
    """Raises `TypeError` unless `seat` and `move` have the right types.

    A caller without type checks might pass strings.
    """
    check_seat(seat)
    if type(move) not in _MOVES:
        raise TypeError(f"a move is a value such as Propose() or Play(Card.parse('KS')), not {move!r}")


def cut_event(state: State, north: Card, south: Card) -> CutMade:
    """Returns the event of a cut for the deal (Law 5).

    Raises:
        IllegalMove: no cut is due, or both cards are the same.
        TypeError: a card is no `Card`.
    """
    _in_phase(state, _CUT)
    for card in (north, south):
        if type(card) is not Card:
            raise TypeError(f"a card is a Card, as Card.parse('KS') gives it, not {card!r}")
    if north is south:
        raise IllegalMove(Rule.CUT_TWO_CARDS)
    return CutMade(north, south)


def deal_event(state: State, pack: Sequence[Card], distribution: Distribution | None) -> CardsDealt:
    """Returns the event of a deal (Laws 8, 45).

    Args:
        state: a state that waits for a deal.
        pack: the thirty-two cards, top card first.
        distribution: the dealer's choice of packets. None means the choice made before or, without one, three and two.

    Raises:
        IllegalMove: no deal is due, the pack is incomplete, or the dealer has chosen other packets before.
    """
    return CardsDealt(tuple(pack), packets(state, distribution))


def packets(state: State, distribution: Distribution | None) -> Distribution:
    """Returns whether this deal gives three cards and then two, or two and then three (Law 8).

    Args:
        state: a state that waits for a deal.
        distribution: the dealer's choice. None means the choice made before or, without one, three and two.

    Raises:
        IllegalMove: no deal is due, or the dealer has chosen other packets in an earlier deal.
    """
    table = state.table
    if table.phase is not _DEAL or table.due is not None:
        _in_phase(state, _DEAL)
    chosen = table.game.distributions[state.player.index]
    if distribution is None:
        return chosen or _THREE_TWO
    if type(distribution) is not Distribution:
        raise TypeError(f"the packets of a deal are a Distribution, not {distribution!r}")
    if chosen is not None and distribution is not chosen:
        raise IllegalMove(Rule.SAME_DISTRIBUTION, distribution=chosen.value)
    return distribution


def has_begun(state: State) -> bool:
    """Returns whether a hand is under way: the cards are dealt, and the deal is not over."""
    return state.phase not in _NO_HAND_ON


def discard_bounds(state: State) -> tuple[int, int]:
    """Returns the fewest and the most cards that the seat to act may discard. Call it only while a discard is due.

    The elder exchanges at least one card, and no more than the talon has (Law 38). The dealer exchanges no more than
    the elder leaves, and at least one card if the rules demand that (`Rules.dealer_must_exchange`). After an acceptance
    on condition the dealer may discard up to five cards, and the condition may then fail.
    """
    exchanges = state.exchanges
    if state.phase is Phase.ELDER_DISCARD:
        return 1, min(5, exchanges.talon)
    assert exchanges.asked is not None
    least = 1 if state.rules.dealer_must_exchange else 0
    return least, 5 if exchanges.conditional else min(5, exchanges.talon - len(exchanges.asked))


def _not_the_phase(state: State) -> IllegalMove:
    return IllegalMove(Rule.NOT_THE_PHASE, phase=state.phase.value)


def _in_phase(state: State, *phases: Phase) -> None:
    phase = state.phase
    if phase not in phases or state.table.due is not None:
        raise IllegalMove(Rule.GAME_IS_OVER) if phase is _OVER else _not_the_phase(state)


def _at_turn(state: State, seat: Seat, *phases: Phase) -> None:
    _in_phase(state, *phases)
    if seat is not state.player:
        raise IllegalMove(Rule.NOT_YOUR_TURN, turn=str(state.player))


def _why_not_play(state: State, seat: Seat, card: Card) -> IllegalMove:
    """Returns the error for an unlawful card. The error depends only on cards that the player sees."""
    try:
        _at_turn(state, seat, Phase.PROPOSE, Phase.PLAY)
    except IllegalMove as refusal:
        return refusal
    hand = state.hand(seat)
    if not hand & card.bit:
        return IllegalMove(Rule.CARD_NOT_IN_HAND, card=card.text)
    led = state.led
    assert led is not None
    if not hand & led.suit.mask:
        rule = Rule.TRUMP_THE_TRICK
    elif card.suit is not led.suit:
        rule = Rule.FOLLOW_SUIT
    else:
        rule = Rule.WIN_THE_TRICK
    return IllegalMove(rule, card=card.text, led=led.text)


def _why_not(state: State, seat: Seat, phase: Phase) -> IllegalMove:
    """Returns the error for an unlawful proposal or answer. Such a move is possible only in `phase`."""
    try:
        _at_turn(state, seat, phase)
    except IllegalMove as refusal:
        return refusal
    # Seat and phase are right, so this is AcceptIfEnough: the rules exclude it, or the condition cannot fail (Law 38).
    if not state.rules.if_enough:
        return IllegalMove(Rule.NO_CONDITIONS)
    return IllegalMove(Rule.ENOUGH_IN_TALON, talon=state.exchanges.talon)


def _discard(state: State, seat: Seat, move: Discard) -> Event:
    _at_turn(state, seat, *DISCARD_PHASES)
    cards = move.cards
    for card in cards:
        if not state.mine & card.bit:
            raise IllegalMove(Rule.CARD_NOT_HELD, card=card.text)
    least, most = discard_bounds(state)
    elder = state.phase is Phase.ELDER_DISCARD
    if len(cards) < least:
        raise IllegalMove(Rule.ONE_CARD_AT_LEAST if elder else Rule.DEALER_MUST_EXCHANGE)
    if len(cards) > most:
        raise IllegalMove(Rule.TOO_MANY_CARDS, cards=len(cards), left=most)
    return ElderDiscarded(cards) if elder else DealerDiscarded(cards)


def _announcement(state: State, seat: Seat) -> Event:
    if not has_begun(state):
        raise _not_the_phase(state)
    if state.window is seat:
        return KingMarked(seat, KingFrom.ANNOUNCED)
    if state.king is not None:
        raise IllegalMove(Rule.KING_MARKED_ALREADY)
    deal = state.last_deal
    king = king_of(deal.trump)
    asked = state.exchanges.asked
    discarded = seat is deal.elder and asked is not None and king in asked
    had_king = (mask_of(deal.places[seat.index]) & king.bit) and not discarded
    # `window` is closed. A player who had the king has missed the time to announce it.
    raise IllegalMove(Rule.KING_TOO_LATE if had_king else Rule.NO_KING_TO_ANNOUNCE)


def _end_of_deal(state: State, seat: Seat, move: Claim | Abandon) -> Event:
    if not has_begun(state):
        raise IllegalMove(Rule.NO_HAND_TO_ABANDON, phase=state.phase.value)
    if type(move) is Abandon:
        return HandAbandoned(seat)
    assert isinstance(move, Claim)
    if not on_lead(state, seat):
        raise IllegalMove(Rule.CLAIM_ON_LEAD)
    if move.goal not in certain_goals(state, seat):
        raise IllegalMove(Rule.CLAIM_NOT_CERTAIN, goal=move.goal.value)
    return HandClaimed(seat, move.goal, state.cards(seat))


def _time(state: State, seat: Seat, scope: Scope) -> Event:
    if state.turn is not seat.other:
        raise IllegalMove(Rule.NOT_LATE)
    if scope is Scope.DEAL and not has_begun(state):
        raise _not_the_phase(state)
    return TimeClaimed(seat, scope)


def _stop(state: State, seat: Seat, move: OfferStop | AcceptStop | DeclineStop) -> Event:
    offer = state.game.offer
    if type(move) is OfferStop:
        if offer is not None:
            raise IllegalMove(Rule.STOP_OFFERED_ALREADY)
        return StopOffered(seat)
    if offer is not seat.other:
        raise IllegalMove(Rule.NO_STOP_OFFERED)
    return StopAnswered(seat, accepted=type(move) is AcceptStop)


_ANNOUNCE: Final = AnnounceKing()


def with_announcement(moves: tuple[Move, ...], window: Seat | None, seat: Seat) -> tuple[Move, ...]:
    """Returns the moves of `seat` and, if it may announce the king now, the announcement as the last one.

    Args:
        moves: the other moves of `seat`.
        window: the seat that may announce the king, or None.
        seat: the seat to act.
    """
    return (*moves, _ANNOUNCE) if window is seat else moves


def without_announcement(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Returns the moves without the last one, which must be the announcement of the king."""
    return moves[:-1]


def holder_of_king(deal: Deal, elders: int, dealers: int) -> Seat | None:
    """Returns the seat that holds the king of trumps. None if neither does, or if the king has been scored already.

    Args:
        deal: the deal.
        elders, dealers: the hands of the elder and of the dealer (masks).
    """
    if deal.king is not None:
        return None
    king = 1 << deal.trump.shift
    return deal.elder if elders & king else deal.dealer if dealers & king else None


def window_after(window: Seat, player: Seat, deal: Deal, card: Card, rules: Rules) -> Seat | None:
    """Returns which seat may still announce the king of trumps after a card was played, or None.

    Args:
        window: the seat that could announce it before the card.
        player: the seat that played the card.
        deal: the deal.
        card: the card.
        rules: the rules of the table.
    """
    if player is window:
        # The first card closes the window, unless it is the king itself. Then the player's next card closes it.
        stays = card is king_of(deal.trump) and (rules.king_after_reply or player is deal.elder)
        return window if stays else None
    # An elder who still has the window has led the king; the reply closes the window.
    return None if window is deal.elder else window
