"""The moves of the players. `ecarte.game.engine` decides whether a move is lawful now.

A move does not say who makes it: both players make the same `Propose()`. Moves never change, and equal moves are
interchangeable; most are even one object (`Play(card) is Play(card)`). Every move has a `card`: the card that it plays,
or None.

The moves of the game are those of Cavendish's treatise, pp. 31-32. The moves of the table (claiming, abandoning,
resigning, claiming the time, stopping) can be made out of turn. The moves of a salon, where players may make errors,
are those of Laws 25, 39-41 and 43.
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
    """What a player claims to win by showing the hand: the point (three tricks) or the vole (five)."""

    POINT = "point"
    VOLE = "vole"


@unique
class Scope(Enum):
    """What a player claims when the opponent's time is up: this deal, or the game."""

    DEAL = "deal"
    GAME = "game"


def _check_kind(move: object, value: object, kind: type[Enum]) -> None:
    """Raises `TypeError` unless `value` is a `kind`. A caller without type checks might pass a string."""
    if type(value) is not kind:
        raise TypeError(f"{type(move).__name__} takes a {kind.__name__}, such as {next(iter(kind))}, not {value!r}")


class _Bare(Frozen):
    """A move without arguments. Each subclass has one object."""

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
    """The dealer accepts the proposal."""

    __slots__ = ()


@final
class AcceptIfEnough(_Bare):
    """The dealer accepts on condition that the talon suffices for both (Law 38)."""

    __slots__ = ()


@final
class Refuse(_Bare):
    """The dealer refuses the proposal: the hands are played without an exchange."""

    __slots__ = ()


@final
class AnnounceKing(_Bare):
    """The holder of the king of trumps announces it and scores one point (Laws 23, 24)."""

    __slots__ = ()


@final
class Abandon(_Bare):
    """A player gives up the hand, which ends the deal (Law 42)."""

    __slots__ = ()


@final
class Resign(_Bare):
    """A player resigns the game. The opponent wins it, or it is void if it has not begun (`State.begun`)."""

    __slots__ = ()


@final
class OfferStop(_Bare):
    """A player offers to stop the game without a winner."""

    __slots__ = ()


@final
class AcceptStop(_Bare):
    """The opponent agrees to stop the game."""

    __slots__ = ()


@final
class DeclineStop(_Bare):
    """The opponent wants to continue the game."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """The player on lead shows the hand and claims to win `goal` (the point or the vole), whatever the opponent holds
    (Law 42).
    """

    card: ClassVar[None] = None
    goal: Goal

    def __post_init__(self) -> None:
        _check_kind(self, self.goal, Goal)


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """A player claims the deal or the game (`scope`) because the opponent's time is up. The caller checks the clock."""

    card: ClassVar[None] = None
    scope: Scope

    def __post_init__(self) -> None:
        _check_kind(self, self.scope, Scope)


@final
class Play(Frozen):
    """A player leads a card or replies with it. Each card has one `Play`.

    Attributes:
        card: the card.
        bit, shift: those of the card.
        replies: the legal replies to this card in its own suit. The index is a number of eight bits: the cards of that
            suit in the replying hand.
        beaten_by: for each trump, in the order of `Suit`, the cards that win against this card as a lead (a mask).

    `ecarte.game.tricks` fills in `replies` and `beaten_by`, since that module has the rule. They are attributes of the
    play for speed: playing a card takes half a microsecond, and one more look-up would be noticeable.
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
    """A player discards cards to exchange them. `cards` has them in the order of `PACK`, whatever the order of the
    argument.

    A card that is named twice counts once. An empty discard is allowed: the dealer keeps the hand.
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
        """The discarded cards, as a plain tuple in the order of `PACK`."""
        return tuple(self)

    def __repr__(self) -> str:
        return f"Discard({tuple(self)!r})"


# Makes a discard of cards that are already in the order of `PACK`.
_discard: Final[Callable[[tuple[Card, ...]], Discard]] = partial(tuple.__new__, Discard)


@unique
class Fault(Enum):
    """An error of the opponent that a player may call in a salon."""

    REVOKE = "revoke"
    """A reply that did not follow suit, trump or win the trick, though the hand could have done so (Law 43)."""
    KING = "king"
    """The announcement of a king that the player does not hold (Law 25)."""


@unique
class Remedy(Enum):
    """What a player who calls an error of the opponent may choose."""

    SCORE = "score"
    """The play stands. The offender scores less."""
    AGAIN = "again"
    """The hands are played again from the first lead. The offender scores less."""


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The leader names the suit of the next lead (Law 41)."""

    card: ClassVar[None] = None
    suit: Suit

    def __post_init__(self) -> None:
        _check_kind(self, self.suit, Suit)


@dataclass(frozen=True, slots=True)
class RequireSuitNamed:
    """The leader named one suit and led another; the opponent requires a lead of the suit named (Law 41)."""

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last card is taken up again: a reply, because its player corrects it (Law 39), or a lead out of turn, because
    either player demands it (Law 40).
    """

    card: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeKingBack:
    """A player admits and takes back a false announcement of the king, in this deal or an earlier one (Laws 25, 51)."""

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
    """A player declares that they will call no error in the hand that has been played."""

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
    """Returns every discard of at least `least` and at most `most` cards of a hand (a mask), fewer cards first."""
    cards = cards_of(hand)
    chosen = chain.from_iterable([combinations(cards, count) for count in range(least, most + 1)])
    return tuple(map(tuple.__new__, repeat(Discard), chosen))
