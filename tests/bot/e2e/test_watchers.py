"""Who sees a hand, by clicks: a player knows who watches, refuses before the first card, and admits new accounts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.people.server import ServerSettings
from bot.tables.state.table_state import Status
from ecarte.game import Card, Seat
from tests.bot.e2e.evening import Step, events_of, next_step, seen_by, take, with_other_hidden_cards
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.shown import components_of, private_answer, texts_of, verbs_of
from tests.support.simcord import set_joined

pytestmark = pytest.mark.usefixtures("unhurried")

WAITS = EN("sight.why.waits")


def newcomer(cards: CardWorld, name: str = "emil") -> simcord.MemberActor:
    """Returns a person whose account was made today, a member of the server since then."""
    world = cards.world
    come = world.guild.add_member(world.env.create_user(name, global_name=name.title()))
    cards.guests.append(come)
    return come


async def seated(cards: CardWorld) -> int:
    """Seats Alice against Bruno for 50 chips each, with bets open."""
    return await cards.sit_down(cards.world.alice, cards.world.bruno, stake=50)


async def bet(cards: CardWorld, person: simcord.MemberActor, table: int, chips: int = 20, side: int = 0) -> str:
    """Bets on Alice (0) or Bruno (1). Returns what the bettor reads."""
    return private_answer(await cards.fill(person, await cards.table(table), Verb.BET, str(chips), side))


async def covered(cards: CardWorld, table: int, chips: int = 50) -> None:
    """Has another bystander bet on Bruno, so that the bets on Alice are covered."""
    (other,) = cards.come("fanny")
    await bet(cards, other, table, chips, side=1)


def newest(cards: CardWorld, person: simcord.MemberActor, verb: Verb) -> Any:
    """The newest private message with such a button."""
    return next((message for message in reversed(cards.world.dms(person)) if verb in verbs_of(message)), None)


def shows_cards(cards: CardWorld, person: simcord.MemberActor) -> bool:
    """Whether the newest private message of a person has a picture: that of a hand."""
    dms = cards.world.dms(person)
    return bool(dms) and bool(dms[-1].attachments)


async def test_the_backed_player_reads_in_the_hand_who_watches_it(cards: CardWorld) -> None:
    table = await seated(cards)
    world = cards.world
    await bet(cards, world.chloe, table)
    await bet(cards, world.david, table)
    await covered(cards, table)
    await cards.deal(table)
    hand = cards.held("alice")
    assert EN("sight.seen", people="Chloé · David") in texts_of(hand)
    assert EN("sight.seen", people="Fanny") in texts_of(cards.held("bruno"))


async def test_a_new_account_bets_without_seeing_until_the_player_says_yes(cards: CardWorld) -> None:
    table, emil = await seated(cards), newcomer(cards)
    alice = cards.world.alice
    assert WAITS in await bet(cards, emil, table)
    await bet(cards, cards.world.david, table, side=1)
    question = newest(cards, alice, Verb.ADMIT_WATCHER)
    assert "Emil" in texts_of(question)
    assert newest(cards, cards.world.bruno, Verb.ADMIT_WATCHER) is None
    await cards.deal(table)
    assert not shows_cards(cards, emil)
    assert private_answer(await cards.press(emil, await cards.table(table), Verb.SHOW_HAND)) == WAITS
    assert EN("sight.asking", people="Emil") in texts_of(cards.held("alice"))
    await cards.press(alice, newest(cards, alice, Verb.ADMIT_WATCHER), Verb.ADMIT_WATCHER)
    assert shows_cards(cards, emil)
    assert EN("sight.seen", people="Emil") in texts_of(cards.held("alice"))
    assert newest(cards, alice, Verb.ADMIT_WATCHER) is None, "the question is answered"


async def test_a_member_of_less_than_a_day_waits_and_one_of_a_day_sees(cards: CardWorld) -> None:
    table = await seated(cards)
    world = cards.world
    set_joined(world.env, world.chloe, hours=23)
    set_joined(world.env, world.david, hours=25)
    assert WAITS in await bet(cards, world.chloe, table)
    assert WAITS not in await bet(cards, world.david, table)
    await covered(cards, table)
    await cards.deal(table)
    assert not shows_cards(cards, world.chloe)
    assert shows_cards(cards, world.david)


async def test_no_answer_is_no_over_the_whole_game(cards: CardWorld) -> None:
    table, emil = await seated(cards), newcomer(cards)
    await bet(cards, emil, table)
    await bet(cards, cards.world.david, table, side=1)
    await cards.play(table)
    assert all(not message.attachments for message in cards.world.dms(emil))
    await cards.expect_balanced()


async def test_a_player_refuses_a_watcher_on_the_page_before_the_first_card(cards: CardWorld) -> None:
    table = await seated(cards)
    world = cards.world
    await bet(cards, world.chloe, table)
    await bet(cards, world.david, table)
    await covered(cards, table)
    opened = await cards.press(world.alice, await cards.table(table), Verb.WATCHERS)
    page = opened.response
    select = next(part for part in components_of(page) if part.get("type") == 3 and ":watchno:" in part["custom_id"])
    assert [option["label"] for option in select["options"]] == ["Chloé", "David"]
    await world.alice.select(page, [str(world.chloe.id)], custom_id=select["custom_id"])
    assert EN("sight.blind", people="Chloé") in texts_of(await cards.again(page))
    await cards.deal(table)
    assert not shows_cards(cards, world.chloe)
    assert EN("sight.why.refused") == private_answer(
        await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
    )
    assert shows_cards(cards, world.david)
    assert EN("sight.seen", people="David") in texts_of(cards.held("alice"))
    await world.restart()
    assert EN("sight.why.refused") == private_answer(
        await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
    )


async def test_only_players_open_the_page_of_watchers(cards: CardWorld) -> None:
    table = await seated(cards)
    await bet(cards, cards.world.chloe, table)
    answer = await cards.intrude(cards.world.chloe, table, Verb.WATCHERS)
    assert private_answer(answer) == EN("problem.not_a_player")


async def test_a_server_that_asks_for_nothing_shows_the_hand_to_a_new_account(cards: CardWorld) -> None:
    await cards.room.people.servers.change(cards.world.guild.id, ServerSettings(), ServerSettings(sight=False))
    table, emil = await seated(cards), newcomer(cards)
    assert WAITS not in await bet(cards, emil, table, chips=1)
    await bet(cards, cards.world.david, table, side=1)
    await cards.deal(table)
    assert shows_cards(cards, emil)


async def test_a_bet_of_one_chip_gives_no_sight(cards: CardWorld) -> None:
    table = await seated(cards)
    world = cards.world
    assert EN("sight.why.stake", least="5") in await bet(cards, world.chloe, table, chips=1)
    await bet(cards, world.david, table, side=1)
    await cards.deal(table)
    assert not shows_cards(cards, world.chloe)
    reaction = await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
    assert EN("sight.why.stake", least="5") in private_answer(reaction)
    assert Verb.SIT_BEHIND in verbs_of(reaction.response), "by the player's leave the bet may be as small as it is"


@pytest.mark.parametrize("who", ["waiting", "refused", "poor"])
@pytest.mark.parametrize("seed", [31, 32])
async def test_a_backer_who_may_not_see_is_shown_the_same_whatever_the_hand(
    tmp_path: Path, seed: int, who: str
) -> None:
    # As in the tests of secrecy, the evening is played again with another hand, and compared byte by byte.
    async with card_world(_folder(tmp_path, "first"), seed=seed) as cards:
        table, blind = await _begun(cards, who)
        steps: list[Step] = []
        pack: tuple[Card, ...] | None = None
        while pack is None or len(steps) < 4 + seed % 5:
            steps.append(await next_step(cards, table))
            await take(cards, steps[-1])
            await _go_on(cards, table)
            # The cards of North, whom the blind backer backs, lie in another order the second time.
            pack = with_other_hidden_cards(cards, await events_of(cards, table), Seat.SOUTH)
        packs = [*cards.house.dealt[:-1], pack]
        first = await _looked(cards, table, blind)
    async with card_world(_folder(tmp_path, "second"), seed=seed) as cards:
        cards.house.packs.extend(packs)
        table, blind = await _begun(cards, who)
        for step in steps:
            await take(cards, step)
            await _go_on(cards, table)
        second = await _looked(cards, table, blind)
    assert second["blind"] == first["blind"], "not one byte of what the blind backer can see is different"
    assert second["alice"] != first["alice"], "the hand is"


async def _begun(cards: CardWorld, who: str) -> tuple[int, simcord.MemberActor]:
    table = await seated(cards)
    world = cards.world
    blind = newcomer(cards) if who == "waiting" else world.chloe
    await bet(cards, blind, table, chips=1 if who == "poor" else 20)
    await bet(cards, world.david, table, side=1)
    if who == "refused":
        opened = await cards.press(world.alice, await cards.table(table), Verb.WATCHERS)
        page = opened.response
        select = next(
            part for part in components_of(page) if part.get("type") == 3 and ":watchno:" in part["custom_id"]
        )
        await world.alice.select(page, [str(blind.id)], custom_id=select["custom_id"])
    await cards.deal(table)
    return table, blind


async def _go_on(cards: CardWorld, table: int) -> None:
    while (view := await cards.view(table)).galerie.pause is not None:
        assert view.status is Status.PLAYING
        await cards.deal(table)


async def _looked(cards: CardWorld, table: int, blind: simcord.MemberActor) -> dict[str, Any]:
    for person in (cards.world.alice, blind):
        await cards.press(person, await cards.table(table), Verb.SHOW_HAND)
    shown = {"alice": seen_by(cards, cards.world.alice), "blind": seen_by(cards, blind)}
    return {who: json.dumps(messages, default=str, sort_keys=True) for who, messages in shown.items()}


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
