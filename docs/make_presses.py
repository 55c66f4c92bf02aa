"""Writes docs/presses.md from the registry of features: `python -m docs.make_presses`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot import features
from bot.adapter.registry import Needs, Registry
from bot.people.quotas import COMMANDS, COMPLETIONS, POINTS, PRESSES, Quota

PAGE = Path(__file__).with_name("presses.md")
_HEAD = """# What each kind of press asks for

For maintainers. Every press, form and command says what it asks for where it is registered (`needs` in
`bot/adapter/registry.py`). `bot/adapter/belonging.py` holds it before the handler is called: a forged `custom_id`, or a
button in old direct messages, does no more than the person could do in the server. Without a need no press can be
registered. A press is named by its verb and, where that has a handler, its argument.

Made by `python -m docs.make_presses`.

"Its own" server is that of the table, tournament or game. Discord is asked whether a person is a member only where this
page says so, never at a move. A member is not asked for again for five minutes; a press in the server itself is proof.
While Discord does not answer, the last answer counts; where there is none, the person is asked to press in the server.
Those with whom the person would sit down are asked for, too (**Accept**, `/ecarte play`, **Rematch**, a tournament's
start and its games): who has left is not seated, and who cannot be asked for counts as there.

What opens tables, rings, posts or thinks for long has narrower quotas of its own (`bot/people/quotas.py`).
"""
_SERVER: Final = {
    Needs.NOTHING: "anywhere",
    Needs.GAME: "its own; direct messages for its players",
    Needs.SERVER: "any server",
    Needs.MANAGER: "any server",
    Needs.OWNER: "anywhere",
    Needs.TABLE: "its own, or direct messages",
    Needs.SEEN: "its own, or direct messages",
    Needs.MEMBER: "its own, or direct messages",
}
_MEMBERSHIP: Final = {
    Needs.NOTHING: "none: it is public, or the presser's own",
    Needs.GAME: "in direct messages: has played it",
    Needs.SERVER: "by the press itself",
    Needs.MANAGER: "by the press itself, with *Manage Server*",
    Needs.OWNER: "owns the bot, as Discord says",
    Needs.TABLE: "none: the table knows who may",
    Needs.SEEN: "in direct messages: takes part, or asked of Discord",
    Needs.MEMBER: "in direct messages: asked of Discord",
}


def page() -> str:
    """The page as Markdown."""
    rows = "\n".join(f"| {' | '.join(row)} |" for row in _rows())
    return f"{_HEAD}\n| kind | server | membership | quota of a person |\n| --- | --- | --- | --- |\n{rows}\n"


def _rows() -> Iterator[tuple[str, str, str, str]]:
    registry = Registry(features.load())
    for form, verb, argument, route in sorted(registry.routes, key=lambda one: (one[0], one[1].name, one[2] or "")):
        name = f"`{verb.name}{f' {argument}' if argument else ''}`{' (form)' if form else ''}"
        yield name, _SERVER[route.needs], _MEMBERSHIP[route.needs], _quota(PRESSES)
    for name, command in sorted(registry.commands.items()):
        where, membership = ("anywhere", "none") if command.direct else ("any server", "by the command itself")
        yield f"`/ecarte {name}`", where, membership, _quota(COMMANDS)
    for menu in registry.menus:
        yield f"menu of a member (`{menu.key}`)", "any server", "by the command itself", _quota(COMMANDS)
    yield "completion of an option", "as its command", "as its command", _quota(COMPLETIONS)
    yield "reaction on a message of a table", "that of the message", "none: the table knows who may", _quota(POINTS)


def _quota(quota: Quota) -> str:
    return f"{quota.burst} at once, then {60_000 / quota.refill_ms:g} a minute"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
