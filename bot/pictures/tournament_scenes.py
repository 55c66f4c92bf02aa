"""What the picture of a tournament shows, as plain values; see `bot.pictures.scenes`.

May not know: the rules of tournaments. Who has won is said by the scene.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BracketScene", "Cell", "CrossRow", "CrossScene", "Entry", "Meeting"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One of two who meet: his seed and his name. `won`: True, False, or None while it is open."""

    seed: int
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet, as far as they are known. `note`: why nobody played, where nobody did; `on`: they are playing."""

    first: Entry | None = None
    second: Entry | None = None
    note: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class BracketScene:
    """A knock-out: every round with its meetings, each half as many as before. Raises ValueError where they are not."""

    title: str
    rounds: tuple[tuple[Meeting, ...], ...]
    champion: str | None = None

    def __post_init__(self) -> None:
        counts = [len(meetings) for meetings in self.rounds]
        if counts != [1 << number for number in reversed(range(len(counts)))]:
            raise ValueError(f"a bracket has no rounds of {counts} meetings")


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of one game of a row: a sign, and whether it was won (None: neither won nor lost)."""

    sign: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entrant in a table of all: `cells` in the order of the rows, None where he would meet himself."""

    number: int
    name: str
    cells: tuple[Cell | None, ...]
    won: int
    lost: int
    place: int
    leads: bool = False


@dataclass(frozen=True, slots=True)
class CrossScene:
    """A round robin. `heads`: over the columns of games won, lost and of places. Without cells it is a plain list."""

    title: str
    heads: tuple[str, str, str]
    rows: tuple[CrossRow, ...]
