"""The interface of screens, which draw tables and tournaments, and the messages and menu entries of features there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias

import discord

from bot.adapter.answer import Followups
from bot.adapter.custom_ids import Press
from bot.adapter.items import PressButton
from bot.adapter.message import Message
from bot.adapter.store import MessageStore
from bot.app import App
from bot.people.preferences import Preferences
from bot.rows.slots import Slot, SlotKind
from bot.tables.lookup import ReaderViews
from bot.tables.views import HandView, TableView
from bot.texts import Words


class Screen(Protocol):
    """Draws the messages of all tables, or of all tournaments, after every change."""

    @property
    def messages(self) -> MessageStore:
        """The store of the messages."""

    async def server_of(self, owner_id: int, /) -> int | None:
        """Returns the server of a table or tournament. None for a private game, which its player may play anywhere.

        Raises:
            Refused: there is no such table or tournament.
        """

    async def people_at(self, owner_id: int, /) -> Collection[int]:
        """Returns the ids of the people at a table, or of the entrants of a tournament.

        Raises:
            Refused: there is no such table or tournament.
        """

    def wake(self, owner_id: int, reader: int | None = None, /) -> None:
        """Schedules a redraw of a table or tournament: of all messages, or of those of one reader."""

    def carry_out(
        self, interaction: discord.Interaction[Any], press: Press, /, *, on_hand: bool
    ) -> AbstractAsyncContextManager[None]:
        """Keeps the token of a press, which can edit its message after the press was carried out.

        The press is carried out in the block. Drawings that were made before the press are not sent any more.

        Args:
            on_hand: whether the button stands on a private hand, which follows the game.
        """

    async def answer(self, interaction: discord.Interaction[Any], press: Press, /) -> None:
        """Answers a press on a hand, after it was carried out, by drawing the hand, if that is quick."""

    async def stop(self, grace_s: float, /) -> None:
        """Waits for drawings under way, at most `grace_s`."""


class Group(Enum):
    """A group of the menu More, in the order of the page. The value is part of the group's key in the texts."""

    BETS = "bets"
    CHAIRS = "chairs"
    CARDS = "cards"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class MenuReader:
    """The reader who opens the menu More of a table, and their view of it.

    Attributes:
        hand: the view of a player in a game. None for backers and bystanders.
    """

    id: int
    table: TableView
    hand: HandView | None


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One thing in a group of the menu More: a button, a line above the buttons of the group, or both.

    Attributes:
        button: the button. A button that ends something has the style `danger`, and stands last.
        line: a sentence about what the button does, or a fact.
    """

    group: Group
    button: PressButton | None = None
    line: str = ""


More: TypeAlias = Callable[[Words, MenuReader], Iterable[MenuEntry]]
"""Returns the entries of a feature in the menu More for one reader, only those that the reader can use now."""


@dataclass(frozen=True, slots=True)
class Display:
    """The client, its screens, and the contributions of features to the menu More of a table.

    Attributes:
        followups: the private further messages about tables, which are deleted when they no longer hold.
    """

    client: discord.Client
    tables: Screen
    tournaments: Screen
    followups: Followups
    more: Sequence[More] = ()


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One state of a table and its messages. Features choose from it what is shown.

    Attributes:
        slots: whether the message of a slot was sent. False if its reader refuses direct messages.
        unfinished: the slots in which this process last showed play that goes on.
        is_homeless: whether the table can be shown nowhere.
        followups: the readers whose private further message can be deleted.
        awaiting: the people whose messages wait until their channel of direct messages is open.
    """

    app: App
    views: ReaderViews
    slots: Mapping[Slot, bool]
    unfinished: frozenset[Slot] = frozenset()
    is_homeless: bool = False
    followups: frozenset[int] = frozenset()
    awaiting: frozenset[int] = frozenset()

    @property
    def table(self) -> TableView:
        """The public view."""
        return self.views.table


Draw: TypeAlias = Callable[[Words, Preferences], Awaitable[Message]]
"""Draws a message in the language of its reader, right before it is shown."""
_Values = ParamSpec("_Values")


@dataclass(frozen=True, slots=True)
class Ring:
    """A message that is sent once, before the other messages of its reader, and never edited."""

    slot: Slot
    draw: Draw


@dataclass(frozen=True, slots=True)
class Post:
    """A public message that is sent, and edited as the table changes.

    Attributes:
        channel_id: the channel of the message. None for the channel of the table.
        stage: a value whose changes are shown at once. Other changes wait for Discord's limits. If the stage is None,
            every change is shown at once.
    """

    slot: Slot
    draw: Draw
    channel_id: int | None = None
    stage: object = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A private message about a hand, edited as the game goes on. The reader's open ephemeral copy is edited too.

    Attributes:
        stage: as in `Post`.
        sends: whether a missing message is sent. If not, only existing messages and copies are edited.
        renew_after_ms: a message that has not changed for this long is replaced by a new one, which rings.
        told: whether the public message of the table says that the reader has this message.
    """

    slot: Slot
    draw: Draw
    stage: object = None
    sends: bool = True
    renew_after_ms: int | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Remainder:
    """Only edits a message that was sent before, as the table changes. If no message was sent, nothing is sent."""

    slot: Slot
    draw: Draw


@dataclass(frozen=True, slots=True)
class Closing:
    """The last state of a message. This process draws it one last time, then never again.

    Attributes:
        sends: whether a missing message is sent.
    """

    slot: Slot
    draw: Draw
    sends: bool = False


@dataclass(frozen=True, slots=True)
class Deletion:
    """The deletion of a message that no longer holds."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class FollowupDeletion:
    """The deletion of the reader's private further message, which has no slot."""


Drawn: TypeAlias = Ring | Post | Hand | Remainder | Closing
"""A message to show. Its slot is its name. A message that only one person may read has a slot of its own."""
Placement: TypeAlias = Drawn | Deletion | FollowupDeletion
"""The state that a feature wants for one message of a table, for one reader or for all."""


PlacementFor: TypeAlias = tuple[int | None, Placement]
"""A placement and its reader. The reader is None for public messages."""
Placements: TypeAlias = Callable[[ShownTable], Iterable[PlacementFor]]
"""Yields the placements of one feature for all readers of a table. The placements of one reader come in their order.

It is called once for each state of a table and its messages. It reads only that state, and draws nothing.
"""


def draw_with(
    draw: Callable[Concatenate[Words, _Values], Message], *args: _Values.args, **kwargs: _Values.kwargs
) -> Draw:
    """Returns a `Draw` that draws a message from these values, and ignores the preferences of its reader."""

    async def drawing(words: Words, _preferences: Preferences) -> Message:
        return draw(words, *args, **kwargs)

    return drawing


def question_deletions(shown: ShownTable, kind: SlotKind, *asked: Slot) -> Iterator[PlacementFor]:
    """Yields the deletions of all questions of a kind, except the questions asked now."""
    for slot in shown.slots:
        if slot.kind is kind and slot not in asked:
            yield slot.reader, Deletion(slot)
