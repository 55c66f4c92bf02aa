"""What the bot has promised for a deal."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.events.fair import DealPromised, PackCut
from ecarte.fair import FairDeal, commitment

__all__ = ["Promise"]


@dataclass(frozen=True, slots=True)
class Promise:
    """What the house has promised for a deal, and once it is cut all that its pack follows from.

    Attributes:
        number: of the deal in its game.
        until: until when the elder hand may cut.
        by: who has cut; None: drawn, or not cut yet.
        fair: None before the cut.
        drawn: whether the house drew North's and South's seeds.
    """

    number: int
    secret: bytes = field(repr=False)
    until: int
    by: int | None = None
    fair: FairDeal | None = field(default=None, repr=False)
    drawn: tuple[bool, bool] = (False, False)

    @property
    def commitment(self) -> str:
        """What is shown before the deal."""
        return commitment(self.secret)

    @classmethod
    def of(cls, event: DealPromised) -> Promise:
        """What an event promises."""
        return cls(event.number, bytes.fromhex(event.secret), event.until)

    def cut(self, event: PackCut) -> Promise:
        """The promise once it is cut."""
        fair = FairDeal(self.commitment, self.secret, event.seeds, event.place)
        return Promise(self.number, self.secret, self.until, event.by, fair, event.drawn)
