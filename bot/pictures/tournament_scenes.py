"""The contents of a tournament's picture, as plain values; see `bot.pictures.scenes`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchEntrant:
    """An entrant of a match: seed and name. `won`: True, False, or None while it is open."""

    seed: int
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """The two entrants of a match, as far as known. `note`: why it was not played; `on`: it is being played."""

    first: MatchEntrant | None = None
    second: MatchEntrant | None = None
    note: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class BracketScene:
    """A knock-out: the rounds with their matches, each half as many as before. Raises `ValueError` otherwise."""

    title: str
    rounds: tuple[tuple[Meeting, ...], ...]
    champion: str | None = None

    def __post_init__(self) -> None:
        counts = [len(meetings) for meetings in self.rounds]
        if counts != [1 << number for number in reversed(range(len(counts)))]:
            raise ValueError(f"a bracket has no rounds of {counts} meetings")


@dataclass(frozen=True, slots=True)
class BranchScene:
    """A few matches, one under the other, each with what it is called: the next ones, or the way of one entrant."""

    title: str
    meetings: tuple[tuple[str, Meeting], ...]
    champion: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one game of a row: a sign, and whether it was won (None: neither won nor lost)."""

    sign: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant's row: `cells` in the order of the rows, None on the diagonal."""

    number: int
    name: str
    cells: tuple[Cell | None, ...]
    won: int
    lost: int
    place: int
    leads: bool = False


@dataclass(frozen=True, slots=True)
class CrossScene:
    """A round robin. `heads`: over the columns of games won, lost and places. Without cells it is a plain list."""

    title: str
    heads: tuple[str, str, str]
    rows: tuple[CrossRow, ...]
