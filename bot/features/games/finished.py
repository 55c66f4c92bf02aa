"""A finished game in a line or two, and the key of its record. No Discord but its markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.adapter.components import joined, moment, named
from bot.pictures import BoardRow
from bot.tables.archive import GameResult, PlayerResult
from bot.tables.effects import PLAYED_OUT
from bot.texts import Words

_USUAL_END = "five"


def people_of(games: Iterable[GameResult]) -> set[int]:
    """The ids of all who played in these games."""
    return {player.user_id for game in games for player in game.players}


def score_of(game: GameResult, player: PlayerResult) -> str:
    """The score, the player's own first."""
    scores = {"north": game.north_score, "south": game.south_score}
    own = scores.pop(player.seat)
    return f"{own}–{scores.popitem()[1]}"


def game_lines(words: Words, game: GameResult, user_id: int, names: Mapping[int, str]) -> str:
    """A game as one of its players sees it: how it went and against whom; then when and how it ended, small."""
    own = _player(game, user_id)
    values = {"score": score_of(game, own), "name": f"**{named(words, names, own.opponent_id)}**"}
    if game.winner is None:
        first = words("pages.game.none", **values)
    elif own.won:
        first = words("pages.game.won", **values)
    else:
        first = words("pages.game.lost", **values)
    small = joined(moment(game.ended_at, "d"), words(f"pages.how.{game.how}"), words.count("pages.deals", game.deals))
    if not game.counted and game.how != PLAYED_OUT:
        small = joined(small, words("pages.game.uncounted"))
    return f"{first}\n-# {small}"


def game_row(words: Words, game: GameResult, user_id: int, names: Mapping[int, str]) -> BoardRow:
    """A game in a picture, as one of its players sees it."""
    own = _player(game, user_id)
    mark = "=" if game.winner is None else "+" if own.won else "–"
    name = named(words, names, own.opponent_id, plain=True)
    return BoardRow(mark, name, score_of(game, own), words.date(game.ended_at))


def game_label(words: Words, game: GameResult, user_id: int, names: Mapping[int, str]) -> str:
    """A game in a list to choose from, where Discord knows no markdown."""
    own = _player(game, user_id)
    name = named(words, names, own.opponent_id, plain=True)
    end = "" if game.how == _USUAL_END else words(f"pages.how.{game.how}")
    return joined(words.date(game.ended_at), score_of(game, own), words("pages.game.against", name=name), end)


def _player(game: GameResult, user_id: int) -> PlayerResult:
    return next((player for player in game.players if player.user_id == user_id), game.players[0])
