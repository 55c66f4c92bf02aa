"""Where presses arrive: decoded, acknowledged at once, handed to a use case. Drawing is the renderer's.

Every press is acknowledged before anything else is awaited, so Discord's three seconds are never in question; what
cannot be done is said afterwards, to whoever pressed and to nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.adapter import registry
from bot.adapter.answers import note
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.store import CHALLENGE
from bot.features.backing import render as backing_render
from bot.features.betting import handlers as betting_handlers
from bot.features.fair import handlers as fair_handlers
from bot.features.hand import menu as hand_menu
from bot.features.hand import render as hand_render
from bot.features.hand.moves import FREE, MOVES, choose, places_of
from bot.features.packs import render as packs_render
from bot.features.salon import render as salon_render
from bot.features.salon.render import ASK
from bot.features.tournament import handlers as tournament_handlers
from bot.tables.events.table import Person
from bot.tables.pending import Drafts
from bot.tables.problems import Problem, Refused
from bot.texts import Words

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["Desk"]

_FROM_MENU = "menu"
_ANSWERS = frozenset({Verb.ACCEPT, Verb.DECLINE, Verb.CANCEL})
_TO_BE_CONFIRMED = frozenset({Verb.ABANDON, Verb.RESIGN, Verb.CALL})
# Only a menu has these.
_MENU_ONLY = frozenset({Verb.CALL, Verb.NAME_SUIT, Verb.NEW_CARDS, Verb.OTHER_PACK})


class Desk:
    """Answers presses."""

    def __init__(self, room: CardRoom, drafts: Drafts) -> None:
        self._room = room
        self._drafts = drafts

    async def press(self, interaction: discord.Interaction[CardRoom], press: Press | None, values: list[str]) -> None:
        """Does what a press asks for.

        Raises:
            Refused: it cannot be done; the client tells whoever pressed.
        """
        if press is None:
            raise Refused(Problem.STALE)
        if press.verb in registry.VERBS:
            await registry.press(self._room, interaction, await self._room.words_for(interaction), press, values)
        elif press.verb in tournament_handlers.VERBS:
            await tournament_handlers.press(self._room, interaction, press)
        elif betting_handlers.is_asked(press.verb):
            await betting_handlers.opened(self._room, interaction, await self._room.words_for(interaction), press)
        elif fair_handlers.is_asked(press):
            await fair_handlers.opened(self._room, interaction, await self._room.words_for(interaction), press)
        elif press.verb is Verb.SHOW_HAND:
            await self._show_hand(interaction, press)
        elif press.verb is Verb.MORE or (press.verb in _TO_BE_CONFIRMED and press.argument == ASK):
            await self._show_menu(interaction, press)
        elif press.verb is Verb.PACKS:
            await self._show_packs(interaction, press)
        else:
            await interaction.response.defer()
            self._remember(interaction, press)
            try:
                await self._act(interaction, press, values)
            except Refused:
                # What was pressed may be older than what we think it shows.
                self._room.renderer.wake(press.table)
                raise
            if _from_menu(press):
                words = await self._room.words_for(interaction)
                await interaction.edit_original_response(view=note(words("menu.done")))

    async def sent(self, interaction: discord.Interaction[CardRoom], press: Press | None) -> None:
        """Does what a form says that was sent.

        Raises:
            Refused: it cannot be done; the client tells whoever sent it.
        """
        if press is None:
            raise Refused(Problem.STALE)
        try:
            desk = fair_handlers if press.verb is Verb.CUT else betting_handlers
            await desk.sent(self._room, interaction, press)
        except Refused:
            self._room.renderer.wake(press.table)
            raise

    async def _act(self, interaction: discord.Interaction[Any], press: Press, values: list[str]) -> None:
        tables, user, cause = self._room.tables, interaction.user, interaction.id
        words = await self._room.words_for(interaction)
        if press.verb in _ANSWERS:
            await self._adopt(interaction, press.table)
        match press.verb:
            case Verb.ACCEPT:
                await tables.accept(press.table, Person(user.id, user.display_name), cause)
            case Verb.DECLINE:
                await tables.decline(press.table, user.id, cause)
            case Verb.CANCEL:
                await tables.cancel(press.table, user.id, cause)
            case Verb.CHOOSE_DISCARDS:
                sight = await tables.sight(press.table)
                if sight.seat_of(user.id) is None:
                    raise Refused(Problem.NOT_A_PLAYER)
                if press.decision != sight.decision:
                    raise Refused(Problem.STALE)
                self._drafts.pick(press.table, user.id, sight.decision, frozenset(places_of(",".join(values))))
                self._room.renderer.wake(press.table)
            case Verb.GIVE_TIME:
                await tables.give_time(press.table, user.id, cause)
            case Verb.REMATCH:
                await tables.rematch(press.table, user.id, cause)
            case Verb.CLOSE:
                await tables.close(press.table, user.id, cause)
            case Verb.CUT:
                await fair_handlers.act(self._room, interaction, press)
            case Verb.NEW_CARDS:
                await tables.new_cards(press.table, user.id, cause)
            case Verb.OTHER_PACK:
                await tables.other_pack(press.table, user.id, cause)
            case verb if verb in betting_handlers.VERBS:
                await betting_handlers.act(self._room, interaction, words, press)
            case verb if verb in MOVES:
                decision = None if verb in FREE else press.decision
                await tables.move(press.table, user.id, decision, choose(press), cause)
            case _:
                raise Refused(Problem.STALE)

    async def _adopt(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Takes the challenge's message in, should a crash have come between sending and remembering it."""
        message, slots = interaction.message, await self._room.courier.slots(table_id)
        if message is not None and CHALLENGE not in slots:
            await self._room.courier.adopt(table_id, CHALLENGE, message.channel.id, message.id, "")

    def _remember(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Keeps the token of this press, to edit the message that it was on."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            if not _from_menu(press):
                self._room.courier.remember_private(press.table, interaction.user.id, interaction)
        else:
            self._room.courier.remember(interaction)

    async def _show_hand(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """The hand as an ephemeral message, made anew on each press."""
        words = await self._room.words_for(interaction)
        user = interaction.user
        profile = await self._room.profile(user.id)
        if (await self._room.tables.sight(press.table)).seat_of(user.id) is None:
            # Whoever backs a player sees that player's hand; a bystander is told that he is none of either.
            backed = await self._room.tables.backed(press.table, user.id)
            drawing = backing_render.draw(words, backed, profile.preferences)
        else:
            hand = await self._room.tables.hand(press.table, user.id)
            draft = self._drafts.of(press.table, user.id, hand.table.decision)
            drawing = hand_render.draw(words, hand, profile.preferences, draft)
        await interaction.response.send_message(view=drawing.view, files=drawing.files(), ephemeral=True)
        self._room.courier.remember_private(press.table, user.id, interaction, drawing.digest)

    async def _show_packs(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """The two packs, and what a player may do about them."""
        words = await self._room.words_for(interaction)
        sight, seat = await self._room.tables.packs(press.table, interaction.user.id)
        await interaction.response.send_message(view=packs_render.packs(words, sight, seat).view, ephemeral=True)

    async def _show_menu(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """What else a player can do, or the question whether he is sure."""
        words: Words = await self._room.words_for(interaction)
        hand = await self._room.tables.hand(press.table, interaction.user.id)
        if press.verb is Verb.MORE:
            view = hand_menu.draw(words, hand).view
            await interaction.response.send_message(view=view, ephemeral=True)
        elif press.verb is Verb.CALL:
            await interaction.response.send_message(view=salon_render.calls(words, hand).view, ephemeral=True)
        else:
            await interaction.response.edit_message(view=hand_menu.sure(words, hand, press.verb).view)


def _from_menu(press: Press) -> bool:
    return press.argument == _FROM_MENU or press.verb in _MENU_ONLY
