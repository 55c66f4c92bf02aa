"""The presses on the page of the person who runs the bot: servers, announcements and maintenance."""

from __future__ import annotations

import logging

import discord
from discord import ui

from bot.adapter.answer import NETWORK
from bot.adapter.components import number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.message import Message, note
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.owner import page
from bot.features.puzzle import reports_button, reports_page
from bot.tables import lookup
from bot.tables.problems import Problem, Refused

ROUTES = Routes()
_LONGEST = 600
_log = logging.getLogger(__name__)


@ROUTES.press(Verb.OWNER, needs=Needs.OWNER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows the page with the servers or the reported puzzles, or begins or ends maintenance (a stop of all clocks and
    presses).

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    maintenance, words = request.app.maintenance, request.words
    match press.argument.split("."):
        case ["open"]:
            await request.reply(await _overview(request))
        case ["page", at]:
            await request.replace(await _overview(request, number(at)))
        case ["ask"]:
            await request.replace(page.sure(words))
        case ["begin"]:
            await maintenance.begin()
            await request.replace(await _overview(request, said=words("owner.maintenance.begun")))
        case ["end"]:
            await maintenance.end()
            await request.replace(await _overview(request, said=words("owner.maintenance.ended")))
        case ["reports" | "report", *_] as parts:
            await request.replace(await reports_page(request, Verb.OWNER, None, parts, page.back_button(words)))
        case _:
            raise Refused(Problem.STALE)


@ROUTES.opens(Verb.OWNER_SAY, needs=Needs.OWNER)
async def ask(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which the owner of the bot writes an announcement."""
    words = request.words
    return ask_text(press, words("owner.announce"), words("owner.say"), words("owner.say.about"), _LONGEST)


@ROUTES.form(Verb.OWNER_SAY, needs=Needs.OWNER)
async def announce(request: Request, _press: Press) -> None:
    """Sends an announcement of the bot's owner to each channel with an open table, one after the other.

    Raises:
        Refused: the announcement has no words.
    """
    said = submitted_text(request.interaction).strip()[:_LONGEST]
    if not said:
        raise Refused(Problem.NO_WORDS)
    app, client = request.app, request.display.client
    places = await lookup.places_of_open_tables(app.tables)
    reached = 0
    for channel_id, guild_id in places.items():
        guild = client.get_guild(guild_id)
        locale = None if guild is None else guild.preferred_locale
        words = app.texts(app.public_language(await app.people.servers.of(guild_id), locale))
        channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            await channel.send(
                view=note(page.announcement(words, said)), allowed_mentions=discord.AllowedMentions.none()
            )
        except (discord.HTTPException, *NETWORK) as error:
            _log.info("an announcement could not be written in server %d: %s", guild_id, error)
        else:
            reached += 1
    result = request.words("owner.announced", n=request.words.number(reached), m=request.words.number(len(places)))
    await request.replace(await _overview(request, said=result))


async def _overview(request: Request, at: int = 0, said: str = "") -> Message:
    tables = await lookup.count_open_by_server(request.app.tables)
    servers = [
        page.ServerLoad(guild.name, guild.member_count, tables.get(guild.id, 0))
        for guild in request.display.client.guilds
    ]
    reports = await reports_button(request, Verb.OWNER, None)
    return page.overview(request.words, servers, at, request.app.maintenance.since, said, reports)
