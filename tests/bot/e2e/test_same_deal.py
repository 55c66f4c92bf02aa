"""A deal with which a player challenges a channel: others play it once each, and the list stays.

Not proved here: which suits each player sees, and that the house answers alike
(tests/ecarte/teaching/test_same_deal.py).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.adapter.custom_ids import Press, Verb, encode
from bot.features.deal import AgainAction, AgainAsk, SameDealRef
from bot.people import daily_deals
from bot.people.quotas import POSTS, SAME_DEALS
from bot.rows.member_rows import Daily
from bot.tables import archive
from bot.tables.archive import GameKey
from ecarte.game import Seat
from ecarte.teaching import again
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.erasing import erase_person
from tests.support.shown import arguments_of, private_answer, texts_of, verbs_of

DAY_S = 86_400.0


class Challenge:
    """A challenge that Alice has posted, with the deal that decided the game against Bruno."""

    def __init__(self, cards: CardWorld, table: int, post: Any, deal: SameDealRef) -> None:
        self.cards, self.table, self.post, self.deal = cards, table, post, deal

    async def press(self, name: str, what: str, page: Any = None) -> Any:
        """Presses the button that does this, on the post or on another page; returns the result."""
        page = await self.cards.again(self.post if page is None else page)
        offered = arguments_of(page, Verb.SAME_DEAL).items()
        (item,) = [item for argument, item in offered if argument.startswith(f"{what}.")]
        return await self.cards.named(name).click(page, custom_id=item)

    async def row(self, name: str) -> Daily | None:
        """The stored try of a person."""
        person = self.cards.named(name)
        return await self.cards.room.database.daily.of(person.id, str(self.deal.key))

    async def begin(self, name: str) -> Any:
        """The private page of a person who presses **Play it**."""
        page = (await self.press(name, "begin")).response
        assert page.ephemeral
        return page

    async def to_the_end(self, name: str, page: Any, seed: int = 1) -> Any:
        """A person plays by chance to the end."""
        rng = random.Random(seed)
        for _ in range(60):
            row = await self.row(name)
            assert row is not None
            if row.ended_at is not None:
                return page
            offered = arguments_of(page, Verb.SAME_DEAL)
            picks = [item for argument, item in offered.items() if argument.startswith("pick.")]
            moves = [item for argument, item in offered.items() if not argument.startswith("pick.")]
            item = rng.choice(moves or picks)
            await self.cards.named(name).click(page, custom_id=item)
            page = await self.cards.again(page)
        raise AssertionError("the deal does not end")


async def offered(cards: CardWorld, table: int) -> Any:
    """The page that asks Alice whether to challenge the channel, opened from the souvenir of the game."""
    souvenir = (await cards.press(cards.world.alice, await cards.table(table), Verb.SOUVENIR)).response
    offer = (await cards.press(cards.world.alice, souvenir, Verb.SAME_DEAL)).response
    assert offer.ephemeral
    return offer


@pytest.fixture
async def posted(cards: CardWorld) -> Challenge:
    """A challenge, posted by Alice from the souvenir of the game."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    offer = await offered(cards, table)
    (argument,) = arguments_of(offer, Verb.SAME_DEAL)
    deal, what, _, _ = SameDealRef.read(argument)
    assert what == "post"
    result = await cards.press(cards.world.alice, offer, Verb.SAME_DEAL)
    (post,) = [each for each in result.followups if not each.ephemeral]
    assert EN("souvenir.posted") in texts_of(await cards.again(offer))
    return Challenge(cards, table, post, deal)


async def test_others_play_it_once_and_the_list_has_par_the_game_and_their_results(posted: Challenge) -> None:
    cards = posted.cards
    assert EN("same.title", name="Alice") in texts_of(posted.post)
    for name in ("chloé", "david"):
        page = await posted.begin(name)
        assert EN("same.title", name="Alice") in texts_of(page)
        end = texts_of(await posted.to_the_end(name, page))
        assert "The maître with these cards:" in end
        assert "Alice’s points in the game:" in end
        assert f"{name.title()} ·" in end
        before = await posted.row(name)
        assert texts_of((await posted.press(name, "begin")).response) == end, "there is one try"
        assert await posted.row(name) == before
    walk = await archive.replay(cards.room.tables, posted.table, 1)
    first = again.result_then(walk, posted.deal.number, posted.deal.seat)
    own = await posted.row("alice")
    assert first is not None
    assert own is not None
    assert (own.points, own.tricks) == (first.points, first.made)


async def test_the_list_is_for_those_who_have_played_and_for_all_once_its_player_has_closed_it(
    posted: Challenge,
) -> None:
    cards = posted.cards
    assert private_answer(await posted.press("david", "list")) == EN("same.list.after")
    await posted.to_the_end("chloé", await posted.begin("chloé"))
    assert "Chloé" in private_answer(await posted.press("chloé", "list"))
    assert "Alice" in private_answer(await posted.press("alice", "list"))
    assert private_answer(await posted.press("david", "close")) == EN("problem.challenge_not_yours", name="Alice")
    await posted.press("alice", "close")
    closed = await cards.again(posted.post)
    assert EN("same.gone") in texts_of(closed)
    assert "Chloé" in texts_of(closed)
    assert Verb.SAME_DEAL not in verbs_of(closed)


async def test_after_a_day_it_is_closed_and_a_try_that_was_begun_may_still_be_ended(posted: Challenge) -> None:
    cards = posted.cards
    page = await posted.begin("chloé")
    await cards.outage(DAY_S + 1)
    assert private_answer(await posted.press("david", "begin")) == EN("same.gone")
    assert await posted.row("david") is None
    assert EN("same.late") in texts_of(await posted.to_the_end("chloé", page))
    await posted.press("david", "list")
    closed = texts_of(await cards.again(posted.post))
    assert EN("same.gone") in closed
    assert "Chloé" not in closed, "she ended after the close"


async def test_a_forged_close_replaces_no_other_message(posted: Challenge) -> None:
    cards = posted.cards
    (close,) = [item for what, item in arguments_of(posted.post, Verb.SAME_DEAL).items() if what.startswith("close.")]
    other = await cards.table(posted.table)
    before = texts_of(other)
    assert EN("same.gone") in private_answer(await cards.forge(cards.world.alice, cards.snapshot(other), close))
    assert texts_of(await cards.again(other)) == before


async def test_whose_challenger_is_erased_in_mid_try_is_thanked_and_sees_the_list(posted: Challenge) -> None:
    cards = posted.cards
    page = await posted.begin("chloé")
    await posted.to_the_end("david", await posted.begin("david"))
    await erase_person(cards.room.database, cards.world.alice.id, at=cards.room.now)
    (item, *_) = arguments_of(page, Verb.SAME_DEAL).values()
    await cards.world.chloe.click(page, custom_id=item)
    shown = texts_of(await cards.again(page))
    assert EN("same.withdrawn") in shown
    assert "David ·" in shown
    assert "Alice" not in shown
    assert EN("same.withdrawn") in private_answer(await posted.press("david", "list"))


async def test_the_two_players_know_the_cards_and_may_not_play_it(posted: Challenge) -> None:
    for name in ("alice", "bruno"):
        assert private_answer(await posted.press(name, "begin")) == EN("same.players")
    assert await posted.row("bruno") is None


async def test_while_it_is_open_to_a_reader_no_page_shows_the_cards_of_its_game(posted: Challenge) -> None:
    cards, key = posted.cards, str(posted.deal.game)
    start = again.first_of(await archive.replay(cards.room.tables, posted.table, 1), posted.deal.number)
    assert start is not None
    pages = {
        Verb.REPLAY: key,
        Verb.RECORD: key,
        Verb.SOUVENIR: key,
        Verb.REVIEW: key,
        Verb.FAIR: key,
        Verb.FROM_HERE: AgainAsk(posted.deal.game, start, Seat.NORTH).argument(AgainAction.OPEN),
    }
    cards.room.app.quotas.lifted.add("lessons")

    async def secret(name: str) -> set[Verb]:
        """The pages in whose place this reader is asked to play first."""
        secret = set()
        for verb, argument in pages.items():
            custom_id = encode(Press(verb, argument=argument))
            result = await cards.forge(cards.named(name), cards.snapshot(posted.post), custom_id)
            page: Any = result.followups[-1] if result.followups else result.response
            assert page.ephemeral
            if EN("same.secret") in texts_of(page):
                secret.add(verb)
                (way,) = verbs_of(page)[Verb.SAME_DEAL]
                begun: Any = (await cards.named(name).click(page, custom_id=way)).response
                assert EN("same.title", name="Alice") in texts_of(begun)
        return secret

    assert await secret("chloé") == set(pages)
    assert not await secret("bruno"), "its players know the cards"
    await posted.to_the_end("chloé", await posted.begin("chloé"))
    assert not await secret("chloé")
    assert await secret("david") == set(pages)
    await posted.press("alice", "close")
    assert not await secret("david")


async def test_while_it_is_open_no_one_shows_the_cards_of_its_game_to_all(posted: Challenge) -> None:
    cards, key = posted.cards, str(posted.deal.game)
    souvenir = (await cards.press(cards.world.alice, await cards.table(posted.table), Verb.SOUVENIR)).response
    cards.room.app.quotas.lifted.add("posts")

    async def shown() -> bool:
        """Whether the souvenir is posted, and the replay shown to all; else Alice has to wait."""
        custom_id = encode(Press(Verb.SOUVENIR, argument=f"post.{key}"))
        posting = await cards.forge(cards.world.alice, cards.snapshot(souvenir), custom_id)
        options = {"show": "replay", "game": key, "everybody": True}
        replay = await cards.world.alice.slash(cards.world.channel, "ecarte game", **options)
        pages: list[Any] = [replay.response, *(each for each in posting.followups if not each.ephemeral)]
        if len(pages) == 1:
            assert private_answer(posting) == private_answer(replay) == EN("same.secret.all")
        return len(pages) == 2 and not any(page.ephemeral for page in pages)

    assert not await shown()
    await posted.press("alice", "close")
    assert await shown()


async def test_a_try_counts_for_no_streak_and_no_board_of_deals_of_the_day(posted: Challenge) -> None:
    cards = posted.cards
    await posted.to_the_end("chloé", await posted.begin("chloé"))
    people, guild = cards.room.app.people, cards.world.guild.id
    assert await daily_deals.streak_of(people, cards.world.chloe.id, "2026-01-01") == 0
    assert await people.daily.days_of(cards.world.chloe.id, 10) == ()
    assert await people.daily.server_of(cards.world.chloe.id) is None
    assert await daily_deals.best_of_week(people, guild, "2026-01-01") == ()


async def test_an_erased_player_has_no_second_try(posted: Challenge) -> None:
    cards = posted.cards
    await posted.to_the_end("chloé", await posted.begin("chloé"))
    await erase_person(cards.room.database, cards.world.chloe.id, at=cards.room.now)
    assert await posted.row("chloé") is None
    assert private_answer(await posted.press("chloé", "begin")) == EN("problem.challenge_tried")


async def test_only_the_player_of_the_cards_challenges_and_posts_once(posted: Challenge) -> None:
    cards = posted.cards
    others = EN("problem.challenge_not_yours", name="Alice")
    for name, what, said in (
        ("bruno", "offer", EN("problem.not_a_player")),
        ("chloé", "post", EN("problem.not_a_player")),
        ("chloé", "close", others),
    ):
        refused = await cards.forge(cards.named(name), cards.snapshot(posted.post), item(posted, what))
        assert private_answer(refused) == said
    page = (await cards.press(cards.world.alice, await cards.table(posted.table), Verb.SOUVENIR)).response
    once_more = await cards.forge(cards.world.alice, cards.snapshot(page), item(posted, "post"))
    assert not [each for each in once_more.followups if not each.ephemeral]


async def test_the_other_player_cannot_challenge_with_the_same_deal(posted: Challenge) -> None:
    cards = posted.cards
    mine, theirs = side(posted), other_side(posted)
    for what in ("offer", "post"):
        custom_id = item(posted, what).replace(f".{mine}.0.", f".{theirs}.0.")
        refused = await cards.forge(cards.world.bruno, cards.snapshot(posted.post), custom_id)
        assert private_answer(refused) == EN("same.taken")
    assert await posted.row("bruno") is None


async def test_where_it_may_not_be_posted_nothing_is_stored(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    offer = await offered(cards, table)
    quotas, who = cards.room.app.quotas, (cards.world.guild.id, cards.world.alice.id)
    while quotas.take(POSTS, who):
        pass
    refused = await cards.press(cards.world.alice, offer, Verb.SAME_DEAL)
    assert private_answer(refused) == EN("post.too_fast")
    (argument,) = arguments_of(offer, Verb.SAME_DEAL)
    deal, _, _, _ = SameDealRef.read(argument)
    assert await cards.room.database.daily.of(cards.world.alice.id, str(deal.key)) is None
    quotas.lifted.add("posts")
    while quotas.take(SAME_DEALS, cards.world.alice.id):
        pass
    refused = await cards.press(cards.world.alice, offer, Verb.SAME_DEAL)
    assert private_answer(refused) == EN("problem.too_fast")
    assert await cards.room.database.daily.of(cards.world.alice.id, str(deal.key)) is None


async def test_a_page_of_one_reader_never_takes_the_place_of_the_post(posted: Challenge) -> None:
    cards = posted.cards
    page = await posted.begin("chloé")
    (item, *_) = arguments_of(page, Verb.SAME_DEAL).values()
    before = texts_of(await cards.again(posted.post))
    answer = await cards.forge(cards.world.chloe, cards.snapshot(posted.post), item)
    assert EN("same.title", name="Alice") in private_answer(answer)
    assert texts_of(await cards.again(posted.post)) == before


async def test_made_up_items_are_refused(posted: Challenge) -> None:
    cards, deal = posted.cards, posted.deal
    page = await posted.begin("chloé")
    for made_up, said in (
        (f"begin.{deal.game}.99.n.0.", "problem.no_record"),
        (f"begin.{GameKey(999, 1)}.1.n.0.", "problem.no_record"),
        (f"begin.{deal.game}.{deal.number}.{other_side(posted)}.0.", "same.gone"),
        (f"play.{deal.game}.{deal.number}.{side(posted)}.{len(await log_of(posted))}.9", "problem.stale"),
        (f"other.{deal.game}.{deal.number}.{side(posted)}.{len(await log_of(posted))}.", "problem.stale"),
        (f"begin.{1 << 63}.1.1.n.0.", "problem.stale"),
        ("begin", "problem.stale"),
    ):
        custom_id = encode(Press(Verb.SAME_DEAL, argument=made_up))
        refused = await cards.forge(cards.world.chloe, cards.snapshot(page), custom_id)
        assert private_answer(refused) == EN(said), made_up


async def test_each_reads_it_in_their_language(posted: Challenge) -> None:
    cards = posted.cards
    cards.world.speaks(cards.world.chloe, "fr")
    page = await posted.begin("chloé")
    assert FR("same.title", name="Alice") in texts_of(page)


def item(posted: Challenge, what: str) -> str:
    """The item that does something with the deal of the challenge."""
    argument = f"{what}.{posted.deal.game}.{posted.deal.number}.{side(posted)}.0."
    return encode(Press(Verb.SAME_DEAL, argument=argument))


async def log_of(posted: Challenge) -> tuple[str, ...]:
    """The moves of Chloé's try."""
    row = await posted.row("chloé")
    assert row is not None
    return row.moves


def side(posted: Challenge) -> str:
    """The seat of the challenge, as buttons name it."""
    return posted.deal.seat.name[0].lower()


def other_side(posted: Challenge) -> str:
    """The other seat."""
    return posted.deal.seat.other.name[0].lower()
