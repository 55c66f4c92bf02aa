"""The fair deal by clicks: promised in public, cut by the elder, shown when it is over, verified by any person."""

from __future__ import annotations

import io
import json
import logging
import re
from pathlib import Path

import pytest
import simcord

from bot import logs
from bot.adapter.custom_ids import Verb
from bot.config import LogFormat
from bot.tables import archive
from bot.tables.events.fair_events import GamePromised, PackMade
from bot.tables.events.table_events import decode
from ecarte import notation
from ecarte.cli import main
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import private_answer, texts_of, verbs_of

CUT_S = 30
PAUSE = pytest.mark.parametrize("cards", [{"fair": True, "cut_seconds": CUT_S}], indirect=True)
FAIR = pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)
OTHER = 3
"""The place of the button that asks for a place, after the three that name one."""


async def seated(cards: CardWorld, **options: object) -> int:
    """Seats Alice as the dealer and Bruno as the elder."""
    cards.house.cuts.append("KS 7S")
    waits = cards.room.app.settings.cut_seconds == CUT_S
    return await cards.sit_down(cards.world.alice, cards.world.bruno, cut=waits, **options)


async def kept(cards: CardWorld, table: int) -> tuple[list[GamePromised], list[PackMade]]:
    """Returns the promises and the packs in the log."""
    loaded = await cards.room.database.tables.load(table)
    assert loaded is not None
    events = [decode(event.type, event.version, event.data) for event in loaded[1]]
    return (
        [event for event in events if isinstance(event, GamePromised)],
        [event for event in events if isinstance(event, PackMade)],
    )


def everything(cards: CardWorld) -> str:
    """Returns everything that any person can read, or find in the source of a message: words, ids, names of files."""
    stored = cards.world.env.backend.messages
    return json.dumps(
        [
            [message.content, message.components, [picture["filename"] for picture in message.attachments]]
            for place in stored.values()
            for message in place.values()
        ],
        ensure_ascii=False,
    )


async def told(cards: CardWorld, table: int) -> str:
    """Returns the page of the fair deal, as a bystander reads it."""
    page = await cards.press(cards.world.david, await cards.table(table), Verb.FAIR)
    return texts_of(page.response)


@PAUSE
async def test_the_promise_stands_before_the_cards_and_one_press_of_the_elder_hand_cuts(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    (promised,), _ = await kept(cards, table)
    view = await cards.view(table)
    assert view.deal_promise is not None
    waiting = await cards.table(table)
    assert EN("fair.game", game=1, commitment=view.deal_promise.commitment) in await told(cards, table)
    places = await cards.my_hand(world.bruno, table)
    assert [EN("fair.cut.at", place=place) in texts_of(places) for place in (8, 16, 24)] == [True] * 3
    assert cards.hand(world.bruno) is None, "no one has a card yet"
    cut_there, old = verbs_of(places)[Verb.CUT][0], cards.snapshot(waiting)
    assert private_answer(await cards.forge(world.alice, old, cut_there)) == EN("problem.not_elder")
    assert private_answer(await cards.forge(world.chloe, old, cut_there)) == EN("problem.not_a_player")
    await cards.press(world.bruno, waiting, Verb.CUT, 2)
    assert Verb.MORE in verbs_of(cards.held("bruno"))
    _, (cut,) = await kept(cards, table)
    assert (cut.by, cut.place) == (world.bruno.id, 24)
    shown = await cards.table(table)
    assert shown.id == waiting.id, "the deal has the message in which it was promised"
    assert Verb.CUT not in verbs_of(shown)
    assert view.deal_promise.commitment in await told(cards, table)
    assert promised.last not in everything(cards)
    assert cut.secret not in everything(cards)


@PAUSE
async def test_any_other_place_is_asked_for_by_a_form(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    waiting = await cards.table(table)
    ask = verbs_of(await cards.my_hand(world.bruno, table))[Verb.CUT][OTHER]
    assert private_answer(await cards.forge(world.alice, cards.snapshot(waiting), ask)) == EN("problem.not_elder")
    for wrong in ("1", "31", "0", "x", "-5", "²"):
        form = await cards.press(world.bruno, waiting, Verb.CUT, OTHER)
        assert form.modal is not None
        answer = await world.bruno.submit_modal(form, {"place": wrong})
        assert private_answer(answer) == EN("problem.bad_cut", least=2, most=30)
    form = await cards.press(world.bruno, waiting, Verb.CUT, OTHER)
    await world.bruno.submit_modal(form, {"place": "30"})
    _, (cut,) = await kept(cards, table)
    assert (cut.by, cut.place) == (world.bruno.id, 30)


@PAUSE
async def test_between_two_deals_the_next_promise_stands_above_the_one_that_is_opened(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    await cards.cut(table)
    _, (first,) = await kept(cards, table)
    assert first.secret not in everything(cards)
    await _give_up(cards, "bruno")
    (promised,), cuts = await kept(cards, table)
    text = await told(cards, table)
    assert EN("fair.secret", secret=first.secret) in text
    assert EN("fair.cut.by", who="Bruno", place=cuts[0].place) in text
    for name in ("Alice", "Bruno"):
        assert EN("fair.share.none", who=name) in text
    assert EN("fair.deal.over", deal=1, bound=EN("fair.bound.press")) in text
    view = await cards.view(table)
    assert view.deal_promise is not None
    assert EN("fair.game", game=1, commitment=view.deal_promise.commitment) in text
    assert promised.last not in everything(cards)
    await cards.press(world.alice, await cards.table(table), Verb.CUT)
    assert EN("fair.secret", secret=first.secret) in await told(cards, table), "it stays on the page"
    assert not any(verbs_of(before) for before in (await cards.tables(table))[:-1])


@PAUSE
async def test_a_player_in_direct_messages_cuts_there(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    await cards.cut(table)
    await _give_up(cards, "bruno")
    elder, dealer = cards.held("alice"), cards.held("bruno")
    assert len(verbs_of(elder)[Verb.CUT]) == 4
    assert Verb.CUT not in verbs_of(dealer)
    for hand, whose in ((elder, "mine"), (dealer, "theirs")):
        assert EN(f"hand.cut.{whose}", other="Alice", until="|").partition("|")[0] in texts_of(hand)
        assert EN("hand.turn.lead") not in texts_of(hand)
    form = await cards.does("alice", Verb.CUT, OTHER)
    await world.alice.user.submit_modal(form, {"place": "7"})
    _, cuts = await kept(cards, table)
    assert (cuts[1].by, cuts[1].place) == (world.alice.id, 7)


@PAUSE
async def test_the_list_of_tables_says_that_the_pack_is_being_cut(cards: CardWorld) -> None:
    await seated(cards)
    answer = await cards.world.chloe.slash(cards.world.channel, "ecarte tables")
    assert answer.response is not None
    assert EN("fair.waiting", who="Bruno") in texts_of(answer.response)


@FAIR
async def test_in_a_tables_thread_its_last_game_is_verified_and_replayed_for_any_reader(cards: CardWorld) -> None:
    table = await seated(cards)
    (thread,) = cards.world.channel.threads
    assert private_answer(await cards.world.chloe.slash(thread, "ecarte game", show="fair")) == EN("game.none")
    await cards.play(table)
    answer = await cards.world.chloe.slash(thread, "ecarte game", show="fair")
    assert answer.response is not None
    deals = len(await archive.check_game(cards.room.tables, table, 1))
    assert EN.count("fair.yes", deals) in texts_of(answer.response)
    assert private_answer(await cards.world.chloe.slash(cards.world.channel, "ecarte game", show="replay")) == EN(
        "game.none"
    )
    shown = await cards.world.chloe.slash(thread, "ecarte game", show="replay")
    assert shown.response is not None
    assert EN("replay.first") in texts_of(shown.response)


@FAIR
async def test_who_deals_first_follows_from_the_promise_and_the_check_says_so(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    (thread,) = cards.world.channel.threads
    answer = await cards.world.chloe.slash(thread, "ecarte game", show="fair")
    assert answer.response is not None
    assert EN("fair.dealer", bound=EN("fair.bound.press")) in texts_of(answer.response)


@PAUSE
async def test_with_stakes_the_cut_comes_after_the_bets_in_their_message(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards, stake=50)
    assert Verb.CUT not in verbs_of(await cards.table(table))
    await cards.deal(table)
    waiting = await cards.table(table)
    assert EN("fair.cut.open") in texts_of(waiting)
    assert Verb.BET not in verbs_of(waiting)
    await cards.press(world.bruno, waiting, Verb.CUT)
    assert (await cards.table(table)).id != waiting.id
    assert not verbs_of(await cards.again(waiting)), "the message on which bets were made has no buttons"


@PAUSE
async def test_a_restart_in_the_pause_loses_neither_promise_nor_button(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    view = await cards.view(table)
    await world.restart(crash=True)
    assert (await cards.view(table)).deal_promise == view.deal_promise
    await cards.cut(table)
    assert Verb.MORE in verbs_of(cards.held("bruno"))
    await _give_up(cards, "bruno")
    await world.restart()
    await world.pass_time(CUT_S + 1)
    game = await cards.game(table)
    assert game.number == 2, "and the time that ran out meanwhile is kept, too"


async def set_seed(cards: CardWorld, person: simcord.MemberActor, seed: str) -> simcord.ResponseMessage:
    """Sets a person's seed on the page of preferences. Returns the page."""
    page = (await person.slash(cards.world.channel, "ecarte preferences")).response
    assert page is not None
    form = await person.click(page, custom_id="ecb:preference:0::seed")
    await person.submit_modal(form, {"text": seed})
    return page


@PAUSE
@pytest.mark.law(1)
async def test_a_seed_is_named_for_the_game_on_the_page_of_the_fair_deal_and_counts(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    page = (await cards.press(world.alice, await cards.table(table), Verb.FAIR)).response
    assert page is not None
    form = await world.alice.click(page, label=EN("fair.name"))
    await world.alice.submit_modal(form, {"text": "a *sparrow\ud800*"})
    assert EN("fair.named.you") in texts_of(await cards.again(page))
    assert EN("fair.named") in await told(cards, table), "all see that there is one"
    await cards.cut(table)
    _, (made,) = await kept(cards, table)
    assert (made.seeds, made.named, made.presses) == (("a *sparrow*", ""), (True, False), (None, None))
    assert "sparrow" not in everything(cards)
    await _give_up(cards, "bruno")
    text = await told(cards, table)
    assert EN("fair.share.named", who="Alice", seed="a \\*sparrow\\*") in text
    assert EN("fair.deal.over", deal=1, bound=EN("fair.bound.seed")) in text


@PAUSE
async def test_a_bystander_names_no_seed(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    mine = (await cards.press(world.alice, await cards.table(table), Verb.FAIR)).response
    theirs = (await cards.press(world.chloe, await cards.table(table), Verb.FAIR)).response
    assert EN("fair.named.none") in texts_of(mine)
    assert Verb.FAIR in verbs_of(mine)
    assert EN("fair.unnamed") in texts_of(theirs)
    assert Verb.FAIR not in verbs_of(theirs)


@PAUSE
async def test_the_page_stands_at_the_challenge_before_it_is_accepted(cards: CardWorld) -> None:
    """Contributions after the promise can only come once it was visible."""
    world = cards.world
    challenge = await cards.challenge(world.alice, world.bruno)
    page = (await cards.press(world.bruno, challenge, Verb.FAIR)).response
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    view = await cards.view(row.id)
    assert view.game_promise is not None
    assert EN("fair.game", game=1, commitment=view.game_promise.commitment) in texts_of(page)


@PAUSE
@pytest.mark.law(1)
async def test_a_seed_of_the_preferences_counts_as_one_from_before(cards: CardWorld) -> None:
    world, table = cards.world, await seated(cards)
    page = await set_seed(cards, world.alice, "a *sparrow*")
    assert EN("pages.preferences.seed", seed="a \\*sparrow\\*") in texts_of(await cards.again(page))
    assert page.ephemeral
    await cards.cut(table)
    _, (cut,) = await kept(cards, table)
    assert cut.seeds[0] == "a *sparrow*"
    assert cut.named == (False, False)
    shared = [message for message in await cards.tables(table) if "sparrow" in texts_of(message)]
    assert shared == [], "no one sees it before the deal is over"
    await _give_up(cards, "bruno")
    text = await told(cards, table)
    assert EN("fair.share.kept", who="Alice", seed="a \\*sparrow\\*") in text


@FAIR
async def test_a_seed_outlives_a_restart_and_is_forgotten_without_a_text(cards: CardWorld) -> None:
    world = cards.world
    world.speaks(world.bruno, "fr")
    await set_seed(cards, world.bruno, "corbeau")
    await world.restart()
    assert (await cards.room.profile(world.bruno.id)).preferences.seed == "corbeau"
    page = (await world.bruno.slash(world.channel, "ecarte preferences")).response
    assert page is not None
    await world.bruno.click(page, label=FR("pages.preferences.seed.forget"))
    assert FR("fair.seed.none") in texts_of(await cards.again(page))
    assert (await cards.room.profile(world.bruno.id)).preferences.seed == ""


@FAIR
async def test_any_reader_verifies_a_finished_game_and_the_record_says_the_same(
    cards: CardWorld, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, table = cards.world, await seated(cards)
    assert private_answer(await world.alice.slash(world.channel, "ecarte game", show="fair")) == EN("game.none")
    answer = await world.alice.slash(world.channel, "ecarte game", show="fair", game=f"{table}.1")
    assert private_answer(answer) == EN("problem.no_record"), "a current game is not shown"
    await cards.play(table)
    written = await archive.record(cards.room.tables, table, 1)
    record = notation.read(written)
    deals = len(record.fair)
    for person, options in ((world.alice, {}), (world.bruno, {}), (world.chloe, {"game": f"{table}.1"})):
        answer = await person.slash(world.channel, "ecarte game", show="fair", **options)
        assert answer.response is not None
        assert answer.response.ephemeral
        text = texts_of(answer.response)
        assert EN.count("fair.yes", deals) in text
        assert EN("fair.deals.chain", sign="✅", deal=1, last=deals, bound=EN("fair.bound.press")) in text
        for fair in record.fair.values():
            assert EN("fair.fixed", commitment=fair.commitment) in text
    shown = await told(cards, table)
    last = [fair for number, fair in record.fair.items() if number > deals - 2]
    assert all(fair.commitment in shown and fair.secret.hex() in shown for fair in last)
    file = tmp_path / "record.txt"
    file.write_text(written, encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"yes: {deals} of {deals} deals are what was promised\n")


async def test_no_log_contains_a_secret_or_a_seed(tmp_path: Path) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("discord", "sqlalchemy", "aiosqlite")}
    stream = io.StringIO()
    root.handlers.clear()
    logs.set_up("DEBUG", LogFormat.JSON, stream)
    try:
        async with card_world(tmp_path, seed=3, fair=True, cut_seconds=CUT_S, log_level="DEBUG") as cards:
            await set_seed(cards, cards.world.alice, "sparrow")
            table = await seated(cards)
            await cards.cut(table)
            await cards.world.restart()
            (promised,), (cut,) = await kept(cards, table)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
    text = stream.getvalue()
    assert "ready as" in text
    assert promised.last not in text
    assert cut.secret not in text
    assert not [seed for seed in cut.seeds if seed and seed in text]


@PAUSE
async def test_no_id_contains_more_than_a_place(cards: CardWorld) -> None:
    table = await seated(cards)
    ids = verbs_of(await cards.my_hand(cards.world.bruno, table))[Verb.CUT]
    assert all(re.fullmatch(r"ecb:cut:[0-9a-z]+:[0-9a-z]+:(8|16|24|ask)", custom_id) for custom_id in ids)


async def _give_up(cards: CardWorld, name: str) -> None:
    """Has a person give up a hand, so that the deal is over."""
    person = cards.named(name)
    while True:
        menu = await cards.press(person, cards.held(name), Verb.MORE)
        assert menu.response is not None
        if Verb.ABANDON in verbs_of(menu.response):
            break
        view = await cards.view((await cards.room.database.tables.open_of(person.id))[0].id)
        mover, _ = await cards.mover(view.id)
        await cards.act(mover, cards.held(mover.name))
    sure = await person.user.click(menu.response, custom_id=verbs_of(menu.response)[Verb.ABANDON][0])
    await person.user.click(sure.response, custom_id=verbs_of(sure.response)[Verb.ABANDON][0])
