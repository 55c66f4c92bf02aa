"""Events of a table itself: challenge, seating, moves, time, closing.

Converts all events to their stored form and back.

`Played` contains an event of the game. An unknown type or version is refused, because a log that cannot be read must
not be continued.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from bot.clock import WarningSent
from bot.people.person import Person
from bot.tables.events.codec import EVENTS, register_event
from bot.tables.events.fair_events import FairEvent
from bot.tables.events.galerie_events import GalerieEvent
from bot.tables.events.pack_events import PackEvent
from bot.tables.terms import Terms
from ecarte.game import Event as GameEvent
from ecarte.notation import SerializeError


class UnknownTableEvent(Exception):
    """The log contains an event that this version of the bot does not know. A newer version has written it."""


class Ending(Enum):
    """Why a challenge ended without a game."""

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
    """A member has challenged another member, or (`challenged` None) all members, and so opened a table.

    Attributes:
        called_role: the server's ready role, which a challenge to all mentions; None if the server has none.
    """

    guild_id: int
    channel_id: int
    challenger: Person
    challenged: Person | None
    terms: Terms
    expires_at: int
    called_role: int | None = None


@register_event("terms_changed")
class TermsChanged:
    """The challenger has changed the terms of a challenge that no one has accepted. Stake and clock stay."""

    terms: Terms


@register_event("challenge_ended")
class ChallengeEnded:
    """The challenge ended without a game."""

    ending: Ending
    by: int | None


@register_event("voided")
class TableVoided:
    """A manager of the server has closed the table.

    The current game does not count, and all people got their chips back.
    """

    by: int
    why: str


@register_event("seated", stored=(_upgrade_seated, _from_seated))
class TableSeated:
    """Two people have sat down to play."""

    north: Person
    south: Person


@register_event("thread_made", stored=(_thread_made, _from_thread_made))
class ThreadMade:
    """The bot has created a thread for the table.

    `thread_id` None means that it could not, so the table stays in the channel.
    """

    thread_id: int | None


@register_event("played")
class Played:
    """Something happened in the game, such as a deal or a move. `event` is the event of the core (`ecarte`)."""

    event: GameEvent


@register_event("time_told")
class TimeTold:
    """A player gets a time warning: their reserve has begun to run, is nearly used up, or is used up."""

    said: WarningSent


@register_event("time_given")
class TimeGiven:
    """A player has given the opponent more time."""

    by: int


@register_event("clock_credited")
class ClockCredited:
    """All waits of the table were made longer by time that does not count: an outage, or the offer of a hand."""

    milliseconds: int


@register_event("rematch_asked")
class RematchAsked:
    """A player has asked for another game."""

    by: int


@register_event("closed")
class TableClosed:
    """The table was closed. `by` is the player who closed it.

    None if the table had waited too long for its players, or if the bot has left the server.
    """

    by: int | None


@register_event("person_erased")
class PersonErased:
    """A person was erased: in all earlier events another id has replaced theirs. The event changes nothing else."""

    stand_in: int


TableEvent: TypeAlias = (
    TableOpened
    | TermsChanged
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
# The first release stored these events without a version in their data. All others have it there.
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
    """Converts an event to its stored form: type, version and plain data."""
    data = EVENTS.write(event)
    kind, version = data.pop("type"), data["v"]
    if kind in _WITHOUT_VERSION:
        del data["v"]
    return kind, version, data


def decode(kind: str, version: int, data: Mapping[str, Any]) -> TableEvent:
    """Converts the stored form of an event back to the event.

    Raises:
        UnknownTableEvent: the type is unknown, or the version is newer than this version of the bot.
        SerializeError: the data have a wrong form.
    """
    try:
        event: TableEvent = EVENTS.read_as(kind, version if kind in _WITHOUT_VERSION else data.get("v"), data)
    except SerializeError as problem:
        if problem.path in ("type", f"{kind}.v"):
            raise UnknownTableEvent(f"{kind} version {version}") from None
        raise
    return event
