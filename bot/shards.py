"""Knows which shards (connections to Discord, each for a part of the servers) are away, and in which servers the clocks
of games stand meanwhile.

# Theory

Discord sends the events of a server through one connection, that of shard `(guild_id >> 22) % count`, and all direct
messages through the connection of shard 0. A player's hand is in direct messages, unless the player opens it in the
server. So a player can act at a table only while both the shard of its server and shard 0 are connected. The clocks of
a shard's servers *stand* while that shard or shard 0 is away. A player with another way to the hand may go on in the
meantime. Such a move takes in the time that has passed without a clock (`bot.tables.commit`).

A shard is *away* from the moment at which its connection breaks. If it was silent before, for longer than Discord lets
a heartbeat wait, it is away from its last sign of life.

A single server is away while Discord says that it is unavailable although its shard is connected. Then its clocks stand
too. Once its shard goes away as well, the outage of the shard counts for the server. The outage of the server alone,
until that moment, is a *part*. It is kept until it is stored with the outage of the shard.

In maintenance all clocks stand, as if every shard were away. This is a *pause*, which only the owner ends.

# Invariants

- The clocks of a server stand from the moment at which it, its shard or shard 0 goes away, until the outage is stored
  (`mark_credited`). It is stored after all of them are back. No timer runs in between (`bot.clock.Scheduler.hold`).
- The outages of a server do not overlap: the next one begins at the end of the last stored one, at the earliest.
- When the number of shards changes (`begin`), none is connected. Every outage up to that moment is stored first.
- If several processes run, each stores the outages of the shards that it owns (`bot.ownership`), and no others.

Reads no clock: moments are passed as arguments, in epoch milliseconds.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bot.rows.outages import Outage, Shard

_SILENCE_MS = 45_000
"""Longer than the time between two heartbeats of the gateway."""
DIRECT = 0
"""The number of the shard that brings the events of direct messages."""


def shard_of(guild_id: int, count: int) -> int:
    """Returns the number of the shard that brings the events of a server."""
    return (guild_id >> 22) % count


@dataclass(frozen=True, slots=True)
class ShardRange:
    """A range of shards: `first` to `last` of `count`."""

    first: int
    last: int
    count: int

    @property
    def numbers(self) -> range:
        """The numbers of these shards."""
        return range(self.first, self.last + 1)

    @classmethod
    def read(cls, text: str) -> ShardRange:
        """Reads a range from text: `0-3/16` for the shards 0 to 3 of 16, or `2/16` for a single shard.

        Raises:
            ValueError: the text is no range.
        """
        match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", text)
        if match is None:
            raise ValueError(f"{text!r} names no shards: write FIRST-LAST/NUMBER, such as 0-3/16, or auto")
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if not first <= last < count:
            raise ValueError(f"{text!r} names no shards: of {count} the first is 0 and the last is {count - 1}")
        return cls(first, last, count)


class Sharing(Enum):
    """How several processes divide the shards among themselves, if not by a range for each."""

    AUTO = "auto"
    """Each process takes an equal part of the shards."""


class WantedShards:
    """The shards that this process keeps connected.

    Attributes:
        numbers: the numbers of these shards.
        changed: an event that is set at every change. The task that waits for it clears it.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = set(numbers)
        self.changed = asyncio.Event()

    def add(self, shard: int) -> None:
        """Adds a shard, which is kept connected from now on."""
        self.numbers.add(shard)
        self.changed.set()

    def discard(self, shard: int) -> None:
        """Removes a shard, whose connection is ended."""
        self.numbers.discard(shard)
        self.changed.set()


class Shards:
    """Tracks which shards and servers are away, and the outages (with stopped clocks) of the shards that this process
    owns.

    All moments are epoch milliseconds.

    Attributes:
        owned: the numbers of the shards whose outages this process stores.
    """

    def __init__(self) -> None:
        self.count = 0
        self.owned: set[int] = set()
        self._away_since: dict[int, int] = {}
        self._silent: set[int] = set()
        self._heard_at: dict[int, int] = {}
        self._stopped_since: dict[int, int] = {}
        self._credited_until: dict[int, int] = {}
        self._away_servers: set[int] = set()
        self._stopped_servers: dict[int, int] = {}
        self._parts: list[Outage] = []
        self._paused = False

    def begin(self, count: int, now: int, *, owned: Iterable[int] | None = None) -> None:
        """Begins with a new number of shards. All are away from now on, until they connect.

        Args:
            owned: the shards whose outages this process stores. None for all.
        """
        self.count = count
        self.owned = set(range(count) if owned is None else owned)
        self._away_since = dict.fromkeys(range(count), now)
        self._stopped_since = dict.fromkeys(self.owned, now)
        self._silent, self._heard_at, self._credited_until = set(), {}, {}
        self._away_servers, self._stopped_servers, self._parts = set(), {}, []

    def own(self, shard: int, now: int, servers: Mapping[int, int] | None = None) -> None:
        """Notes that this process stores the outages of a shard from now on.

        The shard's clocks stand until the first outage is stored.

        Args:
            servers: the servers of the shard whose clocks stood already, each with the moment from which they stood.
        """
        self.owned.add(shard)
        self._stopped_since[shard] = now
        self._parts += [Outage(since, now, (), (server,)) for server, since in (servers or {}).items() if since < now]

    def disown(self, shard: int) -> None:
        """Notes that another process stores the outages of a shard."""
        self.owned.discard(shard)
        self._stopped_since.pop(shard, None)
        self._credited_until.pop(shard, None)
        self._parts = [part for part in self._parts if not self._is_in(part, shard)]
        for server in self._stopped_in(shard):
            del self._stopped_servers[server]

    def shard_of(self, guild_id: int) -> int:
        """Returns the number of the shard of a server."""
        return shard_of(guild_id, self.count)

    def pause(self, now: int) -> None:
        """Stops all clocks for maintenance until `resume`, even if all shards are connected."""
        self._paused = True
        for number in self.owned:
            self._stop(number, now)

    def resume(self) -> None:
        """Ends the pause for maintenance.

        Clocks that stood only because of the pause run again once the pause is stored as an outage.
        """
        self._paused = False

    def note_connected(self, shard: int) -> None:
        """Notes that a shard is connected."""
        self._away_since.pop(shard, None)

    def note_lost(self, shard: int, now: int) -> None:
        """Notes that the connection of a shard is broken."""
        if shard < self.count:
            since = self._heard_at[shard] if self._is_silent(shard, now) else now
            self._silent.discard(shard)
            self._go(shard, since)

    def note_server_lost(self, guild_id: int, now: int) -> None:
        """Notes that Discord reports a server as unavailable."""
        if guild_id not in self._away_servers:
            self._away_servers.add(guild_id)
            self._stop_server(guild_id, now)

    def note_server_back(self, guild_id: int) -> bool:
        """Notes that a server is available again, or that the bot has left it. Returns whether it was away."""
        was_away = guild_id in self._away_servers
        self._away_servers.discard(guild_id)
        return was_away

    def note_servers(self, shard: int, away: Collection[int], now: int) -> bool:
        """Notes all servers of a shard that Discord has named as unavailable. Its other servers count as back.

        Returns whether a server that was away is back.
        """
        back = [server for server in self._away_servers if self.shard_of(server) == shard and server not in away]
        self._away_servers.difference_update(back)
        for server in away:
            # They were away when the shard connected.
            self.note_server_lost(server, self._credited_until.get(shard, now))
        return bool(back)

    def note_alive(self, shard: int, now: int) -> bool:
        """Notes a sign of life of a shard.

        Returns whether the shard counted as away because of its silence, and is back now.
        """
        self._look(shard, now)
        self._heard_at[shard] = now
        if shard not in self._silent:
            return False
        self._silent.discard(shard)
        self.note_connected(shard)
        return True

    def look_for_silence(self, now: int) -> None:
        """Counts a connected shard as away if it has been silent for too long. discord.py notices a broken connection
        only later.
        """
        for shard in self._heard_at:
            self._look(shard, now)

    def _look(self, shard: int, now: int) -> None:
        if shard not in self._away_since and self._is_silent(shard, now):
            self._silent.add(shard)
            self._go(shard, self._heard_at[shard])

    def away_ms(self, shard: int, now: int) -> int:
        """Returns how long a shard has been away, in milliseconds. 0 while it is connected."""
        return max(1, now - self._away_since[shard]) if shard in self._away_since else 0

    def stopped_since(self, guild_id: int) -> int | None:
        """Returns the moment from which the clocks of a server stand. None if they run."""
        if not self.count:
            return None
        since = [part.since for part in self._parts if guild_id in part.servers]
        since += [at for at in (self._stopped_servers.get(guild_id),) if at is not None]
        since += [at for at in (self._stopped_since.get(self.shard_of(guild_id)),) if at is not None]
        return min(since, default=None)

    def stopped_clocks(self, besides: Iterable[Outage] = ()) -> dict[Shard, int]:
        """Returns, by shard, the moment from which the clocks of the shard's servers stand.

        Leaves out the outages `besides`, which are being stored.
        """
        stored = {shard for outage in besides for shard in outage.shards}
        stopped = {Shard(number, self.count): since for number, since in self._stopped_since.items()}
        return {shard: since for shard, since in stopped.items() if shard not in stored}

    def stopped_servers(self, besides: Collection[Outage] = ()) -> dict[int, int]:
        """Returns the servers with an outage of their own that is not stored, each with the moment at which it began.

        Leaves out the outages `besides`, which are being stored.
        """
        stored = {(server, outage.since) for outage in besides for server in outage.servers}
        stopped = [(server, part.since) for part in self._parts for server in part.servers]
        stopped += self._stopped_servers.items()
        left = sorted((since, server) for server, since in stopped if (server, since) not in stored)
        return {server: since for since, server in reversed(left)}

    def over(self, now: int) -> tuple[Outage, ...]:
        """Returns the outages that are over and not stored yet.

        Until the outages are stored, the clocks of their servers stand.
        """
        back = [number for number in sorted(self._stopped_since) if not self._is_away(number)]
        for number in back:
            if self._stopped_since[number] >= now:
                self._start(number, now)
        servers = [server for server in self._stopped_servers if server not in self._away_servers]
        for server in servers:
            if self._stopped_servers[server] >= now:
                del self._stopped_servers[server]
        parts = [part for part in self._parts if not self._goes_on(part, back)]
        return (*parts, *self._outages(back, now), *self._server_outages(servers, now))

    def broken_off(self, now: int) -> tuple[Outage, ...]:
        """Returns all outages as if they ended now.

        Call `mark_credited` once they are stored: those that are not over then begin again at this moment.
        """
        outages = self._outages(sorted(self._stopped_since), now)
        return (*self._parts, *outages, *self._server_outages(self._stopped_servers, now))

    def mark_credited(self, outages: Iterable[Outage]) -> None:
        """Notes that outages are stored. The clocks of their servers run again, unless the shard is still away."""
        for outage in outages:
            for shard in outage.shards:
                self._credited_until[shard.number] = outage.until
                if self._is_away(shard.number):
                    self._stopped_since[shard.number] = outage.until
                else:
                    self._start(shard.number, outage.until)
            for server in outage.servers:
                self._note_stored(server, outage.until)

    def _outages(self, numbers: Iterable[int], now: int) -> tuple[Outage, ...]:
        stopped = _group(self._stopped_since, numbers, now).items()
        return tuple(Outage(since, now, tuple(Shard(one, self.count) for one in shards)) for since, shards in stopped)

    def _server_outages(self, servers: Iterable[int], now: int) -> tuple[Outage, ...]:
        stopped = _group(self._stopped_servers, servers, now).items()
        return tuple(Outage(since, now, (), tuple(sorted(together))) for since, together in stopped)

    def _go(self, shard: int, since: int) -> None:
        self._away_since.setdefault(shard, since)
        for number in self.owned if shard == DIRECT else self.owned & {shard}:
            self._stop(number, since)

    def _stop(self, shard: int, since: int) -> None:
        """Stops the clocks of a shard's servers from a moment on."""
        start = max(since, self._credited_until.get(shard, 0))
        start = self._stopped_since[shard] = min(start, self._stopped_since.get(shard, start))
        self._cut_parts(shard, start)

    def _cut_parts(self, shard: int, at: int) -> None:
        """Ends the single outages of a shard's servers at a moment. From then on the shard's outage counts for them."""
        stopped = [Outage(self._stopped_servers.pop(server), at, (), (server,)) for server in self._stopped_in(shard)]
        cut = [
            replace(part, until=min(part.until, at)) if self._is_in(part, shard) else part
            for part in (*self._parts, *stopped)
        ]
        self._parts = [part for part in cut if part.since < part.until]

    def _start(self, shard: int, at: int) -> None:
        """Lets the clocks of a shard's servers run again, except those of servers that are away by themselves."""
        del self._stopped_since[shard]
        for server in self._away_servers:
            if self.shard_of(server) == shard:
                self._stop_server(server, at)

    def _note_stored(self, guild_id: int, until: int) -> None:
        # Its shard may have gone away after the outages were read.
        parts = [
            replace(part, since=max(part.since, until)) if guild_id in part.servers else part for part in self._parts
        ]
        self._parts = [part for part in parts if part.since < part.until]
        if self._stopped_servers.get(guild_id, until) < until:
            if guild_id in self._away_servers:
                self._stopped_servers[guild_id] = until
            else:
                del self._stopped_servers[guild_id]

    def _stop_server(self, guild_id: int, at: int) -> None:
        number = self.shard_of(guild_id)
        if number in self.owned and number not in self._stopped_since:
            self._stopped_servers.setdefault(guild_id, max(at, self._credited_until.get(number, 0)))

    def _stopped_in(self, shard: int) -> list[int]:
        return [server for server in self._stopped_servers if self.shard_of(server) == shard]

    def _goes_on(self, part: Outage, back: Collection[int]) -> bool:
        """Whether the shard's outage that follows a server's part is not over."""
        return any(self.shard_of(server) in self._stopped_since.keys() - back for server in part.servers)

    def _is_in(self, part: Outage, shard: int) -> bool:
        return all(self.shard_of(server) == shard for server in part.servers)

    def _is_away(self, number: int) -> bool:
        return self._paused or number in self._away_since or DIRECT in self._away_since

    def _is_silent(self, shard: int, now: int) -> bool:
        return shard in self._heard_at and now - self._heard_at[shard] > _SILENCE_MS


def _group(stopped: Mapping[int, int], numbers: Iterable[int], now: int) -> dict[int, list[int]]:
    """Groups the numbers of shards or servers by the moment since which their clocks stand, if it has passed."""
    by_since: dict[int, list[int]] = {}
    for number in numbers:
        if (since := stopped.get(number, now)) < now:
            by_since.setdefault(since, []).append(number)
    return by_since
