"""The types with which features describe messages and menu entries, and the interface of the screen that draws them."""

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
from bot.adapter.open_pages import OpenPages
from bot.adapter.store import MessageStore
from bot.app import App
from bot.people.preferences import Preferences
from bot.rows.slots import Slot, SlotKind
from bot.tables.lookup import ReaderViews
from bot.tables.views import HandView, TableView
from bot.texts import Words


class Screen(Protocol):
    """Draws messages again after every change. One screen draws those of all tables, another one those of all
    tournaments.

    `owner_id` is the id of the table or tournament whose messages are drawn.
    """

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
        """Returns a context manager. Its `with` block has to carry out the press.

        Keeps the token of the press, which can edit the pressed message afterwards. If the press changes the state,
        drawings of the person's messages that were begun before are not sent any more.

        Args:
            on_hand: whether the button stands on a private hand, which follows the game.
        """

    async def answer(self, interaction: discord.Interaction[Any], press: Press, /) -> None:
        """Answers a press on a hand, once the press was carried out, with a new drawing of the hand.

        If the drawing is not ready within a moment, the answer has no message.
        """

    async def stop(self, grace_s: float, /) -> None:
        """Finishes the drawings under way, within `grace_s` seconds. The next start draws the others."""


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
        hand: what the reader may know as a player of the present or last game. None for any other reader.
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
"""Returns one feature's entries in the menu More for one reader: only those that the reader can use now."""


@dataclass(frozen=True, slots=True)
class Display:
    """The Discord client, its two screens, and the functions by which features add entries to the menu More of a table.

    Attributes:
        followups: the further private messages about tables, which are deleted when they are out of date.
        pages: private pages that belong to no table, and follow what others do.
    """

    client: discord.Client
    tables: Screen
    tournaments: Screen
    followups: Followups
    pages: OpenPages
    more: Sequence[More] = ()


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One state of a table, and what is known of its messages.

    From this value each feature decides which messages to show.

    Attributes:
        slots: by the slot (the name of a message), whether the message was sent. False if its reader refuses direct
            messages.
        unfinished: the slots whose message, as this process last drew it, shows a game or deal that is not over.
        is_homeless: whether there is no channel in which Discord accepts the table's message.
        followups: the ids of the readers whose further private message can still be deleted.
        awaiting: the ids of the people whose channel of direct messages is not open yet. Their messages wait for it.
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
        """The part of the state that all readers may know."""
        return self.views.table


Draw: TypeAlias = Callable[[Words, Preferences], Awaitable[Message]]
"""Draws a message in the language of its reader, right before it is shown."""
_Values = ParamSpec("_Values")


@dataclass(frozen=True, slots=True)
class Ring:
    """A message that is sent once and never edited. It is sent before the other messages of its reader."""

    slot: Slot
    draw: Draw


@dataclass(frozen=True, slots=True)
class Post:
    """A public message that is sent once, then edited as the table changes.

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
        sends: whether to send the message if it does not exist yet. If False, only an existing message and the
            ephemeral copy are edited.
        renew_after_ms: a message that has not changed for this long is replaced by a new one, which rings.
        told: whether the public message of the table says how this reader sees their hand. If so, that message is
            drawn again once the hand is sent.
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
    """The last state of a message. The message is edited one last time, then never again.

    Attributes:
        sends: whether a missing message is sent.
    """

    slot: Slot
    draw: Draw
    sends: bool = False


@dataclass(frozen=True, slots=True)
class Deletion:
    """A message to delete, because it is out of date."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class FollowupDeletion:
    """Deletes the reader's further private message at the table. That message has no slot."""


Drawn: TypeAlias = Ring | Post | Hand | Remainder | Closing
"""A message to show. Its slot is the name of the message at its table.

A message that only one person may read has a slot for that person.
"""
Placement: TypeAlias = Drawn | Deletion | FollowupDeletion
"""What a feature wants done with one message of a table: shown in a given state, or deleted."""


PlacementFor: TypeAlias = tuple[int | None, Placement]
"""A placement and the id of its reader. The id is None for a public message."""
Placements: TypeAlias = Callable[[ShownTable], Iterable[PlacementFor]]
"""Yields the placements of one feature for all readers of a table.

The placements of one reader come in the order in which their messages are drawn. The function is called once for each
state of a table and its messages. It reads only that state. It draws nothing.
"""


def draw_with(
    draw: Callable[Concatenate[Words, _Values], Message], *args: _Values.args, **kwargs: _Values.kwargs
) -> Draw:
    """Returns a `Draw` that draws a message from these values, and ignores the preferences of its reader."""

    async def drawing(words: Words, _preferences: Preferences) -> Message:
        return draw(words, *args, **kwargs)

    return drawing


def question_deletions(shown: ShownTable, kind: SlotKind, *asked: Slot) -> Iterator[PlacementFor]:
    """Yields a deletion for each message of a table with a question of this kind, except the questions asked now."""
    for slot in shown.slots:
        if slot.kind is kind and slot not in asked:
            yield slot.reader, Deletion(slot)
