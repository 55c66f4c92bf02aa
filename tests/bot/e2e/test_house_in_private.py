"""A member plays against the house in private: one command, one message, nothing for others to see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb, encode
from bot.features.deal import kind_of
from bot.features.deal import text as deal_text
from bot.house import Policy
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.actions.play import move
from bot.tables.state.table_state import Status
from ecarte.ai import Level, player_of
from ecarte.game import Resign
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.shown import MessageLike, private_answer, texts_of, verbs_of

TEACH, PLAY = 0, 1
PAUSE_S = 20
SLOW = Policy(player_of, lambda _what, _table, _chance: PAUSE_S * 1000)
"""A house that acts only when the clock is moved."""


@pytest.fixture
async def cards(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room where no deal waits for a cut: fixed packs come at once, and the question comes
    before the table.
    """
    async with card_world(tmp_path, cut_seconds=0) as made:
        yield made


async def open_game(
    cards: CardWorld, person: simcord.MemberActor, answer: int = PLAY, **options: str | bool
) -> tuple[int, MessageLike]:
    """Uses the command and answers its question. Returns the table, and the message that shows it."""
    asked = await person.slash(cards.world.channel, "ecarte house", **options)
    assert asked.response is not None
    assert asked.response.ephemeral
    await cards.press(person, asked.response, Verb.HOUSE, answer)
    (row,) = await cards.room.database.tables.open_of(person.id)
    return row.id, asked.response


def public(cards: CardWorld) -> list[str]:
    """Returns everything that others can see in the channel."""
    return [texts_of(message) for message in cards.world.channel.history(viewer=cards.world.david)]


async def test_from_the_command_to_the_first_card_it_takes_one_click_and_nothing_is_posted(cards: CardWorld) -> None:
    world = cards.world
    before = public(cards)
    table, message = await open_game(cards, world.alice)
    shown = await cards.again(message)
    game = await cards.game(table)
    assert game.number == 1
    assert len(shown.attachments) == 2, "the table, and the hand below it"
    assert public(cards) == before
    assert not world.dms(world.alice)
    assert [channel.name for channel in world.env.backend.channels.values() if channel.guild_id] == ["card-room"]
    listed = await world.bruno.slash(world.channel, "ecarte tables")
    assert "Alice" not in private_answer(listed)


async def test_without_a_level_the_house_plays_at_the_one_that_fits_the_games_before(cards: CardWorld) -> None:
    alice, novice = cards.world.alice, Person.of_house(Level.NOVICE)
    table, _ = await open_game(cards, alice)
    met: list[frozenset[int]] = []
    for _ in range(5):
        await move(cards.room.tables, table, novice.id, None, lambda view: Resign())
        await alice.slash(cards.world.channel, "ecarte house")
        (row,) = await cards.room.database.tables.open_of(alice.id)
        table = row.id
        met.append(row.seated_ids - {alice.id})
        if novice.id not in row.seated_ids:
            break
    assert set(met[:-1]) <= {frozenset({novice.id})}
    assert met[-1] == {Person.of_house(Level.AMATEUR).id}


async def test_the_second_time_the_command_alone_brings_the_cards(cards: CardWorld) -> None:
    alice = cards.world.alice
    table, message = await open_game(cards, alice)
    before = verbs_of(await cards.again(message))
    again = await alice.slash(cards.world.channel, "ecarte house", level="maitre")
    assert again.response is not None
    assert again.response.ephemeral
    assert verbs_of(again.response) == before, "the current game"
    (row,) = await cards.room.database.tables.open_of(alice.id)
    assert row.id == table


async def play(cards: CardWorld, person: simcord.MemberActor, table: int, message: MessageLike) -> int:
    """Plays by clicks on the one message until the game is over. Returns the number of deals whose
    results were closed.
    """
    deals = 0
    for _ in range(500):
        shown = await cards.again(message)
        if (await cards.view(table)).status is not Status.PLAYING:
            return deals
        if Verb.NEXT_DEAL in verbs_of(shown):
            await cards.press(person, shown, Verb.NEXT_DEAL)
            deals += 1
        else:
            assert await cards.act(person, shown), texts_of(shown)
    raise AssertionError("the game does not end")


async def test_a_whole_game_is_played_on_one_message_and_another_after_it(cards: CardWorld) -> None:
    world = cards.world
    before = public(cards)
    table, message = await open_game(cards, world.alice, level="salon")
    deals = await play(cards, world.alice, table, message)
    game = await cards.game(table)
    assert deals == game.number - 1, "each deal ends with its result"
    over = await cards.again(message)
    assert list(verbs_of(over)) == [Verb.REMATCH, Verb.FIND_OPPONENT, Verb.REVIEW, Verb.STORY, Verb.MORE]
    view = await cards.view(table)
    assert deal_text.decided(EN, view, view.game_no, game)[0] in texts_of(over)
    assert texts_of(over).strip().startswith("## "), "the result comes first"
    assert len(re.findall(r"\d\s–\s\d", texts_of(over))) == 1, "the score once"
    await cards.press(world.alice, over, Verb.REMATCH)
    assert (await cards.view(table)).game_no == 2
    assert Verb.REMATCH not in verbs_of(await cards.again(message))
    assert public(cards) == before
    assert not world.dms(world.alice)
    await cards.expect_balanced()


async def test_no_clock_runs_unless_it_was_asked_for(cards: CardWorld) -> None:
    world = cards.world
    table, message = await open_game(cards, world.alice)
    await world.pass_time(3600)
    view = await cards.view(table)
    assert (view.status, view.deadline) == (Status.PLAYING, None)
    assert "<t:" not in texts_of(await cards.again(message))
    timed, message = await open_timed(cards, world.bruno)
    assert (await cards.view(timed)).deadline is not None
    assert "<t:" in texts_of(await cards.again(message))


async def open_timed(cards: CardWorld, person: simcord.MemberActor) -> tuple[int, MessageLike]:
    """Opens a game with a clock, in which the person has to act."""
    table, message = await open_game(cards, person, clock=True)
    return table, message


async def test_after_a_crash_a_press_on_the_old_message_goes_on_with_the_game(cards: CardWorld) -> None:
    world = cards.world
    table, message = await open_game(cards, world.alice)
    await world.restart(crash=True)
    before = await cards.view(table)
    assert await cards.act(world.alice, await cards.again(message))
    after = await cards.view(table)
    assert after.version > before.version
    await play(cards, world.alice, table, message)


async def test_when_discord_takes_no_edit_any_more_the_next_press_shows_the_game_again(cards: CardWorld) -> None:
    world = cards.world
    table, message = await open_game(cards, world.alice)
    await world.pass_time(3600)
    assert await cards.act(world.alice, await cards.again(message))
    await play(cards, world.alice, table, message)


async def test_in_direct_messages_it_is_an_ordinary_message_that_a_restart_does_not_stop(tmp_path: Path) -> None:
    async with card_world(tmp_path, cut_seconds=0) as cards:
        alice = cards.world.alice
        asked = await alice.user.slash("ecarte house")
        assert asked.response is not None
        (message,) = cards.world.dms(alice)
        await alice.user.click(message, custom_id=verbs_of(message)[Verb.HOUSE][PLAY])
        (row,) = await cards.room.database.tables.open_of(alice.id)
        assert (row.guild_id, row.channel_id) == (0, 0)
        (message,) = cards.world.dms(alice)
        assert len(message.attachments) == 2
        await cards.world.restart(crash=True)
        await play(cards, alice, row.id, message)
        (message,) = cards.world.dms(alice)
        assert Verb.REMATCH in verbs_of(message)
        review = await cards.press(alice, message, Verb.REVIEW)
        assert EN("problem.no_record") not in private_answer(review)


async def test_a_game_of_direct_messages_is_shown_to_its_player_alone(cards: CardWorld) -> None:
    alice, bruno = cards.world.alice, cards.world.bruno
    await alice.user.slash("ecarte house")
    (message,) = cards.world.dms(alice)
    await alice.user.click(message, custom_id=verbs_of(message)[Verb.HOUSE][PLAY])
    (row,) = await cards.room.database.tables.open_of(alice.id)
    await move(cards.room.tables, row.id, alice.id, None, lambda view: Resign())
    for show in ("replay", "review", "record", "fair"):
        asked = await bruno.user.slash("ecarte game", game=f"{row.id}.1", show=show)
        assert EN("problem.no_record") in private_answer(asked), show
    own = await alice.user.slash("ecarte game", game=f"{row.id}.1")
    assert EN("problem.no_record") not in private_answer(own)


async def test_every_topic_opens_in_direct_messages(cards: CardWorld) -> None:
    alice = cards.world.alice
    for topic in ("first", "rules", "laws", "lessons", "quiz", "odds", "hint"):
        answer = await alice.user.slash("ecarte learn", topic=topic)
        assert EN("problem.needs_server") not in private_answer(answer), topic


async def test_tips_come_three_times_for_each_kind_of_decision_and_end_by_themselves(cards: CardWorld) -> None:
    alice = cards.world.alice
    table, message = await open_game(cards, alice, TEACH)
    met: Counter[str] = Counter()
    before: Counter[str] = Counter()
    number, advice_before = 0, EN("tip.best", best="|").split("|")[0]
    while min(met[kind] for kind in ("lead", "reply")) < 9:
        shown = await cards.again(message)
        hand = await lookup.hand(cards.room.tables, table, alice.id)
        over = next((verb for verb in (Verb.REMATCH, Verb.NEXT_DEAL) if verb in verbs_of(shown)), None)
        if over is not None:
            await cards.press(alice, shown, over)
            continue
        if hand.view.public.number != number:
            before, number = met.copy(), hand.view.public.number
        assert sum(card is not None for card in hand.view.places) > 1, "the last trick plays itself"
        kind, scores = kind_of(hand.view), formatting.scores(EN, hand.view.public.rules)
        marks_the_king = EN("tip.best", best=EN("hand.king.announce")) in texts_of(shown)
        said = EN("tip.king" if marks_the_king else f"tip.{kind}", **scores) in texts_of(shown)
        if len(hand.view.legal_moves) == 1 and not hand.view.may_announce:
            assert not said, "a forced card is no decision"
            assert advice_before not in texts_of(shown)
        else:
            assert said is (before[kind] < 3), "a deal is explained to its end"
            met[kind] += 1
        assert await cards.act(alice, shown)
    assert (await cards.room.profile(alice.id)).preferences.tipped.count("lead") == 3


async def test_tips_are_switched_off_and_on_in_the_menu(cards: CardWorld) -> None:
    alice = cards.world.alice
    _, message = await open_game(cards, alice, TEACH)
    for sentence, on in (("tip.off", False), ("tip.on", True)):
        menu = await cards.press(alice, await cards.again(message), Verb.MORE)
        await cards.press(alice, menu.response, Verb.TIPS)
        assert EN(sentence) in texts_of(await cards.again(menu.response))
        assert (await cards.room.profile(alice.id)).preferences.tips is on


async def test_who_just_plays_gets_no_tips_and_is_not_asked_again(cards: CardWorld) -> None:
    alice = cards.world.alice
    table, message = await open_game(cards, alice, PLAY)
    for _ in range(8):
        shown = await cards.again(message)
        assert "💡" not in texts_of(shown)
        offered = verbs_of(shown)
        if Verb.NEXT_DEAL in offered:
            await cards.press(alice, shown, Verb.NEXT_DEAL)
        else:
            assert await cards.act(alice, shown)
    await resign(cards, alice, message)
    again = await alice.slash(cards.world.channel, "ecarte house")
    assert again.response is not None
    assert Verb.HOUSE not in verbs_of(again.response)
    assert table != (await cards.room.database.tables.open_of(alice.id))[0].id


async def resign(cards: CardWorld, person: simcord.MemberActor, message: MessageLike) -> None:
    """Gives the game up by the menu."""
    menu = await cards.press(person, await cards.again(message), Verb.MORE)
    await cards.press(person, menu.response, Verb.RESIGN)
    await cards.press(person, await cards.again(menu.response), Verb.RESIGN)


async def test_each_move_of_the_house_comes_alone_and_is_drawn(tmp_path: Path) -> None:
    async with card_world(tmp_path, cut_seconds=0, conduct=SLOW, seed=4) as cards:
        alice = cards.world.alice
        table, message = await open_game(cards, alice)
        seen = 0
        for _ in range(60):
            shown, view = await cards.again(message), await cards.view(table)
            assert view.game is not None
            if view.game.number == 3:
                break
            if Verb.NEXT_DEAL in verbs_of(shown):
                await cards.press(alice, shown, Verb.NEXT_DEAL)
            elif view.game.turn is not view.seat_of(alice.id):
                await cards.world.pass_time(PAUSE_S + 1)
                after = await cards.view(table)
                if after.game is not None and after.game.number == view.game.number:
                    assert after.decision == view.decision + 1
                assert texts_of(await cards.again(message)) != texts_of(shown)
                seen += 1
            else:
                assert await cards.act(alice, shown)
        assert seen > 6


async def test_after_a_press_that_was_refused_the_message_follows_the_game_nevertheless(tmp_path: Path) -> None:
    """A refusal is a message of its own. So the token of that press edits nothing; the token of the press before it
    does.
    """
    async with card_world(tmp_path, cut_seconds=0, conduct=SLOW) as cards:
        alice = cards.world.alice
        cards.house.cuts.append("KS 7S")
        table, message = await open_game(cards, alice)
        await cards.world.pass_time(PAUSE_S + 1)
        shown, view = await cards.again(message), await cards.view(table)
        stale = encode(Press(Verb.PLAY, table, 0, "0"))
        for _ in range(2):
            refused = await cards.forge(alice, cards.snapshot(shown), stale)
            assert private_answer(refused) == EN("problem.stale")
        if view.game is not None and view.game.turn is view.seat_of(alice.id):
            assert await cards.act(alice, shown)
            refused = await cards.forge(alice, cards.snapshot(await cards.again(message)), stale)
            assert private_answer(refused) == EN("problem.stale")
        before, earlier = await cards.view(table), texts_of(await cards.again(message))
        assert before.game is not None
        assert before.game.turn is not before.seat_of(alice.id), "the house is to act"
        await cards.world.pass_time(PAUSE_S + 1)
        assert (await cards.view(table)).version > before.version
        assert texts_of(await cards.again(message)) != earlier


async def test_a_crash_while_the_house_thinks_loses_neither_game_nor_move(tmp_path: Path) -> None:
    async with card_world(tmp_path, cut_seconds=0, conduct=SLOW) as cards:
        alice = cards.world.alice
        cards.house.cuts.append("7S KS")
        table, _ = await open_game(cards, alice)
        before = await cards.view(table)
        assert before.game is not None
        assert before.game.turn is not before.seat_of(alice.id)
        await cards.world.restart(crash=True)
        await cards.world.pass_time(PAUSE_S + 1)
        assert (await cards.view(table)).decision > before.decision
        again = await alice.slash(cards.world.channel, "ecarte house")
        assert again.response is not None
        assert await cards.act(alice, again.response)
        await cards.world.pass_time(PAUSE_S + 1)


async def test_the_command_takes_an_earlier_copy_away_so_that_one_message_shows_the_game(cards: CardWorld) -> None:
    alice = cards.world.alice
    _, message = await open_game(cards, alice)
    again = await alice.slash(cards.world.channel, "ecarte house")
    assert again.response is not None
    mine = [message.id for message in cards.world.channel.history(viewer=alice)]
    assert again.response.id in mine
    assert message.id not in mine
    await alice.user.slash("ecarte house")
    second = await alice.user.slash("ecarte house")
    assert second.response is not None
    assert [message.id for message in cards.world.dms(alice)] == [second.response.id]


async def test_managers_do_not_see_private_games_among_the_tables_that_they_can_close(cards: CardWorld) -> None:
    await open_game(cards, cards.world.bruno)
    panel = (await cards.world.alice.slash(cards.world.channel, "ecarte settings")).response
    assert panel is not None
    await cards.world.alice.click(panel, custom_id="ecb:admin:0::show")
    shown = texts_of(await cards.again(panel))
    assert EN("admin.title") in shown
    assert "Bruno" not in shown


async def test_a_hint_is_given_in_direct_messages_for_a_private_game_of_a_server(cards: CardWorld) -> None:
    alice = cards.world.alice
    cards.house.cuts.append("KS 7S")
    await open_game(cards, alice)
    hint = await alice.user.slash("ecarte learn", topic="hint")
    assert "💡" in private_answer(hint)


async def test_where_a_seed_can_be_named_before_it_the_first_press_brings_the_cards(tmp_path: Path) -> None:
    async with card_world(tmp_path, fair=True) as cards:
        alice = cards.world.alice
        asked = await alice.slash(cards.world.channel, "ecarte house")
        assert asked.response is not None
        assert {Verb.LESSON, Verb.HOUSE, Verb.MORE} == verbs_of(asked.response).keys()
        (row,) = await cards.room.database.tables.open_of(alice.id)
        waiting = await cards.view(row.id)
        assert waiting.waits_for_deal
        assert waiting.game_promise is not None, "committed to before the press"
        await cards.press(alice, asked.response, Verb.HOUSE, TEACH)
        game = await cards.game(row.id)
        assert game.number == 1
        assert len((await cards.again(asked.response)).attachments) == 2
        preferences = (await cards.room.people.profiles.profile(alice.id)).preferences
        assert preferences.tips is True


async def test_who_has_played_before_has_the_cards_after_one_press_that_counts(tmp_path: Path) -> None:
    async with card_world(tmp_path, fair=True) as cards:
        alice = cards.world.alice
        await cards.room.people.profiles.prefer(alice.id, Preferences(tips=False))
        asked = (await alice.slash(cards.world.channel, "ecarte house")).response
        assert asked is not None
        assert {Verb.CUT, Verb.MORE} <= verbs_of(asked).keys()
        (row,) = await cards.room.database.tables.open_of(alice.id)
        pressed = await cards.press(alice, asked, Verb.CUT)
        assert pressed.acknowledged
        assert (await cards.game(row.id)).number == 1, "no time passes"
        promised = (await cards.view(row.id)).game_promise
        assert promised is not None
        assert alice.id in promised.presses


@pytest.mark.parametrize(("choice", "tips"), [(TEACH, True), (PLAY, False)], ids=["teach me", "just play"])
async def test_at_the_settings_that_ship_the_first_button_of_a_newcomer_brings_the_cards(
    tmp_path: Path, choice: int, tips: bool
) -> None:
    async with card_world(tmp_path, fair=True) as cards:
        alice = cards.world.alice
        asked = (await alice.slash(cards.world.channel, "ecarte house")).response
        assert asked is not None
        pressed = await cards.press(alice, asked, Verb.HOUSE, choice)
        assert pressed.acknowledged, "within Discord's three seconds"
        (row,) = await cards.room.database.tables.open_of(alice.id)
        assert (await cards.game(row.id)).number == 1
        assert len((await cards.again(asked)).attachments) == 2, "the table, and the hand below it"
        assert (await cards.room.profile(alice.id)).preferences.tips is tips
