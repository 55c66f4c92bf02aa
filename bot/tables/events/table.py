"""Events of a table: the entries of its log, and their form in the database.

`Played` carries an event of the game. An unknown type or version is refused: a log that cannot be read must not be
continued.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from bot.clock import WarningSent
from bot.people.person import Person
from bot.tables.events.codec import EVENTS, register_event
from bot.tables.events.fair import FairEvent
from bot.tables.events.galerie_events import GalerieEvent
from bot.tables.events.packs import PackEvent
from bot.tables.terms import Terms
from ecarte.game import Event as GameEvent
from ecarte.notation import SerializeError


class UnknownTableEvent(Exception):
    """The log holds an event that only a newer version knows."""


class Ending(Enum):
    """How a challenge ended without a game."""

    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


def _person(person: Mapping[str, Any]) -> list[Any]:
    return [person["id"], person["name"]]


def _from_person(person: list[Any]) -> dict[str, Any]:
    user_id, name = person
    return {"id": user_id, "name": name}


def _upgrade_opened(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "guild": data["guild_id"],
        "channel": data["channel_id"],
        "challenger": _person(data["challenger"]),
        "challenged": data["challenged"] and _person(data["challenged"]),
        "terms": data["terms"],
        "expires_at": data["expires_at"],
        **({} if data["called_role"] is None else {"calls": data["called_role"]}),
    }


def _from_opened(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "guild_id": data["guild"],
        "channel_id": data["channel"],
        "challenger": _from_person(data["challenger"]),
        "challenged": data["challenged"] and _from_person(data["challenged"]),
        "terms": data["terms"],
        "expires_at": data["expires_at"],
        "called_role": data.get("calls"),
    }


def _upgrade_seated(data: dict[str, Any]) -> dict[str, Any]:
    return {seat: _person(person) for seat, person in data.items()}


def _from_seated(data: dict[str, Any]) -> dict[str, Any]:
    return {seat: _from_person(person) for seat, person in data.items()}


def _thread_made(data: dict[str, Any]) -> dict[str, Any]:
    return {"thread": data["thread_id"]}


def _from_thread_made(data: dict[str, Any]) -> dict[str, Any]:
    return {"thread_id": data["thread"]}


@register_event("opened", stored=(_upgrade_opened, _from_opened))
class TableOpened:
    """A challenge to one member, or (challenged None) an open one.

    Attributes:
        called_role: the role of those who wish to hear of an open one; None: the server has none.
    """

    guild_id: int
    channel_id: int
    challenger: Person
    challenged: Person | None
    terms: Terms
    expires_at: int
    called_role: int | None = None


@register_event("challenge_ended")
class ChallengeEnded:
    """The challenge came to nothing."""

    ending: Ending
    by: int | None


@register_event("voided")
class TableVoided:
    """A manager of the server has closed the table, whatever was played there; what lies on it goes back."""

    by: int
    why: str


@register_event("seated", stored=(_upgrade_seated, _from_seated))
class TableSeated:
    """The challenge was accepted: these two play."""

    north: Person
    south: Person


@register_event("thread_made", stored=(_thread_made, _from_thread_made))
class ThreadMade:
    """The table has a thread of its own; None: it could not have one, and stays in the channel."""

    thread_id: int | None


@register_event("played")
class Played:
    """Something happened in the game."""

    event: GameEvent


@register_event("time_told")
class TimeTold:
    """The warning of time sent to a player: the reserve runs, it runs out, or it is up."""

    said: WarningSent


@register_event("time_given")
class TimeGiven:
    """A player gave the opponent more time."""

    by: int


@register_event("clock_credited")
class ClockCredited:
    """No one could play for so long: the clock goes back by it."""

    milliseconds: int


@register_event("rematch_asked")
class RematchAsked:
    """A player would like another game."""

    by: int


@register_event("closed")
class TableClosed:
    """The table is put away; by None: for want of players."""

    by: int | None


@register_event("person_erased")
class PersonErased:
    """Another id has taken the place of a person in all events before. It changes nothing else."""

    stand_in: int


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
    | PersonErased
    | TableVoided
    | GalerieEvent
    | PackEvent
    | FairEvent
)
# The first release kept these without the version among their data; all others have it there too.
_WITHOUT_VERSION = frozenset(
    {
        "opened",
        "challenge_ended",
        "seated",
        "thread_made",
        "played",
        "time_told",
        "time_given",
        "clock_credited",
        "rematch_asked",
        "closed",
    }
)


def encode(event: TableEvent) -> tuple[str, int, dict[str, Any]]:
    """The event as type, version and plain data."""
    data = EVENTS.write(event)
    kind, version = data.pop("type"), data["v"]
    if kind in _WITHOUT_VERSION:
        del data["v"]
    return kind, version, data


def decode(kind: str, version: int, data: Mapping[str, Any]) -> TableEvent:
    """The event from what `encode` gave.

    Raises:
        UnknownTableEvent: no such type, or a version that this code does not know.
        SerializeError: the data has another form.
    """
    try:
        event: TableEvent = EVENTS.read_as(kind, version if kind in _WITHOUT_VERSION else data.get("v"), data)
    except SerializeError as problem:
        if problem.path in ("type", f"{kind}.v"):
            raise UnknownTableEvent(f"{kind} version {version}") from None
        raise
    return event
