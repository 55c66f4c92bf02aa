"""Schema 0034 stores which people each packed log names. There is no downgrade: to go back, restore a backup."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision: str | None = "0033"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ID = re.compile(r"(?<![\d-])\d{14,19}(?!\d)")
_LEAST_ID, _MOST_ID = 1 << 45, 1 << 63
_HOUSE = range(4_000_000, 4_000_100)
_UNKNOWN, _DATA, _LOGS = 0, 4, 500


def upgrade() -> None:
    """Creates the table `packed_people`, and fills it by reading each packed log once."""
    people = op.create_table(
        "packed_people",
        sa.Column("user_id", _BIG, nullable=False),
        sa.Column("table_id", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "table_id", name="pk_packed_people"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_packed_people_tables"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_packed_people_table", "packed_people", ["table_id"])
    connection, after = op.get_bind(), 0
    logs = sa.text(
        "SELECT table_id, guild_id, channel_id, thread_id, data FROM packed_logs JOIN tables ON id = table_id"
        f" WHERE table_id > :after ORDER BY table_id LIMIT {_LOGS}"
    )
    while rows := connection.execute(logs, {"after": after}).all():
        after = rows[-1].table_id
        named = [
            {"user_id": user_id, "table_id": table_id}
            for table_id, *places, data in rows
            for user_id in _people(bytes(data)) - set(places)
        ]
        op.bulk_insert(people, named)
    for column in ("north_id", "south_id", "challenger_id", "challenged_id"):
        # Also of a log that is deleted: the row stays.
        op.execute(
            f"INSERT INTO packed_people SELECT {column}, id FROM tables WHERE {column} > 0"
            f" AND {column} NOT BETWEEN {_HOUSE.start} AND {_HOUSE.stop - 1}"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = id)"
            f" AND NOT EXISTS (SELECT 1 FROM packed_people WHERE user_id = {column} AND table_id = id)"
        )


def _people(data: bytes) -> set[int]:
    try:
        rows: list[Any] = json.loads(zlib.decompress(data))
        numbers = {int(digits) for row in rows for digits in _ID.findall(row[_DATA])}
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return {_UNKNOWN}
    return {number for number in numbers if _LEAST_ID <= number < _MOST_ID}
