"""Drops each drawing that a press has overtaken, so that a message drawn before a press is not sent after it.

A drawing takes a while: a tip is computed, a picture is painted, a token waits for its press. If a press of the reader
changes the state in the meantime, the drawing shows an old state, with buttons that no longer work. Such a drawing is
dropped right before its request. The change schedules another drawing in any case. A change by other people does not
overtake a drawing, because a busy table would then never be drawn. A newer drawing follows anyway.
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
    """A press has overtaken the drawing that the present task is about to send."""


@dataclass(slots=True)
class Drawing:
    """A message that is being drawn, and not sent yet.

    Attributes:
        changed: whether the state has changed since the drawing last read it.
        pressed: whether a press of the reader was under way when the drawing began, or has begun since.
    """

    changed: bool = False
    pressed: bool = False

    @property
    def is_overtaken(self) -> bool:
        """Whether the drawing must not be sent, because a press of its reader has changed the state."""
        return self.changed and self.pressed

    def renew(self) -> None:
        """Notes that the drawing is about to read the state again."""
        self.changed = False


_OF_TASKS: Final[dict[asyncio.Task[Any] | None, Drawing]] = {}


def expect_current() -> None:
    """Raises an error if the drawing of the present task must not be sent any more.

    Does nothing if the task draws nothing.

    Raises:
        Overtaken: a press has overtaken the drawing.
    """
    drawing = _OF_TASKS.get(asyncio.current_task())
    if drawing is not None and drawing.is_overtaken:
        raise Overtaken


class Drawings(Generic[_Key]):
    """All drawings and presses under way. A key names what is drawn, such as the messages of one reader.

    The callers make at most one drawing of a key at a time. This class does not check it.
    """

    def __init__(self) -> None:
        self._drawings: dict[_Key, Drawing] = {}
        self._presses: Counter[_Key] = Counter()

    @contextmanager
    def begin(self, key: _Key) -> Iterator[Drawing]:
        """Begins a drawing, which the present task makes in the `with` block.

        The task has to read the state inside the block.
        """
        task = asyncio.current_task()
        drawing = self._drawings[key] = _OF_TASKS[task] = Drawing(pressed=key in self._presses)
        try:
            yield drawing
        finally:
            del self._drawings[key], _OF_TASKS[task]

    @contextmanager
    def press(self, *keys: _Key) -> Iterator[None]:
        """Marks a press as under way while the `with` block carries it out.

        Args:
            keys: the keys of the drawings that the press can overtake.
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
        """Notes that the state has changed for the drawings whose key `is_meant` accepts."""
        for key, drawing in self._drawings.items():
            if is_meant(key):
                drawing.changed = True

    def drop(self, is_meant: Callable[[_Key], bool]) -> None:
        """Stops the drawings whose key `is_meant` accepts from being sent, since another process draws now."""
        for key, drawing in self._drawings.items():
            if is_meant(key):
                drawing.changed = drawing.pressed = True
