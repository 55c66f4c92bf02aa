"""Écarté: its laws and its game, as a library of pure values.

A game is a log of events. Three functions carry it: `legal_moves` says what the seat to act may do, `decide` turns
a move into the events that follow from it (or raises `IllegalMove`, and nothing has changed), and `evolve` takes a
state one event further. Nothing here reads a clock, rolls dice or talks to anyone; the pack comes in as a value.

South deals, with the trey first. North, the elder hand, is given the first three cards and two more after South's
three; the eleventh card is turned up.

>>> from ecarte import *
>>> pack = parse_cards(
...     "KS QS 9H  7H TD JC  8H AC  9C 8D  7C"
...     "  KH QH JH AH TH KD QD JD AD 9D 7D KC QC TC 8C JS AS TS 9S 8S 7S"
... )
>>> log = list(begin(Rules.cavendish(), dealer=Seat.SOUTH))
>>> state = replay(log)
>>> log += deal(state, pack, Distribution.THREE_TWO)
>>> state = replay(log)
>>> print(*state.cards(Seat.NORTH), "against", *state.cards(Seat.SOUTH), "trump", state.deal.trump.name)
KS QS 9H 8H AC against 7H TD 8D JC 9C trump CLUBS

North proposes. South, with two trumps, refuses; whoever refuses the first proposal and loses pays two (Law 49).

>>> legal_moves(state)[:2]
(Propose(), Play(Card.parse('KS')))
>>> for move in Propose(), Refuse():
...     log += decide(state, state.turn, move)
...     state = replay(log)
>>> state.phase, state.vulnerable
(<Phase.PLAY: 'play'>, <Seat.SOUTH: 'S'>)

North leads his king of spades. South has no spade, so he must trump; he cannot throw a diamond away (Law 43).

>>> state = apply(state, Seat.NORTH, Play(Card.parse("KS")))
>>> legal_moves(state)
(Play(Card.parse('JC')), Play(Card.parse('9C')))
>>> decide(state, Seat.SOUTH, Play(Card.parse("8D")))
Traceback (most recent call last):
...
ecarte.errors.IllegalMove: trump-the-trick (law 43): card 8D, led KS

What each reader of the table may know is a view of its own. South sees his five places, and nothing of North's.

>>> view = player_view(state, Seat.SOUTH)
>>> [str(card) for card in view.places]
['7H', 'TD', 'JC', '9C', '8D']
>>> view.public.held, view.public.talon, str(view.public.turn_up)
((4, 5), 21, '7C')

South trumps with his knave and leads a heart; North makes that trick, and two more before the end.

>>> for text in "JC 7H 9H 8H 9C 8D AC QS TD".split():
...     state = apply(state, state.turn, Play(Card.parse(text)))
>>> state.scored
DealScored(seat=<Seat.NORTH: 'N'>, points=2, reason=<Reason.REFUSED: 'refused'>, tricks=(3, 2))
>>> state.score, state.phase, state.turn
((2, 0), <Phase.DEAL: 'deal'>, <Seat.NORTH: 'N'>)

Where the players themselves see to the laws, `ecarte.salon` lets them err and `ecarte.remedies` are their moves.

Games are written and read as text by `ecarte.notation`, events as JSON by `ecarte.codec`; `ecarte.shuffle` makes packs
that nobody chose; `python -m ecarte` replays and verifies records, prints random games, counts and measures.
`ecarte.errors` draws the tree of all that may be raised.
"""

from ecarte.cards import PACK, Card, Rank, Suit, cards_of, mask_of, parse_cards
from ecarte.conduct import CONDUCTS
from ecarte.engine import (
    apply,
    apply_deal,
    begin,
    cut,
    deal,
    decide,
    evolve,
    is_legal,
    legal_moves,
    next_dealer,
    replay,
    table_moves,
)
from ecarte.errors import (
    CardTextError,
    EcarteError,
    IllegalMove,
    ImpossibleEvent,
    NotationError,
    Rule,
    RulesError,
    UnknownEvent,
)
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
from ecarte.moves import (
    Abandon,
    Accept,
    AcceptIfEnough,
    AcceptStop,
    AnnounceKing,
    Claim,
    ClaimTime,
    DeclineStop,
    Discard,
    Goal,
    Move,
    OfferStop,
    Play,
    Propose,
    Refuse,
    Resign,
    Scope,
)
from ecarte.observe import BackerView, PlayerView, PublicView, Trick, backer_view, player_view, public_view
from ecarte.rules import Dialect, Manners, Multiple, NextDeal, Rules, Stakes
from ecarte.salon_steps import SALON
from ecarte.scoring import Reason, game_counts
from ecarte.seats import Seat
from ecarte.state import Deal, Exchanges, Game, Phase, State

# Python runs this before any module of the package, so a salon never lacks its conduct.
CONDUCTS[Manners.SALON] = SALON

__all__ = [
    "PACK",
    "Abandon",
    "Accept",
    "AcceptIfEnough",
    "AcceptStop",
    "Accepted",
    "AnnounceKing",
    "BackerView",
    "Card",
    "CardPlayed",
    "CardTextError",
    "CardsDealt",
    "Claim",
    "ClaimTime",
    "ConditionFailed",
    "CutMade",
    "Deal",
    "DealScored",
    "DealerDiscarded",
    "DeclineStop",
    "Dialect",
    "Discard",
    "Distribution",
    "EcarteError",
    "ElderDiscarded",
    "Ending",
    "Event",
    "Exchanges",
    "Game",
    "GameEnded",
    "GameResigned",
    "GameStarted",
    "Goal",
    "HandAbandoned",
    "HandClaimed",
    "IllegalMove",
    "ImpossibleEvent",
    "KingFrom",
    "KingMarked",
    "Manners",
    "Move",
    "Multiple",
    "NextDeal",
    "NotationError",
    "OfferStop",
    "Phase",
    "Play",
    "PlayerView",
    "Propose",
    "Proposed",
    "PublicView",
    "Rank",
    "Reason",
    "Refuse",
    "Refused",
    "Resign",
    "Rule",
    "Rules",
    "RulesError",
    "Scope",
    "Seat",
    "Stakes",
    "State",
    "StopAnswered",
    "StopOffered",
    "Suit",
    "TimeClaimed",
    "Trick",
    "UnknownEvent",
    "apply",
    "apply_deal",
    "backer_view",
    "begin",
    "cards_of",
    "cut",
    "deal",
    "decide",
    "evolve",
    "game_counts",
    "is_legal",
    "legal_moves",
    "mask_of",
    "next_dealer",
    "parse_cards",
    "player_view",
    "public_view",
    "replay",
    "table_moves",
]
