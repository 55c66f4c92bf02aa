"""Draws a table as a few lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ecarte.game.cards import Card
from ecarte.game.rules import Seat

if TYPE_CHECKING:
    from ecarte.game.views import PublicView

_WIDTH = 16
"""The width of a hand: five cards of two characters, four blanks between them, and two blanks before the next
column.
"""


def table_text(public: PublicView, north: Sequence[Card] | None = None, south: Sequence[Card] | None = None) -> str:
    """Draws a table in up to five lines: one for each player, one for the turn-up, one for the current trick, one for
    what happens next.

    Args:
        public: what everyone at the table sees.
        north, south: the cards of each hand, or None if the reader does not see them. Then each is drawn as `??`.

    Returns:
        The lines, without a line break at the end.
    """
    lines = [_seat(public, seat, hand) for seat, hand in zip(Seat, (north, south), strict=True)]
    if public.turn_up is not None:
        lines.append(f"turned {public.turn_up}, talon {public.talon}")
    if public.tricks and public.outcome is None:
        trick = public.tricks[-1]
        reply = "" if trick.reply is None else f", {trick.leader.other.value} {trick.reply}"
        lines.append(f"trick {len(public.tricks)}: {trick.leader.value} {trick.lead}{reply}")
    lines.append(_waits_for(public))
    return "\n".join(lines)


def _seat(public: PublicView, seat: Seat, hand: Sequence[Card] | None) -> str:
    cards = ["??"] * public.held[seat.index] if hand is None else [str(card) for card in hand]
    marks = [
        "dealer" if seat is public.dealer else "",
        "king" if public.king is not None and public.king.seat is seat else "",
        f"tricks {public.taken[seat.index]}" if public.tricks else "",
    ]
    line = f"{seat.value} {public.score[seat.index]}  {' '.join(cards):{_WIDTH}}{', '.join(filter(None, marks))}"
    return line.rstrip()


def _waits_for(public: PublicView) -> str:
    if public.outcome is not None:
        return f"{public.outcome.winner.value} has won" if public.outcome.winner is not None else "no winner"
    return f"{public.phase.value}: {public.turn.value}" if public.turn is not None else public.phase.value
