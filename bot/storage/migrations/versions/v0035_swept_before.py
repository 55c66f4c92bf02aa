"""Schema 0035 stores the owner's last consent to erase any number of people not seen since a moment.

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
    """Adds the column `heartbeat.swept_before`. It is 0: the owner has not consented yet.

    Before, the bot erased such people without asking, even if they were many.
    """
    op.add_column("heartbeat", sa.Column("swept_before", _BIG, nullable=False, server_default="0"))
