"""The state of a tournament as frozen values: its terms, its participants (entrants), its rounds.

The core's tournament (`ecarte`) names each entrant by a number: the seed, from 1. This module stores the person of each
number separately, so that the stored rounds contain no names. The house may be an entrant, too. It makes an odd number
even, and is always present.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from bot.clock import ClockKind
from bot.people.person import Person
from bot.rows.ids import is_erased
from bot.storage import TournamentRow
from bot.tables.events.codec import EVENTS
from bot.tables.terms import Terms
from ecarte.tournament import (
    MOST_IN_ARENA,
    Arena,
    Form,
    Pairing,
    arena_from_dict,
    arena_to_dict,
    from_dict,
    pairings,
    to_dict,
)
from ecarte.tournament import Tournament as Rounds

READY_MS = 15 * 60_000
"""How long a person counts as present after they pressed Ready for a live game, in milliseconds."""
IDLE_MS = 14 * 86_400_000
"""If an open tournament is not started for this long after the last person joined or left, it is cancelled
(milliseconds)."""
ARENA = "arena"
"""The value of `Plan.kind` for an arena. For other tournaments it is the value of their `Form`."""
HOUR_MS, _MINUTE_MS = 3_600_000, 60_000


class Stage(Enum):
    """Whether a tournament is open to join, is running, is over or was cancelled. The value is stored."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Plan:
    """The terms that the opener of a tournament has chosen.

    Attributes:
        form: None for an arena, which has no rounds.
        terms: the terms of every table, without a stake. If they name a level of the house, the house takes part to
            make an odd number of participants even.
        hours: how many hours a round lasts. After that, pairings that are not being played are decided without a game.
            0 in an arena.
        minutes: how many minutes an arena lasts. 0 in other forms.
    """

    form: Form | None
    terms: Terms
    hours: int
    minutes: int = 0

    @property
    def round_ms(self) -> int:
        """The length of a round or of an arena, in milliseconds."""
        return self.hours * HOUR_MS + self.minutes * _MINUTE_MS

    @property
    def kind(self) -> str:
        """The form, as part of the keys of texts."""
        return ARENA if self.form is None else self.form.value

    @property
    def most(self) -> int:
        """The largest number of participants."""
        return MOST_IN_ARENA if self.form is None else self.form.most


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament.

    Attributes:
        people: the entrants in the order in which they joined. After the start, in the order of their seeds, the house
            last.
        rounds: the core's tournament (`ecarte`); None before the start.
        arena: the core's arena; None in other forms, and before the start.
        ready: when each entrant last pressed Ready for the game of this round, by the entrant's number. In an arena:
            since when each entrant waits for an opponent.
        missed: how many games in a row each entrant of an arena has missed, by the entrant's number.
        spent: how many tables of a pairing ended without a result, by the number of the pairing.
        deadline: when the current round or the arena ends, in epoch milliseconds. None if the tournament is not
            running.
        lapsed: whether the tournament was cancelled because no one had started it for `IDLE_MS`, or because too few had
            joined at the time of its start.
        starts_at: when the tournament starts by itself, in epoch milliseconds; None if a person starts it.
        event_id: the id of the event at Discord that announces the tournament; None if there is none.
        event_stage: the stage of the tournament for which Discord has last answered a request about the event; None
            before the first answer. The event is made only while this is None.
    """

    id: int
    version: int
    guild_id: int
    channel_id: int
    opener_id: int
    name: str
    plan: Plan
    opened_at: int
    changed_at: int
    stage: Stage = Stage.OPEN
    people: tuple[Person, ...] = ()
    rounds: Rounds | None = None
    arena: Arena | None = None
    ready: Mapping[int, int] = field(default_factory=dict)
    spent: Mapping[int, int] = field(default_factory=dict)
    missed: Mapping[int, int] = field(default_factory=dict)
    deadline: int | None = None
    lapsed: bool = False
    starts_at: int | None = None
    event_id: int | None = None
    event_stage: Stage | None = None

    @property
    def lapses_at(self) -> int | None:
        """When the tournament is cancelled if no one starts, joins or leaves it before, in epoch milliseconds.

        None if it starts by itself, has begun or is over.
        """
        return self.changed_at + IDLE_MS if self.stage is Stage.OPEN and self.starts_at is None else None

    @property
    def begun_rounds(self) -> Rounds:
        """The rounds of the tournament. Use it only after the start."""
        assert self.rounds is not None
        return self.rounds

    @property
    def begun_arena(self) -> Arena:
        """The arena of the tournament. Use it only after the start of an arena."""
        assert self.arena is not None
        return self.arena

    @property
    def has_begun(self) -> bool:
        """Whether the tournament has started."""
        return self.rounds is not None or self.arena is not None

    @property
    def round_no(self) -> int:
        """The number of the current round, from 1. An arena is one round."""
        return 1 if self.arena is not None else self.begun_rounds.round_no

    @property
    def open_pairings(self) -> dict[int, Pairing]:
        """The pairings of this round that have not ended, by number. In an arena: the games that are on."""
        if self.arena is not None:
            return {number: Pairing(*meeting.people) for number, meeting in self.arena.on.items()}
        return {number: match for number, match in enumerate(pairings(self.begun_rounds), 1) if match.outcome is None}

    def number_of(self, user_id: int) -> int | None:
        """Returns the number of a person in the tournament, or None if the person does not take part."""
        return next((number for number, one in enumerate(self.people, 1) if one.id == user_id), None)

    def without(self, user_ids: Collection[int]) -> Tournament:
        """Returns the tournament without these people. Use it only before the start."""
        return replace(self, people=tuple(one for one in self.people if one.id not in user_ids))

    def person(self, number: int) -> Person:
        """Returns the person with this number in the tournament."""
        return self.people[number - 1]

    @property
    def members(self) -> tuple[Person, ...]:
        """The people who take part, without the house."""
        return tuple(one for one in self.people if one.level is None)

    @property
    def house(self) -> Person | None:
        """The house, if it takes part; else None."""
        return next((one for one in self.people if one.level is not None), None)

    def pairing_of(self, user_id: int) -> tuple[int, Pairing] | None:
        """Returns the pairing that a person plays in this round, with its number. None if the person plays none."""
        number = self.number_of(user_id)
        if self.arena is not None:
            return next((entry for entry in self.open_pairings.items() if number in entry[1].people), None)
        if number is None or self.rounds is None:
            return None
        return next((pairing for pairing in enumerate(pairings(self.rounds), 1) if number in pairing[1].people), None)

    def is_here(self, number: int, now: int) -> bool:
        """Whether an entrant counts as present for their game.

        After a press on Ready, a person counts as present for the whole round by correspondence, and for `READY_MS` in
        live games. The house is always present.
        """
        if self.person(number).level is not None:
            return True
        at = self.ready.get(number)
        return at is not None and (self.plan.terms.pace.kind is ClockKind.CORRESPONDENCE or now - at < READY_MS)

    @property
    def erased_numbers(self) -> list[int]:
        """The numbers of the entrants who were erased and are not withdrawn yet.

        Empty in an arena, and in a tournament that is not running.
        """
        if self.stage is not Stage.RUNNING or self.arena is not None:
            return []
        withdrawn = self.begun_rounds.withdrawn
        return [number for number, one in enumerate(self.people, 1) if is_erased(one.id) and number not in withdrawn]


def tournament_of(row: TournamentRow) -> Tournament:
    """Converts a row of the database to a tournament."""
    state: Any = row.state
    return Tournament(
        id=row.id,
        version=row.version,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        opener_id=row.opener_id,
        name=row.name,
        plan=EVENTS.read_fields(Plan, row.terms),
        opened_at=row.opened_at,
        changed_at=row.updated_at,
        stage=Stage(row.status),
        people=tuple(Person(*one) for one in row.people),
        rounds=from_dict(state["rounds"]) if state["rounds"] is not None else None,
        ready={int(number): at for number, at in state["ready"].items()},
        spent={int(number): tables for number, tables in state["spent"].items()},
        arena=arena_from_dict(state["arena"]) if "arena" in state else None,
        missed={int(number): count for number, count in state.get("missed", {}).items()},
        deadline=row.deadline,
        lapsed=state.get("lapsed", False),
        starts_at=state.get("starts_at"),
        event_id=state.get("event_id"),
        event_stage=Stage(state["event_stage"]) if "event_stage" in state else None,
    )


def row_of(tournament: Tournament) -> TournamentRow:
    """Converts a tournament to the row of the database that stores it."""
    arena, stage = tournament.arena, tournament.event_stage
    optional: dict[str, Any] = {
        "arena": arena_to_dict(arena) if arena is not None else None,
        "missed": {str(number): count for number, count in sorted(tournament.missed.items())} or None,
        "lapsed": tournament.lapsed or None,
        "starts_at": tournament.starts_at,
        "event_id": tournament.event_id,
        "event_stage": stage.value if stage is not None else None,
    }
    return TournamentRow(
        id=tournament.id,
        guild_id=tournament.guild_id,
        channel_id=tournament.channel_id,
        opener_id=tournament.opener_id,
        name=tournament.name,
        status=tournament.stage.value,
        terms={
            name: value for name, value in EVENTS.write_fields(tournament.plan).items() if name != "minutes" or value
        },
        state={
            "rounds": to_dict(tournament.rounds) if tournament.rounds is not None else None,
            "ready": {str(number): at for number, at in sorted(tournament.ready.items())},
            "spent": {str(number): tables for number, tables in sorted(tournament.spent.items())},
            **{name: value for name, value in optional.items() if value is not None},
        },
        version=tournament.version,
        deadline=tournament.deadline,
        opened_at=tournament.opened_at,
        updated_at=tournament.changed_at,
        people=tuple((person.id, person.name) for person in tournament.people),
    )
