"""The people whom a member has blocked: the entry "Block at écarté" in Discord's menu of a member, and a page. Always
private.

People are shown as mentions that ring for no one. Discord shows the name in a mention even if the bot has never seen
that person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import buttons, number, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, user_select
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.people import member_blocks
from bot.people.member_blocks import MOST_BLOCKED
from bot.rows.member_rows import MemberBlock
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()


def draw(words: Words, blocked: Sequence[MemberBlock], problem: str = "", erased: int = 0) -> Message:
    """Returns the page of a member's blocks: the blocked people, what a block means, and the controls that block and
    unblock.

    Args:
        problem: why the last choice was refused. Empty if it was carried out, or if there was no choice.
        erased: how many blocked people have deleted their data. The bot no longer has their ids.
    """
    people = " ".join(naming.mention_member(words, row.blocked_id) for row in blocked)
    return Message(
        layout(
            page_frame(
                text(f"## {words('block.title')}"),
                text(problem) if problem else None,
                text(words("block.about")),
                text(people or words("block.none")) if people or not erased else None,
                text(words.count("block.erased", erased)) if erased else None,
                ui.ActionRow(user_select(Verb.BLOCK, "add", words("block.add"))),
                ui.ActionRow(user_select(Verb.BLOCK, "lift", words("block.lift"))) if blocked or erased else None,
                buttons(button(Verb.PREFERENCE, words("pages.settings.back"), argument="show.0", emoji="◀️")),
                text(f"-# {words('block.tournaments')}"),
            )
        )
    )


def draw_one(words: Words, user_id: int, *, is_blocked: bool) -> Message:
    """Returns the answer to "Block at écarté": whether that member is blocked now, with a button that undoes the
    choice.
    """
    lines = [words("block.done" if is_blocked else "block.lifted", name=naming.mention_member(words, user_id))]
    if is_blocked:
        lines += [words("block.about"), f"-# {words('block.tournaments')}"]
    change = (
        button(Verb.BLOCK, words("block.undo"), argument=f"off.{user_id}")
        if is_blocked
        else button(Verb.BLOCK, words("block.again"), argument=f"on.{user_id}")
    )
    rows = buttons(change, button(Verb.BLOCK, words("block.list"), argument="show", emoji="🚫"))
    return Message(layout(page_frame(text("\n".join(lines)), rows)))


@ROUTES.menu("command.menu.block")
async def block_member(request: Request, member: discord.User) -> None:
    """Blocks a member. This is the command "Block at écarté" in Discord's menu of a member."""
    problem = await _block(request, member.id, is_bot=member.bot)
    await request.reply(problem or draw_one(request.words, member.id, is_blocked=True))


@ROUTES.press(Verb.BLOCK, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Blocks or unblocks a person, or only shows the page of blocks. The result replaces the message with the button.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    action, _, user = press.argument.partition(".")
    match action:
        case "show":
            await _show(request)
        case "add" if len(request.values) == 1:
            person = number(request.values[0])
            await _show(request, await _block(request, person, is_bot=_is_bot(request, person)))
        case "lift" if len(request.values) == 1:
            await request.app.people.member_blocks.unblock(request.person.id, number(request.values[0]))
            await _show(request)
        case "on":
            problem = await _block(request, number(user))
            await request.replace(problem or draw_one(request.words, number(user), is_blocked=True))
        case "off":
            await request.app.people.member_blocks.unblock(request.person.id, number(user))
            await request.replace(draw_one(request.words, number(user), is_blocked=False))
        case _:
            raise Refused(Problem.STALE)


async def _block(request: Request, user_id: int, *, is_bot: bool = False) -> str:
    """Blocks a person. Returns why that is impossible, or an empty string once the person is blocked."""
    words = request.words
    if user_id == request.person.id:
        return words("block.self")
    if is_bot or not member_blocks.can_be_blocked(user_id):
        return words("block.bot")
    done = await member_blocks.block(request.app.people, request.person.id, user_id)
    return "" if done else words("block.full", most=MOST_BLOCKED)


def _is_bot(request: Request, user_id: int) -> bool:
    data: Mapping[str, Any] = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return bool(users.get(str(user_id), {}).get("bot"))


async def _show(request: Request, problem: str = "") -> None:
    blocked = await request.app.people.member_blocks.of(request.person.id)
    erased = await request.app.people.member_blocks.count_erased(request.person.id)
    await request.replace(draw(request.words, blocked, problem, erased))


FEATURE = Feature("blocks", (ROUTES,))
