"""How an event changes the state: `step`, which trusts the event; `ecarte.engine.evolve` checks it first.

What must follow from an event (a king turned up is marked, the fifth trick is scored, five points end the game)
is written into the new state as `due`, so that those who decide and those who replay learn it from one place.
No clock, no chance: the same state and event always give the same state.
"""

from __future__ import annotations

from typing import assert_never

from ecarte import scoring
from ecarte.cards import PACK, Card, Suit, mask_of
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
from ecarte.moves import Accept, AcceptIfEnough, AnnounceKing, Move, Propose, Refuse, Scope
from ecarte.seats import Seat
from ecarte.state import Deal, Draft, Exchanges, Game, Phase, State
from ecarte.tricks import leads, replies, reply_wins

__all__ = ["started", "step"]

# Names of this module: looking up an enum's member costs ten times as much, and a card must cost a microsecond.
_PLAY = Phase.PLAY
_PROPOSE = Phase.PROPOSE
_ANSWER = Phase.ANSWER
_NORTH = Seat.NORTH
_THREE_TWO = Distribution.THREE_TWO
_ANNOUNCE = (AnnounceKing(),)
_PROPOSING = (Propose(),)
_ANSWERS = (Accept(), Refuse())
_ANSWERS_TO_A_SHORT_TALON = (Accept(), AcceptIfEnough(), Refuse())


def started(event: GameStarted) -> State:
    """The state of a game in which nothing has happened yet."""
    draft = Draft()
    draft.phase = Phase.CUT if event.dealer is None else Phase.DEAL
    draft.turn = event.dealer
    draft.ready = ()
    draft.mine = draft.theirs = 0
    draft.led = draft.line = None
    draft.elder_tricks = 0
    draft.deal = None
    draft.game = Game(event.rules, event.dealer)
    draft.vulnerable = draft.window = draft.king = draft.scored = draft.due = None
    return draft.freeze()


def step(state: State, event: Event) -> State:
    """The state after an event that is known to be possible in it."""
    if type(event) is CardPlayed:
        return card_played(state, event.card)
    if type(event) is CardsDealt:
        return _cards_dealt(state, event)
    draft = state.thaw()
    draft.due = None
    match event:
        case CutMade():
            _cut(draft, event)
        case KingMarked():
            _king_marked(draft, event)
        case Proposed() | Accepted() | Refused() | ElderDiscarded() | DealerDiscarded() | ConditionFailed():
            _exchanging(draft, _deal_of(draft), event)
        case HandAbandoned() | HandClaimed() | TimeClaimed():
            _cut_short(draft, event)
        case DealScored():
            _scored(draft, _deal_of(draft), event)
        case GameResigned():
            draft.due = _given_up(draft.game, event.seat, Ending.RESIGNED)
        case StopOffered():
            draft.game = draft.game._replace(offer=event.seat)
        case StopAnswered():
            draft.game = draft.game._replace(offer=None)
            if event.accepted:
                draft.due = GameEnded(None, Ending.AGREED)
        case GameEnded():
            _ended(draft, event)
        case GameStarted() | CardPlayed() | CardsDealt():
            raise AssertionError(event)
        case _:
            assert_never(event)
    draft.ready = _ready(draft)
    return draft.freeze()


def card_played(state: State, card: Card) -> State:
    """The state after the seat to act has played a card that he may play."""
    deal = state.deal
    assert deal is not None
    window = state.window
    led = state.led
    left = state.mine ^ card.bit
    turn: Seat | None
    draft = Draft()
    draft.phase = _PLAY
    draft.game = state.game
    draft.deal = deal
    draft.vulnerable = state.vulnerable
    draft.king = state.king
    draft.scored = draft.due = None
    draft.line = (state.line, card)
    if window is not None:
        window = _window_after(window, state.turn, deal, card)
    draft.window = window
    if led is None:
        if state.line is None:
            if state.phase is _PROPOSE and not deal.exchanges.proposals:
                draft.vulnerable = deal.elder
            draft.game = _begun(state.game)
        draft.led = card
        draft.turn = turn = deal.dealer if state.turn is deal.elder else deal.elder
        draft.mine = state.theirs
        draft.theirs = left
        draft.elder_tricks = state.elder_tricks
        ready: tuple[Move, ...] = replies(state.theirs, card, deal.trump)
    else:
        draft.led = None
        if reply_wins(led, card, deal.trump):
            draft.turn = turn = state.turn
            draft.mine = left
            draft.theirs = state.theirs
        else:
            draft.turn = turn = deal.dealer if state.turn is deal.elder else deal.elder
            draft.mine = state.theirs
            draft.theirs = left
        draft.elder_tricks = state.elder_tricks + 1 if turn is deal.elder else state.elder_tricks
        if left:
            ready = leads(draft.mine)
        else:
            ready = ()
            tricks = _by_seat(deal, draft.elder_tricks, 5 - draft.elder_tricks)
            draft.due = DealScored(*scoring.played_out(tricks, deal.dealer, draft.vulnerable), tricks)
    draft.ready = ready + _ANNOUNCE if window is not None and window is turn else ready
    draft.__class__ = State  # what `freeze` does, without a call: a card is played a million times
    return draft  # type: ignore[return-value]  # it has just become one


def _cards_dealt(state: State, event: CardsDealt) -> State:
    game, pack = state.game, event.pack
    dealer = game.dealer
    assert dealer is not None
    elder = dealer.other
    if event.distribution is _THREE_TWO:
        first, second = pack[0:3] + pack[6:8], pack[3:6] + pack[8:10]
    else:
        first, second = pack[0:2] + pack[4:7], pack[2:4] + pack[7:10]
    if game.distributions[dealer.index] is None or game.offer is not None:
        north, south = game.distributions
        chosen = (event.distribution, south) if dealer is Seat.NORTH else (north, event.distribution)
        game = game._replace(distributions=chosen, offer=None)
    turn_up = pack[10]
    trump = turn_up.suit
    number = 1 if state.deal is None else state.deal.number + 1
    places = (first, second) if elder is _NORTH else (second, first)
    draft = Draft()
    draft.phase = _PROPOSE
    draft.turn = elder
    draft.mine = mask_of(first)
    draft.theirs = mask_of(second)
    draft.led = draft.line = draft.vulnerable = draft.king = draft.scored = draft.due = None
    draft.elder_tricks = 0
    draft.game = game
    draft.deal = deal = Deal(number, dealer, elder, event.distribution, pack, trump, places)
    if turn_up.higher:
        draft.window = _holder_of_king(draft, deal)
    else:
        draft.window = None
        draft.due = KingMarked(dealer, KingFrom.TURNED)
    draft.ready = _ready(draft)
    return draft.freeze()


def _deal_of(state: Draft) -> Deal:
    deal = state.deal
    assert deal is not None
    return deal


def _by_seat(deal: Deal, elder: int, dealer: int) -> tuple[int, int]:
    return (elder, dealer) if deal.elder is _NORTH else (dealer, elder)


def _begun(game: Game) -> Game:
    return game if game.begun else game._replace(begun=True)


def _window_after(window: Seat, player: Seat | None, deal: Deal, card: Card) -> Seat | None:
    """Whether `window` may still announce his king when `player` has played `card` (Laws 23, 24)."""
    if player is window:
        # His first card closes it unless it is the king itself; and then his next card does, which is not.
        return window if card is _king_of(deal.trump) else None
    # An elder hand who is played to has led the king, or his window would be closed; now it closes.
    return None if window is deal.elder else window


def _king_of(trump: Suit) -> Card:
    return PACK[trump.shift]


def _holder_of_king(draft: Draft, deal: Deal) -> Seat | None:
    """Who holds the king of trumps in hand, unmarked; a card put out to be exchanged is not held."""
    if draft.king is not None:
        return None
    king = _king_of(deal.trump).bit
    if draft.mine & king:
        holder = draft.turn
    elif draft.theirs & king:
        holder = deal.dealer if draft.turn is deal.elder else deal.elder
    else:
        return None
    asked = deal.exchanges.asked
    return None if asked is not None and _king_of(deal.trump) in asked else holder


def _ready(draft: Draft) -> tuple[Move, ...]:
    """What the seat to act may do; discards are not listed here, for there are thirty-two of them."""
    if draft.due is not None or draft.deal is None:
        return ()
    phase = draft.phase
    moves: tuple[Move, ...]
    if phase is _PROPOSE:
        moves = _PROPOSING + leads(draft.mine)
    elif phase is _PLAY:
        moves = leads(draft.mine) if draft.led is None else replies(draft.mine, draft.led, draft.deal.trump)
    elif phase is _ANSWER:
        moves = _ANSWERS if draft.deal.exchanges.talon >= 10 else _ANSWERS_TO_A_SHORT_TALON
    else:
        return ()
    return moves + _ANNOUNCE if draft.window is not None and draft.window is draft.turn else moves


def _cut(draft: Draft, event: CutMade) -> None:
    north, south = event.north.rank.strength, event.south.rank.strength
    if north == south:
        return
    dealer = Seat.NORTH if north > south else Seat.SOUTH
    draft.game = draft.game._replace(dealer=dealer)
    draft.phase, draft.turn = Phase.DEAL, dealer


def _king_marked(draft: Draft, event: KingMarked) -> None:
    draft.king, draft.window = event, None
    if event.how is KingFrom.ANNOUNCED:
        draft.game = _begun(draft.game)
    _mark(draft, event.seat, 1, draft.game.dealer)


def _mark(draft: Draft, seat: Seat, points: int, dealer: Seat | None) -> None:
    """Mark the points, five at most; five end the game at once. `dealer` deals, or deals next."""
    game = draft.game
    north, south = game.score
    if seat is _NORTH:
        north = min(game.rules.points, north + points)
    else:
        south = min(game.rules.points, south + points)
    draft.game = Game(game.rules, dealer, (north, south), game.distributions, game.begun, game.offer)
    if game.rules.points in (north, south):
        draft.due = GameEnded(seat, Ending.FIVE)


def _exchanging(
    draft: Draft,
    deal: Deal,
    event: Proposed | Accepted | Refused | ElderDiscarded | DealerDiscarded | ConditionFailed,
) -> None:
    exchanges = deal.exchanges
    match event:
        case Proposed():
            draft.game = _begun(draft.game)
            draft.deal = deal._replace(exchanges=exchanges._replace(proposals=exchanges.proposals + 1))
            _pass_to(draft, Phase.ANSWER, deal.dealer)
        case Accepted():
            draft.deal = deal._replace(exchanges=exchanges._replace(conditional=event.conditional))
            _pass_to(draft, Phase.ELDER_DISCARD, deal.elder)
        case Refused():
            if exchanges.proposals == 1:
                draft.vulnerable = deal.dealer
            _pass_to(draft, Phase.PLAY, deal.elder)
        case ElderDiscarded():
            draft.deal = deal = deal._replace(exchanges=exchanges._replace(asked=event.cards))
            draft.window = _holder_of_king(draft, deal)
            _pass_to(draft, Phase.DEALER_DISCARD, deal.dealer)
            if not exchanges.conditional and len(event.cards) == exchanges.talon:
                # Nothing is left for the dealer: he plays the hand that he has (Law 38).
                draft.due = DealerDiscarded(())
        case DealerDiscarded():
            assert exchanges.asked is not None
            if len(exchanges.asked) + len(event.cards) > exchanges.talon:
                draft.due = ConditionFailed()
            else:
                _exchanged(draft, deal, exchanges.asked, event.cards)
        case ConditionFailed():
            draft.deal = deal = deal._replace(exchanges=exchanges._replace(asked=None, conditional=False))
            draft.window = _holder_of_king(draft, deal)
            _pass_to(draft, Phase.PLAY, deal.elder)
        case _:
            assert_never(event)


def _pass_to(draft: Draft, phase: Phase, seat: Seat) -> None:
    draft.phase = phase
    if draft.turn is not seat:
        draft.turn, draft.mine, draft.theirs = seat, draft.theirs, draft.mine


def _exchanged(draft: Draft, deal: Deal, asked: tuple[Card, ...], dealers: tuple[Card, ...]) -> None:
    """Both are given their cards, the elder hand first; each new card takes the place of an old one."""
    exchanges = deal.exchanges
    first = exchanges.drawn
    second = first + len(asked)
    end = second + len(dealers)
    given = {deal.elder: deal.pack[first:second], deal.dealer: deal.pack[second:end]}
    gone = {deal.elder: asked, deal.dealer: dealers}
    north, south = (_refilled(deal.places[seat.index], gone[seat], given[seat]) for seat in Seat)
    out_north, out_south = (exchanges.out[seat.index] | mask_of(gone[seat]) for seat in Seat)
    rounds = (*exchanges.rounds, (len(asked), len(dealers)))
    after = Exchanges(end, (out_north, out_south), rounds, exchanges.proposals)
    draft.deal = deal = deal._replace(places=(north, south), exchanges=after)
    limit = draft.game.rules.exchanges
    may_propose = after.talon > 0 and (limit is None or len(rounds) < limit)
    draft.phase, draft.turn = Phase.PROPOSE if may_propose else Phase.PLAY, deal.elder
    draft.put_hands(mask_of(north), mask_of(south))
    draft.window = _holder_of_king(draft, deal)


def _refilled(places: tuple[Card, ...], gone: tuple[Card, ...], given: tuple[Card, ...]) -> tuple[Card, ...]:
    new = iter(given)
    return tuple(next(new) if card in gone else card for card in places)


def _cut_short(draft: Draft, event: HandAbandoned | HandClaimed | TimeClaimed) -> None:
    if type(event) is TimeClaimed and (event.scope is Scope.GAME or not draft.game.begun):
        draft.due = _given_up(draft.game, event.seat.other, Ending.TIME)
        return
    deal = _deal_of(draft)
    tricks = _tricks(draft, deal)
    match event:
        case HandAbandoned():
            marks = scoring.abandoned(event.seat, tricks, deal.dealer, draft.vulnerable)
        case HandClaimed():
            marks = scoring.claimed(event.seat, event.goal, deal.dealer, draft.vulnerable)
        case TimeClaimed():
            marks = scoring.abandoned(event.seat.other, tricks, deal.dealer, draft.vulnerable)
        case _:
            assert_never(event)
    draft.game = _begun(draft.game)
    draft.deal = deal._replace(ended_by=event)
    draft.due = DealScored(*marks, tricks)


def _tricks(draft: Draft, deal: Deal) -> tuple[int, int]:
    played = 10 - (draft.mine | draft.theirs).bit_count()
    return _by_seat(deal, draft.elder_tricks, played // 2 - draft.elder_tricks)


def _given_up(game: Game, loser: Seat, how: Ending) -> GameEnded:
    return GameEnded(loser.other, how) if game.begun else GameEnded(None, Ending.VOID)


def _scored(draft: Draft, deal: Deal, event: DealScored) -> None:
    draft.scored, draft.window, draft.led = event, None, None
    _mark(draft, event.seat, event.points, deal.dealer.other)
    _pass_to(draft, Phase.DEAL, deal.dealer.other)


def _ended(draft: Draft, event: GameEnded) -> None:
    if draft.turn is Seat.SOUTH:
        draft.mine, draft.theirs = draft.theirs, draft.mine
    draft.phase, draft.turn = Phase.OVER, None
    draft.window = draft.led = None
    draft.game = draft.game._replace(offer=None, outcome=event)
