"""The database's table of duplicate matches. It belongs to the metadata of `bot.storage.schema.tables`.

Each deal at a table of a match is a row of `dailies`, which belongs to the inviter or to the partner. In a match of two
pairs, the row has the moves of both players at the table.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, Index, Integer, Text

from bot.storage.schema.tables import BIG, PERSON_DELETED, not_given, strict_table

PAIR: Final = ("inviter", "partner")
OPPONENTS: Final = ("against_inviter", "against_partner")
MEMBERS: Final = (*PAIR, *OPPONENTS)
"""The prefixes of the columns about each member."""
_SECRET: Final = not_given("all packs follow from it; the record of the match has what members may know")

# A duplicate match. AUTOINCREMENT, so that no id is assigned twice: the tries name it. `secret` is the last one of the
# chain. `until` is the moment at which the invitation lapses or, once the match has begun, it ends. Of each member
# the row has what they add to the packs: a seed, whether they named it after the bot had committed itself, and the
# number of the press with which they agreed. Without one of the members there is no match, so the row goes with each.
# Before the beginning only the seat of an opponent is freed.
# `two_pairs` says that another pair plays against the two. Each seat of that pair has a member once one has taken it.
duplicates = strict_table(
    "duplicates",
    Column("id", BIG, primary_key=True),
    Column("guild_id", BIG, nullable=False),
    Column("inviter_id", BIG, nullable=False, info=PERSON_DELETED),
    Column("partner_id", BIG, nullable=False, info=PERSON_DELETED),
    Column("secret", Text, nullable=False, info=_SECRET),
    Column("opened_at", BIG, nullable=False),
    Column("asked_at", BIG),
    Column("started_at", BIG),
    Column("until", BIG, nullable=False),
    Column("inviter_seed", Text, nullable=False),
    Column("inviter_named", Integer, nullable=False, server_default="0"),
    Column("inviter_press", BIG),
    Column("partner_seed", Text, nullable=False),
    Column("partner_named", Integer, nullable=False, server_default="0"),
    Column("partner_press", BIG),
    Column("two_pairs", Integer, nullable=False, server_default="0"),
    Column("against_inviter_id", BIG, info=PERSON_DELETED),
    Column("against_inviter_seed", Text),
    Column("against_inviter_named", Integer, nullable=False, server_default="0"),
    Column("against_inviter_press", BIG),
    Column("against_partner_id", BIG, info=PERSON_DELETED),
    Column("against_partner_seed", Text),
    Column("against_partner_named", Integer, nullable=False, server_default="0"),
    Column("against_partner_press", BIG),
    CheckConstraint("inviter_named IN (0, 1) AND partner_named IN (0, 1)", name="named_or_not"),
    sqlite_autoincrement=True,
)
# The matches of a person: erasure and export.
Index("ix_duplicates_inviter", duplicates.c.inviter_id)
Index("ix_duplicates_partner", duplicates.c.partner_id)
Index("ix_duplicates_against_inviter", duplicates.c.against_inviter_id)
Index("ix_duplicates_against_partner", duplicates.c.against_partner_id)
