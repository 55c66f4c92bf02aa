"""The events of a game: values that never change, named in the past tense. A log of them is replayed without random
numbers.

Events contain hidden cards (packs, discards): show them to no reader. The views in `ecarte.game.views` have only what a
reader may know.
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
    """How the king of trumps came to be scored: turned up by the dealer, or announced by its holder (Law 47)."""

    TURNED = "turned"
    ANNOUNCED = "announced"


@unique
class Ending(Enum):
    """In which way a game ended."""

    FIVE = "five"
    """A player has the points that win the game."""
    RESIGNED = "resigned"
    TIME = "time"
    """The loser's time was up, and the opponent claimed the game."""
    AGREED = "agreed"
    """Both players agreed to stop. There is no winner."""
    VOID = "void"
    """The game was resigned or lost on time before it had begun (`State.begun`). There is no winner."""


@unique
class Reason(Enum):
    """Why the winner of a deal scores one point or two."""

    POINT = "point"
    VOLE = "vole"
    UNPROPOSED = "unproposed"
    """Two points for three or four tricks, because the elder played without a proposal and lost."""
    REFUSED = "refused"
    """Two points for three or four tricks, because the dealer refused the first proposal and lost."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Two players sat down. `dealer` deals first. If it is None, the players cut for the deal."""

    rules: Rules
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class CutMade:
    """Both players cut. The player with the higher card deals; after equal ranks they cut again (Law 5)."""

    north: Card
    south: Card


_WHOLE: Final = frozenset(PACK)


def check_pack(pack: tuple[Card, ...]) -> None:
    """Checks that a pack has all thirty-two cards, each once.

    Raises:
        IllegalMove: a card is missing or occurs twice (Law 45).
        TypeError: an element is no `Card`.
    """
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
    """The dealer dealt this pack (top card first) in packets, the elder's first, and turned up the eleventh card.

    Raises:
        IllegalMove: the pack does not have the thirty-two cards (Law 45).
    """

    pack: tuple[Card, ...]
    distribution: Distribution

    def __post_init__(self) -> None:
        check_pack(self.pack)


@dataclass(frozen=True, slots=True)
class KingMarked:
    """`seat` scored one point for the king of trumps."""

    seat: Seat
    how: KingFrom


@dataclass(frozen=True, slots=True)
class Proposed:
    """The elder proposed."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The dealer accepted. `conditional`: the acceptance holds only if the talon suffices for both (Law 38)."""

    conditional: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The dealer refused."""


@dataclass(frozen=True, slots=True)
class ElderDiscarded:
    """The elder discarded these cards, in the order of `PACK`. The elder draws new cards after the dealer has
    discarded.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealerDiscarded:
    """The dealer discarded these cards. Both players then drew from the talon, the elder first.

    `cards` is empty if the dealer keeps the hand, or if the elder left no card in the talon (Law 38). If the condition
    of an acceptance failed, no cards were drawn, and `ConditionFailed` follows.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ConditionFailed:
    """The talon did not suffice for both players. Both took up their discards again, and the play begins as after a
    refusal (Law 38).
    """


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`seat` led `card`, or replied with it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandAbandoned:
    """`seat` gave up the hand, which ends the deal (Law 42)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandClaimed:
    """`seat` showed the whole hand, `cards`, and was certain to win `goal` (the point or the vole), which ends the deal
    (Law 42).
    """

    seat: Seat
    goal: Goal
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is over, and `seat` scored `points` for `reason`. `tricks`: how many tricks North and South won in
    play.
    """

    seat: Seat
    points: int
    reason: Reason
    tricks: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameResigned:
    """`seat` resigned the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeClaimed:
    """`seat` claimed the deal or the game (`scope`) because the opponent's time was up."""

    seat: Seat
    scope: Scope


@dataclass(frozen=True, slots=True)
class StopOffered:
    """`seat` offered to stop the game without a winner."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StopAnswered:
    """`seat` answered the opponent's offer to stop the game: `accepted` or not."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. `winner` is None if there is no winner."""

    winner: Seat | None
    how: Ending


@dataclass(frozen=True, slots=True)
class SuitNamed:
    """`seat` said which suit their next lead will be (Law 41)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class SuitRequired:
    """`seat` required a lead of the suit that the leader had named (Law 41).

    `held`: whether the leader had a card of that suit. If so, the leader took the other lead up again.
    """

    seat: Seat
    held: bool


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """`seat` took up their last card again. `by`: the seat that asked for it (Laws 39, 40)."""

    seat: Seat
    card: Card
    by: Seat


@dataclass(frozen=True, slots=True)
class KingTakenBack:
    """`seat` admitted and took back a false announcement of the king, in this deal or an earlier one (Laws 25, 51)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandShown:
    """`seat` showed the whole hand, `cards`, with a claim that was not certain. The play goes on (Law 42)."""

    seat: Seat
    goal: Goal
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ErrorCalled:
    """`seat` called an error of the opponent and chose the remedy (Laws 25, 43)."""

    seat: Seat
    fault: Fault
    remedy: Remedy


@dataclass(frozen=True, slots=True)
class LetStood:
    """`seat` declared that they will call no error in the hand that has been played."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealStood:
    """No error can be called in this deal any more: both players let it stand, or the time for calls was up."""


SalonEvent: TypeAlias = (
    SuitNamed | SuitRequired | CardTakenBack | KingTakenBack | HandShown | ErrorCalled | LetStood | DealStood
)
"""An event that only happens at salon tables. All readers may see it."""


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
