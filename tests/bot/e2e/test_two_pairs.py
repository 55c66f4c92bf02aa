"""A duplicate match of two pairs by clicks: four members hold the same cards at two tables, and no one is shown a card,
or a result, too early.

What both kinds of duplicate share is proved in test_duplicate.py.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from bot.adapter import formatting
from bot.adapter.answer import TOKEN_MS
from bot.adapter.custom_ids import Press, Verb, encode
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch
from bot.people.preferences import Preferences
from ecarte.fair import Bound, Verdict
from ecarte.game import CardsDealt, Seat
from ecarte.notation import read_all, verify
from ecarte.teaching import solo
from ecarte.teaching.duplicate import DEALS
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.erasing import database_text, erase_person
from tests.support.shown import arguments_of, private_answer, texts_of

DAY_S = 86_400.0
SUITS = re.compile("[♠♥♦♣]|<:")
TOLD_S = 601.0
"""After this time a member who was told of the beginning may be called."""
TABLES = ("alice", "chloé"), ("david", "bruno")
"""Who sits North and South at each table."""
NAMES = {"one": "Alice", "two": "Bruno", "three": "Chloé", "four": "David"}


class Pairs:
    """A match of Alice and Bruno against Chloé, who plays Alice, and David, who plays Bruno.

    Attributes:
        post: the public message.
        pages: the private pages of the members.
    """

    def __init__(self, cards: CardWorld, match: int, post: Any) -> None:
        self.cards, self.match, self.post = cards, match, post
        self.pages: dict[str, Any] = {}

    async def press(self, name: str, what: str, page: Any = None) -> Any:
        """Presses the button that does this, on the public message or on another page; returns the result."""
        page = await self.cards.again(self.post if page is None else page)
        offered = arguments_of(page, Verb.DUPLICATE).items()
        (item,) = [item for argument, item in offered if argument.startswith(f"{what}.")]
        return await self.cards.named(name).click(page, custom_id=item)

    async def open(self, name: str) -> str:
        """Opens the deal that a member plays; returns what it says."""
        self.pages[name] = (await self.press(name, "open")).response
        assert self.pages[name].ephemeral
        return await self.shown(name)

    async def shown(self, name: str) -> str:
        """What the private page of a member says now."""
        self.pages[name] = await self.cards.again(self.pages[name])
        return texts_of(self.pages[name])

    async def moves(self, name: str) -> list[str]:
        """The items of a member's page that make a move or pick a discard."""
        await self.shown(name)
        offered = arguments_of(self.pages[name], Verb.DUPLICATE)
        return [item for argument, item in offered.items() if re.match(r"[a-z]+\.\d+\.[1-9]", argument)]

    async def act(self, name: str, rng: random.Random) -> Any:
        """Lets a member do something by chance; returns the result."""
        items = await self.moves(name)
        picked = [item for item in items if "pick." in item]
        return await self.cards.named(name).click(
            self.pages[name], custom_id=rng.choice([item for item in items if item not in picked] or picked)
        )

    async def play(self, table: int, seed: int = 1) -> None:
        """Plays one deal at a table to its end."""
        rng, names = random.Random(seed), TABLES[table]
        for name in names:
            await self.open(name)
        before = (await self.loaded()).played(table)
        for _ in range(80):
            for name in names:
                if await self.moves(name):
                    await self.act(name, rng)
            if (await self.loaded()).played(table) > before:
                return
        raise AssertionError("the deal does not end")

    async def loaded(self) -> DuplicateMatch:
        """The match as it is stored."""
        match = await duplicates.match_of(self.cards.room.app.people, self.match)
        assert match is not None
        return match

    def public(self) -> str:
        """All that everyone in the channel can read: words, ids, and names of files."""
        channel = self.cards.world.channel
        seen = {message.id for message in channel.history(viewer=self.cards.named("Emma"))}
        stored = [each for each in self.cards.world.env.backend.messages[channel.id].values() if each.id in seen]
        shown = [[each.content, each.components, [file["filename"] for file in each.attachments]] for each in stored]
        return json.dumps(shown, ensure_ascii=False)


@pytest.fixture
async def wanted(cards: CardWorld) -> Pairs:
    """Alice and Bruno, who look for another pair."""
    cards.come("Emma")
    offer: Any = (
        await cards.world.alice.slash(cards.world.channel, "ecarte house", partner=cards.world.bruno)
    ).response
    match = int(next(iter(arguments_of(offer, Verb.DUPLICATE))).split(".")[1])
    pairs = Pairs(cards, match, offer)
    result = await pairs.press("alice", "pairs")
    (pairs.post,) = [each for each in result.followups if not each.ephemeral]
    await pairs.press("bruno", "accept")
    return pairs


@pytest.fixture
async def pairs(wanted: Pairs) -> Pairs:
    """A match that has begun."""
    await wanted.press("chloé", "sit0")
    await wanted.press("david", "sit1")
    return wanted


async def test_four_agree_and_the_press_of_each_goes_into_the_packs(wanted: Pairs) -> None:
    cards = wanted.cards
    said = texts_of(await cards.again(wanted.post))
    assert EN("duplicate.locked", commitment=(await wanted.loaded()).promise.commitment) in said
    assert EN("duplicate.seat.free", name="Alice") in said
    await wanted.press("chloé", "sit0")
    said = texts_of(await cards.again(wanted.post))
    assert EN("duplicate.seat.taken", name="Alice", other="Chloé") in said
    assert EN("duplicate.seat.free", name="Bruno") in said
    assert (await wanted.loaded()).row.started_at is None
    begun = await wanted.press("david", "sit1")
    match = await wanted.loaded()
    assert match.row.started_at is not None
    assert [match.players(table) for table in (0, 1)] == [
        tuple(cards.named(name).id for name in names) for names in TABLES
    ]
    assert len({share.press for share in match.row.shares} - {None}) == 4
    assert match.chain(1).bound is Bound.PRESS
    assert EN("duplicate.pairs.tables", **NAMES) in texts_of(await cards.again(wanted.post))
    (told,) = [each for each in begun.followups if not each.ephemeral]
    assert {member.id for member in told.message.mentions} == {
        cards.named(name).id for name in ("alice", "bruno", "chloé")
    }


async def test_a_seat_is_taken_once_and_can_be_left_until_the_match_begins(wanted: Pairs) -> None:
    cards = wanted.cards
    late = cards.snapshot(await cards.again(wanted.post))
    assert private_answer(await wanted.press("alice", "sit0")) == EN("duplicate.seated")
    await wanted.press("chloé", "sit0")
    assert private_answer(await wanted.press("chloé", "sit1")) == EN("duplicate.seated")
    taken = encode(Press(Verb.DUPLICATE, argument=f"sit0.{wanted.match}.0.0."))
    await cards.forge(cards.world.david, late, taken)
    assert (await wanted.loaded()).row.opponents == (cards.named("chloé").id, None)
    await wanted.press("chloé", "decline")
    match = await wanted.loaded()
    assert match.row.opponents == (None, None)
    assert match.row.shares[2].press is None
    assert EN("duplicate.seat.free", name="Alice") in texts_of(await cards.again(wanted.post))
    assert private_answer(await wanted.press("Emma", "decline")) == EN("problem.not_invited", name="Alice and Bruno")
    await wanted.press("chloé", "sit0")
    await erase_person(cards.room.database, cards.named("chloé").id, at=cards.room.now)
    assert (await wanted.loaded()).row.opponents == (None, None), "the invitation of others stays"
    await wanted.press("bruno", "decline")
    assert await duplicates.match_of(cards.room.app.people, wanted.match) is None
    assert EN("duplicate.pairs.off", name="Bruno") in texts_of(await cards.again(wanted.post))


async def test_two_who_press_at_once_get_one_seat_each_or_one_gets_none(wanted: Pairs) -> None:
    cards = wanted.cards
    page = await cards.again(wanted.post)
    items = {key[:4]: item for key, item in arguments_of(page, Verb.DUPLICATE).items()}
    chloe, david = cards.named("chloé"), cards.named("david")
    await cards.world.at_once(
        lambda: chloe.click(page, custom_id=items["sit0"]),
        lambda: david.click(page, custom_id=items["sit0"]),
        lambda: chloe.click(page, custom_id=items["sit1"]),
    )
    opponents = [user_id for user_id in (await wanted.loaded()).row.opponents if user_id is not None]
    assert len(opponents) == len(set(opponents)) > 0


async def test_seats_are_free_for_a_day_and_who_has_blocked_a_member_takes_none(wanted: Pairs) -> None:
    cards, blocks = wanted.cards, wanted.cards.room.app.people.member_blocks
    await blocks.block(cards.named("chloé").id, cards.named("bruno").id, 1, 9)
    assert private_answer(await wanted.press("chloé", "sit0")) == EN("problem.blocked_by_you", name="Bruno")
    await blocks.block(cards.named("alice").id, cards.named("david").id, 1, 9)
    assert private_answer(await wanted.press("david", "sit1")) == EN("problem.not_free", name="Alice")
    await cards.outage(DAY_S + 1)
    await wanted.press("Emma", "sit0")
    assert EN("duplicate.lapsed") in texts_of(await cards.again(wanted.post))
    assert (await wanted.loaded()).row.opponents == (None, None)


async def test_both_tables_play_the_same_packs_and_the_results_add_up(pairs: Pairs) -> None:
    cards = pairs.cards
    for number in range(1, DEALS + 1):
        await pairs.play(0, number)
        said = await pairs.shown("chloé")
        assert EN("duplicate.pairs.played", n=number, m=number - 1, deals=DEALS, **NAMES) in said or number == DEALS
        await pairs.play(1, 50 + number)
    match = await pairs.loaded()
    assert match.is_over
    for number, points in enumerate(match.results, 1):
        for table, reached in enumerate(points):
            log = match.tries[table][number].moves
            views = [solo.view_of(match.deal(number, seat), log) for seat in Seat]
            assert reached == solo.result(views[table]).points == -solo.result(views[1 - table]).points
    assert match.total == sum(map(sum, match.results))
    end = [each for each in cards.world.channel.history() if EN("duplicate.pairs.tables", **NAMES) in texts_of(each)]
    kind = "won" if match.total > 0 else "lost" if match.total else "drawn"
    verdict = EN(f"duplicate.pairs.{kind}", points=formatting.with_sign(abs(match.total)), **NAMES)
    assert any(verdict in texts_of(each) for each in end)
    await pairs.press("Emma", "results")
    assert not SUITS.search(texts_of(await cards.again(pairs.post)))
    result = await pairs.press("Emma", "record")
    (file,) = result.response.attachments
    written = (await file.read()).decode()
    tables = list(read_all(written))
    assert [(each.tags["North"], each.tags["South"]) for each in tables] == [("Alice", "Chloé"), ("David", "Bruno")]
    packs = [[event.pack for event in each.events if isinstance(event, CardsDealt)] for each in tables]
    assert packs[0] == packs[1]
    for each in tables:
        assert [deal.verdict for deal in verify(each, {match.promise.commitment})] == [Verdict.FAIR] * DEALS
    assert match.row.secret not in written


async def test_a_move_is_shown_at_once_on_the_page_of_the_opponent(pairs: Pairs) -> None:
    cards, rng = pairs.cards, random.Random(3)
    for name in TABLES[0]:
        await pairs.open(name)
    elder, dealer = ("alice", "chloé")
    assert await pairs.moves(elder)
    assert EN("duplicate.follows") in await pairs.shown(dealer)
    posts = len(cards.world.channel.history())
    for _ in range(30):
        before = await pairs.shown(dealer)
        await pairs.act(elder, rng)
        match = await pairs.loaded()
        if match.played(0):
            break
        if match.waits_for(0) == cards.named(dealer).id:
            assert await pairs.shown(dealer) != before, "without a press"
            assert await pairs.moves(dealer)
            elder, dealer = dealer, elder
    else:
        raise AssertionError("the deal does not end")
    for name in TABLES[0]:
        assert not await pairs.moves(name)
        assert "open." in "".join(arguments_of(pairs.pages[name], Verb.DUPLICATE)), "the next deal"
    assert len(cards.world.channel.history()) == posts, "no one is called whose page follows"


async def test_who_was_just_told_that_the_match_has_begun_is_not_called(pairs: Pairs) -> None:
    await pairs.open("chloé")
    result = await pairs.press("chloé", "call", pairs.pages["chloé"])
    assert EN("duplicate.called", name="Alice") in "".join(map(texts_of, result.followups))
    assert pairs.public().count(f"<@{pairs.cards.named('alice').id}>") == 1, "where all are told"


async def test_who_is_not_there_is_called_in_public_and_without_a_word_about_the_deal(pairs: Pairs) -> None:
    cards = pairs.cards
    await cards.world.env.advance_time(TOLD_S)
    await pairs.open("chloé")
    called = EN("duplicate.call", name=f"<@{cards.named('alice').id}>", other="Chloé")
    assert pairs.public().count(called) == 1, "Alice is the elder, and has no page"
    await pairs.open("chloé")
    assert pairs.public().count(called) == 1, "nothing has changed"
    result = await pairs.press("chloé", "call", pairs.pages["chloé"])
    assert EN("duplicate.called", name="Alice") in "".join(map(texts_of, result.followups))
    assert pairs.public().count(called) == 1
    await cards.world.env.advance_time(601)
    await pairs.press("chloé", "call", pairs.pages["chloé"])
    assert pairs.public().count(called) == 2
    assert not SUITS.search(pairs.public())


@pytest.mark.parametrize("away_s", [60, 400, TOKEN_MS / 1000 + 1])
async def test_who_has_pressed_nothing_for_minutes_is_called(pairs: Pairs, away_s: float) -> None:
    cards = pairs.cards
    await cards.world.env.advance_time(TOLD_S)
    for name in TABLES[0]:
        await pairs.open(name)
    called = EN("duplicate.call", name=f"<@{cards.named('chloé').id}>", other="Alice")
    await cards.world.env.advance_time(away_s)
    rng = random.Random(3)
    while (await pairs.loaded()).waits_for(0) == cards.named("alice").id:
        await pairs.act("alice", rng)
    assert pairs.public().count(called) == (away_s > 300)


async def test_no_one_is_called_by_a_person_whom_they_have_blocked(pairs: Pairs) -> None:
    cards = pairs.cards
    blocks = cards.room.app.people.member_blocks
    await blocks.block(cards.named("alice").id, cards.named("chloé").id, 1, 9)
    await pairs.open("chloé")
    result = await pairs.press("chloé", "call", pairs.pages["chloé"])
    assert private_answer(result) == EN("problem.not_free", name="Alice")
    assert f"<@{cards.named('alice').id}>, Chloé" not in pairs.public()


async def test_a_half_made_discard_stays_while_the_opponent_looks(pairs: Pairs) -> None:
    cards, rng = pairs.cards, random.Random(0)
    for name in TABLES[0]:
        await pairs.open(name)
    for _ in range(40):
        for name, other in (TABLES[0], TABLES[0][::-1]):
            items = await pairs.moves(name)
            if any("pick." in item for item in items):
                pick = next(item for item in items if "pick." in item)
                await cards.named(name).click(pairs.pages[name], custom_id=pick)
                before = await pairs.shown(name), await pairs.moves(name)
                await pairs.open(other)
                assert (await pairs.shown(name), await pairs.moves(name)) == before
                return
            proposals = [item for item in items if "propose." in item or "give." in item]
            if proposals:
                await cards.named(name).click(pairs.pages[name], custom_id=proposals[0])
            elif items:
                await pairs.act(name, rng)
        if (await pairs.loaded()).played(0):
            for name in TABLES[0]:
                await pairs.open(name)
    raise AssertionError("no one has to discard")


async def test_the_end_of_a_deal_stays_until_its_reader_goes_on(pairs: Pairs) -> None:
    await pairs.play(0)
    before = (await pairs.shown("chloé")).removesuffix(EN("duplicate.next"))
    await pairs.press("alice", "open", pairs.pages["alice"])
    assert (await pairs.shown("chloé")).startswith(before)
    await pairs.press("chloé", "open", pairs.pages["chloé"])
    assert EN("duplicate.deal", deal=2, deals=DEALS) in await pairs.shown("chloé")


async def test_a_second_page_takes_the_place_of_the_first(pairs: Pairs) -> None:
    await pairs.open("alice")
    first = pairs.pages["alice"]
    await pairs.open("alice")
    with pytest.raises(BackendError, match="Unknown Message"):
        await pairs.cards.again(first)


async def test_the_other_pair_finds_its_match_by_the_command(pairs: Pairs) -> None:
    cards = pairs.cards
    result = await cards.named("david").slash(cards.world.channel, "ecarte house", partner=cards.named("chloé"))
    assert EN("duplicate.pairs.tables", **NAMES) in private_answer(result)


async def test_results_are_asked_for_only_of_a_match_that_has_begun(wanted: Pairs) -> None:
    forged = encode(Press(Verb.DUPLICATE, argument=f"results.{wanted.match}.0.0."))
    refused = await wanted.cards.forge(wanted.cards.named("Emma"), wanted.cards.snapshot(wanted.post), forged)
    assert private_answer(refused) == EN("problem.duplicate_stale")


async def test_no_card_and_no_result_is_shown_before_both_tables_have_played_the_deal(pairs: Pairs) -> None:
    match = await pairs.loaded()
    secrets = [match.row.secret, *(match.chain(number).secret.hex() for number in range(1, DEALS + 1))]
    await pairs.play(0)
    for name in ("bruno", "david", "Emma"):
        said = private_answer(await pairs.press(name, "results"))
        assert EN("duplicate.pairs.played", n=1, m=0, deals=DEALS, **NAMES) in said
        assert "Deal 1:" not in said
        assert not SUITS.search(said)
    assert not SUITS.search(pairs.public())
    assert ".png" not in pairs.public()
    await pairs.play(1)
    said = private_answer(await pairs.press("Emma", "results"))
    assert "Deal 1:" in said
    assert not SUITS.search(said)
    everything = pairs.public() + "".join([await pairs.shown(name) for name in pairs.pages])
    assert not any(secret in everything for secret in secrets)


async def test_a_page_has_its_readers_own_cards_alone(pairs: Pairs) -> None:
    for name in TABLES[0]:
        text_only = Preferences(text_only=True)
        await pairs.cards.room.app.people.profiles.prefer(pairs.cards.named(name).id, text_only)
        await pairs.open(name)
    match = await pairs.loaded()
    for name, seat in zip(TABLES[0], Seat, strict=True):
        view = solo.view_of(match.deal(1, seat), match.tries[0][1].moves)
        other = solo.view_of(match.deal(1, seat.other), match.tries[0][1].moves)
        said = await pairs.shown(name)
        for card in view.hand:
            assert formatting.card(EN, card) in said
        for card in other.hand:
            assert formatting.card(EN, card) not in said
    stranger = encode(Press(Verb.DUPLICATE, argument=f"play.{pairs.match}.1.0.0"))
    for name in ("Emma", "david"):
        before = (await pairs.loaded()).tries
        await pairs.cards.forge(pairs.cards.named(name), pairs.cards.snapshot(pairs.post), stranger)
        assert (await pairs.loaded()).tries == before, name


async def test_no_one_moves_out_of_turn_or_twice(pairs: Pairs) -> None:
    cards, rng = pairs.cards, random.Random(5)
    for name in TABLES[0]:
        await pairs.open(name)
    for place in range(5):
        forged = encode(Press(Verb.DUPLICATE, argument=f"play.{pairs.match}.1.0.{place}"))
        refused = await cards.forge(cards.named("chloé"), cards.snapshot(pairs.post), forged)
        assert EN("problem.not_lawful") in private_answer(refused)
    assert (await pairs.loaded()).tries[0][1].moves == ()
    old = cards.snapshot(pairs.pages["alice"])
    items = await pairs.moves("alice")
    await pairs.act("alice", rng)
    stored = (await pairs.loaded()).tries[0][1]
    for item in items:
        if "pick." not in item:
            await cards.forge(cards.named("alice"), old, item)
    assert (await pairs.loaded()).tries[0][1] == stored


async def test_after_two_days_it_is_told_for_whom_a_deal_waited(pairs: Pairs) -> None:
    cards = pairs.cards
    await pairs.play(0)
    await pairs.play(1)
    await pairs.open("alice")
    await cards.outage(2 * DAY_S + 1)
    await pairs.press("david", "results")
    said = texts_of(await cards.again(pairs.post))
    match = await pairs.loaded()
    points = formatting.with_sign(match.total)
    assert EN("duplicate.pairs.unfinished", points=points, n=1, deals=DEALS, **NAMES) in said
    assert EN("duplicate.pairs.stopped", deal=2, name="Chloé") in said, "Chloé is the elder of the second deal"


async def test_a_deal_of_two_goes_on_after_a_restart(pairs: Pairs) -> None:
    for name in TABLES[0]:
        await pairs.open(name)
    await pairs.act("alice", random.Random(1))
    before = (await pairs.loaded()).tries
    await pairs.cards.outage(60)
    assert (await pairs.loaded()).tries == before
    await pairs.play(0)


async def test_an_erased_opponent_takes_the_match_away(pairs: Pairs) -> None:
    cards = pairs.cards
    for name in TABLES[0]:
        await pairs.open(name)
    gone = cards.named("chloé").id
    await erase_person(cards.room.database, gone, at=cards.room.now)
    assert await duplicates.match_of(cards.room.app.people, pairs.match) is None
    assert str(gone) not in await database_text(cards.room.database)
    await pairs.act("alice", random.Random(1))
    assert EN("duplicate.gone") in await pairs.shown("alice")


async def test_each_of_four_reads_it_in_their_language(pairs: Pairs) -> None:
    pairs.cards.world.speaks(pairs.cards.world.bruno, "fr")
    assert FR("duplicate.deal", deal=1, deals=DEALS) in await pairs.open("bruno")
    await pairs.open("david")
    await pairs.act("david", random.Random(2))
    assert FR("duplicate.deal", deal=1, deals=DEALS) in await pairs.shown("bruno")
