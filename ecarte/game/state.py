"""The state of a game: what has happened, as far as it matters for what may happen next.

A state holds both hands and the whole pack: readers get a view of `ecarte.game.views` instead. Written by
`ecarte.game._apply`, by what that calls, and by conducts.

A game is mostly cards played, one after the other, so a state is in two parts: what a card changes (the hands, the
trick) is in the state itself, all the rest in its `Table`, which stays the same from card to card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, NamedTuple, TypeAlias

from ecarte.game.cards import Card, Suit, cards_of
from ecarte.game.events import (
    DealScored,
    Event,
    GameEnded,
    HandAbandoned,
    HandClaimed,
    KingMarked,
    TimeClaimed,
)
from ecarte.game.moves import Move, Play
from ecarte.game.rules import Distribution, Rules, Seat, check_seat


@unique
class Phase(Enum):
    """What the table waits for."""

    CUT = "cut"
    """The cut for deal."""
    DEAL = "deal"
    """The dealer deals. The last deal, if there was one, is still to be seen."""
    PROPOSE = "propose"
    """The elder hand proposes, or leads."""
    ANSWER = "answer"
    """The dealer accepts or refuses."""
    ELDER_DISCARD = "elder-discard"
    DEALER_DISCARD = "dealer-discard"
    PLAY = "play"
    STANDING = "standing"
    """In a salon the hand is over, or a king made five: errors may be called until both players let it stand."""
    OVER = "over"


# Names of this module: looking up the members costs 7 % of random play.
_CUT: Final = Phase.CUT
_PROPOSE: Final = Phase.PROPOSE
_PLAY: Final = Phase.PLAY
_STANDING: Final = Phase.STANDING
_OVER: Final = Phase.OVER
_NORTH: Final = Seat.NORTH
_THREE_TWO: Final = Distribution.THREE_TWO

# Makes a named tuple of all its fields, as `make(Table, (...))`; `Table(...)` costs 6 % of random play.
make: Final = tuple.__new__
# Makes a state whose fields are still to be written; a constructor of ten arguments costs 7 % of random play.
new_state: Final = object.__new__

Line: TypeAlias = "tuple[Line, Play] | None"
"""The cards played in a deal, the last one outermost."""


class Exchanges(NamedTuple):
    """The proposals and exchanges of a deal so far.

    `drawn`: cards of the pack that are no longer in the talon; `out`: what North and South have discarded
    (masks); `rounds`: how many cards the elder hand and the dealer changed each time; `proposals`: how often
    the elder hand proposed; `refused`: the dealer refused, or an acceptance on condition failed. While an
    exchange is under way, `asked` is what the elder has discarded, and `conditional` tells whether the dealer
    accepted on condition that the talon suffices.
    """

    drawn: int = 11
    out: tuple[int, int] = (0, 0)
    rounds: tuple[tuple[int, int], ...] = ()
    proposals: int = 0
    asked: tuple[Card, ...] | None = None
    conditional: bool = False
    refused: bool = False

    @property
    def talon(self) -> int:
        """How many cards are left to give."""
        return 32 - self.drawn


NO_EXCHANGE: Final = Exchanges()


class Deal(NamedTuple):
    """One deal: who dealt, the pack, and what lies before the players.

    `exchanged`: the `places` after the last exchange, None before the first; `king`: the king marked in this
    deal; `ended_by`: what ended it before five tricks were played.
    """

    number: int
    dealer: Seat
    elder: Seat
    distribution: Distribution
    pack: tuple[Card, ...]
    trump: Suit
    exchanged: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    king: KingMarked | None = None
    ended_by: HandAbandoned | HandClaimed | TimeClaimed | None = None

    @property
    def turn_up(self) -> Card:
        """The eleventh card, which made the trump."""
        return self.pack[10]

    @property
    def places(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """North's and South's five cards as they lie before them.

        A card that is exchanged leaves its place to the new one, and nothing sorts them.
        """
        if self.exchanged is not None:
            return self.exchanged
        pack = self.pack
        if self.distribution is _THREE_TWO:
            first, second = pack[0:3] + pack[6:8], pack[3:6] + pack[8:10]
        else:
            first, second = pack[0:2] + pack[4:7], pack[2:4] + pack[7:10]
        return (first, second) if self.elder is _NORTH else (second, first)


class Game(NamedTuple):
    """What lasts longer than a deal.

    `dealer`: who deals now, or deals next (None before the cut); `score`: North's and South's points;
    `distributions`: how North and South deal, once chosen (Law 8); `begun`: whether anyone has made a move;
    `offer`: who offers to stop; `outcome`: how the game ended.
    """

    rules: Rules
    dealer: Seat | None
    score: tuple[int, int] = (0, 0)
    distributions: tuple[Distribution | None, Distribution | None] = (None, None)
    begun: bool = False
    offer: Seat | None = None
    outcome: GameEnded | None = None


class Salon(NamedTuple):
    """What has happened in a deal at a table where players may err (`ecarte.salon`). Pairs are North's and South's.

    `base`: the score before any point of this deal but for a king turned up; `plays`: the cards played and by whom,
    for a lead may be out of turn; `false_king`: the king marked was announced and not held; `called`: the plays that
    were called already; `penalised`: who marks less for an error; `named`: the suit that the
    leader named; `bound`: the suit that must be led; `shown`: cards that lie open after a claim (masks); `too_late`:
    who lost the right to announce before the hands were played again; `tries`: how often they were; `stood`: who lets
    the deal stand; `resume`: where the hand goes on if a king that made five is taken down; `admitted`: who took a
    false king down too late to mend it; `kings`: the kings announced in earlier deals, by whom, and whether false.
    """

    base: tuple[int, int]
    plays: tuple[tuple[Seat, Card], ...] = ()
    false_king: bool = False
    called: frozenset[int] = frozenset()
    penalised: tuple[bool, bool] = (False, False)
    named: Suit | None = None
    bound: Suit | None = None
    shown: tuple[int, int] = (0, 0)
    too_late: tuple[bool, bool] = (False, False)
    tries: int = 0
    stood: tuple[bool, bool] = (False, False)
    resume: Phase | None = None
    admitted: tuple[bool, bool] = (False, False)
    kings: tuple[tuple[Seat, bool], ...] = ()


class Table(NamedTuple):
    """All of a state that a card played does not change.

    `phase`: what the table waits for, but that a first lead turns PROPOSE into PLAY by itself; `due`: what must
    be recorded next; `scored`: how the deal ended; `salon`: None where only lawful moves are taken, and before the
    first deal.
    """

    phase: Phase
    game: Game
    deal: Deal | None = None
    exchanges: Exchanges = NO_EXCHANGE
    due: Event | None = None
    scored: DealScored | None = None
    salon: Salon | None = None


@dataclass(slots=True, unsafe_hash=True, repr=False)
class State:
    """A game at one moment. Equal states have equal futures.

    Between deals (phase DEAL) it holds the deal that ended. `repr` shows no card, for it may end up in a log. A state
    is written by its maker, field by field, and by no one after: states share what does not change.

    Attributes:
        player: the seat to act. Where no seat is, as before the cut and after the end: the seat that `mine` belongs to.
        mine, theirs: the hands of `player` and of the other seat (masks).
        moves: what `player` may do. Stored: to compute it when asked costs 8 % of random play.
        lead: the play to be replied to.
        line: the plays of the deal.
        north_tricks: the tricks that North has taken.
        trump: the trump of the deal.
        window: the seat that holds the king of trumps and may still announce it (Laws 23, 24).
        table: what a card does not change.
    """

    player: Seat
    mine: int
    theirs: int
    moves: tuple[Move, ...]
    lead: Play | None
    line: Line
    north_tricks: int
    trump: Suit | None
    window: Seat | None
    table: Table

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        phase = self.table.phase
        return _PLAY if phase is _PROPOSE and self.line is not None else phase

    @property
    def turn(self) -> Seat | None:
        """Who is to act: None before the cut, after the end, and while errors of a hand that is over may be called."""
        phase = self.table.phase
        return None if phase is _CUT or phase is _OVER or phase is _STANDING else self.player

    @property
    def led(self) -> Card | None:
        """The card to be played to."""
        return None if self.lead is None else self.lead.card

    @property
    def vulnerable(self) -> Seat | None:
        """The seat that loses two with the deal: it led unproposed, or refused the first proposal (Law 49)."""
        deal, exchanges = self.table.deal, self.table.exchanges
        if deal is None:
            return None
        if exchanges.proposals == 0:
            return None if self.line is None else deal.elder
        return deal.dealer if exchanges.refused and exchanges.proposals == 1 else None

    @property
    def begun(self) -> bool:
        """Whether anyone has made a move in this game; where it is for stakes, whether cards were dealt."""
        table = self.table
        if table.game.rules.for_stakes and table.deal is not None:
            return True
        return table.game.begun or table.exchanges.proposals > 0 or self.line is not None

    @property
    def due(self) -> Event | None:
        """What must be recorded next, before anyone may move; None after all that one move brings about."""
        return self.table.due

    @property
    def scored(self) -> DealScored | None:
        """How the deal ended, until the next one is dealt."""
        return self.table.scored

    @property
    def salon(self) -> Salon | None:
        """What has happened beside the laws, at a table where players may err."""
        return self.table.salon

    @property
    def exchanges(self) -> Exchanges:
        """The proposals and exchanges of the deal."""
        return self.table.exchanges

    @property
    def deal(self) -> Deal | None:
        """The deal under way, or the last one; None before the first."""
        return self.table.deal

    @property
    def last_deal(self) -> Deal:
        """The deal under way, or the last one, where cards were dealt before."""
        deal = self.table.deal
        assert deal is not None
        return deal

    @property
    def game(self) -> Game:
        """What lasts longer than a deal."""
        return self.table.game

    @property
    def rules(self) -> Rules:
        """The agreements of the table."""
        return self.table.game.rules

    @property
    def score(self) -> tuple[int, int]:
        """North's and South's points."""
        return self.table.game.score

    @property
    def dealer(self) -> Seat | None:
        """Who deals, or dealt the deal under way; None before the cut."""
        return self.table.game.dealer

    @property
    def outcome(self) -> GameEnded | None:
        """How the game ended, None while it lasts."""
        return self.table.game.outcome

    @property
    def king(self) -> KingMarked | None:
        """The king marked in this deal."""
        deal = self.table.deal
        return None if deal is None else deal.king

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards played in this deal, in their order."""
        cards = []
        line = self.line
        while line is not None:
            line, play = line
            cards.append(play.card)
        return tuple(reversed(cards))

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks that North and South have taken in this deal."""
        finished = 0 if self.line is None else (10 - (self.mine | self.theirs).bit_count()) // 2
        return (self.north_tricks, finished - self.north_tricks)

    def hand(self, seat: Seat) -> int:
        """The mask of the cards that `seat` holds. Raises `TypeError` for anything but a seat."""
        check_seat(seat)
        return self.mine if seat is self.player else self.theirs

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that `seat` holds, in the order of `PACK`."""
        return cards_of(self.hand(seat))

    def copy(self) -> State:
        """Another object with the same values, for makers of states to write on before they hand it out."""
        new = new_state(State)
        new.player = self.player
        new.mine = self.mine
        new.theirs = self.theirs
        new.moves = self.moves
        new.lead = self.lead
        new.line = self.line
        new.north_tricks = self.north_tricks
        new.trump = self.trump
        new.window = self.window
        new.table = self.table
        return new

    def pass_to(self, seat: Seat) -> None:
        """Write that `seat` is to act; the hands stay with who holds them. For makers of states only."""
        if seat is not self.player:
            self.player, self.mine, self.theirs = seat, self.theirs, self.mine

    def bringing_about(self, event: Event) -> State:
        """This state with `event` due: no move comes before it."""
        new = self.copy()
        new.moves = ()
        new.table = self.table._replace(due=event)
        return new

    def with_offer(self, seat: Seat | None) -> State:
        """This state with an offer to stop by `seat`, or with none."""
        new = self.copy()
        new.table = self.table._replace(game=self.table.game._replace(offer=seat))
        return new

    def __repr__(self) -> str:
        return f"<State {self.phase.value} {self.score[0]}-{self.score[1]} turn {self.turn}>"
