"""The message of a challenge: who challenges whom, the terms, and the buttons. Later the message links to the table,
and then names the winner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import FELT, against_house, question, ready
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.features.rematch import agreed_lines
from bot.people.person import has_house
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import PoolForm

_FADED = 0x7A7F87
_THREE = 3


def draw(words: Words, view: TableView) -> Message:
    """Returns the public message of a challenge, in its present state."""
    view = naming.with_names(words, view)
    if view.seats is not None:
        return _draw_outline(words, view)
    if view.status is Status.CHALLENGE:
        return Message(layout(_draw_open(words, view)), mentions=naming.members(view.challenged_person))
    return Message(layout(_draw_closed(words, view)), passing=True)


def _head(words: Words, view: TableView) -> str:
    challenger = formatting.safe(view.challenger.name)
    if view.challenged_person is None:
        return words("challenge.open", challenger=challenger)
    return words("challenge.to", challenger=challenger, challenged=naming.mention(view.challenged_person))


def _draw_open(words: Words, view: TableView) -> ui.Container[Any]:
    lines = [formatting.terms(words, view.terms), *agreed_lines(words, view.terms)]
    if has_house([view.challenged_person]):
        # The house comes at once, so there is no button.
        return ui.Container(ui.TextDisplay(_head(words, view)), ui.TextDisplay("\n".join(lines)), accent_colour=FELT)
    if view.terms.cut_ms:
        lines.append(words("challenge.cut"))
    if view.called_role is not None:
        lines.append(words("ready.called", role=f"<@&{view.called_role}>"))
    pool = view.terms.pool is not None
    accept = words("pool.join" if pool else "challenge.accept")
    # The number shows which terms the person has read. Buttons of older releases have none.
    read = view.terms_changes or None
    take: ui.Item[Any] = button(Verb.ACCEPT, accept, table=view.id, decision=read, style=discord.ButtonStyle.success)
    look: list[ui.Item[Any]] = [
        button(Verb.RULES, words("challenge.rules")),
        button(Verb.FAIR, words("fair.open"), table=view.id, emoji="🔏"),
    ]
    rows = [ui.ActionRow(take, *look)]
    if view.challenged_person is not None:
        # Four buttons in a row are too wide for a phone.
        decline: ui.Item[Any] = button(Verb.DECLINE, words("challenge.decline"), table=view.id)
        rows = [ui.ActionRow(take, decline), ui.ActionRow(*look)]
    elif view.called_role is not None:
        rows.append(ui.ActionRow(ready(words)))
    small = [words("challenge.until", until=formatting.until(words, view.terms, view.waits[WaitKind.CHALLENGE].until))]
    if view.terms.stake and not pool:
        small.insert(0, words(f"challenge.style.{view.terms.style.value}"))
    if view.terms_changes:
        small.insert(0, words("challenge.changed"))
    return ui.Container(
        ui.TextDisplay("\n".join(_invitation(words, view)) if pool else _head(words, view)),
        ui.TextDisplay("\n".join(lines)),
        *rows,
        ui.TextDisplay(f"-# {' '.join(small)}"),
        accent_colour=FELT,
    )


def draw_sent(words: Words, view: TableView, place: str = "") -> Message:
    """Returns the private confirmation to the challenger. Its buttons change the terms or take the challenge back.

    Args:
        place: a link to the challenge, if it was posted in another channel. Otherwise empty.
    """
    alone = "challenge.sent" if view.terms.pool is None else "pool.sent"
    key = alone if view.challenged_person is None else "challenge.sent.to"
    who = "" if view.challenged_person is None else formatting.safe(view.challenged_person.name)
    meanwhile = [against_house(words)] if key == "challenge.sent" else []
    lines = [f"{words(key, who=who)} {place}".rstrip()]
    if view.terms_changes:
        lines.insert(0, words("challenge.terms.set"))
    return question("\n".join(lines), *_own_buttons(words, view), *meanwhile)


def draw_refused(words: Words, view: TableView, why: str, choices: str) -> Message:
    """Returns the private answer to terms that contradict each other.

    Args:
        choices: the refused choices, as one text (`terms_form`). A button opens the form with them.
    """
    kept = words("challenge.terms.kept", button=words("challenge.terms"))
    return question(f"{why}\n{kept}", *_own_buttons(words, view, choices))


def _own_buttons(words: Words, view: TableView, choices: str = "") -> list[ui.Item[Any]]:
    """Returns the buttons by which the challenger changes the terms or takes the challenge back."""
    return [
        button(Verb.TERMS, words("challenge.terms"), table=view.id, argument=choices, emoji="⚙️"),
        button(Verb.CANCEL, words("challenge.cancel"), table=view.id),
    ]


def _draw_closed(words: Words, view: TableView) -> ui.Container[Any]:
    assert view.ended is not None
    names = {
        "challenger": formatting.safe(view.challenger.name),
        "challenged": formatting.safe(view.challenged_person.name) if view.challenged_person else "",
    }
    return ui.Container(
        ui.TextDisplay(_head(words, view)),
        ui.TextDisplay(words(f"challenge.{view.ended.ending.value}", **names)),
        accent_colour=_FADED,
    )


def _draw_outline(words: Words, view: TableView) -> Message:
    """Returns who plays where, and at the end who has won. It shows no score, so that the message is rarely edited."""
    closed = view.status is Status.CLOSED
    lines = _pool_outline(words, view) if view.terms.pool is not None else [_outline(words, view)]
    if view.thread is not None:
        lines[-1] += f" · <#{view.thread}>"
    return _draw_line("\n".join(lines), _FADED if closed else FELT)


@lru_cache(maxsize=1024)
def _draw_line(text: str, colour: int) -> Message:
    """Returns a message of one text. Cached, because every move of the table draws it and it hardly ever changes."""
    return Message(layout(ui.Container(ui.TextDisplay(text), accent_colour=colour)))


def _outline(words: Words, view: TableView) -> str:
    names = {"north": formatting.who(view, Seat.NORTH), "south": formatting.who(view, Seat.SOUTH)}
    if view.status is not Status.CLOSED:
        return words("challenge.playing", **names)
    outcome = None if view.game is None else view.game.outcome
    if view.game is None or outcome is None or outcome.winner is None:
        return words("challenge.done", **names)
    winner = outcome.winner
    won, lost = view.game.score[winner.index], view.game.score[winner.other.index]
    who, other = formatting.who(view, winner), formatting.who(view, winner.other)
    return words("challenge.won", who=who, other=other, a=won, b=lost)


def _invitation(words: Words, table: TableView) -> list[str]:
    """Returns the lines of a pool that is being formed: who asks, the stake, and who has joined."""
    people = table.galerie.joined or (table.challenger,)
    amount = formatting.chips(words, table.terms.stake)
    every = words.join([f"**{formatting.safe(person.name)}**" for person in people])
    form = "engaged" if table.terms.pool is PoolForm.ENGAGED else "all"
    return [
        words("pool.open", who=formatting.safe(table.challenger.name), amount=amount),
        words(f"pool.form.{form}"),
        words("pool.in", people=every, n=len(people), m=_THREE),
    ]


def _pool_outline(words: Words, table: TableView) -> list[str]:
    """Returns the outline of a formed pool: who plays for it, and in the end who has won it."""
    people = words.join([formatting.safe(person.name) for person in table.galerie.joined])
    if table.status is not Status.CLOSED:
        return [words("pool.playing", people=people)]
    pool, lines = table.galerie.pool, [words("pool.done", people=people)]
    if pool is not None and pool.winner is not None:
        lines.append(
            words(
                "pool.taken",
                who=naming.participant(words, table, pool.winner),
                amount=formatting.chips(words, pool.chips),
            )
        )
    elif pool is not None:
        lines.append(words("galerie.returned"))
    return lines
