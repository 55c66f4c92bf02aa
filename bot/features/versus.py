"""`/ecarte versus`: the games of two people against each other, with how many each has won, the latest streak and the
last games. Only the reader sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.adapter import formatting
from bot.adapter.components import known_name, names_of, page_frame, shorten, text
from bot.adapter.message import Message, Picture, layout, plain
from bot.adapter.registry import Feature, Routes
from bot.adapter.request import Request
from bot.features.games import game_label, game_lines, game_row
from bot.people.preferences import Preferences
from bot.pictures import BoardRow, BoardScene, Style, board_picture
from bot.ranking.tallies import Rivalry
from bot.rows.game_results import GameResult
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()


def draw(
    words: Words, rivalry: Rivalry, names: Mapping[int, str], preferences: Preferences, reader: int = 0
) -> Message:
    """Returns the page about two people: a picture with the last games, and lines with the games won and the streak. A
    reader who prefers text gets all of it as lines.

    Args:
        names: the names of both, by id.
        reader: the id of the person who reads it. It may be one of the two.
    """
    one, other = (known_name(words, names, user_id) for user_id in (rivalry.user_id, rivalry.opponent_id))
    title = f"## {words('pages.versus.title', one=one, other=other)}"
    if not rivalry.last:
        return Message(layout(page_frame(text(title), text(words("pages.versus.none")))))
    lines = _lines(words, rivalry, names, reader)
    if preferences.text_only:
        games = "\n".join(game_lines(words, game, rivalry.user_id, names, reader) for game in rivalry.last)
        last = f"**{words('pages.profile.last')}**\n{games}"
        return Message(layout(page_frame(text(title), text("\n".join(lines)), text(last))))
    rows = tuple(_row(words, game, rivalry.user_id, names) for game in rivalry.last)
    picture = _picture(words, rivalry, rows, names, formatting.style_of(words, preferences))
    labels = [
        f"{row.name} · {game_label(words, game, rivalry.user_id, names, reader)}"
        for row, game in zip(rows, rivalry.last, strict=True)
    ]
    alt = shorten("\n".join([*map(plain, lines), words("pages.profile.last"), *labels]), formatting.LONGEST_ALT)
    return Message(layout(page_frame(text(title), picture.gallery(alt), text("\n".join(lines)))), (picture,))


def _lines(words: Words, rivalry: Rivalry, names: Mapping[int, str], reader: int) -> list[str]:
    """Returns the games won and the last streak. If the reader is one of the two, the lines say "you"."""
    if not rivalry.played:
        return [words("pages.versus.uncounted")]
    lost = rivalry.played - rivalry.won
    both = rivalry.user_id, rivalry.opponent_id
    one, other = (words("hand.you") if user_id == reader else known_name(words, names, user_id) for user_id in both)
    lines = [words.count("pages.versus.games", rivalry.played, one=one, won=rivalry.won, other=other, lost=lost)]
    if abs(rivalry.streak) > 1:
        winner = both[0] if rivalry.streak > 0 else both[1]
        games = abs(rivalry.streak)
        if winner == reader:
            lines.append(words.count("pages.versus.streak.you", games))
        else:
            lines.append(words.count("pages.versus.streak", games, name=known_name(words, names, winner)))
    return lines


def _picture(
    words: Words, rivalry: Rivalry, rows: tuple[BoardRow, ...], names: Mapping[int, str], style: Style
) -> Picture:
    one, other = (known_name(words, names, user_id, plain=True) for user_id in (rivalry.user_id, rivalry.opponent_id))
    lost = rivalry.played - rivalry.won
    tiles = ((words.number(rivalry.won), one), (words.number(lost), other))
    scene = BoardScene(words("pages.versus.title", one=one, other=other), rows, tiles, style)
    return Picture("versus.png", scene, lambda: board_picture(scene).data)


def _row(words: Words, game: GameResult, user_id: int, names: Mapping[int, str]) -> BoardRow:
    """Returns a game of the two as a row of the picture. The winner takes the place of the opponent, who is always the
    same.
    """
    winner = next((player.user_id for player in game.players if player.won), None)
    if winner is None:
        said = words("pages.versus.no_winner")
    else:
        said = words("pages.versus.won", name=known_name(words, names, winner, plain=True))
    return replace(game_row(words, game, user_id, names), name=said)


@ROUTES.command("versus")
async def versus(request: Request, member: discord.User, other: discord.User | None = None) -> None:
    """Answers `/ecarte versus member [other]`: the games of two members, or of one member and the caller."""
    one = request.interaction.user if other is None else member
    against = member if other is None else other
    if one.id == against.id:
        await request.reply(request.words("pages.versus.same"))
        return
    rivalry = await request.app.people.results.rivalry(request.guild_id, one.id, against.id)
    stored = await request.app.people.profiles.names({one.id, against.id})
    names = {**stored, **names_of(member), **names_of(other)}
    await request.reply(draw(request.words, rivalry, names, await request.preferences(), request.person.id))


FEATURE = Feature("versus", (ROUTES,))
