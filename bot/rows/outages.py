"""Outages: times in which players could not act. Shards: the bot's connections to Discord, each for some servers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """One of the bot's connections to Discord.

    It brings the events of the servers with `(id >> 22) % count == number`.
    """

    number: int
    count: int


EVERYWHERE = (Shard(0, 1),)
"""The shards of a bot with a single connection, which brings the events of all servers."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which players could not act, because the process or Discord was away.

    Attributes:
        shards: the connections whose servers were affected, all with the same `count`. Empty if single servers were.
        servers: the ids of these single servers.
    """

    since: int
    until: int
    shards: tuple[Shard, ...] = EVERYWHERE
    servers: tuple[int, ...] = ()
