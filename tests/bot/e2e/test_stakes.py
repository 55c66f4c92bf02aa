"""Stakes by clicks: a challenge with a stake, bets by a form and by the command, the bets on each side, the payment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from ecarte.game import Seat
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.ledger import stakes_at
from tests.support.shown import MessageLike, alts_of, components_of, private_answer, texts_of, verbs_of

STAKE, OPENING = 50, 1000


async def staked(cards: CardWorld, **options: Any) -> int:
    """Has Alice challenge Bruno for a stake, and Bruno accept. Bets are open."""
    return await cards.sit_down(cards.world.alice, cards.world.bruno, stake=STAKE, **options)


@pytest.mark.quick
async def test_a_bet_by_the_form_is_on_the_table_and_its_owner_reads_what_is_covered(cards: CardWorld) -> None:
    table = await staked(cards)
    chloe, david = cards.world.chloe, cards.world.david
    answer = await cards.fill(chloe, await cards.table(table), Verb.BET, "30")
    assert EN("galerie.you.waits", amount="30 chips", who="Alice", other="Bruno") in private_answer(answer)
    await cards.fill(david, await cards.table(table), Verb.BET, " 2 0 ", 1)
    shown = texts_of(await cards.table(table))
    assert "Alice **80** (Chloé 30) · Bruno **70** (David 20)" in shown
    assert EN("galerie.unmatched", amount="10") in shown
    assert (await cards.purse(chloe), await cards.purse(david)) == (OPENING - 30, OPENING - 20)


async def test_a_bet_is_two_presses_and_only_what_the_purse_allows_is_offered(cards: CardWorld) -> None:
    table = await staked(cards)
    chloe, david = cards.world.chloe, cards.world.david
    page = (await cards.press(chloe, await cards.table(table), Verb.BET)).response
    assert page is not None
    assert page.ephemeral
    assert _labels(page) == ["10", "50", "100", "All 1,000", "Other…"]
    done = await cards.press(chloe, page, Verb.BET_AMOUNT, 1)
    assert not done.followups, "the answer takes the place of the page"
    shown = texts_of(await cards.again(page))
    assert EN("galerie.you.waits", amount="50 chips", who="Alice", other="Bruno") in shown
    assert EN("galerie.you.if_taken") in shown
    assert await cards.purse(chloe) == OPENING - 50
    await cards.fill(david, await cards.table(table), Verb.BET, "940", 1)
    page = (await cards.press(david, await cards.table(table), Verb.BET, 1)).response
    assert page is not None
    assert _labels(page) == ["10", "50", "All 60", "Other…"]
    await cards.press(david, page, Verb.BET_AMOUNT, 2)
    assert await cards.purse(david) == 0
    nothing = await cards.press(david, await cards.table(table), Verb.BET, 1)
    assert private_answer(nothing) == EN("problem.empty_purse")


async def test_a_bettor_reads_what_is_matched_what_waits_and_what_came_back(cards: CardWorld) -> None:
    table = await staked(cards)
    chloe, david = cards.world.chloe, cards.world.david
    await cards.fill(david, await cards.table(table), Verb.BET, "10", 1)
    answer = await cards.fill(chloe, await cards.table(table), Verb.BET, "25")
    part = EN("galerie.you", amount="25 chips", covered=10, waits=15, who="Alice", other="Bruno")
    assert part in private_answer(answer)
    await cards.deal(table)
    back = EN("galerie.you.back", back=15, amount="25 chips")
    assert any(back in texts_of(message) for message in cards.world.dms(chloe))


async def test_a_notice_of_a_refund_is_gone_with_the_game_that_it_was_about(cards: CardWorld) -> None:
    table = await staked(cards)
    chloe = cards.world.chloe
    await cards.fill(chloe, await cards.table(table), Verb.BET, "25")
    await cards.deal(table)
    back = EN("galerie.you.back", back=25, amount="25 chips")
    assert [back in texts_of(message) for message in cards.world.dms(chloe)] == [True], "nothing else says so"
    await cards.play(table)
    assert cards.world.dms(chloe) == []


async def test_what_a_bystander_makes_of_bets_stands_on_a_board_and_what_is_missing_for_a_place(
    cards: CardWorld,
) -> None:
    world, table = cards.world, await staked(cards)
    await cards.bet(world.chloe, table, Seat.NORTH, 20)
    await cards.bet(world.david, table, Seat.SOUTH, 20)
    await cards.play(table)
    won = await cards.purse(world.chloe) > OPENING
    gains = "+100%" if won else "−100%", "−100%" if won else "+100%"
    for person, name, gain in ((world.chloe, "Chloé", gains[0]), (world.david, "David", gains[1])):
        board = (await person.slash(world.channel, "ecarte leaderboard", sort="bets")).response
        assert board is not None
        (described,) = alts_of(board)
        assert f"{gain} · 20 chips on 1 game" in described
        assert EN("pages.board.so_far.of", who=name, n=1, of=10) in texts_of(board)


def _labels(message: MessageLike) -> list[str]:
    return [component["label"] for component in components_of(message) if component.get("label")]


async def test_uncovered_chips_go_back_at_the_first_card_and_their_owner_is_notified(cards: CardWorld) -> None:
    table = await staked(cards)
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "30")
    await cards.fill(cards.world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)
    assert EN("galerie.back", people="Chloé 10") in texts_of(await cards.more(cards.world.david, table))
    assert await cards.purse(cards.world.chloe) == OPENING - 20
    back = EN("galerie.you.back", back=10, amount="30 chips")
    assert any(back in texts_of(message) for message in cards.world.dms(cards.world.chloe))
    old = (await cards.tables(table))[0]
    assert Verb.BET not in verbs_of(old), "the message on which bets were made is put away"


async def test_a_whole_game_is_paid_and_all_are_notified(cards: CardWorld) -> None:
    table = await staked(cards)
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(cards.world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)
    await cards.play(table)
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.outcome is not None
    won = 1 if view.game.outcome.winner is Seat.NORTH else -1
    world = cards.world
    assert [await cards.purse(person) for person in world.people] == [
        OPENING + won * STAKE,
        OPENING - won * STAKE,
        OPENING + won * 20,
        OPENING - won * 20,
    ]
    assert "+50" in texts_of(await cards.table(table))
    key = "notice.won" if won > 0 else "notice.lost"
    link = f"https://discord.com/channels/{world.guild.id}/{view.place}"
    assert EN(key, chip="🪙", amount="20 chips", who="Alice", table=link) in texts_of(world.dms(world.chloe)[-1])


@pytest.mark.parametrize(
    ("amount", "rule"),
    [
        ("0", "not-positive"),
        ("-5", "not-positive"),
        ("2.5", "not-whole"),
        ("1e3", "not-whole"),
        ("fifty", "not-whole"),
        (str(2**53 + 1), "too-large"),
        ("1001", "beyond-purse"),
    ],
)
async def test_what_is_no_bet_is_refused_privately_and_nothing_changes(
    cards: CardWorld, amount: str, rule: str
) -> None:
    table = await staked(cards)
    before = (await cards.view(table)).version
    answer = await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, amount)
    assert private_answer(answer) == EN(f"galerie.no.{rule}", purse="1,000")
    assert (await cards.view(table)).version == before


async def test_no_one_bets_on_both_sides_nor_a_player_against_themselves(cards: CardWorld) -> None:
    table = await staked(cards)
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "20")
    other = await cards.press(cards.world.chloe, await cards.table(table), Verb.BET, 1)
    assert private_answer(other) == EN("galerie.no.both-sides")
    own = await cards.press(cards.world.alice, await cards.table(table), Verb.BET, 1)
    assert private_answer(own) == EN("galerie.no.against-oneself")
    own = await cards.press(cards.world.alice, await cards.table(table), Verb.BET, 0)
    assert private_answer(own) == EN("galerie.no.player-takes")


async def test_a_form_that_is_delivered_twice_bets_once(cards: CardWorld) -> None:
    table = await staked(cards)
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.deliver_again(cards.interactions()[-1])
    assert await cards.purse(cards.world.chloe) == OPENING - 20


async def test_a_form_that_was_open_during_a_restart_is_understood(cards: CardWorld) -> None:
    table = await staked(cards)
    page = (await cards.press(cards.world.chloe, await cards.table(table), Verb.BET)).response
    form = await cards.press(cards.world.chloe, page, Verb.BET_OTHER)
    await cards.world.restart()
    await cards.world.chloe.submit_modal(form, {"amount": "20"})
    assert await cards.purse(cards.world.chloe) == OPENING - 20


async def test_bets_are_withdrawn_taken_and_covered_by_la_chouette(cards: CardWorld) -> None:
    table = await staked(cards)
    alice, chloe = cards.world.alice, cards.world.chloe
    await cards.fill(chloe, await cards.table(table), Verb.BET, "100", 1)
    await cards.fill(alice, await cards.table(table), Verb.TAKE_BETS, "60")
    assert await cards.purse(alice) == OPENING - 110
    await cards.fill(chloe, await cards.table(table), Verb.WITHDRAW_BET, "70")
    assert (await cards.purse(alice), await cards.purse(chloe)) == (OPENING - 80, OPENING - 30)
    stranger = await cards.intrude(chloe, table, Verb.CHOUETTE)
    assert private_answer(stranger) == EN("galerie.no.not-a-player")
    await cards.press(alice, await cards.table(table), Verb.CHOUETTE)
    await cards.fill(chloe, await cards.table(table), Verb.BET, "40", 1)
    assert await cards.purse(alice) == OPENING - 120
    assert EN("galerie.chouette", who="Alice") in texts_of(await cards.table(table))


async def test_side_bets_are_offered_and_taken_between_two_deals(cards: CardWorld) -> None:
    table = await staked(cards)
    chloe, david = cards.world.chloe, cards.world.david
    await cards.fill(chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)

    async def between() -> bool:
        return (await cards.view(table)).galerie.pause is not None

    await cards.play(table, between)
    await cards.fill(chloe, await cards.table(table), Verb.OFFER, "40")
    page = (await cards.press(david, await cards.table(table), Verb.SIDE_BETS)).followups[0]
    form = await cards.press(david, page, Verb.TAKE_OFFER)
    offered = (await cards.view(table)).galerie.side_bets
    assert offered is not None
    (offer,) = offered.offers
    turned = EN("galerie.odds", a=offer.odds.win, b=offer.odds.stake) if not offer.odds.is_even else "even"
    assert form.modal["title"] == EN("galerie.form.offertake", who="Bruno", odds=turned)
    amounts = {"asks": offer.asks, "left": offer.left, "amount": f"{OPENING - 20} chips"}
    assert EN("galerie.form.offertake.about", **amounts) in str(form.modal), "what is risked and what is won"
    await david.submit_modal(form, {"amount": "10"})
    bets = (await cards.view(table)).galerie.side_bets
    assert bets is not None
    (made,) = bets.offers
    assert [(taking.person, taking.stake <= 10) for taking in made.takings] == [(david.id, True)]
    assert made.left > 0
    await cards.press(chloe, await _page(cards, chloe, table), Verb.WITHDRAW_OFFER)
    await cards.deal(table)
    assert EN("galerie.side.taken", n=1, who="Chloé", amount=made.taken, side="Alice", odds="") not in texts_of(
        await cards.table(table)
    )
    lying = await stakes_at(cards.room.database, table)
    assert lying[1][chloe.id] == 20 + made.taken


async def test_who_has_pressed_deal_after_a_deal_reads_so_and_is_not_asked_again(cards: CardWorld) -> None:
    table = await staked(cards)
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(cards.world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)

    async def between() -> bool:
        return (await cards.view(table)).galerie.pause is not None

    await cards.play(table, between)
    await cards.press(cards.world.alice, cards.held("alice"), Verb.WANT_CARDS)
    mine, other = cards.held("alice"), cards.held("bruno")
    assert "You pressed **Deal**. Waiting for Bruno" in texts_of(mine)
    assert Verb.WANT_CARDS not in verbs_of(mine)
    assert Verb.WANT_CARDS in verbs_of(other)


async def _page(cards: CardWorld, person: simcord.MemberActor, table: int) -> MessageLike:
    found: MessageLike = (await cards.press(person, await cards.table(table), Verb.SIDE_BETS)).followups[0]
    return found


async def test_the_list_of_tables_says_where_bets_are_open(cards: CardWorld) -> None:
    await staked(cards)
    answer = await cards.world.chloe.slash(cards.world.channel, "ecarte tables")
    assert answer.response is not None
    assert "bets open" in texts_of(answer.response)


async def test_a_bet_by_the_command_finds_the_table_of_the_player(cards: CardWorld) -> None:
    await staked(cards)
    world = cards.world
    answer = await world.chloe.slash(world.channel, "ecarte bet", player=world.bruno, amount=40)
    assert EN("galerie.you.waits", amount="40 chips", who="Bruno", other="Alice") in private_answer(answer)
    refused = await world.chloe.slash(world.channel, "ecarte bet", player=world.david, amount=40)
    assert private_answer(refused) == EN("galerie.bet.where", name="David")
    assert await cards.purse(world.chloe) == OPENING - 40


async def test_a_french_speaker_reads_french(cards: CardWorld) -> None:
    cards.world.speaks(cards.world.chloe, "fr")
    table = await staked(cards)
    answer = await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "30")
    assert FR("galerie.you.waits", amount="30 jetons", who="Alice", other="Bruno") in private_answer(answer)


async def test_where_the_managers_switch_chips_off_all_games_are_for_the_honour(cards: CardWorld) -> None:
    world, servers = cards.world, cards.room.people.servers
    settings = await servers.of(world.guild.id)
    settings = await servers.change(world.guild.id, settings, replace(settings, stake=50))
    table = await cards.sit_down(world.alice, world.bruno)
    assert (await cards.view(table)).terms.stake == 50
    panel = (await world.alice.slash(world.channel, "ecarte settings")).response
    assert panel is not None
    await world.alice.select(panel, ["chips"], custom_id="ecs:setting:0::edit.any")
    await world.alice.select(panel, ["off"], custom_id="ecs:setting:0::set.chips")
    assert EN("pages.settings.chips.off") in texts_of(await cards.again(panel))
    assert not (await servers.of(world.guild.id)).chips
    bet = await cards.press(world.chloe, await cards.table(table), Verb.BET)
    assert private_answer(bet) == EN("problem.chips_off"), "before an amount is asked for"
    await cards.deal(table)
    await cards.play(table)
    again = await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    assert private_answer(again) == EN("problem.chips_off")
    refused = await world.chloe.slash(world.channel, "ecarte challenge", stake=10)
    assert private_answer(refused) == EN("problem.chips_off")
    honour = await cards.sit_down(world.chloe, world.david)
    assert (await cards.view(honour)).terms.stake == 0
    await cards.expect_balanced()
