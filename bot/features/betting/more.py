"""The entries about bets in the menu More: the reader's own bets, the buttons that change them, and the stakes during
play.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.custom_ids import Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import button
from bot.features.betting import text as betting_text
from bot.tables.state.table_state import Status
from bot.texts import Words
from ecarte.table.stakes import Book, Stage, Style, offered_against


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entries of the menu More about bets, for one reader. Yields none if no game for chips is on."""
    view, galerie = reader.table, reader.table.galerie
    if view.status is not Status.PLAYING or galerie.book is None:
        return
    if mine := betting_text.mine_if_any(words, view, reader.id):
        yield MenuEntry(Group.BETS, line=mine)
    for line in betting_text.behind(words, view, reader.id):
        yield MenuEntry(Group.BETS, line=line.removeprefix("-# "))
    if galerie.heir is not None or galerie.pause is None:
        return
    if galerie.book.stage is Stage.OPEN:
        yield from _bets(words, reader, galerie.book)
    elif galerie.side_bets is not None and galerie.side_bets.offers:
        yield MenuEntry(Group.BETS, button(Verb.SIDE_BETS, words("galerie.side.see"), table=view.id))


def _bets(words: Words, reader: MenuReader, book: Book) -> Iterator[MenuEntry]:
    """Yields the choices of a player or a backer while bets are open."""
    seat, table = book.seat_of(reader.id), reader.table.id
    has_bet = any(bet.person == reader.id for bet in book.bets)
    if has_bet if seat is None else book.taken[seat.index]:
        yield MenuEntry(Group.BETS, button(Verb.WITHDRAW_BET, words("galerie.withdraw"), table=table))
    if seat is None:
        return
    if offered_against(book, seat):
        yield MenuEntry(Group.BETS, button(Verb.TAKE_BETS, words("galerie.take"), table=table))
    if book.style is Style.FRENCH and seat not in book.chouettes:
        chouette = button(Verb.CHOUETTE, words("galerie.chouette.declare"), table=table, emoji="🦉")
        yield MenuEntry(Group.BETS, chouette, words("galerie.chouette.about"))
