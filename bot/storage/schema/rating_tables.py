"""The database's tables of ratings: the ratings and strengths of members in each server, and the rated games in order.

They belong to the metadata of `bot.storage.schema.tables`. Ratings, deviations and strengths are in thousandths of a
point.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, Index, Integer

from bot.storage.schema.tables import BIG, OTHERS_ROW, PERSON_DELETED, PERSON_REPLACED, not_given, strict_table

_ADDED_UP: Final = not_given("the export has each game: rated_games")

# The number of rated games of a server. A game that is entered locks the row, so that all games have one order.
rating_orders = strict_table(
    "rating_orders",
    Column("guild_id", BIG, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
)

# The seasons of a server that have rated games. `season_at` is the beginning, `closed_at` the moment at which the
# season was closed. `role_due` is 1 if the role of its champions has to be given or taken.
seasons = strict_table(
    "seasons",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("ends_at", BIG, nullable=False),
    Column("closed_at", BIG),
    Column("role_due", Integer, nullable=False, server_default="0"),
    by_key=True,
)

# The members who were first on the board of a season when it was closed, and the role that they have for it.
season_champions = strict_table(
    "season_champions",
    Column("guild_id", BIG, primary_key=True),
    Column("season_at", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("role_id", BIG),
    by_key=True,
)

# A member's rating, which moves with each rated game, and their highest title.
ratings = strict_table(
    "ratings",
    Column("guild_id", BIG, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("title", Integer, nullable=False, server_default="0"),
    by_key=True,
)

# The sums of the rated games of two members in a season or in no season (as in `rated_games`), from the view of one of
# them. `first_at` is the end of the first game.
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

# A member's line of the board of all time (`season_at` is 0) or of a season: the number of rated games and of different
# opponents; from the last fit, the strength and the number of games that count for a place.
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

# The last fit of the strengths of a board: the `number` of the last rated game then, the moment before which members
# had to be settled (`until`), the moment of the fit, and the number of pairs.
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

# A rated game from the view of one player. `number` counts the games of the server in the order in which they were
# entered. Rating and deviation are those after the game. `season_at` is the season in which the game counts; if it
# counts in none, the season before it as a number below zero, or 0 if no season had begun. `title` is the title that
# the player reached by the game. A rebuild reads only this table.
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
# The rated games of a person in a server: the limit of a day, the curve.
Index("ix_rated_games_person", rated_games.c.user_id, rated_games.c.guild_id, rated_games.c.number)
# The two rows of a game: the hand at its end, erasure.
Index("ix_rated_games_game", rated_games.c.table_id, rated_games.c.game_no)

# The people who want no rating. Their games move no ratings, and no board shows them.
unrated_people = strict_table(
    "unrated_people",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("at", BIG, nullable=False),
)

# The people who have chosen to be rated in all servers.
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
