"""Builds the bot's commands from the registry: one group of slash commands, the entries in the context menu of members,
and the completion of options.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Awaitable, Mapping, Sequence
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final

import discord
from discord import app_commands

from bot.adapter.answer import NETWORK, PATIENCE_S
from bot.adapter.contexts import Context, Contexts
from bot.adapter.discord_internals import get_commands, mark_completed, put_commands
from bot.adapter.registry import Command, Complete, Handler, Menu, Registry
from bot.adapter.router import Router
from bot.tables.problems import Refused
from bot.texts import Language, Texts

_log = logging.getLogger(__name__)
_KEY = "key"
_ENTRY_POINT = 4
"""The type of the command that launches the application's Activity. Discord makes that command itself."""
_ENTRY_POINT_FIELDS = frozenset(
    {
        *("id", "type", "name", "name_localizations", "description", "description_localizations"),
        *("handler", "contexts", "integration_types", "default_member_permissions"),
    }
)


_NO_USER_INSTALL: Final = (
    "Discord has refused the commands, so they are registered for servers alone. To let people add the bot to "
    "their account, tick User Install on the application's page Installation, and start the bot again"
)


class Wording:
    """Returns sentences for discord.py by their keys."""

    def __init__(self, texts: Texts) -> None:
        self._words = texts(Language.ENGLISH)

    def __call__(self, key: str) -> app_commands.locale_str:
        """Returns the English sentence of a key, with the key for the `Translator`."""
        return app_commands.locale_str(self._words(key), **{_KEY: key})


class Translator(app_commands.Translator):
    """Translates the sentences of `Wording` for discord.py.

    A text without a key, such as a command's name, is not translated.
    """

    def __init__(self, texts: Texts) -> None:
        # At each start discord.py asks for every sentence in each of Discord's thirty languages.
        spoken = {locale: Language.of(locale.value) for locale in discord.Locale}
        self._words = {locale: texts(of) for locale, of in spoken.items() if of is not Language.ENGLISH}

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Returns a sentence in one of Discord's languages. None if the English text stays.

        That is so for English itself, for a language that the bot does not speak, and for a text without a key.
        """
        words, key = self._words.get(locale), string.extras.get(_KEY)
        return words(key) if words is not None and isinstance(key, str) else None


class Tree(app_commands.CommandTree[Any]):
    """Runs commands through the router, which answers every error."""

    def __init__(self, client: discord.Client, router: Router) -> None:
        super().__init__(client)
        self._router = router

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether a command, or the completion of an option, may begin.

        If a command may not begin, tells the person why. `Router.expect_command` decides.
        """
        is_command = interaction.type is discord.InteractionType.application_command
        try:
            if is_command:
                self._router.expect_command(interaction)
            else:
                self._router.expect_open(interaction)
        except Refused as error:
            if is_command:
                await self._router.answer_error(interaction, error)
            return False
        return True

    async def register(self, registered: str) -> str:
        """Registers the commands with Discord, unless Discord still has the same ones. Returns their digest.

        If Discord accepts no commands for people who install the bot for themselves, registers the commands for servers
        alone. Then the next start tries to register them for both again.

        Args:
            registered: the digest of the last registration.

        Raises:
            HTTPException: Discord refused the commands.
        """
        assert self.translator is not None
        payload = [await command.get_translated_payload(self, self.translator) for command in self.get_commands()]
        stored = await get_commands(self.client)
        if self._digest(payload, stored) != registered:
            # Discord refuses an update without the entry point of the application's Activity (50240), so it is kept.
            entry_points = [
                {name: value for name, value in command.items() if name in _ENTRY_POINT_FIELDS and value is not None}
                for command in stored
                if command["type"] == _ENTRY_POINT
            ]
            try:
                stored = await put_commands(self.client, [*payload, *entry_points])
            except discord.HTTPException as error:
                if error.status != HTTPStatus.BAD_REQUEST:
                    raise
                _log.warning("%s (%s)", _NO_USER_INSTALL, error)
                payload = [*map(_for_servers, payload)]
                stored = await put_commands(self.client, [*payload, *entry_points])
        return self._digest(payload, stored)

    def _digest(self, payload: Sequence[Mapping[str, Any]], stored: Sequence[Mapping[str, Any]]) -> str:
        """Returns a digest of our commands and of Discord's. A command lost, added or changed at Discord changes it."""
        versions = sorted(
            (command["type"], command["name"], command["id"], command.get("version"))
            for command in stored
            if command["type"] != _ENTRY_POINT
        )
        text = json.dumps([self.client.application_id, payload, versions], sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answers the error of a command."""
        await self._router.answer_error(interaction, error)


def build(
    client: discord.Client,
    router: Router,
    registry: Registry,
    wording: Wording,
    commands: Mapping[str, Contexts],
    menus: Mapping[str, Contexts],
) -> Tree:
    """Builds all commands, not yet registered with Discord.

    Args:
        commands: where each command works, by its name, in the order in which Discord lists the commands.
        menus: where each entry of the context menu of a member works, by the key of its name.

    Raises:
        ValueError: `commands` and `menus` do not name exactly the commands and entries that features have registered.
    """
    registered = registry.commands.keys() | {menu.key for menu in registry.menus}
    if difference := (commands.keys() | menus.keys()) ^ registered:
        raise ValueError(
            f"bot/features: COMMANDS or MENUS lacks these of a feature, or no feature has them: {sorted(difference)}"
        )
    tree = Tree(client, router)
    everywhere = frozenset(context for contexts in commands.values() for context in contexts)
    group = app_commands.Group(name="ecarte", description=wording("command.ecarte"), **_offered(everywhere))
    for name, contexts in commands.items():
        group.add_command(_command(router, wording, registry.commands[name], contexts))
    tree.add_command(group)
    for menu in registry.menus:
        tree.add_command(_menu(router, wording, menu, menus[menu.key]))
    return tree


def _offered(contexts: Contexts) -> dict[str, Any]:
    """Returns the arguments that say where Discord offers a command or a group.

    Where the bot is not, Discord offers it only to people who have installed the bot for themselves.
    """
    servers = not contexts.isdisjoint({Context.SERVER, Context.OTHER_SERVER})
    direct, other = Context.DIRECT in contexts, Context.OTHER_MESSAGES in contexts
    alone = not contexts.isdisjoint({Context.OTHER_SERVER, Context.OTHER_MESSAGES})
    return {
        "allowed_contexts": app_commands.AppCommandContext(guild=servers, dm_channel=direct, private_channel=other),
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=alone),
    }


def _for_servers(command: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a command as Discord gets it, offered to members of servers that have the bot and to no one else."""
    places = app_commands.AppCommandContext(guild=True, dm_channel=True).to_array()
    installs = app_commands.AppInstallationType(guild=True).to_array()
    contexts = [place for place in command["contexts"] if place in places]
    return {**command, "integration_types": installs, "contexts": contexts}


def _command(
    router: Router, wording: Wording, command: Command, contexts: Contexts
) -> app_commands.Command[Any, ..., None]:
    built: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=command.name,
        description=wording(f"command.{command.name}"),
        callback=_callback(router, command.run, command.parameters, contexts),
    )
    options = [option.name for option in built.parameters]
    texts = {option: command.texts.get(option, f"command.{command.name}.{option}") for option in options}
    app_commands.describe(**{option: wording(key) for option, key in texts.items()})(built)
    for option, choices in command.choices.items():
        offered = [app_commands.Choice(name=wording(key), value=value) for key, value in choices.items()]
        app_commands.choices(**{option: offered})(built)
    for option, complete in command.complete.items():
        built.autocomplete(option)(_completion(router, complete))
    return built


def _menu(router: Router, wording: Wording, menu: Menu, contexts: Contexts) -> app_commands.ContextMenu:
    parameters = list(inspect.signature(menu.run, eval_str=True).parameters.values())
    callback = _callback(router, menu.run, parameters, contexts)
    return app_commands.ContextMenu(name=wording(menu.key), callback=callback, **_offered(contexts))


def _callback(router: Router, run: Handler, parameters: Sequence[inspect.Parameter], contexts: Contexts) -> Any:
    """Returns the callback for discord.py. Its parameters are the interaction, then the options of the handler."""

    async def callback(interaction: discord.Interaction[Any], *arguments: Any, **options: Any) -> None:
        await router.command(interaction, lambda request: run(request, *arguments, **options), contexts)

    request, *others = parameters
    interaction = request.replace(annotation=discord.Interaction)
    callback.__signature__ = inspect.Signature([interaction, *others])  # type: ignore[attr-defined]
    return callback


def _completion(router: Router, complete: Complete) -> Any:
    async def completion(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        choices: list[app_commands.Choice[str]] = []
        if router.may_complete(interaction):
            choices = await _in_time(complete(router.unrecorded_request(interaction), current))
        response = interaction.response
        try:
            await response.autocomplete(choices)
        except (discord.HTTPException, *NETWORK) as error:
            # Mostly the choices came too late, since the person typed on. discord.py would send them again and log an
            # error.
            _log.info("Discord did not accept a completion: %s", error)
            mark_completed(response)
        return choices

    return completion


async def _in_time(choices: Awaitable[list[app_commands.Choice[str]]]) -> list[app_commands.Choice[str]]:
    """Returns the choices, or none if finding them takes longer than Discord waits or fails."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await choices
    except TimeoutError:
        _log.info("a completion took too long")
    except Exception:
        _log.exception("a completion failed")
    return []
