"""The application's emojis: made, renewed, used in messages, and replaced by characters.

Not proved here: Discord's limits of requests, and the look of an emoji.
"""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import simcord
from PIL import Image

from bot.adapter import formatting
from bot.adapter.emojis import wanted_emojis
from bot.tables import lookup
from bot.texts import Language, Texts
from bot.texts.catalogues import WHOLE
from ecarte.game import PACK, Card, Suit
from tests.support.cardroom import CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.shown import components_of, texts_of

SIGN = re.compile(r"<:([a-z0-9_]+)_[0-9a-f]{4}:(\d+)>")
ROUTE = "/applications/*/emojis*"
CARDS = {
    wanted[str(card)].word: (language, card)
    for language, wanted in wanted_emojis(Texts.load()).items()
    if language.value in WHOLE
    for card in PACK
}
"""The language and the card of an emoji's name. Another language may use the English cards."""


@pytest.fixture
async def bare(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """A room whose application has no emojis."""
    async with card_world(tmp_path, texts=Texts.load()) as cards:
        yield cards


@pytest.fixture
async def pictured(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """A room whose application has all emojis."""
    async with card_world(tmp_path, texts=Texts.load()) as cards:
        await cards.room.application_emojis.upload()
        yield cards


def names(cards: CardWorld) -> dict[int, str]:
    """Returns the emojis of the application."""
    return {emoji.id: emoji.name for emoji in cards.world.env.backend.application_emojis.values()}


def made(cards: CardWorld, method: str) -> list[Any]:
    """Returns the requests about emojis."""
    return cards.world.requests(method, ROUTE)


async def test_every_emoji_is_used_in_a_message_or_stands_for_a_card(bare: CardWorld) -> None:
    marks = {key for signs in wanted_emojis(Texts.load()).values() for key in signs} - {str(card) for card in PACK}
    assert marks == {*"SHDC", "back", "chip", "crown"}
    texts = Texts.load()
    texts.use_signs({Language.ENGLISH: {mark: f"<:{mark}:1>" for mark in marks}})
    words = texts(Language.ENGLISH)
    assert all(formatting.mark(words, mark) == f"<:{mark}:1>" for mark in marks - {*"SHDC"})
    await bare.room.application_emojis.upload()
    table = await bare.sit_down(bare.world.alice, bare.world.bruno)
    assert "card_back_" in str(components_of(await bare.table(table)))


async def test_an_upload_deletes_the_marks_that_no_text_uses_any_more(bare: CardWorld) -> None:
    backend = bare.world.env.backend
    for name in ("dealer_12ab", "donneur_12ab"):
        backend.create_application_emoji(name)
    done = await bare.room.application_emojis.upload()
    assert (done.made, done.deleted) == (78, 2)
    assert not any(name.startswith(("dealer", "donneur")) for name in names(bare).values())


async def test_an_upload_to_an_empty_application_makes_a_picture_for_every_card_suit_and_mark(bare: CardWorld) -> None:
    done = await bare.room.application_emojis.upload()
    posted = made(bare, "POST")
    assert (done.made, done.deleted, done.kept) == (78, 0, 0)
    assert len(posted) == len(set(names(bare).values())) == 78
    for request in posted:
        assert re.fullmatch(r"[a-z0-9_]{2,32}", request.json["name"])
        kind, data = request.json["image"].split(",", 1)
        picture = base64.b64decode(data)
        assert kind == "data:image/png;base64"
        assert len(picture) <= 256 * 1024
        assert Image.open(BytesIO(picture)).size == (128, 128)
    words = {name.rsplit("_", 1)[0] for name in names(bare).values()}
    assert {"king_of_spades", "roi_de_pique", "as_de_coeur", "hearts", "crown", "couronne"} <= words


async def test_a_second_upload_asks_for_the_list_and_nothing_else(pictured: CardWorld) -> None:
    before = len(pictured.world.env.http_requests)
    done = await pictured.room.application_emojis.upload()
    assert (done.made, done.deleted, done.kept) == (0, 0, 78)
    assert [request.method for request in pictured.world.env.http_requests[before:]] == ["GET"]


async def test_a_changed_picture_replaces_one_emoji_and_leaves_the_others_and_foreign_ones(pictured: CardWorld) -> None:
    backend = pictured.world.env.backend
    king = next(emoji for emoji in backend.application_emojis.values() if emoji.name.startswith("king_of_spades_"))
    name, king.name = king.name, "king_of_spades_0000"
    foreign = [backend.create_application_emoji(name) for name in ("party", "king_of_hearts_1111", "king_of_spades")]
    foreign[1].user_id = pictured.world.alice.id
    before = names(pictured)
    done = await pictured.room.application_emojis.upload()
    after = names(pictured)
    assert (done.made, done.deleted, done.kept) == (1, 1, 77)
    assert before.keys() - after.keys() == {king.id}
    assert [after[emoji] for emoji in after.keys() - before.keys()] == [name]


async def test_an_interrupted_upload_goes_on_where_it_stopped(bare: CardWorld) -> None:
    path = f"/applications/{bare.world.bot.application_id}/emojis"
    emojis = bare.room.application_emojis
    made_before = iter(range(30))

    def said(_name: str) -> None:
        if next(made_before, None) is None:
            bare.world.env.inject_error(
                "POST", path, status=400, code=30008, message="Maximum number of emojis reached"
            )

    with pytest.raises(Exception, match="Maximum"):
        await emojis.upload(said)
    have = len(names(bare))
    assert 0 < have < 78
    assert (await emojis.upload()).made == 78 - have


async def test_without_emojis_messages_are_written_in_characters(bare: CardWorld) -> None:
    table = await bare.sit_down(bare.world.alice, bare.world.bruno)
    await bare.play(table)
    assert not any(SIGN.search(texts_of(message)) for message in await bare.tables(table))
    words = bare.room.texts("en-US")
    king = Card.parse("KS")
    assert formatting.card(words, king) == "K♠"
    assert formatting.on_button(words, king) == ("K♠", None)
    assert formatting.on_button(words, king, 2) == ("K♠·2", None)
    assert (formatting.suit(words, Suit.HEARTS), formatting.mark(words, "crown")) == ("♥ hearts", "👑")


async def test_a_bot_that_is_switched_to_it_makes_its_emojis_beside_the_start(tmp_path: Path) -> None:
    async with card_world(tmp_path, texts=Texts.load(), upload_emojis=True) as cards:
        table = await cards.sit_down(cards.world.alice, cards.world.bruno)
        assert len(names(cards)) == 78
        await cards.play(table)
        assert SIGN.search(texts_of((await cards.tables(table))[-1]))


async def test_a_restarted_bot_uses_the_emojis_that_are_there(pictured: CardWorld) -> None:
    await pictured.world.restart()
    label, picture = formatting.on_button(pictured.room.texts("fr"), Card.parse("KS"))
    assert (label, picture is not None and picture.startswith("<:roi_de_pique_")) == (None, True)


async def test_a_hand_has_buttons_of_one_form_whatever_the_number_of_its_cards(pictured: CardWorld) -> None:
    world = pictured.world
    world.speaks(world.bruno, "fr")
    pictured.house.packs.append(stacked_pack(elder="KS QS JS AS TS", dealer="KH QH JH AH TH", turn_up="7D"))
    table = await pictured.sit_down(world.alice, world.bruno)

    def pictures(person: simcord.MemberActor) -> list[Any]:
        components = components_of(world.dms(person)[-1]) if world.dms(person) else []
        return [each for each in components if (each.get("emoji") or {}).get("id")]

    for person, language in ((world.alice, Language.ENGLISH), (world.bruno, Language("fr"))):
        seen: set[int] = set()

        async def plays(player: simcord.MemberActor = person, seen: set[int] = seen) -> bool:
            hand = components_of(world.dms(player)[-1]) if world.dms(player) else []
            cards = [each for each in hand if (each.get("custom_id") or "").startswith("ecb:play:")]
            assert all((each.get("emoji") or {}).get("id") and not each.get("label") for each in cards)
            seen.add(len(cards))
            return seen >= {2, 3, 4, 5}

        await pictured.play(table, plays)
        assert seen >= {2, 3, 4, 5}
        spoken = {CARDS[each["emoji"]["name"].rsplit("_", 1)[0]][0] for each in pictures(person)}
        assert spoken == {language}


async def test_a_card_is_said_once_by_an_emoji_whose_name_says_it_aloud(pictured: CardWorld) -> None:
    world = pictured.world
    table = await pictured.sit_down(world.alice, world.bruno)
    await pictured.play(table)
    shown = 0
    for message in [*await pictured.tables(table), *world.dms(world.alice), *world.dms(world.bruno)]:
        text = texts_of(message)
        for match in SIGN.finditer(text):
            assert names(pictured)[int(match[2])].startswith(match[1])
            if match[1] in CARDS:
                language, card = CARDS[match[1]]
                words = pictured.room.texts(language)
                assert match[1].replace("_", " ") == formatting.card_name(words, card).replace("œ", "oe")
                assert not text[match.end() :].startswith(f" {formatting.plain_card(words, card)}")
                shown += 1
    assert shown >= 10


async def test_the_crown_of_the_king_and_the_chips_are_emojis_wherever_discord_shows_them(pictured: CardWorld) -> None:
    world = pictured.world
    pictured.house.packs.append(stacked_pack(elder="KS QS JS AS TS", dealer="KH QH JH AH TH", turn_up="7S"))
    table = await pictured.sit_down(world.alice, world.bruno, stake=5)
    await pictured.play(table)
    sent = [str(request.json) for request in world.env.http_requests if request.json]
    for character, word in (("👑", "crown"), ("🪙", "chip")):
        assert any(f"<:{word}_" in text for text in sent), word
        assert not any(character in text for text in sent), word
    assert any("'name': 'crown_" in text for text in sent), "the button too"


async def test_a_message_drawn_twice_with_emojis_is_sent_once(pictured: CardWorld) -> None:
    world = pictured.world
    table = await pictured.sit_down(world.alice, world.bruno)
    await pictured.play(table)
    before = len(world.env.http_requests)
    pictured.room.display.tables.wake(table)
    await world.pass_time(1)
    assert len(world.env.http_requests) == before


async def test_a_message_refused_for_an_emoji_that_is_gone_is_written_in_characters(pictured: CardWorld) -> None:
    world = pictured.world
    table = await pictured.sit_down(world.alice, world.bruno)
    listed = len(made(pictured, "GET"))
    world.env.backend.application_emojis.clear()
    gone = "Invalid Form Body: components[0].components[2].components[0].emoji.id: Invalid emoji"
    channel = world.alice.user.dm_channel.id
    world.env.inject_error("POST", f"/channels/{channel}/messages", status=400, code=50035, message=gone, times=1)
    await pictured.play(table)
    assert len(made(pictured, "GET")) == listed + 1, "Discord is asked which emojis there are"
    view = await lookup.table(pictured.room.tables, table)
    assert view.game is not None
    assert view.game.outcome is not None, "and the game went on"
    last = [world.dms(world.alice)[-1], (await pictured.tables(table))[-1]]
    assert not any(SIGN.search(texts_of(message)) for message in last)
