"""What backers get in direct messages: the hand that they may see, and the offer to play it out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bot.adapter.display import Placement, Placements, Shown, answered, readers_of_questions
from bot.adapter.message import Message
from bot.features.backing import offer, render, watchers
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.sight import Sight
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import stakes
from ecarte.table.stakes import Stage

__all__ = ["PLACEMENTS"]


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    table, around = shown.table, shown.table.around
    heir = f"heir:{table.game_no}:{around.heir_until}:{around.heir}"
    placements = answered(shown, reader, "heir", heir)
    if around.heir == reader:
        placements.append(Placement(heir, lambda words, _: offer.call(words, table), once=True))
    placements += _questions(shown, reader)
    if around.sight.get(reader) is Sight.REFUSED and table.status is Status.PLAYING:
        unseen = f"unseen:{table.game_no}:{reader}"
        placements.append(Placement(unseen, lambda words, _: watchers.refused(words, table, reader), once=True))
    return [*placements, *(await _seen(shown, reader) if reader in _backers(table) else [])]


def _questions(shown: Shown, player: int) -> list[Placement]:
    """Whether backers who wait for a player's yes may see the hand; later, what was answered."""
    table = shown.table
    seat = table.seat_of(player)
    if table.status is not Status.PLAYING or seat is None:
        return answered(shown, player, "sight", None)
    placements = []
    for person in table.around.backing(seat, *Sight):
        slot, waits = f"sight:{table.game_no}:{person}:{player}", table.around.sight[person] is Sight.WAITS
        draw = partial(_ask, table, person)
        if waits or slot in shown.slots:
            placements.append(Placement(slot, draw, once=waits, only_edit=not waits))
    return placements


def _ask(table: TableView, person: int, words: Words, _preferences: Preferences) -> Message:
    return watchers.ask(words, table, person)


async def _seen(shown: Shown, reader: int) -> list[Placement]:
    """The hand that one backer may see; when there is none to see any more, how the deal ended."""
    table, game = shown.table, shown.table.game
    assert game is not None
    before = game.number - 1
    ended = next((it.deal for it in table.finished if (it.game_no, it.deal.number) == (table.game_no, before)), None)
    placements = [
        Placement(
            _slot(table, before, reader), lambda words, _: render.put_away(words, table, before, ended), only_edit=True
        )
    ]
    try:
        backed = await lookup.backed(shown.app.tables, table.id, reader)
    except Refused:
        # The game is over, or the backer plays that hand by now.
        placements.append(
            Placement(
                _slot(table, game.number, reader),
                lambda words, _: render.put_away(words, table, game.number, game),
                only_edit=True,
                copied=True,
            )
        )
    else:
        # The state may have moved on since the view was taken: the slot is that of what is drawn.
        slot = _slot(backed.table, backed.view.public.number, reader)
        placements.append(
            Placement(slot, lambda words, preferences: render.draw(words, backed, preferences), copied=True)
        )
    return placements


def _backers(table: TableView) -> list[int]:
    book = table.around.book
    if table.seats is None or table.game is None or book is None or book.stage is Stage.OPEN:
        return []
    return [backer.person for seat in Seat for backer in stakes.advisers(book, seat)]


def _slot(table: TableView, deal: int, user_id: int) -> str:
    return f"backed:{table.game_no}:{deal}:{user_id}"


def _readers(shown: Shown) -> Iterable[int]:
    heir = [] if shown.table.around.heir is None else [shown.table.around.heir]
    refused = [person for person, sight in shown.table.around.sight.items() if sight is Sight.REFUSED]
    return [*_backers(shown.table), *heir, *refused, *readers_of_questions(shown, "heir")]


PLACEMENTS = Placements(_wanted, _readers)
