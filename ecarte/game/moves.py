"""The moves of players. `ecarte.game.engine` says whether one is lawful now.

Moves are frozen and carry no seat: the same proposal serves both. All but discards and claims of four kinds
are one object however they are made (`Play(card) is Play(card)`), so they compare by identity.
The moves of the game are those of Cavendish's treatise, pp. 31-32; the moves of the table (claiming,
abandoning, resigning, calling time, stopping) can be made out of turn; the moves of a salon, where players may err, are
those of Laws 25, 39-41 and 43. Every move has a `card`: the one that it plays, None if it plays none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, unique
from functools import partial
from itertools import chain, combinations, repeat
from typing import ClassVar, Final, Self, TypeAlias, final

from ecarte.game.cards import PACK, Card, Frozen, Suit, cards_of, mask_of


@unique
class Goal(Enum):
    """What a claim claims."""

    POINT = "point"
    VOLE = "vole"


@unique
class Scope(Enum):
    """What the player in time asks for when the other's time is up."""

    DEAL = "deal"
    GAME = "game"


def _check_kind(move: object, value: object, kind: type[Enum]) -> None:
    """Raises `TypeError` where a caller without types gives something else, such as a text."""
    if type(value) is not kind:
        raise TypeError(f"{type(move).__name__} takes a {kind.__name__}, such as {next(iter(kind))}, not {value!r}")


class _Bare(Frozen):
    """A move without particulars: one object of each kind."""

    __slots__ = ()
    card: ClassVar[None] = None
    _only: ClassVar[dict[type[_Bare], _Bare]] = {}

    def __new__(cls) -> Self:
        move = _Bare._only.get(cls)
        if move is None:
            move = _Bare._only[cls] = object.__new__(cls)
        assert isinstance(move, cls)
        return move

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return (type(self), ())


@final
class Propose(_Bare):
    """The elder proposes an exchange (Law 26)."""

    __slots__ = ()


@final
class Accept(_Bare):
    """The dealer accepts."""

    __slots__ = ()


@final
class AcceptIfEnough(_Bare):
    """The dealer accepts on condition that the talon suffices for both (Law 38)."""

    __slots__ = ()


@final
class Refuse(_Bare):
    """The dealer refuses: the hands are played as dealt."""

    __slots__ = ()


@final
class AnnounceKing(_Bare):
    """The holder of the king of trumps announces it and marks one (Laws 23, 24)."""

    __slots__ = ()


@final
class Abandon(_Bare):
    """A player throws up the hand (Law 42)."""

    __slots__ = ()


@final
class Resign(_Bare):
    """A player gives up the game."""

    __slots__ = ()


@final
class OfferStop(_Bare):
    """A player offers to stop the game, won by neither."""

    __slots__ = ()


@final
class AcceptStop(_Bare):
    """The opponent agrees to stop."""

    __slots__ = ()


@final
class DeclineStop(_Bare):
    """The opponent wants to go on."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """The player on lead shows the hand and claims `goal` whatever the opponent holds (Law 42)."""

    card: ClassVar[None] = None
    goal: Goal

    def __post_init__(self) -> None:
        _check_kind(self, self.goal, Goal)


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """The opponent of a player whose time is up takes the deal or the game. The caller keeps the clock."""

    card: ClassVar[None] = None
    scope: Scope

    def __post_init__(self) -> None:
        _check_kind(self, self.scope, Scope)


@final
class Play(Frozen):
    """A card is played: led, or put on the card led. One object a card.

    `replies` and `beaten_by` are written by `ecarte.game.tricks`, which knows the rule: they lie here because a card is
    played in half a microsecond, and each further look-up is felt in that.
    """

    __slots__ = ("beaten_by", "bit", "card", "replies", "shift")

    card: Card
    bit: int
    shift: int
    replies: tuple[tuple[Play, ...], ...]
    beaten_by: tuple[int, ...]

    def __new__(cls, card: Card) -> Play:
        try:
            return _PLAYS[card.index]
        except (AttributeError, TypeError):
            raise TypeError(f"a card is a Card, as Card.parse('KS') gives it, not {card!r}") from None

    def __repr__(self) -> str:
        return f"Play({self.card!r})"

    def __reduce__(self) -> tuple[type[Play], tuple[Card]]:
        return (Play, (self.card,))


def _one_play_a_card() -> tuple[Play, ...]:
    plays = []
    for card in PACK:
        play = object.__new__(Play)
        object.__setattr__(play, "card", card)
        object.__setattr__(play, "bit", card.bit)
        object.__setattr__(play, "shift", card.shift)
        plays.append(play)
    return tuple(plays)


_PLAYS: Final[tuple[Play, ...]] = _one_play_a_card()


@final
class Discard(tuple[Card, ...]):
    """Cards are discarded to be exchanged: a tuple of them in the order of `PACK`, in whatever order they are named.

    Naming a card twice is naming it once. No card at all is a discard too: the dealer keeps the hand.
    """

    __slots__ = ()
    __match_args__ = ("cards",)
    card: ClassVar[None] = None

    def __new__(cls, cards: Iterable[Card] = ()) -> Discard:
        try:
            return _discard(cards_of(mask_of(cards)))
        except (AttributeError, TypeError):
            raise TypeError(f"a discard is of Cards, as parse_cards('KS 7H') gives them, not of {cards!r}") from None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, as a plain tuple."""
        return tuple(self)

    def __repr__(self) -> str:
        return f"Discard({tuple(self)!r})"


# Makes a discard of cards that are in the order of `PACK` already.
_discard: Final[Callable[[tuple[Card, ...]], Discard]] = partial(tuple.__new__, Discard)


@unique
class Fault(Enum):
    """What may be called."""

    REVOKE = "revoke"
    """A card that did not follow suit, or did not win the trick, though its player could have done so (Law 43)."""
    KING = "king"
    """A king announced by a player who does not hold it (Law 25)."""


@unique
class Remedy(Enum):
    """What the caller of an error asks for."""

    SCORE = "score"
    """The hand stays as it was played; the offender marks less."""
    AGAIN = "again"
    """The hands are played again from the first lead; the offender marks less."""


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The leader names the suit of the next lead (Law 41)."""

    card: ClassVar[None] = None
    suit: Suit

    def __post_init__(self) -> None:
        _check_kind(self, self.suit, Suit)


@dataclass(frozen=True, slots=True)
class RequireSuitNamed:
    """Another suit was led than was named: the leader is to play the suit named (Law 41)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last card is taken up again: a reply to mend it (Law 39), or a lead out of turn (Law 40)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeKingBack:
    """A player takes a false announcement of the king back, before playing a card (Law 25)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class CallError:
    """A player calls an error of the opponent and chooses the remedy (Laws 25, 43)."""

    card: ClassVar[None] = None
    fault: Fault
    remedy: Remedy

    def __post_init__(self) -> None:
        _check_kind(self, self.fault, Fault)
        _check_kind(self, self.remedy, Remedy)


@dataclass(frozen=True, slots=True)
class LetStand:
    """A player has nothing to call in the hand that is over."""

    card: ClassVar[None] = None


Move: TypeAlias = (
    Propose
    | Accept
    | AcceptIfEnough
    | Refuse
    | Discard
    | Play
    | AnnounceKing
    | Claim
    | Abandon
    | Resign
    | ClaimTime
    | OfferStop
    | AcceptStop
    | DeclineStop
    | NameSuit
    | RequireSuitNamed
    | TakeBack
    | TakeKingBack
    | CallError
    | LetStand
)


def discards(hand: int, least: int, most: int) -> tuple[Discard, ...]:
    """Every discard of `least` to `most` cards of a hand (a mask), fewer cards first."""
    cards = cards_of(hand)
    chosen = chain.from_iterable([combinations(cards, count) for count in range(least, most + 1)])
    return tuple(map(tuple.__new__, repeat(Discard), chosen))
