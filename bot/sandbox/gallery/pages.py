"""The pages that a command opens, looked at one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.adapter.custom_ids import Verb
from bot.sandbox.gallery.troupe import Entity, Troupe

#: What is kept: its key, the command that opens it, the options.
PAGES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("help-manager", "help", {}),
    ("leaderboard", "leaderboard", {}),
    ("profile", "profile", {}),
    ("versus", "versus", {"member": "bruno"}),
    ("tables", "tables", {}),
    ("preferences", "preferences", {}),
    ("learn", "learn", {}),
    ("rules", "learn", {"topic": "rules"}),
    ("lesson", "learn", {"topic": "lessons"}),
    ("laws", "learn", {"topic": "laws"}),
    ("law", "learn", {"find": "24"}),
    ("quiz", "learn", {"topic": "quiz"}),
    ("odds", "learn", {"topic": "odds"}),
    ("game", "game", {}),
    ("game-review", "game", {"show": "review"}),
    ("daily", "daily", {}),
    ("settings", "settings", {}),
)
#: What is opened from such a page: its key, the page, the verb, which of its buttons.
_NEXT = (
    ("rules-next", "rules", Verb.RULES, -1),
    ("lesson-next", "lesson", Verb.LESSON, -1),
    ("quiz-next", "quiz", Verb.QUIZ, -1),
    ("daily-next", "daily", Verb.DAILY, -1),
    ("history", "profile", Verb.HISTORY, 0),
    ("privacy", "preferences", Verb.PRIVACY, 0),
    ("admin", "settings", Verb.ADMIN, 0),
)


async def play(troupe: Troupe) -> None:
    """Opens every page as Alice, who owns the server; and what is one press behind."""
    troupe.group = "pages"
    opened: dict[str, Entity | None] = {}
    for key, command, options in PAGES:
        opened[key] = await troupe.slash("alice", f"ecarte {command}", **options)
        troupe.keep(key, "alice", opened[key])
    for key, page, verb, place in _NEXT:
        troupe.keep(key, "alice", await troupe.press("alice", troupe.again(opened[page]), verb, place))
    troupe.keep("help-member", "mika", await troupe.slash("mika", "ecarte help"))
