"""All figures as text."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench.clicks import OwnTime
from tests.bench.figures import Spread, table
from tests.bench.moves import MovesPerSecond
from tests.bench.requests import KINDS, RequestsPerDeal

GOAL = 24
"""The most requests that an average deal may need."""

HEADINGS = (
    "The bot's own time per click, in milliseconds",
    "Processor time of each stage of a click, in milliseconds",
    "REST requests per deal that count against Discord's limit",
    "Moves committed per second, without Discord",
)


@dataclass(frozen=True, slots=True)
class Figures:
    """All measurements, in the order of `HEADINGS`."""

    own: list[OwnTime]
    stages: dict[str, Spread]
    requests: list[RequestsPerDeal]
    moves: MovesPerSecond


def text(figures: Figures) -> str:
    """The figures, one section after another."""
    sections = (
        _own(figures.own),
        _stages(figures.stages),
        _requests(figures.requests),
        _moves(figures.moves),
    )
    return "\n\n".join(f"{heading}\n{section}" for heading, section in zip(HEADINGS, sections, strict=True))


def _own(own: list[OwnTime]) -> str:
    heads = ["tables", "clicks", "p50", "p99", "CPU", "with Discord p50", "p99", "null bot p50", "p99", "requests"]
    rows = [
        [
            f"{times.tables:,}",
            times.clicks,
            *(times.own.p50, times.own.p99, times.own_cpu_mean),
            *(times.bot.p50, times.bot.p99),
            *(times.null.p50, times.null.p99),
            times.requests,
        ]
        for times in own
    ]
    notes = (
        "From the press until all is drawn. After each click a null bot makes the same requests and does nothing else;",
        "p50 and p99 on the left are of the differences, click by click; CPU is the mean difference of processor time.",
    )
    return "\n".join([table(heads, rows), *notes])


def _stages(stages: dict[str, Spread]) -> str:
    return table(["stage", "p50", "p99", "mean"], [[stage, *_three(times_of)] for stage, times_of in stages.items()])


def _three(times_of: Spread) -> tuple[str, str, str]:
    return f"{times_of.p50:.2f}", f"{times_of.p99:.2f}", f"{times_of.mean:.2f}"


def _requests(requests: list[RequestsPerDeal]) -> str:
    heads = ["people press", "every", "games", "deals", "mean", "worst game", "p99", "worst deal", "clicks", "free"]
    rows = [
        [
            counted.habits,
            f"{counted.pace_s:g} s",
            counted.games,
            counted.deals_played,
            *(
                counted.per_deal,
                counted.games_worst,
                counted.deals.p99,
                counted.worst_deal,
                counted.clicks,
                counted.free,
            ),
        ]
        for counted in requests
    ]
    kinds = table(
        ["per deal", "every", *KINDS],
        [
            [counted.habits, f"{counted.pace_s:g} s", *(f"{counted.kinds[kind]:.2f}" for kind in KINDS)]
            for counted in requests
        ],
    )
    met = all(counted.per_deal <= GOAL for counted in requests)
    return "\n".join([table(heads, rows), "", kinds, f"The goal of {GOAL} or fewer is {'met' if met else 'MISSED'}."])


def _moves(moves: MovesPerSecond) -> str:
    rows = [["one table", moves.alone], [f"{moves.tables_together} tables at once", moves.together]]
    return table([f"{moves.moves:,} moves", "per second"], rows)
