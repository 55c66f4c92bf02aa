"""Finds the laws that apply to what a table is doing. The law most likely to settle a question comes first.

The functions read only the public view, so their answers reveal nothing. Source: the order of the game (Cavendish's
treatise, pp. 30-37).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, unique
from typing import assert_never

from ecarte.game import Ending, KingFrom, Phase, PublicView, Reason
from ecarte.table.stakes import Style

_ENOUGH_FOR_BOTH = 10


@unique
class Around(Enum):
    """What goes on at a table outside the game itself."""

    NOTHING = "nothing"
    BETS = "bets"
    """Bets are open; the cards are not dealt yet."""
    RESIGNED = "resigned"
    """A resigned game is offered to the backers."""


def for_position(
    view: PublicView | None, around: Around = Around.NOTHING, style: Style | None = None
) -> tuple[int, ...]:
    """Returns the numbers of the laws that apply to what a table is doing, each once, the most relevant first.

    Args:
        view: what everyone at the table sees, or None before the first game.
        around: what goes on outside the game.
        style: how bystanders may take part, or None if bets are impossible.
    """
    bystanders = () if style is None else (54, 55) if style is Style.FRENCH else (52, 53, 55)
    now = tuple(_now(view)) if view is not None else (5, 4, 6)
    match around:
        case Around.NOTHING:
            numbers = (*now, *bystanders)
        case Around.BETS | Around.RESIGNED:
            numbers = (*bystanders, *now)
        case _:
            assert_never(around)
    return tuple(dict.fromkeys(numbers))


def _now(view: PublicView) -> Iterator[int]:
    match view.phase:
        case Phase.CUT:
            yield from (5, 4, 6)
        case Phase.DEAL:
            yield from _scored(view) if view.scored is not None else (8, 1, 3)
        case Phase.PROPOSE:
            yield from _turned_up(view)
            yield from (38, 26, 49, 23) if view.talon == 0 else (26, 49, 23, 38)
            yield from (8, 10)
        case Phase.ANSWER:
            short = view.talon < _ENOUGH_FOR_BOTH
            yield from (38, 27, 49, 26, 23) if short else (27, 49, 26, 38, 23)
        case Phase.ELDER_DISCARD:
            yield from (28, 26, 38, 30, 36)
        case Phase.DEALER_DISCARD:
            yield from (28, 27, 38, 34, 36)
        case Phase.PLAY:
            yield from _playing(view)
        case Phase.STANDING:
            # Errors that may be called before the hand stands.
            yield from (43, 25) if view.king is not None else (43,)
            yield from _scored(view)
        case Phase.OVER:
            yield from _over(view)
        case _:
            assert_never(view.phase)


def _turned_up(view: PublicView) -> Iterator[int]:
    """Yields the laws about a turned-up king, if a king is turned up and no proposal has followed."""
    if view.king is not None and view.king.how is KingFrom.TURNED and not view.proposals:
        yield from (22, 47)


def _playing(view: PublicView) -> Iterator[int]:
    trick = view.tricks[-1] if view.tricks else None
    reply_is_due = trick is not None and trick.reply is None
    first = len(view.tricks) <= 1
    yield from (43, 39) if reply_is_due else (40, 39, 43)
    if view.king is not None and view.king.how is KingFrom.ANNOUNCED:
        yield from (25, 47, 23)
    elif view.king is None:
        # A dealer who played the king as the first card may announce it until the second card.
        yield from (24, 23) if first or len(view.tricks) == 2 else (23, 24)
    yield from (41, 42, 49, 48) if view.vulnerable is not None else (41, 42, 48)


def _scored(view: PublicView) -> Iterator[int]:
    """Yields the laws of the result of a deal."""
    if view.ended_by is not None:
        yield 42
    if view.scored is not None:
        yield from (49, 48) if view.scored.reason in (Reason.UNPROPOSED, Reason.REFUSED) else (48, 49)
    if view.king is not None:
        yield 47
    yield from (50, 51, 46, 44)


def _over(view: PublicView) -> Iterator[int]:
    """Yields the laws of the end of a game."""
    if view.outcome is not None and view.outcome.how is not Ending.FIVE:
        yield from (42, 54)
    yield 46
    if view.scored is not None or view.king is not None:
        yield from _scored(view)
