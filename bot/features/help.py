"""`/ecarte help`: what the reader can do in this place, as at most five buttons. Also the greeting when the bot joins a
server.
"""

from __future__ import annotations

import logging

import discord

from bot.adapter import formatting, naming
from bot.adapter.bot_owner import owns_bot
from bot.adapter.components import against_house, buttons, find_opponent, first_deal, more, page_frame, ready, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.permissions import boxes, manages, missing_names, missing_permissions, timed_out_line
from bot.adapter.registry import Feature, Routes
from bot.adapter.request import Request
from bot.app import App
from bot.features.deal import to_do
from bot.features.rules import opener, sample
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status
from bot.tables.views import HandView, TableView
from bot.texts import Words

__all__ = ["FEATURE", "greet"]

ROUTES = Routes()

_PRIMARY = discord.ButtonStyle.primary
_ON = (Status.PLAYING, Status.BETWEEN)
_log = logging.getLogger(__name__)


def _lessons(words: Words) -> PressButton:
    return button(Verb.LESSON, words("learn.lessons"), emoji="🎓")


def _page(words: Words, lines: list[str], *items: PressButton | None, owns: bool = False) -> Message:
    """Returns a page. The bot's owner gets one button more (`owns`)."""
    own = button(Verb.OWNER, words("owner.open"), argument="open", emoji="🛠️") if owns else None
    return Message(layout(page_frame(text("\n".join(lines)), buttons(*items), buttons(own))))


def draw_player(words: Words, hand: HandView, *, owns: bool = False) -> Message:
    """Returns the page of help for a player at a table: what they can do, and where their table is.

    Args:
        owns: whether the reader owns the bot.
    """
    view, game = naming.with_names(words, hand.table), hand.view.public
    other = formatting.who(view, hand.view.seat.other)
    if game.turn is hand.view.seat:
        lines = [words("help.turn", other=other), to_do(words, hand.view, {"other": other})]
    else:
        lines = [words("help.waiting", other=other)]
    if not view.is_private:
        lines.append(f"-# {words('help.table', table=formatting.link(view.guild_id, view.place))}")
    return _page(
        words,
        lines,
        button(Verb.SHOW_HAND, words("table.hand"), table=view.id, emoji="🃏", style=_PRIMARY),
        more(words, view.id),
        opener(words),
        _lessons(words),
        None if view.is_private else against_house(words),
        owns=owns,
    )


def draw_bystander(words: Words, table: TableView) -> Message:
    """Returns the page of help for a person who asks in the thread of a table and plays no game."""
    view = naming.with_names(words, table)
    assert view.seats is not None
    north, south = (formatting.safe(person.name) for person in view.seats)
    lines = [words("help.beside", north=north, south=south), words("help.beside.about")]
    return _page(words, lines, more(words, view.id), first_deal(words), opener(words), against_house(words))


def draw_manager(
    words: Words, missing: list[str], *, has_ready_role: bool = False, timed_out: str | None = None
) -> Message:
    """Returns the page of help for a manager of a server: the permissions that the bot lacks here, and the settings.

    Args:
        missing: the names of the permissions that the bot lacks.
        has_ready_role: whether the server has a ready role, for which open challenges ring.
        timed_out: the sentence that says until when a moderator has timed the bot out. It replaces the list of
            permissions. None if the bot is not timed out.
    """
    lacks = f"{words('help.missing')}\n{boxes(words, missing)}" if missing else words("help.nothing_missing")
    lines = [words("help.manager"), words("help.manager.about"), timed_out or lacks]
    settings = button(Verb.SETTING, words("help.settings"), argument="open.panel", emoji="⚙️", style=_PRIMARY)
    last = ready(words) if has_ready_role else opener(words)
    return _page(words, lines, settings, first_deal(words), against_house(words), find_opponent(words), last)


def draw_member(words: Words, *, has_ready_role: bool = False) -> Message:
    """Returns the page of help for a member who plays at no table.

    Args:
        has_ready_role: whether the server has a ready role, for which open challenges ring.
    """
    return _page(
        words,
        [words("help.member"), words("help.member.about")],
        against_house(words, _PRIMARY),
        find_opponent(words),
        ready(words) if has_ready_role else None,
        first_deal(words),
        opener(words),
    )


def draw_direct(words: Words, *, owns: bool = False) -> Message:
    """Returns the page of help for a person in direct messages.

    Args:
        owns: whether the reader owns the bot.
    """
    return _page(
        words,
        [words("help.member"), words("help.direct.about")],
        against_house(words, _PRIMARY),
        first_deal(words),
        opener(words),
        _lessons(words),
        owns=owns,
    )


async def _help_page(request: Request) -> Message:
    words = request.words
    hand = await _hand(request)
    # Anywhere else others may see the owner's screen.
    owns = request.is_direct and owns_bot(request.display.client, request.person.id)
    if hand is not None:
        return draw_player(words, hand, owns=owns)
    if not request.guild_id:
        return draw_direct(words, owns=owns)
    for row in await lookup.tables_at(request.app.tables, request.channel_id):
        if row.thread_id == request.channel_id and row.status in {status.value for status in _ON}:
            return draw_bystander(words, await lookup.table(request.app.tables, row.id))
    has_ready_role = (await request.server()).ready_role is not None
    if manages(request.interaction):
        missing = missing_permissions(request.interaction, threads=True)
        timed_out = timed_out_line(words, request.interaction.guild)
        return draw_manager(words, missing, has_ready_role=has_ready_role, timed_out=timed_out)
    return draw_member(words, has_ready_role=has_ready_role)


async def _hand(request: Request) -> HandView | None:
    """Returns the hand that the reader plays: the one here, otherwise one that waits for their move."""
    user_id, hands = request.person.id, []
    for row in await lookup.tables_of(request.app.tables, user_id, request.guild_id or None):
        try:
            hand = await lookup.hand(request.app.tables, row.id, user_id)
        except Refused:
            continue
        if hand.table.status is Status.PLAYING:
            hands.append(hand)

    def rank(hand: HandView) -> tuple[bool, bool]:
        return hand.table.place != request.channel_id, hand.view.public.turn is not hand.view.seat

    return min(hands, key=rank, default=None)


@ROUTES.command("help")
async def command(request: Request) -> None:
    """Answers `/ecarte help` with the page for this reader in this place."""
    await request.reply(await _help_page(request))


def draw_greeting(words: Words, missing: list[str]) -> Message:
    """Returns the greeting to a server that the bot has joined.

    Args:
        missing: the names of the permissions that the bot lacks in the channel of the greeting.
    """
    picture = None if "attach_files" in missing else sample(words)
    return Message(
        layout(
            page_frame(
                text(f"## {words('help.greeting')}"),
                None if picture is None else picture.gallery(words("pages.rules.aim.alt")),
                text(words("help.greeting.about")),
                text(f"{words('help.missing')}\n{boxes(words, missing)}") if missing else None,
                buttons(first_deal(words), against_house(words, _PRIMARY), find_opponent(words), opener(words)),
                text(f"-# {words('help.greeting.small')}"),
            )
        ),
        () if picture is None else (picture,),
    )


async def greet(app: App, guild: discord.Guild) -> None:
    """Greets a server that the bot has joined. Does nothing if the server was greeted before, or if the bot may not
    write in any of its channels.
    """
    channel = _where(guild)
    # The greeting is recorded before it is sent: a lost greeting is better than a second one.
    if channel is None or not await app.people.servers.greet(guild.id):
        return
    words = app.texts(app.public_language(await app.people.servers.of(guild.id), guild.preferred_locale))
    message = draw_greeting(words, missing_names(channel.permissions_for(guild.me), threads=True))
    try:
        await channel.send(view=message.view, files=await message.files(), allowed_mentions=message.allowed_mentions())
    except discord.HTTPException as error:
        _log.info("server %d could not be greeted: %s", guild.id, error)


def _where(guild: discord.Guild) -> discord.TextChannel | None:
    """Returns the channel for the server's own notices if the bot may write in it, otherwise the first possible one.

    Channels for rules, news, moderators or adults are left out. Channels in which all members may write come first.
    """
    apart = (guild.rules_channel, guild.public_updates_channel, guild.safety_alerts_channel)
    first = [] if guild.system_channel is None else [guild.system_channel]
    fit = [
        channel
        for channel in (*first, *guild.text_channels)
        if channel not in apart and not channel.is_news() and not channel.nsfw and _may_write(channel, guild.me)
    ]
    for_all = (channel for channel in fit if _may_write(channel, guild.default_role))
    return next(for_all, next(iter(fit), None))


def _may_write(channel: discord.TextChannel, who: discord.Member | discord.Role) -> bool:
    granted = channel.permissions_for(who)
    return granted.view_channel and granted.send_messages


FEATURE = Feature("help", (ROUTES,))
