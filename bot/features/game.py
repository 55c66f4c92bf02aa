"""`/ecarte game`: the private page of a finished game, from which its replay, review, record and the check of its deals
open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, join_facts, known_name, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.fair import check
from bot.features.games import (
    complete_game,
    end_of,
    game_label,
    is_here,
    last_game,
    own_games,
    page_button,
    people_of,
)
from bot.features.record import record as send_record
from bot.features.replay import load, replay
from bot.features.review import open_review
from bot.features.souvenir import souvenir_button
from bot.features.story import story_button
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()

_OTHERS, _LABEL = 25, 100


class Show(Enum):
    """What `/ecarte game` can show about a game. Each value is part of a key of the texts."""

    REPLAY = "replay"
    REVIEW = "review"
    RECORD = "record"
    FAIR = "fair"


def draw(
    words: Words,
    game: GameResult,
    others: Sequence[GameResult],
    names: Mapping[int, str],
    reader: int,
    page: PressButton | None = None,
) -> Message:
    """Returns the page of a finished game.

    Args:
        others: the last games of the reader. A menu offers them.
        reader: the id of the person who reads the page.
        page: the button that opens the game outside of Discord. None if the reader may not have it.
    """
    north, south = (f"**{known_name(words, names, player.user_id)}**" for player in game.players)
    score = words("pages.record.score", north=north, south=south, score=f"{game.north_score}–{game.south_score}")
    small = join_facts(
        timestamp(game.ended_at, "f"), end_of(words, game, names, reader), words.count("pages.deals", game.deals)
    )
    key = GameKey.of(game)
    return Message(
        layout(
            page_frame(
                text(f"## {score}\n-# {small}"),
                buttons(
                    button(
                        Verb.REPLAY,
                        words("replay.open"),
                        argument=str(key),
                        emoji="🎞️",
                        style=discord.ButtonStyle.primary,
                    ),
                    button(Verb.REVIEW, words("review.open"), argument=str(key), emoji="🔎"),
                    button(Verb.RECORD, words("table.record"), argument=str(key), emoji="📜"),
                    button(Verb.FAIR, words("fair.open"), argument=str(key), emoji="🔏"),
                ),
                buttons(
                    story_button(words, key, emoji="📈") if game.winner is not None else None,
                    souvenir_button(words, key) if game.winner is not None else None,
                    page,
                ),
                _others(words, key, others, names, reader),
            )
        )
    )


def _others(
    words: Words, key: GameKey, others: Sequence[GameResult], names: Mapping[int, str], reader: int
) -> ui.ActionRow[Any] | None:
    if not any(GameKey.of(game) != key for game in others):
        return None
    options = [
        discord.SelectOption(
            label=shorten(game_label(words, game, reader, names, reader), _LABEL),
            value=str(GameKey.of(game)),
            default=GameKey.of(game) == key,
        )
        for game in others
    ]
    return ui.ActionRow(select(Verb.GAME, options, placeholder=words("game.other"), argument="other"))


async def _page(request: Request, key: GameKey | None) -> Message | str:
    """Returns the page of a game that may be shown here, or a sentence if there is none."""
    game = await archive.finished_game(request.app.tables, key) if key is not None else None
    if game is None or not is_here(request, game):
        return request.words("game.none" if key is None else "problem.no_record")
    others = await own_games(request, limit=_OTHERS)
    names = await request.app.people.profiles.names(people_of([game, *others]))
    page = await page_button(request, GameKey.of(game))
    return draw(request.words, game, others, names, request.person.id, page)


@ROUTES.press(Verb.GAME, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page of the game that was chosen in a menu. If the menu stands on the page of another game, that page
    is replaced. If it stands in a history, a new page opens.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the game is still on.
    """
    if len(request.values) != 1:
        raise Refused(Problem.STALE)
    page = await _page(request, GameKey.read(request.values[0]))
    await (request.replace if press.argument == "other" else request.reply)(page)


@ROUTES.command(
    "game",
    choices={"show": {f"game.show.{show.value}": show.value for show in Show}},
    complete={"game": complete_game},
)
async def command(
    request: Request,
    game: str | None = None,
    show: str | None = None,
    record: discord.Attachment | None = None,
    everybody: bool = False,
) -> None:
    """Answers `/ecarte game [game] [show] [record] [everybody]`.

    If no game is named, the answer is about the last game of the table to which this thread belongs. Elsewhere it is
    about the last game of the person who asks.
    """
    if record is not None and game is not None:
        await request.reply(request.words("replay.one"))
        return
    if record is not None:
        await load(request, record, everybody=everybody)
        return
    key = await last_game(request) if game is None else GameKey.read(game)
    if key is None and game is None:
        await request.reply(request.words("game.none"))
    elif show == Show.REPLAY.value or everybody:
        await replay(request, key, everybody=everybody)
    elif show == Show.REVIEW.value:
        await open_review(request, key)
    elif show == Show.RECORD.value:
        await send_record(request, key)
    elif show == Show.FAIR.value:
        await check(request, key)
    elif key is None:
        await request.reply(request.words("problem.no_record"))
    else:
        await request.reply(await _page(request, key))


FEATURE = Feature("game", (ROUTES,))
