"""What a reader of a table may know: the only thing that drawing code gets.

A sight has no field for more than its reader may know: `TableSight` is for anybody, `HandSight` for one player.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.clocks import Said
from bot.tables.events import ChallengeEnded, Person
from bot.tables.state import Status, TableState
from bot.tables.terms import Terms
from ecarte import Card, PlayerView, PublicView, Seat, player_view, public_view

__all__ = ["HandSight", "TableSight", "hand_sight", "table_sight"]


@dataclass(frozen=True, slots=True)
class TableSight:
    """What anybody may know of a table.

    Attributes:
        game: the present deal; None before the first game.
        finished: the last deals as they ended, with the numbers of their games.
        deadline: when the time of whoever has to decide is up, reserve and all (epoch milliseconds).
        reserve_from: when his reserve begins to run.
        said: what he has been told about it.
    """

    id: int
    version: int
    status: Status
    guild_id: int
    channel_id: int
    thread: int | None
    thread_tried: bool
    terms: Terms
    challenger: Person
    challenged: Person | None
    expires_at: int
    ended: ChallengeEnded | None
    seats: tuple[Person, Person] | None
    game_no: int
    game: PublicView | None
    finished: tuple[tuple[int, PublicView], ...]
    cuts: tuple[tuple[Card, Card], ...]
    decision: int
    deadline: int | None
    reserve_from: int | None
    said: Said
    asked: frozenset[int]

    @property
    def place(self) -> int:
        """The channel in which the table is drawn."""
        return self.thread or self.channel_id

    def person(self, seat: Seat) -> Person:
        """Who sits in a seat of a table that is seated."""
        assert self.seats is not None
        return self.seats[seat.index]

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat in which a person sits, if he does."""
        if self.seats is None:
            return None
        return next((seat for seat, person in zip(Seat, self.seats, strict=True) if person.id == user_id), None)


@dataclass(frozen=True, slots=True)
class HandSight:
    """What one player may know: the table, and his own hand."""

    table: TableSight
    view: PlayerView

    @property
    def seat(self) -> Seat:
        """Whose hand it is."""
        return self.view.seat


def table_sight(state: TableState) -> TableSight:
    """What anybody may know of a table."""
    return TableSight(
        id=state.id,
        version=state.version,
        status=state.status,
        guild_id=state.opened.guild_id,
        channel_id=state.opened.channel_id,
        thread=state.thread,
        thread_tried=state.thread_tried,
        terms=state.opened.terms,
        challenger=state.opened.challenger,
        challenged=state.opened.challenged,
        expires_at=state.opened.expires_at,
        ended=state.ended,
        seats=state.seats,
        game_no=state.game_no,
        game=public_view(state.game) if state.game is not None else None,
        finished=state.finished,
        cuts=state.cuts,
        decision=state.decision,
        deadline=state.clock.deadline,
        reserve_from=state.clock.reserve_from,
        said=state.clock.said,
        asked=state.asked,
    )


def hand_sight(state: TableState, seat: Seat) -> HandSight | None:
    """What the player in a seat may know; None before the first game."""
    return HandSight(table_sight(state), player_view(state.game, seat)) if state.game is not None else None
