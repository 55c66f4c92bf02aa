"""What servers and people have chosen: plain data with its form in the database. No Discord, no rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.clock import ClockKind, Pace
from bot.tables.terms import Terms
from bot.texts import Language
from ecarte.ai import Level
from ecarte.game import DIALECTS, Dialect, Distribution, Manners, NextDeal, Stakes
from ecarte.table import PoolForm
from ecarte.table.stakes import Style

__all__ = ["Preferences", "ServerChoices", "Wanted"]

_AS_THEY_ARE = ("threads", "decision_s", "reserve_s", "hours", "opening", "allowance", "stake")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a challenger chose himself; None: as the server has it.

    Attributes:
        hints: whether he proposes hints for both; whoever accepts agrees. Not for pools and tournaments: there more
            people play for one prize than the two who would agree.
    """

    kind: ClockKind | None = None
    dialect: Dialect | None = None
    stake: int | None = None
    style: Style = Style.FRENCH
    stakes: Stakes = Stakes.SINGLE_ONLY
    pool: PoolForm | None = None
    manners: Manners = Manners.GUIDED
    rubber: int = 1
    next_deal: NextDeal | None = None
    hints: bool = False


@dataclass(frozen=True, slots=True)
class ServerChoices:
    """What those who manage a server have set.

    Attributes:
        channels: where games may be played; none named: everywhere.
        threads: whether each table gets a thread of its own.
        clock: the kind of clock where a challenge names none.
        decision_s, reserve_s: the live clock, in seconds.
        hours: the clock by correspondence, in hours a decision.
        language: what the tables speak in public; None: the server's own, as Discord tells it.
        dialect: the rules where a challenge names none.
        opening: the chips with which a person begins here.
        allowance: what whoever is broke is brought up to, once a day.
        stake: what each player puts up where a challenge names nothing; 0: they play for the honour.
        house: how well the house plays where it takes an empty chair or makes an odd number even; None: it stays away.
    """

    channels: tuple[int, ...] = ()
    threads: bool = True
    clock: ClockKind = ClockKind.LIVE
    decision_s: int = 60
    reserve_s: int = 120
    hours: int = 24
    language: Language | None = None
    dialect: Dialect = Dialect.CAVENDISH
    opening: int = 1000
    allowance: int = 100
    stake: int = 0
    house: Level | None = None

    def to_json(self) -> dict[str, Any]:
        """The choices as plain data."""
        return {
            "channels": list(self.channels),
            "threads": self.threads,
            "clock": self.clock.value,
            "decision_s": self.decision_s,
            "reserve_s": self.reserve_s,
            "hours": self.hours,
            "language": self.language.value if self.language else None,
            "dialect": self.dialect.value,
            "opening": self.opening,
            "allowance": self.allowance,
            "stake": self.stake,
            "house": self.house.value if self.house else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ServerChoices:
        """The choices from the data of `to_json`; what is missing there has its default."""
        given = {name: data[name] for name in _AS_THEY_ARE if name in data}
        return cls(
            channels=tuple(data.get("channels", ())),
            clock=ClockKind(data.get("clock", ClockKind.LIVE.value)),
            language=Language(data["language"]) if data.get("language") else None,
            dialect=Dialect(data.get("dialect", Dialect.CAVENDISH.value)),
            house=Level(data["house"]) if data.get("house") else None,
            **given,
        )

    def pace(self, kind: ClockKind | None = None) -> Pace:
        """The pace for a kind of clock, or for this server's own."""
        if (kind or self.clock) is ClockKind.LIVE:
            return Pace.live(self.decision_s, self.reserve_s)
        return Pace.correspondence(self.hours)

    def terms(self, language: Language, wanted: Wanted | None = None) -> Terms:
        """The terms of a challenge in this server, with what the challenger chose himself."""
        chosen = wanted or Wanted()
        preset = DIALECTS[chosen.dialect or self.dialect]
        changes = {name: value for name in preset.choices if (value := getattr(chosen, name)) is not None}
        return Terms(
            rules=replace(preset.rules, **changes),
            pace=self.pace(chosen.kind),
            language=self.language or language,
            in_thread=self.threads,
            # Where players may err, even the last card is theirs to play, and the last trick but one to be mended.
            last_trick_by_itself=chosen.manners is Manners.GUIDED,
            stake=self.stake if chosen.stake is None else chosen.stake,
            style=chosen.style,
            pool=chosen.pool,
            rubber=chosen.rubber,
            hints=chosen.hints,
            house=self.house,
        )


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one person has set for himself, in every server.

    Attributes:
        four_colours: whether diamonds are blue and clubs green in the pictures that only he sees.
        distribution: how he deals, by three and two or by two and three (Law 8).
        seed: what he gives to the packs of fair deals; empty: the house draws one for him. Nobody else sees it before
            the deal is over.
    """

    four_colours: bool = False
    distribution: Distribution = Distribution.THREE_TWO
    seed: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """The preferences as plain data."""
        return {"four_colours": self.four_colours, "distribution": self.distribution.value, "seed": self.seed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Preferences:
        """The preferences from the data of `to_json`; what is missing there has its default."""
        return cls(
            bool(data.get("four_colours", False)),
            Distribution(data.get("distribution", Distribution.THREE_TWO.value)),
            str(data.get("seed", "")),
        )
