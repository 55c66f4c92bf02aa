"""The fifty-five laws, one to a page: its text, how a table keeps it, and what other sources say.

Only the reader sees the page.

A page turns through all laws by number. If a table or a search has chosen some laws, it turns through those. The core
(`ecarte`) decides from the public view which laws apply to a table. This module knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, fields, number, page_frame, shorten, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.formatting import safe
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.items import button, select
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.laws import LAWS, Around, Chapter, Index, Law, for_position, law
from ecarte.laws import Entry as IndexEntry
from ecarte.table.stakes import Stage, Style

__all__ = ["FEATURE", "answer", "find_laws", "label"]

ROUTES = Routes()

_MOST_FOUND = 15
_LABEL = 100
_WANTED = 60
_FIND = "find"
_ALL = range(1, len(LAWS) + 1)


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens the law that applies at a table now. Yields none for a closed
    table.
    """
    if reader.table.status is not Status.CLOSED:
        yield MenuEntry(Group.RULES, button(Verb.LAW, words("law.question"), table=reader.table.id, emoji="⚖️"))


def label(words: Words, one: Law) -> str:
    """Returns the label of a law in a list: its number and its heading."""
    return shorten(f"{one.number} · {title_of(words, one)}", _LABEL)


def find_laws(words: Words, current: str) -> Sequence[Law]:
    """Returns the laws that the typed words suggest: those that contain the words or, if none does, the nearest. If
    nothing is typed, returns all laws.
    """
    if not current.strip():
        return LAWS
    index = index_of(words)
    return [law(number) for number in index.find(current) or index.nearest(current)]


def draw(words: Words, which: int, among: Sequence[int] = ()) -> Message:
    """Returns the page of a law.

    Args:
        which: the number of the law.
        among: the numbers of the laws through which the page turns, `which` among them. Empty for all fifty-five.
    """
    one = law(which)
    where = f"{chapter_title(words, one.chapter)} · {source(words, one)}"
    parts = [
        text(f"## {one.number}. {title_of(words, one)}\n-# {where}"),
        text(gist(words, one)),
        text(f"**{words(f'law.kept.{one.keeping.value}')}**\n{how_kept(words, one)}"),
    ]
    if (salon := kept_at_salon(words, one)) is not None:
        parts.append(text(f"**{words('law.salon')}**\n{salon}"))
    if (differs := differences(words, one)) is not None:
        parts.append(text(f"**{words('law.differs')}**\n{differs}"))
    numbers = among or _ALL
    place = numbers.index(which)
    small = [words("law.among", place=place + 1, count=len(numbers))] if among else []
    parts.append(text("\n".join(f"-# {line}" for line in (*small, words("law.words")))))
    chosen = ",".join(map(str, among))
    back, on = (numbers[max(0, min(place + step, len(numbers) - 1))] for step in (-1, 1))
    turning = buttons(
        button(Verb.LAW, words("pages.previous"), argument=f"{back}.{chosen}.b", emoji="◀️", disabled=place == 0),
        button(Verb.LAW, words("pages.next"), argument=f"{on}.{chosen}.f", emoji="▶️", disabled=which == numbers[-1]),
    )
    if turning is not None:
        turning.add_item(button(Verb.LAW, words("law.find"), argument=_FIND, emoji="🔍"))
    return Message(layout(page_frame(*parts, _list(words, among, which) if among else _chapters(words), turning)))


def _list(words: Words, among: Sequence[int], which: int | None = None) -> ui.ActionRow[Any]:
    """Returns the menu that opens any of a few laws. `which` is open."""
    options = [
        discord.SelectOption(label=label(words, law(other)), value=str(other), default=other == which)
        for other in among
    ]
    chosen = ",".join(map(str, among))
    return ui.ActionRow(select(Verb.LAW, options, placeholder=words("law.others"), argument=f"0.{chosen}.s"))


def _chapters(words: Words) -> ui.ActionRow[Any]:
    """Returns the menu that opens a chapter at its first law."""
    options = []
    for chapter in Chapter:
        numbers = [one.number for one in LAWS if one.chapter is chapter]
        title = f"{numbers[0]}–{numbers[-1]} · {chapter_title(words, chapter)}"
        options.append(discord.SelectOption(label=shorten(title, _LABEL), value=str(numbers[0])))
    return ui.ActionRow(select(Verb.LAW, options, placeholder=words("law.chapters"), argument="0..s"))


def answer(words: Words, wanted: str) -> Message:
    """Returns the answer to a number or to words that a person has typed: the page of the first matching law, which
    turns through all matches. If none matches, a list of the nearest laws.
    """
    index, asked = index_of(words), wanted.strip()
    if not asked:
        return draw(words, 1)
    numbers = index.find(asked)
    if asked.isdecimal():
        numbers = tuple(which for which in numbers if which == int(asked))
    if numbers:
        among = numbers[:_MOST_FOUND] if len(numbers) > 1 else ()
        return draw(words, numbers[0], among)
    near = index.nearest(asked)
    sentence = words("problem.no_law", wanted=safe(shorten(asked, _WANTED)))
    return Message(layout(page_frame(text(sentence), _list(words, near))))


def at_table(table: TableView) -> tuple[int, ...]:
    """Returns the numbers of the laws that apply to the present state of a table."""
    galerie, book = table.galerie, table.galerie.book
    style: Style | None = table.terms.style if table.terms.stake and table.terms.pool is None else None
    if galerie.heir is not None:
        happening = Around.RESIGNED
    elif galerie.pause is not None and book is not None and book.stage is Stage.OPEN:
        happening = Around.BETS
    else:
        happening = Around.NOTHING
    return for_position(table.game, happening, style)


@ROUTES.opens(Verb.LAW, needs=Needs.NOTHING, argument=_FIND)
async def ask(request: Request, press: Press) -> ui.Modal:
    """Returns the form that asks for the number of a law, or for a word in it."""
    words = request.words
    return ask_text(press, words("law.find"), words("law.find.label"), words("law.find.about"), _WANTED)


@ROUTES.form(Verb.LAW, needs=Needs.NOTHING)
async def find(request: Request, _press: Press) -> None:
    """Replaces the page by the page of the law that a person has asked for in the form."""
    await request.replace(answer(request.words, submitted_text(request.interaction)))


@ROUTES.press(Verb.LAW, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows the page of a law. From a table, shows the law that applies there. From the button "Laws", shows the first
    one. From the page of a law, replaces that page.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or there is no such table.
    """
    if press.argument == "open":
        await request.reply(draw(request.words, 1))
        return
    if not press.argument:
        numbers = at_table(await lookup.table(request.app.tables, press.table))
        await request.reply(draw(request.words, numbers[0], numbers))
        return
    which, chosen, _ = fields(press.argument, 3)
    among = tuple(number(part, 1, len(LAWS)) for part in chosen.split(",")) if chosen else ()
    wanted = number(request.values[0] if request.values else which, 1, len(LAWS))
    await request.replace(draw(request.words, wanted, among if wanted in among else ()))


def title_of(words: Words, law: Law) -> str:
    """Returns the heading of a law."""
    return words(f"law.{law.number}.heading")


def chapter_title(words: Words, part: Chapter) -> str:
    """Returns the title of a chapter of the laws."""
    return words(f"law.chapter.{part.value}")


def gist(words: Words, law: Law) -> str:
    """Returns the text of a law, in one language."""
    return words(f"law.{law.number}.gist")


def source(words: Words, law: Law) -> str:
    """Returns the reference to the pages of the book from which a law is taken."""
    return words("law.source", pages=law.pages.replace("-", "–"))


def how_kept(words: Words, law: Law) -> str:
    """Returns a sentence about how a guided table keeps a law, or why the law cannot be broken there. (At a guided
    table the bot allows only lawful moves.)
    """
    return words(f"law.{law.number}.how")


def kept_at_salon(words: Words, law: Law) -> str | None:
    """Returns how a salon table keeps a law. None if it keeps it in the same way as a guided table."""
    return None if law.salon is None else words(f"law.{law.number}.salon")


def differences(words: Words, law: Law) -> str | None:
    """Returns what the sources of the other dialects say in place of a law. None if they agree with it."""
    both = f"law.{law.number}.differs.both"
    if words.has(both):
        return words(both)
    sentences = [words(f"law.{law.number}.differs.{dialect.value}") for dialect in reversed(law.differs)]
    return " ".join(sentences) or None


@lru_cache(maxsize=16)
def index_of(words: Words) -> Index:
    """Returns the index of all words of the laws in one language. It is built once."""
    return Index({law.number: _entry(words, law) for law in LAWS}, words("law.ignored").split())


def _entry(words: Words, law: Law) -> IndexEntry:
    rest = (differences(words, law) or "", kept_at_salon(words, law) or "", how_kept(words, law))
    return IndexEntry(title_of(words, law), chapter_title(words, law.chapter), gist(words, law), " ".join(rest))


FEATURE = Feature("law", (ROUTES,), more=entries)
