"""Schema 0035 stores a moment: the owner allows the bot to erase all people who were last seen before it.

There is no downgrade: to go back, restore a backup.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision: str | None = "0034"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the column `heartbeat.swept_before`. It is 0, which means that the owner has allowed nothing yet.

    Before, the bot erased any number of people who were not seen for long, without asking.
    """
    op.add_column("heartbeat", sa.Column("swept_before", _BIG, nullable=False, server_default="0"))
