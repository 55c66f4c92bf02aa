"""The database's tables of puzzles: the puzzles, people's answers, and people's ratings as solvers.

They belong to the metadata of `bot.storage.schema.tables`. Ratings and deviations are in thousandths of a point.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, Text

from bot.storage.schema.tables import BIG, PERSON_DELETED, strict_table

# A puzzle: the position as its solver sees it, with other suits than in the game, and the chances after each option.
# `guild_id` is the server whose members get it, 0 for all. `key` is what no two puzzles share. `table_id` and `game_no`
# name the game of a puzzle, for its withdrawal alone; the stock has none. `tries` and `solved` also count the tries of
# people who were erased since. `theme` is what the puzzle is about; NULL in the stock until a member chooses a theme.
# `day` names the deal of the day of which the puzzle is a decision.
puzzles = strict_table(
    "puzzles",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("added_at", BIG, nullable=False),
    Column("key", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("solution", Text, nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("table_id", BIG),
    Column("game_no", Integer),
    Column("state", Text, nullable=False, server_default="live"),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("solved", Integer, nullable=False, server_default="0"),
    Column("theme", Text),
    Column("day", Text),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    CheckConstraint("state IN ('live', 'withdrawn')", name="state"),
    CheckConstraint("(table_id IS NULL) = (game_no IS NULL)", name="source_is_whole"),
    sqlite_autoincrement=True,
)
Index("ix_puzzles_key", puzzles.c.key, unique=True)
# What a member may get: the nearest in rating.
Index("ix_puzzles_open", puzzles.c.state, puzzles.c.guild_id, puzzles.c.rating)
# The puzzles of a game: a withdrawal.
Index("ix_puzzles_game", puzzles.c.table_id, puzzles.c.game_no)

# A person's one try at a puzzle: the place of the option, whether it was right, how it moved the person's rating, and
# whether they liked the puzzle (1 or -1).
puzzle_tries = strict_table(
    "puzzle_tries",
    Column("user_id", BIG, primary_key=True, info=PERSON_DELETED),
    Column("puzzle_id", BIG, primary_key=True),
    Column("at", BIG, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("moved", Integer, nullable=False),
    Column("liked", Integer),
    CheckConstraint("solved IN (0, 1) AND liked IN (-1, 1)", name="answered"),
    by_key=True,
)
# What people say of a puzzle.
Index("ix_puzzle_tries_puzzle", puzzle_tries.c.puzzle_id, puzzle_tries.c.liked)

# A person as a solver: the rating, the puzzle that waits for their answer, and the theme that they have chosen.
# `by_theme` is 1 if the waiting puzzle was drawn by a chosen theme, so that the person knows what it is about.
puzzle_players = strict_table(
    "puzzle_players",
    Column("user_id", BIG, primary_key=True, autoincrement=False, info=PERSON_DELETED),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("solved", Integer, nullable=False, server_default="0"),
    Column("puzzle_id", BIG),
    Column("theme", Text),
    Column("by_theme", Integer, nullable=False, server_default="0"),
)

# A person's report that a puzzle is wrong. `guild_id` is that of the puzzle.
puzzle_reports = strict_table(
    "puzzle_reports",
    Column("user_id", BIG, primary_key=True, info=PERSON_DELETED),
    Column("puzzle_id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("at", BIG, nullable=False),
    by_key=True,
)
# The reports of a puzzle: to count them, and to delete them.
Index("ix_puzzle_reports_puzzle", puzzle_reports.c.puzzle_id)

# The games that were searched for puzzles, so that none is searched twice.
searched_games = strict_table(
    "searched_games",
    Column("table_id", BIG, primary_key=True),
    Column("game_no", Integer, primary_key=True),
    ForeignKeyConstraint(["table_id", "game_no"], ["games.table_id", "games.game_no"]),
    by_key=True,
)
