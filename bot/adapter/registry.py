"""The register of what features handle: commands, presses, forms, reactions. Each command and press has one owner."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
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
"""Called with a `Request`, then with the options of the command."""
PressHandler: TypeAlias = Callable[[Request, Press], Awaitable[None]]
FormHandler: TypeAlias = Callable[[Request, Press], Awaitable[ui.Modal]]
"""Returns the form that a press opens."""
Complete: TypeAlias = Callable[[Request, str], Awaitable[list[app_commands.Choice[str]]]]
"""Returns values for an option, from the text typed so far."""


class First(Enum):
    """The first step after a press."""

    ACTION = "action"
    """The handler carries out the press. Then the press is acknowledged."""
    ANSWER = "answer"
    """The handler answers with a message, or by editing the message that was pressed."""
    FORM = "form"
    """The handler returns a form. Discord does not wait for it, so the handler reads little and changes nothing."""


class Needs(Enum):
    """The condition for a press. `bot.adapter.belonging` checks it before the handler runs. See `docs/presses.md`."""

    NOTHING = "nothing"
    """No condition. The press names no table, and shows a page for all or the presser's own page."""
    GAME = "game"
    """No condition. The press names a finished game, which the handler shows in its server, or to its players."""
    SERVER = "server"
    """The press is made in a server, about that server."""
    MANAGER = "manager"
    """The press is made in a server, by a person who manages that server."""
    OWNER = "owner"
    """The person owns the bot."""
    TABLE = "table"
    """The press is made in the server of the table or tournament, or in direct messages. The table checks the rest."""
    SEEN = "seen"
    """As `TABLE`. In direct messages, the person is at the table, or a member of the server, as Discord says."""
    MEMBER = "member"
    """As `TABLE`. In direct messages, the person is a member of the server, as Discord says. Used to join or bet."""


class Stands(Enum):
    """The place of the buttons of a verb."""

    MESSAGE = "message"
    """A message of a table or tournament, or a private page that stays."""
    HAND = "hand"
    """A private hand, which follows the game. The press is answered by drawing the hand."""
    PAGE = "page"
    """The menu More or one of its pages. A short text replaces it after the press."""


class ReactionReader(Protocol):
    """Reads the reactions that people add and remove."""

    async def reaction_changed(self, payload: discord.RawReactionActionEvent, /) -> None:
        """Reads a reaction that was added or removed."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the handler gets as a keyword. Its value is None if the person does not give the option.

    Attributes:
        takes: the type of the value, as discord.py reads annotations.
        choices: the values offered, by the keys of their names. Empty if any value is allowed.
    """

    name: str
    takes: Any
    choices: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command. The keys of its texts are `command.NAME` and `command.NAME.OPTION`.

    Attributes:
        choices: by the name of an option, the values that it offers, by the keys of their names.
        texts: by the name of an option, the key of its description, if that is another key.
        complete: by the name of an option, the function that completes it while a person types.
        options: the options that the handler gets as keywords.
        direct: whether the command works in direct messages, where there is no server.
    """

    name: str
    run: Handler
    choices: Mapping[str, Mapping[str, str | int]]
    texts: Mapping[str, str]
    complete: Mapping[str, Complete]
    options: Sequence[Option] = ()
    direct: bool = False

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the command as discord.py reads them: the request, then the options."""
        own = [
            parameter
            for parameter in signature(self.run, eval_str=True).parameters.values()
            if parameter.kind is not parameter.VAR_KEYWORD
        ]
        kind = Parameter.POSITIONAL_OR_KEYWORD
        return own + [
            Parameter(option.name, kind, default=None, annotation=option.takes | None) for option in self.options
        ]


@dataclass(frozen=True, slots=True)
class Menu:
    """An entry in the menu of a member. Its name is the text of a key."""

    key: str
    run: Handler


@dataclass(frozen=True, slots=True)
class PressRoute:
    """The handler of a press, the place of its button, and the screen that shows it."""

    run: PressHandler | FormHandler
    needs: Needs
    first: First
    screen: Callable[[Display], Screen]
    stands: Stands = Stands.MESSAGE


def _tables(display: Display) -> Screen:
    return display.tables


@dataclass(frozen=True, slots=True)
class Routes:
    """Collects the handlers of a module.

    Args:
        screen: returns the screen that shows the messages of these presses.
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
        options: Sequence[Option] = (),
        direct: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Registers a slash command. Its handler answers with a message. The arguments are as in `Command`."""

        def register(run: Handler) -> Handler:
            offered = {**(choices or {}), **{option.name: option.choices for option in options if option.choices}}
            self.commands.append(Command(name, run, offered, texts or {}, complete or {}, options, direct))
            return run

        return register

    def menu(self, key: str) -> Callable[[Handler], Handler]:
        """Registers an entry in the menu of a member."""

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
            argument: the argument that the handler handles. None for every argument without a handler of its own.
        """

        def register(run: PressHandler) -> PressHandler:
            route = PressRoute(run, needs, first, self.screen, stands)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def opens(self, *verbs: Verb, needs: Needs, argument: str | None = None) -> Callable[[FormHandler], FormHandler]:
        """Registers the function that returns the form for buttons with these verbs. `needs` is as in `press`."""

        def register(run: FormHandler) -> FormHandler:
            route = PressRoute(run, needs, First.FORM, self.screen)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def form(self, *verbs: Verb, needs: Needs) -> Callable[[PressHandler], PressHandler]:
        """Registers the handler of submitted forms with these verbs. It carries them out as it would presses."""

        def register(run: PressHandler) -> PressHandler:
            self.forms.extend((verb, PressRoute(run, needs, First.ACTION, self.screen)) for verb in verbs)
            return run

        return register


@dataclass(frozen=True, slots=True)
class Feature:
    """The contribution of one package of `bot.features` to the bot.

    Attributes:
        routes: the handlers of its commands, presses and forms.
        reactions: functions that return the readers of reactions.
        placements: yields the messages that the feature contributes to a table.
        more: yields the entries that the feature contributes to the menu More of a table.
    """

    name: str
    routes: tuple[Routes, ...] = ()
    reactions: tuple[Callable[[App, Display], ReactionReader], ...] = ()
    placements: Placements | None = None
    more: More | None = None


class Registry:
    """Everything that features have registered.

    Raises:
        ValueError: a command or a verb has two owners.
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
        """Returns the route of a press. None if no feature handles it."""
        return self._presses.get((press.verb, press.argument)) or self._presses.get((press.verb, None))

    def form(self, press: Press) -> PressRoute | None:
        """Returns the route of a submitted form. None if no feature handles it."""
        return self._forms.get(press.verb)

    @property
    def routes(self) -> list[tuple[bool, Verb, str | None, PressRoute]]:
        """All routes: whether the route is of a form, its verb, its argument, and the route."""
        presses = [(False, verb, argument, route) for (verb, argument), route in self._presses.items()]
        return [*presses, *((True, verb, None, route) for verb, route in self._forms.items())]

    @property
    def verbs(self) -> frozenset[Verb]:
        """The verbs of all routes of presses."""
        return frozenset(verb for verb, _ in self._presses)


def _add(owners: dict[Any, Any], key: object, value: object, feature: Feature) -> None:
    if key in owners:
        raise ValueError(f"feature {feature.name} registers {key}, which has an owner already")
    owners[key] = value
