"""The tables of ratings: how strong each member plays in a server, and each game that says so, in their order.

A part of the metadata of `bot.storage.schema.tables`. Ratings, deviations and strengths are thousandths of a point.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, Index, Integer

from bot.storage.schema.tables import BIG, OTHERS_ROW, PERSON_DELETED, PERSON_REPLACED, not_given, strict_table

_ADDED_UP: Final = not_given("each game is given by itself: rated_games")

# How many rated games a server has had; its row is held while one is entered, so that they have one order.
rating_orders = strict_table(
    "rating_orders",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
)

# The seasons of a server that have rated games: `season_at` is when one began, `closed_at` when its end was first read;
# `role_due` is 1 where the role of its champions has to be given or taken.
seasons = strict_table(
    "seasons",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("ends_at", BIG, nullable=False),
    Column("closed_at", BIG),
    Column("role_due", Integer, nullable=False, server_default="0"),
    by_key=True,
)

# Who was first on the board of a season when its end was first read, and the role that they were given for it.
season_champions = strict_table(
    "season_champions",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("role_id", BIG),
    by_key=True,
)

# A member's own number now, which moves with each rated game, and the highest title reached.
ratings = strict_table(
    "ratings",
    Column("guild_id", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("title", Integer, nullable=False, server_default="0"),
    by_key=True,
)

# All rated games of two members in a season, or in none (as in `rated_games`), as one of them sees it. `first_at` is
# when the first of them ended.
rating_pairs = strict_table(
    "rating_pairs",
    Column("guild_id", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED | _ADDED_UP),
    Column("opponent_id", BIG, primary_key=True, info=PERSON_REPLACED | _ADDED_UP),
    Column("season_at", BIG, primary_key=True),
    Column("won", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("first_at", BIG, nullable=False),
    by_key=True,
)

# A member's line of the board, of all time (`season_at` is 0) or in a season: the rated games and the different
# opponents so far; then, as the last fit found them, the strength and the games that count for a place.
strengths = strict_table(
    "strengths",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("games", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),
    Column("last_at", BIG, nullable=False),
    Column("strength", Integer, nullable=False, server_default="1500000"),
    Column("counted", Integer, nullable=False, server_default="0"),
    by_key=True,
)

# The last fit of the strengths of a board: `number` of the last rated game then, the moment before which members had to
# be known (`until`), when the fit was made, and how many pairs it took.
strength_fits = strict_table(
    "strength_fits",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("until", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    Column("pairs", Integer, nullable=False),
    by_key=True,
)

# A rated game as one player's: `number` counts those of the server, in the order in which they were entered; rating and
# deviation are those after it; `season_at` is the season in which it counts, or, where there is none, the last one
# before it, below zero (0: none has begun); `title` is the one that was reached by it. A rebuild goes by this table
# alone.
rated_games = strict_table(
    "rated_games",
    Column("guild_id", BIG, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("adversary_id", BIG, key="opponent_id", nullable=False, info=PERSON_REPLACED | OTHERS_ROW),
    Column("table_id", BIG, nullable=False),
    Column("game_no", Integer, nullable=False),
    Column("ended_at", BIG, nullable=False),
    Column("won", Integer, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("gain", Integer, nullable=False),
    Column("season_at", BIG, nullable=False, server_default="0"),
    Column("title", Integer, nullable=False, server_default="0"),
    CheckConstraint("won IN (0, 1)", name="won_or_not"),
    by_key=True,
)
# The rated games of a person in a server: how often two have met, the curve.
Index("ix_rated_games_person", rated_games.c.user_id, rated_games.c.guild_id, rated_games.c.number)
# How a game moved the ratings: the hand at its end, forget.
Index("ix_rated_games_game", rated_games.c.table_id, rated_games.c.game_no)

# Who wants no rating: their games move none, and no board has them.
unrated_people = strict_table(
    "unrated_people",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
)

# Who has chosen to be rated in all servers.
everywhere_people = strict_table(
    "everywhere_people",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
)

# The servers in which a person has played games that are rated in all servers.
everywhere_servers = strict_table(
    "everywhere_servers",
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("guild_id", BIG, primary_key=True),
    by_key=True,
)
