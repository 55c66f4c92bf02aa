"""Finds out what the house (the computer player) does next at a table, and how long it waits before that.

Both follow from what any reader may know of the table. No function here takes the house's hand: a pause that depended
on its cards would reveal something of them.
"""

from __future__ import annotations

import random
from enum import Enum
from typing import Final

from bot.clock import WarningSent
from bot.people.person import Person, level_of
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.game import Card, Phase, PublicView, Rank, Seat
from ecarte.table import chairs


class Task(Enum):
    """What the house (the computer player) can do next at a table."""

    SIT_DOWN = "sit down"
    TAKE_CHAIR = "take the chair"
    MOVE = "move"
    ANNOUNCE = "announce"
    STOP = "stop"
    AGAIN = "again"
    CLAIM = "claim the game"


def house_at(table: TableView) -> tuple[Person, Seat | None] | None:
    """Returns the house and, if it plays the current or last game of a table, its seat there.

    The seat is None if the house waits for a chair or is challenged. Returns None if the house is not at the table.
    """
    if table.seats is not None:
        plays = next(((table.person(seat), seat) for seat in Seat if table.person(seat).level is not None), None)
        queue = table.galerie.queue
        waiting = () if plays is not None or queue is None else queue.waiting
        waits = next((waiter for waiter in waiting if level_of(waiter) is not None), None)
        return plays if waits is None else (Person(waits, table.galerie.names[waits]), None)
    asked = table.challenged_person
    return (asked, None) if asked is not None and asked.level is not None else None


def task_of(table: TableView) -> Task | None:
    """Returns what the house does next at a table. None if it does nothing.

    This function does not read the house's hand. So `ANNOUNCE` means only that the house may hold the king: if it does
    not, it has nothing to do.
    """
    presence = house_at(table)
    if presence is None:
        return None
    house, seat = presence
    if table.status is Status.CHALLENGE:
        return Task.SIT_DOWN
    if table.status is Status.BETWEEN:
        return _between_games(table, house, seat)
    if seat is None or table.game is None or table.status is not Status.PLAYING:
        return None
    if table.sent_warning is WarningSent.UP and table.game.turn is seat.other and table.is_waited_for:
        # The house has no time limit of its own.
        return Task.CLAIM
    stop = Task.STOP if table.game.offer is seat.other else None
    if stop is not None and not table.is_waited_for:
        return stop
    # An offer that is to be declined can wait: repeated offers would otherwise use up the time for the house's move.
    if table.to_cut is not None:
        return stop
    task = _in_hand(table.game, seat)
    return task if stop is None or task is Task.MOVE else stop


def _between_games(table: TableView, house: Person, seat: Seat | None) -> Task | None:
    """Takes a chair when called, and plays again when asked. In a tournament it plays only once."""
    queue = table.galerie.queue
    if queue is None or house.id in table.asked or table.terms.rules.for_stakes:
        return None
    if queue.seat_of(house.id) is not None:
        return Task.AGAIN if table.asked else None
    if chairs.person_called(queue) is not None:
        return Task.TAKE_CHAIR if chairs.person_called(queue) == house.id else None
    # The house has lost, and no player is called: it keeps its chair for the last opponent.
    other = None if seat is None else table.person(seat.other).id
    stays = other is not None and other in table.asked and queue.seat_of(other) is not None and queue.empty_chairs
    return Task.AGAIN if stays else None


_TO_DECIDE: Final = (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY)


def _in_hand(game: PublicView, seat: Seat) -> Task | None:
    if game.phase not in _TO_DECIDE or game.scored is not None:
        return None
    if game.turn is seat:
        return Task.MOVE
    # Out of turn the only possible move is to announce the king: before the house's first card, or with it (Laws 23 and
    # 24).
    may_be = game.phase is Phase.PLAY and game.king is None and len(game.tricks) <= 1
    return Task.ANNOUNCE if may_be and _own_card(game, seat) in (None, _king_of_trumps(game)) else None


def _own_card(game: PublicView, seat: Seat) -> Card | None:
    """Returns the seat's card in the first trick."""
    if not game.tricks:
        return None
    first = game.tricks[0]
    return first.lead if first.leader is seat else first.reply


def _king_of_trumps(game: PublicView) -> Card | None:
    return None if game.trump is None else Card(Rank.KING, game.trump)


_PAUSES: Final = {
    Task.SIT_DOWN: (10_000, 10_000),
    Task.TAKE_CHAIR: (2_500, 4_500),
    Task.ANNOUNCE: (500, 900),
    Task.STOP: (900, 1_800),
    Task.AGAIN: (700, 1_500),
    Task.CLAIM: (15_000, 15_000),
}
"""The range of each pause in milliseconds.

In its own games the house sits down at once; SIT_DOWN is for crashes. An opponent out of time may still act until the
house claims the game.
"""
_CHOICE: Final = (1_000, 1_500)
_LEAD: Final = (800, 1_400)
_REPLY: Final = (600, 1_200)
_LAST: Final = (500, 900)
"""The pause before one of the last two cards. Moves are far enough apart to be followed, and keep
no opponent waiting.
"""


def pause_ms(task: Task, table: TableView, chance: random.Random) -> int:
    """Returns how long the house waits before a task, in milliseconds.

    The pause is random, and longer where a person would think longer.
    """
    low, high = _PAUSES.get(task) or _thinking_ms(table)
    return chance.randint(low, high)


def _thinking_ms(table: TableView) -> tuple[int, int]:
    game = table.game
    assert game is not None
    if game.phase is not Phase.PLAY:
        return _CHOICE
    if game.turn is not None and game.held[game.turn.index] <= 2:
        return _LAST
    replying = bool(game.tricks) and game.tricks[-1].reply is None
    return _REPLY if replying else _LEAD
