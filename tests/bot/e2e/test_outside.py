"""The bot where it is not: in servers without it and in group messages, for a person who has installed it.

All pages there are private, and edited by the tokens of the person's own presses. Nothing else is needed: these tests
play with people whom the bot cannot write to.
"""

from __future__ import annotations

import pytest
import simcord

from bot.adapter.custom_ids import Press, Verb, encode
from bot.adapter.discord_internals import press_elsewhere
from bot.people.person import Person
from bot.rows.ids import is_house
from bot.tables.actions import seating
from bot.tables.actions.play import move
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.game import Resign
from tests.support.cardroom import EN, SAYINGS, CardWorld
from tests.support.outside import Outside, group_message, send_bot_away, server_without_bot
from tests.support.shown import arguments_of, private_answer, texts_of, verbs_of
from tests.support.simcord import add_known_people

PLAY = 1
QUARTER_S = 16 * 60.0


@pytest.fixture
def emma(cards: CardWorld) -> simcord.UserHandle:
    """A person who shares no server with the bot, and so gets no direct message from it."""
    (made,) = add_known_people(cards.world.env, "emma")
    return made


@pytest.fixture(params=["server", "group"])
def place(request: pytest.FixtureRequest, cards: CardWorld, emma: simcord.UserHandle) -> Outside:
    """A server without the bot, and a group message. Emma has installed the bot, Frank has not."""
    (frank,) = add_known_people(cards.world.env, "frank")
    outside = (server_without_bot if request.param == "server" else group_message)(cards.world.env, emma, frank)
    outside.install(emma)
    return outside


async def open_game(cards: CardWorld, place: Outside, person: simcord.UserHandle) -> simcord.ResponseMessage:
    """Opens a game against the house. Returns the message that shows it."""
    asked = (await place.slash(person, "ecarte house", level="starter")).response
    assert asked is not None
    if Verb.HOUSE in verbs_of(asked):
        await place.click(person, asked, verbs_of(asked)[Verb.HOUSE][PLAY])
    return asked


async def act(cards: CardWorld, place: Outside, person: simcord.UserHandle, message: simcord.ResponseMessage) -> None:
    """Does one thing that the hand offers."""
    offered = verbs_of(message)
    toggles = [custom_id for part, custom_id in arguments_of(message, Verb.CHOOSE_DISCARDS).items() if part.isdecimal()]
    choices = (
        offered.get(Verb.NEXT_DEAL)
        or offered.get(Verb.CUT)
        or offered.get(Verb.DISCARD)
        or toggles
        or [custom_id for verb in (*SAYINGS, Verb.PLAY) for custom_id in offered.get(verb, [])]
    )
    assert choices, texts_of(message)
    await place.click(person, message, cards.chance.choice(choices))


async def table_of(cards: CardWorld, person: simcord.UserHandle) -> int:
    """The one open table of a person."""
    (row,) = await cards.room.database.tables.open_of(person.id)
    return row.id


async def test_a_whole_game_against_the_house_needs_no_right_and_no_direct_message(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    before = cards.world.counted_requests()
    message = await open_game(cards, place, emma)
    table = await table_of(cards, emma)
    while (await cards.view(table)).status is Status.PLAYING:
        await act(cards, place, emma, message)
    assert Verb.REMATCH in verbs_of(message)
    assert Verb.FIND_OPPONENT not in verbs_of(message), "opponents are found in a server"
    await place.click(emma, message, verbs_of(message)[Verb.REMATCH][0])
    assert (await cards.view(table)).game_no == 2
    assert cards.world.counted_requests() == before, "no request by the bot's own token"
    assert not cards.world.env.backend.messages.get(emma.dm_channel.id)
    assert all(one.ephemeral for one in place.seen_by(emma))
    assert (await cards.view(table)).guild_id == 0
    await cards.expect_balanced()


async def test_an_old_message_goes_on_after_its_token_has_expired_and_after_a_restart(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    message = await open_game(cards, place, emma)
    table = await table_of(cards, emma)
    await act(cards, place, emma, message)
    await cards.world.pass_time(QUARTER_S)
    await cards.world.restart()
    version = (await cards.view(table)).version
    before = texts_of(message)
    for _ in range(3):
        await act(cards, place, emma, message)
    assert (await cards.view(table)).version > version
    assert texts_of(message) != before
    again = (await place.slash(emma, "ecarte house")).response
    assert again is not None
    assert verbs_of(again) == verbs_of(message)


async def test_a_drawing_that_automod_refuses_costs_a_sentence_and_no_move(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    message = await open_game(cards, place, emma)
    table = await table_of(cards, emma)
    version, shown = (await cards.view(table)).version, texts_of(message)
    place.forbid("custom_id")
    await act(cards, place, emma, message)
    assert (await cards.view(table)).version > version, "the press was carried out"
    assert texts_of(message) == shown
    assert texts_of(place.seen_by(emma)[-1]).strip() == EN("problem.moderated")
    refused = await place.slash(emma, "ecarte learn")
    assert private_answer(refused) == EN("problem.moderated")
    place.forbid("")
    again = await open_game(cards, place, emma)
    assert texts_of(again) != shown
    await act(cards, place, emma, again)


async def test_a_game_whose_words_automod_refuses_everywhere_is_safe_all_the_same(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    message = await open_game(cards, place, emma)
    table = await table_of(cards, emma)
    version = (await cards.view(table)).version
    place.forbid("content")
    await act(cards, place, emma, message)
    place.forbid("")
    assert (await cards.view(table)).version > version
    assert Verb.MORE in verbs_of(await open_game(cards, place, emma))


async def test_the_owner_of_a_game_draws_it_with_the_token_of_a_press_that_another_process_received(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    """Discord may bring a press in a server without the bot to another shard than that of private games."""
    message = await open_game(cards, place, emma)
    table, backend = await table_of(cards, emma), cards.world.env.backend
    shown = texts_of(message)
    cards.room.messages.forget(table)
    guild_id = None if place.guild is None else place.guild.id
    record = backend.new_interaction(3, place.channel.id, emma.id, guild_id)
    record.source_message_id = message.id
    record.defer_update()
    with cards.world.env.time_context():
        pressed = press_elsewhere(
            cards.room,
            number=record.id,
            token=record.token,
            user_id=emma.id,
            channel_id=0,
            message_id=message.id,
            is_private=True,
        )
        cards.room.renderer.remember_elsewhere(table, pressed)
        await move(cards.room.tables, table, emma.id, None, lambda view: Resign())
        await cards.room.renderer.refresh(table)
    assert texts_of(message) != shown
    assert Verb.REMATCH in verbs_of(message)


async def test_a_page_pressed_by_another_person_answers_that_person_alone(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    frank = next(user for user in cards.world.env.backend.users.values() if user.name == "frank")
    other = simcord.UserHandle(cards.world.env, frank)
    assert place.seen_by(other) == []
    page = (await place.slash(emma, "ecarte puzzle")).response
    assert page is not None
    shown = texts_of(page)
    pressed = await place.press_of_another(other, page, verbs_of(page)[Verb.PUZZLE][0])
    assert pressed.response is not None
    assert pressed.response.ephemeral
    assert pressed.response.id != page.id
    assert texts_of(page) == shown
    assert (await cards.room.database.puzzles.solver(emma.id)).tries == 0


async def test_a_private_game_is_shown_to_its_player_alone_in_any_place(
    cards: CardWorld, place: Outside, emma: simcord.UserHandle
) -> None:
    """A game that began outside the bot's servers has server 0, as every place outside them has."""
    alice = cards.world.alice
    where = (server_without_bot if place.guild else group_message)(cards.world.env, alice)
    where.install(alice)
    await open_game(cards, place, emma)
    table = await table_of(cards, emma)
    await move(cards.room.tables, table, emma.id, None, lambda view: Resign())
    for show in (None, "replay", "review", "record", "fair"):
        given = {} if show is None else {"show": show}
        asked = await where.slash(alice, "ecarte game", game=f"{table}.1", **given)
        assert EN("problem.no_record") in private_answer(asked), show
    own = await place.slash(emma, "ecarte game", game=f"{table}.1")
    assert EN("problem.no_record") not in private_answer(own)


async def test_a_server_that_the_bot_has_left_proves_no_membership(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await move(cards.room.tables, table, world.alice.id, None, lambda view: Resign())
    place = send_bot_away(world.env, world.guild, world.channel)
    place.install(world.alice, world.chloe)
    asked = await place.slash(world.chloe, "ecarte game", game=f"{table}.1", show="replay")
    assert private_answer(asked) == EN("problem.no_record")
    page = (await place.slash(world.chloe, "ecarte learn")).response
    assert page is not None
    for verb, argument in ((Verb.REPLAY, f"{table}.1"), (Verb.STORY, f"{table}.1"), (Verb.SOUVENIR, f"{table}.1")):
        forged = await place.press_of_another(world.chloe, page, encode(Press(verb, 0, None, argument)))
        assert EN("problem.no_record") in private_answer(forged), verb
    forged = await place.press_of_another(world.chloe, page, encode(Press(Verb.LEADERBOARD, 0, None, "")))
    assert private_answer(forged) == EN("problem.needs_server")
    player = await place.slash(world.alice, "ecarte game", game=f"{table}.1", show="replay", everybody=True)
    messages = [*([player.response] if player.response else []), *player.followups]
    assert all(message.ephemeral for message in messages)
    assert EN("post.not_member") in "\n".join(map(texts_of, messages))


async def test_a_profile_outside_servers_has_all_the_games_of_its_reader_and_of_no_one_else(cards: CardWorld) -> None:
    world = cards.world
    place = server_without_bot(world.env, world.alice, world.bruno)
    place.install(world.alice, world.bruno)
    empty = (await place.slash(world.alice, "ecarte profile")).response
    assert empty is not None
    assert EN("pages.profile.empty_all") in texts_of(empty)
    table = await cards.sit_down(world.alice, world.bruno)
    await cards.play(table)
    own = (await place.slash(world.alice, "ecarte profile")).response
    assert own is not None
    assert EN("pages.profile.of_all") in texts_of(own)
    history = verbs_of(own)[Verb.HISTORY][0]
    await place.click(world.alice, own, history)
    assert Verb.GAME in verbs_of(own), "the game of the server"
    other = await place.slash(world.alice, "ecarte profile", member=world.bruno.user)
    assert private_answer(other) == EN("problem.needs_server")
    forged = await place.press_of_another(world.bruno, own, history)
    assert private_answer(forged) == EN("problem.needs_server")


async def test_the_name_that_a_person_bears_in_a_server_without_the_bot_stays_there(cards: CardWorld) -> None:
    world = cards.world
    place = server_without_bot(world.env, world.alice, nicks="Agent 7")
    place.install(world.alice)
    await place.slash(world.alice, "ecarte help")
    assert (await cards.room.profile(world.alice.id)).name == "Alice"
    await open_game(cards, place, world.alice.user)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    names = {person.name for person in (await cards.view(row.id)).seats or () if not is_house(person.id)}
    assert names == {"Alice"}


async def test_no_private_game_waits_until_another_person_has_theirs(cards: CardWorld) -> None:
    world, tables = cards.world, cards.room.tables
    house, terms = Person.of_house(Level.STARTER), Terms(in_thread=False).against_house
    async with tables.seat_lock(world.alice.id):
        table = await seating.against_house(tables, 0, Person(world.bruno.id, "Bruno"), house, terms)
    assert table.status is Status.PLAYING
