"""The button that opens a finished game on the owner's page: who gets it, and what its address holds.

That the page reads the address is shown in tests/page.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Any

import pytest

from bot.adapter.custom_ids import Press, Verb, encode
from bot.tables import archive
from ecarte.notation import compact, read
from tests.support.cardroom import EN, CardWorld
from tests.support.erasing import erase_person
from tests.support.shown import arguments_of, components_of

PAGE = "https://example.org/replay.html"
OWNED = pytest.mark.parametrize("cards", [{"replay_url": PAGE}], indirect=True)
PAGES = (Verb.REPLAY, Verb.SOUVENIR)


def addresses(message: Any) -> list[str]:
    """Returns the addresses of the buttons of a message that open one."""
    return [component["url"] for component in components_of(message) if component.get("url")]


async def played(cards: CardWorld) -> int:
    """Returns a table at which Alice and Bruno have played one game."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return table


async def opened(cards: CardWorld, name: str, table: int, verb: Verb) -> Any:
    """Opens a page about the game privately, as a person."""
    custom_id = encode(Press(verb, argument=f"{table}.1"))
    result = await cards.forge(cards.named(name), cards.snapshot(await cards.table(table)), custom_id)
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    assert answer.ephemeral
    return answer


async def game_page(cards: CardWorld, name: str, table: int) -> Any:
    """Asks for the page of the game by the command."""
    return (await cards.named(name).slash(cards.world.channel, "ecarte game", game=f"{table}.1")).response


@OWNED
async def test_replay_souvenir_and_page_of_a_finished_game_open_its_record_outside_of_discord(cards: CardWorld) -> None:
    table = await played(cards)
    record = await archive.record(cards.room.tables, table, 1)
    expected = [f"{PAGE}#{compact(read(record))}"]
    assert len(expected[0]) <= 512
    for verb in PAGES:
        assert addresses(await opened(cards, "alice", table, verb)) == expected
    assert addresses(await game_page(cards, "bruno", table)) == expected


@OWNED
async def test_only_a_player_of_the_game_can_pass_it_on(cards: CardWorld) -> None:
    table = await played(cards)
    for verb in PAGES:
        assert addresses(await opened(cards, "chloé", table, verb)) == []
    assert addresses(await game_page(cards, "chloé", table)) == []


async def test_without_a_page_of_the_owner_there_is_no_button(cards: CardWorld) -> None:
    table = await played(cards)
    assert EN("game.page") == "Open in browser"
    for verb in PAGES:
        assert addresses(await opened(cards, "alice", table, verb)) == []
    assert addresses(await game_page(cards, "alice", table)) == []


@OWNED
async def test_no_message_that_all_see_has_the_address(cards: CardWorld) -> None:
    table = await played(cards)
    options = {"show": "replay", "game": f"{table}.1", "everybody": True}
    public = (await cards.world.alice.slash(cards.world.channel, "ecarte game", **options)).response
    assert public is not None
    assert not public.ephemeral
    souvenir = await opened(cards, "alice", table, Verb.SOUVENIR)
    posts = [item for argument, item in arguments_of(souvenir, Verb.SOUVENIR).items() if argument.startswith("post.")]
    posting = await cards.world.alice.click(souvenir, custom_id=posts[0])
    (posted,) = [answer for answer in posting.followups if not answer.ephemeral]
    assert addresses(public) == addresses(posted) == []


@OWNED
async def test_while_a_deal_of_the_game_is_open_to_anyone_not_even_its_players_get_the_address(
    cards: CardWorld,
) -> None:
    table = await played(cards)
    souvenir = await opened(cards, "alice", table, Verb.SOUVENIR)
    offer = (await cards.press(cards.world.alice, souvenir, Verb.SAME_DEAL)).response
    result = await cards.press(cards.world.alice, offer, Verb.SAME_DEAL)
    (post,) = [each for each in result.followups if not each.ephemeral]
    for verb in PAGES:
        assert addresses(await opened(cards, "alice", table, verb)) == []
    assert addresses(await game_page(cards, "alice", table)) == []
    (close,) = [item for argument, item in arguments_of(post, Verb.SAME_DEAL).items() if argument.startswith("close.")]
    await cards.world.alice.click(post, custom_id=close)
    assert len(addresses(await opened(cards, "alice", table, Verb.REPLAY))) == 1


@OWNED
async def test_a_salon_game_has_no_address(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, manners="salon")
    page = await cards.more(world.bruno, table)
    await cards.press(world.bruno, page, Verb.RESIGN)
    await cards.press(world.bruno, await cards.again(page), Verb.RESIGN)
    assert addresses(await game_page(cards, "alice", table)) == []


@OWNED
async def test_the_name_of_an_erased_player_stands_in_no_address(cards: CardWorld) -> None:
    table = await played(cards)

    async def content() -> bytes:
        (address,) = addresses(await opened(cards, "bruno", table, Verb.REPLAY))
        game = address.removeprefix(f"{PAGE}#")
        return urlsafe_b64decode(game + "=" * (-len(game) % 4))

    assert b"Alice" in await content()
    await erase_person(cards.room.database, cards.world.alice.id, at=cards.room.now)
    held = await content()
    assert b"Alice" not in held
    assert b"Bruno" in held
