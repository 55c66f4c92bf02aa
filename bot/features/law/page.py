"""The fifty-five laws, one to a page: what it says, how a table here keeps it, what others say. Private.

What the pages say of a law comes from `ecarte.laws`; only the captions are in `bot.texts`. A page turns through all of
them by number or, where a table or a word has chosen some, through those. Which ones bear on a table is told by the
core from what everybody sees. No rule is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.adapter.answering import show, turn
from bot.adapter.components import buttons, cut, fields, framed, number, safe, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Drawing, layout
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.laws import LAWS, Around, Chapter, Law, applying, find, law, nearest
from ecarte.table.stakes import Stage, Style

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["answer", "at_table", "draw", "label", "offered", "press"]

_MOST_FOUND = 15
_LABEL = 100
_WANTED = 60
_ALL = range(1, len(LAWS) + 1)


def label(words: Words, one: Law) -> str:
    """A law in a list: its number and its heading."""
    return cut(f"{one.number} · {one.heading.said_in(words.language.value)}", _LABEL)


def offered(words: Words, current: str) -> Sequence[Law]:
    """What is offered to whoever types: what answers so far, else what is near; all where he has typed nothing."""
    language = words.language.value
    return (find(current, language) or nearest(current, language)) if current.strip() else LAWS


def draw(words: Words, which: int, among: Sequence[int] = ()) -> Drawing:
    """The page of a law.

    Args:
        among: the numbers through which the page turns, `which` among them; none: all fifty-five.
    """
    one, language = law(which), words.language.value
    parts = [
        text(f"## {one.number}. {one.heading.said_in(language)}\n-# {one.chapter.title.said_in(language)}"),
        text(one.gist.said_in(language)),
        text(f"**{words(f'law.kept.{one.keeping.value}')}**\n{one.how.said_in(language)}"),
    ]
    if one.salon_how is not None:
        parts.append(text(f"**{words('law.salon')}**\n{one.salon_how.said_in(language)}"))
    if one.differs is not None:
        parts.append(text(f"**{words('law.differs')}**\n{one.differs.said_in(language)}"))
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
    return Drawing(layout(framed(*parts, _list(words, among, which) if among else _chapters(words), turning)))


def _list(words: Words, among: Sequence[int], which: int | None = None) -> ui.ActionRow[Any]:
    """To open any of a few; `which` is open."""
    options = [discord.SelectOption(label=label(words, law(it)), value=str(it), default=it == which) for it in among]
    chosen = ",".join(map(str, among))
    return ui.ActionRow(select(Verb.LAW, options, placeholder=words("law.others"), argument=f"0.{chosen}.s"))


def _chapters(words: Words) -> ui.ActionRow[Any]:
    """To open a chapter at its first law."""
    options = []
    for chapter in Chapter:
        numbers = [one.number for one in LAWS if one.chapter is chapter]
        title = f"{numbers[0]}–{numbers[-1]} · {chapter.title.said_in(words.language.value)}"
        options.append(discord.SelectOption(label=cut(title, _LABEL), value=str(numbers[0])))
    return ui.ActionRow(select(Verb.LAW, options, placeholder=words("law.chapters"), argument="0..s"))


def answer(words: Words, wanted: str) -> Drawing:
    """What answers to a number or to words: a law, with the others found; or that none does, and what is near."""
    language, asked = words.language.value, wanted.strip()
    if not asked:
        return draw(words, 1)
    found = tuple(one.number for one in find(asked, language))
    if asked.isdecimal():
        found = tuple(it for it in found if it == int(asked))
    if found:
        among = found[:_MOST_FOUND] if len(found) > 1 else ()
        return draw(words, found[0], among)
    near = tuple(one.number for one in nearest(asked, language))
    sentence = words("problem.no_law", wanted=safe(cut(asked, _WANTED)))
    return Drawing(layout(framed(text(sentence), _list(words, near))))


def at_table(sight: TableSight) -> tuple[int, ...]:
    """The laws that bear on what stands on a table now, from what everybody sees of it."""
    around, book = sight.around, sight.around.book
    style: Style | None = sight.terms.style if sight.terms.stake and sight.terms.pool is None else None
    if around.heir is not None:
        happening = Around.RESIGNED
    elif around.pause is not None and book is not None and book.stage is Stage.OPEN:
        happening = Around.BETS
    else:
        happening = Around.NOTHING
    return applying(sight.game, happening, style)


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, values: list[str]
) -> None:
    """The button at a table (no argument) opens the law that applies there; what stands on a page turns it in place.

    Raises:
        Refused: the item was drawn by another version, or there is no such table.
    """
    if not press.argument:
        numbers = at_table(await room.tables.sight(press.table))
        await show(interaction, draw(words, numbers[0], numbers))
        return
    which, chosen, _ = fields(press.argument, 3)
    among = tuple(number(it, 1, len(LAWS)) for it in chosen.split(",")) if chosen else ()
    wanted = number(values[0] if values else which, 1, len(LAWS))
    await turn(interaction, draw(words, wanted, among if wanted in among else ()))
