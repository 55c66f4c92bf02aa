"""An interaction as its handler gets it: with the bot's services, the texts in the person's language, and methods to
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.answer import Answer
from bot.adapter.contexts import Context, bot_is_absent, context_of, server_of
from bot.adapter.custom_ids import ITEM, Verb, decode
from bot.adapter.display import Display
from bot.adapter.message import Message, note
from bot.app import App
from bot.people.members import Membership
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.tables.state.sight import Backer
from bot.texts import Language, Words


@dataclass(frozen=True, slots=True)
class Request:
    """An interaction (a command, press or form) with everything that its handler needs.

    Attributes:
        words: the texts in the language of the person who acts.
        values: the values that the person has chosen in a select. Empty for other interactions.
        acts: True: the press is acknowledged once it was carried out, so that its token edits the pressed message.
            False: the first message that the handler sends is the answer.
        member: the person as a member of the server of the table, or else of the server in which they act. None if the
            press does not need the membership, or if the person is no member.
    """

    app: App
    display: Display
    interaction: discord.Interaction[Any]
    words: Words
    values: tuple[str, ...] = ()
    acts: bool = False
    member: Membership | None = None

    @property
    def answer(self) -> Answer:
        """The answer to this interaction, by which messages are sent and edited."""
        return Answer.of(self.interaction)

    @property
    def person(self) -> Person:
        """The person who acts."""
        return Person(self.interaction.user.id, naming.acting_name(self.interaction))

    @property
    def cause(self) -> int:
        """The id of the interaction.

        The database stores it with the change that the interaction causes, so that no interaction is carried out twice.
        """
        return self.interaction.id

    def backer(self) -> Backer:
        """Returns the facts on which a server's rules about backers depend: the age of the person's account, and how
        long and with which roles they are in the server of the table.
        """
        now, member = self.app.now(), self.member
        joined = None if member is None else member.joined_at
        return Backer(
            account_ms=now - round(self.interaction.user.created_at.timestamp() * 1000),
            member_ms=None if joined is None else now - joined,
            roles=frozenset() if member is None else member.roles,
        )

    @property
    def guild_id(self) -> int:
        """The id of the server in which the person acts. 0 in direct messages, and in a server without the bot."""
        return server_of(self.interaction) or 0

    @property
    def is_direct(self) -> bool:
        """Whether the person acts in their direct messages with the bot, where no one else reads along."""
        return context_of(self.interaction) is Context.DIRECT

    async def photographs(self, people: Iterable[int]) -> Mapping[int, bytes]:
        """Returns the photographs (bytes of avatars) of these people that are in memory and may be shown here, by the
        ids of people.
        """
        return await self.app.people.photographs.of(self.guild_id or None, people)

    @property
    def channel_id(self) -> int:
        """The id of the channel in which the person acts."""
        assert self.interaction.channel_id is not None
        return self.interaction.channel_id

    async def server(self) -> ServerSettings:
        """Returns the settings of the server in which the person acts."""
        return await self.app.people.servers.of(self.guild_id)

    def language_of(self, server: ServerSettings) -> Language:
        """Returns the language of public messages in this server."""
        return self.app.public_language(server, self.interaction.guild_locale)

    async def public_words(self) -> Words:
        """Returns the texts for public messages in this server."""
        return self.app.texts(self.language_of(await self.server()))

    async def preferences(self) -> Preferences:
        """Returns the preferences of the person who acts."""
        return (await self.app.people.profiles.profile(self.interaction.user.id)).preferences

    async def reply(self, message: Message | ui.LayoutView | str, *, private: bool = True) -> int | None:
        """Sends a message, as the first answer or as a further one. Where the bot is not, every message is private.

        Returns:
            The id of the message. None if an earlier try has sent the message and the message cannot be found.

        Raises:
            Unanswered: Discord did not accept the message.
        """
        if self.acts:
            await self.answer.acknowledge()
        content, private = await _content(message, "files"), private or bot_is_absent(self.interaction)
        return await self.answer.send(private=private, posted=note(self.words("answer.posted")), **content)

    async def replace(self, message: Message | ui.LayoutView | str) -> None:
        """Replaces the content of the message on which the person pressed.

        Raises:
            Unanswered: Discord did not accept the edit.
        """
        if self.acts:
            await self.answer.acknowledge()
        await self.answer.edit(**await _content(message, "attachments"))

    async def show(self, message: Message | ui.LayoutView | str) -> int | None:
        """Shows a page to the person alone: in place of the pressed message if only they can see it, or as a reply.

        Returns:
            The id of the message. None if an earlier try has sent the message and the message cannot be found.

        Raises:
            Unanswered: Discord did not accept the answer.
        """
        pressed = self.interaction.message
        if pressed is not None and (pressed.flags.ephemeral or self.is_direct):
            await self.replace(message)
            return pressed.id
        return await self.reply(message)

    def is_on_post(self, verb: Verb, owns: Callable[[str], bool]) -> bool:
        """Returns whether the pressed message is one for all that has a button or select of this verb whose argument
        `owns` accepts.

        A forged press may name a button that the message does not have. Ask this before a press replaces a message that
        others read.
        """
        pressed = self.interaction.message
        if pressed is None or pressed.flags.ephemeral:
            return False
        matches = (ITEM.fullmatch(custom_id) for custom_id in _custom_ids(pressed.components))
        presses = (decode(match) for match in matches if match is not None)
        return any(press is not None and press.verb is verb and owns(press.argument) for press in presses)

    def wake(self, table_id: int, reader: int | None = None) -> None:
        """Schedules a redraw of a table: of all its messages, or of those of one reader."""
        self.display.tables.wake(table_id, reader)


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        accessory = getattr(component, "accessory", None)
        yield from _custom_ids([*getattr(component, "children", ()), *([accessory] if accessory else [])])


async def _content(message: Message | ui.LayoutView | str, files: str) -> dict[str, Any]:
    """Returns a message as arguments for discord.py. `files` is the name of the argument for the pictures."""
    if isinstance(message, str):
        return {"view": note(message)}
    if isinstance(message, Message):
        return {"view": message.view, files: await message.files(), "allowed_mentions": message.allowed_mentions()}
    return {"view": message}
