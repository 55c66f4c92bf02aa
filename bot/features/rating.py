"""Sentences about ratings: a member's rating, how a game changed it and why, and what the member still needs for a
place on the leaderboard.
"""

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
    """Returns a rating as a number. A question mark follows it while the rating is provisional."""
    shown = str(rating.shown)
    return words("rating.provisional", rating=shown) if rating.is_provisional else shown


def interval(words: Words, rating: Rating) -> str:
    """Returns the range in which a rating most likely lies, in words: its lowest and its highest number."""
    low, high = rating.interval
    return words("rating.interval", low=low, high=high)


def title_name(words: Words, title: int) -> str:
    """Returns the name of a title that ratings bring.

    Args:
        title: the number of the title, from 1. If it is 0, no title is reached, and the name is empty.
    """
    return words(f"rating.title.{title}") if title else ""


def moves_line(words: Words, table: TableView, game: RatedGame) -> str:
    """Returns a public line about how far a game changed the ratings of its players, the winner's first."""
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
    """Returns a line about how far a game changed the rating of a player, and why.

    The reason is the player's chance to win, computed from the ratings before the game. If the player has reached a
    title, the line names it.
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
    """Returns what a member still needs for a place on the leaderboard: games, opponents, servers or recent play. None
    if they have a place.

    Args:
        who: the name of the member, for a page that all read. None for a page that the member alone reads.
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
    """Returns how many of a member's games count for a place on the leaderboard so far, and why the others do not. None
    if the member has a place, or if all their games count.

    Args:
        who: the name of the member, for a page that all read. None for a page that the member alone reads.
    """
    if line.place is not None or line.counted == line.games:
        return None
    games = words.count("rating.games", line.games)
    members = words.count("rating.counted.members", KNOWN_OPPONENTS)
    values = {"counted": line.counted, "games": games, "most": line.asks.of_one, "members": members}
    return words("rating.counted", **values) if who is None else words("rating.counted.of", who=who, **values)


def placed_line(words: Words, line: RatingLine) -> str | None:
    """Returns a line with a member's strength, which gives the place on the leaderboard, and the rating, which moves
    with every game. None if the member has no place.
    """
    if line.place is None:
        return None
    return words("rating.placed", strength=line.strength_shown, rating=figure(words, line.rating))


def board_figures(words: Words, line: RatingLine) -> tuple[str, str]:
    """Returns the two figures in a member's row of the leaderboard. With a place they are strength and rating, without
    a place rating and its likely range.
    """
    own = figure(words, line.rating)
    if line.place is None:
        return own, interval(words, line.rating)
    return str(line.strength_shown), words("rating.own", rating=own)


FEATURE = Feature("rating")
