"""The people of the simulated server, and its past when the page opens, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.texts import Language

#: A sentence of the page by language: `en`, `fr`.
Words = Mapping[str, str]

#: The locales that a person or the server may be set to, with their names on the page.
LOCALES: Mapping[str, str] = {
    "en-US": "English",
    "en-GB": "English (UK)",
    **{language.value: language.named_in(language) for language in Language if language is not Language.ENGLISH},
}

#: The permissions in the invite link, unless the caller says otherwise.
INVITED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    use_external_emojis=True,
)


@dataclass(frozen=True, slots=True)
class CastMember:
    """A person on the page.

    Attributes:
        key: the name in addresses and requests: lower case, ASCII.
        name: the displayed name.
        locale: the language of their Discord, one of `LOCALES`; the page can switch it.
        hue: the colour of the avatar, in degrees of the colour circle.
    """

    key: str
    name: str
    locale: str
    hue: int


#: The four people. The first owns the server; the others are plain members.
CAST: tuple[CastMember, ...] = (
    CastMember("alice", "Alice", "en-US", 344),
    CastMember("bruno", "Bruno", "fr", 210),
    CastMember("chloe", "Chloé", "fr", 38),
    CastMember("david", "David", "en-US", 268),
)


@dataclass(frozen=True, slots=True)
class Cast:
    """The names and pictures of the stage.

    Attributes:
        project: the title bar.
        bot: the bot's name.
        server: the server's name.
        channel: the text channel's name.
        locale: the server's language, one of `LOCALES`.
        people: the cast; the first owns the server.
        emojis: the pictures of the application's emojis by name, each a function that returns a PNG.
        role: the name of a role without rights, which the bot may give to members.
        portraits: the avatars of people by their keys, as PNG; others have none.
    """

    project: str = "Écarté"
    bot: str = "Écarté"
    server: str = "The Card Room"
    channel: str = "ecarte"
    locale: str = "en-US"
    people: tuple[CastMember, ...] = CAST
    emojis: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    role: str = "players"
    portraits: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({person.key for person in self.people}) != len(self.people) or not self.people:
            raise ValueError("people need different keys, and there must be one at least")
        unknown = {person.locale for person in self.people} | {self.locale}
        if unknown - LOCALES.keys():
            raise ValueError(f"unknown locales: {', '.join(sorted(unknown - LOCALES.keys()))}")


@dataclass(frozen=True, slots=True)
class Opening:
    """A slash command used at the start, and what the page then says.

    Attributes:
        person: the key of the person who uses the command.
        command: its whole name, such as `ecarte challenge`.
        options: its options by name; a person is given by key.
        sentence: for a visitor who knows nothing: what has happened, what to press.
        otherwise: the sentence where the bot declined (answered in private, or not at all), as it may with an
            older database. Empty: no banner then.
        look_at: the key of the person whose column the sentence is about; a phone shows that column first.
    """

    person: str
    command: str
    sentence: Words
    options: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    otherwise: Words = field(default_factory=dict)
    look_at: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the tour for a visitor who opens the page first.

    Attributes:
        title: two or three words.
        text: what to do.
        targets: how the custom ids of the buttons begin that the step is about, in the order of play; a press of the
            last goes on. One at a time is framed.
        people: the keys of the people who press, in their order; empty: anyone.
    """

    title: Words
    text: Words
    targets: tuple[str, ...]
    people: tuple[str, ...] = ()
