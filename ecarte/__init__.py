"""Écarté: its laws and its game, as a library of pure values.

A game is a log of events. Three functions suffice to play it: `legal_moves` lists the moves of the seat to act,
`decide` turns a move into the events that follow from it, and `evolve` applies one event to a state. States never
change: `evolve` returns a new one, and `decide` raises `IllegalMove` for a move that the laws forbid. The library reads
no clock, draws no random numbers and talks to no service. The caller supplies the pack as a value.

South deals three cards to each player and then two. North is the elder: each packet goes to North first. The eleventh
card is turned up.

>>> from ecarte import *
>>> pack = parse_cards(
...     "KS QS 9H  7H TD JC  8H AC  9C 8D  7C"
...     "  KH QH JH AH TH KD QD JD AD 9D 7D KC QC TC 8C JS AS TS 9S 8S 7S"
... )
>>> log = list(begin(Rules(), dealer=Seat.SOUTH))
>>> state = replay(log)
>>> log += deal(state, pack)
>>> state = replay(log)
>>> print(*state.cards(Seat.NORTH), "against", *state.cards(Seat.SOUTH), "trump", state.deal.trump.name)
KS QS 9H 8H AC against 7H TD 8D JC 9C trump CLUBS

North proposes. South, with two trumps, refuses. A dealer who refuses the first proposal and loses pays two (Law 49).

>>> legal_moves(state)[:2]
(Propose(), Play(Card.parse('KS')))
>>> for move in Propose(), Refuse():
...     log += decide(state, state.turn, move)
...     state = replay(log)
>>> state.phase, state.vulnerable
(<Phase.PLAY: 'play'>, <Seat.SOUTH: 'S'>)

North leads the king of spades. South has no spade and must trump, so a diamond is refused (Law 43).

>>> state = apply(state, Seat.NORTH, Play(Card.parse("KS")))
>>> legal_moves(state)
(Play(Card.parse('JC')), Play(Card.parse('9C')))
>>> decide(state, Seat.SOUTH, Play(Card.parse("8D")))
Traceback (most recent call last):
...
ecarte.game.errors.IllegalMove: trump-the-trick (law 43): card 8D, led KS

Each reader of the table has a view of their own. South's view has the five cards of South's hand and none of North's.

>>> view = player_view(state, Seat.SOUTH)
>>> [str(card) for card in view.places]
['7H', 'TD', 'JC', '9C', '8D']
>>> view.public.held, view.public.talon, str(view.public.turn_up)
((4, 5), 21, '7C')

South trumps with the jack and leads a heart. North wins that trick and two more.

>>> for text in "JC 7H 9H 8H 9C 8D AC QS TD".split():
...     state = apply(state, state.turn, Play(Card.parse(text)))
>>> state.scored
DealScored(seat=<Seat.NORTH: 'N'>, points=2, reason=<Reason.REFUSED: 'refused'>, tricks=(3, 2))
>>> state.score, state.phase, state.turn
((2, 0), <Phase.DEAL: 'deal'>, <Seat.NORTH: 'N'>)

At a table of `Manners.SALON` players may make errors, and the opponent may call them (`ecarte.salon`). `read_record`
and `write_record` turn a text into a game and back, `verify_record` checks the fair deals of a record. All other names
are in `ecarte.game`, `ecarte.notation`, `ecarte.fair`, `ecarte.table`, `ecarte.tournament`, `ecarte.laws`,
`ecarte.odds`, `ecarte.ai` and `ecarte.teaching`. `python -m ecarte` reads and verifies records.
"""

from ecarte.fair import shuffled
from ecarte.game import CONDUCTS as _CONDUCTS
from ecarte.game import (
    PACK,
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    BackerView,
    Card,
    Claim,
    Dialect,
    Discard,
    EcarteError,
    Event,
    IllegalMove,
    Manners,
    Move,
    NotationError,
    Phase,
    Play,
    PlayerView,
    Propose,
    PublicView,
    Rank,
    Refuse,
    Resign,
    Rule,
    Rules,
    Seat,
    State,
    Suit,
    apply,
    apply_deal,
    backer_view,
    begin,
    cut,
    deal,
    decide,
    evolve,
    hand_view,
    is_legal,
    legal_moves,
    parse_cards,
    player_view,
    public_view,
    replay,
    table_moves,
)
from ecarte.notation import Match, move_text, parse_move
from ecarte.notation import read as read_record
from ecarte.notation import verify as verify_record
from ecarte.notation import write as write_record
from ecarte.salon import SALON as _SALON

# Python runs this file before any module of the package, so the salon's conduct is always registered.
_CONDUCTS[Manners.SALON] = _SALON

__version__ = "0.4.0.dev0"

__all__ = [
    "PACK",
    "Accept",
    "AcceptIfEnough",
    "AnnounceKing",
    "BackerView",
    "Card",
    "Claim",
    "Dialect",
    "Discard",
    "EcarteError",
    "Event",
    "IllegalMove",
    "Manners",
    "Match",
    "Move",
    "NotationError",
    "Phase",
    "Play",
    "PlayerView",
    "Propose",
    "PublicView",
    "Rank",
    "Refuse",
    "Resign",
    "Rule",
    "Rules",
    "Seat",
    "State",
    "Suit",
    "apply",
    "apply_deal",
    "backer_view",
    "begin",
    "cut",
    "deal",
    "decide",
    "evolve",
    "hand_view",
    "is_legal",
    "legal_moves",
    "move_text",
    "parse_cards",
    "parse_move",
    "player_view",
    "public_view",
    "read_record",
    "replay",
    "shuffled",
    "table_moves",
    "verify_record",
    "write_record",
]
