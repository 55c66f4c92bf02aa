"""A pool of three players: its members, the cut that decides who begins, its chips, who plays next, who has won, and
the call to play.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.adapter import formatting, naming
from bot.adapter.components import question
from bot.adapter.custom_ids import Verb
from bot.adapter.display import PlacementFor, Ring, ShownTable, draw_with, question_deletions
from bot.adapter.formatting import chips
from bot.adapter.items import button
from bot.adapter.message import Message
from bot.adapter.naming import participant as name
from bot.adapter.registry import Feature
from bot.rows.slots import Slot, SlotKind
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Card
from ecarte.table import Pool, PoolStage

__all__ = ["FEATURE", "pool_end_lines", "pool_lines", "press_label"]


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields a message to each member of the pool who has to play now and has not come yet."""
    table = shown.table
    called = {person: Slot(SlotKind.POOL, table.game_no, reader=person) for person in _missing_players(table)}
    yield from question_deletions(shown, SlotKind.POOL, *called.values())
    for person, slot in called.items():
        yield person, Ring(slot, draw_with(call, table))


def _missing_players(table: TableView) -> list[int]:
    """Returns the people who have to play for the pool now, and have not come yet."""
    pool, waiting = table.galerie.pool, table.waits.get(WaitKind.POOL)
    return [] if pool is None or pool.stage is not PoolStage.PLAYING or waiting is None else [*waiting.who]


def pool_lines(words: Words, view: TableView) -> list[str]:
    """Returns the public lines about a pool: the chips in it, who is out and who has won it. Between two games also the
    chips that were just added, and who plays next. Empty at a table without a pool.
    """
    pool = view.galerie.pool
    if pool is None:
        return []
    amount = chips(words, pool.chips)
    between = view.status is Status.BETWEEN
    added = _addition_lines(words, view) if between else []
    left = [words("pool.gone", who=name(words, view, who)) for who in pool.gone]
    if pool.stage is PoolStage.WON and pool.winner is not None:
        won = words("pool.won", who=name(words, view, pool.winner), amount=amount)
        return [*left, *added, won, *(_fresh(words, view) if between else [])]
    if pool.stage is PoolStage.CALLED_OFF:
        return [words("galerie.returned")]
    lines = [*left, *added, words("pool.lies", chip=formatting.mark(words, "chip"), amount=amount)]
    if pool.out is not None:
        lines.append(words("pool.out", who=name(words, view, pool.out)))
    if not pool.games:
        lines += [_cut_line(words, view, cards) for cards in view.galerie.cuts]
    elif pool.last_winner is not None:
        lines.append(words("pool.ahead", who=name(words, view, pool.last_winner)))
    if between:
        people = words.join([naming.mention_member(words, person) for person in view.waits[WaitKind.POOL].who])
        lines.append(words("pool.next", people=people, press=press_label(words, pool), until=_until(words, view)))
    return lines


def pool_end_lines(words: Words, view: TableView, reader: int) -> list[str]:
    """Returns the lines about the pool for a player of the game that has just ended: how many chips the player had to
    add, and who has won the pool if it is won.

    Args:
        reader: the id of that player.
    """
    pool = view.galerie.pool
    if pool is None:
        return []
    added = [
        words("pool.added.yours", amount=chips(words, amount))
        for who, amount in view.galerie.added
        if who == reader and amount
    ]
    if pool.stage is not PoolStage.WON or pool.winner is None:
        return added
    amount, chip = chips(words, pool.chips), formatting.mark(words, "chip")
    key = "pool.won.yours" if pool.winner == reader else "pool.won.theirs"
    return [*added, words(key, who=name(words, view, pool.winner), amount=amount, chip=chip)]


def press_label(words: Words, pool: Pool) -> str:
    """Returns the label of the button that begins the next game of a pool, or the first game of a new pool."""
    return words("pool.fresh" if pool.stage is PoolStage.WON else "match.next")


def _until(words: Words, view: TableView) -> str:
    """Returns the time by which the next two players have to come."""
    return formatting.until(words, view.terms, view.waits[WaitKind.POOL].until)


def _addition_lines(words: Words, view: TableView) -> list[str]:
    return [
        words("pool.added", who=name(words, view, who), amount=chips(words, amount))
        if amount
        else words("pool.added.nothing", who=name(words, view, who))
        for who, amount in view.galerie.added
    ]


def _fresh(words: Words, view: TableView) -> list[str]:
    """Returns how a fresh pool begins, and who has not asked for one yet."""
    waiting = [naming.mention_member(words, person.id) for person in view.galerie.joined if person.id not in view.asked]
    late = [words("pool.waiting", people=words.join(waiting))] if view.asked else []
    return [words("pool.again", press=words("pool.fresh")), *late]


def _cut_line(words: Words, view: TableView, cards: tuple[tuple[str, int], ...]) -> str:
    shown = [f"{name(words, view, who)} {formatting.card(words, Card.parse(text))}" for text, who in cards]
    return words("pool.cut", cards=" · ".join(shown))


def call(words: Words, view: TableView) -> Message:
    """Returns the message that calls a member of the pool to play."""
    assert view.galerie.pool is not None
    label, link = press_label(words, view.galerie.pool), formatting.link(view.guild_id, view.place)
    again = button(Verb.REMATCH, label, table=view.id, style=discord.ButtonStyle.success)
    return question(words("notice.pool", table=link, press=label, until=_until(words, view)), again)


FEATURE = Feature("pool", placements=placements_at)
