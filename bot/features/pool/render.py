"""A pool of three in words: who is in it, how the cut fell, what lies there, who plays next, who has won it."""

from __future__ import annotations

from bot.adapter import formatting
from bot.features.betting.text import chips, name
from bot.tables.state.table import Status
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Card
from ecarte.table import PoolForm, PoolStage

__all__ = ["invitation", "lines", "outline"]

_THREE = 3


def invitation(words: Words, sight: TableSight) -> list[str]:
    """While a pool is being formed: who asks, for how much, who is in it already."""
    people = sight.around.joined or (sight.challenger,)
    amount = chips(words, sight.terms.stake)
    every = words.joined([f"**{formatting.safe(person.name)}**" for person in people])
    form = "engaged" if sight.terms.pool is PoolForm.ENGAGED else "all"
    return [
        words("pool.open", who=formatting.safe(sight.challenger.name), amount=amount),
        words(f"pool.form.{form}"),
        words("pool.in", people=every, n=len(people), m=_THREE),
    ]


def outline(words: Words, sight: TableSight) -> list[str]:
    """Where the pool was asked for, once it is formed: who play for it, and in the end who has it."""
    people = words.joined([formatting.safe(person.name) for person in sight.around.joined])
    if sight.status is not Status.CLOSED:
        return [words("pool.playing", people=people)]
    pool, told = sight.around.pool, [words("pool.done", people=people)]
    if pool is not None and pool.winner is not None:
        told.append(words("pool.taken", who=name(words, sight, pool.winner), amount=chips(words, pool.chips)))
    elif pool is not None:
        told.append(words("galerie.returned"))
    return told


def lines(words: Words, sight: TableSight) -> list[str]:
    """At the table: what the last game has brought into the pool, and the pool as it stands."""
    pool = sight.around.pool
    if pool is None:
        return []
    amount = chips(words, pool.chips)
    between = sight.status is Status.BETWEEN
    added = _added(words, sight) if between else []
    if pool.stage is PoolStage.WON and pool.winner is not None:
        won = words("pool.won", who=name(words, sight, pool.winner), amount=amount)
        return [*added, won, *(_fresh(words, sight) if between else [])]
    if pool.stage is PoolStage.CALLED_OFF:
        return [words("galerie.returned")]
    told = [*added, words("pool.lies", amount=amount)]
    if pool.out is not None:
        told.append(words("pool.out", who=name(words, sight, pool.out)))
    if not pool.games:
        told += [_cut(words, sight, cards) for cards in sight.around.cuts]
    elif pool.last_winner is not None:
        told.append(words("pool.ahead", who=name(words, sight, pool.last_winner)))
    if between:
        waiting = [person for person in pool.engaged if person not in sight.asked]
        told.append(words("pool.next", people=words.joined([f"<@{person}>" for person in waiting])))
    return [f"-# {line}" if sight.status is Status.PLAYING else line for line in told]


def _added(words: Words, sight: TableSight) -> list[str]:
    return [
        words("pool.added", who=name(words, sight, who), amount=chips(words, amount))
        if amount
        else words("pool.added.nothing", who=name(words, sight, who))
        for who, amount in sight.around.added
    ]


def _fresh(words: Words, sight: TableSight) -> list[str]:
    """What makes a fresh pool, and who has still to say that he would like one."""
    waiting = [f"<@{person.id}>" for person in sight.around.joined if person.id not in sight.asked]
    late = [words("pool.waiting", people=words.joined(waiting))] if sight.asked else []
    return [words("pool.again"), *late]


def _cut(words: Words, sight: TableSight, cards: tuple[tuple[str, int], ...]) -> str:
    shown = [f"{name(words, sight, who)} {formatting.card(words, Card.parse(text))}" for text, who in cards]
    return words("pool.cut", cards=" · ".join(shown))
