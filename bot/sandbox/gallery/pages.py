"""The pages that a command opens, looked at one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.adapter.custom_ids import Verb
from bot.sandbox.gallery.troupe import Troupe

__all__ = ["PAGES", "play"]

#: What is kept: its key, the command that opens it, the options.
PAGES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("help", "help", {}),
    ("leaderboard", "leaderboard", {}),
    ("profile", "profile", {}),
    ("history", "history", {}),
    ("tables", "tables", {}),
    ("preferences", "preferences", {}),
    ("privacy", "privacy", {}),
    ("rules", "rules", {}),
    ("law", "law", {"wanted": "24"}),
    ("laws", "law", {}),
    ("lesson", "lesson", {}),
    ("odds", "odds", {"mine": 3, "theirs": 2}),
    ("verify", "verify", {}),
    ("daily", "daily", {}),
    ("jeux", "jeux", {}),
    ("settings", "settings", {}),
    ("admin", "admin", {}),
)
_VERBS = {"lesson": Verb.LESSON, "daily": Verb.DAILY, "jeux": Verb.JEUX, "rules": Verb.RULES}


async def play(troupe: Troupe) -> None:
    """Opens every page as Alice, who owns the server; those with steps are followed for one step."""
    troupe.group = "pages"
    for key, command, options in PAGES:
        page = await troupe.slash("alice", f"ecarte {command}", **options)
        troupe.keep(key, "alice", page, needed=key != "help")
        if key in _VERBS:
            troupe.keep(f"{key}-next", "alice", await troupe.press("alice", troupe.again(page), _VERBS[key], -1))
