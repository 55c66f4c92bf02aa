"""Faults between the bot and the simulated Discord: requests that are lost, delayed or refused, and nonces.

Every request of discord.py passes here, those by tokens of interactions, too. Discord's promise about nonces is kept,
which the simulation leaves out: a post with the nonce of an earlier one, wherever that was, creates nothing and is
answered with the message as it is now, or refused if it was deleted.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatchcase
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _FakeResponse, _path_of

from tests.support.arrivals import arrivals_of

_NEW_VERSION = discord.InteractionResponseType.message_update.value


class Fault(Enum):
    """What becomes of a request."""

    LOST = "lost before it takes effect"
    UNANSWERED = "takes effect, its answer is lost"
    DELAYED = "takes effect late"
    LOST_LATE = "lost late, before it takes effect"
    LIMITED = "429"
    FAILED = "500, no effect"
    FAILED_AFTER = "500, after it took effect"


@dataclass(slots=True)
class Faults:
    """Decides about each request for messages and channels, answers to presses that draw their message among them.

    Attributes:
        asked: the requests so far, as `METHOD /path`.
        strikes: the fault of a request, by its place in `asked`.
        released: set when delayed requests go on.
    """

    env: simcord.Env
    asked: list[str] = field(default_factory=list)
    strikes: dict[int, Fault] = field(default_factory=dict)
    struck: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)
    _planned: list[tuple[str, Fault]] = field(default_factory=list)
    _nonces: dict[str, tuple[int, int]] = field(default_factory=dict)

    def plan(self, pattern: str, fault: Fault) -> None:
        """The next request like this, such as `POST /channels/5/messages`, meets the fault."""
        self._planned.append((pattern, fault))

    async def pass_on(self, method: str, path: str, body: Any, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Makes a request, or what becomes of it."""
        if not any(part in path for part in ("/messages", "/users/@me/channels")) and not _redraws(path, body):
            return await ask()
        self.asked.append(f"{method} {path}")
        fault = self.strikes.get(len(self.asked) - 1) or self._next(self.asked[-1])
        if fault is not None:
            self.struck += 1
            arrivals_of(self.env.backend).meets_fault(path)
        match fault:
            case Fault.LOST:
                raise aiohttp.ClientConnectionError
            case Fault.LIMITED:
                raise discord.HTTPException(_FakeResponse(429), {"code": 0, "message": "limited"})
            case Fault.FAILED:
                raise discord.DiscordServerError(_FakeResponse(500), {"code": 0, "message": "failed"})
            case Fault.DELAYED if _redraws(path, body):
                # Discord takes no first answer after three seconds, and the bot waits no longer for it.
                raise TimeoutError
            case Fault.DELAYED | Fault.LOST_LATE:
                await self.env.external_wait(self.released.wait(), reason="a request on its way to Discord")
        if fault is Fault.LOST_LATE:
            raise aiohttp.ClientConnectionError
        answer = await self._once(method, path, body, ask)
        match fault:
            case Fault.UNANSWERED:
                raise aiohttp.ServerDisconnectedError
            case Fault.FAILED_AFTER:
                raise discord.DiscordServerError(_FakeResponse(502), {"code": 0, "message": "failed"})
        return answer

    def _next(self, request: str) -> Fault | None:
        for plan in self._planned:
            if fnmatchcase(request, plan[0]):
                self._planned.remove(plan)
                return plan[1]
        return None

    async def _once(self, method: str, path: str, body: Any, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Makes a request; a post whose nonce is known is answered with the message that there is."""
        nonce = body.get("nonce") if method == "POST" and isinstance(body, dict) else None
        if nonce is None:
            return await ask()
        assert body["enforce_nonce"]
        if twin := self._nonces.get(str(nonce)):
            backend = self.env.backend
            try:
                return dict(serializers.message_payload(backend, backend.get_message(*twin)))
            except BackendError:
                raise discord.NotFound(_FakeResponse(404), {"code": 10008, "message": "Unknown Message"}) from None
        answer = await ask()
        self._nonces[str(nonce)] = int(path.split("/")[2]), int(answer["id"])
        return answer


def _redraws(path: str, body: Any) -> bool:
    return path.startswith("/interactions/") and isinstance(body, dict) and body["type"] == _NEW_VERSION


@contextmanager
def faults(env: simcord.Env) -> Iterator[Faults]:
    """Every request in the block passes `Faults`."""
    between = Faults(env)
    ask, ask_by_token = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def request(client: FakeHTTPClient, route: Any, *, files: Any = None, form: Any = None, **rest: Any) -> Any:
        body = rest.get("json") if form is None else router.parse_form(list(form), [])[0]
        return await between.pass_on(
            route.method, _path_of(route.url), body, lambda: ask(client, route, files=files, form=form, **rest)
        )

    async def by_token(adapter: FakeWebhookAdapter, route: Any, session: Any, **rest: Any) -> Any:
        body = rest.get("payload")
        if multipart := rest.get("multipart"):
            body = json.loads(next(part["value"] for part in multipart if part["name"] == "payload_json"))
        return await between.pass_on(
            route.method, _path_of(route.url), body, lambda: ask_by_token(adapter, route, session, **rest)
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeHTTPClient, "request", request)
        patch.setattr(FakeWebhookAdapter, "request", by_token)
        try:
            yield between
        finally:
            between.released.set()
