"""Counts and times the requests to Discord, and delays them to keep Discord's limits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot import metrics
from bot.adapter.pressure import Pressure
from bot.trust import TrustedTime

_PHOTOGRAPHS: Final = "photographs"


def request_trace(pressure: Pressure, trust: TrustedTime) -> aiohttp.TraceConfig:
    """Returns an aiohttp trace that is called for each request of discord.py.

    The trace makes the request wait until `pressure` admits it, then counts and times it. From each answer `trust` gets
    the time of Discord's clock.

    The metrics name only the first part of an address' path, since the rest holds ids and, for interactions, a secret.
    """

    async def admit(_: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        await pressure.admit(request.method, request.url.path)

    async def measure(
        _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if _part(request.url.path) == _PHOTOGRAPHS:
            # The answer comes from a file store of Discord, whose time is not that of the API.
            return
        headers = request.response.headers
        pressure.note_answer(request.method, request.url.path, headers)
        trust.note_answer(headers.get("Date"), asyncio.get_running_loop().time() - context.start)

    metrics.LOAD.set_function(lambda: pressure.load)
    trace = aiohttp.TraceConfig()
    trace.on_request_start.extend((admit, _on_start))
    trace.on_request_end.extend((_on_end, measure))
    trace.on_request_exception.append(_on_failure)
    return trace


async def _on_start(_: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
    context.start, context.counted = asyncio.get_running_loop().time(), False


async def _on_end(_: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
    _count(context, request.method, request.url.path, str(request.response.status))


async def _on_failure(
    _: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
) -> None:
    # Another trace may refuse an answer that has arrived, and was counted.
    if not context.counted:
        _count(context, request.method, request.url.path, "none")


def _part(path: str) -> str:
    """Returns the first part of a path of the API. For another address, returns its kind."""
    # /api/v10/channels/…
    parts = path.split("/")
    if len(parts) > 3 and parts[1] == "api":
        return parts[3]
    return _PHOTOGRAPHS if parts[1] in ("avatars", "guilds") else "gateway"


def _count(context: SimpleNamespace, method: str, path: str, status: str) -> None:
    context.counted = True
    metrics.REQUESTS.labels(method, _part(path), status).inc()
    metrics.REQUEST_TIME.labels(method).observe(asyncio.get_running_loop().time() - context.start)
