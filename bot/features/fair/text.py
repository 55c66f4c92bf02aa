"""The fair deal in words: what is promised before it, and revealed after it.

Drawn from public views: before a deal is over that is the commitment and nothing else.
"""

from __future__ import annotations

from bot.adapter import formatting
from bot.tables.state.table import Finished
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["awaited", "commitment", "packets", "promised", "revealed"]


def promised(words: Words, table: TableView) -> list[str]:
    """What is promised of a deal that is not over, and who may cut until when."""
    small = commitment(words, table)
    return [*awaited(words, table), *([small] if small else [])]


def awaited(words: Words, table: TableView) -> list[str]:
    """Who may cut, and until when, and how the dealer now deals; nothing once the pack is cut."""
    shown = table.to_cut
    if shown is None or shown.until is None:
        return []
    return [
        *packets(words, table),
        words("fair.cut", who=formatting.who(table, shown.elder), when=formatting.relative(shown.until)),
    ]


def packets(words: Words, table: TableView) -> list[str]:
    """That a dealer deals in another order than in the last game (Law 8)."""
    if table.new_packets is None:
        return []
    dealer, distribution = table.new_packets
    return [words(f"fair.packets.{distribution.value}", who=formatting.who(table, dealer))]


def commitment(words: Words, table: TableView) -> str:
    """The promise of the deal that comes next or is on; empty where there is none."""
    shown = table.promised
    return "" if shown is None else f"-# {words('fair.promised', deal=shown.number, commitment=shown.commitment)}"


def revealed(words: Words, over: Finished) -> list[str]:
    """What a deal that is over followed from."""
    promise = over.promise
    if promise is None or promise.fair is None:
        return []
    fair = promise.fair
    cutter = next((person.name for person in over.seats if person.id == promise.by), None)
    key = "fair.cut.by" if cutter is not None else "fair.cut.house"
    cut = words(key, place=fair.cut, **({} if cutter is None else {"who": formatting.safe(cutter)}))
    north, south = (
        words(
            "fair.seed.drawn" if drawn else "fair.seed.own", who=formatting.safe(over.seats[seat.index].name), seed=seed
        )
        for seat, drawn, seed in zip(Seat, promise.drawn, map(formatting.safe, fair.seeds), strict=True)
    )
    told = words("fair.proof", commitment=fair.commitment)
    secret = words("fair.secret", secret=fair.secret.hex())
    return [f"-# {line}" for line in (told, secret, f"{cut} · {words('fair.seeds', north=north, south=south)}")]
