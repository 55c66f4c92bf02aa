"""The state of a table, and the changes between states.

The game inside is the core's own state and never leaves this package: whatever draws gets `bot.tables.views`.
What belongs to the galerie is in `bot.tables.state.galerie_state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from bot.clock import Clock
from bot.people.person import Person, has_house, level_of
from bot.tables.events.packs import PacketsChanged
from bot.tables.events.table import (
    ChallengeEnded,
    TableEvent,
    TableOpened,
)
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.secret_promises import SecretDealPromise, SecretGamePromise
from ecarte.ai import DealEnd
from ecarte.game import Card, Distribution, PublicView, Seat, State
from ecarte.game import events as game
from ecarte.table import Pack, Packs, PoolStage, Rubber
from ecarte.table import packs as two_packs
from ecarte.table.stakes import Settlement

__all__ = [
    "Change",
    "Decided",
    "FinishedDeal",
    "PublicTable",
    "Status",
    "Step",
    "TableState",
    "Tally",
    "Wins",
    "copy_with",
    "steps_of",
]


Wins: TypeAlias = Mapping[tuple[int, int], int]
"""How many games one person has won against another, by the ids of both."""


class Status(Enum):
    """Where a table stands; the value is what the database calls it."""

    CHALLENGE = "challenge"
    PLAYING = "playing"
    BETWEEN = "between"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's figures in a game besides the score."""

    voles: int = 0
    kings: int = 0


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over: its public facts at the end, and the players.

    Attributes:
        sat: who sat down to the game: another than in `seats` where a backer played it out.
        rubber: as it stood then, with the game counted if that was over, too.
        pack: with which it was dealt; None: no card was.
        promise: what its pack followed from, which is public now; None where nothing was promised.
        settlement: how the game was paid, once it was, in its last deal; None where nothing lay on it.
        course: the deals of the game up to this one.
        wins: as `PublicTable.wins` stood then.
    """

    game_no: int
    deal: PublicView
    seats: tuple[Person, Person]
    sat: tuple[Person, Person]
    rubber: Rubber
    pack: Pack | None
    promise: SecretDealPromise | None = None
    settlement: Settlement | None = None
    course: tuple[DealEnd, ...] = ()
    wins: Wins = field(default_factory=dict)


_NO_RUBBER = Rubber(1, called_off=True)


@dataclass(frozen=True)
class PublicTable:
    """The public facts of a table: shared by state and view. A field added here is in the view, and no secret.

    Attributes:
        thread: the thread's id; None while there is none; `thread_tried` tells whether one was tried for.
        cuts: the cuts for the deal of this game, ties and all.
        finished: the last two deals that are over.
        decision: counts the decisions of the game, so that a button can tell which one it was drawn for.
        asked: who would like another game.
        acted: the people who have made a decision in this game, claimed a deal, given time or taken a hand over.
        rubber: the one that is on, or was last, with the game counted if that is over; where none is played for, each
            game is one of its own.
        packs: the two packs.
        wins: the games that are over here, by their winners and losers.
        voided: whether a manager of the server has closed it.
    """

    id: int
    version: int
    opened: TableOpened
    clock: Clock
    status: Status = Status.CHALLENGE
    ended: ChallengeEnded | None = None
    thread: int | None = None
    thread_tried: bool = False
    game_no: int = 0
    cuts: tuple[tuple[Card, Card], ...] = ()
    finished: tuple[FinishedDeal, ...] = ()
    decision: int = 0
    asked: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()
    rubber: Rubber = _NO_RUBBER
    packs: Packs = field(default_factory=two_packs.open_packs)
    wins: Wins = field(default_factory=dict)
    voided: bool = False

    def is_won_by_waiting(self, opponent: Person) -> bool:
        """Whether the opponent of a player whose time is up wins when the patience is over, without a claim.

        An opponent who has done nothing in this game was away, too: then the game is void. The house claims nothing.
        """
        return self.clock.pace.is_timed and opponent.id in self.acted and opponent.level is None


@dataclass(frozen=True, kw_only=True)
class TableState(PublicTable):
    """A table after the first `version` events of its log: public facts, and hidden ones.

    Attributes:
        seats: north and south of the present game or the last one, once there was one.
        game: the present game, or the last one between two games.
        tallies: north's and south's, of this game.
        galerie: the people around the table, their chips and the chairs.
        game_promise: the promise for all deals of this game, or of the next one.
        deal_promise: the promise for the next or current deal, or for the last deal of the game.
        house: the player of the house, with its version, that makes the decisions of its seat; None: none.
        made: how many decisions North and South have made in the deal, at a table with the house.
        packets: in which order each person deals here (Law 8).
        new_packets: what a dealer has last said of it in this game.
        errors_until: until when errors may be called in a hand that is over; None where no such hand lies there.
        put_off_ms: the outages in which a challenge could not be answered, in ms; it stands longer by them.
        credited_at: up to when the clocks are credited for outages.
    """

    opened_at: int
    seats: tuple[Person, Person] | None = None
    game_started_at: int = 0
    game: State | None = None
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    changed_at: int = 0
    galerie: Galerie = field(default_factory=Galerie)
    game_promise: SecretGamePromise | None = None
    deal_promise: SecretDealPromise | None = None
    house: str | None = None
    made: tuple[int, int] = (0, 0)
    packets: Mapping[int, Distribution] = field(default_factory=dict)
    new_packets: PacketsChanged | None = None
    errors_until: int | None = None
    put_off_ms: int = 0
    credited_at: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat whose cards a person plays, or played last; None: none."""
        if self.seats is None:
            return None
        return next((seat for seat in Seat if self.person(seat).id == user_id), None)

    def person(self, seat: Seat) -> Person:
        """Returns the person who plays a seat: a backer who took the cards over, else the player who sits there."""
        assert self.seats is not None
        queue = self.galerie.queue
        stand_in = None if queue is None else queue.stand_ins[seat.index]
        return self.seats[seat.index] if stand_in is None else self.galerie.person(stand_in)

    @property
    def has_house(self) -> bool:
        """Whether the house is asked, sits or waits for a chair here, so that it may have to move."""
        if self.status is Status.CLOSED:
            return False
        queue = self.galerie.queue
        waiting = () if queue is None else queue.waiting
        return has_house(self.seats or (self.opened.challenged,)) or any(level_of(one) is not None for one in waiting)

    @property
    def plays_for_pool(self) -> bool:
        """Whether three have begun to play for a pool that is not won yet."""
        return self.galerie.pool is not None and self.galerie.pool.stage is PoolStage.PLAYING


if TYPE_CHECKING:
    # Held to the fields of the class.
    from dataclasses import replace as copy_with
else:

    def copy_with(state: TableState, **fields: object) -> TableState:
        """A copy with other values of some fields. `dataclasses.replace` takes twenty times as long here."""
        after = object.__new__(TableState)
        after.__dict__.update(state.__dict__, **fields)
        return after


@dataclass(frozen=True, slots=True)
class Decided:
    """An event of the game that the core has just decided, with its state after it: folded no second time."""

    event: game.Event
    state: State


Step: TypeAlias = TableEvent | Decided
"""One event of a decision."""


def steps_of(events: Iterable[tuple[game.Event, State]]) -> list[Step]:
    """The steps that `engine.decision_steps` gives."""
    return [Decided(event, state) for event, state in events]


@dataclass(frozen=True, slots=True)
class Change:
    """One event, with the states before and after it."""

    before: TableState
    event: TableEvent
    after: TableState
