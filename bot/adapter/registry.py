"""Registers of features: commands, presses, forms, reactions. Each has one owner."""

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
"""Gets a `Request` first, then the options of the command."""
PressHandler: TypeAlias = Callable[[Request, Press], Awaitable[None]]
FormHandler: TypeAlias = Callable[[Request, Press], Awaitable[ui.Modal]]
"""Returns the form that a press opens."""
Complete: TypeAlias = Callable[[Request, str], Awaitable[list[app_commands.Choice[str]]]]
"""Offers values for an option, by what is typed so far."""


class First(Enum):
    """The first step when something is pressed."""

    ACTION = "action"
    """The handler does what is asked for; then the press is acknowledged."""
    ANSWER = "answer"
    """The handler answers with a message, or by editing the one that was pressed."""
    FORM = "form"
    """The handler returns a form, which cannot be put off: it reads little and changes nothing."""


class Needs(Enum):
    """What a press asks for before it is carried out; held by `bot.adapter.belonging`. See `docs/presses.md`."""

    NOTHING = "nothing"
    """It names no table: what it shows is for all, or the presser's own."""
    GAME = "game"
    """It names a finished game, which its handler shows in the server of the game, and to its players anywhere."""
    SERVER = "server"
    """It is pressed in a server, of which it tells."""
    MANAGER = "manager"
    """It is pressed in a server, by a person who manages that server."""
    OWNER = "owner"
    """It is pressed by the owner of the bot, as Discord says."""
    TABLE = "table"
    """Pressed in the server of the table or tournament, or in direct messages. The table knows who may: a move."""
    SEEN = "seen"
    """As `TABLE`; in direct messages by who is at the table, or else by a member of the server, as Discord says."""
    MEMBER = "member"
    """As `TABLE`; in direct messages by a member of the server, as Discord says: it seats, bets, queues or enters."""


class Stands(Enum):
    """Where the buttons of a verb stand."""

    MESSAGE = "message"
    """On a message of a table or tournament, or on a private page that stays."""
    HAND = "hand"
    """On a private hand, which follows the game: the press is answered by drawing the hand."""
    PAGE = "page"
    """In the menu More or on one of its pages: a word takes its place when the press is done."""


class ReactionReader(Protocol):
    """Reads the reactions that people add and remove."""

    async def reaction_changed(self, payload: discord.RawReactionActionEvent, /) -> None:
        """A reaction was added or removed."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the handler takes among its keywords; None where it was not given.

    Attributes:
        takes: the type of its value, as discord.py reads annotations.
        choices: the values offered, by the keys of their names; empty: any.
    """

    name: str
    takes: Any
    choices: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command; its texts are `command.NAME` and `command.NAME.OPTION`.

    Attributes:
        choices: the values of options that offer some, by the keys of their names.
        texts: the keys of options described elsewhere.
        complete: what completes an option while it is typed.
        options: those that the handler takes among its keywords.
        direct: whether it works in direct messages, where there is no server.
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
    """An entry in the menu of a member, named by a key."""

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
        screen: what shows the messages on which these presses are made.
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
        """Registers a slash command; its handler answers with a message. `direct`: in direct messages, too."""

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
        """Registers what answers buttons and selects with these verbs.

        Args:
            needs: what the press asks for, held before the handler is called.
            argument: only with this argument; None: with any that has no handler of its own.
        """

        def register(run: PressHandler) -> PressHandler:
            route = PressRoute(run, needs, first, self.screen, stands)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def opens(self, *verbs: Verb, needs: Needs, argument: str | None = None) -> Callable[[FormHandler], FormHandler]:
        """Registers what returns the form that buttons with these verbs open; `needs` and `argument` as for `press`."""

        def register(run: FormHandler) -> FormHandler:
            route = PressRoute(run, needs, First.FORM, self.screen)
            self.presses.extend((verb, argument, route) for verb in verbs)
            return run

        return register

    def form(self, *verbs: Verb, needs: Needs) -> Callable[[PressHandler], PressHandler]:
        """Registers what answers forms with these verbs: they act, as presses do."""

        def register(run: PressHandler) -> PressHandler:
            self.forms.extend((verb, PressRoute(run, needs, First.ACTION, self.screen)) for verb in verbs)
            return run

        return register


@dataclass(frozen=True, slots=True)
class Feature:
    """The contribution of one package of `bot.features` to the bot.

    Attributes:
        placements: yields the messages of a table that it contributes.
        more: contributes to the menu More of a table.
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
        """Returns who answers a press; None: no feature does."""
        return self._presses.get((press.verb, press.argument)) or self._presses.get((press.verb, None))

    def form(self, press: Press) -> PressRoute | None:
        """Returns who answers a form; None: no feature does."""
        return self._forms.get(press.verb)

    @property
    def routes(self) -> list[tuple[bool, Verb, str | None, PressRoute]]:
        """Every press, and every form (True), by verb and argument."""
        presses = [(False, verb, argument, route) for (verb, argument), route in self._presses.items()]
        return [*presses, *((True, verb, None, route) for verb, route in self._forms.items())]

    @property
    def verbs(self) -> frozenset[Verb]:
        """Every verb with an owner."""
        return frozenset(verb for verb, _ in self._presses)


def _add(owners: dict[Any, Any], key: object, value: object, feature: Feature) -> None:
    if key in owners:
        raise ValueError(f"feature {feature.name} registers {key}, which has an owner already")
    owners[key] = value
