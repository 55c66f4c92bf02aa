"""The state of a game: all that has happened so far, as far as it matters for what may happen next.

A `State` is frozen; `ecarte.evolution` makes the next one. It holds both hands and the whole pack: it is for
the core and the store alone, and everyone who draws for a reader takes a view from `ecarte.observe` instead.
This module knows what a state holds, not how it changes.

Within a state the hands are masks, told from the seat to act: `mine` is his, `theirs` his adversary's (where
nobody is to act, North counts as he). `hand(seat)` tells them by seat.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import Final, NamedTuple, TypeAlias, final

from ecarte.cards import Card, Suit, cards_of
from ecarte.events import (
    DealScored,
    Distribution,
    Event,
    GameEnded,
    HandAbandoned,
    HandClaimed,
    KingMarked,
    TimeClaimed,
)
from ecarte.frozen import Frozen
from ecarte.moves import Move
from ecarte.rules import Rules
from ecarte.seats import Seat

__all__ = ["NO_EXCHANGE", "Deal", "Draft", "Exchanges", "Game", "Line", "Phase", "State"]


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
    OVER = "over"


Line: TypeAlias = "tuple[Line, Card] | None"
"""The cards played in a deal, the last one outermost."""


class Exchanges(NamedTuple):
    """The proposals and exchanges of a deal so far.

    `drawn`: cards of the pack that are no longer in the talon; `out`: what North and South have discarded
    (masks); `rounds`: how many cards the elder hand and the dealer changed each time; `proposals`: how often
    the elder hand proposed. While an exchange is under way, `asked` is what the elder hand has put out, and
    `conditional` tells whether the dealer accepted on condition that the talon suffices.
    """

    drawn: int = 11
    out: tuple[int, int] = (0, 0)
    rounds: tuple[tuple[int, int], ...] = ()
    proposals: int = 0
    asked: tuple[Card, ...] | None = None
    conditional: bool = False

    @property
    def talon(self) -> int:
        """How many cards are left to give."""
        return 32 - self.drawn


NO_EXCHANGE: Final = Exchanges()


class Deal(NamedTuple):
    """One deal: who dealt, the pack, and how the hands came to be what they were before the first lead.

    `places`: North's and South's five cards as they lie before them; a card that is exchanged leaves its place
    to the new one, and nothing sorts them. `ended_by`: what ended the deal before five tricks were played.
    """

    number: int
    dealer: Seat
    elder: Seat
    distribution: Distribution
    pack: tuple[Card, ...]
    trump: Suit
    places: tuple[tuple[Card, ...], tuple[Card, ...]]
    exchanges: Exchanges = NO_EXCHANGE
    ended_by: HandAbandoned | HandClaimed | TimeClaimed | None = None

    @property
    def turn_up(self) -> Card:
        """The eleventh card, which made the trump."""
        return self.pack[10]


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


class Draft:
    """A state that is still being written. `freeze` makes it a `State`, for good."""

    __slots__ = (
        "deal",
        "due",
        "elder_tricks",
        "game",
        "king",
        "led",
        "line",
        "mine",
        "phase",
        "ready",
        "scored",
        "theirs",
        "turn",
        "vulnerable",
        "window",
    )

    phase: Phase
    turn: Seat | None  # who is to act
    ready: tuple[Move, ...]  # what he may do; discards are listed only when asked for
    mine: int
    theirs: int
    led: Card | None  # the card to be played to
    line: Line
    elder_tricks: int
    deal: Deal | None
    game: Game
    vulnerable: Seat | None  # who pays two if he loses (Law 49)
    window: Seat | None  # who holds the king of trumps and may still announce it (Laws 23, 24)
    king: KingMarked | None  # the king marked in this deal
    scored: DealScored | None  # how this deal ended
    due: Event | None  # what must be recorded next, before anyone may move

    def put_hands(self, north: int, south: int) -> None:
        """Write both hands by seat; `turn` must have been written before."""
        self.mine, self.theirs = (south, north) if self.turn is Seat.SOUTH else (north, south)

    def freeze(self) -> State:
        """The state, as written. The draft is the state from now on and cannot be changed any more."""
        self.__class__ = State  # same slots, one guard more: no copy is made
        assert isinstance(self, State)
        return self


@final
class State(Frozen, Draft):
    """A game at one moment, frozen. Equal states have equal futures."""

    __slots__ = ()

    def thaw(self) -> Draft:
        """A draft that starts as a copy of this state."""
        draft = Draft()
        draft.phase, draft.turn, draft.ready = self.phase, self.turn, self.ready
        draft.mine, draft.theirs = self.mine, self.theirs
        draft.led, draft.line, draft.elder_tricks = self.led, self.line, self.elder_tricks
        draft.deal, draft.game = self.deal, self.game
        draft.vulnerable, draft.window, draft.king = self.vulnerable, self.window, self.king
        draft.scored, draft.due = self.scored, self.due
        return draft

    @property
    def rules(self) -> Rules:
        """The agreements of the table."""
        return self.game.rules

    @property
    def score(self) -> tuple[int, int]:
        """North's and South's points."""
        return self.game.score

    @property
    def dealer(self) -> Seat | None:
        """Who deals, or dealt the deal under way; None before the cut."""
        return self.game.dealer

    @property
    def outcome(self) -> GameEnded | None:
        """How the game ended, None while it lasts."""
        return self.game.outcome

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards played in this deal, in their order."""
        cards = []
        line = self.line
        while line is not None:
            line, card = line
            cards.append(card)
        return tuple(reversed(cards))

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks that North and South have taken in this deal."""
        if self.deal is None:
            return (0, 0)
        dealer_tricks = len(self.played) // 2 - self.elder_tricks
        tricks = (self.elder_tricks, dealer_tricks)
        return tricks if self.deal.elder is Seat.NORTH else (dealer_tricks, self.elder_tricks)

    def hand(self, seat: Seat) -> int:
        """The mask of the cards that `seat` holds."""
        return self.mine if seat is (self.turn or Seat.NORTH) else self.theirs

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that `seat` holds, in the order of `PACK`."""
        return cards_of(self.hand(seat))

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in Draft.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        return (_restored, self._values())

    def __repr__(self) -> str:
        # Says where the game stands and no card: a state may end up in a log.
        return f"<State {self.phase.value} {self.score[0]}-{self.score[1]} turn {self.turn}>"


def _restored(*values: object) -> State:
    draft = Draft()
    for name, value in zip(Draft.__slots__, values, strict=True):
        setattr(draft, name, value)
    return draft.freeze()
