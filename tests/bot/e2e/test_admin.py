"""The pages of managers by clicks: arranged-looking pairs, bans from stakes, void tables, purses reset, and the log."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import safe
from bot.people.arranged import Pair, Reason, find_arranged_pairs
from bot.people.members import KEPT_MS
from bot.people.quotas import NOTICES, NOTICES_TO_ONE
from bot.rows.chips import MovementKind
from bot.rows.sanctions import PairGame
from bot.storage.repositories import directs
from bot.tables.actions import play
from bot.tables.state.table_state import Status
from ecarte.game import Resign, Seat
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import components_of, private_answer, texts_of, verbs_of
from tests.support.simcord import add_known_people

OLD, NEWER = 1_000_000_000_000_000_001, 1_000_000_000_000_000_002
NOW = 1_900_000_000_000
WHY = "two accounts of one person"


# ---------------------------------------------------------------- pairs


def lost_at_once(chips: int, *, loser: int = NEWER) -> PairGame:
    """Returns a game that its loser resigned in the first deal."""
    return PairGame((OLD, loser), 0, "resigned", 1, (chips, -chips))


def young(number: int = 0) -> int:
    """Returns the id of an account made yesterday."""
    return ((NOW - 86_400_000 - 1_420_070_400_000) << 22) + number


def test_one_game_in_which_a_whole_purse_changes_hands_is_telling() -> None:
    (pair,) = find_arranged_pairs([lost_at_once(995, loser=young())], 1000, NOW)
    assert pair == Pair(OLD, young(), 1, 1, 1, 995, (Reason.YOUNG, Reason.AT_ONCE, Reason.ONE_WAY))


def test_ten_accounts_that_lose_to_one_are_ten_pairs_the_most_telling_first() -> None:
    games = [lost_at_once(100 * number, loser=young(number)) for number in range(1, 11)]
    pairs = find_arranged_pairs(games, 1000, NOW)
    assert [pair.chips for pair in pairs] == list(range(1000, 0, -100))
    assert {pair.winner for pair in pairs} == {OLD}


def test_two_who_play_much_and_fairly_are_not_named() -> None:
    games = [
        PairGame((OLD, NEWER), number % 2, "five", 7, (5, -5) if number % 2 == 0 else (-5, 5)) for number in range(30)
    ]
    assert find_arranged_pairs(games, 1000, NOW) == ()


def test_a_member_who_never_wins_against_the_same_person_is_named() -> None:
    games = [PairGame((OLD, NEWER), 0, "five", 7, (0, 0)) for _ in range(10)]
    (pair,) = find_arranged_pairs(games, 1000, NOW)
    assert pair.reasons == (Reason.AGAIN, Reason.LOSES)


# ---------------------------------------------------------------- by clicks


async def opened(cards: CardWorld, manager: simcord.MemberActor) -> Any:
    """Opens the first page."""
    panel = (await manager.slash(cards.world.channel, "ecarte settings")).response
    assert panel is not None
    await manager.click(panel, custom_id="ecb:admin:0::show")
    return panel


async def member_page(cards: CardWorld, person: simcord.MemberActor) -> Any:
    """Opens the page of a member as Alice."""
    page = await opened(cards, cards.world.alice)
    (select,) = (part for part in components_of(page) if part.get("type") == 5)
    await cards.world.alice.select(page, [person], custom_id=select["custom_id"])
    return page


async def done(cards: CardWorld, page: Any, label: str, why: str = WHY) -> str:
    """Presses a button of the page with a reason. Returns the page's answer."""
    alice, message = cards.world.alice, await cards.again(page)
    custom_id = next(part["custom_id"] for part in components_of(message) if part.get("label") == label)
    form = await alice.click(page, custom_id=custom_id)
    await alice.submit_modal(form, {"text": why})
    return texts_of(await cards.again(page))


async def test_the_page_is_private_and_for_managers_alone(cards: CardWorld) -> None:
    panel = (await cards.world.alice.slash(cards.world.channel, "ecarte settings")).response
    assert panel is not None
    before = cards.snapshot(panel)
    page = await opened(cards, cards.world.alice)
    assert page.ephemeral
    assert EN("admin.pairs.none") in texts_of(await cards.again(page))
    refused = await cards.press_late(cards.world.bruno, before, Verb.ADMIN)
    assert private_answer(refused) == EN("problem.manage_server")


async def test_a_member_who_is_banned_plays_for_the_honour_and_not_for_chips(cards: CardWorld) -> None:
    world = cards.world
    page = await member_page(cards, world.bruno)
    assert EN("admin.done.ban") in await done(cards, page, EN("admin.ban.7"))
    assert WHY in texts_of(world.dms(world.bruno)[-1])
    challenged = await world.bruno.slash(world.channel, "ecarte challenge", member=world.chloe, stake=50)
    assert "banned" in private_answer(challenged)
    await world.chloe.slash(world.channel, "ecarte challenge", member=world.bruno, stake=50)
    accepted = await cards.press(world.bruno, await cards.again(_last(cards)), Verb.ACCEPT)
    assert "banned" in private_answer(accepted)
    table = await cards.sit_down(world.alice, world.david, stake=50)
    bet = await cards.press(world.bruno, await cards.table(table), Verb.BET)
    assert "banned" in private_answer(bet)
    honour = await cards.sit_down(world.bruno, *cards.come("emma"))
    assert (await cards.view(honour)).status is Status.PLAYING
    log = texts_of(await opened(cards, world.alice))
    assert WHY in log
    assert "banned Bruno" in log


async def test_a_ban_is_lifted_and_the_member_reads_why(cards: CardWorld) -> None:
    world = cards.world
    page = await member_page(cards, world.david)
    await done(cards, page, EN("admin.ban.0"))
    assert EN("admin.free") in await done(cards, page, EN("admin.lift"), "a mistake")
    assert "a mistake" in texts_of(world.dms(world.david)[-1])
    table = await cards.sit_down(world.david, *cards.come("emma"), stake=50)
    assert (await cards.view(table)).status is Status.PLAYING


async def test_a_purse_is_reset_by_the_ledger_and_its_owner_is_notified(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=400)
    await cards.deal(table)
    await cards.play(table)
    before = await cards.purse(world.bruno)
    assert before != 1000
    assert EN("admin.done.reset") in await done(cards, await member_page(cards, world.bruno), EN("admin.reset"))
    assert await cards.purse(world.bruno) == 1000
    last = (await cards.room.database.ledger.movements(world.guild.id, world.bruno.id)).rows[0]
    assert (last.kind, last.amount) == (MovementKind.RESET, 1000 - before)
    assert WHY in texts_of(world.dms(world.bruno)[-1])
    await cards.expect_balanced()


@pytest.mark.parametrize("dealt", [False, True])
async def test_a_table_is_voided_and_everything_goes_back(cards: CardWorld, dealt: bool) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    if dealt:
        await cards.deal(table)
    page = await opened(cards, world.alice)
    (select,) = (part for part in components_of(page) if part.get("type") == 3)
    await world.alice.select(page, [str(table)], custom_id=select["custom_id"])
    assert EN("admin.done.void") in await done(cards, page, EN("admin.void"))
    view = await cards.view(table)
    assert view.status is Status.CLOSED
    assert [await cards.purse(person) for person in world.people] == [1000] * 4
    assert EN("table.voided") in texts_of((await cards.tables(table))[-1])
    for person in world.people:
        assert any("closed" in texts_of(message) for message in world.dms(person))
    assert not any(Verb.PLAY in verbs_of(message) for person in world.people for message in world.dms(person))
    assert f"#{table}" in texts_of(await opened(cards, world.alice))
    await cards.expect_balanced()
    await world.restart()
    await cards.expect_balanced()


async def test_nothing_is_done_without_a_reason(cards: CardWorld) -> None:
    page = await member_page(cards, cards.world.bruno)
    await done(cards, page, EN("admin.ban.0"), "   ")
    assert await cards.room.people.admin.ban_of(cards.world.guild.id, cards.world.bruno.id) is None


async def test_arranged_looking_pairs_are_named_with_their_reasons(cards: CardWorld) -> None:
    world = cards.world
    come = world.guild.add_member(world.env.create_user("emil", global_name="Emil"))
    cards.guests.append(come)
    table = await cards.sit_down(world.bruno, come, stake=600)
    await cards.deal(table)
    await play.move(cards.room.tables, table, come.id, None, lambda view: Resign())
    game = await cards.game(table)
    assert game.outcome is not None
    assert game.outcome.winner is Seat.NORTH
    shown = texts_of(await opened(cards, world.alice))
    assert EN("admin.pair", winner="Bruno", loser="Emil", won=1, games="1 game") in shown
    for reason in (Reason.YOUNG, Reason.AT_ONCE, Reason.ONE_WAY):
        assert EN(f"admin.reason.{reason.value}") in shown


def _last(cards: CardWorld) -> Any:
    """The newest message of the channel."""
    return cards.world.channel.history()[-1]


# ---------------------------------------------------------------- a manager's words, and whom they reach

LURE = "# Free\n[nitro](https://example.com/x) <@1> @everyone **now** ||or||"


async def test_a_managers_words_are_no_link_mention_or_heading(cards: CardWorld) -> None:
    world = cards.world
    server = cards.room.get_guild(world.guild.id)
    assert server is not None
    server.name = "[Salon](https://example.com)"
    page = await member_page(cards, world.bruno)
    for label in (EN("admin.ban.7"), EN("admin.ban.0"), EN("admin.lift")):
        await done(cards, page, label, LURE)
        said = texts_of(world.dms(world.bruno)[-1]).strip()
        assert safe(LURE) in said
        assert safe("[Salon](https://example.com)") in said
        assert "\n" not in said
    assert safe(LURE) in texts_of(await opened(cards, world.alice))


async def test_a_managers_words_reach_members_of_the_server_alone(cards: CardWorld) -> None:
    world, (stranger,) = cards.world, add_known_people(cards.world.env, "emil")
    page = await member_page(cards, world.bruno)
    await forge_action(cards, page, f"ban.7.{stranger.id}")
    assert stranger.dm_channel.history() == []
    assert await cards.room.people.admin.ban_of(world.guild.id, stranger.id) is not None, "they may join later"
    world.guild.remove_member(world.chloe)
    await world.pass_time(KEPT_MS / 1000)
    await forge_action(cards, page, f"ban.7.{world.chloe.id}")
    assert world.dms(world.chloe) == []
    assert EN("admin.untold") in texts_of(await cards.again(page))


@pytest.mark.parametrize("cards", [{"new_directs": 1}], indirect=True)
async def test_a_managers_words_open_no_more_direct_messages_than_their_pace_allows(
    cards: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anyone may make a server and ban its members one after the other. Discord would take the bot for a spammer."""
    world = cards.world
    # simcord would wait for a shorter pace as it waits for work.
    monkeypatch.setattr(directs, "WINDOW_MS", 100_000)
    for person in (world.bruno, world.chloe):
        await done(cards, await member_page(cards, person), EN("admin.ban.7"))
    assert len(world.requests("POST", "/users/@me/channels")) == 1
    assert [len(world.dms(person)) for person in (world.bruno, world.chloe)] == [1, 0]


async def test_a_managers_words_come_seldom(cards: CardWorld) -> None:
    world, page = cards.world, await member_page(cards, cards.world.bruno)
    for _ in range(NOTICES_TO_ONE.burst + 2):
        await forge_action(cards, page, f"ban.7.{world.bruno.id}")
    assert len(world.dms(world.bruno)) == NOTICES_TO_ONE.burst
    assert EN("admin.untold") in texts_of(await cards.again(page))
    guests = cards.come(*(f"guest{number}" for number in range(NOTICES.burst)))
    for guest in guests:
        await forge_action(cards, page, f"ban.7.{guest.id}")
    assert sum(len(world.dms(guest)) for guest in guests) == NOTICES.burst - NOTICES_TO_ONE.burst


async def test_no_page_and_no_action_of_a_manager_opens_a_purse(cards: CardWorld) -> None:
    world = cards.world
    page = await member_page(cards, world.bruno)
    assert EN("admin.purse.none") in texts_of(await cards.again(page))
    for action in ("ban.7", "lift.0", "reset.0"):
        refused = await forge_action(cards, page, f"{action}.{world.bruno.id}")
    assert private_answer(refused) == EN("problem.no_purse")
    assert await cards.room.database.ledger.purse(world.guild.id, world.bruno.id) is None


async def forge_action(cards: CardWorld, page: Any, argument: str) -> simcord.InteractionResult:
    """Sends the form of an action, with a reason, about the person in the argument."""
    alice = cards.world.alice
    form = await cards.forge(alice, cards.snapshot(page), f"ecb:admindo:0::{argument}")
    return await alice.submit_modal(form, {"text": WHY})
