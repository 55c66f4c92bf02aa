"""Writes docs/presses.md from the registry of features: `python -m docs.make_presses`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot import features
from bot.adapter.contexts import ANYWHERE
from bot.adapter.registry import Needs, Registry
from bot.people.quotas import COMMANDS, COMPLETIONS, POINTS, PRESSES, Quota

PAGE = Path(__file__).with_name("presses.md")
_HEAD = """# What each kind of press asks for

For maintainers. A feature registers every press, form and command with its condition (`needs` in
`bot/adapter/registry.py`), and no press can be registered without one. `bot/adapter/belonging.py` checks the
condition before it calls the handler: a forged `custom_id`, or a button in old direct messages, does no more than the
person could do in the server. A press is named by its verb and, if its handler has one, by its argument.
`python -m docs.make_presses` writes this page.

A place where the bot is not (a server without it, a group message) counts as direct messages. It proves no
membership, and *Manage Server* there gives no rights. All answers there are private (`bot/adapter/contexts.py`).

"Its own" server is that of the table, tournament or game. The bot asks Discord whether a person is a member only
where this page says so, and never at a move. It asks at most once in five minutes; a press in the server itself is
proof. While Discord does not answer, the last answer counts; without one, the person is asked to press in the server.
**Accept**, `/ecarte play`, **Rematch** and the start and the games of a tournament also ask about the people with
whom the person would sit down: a person who has left the server gets no seat, and a person about whom Discord does
not answer counts as present.

Presses that open tables, ring, post or take long have narrower quotas of their own (`bot/people/quotas.py`).
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
_OF_COMMAND: Final = {True: ("anywhere", "none"), False: ("any server", "by the command itself")}


def page() -> str:
    """The page as Markdown."""
    rows = "\n".join(f"| {' | '.join(row)} |" for row in _rows())
    return f"{_HEAD}\n| kind | server | membership | quota of a person |\n| --- | --- | --- | --- |\n{rows}\n"


def _rows() -> Iterator[tuple[str, str, str, str]]:
    registry = Registry(features.load())
    for form, verb, argument, route in sorted(registry.routes, key=lambda one: (one[0], one[1].name, one[2] or "")):
        name = f"`{verb.name}{f' {argument}' if argument else ''}`{' (form)' if form else ''}"
        yield name, _SERVER[route.needs], _MEMBERSHIP[route.needs], _quota(PRESSES)
    for name, contexts in sorted(features.COMMANDS.items()):
        yield f"`/ecarte {name}`", *_OF_COMMAND[contexts == ANYWHERE], _quota(COMMANDS)
    for key, contexts in features.MENUS.items():
        yield f"menu of a member (`{key}`)", *_OF_COMMAND[contexts == ANYWHERE], _quota(COMMANDS)
    yield "completion of an option", "as its command", "as its command", _quota(COMPLETIONS)
    yield "reaction on a message of a table", "that of the message", "none: the table knows who may", _quota(POINTS)


def _quota(quota: Quota) -> str:
    return f"{quota.burst} at once, then {60_000 / quota.refill_ms:g} a minute"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
