"""Routes interactions to handlers: acknowledges, records the person, runs, and answers every error once."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.adapter.custom_ids import FORM, Press, decode
from bot.adapter.display import Display
from bot.adapter.registry import First, PressRoute, Registry
from bot.adapter.request import Request, reply_privately
from bot.adapter.sentences import sentence_of
from bot.app import App
from bot.privacy.service import admit
from bot.tables.problems import Problem, Refused
from bot.texts import Language

__all__ = ["Router"]

_log = logging.getLogger(__name__)
_TOO_LATE, _ANSWERED_BEFORE = 10062, 40060


class Router:
    """Answers interactions.

    Args:
        take_up: whether a task may begin; if so, closing waits for its end.
    """

    def __init__(
        self, app: App, display: Display, registry: Registry, take_up: Callable[[asyncio.Task[Any] | None], bool]
    ) -> None:
        self._app = app
        self._display = display
        self._registry = registry
        self.take_up = take_up

    async def pressed(self, interaction: discord.Interaction[Any], press: Press | None, values: Sequence[str]) -> None:
        """Answers a button or a select; `press` is None if another version of the bot has drawn it."""
        await self._answered(interaction, press, values, None if press is None else self._registry.press(press))

    async def sent(self, interaction: discord.Interaction[Any]) -> None:
        """Answers a form, known by its id alone: the bot may have been started again since the form was opened."""
        data: Any = interaction.data or {}
        custom_id = data.get("custom_id")
        match = FORM.fullmatch(custom_id) if isinstance(custom_id, str) else None
        if match is not None:
            press = decode(match)
            await self._answered(interaction, press, (), None if press is None else self._registry.form(press))

    def unrecorded(self, interaction: discord.Interaction[Any], values: Sequence[str] = ()) -> Request:
        """Returns the request of an interaction without recording the person."""
        return Request(self._app, self._display, interaction, self._app.texts(str(interaction.locale)), tuple(values))

    async def request(self, interaction: discord.Interaction[Any], values: Sequence[str] = ()) -> Request:
        """Records the name and the language of the person, and returns the request.

        Raises:
            Refused: the person is being erased.
        """
        user = interaction.user
        admit(self._app.privacy, user.id)
        await self._app.people.profiles.seen(user.id, user.display_name, Language.of(str(interaction.locale)))
        return self.unrecorded(interaction, values)

    async def _answered(
        self,
        interaction: discord.Interaction[Any],
        press: Press | None,
        values: Sequence[str],
        route: PressRoute | None,
    ) -> None:
        if not self.take_up(asyncio.current_task()):
            return
        try:
            if press is None or route is None:
                raise Refused(Problem.STALE)
            if route.first is First.ANSWER:
                await route.run(await self.request(interaction, values), press)
            else:
                await self._run(interaction, press, values, route)
        except Exception as error:
            await self.failed(interaction, error)

    async def _run(
        self, interaction: discord.Interaction[Any], press: Press, values: Sequence[str], route: PressRoute
    ) -> None:
        screen = route.screen(self._display)
        await interaction.response.defer()
        if interaction.type is discord.InteractionType.component:
            await screen.remember(interaction, press)
        try:
            await route.run(await self.request(interaction, values), press)
        except Refused:
            # The message may show less than has happened.
            screen.wake(press.table)
            raise

    async def failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answers an error: the person gets a sentence, the log the rest."""
        words = self._app.texts(str(interaction.locale))
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, Exception):
            error = error.original
        if isinstance(error, Refused):
            sentence = sentence_of(words, error)
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            _log.warning("a command came in a form that is no longer ours: Discord has not taken up the new one yet")
            sentence = words("problem.command_changed")
        elif isinstance(error, app_commands.MissingPermissions):
            sentence = words("problem.manage_server")
        elif isinstance(error, discord.HTTPException) and error.code == _TOO_LATE:
            _log.warning("an interaction was answered too late")
            return
        elif isinstance(error, discord.HTTPException) and error.code == _ANSWERED_BEFORE:
            # Delivered twice: the first delivery was answered, and did what there was to do.
            _log.info("an interaction had been answered before")
            return
        else:
            reference = secrets.token_hex(3)
            _log.error("reference %s: %s", reference, type(error).__name__, exc_info=error)
            sentence = words("problem.unexpected", reference=reference)
        try:
            await reply_privately(interaction, sentence)
        except discord.HTTPException as again:
            _log.warning("an error could not be told: Discord answered %d (%d)", again.status, again.code)
