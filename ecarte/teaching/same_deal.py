"""One deal of a finished game for several readers: each plays it in the same seat against the house, with suits of
their own.

    same = same_deal(walk, 3, Seat.SOUTH, "42")      the third deal of a game, for a reader named by a text
    log = open_log(same)                             as in `ecarte.teaching.solo`
    view_of(same, log)                               what the reader sees: other suits, and perhaps the other seat

The log and the house know the deal as it was dealt, so all readers who make the same moves get the same replies. Only
the view of a reader is changed: a hash of the pack and of the reader's text decides which suits are exchanged, and
whether the seats are. At least two suits are exchanged, so that a reader who watched the game does not recognise the
deal at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType
from typing import Final

from ecarte.game import Card, Discard, Distribution, Move, Play, PlayerView, Seat, Suit, apply_deal
from ecarte.notation import Replay, move_text, parse_move
from ecarte.teaching import solo
from ecarte.teaching.again import deal_from, first_of, has_score
from ecarte.teaching.position import before_deal
from ecarte.teaching.solo import Decide, Result, SoloDeal, maitre

_CONSTRUCTION: Final = "ecarte same deal 1"
_ORDERS: Final = tuple(permutations(Suit))[1:]
"""All orders of the suits except the usual one."""


@dataclass(frozen=True, slots=True)
class SameDeal:
    """A deal of a finished game, as one of several readers plays it. Contains both hands: give readers views only.

    Attributes:
        dealt: the deal as it was dealt.
        shown: the deal as the reader sees it.
        suits: the suit that the reader sees in place of each suit that was dealt.
        before: the points of North and South before the deal, as the reader sees them.
    """

    dealt: SoloDeal
    shown: SoloDeal
    suits: Mapping[Suit, Suit]
    before: tuple[int, int]


def same_deal(walk: Replay, number: int, seat: Seat, reader: str) -> SameDeal | None:
    """Returns a deal of a finished game as one reader plays it. None if the deal was not scored in the game, or cannot
    be played again.

    Args:
        walk: the replay of the game.
        number: the number of the deal in the game, from 1.
        seat: the seat of the player whose cards the reader gets.
        reader: a text by which readers are told apart. It decides the reader's suits.
    """
    first = first_of(walk, number)
    if first is None or not has_score(walk, number):
        return None
    dealt = deal_from(walk, first, seat)
    if dealt is None or solo.is_over(solo.view_of(dealt, ())):
        return None
    digest = hashlib.sha256(f"{_CONSTRUCTION} {dealt.key.hex()} {reader}".encode()).digest()
    suits = dict(zip(Suit, _ORDERS[digest[0] % len(_ORDERS)], strict=True))
    turned = digest[1] % 2 == 1
    north, south = first.score
    before = (south, north) if turned else (north, south)
    dealer = first.dealer.other if turned else first.dealer
    pack = [_changed(card, suits) for card in dealt.start.last_deal.pack]
    start = apply_deal(before_deal(dealt.start.rules, before, dealer), pack, Distribution.THREE_TWO)
    shown = SoloDeal(start, seat.other if turned else seat, dealt.key)
    return SameDeal(dealt, shown, MappingProxyType(suits), before)


def open_log(same: SameDeal, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the moves that the house makes before the reader first has to act."""
    return solo.open_log(same.dealt, opponent)


def answer(same: SameDeal, log: Sequence[str], move: Move, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the log with a move of the reader, and with all moves that follow until the reader decides again or the
    deal is over (`ecarte.teaching.solo.answer`).

    The reader sees the cards in other suits than those that were dealt. The log has the suits that were dealt.

    Args:
        same: the deal.
        log: the moves so far.
        move: the reader's move, in the suits that the reader sees.
        opponent: chooses the moves of the other seat.

    Raises:
        IllegalMove: the reader may not make this move now.
        ValueError: the move is one of the table, such as to resign.
    """
    return solo.answer(same.dealt, log, _move(move, {seen: suit for suit, seen in same.suits.items()}), opponent)


def view_of(same: SameDeal, log: Sequence[str]) -> PlayerView:
    """Returns what the reader sees after the moves of a log."""
    return solo.view_of(same.shown, [move_text(_move(parse_move(text), same.suits)) for text in log])


def result(same: SameDeal, log: Sequence[str]) -> Result:
    """Returns the reader's result. Raises `ValueError` while the deal is in progress."""
    return solo.result(view_of(same, log), same.before)


def par(same: SameDeal, opponent: Decide = maitre) -> Result:
    """Returns the result that the reader's seat would have if the house played both hands."""
    return result(same, solo.play_out(same.dealt, opponent))


def dealt_to_opponent(same: SameDeal) -> tuple[Card, ...]:
    """Returns the five cards that the opponent was dealt, in the changed suits in which the reader sees the deal. Call
    it only after the deal is over.
    """
    return same.shown.start.last_deal.places[same.shown.seat.other.index]


def _move(move: Move, suits: Mapping[Suit, Suit]) -> Move:
    match move:
        case Play(card=card):
            return Play(_changed(card, suits))
        case Discard():
            return Discard(_changed(card, suits) for card in move)
        case _:
            return move


def _changed(card: Card, suits: Mapping[Suit, Suit]) -> Card:
    return Card(card.rank, suits[card.suit])
