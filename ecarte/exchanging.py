"""Proposing, answering and exchanging: how these events change a state (Laws 26-28, 38; treatise, pp. 31-32).

Both discard before anyone is given a card; then the elder hand is given his, and the dealer his.
"""

from __future__ import annotations

from typing import Final, assert_never

from ecarte.cards import Card, mask_of
from ecarte.dealing import five, proposing
from ecarte.events import Accepted, ConditionFailed, DealerDiscarded, ElderDiscarded, Event, Proposed, Refused
from ecarte.kings import announcing, holder_of_king, king_of
from ecarte.moves import Accept, AcceptIfEnough, Move, Refuse
from ecarte.seats import Seat
from ecarte.state import Deal, Exchanges, Phase, State, Table
from ecarte.tricks import leads

__all__ = ["exchange_step"]

# Names of this module: to look up an enum's member costs ten times as much.
_NORTH: Final = Seat.NORTH
_PROPOSE: Final = Phase.PROPOSE
_ANSWER: Final = Phase.ANSWER
_ELDER_DISCARD: Final = Phase.ELDER_DISCARD
_DEALER_DISCARD: Final = Phase.DEALER_DISCARD
_PLAY: Final = Phase.PLAY

_LAST_TO_SUFFICE: Final = 22  # of thirty-two cards drawn: ten are left, five for each

_ANSWERS: Final[tuple[Move, ...]] = (Accept(), Refuse())
_ANSWERS_TO_A_SHORT_TALON: Final[tuple[Move, ...]] = (Accept(), AcceptIfEnough(), Refuse())


def exchange_step(
    state: State, event: Proposed | Accepted | Refused | ElderDiscarded | DealerDiscarded | ConditionFailed
) -> State:
    """The state after one of these events."""
    table = state._table
    deal, exchanges, window = table.deal, table.exchanges, table.window
    assert deal is not None
    new = state.copy()
    new._trump = None  # `_leading` finds whether the lead is one without ceremony
    due: Event | None = None
    drawn, out, rounds, proposals, asked, conditional, refused = exchanges
    match event:
        case Proposed():
            proposals += 1
            phase = _ANSWER
            new.pass_to(deal.dealer)
            answers = _ANSWERS if drawn <= _LAST_TO_SUFFICE else _ANSWERS_TO_A_SHORT_TALON
            new._ready = announcing(answers, window, deal.dealer)
        case Refused():
            refused = True
            phase = _PLAY
            _leading(new, deal, window)
        case Accepted():
            conditional = event.conditional
            phase = _ELDER_DISCARD
            new.pass_to(deal.elder)
            new._ready = ()
        case ElderDiscarded():
            asked = event.cards
            phase = _DEALER_DISCARD
            window = None if king_of(deal.trump) in asked else window
            new.pass_to(deal.dealer)
            if not conditional and len(asked) == exchanges.talon:
                # Nothing is left for the dealer: he plays the hand that he has (Law 38).
                due = DealerDiscarded(())
        case DealerDiscarded():
            assert asked is not None
            if len(asked) + len(event.cards) <= exchanges.talon:
                _exchanged(new, deal, asked, event.cards)
                return new
            phase = _DEALER_DISCARD
            due = ConditionFailed()
        case ConditionFailed():
            asked, conditional, refused = None, False, True
            phase = _PLAY
            window = holder_of_king(deal, new)
            _leading(new, deal, window)
        case _:
            assert_never(event)
    exchanges = Exchanges(drawn, out, rounds, proposals, asked, conditional, refused)
    new._table = Table(phase, table.game, deal, exchanges, window, due)
    return new


def _leading(new: State, deal: Deal, window: Seat | None) -> None:
    """The elder hand leads, and may not propose any more."""
    new.pass_to(deal.elder)
    new._ready = announcing(leads(new._mine), window, deal.elder)
    new._trump = deal.trump if window is None else None


def _exchanged(new: State, deal: Deal, elders: tuple[Card, ...], dealers: tuple[Card, ...]) -> None:
    """Both are given as many cards as they put out, the elder hand first."""
    game, before = new._table.game, new._table.exchanges
    middle = before.drawn + len(elders)
    end = middle + len(dealers)
    north, south = deal.places
    out_north, out_south = before.out
    if deal.elder is _NORTH:
        north, out_north = _refilled(north, elders, deal.pack[before.drawn : middle], out_north)
        south, out_south = _refilled(south, dealers, deal.pack[middle:end], out_south)
        new._mine, new._theirs = five(north), five(south)
    else:
        south, out_south = _refilled(south, elders, deal.pack[before.drawn : middle], out_south)
        north, out_north = _refilled(north, dealers, deal.pack[middle:end], out_north)
        new._mine, new._theirs = five(south), five(north)
    new._turn = deal.elder
    rounds = (*before.rounds, (len(elders), len(dealers)))
    exchanges = Exchanges(end, (out_north, out_south), rounds, before.proposals)
    deal = deal._replace(places=(north, south))
    window = holder_of_king(deal, new)
    limit = game.rules.exchanges
    may_propose = exchanges.talon > 0 and (limit is None or len(rounds) < limit)
    new._table = Table(_PROPOSE if may_propose else _PLAY, game, deal, exchanges, window)
    _leading(new, deal, window)
    if may_propose:
        new._ready = proposing(new._mine, window, deal.elder)


def _refilled(
    places: tuple[Card, ...], gone: tuple[Card, ...], given: tuple[Card, ...], out: int
) -> tuple[tuple[Card, ...], int]:
    """The places, each card that is gone replaced by the next one given; and the mask of all that has gone."""
    new = iter(given)
    return tuple([next(new) if card in gone else card for card in places]), out | mask_of(gone)
