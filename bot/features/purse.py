"""`/ecarte purse`: a person's purse in a server: free chips, chips on games, the last movements. It knows no rule of
the game.

It is drawn from the ledger. Only its owner sees it. No button holds the owner's id: every press shows the purse of the
person who pressed the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from bot.adapter import formatting
from bot.adapter.components import buttons, fields, join_facts, known_name, number, page_frame, pager, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import chips, gain
from bot.adapter.items import button
from bot.adapter.message import Message, layout, note
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.people import purses, standings
from bot.people.purses import Allowance
from bot.rows.chips import Escrow, Fortune, Movement, MovementKind, Purse
from bot.rows.paging import Page
from bot.rows.storage_errors import BankExhausted
from bot.tables import lookup
from bot.tables.archive import GameKey, finished_game
from bot.tables.problems import Problem, Refused
from bot.tables.views import TableView
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()

_ROWS = 10
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The data of the page of a purse.

    Attributes:
        standing: the owner's place among the purses of the server. None if the owner is left out of that order.
        purses: how many purses there are in the server.
        moved: one page of the movements of chips, newest first.
        places: links to the tables of those movements, if the tables are known.
        games: for each game, a text that names the owner's opponent, or both players if the owner only bet on the game.
        allowance: the number of chips up to which the bot fills the purse of a member with few chips, once a day.
    """

    purse: Purse
    standing: Fortune | None
    purses: int
    moved: Page[Movement]
    places: Mapping[int, str]
    allowance: int
    games: Mapping[Escrow, str] = field(default_factory=dict)

    @property
    def lacks(self) -> int:
        """How many chips short of the allowance the owner is: they may take that number, once a day. 0 if they have
        enough. Chips that lie on games count as theirs.
        """
        return max(0, self.allowance - self.purse.balance - self.purse.at_stake)


def draw(words: Words, sheet: Sheet, said: str = "") -> Message:
    """Returns the page of a purse, for its owner.

    Args:
        said: a sentence about the result of the last press. Empty if there is none.
    """
    page, pages = sheet.moved.offset // _ROWS, -(-sheet.moved.total // _ROWS)
    take, chip = words("pages.purse.take", amount=chips(words, sheet.lacks)), formatting.mark(words, "chip")
    return Message(
        layout(
            page_frame(
                text("\n".join([f"## {words('pages.purse.title')}", *_balance_lines(words, sheet)])),
                text(said) if said else None,
                text("\n".join(_line(words, row, sheet) for row in sheet.moved.rows)) if sheet.moved.rows else None,
                text(f"-# {words('pages.page', page=page + 1, pages=pages)}") if pages > 1 else None,
                buttons(button(Verb.PURSE, take, argument="take.0", emoji=chip)) if sheet.lacks else None,
                pager(words, Verb.PURSE, page, pages, (f"page.{max(0, page - 1)}", f"page.{page + 1}")),
                text("\n".join(_notes(words, sheet))),
            )
        )
    )


def _balance_lines(words: Words, sheet: Sheet) -> list[str]:
    at_stake = sheet.purse.at_stake
    free = words("pages.purse.free", amount=chips(words, sheet.purse.balance))
    lines = [join_facts(free, words("pages.purse.at_stake", amount=chips(words, at_stake)) if at_stake else "")]
    if sheet.standing is not None and sheet.purses > 1:
        place, of = words.number(sheet.standing.place), words.number(sheet.purses)
        lines.append(f"-# {words('pages.purse.place', place=place, of=of)}")
    return lines


def _notes(words: Words, sheet: Sheet) -> list[str]:
    lines = [f"-# {words('pages.purse.about')}"]
    if sheet.allowance and not sheet.lacks:
        lines.append(f"-# {words('pages.purse.allowance', amount=chips(words, sheet.allowance))}")
    return lines


def _line(words: Words, moved: Movement, sheet: Sheet) -> str:
    """Returns a movement: the amount and the reason, then in small print the new balance and the date."""
    what = words(f"pages.purse.kind.{moved.kind.value}")
    if moved.kind is MovementKind.SETTLEMENT and moved.amount < 0:
        # A game that counts double or treble may cost more than the stake.
        what = words("pages.purse.more")
    first = join_facts(f"**{gain(words, moved.amount)}**", what, _game(words, moved, sheet))
    small = join_facts(words("pages.purse.balance", amount=words.number(moved.balance)), timestamp(moved.at, "f"))
    return f"{first}\n-# {small}"


def _game(words: Words, moved: Movement, sheet: Sheet) -> str:
    escrow = moved.escrow
    if escrow is None:
        return ""
    game = words("pages.purse.game", number=escrow.number) if escrow.number > 0 else words("pages.purse.pool")
    game, where = sheet.games.get(escrow, game), sheet.places.get(escrow.table_id)
    return game if where is None else f"[{game}]({where})"


async def purse(request: Request, page: int = 0, said: str = "") -> Message:
    """Returns the page of the purse of the person who asks, in this server. A person who has no purse yet gets one.

    Args:
        page: the number of the page of movements, from 0. If it is past the end, the last page is returned.
        said: a sentence about the result of the last press. Empty if there is none.
    """
    guild_id, user_id = request.guild_id, request.person.id
    assert guild_id is not None
    try:
        own = await purses.purse(request.app.people, guild_id, user_id)
    except BankExhausted:
        return Message(note(request.words("pages.purse.exhausted")))
    moved = await purses.movements(request.app.people, guild_id, user_id, limit=_ROWS, page=page)
    richest = await standings.richest_purses(request.app.people, guild_id, limit=1, reader=user_id)
    tables = await _tables(request, moved)
    places = {table.id: formatting.link(guild_id, table.place) for table in tables.values()}
    allowance = (await request.server()).allowance
    games = await _games(request, moved, tables)
    return draw(request.words, Sheet(own, richest.own, richest.total, moved, places, allowance, games), said)


async def _tables(request: Request, moved: Page[Movement]) -> dict[int, TableView]:
    """Returns the tables of movements that can still be read."""
    tables = {}
    for table_id in {row.escrow.table_id for row in moved.rows if row.escrow is not None}:
        with suppress(Refused):
            tables[table_id] = await lookup.table(request.app.tables, table_id)
    return tables


async def _games(request: Request, moved: Page[Movement], tables: Mapping[int, TableView]) -> dict[Escrow, str]:
    """Returns the players of the games of movements. A pool is named as such."""
    players: dict[Escrow, tuple[int, int]] = {}
    for escrow in {row.escrow for row in moved.rows if row.escrow is not None and row.escrow.number > 0}:
        table = tables.get(escrow.table_id)
        if table is not None and table.game_no == escrow.number and table.sat is not None:
            players[escrow] = table.sat[0].id, table.sat[1].id
        elif (game := await finished_game(request.app.tables, GameKey(escrow.table_id, escrow.number))) is not None:
            players[escrow] = game.players[0].user_id, game.players[1].user_id
    words = request.words
    names = await request.app.people.profiles.names({person for both in players.values() for person in both})
    shown = {person: known_name(words, names, person) for both in players.values() for person in both}
    games = {}
    for escrow, both in players.items():
        if request.person.id in both:
            (other,) = (person for person in both if person != request.person.id)
            games[escrow] = words("pages.game.against", name=shown[other])
        else:
            games[escrow] = words("pages.purse.between", one=shown[both[0]], other=shown[both[1]])
    return games


@ROUTES.press(Verb.PURSE, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Turns a page of the purse, or gives the owner today's chips.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    action, what = fields(press.argument, 2)
    page = number(what, 0, 1_000_000)
    match action:
        case "page":
            said = ""
        case "take":
            said = await _take(request)
        case _:
            raise Refused(Problem.STALE)
    await request.replace(await purse(request, page, said))


async def _take(request: Request) -> str:
    match await purses.take_allowance(request.app.people, request.guild_id, request.person.id):
        case Allowance.GIVEN:
            return request.words("pages.purse.taken")
        case Allowance.GIVEN_BEFORE:
            return request.words("pages.purse.today")
        case Allowance.NOT_BROKE:
            return request.words("pages.purse.not_broke")
        case Allowance.EXHAUSTED:
            return request.words("pages.purse.exhausted")


@ROUTES.command("purse")
async def command(request: Request) -> None:
    """Answers `/ecarte purse` with the purse of the person who asks."""
    await request.reply(await purse(request))


FEATURE = Feature("purse", (ROUTES,))
