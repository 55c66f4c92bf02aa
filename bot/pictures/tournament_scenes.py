"""The contents of the pictures of tournaments, as plain values, like those in `bot.pictures.scenes`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchEntrant:
    """An entrant of a match, with the number by which they are seeded.

    Attributes:
        won: whether the entrant won the match. None while that is not decided.
    """

    seed: int
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match. An entrant who is not known yet is None.

    Attributes:
        note: the text in place of an entrant who is None: who the next opponent may be, or why there was no game.
            Empty for none.
        on: whether the match is being played.
    """

    first: MatchEntrant | None = None
    second: MatchEntrant | None = None
    note: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class BracketScene:
    """The content of the picture of a knock-out: the rounds with their matches.

    Raises `ValueError` unless each round has half as many matches as the round before, and the last round has one.
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
    """The content of the picture of a few matches, one under the other, each with a label. They are the next matches,
    or all matches of one entrant.
    """

    title: str
    meetings: tuple[tuple[str, Meeting], ...]
    champion: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one game in a row of a cross table.

    Attributes:
        sign: the sign that is drawn.
        won: whether the entrant of the row won the game. None if it was neither won nor lost.
    """

    sign: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """The row of one entrant in a cross table.

    Attributes:
        cells: the results against the entrants of the other rows, in the order of the rows. None on the diagonal.
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
    """The content of the picture of a round robin or a Swiss tournament. If the rows have no cells, it is a plain list
    of the entrants.

    Attributes:
        heads: the labels of the columns of games won, games lost and places.
    """

    title: str
    heads: tuple[str, str, str]
    rows: tuple[CrossRow, ...]
