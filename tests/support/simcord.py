"""A simulated Discord with a server, a channel and four people, for tests that drive a real bot.

`world(make_client)` builds the bot, lets it in, and always closes it at the end, which the simulation itself never
does: an open database would hang the exit. simcord is pinned, since some of its private parts are used.

Not proved by these tests: rate limits, real latency, retries inside discord.py, permissions to attach files, embed
links or use foreign emojis, the size of files.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from fnmatch import fnmatchcase
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import discord
import pytest
import simcord
from simcord import _dpy_internals, _runtime, components, gateway, interactions, results
from simcord import env as simcord_env
from simcord.backend import serializers
from simcord.http import router

from bot.clock import Repeating
from tests.support.patience import PATIENCE_S

_T = TypeVar("_T")
_BEGINNING_MS = 1_767_225_600_000  # 2026-01-01 00:00 UTC, the beginning of simcord's clock
_BREATHS = 6
_STEP_S = 600.0
_LOOK_S = 0.004
"""Between two looks at work that goes on. In simcord's own 50 ms the machine mostly slept: a fifth of an evening."""
_ATOMS = frozenset((str, int, bool, float, type(None)))
_BREATHING_EVENTS = ("interaction", "message", "raw_reaction_add", "raw_reaction_remove")

MakeClient = Callable[[Callable[[], int]], discord.Client | Awaitable[discord.Client]]
"""Makes the bot with its clock (milliseconds since the epoch, UTC); called again at each restart."""


@dataclass(slots=True)
class World:
    """The simulated world of a test.

    Attributes:
        env: simcord's environment; only `pass_time` moves its clock.
        guild, channel: the server, owned by Alice, and its one text channel.
        alice, bruno, chloe, david: four members; in a DM act as `alice.user`.
    """

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    alice: simcord.MemberActor
    bruno: simcord.MemberActor
    chloe: simcord.MemberActor
    david: simcord.MemberActor
    _make: Callable[[], Awaitable[discord.Client]]
    _locales: dict[int, str]

    @property
    def bot(self) -> discord.Client:
        """The running bot."""
        return self.env.bot

    @property
    def people(self) -> tuple[simcord.MemberActor, ...]:
        """Alice, Bruno, Chloé and David."""
        return self.alice, self.bruno, self.chloe, self.david

    def now(self) -> int:
        """The bot's time, in milliseconds since the epoch, UTC."""
        return _now(self.env)

    async def pass_time(self, seconds: float) -> None:
        """Moves the clock; timers on the way run at their own time."""
        # In steps: simcord's patience is for one call, however many timers run off in it.
        while seconds > _STEP_S:
            await self.env.advance_time(_STEP_S)
            seconds -= _STEP_S
        await self.env.advance_time(seconds)

    def dms(self, person: simcord.MemberActor) -> list[discord.Message]:
        """The messages between a person and the bot, oldest first."""
        return person.user.dm_channel.history()

    def requests(self, method: str, pattern: str = "*") -> list[simcord.HttpLogEntry]:
        """The bot's REST requests so far by one method, to paths that fit a shell pattern."""
        return [
            request
            for request in self.env.http_requests
            if request.method == method and fnmatchcase(request.path, pattern)
        ]

    def counted_requests(self) -> int:
        """The number of requests so far that count against Discord's general limit: all but answers to interactions."""
        return sum(not request.path.startswith(("/interactions/", "/webhooks/")) for request in self.env.http_requests)

    def close_dms(self, person: simcord.MemberActor) -> None:
        """Makes the person's privacy settings refuse every message of the bot (50007)."""
        self.env.inject_error(
            "POST",
            f"/channels/{person.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            message="Cannot send messages to this user",
            times=None,
        )

    def open_dms(self, person: simcord.MemberActor) -> None:
        """Undoes `close_dms`."""
        path = f"/channels/{person.user.dm_channel.id}/messages"
        self.env.backend.faults[:] = [fault for fault in self.env.backend.faults if fault["path"] != path]

    def speaks(self, person: simcord.MemberActor, locale: str) -> None:
        """Sets the language of a person's Discord, such as `fr`; all begin with `en-US`."""
        self._locales[person.id] = locale

    async def at_once(self, *actions: Callable[[], Awaitable[_T]]) -> list[_T]:
        """Lets several people act in the same instant: the bot receives all before it has worked on any.

        An action such as `lambda: alice.click(message, label="Accept")` normally waits until the bot has come to rest.
        That wait is left out of each (simcord has no public way to do so) and made good once, at the end.
        """

        async def no_rest(**_: Any) -> None:
            return None

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.env, "_settle_internal", no_rest)
            results = [await action() for action in actions]
        await self.env.settle()
        return results

    async def restart(self, *, crash: bool = False) -> None:
        """Replaces the bot by a new one on the same Discord.

        In a crash the new bot starts before the old one is closed, so that nothing saved at closing helps it.
        """
        old = self.bot
        with self.env.time_context():
            if not crash:
                await old.close()
            new = await self._make()
            try:
                await self.env.restart_bot(new)
            except BaseException:
                await new.close()
                raise
            finally:
                if crash:
                    await old.close()


@asynccontextmanager
async def world(make_client: MakeClient, **options: Any) -> AsyncIterator[World]:
    """A server with four people and the bot that `make_client` makes, of one shard; `options` go to `simcord.Env`.

    `settle_timeout` is the time within which a timer has to be due for an action to wait for it, and no more than that.

    Usable in a test or an async fixture, unlike `simcord.run`, which sets context variables that a fixture cannot
    reset. So discord.py's helpers use the real time in the test itself; it should read `World.now`.

    Raises:
        ExceptionGroup: at the end, the bot's exceptions, unless the test looked at `env.errors` itself.
    """
    running: list[simcord.Env] = []

    async def make() -> discord.Client:
        made = make_client(lambda: _now(running[0]) if running else _BEGINNING_MS)
        client = await made if inspect.isawaitable(made) else made
        _let_breathe(client)
        return client

    client = await make()
    if isinstance(client, discord.AutoShardedClient):
        options.setdefault("shard_count", 1)
    try:
        env = _Env(client, **options)
    except BaseException:
        await client.close()
        raise
    running.append(env)
    try:
        await env.start()
        yield _add_people(env, make)
    finally:
        try:
            # Before simcord lets go of the bot: closing may still finish a write.
            with env.time_context():
                await env.bot.close()
        finally:
            await env.shutdown()
    if env.check_errors:
        env._raise_errors_since(env._errors_acknowledged)  # as `simcord.run` does; there is no public way


def add_known_people(env: simcord.Env, *names: str) -> list[simcord.UserHandle]:
    """Makes people whose accounts are a year old: the age of an account is in its id."""
    created_at = env.now() - timedelta(days=365)
    with pytest.MonkeyPatch.context() as patch:
        # simcord makes ids of the present moment, and has no public way to make others.
        long_ago = round(created_at.timestamp() * 1000) - discord.utils.DISCORD_EPOCH
        patch.setattr(env.backend, "snowflake", lambda: env.backend._allocate_at(long_ago))
        return [env.create_user(name, global_name=name.title()) for name in names]


def set_joined(env: simcord.Env, member: simcord.MemberActor, *, hours: float) -> None:
    """Sets how long a person has been in the server."""
    at = env.now() - timedelta(hours=hours)
    env.backend.get_member(member.guild.id, member.id).joined_at = at.isoformat()


def _add_people(env: simcord.Env, make: Callable[[], Awaitable[discord.Client]]) -> World:
    users = add_known_people(env, "alice", "bruno", "chloé", "david")
    guild = env.create_guild("Salon", owner=users[0], shard_id=0)
    channel = guild.create_text_channel("card-room")
    alice = simcord.MemberActor(env, guild, users[0])  # the owner is a member already
    bruno, chloe, david = (guild.add_member(user) for user in users[1:])
    for member in (alice, bruno, chloe, david):
        set_joined(env, member, hours=24 * 90)
    locales: dict[int, str] = {}
    _translate(env, locales)
    return World(env, guild, channel, alice, bruno, chloe, david, make, locales)


def _translate(env: simcord.Env, locales: dict[int, str]) -> None:
    """Puts the languages of people and servers into interactions; simcord always says `en-US`.

    And what the members that are named in a command may do in the channel, which simcord leaves out.
    """

    def put_in(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            user = payload["member"]["user"] if "member" in payload else payload["user"]
            payload["locale"] = locales.get(int(user["id"]), payload["locale"])
            for named, member in payload.get("data", {}).get("resolved", {}).get("members", {}).items():
                place = int(payload["guild_id"]), int(named), int(payload["channel_id"])
                member["permissions"] = str(env.backend.compute_permissions(*place))
            if "guild_id" in payload:
                payload["guild_locale"] = env.backend.get_guild(int(payload["guild_id"])).preferred_locale

    # The first subscriber gets the payload before it is copied for the bot.
    env.backend.subscribers.insert(0, put_in)


def _let_breathe(client: discord.Client) -> None:
    """Adds a few turns of the loop to each event: without them simcord waits 50 ms for a handler that never waits."""
    for event in _BREATHING_EVENTS:
        handler = getattr(client, f"on_{event}", None)

        async def breathe(*args: Any, _handler: Any = handler) -> None:
            if _handler is not None:
                await _handler(*args)
            for _ in range(_BREATHS):
                await asyncio.sleep(0)

        setattr(client, f"on_{event}", breathe)


def _copy_json(value: Any) -> Any:
    """A copy of what goes over the wire, ten times as fast as `deepcopy`: in JSON nothing is in two places."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: _copy_json(part) for key, part in value.items()}
    if kind is list:
        return [_copy_json(part) for part in value]
    return copy.deepcopy(value)


class _Patience(float):
    """simcord's time for an action: to it the horizon of timers, and with it a longer time for work.

    simcord has one number for both. A busy machine may need more time for its work than timers are waited for.
    """

    def __radd__(self, now: float) -> _Horizon:
        """The horizon of an action that begins now."""
        return _Horizon(now + float(self), now + PATIENCE_S)


class _Horizon(float):
    """The moment up to which timers are waited for, as simcord's deadline; work may take longer."""

    def __new__(cls, horizon: float, deadline: float) -> _Horizon:
        """Takes both moments."""
        moment = super().__new__(cls, horizon)
        moment._deadline = deadline
        return moment

    _deadline: float

    def __sub__(self, now: float) -> float:
        """The time that is left for work."""
        return self._deadline - now

    def __le__(self, now: float) -> bool:
        """Whether the time for work is over: simcord asks by `now >= deadline`."""
        return self._deadline <= now


class _Env(simcord.Env):
    """simcord's environment, with this patience for each of its times: its own, and the five seconds of its start."""

    @staticmethod
    def _validate_timeout(value: float, name: str) -> float:
        checked = simcord.Env._validate_timeout(value, name)
        return _Patience(checked) if name.endswith("timeout") else checked


def _sleeps(waiter: Any, loop: Any, deadline: float) -> bool:
    """Whether a task that waits for `waiter` sleeps beyond the deadline: as simcord's own, which is slow.

    The loop keeps cancelled timers for a while, and simcord looks through all of them several times at each click. Here
    a timer that resumes another task, or none, is passed over at once.
    """
    if waiter is None or waiter.done():
        return False
    for timer in loop._scheduled:
        if timer._args and waiter in timer._args and not timer.cancelled() and timer.when() > deadline:
            callback = _dpy_internals._original_callback(timer._callback)
            if getattr(callback, "__name__", "") == "_set_result_unless_cancelled":
                return True
    return False


_validate_option = interactions.validate_option_value


def _typed_option(command: str, option: dict[str, Any], value: Any) -> Any:
    """The value of an option as a member types it: a number that is given for a text is its digits."""
    is_text = option["type"] == discord.AppCommandOptionType.string.value
    typed = str(value) if is_text and type(value) is int else value
    return _validate_option(command, option, typed)


_left_waiting: Any = vars(simcord_env)["_callback_is_parked"]


def _left_to_repeat(state: Any, record: Any, deadline: float) -> bool:
    """Whether an action leaves a timer waiting: one beyond its time for work, and what the bot repeats for ever.

    Else an action waits in real time for a heartbeat that is due within its time: half of a long evening was that.
    """
    return record.label == Repeating.start.__qualname__ or bool(_left_waiting(state, record, deadline))


vars(simcord_env)["_callback_is_parked"] = _left_to_repeat
vars(interactions)["validate_option_value"] = _typed_option
vars(_dpy_internals)["is_sleep_waiter"] = _sleeps
# simcord takes each callback that has run out of a list of all that wait, some hundreds where many tables are open, and
# compares their fields: that was a fifth of the time of a click, and was counted as the bot's.
cast(Any, _runtime._CallbackRecord).__eq__ = object.__eq__
simcord.Env.settle.__defaults__ = (None, _LOOK_S)
cast(dict[str, Any], simcord.Env._settle_internal.__kwdefaults__)["idle"] = _LOOK_S
# simcord copies every message each time it is looked at: without this, a sixth of the time of an evening.
for _module in (components, results, serializers):
    vars(_module)["deepcopy"] = _copy_json
for _module in (gateway, router):
    vars(_module)["copy"] = SimpleNamespace(deepcopy=_copy_json)


_require_guild_permissions = router.RequestContext.require_guild_permissions


def _require_of_own(context: router.RequestContext, guild_id: int, *names: str) -> None:
    """As Discord: events of one's own take CREATE_EVENTS. simcord asks for MANAGE_EVENTS."""
    wanted = ("create_events" if name == "manage_events" else name for name in names)
    _require_guild_permissions(context, guild_id, *wanted)


vars(router)["RequestContext"].require_guild_permissions = _require_of_own


def _now(env: simcord.Env) -> int:
    return round(env.now().timestamp() * 1000)
