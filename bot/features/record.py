"""The record of a finished game: a text file that people can read, share and replay. The notation itself is in
`ecarte.notation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import ui

from bot.adapter.components import buttons, join_facts, known_name, page_frame, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.games import end_of, people_of, shown_game
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.texts import Words

__all__ = ["FEATURE", "record"]

ROUTES = Routes()


def draw(words: Words, game: GameResult, names: Mapping[int, str], written: str) -> Message:
    """Returns the message with the record of a game as a file. The file is named after the table and the game.

    Args:
        written: the text of the record.
    """
    file = Picture(f"ecarte-{game.table_id}-{game.game_no}.txt", (GameKey.of(game), len(written)), written.encode)
    north, south = (f"**{known_name(words, names, player.user_id)}**" for player in game.players)
    score = words("pages.record.score", north=north, south=south, score=f"{game.north_score}–{game.south_score}")
    small = join_facts(
        timestamp(game.ended_at, "f"), end_of(words, game, names), words.count("pages.deals", game.deals)
    )
    item: ui.File[Any] = ui.File(f"attachment://{file.name}")
    watch = button(Verb.REPLAY, words("replay.open"), argument=str(GameKey.of(game)), emoji="🎞️")
    parts = text(f"### {score}\n-# {small}"), item, text(f"-# {words('pages.record.about')}")
    return Message(layout(page_frame(*parts, buttons(watch))), (file,))


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that sends the record of a finished game at its table."""
    view = reader.table
    if view.game is not None and view.game.outcome is not None:
        argument = str(GameKey(view.id, view.game_no))
        yield MenuEntry(Group.CARDS, button(Verb.RECORD, words("table.record"), argument=argument, emoji="📜"))


async def record(request: Request, key: GameKey | None) -> None:
    """Sends the record of a game that was finished in this server, or says why there is none."""
    game = await shown_game(request, key)
    if isinstance(game, GameResult):
        written = await archive.record(request.app.tables, game.table_id, game.game_no)
        names = await request.app.people.profiles.names(people_of([game]))
        await request.reply(draw(request.words, game, names, written))
    else:
        await request.reply(game)


@ROUTES.press(Verb.RECORD, needs=Needs.GAME, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Sends the record of the game whose key is the button's argument."""
    await record(request, GameKey.read(press.argument))


FEATURE = Feature("record", (ROUTES,), more=entries)
