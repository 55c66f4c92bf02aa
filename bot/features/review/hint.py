"""Hints: the move that the house would make in the place of the player who asks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import button
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.review import text as review_text
from bot.people.quotas import LESSONS
from bot.tables import lookup
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words

ROUTES = Routes()


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that gives a hint, for a player who may have one."""
    if reader.hand is not None and reader.table.status is Status.PLAYING and reader.table.allows_hints:
        yield MenuEntry(Group.CARDS, button(Verb.HINT, words("hint.open"), table=reader.table.id, emoji="💡"))


@ROUTES.press(Verb.HINT, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, _press: Press) -> None:
    """Gives a hint to the player who presses the button "Hint"."""
    await give_hint(request)


async def give_hint(request: Request) -> None:
    """Answers a player with a hint for their present decision, or with the reason why there is none.

    Raises:
        Refused: the person asks too often.
    """
    tables = await _tables_of(request)
    table = next((table for table in tables if table.allows_hints), None)
    if table is None:
        await request.reply(request.words(_refusal(tables)))
        return
    if not request.app.quotas.take(LESSONS, request.person.id):
        raise Refused(Problem.TOO_FAST)
    await request.answer.think()
    view = (await lookup.hand(request.app.tables, table.id, request.person.id)).view
    if view.public.turn is not view.seat or table.to_cut is not None or not view.legal_moves:
        await request.reply(request.words("hint.wait"))
        return
    hint = await request.app.reviewer.hint(view)
    words = request.words
    await request.reply(words("hint.one") if hint is None else review_text.hint(words, hint, view))


def _refusal(tables: list[TableView]) -> str:
    """Returns why there is no hint at any of these tables."""
    if not tables:
        return "hint.none"
    if tables[0].terms.rules.for_stakes:
        return "hint.stakes"
    return "hint.people" if tables[0].terms.pool is None else "hint.pool"


async def _tables_of(request: Request) -> list[TableView]:
    """Returns the tables where the person plays now: those here, otherwise those in the server.

    Tables that wait for the person come first. A private game counts from any place.
    """
    rows = await lookup.tables_of(request.app.tables, request.person.id)
    meant = [row.id for row in rows if row.guild_id == request.guild_id or not row.channel_id]
    tables = [await lookup.table(request.app.tables, table_id) for table_id in meant]
    playing = [
        table for table in tables if table.status is Status.PLAYING and table.seat_of(request.person.id) is not None
    ]

    def waits(table: TableView) -> bool:
        return table.game is not None and table.game.turn is table.seat_of(request.person.id)

    here = [table for table in playing if table.place == request.channel_id]
    return sorted(here or playing, key=lambda table: not waits(table))
