"""The challenge of a pool in words: who asks, who is in it, and in the end who has it."""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.formatting import chips
from bot.adapter.naming import participant
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table import PoolForm

_THREE = 3


def invitation(words: Words, table: TableView) -> list[str]:
    """While a pool is being formed: who asks, for how much, who is in it already."""
    people = table.around.joined or (table.challenger,)
    amount = chips(words, table.terms.stake)
    every = words.joined([f"**{formatting.safe(person.name)}**" for person in people])
    form = "engaged" if table.terms.pool is PoolForm.ENGAGED else "all"
    return [
        words("pool.open", who=formatting.safe(table.challenger.name), amount=amount),
        words(f"pool.form.{form}"),
        words("pool.in", people=every, n=len(people), m=_THREE),
    ]


def outline(words: Words, table: TableView) -> list[str]:
    """Where the pool was asked for, once it is formed: who play for it, and in the end who has it."""
    people = words.joined([formatting.safe(person.name) for person in table.around.joined])
    if table.status is not Status.CLOSED:
        return [words("pool.playing", people=people)]
    pool, told = table.around.pool, [words("pool.done", people=people)]
    if pool is not None and pool.winner is not None:
        told.append(words("pool.taken", who=participant(words, table, pool.winner), amount=chips(words, pool.chips)))
    elif pool is not None:
        told.append(words("galerie.returned"))
    return told
