"""The souvenir of a finished game: cards that were played, seen by the person who presses, posted
by its players alone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.adapter.custom_ids import Press, Verb, encode
from bot.adapter.formatting import card_name
from bot.features.souvenir import Souvenir, draw
from bot.people.preferences import Preferences
from bot.pictures import SouvenirScene
from bot.tables import archive
from bot.tables.archive import GameKey
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import alts_of, arguments_of, private_answer, texts_of, verbs_of


@pytest.fixture
async def played(cards: CardWorld) -> tuple[CardWorld, int]:
    """A table at which one game was played to its end."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return cards, table


async def opened(cards: CardWorld, name: str, table: int) -> Any:
    """Opens the souvenir by the menu of the table."""
    page = (await cards.press(cards.named(name), await cards.table(table), Verb.MORE)).response
    answer = (await cards.press(cards.named(name), page, Verb.SOUVENIR)).response
    assert answer.ephemeral
    return answer


async def souvenir_of(cards: CardWorld, table: int) -> Souvenir:
    """Returns the content of the souvenir of a table's first game."""
    tables = cards.room.app.tables
    game = await archive.finished_game(tables, GameKey(table, 1))
    assert game is not None
    names = {cards.named(name).id: name.title() for name in ("alice", "bruno")}
    return Souvenir(game, await archive.last_deal(tables, table, 1), names)


async def test_it_shows_who_won_and_the_hand_that_the_winner_played_last(played: tuple[CardWorld, int]) -> None:
    souvenir = await souvenir_of(*played)
    (picture,) = draw(EN, souvenir).pictures
    scene = picture.scene
    assert isinstance(scene, SouvenirScene)
    assert souvenir.last is not None
    end = souvenir.last.deal
    assert end.outcome is not None
    assert end.outcome.winner is not None
    assert scene.scores == (end.score[end.outcome.winner.index], end.score[end.outcome.winner.other.index])
    public = {card for trick in end.tricks for card in (trick.lead, trick.reply)} | {end.turn_up}
    assert set(scene.cards) <= public
    assert len(picture.paint()) <= 60_000


async def test_all_that_the_picture_shows_is_in_its_description_and_in_the_lines_for_text_alone(
    played: tuple[CardWorld, int],
) -> None:
    cards, table = played
    souvenir = await souvenir_of(cards, table)
    (scene,) = [picture.scene for picture in draw(EN, souvenir).pictures]
    assert isinstance(scene, SouvenirScene)
    answer = await opened(cards, "alice", table)
    (described,) = alts_of(answer)
    written = draw(EN, souvenir, Preferences(text_only=True))
    assert not written.pictures
    (frame,) = written.view.to_components()
    lines = "\n".join(str(part.get("content", "")) for part in frame["components"])
    assert scene.date in described
    shown = [scene.title, f"{scene.scores[0]}–{scene.scores[1]}", scene.story]
    for words in (*shown, *(card_name(EN, card) for card in scene.cards)):
        assert words in described
        assert words in lines


async def test_a_player_posts_it_once_and_a_bystander_sees_it_alone(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    world.speaks(world.bruno, "fr")
    assert Verb.SOUVENIR not in verbs_of(await opened(cards, "chloé", table))
    mine = await opened(cards, "bruno", table)
    assert re.search(r" bat ", alts_of(mine)[0])
    result = await cards.press(world.bruno, mine, Verb.SOUVENIR)
    posted = [post for post in result.followups if not post.ephemeral]
    assert len(posted) == 1
    assert re.search(r" beats ", alts_of(posted[0])[0]), "the channel reads English"
    mine = await cards.again(mine)
    assert FR("souvenir.posted") in texts_of(mine)
    assert Verb.SOUVENIR not in verbs_of(mine)


async def test_a_souvenir_posted_from_two_devices_is_posted_once_in_a_channel(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    alice, post = cards.named("alice"), f"post.{GameKey(table, 1)}"
    devices = [await opened(cards, "alice", table) for _ in range(2)]

    async def press(page: Any) -> int:
        (custom_id,) = [each for each in verbs_of(page)[Verb.SOUVENIR] if post in each]
        result = await alice.click(page, custom_id=custom_id)
        assert EN("souvenir.posted") in texts_of(await cards.again(page))
        return len([answer for answer in result.followups if not answer.ephemeral])

    assert [await press(page) for page in devices] == [1, 0]


async def test_a_souvenir_that_could_not_be_posted_can_be_posted_again(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    alice, world = cards.named("alice"), cards.world
    page = await opened(cards, "alice", table)
    (custom_id,) = [each for each in verbs_of(page)[Verb.SOUVENIR] if "post." in each]
    world.env.inject_error("POST", "/webhooks/*", status=503)
    await alice.click(page, custom_id=custom_id)
    page = await opened(cards, "alice", table)
    result = await alice.click(page, custom_id=custom_id)
    assert len([answer for answer in result.followups if not answer.ephemeral]) == 1


async def test_another_person_than_a_player_cannot_post_it(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    world = cards.world
    theirs = await opened(cards, "chloé", table)
    forged = encode(Press(Verb.SOUVENIR, 0, None, f"post.{table}.1"))
    result = await cards.forge(world.chloe, cards.snapshot(theirs), forged)
    assert private_answer(result) == EN("problem.not_a_player")


async def test_a_game_that_was_given_up_has_one_too_that_says_so(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    assert Verb.SOUVENIR not in verbs_of((await cards.press(world.alice, await cards.table(table), Verb.MORE)).response)
    page = await cards.more(world.bruno, table)
    await cards.press(world.bruno, page, Verb.RESIGN)
    await cards.press(world.bruno, await cards.again(page), Verb.RESIGN)
    souvenir = await souvenir_of(cards, table)
    (picture,) = draw(EN, souvenir).pictures
    scene = picture.scene
    assert isinstance(scene, SouvenirScene)
    assert scene.title == "Alice beats Bruno"
    assert scene.story == EN("pages.how.resigned.by", name="Bruno")
    assert scene.decisive is None
    assert EN("pages.how.resigned.by", name="Bruno") in texts_of(await opened(cards, "alice", table))


async def test_the_page_of_a_game_leads_to_it(played: tuple[CardWorld, int]) -> None:
    cards, table = played
    page = (await cards.world.alice.slash(cards.world.channel, "ecarte game")).response
    assert page is not None
    answer = (await cards.press(cards.world.alice, page, Verb.SOUVENIR)).response
    assert answer.ephemeral
    assert f"post.{table}.1" in arguments_of(answer, Verb.SOUVENIR)
