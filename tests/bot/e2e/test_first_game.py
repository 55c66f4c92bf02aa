"""A first game: a player who reads only the tips, and presses what they name, plays a lawful deal to its end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.people.preferences import Preferences
from bot.texts import Words
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import MessageLike, components_of, texts_of, verbs_of

SUITS = "♠♥♦♣"


def label(component: dict[str, Any]) -> str:
    """Returns the label of a button: a card as the text writes it, or words."""
    emoji = ((component.get("emoji") or {}).get("name") or "").replace("\ufe0f", "")
    return f"{component['label']}{emoji}" if emoji and emoji in SUITS else str(component.get("label", ""))


def advised(words: Words, text: str) -> str | None:
    """Returns the move that the tip names."""
    before, after = words("tip.best", best="|").split("|")
    found = re.search(re.escape(before) + r"(.+?)" + re.escape(after), text)
    return None if found is None else found[1]


class Beginner:
    """A person who follows the tips on one message."""

    def __init__(self, cards: CardWorld, words: Words, person: simcord.MemberActor, message: MessageLike) -> None:
        self.cards, self.words, self.person, self.message = cards, words, person, message
        self.followed = 0

    async def shown(self) -> MessageLike:
        """The message as it is now."""
        return await self.cards.again(self.message)

    async def press(self, name: str) -> None:
        """Presses the enabled button that shows this."""
        offered = [
            part for part in components_of(await self.shown()) if part.get("type") == 2 and not part.get("disabled")
        ]
        (button,) = [part for part in offered if label(part) == name]
        await self.person.click(await self.shown(), custom_id=button["custom_id"])

    async def follow(self) -> None:
        """Makes the move that the tip names."""
        text = texts_of(await self.shown())
        best = advised(self.words, text)
        if best is None:
            # A forced card is no decision: only one card can be pressed.
            (forced,) = verbs_of(await self.shown())[Verb.PLAY]
            await self.person.click(await self.shown(), custom_id=forced)
            return
        assert f"\n-# 💡 {self.words('tip.best', best=best)} " in text, "what is usually right comes first"
        self.followed += 1
        before, after = self.words("tip.exchange", cards="|").split("|")
        if best.startswith(before) and best.endswith(after):
            await self.exchange(best.removeprefix(before).removesuffix(after).split())
        else:
            await self.press(best)

    async def exchange(self, named: list[str]) -> None:
        """Picks the cards named, and confirms."""
        for card in named:
            await self.press(card)
        await self.press(self.words.count("hand.discard.confirm", len(named)))


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        pytest.param(seed, words, id=f"{seed}-{words.language.value}", marks=() if seed == at else pytest.mark.soak)
        for seed in range(4)
        for at, words in enumerate((EN, FR))
    ],
)
async def test_following_the_tips_alone_completes_a_lawful_deal(tmp_path: Path, words: Words, seed: int) -> None:
    async with card_world(tmp_path, seed=seed, fair=True) as cards:
        alice = cards.world.alice
        cards.world.speaks(alice, words.language.value)
        asked = await alice.slash(cards.world.channel, "ecarte house")
        assert asked.response is not None
        beginner = Beginner(cards, words, alice, asked.response)
        await beginner.press(words("house.first.teach"))
        (row,) = await cards.room.database.tables.open_of(alice.id)
        while not (await cards.view(row.id)).finished:
            await beginner.follow()
        assert beginner.followed >= 2
        await beginner.press(words("house.next"))
        game = await cards.game(row.id)
        assert game.number == 2


@pytest.mark.parametrize("agreed", [False, True], ids=["no hints", "hints agreed"])
async def test_against_a_person_a_tip_explains_and_advises_only_where_hints_are_agreed(
    tmp_path: Path, agreed: bool
) -> None:
    async with card_world(tmp_path) as cards:
        table = await cards.sit_down(cards.world.alice, cards.world.bruno, hints=agreed)
        person, _ = await cards.mover(table)
        hand = cards.hand(person)
        assert hand is not None
        assert EN("tip.propose") in texts_of(hand)
        assert (advised(EN, texts_of(hand)) is not None) is agreed


async def test_who_asks_for_tips_gets_them_though_all_were_given_before(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=0, fair=True) as cards:
        alice = cards.world.alice
        given = tuple(kind for kind in ("propose", "answer", "discard", "lead", "reply", "king") for _ in range(3))
        await cards.room.people.profiles.prefer(alice.id, Preferences(tipped=given))
        asked = await alice.slash(cards.world.channel, "ecarte house")
        assert asked.response is not None
        beginner = Beginner(cards, EN, alice, asked.response)
        await beginner.press(EN("house.first.teach"))
        assert "-# 💡" in texts_of(await beginner.shown())
