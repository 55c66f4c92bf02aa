"""The presses on the page of a puzzle, and `/ecarte puzzle`.

A person answers each puzzle once; a second press changes nothing.
"""

from __future__ import annotations

from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.puzzle.page import (
    ALL_THEMES,
    ANSWER,
    LIKE,
    LIKES,
    NEXT,
    OPEN,
    REPORT,
    THEME,
    draw,
    draw_none,
)
from bot.people import puzzles
from bot.people.puzzles import NoSuchOption, OpenPuzzle
from bot.people.quotas import REPORTS
from bot.tables.problems import Problem, Refused
from ecarte.teaching.puzzles import MOST_OPTIONS, Theme

ROUTES = Routes()


async def _next(request: Request) -> Message:
    """Returns the page of the puzzle that waits for the reader, or of the next one."""
    chance = request.app.rng.random()
    opened = await puzzles.next_puzzle(request.app.people, request.person.id, request.guild_id, chance)
    return await _page(request, opened)


async def _page(request: Request, opened: OpenPuzzle | None) -> Message:
    if opened is None:
        theme = await puzzles.chosen_theme(request.app.people, request.person.id)
        return draw_none(request.words, theme, request.person.id)
    return draw(request.words, opened, await request.preferences(), request.person.id)


@ROUTES.press(Verb.PUZZLE, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Stores an answer, a like, a theme or a report, or goes on to the next puzzle.

    The button of a public message opens the puzzle of that message in private. If the person may not see that puzzle,
    or pressed a button on another person's page, the person's own next puzzle opens.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the person reports too often.
    """
    people, user_id, guild_id = request.app.people, request.person.id, request.guild_id
    what, puzzle, detail, owner = fields(press.argument, 4)
    if what == OPEN:
        shown = await puzzles.shown_puzzle(people, user_id, guild_id, number(puzzle))
        await request.reply(await _next(request) if shown is None else await _page(request, shown))
        return
    if number(owner) != user_id:
        await request.reply(await _next(request))
        return
    if what == THEME:
        await puzzles.choose_theme(people, user_id, _theme(request.values))
    if what in (NEXT, THEME):
        await request.show(await _next(request))
        return
    puzzle_id = number(puzzle)
    if what == ANSWER:
        choice = number(detail, 0, MOST_OPTIONS - 1)
        try:
            opened = await puzzles.answer(people, user_id, guild_id, puzzle_id, choice)
        except NoSuchOption:
            raise Refused(Problem.STALE) from None
    elif what == LIKE and detail in map(str, LIKES):
        await people.puzzles.like(user_id, guild_id, puzzle_id, int(detail))
        opened = await puzzles.shown_puzzle(people, user_id, guild_id, puzzle_id)
    elif what == REPORT:
        if not request.app.quotas.take(REPORTS, user_id):
            raise Refused(Problem.TOO_FAST)
        await people.puzzles.report(user_id, guild_id, puzzle_id, request.app.now())
        opened = await puzzles.shown_puzzle(people, user_id, guild_id, puzzle_id)
    else:
        raise Refused(Problem.STALE)
    await request.show(await _next(request) if opened is None else await _page(request, opened))


@ROUTES.command("puzzle")
async def command(request: Request) -> None:
    """Answers `/ecarte puzzle` with the puzzle that waits for the person's answer, or with the next one."""
    await request.reply(await _next(request))


def _theme(values: tuple[str, ...]) -> Theme | None:
    """Returns the theme that the person has chosen in the menu. None: all themes.

    Raises:
        Refused: the menu was drawn by another version.
    """
    if values == (ALL_THEMES,):
        return None
    try:
        (value,) = values
        return Theme(value)
    except ValueError:
        raise Refused(Problem.STALE) from None
