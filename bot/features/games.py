"""Finished games: their descriptions in one line or two, the check whether a reader may see their cards, and the
suggestions for the option `game` of commands, which are games of the person who types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord
from discord import app_commands

from bot.adapter.components import join_facts, known_name, notice, question, shorten, timestamp
from bot.adapter.items import PressButton, link_button
from bot.adapter.message import Message
from bot.adapter.registry import Feature
from bot.adapter.request import Request
from bot.features.deal import SameDealRef
from bot.people import same_deals
from bot.pictures import BoardRow
from bot.rows.game_results import GameResult, PlayerResult
from bot.tables import archive, lookup
from bot.tables.archive import GameKey
from bot.tables.effects import PLAYED_OUT
from bot.tables.state.table_state import Status
from bot.texts import Words
from ecarte.game import Ending

__all__ = [
    "FEATURE",
    "complete_game",
    "end_of",
    "game_label",
    "game_lines",
    "game_row",
    "is_here",
    "last_game",
    "own_games",
    "page_button",
    "people_of",
    "shown_game",
]

_USUAL_END = Ending.FIVE.value
_BY_ONE = (Ending.RESIGNED.value, Ending.TIME.value)
"""The endings that the loser of a game brings about."""
_OFFERED, _LOOKED_AT, _LABEL = 25, 100, 100
_LONGEST_ADDRESS = 512


def people_of(games: Iterable[GameResult]) -> set[int]:
    """Returns the user ids of all players of some games."""
    return {player.user_id for game in games for player in game.players}


def score_of(game: GameResult, player: PlayerResult) -> str:
    """Returns the score of a game, the player's own points first."""
    scores = {"north": game.north_score, "south": game.south_score}
    own = scores.pop(player.seat)
    return f"{own}–{scores.popitem()[1]}"


def end_of(words: Words, game: GameResult, names: Mapping[int, str], reader: int = 0) -> str:
    """Returns a few words on how a game ended. If a player has resigned or run out of time, they name that player.

    Args:
        reader: the id of the only reader, who is called "you". 0 if others read it too.
    """
    loser = next((player.user_id for player in game.players if not player.won), 0)
    if game.winner is None or game.how not in _BY_ONE:
        return words(f"pages.how.{game.how}")
    if loser == reader:
        return words(f"pages.how.{game.how}.you")
    return words(f"pages.how.{game.how}.by", name=known_name(words, names, loser, plain=True))


def game_lines(words: Words, game: GameResult, user_id: int, names: Mapping[int, str], reader: int = 0) -> str:
    """Returns a game of a player in two lines: the result and the opponent, then in small print the date and the
    ending.

    Args:
        reader: the id of the only reader, who is called "you". 0 if others read it too.
    """
    own = _player(game, user_id)
    values = {"score": score_of(game, own), "name": f"**{known_name(words, names, own.opponent_id)}**"}
    if game.winner is None:
        first = words("pages.game.none", **values)
    elif own.won:
        first = words("pages.game.won", **values)
    else:
        first = words("pages.game.lost", **values)
    small = join_facts(
        timestamp(game.ended_at, "d"), end_of(words, game, names, reader), words.count("pages.deals", game.deals)
    )
    if not game.counted and game.how != PLAYED_OUT:
        small = join_facts(small, words("pages.game.uncounted"))
    return f"{first}\n-# {small}"


def game_row(words: Words, game: GameResult, user_id: int, names: Mapping[int, str]) -> BoardRow:
    """Returns a game as a line of the picture of a history, from the side of the player `user_id`."""
    own = _player(game, user_id)
    mark = "=" if game.winner is None else "+" if own.won else "–"
    name = known_name(words, names, own.opponent_id, plain=True)
    return BoardRow(mark, name, score_of(game, own), words.date(game.ended_at))


def game_label(words: Words, game: GameResult, user_id: int, names: Mapping[int, str], reader: int = 0) -> str:
    """Returns the label of a game in a menu, where Discord shows no markdown.

    Args:
        user_id: the player from whose side the game is shown.
        reader: the id of the only reader, who is called "you". 0 if others read it too.
    """
    own = _player(game, user_id)
    name = known_name(words, names, own.opponent_id, plain=True)
    end = "" if game.how == _USUAL_END else end_of(words, game, names, reader)
    return join_facts(words.date(game.ended_at), score_of(game, own), words("pages.game.against", name=name), end)


def _player(game: GameResult, user_id: int) -> PlayerResult:
    return next((player for player in game.players if player.user_id == user_id), game.players[0])


async def complete_game(request: Request, current: str) -> list[app_commands.Choice[str]]:
    """Returns the suggestions for a game: those of the person's last games whose label has the text typed so far. The
    text may be a part of an opponent's name, a day or a score.
    """
    user_id = request.person.id
    games = await own_games(request, limit=_LOOKED_AT)
    names = await request.app.people.profiles.names(people_of(games))
    labels = [
        (shorten(game_label(request.words, game, user_id, names, user_id), _LABEL), str(GameKey.of(game)))
        for game in games
    ]
    fitting = [(label, key) for label, key in labels if current.casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=key) for label, key in fitting[:_OFFERED]]


async def own_games(request: Request, *, limit: int) -> tuple[GameResult, ...]:
    """Returns the last games of the person who asks. In a server these are the games played in that server, elsewhere
    all of the person's games.
    """
    return (await archive.history(request.app.tables, request.guild_id or None, request.person.id, limit=limit)).rows


async def last_game(request: Request) -> GameKey | None:
    """Returns the last finished game of the table to which this thread belongs. If there is none, returns the last game
    of the person who asks. None if that person has no finished game either.
    """
    for row in await lookup.tables_at(request.app.tables, request.channel_id):
        if row.thread_id == request.channel_id:
            table = await lookup.table(request.app.tables, row.id)
            finished = table.game_no - (table.status is Status.PLAYING)
            if finished:
                return GameKey(row.id, finished)
    played = await own_games(request, limit=1)
    return GameKey.of(played[0]) if played else None


def is_here(request: Request, game: GameResult) -> bool:
    """Returns whether a game may be shown in the place of this request. In a server, it must be a game of that server.
    In direct messages, and where the bot is not, the person must have played it.
    """
    if request.guild_id:
        return game.guild_id == request.guild_id
    # A game that began outside the bot's servers has server 0, as each reader there has.
    return any(player.user_id == request.person.id for player in game.players)


async def shown_game(request: Request, key: GameKey | None, *, for_all: bool = False) -> GameResult | Message:
    """Returns a finished game whose cards the reader may see here, or the message that says why they may not.

    While the reader may still play a deal of the game as a challenge, the cards of the whole game are secret.

    Args:
        key: None if the reader's text names no game.
        for_all: whether everyone in the channel will see the cards. Then any open challenge keeps them secret.
    """
    words = request.words
    game = await archive.finished_game(request.app.tables, key) if key is not None else None
    if game is None or not is_here(request, game):
        return notice(words("problem.no_record"))
    reader = 0 if for_all else request.person.id
    challenge = await same_deals.open_to(
        request.app.people, people_of([game]), game.table_id, game.game_no, reader, request.app.now()
    )
    if challenge is None:
        return game
    if for_all:
        return notice(words("same.secret.all"))
    style = discord.ButtonStyle.primary
    play = SameDealRef.of(challenge).button(words("daily.post.play"), "begin", style=style, emoji="🃏")
    return question(words("same.secret"), play)


async def page_button(request: Request, key: GameKey) -> PressButton | None:
    """Returns the button that opens a finished game on the owner's page, outside of Discord.

    The address contains all cards of the game. Anyone who has it can open the game at any time, without a check. So
    only a player of the game gets the button, in a message that they alone see, and not while others can play a deal of
    the game as a challenge.

    Returns:
        None if the owner has set up no page, if the reader has not played the game, if the cards are secret here, or if
        the game fits into no address of a button.
    """
    page = request.app.settings.replay_url
    game = await shown_game(request, key, for_all=True) if page else None
    if not isinstance(game, GameResult) or request.person.id not in people_of([game]):
        return None
    written = await archive.compact_record(request.app.tables, key.table_id, key.game_no)
    address = f"{page}#{written}"
    if written is None or len(address) > _LONGEST_ADDRESS:
        return None
    return link_button(request.words("game.page"), address, emoji="🔗")


FEATURE = Feature("games")
