"""Tests on Discord itself what this bot assumes about it: `python -m bot doctor`.

Only the real Discord can say whether it still behaves as before. Each trial is one function below. It works in a
channel that the owner names, with the permissions that the bot has there, and removes what it has made. No database is
opened, and without `--press` no session begins, so the bot may run at the same time.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import aiohttp
import discord
from discord import ui

from bot import features
from bot.adapter.components import text
from bot.adapter.discord_internals import ask_gateway, get_commands, use_api
from bot.adapter.emojis import wanted_emojis
from bot.adapter.message import Message, Picture, Uploads, layout, note
from bot.adapter.pressure import Pressure
from bot.adapter.registry import Registry
from bot.adapter.webhook import Undelivered, write_to_webhook
from bot.client import PERMISSIONS
from bot.config import Settings
from bot.gateway import FEW_SESSIONS
from bot.monitoring import request_trace
from bot.texts import Language, Texts
from bot.trust import TrustedTime
from bot.upkeep import Stopped

_PRESS_S: Final = 120.0
_PRESS: Final = "doctor:press"
_GROUP: Final = "ecarte"
_CLOSED: Final = frozenset({50007, 50278})
_GONE: Final = 10008


class Verdict(Enum):
    """The verdict of a trial. The value is the word that the bot's owner reads."""

    HOLDS = "holds"
    FAILS = "DOES NOT HOLD"
    UNKNOWN = "unknown"


class Fails(Exception):
    """An assumption about Discord does not hold. The text says what happened."""


class Unknown(Exception):
    """The trial could not be made. The text says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a trial, which tests one assumption about Discord.

    Attributes:
        what: the assumption, as a statement about Discord.
        why: what happened. Empty if the assumption holds.
        remedy: what the owner can do. Empty if the assumption holds.
    """

    what: str
    verdict: Verdict
    why: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.verdict.value:>13}  {self.what}"
        return line if self.verdict is Verdict.HOLDS else f"{line}\n{'':15}{self.why}\n{'':15}-> {self.remedy}"


@dataclass(slots=True)
class Trial:
    """What a trial works with: the client, the channel, and the removal of what it makes.

    Attributes:
        me: the bot as a member of the server, with its roles.
        owner: the person who owns the application on Discord, or who owns the team that does.
        presses: whether the owner will press a button.
        say: prints a line for the owner at once.
        removals: functions that remove what the trials have made. They are called in reverse order at the end.
    """

    client: discord.AutoShardedClient
    settings: Settings
    trust: TrustedTime
    channel: discord.TextChannel
    me: discord.Member
    owner: discord.abc.Snowflake
    presses: bool
    say: Callable[[str], None]
    removals: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    @property
    def granted(self) -> discord.Permissions:
        """The bot's permissions in the channel."""
        return self.channel.permissions_for(self.me)

    async def send(self, drawing: Message, **options: Any) -> discord.Message:
        """Sends a message to the channel. The message is removed at the end."""
        message = await self.channel.send(
            view=drawing.view, files=await drawing.files(), silent=True, allowed_mentions=_QUIET, **options
        )
        self.removals.append(message.delete)
        return message


_QUIET: Final = discord.AllowedMentions.none()
Check = Callable[[Trial], Coroutine[Any, Any, None]]
"""Tests one assumption. Returns if it holds. Otherwise raises `Fails`, `Unknown`, or an error of discord.py."""


async def doctor(
    settings: Settings,
    server: int,
    channel: int,
    *,
    presses: bool,
    now: Callable[[], int],
    steady: Callable[[], float],
    say: Callable[[str], None],
) -> int:
    """Makes all trials and prints the result of each. Returns 1 if an assumption does not hold, otherwise 0.

    Args:
        server, channel: the ids of the place for the trials.
        presses: whether the owner presses a button. Then a session begins, and the bot must not run.
        now: returns the time of the machine's clock, in epoch milliseconds.
        steady: returns the seconds of a clock that only goes forward.
        say: prints a line.

    Raises:
        Stopped: Discord cannot be used, or there is no such server or channel.
    """
    if settings.discord_api:
        use_api(settings.discord_api)
    trust = TrustedTime(now, steady)
    try:
        async with _client(trust, steady) as client:
            await client.login(settings.token)
            trial = await _begin(client, settings, trust, server, channel, presses, say)
            findings = [await _find(trial, *one) for one in TRIALS]
            left = await _remove(trial)
    except discord.LoginFailure:
        raise Stopped("Discord does not know the token; copy it again from the application's page") from None
    except discord.HTTPException as error:
        raise Stopped(f"Discord refuses: {error}") from None
    except (aiohttp.ClientError, OSError) as error:
        raise Stopped(f"Discord cannot be reached ({type(error).__name__})") from None
    for finding in findings:
        say(str(finding))
    counts = {verdict: sum(finding.verdict is verdict for finding in findings) for verdict in Verdict}
    say(", ".join(f"{count} {verdict.value}" for verdict, count in counts.items()))
    if left:
        say(f"{left} of the messages and threads of these trials could not be removed: delete them by hand")
    return 1 if counts[Verdict.FAILS] else 0


@asynccontextmanager
async def _client(trust: TrustedTime, steady: Callable[[], float]) -> AsyncIterator[discord.AutoShardedClient]:
    async with discord.AutoShardedClient(
        intents=discord.Intents.none(), http_trace=request_trace(Pressure(steady, lambda: 1), trust)
    ) as client:
        yield client


async def _begin(
    client: discord.AutoShardedClient,
    settings: Settings,
    trust: TrustedTime,
    server: int,
    channel: int,
    presses: bool,
    say: Callable[[str], None],
) -> Trial:
    assert client.user is not None
    try:
        guild = await client.fetch_guild(server)
        channels = {one.id: one for one in await guild.fetch_channels()}
        me = await guild.fetch_member(client.user.id)
    except discord.HTTPException as error:
        raise Stopped(f"the bot is not in server {server}, or may not look at it: {error}") from None
    text_channel = channels.get(channel)
    if not isinstance(text_channel, discord.TextChannel):
        raise Stopped(f"server {server} has no text channel {channel} that the bot sees")
    application = client.application
    assert application is not None
    owner = application.owner if application.team is None else discord.Object(application.team.owner_id or 0)
    return Trial(client, settings, trust, text_channel, me, owner, presses, say)


async def _find(trial: Trial, what: str, remedy: str, check: Check) -> Finding:
    try:
        await check(trial)
    except Fails as failed:
        return Finding(what, Verdict.FAILS, str(failed), remedy)
    except Unknown as unknown:
        return Finding(what, Verdict.UNKNOWN, str(unknown), remedy)
    except discord.HTTPException as error:
        return Finding(what, Verdict.FAILS, f"Discord refuses: {error}", remedy)
    return Finding(what, Verdict.HOLDS)


async def _remove(trial: Trial) -> int:
    """Removes what the trials have made. Returns how many removals failed."""
    left = 0
    for remove in reversed(trial.removals):
        try:
            await remove()
        except discord.NotFound:
            continue
        except discord.HTTPException:
            left += 1
    return left


async def _clock(trial: Trial) -> None:
    if not trial.trust.is_trusted:
        raise Fails(str(trial.trust.doubt or "Discord does not say its time"))


async def _rights(trial: Trial) -> None:
    missing = [name for name, wanted in PERMISSIONS if wanted and not getattr(trial.granted, name)]
    if trial.me.is_timed_out():
        raise Fails("a moderator has timed the bot out")
    if missing:
        raise Fails(f"missing here: {', '.join(name.replace('_', ' ') for name in missing)}")


async def _sessions(trial: Trial) -> None:
    left = (await ask_gateway(trial.client)).remaining
    if left < FEW_SESSIONS:
        raise Fails(f"{left} more are given today")


async def _commands(trial: Trial) -> None:
    registered = {command["name"]: command for command in await get_commands(trial.client)}
    wanted = set(Registry(features.load()).commands)
    offered = {option["name"] for option in registered.get(_GROUP, {}).get("options", ())}
    if lost := sorted(wanted - offered):
        raise Fails(f"Discord lacks: {', '.join(f'/{_GROUP} {name}' for name in lost)}")


async def _emojis(trial: Trial) -> None:
    wanted = await asyncio.to_thread(wanted_emojis, Texts.load())
    names = {each.name for signs in wanted.values() for each in signs.values()}
    there = {emoji.name for emoji in await trial.client.fetch_application_emojis()}
    if missing := len(names - there):
        raise Fails(f"{missing} of {len(names)} are missing: characters are written in their place")


async def _kept_pictures(trial: Trial) -> None:
    # Any picture will do.
    emoji = next(iter((await asyncio.to_thread(wanted_emojis, Texts.load()))[Language.ENGLISH].values()))
    picture = Picture("trial.png", "a trial", emoji.picture.png)
    first, second = (
        Message(layout(text(said), picture.gallery("A trial")), (picture,)) for said in ("A trial.", "A trial, edited.")
    )
    message, uploads = await trial.send(first), Uploads()
    uploads.note_sent(0, first, message)
    sent = 0

    async def edit(attachments: Any) -> discord.Message:
        nonlocal sent
        sent += sum(isinstance(one, discord.File) for one in attachments)
        return await message.edit(view=second.view, attachments=attachments)

    await uploads.edit(0, second, edit)
    if sent:
        raise Fails("the picture had to be sent again")


async def _nonces(trial: Trial) -> None:
    nonce = secrets.token_hex(8)
    drawing = Message(note("A trial of nonces."))
    first = await trial.send(drawing, nonce=nonce)
    second = await trial.send(drawing, nonce=nonce)
    if first.id != second.id:
        raise Fails("the same nonce has sent two messages: an answer that is lost may show a message twice")


async def _deleted_nonces(trial: Trial) -> None:
    nonce = secrets.token_hex(8)
    drawing = Message(note("A trial of nonces."))
    await (await trial.send(drawing, nonce=nonce)).delete()
    try:
        await trial.send(drawing, nonce=nonce)
    except discord.NotFound as error:
        if error.code != _GONE:
            raise
        await trial.send(drawing, nonce=secrets.token_hex(8))


async def _threads(trial: Trial) -> None:
    if not trial.granted.create_public_threads:
        raise Unknown("the bot may make no thread in this channel")
    message = await trial.send(Message(note("A trial of threads.")))
    thread = await message.create_thread(name="écarté: a trial", auto_archive_duration=60)
    trial.removals.append(lambda: _remove_thread(thread))
    await thread.send(view=note("A trial."), allowed_mentions=_QUIET)
    await thread.edit(archived=True)
    await thread.send(view=note("A trial in a thread that slept."), allowed_mentions=_QUIET)
    woken = await trial.client.fetch_channel(thread.id)
    if not isinstance(woken, discord.Thread) or woken.archived:
        raise Fails("a message does not wake it")


async def _remove_thread(thread: discord.Thread) -> None:
    """Deletes a thread or, without permission for that, archives it."""
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)
        raise


async def _own_reactions(trial: Trial) -> None:
    message = await trial.send(Message(note("A trial of reactions.")))
    assert trial.client.user is not None
    await message.add_reaction("1️⃣")
    await message.remove_reaction("1️⃣", trial.client.user)


async def _reactions_of_others(trial: Trial) -> None:
    if not trial.granted.manage_messages:
        raise Fails("*Manage Messages* is missing here, which the invite link does not ask for")


async def _direct(trial: Trial) -> None:
    owner = await trial.client.fetch_user(trial.owner.id)
    try:
        message = await owner.send(view=note("écarté: a trial of direct messages."), silent=True)
    except discord.HTTPException as error:
        if error.code in _CLOSED:
            raise Fails("you take no direct messages from this bot") from None
        raise
    await message.delete()


async def _alerts(trial: Trial) -> None:
    if not trial.settings.alerts:
        raise Unknown("ECARTE_ALERTS is not set")
    try:
        await write_to_webhook(trial.settings.alerts, "écarté: a trial of alerts.")
    except Undelivered as error:
        raise Fails(f"the webhook takes none: {error}") from None


async def _edits_by_token(trial: Trial) -> None:
    if not trial.presses:
        raise Unknown("it needs a press")
    button: ui.Button[Any] = ui.Button(label="Press", custom_id=_PRESS)
    message = await trial.send(Message(layout(text("A trial: press the button."), ui.ActionRow(button))))
    connected = asyncio.create_task(trial.client.connect())
    try:
        trial.say(f"Press the button in the channel within {_PRESS_S:.0f} seconds: {message.jump_url}")
        interaction = await trial.client.wait_for("interaction", check=_is_press, timeout=_PRESS_S)
        await interaction.response.defer()
        await interaction.edit_original_response(view=note("A trial: edited by the token."))
    except TimeoutError:
        raise Unknown("no one has pressed") from None
    finally:
        connected.cancel()
        with suppress(asyncio.CancelledError, discord.DiscordException):
            await connected
    shown = await trial.channel.fetch_message(message.id)
    if "edited by the token" not in str([part.to_dict() for part in shown.components]):
        raise Fails("the edit is not seen")


def _is_press(interaction: discord.Interaction[Any]) -> bool:
    data: Any = interaction.data or {}
    return bool(data.get("custom_id") == _PRESS)


TRIALS: Final[tuple[tuple[str, str, Check], ...]] = (
    ("the machine's clock agrees with Discord's", "set it, best by a time server (NTP)", _clock),
    (
        "the bot may do here what the invite link asks for",
        "tick what is missing for the bot's role in the settings of the channel or the server, or lift the time-out",
        _rights,
    ),
    (
        "Discord gives enough new sessions",
        "look for what starts the bot again and again; the last fifty are never begun",
        _sessions,
    ),
    ("all commands are registered", "start the bot with ECARTE_SYNC_COMMANDS=yes", _commands),
    ("the application has all emojis", "`python -m bot emojis`", _emojis),
    ("pictures stay in a message that is edited", "nothing: the bot sends them again by itself", _kept_pictures),
    ("a nonce sends one message", "report it: `SECURITY.md` has the address", _nonces),
    (
        "after a deletion a message can be sent again",
        "report it: a message of a table would stay away",
        _deleted_nonces,
    ),
    (
        "a thread can be made, written in and archived, and a message wakes it",
        "allow *Create Public Threads* and *Send Messages in Threads*, or set games to stay in the channel",
        _threads,
    ),
    ("the bot can react, and take its own reaction off", "allow *Add Reactions*", _own_reactions),
    (
        "reactions of backers can be taken off the table",
        "nothing, if backers point by buttons; else allow *Manage Messages* in this channel",
        _reactions_of_others,
    ),
    ("direct messages reach you", "allow direct messages from members of that server in its privacy settings", _direct),
    ("alerts reach you", "set ECARTE_ALERTS to the address of a webhook: `docs/running-reference.md`", _alerts),
    (
        "an answer can be edited by its token",
        "stop the bot, start this command with --press, and press the button",
        _edits_by_token,
    ),
)
"""Each assumption, the remedy if it does not hold, and its trial."""
