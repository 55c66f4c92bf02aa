"""What happens to a table, in the past tense: the entries of its log, and their form in the database.

An event of the game itself is carried whole inside `Played`; its form is the core's. An unknown type or version is
refused, never passed over: a log that cannot be read must not be continued.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from bot.clock import Said
from bot.people.person import Person
from bot.tables.events.galerie import GALERIE_EVENTS, GalerieEvent
from bot.tables.events.packs import PACK_EVENTS, PackEvent
from bot.tables.fair_deal import FAIR_EVENTS, FairEvent
from bot.tables.terms import Terms
from ecarte.game import Event as GameEvent
from ecarte.notation import serialize
from ecarte.table.stakes import plain

__all__ = [
    "ChallengeEnded",
    "ClockCredited",
    "Ending",
    "Person",
    "Played",
    "RematchAsked",
    "TableClosed",
    "TableEvent",
    "TableOpened",
    "TableSeated",
    "ThreadMade",
    "TimeGiven",
    "TimeTold",
    "UnknownTableEvent",
    "decode",
    "encode",
]


class UnknownTableEvent(Exception):
    """The log holds an event that this version does not know: it was written by a newer one."""


class Ending(Enum):
    """How a challenge ended without a game."""

    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Somebody challenged one member, or (challenged None) whoever likes."""

    guild_id: int
    channel_id: int
    challenger: Person
    challenged: Person | None
    terms: Terms
    expires_at: int


@dataclass(frozen=True, slots=True)
class ChallengeEnded:
    """The challenge came to nothing."""

    ending: Ending
    by: int | None


@dataclass(frozen=True, slots=True)
class TableSeated:
    """The challenge was accepted: these two play."""

    north: Person
    south: Person


@dataclass(frozen=True, slots=True)
class ThreadMade:
    """The table has a thread of its own; None: it could not have one, and stays in the channel."""

    thread_id: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """Something happened in the game."""

    event: GameEvent


@dataclass(frozen=True, slots=True)
class TimeTold:
    """A player was told that his time is running out, or is up."""

    said: Said


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A player gave his adversary more time."""

    by: int


@dataclass(frozen=True, slots=True)
class ClockCredited:
    """Nobody could play for so long: the clock goes back by it."""

    milliseconds: int


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """A player would like another game."""

    by: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is put away; by None: nobody came back to it."""

    by: int | None


TableEvent: TypeAlias = (
    TableOpened
    | ChallengeEnded
    | TableSeated
    | ThreadMade
    | Played
    | TimeTold
    | TimeGiven
    | ClockCredited
    | RematchAsked
    | TableClosed
    | GalerieEvent
    | PackEvent
    | FairEvent
)
_VERSION = 1
_PLAIN: Mapping[str, type[GalerieEvent] | type[PackEvent] | type[FairEvent]] = {
    **GALERIE_EVENTS,
    **PACK_EVENTS,
    **FAIR_EVENTS,
}
_KINDS = {event: kind for kind, event in _PLAIN.items()}


def encode(event: TableEvent) -> tuple[str, int, dict[str, Any]]:
    """The event as type, version and plain data."""
    match event:
        case TableOpened():
            return (
                "opened",
                _VERSION,
                {
                    "guild": event.guild_id,
                    "channel": event.channel_id,
                    "challenger": _person(event.challenger),
                    "challenged": _person(event.challenged) if event.challenged else None,
                    "terms": event.terms.to_json(),
                    "expires_at": event.expires_at,
                },
            )
        case ChallengeEnded():
            return "challenge_ended", _VERSION, {"ending": event.ending.value, "by": event.by}
        case TableSeated():
            return "seated", _VERSION, {"north": _person(event.north), "south": _person(event.south)}
        case ThreadMade():
            return "thread_made", _VERSION, {"thread": event.thread_id}
        case Played():
            return "played", _VERSION, {"event": serialize.to_dict(event.event)}
        case TimeTold():
            return "time_told", _VERSION, {"said": event.said.value}
        case TimeGiven():
            return "time_given", _VERSION, {"by": event.by}
        case ClockCredited():
            return "clock_credited", _VERSION, {"milliseconds": event.milliseconds}
        case RematchAsked():
            return "rematch_asked", _VERSION, {"by": event.by}
        case TableClosed():
            return "closed", _VERSION, {"by": event.by}
        case _:
            return _KINDS[type(event)], _VERSION, plain.write(event)


def decode(kind: str, version: int, data: Mapping[str, Any]) -> TableEvent:
    """The event from what `encode` gave.

    Raises:
        UnknownTableEvent: no such type, or a version that is not known here.
    """
    if version != _VERSION:
        raise UnknownTableEvent(f"{kind} version {version}")
    match kind:
        case "opened":
            return TableOpened(
                data["guild"],
                data["channel"],
                Person(*data["challenger"]),
                Person(*data["challenged"]) if data["challenged"] else None,
                Terms.from_json(data["terms"]),
                data["expires_at"],
            )
        case "challenge_ended":
            return ChallengeEnded(Ending(data["ending"]), data["by"])
        case "seated":
            return TableSeated(Person(*data["north"]), Person(*data["south"]))
        case "thread_made":
            return ThreadMade(data["thread"])
        case "played":
            return Played(serialize.from_dict(data["event"]))
        case "time_told":
            return TimeTold(Said(data["said"]))
        case "time_given":
            return TimeGiven(data["by"])
        case "clock_credited":
            return ClockCredited(data["milliseconds"])
        case "rematch_asked":
            return RematchAsked(data["by"])
        case "closed":
            return TableClosed(data["by"])
        case _ if kind in _PLAIN:
            return plain.read(_PLAIN[kind], data)
        case _:
            raise UnknownTableEvent(f"{kind} version {version}")


def _person(person: Person) -> list[int | str]:
    return [person.id, person.name]
