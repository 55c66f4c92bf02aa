"""The stored form of the events of tables. Each class is registered where it is defined."""

from __future__ import annotations

from typing import Final

from bot.clock import Pace
from ecarte.notation import CODEC, Codec

EVENTS: Final = Codec(CODEC)
EVENTS.scalar(Pace, Pace.to_json, Pace.from_json)
