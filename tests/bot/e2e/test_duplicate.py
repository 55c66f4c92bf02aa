"""A duplicate match by clicks: two members and the house hold the same cards, and no one is shown a card too early.

Not proved here: that both tables have the same packs and the house answers alike
(tests/ecarte/teaching/test_duplicate.py).
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
import simcord
from sqlalchemy import Connection, select

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb, encode
from bot.people import daily_deals, duplicates
from bot.people.duplicates import DuplicateMatch
from bot.people.preferences import Preferences
from bot.people.quotas import DUPLICATES, POSTS
from bot.rows.member_rows import Daily
from bot.storage.schema.tables import dailies
from ecarte.fair import Bound, Verdict
from ecarte.game import CardsDealt, Seat
from ecarte.notation import read_all, verify
from ecarte.teaching import duplicate, solo
from ecarte.teaching.duplicate import DEALS
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.erasing import database_text, erase_person
from tests.support.shown import arguments_of, private_answer, texts_of, verbs_of

DAY_S = 86_400.0
SUITS = re.compile("[♠♥♦♣]|<:")
"""What stands in every text about a card: a sign of its suit, or the emoji of the card."""


class Pair:
    """A match of Alice and Bruno.

    Attributes:
        offer: Alice's private page.
        post: the public message.
    """

    def __init__(self, cards: CardWorld, match: int, offer: Any, post: Any) -> None:
        self.cards, self.match, self.offer, self.post = cards, match, offer, post

    async def press(self, name: str, what: str, page: Any = None) -> Any:
        """Presses the button that does this, on the public message or on another page; returns the result."""
        page = await self.cards.again(self.post if page is None else page)
        offered = arguments_of(page, Verb.DUPLICATE).items()
        (item,) = [item for argument, item in offered if argument.startswith(f"{what}.")]
        return await self.cards.named(name).click(page, custom_id=item)

    async def open(self, name: str) -> Any:
        """The private page of a member who presses **Play your deals**."""
        page = (await self.press(name, "open")).response
        assert page.ephemeral
        return page

    async def row(self, name: str, deal: int) -> Daily | None:
        """The stored try of a member."""
        key = duplicates.key_of(self.match, deal)
        return await self.cards.room.database.daily.of(self.cards.named(name).id, key)

    async def loaded(self) -> DuplicateMatch:
        """The match as it is stored."""
        match = await duplicates.match_of(self.cards.room.app.people, self.match)
        assert match is not None
        return match

    async def end_deal(self, name: str, page: Any, seed: int = 1) -> Any:
        """Plays a deal by chance to its end; returns the page after it."""
        rng = random.Random(seed)
        for _ in range(60):
            offered = arguments_of(page, Verb.DUPLICATE)
            picks = [item for argument, item in offered.items() if argument.startswith("pick.")]
            moves = [item for argument, item in offered.items() if re.match(r"[a-z]+\.\d+\.[1-9]", argument)]
            moves = [item for item in moves if item not in picks]
            if not moves and not picks:
                return page
            await self.cards.named(name).click(page, custom_id=rng.choice(moves or picks))
            page = await self.cards.again(page)
        raise AssertionError("the deal does not end")

    async def play(self, name: str, deals: int = DEALS, page: Any = None) -> Any:
        """Plays some deals to their ends; returns the last page."""
        page = await self.open(name) if page is None else page
        for left in range(deals - 1, -1, -1):
            page = await self.end_deal(name, page, seed=left)
            if left:
                await self.press(name, "open", page)
                page = await self.cards.again(page)
        return page


async def offered(cards: CardWorld, name: str = "alice", partner: str = "bruno") -> Any:
    """The private page of a member who asks for a match."""
    who = cards.named(name)
    result = await who.slash(cards.world.channel, "ecarte house", partner=cards.named(partner))
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


def last_points(points: tuple[int, int]) -> dict[str, str]:
    """What the line of a deal says about points."""
    first, second = map(formatting.with_sign, points)
    return {"first": first, "second": second, "points": formatting.with_sign(sum(points))}


def match_of(page: Any) -> int:
    """The id of the match of a page."""
    return int(next(iter(arguments_of(page, Verb.DUPLICATE))).split(".")[1])


@pytest.fixture
async def asked(cards: CardWorld) -> Pair:
    """An invitation of Alice to Bruno."""
    offer = await offered(cards)
    pair = Pair(cards, match_of(offer), offer, offer)
    result = await pair.press("alice", "ask", offer)
    (pair.post,) = [each for each in result.followups if not each.ephemeral]
    return pair


@pytest.fixture
async def pair(asked: Pair) -> Pair:
    """A match that has begun."""
    await asked.press("bruno", "accept")
    return asked


def seen_by(cards: CardWorld, name: str) -> list[str]:
    """All that a person can see in the channel: words, ids, and names of files."""
    backend = cards.world.env.backend
    ids = {message.id for message in cards.world.channel.history(viewer=cards.named(name))}
    stored = [message for message in backend.messages[cards.world.channel.id].values() if message.id in ids]
    return [
        json.dumps(
            [message.content, message.components, [file["filename"] for file in message.attachments]],
            ensure_ascii=False,
        )
        for message in stored
    ]


async def test_the_commitment_is_shown_before_either_member_gives_anything(cards: CardWorld) -> None:
    offer = await offered(cards)
    pair = Pair(cards, match_of(offer), offer, offer)
    match = await pair.loaded()
    locked = EN("duplicate.locked", commitment=match.promise.commitment)
    assert locked in texts_of(offer)
    assert [share.press for share in match.row.shares] == [None, None]
    result = await pair.press("alice", "ask", offer)
    (pair.post,) = [each for each in result.followups if not each.ephemeral]
    assert locked in texts_of(pair.post)
    assert f"<@{cards.world.bruno.id}>" in texts_of(pair.post)
    await pair.press("bruno", "accept")
    begun = await pair.loaded()
    assert [share.press for share in begun.row.shares] == [int(each["id"]) for each in cards.interactions()[-2:]]
    assert locked in texts_of(await cards.again(pair.post))
    assert begun.chain(1).bound is Bound.PRESS


async def test_both_play_in_private_and_the_results_add_up(pair: Pair) -> None:
    cards = pair.cards
    last = await pair.play("alice")
    assert EN("duplicate.waits", name="Bruno") in texts_of(last)
    assert not (await pair.loaded()).results
    end = texts_of(await pair.play("bruno"))
    match = await pair.loaded()
    assert match.is_over
    assert len(match.results) == DEALS
    total = 0
    for deal, points in enumerate(match.results, 1):
        rows = [await pair.row(name, deal) for name in ("alice", "bruno")]
        for row, seat, reached in zip(rows, Seat, points, strict=True):
            assert row is not None
            own = duplicate.deal_of(match.chain(deal), deal, seat)
            assert solo.result(solo.view_of(own, row.moves)).points == row.points == reached
        total += sum(points)
    assert match.total == total
    (posted,) = [
        each
        for each in cards.world.channel.history()
        if EN("duplicate.ended", name=f"<@{cards.world.alice.id}>") in texts_of(each)
    ]
    assert EN(
        "duplicate.deal.result", deal=DEALS, one="Alice", two="Bruno", **last_points(match.results[-1])
    ) in texts_of(posted)
    verdict = "won" if total > 0 else "lost" if total else "drawn"
    assert EN(f"duplicate.{verdict}", one="Alice", two="Bruno", points=formatting.with_sign(abs(total))) in end
    await pair.press("david", "results")
    public = await cards.again(pair.post)
    assert "Alice" in texts_of(public)
    assert not SUITS.search(texts_of(public))


async def test_no_one_else_sees_a_card_or_a_result_before_both_have_played_the_deal(pair: Pair) -> None:
    cards = pair.cards
    secrets = [(await pair.loaded()).chain(number).secret.hex() for number in range(1, DEALS + 1)]
    page = await pair.open("alice")
    assert SUITS.search(texts_of(page)), "her own cards"
    await pair.play("alice", 2, page)
    for name in ("bruno", "chloé"):
        shown = private_answer(await pair.press(name, "results"))
        assert EN("duplicate.played", one="Alice", n=2, two="Bruno", m=0, deals=DEALS) in shown
        assert "Deal 1:" not in shown
        assert (EN("duplicate.silence") in shown) is (name == "bruno"), "only members have cards to keep to themselves"
        seen = seen_by(cards, name)
        assert seen
        for text in seen:
            assert not SUITS.search(text), text
            assert ".png" not in text, "no picture of a hand"
            assert not any(secret in text for secret in secrets)
    await pair.play("bruno", 1)
    shown = private_answer(await pair.press("chloé", "results"))
    assert "Deal 1:" in shown
    assert "Deal 2:" not in shown
    assert not SUITS.search(shown)
    everything = "".join(seen_by(cards, "alice") + seen_by(cards, "bruno") + seen_by(cards, "chloé"))
    assert not any(secret in everything for secret in secrets), "no secret before the end"
    assert (await pair.loaded()).row.secret not in everything


async def test_each_deal_is_played_once_and_an_old_page_changes_nothing(pair: Pair) -> None:
    cards = pair.cards
    page = await pair.open("alice")
    before = await pair.row("alice", 1)
    again = await pair.open("alice")
    assert await pair.row("alice", 1) == before
    assert texts_of(again) == texts_of(page)
    old = cards.snapshot(page)
    await pair.end_deal("alice", page)
    ended = await pair.row("alice", 1)
    for argument, custom_id in arguments_of(old, Verb.DUPLICATE).items():
        assert argument.split(".")[2] == "1", "each button is a move of this deal"
        await cards.forge(cards.world.alice, old, custom_id)
    assert await pair.row("alice", 1) == ended
    assert await pair.row("alice", 2) is None
    await pair.open("alice")
    assert await pair.row("alice", 2) is not None
    assert await pair.row("alice", 1) == ended


async def test_a_deal_goes_on_after_a_restart(pair: Pair) -> None:
    cards = pair.cards
    page = await pair.open("alice")
    moves = [item for argument, item in arguments_of(page, Verb.DUPLICATE).items() if not argument.startswith("pick.")]
    await cards.world.alice.click(page, custom_id=moves[0])
    row = await pair.row("alice", 1)
    shown = texts_of(await cards.again(page))
    await cards.outage(60)
    assert await pair.row("alice", 1) == row
    page = await pair.open("alice")
    assert row is not None
    assert len(row.moves) > 0
    assert (texts_of(page) == shown) is (row.ended_at is None), "the same page, or the next deal"
    await pair.play("alice", 1, page)


async def test_the_match_ends_after_two_days_with_the_deals_that_both_have_played(pair: Pair) -> None:
    cards = pair.cards
    await pair.play("alice", 3)
    await pair.play("bruno", 1)
    begun = await pair.open("bruno")
    before = await pair.row("bruno", 2)
    assert before is not None
    await cards.outage(2 * DAY_S + 1)
    (item, *_) = [each for key, each in arguments_of(begun, Verb.DUPLICATE).items() if not key.startswith("open.")]
    await cards.world.bruno.click(begun, custom_id=item)
    assert EN.count("duplicate.unplayed", DEALS - 1) in texts_of(await cards.again(begun))
    assert await pair.row("bruno", 2) == before
    await pair.press("alice", "open")
    assert await pair.row("alice", 4) is None
    match = await pair.loaded()
    assert match.is_over
    assert len(match.results) == 1
    page = await pair.open("alice")
    unfinished = EN("duplicate.unfinished", points=formatting.with_sign(match.total), n=1, deals=DEALS)
    assert unfinished in texts_of(page)
    posted = await pair.press("alice", "post", page)
    (public,) = [each for each in posted.followups if not each.ephemeral]
    assert unfinished in texts_of(public)
    assert EN("souvenir.posted") in texts_of(await cards.again(page))
    await pair.press("david", "results")
    assert EN.count("duplicate.unplayed", DEALS - 1) in texts_of(await cards.again(pair.post))


async def test_an_invitation_lapses_after_a_day(asked: Pair) -> None:
    await asked.cards.outage(DAY_S + 1)
    await asked.press("bruno", "accept")
    assert EN("duplicate.lapsed") in texts_of(await asked.cards.again(asked.post))
    assert (await asked.loaded()).row.started_at is None


async def test_only_the_partner_accepts_and_either_member_ends_the_invitation(asked: Pair) -> None:
    cards = asked.cards
    bruno = f"<@{cards.world.bruno.id}>"
    assert private_answer(await asked.press("alice", "accept")) == EN("duplicate.yours", name=bruno)
    assert private_answer(await asked.press("chloé", "accept")) == EN("problem.not_invited", name=bruno)
    assert private_answer(await asked.press("chloé", "decline")) == EN("problem.not_invited", name=f"Alice and {bruno}")
    assert (await asked.loaded()).row.started_at is None
    await asked.press("bruno", "decline")
    assert EN("duplicate.declined", one="Alice", two="Bruno") in texts_of(await cards.again(asked.post))
    assert await duplicates.match_of(cards.room.app.people, asked.match) is None
    page = await cards.again(asked.offer)
    await asked.press("alice", "decline", page)
    assert EN("duplicate.gone") in texts_of(await cards.again(page))


async def test_cancel_answers_in_private_and_the_next_press_ends_the_post(asked: Pair) -> None:
    cards = asked.cards
    before, page = texts_of(asked.post), await cards.again(asked.offer)
    cards.world.speaks(cards.world.alice, "fr")
    await asked.press("alice", "decline", page)
    assert FR("duplicate.cancelled", one="Alice", two=f"<@{cards.world.bruno.id}>") in texts_of(await cards.again(page))
    assert texts_of(await cards.again(asked.post)) == before
    await asked.press("bruno", "accept")
    assert EN("duplicate.gone") in texts_of(await cards.again(asked.post))


async def test_the_command_brings_back_an_invitation_and_a_match(asked: Pair) -> None:
    cards = asked.cards
    again = await offered(cards)
    assert match_of(again) == asked.match
    posted = await asked.press("alice", "ask", again)
    (post,) = [each for each in posted.followups if not each.ephemeral]
    assert arguments_of(post, Verb.DUPLICATE) == arguments_of(asked.post, Verb.DUPLICATE)
    other = await offered(cards, "bruno", "alice")
    assert match_of(other) == asked.match
    begun = await asked.press("bruno", "accept", other)
    assert EN("duplicate.play") in texts_of(await cards.again(other))
    (told,) = [each for each in begun.followups if not each.ephemeral]
    assert EN("duplicate.begun", one=f"<@{cards.world.alice.id}>", two="Bruno") in texts_of(told)
    assert [member.id for member in told.message.mentions] == [cards.world.alice.id]
    assert SUITS.search(texts_of((await asked.press("alice", "open", told)).response))
    for name, partner in (("alice", "bruno"), ("bruno", "alice")):
        page = await offered(cards, name, partner)
        assert match_of(page) == asked.match
        assert EN("duplicate.play") in texts_of(page)


async def test_an_unsent_offer_is_the_same_one_and_the_other_knows_nothing_of_it(cards: CardWorld) -> None:
    match = match_of(await offered(cards))
    assert match_of(await offered(cards)) == match
    other = await offered(cards, "bruno", "alice")
    assert match_of(other) != match
    pair = Pair(cards, match_of(other), other, other)
    await pair.press("bruno", "ask")
    assert match_of(await offered(cards)) == match_of(other), "Bruno has asked first"


async def test_an_old_offer_shows_the_match_and_posts_no_second_invitation(pair: Pair) -> None:
    item = encode(Press(Verb.DUPLICATE, argument=f"ask.{pair.match}.0.0."))
    shown = await pair.cards.forge(pair.cards.world.alice, pair.cards.snapshot(pair.offer), item)
    assert not [each for each in shown.followups if not each.ephemeral]
    assert EN("duplicate.play") in texts_of(await pair.cards.again(pair.offer))


async def test_an_invitation_that_may_not_be_posted_is_not_sent_and_does_not_count(cards: CardWorld) -> None:
    offer = await offered(cards)
    quotas, key = cards.room.app.quotas, (cards.world.guild.id, cards.world.alice.id)
    while quotas.take(POSTS, key):
        pass
    pair = Pair(cards, match_of(offer), offer, offer)
    assert EN("duplicate.unsent") in private_answer(await pair.press("alice", "ask"))
    assert (await pair.loaded()).row.asked_at is None
    assert [quotas.take(DUPLICATES, cards.world.alice.id) for _ in range(4)] == [True, True, True, False]


async def test_others_do_not_play_and_see_only_results(pair: Pair) -> None:
    others = EN("problem.not_invited", name="Alice and Bruno")
    assert private_answer(await pair.press("chloé", "open")) == others
    assert "Alice" in private_answer(await pair.press("chloé", "results"))
    for what in ("post", "record"):
        forged = encode(Press(Verb.DUPLICATE, argument=f"{what}.{pair.match}.0.0."))
        for name in ("alice", "chloé"):
            refused = await pair.cards.forge(pair.cards.named(name), pair.cards.snapshot(pair.post), forged)
            assert private_answer(refused) in {EN("problem.duplicate_stale"), others}


async def test_the_record_has_both_tables_and_proves_the_packs(pair: Pair) -> None:
    cards = pair.cards
    commitment = (await pair.loaded()).promise.commitment
    await pair.play("alice", 2)
    end = await pair.play("bruno", 2)
    assert Verb.DUPLICATE in verbs_of(end)
    await cards.outage(2 * DAY_S + 1)
    await pair.press("bruno", "results")
    result = await pair.press("chloé", "record")
    page: Any = result.response
    assert page.ephemeral
    assert EN.count("fair.yes", 2) in texts_of(page)
    assert commitment in texts_of(page)
    (file,) = page.attachments
    written = (await file.read()).decode()
    match = await pair.loaded()
    tables = list(read_all(written))
    assert [record.tags["North"] for record in tables] == ["Alice", EN("house.maitre")]
    assert [record.tags["South"] for record in tables] == [EN("house.maitre"), "Bruno"]
    packs = [[event.pack for event in record.events if isinstance(event, CardsDealt)] for record in tables]
    assert packs[0] == packs[1]
    assert len(packs[0]) == 2
    for record in tables:
        assert [deal.verdict for deal in verify(record, {commitment})] == [Verdict.FAIR] * 2
    assert match.row.secret not in written
    assert match.chain(3).secret.hex() not in written, "a deal that was not played stays secret"


async def test_a_word_goes_into_the_shuffles_and_no_press_counts_beside_it(cards: CardWorld) -> None:
    profiles = cards.room.app.people.profiles
    await profiles.prefer(cards.world.alice.id, Preferences(seed="finch"))
    await profiles.prefer(cards.world.bruno.id, Preferences(seed="sparrow"))
    offer = await offered(cards)
    pair = Pair(cards, match_of(offer), offer, offer)

    async def add(name: str, page: Any, word: str) -> simcord.InteractionResult:
        (item,) = verbs_of(page)[Verb.DUPLICATE_WORD]
        form = await cards.named(name).click(page, custom_id=item)
        assert form.modal is not None
        return await cards.named(name).submit_modal(form, {"text": word})

    for word in ("finch", "sparrow"):
        assert private_answer(await add("alice", offer, word)) == EN("duplicate.name.known")
    assert private_answer(await add("alice", offer, "  ")) == EN("duplicate.name.none")
    result = await pair.press("alice", "ask", offer)
    (pair.post,) = [each for each in result.followups if not each.ephemeral]
    shares = (await pair.loaded()).row.shares
    assert (shares[0].seed, shares[0].named) == ("finch", False), "the bot knew it before"
    others = EN("problem.not_invited", name=f"Alice and <@{cards.world.bruno.id}>")
    (item,) = verbs_of(pair.post)[Verb.DUPLICATE_WORD]
    assert private_answer(await cards.world.chloe.click(pair.post, custom_id=item)) == others, "before the form"
    assert private_answer(await add("bruno", pair.post, "robin")) == EN("duplicate.named")
    assert private_answer(await add("bruno", pair.post, "sparrow")) == EN("duplicate.name.known"), "robin stays"
    late = cards.snapshot(pair.post)
    await pair.press("bruno", "accept")
    match = await pair.loaded()
    assert match.chain(1).bound is Bound.SEED
    assert match.chain(1).is_lawful_share
    assert match.chain(1).shares[1].seed == "robin"
    (item,) = verbs_of(late)[Verb.DUPLICATE_WORD]
    form = await cards.forge(cards.world.bruno, late, item)
    refused = await cards.world.bruno.submit_modal(form, {"text": "wren"})
    assert EN("duplicate.play") in private_answer(refused)
    assert await pair.loaded() == match


async def test_who_blocks_takes_no_challenges_or_is_no_member_is_not_asked(cards: CardWorld) -> None:
    world, people = cards.world, cards.room.app.people

    async def refusal(partner: Any) -> str:
        return private_answer(await world.alice.slash(world.channel, "ecarte house", partner=partner))

    assert await refusal(world.alice) == EN("duplicate.other")
    await people.member_blocks.block(world.bruno.id, world.alice.id, 1, 9)
    await people.member_blocks.block(world.alice.id, world.chloe.id, 1, 9)
    await people.profiles.prefer(world.david.id, Preferences(challenges=False))
    assert await refusal(world.bruno) == EN("problem.not_free", name="Bruno")
    assert await refusal(world.chloe) == EN("problem.blocked_by_you", name="Chloé")
    assert await refusal(world.david) == EN("problem.not_free", name="David")
    (emma,) = cards.come("Emma")
    page = await offered(cards, partner="Emma")
    pair = Pair(cards, match_of(page), page, page)
    await people.member_blocks.block(emma.id, world.alice.id, 1, 9)
    assert private_answer(await pair.press("alice", "ask")).endswith(EN("problem.not_free", name=f"<@{emma.id}>"))
    await people.member_blocks.unblock(emma.id, world.alice.id)
    while cards.room.app.quotas.take(DUPLICATES, world.alice.id):
        pass
    assert private_answer(await pair.press("alice", "ask")) == EN("duplicate.often")
    assert (await pair.loaded()).row.asked_at is None


async def test_no_option_is_ignored_beside_a_partner(cards: CardWorld) -> None:
    alice, channel = cards.world.alice, cards.world.channel
    for options in ({"level": "novice"}, {"public": True}, {"clock": False}):
        result = await alice.slash(channel, "ecarte house", partner=cards.world.bruno, **options)
        assert private_answer(result) == EN("duplicate.options")


async def test_who_blocks_after_the_invitation_is_not_played_with(asked: Pair) -> None:
    world = asked.cards.world
    await asked.cards.room.app.people.member_blocks.block(world.alice.id, world.bruno.id, 1, 9)
    assert private_answer(await asked.press("bruno", "accept")) == EN("problem.not_free", name="Alice")
    await asked.cards.room.app.people.member_blocks.unblock(world.alice.id, world.bruno.id)
    await asked.cards.room.app.people.member_blocks.block(world.bruno.id, world.alice.id, 1, 9)
    assert private_answer(await asked.press("bruno", "accept")) == EN("problem.blocked_by_you", name="Alice")
    assert (await asked.loaded()).row.started_at is None


async def test_an_erased_member_takes_the_match_away(pair: Pair) -> None:
    cards = pair.cards
    page = await pair.open("alice")
    await pair.play("bruno", 1)
    await erase_person(cards.room.database, cards.world.bruno.id, at=cards.room.now)
    (item, *_) = verbs_of(page)[Verb.DUPLICATE]
    await cards.world.alice.click(page, custom_id=item)
    assert EN("duplicate.gone") in texts_of(await cards.again(page))
    assert private_answer(await pair.press("alice", "open")) == EN("duplicate.gone")
    assert str(cards.world.bruno.id) not in await database_text(cards.room.database)


async def test_a_match_counts_for_no_streak_no_board_and_no_rating(pair: Pair) -> None:
    cards = pair.cards
    await pair.play("alice", 1)
    people, guild, alice = cards.room.app.people, cards.world.guild.id, cards.world.alice.id
    assert await daily_deals.streak_of(people, alice, "2026-01-01") == 0
    assert await people.daily.server_of(alice) is None
    assert await daily_deals.best_of_week(people, guild, "2026-01-01") == ()
    board = await people.daily.board(guild, "2000-01-01", "2099-12-31")
    assert board.rows == ()
    assert (await people.results.history(guild, alice)).rows == ()


async def test_made_up_items_are_refused(pair: Pair) -> None:
    cards = pair.cards
    page = await pair.open("alice")
    row = await pair.row("alice", 1)
    assert row is not None
    after = len(row.moves)
    for made_up, said in (
        ("open.999.0.0.", "duplicate.gone"),
        (f"play.{pair.match}.2.0.0", "problem.duplicate_stale"),
        (f"play.{pair.match}.0.0.0", "problem.duplicate_stale"),
        (f"other.{pair.match}.1.{after}.", "problem.duplicate_stale"),
        (f"play.{pair.match}.9.{after}.0", "problem.stale"),
        (f"ask.{pair.match}.0.0.", "duplicate.play"),
        (f"decline.{pair.match}.0.0.", "duplicate.play"),
        (f"open.{1 << 63}.0.0.", "problem.stale"),
        ("open", "problem.stale"),
    ):
        custom_id = encode(Press(Verb.DUPLICATE, argument=made_up))
        refused = await cards.forge(cards.world.alice, cards.snapshot(pair.post), custom_id)
        assert EN(said) in private_answer(refused), made_up
    assert await pair.row("alice", 1) == row
    assert await pair.row("alice", 2) is None
    assert page.ephemeral


async def test_a_match_of_another_server_is_refused(pair: Pair) -> None:
    cards = pair.cards
    members = cards.world.alice.id, cards.world.bruno.id
    other = await duplicates.open_match(cards.room.app.people, 777, members, bytes(32))
    for what in ("ask", "open", "results"):
        custom_id = encode(Press(Verb.DUPLICATE, argument=f"{what}.{other.row.id}.0.0."))
        refused = await cards.forge(cards.world.alice, cards.snapshot(pair.post), custom_id)
        assert private_answer(refused) == EN("problem.other_server")


async def test_a_page_of_one_member_never_takes_the_place_of_the_public_message(pair: Pair) -> None:
    cards = pair.cards
    page = await pair.open("alice")
    before = texts_of(await cards.again(pair.post))
    for custom_id in verbs_of(page)[Verb.DUPLICATE]:
        answer = await cards.forge(cards.world.alice, cards.snapshot(pair.post), custom_id)
        assert private_answer(answer)
    assert texts_of(await cards.again(pair.post)) == before


async def test_a_forged_press_replaces_no_other_message(pair: Pair) -> None:
    cards = pair.cards
    await pair.play("alice", 1)
    await pair.play("bruno", 1)
    await cards.outage(2 * DAY_S + 1)
    other = await cards.challenge(cards.world.chloe)
    before = texts_of(other)
    forged = encode(Press(Verb.DUPLICATE, argument=f"results.{pair.match}.0.0."))
    answer = await cards.forge(cards.world.david, cards.snapshot(other), forged)
    assert "Alice" in private_answer(answer)
    assert texts_of(await cards.again(other)) == before


async def test_each_reads_it_in_their_language(pair: Pair) -> None:
    pair.cards.world.speaks(pair.cards.world.bruno, "fr")
    assert FR("duplicate.deal", deal=1, deals=DEALS) in texts_of(await pair.open("bruno"))


async def test_a_deal_cannot_be_begun_twice_by_two_presses_at_once(pair: Pair) -> None:
    (item,) = [each for key, each in arguments_of(pair.post, Verb.DUPLICATE).items() if key.startswith("open.")]
    alice = pair.cards.world.alice
    await pair.cards.world.at_once(*[lambda: alice.click(pair.post, custom_id=item)] * 2)

    def tries(connection: Connection) -> list[Any]:
        return list(connection.execute(select(dailies.c.day).where(dailies.c.user_id == pair.cards.world.alice.id)))

    assert len(await pair.cards.room.database.connections.read(tries)) == 1
