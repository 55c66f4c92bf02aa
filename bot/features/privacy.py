"""The private page about the data of a person: why the bot stores them, the person's data as a file, and their
deletion.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, fields, number, page_frame, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.people import admin
from bot.privacy import erasure, export
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()

_PATIENCE_S = 10.0
"""How long the answer waits for the deletion before it says that the deletion goes on."""


def draw(words: Words, user_id: int, contact: str = "") -> Message:
    """Returns the page: which data the bot stores about a person and why, with buttons for the file and the deletion.

    Args:
        contact: how to reach the owner of the bot. Empty if the owner gives no address.
    """
    lines = [words("privacy.kept"), words("privacy.seen")]
    if contact:
        lines.append(f"-# {words('privacy.contact', contact=contact)}")
    return Message(
        layout(
            page_frame(
                text(f"## {words('privacy.title')}"),
                text("\n".join(lines)),
                buttons(
                    button(Verb.PRIVACY, words("privacy.export"), argument=f"export.{user_id}", emoji="📦"),
                    button(
                        Verb.PRIVACY,
                        words("privacy.delete"),
                        argument=f"delete.{user_id}",
                        style=discord.ButtonStyle.danger,
                    ),
                    button(Verb.PREFERENCE, words("pages.settings.back"), argument="show.0", emoji="◀️"),
                ),
            )
        )
    )


def draw_question(words: Words, user_id: int, *, banned: bool = False) -> Message:
    """Returns the question before the deletion of a person's data: what it does, and that it cannot be undone.

    Args:
        banned: whether the person is banned in a server. The page then says that the ban stays.
    """
    lines = [words("privacy.delete.games"), words("privacy.delete.name"), words("privacy.delete.kept")]
    if banned:
        lines.append(words("privacy.delete.ban"))
    lines.append(words("privacy.delete.for_good"))
    return Message(
        layout(
            page_frame(
                text(f"## {words('privacy.delete.title')}"),
                text("\n".join(f"- {line}" for line in lines)),
                buttons(
                    button(
                        Verb.PRIVACY,
                        words("privacy.delete.yes"),
                        argument=f"erase.{user_id}",
                        style=discord.ButtonStyle.danger,
                    ),
                    button(Verb.PRIVACY, words("privacy.delete.no"), argument=f"keep.{user_id}"),
                ),
            )
        )
    )


def draw_file(words: Words, archive: bytes) -> Message:
    """Returns the message with a file of all data about a person.

    Args:
        archive: the bytes of the file.
    """
    file = Picture("ecarte-data.zip", len(archive), lambda: archive)
    item: ui.File[Any] = ui.File(f"attachment://{file.name}")
    return Message(layout(page_frame(text(words("privacy.exported")), item)), (file,))


@ROUTES.press(Verb.PRIVACY, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page, sends the file of the person's data, asks before the deletion, deletes the data, or goes back
    from that question to the page.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or for another person.
    """
    action, owner = fields(press.argument, 2)
    if number(owner) != request.person.id:
        raise Refused(Problem.STALE)
    match action:
        case "export":
            await _export(request)
        case "delete" | "erase" if (free := await erasure.free_at(request.app.privacy, request.person.id)) is not None:
            await request.reply(request.words("privacy.deleted_before", when=timestamp(free)))
        case "delete":
            banned = await admin.banned_anywhere(request.app.people, request.person.id)
            await request.replace(draw_question(request.words, request.person.id, banned=banned))
        case "erase":
            await _erase(request)
        case "open" | "keep":
            await request.replace(draw(request.words, request.person.id, request.app.settings.contact))
        case _:
            raise Refused(Problem.STALE)


async def _export(request: Request) -> None:
    user_id, privacy = request.person.id, request.app.privacy
    free = export.free_at(privacy, user_id)
    if free is not None:
        await request.reply(request.words("privacy.exported_before", when=timestamp(free)))
        return
    try:
        await request.answer.think()
        await request.reply(draw_file(request.words, await export.build(privacy, user_id)))
    except BaseException:
        export.allow_again(privacy, user_id)
        raise


async def _erase(request: Request) -> None:
    erasing = erasure.begin(request.app.privacy, request.person.id)
    await request.answer.acknowledge()
    await asyncio.wait({erasing}, timeout=_PATIENCE_S)
    is_done = request.person.id not in request.app.privacy.leaving
    await request.replace(request.words("privacy.deleted" if is_done else "privacy.deleting"))


FEATURE = Feature("privacy", (ROUTES,))
