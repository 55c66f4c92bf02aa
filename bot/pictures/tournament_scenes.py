"""The contents of a tournament's picture, as plain values; see `bot.pictures.scenes`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchEntrant:
    """An entrant of a match.

    Attributes:
        won: whether the entrant won. None while that is open.
    """

    seed: int
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """The two entrants of a match, as far as known.

    Attributes:
        note: why it was not played.
        on: whether it is being played.
    """

    first: MatchEntrant | None = None
    second: MatchEntrant | None = None
    note: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class BracketScene:
    """A knock-out: the rounds with their matches. Raises `ValueError` unless each round has half as many as the one
    before.
    """

    title: str
    rounds: tuple[tuple[Meeting, ...], ...]
    champion: str | None = None

    def __post_init__(self) -> None:
        counts = [len(meetings) for meetings in self.rounds]
        if counts != [1 << number for number in reversed(range(len(counts)))]:
            raise ValueError(f"a bracket has no rounds of {counts} meetings")


@dataclass(frozen=True, slots=True)
class BranchScene:
    """A few matches, one under the other, each with its label: the next ones, or the way of one entrant."""

    title: str
    meetings: tuple[tuple[str, Meeting], ...]
    champion: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one game of a row: a sign, and whether it was won. None if it was neither won nor lost."""

    sign: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant's row.

    Attributes:
        cells: in the order of the rows, with None on the diagonal.
    """

    number: int
    name: str
    cells: tuple[Cell | None, ...]
    won: int
    lost: int
    place: int
    leads: bool = False


@dataclass(frozen=True, slots=True)
class CrossScene:
    """A round robin. Without cells it is a plain list.

    Attributes:
        heads: the labels of the columns of games won, games lost and places.
    """

    title: str
    heads: tuple[str, str, str]
    rows: tuple[CrossRow, ...]
