"""The private page of the fair deal: what is promised of the deal that is on, and what the last ones followed from."""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.components import buttons, framed, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Entry, Group, Reader
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.features.fair import text as fair_text
from bot.features.fair.verify import verify
from bot.tables import lookup
from bot.tables.archive import GameKey
from bot.tables.views import TableView
from bot.texts import Words

__all__ = ["ROUTES", "draw", "entries"]

ROUTES = Routes()


def entries(words: Words, reader: Reader) -> Iterator[Entry]:
    """Returns the entry of a table with a deal that was promised."""
    view = reader.table
    if view.promised is not None or any(over.promise is not None for over in view.finished):
        yield Entry(Group.RULES, button(Verb.FAIR, words("fair.open"), table=view.id, emoji="🔏"))


def draw(words: Words, table: TableView) -> Message:
    """Returns the page; a game that is over can be checked as a whole."""
    parts = [text(f"### {words('fair.open')}\n{words('fair.about')}")]
    parts += [text("\n".join(lines)) for over in table.finished if (lines := fair_text.revealed(words, over))]
    if promised := fair_text.commitment(words, table):
        parts.append(text(promised))
    over = table.game is not None and table.game.outcome is not None
    key = str(GameKey(table.id, table.game_no))
    check = button(Verb.FAIR, words("fair.check"), argument=key) if over else None
    return Message(layout(framed(*parts, buttons(check))))


@ROUTES.press(Verb.FAIR, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page of a table or, for the game that the argument names, checks every deal."""
    if press.argument:
        await verify(request, GameKey.read(press.argument))
    else:
        await request.reply(draw(request.words, await lookup.table(request.app.tables, press.table)))
