"""While the teacher works, the loop goes on: others are answered before a review or a hint is done.

The teacher's real work is done here, but its thread first waits until another person was answered. If the work were
done on the loop itself, no person could be answered, and the wait would end in a failure.
"""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import simcord

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.house.reviewer import Reviewer
from bot.people.preferences import Preferences
from ecarte.ai import player_of
from ecarte.fair import shuffled
from ecarte.game import PlayerView, Propose, Refuse, Rules, Seat, engine, player_view
from ecarte.teaching import Decision, Hint, Judged, Seeded, hint, review
from tests.bot.e2e.test_house import begin
from tests.bot.e2e.test_review import one_game
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.patience import PATIENCE_S
from tests.support.shown import texts_of
from tests.support.threads import ThreadWorker

KEPT = 1_024
SLOW = Policy(player_of, lambda _what, _table, _chance: 20_000)
"""A house that moves only when the clock is moved."""


class Thoughtful:
    """Works as the teacher does, after a person was answered. Then it goes on at once."""

    def __init__(self) -> None:
        self.works, self.may_go = threading.Event(), threading.Event()
        self.times = 0

    def judge(self, made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
        """Makes a review, once allowed."""
        self._wait()
        return review(made, seeded)

    def advise(self, view: PlayerView, seeded: Seeded) -> Hint | None:
        """Gives a hint, once allowed."""
        self._wait()
        return hint(view, seeded)

    def _wait(self) -> None:
        self.times += 1
        self.works.set()
        assert self.may_go.wait(PATIENCE_S), "no one could be answered meanwhile"


def dealt() -> PlayerView:
    """Returns the elder's view when the cards are dealt."""
    state = engine.replay(engine.begin(Rules(), Seat.NORTH))
    for event in engine.deal(state, shuffled(random.Random(4))):
        state = engine.evolve(state, event)
    return player_view(state, Seat.SOUTH)


def told(cards: CardWorld, place: int) -> list[str]:
    """Returns the private messages that Alice has received in a channel, in their order."""
    channel = simcord.ChannelHandle(cards.world.env, cards.world.guild, cards.world.env.backend.get_channel(place))
    seen = channel.history(viewer=cards.world.alice)
    return [texts_of(message).strip() for message in seen if message.flags.ephemeral]


async def meanwhile(cards: CardWorld, thoughtful: Thoughtful) -> None:
    """Makes a challenge as David once the teacher works. When all can see it, the teacher may go on."""
    seen = asyncio.Event()

    def look(event: str, payload: Any) -> None:
        if event == "MESSAGE_CREATE" and "David" in str(payload):
            seen.set()

    cards.world.env.backend.subscribers.append(look)
    assert await asyncio.to_thread(thoughtful.works.wait, PATIENCE_S)
    await cards.world.david.slash(cards.world.channel, "ecarte challenge")
    await asyncio.wait_for(seen.wait(), PATIENCE_S)
    assert not thoughtful.may_go.is_set()
    thoughtful.may_go.set()


async def test_the_loop_goes_on_while_a_review_is_worked_out(tmp_path: Path) -> None:
    thoughtful = Thoughtful()
    async with card_world(tmp_path, teacher=Reviewer(judge=thoughtful.judge, worker=ThreadWorker())) as cards:
        alice = cards.world.alice
        public = await cards.table(await one_game(cards))
        await cards.world.at_once(lambda: cards.press(alice, public, Verb.REVIEW), lambda: meanwhile(cards, thoughtful))
        (text,) = told(cards, public.channel.id)
        assert EN("review.title") in text
        await cards.press(alice, public, Verb.REVIEW)
        assert told(cards, public.channel.id) == [text, text]
        assert thoughtful.times == 1, "a review is kept"


async def test_two_who_ask_for_one_review_at_once_have_it_worked_out_once(tmp_path: Path) -> None:
    thoughtful = Thoughtful()
    async with card_world(tmp_path, teacher=Reviewer(judge=thoughtful.judge, worker=ThreadWorker())) as cards:
        alice = cards.world.alice
        public = await cards.table(await one_game(cards))

        async def press() -> Any:
            return await cards.press(alice, public, Verb.REVIEW)

        await cards.world.at_once(press, press, lambda: meanwhile(cards, thoughtful))
        one, other = told(cards, public.channel.id)
        assert EN("review.title") in one
        assert one == other
        assert thoughtful.times == 1


async def test_the_loop_goes_on_while_a_hint_is_worked_out(tmp_path: Path) -> None:
    thoughtful = Thoughtful()
    async with card_world(
        tmp_path, conduct=SLOW, teacher=Reviewer(advise=thoughtful.advise, worker=ThreadWorker())
    ) as cards:
        cards.house.cuts.append("7S KS")
        # A tip asks the teacher too.
        await cards.room.people.profiles.prefer(cards.world.alice.id, Preferences(tips=False))
        await begin(cards, cards.world.alice)
        await cards.world.at_once(
            lambda: cards.world.alice.slash(cards.world.channel, "ecarte learn", topic="hint"),
            lambda: meanwhile(cards, thoughtful),
        )
        (text,) = told(cards, cards.world.channel.id)
        assert text.startswith("💡")


async def test_a_hint_waits_for_no_review() -> None:
    thoughtful = Thoughtful()
    teacher = Reviewer(judge=thoughtful.judge, worker=ThreadWorker())
    reviewing = asyncio.create_task(teacher.look_back((Decision(dealt(), Propose()),)))
    assert await asyncio.to_thread(thoughtful.works.wait, PATIENCE_S)
    assert await asyncio.wait_for(teacher.hint(dealt()), PATIENCE_S) is not None
    assert not reviewing.done()
    thoughtful.may_go.set()
    assert len(await reviewing) == 1


async def test_only_the_last_reviews_are_kept() -> None:
    asked: list[tuple[Decision, ...]] = []

    def judge(made: tuple[Decision, ...], _seeded: Seeded) -> tuple[Judged, ...]:
        asked.append(made)
        return ()

    teacher = Reviewer(judge=judge, worker=ThreadWorker())
    # Decisions that differ, as the digits of a number do: eleven are enough for all numbers up to KEPT.
    digits = (Decision(dealt(), Propose()), Decision(dealt(), Refuse()))
    many = [tuple(digits[number >> place & 1] for place in range(11)) for number in range(KEPT + 1)]
    for made in many:
        await teacher.look_back(made)
    await teacher.look_back(many[-1])
    assert asked == many
    await teacher.look_back(many[0])
    assert asked == [*many, many[0]]
