"""Answers interactions: one first answer, given in time, then further messages, which are deleted once they are out of
date.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import aiohttp
import discord
from discord import ui

from bot import metrics
from bot.adapter.message import Attachments, Message, note
from bot.logs import REFERENCE

_log = logging.getLogger(__name__)
NETWORK: Final = (OSError, aiohttp.ClientError, TimeoutError)
"""The errors that are raised if Discord cannot be reached. discord.py has no exception of its own for that."""
REFUSED_DM: Final = frozenset({50007, 50278, 10013, 50033})
"""The codes that say a person cannot be written to.

The person accepts no messages, shares no server with the bot, or has no account.
"""
PATIENCE_S: Final = 1.5
"""How long a handler may take, in seconds. After that the bot acknowledges the interaction, and answers later."""
TOKEN_MS: Final = 14 * 60_000
"""How long the bot uses the token of an interaction, in milliseconds. Discord accepts the token for fifteen minutes."""
_WINDOW_S: Final = 3.0
"""How long Discord waits for the first answer."""
_KEY: Final = "answer"
_ANSWERED_BEFORE: Final = 40060
THREAD_CLOSED: Final = frozenset({50083, 160005})
"""The codes that say a thread is locked. Nothing can be written or answered there until a moderator opens it."""
_TOKEN_UNUSABLE: Final = frozenset({10015, 10062, 40094, 50027})
"""The codes that say a token accepts no answer any more, or not yet.

40094: where only a person has installed the bot, a token sends five further messages at most.
"""
MODERATED: Final = frozenset({200000, 200001})
"""The codes that say the AutoMod of a server has refused a message.

This happens in a server that does not have the bot: AutoMod checks the bot's messages there.
"""


class Unanswered(Exception):
    """An answer did not reach Discord, or came after the time that Discord allows for it."""


class ThreadClosed(Unanswered):
    """The interaction comes from a thread that is locked and archived. Discord accepts no answer there.

    It does not accept a private answer either.
    """


class AnswerState(Enum):
    """The kind of answer that Discord has received for an interaction."""

    NOTHING = auto()
    ACKNOWLEDGED = auto()
    """The press was acknowledged, without a message."""
    THINKING = auto()
    """A private "thinking…" is shown, which the next message replaces."""
    MESSAGE = auto()


class Answer:
    """Answers an interaction. Discord accepts one first answer. After it, only further messages and edits are possible.

    The task that creates an `Answer` gets a random reference, which its lines in the log show.

    Attributes:
        given: the kind of answer that Discord has received.
        ready: a future that is done once it is known whether the token may edit the message that was pressed.
        edits: whether the token edits the message that was pressed. Valid once `ready` is done.
        owns: True: the token edits our own reply. False: it may edit the public message that was pressed.
        said: whether the handler has sent a message, edited the one that was pressed, or opened a form.

    Args:
        elsewhere: whether another process carries out the press and acknowledges it.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, elsewhere: bool = False) -> None:
        self._elsewhere = elsewhere
        self.given, self.owns, self.edits, self.said = AnswerState.NOTHING, False, False, False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._interaction = interaction
        # `interaction.response` would refer back to the interaction. Both would stay until a full garbage collection.
        self._response = discord.InteractionResponse(interaction)
        self._lock = asyncio.Lock()
        self._arrived = time.perf_counter()
        REFERENCE.set(secrets.token_hex(3))

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Answer:
        """Returns the `Answer` to an interaction. The first call makes it, later calls return the same."""
        answer = interaction.extras.get(_KEY)
        if not isinstance(answer, Answer):
            answer = interaction.extras[_KEY] = cls(interaction)
        return answer

    @asynccontextmanager
    async def in_time(self, *, thinking: bool) -> AsyncIterator[None]:
        """Acknowledges the interaction if the code in the `with` block takes longer than `PATIENCE_S`.

        Args:
            thinking: whether Discord shows a private "thinking…" until the answer is complete.
        """
        late: list[asyncio.Task[None]] = []
        timer = asyncio.get_running_loop().call_later(
            PATIENCE_S, lambda: late.append(asyncio.create_task(self._late(thinking=thinking)))
        )
        try:
            yield
        finally:
            timer.cancel()
            if late:
                await asyncio.wait(late)

    async def acknowledge(self) -> None:
        """Acknowledges a press, unless an answer was given.

        Raises:
            Unanswered: Discord did not accept the answer.
        """
        await self._defer(thinking=False)

    async def think(self) -> None:
        """Shows a private "thinking…", unless an answer was given.

        Raises:
            Unanswered: Discord did not accept the answer.
        """
        await self._defer(thinking=True)

    async def send(self, *, private: bool, posted: ui.LayoutView, **content: Any) -> int | None:
        """Sends a message, as the first answer or as a further one.

        Args:
            posted: the text that replaces a private "thinking…" if the message is public.

        Returns:
            The id of the message. None if an earlier try has sent the message and the message cannot be found.

        Raises:
            Unanswered: Discord did not accept the message.
        """
        interaction, self.said = self._interaction, True
        with _raise_unanswered():
            async with self._lock:
                if self.given is AnswerState.NOTHING:
                    try:
                        answer = await self._response.send_message(ephemeral=private, **content)
                    except discord.HTTPException as error:
                        if error.code != _ANSWERED_BEFORE:
                            raise
                        self._give(AnswerState.MESSAGE)
                        original = await self._original()
                        if original is None or not original.flags.loading:
                            return None if original is None else original.id
                        self.given = AnswerState.THINKING
                    else:
                        self._give(AnswerState.MESSAGE)
                        self.owns = True
                        return answer.message_id
                thinking, self.given = self.given is AnswerState.THINKING, AnswerState.MESSAGE
                if thinking and not private:
                    # Discord puts the next message in place of the "thinking…", and makes that message private.
                    await interaction.followup.send(view=posted, ephemeral=True)
                self.owns = thinking and private
            message = await interaction.followup.send(ephemeral=private, wait=True, **content)
        return int(message.id)

    async def edit(self, *, attachments: list[discord.File] | None = None, **content: Any) -> None:
        """Edits the message that was pressed, or the "thinking…" if one is shown.

        Raises:
            Unanswered: Discord did not accept the edit.
        """
        interaction, self.said = self._interaction, True
        if attachments is not None:
            content["attachments"] = attachments
        with _raise_unanswered():
            async with self._lock:
                if self.given is AnswerState.NOTHING:
                    try:
                        await self._response.edit_message(**content)
                    except discord.HTTPException as error:
                        if error.code != _ANSWERED_BEFORE:
                            raise
                        self._give(AnswerState.ACKNOWLEDGED, edits=False)
                    else:
                        self._give(AnswerState.ACKNOWLEDGED)
                        return
                elif self.given is AnswerState.THINKING:
                    self.given = AnswerState.MESSAGE
                if self.given is AnswerState.ACKNOWLEDGED and not self.edits:
                    await self._expect_pressed()
            await interaction.edit_original_response(**content)

    async def _expect_pressed(self) -> None:
        """Makes sure that the token edits the message that was pressed, or one that the person alone sees, after an
        earlier try has answered.

        Raises:
            Unanswered: the token edits another message, which others may read, or Discord does not say which message.
        """
        original, pressed = await self._original(), self._interaction.message
        is_pressed = original is not None and pressed is not None and original.id == pressed.id
        if original is None or not (is_pressed or original.flags.ephemeral):
            raise Unanswered("the token edits the answer, not the message that was pressed")

    def offer(self) -> None:
        """Allows `redraw` to give the first answer, by editing the pressed message.

        Called after the press was carried out.
        """
        if not self.ready.done():
            self.edits = True
            self.ready.set_result(None)

    async def redraw(self, view: ui.LayoutView, attachments: Attachments) -> discord.Message:
        """Edits the message that was pressed. If no answer was given, the edit is the first answer.

        Raises:
            HTTPException: Discord refused the edit.
            Unanswered: the token does not edit the pressed message, but another one, which was sent as the answer.
            TimeoutError: the time for a first answer is over.
        """
        interaction = self._interaction
        async with self._lock:
            if self.given is AnswerState.NOTHING and self._elsewhere:
                # The other process is usually faster, since it paints no picture and waits for no other process.
                await self._learn_of_answer()
            if self.given is AnswerState.NOTHING:
                try:
                    async with asyncio.timeout(_WINDOW_S):
                        answer = await self._response.edit_message(view=view, attachments=attachments)
                except discord.HTTPException as error:
                    if error.code != _ANSWERED_BEFORE:
                        raise
                    if self._elsewhere:
                        await self._learn_of_answer()
                    if self.given is AnswerState.NOTHING:
                        self._give(AnswerState.ACKNOWLEDGED, edits=False)
                    if not self.edits:
                        raise
                else:
                    self._give(AnswerState.ACKNOWLEDGED)
                    assert answer is not None
                    assert isinstance(answer.resource, discord.InteractionMessage)
                    return answer.resource
            if not self.edits:
                raise Unanswered("the token edits the answer, not the message that was pressed")
        return await interaction.edit_original_response(view=view, attachments=attachments)

    async def open(self, form: ui.Modal) -> None:
        """Opens a form. Only a first answer can open one.

        Raises:
            Unanswered: Discord did not accept the answer.
        """
        self.said = True
        with _raise_unanswered():
            async with self._lock:
                try:
                    await self._response.send_modal(form)
                except discord.HTTPException as error:
                    if error.code != _ANSWERED_BEFORE:
                        raise
                self._give(AnswerState.MESSAGE)

    async def close(self) -> None:
        """Ends the answer when the handler is done. Deletes a "thinking…" that no message has replaced.

        Removes this object from the interaction. Otherwise the two would keep each other in memory until a full garbage
        collection.
        """
        metrics.HANDLED.labels(self._interaction.type.name).observe(time.perf_counter() - self._arrived)
        if self.given is AnswerState.NOTHING:
            self.edits = False
        if not self.ready.done():
            self.ready.set_result(None)
        if self.given is AnswerState.THINKING:
            self.given = AnswerState.MESSAGE
            with suppress(Unanswered), _raise_unanswered():
                await self._interaction.delete_original_response()
        self._interaction.extras.pop(_KEY, None)

    async def _defer(self, *, thinking: bool) -> None:
        async with self._lock:
            if self.given is not AnswerState.NOTHING:
                return
            with _raise_unanswered():
                try:
                    # discord.py tries again for longer than Discord waits for the answer.
                    async with asyncio.timeout(_WINDOW_S):
                        await self._response.defer(ephemeral=thinking, thinking=thinking)
                except discord.HTTPException as error:
                    if error.code != _ANSWERED_BEFORE:
                        raise
                    # An earlier delivery, or a try whose result was lost, has answered. Its kind is not known.
                    self._give(AnswerState.ACKNOWLEDGED, edits=False)
                else:
                    self._give(AnswerState.THINKING if thinking else AnswerState.ACKNOWLEDGED)

    async def _late(self, *, thinking: bool) -> None:
        try:
            await self._defer(thinking=thinking)
        except Unanswered as error:
            _log.info("a slow interaction was not acknowledged: %s", error)

    async def _learn_of_answer(self) -> None:
        """Asks Discord how the other process answered. If it only acknowledged, the token edits the pressed message."""
        original, pressed = await self._original(), self._interaction.message
        if original is not None:
            self._give(AnswerState.ACKNOWLEDGED, edits=pressed is not None and original.id == pressed.id)

    async def _original(self) -> discord.InteractionMessage | None:
        """Returns the message that an earlier delivery or try has sent as the answer. None if it cannot be found."""
        try:
            return await self._interaction.original_response()
        except (discord.HTTPException, discord.ClientException, *NETWORK):
            return None

    def _give(self, given: AnswerState, *, edits: bool | None = None) -> None:
        if self.given is AnswerState.NOTHING:
            if not self._elsewhere:
                metrics.ACKNOWLEDGED.observe(time.perf_counter() - self._arrived)
            self.edits = given is AnswerState.ACKNOWLEDGED if edits is None else edits
        self.given = given
        if not self.ready.done():
            self.ready.set_result(None)


def is_transient(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed a little later."""
    return error.status >= 500 or error.status == 429


def is_moderated(error: Exception) -> bool:
    """Whether the AutoMod of a server without the bot has refused a message or an edit."""
    return isinstance(error, discord.HTTPException) and error.code in MODERATED


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction.

    Until it expires, it edits one message without counting against the bot's limit of requests.

    Attributes:
        until: when the token expires, in epoch milliseconds.
        pressed: the answer to the press, if the token edits the pressed message. None if the token edits the bot's own
            reply.
        further: the id of the message that the token edits, if that is a further private message. 0 if the token edits
            the first reply or the pressed message.
    """

    interaction: discord.Interaction[Any]
    until: int
    pressed: Answer | None = None
    further: int = 0

    @property
    def place(self) -> int:
        """The id of the message that the token edits. If that is the first reply, the id of the interaction.

        Discord's ids grow with time, so this shows which messages are older.
        """
        pressed = self.interaction.message if self.pressed is not None else None
        return self.further or (self.interaction.id if pressed is None else pressed.id)

    @property
    def edits(self) -> bool:
        """Whether the token can edit its message until it expires. False while the press is still being carried out."""
        return self.pressed is None or (self.pressed.ready.done() and self.pressed.edits)

    async def is_usable(self, now: int) -> bool:
        """Returns whether the token can edit its message now.

        If the token came with a press on a button, waits until that press is carried out.
        """
        if self.until <= now:
            return False
        if self.pressed is None:
            return True
        await self.pressed.ready
        return self.pressed.edits

    async def edit(self, drawing: Message, attachments: Attachments) -> discord.Message:
        """Replaces the content of the token's message by a drawing. Returns the message as Discord has stored it."""
        if self.pressed is not None:
            return await self.pressed.redraw(drawing.view, attachments)
        if self.further:
            followup = self.interaction.followup
            return await followup.edit_message(self.further, view=drawing.view, attachments=attachments)
        return await self.interaction.edit_original_response(view=drawing.view, attachments=attachments)

    async def send_below(self, drawing: Message) -> Token:
        """Sends a drawing as a further private message, at the end of the channel.

        Returns the token that edits this message.

        Raises:
            HTTPException: Discord refused the message.
            Unanswered: Discord did not accept the acknowledgement of the press, which comes before the message.
        """
        if self.pressed is not None:
            await self.pressed.acknowledge()
        message = await self.interaction.followup.send(
            view=drawing.view, files=await drawing.files(), ephemeral=True, wait=True
        )
        return Token(self.interaction, self.until, further=message.id)

    async def explain(self, sentence: str) -> None:
        """Sends a sentence as a further private message, in place of a drawing that was refused.

        Does nothing if Discord refuses the sentence, too.
        """
        with suppress(discord.HTTPException, Unanswered, *NETWORK):
            if self.pressed is not None:
                await self.pressed.acknowledge()
            await self.interaction.followup.send(view=note(sentence), ephemeral=True)

    async def dismiss(self) -> None:
        """Deletes the message of the token.

        Does nothing if the reader has dismissed the message or the token has expired.
        """
        with suppress(discord.HTTPException, *NETWORK):
            if self.further:
                await self.interaction.followup.delete_message(self.further)
            else:
                await self.interaction.delete_original_response()


@dataclass(frozen=True, slots=True)
class _Sent:
    interaction: discord.Interaction[Any]
    message_id: int
    until: int


class Followups:
    """Remembers each reader's last further private message at each table.

    The bot can delete such a message until the token of its interaction expires.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sent: dict[tuple[int, int], _Sent] = {}

    def keep(self, table_id: int, interaction: discord.Interaction[Any], message_id: int) -> None:
        """Remembers a private message that was sent to the person who acts.

        Forgets their earlier message at this table.
        """
        now = self._now()
        self._sent = {key: sent for key, sent in self._sent.items() if sent.until > now}
        self._sent[table_id, interaction.user.id] = _Sent(interaction, message_id, now + TOKEN_MS)

    def readers(self, table_id: int) -> frozenset[int]:
        """Returns the ids of the readers at a table whose further private message can still be deleted."""
        now = self._now()
        return frozenset(user for (table, user), sent in self._sent.items() if table == table_id and sent.until > now)

    def forget(self, table_id: int) -> None:
        """Forgets the messages at a table, without deleting them."""
        self._sent = {key: sent for key, sent in self._sent.items() if key[0] != table_id}

    async def delete(self, table_id: int, user_id: int) -> bool:
        """Deletes a reader's further private message at a table. Returns whether to try again later.

        Returns False if there is no message left to delete, or if Discord refuses for good.
        """
        sent = self._sent.pop((table_id, user_id), None)
        if sent is None or sent.until <= self._now():
            return False
        try:
            await sent.interaction.followup.delete_message(sent.message_id)
        except (discord.HTTPException, *NETWORK) as error:
            # Any other refusal says that the reader has dismissed the message, or that the token has expired.
            if not isinstance(error, discord.HTTPException) or error.status >= 500 or error.status == 429:
                self._sent.setdefault((table_id, user_id), sent)
                return True
        return False


@contextmanager
def _raise_unanswered() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        if error.code in THREAD_CLOSED:
            raise ThreadClosed(f"Discord answered {error.status} ({error.code})") from error
        if error.status < 500 and error.status != 429 and error.code not in _TOKEN_UNUSABLE:
            raise
        raise Unanswered(f"Discord answered {error.status} ({error.code})") from error
    except NETWORK as error:
        raise Unanswered(f"Discord was not reached ({type(error).__name__})") from error
