"""Advice by reaction: a backer or guest reacts with 1 to 5 to point at the card under that number, or with the emoji of
a card to point at the talon (Law 54).

Reactions count on the message with the hand, and on the public message of the deal. In direct messages the bot cannot
remove a reaction, so adding one and removing one both point. In public only adding one points, and only where the bot
may remove reactions (*Manage Messages*): otherwise the opponent could read the advice for the whole deal. The bot
counts the reaction, then removes it, so that the advice is not visible for long. Removals by the bot itself are
ignored, and so are reactions of people who neither back a player nor see a hand as guests. A reaction that points at
nothing gets no answer.

Each person has a quota. Reactions beyond it wait in memory, and are then carried out together as one decision. The wait
of one person delays no other person.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.adapter.display import Display
from bot.app import App
from bot.features.backing.placements import held_order, slot_of
from bot.people.quotas import POINTS
from bot.rows.slots import MessageRow, Slot, SlotKind
from bot.tables import lookup
from bot.tables.actions import advice as advice_actions
from bot.tables.problems import Refused
from ecarte.table import advice

_log = logging.getLogger(__name__)
_SIGNS = {**{f"{place + 1}\ufe0f\u20e3": place for place in range(5)}, "🎴": advice.TALON, "🃏": advice.TALON}
_NOT_ALLOWED = {50001, 50013}
_REFUSED_MS: Final = 3_600_000
_MOST_WAITING: Final = 16
"""The most signs of one person that wait. A person's client sends fewer before the quota allows one more."""


def sign_of(emoji: str) -> int | None:
    """Returns what an emoji points at: 0 to 4 for the emojis 1 to 5, or `advice.TALON`. None for any other emoji.

    The numbers count the cards in the order in which the message shows them.
    """
    return _SIGNS.get(emoji if "\ufe0f" in emoji else emoji.replace("\u20e3", "\ufe0f\u20e3"))


@dataclass(slots=True)
class _Burst:
    """The reactions of one person on one message that are not yet carried out.

    Attributes:
        emojis: the emojis that were put on the message, by their text.
    """

    message_id: int
    signs: deque[int] = field(default_factory=lambda: deque(maxlen=_MOST_WAITING))
    emojis: dict[str, discord.PartialEmoji] = field(default_factory=dict)

    def add(self, payload: discord.RawReactionActionEvent, sign: int) -> None:
        """Adds a reaction to those that wait."""
        self.signs.append(sign)
        self.emojis[str(payload.emoji)] = payload.emoji


class Reactions:
    """Listens for reactions to the bot's messages, and carries them out as advice of backers and guests."""

    def __init__(self, app: App, display: Display) -> None:
        self._app = app
        self._display = display
        self._refused: dict[int, tuple[int, discord.Permissions | None]] = {}
        self._bursts: dict[int, _Burst] = {}

    async def reaction_changed(self, payload: discord.RawReactionActionEvent) -> None:
        """Takes an event of Discord: a reaction was added to a message, or removed from it."""
        sign = sign_of(str(payload.emoji))
        user = self._display.client.user
        if sign is None or (user is not None and payload.user_id == user.id):
            return
        public = payload.guild_id is not None
        if public and (payload.event_type != "REACTION_ADD" or not self._may_take_off(payload)):
            return
        burst = self._bursts.get(payload.user_id)
        if burst is not None:
            # The task of the first reaction carries this one out too. A person cannot point on two messages at once.
            if burst.message_id == payload.message_id:
                burst.add(payload, sign)
            return
        burst = self._bursts[payload.user_id] = _Burst(payload.message_id)
        burst.add(payload, sign)
        try:
            row = await self._display.tables.messages.find(payload.message_id)
            open_now = None if row is None else await self._open_decision(row, payload.user_id, public=public)
            if not self._app.quotas.take(POINTS, payload.user_id):
                await asyncio.sleep(POINTS.refill_ms / 1000)
                self._app.quotas.take(POINTS, payload.user_id)
        finally:
            del self._bursts[payload.user_id]
        if row is None:
            return
        if open_now is not None:
            decision, held = open_now
            await self._point(row.owner_id, payload.user_id, decision, held, burst)
        if public and await self._may_advise(row.owner_id, payload.user_id):
            await self._take_off(payload, burst)

    async def _open_decision(self, row: MessageRow, user_id: int, *, public: bool) -> tuple[int, list[int]] | None:
        """Returns the decision for which a reaction on a message points, and the places of the cards in their order.

        Returns None if the reaction points at nothing: the message must belong to the current deal or game, and its
        reader must see a hand there.
        """
        try:
            backed = await lookup.backed_view(self._app.tables, row.owner_id, user_id)
        except Refused:
            return None
        game_no, number = backed.table.game_no, backed.view.public.number
        current = Slot(SlotKind.TABLE, game_no, number) if public else slot_of(game_no, user_id)
        if row.slot != current:
            return None
        return backed.table.decision, await held_order(self._app, backed)

    async def _point(self, table_id: int, user_id: int, decision: int, held: list[int], burst: _Burst) -> None:
        places = dict(enumerate(held)) | {advice.TALON: advice.TALON}
        signs = [places[sign] for sign in burst.signs if sign in places]
        try:
            await advice_actions.point(self._app.tables, table_id, user_id, decision, *signs)
        except Refused:
            return

    async def _may_advise(self, table_id: int, user_id: int) -> bool:
        """Returns whether a person has a bet at a table, or sees a hand there as a guest. Only then may their reaction
        there be advice.
        """
        try:
            galerie = (await lookup.table(self._app.tables, table_id)).galerie
        except Refused:
            return False
        has_bet = galerie.book is not None and any(bet.person == user_id for bet in galerie.book.bets)
        return has_bet or galerie.sees(user_id)

    async def _take_off(self, payload: discord.RawReactionActionEvent, burst: _Burst) -> None:
        channel = self._display.client.get_partial_messageable(payload.channel_id, guild_id=payload.guild_id)
        message = channel.get_partial_message(payload.message_id)
        for emoji in burst.emojis.values():
            try:
                await message.remove_reaction(emoji, discord.Object(payload.user_id))
            except discord.HTTPException as error:
                if error.code not in _NOT_ALLOWED:
                    _log.info("a reaction could not be taken off: Discord answered %d", error.code)
                    continue
                self._refused[payload.channel_id] = self._app.now() + _REFUSED_MS, self._granted(payload)
                return

    def _may_take_off(self, payload: discord.RawReactionActionEvent) -> bool:
        """Returns whether the bot may remove reactions in a channel, as far as its own data say.

        If Discord refuses in spite of them, the bot does not try again for an hour, unless the permissions change.
        """
        granted, now = self._granted(payload), self._app.now()
        self._refused = {channel: refused for channel, refused in self._refused.items() if refused[0] > now}
        refused = self._refused.get(payload.channel_id)
        if refused is not None and refused[1] == granted:
            return False
        return granted is not None and granted.manage_messages

    def _granted(self, payload: discord.RawReactionActionEvent) -> discord.Permissions | None:
        """Returns the bot's permissions in a channel, or None if the channel is not in memory, such as an archived
        thread.
        """
        guild = None if payload.guild_id is None else self._display.client.get_guild(payload.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(payload.channel_id)
        if guild is None or channel is None or (isinstance(channel, discord.Thread) and channel.parent is None):
            return None
        return channel.permissions_for(guild.me)
