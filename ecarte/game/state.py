"""The state of a game: everything in the past that matters for the possible futures.

A state contains both hands and the whole pack. Show readers a view of `ecarte.game.views` instead. Only
`ecarte.game._apply`, the functions that it calls, and conducts (`ecarte.game.conduct`) write states.

Most events of a game are cards played, so a state has two parts. The fields that a card changes (hands, trick) are in
the state itself. All other fields are in its `Table`, which stays the same object from card to card.
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
    """What the table waits for: the next decision or action of the game."""

    CUT = "cut"
    """The players cut for the deal."""
    DEAL = "deal"
    """The dealer deals. Views still show the last deal, if there was one."""
    PROPOSE = "propose"
    """The elder proposes or leads."""
    ANSWER = "answer"
    """The dealer accepts or refuses."""
    ELDER_DISCARD = "elder-discard"
    DEALER_DISCARD = "dealer-discard"
    PLAY = "play"
    STANDING = "standing"
    """In a salon: the hand is over, or the point of an announced king would win the game. Players may call errors until
    both let the hand stand or the time for calls is up.
    """
    OVER = "over"


# Copies of members: looking a member up in its enum each time costs 7 % of random play.
_CUT: Final = Phase.CUT
_PROPOSE: Final = Phase.PROPOSE
_PLAY: Final = Phase.PLAY
_STANDING: Final = Phase.STANDING
_OVER: Final = Phase.OVER
_NORTH: Final = Seat.NORTH
_THREE_TWO: Final = Distribution.THREE_TWO

# Makes a named tuple from all of its fields: `make(Table, (...))`. Calling `Table(...)` costs 6 % of random play.
make: Final = tuple.__new__
# Makes a state without fields; the caller writes all ten. A constructor with ten arguments costs 7 % of random play.
new_state: Final = object.__new__

Line: TypeAlias = "tuple[Line, Play] | None"
"""The cards played in a deal, the last one first: a pair of the earlier cards (again a pair, or None) and the last
card.
"""


class Exchanges(NamedTuple):
    """The proposals and exchanges of a deal so far.

    Attributes:
        drawn: how many of the 32 cards have been dealt or drawn, the turn-up included.
        out: the cards that North and South have discarded in finished exchanges, as two masks.
        rounds: for each finished exchange, how many cards the elder exchanged, and how many the dealer.
        proposals: the number of proposals.
        asked: the cards that the elder has discarded, while the dealer has yet to discard. None at any other time.
        conditional: whether the dealer accepted only if the talon has enough cards for both. True during that exchange.
        refused: whether the dealer refused the last proposal, or accepted it conditionally and the condition failed.
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
        """The number of cards left in the talon."""
        return 32 - self.drawn


NO_EXCHANGE: Final = Exchanges()


class Deal(NamedTuple):
    """One deal: its dealer, the order of the pack, and what has happened since the cards were dealt.

    Attributes:
        number: the number of the deal in its game, from 1.
        dealer, elder: the seats of the two players.
        distribution: whether each player got three cards and then two, or two and then three.
        pack: the thirty-two cards as they lay before the deal, top card first.
        trump: the trump suit.
        exchanged: the five cards of North and of South after the last exchange. A new card lies where the discarded one
            lay. None before the first exchange.
        king: the event that scored the king of trumps in this deal, or None.
        ended_by: the event that ended the deal before five tricks were played, or None.
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
        """The eleventh card. Its suit is the trump."""
        return self.pack[10]

    @property
    def places(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The five cards of North and of South, in the order in which they lie.

        A new card takes the place of the card that it replaces. The cards are never sorted.
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
    """The part of a state that lasts longer than a deal.

    Attributes:
        rules: the rules of the table.
        dealer: the dealer of the current or next deal; None before the cut.
        score: the points of North and South.
        distributions: the packets that North and South have chosen (Law 8), or None.
        begun: whether a king was announced or a deal scored. `State.begun` also counts the moves of the current deal.
        offer: the seat that offers to stop the game, or None.
        outcome: the event that ended the game, or None.
    """

    rules: Rules
    dealer: Seat | None
    score: tuple[int, int] = (0, 0)
    distributions: tuple[Distribution | None, Distribution | None] = (None, None)
    begun: bool = False
    offer: Seat | None = None
    outcome: GameEnded | None = None


class Salon(NamedTuple):
    """What happened in a deal at a table where players may make errors (`ecarte.salon`).

    In `base`, `penalised`, `shown`, `too_late`, `stood` and `admitted` the value of North comes first, then South's.

    Attributes:
        base: the score before this deal, plus the point if a king was turned up in it, minus the point of each
            false king of an earlier deal that was taken back in this one.
        plays: the cards played, each with its player, since a lead may be out of turn.
        false_king: whether the scored king was announced by a player who did not hold it.
        called: the indices in `plays` of the revokes that were called already.
        penalised: for each player, whether they score less because of an error.
        named: the suit that the leader named, or None.
        bound: the suit that must be led, or None.
        shown: for each hand, the cards that lie open after a claim (masks).
        too_late: for each player, whether they had lost the right to announce before the hands were played again.
        tries: how often the hands were played again.
        stood: for each player, whether they have said that they call no error.
        resume: the phase to which the hand returns if an announced king whose point would win the game is taken back.
            None if there is no such king.
        admitted: for each player, whether they took back a false king too late to correct the error.
        kings: for each king announced in an earlier deal, the player, and whether the king was false.
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
    """The part of a state that playing a card does not change.

    Attributes:
        phase: what the table waits for. If the elder leads instead of proposing, it stays PROPOSE here, and
            `State.phase` is PLAY.
        game: the part that lasts longer than a deal.
        deal: the current deal or, between deals, the last one; None before the first.
        exchanges: the proposals and exchanges of the deal.
        due: the event that must be recorded next, or None.
        scored: the score of the deal that ended, or None.
        salon: what happened in the deal at a salon table; None at a guided table, and before the first deal.
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

    Between deals the state still has the deal that ended. `repr` shows no card, since it may end up in a log. The
    function that makes a state writes its fields; nothing writes to them afterwards, because states share their parts.

    Attributes:
        player: the seat to act. If no seat is to act (before the cut, after the end), the seat whose hand is `mine`.
        mine, theirs: the hands of `player` and of the other seat (masks).
        moves: the legal moves of `player`; at a salon table without cards and the announcement (`legal_moves` has all).
            Computing them on demand would cost 8 % of random play.
        lead: the lead that waits for a reply, or None.
        line: the cards played in this deal.
        north_tricks: the number of tricks that North has won.
        trump: the trump of the deal.
        window: the seat that holds the king of trumps and may still announce it, or None (Laws 23, 24). At a salon
            table always None.
        table: the part that playing a card does not change.
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
        """What the table waits for: the next decision or action of the game."""
        phase = self.table.phase
        return _PLAY if phase is _PROPOSE and self.line is not None else phase

    @property
    def turn(self) -> Seat | None:
        """The seat to act.

        None before the cut, after the end, and while players may call errors in a hand that is over.
        """
        phase = self.table.phase
        return None if phase is _CUT or phase is _OVER or phase is _STANDING else self.player

    @property
    def led(self) -> Card | None:
        """The card led that waits for a reply, or None."""
        return None if self.lead is None else self.lead.card

    @property
    def vulnerable(self) -> Seat | None:
        """The seat against which the point of this deal counts two, because its player led without proposing or refused
        the first proposal (Law 49). None if neither did.
        """
        deal, exchanges = self.table.deal, self.table.exchanges
        if deal is None:
            return None
        if exchanges.proposals == 0:
            return None if self.line is None else deal.elder
        return deal.dealer if exchanges.refused and exchanges.proposals == 1 else None

    @property
    def begun(self) -> bool:
        """True if resigning now would lose the game, because a player has made a move or, in a game for stakes, cards
        were dealt. False if the game would be void instead.
        """
        table = self.table
        if table.game.rules.for_stakes and table.deal is not None:
            return True
        return table.game.begun or table.exchanges.proposals > 0 or self.line is not None

    @property
    def due(self) -> Event | None:
        """The event that must be recorded before the next move, or None."""
        return self.table.due

    @property
    def scored(self) -> DealScored | None:
        """The score of the deal that ended, until the next deal; else None."""
        return self.table.scored

    @property
    def salon(self) -> Salon | None:
        """What happened in this deal at a salon table. None at a guided table, and before the first deal."""
        return self.table.salon

    @property
    def exchanges(self) -> Exchanges:
        """The proposals and exchanges of the deal so far."""
        return self.table.exchanges

    @property
    def deal(self) -> Deal | None:
        """The current deal or, between deals, the last one. None before the first deal."""
        return self.table.deal

    @property
    def last_deal(self) -> Deal:
        """The current deal or, between deals, the last one. Use it only once cards have been dealt in the game."""
        deal = self.table.deal
        assert deal is not None
        return deal

    @property
    def game(self) -> Game:
        """The part of the state that lasts longer than a deal."""
        return self.table.game

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.game.rules

    @property
    def score(self) -> tuple[int, int]:
        """The points of North and South."""
        return self.table.game.score

    @property
    def dealer(self) -> Seat | None:
        """The dealer of the current or next deal. None before the cut."""
        return self.table.game.dealer

    @property
    def outcome(self) -> GameEnded | None:
        """The event that ended the game, or None while it lasts."""
        return self.table.game.outcome

    @property
    def king(self) -> KingMarked | None:
        """The event that scored the king of trumps in this deal, or None."""
        deal = self.table.deal
        return None if deal is None else deal.king

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards played in this deal, in the order of play."""
        cards = []
        line = self.line
        while line is not None:
            line, play = line
            cards.append(play.card)
        return tuple(reversed(cards))

    @property
    def tricks(self) -> tuple[int, int]:
        """The numbers of tricks that North and South have won in this deal."""
        finished = 0 if self.line is None else (10 - (self.mine | self.theirs).bit_count()) // 2
        return (self.north_tricks, finished - self.north_tricks)

    def hand(self, seat: Seat) -> int:
        """Returns the hand of `seat` (a mask). Raises `TypeError` unless `seat` is a `Seat`."""
        check_seat(seat)
        return self.mine if seat is self.player else self.theirs

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """Returns the cards in the hand of `seat`, in the order of `PACK`."""
        return cards_of(self.hand(seat))

    def copy(self) -> State:
        """Returns a new state with the same fields. The caller may write to it before passing it on."""
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
        """Makes `seat` the seat to act, with the same cards in each hand. Only for functions that make states."""
        if seat is not self.player:
            self.player, self.mine, self.theirs = seat, self.theirs, self.mine

    def bringing_about(self, event: Event) -> State:
        """Returns this state with `event` due: the event must be recorded before any move is possible."""
        new = self.copy()
        new.moves = ()
        new.table = self.table._replace(due=event)
        return new

    def with_offer(self, seat: Seat | None) -> State:
        """Returns this state with an offer by `seat` to stop the game or, if `seat` is None, without any offer."""
        new = self.copy()
        new.table = self.table._replace(game=self.table.game._replace(offer=seat))
        return new

    def __repr__(self) -> str:
        return f"<State {self.phase.value} {self.score[0]}-{self.score[1]} turn {self.turn}>"
