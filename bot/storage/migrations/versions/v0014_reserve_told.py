"""Events that say that a reserve runs: an older release takes them for damage. No way down: a backup is the way back."""

from __future__ import annotations

revision = "0014"
down_revision: str | None = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing but the mark."""
