"""Outages, and the shards whose servers they concern."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """One of the bot's connections. It brings the events of the servers with `(id >> 22) % count == number`."""

    number: int
    count: int


EVERYWHERE = (Shard(0, 1),)
"""One connection brings the events of all servers."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which players could not act, because the process or Discord was away.

    Attributes:
        shards: the shards whose servers it concerns, all with the same `count`. Empty if it concerns single servers.
        servers: the ids of these single servers.
    """

    since: int
    until: int
    shards: tuple[Shard, ...] = EVERYWHERE
    servers: tuple[int, ...] = ()
