"""The settings of servers: a value with its stored form, and the service that reads and changes it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from bot.clock import ClockKind, Pace
from bot.people.hours import HOURS, at_hour, day_of, is_late, next_at, weekday_of
from bot.people.stored import read_or_default
from bot.ranking.periods import SeasonKind
from bot.storage import ServerRepository
from bot.texts import Language
from ecarte.ai import Level
from ecarte.game import Dialect
from ecarte.notation import CODEC

_CALLED_EVERY_MS = 10 * 60_000
_DAILY_HOUR = 8
_KEPT = 10_000


class PostingKind(Enum):
    """What may be posted in a server by itself, at its hour; the value is the part of its keys in the settings."""

    DAILY = "daily"
    """The deal of the day, every day."""
    WEEK = "week"
    """The week of the server, on Mondays."""

    def is_on(self, at: int) -> bool:
        """Whether it is posted on the day of a moment."""
        return self is PostingKind.DAILY or weekday_of(at) == 0

    def next_at(self, hour: int, now: int) -> int:
        """The next moment after `now` at which it would be posted, at this hour."""
        at = next_at(hour, now)
        while not self.is_on(at):
            at = next_at(hour, at)
        return at


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    Attributes:
        channels: where games may be played; empty: everywhere.
        threads: whether each table gets a thread of its own.
        clock: the kind of clock, unless a challenge names one.
        decision_s, reserve_s: the live clock, in seconds.
        hours: the clock by correspondence, in hours a decision.
        language: of public messages; None: the server's own on Discord.
        dialect: the rules, unless a challenge names them.
        opening: the chips in a new purse.
        allowance: the balance to which a broke member is brought up, once a day.
        chips: whether games may be played for chips, and bets made; what is on the tables is played out.
        stake: what each player puts up, unless a challenge names it; 0: played for the honour.
        sight: whether the server asks anything of a backer who wants to see a hand.
        sight_share: the least bet that gives sight is the stake divided by this; 0: any bet.
        sight_games: fewest games finished here that give sight.
        sight_role: the role that gives sight; None: any.
        counted_games: how many games of the same two count for standings a day (UTC); 0: all.
        chances: whether tables show each player's chance to win.
        ready_role: the role that members take who wish to hear of open challenges; None: there is none.
        keep_days: for how many days logs of closed tables and deals of past days are kept; 0: as long as the bot's
            owner keeps them, which is the longest in any case.
        daily_channel: where the deal of the day is posted; None: nowhere.
        daily_hour: the hour (UTC) at which it is posted, and the week of the server, too.
        daily_since: when channel or hour was chosen, in epoch milliseconds: for hours before, nothing is posted.
        season: for how long a season of ratings lasts; None: there are none.
        champion_role: the role of who was first in the last season; None: there is none.
        week_channel: where the week of the server is posted on Mondays; None: nowhere.
        week_since: when that was chosen, as `daily_since`.
        faces: whether pictures show the photographs of accounts.
        left_on_boards: whether people who have left the server stay on its boards.
        house: how well the house plays in an empty chair or as an even number's last; None: it stays away.
    """

    channels: tuple[int, ...] = ()
    threads: bool = True
    clock: ClockKind = ClockKind.LIVE
    decision_s: int = 60
    reserve_s: int = 120
    hours: int = 24
    language: Language | None = None
    dialect: Dialect = Dialect.CAVENDISH
    opening: int = 1000
    allowance: int = 100
    stake: int = 0
    house: Level | None = None
    counted_games: int = 5
    sight: bool = True
    sight_share: int = 10
    sight_games: int = 0
    sight_role: int | None = None
    chances: bool = True
    ready_role: int | None = None
    keep_days: int = 0
    daily_channel: int | None = None
    daily_hour: int = _DAILY_HOUR
    daily_since: int = 0
    season: SeasonKind | None = None
    champion_role: int | None = None
    week_channel: int | None = None
    week_since: int = 0
    chips: bool = True
    faces: bool = True
    left_on_boards: bool = False

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        return CODEC.write_fields(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ServerSettings:
        """The settings from the data of `to_json`; a missing key takes its default, another key is ignored."""
        return CODEC.read_fields(cls, {field.name: data[field.name] for field in fields(cls) if field.name in data})

    def channel_of(self, kind: PostingKind) -> int | None:
        """The channel in which something is posted by itself; None: it is not."""
        return self.daily_channel if kind is PostingKind.DAILY else self.week_channel

    def pace(self, kind: ClockKind | None = None) -> Pace:
        """The pace for a kind of clock; None: the server's own kind."""
        if (kind or self.clock) is ClockKind.LIVE:
            return Pace.live(self.decision_s, self.reserve_s)
        return Pace.correspondence(self.hours)


@dataclass(frozen=True, slots=True)
class DuePosting:
    """What is to be posted in a server.

    Attributes:
        at: when it fell due, in epoch milliseconds.
    """

    kind: PostingKind
    guild_id: int
    channel_id: int
    at: int


class Servers:
    """Reads and changes the settings of servers."""

    def __init__(self, repository: ServerRepository) -> None:
        self._repository = repository
        self._faces: OrderedDict[int, bool] = OrderedDict()

    async def of(self, guild_id: int) -> ServerSettings:
        """The settings of a server."""
        return self._read(guild_id, await self._repository.settings(guild_id))

    async def shows_faces(self, guild_id: int) -> bool:
        """Whether pictures in a server may show faces: asked for each picture, so from memory where it is there."""
        known = self._faces.get(guild_id)
        return (await self.of(guild_id)).faces if known is None else known

    def renew(self) -> None:
        """Reads what is in memory anew when it is next asked for: another process may have written."""
        self._faces.clear()

    async def kept_days(self) -> dict[int, int]:
        """The servers that keep records for a time of their own, each with its days."""
        chosen = await self._repository.all_settings()
        # Read by itself: a damaged setting of one server must not stop the time of the others.
        kept = {guild_id: settings.get("keep_days") for guild_id, settings in chosen.items()}
        return {guild_id: days for guild_id, days in kept.items() if isinstance(days, int) and days > 0}

    async def due_postings(self, kind: PostingKind, now: int) -> tuple[DuePosting, ...]:
        """Returns the servers in which this is to be posted now."""
        if not kind.is_on(now):
            return ()
        due, name = [], kind.value
        chosen = await self._repository.not_posted(day_of(now), key=f"{name}_channel", claimed=_claimed(kind))
        for guild_id, settings in chosen.items():
            # Read by themselves, as above; a damaged text would be logged each minute.
            values = (
                settings.get(f"{name}_channel"),
                settings.get("daily_hour", _DAILY_HOUR),
                settings.get(f"{name}_since", 0),
            )
            match values:
                case int(channel_id), int(hour), int(since) if hour in HOURS:
                    at = at_hour(hour, now)
                    if since <= at <= now and not is_late(at, now):
                        due.append(DuePosting(kind, guild_id, channel_id, at))
        return tuple(due)

    async def claim_posting(self, posting: DuePosting) -> bool:
        """Notes that something is about to be posted; returns whether it is the caller's to post.

        Raises:
            NotOwner: the owner was to post it, and that is another process.
        """
        day, claimed = day_of(posting.at), _claimed(posting.kind)
        return await self._repository.claim_posting(posting.guild_id, day, claimed=claimed)

    async def greet(self, guild_id: int) -> bool:
        """Notes that a server was greeted; returns whether it had not been."""
        return await self._repository.greet(guild_id)

    async def may_call(self, guild_id: int, now: int) -> bool:
        """Notes that the role of those who wish to play is rung for, unless it was so in the last ten minutes.

        Returns:
            Whether it may ring.
        """
        return await self._repository.call(guild_id, now, _CALLED_EVERY_MS)

    async def change(self, guild_id: int, before: ServerSettings, after: ServerSettings) -> ServerSettings:
        """Stores the fields in which `after` differs from `before`, so that changes to others stand.

        Returns:
            All settings as they are now.
        """
        old, new = before.to_json(), after.to_json()
        changes = {key: value for key, value in new.items() if old[key] != value}
        return self._read(guild_id, await self._repository.put_settings(guild_id, changes))

    def _read(self, guild_id: int, data: Mapping[str, Any]) -> ServerSettings:
        settings = read_or_default(ServerSettings.from_json, data, f"server {guild_id}")
        self._faces[guild_id] = settings.faces
        self._faces.move_to_end(guild_id)
        while len(self._faces) > _KEPT:
            self._faces.popitem(last=False)
        return settings


def _claimed(kind: PostingKind) -> str:
    """The key under which the day of the last posting stands beside the settings."""
    return f"{kind.value}_posted"
