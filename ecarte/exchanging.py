"""Proposing, answering and exchanging: how these events change a state (Laws 26-28, 38; treatise, pp. 31-32).

Both discard before anyone is given a card; then the elder hand is given his, and the dealer his. What is
written into a state here is written before anyone else has seen it, as in `ecarte.evolution`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from ecarte.cards import Card, mask_of
from ecarte.events import Accepted, ConditionFailed, DealerDiscarded, ElderDiscarded, Proposed, Refused
from ecarte.kings import announcing, holder_of_king
from ecarte.moves import Accept, AcceptIfEnough, Move, Propose, Refuse
from ecarte.seats import Seat
from ecarte.state import Deal, Exchanges, Phase, State
from ecarte.tricks import leads

__all__ = ["exchange_step"]

_PROPOSING: Final[tuple[Move, ...]] = (Propose(),)
_ANSWERS: Final[tuple[Move, ...]] = (Accept(), Refuse())
_ANSWERS_TO_A_SHORT_TALON: Final[tuple[Move, ...]] = (Accept(), AcceptIfEnough(), Refuse())


def exchange_step(
    new: State, event: Proposed | Accepted | Refused | ElderDiscarded | DealerDiscarded | ConditionFailed
) -> None:
    """Write what the event changes into `new`, a copy of the state before it."""
    deal, exchanges = new._deal, new._exchanges
    assert deal is not None
    match event:
        case Proposed():
            new._exchanges = exchanges._replace(proposals=exchanges.proposals + 1)
            if not new._game.begun:
                new._game = new._game._replace(begun=True)
            new.pass_to(Phase.ANSWER, deal.dealer)
            answers = _ANSWERS if exchanges.talon >= 10 else _ANSWERS_TO_A_SHORT_TALON
            new._ready = announcing(answers, new._window, deal.dealer)
        case Accepted():
            new._exchanges = exchanges._replace(conditional=event.conditional)
            new.pass_to(Phase.ELDER_DISCARD, deal.elder)
            new._ready = ()
        case Refused():
            new._exchanges = exchanges._replace(refused=True)
            _to_play(new, deal)
        case ElderDiscarded():
            new._exchanges = exchanges._replace(asked=event.cards)
            new._window = holder_of_king(new)
            new.pass_to(Phase.DEALER_DISCARD, deal.dealer)
            if not exchanges.conditional and len(event.cards) == exchanges.talon:
                # Nothing is left for the dealer: he plays the hand that he has (Law 38).
                new._due = DealerDiscarded(())
        case DealerDiscarded():
            assert exchanges.asked is not None
            if len(exchanges.asked) + len(event.cards) > exchanges.talon:
                new._due = ConditionFailed()
            else:
                _exchanged(new, deal, exchanges.asked, event.cards)
        case ConditionFailed():
            new._exchanges = exchanges._replace(asked=None, conditional=False, refused=True)
            new._window = holder_of_king(new)
            _to_play(new, deal)
        case _:
            assert_never(event)


def _to_play(new: State, deal: Deal) -> None:
    """The elder hand leads, and may not propose any more."""
    new.pass_to(Phase.PLAY, deal.elder)
    new._ready = announcing(leads(new._mine), new._window, deal.elder)


def _exchanged(new: State, deal: Deal, elders: tuple[Card, ...], dealers: tuple[Card, ...]) -> None:
    """Both are given as many cards as they put out, the elder hand first."""
    before = new._exchanges
    middle = before.drawn + len(elders)
    end = middle + len(dealers)
    gone = {deal.elder: elders, deal.dealer: dealers}
    given = {deal.elder: deal.pack[before.drawn : middle], deal.dealer: deal.pack[middle:end]}
    north, south = (_refilled(deal.places[seat.index], gone[seat], given[seat]) for seat in Seat)
    out_north, out_south = (before.out[seat.index] | mask_of(gone[seat]) for seat in Seat)
    rounds = (*before.rounds, (len(elders), len(dealers)))
    new._exchanges = exchanges = Exchanges(end, (out_north, out_south), rounds, before.proposals)
    new._deal = deal = deal._replace(places=(north, south))
    new._turn = deal.elder
    new._mine = mask_of(deal.places[deal.elder.index])
    new._theirs = mask_of(deal.places[deal.dealer.index])
    new._window = holder_of_king(new)
    limit = new._game.rules.exchanges
    if exchanges.talon > 0 and (limit is None or len(rounds) < limit):
        new._phase = Phase.PROPOSE
        new._ready = announcing(_PROPOSING + leads(new._mine), new._window, deal.elder)
    else:
        _to_play(new, deal)


def _refilled(places: tuple[Card, ...], gone: Iterable[Card], given: Iterable[Card]) -> tuple[Card, ...]:
    """The places, each card that is gone replaced by the next one given."""
    new = iter(given)
    return tuple(next(new) if card in gone else card for card in places)
