"""Drops drawings that a press has overtaken: a message drawn before a press is not sent after it.

A drawing takes a while: a tip is worked out, a picture painted, a token waits for its press. If a press of its reader
changes the state meanwhile, the drawing shows what the reader has just left, with buttons that no longer hold. Such a
drawing is dropped right before its request; the change draws the message again in any case. A change by others does not
overtake: then the drawing is merely followed by a newer one, and a busy table would never be drawn.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)


class Overtaken(Exception):
    """The drawing that the present task is about to send was overtaken by a press."""


@dataclass(slots=True)
class Drawing:
    """A drawing that is under way.

    Attributes:
        changed: whether the state has changed since the drawing began.
        pressed: whether a press of its reader was under way since then.
    """

    changed: bool = False
    pressed: bool = False

    @property
    def is_overtaken(self) -> bool:
        """Whether it must not be sent any more."""
        return self.changed and self.pressed

    def renew(self) -> None:
        """The state is about to be read once more."""
        self.changed = False


_OF_TASKS: Final[dict[asyncio.Task[Any] | None, Drawing]] = {}


def expect_current() -> None:
    """Returns if the drawing of the present task may be sent, or if the task draws nothing.

    Raises:
        Overtaken: a press has overtaken it.
    """
    drawing = _OF_TASKS.get(asyncio.current_task())
    if drawing is not None and drawing.is_overtaken:
        raise Overtaken


class Drawings(Generic[_Key]):
    """The drawings and the presses that are under way, by what is drawn; one drawing of each at a time."""

    def __init__(self) -> None:
        self._drawings: dict[_Key, Drawing] = {}
        self._presses: Counter[_Key] = Counter()

    @contextmanager
    def begin(self, key: _Key) -> Iterator[Drawing]:
        """Makes this drawing that of the present task; to be entered before its state is read."""
        task = asyncio.current_task()
        drawing = self._drawings[key] = _OF_TASKS[task] = Drawing(pressed=key in self._presses)
        try:
            yield drawing
        finally:
            del self._drawings[key], _OF_TASKS[task]

    @contextmanager
    def press(self, *keys: _Key) -> Iterator[None]:
        """Marks a press as under way: it is carried out within the block.

        Args:
            keys: what the press can overtake.
        """
        for key in keys:
            self._presses[key] += 1
            if key in self._drawings:
                self._drawings[key].pressed = True
        try:
            yield
        finally:
            self._presses -= Counter(keys)

    def note_change(self, is_meant: Callable[[_Key], bool]) -> None:
        """The state has changed from which some of the drawings are made."""
        for key, drawing in self._drawings.items():
            if is_meant(key):
                drawing.changed = True

    def drop(self, is_meant: Callable[[_Key], bool]) -> None:
        """Lets some of the drawings send nothing more: another process draws by now."""
        for key, drawing in self._drawings.items():
            if is_meant(key):
                drawing.changed = drawing.pressed = True
