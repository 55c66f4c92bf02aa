"""The register of the handlers of all features: for commands, presses, forms and reactions.

One feature handles each command and each press.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from inspect import Parameter, signature
from typing import Any, Protocol, TypeAlias

import discord
from discord import app_commands, ui

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Display, More, Placements, Screen
from bot.adapter.request import Request
from bot.app import App

Handler: TypeAlias = Callable[..., Awaitable[None]]
"""Handles a command or an entry of the context menu of a member.

Called with a `Request` and, for a command, the options that the person gave, by keyword. For an entry of the menu,
called with a `Request` and the member whose menu it is.
"""
PressHandler: TypeAlias = Callable[[Request, Press], Awaitable[None]]
FormHandler: TypeAlias = Callable[[Request, Press], Awaitable[ui.Modal]]
"""Returns the form that a press opens."""
Complete: TypeAlias = Callable[[Request, str], Awaitable[list[app_commands.Choice[str]]]]
"""Returns suggestions for an option of a command, from the text that the person has typed so far."""


class First(Enum):
    """How a press gets its first answer."""

    ACTION = "action"
    """The handler carries out the press. The router acknowledges it afterwards."""
    ANSWER = "answer"
    """The handler answers by itself: with a message, or by editing the message that was pressed."""
    FORM = "form"
    """The handler returns a form to open.

    A form cannot be opened late, so the handler reads little and changes nothing.
    """


class Needs(Enum):
    """Who may make a press, and where. `bot.adapter.belonging` checks this before the handler runs.

    See `docs/presses.md`.
    """

    NOTHING = "nothing"
    """No condition. The press names no table.

    The press shows a page that all may see, or a page of the person who presses.
    """
    GAME = "game"
    """No condition here. The press names a finished game.

    The handler shows it only in the game's server or to its players.
    """
    SERVER = "server"
    """The press is made in a server that has the bot, and concerns that server."""
    MANAGER = "manager"
    """The press is made in a server that has the bot, by a person who manages that server."""
    OWNER = "owner"
    """The person owns the bot. The press is made in any place."""
    TABLE = "table"
    """The press is made in the server of the table or tournament, or in direct messages.

    The handler checks who presses.
    """
    SEEN = "seen"
    """As `TABLE`. In direct messages the person must also be at the table, or be a member of the server.

    Discord is asked whether the person is a member.
    """
    MEMBER = "member"
    """As `TABLE`. In direct messages the person must also be a member of the server. Discord is asked about this.

    For joining and betting.
    """


class Stands(Enum):
    """The kind of message on which the buttons of a verb stand."""

    MESSAGE = "message"
    """A message of a table or tournament, or a private page that stays."""
    HAND = "hand"
    """A player's private hand, which is edited as the game goes on. The press is answered by drawing the hand again."""
    PAGE = "page"
    """The menu More of a table, or one of its pages. After the press a short text replaces the page."""


class ReactionReader(Protocol):
    """Handles the reactions that people add to messages or remove. Backers advise players with reactions."""

    async def reaction_changed(self, payload: discord.RawReactionActionEvent, /) -> None:
        """Handles a reaction that was added to a message or removed."""


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command. The keys of its texts are `command.NAME` and `command.NAME.OPTION`.

    Attributes:
        choices: by the name of an option, the choices that it offers: the value of each by the text key of its label.
        texts: by the name of an option, the text key of its description, if that is not `command.NAME.OPTION`.
        complete: by the name of an option, the function that suggests values while a person types.
    """

    name: str
    run: Handler
    choices: Mapping[str, Mapping[str, str | int]]
    texts: Mapping[str, str]
    complete: Mapping[str, Complete]

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the command as discord.py wants them in a signature: the request, then the options."""
        return list(signature(self.run, eval_str=True).parameters.values())


@dataclass(frozen=True, slots=True)
class Menu:
    """An entry in the context menu that Discord shows for a member. `key` is the text key of the entry's name."""

    key: str
    run: Handler


@dataclass(frozen=True, slots=True)
class PressRoute:
    """Everything the router needs for a press: its handler, its condition, how it is answered, and the screen that
    draws its message.
    """

    run: PressHandler | FormHandler
    needs: Needs
    first: First
    screen: Callable[[Display], Screen]
    stands: Stands = Stands.MESSAGE


def _tables(display: Display) -> Screen:
    return display.tables


@dataclass(frozen=True, slots=True)
class Routes:
    """Collects the handlers of a feature's module, each registered by a decorator.

    Args:
        screen: returns the screen (of tables or of tournaments) that draws the messages on which these presses are
            made.
    """

    screen: Callable[[Display], Screen] = _tables
    commands: list[Command] = field(default_factory=list)
    menus: list[Menu] = field(default_factory=list)
    presses: list[tuple[Verb, str | None, PressRoute]] = field(default_factory=list)
    forms: list[tuple[Verb, PressRoute]] = field(default_factory=list)

    def command(
        self,
        name: str,
        *,
        choices: Mapping[str, Mapping[str, str | int]] | None = None,
        texts: Mapping[str, str] | None = None,
        complete: Mapping[str, Complete] | None = None,
    ) -> Callable[[Handler], Handler]:
        """Registers the decorated handler of a slash command, which answers with a message.

        The arguments are as in `Command`.
        """

        def register(run: Handler) -> Handler:
            self.commands.append(Command(name, run, choices or {}, texts or {}, complete or {}))
            return run

        return register

    def menu(self, key: str) -> Callable[[Handler], Handler]:
        """Registers the decorated handler of an entry in the context menu of a member."""

        def register(run: Handler) -> Handler:
            self.menus.append(Menu(key, run))
            return run

        return register

    def press(
        self,
        *verbs: Verb,
        needs: Needs,
        argument: str | None = None,
        first: First = First.ACTION,
        stands: Stands = Stands.MESSAGE,
    ) -> Callable[[PressHandler], PressHandler]:
        """Registers the handler of buttons and selects with these verbs.

        Args:
            needs: the condition for the press, which is checked before the handler is called.
            argument: the handler is called only for presses with this argument. None for all presses of these verbs
                that have no handler for their argument.
        """

        def register(run: PressHandler) -> PressHandler:
            route = PressRoute(run, needs, first, self.screen, stands)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def opens(self, *verbs: Verb, needs: Needs, argument: str | None = None) -> Callable[[FormHandler], FormHandler]:
        """Registers the decorated function, which returns the form that buttons with these verbs open.

        `needs` is as in `press`.
        """

        def register(run: FormHandler) -> FormHandler:
            route = PressRoute(run, needs, First.FORM, self.screen)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def form(self, *verbs: Verb, needs: Needs) -> Callable[[PressHandler], PressHandler]:
        """Registers the decorated handler of forms with these verbs.

        The handler carries out a submitted form as it would a press.
        """

        def register(run: PressHandler) -> PressHandler:
            self.forms.extend((verb, PressRoute(run, needs, First.ACTION, self.screen)) for verb in verbs)
            return run

        return register


@dataclass(frozen=True, slots=True)
class Feature:
    """What one package or module of `bot.features` adds to the bot.

    Attributes:
        routes: the handlers of its commands, presses and forms.
        reactions: functions that each make a handler of reactions.
        placements: yields the messages that the feature contributes to a table.
        more: yields the entries that the feature contributes to the menu More of a table.
    """

    name: str
    routes: tuple[Routes, ...] = ()
    reactions: tuple[Callable[[App, Display], ReactionReader], ...] = ()
    placements: Placements | None = None
    more: More | None = None


class Registry:
    """All handlers that the features have registered, found by the press, the form or the name of a command.

    Raises:
        ValueError: two features have registered the same command, press or form.
    """

    def __init__(self, features: Iterable[Feature]) -> None:
        self.commands: dict[str, Command] = {}
        self.menus: list[Menu] = []
        self.reactions: list[Callable[[App, Display], ReactionReader]] = []
        self.placements: list[Placements] = []
        self.more: list[More] = []
        self._presses: dict[tuple[Verb, str | None], PressRoute] = {}
        self._forms: dict[Verb, PressRoute] = {}
        for feature in features:
            self.reactions += feature.reactions
            self.placements += [] if feature.placements is None else [feature.placements]
            self.more += [] if feature.more is None else [feature.more]
            for routes in feature.routes:
                self.menus += routes.menus
                for command in routes.commands:
                    _add(self.commands, command.name, command, feature)
                for verb, argument, route in routes.presses:
                    _add(self._presses, (verb, argument), route, feature)
                for verb, route in routes.forms:
                    _add(self._forms, verb, route, feature)

    def press(self, press: Press) -> PressRoute | None:
        """Returns how a button press is handled, or None if no feature handles it."""
        return self._presses.get((press.verb, press.argument)) or self._presses.get((press.verb, None))

    def form(self, press: Press) -> PressRoute | None:
        """Returns how a submitted form is handled, or None if no feature handles it."""
        return self._forms.get(press.verb)

    @property
    def routes(self) -> list[tuple[bool, Verb, str | None, PressRoute]]:
        """All routes of presses and forms.

        Each item has four parts: whether the route is a form's, the verb, the argument and the route. The argument is
        None if the route takes every argument that has no route of its own.
        """
        presses = [(False, verb, argument, route) for (verb, argument), route in self._presses.items()]
        return [*presses, *((True, verb, None, route) for verb, route in self._forms.items())]

    @property
    def verbs(self) -> frozenset[Verb]:
        """The verbs that at least one handler of presses is registered for."""
        return frozenset(verb for verb, _ in self._presses)


def _add(owners: dict[Any, Any], key: object, value: object, feature: Feature) -> None:
    if key in owners:
        raise ValueError(f"feature {feature.name} registers {key}, which has an owner already")
    owners[key] = value
