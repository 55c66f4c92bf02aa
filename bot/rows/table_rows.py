"""Tables as lists and look-ups have them, which read no log."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rows.ids import is_house

OPEN = ("challenge", "playing", "between")
"""What `TableRow.status` says of a table that is open."""


CLOSED = "closed"
"""What `TableRow.status` says of a table that is put away for good."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The columns of a table for lists and look-ups that read no log.

    Attributes:
        id: given by the database at the opening, and never again to another; before that, anything.
        channel_id: where the challenge stands.
        thread_id: the table's own thread, if it has one.
        status: one of `OPEN`, or `CLOSED`.
        challenged_id: None where the challenge is open to all.
        version: the number of the last event.
        deadline: the next moment at which time alone has something to do; None once the table is closed.
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
        """Whether the table is not yet put away."""
        return self.status != CLOSED

    @property
    def seated_ids(self) -> frozenset[int]:
        """The people by whom `open_tables_of` finds the table: the players; before them, the challenger."""
        if not self.is_open:
            return frozenset()
        seated = {self.north_id, self.south_id, self.challenger_id if self.status == "challenge" else None}
        return frozenset(user_id for user_id in seated if user_id is not None)

    @property
    def playing_ids(self) -> frozenset[int]:
        """The members who play here a game that counts for `Limit.PLAYING`: in a channel."""
        if self.status != "playing" or not self.channel_id:
            return frozenset()
        return frozenset(user_id for user_id in self.seated_ids if not is_house(user_id))


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The columns of an open table for a start; see `TableRow`."""

    id: int
    guild_id: int
    deadline: int | None
    house: bool
    version: int
