"""Routes interactions to handlers: records the person, runs the handler, answers in time, and answers errors."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from bot.adapter.answer import PATIENCE_S, Answer, ThreadClosed, Unanswered, is_moderated
from bot.adapter.belonging import expect_allowed
from bot.adapter.bot_owner import owns_bot
from bot.adapter.contexts import Contexts, context_of, server_of
from bot.adapter.custom_ids import FORM, ITEM, Press, decode
from bot.adapter.display import Display
from bot.adapter.formatting import sentence_of
from bot.adapter.membership import present_member
from bot.adapter.message import note
from bot.adapter.naming import acting_name
from bot.adapter.permissions import lacks
from bot.adapter.photographs import note_photographs
from bot.adapter.registry import First, PressRoute, Registry, Stands
from bot.adapter.request import Request
from bot.app import App
from bot.logs import REFERENCE, is_trouble
from bot.people.members import Membership
from bot.people.quotas import COMMANDS, COMPLETIONS, PRESSES
from bot.privacy.retention import note_seen
from bot.privacy.service import admit
from bot.tables.problems import Problem, Refused
from bot.texts import Language, Words

_log = logging.getLogger(__name__)


class SaidNothing(Exception):
    """A handler that has to answer by itself returned without an answer."""


class Router:
    """Answers interactions.

    Args:
        may_start: returns whether a task may begin. If it may, the bot waits for the end of the task before it closes.
        emoji_gone: called with an error of Discord. Returns whether its cause is an emoji that was deleted.
        thread_closed: called with the id of a thread in which Discord accepts no answers.
    """

    def __init__(
        self,
        app: App,
        display: Display,
        registry: Registry,
        may_start: Callable[[asyncio.Task[Any] | None], bool],
        emoji_gone: Callable[[Exception], bool],
        thread_closed: Callable[[int], Awaitable[None]],
    ) -> None:
        self._emoji_gone = emoji_gone
        self._thread_closed = thread_closed
        self._app = app
        self._display = display
        self._registry = registry
        self._may_start = may_start
        self._turns: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    def expect_open(self, interaction: discord.Interaction[Any]) -> None:
        """Raises an error if an interaction may not begin.

        If it may begin, the bot waits for the end of the present task before it closes.

        Raises:
            Refused: the bot closes or is under maintenance, or its owner has blocked the person or the server.
        """
        if not self._may_start(asyncio.current_task()):
            raise Refused(Problem.BUSY)
        self._app.privacy.blocked.expect_free(interaction.user.id, interaction.guild_id)
        if self._app.maintenance.since is not None and not owns_bot(self._display.client, interaction.user.id):
            raise Refused(Problem.MAINTENANCE)

    def expect_command(self, interaction: discord.Interaction[Any]) -> None:
        """Raises an error if a command may not begin.

        Checks what `expect_open` checks, and how often the person gives commands.

        Raises:
            Refused: `expect_open` refuses, or the person has given too many commands in a short time.
        """
        self.expect_open(interaction)
        if not self._app.quotas.take(COMMANDS, interaction.user.id):
            raise Refused(Problem.COMMANDS_TOO_FAST)

    def may_complete(self, interaction: discord.Interaction[Any]) -> bool:
        """Returns whether the bot suggests values while a person types an option.

        Returns False if the person has asked for suggestions too often in a short time.
        """
        return self._app.quotas.take(COMPLETIONS, interaction.user.id)

    async def answer_press(self, interaction: discord.Interaction[Any]) -> None:
        """Runs the handler of a press on a button or a select, and answers.

        The `custom_id` alone says which handler that is.
        """
        press = _press_of(interaction, ITEM)
        data: Any = interaction.data
        values = [str(value) for value in data.get("values", ())]
        await self._answer(interaction, press, values, None if press is None else self._registry.press(press))

    async def answer_form(self, interaction: discord.Interaction[Any]) -> None:
        """Runs the handler of a submitted form, and answers.

        The `custom_id` alone says which handler that is, since the bot may have restarted after the form was opened.
        """
        press = _press_of(interaction, FORM)
        await self._answer(interaction, press, (), None if press is None else self._registry.form(press))

    def unrecorded_request(
        self,
        interaction: discord.Interaction[Any],
        values: Sequence[str] = (),
        *,
        acts: bool = False,
        member: Membership | None = None,
    ) -> Request:
        """Returns the `Request` of an interaction. Does not store the person's name or language."""
        return Request(self._app, self._display, interaction, self._words(interaction), tuple(values), acts, member)

    def _words(self, interaction: discord.Interaction[Any]) -> Words:
        """Returns the texts in the language of the person who acts."""
        language = Language.of(str(interaction.locale))
        return self._app.texts(self._app.people.profiles.language(interaction.user.id, language))

    async def request(
        self,
        interaction: discord.Interaction[Any],
        values: Sequence[str] = (),
        *,
        acts: bool = False,
        member: Membership | None = None,
    ) -> Request:
        """Stores the name and the language of the person, and returns the `Request` of the interaction.

        Raises:
            Refused: the person is being erased.
        """
        user = interaction.user
        admit(self._app.privacy, user.id)
        await note_seen(self._app.privacy, user.id)
        people, language = self._app.people, Language.of(str(interaction.locale))
        profile = await people.profiles.mark_seen(user.id, acting_name(interaction), language)
        # If an erasure has begun since `admit`, it has dropped the photographs, which must not be noted again.
        wanted = profile.preferences.faces and user.id not in self._app.privacy.leaving
        note_photographs(people.photographs, interaction, wanted=wanted)
        return self.unrecorded_request(interaction, values, acts=acts, member=member)

    async def command(
        self,
        interaction: discord.Interaction[Any],
        run: Callable[[Request], Awaitable[None]],
        contexts: Contexts,
    ) -> None:
        """Runs the handler of a command. The handler sends the answer. The caller passes errors to `answer_error`.

        Args:
            contexts: where the command works.

        Raises:
            Refused: the command does not work in the place where it was given, or the handler has refused it.
        """
        if context_of(interaction) not in contexts:
            raise Refused(Problem.NEEDS_SERVER)
        answer = Answer.of(interaction)
        async with answer.in_time(thinking=True):
            member, server = present_member(interaction), server_of(interaction)
            if member is not None and server is not None:
                self._app.people.members.note(server, interaction.user.id, member)
            await run(await self.request(interaction, member=member))
            _expect_answer(answer)
        await answer.close()

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        press: Press | None,
        values: Sequence[str],
        route: PressRoute | None,
    ) -> None:
        try:
            self.expect_open(interaction)
            if press is None or route is None:
                raise Refused(Problem.STALE)
            if not self._app.quotas.take(PRESSES, interaction.user.id):
                raise Refused(Problem.PRESSES_TOO_FAST)
            match route.first:
                case First.ACTION:
                    await self._act(interaction, press, values, route)
                case First.ANSWER:
                    answer = Answer.of(interaction)
                    async with answer.in_time(thinking=False), self._turn(interaction):
                        member = await self._expect_allowed(interaction, press, route)
                        await route.run(await self.request(interaction, values, member=member), press)
                        _expect_answer(answer)
                case First.FORM:
                    await self._open(interaction, press, values, route)
        except Exception as error:
            await self.answer_error(interaction, error)
        else:
            await Answer.of(interaction).close()
        # The token is kept for minutes. The pressed message, which is ten times as large, is not needed for it.
        interaction.message = None

    def _turn(self, interaction: discord.Interaction[Any]) -> asyncio.Lock:
        """Returns a lock that keeps a person's presses on one message in order, so that no earlier page comes last."""
        key = 0 if interaction.message is None else interaction.message.id, interaction.user.id
        return self._turns.setdefault(key, asyncio.Lock())

    async def _act(
        self, interaction: discord.Interaction[Any], press: Press, values: Sequence[str], route: PressRoute
    ) -> None:
        """Carries out a press, then acknowledges it. So a press that a crash interrupts is never acknowledged."""
        screen, answer = route.screen(self._display), Answer.of(interaction)
        pressed, on_hand = interaction.type is discord.InteractionType.component, route.stands is Stands.HAND
        async with answer.in_time(thinking=True):
            member = await self._expect_allowed(interaction, press, route)
            try:
                async with screen.carry_out(interaction, press, on_hand=on_hand) if pressed else nullcontext():
                    request = await self.request(interaction, values, acts=pressed, member=member)
                    await route.run(request, press)
                    if route.stands is Stands.PAGE:
                        await request.replace(request.words("menu.done"))
            except Refused:
                # The message may show an older state than the one that refused the press.
                screen.wake(press.table)
                raise
        if pressed and on_hand:
            await screen.answer(interaction, press)
        try:
            await answer.acknowledge()
        except discord.HTTPException as error:
            # The press was carried out and will be shown. An error would say that nothing was changed.
            _log.warning("a press that was carried out could not be acknowledged: %s", error)

    async def _open(
        self, interaction: discord.Interaction[Any], press: Press, values: Sequence[str], route: PressRoute
    ) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                member = await self._expect_allowed(interaction, press, route)
                request = await self.request(interaction, values, member=member)
                form = await route.run(request, press)
        except TimeoutError:
            raise Refused(Problem.BUSY) from None
        assert form is not None
        await request.answer.open(form)

    async def _expect_allowed(
        self, interaction: discord.Interaction[Any], press: Press, route: PressRoute
    ) -> Membership | None:
        return await expect_allowed(self._app, self._display, interaction, press, route)

    async def answer_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answers an error with a sentence to the person. Logs what the bot's owner has to know about the error.

        Does not answer an `Unanswered`, since Discord accepts no answer.
        """
        words, answer = self._words(interaction), Answer.of(interaction)
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, Exception):
            error = error.original
        if isinstance(error, Refused):
            sentence = sentence_of(words, error)
            contact = self._app.settings.contact
            if contact and error.problem in (Problem.BLOCKED, Problem.SERVER_BLOCKED):
                # Blocked people cannot open the page that shows the contact.
                sentence += f"\n-# {words('privacy.contact', contact=contact)}"
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            _log.warning("Discord sent a command in an old form: it does not use the new one yet")
            sentence = words("problem.command_changed")
        elif isinstance(error, app_commands.MissingPermissions):
            sentence = words("problem.manage_server")
        elif is_moderated(error):
            _log.info("the AutoMod of a server has refused an answer: %s", error)
            sentence = words("problem.moderated")
        elif isinstance(error, discord.Forbidden) and (lack := lacks(words, interaction)) is not None:
            _log.info("the bot lacks a permission: %s", error)
            sentence = lack
        elif isinstance(error, Unanswered):
            # The press was carried out, or it asked for a page that changes nothing.
            if isinstance(error, ThreadClosed):
                _log.info("an interaction was not answered, since its thread is closed: %s", error)
                await self._move_tables(interaction)
            else:
                _log.warning("an interaction was not answered: %s", error)
            await answer.close()
            return
        elif self._emoji_gone(error):
            sentence = sentence_of(words, Refused(Problem.BUSY))
        elif is_trouble(error):
            # The line has no reference, so that the log can count equal lines as one.
            _log.error("an interaction could not be carried out", exc_info=error)
            sentence = sentence_of(words, Refused(Problem.BUSY))
        else:
            reference = REFERENCE.get()
            _log.error("reference %s: %s", reference, type(error).__name__, exc_info=error)
            sentence = words("problem.unexpected", reference=reference)
        try:
            await answer.send(private=True, posted=note(sentence), view=note(sentence))
        except ThreadClosed:
            await self._move_tables(interaction)
        except (Unanswered, discord.HTTPException) as again:
            _log.warning("an error could not be answered: %s", again)
        await answer.close()

    async def _move_tables(self, interaction: discord.Interaction[Any]) -> None:
        """Moves the tables out of a thread in which Discord accepts no answers any more."""
        if interaction.channel_id is not None:
            await self._thread_closed(interaction.channel_id)


def _expect_answer(answer: Answer) -> None:
    """Raises `SaidNothing` if the handler gave no answer. Then `Router.answer_error` answers instead of the handler."""
    if not answer.said:
        raise SaidNothing


def _press_of(interaction: discord.Interaction[Any], form: re.Pattern[str]) -> Press | None:
    """Returns the press that an interaction's `custom_id` names. None if another version of the bot drew the item."""
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id")
    match = form.fullmatch(custom_id) if isinstance(custom_id, str) else None
    return None if match is None else decode(match)
