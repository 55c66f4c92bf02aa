"""Says how long the suite waits for anything: one time for every wait, so great that only what hangs reaches it.

No test uses it to say how fast something is. A test about time lets the time pass itself, or waits for an event.
"""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 600
PATIENCE_MS: Final = 1000 * PATIENCE_S
