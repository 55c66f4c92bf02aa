"""Sends errors in the log to the bot's owner, through a webhook of Discord."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.adapter.webhook import Undelivered, write_to_webhook
from bot.logs import REFERENCE

_log = logging.getLogger(__name__)
_QUIET_S = 3600.0
_WAITING = 20
_GRACE_S = 10.0
_LONGEST = 1500
_OWN = (__name__, "discord.webhook")
"""Loggers whose errors are not sent: a failing webhook would cause the next message to itself."""


class Alerts(logging.Handler):
    """A log handler that sends each kind of error to a webhook, once an hour at most.

    The next message about that kind says how many of its errors were left out.

    Errors are of one kind if the same line of the code has logged them with the same kind of exception. A message has
    the text of the log without the traceback. Like the log it contains no card, token or id of a person (`bot.logs`).

    Args:
        webhook: the address of the webhook, as Discord shows it.
        name: the name of the bot in each message, such as "ecarte 0.3.0".
        now: returns the time in seconds of a clock that only goes forward.
    """

    def __init__(self, webhook: str, name: str, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.ERROR)
        self._webhook, self._bot, self._now = webhook, name, now
        self._sent_at: dict[tuple[str, int, str], float] = {}
        self._left_out: dict[tuple[str, int, str], int] = {}
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_WAITING)
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._send_all(), name="send alerts")
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Queues an error to be sent. Only counts it if one of its kind was sent within the hour.

        May be called in any thread.
        """
        if record.name.startswith(_OWN):
            return
        error = record.exc_info[1] if record.exc_info else None
        kind = "" if error is None else type(error).__name__
        key = record.pathname, record.lineno, kind
        if self._now() - self._sent_at.get(key, -_QUIET_S) < _QUIET_S:
            self._left_out[key] = self._left_out.get(key, 0) + 1
            return
        self._sent_at[key] = self._now()
        alert = self._write(record, kind, self._left_out.pop(key, 0))
        self._loop.call_soon_threadsafe(self._put, alert)

    async def stop(self) -> None:
        """Sends the queued errors, for some seconds at most. Sends nothing afterwards."""
        logging.getLogger().removeHandler(self)
        # The loop has to queue the error that was logged last.
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(self._waiting.join(), _GRACE_S)
        except TimeoutError:
            _log.warning("the last alerts could not be sent")
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _write(self, record: logging.LogRecord, kind: str, left_out: int) -> str:
        text = record.getMessage().replace("`", "'")[:_LONGEST]
        facts = [f"`{record.name}`", *([f"`{kind}`"] if kind else [])]
        if reference := REFERENCE.get():
            facts.append(f"reference `{reference}`")
        if left_out:
            facts.append(f"{left_out} more of this kind since the last message")
        return f"**{self._bot}: error**\n```\n{text}\n```\n-# {' · '.join(facts)}"

    def _put(self, alert: str) -> None:
        try:
            self._waiting.put_nowait(alert)
        except asyncio.QueueFull:
            _log.warning("an alert was left out: %d wait for Discord", _WAITING)

    async def _send_all(self) -> None:
        while True:
            alert = await self._waiting.get()
            try:
                await write_to_webhook(self._webhook, alert)
            except Undelivered as error:
                # The log has the error itself.
                _log.warning("an alert could not be sent: %s", error)
            finally:
                self._waiting.task_done()
