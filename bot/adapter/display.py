"""Screens, which keep messages in step with tables and tournaments; the messages and menu entries of features there."""

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
        """Where the messages are kept."""

    async def server_of(self, owner_id: int, /) -> int | None:
        """Returns the server of a table or tournament; None: a private game, which is its player's wherever they are.

        Raises:
            Refused: there is no such table or tournament.
        """

    async def people_at(self, owner_id: int, /) -> Collection[int]:
        """Returns the ids of those who take part in a table or tournament.

        Raises:
            Refused: there is no such table or tournament.
        """

    def wake(self, owner_id: int, reader: int | None = None, /) -> None:
        """Draws the messages of one table or tournament again, soon: all of them, or those of one reader."""

    def carry_out(
        self, interaction: discord.Interaction[Any], press: Press, /, *, on_hand: bool
    ) -> AbstractAsyncContextManager[None]:
        """Keeps the token of a press, with which its message can be edited once what it asks for is done.

        It is to be done in the block: a drawing from before it is sent no more.

        Args:
            on_hand: whether the button stands on a private hand, which follows the game.
        """

    async def answer(self, interaction: discord.Interaction[Any], press: Press, /) -> None:
        """Answers a press on a hand by drawing it, where that is quick: the press has been carried out."""

    async def stop(self, grace_s: float, /) -> None:
        """Finishes drawings under way, within `grace_s`."""


class Group(Enum):
    """A group of the menu More, in the order of the page; the value is part of its key in the texts."""

    BETS = "bets"
    CHAIRS = "chairs"
    CARDS = "cards"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class MenuReader:
    """The reader who opens the menu More of a table, and their view of it.

    Attributes:
        hand: the view of a player with a game; None for backers and bystanders.
    """

    id: int
    table: TableView
    hand: HandView | None


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One thing in a group of the menu More: a button, a line above the buttons of the group, or both.

    Attributes:
        button: one that ends something has the style `danger`, and stands last.
        line: what the button does, or a fact.
    """

    group: Group
    button: PressButton | None = None
    line: str = ""


More: TypeAlias = Callable[[Words, MenuReader], Iterable[MenuEntry]]
"""Returns what a feature contributes to the menu More for one reader: only what this reader can use now."""


@dataclass(frozen=True, slots=True)
class Display:
    """The client, its screens, and what features contribute to the menu More of a table.

    Attributes:
        followups: the private further answers about tables that no longer hold one day.
    """

    client: discord.Client
    tables: Screen
    tournaments: Screen
    followups: Followups
    more: Sequence[More] = ()


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One state of a table, and its messages: all by which features choose what is shown.

    Attributes:
        slots: whether the message of a slot was sent; if not, its reader has refused it.
        unfinished: slots in which this process last showed play that goes on.
        is_homeless: whether the table can be shown nowhere.
        followups: who has a private further answer that can be deleted.
        awaiting: whose messages wait for their channel of direct messages to be opened.
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
"""Draws a message in the words of its reader, when it is about to be shown."""
_Values = ParamSpec("_Values")


@dataclass(frozen=True, slots=True)
class Ring:
    """A message that is sent once, before its reader's other messages, and never edited."""

    slot: Slot
    draw: Draw


@dataclass(frozen=True, slots=True)
class Post:
    """A public message that is sent, and edited as the table changes.

    Attributes:
        channel_id: where the message stands; None: where the table stands.
        stage: a change of it is shown at once, other changes as fast as Discord's limits allow; None: all are at once.
    """

    slot: Slot
    draw: Draw
    channel_id: int | None = None
    stage: object = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A private message about a hand, edited as the game goes on; the reader's open ephemeral copy follows it.

    Attributes:
        stage: as of `Post`.
        sends: whether the message is sent if there is none; else it is edited alone, and so is the copy.
        renew_after_ms: a message that has not changed for this long gives way to a new one, which rings.
        told: whether the public message of the table says that the reader has this one.
    """

    slot: Slot
    draw: Draw
    stage: object = None
    sends: bool = True
    renew_after_ms: int | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Remainder:
    """The remainder of an earlier message, edited as the table changes; if none was sent, none is."""

    slot: Slot
    draw: Draw


@dataclass(frozen=True, slots=True)
class Closing:
    """The last state of a message: drawn one last time, then never again by this process.

    Attributes:
        sends: whether the message is sent if there is none.
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
    """The deletion of the reader's private further answer, which has no slot."""


Drawn: TypeAlias = Ring | Post | Hand | Remainder | Closing
"""A message to be shown; its slot is its name, and what one person alone may read has a slot of its own."""
Placement: TypeAlias = Drawn | Deletion | FollowupDeletion
"""What a feature wants of one message of a table, for one reader or for all."""


PlacementFor: TypeAlias = tuple[int | None, Placement]
"""A placement, and its reader; None: all."""
Placements: TypeAlias = Callable[[ShownTable], Iterable[PlacementFor]]
"""Yields what one feature wants of the messages of a table, for all readers; those of one reader in their order.

A feature is asked once for a state of the table and its messages: it reads nothing but these, and draws nothing.
"""


def draw_with(
    draw: Callable[Concatenate[Words, _Values], Message], *args: _Values.args, **kwargs: _Values.kwargs
) -> Draw:
    """Returns what draws a message from values that are at hand, whatever its reader prefers."""

    async def drawing(words: Words, _preferences: Preferences) -> Message:
        return draw(words, *args, **kwargs)

    return drawing


def question_deletions(shown: ShownTable, kind: SlotKind, *asked: Slot) -> Iterator[PlacementFor]:
    """Yields the deletion of the questions of a kind, all but those that are asked now."""
    for slot in shown.slots:
        if slot.kind is kind and slot not in asked:
            yield slot.reader, Deletion(slot)
