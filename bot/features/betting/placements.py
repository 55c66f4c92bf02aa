"""The closed book in the place of the bets, and what rings for those who bet: chips that came back or were won."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.components import notice
from bot.adapter.display import (
    Placement,
    Placements,
    Remainder,
    Ring,
    ShownTable,
    question_deletions,
    readers_of_questions,
)
from bot.adapter.message import Message
from bot.adapter.store import Slot, SlotKind
from bot.features.betting import render, text
from bot.people.preferences import Preferences
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table.stakes import BookHolding, SettledShare, Stage


def bets_slot(game_no: int) -> Slot:
    """The slot of the message in which bets are made, before the first card of a game."""
    return Slot(SlotKind.TABLE, game_no, 0)


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    table = shown.table
    if reader is None:
        dealt = table.game is not None and table.game.number and table.status is Status.PLAYING
        slot = bets_slot(table.game_no)
        return [Remainder(slot, lambda words, _: render.closed_book(words, table))] if dealt else []
    refund = next((_refund(table, holding) for holding in _refunds(table) if holding.person == reader), None)
    return [
        *([] if refund is None else [refund]),
        *question_deletions(shown, reader, SlotKind.REFUND, None if refund is None else refund.slot),
        *(_payment_placement(table, share) for share in _shares(table) if share.person == reader),
    ]


def _refund(table: TableView, holding: BookHolding) -> Ring:
    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.refund(words, table, holding.person)

    return Ring(Slot(SlotKind.REFUND, table.game_no, reader=holding.person), draw)


def _payment_placement(table: TableView, share: SettledShare) -> Ring:
    def draw(words: Words, _preferences: Preferences) -> Message:
        return notice(text.gain(words, table, share))

    return Ring(Slot(SlotKind.PAID, table.game_no, reader=share.person), draw)


def _refunds(table: TableView) -> list[BookHolding]:
    """Returns refund notices to those who have no message with a hand."""
    book = table.around.book
    if book is None or book.stage is not Stage.CLOSED:
        return []
    # The message with a backed hand says what came back and what was won.
    return [holding for holding in table.around.refunds if not table.around.sees(holding.person)]


def _shares(table: TableView) -> list[SettledShare]:
    """Returns notices of gains and losses to bettors who did not play and have no message with a hand."""
    settled = table.around.settlement
    if settled is None or settled.winner is None:
        return []
    players = {person.id for person in table.sat or ()}
    others = [share for share in settled.shares if share.person not in players and share.staked]
    dealt = table.game is not None and table.game.number > 0
    return [share for share in others if not (dealt and table.around.sees(share.person))]


def _readers(shown: ShownTable) -> Iterable[int]:
    holdings, shares = _refunds(shown.table), _shares(shown.table)
    return [
        *(holding.person for holding in holdings),
        *(share.person for share in shares),
        *readers_of_questions(shown, SlotKind.REFUND),
    ]


PLACEMENTS = Placements(_placements, _readers)
