"""Changes states from the start of a game to the play: cutting, dealing, proposing, exchanging (Laws 5, 8, 10;
treatise, pp. 30-31).

The events carry all randomness: the cards of the cut and the order of the pack.
"""

from __future__ import annotations

from typing import Final

from ecarte.game.cards import Card, mask_of
from ecarte.game.events import (
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    GameStarted,
    KingFrom,
    KingMarked,
)
from ecarte.game.legality import discard_bounds, holder_of_king, with_announcement
from ecarte.game.moves import Accept, AcceptIfEnough, Move, Propose, Refuse, discards
from ecarte.game.rules import Distribution, Seat
from ecarte.game.state import NO_EXCHANGE, Deal, Exchanges, Game, Phase, State, Table, make, new_state
from ecarte.game.tricks import leads

# Copies of members: looking a member up in its enum each time costs 7 % of random play.
_NORTH: Final = Seat.NORTH
_PROPOSE: Final = Phase.PROPOSE
_THREE_TWO: Final = Distribution.THREE_TWO
_ANSWER: Final = Phase.ANSWER
_ELDER_DISCARD: Final = Phase.ELDER_DISCARD
_DEALER_DISCARD: Final = Phase.DEALER_DISCARD
_PLAY: Final = Phase.PLAY
_PROPOSAL: Final[tuple[Move, ...]] = (Propose(),)
# The event of a turned-up king, for each dealer.
_TURNED: Final = tuple(KingMarked(seat, KingFrom.TURNED) for seat in Seat)


def state_at_start(event: GameStarted, score: tuple[int, int] = (0, 0)) -> State:
    """Returns the state of a game before the cut or, if the dealer is known, before the first deal.

    Args:
        event: the start of the game.
        score: the points of North and South, for a game that does not begin at love-all.
    """
    new = new_state(State)
    new.player = event.dealer or _NORTH
    new.mine = new.theirs = new.north_tricks = 0
    new.moves = ()
    new.lead = new.line = new.trump = new.window = None
    packets = event.rules.packets
    game = Game(event.rules, event.dealer, score, distributions=(packets, packets))
    new.table = Table(Phase.CUT if event.dealer is None else Phase.DEAL, game)
    return new


def after_cut(state: State, event: CutMade) -> State:
    """Returns the state after a cut: the player with the higher card deals. Equal ranks change nothing (Law 5)."""
    north, south = event.north.rank.strength, event.south.rank.strength
    if north == south:
        return state
    dealer = Seat.NORTH if north > south else Seat.SOUTH
    new = state.copy()
    new.player = dealer
    new.table = Table(Phase.DEAL, state.game._replace(dealer=dealer))
    return new


def after_deal(state: State, pack: tuple[Card, ...], distribution: Distribution) -> State:
    """Returns the state after a deal: each player has five cards, the eleventh is turned up, and the elder may propose
    or lead.
    """
    game, before = state.table.game, state.table.deal
    dealer = game.dealer
    assert dealer is not None
    elder = dealer.other
    # All bits differ, so `+` gives the same as `|`; CPython adds a little faster.
    one, two, three, four, five, six, seven, eight, nine, ten, turn_up = pack[:11]
    if distribution is _THREE_TWO:
        elders = one.bit + two.bit + three.bit + seven.bit + eight.bit
        dealers = four.bit + five.bit + six.bit + nine.bit + ten.bit
    else:
        elders = one.bit + two.bit + five.bit + six.bit + seven.bit
        dealers = three.bit + four.bit + eight.bit + nine.bit + ten.bit
    if game.distributions[dealer.index] is None or game.offer is not None:
        north, south = game.distributions
        chosen = (distribution, south) if dealer is _NORTH else (north, distribution)
        game = make(Game, (game.rules, dealer, game.score, chosen, game.begun, None, game.outcome))
    trump = turn_up.suit
    number = 1 if before is None else before.number + 1
    deal = make(Deal, (number, dealer, elder, distribution, pack, trump, None, None, None))
    new = new_state(State)
    new.player = elder
    new.mine = elders
    new.theirs = dealers
    new.north_tricks = 0
    new.lead = new.line = None
    new.trump = trump
    if turn_up.higher:
        window = holder_of_king(deal, elders, dealers)
        new.moves = moves = _PROPOSAL + leads(elders)
        if window is elder:
            new.moves = with_announcement(moves, window, elder)
        new.table = make(Table, (_PROPOSE, game, deal, NO_EXCHANGE, None, None, None))
    else:
        window = None
        new.moves = ()
        new.table = make(Table, (_PROPOSE, game, deal, NO_EXCHANGE, _TURNED[dealer.index], None, None))
    new.window = window
    return new


def moves_of_proposer(hand: int, window: Seat | None, elder: Seat) -> tuple[Move, ...]:
    """Returns the moves of an elder who may propose or lead.

    Args:
        hand: the elder's cards (a mask).
        window: the seat that may announce the king of trumps, or None.
        elder: the elder's seat.
    """
    return with_announcement(_PROPOSAL + leads(hand), window, elder)


_ANSWERS: Final[tuple[Move, ...]] = (Accept(), Refuse())
_ANSWERS_TO_A_SHORT_TALON: Final[tuple[Move, ...]] = (Accept(), AcceptIfEnough(), Refuse())


def after_proposal(state: State) -> State:
    """Returns the state after the elder has proposed. The dealer answers next."""
    before = state.table.exchanges
    drawn = before.drawn
    exchanges = make(Exchanges, (drawn, before.out, before.rounds, before.proposals + 1, None, False, False))
    deal, new = _next(state, _ANSWER, exchanges)
    new.pass_to(deal.dealer)
    enough = 32 - drawn >= 10 or not new.table.game.rules.if_enough
    new.moves = with_announcement(_ANSWERS if enough else _ANSWERS_TO_A_SHORT_TALON, new.window, deal.dealer)
    return new


def after_refusal(state: State) -> State:
    """Returns the state after the dealer has refused. The elder leads next."""
    deal, new = _next(state, _PLAY, state.table.exchanges._replace(asked=None, conditional=False, refused=True))
    new.pass_to(deal.elder)
    new.moves = with_announcement(leads(new.mine), new.window, deal.elder)
    return new


def after_acceptance(state: State, conditional: bool) -> State:
    """Returns the state after the dealer has accepted. The elder discards next."""
    deal, new = _next(state, _ELDER_DISCARD, state.table.exchanges._replace(conditional=conditional))
    new.pass_to(deal.elder)
    _discarding(new)
    return new


def after_elder_discard(state: State, cards: tuple[Card, ...]) -> State:
    """Returns the state after the elder has discarded. The dealer discards next."""
    exchanges = state.table.exchanges
    deal, new = _next(state, _DEALER_DISCARD, exchanges._replace(asked=cards))
    # The king may be among the discards. If the condition fails, `after_failed_condition` finds its holder again.
    new.window = holder_of_king(deal, state.mine & ~mask_of(cards), state.theirs)
    new.pass_to(deal.dealer)
    if not exchanges.conditional and len(cards) == exchanges.talon:
        # No card of the talon is left for the dealer, who keeps the hand (Law 38).
        return new.bringing_about(DealerDiscarded(()))
    _discarding(new)
    return new


def after_dealer_discard(state: State, cards: tuple[Card, ...]) -> State:
    """Returns the state after the dealer has discarded and both players have drawn new cards, the elder first.

    If the talon does not suffice for both, no player draws: the event `ConditionFailed` is due in the returned state.
    """
    table = state.table
    game, deal, before = table.game, state.last_deal, table.exchanges
    drawn, elders = before.drawn, before.asked
    assert elders is not None
    middle = drawn + len(elders)
    end = middle + len(cards)
    if end > 32:
        return state.bringing_about(ConditionFailed())
    given_elder, given_dealer = deal.pack[drawn:middle], deal.pack[middle:end]
    out_elder, out_dealer = mask_of(elders), mask_of(cards)
    north, south = deal.places
    out_north, out_south = before.out
    if deal.elder is _NORTH:
        places = (_refill(north, elders, given_elder), _refill(south, cards, given_dealer))
        out = (out_north | out_elder, out_south | out_dealer)
    else:
        places = (_refill(north, cards, given_dealer), _refill(south, elders, given_elder))
        out = (out_north | out_dealer, out_south | out_elder)
    rounds = (*before.rounds, (len(elders), len(cards)))
    deal, elder = deal._replace(exchanged=places), deal.elder
    new = state.copy()
    new.player = elder
    new.mine = state.theirs ^ out_elder | mask_of(given_elder)
    new.theirs = state.mine ^ out_dealer | mask_of(given_dealer)
    new.window = window = holder_of_king(deal, new.mine, new.theirs)
    limit = game.rules.exchanges
    may_propose = end < 32 and (limit is None or len(rounds) < limit)
    exchanges = make(Exchanges, (end, out, rounds, before.proposals, None, False, False))
    new.table = make(Table, (_PROPOSE if may_propose else _PLAY, game, deal, exchanges, None, None, table.salon))
    if may_propose:
        new.moves = moves_of_proposer(new.mine, window, elder)
    else:
        new.moves = with_announcement(leads(new.mine), window, elder)
    return new


def after_failed_condition(state: State) -> State:
    """Returns the state after both players took their discards back, because the talon does not suffice for both. The
    elder leads next.
    """
    new = after_refusal(state)
    deal = new.last_deal
    new.window = holder_of_king(deal, new.mine, new.theirs)
    new.moves = with_announcement(leads(new.mine), new.window, deal.elder)
    return new


def _next(state: State, phase: Phase, exchanges: Exchanges) -> tuple[Deal, State]:
    """Returns the deal, and a copy of the state with another phase. The caller sets the seat to act and its moves."""
    table = state.table
    deal = table.deal
    assert deal is not None
    new = state.copy()
    new.table = make(Table, (phase, table.game, deal, exchanges, None, None, table.salon))
    return deal, new


def _discarding(new: State) -> None:
    """Sets the legal moves of a state to all discards of the seat to act."""
    new.moves = with_announcement(discards(new.mine, *discard_bounds(new)), new.window, new.player)


def _refill(places: tuple[Card, ...], discarded: tuple[Card, ...], drawn: tuple[Card, ...]) -> tuple[Card, ...]:
    """Returns the places of a hand, where each discarded card is replaced by the next new card."""
    new = iter(drawn)
    return tuple([next(new) if card in discarded else card for card in places])
