"""The wire between the bot and the simulated Discord: keeps requests so that they can be made again.

Every REST request of discord.py ends in `simcord.http.router.dispatch` (simcord 3.2.1, pinned), which is wrapped here.
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the simulated Discord got it: discord.py's own work on it is done.

    Attributes:
        answer: what it was answered.
    """

    backend: Any
    method: str
    path: str
    options: dict[str, Any]
    answer: Any = None

    @property
    def answers(self) -> bool:
        """Whether it acknowledges an interaction, which can be done only once."""
        return self.method == "POST" and self.path.startswith("/interactions/")

    def ready(self) -> Asked:
        """The same request again, with its files rewound."""
        options = dict(self.options)
        files = options.pop("files", None) or []
        copied = copy.deepcopy(options)
        copied["files"] = [_again(file) for file in files]
        return Asked(self.backend, self.method, self.path, copied, self.answer)

    def message(self) -> Any:
        """The message that an edit has changed, as the simulated Discord keeps it; None: it was no edit."""
        if self.method != "PATCH" or "/messages/" not in self.path:
            return None
        return self.backend.get_message(int(self.answer["channel_id"]), int(self.answer["id"]))

    def ask(self) -> Any:
        """Makes the request."""
        return router.dispatch(self.backend, self.method, self.path, **self.options)


@dataclass(slots=True)
class Wire:
    """The requests since it was last emptied."""

    asked: list[Asked] = field(default_factory=list)

    def take(self) -> list[Asked]:
        """All requests so far; empties the wire."""
        taken, self.asked = self.asked, []
        return taken


@contextmanager
def record_requests() -> Iterator[Wire]:
    """Keeps every request in the block."""
    wire, original = Wire(), router.dispatch

    def dispatch(backend: Any, method: str, path: str, **options: Any) -> Any:
        answer = original(backend, method, path, **options)
        wire.asked.append(Asked(backend, method, path, options, answer))
        return answer

    router.dispatch = dispatch
    try:
        yield wire
    finally:
        router.dispatch = original


def _again(file: discord.File) -> discord.File:
    file.fp.seek(0)
    return discord.File(io.BytesIO(file.fp.read()), file.filename, description=file.description)
