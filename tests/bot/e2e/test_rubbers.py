"""A rubber by clicks, with two packs, new cards and a restart in the middle, and its terms in both languages."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.features.table import render as table_render
from bot.pictures.scenes import Back, TableScene
from bot.tables import archive
from bot.tables.actions.packs import NEW_CARDS
from bot.tables.state.table_state import Status
from bot.texts import Words
from ecarte.table.packs import PAIRS
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import private_answer, texts_of, verbs_of

OPENING = 1000


async def resign(cards: CardWorld, table: int, name: str) -> None:
    """Makes one move in the game, and then resigns it for a person."""
    mover, _ = await cards.mover(table)
    await cards.act(mover, cards.held(mover.name))
    person = cards.named(name)
    menu = await cards.press(person, await cards.my_hand(person, table), Verb.MORE)
    await cards.press(person, menu.response, Verb.RESIGN)
    await cards.press(person, await cards.again(menu.response), Verb.RESIGN)


async def go_on(cards: CardWorld, table: int) -> None:
    """Presses the button of the next game for both. The cards are dealt."""
    for person in (cards.world.alice, cards.world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    if (await cards.view(table)).galerie.pause is not None:
        await cards.deal(table)


async def back_shown(cards: CardWorld, table: int, words: Words = EN) -> Back:
    """Returns the backs in the table's picture, and checks that the state says the same."""
    view = await cards.view(table)
    assert view.game is not None
    (picture,) = table_render.draw(words, view, view.game_no, view.game, {}).pictures
    assert isinstance(picture.scene, TableScene)
    (shown,) = (await cards.table(table)).attachments
    assert cards.world.env.backend.cdn.get(shown.url) == picture.paint()
    return picture.scene.back


async def test_a_rubber_of_three_with_new_cards_and_a_restart_in_the_middle(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, rubber=3, stake=50)
    assert EN("match.standing", n=1, games=3, a=0, b=0) in texts_of(await cards.table(table))
    await cards.deal(table)
    first = await back_shown(cards, table)
    await resign(cards, table, "alice")
    shown = await cards.table(table)
    assert EN("match.now", n=2, games=3, a=0, b=1) in texts_of(shown)
    assert EN("match.next.about") in texts_of(shown)
    assert EN("match.next") in texts_of(shown)
    assert EN("table.rematch") not in texts_of(shown)
    assert EN("match.now", n=2, games=3, a=1, b=0) in texts_of(cards.held("bruno")), "the reader's games come first"
    assert EN("match.next.about") in texts_of(world.dms(world.bruno)[-1])
    assert Verb.REMATCH in verbs_of(world.dms(world.bruno)[-1])

    await cards.press(world.bruno, shown, Verb.REMATCH)
    assert EN("match.asked", who="Bruno") in texts_of(await cards.table(table))
    page = await cards.press(world.alice, await cards.table(table), Verb.PACKS)
    assert page.response.ephemeral
    await cards.press(world.alice, page.response, Verb.NEW_CARDS)
    assert EN("match.cards.coming") in texts_of(await cards.table(table))
    await world.restart(crash=True)

    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    shown = await cards.table(table)
    assert EN("match.standing", n=2, games=3, a=0, b=1) in texts_of(shown)
    await cards.deal(table)
    assert first.value in {pack.value for pack in PAIRS[0]}
    assert (await back_shown(cards, table)).value in {pack.value for pack in PAIRS[1]}
    assert EN("match.cards.coming") not in texts_of(await cards.table(table))
    await resign(cards, table, "bruno")
    await go_on(cards, table)
    assert EN("match.standing", n=3, games=3, a=1, b=1) in texts_of(await cards.table(table))
    await cards.play(table)
    view = await cards.view(table)
    assert view.rubber.winner is not None
    shown = await cards.table(table)
    assert EN("match.won", who=view.person(view.rubber.winner).name, a=2, b=1) in texts_of(shown)
    assert EN("match.again") in texts_of(shown)
    paid = 2 * OPENING - NEW_CARDS
    assert await cards.purse(world.alice) + await cards.purse(world.bruno) == paid
    assert "rubber 3, game 3, 1-1" in await archive.record(cards.room.tables, table, 3)
    await cards.expect_balanced()


async def test_law_44_new_cards_change_both_packs_and_their_caller_pays(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.deal(table)
    before = await back_shown(cards, table)
    page = await cards.press(world.bruno, await cards.table(table), Verb.PACKS)
    assert EN("match.cards.about.price", price=NEW_CARDS) in texts_of(page.response)
    late = cards.snapshot(page.response)
    await cards.press(world.bruno, page.response, Verb.NEW_CARDS)
    assert await cards.purse(world.bruno) == OPENING - 50 - NEW_CARDS
    assert EN("menu.done") in texts_of(await cards.again(page.response))
    assert private_answer(await cards.press_late(world.bruno, late, Verb.NEW_CARDS)) == EN("rule.new-cards-coming")
    refused = await cards.intrude(world.chloe, table, Verb.PACKS)
    assert private_answer(refused) == EN("problem.not_a_player")
    assert await back_shown(cards, table) == before, "this deal goes on with the old ones"

    async def dealt_anew() -> bool:
        return (await cards.view(table)).packs.new is None

    await cards.play(table, until=dealt_anew)
    assert (await back_shown(cards, table)).value in {pack.value for pack in PAIRS[1]}
    old = (await cards.tables(table))[-2]
    assert Verb.PACKS not in verbs_of(old), "of the deal before, nothing can be pressed any more"
    await cards.expect_balanced()


async def test_the_winner_of_the_cut_may_deal_with_the_other_pack(cards: CardWorld) -> None:
    world = cards.world
    cards.house.cuts.append("KS 7S")
    table = await cards.sit_down(world.alice, world.bruno)
    blue, burgundy = EN("match.pack.royal"), EN("match.pack.burgundy")
    theirs = await cards.press(world.bruno, await cards.table(table), Verb.PACKS)
    assert Verb.OTHER_PACK not in verbs_of(theirs.response)
    assert EN("match.cards", own=blue, theirs=burgundy) in texts_of(theirs.response)
    assert EN("match.cards.call") in texts_of(theirs.response), "for the honour they cost nothing"
    page = await cards.press(world.alice, await cards.table(table), Verb.PACKS)
    await cards.press(world.alice, page.response, Verb.OTHER_PACK)
    again = await cards.press(world.alice, await cards.table(table), Verb.PACKS)
    assert EN("match.cards", own=blue, theirs=burgundy) in texts_of(again.response)
    assert Verb.OTHER_PACK not in verbs_of(again.response), "the choice is offered once"


async def test_a_broke_player_reads_the_price_of_new_cards_and_the_balance(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=OPENING)
    page = await cards.press(world.alice, await cards.table(table), Verb.PACKS)
    answer = await cards.press(world.alice, page.response, Verb.NEW_CARDS)
    assert private_answer(answer) == EN("problem.cannot_pay_cards", price=NEW_CARDS, purse=0)


@pytest.mark.parametrize(
    ("words", "locale", "told_by"),
    [
        (EN, "en-GB", ["best of 5 games", "single, double and treble games", "a new cut for every rubber"]),
        (FR, "fr", ["Rob en 5 parties", "simples, doubles ou triples", "une coupe à chaque rob"]),
    ],
)
async def test_what_is_agreed_is_said_in_plain_words(
    cards: CardWorld, words: Words, locale: str, told_by: list[str]
) -> None:
    world = cards.world
    world.env.backend.get_guild(world.guild.id).preferred_locale = locale
    options = {"rubber": 5, "deal": "fresh-cut-for-rubber", "count": "single-double-treble"}
    # No king is announced: each game is won by five to nothing, and counts three.
    hands = stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H")
    cards.house.packs.extend([hands] * 3)
    message = await cards.challenge(world.alice, world.bruno, **options)
    assert all(part in texts_of(message) for part in told_by), texts_of(message)
    await cards.press(world.bruno, message, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    shown = texts_of(await cards.table(row.id))
    assert words("match.standing.reckoned", n=1, games=5, a=0, b=0, p=0, q=0) in shown
    for number in range(1, 4):
        await resign(cards, row.id, "bruno")
        if number < 3:
            await go_on(cards, row.id)
    shown = texts_of(await cards.table(row.id))
    assert words("match.won", who="Alice", a=3, b=0) in shown
    assert words("match.points", north="Alice", south="Bruno", p=11, q=0) in shown


async def test_a_game_alone_says_nothing_of_rubbers(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await resign(cards, table, "alice")
    shown = texts_of(await cards.table(table))
    assert "🏆" not in shown
    assert EN("table.rematch") in shown


async def test_who_leaves_in_the_middle_breaks_the_rubber_off(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, rubber=3)
    await resign(cards, table, "alice")
    await cards.press(world.bruno, await cards.table(table), Verb.CLOSE)
    assert (await cards.view(table)).status is Status.CLOSED
    assert EN("match.left", a=0, b=1) in texts_of(await cards.table(table))
