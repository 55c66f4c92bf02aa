"""Opens the pages that commands show, one after another, and keeps them for pictures."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from bot.adapter.custom_ids import Verb
from bot.features.deal import AgainAction, AgainAsk
from bot.gallery.troupe import Entity, Troupe, parts, press_of, presses
from ecarte.teaching import FIRST_DEAL

_CHANNEL_SELECT = 8
_STEP_S, _TRIES = 600.0, 14

#: What is kept: its key, the command that opens it, the options.
PAGES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("help-manager", "help", {}),
    ("leaderboard", "leaderboard", {}),
    ("leaderboard-season", "leaderboard", {"period": "season"}),
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
    ("puzzle", "puzzle", {}),
    ("settings", "settings", {}),
)
#: What is opened from such a page: its key, the page, the verb, which of its buttons.
_NEXT = (
    ("rules-next", "rules", Verb.RULES, -1),
    ("lesson-next", "lesson", Verb.LESSON, -1),
    ("quiz-next", "quiz", Verb.QUIZ, -1),
    ("daily-next", "daily", Verb.DAILY, -1),
    ("puzzle-next", "puzzle", Verb.PUZZLE, 0),
    ("history", "profile", Verb.HISTORY, 0),
    ("souvenir", "game", Verb.SOUVENIR, 0),
    ("story", "game", Verb.STORY, 0),
    ("privacy", "preferences", Verb.PRIVACY, 0),
    ("admin", "settings", Verb.ADMIN, 0),
)


async def begin_season(troupe: Troupe) -> None:
    """Has Alice set the server's seasons to a month, so that the games played afterwards count in a season."""
    troupe.group = "pages"
    panel = await troupe.slash("alice", "ecarte settings")
    page = await _setting(troupe, panel, "season")
    troupe.keep("settings-season", "alice", await troupe.choose("alice", page, Verb.SETTING, [1]))


async def play(troupe: Troupe) -> None:
    """Opens every page as Alice, who owns the server. From some pages, also opens pages that are one press further."""
    troupe.group = "pages"
    opened: dict[str, Entity | None] = {}
    for key, command, options in PAGES:
        opened[key] = await troupe.slash("alice", f"ecarte {command}", **options)
        troupe.keep(key, "alice", opened[key])
    for key, page, verb, place in _NEXT:
        troupe.keep(key, "alice", await troupe.press("alice", troupe.again(opened[page]), verb, place))
    await _again(troupe, opened["game-review"])
    await _same_deal(troupe)
    await _duplicate(troupe)
    await _two_pairs(troupe)
    troupe.keep("help-member", "mika", await troupe.slash("mika", "ecarte help"))
    await _first_deal(troupe)
    await _sent_at_an_hour(troupe)


async def _again(troupe: Troupe, review: Entity | None) -> None:
    """Asks an error of a review again, and plays the last game again from its first deal, then by the house."""
    troupe.keep("again-question", "alice", await troupe.press("alice", troupe.again(review), Verb.FROM_HERE, 0))
    replay = await troupe.slash("alice", "ecarte game", show="replay")
    replay = await troupe.press("alice", replay, Verb.REPLAY, 0)
    troupe.keep("again-replay", "alice", replay)
    page = await troupe.press("alice", replay, Verb.FROM_HERE)
    troupe.keep("again", "alice", page)
    for _ in range(_TRIES):
        asked = [AgainAsk.read(press.argument) for press in map(press_of, presses(page, Verb.FROM_HERE)) if press]
        house = [place for place, (action, _) in enumerate(asked) if action is AgainAction.HOUSE]
        if house:
            troupe.keep("again-end", "alice", page)
            troupe.keep("again-house", "alice", await troupe.press("alice", page, Verb.FROM_HERE, house[0]))
            return
        onward = [(len(ask.moves), len(ask.draft)) for _, ask in asked]
        page = await troupe.press("alice", page, Verb.FROM_HERE, onward.index(max(onward))) if onward else None
    troupe.keep("again-end", "alice", None)


async def _same_deal(troupe: Troupe) -> None:
    """Has Alice challenge the channel with a deal, and Mika play it by the first cards."""
    souvenir = await troupe.press("alice", await troupe.slash("alice", "ecarte game"), Verb.SOUVENIR)
    offer = await troupe.press("alice", souvenir, Verb.SAME_DEAL)
    troupe.keep("same-deal-offer", "alice", offer)
    await troupe.press("alice", offer, Verb.SAME_DEAL)
    post = troupe.public()
    troupe.keep("same-deal-post", "mika", post)
    page = await troupe.press("mika", post, Verb.SAME_DEAL, 0)
    troupe.keep("same-deal", "mika", page)
    for _ in range(_TRIES):
        pressed = [press.argument for press in map(press_of, presses(page, Verb.SAME_DEAL)) if press]
        if not pressed:
            troupe.keep("same-deal-end", "mika", page)
            troupe.keep("same-deal-closed", "mika", await troupe.press("alice", post, Verb.SAME_DEAL, -1))
            return
        picks = [argument.startswith("pick.") for argument in pressed]
        page = await troupe.press("mika", page, Verb.SAME_DEAL, picks.index(False) if False in picks else 0)
    troupe.keep("same-deal-end", "mika", None)


async def _duplicate(troupe: Troupe) -> None:
    """Has Mika ask Bruno to be partners against the house, who declines, then accepts. Both play the first deal, by the
    first cards.
    """
    await troupe.press("mika", await troupe.slash("mika", "ecarte house", partner="bruno"), Verb.DUPLICATE)
    declined = troupe.public()
    await troupe.press("bruno", declined, Verb.DUPLICATE, 1)
    troupe.keep("duplicate-declined", "mika", troupe.again(declined))
    offer = await troupe.slash("mika", "ecarte house", partner="bruno")
    troupe.keep("duplicate-offer", "mika", offer)
    asked = await troupe.press("mika", offer, Verb.DUPLICATE)
    troupe.keep("duplicate-asked", "mika", asked)
    post = troupe.public()
    troupe.keep("duplicate-invitation", "bruno", post)
    troupe.keep("duplicate-again", "mika", await troupe.slash("mika", "ecarte house", partner="bruno"))
    await troupe.press("bruno", post, Verb.DUPLICATE)
    troupe.keep("duplicate-begun", "mika", troupe.public())
    post = troupe.again(post)
    troupe.keep("duplicate", "bruno", post)
    troupe.keep("duplicate-running", "mika", await troupe.slash("mika", "ecarte house", partner="bruno"))
    for who in ("mika", "bruno"):
        page = await troupe.press(who, post, Verb.DUPLICATE)
        troupe.keep(f"duplicate-deal-{who}", who, page)
        for _ in range(_TRIES):
            pressed = [press.argument for press in map(press_of, presses(page, Verb.DUPLICATE)) if press]
            if not pressed or pressed[0].startswith("open."):
                break
            picks = [argument.startswith("pick.") for argument in pressed]
            page = await troupe.press(who, page, Verb.DUPLICATE, picks.index(False) if False in picks else 0)
        troupe.keep(f"duplicate-after-{who}", who, page)
    troupe.keep("duplicate-results", "alice", await troupe.press("alice", post, Verb.DUPLICATE, -1))


async def _two_pairs(troupe: Troupe) -> None:
    """Has David and Bruno look for another pair. Alice and Mika take the seats, and a table begins its first deal."""
    offer = await troupe.slash("david", "ecarte house", partner="bruno")
    await troupe.press("david", offer, Verb.DUPLICATE, 1)
    post = troupe.public()
    troupe.keep("duplicate-pairs-invitation", "bruno", post)
    await troupe.press("bruno", post, Verb.DUPLICATE)
    troupe.keep("duplicate-pairs-wanted", "alice", troupe.again(post))
    await troupe.press("alice", troupe.again(post), Verb.DUPLICATE)
    troupe.keep("duplicate-pairs-seat", "mika", troupe.again(post))
    await troupe.press("mika", troupe.again(post), Verb.DUPLICATE)
    troupe.keep("duplicate-pairs-begun", "david", troupe.public())
    post = troupe.again(post)
    troupe.keep("duplicate-pairs", "mika", post)
    for who in ("alice", "david"):
        troupe.keep(f"duplicate-pairs-deal-{who}", who, await troupe.press(who, post, Verb.DUPLICATE))
        if who == "alice":
            troupe.keep("duplicate-pairs-called", "david", troupe.public())
    troupe.keep("duplicate-pairs-results", "mika", await troupe.press("mika", post, Verb.DUPLICATE, -1))


async def _first_deal(troupe: Troupe) -> None:
    """Goes through the first deal, with one wrong press at each decision."""
    page = await troupe.slash("mika", "ecarte learn", topic="first")
    for number, step in enumerate(FIRST_DEAL.steps, 1):
        troupe.keep(f"first-deal-{number}", "mika", page)
        rights = [answer.right for answer in step.answers]
        right, wrong = rights.index(True), rights.index(False)
        page = await troupe.press("mika", page, Verb.LESSON, wrong)
        troupe.keep(f"first-deal-{number}-wrong", "mika", page)
        # A wrong answer cannot be pressed again.
        page = await troupe.press("mika", page, Verb.LESSON, right - (wrong < right))
    troupe.keep("first-deal-end", "mika", page)


async def _sent_at_an_hour(troupe: Troupe) -> None:
    """Has the deal of the day posted, and Bruno reminded of it, at the next full hour but one. Opens it from there."""
    hour = (troupe.world.simulation.due().astimezone(UTC).hour + 2) % 24
    page = await troupe.press("bruno", await troupe.slash("bruno", "ecarte preferences"), Verb.REMINDER)
    troupe.keep("reminder", "bruno", page)
    troupe.keep("reminder-chosen", "bruno", await troupe.choose("bruno", page, Verb.REMINDER, [hour]))
    panel = await troupe.slash("alice", "ecarte settings")
    troupe.keep("settings-week", "alice", await _setting(troupe, panel, "week"))
    panel = await troupe.slash("alice", "ecarte settings")
    page = await _setting(troupe, panel, "daily")
    where = troupe.channel("text")["id"]
    for part in parts(page):
        if page is not None and part.get("type") == _CHANNEL_SELECT:
            at = {"channel": page["channel"], "message": page["id"]}
            page = await troupe.do("alice", "select", **at, component=part["custom_id"], values=[where])
            break
    troupe.keep("settings-daily", "alice", await troupe.choose("alice", page, Verb.SETTING, [hour]))
    for _ in range(_TRIES):
        await troupe.pass_time(_STEP_S)
        posts = [message for message in troupe.messages("bruno", "text") if presses(message, Verb.DAILY)]
        public = [message for message in posts if message["for"] is None]
        if public:
            troupe.keep("daily-post", "bruno", public[-1])
            troupe.keep("daily-from-post", "bruno", await troupe.press("bruno", public[-1], Verb.DAILY))
            reminded = [message for message in troupe.messages("bruno", "dm") if presses(message, Verb.REMINDER)]
            troupe.keep("reminder-message", "bruno", reminded[-1] if reminded else None)
            return
    troupe.keep("daily-post", "bruno", None)


async def _setting(troupe: Troupe, panel: Entity | None, setting: str) -> Entity | None:
    """Opens the choices of a setting from the panel."""
    values = [option["value"] for part in parts(panel) for option in part.get("options", ())]
    return await troupe.choose("alice", panel, Verb.SETTING, [values.index(setting)] if setting in values else [])
