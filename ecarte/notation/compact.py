"""Writes a finished game in few characters: the compact record, for the address of a page that replays it.

A compact record has the names, the date, the rules, every pack and every move. The page that reads it
(`page/static/compact.js`) computes scores and results from these. Remarks, promises and the lines of the house are left
out. `docs/record-format.md` describes the form.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Final, assert_never
from zlib import crc32

from ecarte.game import (
    PACK,
    Accepted,
    Card,
    CardPlayed,
    CardsDealt,
    CardTakenBack,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    DealStood,
    Distribution,
    ElderDiscarded,
    ErrorCalled,
    Event,
    GameEnded,
    GameResigned,
    GameStarted,
    Goal,
    HandAbandoned,
    HandClaimed,
    HandShown,
    KingMarked,
    KingTakenBack,
    LetStood,
    Manners,
    Phase,
    Proposed,
    Refused,
    Scope,
    Seat,
    State,
    StopAnswered,
    StopOffered,
    SuitNamed,
    SuitRequired,
    TimeClaimed,
    evolve,
)
from ecarte.notation.reader import Record
from ecarte.notation.tags import rules_text

COMPACT_VERSION: Final = 1
_TEXTS: Final = ("North", "South", "Date")
_LONGEST: Final = 255
_CARD: Final = 5
_DEALERS: Final = (None, *Seat)
_KING, _IF_ENOUGH, _ABANDONS, _POINT, _VOLE, _RESIGNS, _DEAL, _GAME, _OFFERS, _AGREES, _DECLINES = range(11)
"""The numbers of the rare moves. They never change, because addresses are kept for years."""


def compact(record: Record) -> str:
    """Returns the compact record of a finished game: letters, digits, `-` and `_`.

    Raises:
        ValueError: the game is not over, it is a salon game, or a text in it has more than 255 bytes.
    """
    rules = record.state.rules
    if record.state.outcome is None:
        raise ValueError("a game in progress has no compact record")
    if rules.manners is Manners.SALON:
        raise ValueError("a salon game has no compact record")
    bits = _Bits()
    bits.add(COMPACT_VERSION, 8)
    for text in (rules_text(rules), *(record.tags.get(name, "") for name in _TEXTS)):
        encoded = text.encode()
        if len(encoded) > _LONGEST:
            raise ValueError(f"a text has {len(encoded)} bytes, {_LONGEST} at most fit")
        bits.add(len(encoded), 8)
        bits.add(int.from_bytes(encoded, "big"), 8 * len(encoded))
    state: State | None = None
    for event in record.events:
        if state is None or state.due is None:
            _add_event(bits, state, event)
        state = evolve(state, event)
    content = bits.content()
    return urlsafe_b64encode(content + crc32(content).to_bytes(4, "big")).decode("ascii").rstrip("=")


class _Bits:
    """Collects bits and returns them as bytes. The first bit collected is the highest."""

    def __init__(self) -> None:
        self._bits = 0
        self._number = 0

    def add(self, value: int, width: int) -> None:
        """Adds the number `value` as `width` bits."""
        self._bits = self._bits << width | value
        self._number += width

    def content(self) -> bytes:
        """Returns the bits as bytes. Zeros fill up the last byte."""
        spare = -self._number % 8
        return (self._bits << spare).to_bytes((self._number + spare) // 8, "big")


def _add_event(bits: _Bits, state: State | None, event: Event) -> None:
    """Adds an event that does not follow by itself from the one before it. The usual moves of each phase take few bits;
    every other move is written as its number and its seat (`_rare`).
    """
    if state is None:
        assert isinstance(event, GameStarted)
        bits.add(_DEALERS.index(event.dealer), 2)
        return
    match event:
        case CutMade():
            bits.add(0, 1)
            bits.add(event.north.index << _CARD | event.south.index, 2 * _CARD)
        case CardsDealt():
            bits.add(event.distribution is Distribution.TWO_THREE, 2)
            _add_pack(bits, event.pack)
        case Proposed():
            bits.add(0b01, 2)
        case Accepted(conditional=False):
            bits.add(0b01, 2)
        case Refused():
            bits.add(0b00, 2)
        case ElderDiscarded() | DealerDiscarded():
            held = _held(state)
            bits.add(0, 1)
            bits.add(sum(1 << place for place, card in enumerate(held) if card in event.cards), len(held))
        case CardPlayed():
            # An elder who may propose leads instead.
            bits.add(0, 2 if state.phase is Phase.PROPOSE else 1)
            held = _held(state)
            bits.add(held.index(event.card), (len(held) - 1).bit_length())
        case _:
            number, seat = _rare(event, state)
            bits.add((1 << 4 | number) << 1 | seat.index, 6)


def _add_pack(bits: _Bits, pack: Iterable[Card]) -> None:
    """Adds the pack. For each card but the last, adds its place among the cards that are left."""
    left = list(PACK)
    for card in pack:
        bits.add(left.index(card), (len(left) - 1).bit_length())
        left.remove(card)


def _held(state: State) -> tuple[Card, ...]:
    return state.cards(state.player)


def _rare(event: Event, state: State) -> tuple[int, Seat]:
    """Returns the number of a rare move, and the seat that made it."""
    match event:
        case KingMarked():
            return _KING, event.seat
        case Accepted():
            return _IF_ENOUGH, state.player
        case HandAbandoned():
            return _ABANDONS, event.seat
        case HandClaimed():
            return _POINT if event.goal is Goal.POINT else _VOLE, event.seat
        case GameResigned():
            return _RESIGNS, event.seat
        case TimeClaimed():
            return _DEAL if event.scope is Scope.DEAL else _GAME, event.seat
        case StopOffered():
            return _OFFERS, event.seat
        case StopAnswered():
            return _AGREES if event.accepted else _DECLINES, event.seat
        case (
            GameStarted()
            | CutMade()
            | CardsDealt()
            | Proposed()
            | Refused()
            | ElderDiscarded()
            | DealerDiscarded()
            | CardPlayed()
            | ConditionFailed()
            | DealScored()
            | GameEnded()
            | SuitNamed()
            | SuitRequired()
            | CardTakenBack()
            | KingTakenBack()
            | HandShown()
            | ErrorCalled()
            | LetStood()
            | DealStood()
        ):
            # A usual move, an event that is due, or an event of a salon.
            raise AssertionError(event)
        case _:
            assert_never(event)
