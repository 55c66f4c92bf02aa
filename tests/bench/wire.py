"""The wire between the bot and the simulated Discord: what is asked over it, kept so that it can be asked again.

Every REST request of discord.py, whoever makes it, ends in one function of simcord's; it is wrapped here. Source:
simcord 3.2.1 (pinned), `simcord.http.router.dispatch`.
"""

from __future__ import annotations

import copy
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord.http import router

__all__ = ["Asked", "Wire", "listening"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as the simulated Discord got it: discord.py's own work on it is done already."""

    backend: Any
    method: str
    path: str
    options: dict[str, Any]

    @property
    def answers(self) -> bool:
        """Whether it acknowledges an interaction: that can be done once only."""
        return self.method == "POST" and self.path.startswith("/interactions/")

    def ready(self) -> Asked:
        """The same request once more, with files that can be read from their beginning."""
        options = dict(self.options)
        files = options.pop("files", None) or []
        made = copy.deepcopy(options)
        made["files"] = [_again(file) for file in files]
        return Asked(self.backend, self.method, self.path, made)

    def ask(self) -> Any:
        """Makes the request."""
        return router.dispatch(self.backend, self.method, self.path, **self.options)


@dataclass(slots=True)
class Wire:
    """What went over the wire since it was last emptied."""

    asked: list[Asked] = field(default_factory=list)

    def take(self) -> list[Asked]:
        """All requests so far; the wire begins anew."""
        taken, self.asked = self.asked, []
        return taken


@contextmanager
def listening() -> Iterator[Wire]:
    """Keeps every request made while this lasts."""
    wire, original = Wire(), router.dispatch

    def dispatch(backend: Any, method: str, path: str, **options: Any) -> Any:
        wire.asked.append(Asked(backend, method, path, options))
        return original(backend, method, path, **options)

    router.dispatch = dispatch
    try:
        yield wire
    finally:
        router.dispatch = original


def _again(file: discord.File) -> discord.File:
    file.fp.seek(0)
    return discord.File(io.BytesIO(file.fp.read()), file.filename, description=file.description)
