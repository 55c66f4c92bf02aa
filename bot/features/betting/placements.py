"""The message that replaces the open bets when betting has ended, and the notices to bettors: chips returned, won or
lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.components import notice
from bot.adapter.display import PlacementFor, Remainder, Ring, ShownTable, draw_with, question_deletions
from bot.adapter.message import Message
from bot.features.betting import render, text
from bot.rows.slots import Slot, SlotKind
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table.stakes import SettledShare, Stage


def bets_slot(game_no: int) -> Slot:
    """Returns the slot (the name under which the bot stores a message) of the message in which bets are made, before
    the first card of a game.
    """
    return Slot(SlotKind.TABLE, game_no, 0)


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the messages about bets at a table: the list of bets once betting has ended, and to bettors the notices of
    chips returned, won or lost.
    """
    table = shown.table
    if table.game is not None and table.game.number and table.status is Status.PLAYING:
        yield None, Remainder(bets_slot(table.game_no), draw_with(render.closed_book, table))
    refunds = {person: Slot(SlotKind.REFUND, table.game_no, reader=person) for person in _refunded_people(table)}
    for person, slot in refunds.items():
        yield person, Ring(slot, draw_with(render.refund, table, person))
    yield from question_deletions(shown, SlotKind.REFUND, *refunds.values())
    for share in _shares(table):
        slot = Slot(SlotKind.PAID, table.game_no, reader=share.person)
        yield share.person, Ring(slot, draw_with(_payment, table, share))


def _payment(words: Words, table: TableView, share: SettledShare) -> Message:
    return notice(text.gain(words, table, share))


def _refunded_people(table: TableView) -> list[int]:
    """Returns the people who get chips back, except those whose message with a hand says so."""
    book = table.galerie.book
    if book is None or book.stage is not Stage.CLOSED:
        return []
    return [holding.person for holding in table.galerie.refunds if not table.galerie.sees(holding.person)]


def _shares(table: TableView) -> list[SettledShare]:
    """Returns the gains and losses of bettors who did not play and whose message with a hand does not show them."""
    settled = table.galerie.settlement
    if settled is None or settled.winner is None:
        return []
    players = {person.id for person in table.sat or ()}
    others = [share for share in settled.shares if share.person not in players and share.staked]
    dealt = table.game is not None and table.game.number > 0
    return [share for share in others if not (dealt and table.galerie.sees(share.person))]
