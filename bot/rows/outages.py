"""Outages, and the shards whose servers they are about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """The servers whose events one of the bot's connections brings: those with `(id >> 22) % count == number`."""

    number: int
    count: int


EVERYWHERE = (Shard(0, 1),)
"""One connection brings the events of all servers."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which players could not act: the process was away, or Discord was.

    Attributes:
        shards: in whose servers; all of the same `count`; none: in single servers.
        servers: the ids of those.
    """

    since: int
    until: int
    shards: tuple[Shard, ...] = EVERYWHERE
    servers: tuple[int, ...] = ()
