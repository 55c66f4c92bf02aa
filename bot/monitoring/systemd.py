"""Notifies systemd of the bot's state, if a unit of `Type=notify` started it: ready, alive, stopping (sd_notify)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

_READY, _ALIVE, _STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
_USUAL_US = 60_000_000


async def keep_watched(has_failed: Callable[[], bool]) -> None:
    """Tells systemd that the bot is ready, then again and again that it is alive, twice in each period that the unit
    allows (`WatchdogSec`).

    If the event loop is held up or the bot has failed, nothing is sent, and systemd restarts the bot. Returns once the
    bot has failed, or at once if no systemd listens.

    Args:
        has_failed: returns whether the bot runs but no longer does its work.
    """
    if not notify(_READY):
        return
    while not has_failed():
        notify(_ALIVE)
        await asyncio.sleep(int(os.environ.get("WATCHDOG_USEC", _USUAL_US)) / 2_000_000)


def notify_stopping() -> None:
    """Tells systemd that the bot is stopping, which may take some seconds."""
    notify(_STOPPING)


def notify(state: str) -> bool:
    """Sends a state, such as `READY=1`, to systemd. Returns whether a systemd listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        # A name that begins with @ stands for an address outside the file system.
        channel.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)
    return True
