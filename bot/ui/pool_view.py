"""A pool of three in words: who is in it, how the cut fell, what lies there, who plays next, who has won it."""

from __future__ import annotations

from bot.tables.sights import TableSight
from bot.tables.state import Status
from bot.texts import Words
from bot.ui import say
from bot.ui.galerie_text import chips, name
from ecarte import Card
from ecarte.pool import PoolForm, PoolStage

__all__ = ["invitation", "lines"]

_THREE = 3


def invitation(words: Words, sight: TableSight) -> list[str]:
    """While a pool is being formed: who asks, for how much, who is in it already."""
    people = sight.around.joined or (sight.challenger,)
    amount = chips(words, sight.terms.stake)
    every = words.joined([f"**{say.safe(person.name)}**" for person in people])
    form = "engaged" if sight.terms.pool is PoolForm.ENGAGED else "all"
    return [
        words("pool.open", who=say.safe(sight.challenger.name), amount=amount),
        words(f"pool.form.{form}"),
        words("pool.in", people=every, n=len(people), m=_THREE),
    ]


def lines(words: Words, sight: TableSight) -> list[str]:
    """At the table: the pool as it stands."""
    pool = sight.around.pool
    if pool is None:
        return []
    amount = chips(words, pool.chips)
    if pool.stage is PoolStage.WON and pool.winner is not None:
        won = words("pool.won", who=name(words, sight, pool.winner), amount=amount)
        return [won, words("pool.again")] if sight.status is Status.BETWEEN else [won]
    if pool.stage is PoolStage.CALLED_OFF:
        return [words("galerie.returned")]
    told = [words("pool.lies", amount=amount)]
    if pool.out is not None:
        told.append(words("pool.out", who=name(words, sight, pool.out)))
    if not pool.games:
        told += [_cut(words, sight, cards) for cards in sight.around.cuts]
    elif pool.last_winner is not None:
        told.append(words("pool.ahead", who=name(words, sight, pool.last_winner)))
    if sight.status is Status.BETWEEN:
        waiting = [person for person in pool.engaged if person not in sight.asked]
        told.append(words("pool.next", people=words.joined([f"<@{person}>" for person in waiting])))
    return [f"-# {line}" if sight.status is Status.PLAYING else line for line in told]


def _cut(words: Words, sight: TableSight, cards: tuple[tuple[str, int], ...]) -> str:
    shown = [f"{name(words, sight, who)} {say.card(words, Card.parse(text))}" for text, who in cards]
    return words("pool.cut", cards=" · ".join(shown))
