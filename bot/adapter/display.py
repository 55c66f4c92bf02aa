"""Screens, which keep messages in step with tables and tournaments, and the placements of features on them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias

import discord

from bot.adapter.answer import Followups
from bot.adapter.custom_ids import Press
from bot.adapter.items import PressButton
from bot.adapter.message import Message
from bot.adapter.store import MessageRow, MessageStore, Slot, SlotKind
from bot.app import App
from bot.people.preferences import Preferences
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
    """A table and its messages.

    Attributes:
        slots: the messages that were sent, or refused, by their slots.
        unfinished: slots of this process that last showed something that could still change.
        settled: slots that show the end of it, and are drawn no more.
        is_homeless: whether the table can be shown nowhere.
        followups: who has a private further answer that can be deleted.
        awaiting: whose messages wait for their channel of direct messages to be opened.
    """

    app: App
    table: TableView
    slots: Mapping[Slot, MessageRow]
    unfinished: frozenset[Slot] = frozenset()
    settled: frozenset[Slot] = frozenset()
    is_homeless: bool = False
    followups: frozenset[int] = frozenset()
    awaiting: frozenset[int] = frozenset()


Draw: TypeAlias = Callable[[Words, Preferences], Message]


@dataclass(frozen=True, slots=True)
class Placement:
    """One message that a table wants shown to one reader, or to all.

    Attributes:
        slot: its name; a message that only one person may read has a slot of its own.
        channel_id: of a public message; None: where the table stands.
        once: sent once, before the reader's other messages, and left as it is.
        only_edit: the rest of an earlier message; never sent.
        ends: what it shows is the end of it.
        final: drawn once more, and then left alone.
        copied: whether an open ephemeral copy of the reader follows.
        stage: of a message that follows play: a change of it is shown at once, the rest as fast as Discord's limits
            allow; None: every change is shown at once.
        renew_after_ms: a message that has not changed for so long gives way to a new one, which rings.
        gone: the message says nothing that still holds: it is deleted.
        followup: it is the reader's private further answer, in no slot.
        told: whether the public message says that its reader has it.
    """

    slot: Slot
    draw: Draw
    channel_id: int | None = None
    once: bool = False
    only_edit: bool = False
    ends: bool = False
    final: bool = False
    copied: bool = False
    stage: object = None
    renew_after_ms: int | None = None
    gone: bool = False
    followup: bool = False
    told: bool = False


def deletions_of(slots: Iterable[Slot]) -> list[Placement]:
    """Returns the deletion of messages that no longer hold."""
    return [Placement(slot, _refuse_drawing, gone=True) for slot in slots]


def followup_vanished() -> Placement:
    """Returns the deletion of the private further answer of a reader."""
    return Placement(Slot(SlotKind.UNKNOWN), _refuse_drawing, gone=True, followup=True)


def _refuse_drawing(_words: Words, _preferences: Preferences) -> Message:
    raise AssertionError("a message that is deleted is not drawn")


def _no_readers(_shown: ShownTable) -> Iterable[int]:
    return ()


@dataclass(frozen=True, slots=True)
class Placements:
    """The messages that one feature contributes.

    Attributes:
        wanted: the messages for one reader, or (None) those that all may read, in the order in which they are sent.
        readers: to whom there may be something to show in private, besides the players.
    """

    wanted: Callable[[ShownTable, int | None], Awaitable[Sequence[Placement]]]
    readers: Callable[[ShownTable], Iterable[int]] = _no_readers


def readers_of_questions(shown: ShownTable, *kinds: SlotKind) -> list[int]:
    """Returns the readers who have messages of these kinds."""
    return [slot.reader for slot in shown.slots if slot.kind in kinds and slot.reader is not None]


def question_deletions(shown: ShownTable, reader: int, kind: SlotKind, asked: Slot | None) -> list[Placement]:
    """Returns the deletion of the questions of a kind to a reader, all but the one that is asked now."""
    return deletions_of([slot for slot in shown.slots if slot.kind is kind and slot.reader == reader and slot != asked])
