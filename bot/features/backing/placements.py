"""What backers get in direct messages: the hand that they may see, and the offer to play it out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.adapter.display import Placement, Placements, Shown, answered, readers_of_questions
from bot.features.backing import offer, render
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.views import TableView
from ecarte.game import PublicView, Seat
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
    if reader in _backers(table):
        placements += await _seen(shown, reader)
    return [*placements, *(placement for backer, placement in _of_last_game(shown) if backer == reader)]


async def _seen(shown: Shown, reader: int) -> list[Placement]:
    """The hand that one backer may see; when there is none to see any more, how the deal ended."""
    table, game = shown.table, shown.table.game
    assert game is not None
    ended = {over.deal.number: over.deal for over in table.finished if over.game_no == table.game_no}
    before = {game.number - 1, *(deal for deal in ended if deal < game.number)}
    placements = [_put_away(table, deal, reader, ended.get(deal)) for deal in sorted(before)]
    try:
        backed = await lookup.backed(shown.app.tables, table.id, reader)
    except Refused:
        # The game is over, or the backer plays that hand by now.
        placements.append(replace(_put_away(table, game.number, reader, game), ends=True, final=False, copied=True))
    else:
        # The state may have moved on since the view was taken: the slot is that of what is drawn.
        slot = _slot(backed.table, backed.view.public.number, reader)
        placements.append(
            Placement(slot, lambda words, preferences: render.draw(words, backed, preferences), copied=True)
        )
    return placements


def _put_away(table: TableView, number: int, reader: int, deal: PublicView | None) -> Placement:
    return Placement(
        _slot(table, number, reader),
        lambda words, _: render.put_away(words, table, number, deal),
        only_edit=True,
        final=deal is not None,
    )


def _of_last_game(shown: Shown) -> list[tuple[int, Placement]]:
    """The hands of an earlier game that never showed its end, by the backers who saw them."""
    left = []
    for over in shown.table.finished:
        base = f"backed:{over.game_no}:{over.deal.number}:"
        for slot in shown.unfinished:
            if over.game_no != shown.table.game_no and slot.startswith(base):
                reader = int(slot.removeprefix(base))
                seen = replace(shown.table, cuts=(), seats=over.seats, game_no=over.game_no)
                left.append((reader, _put_away(seen, over.deal.number, reader, over.deal)))
    return left


def _backers(table: TableView) -> list[int]:
    book = table.around.book
    if table.seats is None or table.game is None or book is None or book.stage is Stage.OPEN:
        return []
    return [backer.person for seat in Seat for backer in stakes.advisers(book, seat)]


def _slot(table: TableView, deal: int, user_id: int) -> str:
    return f"backed:{table.game_no}:{deal}:{user_id}"


def _readers(shown: Shown) -> Iterable[int]:
    heir = [] if shown.table.around.heir is None else [shown.table.around.heir]
    earlier = [backer for backer, _ in _of_last_game(shown)]
    return [*_backers(shown.table), *earlier, *heir, *readers_of_questions(shown, "heir")]


PLACEMENTS = Placements(_wanted, _readers)
