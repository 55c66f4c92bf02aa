"""Decides when a message that follows the game is edited. If more than a move has happened, it is edited at once. If
only moves have happened, it waits as long as Discord's limits ask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot import metrics
from bot.adapter.pressure import LEAST_MS, MOST_MS, Pressure, Watched
from bot.tables.views import TableView
from ecarte.game import Phase

Lane: TypeAlias = tuple[int, int | None]
"""The id of a table, and the id of a reader of its private messages. The reader is None for the public messages."""
_ATTENDED_MS: Final = 300_000
"""After a bystander's press the table counts as watched for this long."""
_TALK: Final = frozenset({Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD})
_TALK_FACTOR: Final = 1.5
"""Under full load, edits during the exchange wait this much longer: bystanders see little of it."""
_LOOK_S: Final = 0.5
"""If this were longer, edits delayed by a short burst would all arrive late and at once."""
_ABOUT_S: Final = 0.005
"""Timers and the clock of the bot may differ by this much."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """An edit that can wait.

    Attributes:
        most_ms: how long it may wait under full load.
        channel_id: the channel of its message. 0 if it counts for no limit.
    """

    watched: Watched
    most_ms: float
    channel_id: int


def stage(table: TableView) -> object:
    """Returns a value that changes if more than a move has happened: a bet, an offer, the king, the end of a deal or a
    new game, for example. If the value has changed since the last edit of a message, the message is edited at once.
    """
    game, galerie = table.game, table.galerie
    deal = None if game is None else (game.number, game.scored is None, game.outcome is None, game.offer, game.king)
    # Before the first cards the table is the only message that a player sees.
    ready = galerie.pause.ready if galerie.pause is not None and (game is None or not game.number) else None
    waits = galerie.pause is None, ready, table.to_cut is None, galerie.heir, galerie.awaited
    bets = galerie.book, galerie.side_bets
    return (
        table.place,
        table.status,
        table.game_no,
        deal,
        waits,
        bets,
        table.sent_warning,
        table.asked,
        galerie.remarked,
    )


class EditPace:
    """Delays the edits of messages that follow the game, and has these messages drawn when their time has come.

    Args:
        now: returns the time, in epoch milliseconds.
        wake: draws the messages of one reader at a table, or its public messages.

    Attributes:
        pressure: how much of Discord's limits is used.
        least_ms: the least time in milliseconds between two edits of a message while only moves happen.
        look_s: how often a delayed edit checks the limits again, in seconds.
    """

    def __init__(self, pressure: Pressure, now: Callable[[], int], wake: Callable[[Lane], object]) -> None:
        self.pressure = pressure
        self.least_ms: float = LEAST_MS
        self.look_s = _LOOK_S
        self._now = now
        self._wake = wake
        self._shown: dict[Lane, tuple[object, int]] = {}
        self._waiting: dict[Lane, tuple[asyncio.TimerHandle, Watched]] = {}
        self._presses: dict[int, dict[int, int]] = {}

    @property
    def delayed_lanes(self) -> list[Lane]:
        """The messages whose next edit is delayed now, each named by its table and its reader."""
        return list(self._waiting)

    def note_press(self, table_id: int, user_id: int) -> None:
        """Notes that a person has pressed a button of a table. If the person is a bystander, the table counts as
        watched for a while.
        """
        self._presses.setdefault(table_id, {})[user_id] = self._now()

    def may_edit(self, table: TableView, reader: int | None, stage: object, channel_id: int, *, free: bool) -> bool:
        """Returns whether a message may be edited now. If not, the edit is delayed, and `wake` is called when its time
        has come.

        Args:
            reader: the id of the message's only reader. None for a public message.
            stage: the value of `stage` for the state that is drawn.
            channel_id: the channel of the message.
            free: whether the edit counts for no limit of Discord.
        """
        lane = table.id, reader
        talk = table.game is not None and table.game.phase in _TALK
        most_ms = MOST_MS * (_TALK_FACTOR if talk else 1.0)
        edit = _Edit(self._audience(table, reader), most_ms, 0 if free else channel_id)
        shown, at = self._shown.get(lane, (None, 0))
        self._stop_waiting(lane)
        if shown != stage or (wait_s := self._wait_s(at, edit)) <= _ABOUT_S:
            return True
        self._put_off(lane, at, edit, wait_s)
        if wait_s > (at + self.least_ms - self._now()) / 1000:
            metrics.PUT_OFF.labels(edit.watched.name.lower()).inc()
        return False

    def note_edit(self, table_id: int, reader: int | None, stage: object) -> None:
        """Notes that a message is being edited now.

        Args:
            reader: the id of the message's only reader. None for a public message.
            stage: the value of `stage` for the state that is drawn.
        """
        self._shown[table_id, reader] = stage, self._now()

    def forget_edit(self, table_id: int, reader: int | None) -> None:
        """Forgets the last edit of a message, so that the next one does not wait.

        Args:
            reader: the id of the message's only reader. None for a public message.
        """
        self._shown.pop((table_id, reader), None)

    def flush_delayed(self) -> None:
        """Draws all messages whose edits are delayed, without further delay."""
        for lane in self.delayed_lanes:
            self.forget_edit(*lane)
            self._wake(lane)

    def forget(self, table_id: int) -> None:
        """Drops what is in memory about a table."""
        self._presses.pop(table_id, None)
        for lane in [lane for lane in self._shown if lane[0] == table_id]:
            self.forget_edit(*lane)
            self._stop_waiting(lane)

    def _wait_s(self, at: int, edit: _Edit) -> float:
        """Returns how long a message that was edited at a moment has to wait, by the present load."""
        since_s = (self._now() - at) / 1000
        if not edit.channel_id:
            return self.least_ms / 1000 - since_s
        pace_ms = self.pressure.pace_ms(edit.watched, least_ms=self.least_ms, most_ms=edit.most_ms)
        return max(pace_ms / 1000 - since_s, self.pressure.room_in_s(edit.channel_id))

    def _audience(self, table: TableView, reader: int | None) -> Watched:
        if reader is not None:
            return Watched.BY_BACKER
        since = self._now() - _ATTENDED_MS
        presses = self._presses.get(table.id, {})
        attended = any(at > since and table.seat_of(user) is None for user, at in presses.items())
        has_bets = table.galerie.book is not None and bool(table.galerie.book.bets)
        return Watched.BY_BYSTANDERS if attended or has_bets or table.is_waited_for else Watched.BY_PLAYERS

    def _put_off(self, lane: Lane, at: int, edit: _Edit, wait_s: float) -> None:
        timer = asyncio.get_running_loop().call_later(min(wait_s, self.look_s), self._look, lane, at, edit)
        self._waiting[lane] = timer, edit.watched
        metrics.WAITING.labels(edit.watched.name.lower()).inc()

    def _look(self, lane: Lane, at: int, edit: _Edit) -> None:
        """Draws a delayed message if its time has come. The load may have changed since."""
        self._stop_waiting(lane)
        if (wait_s := self._wait_s(at, edit)) > _ABOUT_S:
            self._put_off(lane, at, edit, wait_s)
        else:
            self._wake(lane)

    def _stop_waiting(self, lane: Lane) -> None:
        if (timed := self._waiting.pop(lane, None)) is not None:
            timed[0].cancel()
            metrics.WAITING.labels(timed[1].name.lower()).dec()
