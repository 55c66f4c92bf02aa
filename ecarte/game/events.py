"""The events of a game: frozen, in the past tense, and complete, so that a log replays without chance.

Events hold hidden cards (packs, discards): never show one to a reader. `ecarte.game.views` has what a reader may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, TypeAlias

from ecarte.game.cards import PACK, Card, Suit
from ecarte.game.errors import IllegalMove, Rule
from ecarte.game.moves import Fault, Goal, Remedy, Scope
from ecarte.game.rules import Distribution, Rules, Seat


@unique
class KingFrom(Enum):
    """How a king came to be marked: turned up by the dealer, or announced from the hand (Law 47)."""

    TURNED = "turned"
    ANNOUNCED = "announced"


@unique
class Ending(Enum):
    """How a game ended."""

    FIVE = "five"
    """A player has the points that win the game."""
    RESIGNED = "resigned"
    TIME = "time"
    """The loser's time was up, and the opponent took the game."""
    AGREED = "agreed"
    """Both agreed to stop; neither won."""
    VOID = "void"
    """It was given up, or timed out, before the first move; neither won."""


@unique
class Reason(Enum):
    """Why the winner of a deal marks these points."""

    POINT = "point"
    VOLE = "vole"
    UNPROPOSED = "unproposed"
    """The point, against an elder hand who played without proposing: two."""
    REFUSED = "refused"
    """The point, against a dealer who refused the first proposal: two."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Two players sit down; `dealer` is None where they cut for the deal."""

    rules: Rules
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class CutMade:
    """Both cut; the higher card deals, equal ranks cut again (Law 5)."""

    north: Card
    south: Card


_WHOLE: Final = frozenset(PACK)


def check_pack(pack: tuple[Card, ...]) -> None:
    """Raises `IllegalMove` (Law 45) unless the pack is the thirty-two cards, `TypeError` if it has other things."""
    if len(pack) == 32 and not _WHOLE.difference(pack):
        return
    for card in pack:
        if type(card) is not Card:
            raise TypeError(f"a pack is of Cards, as shuffled(Random()) or parse_cards gives them, not of {card!r}")
    error = IllegalMove(Rule.PACK_OF_THIRTY_TWO, cards=len(pack), different=len(set(pack)))
    error.add_note("shuffled(random.Random()) gives a pack.")
    raise error


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The pack, from the top; it was dealt by packets, the elder hand's first, and the eleventh card turned up.

    Raises `IllegalMove` (Law 45) unless the pack is the thirty-two cards.
    """

    pack: tuple[Card, ...]
    distribution: Distribution

    def __post_init__(self) -> None:
        check_pack(self.pack)


@dataclass(frozen=True, slots=True)
class KingMarked:
    """`seat` marked one for the king of trumps."""

    seat: Seat
    how: KingFrom


@dataclass(frozen=True, slots=True)
class Proposed:
    """The elder hand proposed."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The dealer accepted; `conditional`: if the talon suffices for both (Law 38)."""

    conditional: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The dealer refused."""


@dataclass(frozen=True, slots=True)
class ElderDiscarded:
    """The elder hand discarded these cards, in the order of the pack; none were given in their stead yet."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealerDiscarded:
    """The dealer discarded these cards, and both were given theirs from the talon, the elder hand first.

    No card at all where the dealer keeps the hand, or the talon has nothing left for it (Law 38).
    Where the condition of an acceptance fails, nothing was given: `ConditionFailed` follows.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ConditionFailed:
    """The talon did not suffice for both: each took the discard up again, as after a refusal (Law 38)."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`seat` led `card`, or played it to the card led."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandAbandoned:
    """`seat` threw up the hand (Law 42)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandClaimed:
    """`seat` showed `cards`, the whole hand, and the claim to `goal` stood (Law 42)."""

    seat: Seat
    goal: Goal
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is over: `seat` marks `points` for `reason`. `tricks`: North's and South's as played."""

    seat: Seat
    points: int
    reason: Reason
    tricks: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameResigned:
    """`seat` gave the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeClaimed:
    """`seat` took the deal or the game from an opponent whose time was up."""

    seat: Seat
    scope: Scope


@dataclass(frozen=True, slots=True)
class StopOffered:
    """`seat` offered to stop."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StopAnswered:
    """`seat` answered the opponent's offer to stop."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `winner` is None where neither won."""

    winner: Seat | None
    how: Ending


@dataclass(frozen=True, slots=True)
class SuitNamed:
    """`seat` named the suit of the next lead (Law 41)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class SuitRequired:
    """`seat` required the suit that the leader had named; `held`: the leader had one, and took up the lead (Law 41)."""

    seat: Seat
    held: bool


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """`seat` took up the last card played, its own; `by`: at whose wish (Laws 39, 40)."""

    seat: Seat
    card: Card
    by: Seat


@dataclass(frozen=True, slots=True)
class KingTakenBack:
    """`seat` took back the announcement of a king that it does not hold (Law 25)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandShown:
    """`seat` showed `cards`, the whole hand, with a claim that was not certain: the hand goes on (Law 42)."""

    seat: Seat
    goal: Goal
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ErrorCalled:
    """`seat` called an error of the opponent, and chose the remedy (Laws 25, 43)."""

    seat: Seat
    fault: Fault
    remedy: Remedy


@dataclass(frozen=True, slots=True)
class LetStood:
    """`seat` has nothing to call in the hand that is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealStood:
    """Nothing can be called in this deal any more: both let it stand, or the time for it was up."""


SalonEvent: TypeAlias = (
    SuitNamed | SuitRequired | CardTakenBack | KingTakenBack | HandShown | ErrorCalled | LetStood | DealStood
)
"""An event of a salon. All see it as it is."""


Event: TypeAlias = (
    GameStarted
    | CutMade
    | CardsDealt
    | KingMarked
    | Proposed
    | Accepted
    | Refused
    | ElderDiscarded
    | DealerDiscarded
    | ConditionFailed
    | CardPlayed
    | HandAbandoned
    | HandClaimed
    | DealScored
    | GameResigned
    | TimeClaimed
    | StopOffered
    | StopAnswered
    | GameEnded
    | SalonEvent
)
