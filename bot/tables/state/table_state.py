"""The state of a table, and the changes between states.

The state contains the core's state of the game, which never leaves `bot.tables`. Code that draws gets
`bot.tables.views` instead. The galerie is in `bot.tables.state.galerie_state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from bot.clock import Clock
from bot.people.person import Person, has_house, level_of
from bot.tables.events.pack_events import PacketsChanged
from bot.tables.events.table_events import (
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
"""How many games each person has won against another at a table. A key has the ids of the winner and the loser."""


class Status(Enum):
    """Whether a table is a challenge, is played at, is between two games, or is closed. The value is stored."""

    CHALLENGE = "challenge"
    PLAYING = "playing"
    BETWEEN = "between"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many voles (all five tricks) and kings a player has had in a game."""

    voles: int = 0
    kings: int = 0


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that has ended: the facts about it that all may know then, and its players.

    Attributes:
        seats: the people who played the cards.
        sat: the people who sat down to the game. If a backer played it out, they differ from `seats`.
        rubber: the rubber at the end of the deal. If the game ended with this deal, the rubber includes the game.
        pack: the pack that was dealt; None if no card was dealt.
        promise: the values from which the pack was computed, which all may know now. None if the deal was not promised,
            and while errors may still be called.
        settlement: how the game was paid, if this was its last deal. None if this was not its last deal, if the game
            was not played for chips, or if it is not paid yet.
        course: the deals of the game up to this one, with their scores.
        wins: `PublicTable.wins` at the end of the deal.
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
    """The facts about a table that all may know. The state and the views of a table share this class.

    Attributes:
        terms_changes: how often the challenger has changed the terms. The button that accepts the challenge names this
            number, so that no one accepts terms that they have not read.
        thread: the id of the thread; None if the table has none.
        thread_tried: whether the bot has tried to create a thread.
        cuts: the cards of each cut that decided who deals first in this game, including cuts with equal cards.
        finished: the last two deals that have ended.
        decision: the number of decisions so far. A button names it, so that an old button is recognised.
        asked: the people who would like another game.
        acted: the people who have made a decision in this game, claimed a deal because the opponent's time was up,
            given the opponent more time, or taken a hand over.
        rubber: the current or last rubber, with its ended games. At a table without rubbers, each game is a rubber by
            itself.
        packs: the two packs of the table.
        wins: how many games each person has won against another at this table.
        voided: whether a manager of the server has closed the table.
    """

    id: int
    version: int
    opened: TableOpened
    clock: Clock
    status: Status = Status.CHALLENGE
    ended: ChallengeEnded | None = None
    terms_changes: int = 0
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
        """Whether `opponent` wins without a claim when the table has waited long enough for the other player.

        Args:
            opponent: the opponent of a player whose time is up. If they have done nothing in this game, they were away,
                too, and the game is void. The house wins no game in this way.
        """
        return self.clock.pace.is_timed and opponent.id in self.acted and opponent.level is None


@dataclass(frozen=True, kw_only=True)
class TableState(PublicTable):
    """The state of a table after the first `version` events of its log: public facts, and hidden ones.

    Attributes:
        seats: the people who sat down as North and South to the present or last game; None before the first game.
        game: the present game or, between two games, the last one.
        tallies: North's and South's voles and kings in this game.
        galerie: the people around the table, their chips and the chairs.
        game_promise: the bot's promise of all deals of this game, or of the next one.
        deal_promise: the bot's promise of the next or current deal, or of the last deal of the game.
        house: the level and version of the player of the house that decides for its seat; None if none does.
        made: how many decisions North and South have made in the deal, at a table with the house.
        packets: the order in which each person deals the cards here (Law 8).
        new_packets: the last event of this game that changed such an order.
        errors_until: until when players may call errors in an ended hand, in epoch milliseconds; None if they may call
            none.
        put_off_ms: how long outages lasted in which a challenge could not be answered, in milliseconds. The challenge
            stays open for longer by this time.
        credited_at: up to which moment the clocks have got back the time of outages, in epoch milliseconds.
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
        """Returns the seat whose cards a person plays or last played, or None if they play for no seat."""
        if self.seats is None:
            return None
        return next((seat for seat in Seat if self.person(seat).id == user_id), None)

    def person(self, seat: Seat) -> Person:
        """Returns the person who plays the cards of a seat: its player, or a backer who plays the game out."""
        assert self.seats is not None
        queue = self.galerie.queue
        stand_in = None if queue is None else queue.stand_ins[seat.index]
        return self.seats[seat.index] if stand_in is None else self.galerie.person(stand_in)

    @property
    def has_house(self) -> bool:
        """Whether the house (the computer player) is challenged, sits or waits for a chair at this table.

        If so, it may have to move.
        """
        if self.status is Status.CLOSED:
            return False
        queue = self.galerie.queue
        waiting = () if queue is None else queue.waiting
        return has_house(self.seats or (self.opened.challenged,)) or any(level_of(one) is not None for one in waiting)

    @property
    def plays_for_pool(self) -> bool:
        """Whether three people play for a pool at this table now."""
        return self.galerie.pool is not None and self.galerie.pool.stage is PoolStage.PLAYING


if TYPE_CHECKING:
    # The type checker checks the names and types of the fields by `dataclasses.replace`.
    from dataclasses import replace as copy_with
else:

    def copy_with(state: TableState, **fields: object) -> TableState:
        """Returns a copy with new values of some fields. `dataclasses.replace` takes twenty times as long here."""
        after = object.__new__(TableState)
        after.__dict__.update(state.__dict__, **fields)
        return after


@dataclass(frozen=True, slots=True)
class Decided:
    """An event of the game with the core's state after it, so that the state need not be computed again."""

    event: game.Event
    state: State


Step: TypeAlias = TableEvent | Decided
"""One event of a decision: an event of the table, or an event of the game with the state after it."""


def steps_of(events: Iterable[tuple[game.Event, State]]) -> list[Step]:
    """Converts the result of `engine.decision_steps` to steps."""
    return [Decided(event, state) for event, state in events]


@dataclass(frozen=True, slots=True)
class Change:
    """An event, with the states of the table before and after it."""

    before: TableState
    event: TableEvent
    after: TableState
