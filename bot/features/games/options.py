"""The option `game` of commands: completion by one's own games, and the last game of a place or a person."""

from __future__ import annotations

from discord import app_commands

from bot.adapter.components import cut
from bot.adapter.request import Request
from bot.features.games.finished import game_label, people_of
from bot.tables import archive, lookup
from bot.tables.archive import GameKey, GameResult
from bot.tables.state.table import Status

_OFFERED, _LOOKED_AT, _LABEL = 25, 100, 100


async def offered(request: Request, current: str) -> list[app_commands.Choice[str]]:
    """Returns the last games of the person that fit the text typed so far, by opponent, day and score."""
    user_id = request.person.id
    games = (await archive.history(request.app.tables, request.guild_id, user_id, limit=_LOOKED_AT)).rows
    names = await request.app.people.profiles.names(people_of(games))
    labels = [(cut(game_label(request.words, it, user_id, names), _LABEL), str(GameKey.of(it))) for it in games]
    fitting = [(label, key) for label, key in labels if current.casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=key) for label, key in fitting[:_OFFERED]]


async def last_game(request: Request) -> GameKey | None:
    """Returns the last finished game of the table in this thread; elsewhere, of the person; None: there is none."""
    for row in await lookup.tables_at(request.app.tables, request.channel_id):
        if row.thread_id == request.channel_id:
            table = await lookup.table(request.app.tables, row.id)
            finished = table.game_no - (table.status is Status.PLAYING)
            if finished:
                return GameKey(row.id, finished)
    played = (await archive.history(request.app.tables, request.guild_id, request.person.id, limit=1)).rows
    return GameKey.of(played[0]) if played else None


def is_here(request: Request, game: GameResult) -> bool:
    """Whether a game may be shown where the person asks: in its server; one's own also in direct messages."""
    own = any(player.user_id == request.person.id for player in game.players)
    return game.guild_id == request.guild_id or (own and not request.guild_id)
