"""The private page of the fair deal: what the bot has promised, the reader's part in it, and the proof of the last
deals.
"""

from __future__ import annotations

from collections.abc import Iterator

from discord import ui

from bot.adapter.components import buttons, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.fair import text as fair_text
from bot.features.fair.handlers import ask_place, read_place
from bot.features.fair.verify import verify
from bot.people.preferences import LONGEST_SEED
from bot.tables import lookup
from bot.tables.actions import seed
from bot.tables.archive import GameKey
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.fair import CUTS

ROUTES = Routes()

_SEED, _CUT = "seed", "cut"
"""The arguments of the buttons that ask for a seed, and for the place of a cut."""


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens this page, at a table with a promised deal."""
    view = reader.table
    promised = view.game_promise is not None or view.deal_promise is not None
    if promised or any(finished.promise is not None for finished in view.finished):
        yield MenuEntry(Group.RULES, button(Verb.FAIR, words("fair.open"), table=view.id, emoji="🔏"))


def draw(words: Words, table: TableView, reader: int) -> Message:
    """Returns the page of the fair deal at a table. After a game, a button checks all its deals."""
    parts = [text(f"### {words('fair.open')}\n{words('fair.about')}")]
    if promised := fair_text.game(words, table, reader):
        parts.append(text("\n".join(promised)))
    if before := fair_text.before(words, table):
        parts.append(text(before))
    parts += [
        text("\n".join(lines)) for finished in table.finished if (lines := fair_text.proof_lines(words, finished))
    ]
    if alone := fair_text.commitment(words, table):
        parts.append(text(alone))
    over = table.game is not None and table.game.outcome is not None
    key = str(GameKey(table.id, table.game_no))
    check = button(Verb.FAIR, words("fair.check"), argument=key) if over else None
    plays = table.seat_of(reader) is not None or table.status is Status.CHALLENGE
    give = []
    if table.game_promise is not None and plays:
        give = [
            button(Verb.FAIR, words("fair.name"), table=table.id, argument=_SEED, emoji="🌱"),
            button(Verb.FAIR, words("fair.choose"), table=table.id, argument=_CUT, emoji="✂️"),
        ]
    return Message(layout(page_frame(*parts, buttons(check), buttons(*give))))


@ROUTES.press(Verb.FAIR, needs=Needs.SEEN, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page of the fair deal at a table. If the argument of the button names a game, checks every deal of that
    game.
    """
    if press.argument:
        await verify(request, GameKey.read(press.argument))
    else:
        table = await lookup.table(request.app.tables, press.table)
        await request.reply(draw(request.words, table, request.person.id))


@ROUTES.opens(Verb.FAIR, needs=Needs.TABLE, argument=_SEED)
async def ask_seed(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a player adds a word of their own to the shuffle of this game."""
    title, about = request.words("fair.name"), request.words("fair.name.about")
    return ask_text(press, title, title, about, LONGEST_SEED)


@ROUTES.opens(Verb.FAIR, needs=Needs.TABLE, argument=_CUT)
async def ask_cut(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a player chooses where the pack is cut in this game."""
    about = request.words("fair.choose.about", least=CUTS.start, most=CUTS.stop - 1)
    return ask_place(request.words, press, about, required=False)


@ROUTES.form(Verb.FAIR, needs=Needs.TABLE)
async def give(request: Request, press: Press) -> None:
    """Stores the word that a player adds to the shuffle, or the place of the cut that they choose, for this game.

    Raises:
        Refused: the person who submitted the form does not play here, or the place of the cut is not lawful.
    """
    tables, person, text = request.app.tables, request.person.id, submitted_text(request.interaction).strip()
    if press.argument == _CUT:
        place = read_place(text) if text else None
        table = await seed.choose_cut(tables, press.table, person, place, request.cause)
    else:
        table = await seed.name_seed(tables, press.table, person, text[:LONGEST_SEED], request.cause)
    await request.replace(draw(request.words, table, request.person.id))
