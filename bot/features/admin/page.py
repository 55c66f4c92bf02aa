"""The pages for managers of a server: pairs whose games look arranged, one member, one table, the admin log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, join_facts, known_name, page_frame, shorten, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import chips, gain, safe, until_day
from bot.adapter.items import PressButton, PressSelect, button, select, user_select
from bot.adapter.message import Message, layout
from bot.letters import strip_invisible
from bot.people.arranged import Pair
from bot.people.leaving import Leaving
from bot.rows.chips import Purse
from bot.rows.sanctions import AdminAction, AdminEntry, Ban
from bot.tables.views import TableView
from bot.texts import Words

BANS = {"7": 7, "30": 30, "0": None}
"""The lengths of a ban in days, by the argument of the button that imposes it. None is a ban without an end."""
_PAIRS, _TABLES, _LABEL = 8, 25, 100
_DANGER = discord.ButtonStyle.danger
Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Overview:
    """The data of the first page for managers.

    Attributes:
        pairs: the pairs of members whose games look arranged.
        leavers: the members who often leave games.
        open: how many live tables are open, and how many may be. Then the same two numbers for tables by
            correspondence.
        log: the last actions of managers.
        names: the last known names of all people on the page, by id.
    """

    pairs: Sequence[Pair]
    leavers: Sequence[tuple[int, Leaving]]
    tables: Sequence[TableView]
    open: tuple[tuple[int, int], tuple[int, int]]
    log: Sequence[AdminEntry]
    names: Names


def overview(words: Words, shown: Overview, said: str = "", reports: PressButton | None = None) -> Message:
    """Returns the first page for managers.

    Args:
        said: a sentence about the result of the last press. Empty if there is none.
        reports: the button that opens the reported puzzles. None if there are none.
    """
    pairs = [_pair(words, pair, shown.names) for pair in shown.pairs[:_PAIRS]]
    leavers = [
        join_facts(known_name(words, shown.names, person), _leaving_line(words, leaving))
        for person, leaving in shown.leavers[:_PAIRS]
    ]
    log = [_line(words, entry, shown.names) for entry in shown.log]
    return Message(
        layout(
            page_frame(
                text(f"## {words('admin.title')}"),
                text(said) if said else None,
                text("\n".join([f"**{words('admin.pairs')}**", *(pairs or [words("admin.pairs.none")])])),
                text(f"-# {words('admin.pairs.about')}"),
                text("\n".join([f"**{words('admin.leavers')}**", *leavers])) if leavers else None,
                ui.ActionRow(user_select(Verb.ADMIN, "member", words("admin.member.pick"))),
                text("\n".join(_open_tables(words, shown))),
                ui.ActionRow(_tables(words, shown.tables)) if shown.tables else None,
                text("\n".join([f"**{words('admin.log')}**", *(log or [words("admin.log.none")])])),
                buttons(button(Verb.SETTING, words("pages.settings.back"), argument="show.panel", emoji="◀️"), reports),
            )
        )
    )


@dataclass(frozen=True, slots=True)
class Member:
    """The data of the page about one member.

    Attributes:
        purse: the member's purse. None if the member has none yet.
        ban: the member's ban. None if the member is not banned.
        left: how many of the member's last games they left.
        names: the last known names of all people on the page, by id.
    """

    person: int
    purse: Purse | None
    ban: Ban | None
    left: Leaving
    names: Names


def member(words: Words, shown: Member, said: str = "") -> Message:
    """Returns the page about one member: chips, ban, games left, and the actions that a manager may take.

    Args:
        said: a sentence about the result of the last press. Empty if there is none.
    """
    person, purse, ban = shown.person, shown.purse, shown.ban
    held = words("admin.purse.none") if purse is None else _purse_line(words, purse)
    if ban is None:
        state = words("admin.free")
    else:
        state = (
            words("admin.banned")
            if ban.until is None
            else words("admin.banned.until", until=until_day(words, ban.until))
        )
    bans = [
        button(Verb.ADMIN_DO, words(f"admin.ban.{days}"), argument=f"ban.{days}.{person}", style=_DANGER)
        for days in BANS
    ]
    lift = None if ban is None else button(Verb.ADMIN_DO, words("admin.lift"), argument=f"lift.0.{person}")
    left = [_leaving_line(words, shown.left)] if shown.left.left else []
    reset = None if purse is None else button(Verb.ADMIN_DO, words("admin.reset"), argument=f"reset.0.{person}")
    return Message(
        layout(
            page_frame(
                text(f"## {known_name(words, shown.names, person)}"),
                text(said) if said else None,
                text("\n".join([held, state, *left])),
                buttons(*bans),
                buttons(lift, reset),
                text(f"-# {words('admin.member.about')}"),
                _back(words),
            )
        )
    )


def _purse_line(words: Words, purse: Purse) -> str:
    at_stake = words("pages.purse.at_stake", amount=chips(words, purse.at_stake)) if purse.at_stake else ""
    return join_facts(words("pages.purse.free", amount=chips(words, purse.balance)), at_stake)


def table(words: Words, view: TableView) -> Message:
    """Returns the page about one table, which asks a manager whether to void the table."""
    void = button(Verb.ADMIN_DO, words("admin.void"), argument=f"void.0.{view.id}", style=_DANGER)
    return Message(
        layout(
            page_frame(text(f"## {_label(words, view)}"), text(words("admin.void.about")), buttons(void), _back(words))
        )
    )


def back_button(words: Words) -> PressButton:
    """Returns the button that goes back to the first page for managers."""
    return button(Verb.ADMIN, words("pages.settings.back"), argument="show", emoji="◀️")


def _back(words: Words) -> ui.ActionRow[Any] | None:
    return buttons(back_button(words))


def _open_tables(words: Words, shown: Overview) -> list[str]:
    (live, most_live), (slow, most_slow) = shown.open
    return [
        f"**{words('admin.tables')}**",
        words("admin.tables.live", n=words.number(live), most=words.number(most_live)),
        words("admin.tables.correspondence", n=words.number(slow), most=words.number(most_slow)),
    ]


def _tables(words: Words, tables: Sequence[TableView]) -> PressSelect:
    options = [
        discord.SelectOption(label=shorten(_label(words, view), _LABEL), value=str(view.id))
        for view in tables[:_TABLES]
    ]
    return select(Verb.ADMIN, options, placeholder=words("admin.table.pick"), argument="table")


def _label(words: Words, view: TableView) -> str:
    names = " – ".join(strip_invisible(person.name) for person in view.seats or (view.challenger,))
    return join_facts(names, chips(words, view.terms.stake) if view.terms.stake else "", f"#{view.id}")


def _leaving_line(words: Words, leaving: Leaving) -> str:
    return words.count("admin.left", leaving.games, left=leaving.left)


def _pair(words: Words, pair: Pair, names: Names) -> str:
    winner, loser = known_name(words, names, pair.winner), known_name(words, names, pair.loser)
    values = {"won": pair.won, "games": words.count("pages.games", pair.games)}
    head = words("admin.pair", winner=winner, loser=loser, **values)
    lost = words("admin.pair.chips", amount=chips(words, pair.chips)) if pair.chips else ""
    reasons = join_facts(*(words(f"admin.reason.{reason.value}") for reason in pair.reasons))
    return f"{join_facts(head, lost)}\n-# {reasons}"


def _line(words: Words, entry: AdminEntry, names: Names) -> str:
    values = {
        "by": known_name(words, names, entry.by),
        "who": "" if entry.person is None else known_name(words, names, entry.person),
        "table": f"#{entry.table_id}",
        "until": "" if entry.until is None else timestamp(entry.until, "f"),
        "amount": gain(words, entry.amount or 0),
    }
    action = entry.action.value
    if entry.action is AdminAction.BAN and entry.until is None:
        action = "ban_for_good"
    return f"{timestamp(entry.at, 'f')} · {words(f'admin.did.{action}', **values)}\n-# {quote(entry.why)}"


def quote(why: str) -> str:
    """Returns a manager's words in quotation marks, escaped so that they cannot become a link, a mention or a
    heading.
    """
    return f"“{safe(why)}”"
