"""The use cases of a table under one name: coming to it, playing and betting at it, and what time brings about.

Each decides on a state and gives events; `TableLog` commits them; then whoever watches is told, so that somebody draws.
Chance comes in as a generator, time as a function.
"""

from __future__ import annotations

from bot.tables.actions.advice import Pointing
from bot.tables.actions.betting import Betting
from bot.tables.actions.chairs import Rentrants
from bot.tables.actions.cut import Cutting
from bot.tables.actions.packs import NewCards
from bot.tables.actions.pairing import Pairing
from bot.tables.actions.play import Choose, Playing
from bot.tables.actions.succession import Succession
from bot.tables.common import Limits, Watcher
from bot.tables.timeouts import Keeping

__all__ = ["Choose", "Limits", "Tables", "Watcher"]


class Tables(Pairing, Betting, Cutting, Playing, Pointing, Rentrants, Succession, NewCards, Keeping):
    """All tables of the house.

    Args:
        now: the time, in epoch milliseconds.
        chance: draws secrets and cuts; a `random.SystemRandom` where it matters.
        limits: what the one who runs the house has set.
        laid: packs that are dealt in place of fair ones.
    """
