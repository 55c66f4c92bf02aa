"""Sends drawings (finished messages) to Discord, edits them, and decides what to do when Discord refuses one.

Every message of a table has a slot: a name under which the database keeps the place of the message and the digest of
its content. A slot that shows the right content costs no request. A message that was deleted is sent again. While an
interaction on a message is young, its token edits that message without counting against the bot's limit of requests.
No hand is ever logged.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol

import discord

from bot.adapter.answer import NETWORK, REFUSED_DM, TOKEN_MS, Answer, Token, Unanswered, is_moderated, is_transient
from bot.adapter.directs import Directs, NotOpenYet
from bot.adapter.message import Message, Uploads
from bot.adapter.old_edits import TOO_OLD
from bot.adapter.overtaking import Overtaken, expect_current
from bot.rows.ids import is_erased, is_house
from bot.rows.slots import MessageRow, Slot, SlotKind

CHALLENGE = Slot(SlotKind.CHALLENGE)
"""The slot (the name of a message at its table) of the message with which a table began, the open challenge."""

_log = logging.getLogger(__name__)
_MOST_TOKENS = 32
"""The most tokens for a table: for both hands, the table, and the messages of backers."""
_NONCES = 4
"""The number of nonces that follow from the name of a message, before a random one."""
_MESSAGE_GONE = {10008}
_CHANNEL_GONE = {10003}
_NOT_ALLOWED = {50001, 50013, 160005}
_ASLEEP = {50083}
_TOO_OLD = {TOO_OLD}
_UNFIT = {50035}


class Delivery(Enum):
    """The result of an attempt to show a message."""

    SHOWN = "shown"
    UNREACHABLE = "unreachable"
    PLACE_GONE = "place gone"
    NOT_ALLOWED = "not allowed"
    REFUSED = "refused"
    LATER = "later"
    WAITING = "waiting"
    """The person's channel of direct messages is not open yet.

    `MessageStore.reachable` is called once the channel is open, or once Discord has refused it.
    """
    MODERATED = "moderated"
    """The AutoMod of a server without the bot has refused the message. Nothing else is wrong with it."""
    OVERTAKEN = "overtaken"
    """The drawing was not sent, because a press of its reader has changed the state since it was drawn."""


class MessageRows(Protocol):
    """Stores where each message is: a row for each slot, with channel, message id and digest."""

    async def of(self, owner_id: int, /) -> Iterable[MessageRow]:
        """Returns the rows of all messages of one table or tournament."""

    async def find(self, message_id: int, /) -> MessageRow | None:
        """Returns the row of a message. None if no row is stored for it."""

    async def put(self, *rows: MessageRow) -> None:
        """Stores rows, all or none."""

    async def drop(self, owner_id: int, /, *slots: Slot) -> None:
        """Deletes the rows of some slots of one table or tournament. Ignores slots without a row."""


class MessageStore:
    """Sends and edits the messages of all tables, or of all tournaments.

    Remembers where each message is and what it shows. In this class an owner is the table or tournament that a message
    belongs to.

    Args:
        rows: stores where each message is.
        now: returns the time, in epoch milliseconds.
        directs: opens the channels of direct messages.
    """

    def __init__(self, client: discord.Client, rows: MessageRows, now: Callable[[], int], directs: Directs) -> None:
        self.emoji_gone: Callable[[Exception], bool] = lambda _error: False
        """Returns whether a refusal means that an emoji is gone. If so, later drawings use no emojis."""
        self.reachable: Callable[[int, int], None] = lambda _owner_id, _user_id: None
        """Called with the id of a table or tournament and that of a person, to whom messages of it have waited.

        The channel of the person's direct messages is open now, or Discord has refused it.
        """
        self._client = client
        self._directs = directs
        directs.opened.append(self._opened)
        self._awaiting: dict[int, set[int]] = {}
        self._rows = rows
        self._now = now
        self._slots: dict[int, dict[Slot, MessageRow]] = {}
        self._unsaved: dict[int, dict[Slot, MessageRow]] = {}
        self._tokens: dict[int, dict[int, Token]] = {}
        self._private: dict[tuple[int, int], tuple[Token, str]] = {}
        self._spare: dict[tuple[int, int], Token] = {}
        self._uploads = Uploads()

    def remember(self, owner_id: int, interaction: discord.Interaction[Any], answer: Answer | None = None) -> None:
        """Keeps the token of a press. Once the press was carried out, the token edits the pressed message.

        Of the messages of a table in one channel, only the message that was pressed last keeps its token.

        Args:
            owner_id: the id of the table or tournament that the pressed message belongs to.
            answer: the answer to a press that another process carries out. None if this process carries it out.
        """
        if interaction.message is None:
            return
        now, tokens = self._now(), self._tokens.pop(owner_id, {})
        for message_id in [
            key for key, token in tokens.items() if token.interaction.channel_id == interaction.channel_id
        ]:
            del tokens[message_id]
        tokens[interaction.message.id] = Token(interaction, now + TOKEN_MS, answer or Answer.of(interaction))
        while len(tokens) > _MOST_TOKENS:
            del tokens[next(iter(tokens))]
        self._tokens[owner_id] = tokens
        while all(token.until <= now for token in next(iter(self._tokens.values())).values()):
            del self._tokens[next(iter(self._tokens))]

    def remember_private(
        self,
        table_id: int,
        user_id: int,
        interaction: discord.Interaction[Any],
        digest: str = "",
        answer: Answer | None = None,
    ) -> Token | None:
        """Keeps the token that edits a person's ephemeral hand, so that the hand can follow the game.

        Returns the token kept before, or None.

        Args:
            digest: the digest of the hand that was just sent. Empty if the press was on an ephemeral hand, which is
                drawn again in any case.
            answer: the answer to a press that another process carries out. None if this process carries it out.
        """
        earlier, _ = self._private.get((table_id, user_id), (None, ""))
        message = interaction.message
        if earlier is not None and not digest and message is not None and 0 < message.id < earlier.further:
            # The person pressed an old hand while a new hand took its place.
            return earlier
        pressed = None if digest else answer or Answer.of(interaction)
        if pressed is None:
            # The hand is a new message, which no earlier token edits.
            self._spare.pop((table_id, user_id), None)
        elif earlier is not None and earlier.edits:
            self._spare[table_id, user_id] = earlier
        self._private[table_id, user_id] = (Token(interaction, self._now() + TOKEN_MS, pressed), digest)
        return earlier

    async def is_free(self, owner_id: int, slot: Slot) -> bool:
        """Returns whether a message of a table can be edited by the kept token of a press.

        Such an edit does not count against the bot's limit of requests. `slot` is the name of the message at its table.
        """
        row = (await self.slots(owner_id)).get(slot)
        token = None if row is None else self._tokens.get(owner_id, {}).get(row.message_id)
        return token is not None and await token.is_usable(self._now())

    def has_copy(self, table_id: int, user_id: int) -> bool:
        """Returns whether a person has an open ephemeral hand at a table, which the bot edits as the game goes on."""
        return (table_id, user_id) in self._private

    def copies(self, table_id: int) -> list[int]:
        """Returns the ids of the people who have an open ephemeral hand at a table."""
        return [user_id for owner_id, user_id in self._private if owner_id == table_id]

    async def refresh_private(self, table_id: int, user_id: int, drawing: Message, place: int = 0) -> Delivery:
        """Edits a person's ephemeral hand, if its token is still valid and the hand shows something else.

        Args:
            place: the id of the table's channel. If a newer message of the table stands below the hand there, the hand
                is deleted and sent again at the end of the channel. 0: the hand is never moved.
        """
        key = (table_id, user_id)
        entry = self._private.get(key)
        if entry is None:
            return Delivery.SHOWN
        token, shown = entry
        moves = token.interaction.channel_id == place and token.place < await self._newest(table_id, place)
        if shown == drawing.digest and not moves:
            return Delivery.SHOWN
        if not await token.is_usable(self._now()):
            # If a press was answered too late, or by a sentence, its token edits nothing. The earlier token still does.
            token = self._spare.get(key, token)
            if self._private.get(key) == entry:
                entry = self._private[key] = (token, "")
        if await token.is_usable(self._now()) and self._private.get(key) == entry:
            self._private[key] = (token, drawing.digest)
            try:
                if moves:
                    await self._move(key, token, drawing)
                else:
                    await self._uploads.edit(key, drawing, partial(token.edit, drawing))
            except Overtaken:
                self._forget_shown(table_id, user_id, token)
                return Delivery.OVERTAKEN
            except (discord.HTTPException, Unanswered, *NETWORK) as error:
                if is_moderated(error):
                    self._forget_shown(table_id, user_id, token)
                    return Delivery.MODERATED
                if not isinstance(error, discord.HTTPException) or is_transient(error) or error.code in _UNFIT:
                    return self._not_refreshed(table_id, user_id, token, error)
            else:
                return Delivery.SHOWN
        # The hand was dismissed, or its token is too old. The button My hand sends a new hand.
        if self._private.get(key, entry)[0] is token:
            self._private.pop(key, None)
            self._spare.pop(key, None)
        return Delivery.SHOWN

    async def explain(self, table_id: int, user_id: int, sentence: str) -> None:
        """Sends a sentence to a person in place of an edit of their ephemeral hand that Discord has refused."""
        token, _ = self._private.get((table_id, user_id), (None, ""))
        if token is not None:
            await token.explain(sentence)

    async def _newest(self, table_id: int, channel_id: int) -> int:
        """Returns the id of the newest message of a table in a channel. 0 if the table has no message there."""
        rows = (await self.slots(table_id)).values()
        ids = [row.message_id for row in rows if row.slot.kind is SlotKind.TABLE and row.channel_id == channel_id]
        return max(ids, default=0)

    async def _move(self, key: tuple[int, int], token: Token, drawing: Message) -> None:
        """Sends an ephemeral hand again, below all newer messages, and deletes the earlier one."""
        await drawing.files()
        expect_current()
        moved = await token.send_below(drawing)
        self._uploads.forget(key)
        if self._private.get(key, (None, ""))[0] is not token:
            # A press on My hand has sent another hand in the meantime.
            await moved.dismiss()
            return
        self._private[key] = (moved, drawing.digest)
        self._spare.pop(key, None)
        await token.dismiss()

    def _not_refreshed(self, table_id: int, user_id: int, token: Token, error: Exception) -> Delivery:
        """Forgets the digest of a copy, unless another copy has replaced it or the table was forgotten."""
        self._forget_shown(table_id, user_id, token)
        return Delivery.REFUSED if getattr(error, "code", 0) in _UNFIT else Delivery.LATER

    def _forget_shown(self, table_id: int, user_id: int, token: Token) -> None:
        if self._private.get((table_id, user_id), (None, ""))[0] is token:
            self._private[table_id, user_id] = (token, "")

    async def slots(self, owner_id: int) -> dict[Slot, MessageRow]:
        """Returns the rows about the messages of a table or tournament, by slot (the name of a message).

        There is a row for each message that was sent, and for each whose reader accepts no direct messages. The latter
        has the message id 0.
        """
        if owner_id not in self._slots:
            rows = await self._rows.of(owner_id)
            # Another task may have loaded and changed the rows in the meantime. All tasks share one dict.
            self._slots.setdefault(owner_id, {row.slot: row for row in rows})
        return self._slots[owner_id]

    async def direct_channel(self, user_id: int) -> int:
        """Returns the id of the channel of a person's direct messages. Opens the channel if it is not open.

        Waits about a second for the opening, and not longer.

        Raises:
            NotOpenYet: the channel is being opened, or waits for its turn, because the bot opens channels slowly.
                `Directs` tells its listeners when it is open.
            HTTPException: Discord refused to open the channel.
        """
        return await self._directs.channel(user_id)

    def awaiting(self, owner_id: int) -> frozenset[int]:
        """Returns the ids of the people at a table or tournament whose messages wait until their channel of direct
        messages is open.
        """
        return frozenset(self._awaiting.get(owner_id, ()))

    def _opened(self, user_id: int) -> None:
        for owner_id in [owner_id for owner_id, people in self._awaiting.items() if user_id in people]:
            self.reachable(owner_id, user_id)

    async def find(self, message_id: int) -> MessageRow | None:
        """Returns the row of a message. None if no row is stored for it."""
        return await self._rows.find(message_id)

    def forget(self, owner_id: int) -> None:
        """Removes everything about the messages of a table or tournament from memory.

        Called when its messages are not drawn any more, when another process has changed their rows, or when a person
        was erased.
        """
        self._slots.pop(owner_id, None)
        self._unsaved.pop(owner_id, None)
        self._tokens.pop(owner_id, None)
        self._awaiting.pop(owner_id, None)
        self._private = {key: value for key, value in self._private.items() if key[0] != owner_id}
        self._spare = {key: value for key, value in self._spare.items() if key[0] != owner_id}

    def forget_all(self) -> None:
        """Removes all entries from memory, so that the rows are read again from the database."""
        for entries in (self._slots, self._unsaved, self._tokens, self._awaiting, self._private, self._spare):
            entries.clear()

    async def save(self, owner_id: int | None = None) -> None:
        """Stores, in one transaction, the digests of the edited messages of one table or tournament, or of all if
        `owner_id` is None.

        If a crash prevents this, each message costs one more edit at the next start. The places of new messages are
        stored at once, since a message whose place was lost would be sent again.
        """
        owners = [*self._unsaved] if owner_id is None else [owner_id]
        if unsaved := [row for owner in owners for row in self._unsaved.get(owner, {}).values()]:
            await self._rows.put(*unsaved)
        for row in unsaved:
            rows = self._unsaved.get(row.owner_id, {})
            if rows.get(row.slot) is row:
                del rows[row.slot]
            if not rows:
                self._unsaved.pop(row.owner_id, None)

    async def retire(
        self, owner_id: int, outdated: Callable[[Iterable[Slot]], Sequence[Slot]], before: int
    ) -> Sequence[Slot]:
        """Removes from memory the messages whose slots (names) `outdated` chooses, since they are not drawn any more.

        Returns the removed slots. Their rows stay in the database, except those of messages that were last drawn before
        the moment `before` (epoch milliseconds).
        """
        slots = self._slots.get(owner_id, {})
        if dropped := outdated(slots):
            for slot in dropped:
                self._uploads.forget(slots.pop(slot).message_id)
            stored = {row.slot: row.updated_at for row in await self._rows.of(owner_id)}
            if old := [slot for slot in outdated(stored) if stored[slot] < before]:
                await self._rows.drop(owner_id, *old)
        return dropped

    async def adopt(self, owner_id: int, slot: Slot, channel_id: int, message_id: int, digest: str) -> None:
        """Takes over a message that was already sent as the answer to a command: from now on it is the message of this
        slot (the name of a message at its table).

        Deletes the slot's earlier message.
        """
        earlier = (await self.slots(owner_id)).get(slot)
        await self._store(owner_id, slot, channel_id, message_id, digest)
        if earlier is not None and earlier.message_id not in (0, message_id):
            await self._withdraw(earlier)

    async def show_in(
        self, owner_id: int, slot: Slot, channel_id: int, drawing: Message, *, renew_before: int = 0
    ) -> Delivery:
        """Makes a message of a table in a channel or thread show this drawing: sends or edits it, unless it shows the
        drawing already.

        `slot` is the name of the message.

        Args:
            renew_before: if the existing message has a lower id than this, it is deleted and sent again without
                notifying anyone.
        """
        row = (await self.slots(owner_id)).get(slot)
        if row is not None and row.channel_id == channel_id and 0 < row.message_id < renew_before:
            if not await self._withdraw(row):
                return Delivery.LATER
            still = replace(drawing, mentions=(), role_mentions=(), silent=True)
            return await self._show(owner_id, slot, still, channel_id=channel_id, instead_of=row.message_id)
        return await self._show(owner_id, slot, drawing, channel_id=channel_id)

    async def show_to(
        self, owner_id: int, slot: Slot, user_id: int, drawing: Message, *, renew_after_ms: int | None = None
    ) -> Delivery:
        """Makes a message of a table in a person's direct messages show this drawing: sends or edits it, unless it
        shows the drawing already.

        `slot` is the name of the message. If the person has to be notified, deletes the message and sends a new one.

        Args:
            renew_after_ms: if the existing message has not changed for this long, it is deleted and sent again, which
                notifies the person. None for never.
        """
        if is_house(user_id) or is_erased(user_id):
            # The house and erased people get no messages.
            return Delivery.SHOWN
        row = (await self.slots(owner_id)).get(slot)
        if row is not None and row.message_id and row.state_hash != drawing.digest:
            stale = renew_after_ms is not None and self._now() - row.updated_at > renew_after_ms
            if stale or drawing.rings_over(row.state_hash):
                if not await self._withdraw(row):
                    return Delivery.LATER
                return await self._show(owner_id, slot, drawing, user_id=user_id, instead_of=row.message_id)
        return await self._show(owner_id, slot, drawing, user_id=user_id)

    async def lose(self, owner_id: int, channel_id: int) -> None:
        """Notes that a channel was deleted, and with it the messages of a table or tournament in it.

        They are sent again elsewhere.
        """
        slots = await self.slots(owner_id)
        slots |= {slot: replace(row, state_hash="") for slot, row in slots.items() if row.channel_id == channel_id}

    async def remove(self, owner_id: int, slot: Slot) -> Delivery:
        """Deletes a message of a table or tournament on Discord, then its row.

        Calling this again after a crash does no harm.
        """
        row = (slots := await self.slots(owner_id)).get(slot)
        if row is None:
            return Delivery.SHOWN
        if row.message_id and not await self._withdraw(row):
            return Delivery.LATER
        slots.pop(slot, None)
        self._unsaved.get(owner_id, {}).pop(slot, None)
        await self._rows.drop(owner_id, slot)
        return Delivery.SHOWN

    async def _show(
        self,
        owner_id: int,
        slot: Slot,
        drawing: Message,
        *,
        channel_id: int = 0,
        user_id: int = 0,
        instead_of: int = 0,
    ) -> Delivery:
        try:
            return await self._send_or_edit(owner_id, slot, drawing, channel_id, user_id, instead_of)
        except NotOpenYet:
            self._awaiting.setdefault(owner_id, set()).add(user_id)
            return Delivery.WAITING
        except Overtaken:
            return Delivery.OVERTAKEN
        except NETWORK as error:
            _log.info("table %d, slot %s: Discord was not reached (%s)", owner_id, slot, type(error).__name__)
            return Delivery.LATER

    async def _send_or_edit(
        self, owner_id: int, slot: Slot, drawing: Message, channel_id: int, user_id: int, instead_of: int
    ) -> Delivery:
        row = None if instead_of else (await self.slots(owner_id)).get(slot)
        if row is not None and not row.message_id:
            return Delivery.UNREACHABLE
        moves = row is not None and channel_id not in (0, row.channel_id)
        if row is not None and row.state_hash == drawing.digest and not moves:
            return Delivery.SHOWN
        try:
            if row is None or moves:
                replaced = instead_of if row is None else row.message_id
                await self._send(owner_id, slot, drawing, channel_id, user_id, replaced)
            else:
                await self._edit(drawing, row)
        except discord.HTTPException as error:
            return await self._handle_failure(error, owner_id, slot, drawing, channel_id, user_id, row)
        return Delivery.SHOWN

    async def _handle_failure(
        self,
        error: discord.HTTPException,
        owner_id: int,
        slot: Slot,
        drawing: Message,
        channel_id: int,
        user_id: int,
        row: MessageRow | None,
    ) -> Delivery:
        """Handles a refusal by Discord: sends again, wakes the thread, or returns why the message is not shown."""
        if error.code in _MESSAGE_GONE and drawing.passing and row is not None:
            await self._edit_row(row, drawing)
            return Delivery.SHOWN
        if row is not None and error.code in _MESSAGE_GONE | _TOO_OLD:
            if error.code in _TOO_OLD and not await self._withdraw(row):
                return Delivery.LATER
            try:
                await self._send(owner_id, slot, drawing, channel_id, user_id, row.message_id)
            except discord.HTTPException as again:
                return await self._handle_failure(again, owner_id, slot, drawing, channel_id, user_id, None)
            return Delivery.SHOWN
        if row is not None and error.code in _ASLEEP:
            try:
                await self._waken(row.channel_id)
                await self._edit(drawing, row)
            except discord.HTTPException as again:
                _log.info("table %d, slot %s: the thread cannot be woken (%d)", owner_id, slot, again.code)
                return Delivery.LATER if is_transient(again) else Delivery.NOT_ALLOWED
            return Delivery.SHOWN
        _log.info("table %d, slot %s: Discord answered %d (%d)", owner_id, slot, error.status, error.code)
        if user_id and await self._directs.note_refused(user_id, error):
            return await self._show(owner_id, slot, drawing, user_id=user_id)
        if error.code in REFUSED_DM:
            self._awaiting.get(owner_id, set()).discard(user_id)
            await self._store(owner_id, slot, 0, 0, drawing.digest)
            return Delivery.UNREACHABLE
        if error.code in _CHANNEL_GONE:
            return Delivery.PLACE_GONE
        if error.code in _NOT_ALLOWED | _ASLEEP:
            # A new message wakes a thread, unless it is locked.
            return Delivery.NOT_ALLOWED
        if is_transient(error) or self.emoji_gone(error):
            return Delivery.LATER
        _log.error("table %d, slot %s: Discord refused a message: %s", owner_id, slot, error.text)
        return Delivery.NOT_ALLOWED if error.status == 403 else Delivery.REFUSED

    async def _send(
        self, owner_id: int, slot: Slot, drawing: Message, channel_id: int, user_id: int, replaced: int
    ) -> None:
        if user_id:
            channel_id = await self._directs.channel(user_id)
        message = await self._post(channel_id, drawing, f"{owner_id}/{slot}/{replaced}")
        self._awaiting.get(owner_id, set()).discard(user_id)
        shown = drawing.is_shown_by(message)
        row = await self._store(owner_id, slot, channel_id, message.id, drawing.digest if shown else "")
        if shown:
            self._uploads.note_sent(message.id, drawing, message)
        else:
            # Discord returned the message of an earlier try whose answer was lost. It shows an earlier state.
            await self._edit(drawing, row)

    async def _post(self, channel_id: int, drawing: Message, name: str) -> discord.Message:
        """Posts a message. Discord posts only one of the same name within a few minutes, unless that one was deleted.

        Raises:
            HTTPException: Discord refused the message.
        """
        channel = self._client.get_partial_messageable(channel_id)
        names = [name, *(f"{name}/{number}" for number in range(1, _NONCES))]
        for further in (*names, secrets.token_hex()):
            # The nonce makes Discord answer a repeated post with the first message instead of a second one.
            nonce = blake2b(further.encode(), digest_size=12).hexdigest()
            files = await drawing.files()
            expect_current()
            try:
                return await channel.send(
                    view=drawing.view,
                    files=files,
                    nonce=nonce,
                    allowed_mentions=drawing.allowed_mentions(),
                    silent=drawing.silent,
                )
            except discord.HTTPException as error:
                # Discord still knows the nonce of a message that was deleted, and would answer with that message.
                if error.code not in _MESSAGE_GONE:
                    raise
                refusal = error
        raise refusal

    async def is_closed(self, channel_id: int) -> bool:
        """Tries to take a thread out of the archive.

        Returns whether Discord refuses that, so that only a moderator can open the thread.
        """
        try:
            await self._waken(channel_id)
        except discord.HTTPException as error:
            return not is_transient(error)
        except NETWORK:
            return False
        return False

    async def _waken(self, channel_id: int) -> None:
        """Takes a thread out of the archive, where Discord puts silent threads."""
        channel = await self._client.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)

    async def _withdraw(self, row: MessageRow) -> bool:
        """Deletes a message. Returns False if it has to be tried again."""
        message = self._client.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)
        try:
            await message.delete()
        except (discord.HTTPException, *NETWORK) as error:
            _log.info("table %d, slot %s: not deleted (%s)", row.owner_id, row.slot, error)
            return isinstance(error, discord.HTTPException) and not is_transient(error)
        return True

    async def _edit(self, drawing: Message, row: MessageRow) -> None:
        tokens = self._tokens.get(row.owner_id, {})
        token = tokens.get(row.message_id)
        if token is not None and await token.is_usable(self._now()):
            try:
                await self._uploads.edit(row.message_id, drawing, partial(token.edit, drawing))
            except (discord.HTTPException, Unanswered) as error:
                # Another press may have stored a younger token in the meantime.
                if tokens.get(row.message_id) is token:
                    tokens.pop(row.message_id)
                if getattr(error, "code", 0) in _MESSAGE_GONE:
                    raise
            else:
                await self._edit_row(row, drawing)
                return
        message = self._client.get_partial_messageable(row.channel_id).get_partial_message(row.message_id)
        edit = partial(message.edit, view=drawing.view, allowed_mentions=discord.AllowedMentions.none())
        await self._uploads.edit(row.message_id, drawing, lambda attachments: edit(attachments=attachments))
        await self._edit_row(row, drawing)

    async def _edit_row(self, row: MessageRow, drawing: Message) -> None:
        edited = replace(row, state_hash=drawing.digest, updated_at=self._now())
        (await self.slots(row.owner_id))[row.slot] = edited
        self._unsaved.setdefault(row.owner_id, {})[row.slot] = edited

    async def _store(self, owner_id: int, slot: Slot, channel_id: int, message_id: int, digest: str) -> MessageRow:
        row = MessageRow(owner_id, slot, channel_id, message_id, digest, self._now())
        (await self.slots(owner_id))[slot] = row
        # If the database is away, `save` stores the row later.
        self._unsaved.setdefault(owner_id, {})[slot] = row
        await self.save(owner_id)
        return row
