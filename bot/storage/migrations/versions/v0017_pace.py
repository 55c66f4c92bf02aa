"""Schema 0017 stores the pace of each table (live or by correspondence), to count a person's games of a pace.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision: str | None = "0016"
branch_labels = None
depends_on = None

_OPENINGS = """
SELECT events.table_id, events.data FROM events JOIN tables ON tables.id = events.table_id
WHERE events.seq = 1 AND tables.status <> 'closed'
"""


def upgrade() -> None:
    """Adds the column `tables.pace`, and fills it for open tables from the first event of their logs.

    No query reads the pace of a closed table.
    """
    op.add_column("tables", sa.Column("pace", sa.Text, nullable=False, server_default="live"))
    connection = op.get_bind()
    slow = [table_id for table_id, data in connection.execute(sa.text(_OPENINGS)) if _pace(data) == "correspondence"]
    if slow:
        change = sa.text("UPDATE tables SET pace = 'correspondence' WHERE id = :id")
        connection.execute(change, [{"id": table_id} for table_id in slow])


def _pace(data: str) -> object:
    """The pace in a table's opening; None where it cannot be read: such a table is put aside when it is first used."""
    try:
        return json.loads(data)["terms"]["pace"]["kind"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
