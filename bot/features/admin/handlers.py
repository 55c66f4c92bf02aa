"""The private pages of managers. Each action asks for a reason and is logged, and the person concerned is notified."""

from __future__ import annotations

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.directs import NotOpenYet
from bot.adapter.formatting import gain, safe, until_day
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.message import Message, note
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.admin import page
from bot.features.puzzle import reports_button, reports_page
from bot.people import admin, leaving
from bot.people.members import CannotAsk
from bot.people.quotas import NOTICES, NOTICES_TO_ONE
from bot.rows.storage_errors import BankExhausted
from bot.tables import lookup
from bot.tables.actions import rematch
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.views import TableView

ROUTES = Routes()

_LOG, _OPEN = 8, 50
_WHY = 200


@ROUTES.press(Verb.ADMIN, needs=Needs.MANAGER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows a manager the first page, the page of a member or a table, or the puzzles that members have reported.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the table is gone.
    """
    match press.argument.split("."):
        case ["show"]:
            await request.replace(await _overview(request))
        case ["member"] if len(request.values) == 1:
            await request.replace(await _member(request, number(request.values[0])))
        case ["table"] if len(request.values) == 1:
            view = await lookup.table(request.app.tables, number(request.values[0]))
            if view.guild_id != request.guild_id:
                raise Refused(Problem.NO_TABLE)
            await request.replace(page.table(request.words, view))
        case ["reports" | "report", *_] as parts:
            back = page.back_button(request.words)
            await request.replace(await reports_page(request, Verb.ADMIN, request.guild_id, parts, back))
        case _:
            raise Refused(Problem.STALE)


@ROUTES.opens(Verb.ADMIN_DO, needs=Needs.MANAGER)
async def ask(request: Request, press: Press) -> ui.Modal:
    """Returns the form that asks a manager for the reason of an action.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    action, _, _ = fields(press.argument, 3)
    if action not in ("ban", "lift", "reset", "void"):
        raise Refused(Problem.STALE)
    words = request.words
    return ask_text(press, words(f"admin.form.{action}"), words("admin.form.why"), words("admin.form.about"), _WHY)


@ROUTES.form(Verb.ADMIN_DO, needs=Needs.MANAGER)
async def act(request: Request, press: Press) -> None:
    """Carries out a manager's action, notifies the person concerned, and shows the page again.

    Raises:
        Refused: the action is impossible, the form has no reason, or the button or menu was drawn by another version of
            the bot.
    """
    action, what, of = fields(press.argument, 3)
    why, subject = submitted_text(request.interaction).strip()[:_WHY], number(of)
    if not why:
        raise Refused(Problem.NO_REASON)
    if action == "void":
        tables = request.app.tables
        await rematch.void(tables, subject, request.guild_id, request.person.id, why, request.cause)
        await request.replace(await _overview(request, request.words("admin.done.void")))
        return
    is_told = await _act_on_person(request, action, what, subject, why)
    said = request.words(f"admin.done.{action}")
    if not is_told:
        said = f"{said} {request.words('admin.untold')}"
    await request.replace(await _member(request, subject, said))


async def _act_on_person(request: Request, action: str, what: str, person: int, why: str) -> bool:
    """Bans a person, lifts a ban or resets a purse. Returns whether the person has received the notice."""
    people, guild_id, by, cause = request.app.people, request.guild_id, request.person.id, request.cause
    words = request.app.texts((await people.profiles.profile(person)).language)
    guild = request.interaction.guild
    # Anyone may make a server and manage it, so the manager's words are quoted: they cannot pass for the bot's own.
    values = {"server": safe(guild.name if guild else ""), "why": page.quote(why)}
    match action:
        case "ban" if what in page.BANS:
            entry = await admin.ban(people, guild_id, by, person, why, days=page.BANS[what], cause=cause)
            if entry.until is None:
                return await _tell(request, person, words("notice.banned", **values))
            return await _tell(
                request, person, words("notice.banned.until", until=until_day(request.words, entry.until), **values)
            )
        case "lift":
            await admin.lift(people, guild_id, by, person, why, cause)
            return await _tell(request, person, words("notice.lifted", **values))
        case "reset":
            if await people.ledger.purse(guild_id, person) is None:
                raise Refused(Problem.NO_PURSE)
            try:
                entry = await admin.reset(people, guild_id, by, person, why, cause)
            except BankExhausted:
                raise Refused(Problem.NO_CHIPS_LEFT) from None
            return await _tell(request, person, words("notice.reset", amount=gain(words, entry.amount or 0), **values))
        case _:
            raise Refused(Problem.STALE)


async def _tell(request: Request, person: int, sentence: str) -> bool:
    """Sends a sentence to a member of the server, within a limit. Returns whether the message has arrived."""
    quotas, guild_id = request.app.quotas, request.guild_id
    try:
        if await request.app.people.members.of(guild_id, person) is None:
            return False
    except CannotAsk:
        return False
    if not quotas.take(NOTICES_TO_ONE, (guild_id, person)) or not quotas.take(NOTICES, guild_id):
        return False
    try:
        display = request.display
        channel = display.client.get_partial_messageable(await display.tables.messages.direct_channel(person))
        await channel.send(view=note(sentence), allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, NotOpenYet):
        # Direct messages are closed, or over the limit for now. The log has the entry in any case.
        return False
    return True


async def _overview(request: Request, said: str = "") -> Message:
    people, guild_id = request.app.people, request.guild_id
    pairs, leavers = await admin.conspicuous(people, guild_id)
    log = await people.admin.log(guild_id, _LOG)
    concerned = {person for pair in pairs for person in (pair.winner, pair.loser)}
    concerned |= {person for person, _ in leavers}
    concerned |= {person for entry in log for person in (entry.by, entry.person) if person is not None}
    names = await people.profiles.names(concerned)
    live, slow = [await lookup.count_open_in(request.app.tables, guild_id, kind) for kind in ClockKind]
    shown = page.Overview(pairs, leavers, await _tables(request), (live, slow), log, names)
    return page.overview(request.words, shown, said, await reports_button(request, Verb.ADMIN, guild_id))


async def _tables(request: Request) -> list[TableView]:
    """Returns the tables of the server at which a game is played, those with chips first."""
    rows = await lookup.open_tables(request.app.tables, request.guild_id, limit=_OPEN)
    playing = [row.id for row in rows if row.status != Status.CHALLENGE.value]
    views = []
    for table_id in playing:
        try:
            views.append(await lookup.table(request.app.tables, table_id))
        except Refused:
            continue
    return sorted(views, key=lambda view: (not view.terms.stake, view.id))


async def _member(request: Request, person: int, said: str = "") -> Message:
    people, guild_id = request.app.people, request.guild_id
    purse = await people.ledger.purse(guild_id, person)
    ban = await admin.active_ban(people, guild_id, person)
    guild = request.interaction.guild
    present = None if guild is None else guild.get_member(person)
    names = {
        **await people.profiles.names({person}),
        **({} if present is None else {person: naming.called_name(present)}),
    }
    left = await leaving.of_member(people, guild_id, person)
    return page.member(request.words, page.Member(person, purse, ban, left, names), said)
