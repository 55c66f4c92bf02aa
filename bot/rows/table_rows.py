"""The columns of a table, for lists and look-ups that read no log."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rows.ids import is_house

OPEN = ("challenge", "playing", "between")
"""The values of `TableRow.status` for an open table."""


CLOSED = "closed"
"""The value of `TableRow.status` for a closed table, which stays closed."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The columns of a table for lists and look-ups that read no log.

    Attributes:
        id: the id that the database assigns when the table opens, never twice. It is ignored before that.
        channel_id: the channel of the challenge.
        thread_id: the table's own thread, if it has one.
        status: one of `OPEN`, or `CLOSED`.
        challenged_id: the challenged member; None if the challenge is open to all.
        version: the number of the last event.
        deadline: the next moment at which time alone causes an event; None if there is no such moment.
        house: whether the house may have to move here.
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
        """The people at an open table, by whom `TableRepository.open_of` finds it: the players or the challenger."""
        if not self.is_open:
            return frozenset()
        people = {self.north_id, self.south_id, self.challenger_id if self.status == "challenge" else None}
        return frozenset(user_id for user_id in people if user_id is not None)

    @property
    def playing_ids(self) -> frozenset[int]:
        """The members who play a game that `Limit.PLAYING` counts: a game in a channel."""
        if self.status != "playing" or not self.channel_id:
            return frozenset()
        return frozenset(user_id for user_id in self.seated_ids if not is_house(user_id))


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The columns of an open table that a start reads; see `TableRow`."""

    id: int
    guild_id: int
    deadline: int | None
    house: bool
    version: int
