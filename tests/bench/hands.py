"""How long the players of a tournament wait for their hands: `python -m tests.bench.hands FOLDER --people 40`.

People to whom the bot has never written play a round robin, and all are ready at the same moment: every hand needs a
channel of direct messages that is new. Discord lets a bot open only some at a time; `WIRE_RULES` in the environment
sets how many (`dm_opens=100000`: as many as it likes), `--new-directs` how many the bot tries in ten seconds.

Prints how long each waited after being ready, and how often the table said that cards were in the direct messages of a
player who did not have them yet, or did not say how to see them.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.adapter.custom_ids import Verb
from bot.config import Settings
from bot.texts import Language, Texts
from ecarte.tournament import Form
from tests.bench.figures import table
from tests.bench.process import buttons_for, run, start_bot
from tests.support.shown import Snapshot, components_of

_WORDS = Texts.load()(Language.ENGLISH)
_SENT, _PRESS, _REFUSED = (_WORDS(key, who="") for key in ("table.welcome", "table.press_hand", "table.unreachable"))
"""The ends of the lines at the table that say how players see their cards."""


async def _begin(world: Any, people: Sequence[Any], room: Any) -> Any:
    """Opens a tournament of these people, and starts it; returns the message of its first round."""
    opened = await people[0].slash(room, "ecarte tournament", form=Form.ROUND_ROBIN.value)
    invitation = opened.post
    for person in people[1:]:
        await person.click(invitation, custom_id=buttons_for(invitation, Verb.TOURNAMENT_JOIN)[0])
    page = (await people[0].click(invitation, custom_id=buttons_for(invitation, Verb.TOURNAMENT_START)[0])).post
    await people[0].click(page, custom_id=buttons_for(page, Verb.TOURNAMENT_START)[0])
    return await world.until(
        lambda: next((post for post in room.messages() if buttons_for(post, Verb.TOURNAMENT_READY)), None), 60.0
    )


def _hand_at(person: Any) -> float | None:
    """Returns when the hand of a person came; None: it has not."""
    first = [post.versions[0] for post in person.dms() if f":{Verb.MORE.value}:" in str(post.versions[0].payload)]
    return first[0].t if first else None


def _lines_about(people: Sequence[Any], room: Any) -> dict[str, list[tuple[float, str]]]:
    """Returns the lines at the tables that say how each person sees the cards, and when each was shown."""
    found: dict[str, list[tuple[float, str]]] = {person.name: [] for person in people}
    for thread in room.threads():
        for post in thread.messages():
            for version in post.versions:
                shown = components_of(Snapshot(post, version.payload))
                lines = "\n".join(part["content"] for part in shown if part.get("content")).splitlines()
                for person in people:
                    said = " ".join(line for line in lines if f"<@{person.id}>" in line)
                    if any(end in said for end in (_SENT, _PRESS, _REFUSED)):
                        found[person.name].append((version.t, said))
    return found


async def _measure(options: argparse.Namespace, folder: Path) -> str:
    async with start_bot(options, folder, limits=True, settings={}) as bot:
        world = bot.world
        room, people = world.channel("room0"), [world.user(f"guest{number:03}") for number in range(options.people)]
        rounds = await _begin(world, people, room)
        (ready,) = buttons_for(rounds, Verb.TOURNAMENT_READY)
        begun = time.monotonic()
        await asyncio.gather(*(person.click(rounds, custom_id=ready, check=False) for person in people))
        with suppress(TimeoutError):
            await world.until(lambda: all(_hand_at(person) for person in people), options.seconds)
        await asyncio.sleep(10.0)
        came = {person.name: _hand_at(person) for person in people}
        waited = sorted(at - begun for at in came.values() if at is not None)
        said = _lines_about(people, room)
        too_early = {
            name for name, lines in said.items() for at, line in lines if _SENT in line and at < (came[name] or at + 1)
        }
        last = [lines[-1][1] for lines in said.values() if lines]
        opened = world.calls("POST", "/users/@me/channels")
        rows: list[list[object]] = [
            ["players", len(people)],
            ["hands that came", len(waited)],
            ["half of them within, s", f"{waited[len(waited) // 2]:.1f}" if waited else "–"],
            ["all of them within, s", f"{waited[-1]:.1f}" if waited else "–"],
            ["requests to open direct messages", len(opened)],
            ["of these refused", sum(call.status >= 400 for call in opened)],
            ["players told too early that they have their cards", len(too_early)],
            ["players never told how to see their cards", sum(not lines for lines in said.values())],
            ["players told last that they are in direct messages", sum(_SENT in line for line in last)],
        ]
    return table([f"{options.people} players ready at once", ""], rows)


def _own(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--people", type=int, default=40, help="who play (40)")
    parser.set_defaults(seconds=180.0, new_directs=Settings().new_directs)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints. Returns 0."""
    return run("hands", "How long the players of a tournament wait for their hands.", arguments, _measure, own=_own)


if __name__ == "__main__":
    sys.exit(main())
