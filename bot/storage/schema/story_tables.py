"""The database's tables of the stories of games. They belong to the metadata of `bot.storage.schema.tables`.

Only ended games have rows here, because a story is computed from both hands.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, Text

from bot.storage.schema.tables import BIG, PERSON_REPLACED, strict_table

# The story of a game, without names, and the name of the function that computed its values. Empty data: the game has no
# story.
game_stories = strict_table(
    "game_stories",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("model", Text, nullable=False),
    Column("data", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    by_key=True,
)

# A player's parts of a story, in ten-thousandths of a game: the result, the values of the cards dealt and drawn, and
# the cost of the player's errors. `telling` is the number of the player's decisions that mattered. `house` is 1 if the
# opponent was the house.
story_results = strict_table(
    "story_results",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    Column("user_id", BIG, primary_key=True, info=PERSON_REPLACED),
    Column("guild_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    Column("house", Integer, nullable=False),
    Column("result", Integer, nullable=False),
    Column("dealt", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("cost", Integer, nullable=False),
    Column("telling", Integer, nullable=False),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("house IN (0, 1) AND cost >= 0 AND telling >= 0", name="counted"),
    by_key=True,
)
# The sums of a person's games in a server, from the index alone: profile, erasure.
Index(
    "ix_story_results_user",
    *(story_results.c[name] for name in ("user_id", "guild_id", "at", "house", "result", "dealt", "drawn")),
    *(story_results.c[name] for name in ("cost", "telling")),
)
