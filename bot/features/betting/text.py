"""Bets, side bets and the settlement in words.

Drawn from public views. Knows neither messages nor buttons, and no rule: sums come from `ecarte.table.stakes`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter import formatting
from bot.adapter.naming import participant as name
from bot.tables.state.sight import Sight
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import stakes
from ecarte.table.stakes import Line, Offer, Share, SideStanding, Stage, Style

__all__ = [
    "back",
    "behind",
    "bets",
    "between",
    "mine",
    "mine_if_any",
    "offer_line",
    "paid",
]

_LISTED = 8


def bets(words: Words, table: TableView) -> list[str]:
    """Both sides of the book while bets may be made: who has put what there, and what of it is covered."""
    book, pause = table.around.book, table.around.pause
    if book is None or book.stage is not Stage.OPEN:
        return []
    lines = []
    if pause is not None:
        lines.append(words("galerie.open", when=formatting.relative(pause.until)))
    shown = stakes.standing(book)
    lines += [_side(words, table, side) for side in (shown.north, shown.south)]
    if pause is not None and pause.ready:
        ready = words.joined([name(words, table, person) for person in sorted(pause.ready)])
        lines.append(words("galerie.wanted", who=ready))
    lines.append(f"-# {words('galerie.how.english' if book.style is Style.ENGLISH else 'galerie.how')}")
    return lines


def behind(words: Words, table: TableView) -> list[str]:
    """Returns the stakes during play: who backs whom, what went back, and whether backers point."""
    book = table.around.book
    if book is None or book.stage is not Stage.CLOSED:
        return []
    lines = [words("galerie.lies", amount=formatting.chips(words, book.total(Seat.NORTH)))]
    for seat in Seat:
        if backers := stakes.backers(book, seat):
            people = formatting.listed(
                words, [f"{name(words, table, it.person)} {words.number(it.amount)}" for it in backers]
            )
            lines.append(words("galerie.behind", who=formatting.who(table, seat), people=people))
    if table.around.refunds:
        returned = [f"{name(words, table, it.person)} {words.number(it.amount)}" for it in table.around.refunds]
        lines.append(words("galerie.back", people=formatting.listed(words, returned)))
    lines += [words("galerie.chouette", who=name(words, table, book.players[seat.index])) for seat in _chouettes(table)]
    if table.around.pointing:
        lines.append(words("galerie.pointing"))
    return [f"-# {line}" for line in lines]


def between(words: Words, table: TableView) -> list[str]:
    """The side bets while they may be made: the odds, and what is offered."""
    found, pause = table.around.side_bets, table.around.pause
    if found is None or found.to_make is None or pause is None:
        return []
    on_north = stakes.odds_on(Seat.NORTH, found.to_make)
    lines = [words("galerie.side.open", when=formatting.relative(pause.until))]
    if on_north.is_even:
        lines.append(words("galerie.side.even", a=found.to_make[0]))
    else:
        ahead = Seat.NORTH if on_north.stake > on_north.win else Seat.SOUTH
        odds = formatting.odds_of(words, stakes.odds_on(ahead, found.to_make))
        lines.append(words("galerie.side.odds", odds=odds, who=formatting.who(table, ahead)))
    made = [offer_line(words, table, it) for it in found.offers]
    lines += made[:_LISTED]
    if len(made) > _LISTED:
        lines.append(words.count("galerie.more", len(made) - _LISTED))
    if pause.ready:
        ready = words.joined([name(words, table, person) for person in sorted(pause.ready)])
        lines.append(words("galerie.wanted", who=ready))
    return lines


def offer_line(words: Words, table: TableView, made: Offer) -> str:
    """One side bet: who offers what on whom at which odds, what is left of it, and what that asks."""
    values = {
        "n": made.number,
        "who": name(words, table, made.person),
        "amount": words.number(made.amount),
        "side": formatting.who(table, made.side),
        "odds": formatting.odds_of(words, made.odds),
    }
    if not made.left:
        return words("galerie.side.taken", **values)
    return words("galerie.side.offer", left=words.number(made.left), asks=words.number(made.asks), **values)


def paid(words: Words, table: TableView) -> list[str]:
    """Returns how the game was paid: the winners first, each player before the backers."""
    settled = table.around.settlement
    if settled is None:
        return []
    if settled.winner is None:
        return [words("galerie.returned")]
    lines = []
    for side in (settled.winner, settled.winner.other):
        shares = [it for it in settled.shares if it.side is side]
        lines.append(formatting.listed(words, [_share(words, table, it) for it in shares]))
    if settled.multiple.value > 1:
        lines.insert(0, words(f"galerie.counts.{settled.multiple.value}"))
    if settled.short:
        lines.append(words("galerie.short", amount=formatting.chips(words, settled.short)))
    return lines


def mine(words: Words, table: TableView, user_id: int) -> str:
    """Returns what a person has on the game and in side bets, for that person alone."""
    return mine_if_any(words, table, user_id) or words("galerie.you.nothing")


def mine_if_any(words: Words, table: TableView, user_id: int) -> str:
    """As `mine`; empty where the person has nothing there."""
    book, beside = table.around.book, table.around.side_bets
    lines = []
    if book is not None and book.stage is not Stage.FINISHED and (side := book.side_of(user_id)) is not None:
        shown = stakes.standing(book)
        own = [it for it in (shown.north if side is Seat.NORTH else shown.south).lines if it.person == user_id]
        amount, covered = sum(line.amount for line in own), sum(line.covered for line in own)
        key = "galerie.you.covered" if covered == amount else "galerie.you" if covered else "galerie.you.waits"
        names = {"who": formatting.who(table, side), "other": formatting.who(table, side.other)}
        counts = {"covered": words.number(covered), "waits": words.number(amount - covered)}
        lines.append(words(key, amount=formatting.chips(words, amount), **counts, **names))
    lines += back(words, table, user_id)
    sight = table.around.sight.get(user_id)
    if sight is not None and table.status is Status.PLAYING:
        opened = book is not None and book.stage is Stage.OPEN
        seen = words("galerie.you.will_see" if opened else "galerie.you.sees")
        lines.append(seen if sight is Sight.SEES else formatting.unseen(words, sight, table.terms))
    if beside is not None and not beside.finished and (lying := -beside.account().get(user_id, 0)):
        lines.append(words("galerie.you.beside", amount=formatting.chips(words, lying)))
    return "\n".join(lines)


def back(words: Words, table: TableView, user_id: int) -> list[str]:
    """Returns what of a person's bets came back at the close of the book, if anything did."""
    book = table.around.book
    returned = sum(holding.amount for holding in table.around.refunds if holding.person == user_id)
    if book is None or book.stage is not Stage.CLOSED or not returned:
        return []
    kept = sum(bet.amount for bet in book.bets if bet.person == user_id)
    return [words("galerie.you.back", back=words.number(returned), amount=formatting.chips(words, returned + kept))]


def _side(words: Words, table: TableView, side: SideStanding) -> str:
    who = formatting.who(table, side.side)
    covered = sum(line.covered for line in side.lines)
    key = "galerie.side.total" if covered == side.total else "galerie.side.total.open"
    head = words(key, who=who, amount=formatting.chips(words, side.total), covered=words.number(covered))
    people = formatting.listed(words, [_line(words, table, line) for line in side.lines])
    chouette = f"\n-# {words('galerie.chouette', who=who)}" if side.is_chouette else ""
    return f"{head}\n-# {people}{chouette}"


def _line(words: Words, table: TableView, line: Line) -> str:
    who, amount = name(words, table, line.person), words.number(line.amount)
    if line.uncovered:
        return words("galerie.line.open", who=who, amount=amount, covered=words.number(line.covered))
    return f"{who} {amount}"


def _share(words: Words, table: TableView, share: Share) -> str:
    return f"{name(words, table, share.person)} **{formatting.gain(words, share.gain)}**"


def _chouettes(table: TableView) -> Iterable[Seat]:
    book = table.around.book
    return [] if book is None else [seat for seat in Seat if seat in book.chouettes]
