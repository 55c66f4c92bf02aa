"""The sandbox with the demo bot, a reader of its stream, and, if installed, a real browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from sandbox import Cast, Sandbox
from tests.sandbox.browser import open_browser
from tests.sandbox.demo import Demo, png
from tests.support.patience import PATIENCE_MS, PATIENCE_S

_NO_BROWSER = find_spec("playwright") is None
# Those files import playwright: without it they cannot be collected.
collect_ignore_glob = ["*_in_a_browser.py"] if _NO_BROWSER else []
if not _NO_BROWSER:
    from playwright.async_api import expect

    expect.set_options(timeout=PATIENCE_MS)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Reports that the page was not tested."""
    if _NO_BROWSER:
        terminalreporter.section("The sandbox's page")
        terminalreporter.line("playwright is not installed: NO BROWSER TEST WAS RUN", yellow=True)


class Page:
    """A page without the drawing: keeps what the stream publishes, and acts for people by name."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.session = session
        self.address = address
        self.entities: dict[str, dict[str, Any]] = {}
        self.notices: list[str] = []
        self._moved = asyncio.Event()

    async def listen(self) -> None:
        """Follows the stream until it ends."""
        async with self.session.get(self.address + "events") as stream:
            async for line in stream.content:
                if not line.startswith(b"data: "):
                    continue
                frame = json.loads(line[6:])
                if "notice" in frame:
                    self.notices.append(frame["notice"])
                else:
                    self.entities.update(frame["set"])
                    for key in frame["gone"]:
                        del self.entities[key]
                self._moved.set()

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Waits until a condition holds, and returns its value."""
        async with asyncio.timeout(PATIENCE_S):
            while not (result := condition()):
                self._moved.clear()
                await self._moved.wait()
        return result

    def id(self, name: str) -> str:
        """A person's id."""
        people = (entity for key, entity in self.entities.items() if key.startswith("person:"))
        return str(next(entity["id"] for entity in people if entity["key"] == name))

    def channel(self, kind: str = "text", name: str | None = None) -> dict[str, Any]:
        """A channel of a kind: a person's own by name, or the first."""
        reader = self.id(name) if name else None
        return next(
            entity
            for key, entity in self.entities.items()
            if key.startswith("channel:") and entity["kind"] == kind and (reader is None or reader in entity["viewers"])
        )

    def messages(self, reader: str | None = None) -> list[dict[str, Any]]:
        """The messages that a person sees, oldest first; all, without a name."""
        seen = [entity for key, entity in self.entities.items() if key.startswith("message:")]
        seen.sort(key=lambda entity: int(entity["id"]))
        if reader is None:
            return seen
        person = self.id(reader)
        places = {
            entity["id"]
            for key, entity in self.entities.items()
            if key.startswith("channel:") and person in entity["viewers"]
        }
        return [entity for entity in seen if entity["channel"] in places and entity["for"] in (None, person)]

    async def act(self, name: str, action: str, **fields: Any) -> dict[str, Any]:
        """Acts for a person; by default in the first text channel."""
        if action in {"slash", "menu", "autocomplete", "send"}:
            fields.setdefault("channel", self.channel()["id"])
        body = {"as": self.id(name), "do": action, **fields}
        async with self.session.post(self.address + "api/act", json=body) as response:
            answer: dict[str, Any] = await response.json()
            return answer

    async def open_table(self) -> dict[str, Any]:
        """Alice opens a table for Bruno; returns the message."""
        assert await self.act("alice", "slash", command="demo table", options={"member": self.id("bruno")}) == {}
        table: dict[str, Any] = await self.until(
            lambda: next((message for message in self.messages() if message["components"] and message["thread"]), None)
        )
        return table


class Stage:
    """A running sandbox, its demo bots, and a page."""

    def __init__(self, sandbox: Sandbox, bots: list[Demo], page: Page) -> None:
        self.sandbox = sandbox
        self.bots = bots
        self.page = page


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A sandbox of its own for each test, on a database file."""
    bots: list[Demo] = []

    async def make(now: Any) -> Demo:
        bots.append(Demo(now, tmp_path / "demo.sqlite3"))
        return bots[-1]

    setting = Cast(emojis={"king_0a1b": lambda: png(8, 8, (200, 160, 40))})
    async with Sandbox(make, setting=setting) as sandbox, aiohttp.ClientSession() as session:
        page = Page(session, sandbox.address)
        listening = asyncio.create_task(page.listen())
        await page.until(lambda: "world" in page.entities)
        yield Stage(sandbox, bots, page)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture
def page(stage: Stage) -> Page:
    """The page of that sandbox."""
    return stage.page


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Any]:
    """One browser for all tests of a process, which run in one loop."""
    async with open_browser() as opened:
        yield opened
