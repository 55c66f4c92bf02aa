"""The picture of a table before the first card, as a value, and its words."""

from __future__ import annotations

from bot.adapter import formatting
from bot.pictures.scenes import StakePanel, StakesScene, Style
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import stakes
from ecarte.table.stakes import Book


def scene(words: Words, table: TableView) -> StakesScene:
    """Returns the stakes, the chips on each player, and the backers of each."""
    top, bottom = (_panel(table, seat) for seat in Seat)
    style = Style(indices=formatting.indices(words))
    return StakesScene(top, bottom, *_captions(words, table), table.to_cut is not None, style)


def alt(words: Words, table: TableView) -> str:
    """The picture in words."""
    lines = []
    for seat in Seat:
        panel = _panel(table, seat)
        amount = formatting.chips(words, panel.chips)
        side = words("galerie.alt.side", who=panel.name, amount=amount) if panel.chips else panel.name
        backers = [f"{name} {words.number(chips)}" for name, chips in panel.backers]
        lines.append(f"{side}{f' ({words.join(backers)})' if backers else ''}.")
    lines.append(f"{' · '.join(_captions(words, table))}.")
    if table.to_cut is not None and not table.waits_for_deal:
        lines.append(words("galerie.alt.cut", who=table.person(table.to_cut.elder).name))
    return " ".join(lines)[: formatting.LONGEST_ALT]


def _captions(words: Words, table: TableView) -> tuple[str, str]:
    """Returns each player's stake, and the points that win."""
    agreed = table.terms
    amount = formatting.chips(words, agreed.stake)
    stake = words("pool.stake", amount=amount) if agreed.stake else words("galerie.caption.honour")
    points = words("challenge.points", points=words.number(agreed.rules.points))
    return stake, points[:1].upper() + points[1:]


def _panel(table: TableView, seat: Seat) -> StakePanel:
    book, name = table.around.book, table.person(seat).name
    if book is None:
        return StakePanel(name)
    return StakePanel(name, book.total(seat), _backers(table, book, seat))


def _backers(table: TableView, book: Book, seat: Seat) -> tuple[tuple[str, int], ...]:
    both = stakes.standing(book)
    lines = (both.north if seat is Seat.NORTH else both.south).lines[1:]
    return tuple((table.around.names.get(line.person, ""), line.amount) for line in lines)
