"""Ratings in words: a member's rating, how a game moved it and why, and what a place on the board still requires."""

from __future__ import annotations

from bot.adapter.components import join_facts
from bot.adapter.naming import participant
from bot.adapter.registry import Feature
from bot.ranking.rating_model import EVERYWHERE_SERVERS, PLACE_DAYS, RatedGame, Rating, RatingLine
from bot.ranking.strengths import KNOWN_OPPONENTS
from bot.tables.views import TableView
from bot.texts import Words

__all__ = [
    "FEATURE",
    "board_figures",
    "counted_line",
    "figure",
    "interval",
    "missing_line",
    "moved_line",
    "moves_line",
    "placed_line",
    "title_name",
]


def figure(words: Words, rating: Rating) -> str:
    """Returns the number, with a question mark while it is provisional."""
    shown = str(rating.shown)
    return words("rating.provisional", rating=shown) if rating.is_provisional else shown


def interval(words: Words, rating: Rating) -> str:
    """Returns the lowest and the highest likely number, in words."""
    low, high = rating.interval
    return words("rating.interval", low=low, high=high)


def title_name(words: Words, title: int) -> str:
    """Returns the name of a title, from 1. Empty if no title is reached."""
    return words(f"rating.title.{title}") if title else ""


def moves_line(words: Words, table: TableView, game: RatedGame) -> str:
    """Returns how far a game moved the ratings of its players, the winner's first. All may read it."""
    people = sorted(game.after, key=lambda user_id: user_id != game.winner_id)
    moves = [
        words(
            "rating.moved.one",
            who=participant(words, table, user_id),
            rating=figure(words, game.after[user_id]),
            move=_move(game, user_id),
        )
        for user_id in people
    ]
    return words("rating.moved.all", people=join_facts(*moves))


def moved_line(words: Words, game: RatedGame, user_id: int) -> str:
    """Returns how far a game moved a player's rating, and why.

    The reason is the chance to win by the ratings before it. The line also has a title that was reached.
    """
    line = words(
        "rating.moved",
        rating=figure(words, game.after[user_id]),
        move=_move(game, user_id),
        chance=words.percent(game.expected(user_id)),
    )
    title = title_name(words, game.titles[user_id])
    return f"{line} {words('rating.title.reached', title=title)}" if title else line


def _move(game: RatedGame, user_id: int) -> str:
    """Returns the change of the displayed number, with its sign."""
    after = game.after[user_id]
    before = Rating(after.rating - game.moves[user_id]).shown
    return f"{'+' if after.shown >= before else '−'}{abs(after.shown - before)}"


def missing_line(words: Words, line: RatingLine, who: str | None = None) -> str | None:
    """Returns what a member still needs for a place: games, opponents, servers, recent play. None if they have one.

    Args:
        who: the member, on a page that all read. None if the member reads it alone.
    """
    if line.place is not None:
        return None
    lacks = []
    if line.counted < line.asks.games:
        lacks.append(words.count("rating.missing.games", line.asks.games - line.counted))
    if line.opponents < line.asks.opponents:
        lacks.append(words.count("rating.missing.opponents", line.asks.opponents - line.opponents))
    if line.servers is not None and line.servers < EVERYWHERE_SERVERS:
        lacks.append(words.count("rating.missing.servers", EVERYWHERE_SERVERS - line.servers))
    if not line.is_lately:
        lacks.append(words.count("rating.missing.lately", PLACE_DAYS))
    missing = join_facts(*lacks)
    return words("rating.missing", lacks=missing) if who is None else words("rating.missing.of", who=who, lacks=missing)


def counted_line(words: Words, line: RatingLine, who: str | None = None) -> str | None:
    """Returns which of a member's games count for a place. None if they have a place, or if all games count.

    Args:
        who: as for `missing_line`.
    """
    if line.place is not None or line.counted == line.games:
        return None
    games = words.count("rating.games", line.games)
    members = words.count("rating.counted.members", KNOWN_OPPONENTS)
    values = {"counted": line.counted, "games": games, "most": line.asks.of_one, "members": members}
    return words("rating.counted", **values) if who is None else words("rating.counted.of", who=who, **values)


def placed_line(words: Words, line: RatingLine) -> str | None:
    """Returns how a member got their place, and what their own number means. None if they have no place."""
    if line.place is None:
        return None
    return words("rating.placed", strength=line.strength_shown, rating=figure(words, line.rating))


def board_figures(words: Words, line: RatingLine) -> tuple[str, str]:
    """Returns the figures of a row: with a place, strength and rating; without, rating and interval."""
    own = figure(words, line.rating)
    if line.place is None:
        return own, interval(words, line.rating)
    return str(line.strength_shown), words("rating.own", rating=own)


FEATURE = Feature("rating")
