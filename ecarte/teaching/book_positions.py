"""The positions for which the book names a card: the fourteen illustrative hands, and the examples of Hint 17.

A position is a hand of five cards, and which of them have been played. A player's hand also matches a position if only
the names of the suits differ. The pictures of the hands are missing in the scan of the book. Where its text leaves
cards open, a position has those that `ecarte.teaching._hands` gives to learners. Source: Cavendish, *The Laws of
Écarté*, 1886, pp. 43-44, 58-71.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from ecarte.ai import Knowledge
from ecarte.game import Card, Play, PlayerView, Suit, cards_of, parse_cards
from ecarte.odds import Role
from ecarte.teaching.book_reasons import BookAdvice, BookRule

_Renaming = Mapping[Suit, Suit]


@dataclass(frozen=True, slots=True)
class OwnTrick:
    """A finished trick as a seat sees it. Its suits are renamed to those of the book's position.

    Attributes:
        own, other: the cards of the seat and of the opponent.
        led: whether the seat led.
        won: whether the seat won.
    """

    own: Card
    other: Card
    led: bool
    won: bool

    @property
    def is_followed(self) -> bool:
        """True if the reply to the trick is of the suit led."""
        return self.own.suit is self.other.suit


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player knows at a decision. A position of the book names five cards, and may set conditions on all else.

    In `tricks`, `led` and `discarded` the suits are renamed to those of the book's position. In `knowledge` they are
    not.

    Attributes:
        knowledge: everything that the player knows, with the real suits.
        proposed: whether the elder has proposed.
        tricks: the finished tricks.
        led: the card to reply to, or None.
        discarded: the suits of the cards that the seat has discarded.
        own_needs, opponent_needs: the points that each player needs. If the seat holds the king and may still mark it,
            the king counts as marked.
    """

    knowledge: Knowledge
    proposed: bool
    tricks: tuple[OwnTrick, ...]
    led: Card | None
    discarded: frozenset[Suit]
    own_needs: int
    opponent_needs: int

    @property
    def king_against(self) -> bool:
        """True if the opponent has announced the king of trumps, and has not played it yet."""
        return bool(self.knowledge.sure & self.knowledge.king.bit)

    @property
    def no_king_declared(self) -> bool:
        """True if no player has marked the king of trumps in this deal."""
        return not self.knowledge.marked

    @property
    def refused(self) -> bool:
        """True if the seat is the elder, and the dealer refused the first proposal."""
        return self.knowledge.is_elder and self.knowledge.refused

    @property
    def stood(self) -> bool:
        """True if the elder plays without proposing."""
        return not self.knowledge.rounds and not self.proposed


@dataclass(frozen=True, slots=True)
class _Position:
    """A position that the book describes, and the card that the book plays.

    Attributes:
        rule, pages: the rule, and the pages that state it.
        role: the role of the player.
        trump: the trump.
        cards: the five cards of the hand.
        card: the card that the book plays.
        played: the own cards played so far, in order.
        when: returns whether the other conditions of the position are met.
        hand: the number of the illustrative hand, or None.
    """

    rule: BookRule
    pages: str
    role: Role
    trump: Suit
    cards: frozenset[Card]
    card: Card
    played: tuple[Card, ...]
    when: Callable[[Situation], bool]
    hand: int | None


def _hand(
    number: int, pages: str, cards: str, trump: str, *stages: tuple[str, str, Callable[[Situation], bool]]
) -> Iterator[_Position]:
    """Yields the positions of one illustrative hand.

    Args:
        number: its number in the book.
        pages: the pages.
        cards: the five cards.
        trump: the trump.
        stages: for each position, the own cards played so far, the card of the book, and the condition.
    """
    role = Role.DEALER if number in {7, 11, 12, 13} else Role.ELDER
    for played, card, when in stages:
        yield _Position(
            BookRule.HAND,
            pages,
            role,
            Suit(trump),
            frozenset(parse_cards(cards)),
            Card.parse(card),
            parse_cards(played),
            when,
            number,
        )


def _example(pages: str, cards: str, card: str, played: str = "") -> _Position:
    return _Position(
        BookRule.EXAMPLE,
        pages,
        Role.ELDER,
        Suit.SPADES,
        frozenset(parse_cards(cards)),
        Card.parse(card),
        parse_cards(played),
        lambda now: now.refused,
        None,
    )


def _always(now: Situation) -> bool:
    return True


def _won_last(now: Situation) -> bool:
    return bool(now.tricks) and now.tricks[-1].won


def _leads(now: Situation) -> bool:
    return now.led is None


def _king_after_followed(now: Situation) -> bool:
    return _won_last(now) and now.tricks[-1].is_followed and now.king_against


_POSITIONS: Final = (
    *_hand(
        1,
        "58-59",
        "JS TS KH KC TC",
        "S",
        ("", "JS", lambda now: now.stood and now.own_needs > 1),
        ("", "KH", lambda now: bool(now.knowledge.rounds) and Suit.HEARTS not in now.discarded),
        (
            "KH",
            "JS",
            lambda now: (
                bool(now.knowledge.rounds) and _leads(now) and _won_last(now) and now.no_king_declared
                and now.own_needs > 1
            ),
        ),
        ("KH", "TS", lambda now: now.led is not None and now.led.suit is Suit.DIAMONDS and not _won_last(now)),
        ("KH TS", "KC", lambda now: _leads(now) and not now.tricks[0].won and not now.tricks[1].led),
        ("KH TS KC", "TC", lambda now: _leads(now) and _won_last(now) and not now.tricks[0].won),
    ),
    *_hand(
        2,
        "59-60",
        "QS KD 9D 8D 7D",
        "S",
        ("", "KD", lambda now: now.stood and now.opponent_needs == 1),
        ("KD", "9D", lambda now: now.stood and now.opponent_needs == 1 and _leads(now) and _won_last(now)),
    ),
    *_hand(3, "60-62", "KC QC TC KD 7S", "C", ("", "7S", lambda now: now.stood and now.own_needs == 1)),
    *_hand(
        4,
        "62",
        "QC 9C KD TS 8S",
        "C",
        ("", "KD", lambda now: now.stood),
        ("KD", "TS", lambda now: now.stood and _leads(now) and _won_last(now)),
    ),
    *_hand(
        5,
        "63",
        "KD QS TS 9H 8C",
        "D",
        ("", "KD", lambda now: now.refused),
        ("KD", "9H", lambda now: now.refused and now.tricks[0].led and now.tricks[0].other.suit is Suit.SPADES),
        ("KD", "QS", lambda now: now.refused and now.tricks[0].led),
        ("KD QS", "TS", lambda now: now.refused and _leads(now) and _won_last(now) and now.tricks[1].led),
    ),
    *_hand(
        6,
        "63-64",
        "QD TD KS JH 9C",
        "D",
        ("", "JH", lambda now: now.stood),
        ("JH", "KS", lambda now: now.stood and _leads(now) and _won_last(now)),
        ("JH KS", "9C", lambda now: now.stood and _won_last(now) and not now.tricks[0].won and not now.tricks[1].led),
    ),
    *_hand(7, "64", "7S KC JC AH 9H", "S", ("7S", "AH", lambda now: _leads(now) and _won_last(now))),
    *_hand(
        8,
        "65",
        "QC TC KS 7S TD",
        "C",
        ("", "KS", lambda now: now.stood),
        ("KS", "TD", lambda now: now.stood and _king_after_followed(now)),
    ),
    *_hand(
        9,
        "66",
        "JH 9H JC AC 9D",
        "H",
        ("", "JC", lambda now: now.stood),
        ("JC", "9D", lambda now: now.stood and _king_after_followed(now)),
    ),
    *_hand(
        10,
        "67",
        "KC QC 9C TS TD",
        "H",
        ("", "KC", lambda now: now.refused),
        ("KC", "QC", lambda now: now.refused and _won_last(now)),
        ("KC QC", "TS", lambda now: now.refused and len(now.tricks) == 2 and all(trick.won for trick in now.tricks)),
    ),
    *_hand(
        11,
        "67-68",
        "QD KS JS TH TC",
        "D",
        ("QD", "KS", lambda now: now.stood and _won_last(now)),
        (
            "QD KS",
            "TH",
            lambda now: (
                now.stood and all(trick.won for trick in now.tricks) and now.tricks[0].is_followed
                and now.tricks[1].led
            ),
        ),
    ),
    *_hand(
        12,
        "68-69",
        "KS 9S JC 9C 7H",
        "H",
        ("", "KS", lambda now: now.stood and now.led == Card.parse("7S")),
        ("KS", "JC", lambda now: now.stood and _won_last(now) and now.tricks[0].other == Card.parse("7S")),
    ),
    *_hand(
        13, "70", "QH JH 7H KC QC", "H", ("", "QH", lambda now: now.stood and now.led == Card.parse("KH"))
    ),
    *_hand(14, "71", "9S TH 8H 8D 7C", "S", ("", "9S", lambda now: now.refused and now.own_needs == 1)),
    # Hint 17, p. 43: low cards in sequence rather than a tenace.
    _example("43", "JH 9H KC 8D 7D", "8D"),
    *(
        position
        for rank in "JAT987"
        for position in (
            _example("43", f"KS 8C 7C QH {rank}H", "KS"),
            _example("43", f"KS 8C 7C QH {rank}H", "8C", "KS"),
        )
    ),
    # Hint 17, p. 44: a single queen, a guarded queen, and two worthless cards.
    *(
        _example("44", f"QC QH {rank}H {worthless}", "QC")
        for rank in "JAT987"
        for worthless in ("9D 8D", "9D 7D", "8D 7D")
    ),
)  # fmt: skip


def advice_on_position(view: PlayerView, knowledge: Knowledge) -> BookAdvice | None:
    """Returns the card that the book plays in this position. None if the book does not describe it, not even with other
    names of the suits.
    """
    for position in _POSITIONS:
        if position.role is not knowledge.role or len(position.played) != len(view.public.tricks) - (
            knowledge.led is not None
        ):
            continue
        for renaming in _renamings(position, knowledge):
            now = _situation(view, knowledge, renaming)
            if tuple(trick.own for trick in now.tricks) == position.played and position.when(now):
                back = {renamed: suit for suit, renamed in renaming.items()}
                card = Card(position.card.rank, back[position.card.suit])
                if Play(card) in view.legal_moves:
                    return BookAdvice(Play(card), position.pages, position.rule, hand=position.hand)
    return None


def _renamings(position: _Position, knowledge: Knowledge) -> Iterator[_Renaming]:
    """Yields the ways to rename the suits so that the seat's five cards become those of a position."""
    five = cards_of(knowledge.five)
    if sorted(card.rank.index for card in five) != sorted(card.rank.index for card in position.cards):
        return
    for suits in permutations(Suit):
        renaming = dict(zip(Suit, suits, strict=True))
        if (
            renaming[knowledge.trump] is position.trump
            and {_renamed(card, renaming) for card in five} == position.cards
        ):
            yield renaming


def _renamed(card: Card, renaming: _Renaming) -> Card:
    return Card(card.rank, renaming[card.suit])


def _situation(view: PlayerView, knowledge: Knowledge, renaming: _Renaming) -> Situation:
    public, me = view.public, view.seat
    tricks = []
    for trick in public.tricks:
        if trick.reply is None:
            break
        led = trick.leader is me
        own, other = (trick.lead, trick.reply) if led else (trick.reply, trick.lead)
        tricks.append(OwnTrick(_renamed(own, renaming), _renamed(other, renaming), led, trick.winner is me))
    return Situation(
        knowledge=knowledge,
        proposed=bool(public.proposals),
        tricks=tuple(tricks),
        led=None if knowledge.led is None else _renamed(knowledge.led, renaming),
        discarded=frozenset(renaming[card.suit] for card in view.discarded),
        own_needs=points_needed(knowledge),
        opponent_needs=knowledge.points - knowledge.opponent_score,
    )


def points_needed(knowledge: Knowledge) -> int:
    """Returns how many points the seat needs. A king of trumps in hand that may still be marked counts as marked."""
    to_mark = knowledge.has_king and not knowledge.marked and knowledge.five == knowledge.hand
    return knowledge.points - knowledge.own_score - to_mark
