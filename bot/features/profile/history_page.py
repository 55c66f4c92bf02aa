"""The games that a person has played, newest first, each with its record. Draws from results; knows no rule."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import buttons, cut, fields, framed, named, number, pager, shown, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.features.games import game_label, game_lines, game_row, people_of
from bot.features.profile import page as profile_page
from bot.people.preferences import Preferences
from bot.pictures import BoardScene, board_picture
from bot.tables import archive
from bot.tables.archive import GameKey, GameResult, Page
from bot.tables.problems import Problem, Refused
from bot.texts import Words

ROUTES = Routes()

_ROWS = 8
_LABEL = 100
_USUAL = Preferences()


def draw(
    words: Words,
    user_id: int,
    games: Page[GameResult],
    names: Mapping[int, str],
    reader: int = 0,
    preferences: Preferences = _USUAL,
) -> Message:
    """Returns a page of the history of a person; `names` are theirs and their opponents'.

    A picture, or lines for who prefers text.
    """
    title = f"## {words('pages.history.title', name=named(words, names, user_id))}"
    if not games.rows:
        nothing = words("pages.profile.empty_own" if user_id == reader else "pages.profile.empty")
        return Message(layout(framed(text(f"{title}\n{nothing}"))))
    page, pages = games.offset // _ROWS, -(-games.total // _ROWS)
    image = None if preferences.text_only else _picture(words, user_id, games, names, preferences)
    note = words("pages.page", page=page + 1, pages=pages)
    options = [
        discord.SelectOption(label=cut(game_label(words, game, user_id, names), _LABEL), value=str(GameKey.of(game)))
        for game in games.rows
    ]
    arguments = f"page.{user_id}.{max(0, page - 1)}", f"page.{user_id}.{page + 1}"
    return Message(
        layout(
            framed(
                text(title),
                text("\n".join(game_lines(words, game, user_id, names) for game in games.rows))
                if image is None
                else image.gallery(cut("\n".join(option.label for option in options), formatting.LONGEST_ALT)),
                text(f"-# {note}") if pages > 1 else None,
                ui.ActionRow(select(Verb.GAME, options, placeholder=words("pages.history.open"), argument="history")),
                pager(words, Verb.HISTORY, page, pages, arguments),
                buttons(button(Verb.HISTORY, words("pages.history.profile"), argument=f"profile.{user_id}.0")),
            )
        ),
        () if image is None else (image,),
    )


def _picture(
    words: Words, user_id: int, games: Page[GameResult], names: Mapping[int, str], preferences: Preferences
) -> Picture:
    rows = tuple(game_row(words, game, user_id, names) for game in games.rows)
    heading = words("pages.history.title", name=named(words, names, user_id, plain=True))
    scene = BoardScene(heading, rows, style=formatting.style_of(words, preferences))
    return Picture("history.png", scene, lambda: board_picture(scene).data)


async def history(request: Request, user_id: int, page: int = 0) -> Message:
    """Returns a page of the history of a person in this server, or the last one."""
    games = await archive.history(request.app.tables, request.guild_id, user_id, limit=_ROWS, page=page)
    names = await request.app.people.profiles.names({user_id, *people_of(games.rows)})
    return draw(request.words, user_id, games, names, request.person.id, await request.preferences())


@ROUTES.press(Verb.HISTORY, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """A page was turned, or the person's profile asked for: both in place.

    Raises:
        Refused: the item was drawn by another version.
    """
    action, user, page = fields(press.argument, 3)
    user_id = number(user)
    match action:
        case "profile":
            await request.replace(await profile_page.profile(request, user_id))
        case "page":
            await request.replace(await history(request, user_id, page=number(page, 0, 1_000_000)))
        case _:
            raise Refused(Problem.STALE)


@ROUTES.command("profile")
async def command(request: Request, member: discord.User | None = None) -> None:
    """`/ecarte profile [member]`: how a member has played."""
    await request.reply(await profile_page.profile(request, (member or request.interaction.user).id, shown(member)))
