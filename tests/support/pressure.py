"""The limits of requests as a test needs them."""

from __future__ import annotations

from bot.adapter.pressure import MOST_A_SECOND, Pressure


async def full_pressure() -> Pressure:
    """Returns a pressure under which all requests that Discord takes are in use, for as long as it is asked."""
    pressure = Pressure(lambda: 0.0)
    for _ in range(MOST_A_SECOND):
        await pressure.admit("POST", "/api/v10/channels/1/messages")
    return pressure
