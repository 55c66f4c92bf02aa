"""The pages on which the managers of a server and the owner of the bot see which puzzles people report as wrong.

They show how many people report a puzzle, never who. The reader can withdraw a puzzle or let it stay. Both delete its
reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, join_facts, number, page_frame, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, layout
from bot.adapter.request import Request
from bot.features.deal import position as deal_position
from bot.features.puzzle.page import course_text, option_lines
from bot.people import puzzles
from bot.people.preferences import Preferences
from bot.people.puzzles import ReportedPuzzle
from bot.tables.problems import Problem, Refused
from bot.texts import Words


async def reports_button(request: Request, verb: Verb, guild_id: int | None) -> PressButton | None:
    """Returns the button that opens the list of reported puzzles. None if there are none.

    Args:
        verb: `Verb.ADMIN` if the button stands on the managers' page, `Verb.OWNER` if it stands on the owner's.
        guild_id: the id of the server from whose games the puzzles come. None for all puzzles.
    """
    if not (count := await request.app.people.puzzles.count_reported(guild_id)):
        return None
    return button(verb, request.words.count("puzzle.reports", count), argument="reports", emoji="🚩")


async def reports_page(
    request: Request, verb: Verb, guild_id: int | None, parts: Sequence[str], back: PressButton
) -> Message:
    """Carries out a press on the pages of reports. Returns the list of reported puzzles, or the page of one of them.

    Args:
        verb: `Verb.ADMIN` if the list was opened from the managers' page, `Verb.OWNER` if from the owner's.
        guild_id: the id of the server from whose games the puzzles come. None for all puzzles.
        parts: the argument of the press, split at its dots.
        back: the button that goes back to the page from which the list was opened.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    words, people, said = request.words, request.app.people, ""
    match parts:
        case ["reports"]:
            pass
        case ["report"] if len(request.values) == 1:
            chosen = number(request.values[0])
            for report in await puzzles.reported(people, guild_id):
                if report.rated.id == chosen:
                    return draw_report(words, verb, report, await request.preferences())
        case ["report", "withdraw" | "keep" as what, puzzle]:
            puzzle_id = number(puzzle)
            if await people.puzzles.settle_reports(guild_id, puzzle_id, withdraw=what == "withdraw"):
                said = words(f"puzzle.settled.{what}", number=puzzle_id)
        case _:
            raise Refused(Problem.STALE)
    return draw_reports(words, verb, await puzzles.reported(people, guild_id), back, said)


def draw_reports(
    words: Words, verb: Verb, reports: Sequence[ReportedPuzzle], back: PressButton, said: str = ""
) -> Message:
    """Returns the list of reported puzzles.

    Args:
        verb: `Verb.ADMIN` if the list was opened from the managers' page, `Verb.OWNER` if from the owner's.
        back: the button that goes back to that page.
        said: a sentence about the result of the last press. Empty if there is none.
    """
    lines = [_line(words, report) for report in reports] or [words("puzzle.reports.none")]
    options = [
        discord.SelectOption(label=words("puzzle.number", number=report.rated.id), value=str(report.rated.id))
        for report in reports
    ]
    menu: ui.ActionRow[Any] | None = None
    if options:
        menu = ui.ActionRow(select(verb, options, placeholder=words("puzzle.reports.pick"), argument="report"))
    return Message(
        layout(
            page_frame(
                text(f"## {words('puzzle.reports.title')}"),
                text(said) if said else None,
                text("\n".join(lines)),
                menu,
                buttons(back),
            )
        )
    )


def draw_report(words: Words, verb: Verb, report: ReportedPuzzle, preferences: Preferences) -> Message:
    """Returns the page of a reported puzzle with its solution. One button withdraws the puzzle, another lets it stay.
    Both delete the reports.
    """
    puzzle = report.puzzle
    hand = deal_position.hand_text(words, puzzle.view)
    position = deal_position.draw_position(words, puzzle.view, preferences, name="puzzle.png", instead=hand)
    puzzle_id = report.rated.id
    return Message(
        layout(
            page_frame(
                text(f"## {_line(words, report)}"),
                text(course_text(words, puzzle.view)),
                position.item,
                text("\n".join(option_lines(words, puzzle))),
                buttons(
                    button(
                        verb,
                        words("puzzle.withdraw"),
                        argument=f"report.withdraw.{puzzle_id}",
                        style=discord.ButtonStyle.danger,
                    ),
                    button(verb, words("puzzle.keep"), argument=f"report.keep.{puzzle_id}"),
                    button(verb, words("pages.settings.back"), argument="reports", emoji="◀️"),
                ),
                text(f"-# {words('puzzle.withdraw.about')}"),
            )
        ),
        position.pictures,
    )


def _line(words: Words, report: ReportedPuzzle) -> str:
    rated = report.rated
    solvers = words.count("puzzle.solvers", rated.tries, solved=rated.solved) if rated.tries else ""
    head = words("puzzle.number", number=rated.id)
    return join_facts(head, words.count("puzzle.reporters", report.reports), solvers)
