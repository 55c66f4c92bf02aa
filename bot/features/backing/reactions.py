"""Advice by reaction: 1 to 5 point at a place, the sign of a card at the talon (Law 54).

Counted on the message with the hand, and on the public message of the deal. In direct messages the bot cannot take a
reaction away, so putting one there and taking it off both point. In public only putting one there does; the bot takes
it off again where it may, so that the advice is not seen for long, and what it takes off itself counts for nothing.
What cannot be pointed at is passed over in silence: a reaction is no question.
"""

from __future__ import annotations

import logging

import discord

from bot.adapter.display import Display
from bot.adapter.store import MessageRow, Slot, SlotKind
from bot.app import App
from bot.features.backing.placements import slot_of
from bot.tables import lookup
from bot.tables.actions import advice as advice_actions
from bot.tables.problems import Refused
from ecarte.table import advice

_log = logging.getLogger(__name__)
_SIGNS = {**{f"{place + 1}\ufe0f\u20e3": place for place in range(5)}, "🎴": advice.TALON, "🃏": advice.TALON}
_NOT_ALLOWED = {50001, 50013}


def sign_of(emoji: str) -> int | None:
    """The sign that an emoji is: a place (0 to 4), the talon, or None for any other."""
    return _SIGNS.get(emoji if "\ufe0f" in emoji else emoji.replace("\u20e3", "\ufe0f\u20e3"))


class Reactions:
    """Reads reactions as advice."""

    def __init__(self, app: App, display: Display) -> None:
        self._app = app
        self._display = display
        self._may_not: set[int] = set()

    async def reaction_changed(self, payload: discord.RawReactionActionEvent) -> None:
        """A reaction was added to a message, or removed."""
        added = payload.event_type == "REACTION_ADD"
        sign = sign_of(str(payload.emoji))
        user = self._display.client.user
        if sign is None or (user is not None and payload.user_id == user.id):
            return
        found = await self._display.tables.messages.find(payload.message_id)
        if found is None:
            return
        public = payload.guild_id is not None
        if public and added:
            await self._take_off(payload)
        if public and not added:
            return
        try:
            if not await self._is_current(found, payload, public=public):
                return
            await advice_actions.point(self._app.tables, found.owner_id, payload.user_id, None, sign)
        except Refused:
            return

    async def _is_current(self, found: MessageRow, payload: discord.RawReactionActionEvent, *, public: bool) -> bool:
        """Whether the message is that of the deal or game that is on, and its reader sees a hand there."""
        backed = await lookup.backed_view(self._app.tables, found.owner_id, payload.user_id)
        game_no, number = backed.table.game_no, backed.view.public.number
        return found.slot == (Slot(SlotKind.TABLE, game_no, number) if public else slot_of(game_no, payload.user_id))

    async def _take_off(self, payload: discord.RawReactionActionEvent) -> None:
        if payload.channel_id in self._may_not:
            return
        channel = self._display.client.get_partial_messageable(payload.channel_id, guild_id=payload.guild_id)
        try:
            message = channel.get_partial_message(payload.message_id)
            await message.remove_reaction(payload.emoji, discord.Object(payload.user_id))
        except discord.HTTPException as error:
            if error.code in _NOT_ALLOWED:
                # Not asked again there until the next start: it may not, and that is well.
                self._may_not.add(payload.channel_id)
            else:
                _log.info("a reaction could not be taken off: Discord answered %d", error.code)
