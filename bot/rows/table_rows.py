"""The row of a table: the columns by which lists and look-ups find tables without reading their logs."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rows.ids import is_house

OPEN = ("challenge", "playing", "between")
"""The values that `TableRow.status` has while a table is open."""


CLOSED = "closed"
"""The value that `TableRow.status` has once a table is closed. A closed table is never opened again."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The row of a table in the database, by which lists and look-ups find the table without reading its log.

    Attributes:
        id: the id, which the database assigns when the table opens and never uses again. Until then, any number.
        channel_id: the channel of the challenge.
        thread_id: the table's own thread; None if it has none.
        status: one of `OPEN`, or `CLOSED`.
        challenged_id: the challenged member; None if any member may accept the challenge.
        version: the number of events in the log.
        deadline: when time alone causes the next event, in epoch milliseconds; None if time causes none.
        house: whether the house (the computer player) may have to move at this table.
        pace: "live" or "correspondence".
    """

    id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    status: str
    north_id: int | None
    south_id: int | None
    challenger_id: int
    challenged_id: int | None
    version: int
    deadline: int | None
    opened_at: int
    updated_at: int
    house: bool = False
    pace: str = "live"

    @property
    def is_open(self) -> bool:
        """Whether the table is not closed."""
        return self.status != CLOSED

    @property
    def seated_ids(self) -> frozenset[int]:
        """The ids of the people at an open table: its players, or the challenger.

        `TableRepository.open_of` searches for them.
        """
        if not self.is_open:
            return frozenset()
        people = {self.north_id, self.south_id, self.challenger_id if self.status == "challenge" else None}
        return frozenset(user_id for user_id in people if user_id is not None)

    @property
    def playing_ids(self) -> frozenset[int]:
        """The ids of the members who play a game in a channel now. These games count for `Limit.PLAYING`."""
        if self.status != "playing" or not self.channel_id:
            return frozenset()
        return frozenset(user_id for user_id in self.seated_ids if not is_house(user_id))


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The part of an open table's row that the bot reads when it starts; see `TableRow`."""

    id: int
    guild_id: int
    deadline: int | None
    house: bool
    version: int
