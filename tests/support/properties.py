"""Sets how many examples each property is tried with. Each run tries the same ones, unless `ECARTE_EXAMPLES` is set.

With `ECARTE_EXAMPLES=1000` every property is tried with a thousand examples, and each run tries other ones.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

VARIABLE: Final = "ECARTE_EXAMPLES"
_USUAL: Final = 100
_WANTED: Final = int(os.environ.get(VARIABLE) or 0)


def load_profile() -> None:
    """Makes examples the same in each run, and lets no test fail because the machine is busy.

    Keeps what the present profile, that of CI for one, says otherwise.
    """
    settings.register_profile(
        "unhurried",
        deadline=None,
        derandomize=not _WANTED,
        max_examples=_WANTED or _USUAL,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("unhurried")


def examples(number: int) -> settings:
    """The settings of a property that takes `number` examples, as more would take too long.

    To be used where other tests leave the number to the profile, so that one variable sets it for all.
    """
    return settings(max_examples=_WANTED or number)
