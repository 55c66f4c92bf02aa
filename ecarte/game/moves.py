"""What a player may do. Whether he may do it now is for `ecarte.game.engine` to say.

Moves are frozen and carry no seat: the same proposal serves both. All but discards and claims of four kinds
are one object however they are made (`Play(card) is Play(card)`), so they compare by identity.
The moves of the game are those of Cavendish's treatise, pp. 31-32; the moves of the table (claiming,
abandoning, resigning, calling time, stopping) can be made out of turn; those of a salon, where players may err, are in
`ecarte.game.remedies`. Every move has a `card`: the one that it
plays, None if it plays none. This module knows cards only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import partial
from itertools import combinations
from typing import ClassVar, Final, Self, TypeAlias, final, overload

from ecarte.game.cards import PACK, Card, cards_of, mask_of
from ecarte.game.frozen import Frozen
from ecarte.game.remedies import CallError, LetStand, NameSuit, RequireSuitNamed, TakeBack, TakeKingBack

__all__ = [
    "Abandon",
    "Accept",
    "AcceptIfEnough",
    "AcceptStop",
    "AnnounceKing",
    "CallError",
    "Claim",
    "ClaimTime",
    "DeclineStop",
    "Discard",
    "Discards",
    "Goal",
    "LetStand",
    "Move",
    "NameSuit",
    "OfferStop",
    "Play",
    "Propose",
    "Refuse",
    "RequireSuitNamed",
    "Resign",
    "Scope",
    "TakeBack",
    "TakeKingBack",
]


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
    """The elder hand asks for cards (Law 26)."""

    __slots__ = ()


@final
class Accept(_Bare):
    """The dealer gives cards."""

    __slots__ = ()


@final
class AcceptIfEnough(_Bare):
    """The dealer gives cards on condition that the talon suffices for both (Law 38)."""

    __slots__ = ()


@final
class Refuse(_Bare):
    """The dealer gives none: the hands are played as they are."""

    __slots__ = ()


@final
class AnnounceKing(_Bare):
    """The holder of the king of trumps announces it and marks one (Laws 23, 24)."""

    __slots__ = ()


@final
class Abandon(_Bare):
    """A player throws up his hand (Law 42)."""

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
    """His adversary agrees to stop."""

    __slots__ = ()


@final
class DeclineStop(_Bare):
    """His adversary wants to go on."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """The player on lead shows his hand and claims to make `goal` whatever the other holds (Law 42)."""

    card: ClassVar[None] = None
    goal: Goal


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """The adversary of a player whose time is up takes the deal or the game. The clock is the caller's."""

    card: ClassVar[None] = None
    scope: Scope


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
        return _PLAYS[card.index]

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
    """Cards are put out to be exchanged: a tuple of them in the order of `PACK`, in whatever order they are named.

    Naming a card twice is naming it once. No card at all is a discard too: the dealer keeps his hand.
    """

    __slots__ = ()
    __match_args__ = ("cards",)
    card: ClassVar[None] = None

    def __new__(cls, cards: Iterable[Card] = ()) -> Discard:
        return _discard(cards_of(mask_of(cards)))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, as a plain tuple."""
        return tuple(self)

    def __repr__(self) -> str:
        return f"Discard({tuple(self)!r})"


# Makes a discard of cards that are in the order of `PACK` already.
_discard: Final[Callable[[tuple[Card, ...]], Discard]] = partial(tuple.__new__, Discard)


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


# Which of five cards are put out: the thirty-two ways, fewer cards first; and where those of so many cards begin.
_WAYS: Final = tuple(chosen for count in range(6) for chosen in combinations(range(5), count))
_FIRST_WAY: Final = (0, 1, 6, 16, 26, 31, 32)


@final
class Discards(Frozen, Sequence[Move]):
    """Every discard of `least` to `most` cards from a hand of five (a mask), fewer cards first, and then `more` moves.

    A sequence like a tuple of them, but that each is made only when it is asked for: mostly one is wanted, or to
    know whether one is among them.
    """

    __slots__ = ("_first", "_hand", "_more", "_ways")

    _hand: int
    _first: int
    _ways: int
    _more: tuple[Move, ...]

    def __init__(self, hand: int, least: int, most: int, *more: Move) -> None:
        first = _FIRST_WAY[least]
        object.__setattr__(self, "_hand", hand)
        object.__setattr__(self, "_first", first)
        object.__setattr__(self, "_ways", _FIRST_WAY[most + 1] - first)
        object.__setattr__(self, "_more", more)

    def alone(self) -> Discards:
        """The discards without the other moves."""
        least, most = self._bounds()
        return Discards(self._hand, least, most)

    def __len__(self) -> int:
        return self._ways + len(self._more)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        if place < 0:
            place += len(self)
        if not 0 <= place < self._ways:
            return self._more[place - self._ways if place >= 0 else len(self)]
        cards = cards_of(self._hand)
        return _discard(tuple([cards[number] for number in _WAYS[self._first + place]]))

    def __contains__(self, move: object) -> bool:
        if type(move) is not Discard:
            return move in self._more
        if len(move) > 5 or mask_of(move) & ~self._hand:
            return False
        return self._first <= _FIRST_WAY[len(move)] < self._first + self._ways

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Discards) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self._hand, self._first, self._ways, self._more

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return (Discards, (self._hand, *self._bounds(), *self._more))

    def _bounds(self) -> tuple[int, int]:
        return _FIRST_WAY.index(self._first), _FIRST_WAY.index(self._first + self._ways) - 1
