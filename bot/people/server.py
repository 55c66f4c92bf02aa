"""The settings of a server and how they are stored, and the service that reads and changes them."""

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
    """A message that the bot posts in a server by itself, at an hour that the server has chosen.

    The names of the settings for one kind begin with the value of the kind.
    """

    DAILY = "daily"
    """The deal of the day, every day."""
    WEEK = "week"
    """A summary of the server's week, on Mondays."""

    def is_on(self, at: int) -> bool:
        """Returns whether this kind is posted on the day (UTC) that holds the moment `at`, in epoch milliseconds."""
        return self is PostingKind.DAILY or weekday_of(at) == 0

    def next_at(self, hour: int, now: int) -> int:
        """Returns the next moment after `now` at which this kind is posted in a server that has chosen `hour`.

        Moments are epoch milliseconds.
        """
        at = next_at(hour, now)
        while not self.is_on(at):
            at = next_at(hour, at)
        return at


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    Attributes:
        channels: the ids of the channels in which games may be played. Empty for all channels.
        threads: whether each table gets a thread of its own.
        clock: the kind of clock of a game whose challenge names none.
        decision_s, reserve_s: the clock of a live game, in seconds: for each decision, and in reserve for a whole game.
        hours: the clock of a game by correspondence, in hours for each decision.
        language: the language of public messages. None for the language that the server has on Discord.
        dialect: the rules of a game whose challenge names none.
        opening: the chips in a new purse.
        allowance: the number of chips up to which a member with too few is given more, once a day.
        chips: whether new games may be played for chips, and bets made. Games under way go on unchanged.
        stake: the chips that each player stakes in a game whose challenge names no stake. 0 for a game without chips.
        sight: whether a backer must meet the server's conditions to see a hand. If not, every backer sees it unless the
            player refuses.
        sight_share: a backer must bet at least the stake divided by this to see a hand. 0 for any bet.
        sight_games: how many games in this server a backer must have finished to see a hand.
        sight_role: the id of the role that a backer must have to see a hand. None if no role is needed.
        counted_games: how many games a day (UTC) between the same two members count for standings. 0 for all.
        chances: whether tables show each player's chance to win.
        ready_role: the id of the role that open challenges mention, and that members may take. None if there is none.
        keep_days: for how many days logs of closed tables and deals of past days are kept. 0 for the limit that the
            bot's owner has set. A longer time than this limit is cut to it.
        daily_channel: the id of the channel in which the deal of the day is posted. None if it is not posted.
        daily_hour: the hour (UTC) at which the deal of the day is posted, and on Mondays the summary of the week.
        daily_since: when `daily_channel` or `daily_hour` was chosen, in epoch milliseconds. A deal of the day that was
            due before is not posted.
        season: the length of a season of ratings. None if there are no seasons.
        champion_role: the id of the role that the champion of the last season gets. None if there is none.
        week_channel: the id of the channel in which the summary of the week is posted on Mondays. None if it is not
            posted.
        week_since: when `week_channel` was chosen, in epoch milliseconds. A summary that was due before is not posted.
        faces: whether pictures show the photographs (avatars) of people.
        left_on_boards: whether people who have left the server stay on its boards.
        house: the level at which the house (the computer player) takes an empty chair, or joins a tournament with an
            odd number of entrants. None if it does neither.
        events: whether a tournament whose start was set gets an event of the server at Discord.
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
    events: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the settings as plain data, ready for JSON."""
        return CODEC.write_fields(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ServerSettings:
        """Reads settings from the data that `to_json` returns.

        A missing key takes its default, an unknown key is ignored.
        """
        return CODEC.read_fields(cls, {field.name: data[field.name] for field in fields(cls) if field.name in data})

    def channel_of(self, kind: PostingKind) -> int | None:
        """Returns the id of the channel in which this kind is posted. None if it is not posted."""
        return self.daily_channel if kind is PostingKind.DAILY else self.week_channel

    def pace(self, kind: ClockKind | None = None) -> Pace:
        """Returns the server's time limits for a game with this kind of clock.

        If `kind` is None, takes the kind that the server has set (`clock`).
        """
        if (kind or self.clock) is ClockKind.LIVE:
            return Pace.live(self.decision_s, self.reserve_s)
        return Pace.correspondence(self.hours)


@dataclass(frozen=True, slots=True)
class DuePosting:
    """A message of a `PostingKind` that is due in a server.

    Attributes:
        at: when it was due, in epoch milliseconds.
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
        """Returns the settings of a server."""
        return self._read(guild_id, await self._repository.settings(guild_id))

    async def shows_faces(self, guild_id: int) -> bool:
        """Returns whether pictures in a server may show photographs of people.

        Answers from memory if it can, since each picture asks.
        """
        cached = self._faces.get(guild_id)
        return (await self.of(guild_id)).faces if cached is None else cached

    def renew(self) -> None:
        """Forgets the settings in memory, so that they are read again: another process may have changed them."""
        self._faces.clear()

    async def kept_days(self) -> dict[int, int]:
        """Returns the number of days for which each server keeps its logs, by the server's id.

        Servers that have not chosen a number are left out.
        """
        chosen = await self._repository.all_settings()
        # Only this setting is read, so that a damaged setting of one server does not stop the retention of the others.
        days_by_server = {guild_id: settings.get("keep_days") for guild_id, settings in chosen.items()}
        return {guild_id: days for guild_id, days in days_by_server.items() if isinstance(days, int) and days > 0}

    async def due_postings(self, kind: PostingKind, now: int) -> tuple[DuePosting, ...]:
        """Returns the messages of a kind that are due now and not posted yet, one for each server."""
        if not kind.is_on(now):
            return ()
        due, name = [], kind.value
        chosen = await self._repository.not_posted(day_of(now), key=f"{name}_channel", claimed=_claimed(kind))
        for guild_id, settings in chosen.items():
            # Only these settings are read, as above: a damaged text would be logged each minute.
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
        """Notes in the database that a message is about to be posted.

        Returns whether the caller has to post it. False if it was noted before.

        Raises:
            NotOwner: another process owns the server, and has to post the message.
        """
        day, claimed = day_of(posting.at), _claimed(posting.kind)
        return await self._repository.claim_posting(posting.guild_id, day, claimed=claimed)

    async def greet(self, guild_id: int) -> bool:
        """Notes that the bot greets a server.

        Returns whether this is the first time, so that the greeting has to be sent.
        """
        return await self._repository.greet(guild_id)

    async def may_call(self, guild_id: int, now: int) -> bool:
        """Returns whether a message may mention the role for open challenges: none did in the last ten minutes.

        If it may, notes that it does.
        """
        return await self._repository.call(guild_id, now, _CALLED_EVERY_MS)

    async def change(self, guild_id: int, before: ServerSettings, after: ServerSettings) -> ServerSettings:
        """Stores the settings that differ between `before` and `after`.

        All other settings stay as they are stored, even if they were changed elsewhere in the meantime.

        Returns:
            All settings of the server as they are stored now.
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
    """Returns the key that stores the day of the last posting among the settings."""
    return f"{kind.value}_posted"
