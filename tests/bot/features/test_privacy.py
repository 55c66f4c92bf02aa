"""The page of stored data by clicks: what it says, the file, the question before the deletion, and the deletion."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.adapter.custom_ids import Verb
from bot.audit import verify
from bot.config import BadSetting, Settings
from bot.features import privacy
from bot.people import admin
from bot.rows.ids import is_erased
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.texts import Words
from tests.bot.features.playing import Hall
from tests.bot.features.reading import read
from tests.support.cardroom import EN, card_world


async def test_the_page_is_private_and_offers_the_file_and_the_deletion(hall: Hall) -> None:
    answer = await hall.open(hall.world.alice, "preferences", EN("privacy.open"))
    assert answer.private
    assert EN("privacy.kept") in answer.text
    assert set(answer.reading.buttons) == {EN("privacy.export"), EN("privacy.delete"), EN("pages.settings.back")}


@pytest.mark.parametrize("contact", ["", "data@example.org"])
def test_it_has_three_lines_at_most_and_names_the_contact_where_there_is_one(words: Words, contact: str) -> None:
    told = read(privacy.draw(words, 5, contact)).text
    assert ("data@" in told) is bool(contact)
    assert len(told.splitlines()) <= 4, "a title and three lines"


async def test_the_file_comes_in_private_and_once_an_hour(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    game = await hall.play(alice, bruno, stake=20)
    shown = await hall.open(alice, "preferences", EN("privacy.open"))
    answer = await hall.click(alice, shown, EN("privacy.export"))
    assert answer.private
    assert answer.reading.files == ["ecarte-data.zip"]
    (attachment,) = answer.message.attachments
    with ZipFile(BytesIO(await attachment.read())) as archived:
        data = json.loads(archived.read("data.json"))
        assert f"records/{game.table_id}.1.txt" in archived.namelist()
    assert data["discord_id"] == str(alice.id)
    assert [(entry["table"], entry["winner"]) for entry in data["games"]] == [(game.table_id, game.winner)]
    again = await hall.click(alice, shown, EN("privacy.export"))
    assert again.private
    assert again.reading.files == []
    assert "<t:" in again.text


async def test_a_person_who_got_no_file_may_ask_again_at_once(hall: Hall) -> None:
    alice = hall.world.alice
    shown = await hall.open(alice, "preferences", EN("privacy.open"))
    hall.world.env.inject_error("POST", "/webhooks/*", status=503)
    await alice.click(shown.message, custom_id=shown.reading.buttons[EN("privacy.export")])
    answer = await hall.click(alice, shown, EN("privacy.export"))
    assert answer.reading.files == ["ecarte-data.zip"]


async def test_deleting_asks_first_and_keeping_changes_nothing(hall: Hall) -> None:
    alice = hall.world.alice
    question = await hall.click(alice, await hall.open(alice, "preferences", EN("privacy.open")), EN("privacy.delete"))
    assert EN("privacy.delete.for_good") in question.text
    kept = await hall.click(alice, question, EN("privacy.delete.no"))
    assert EN("privacy.kept") in kept.text
    assert await hall.room.people.profiles.names([alice.id]) == {alice.id: alice.user.global_name or alice.name}


async def test_a_banned_person_reads_before_deleting_that_the_ban_stays(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await admin.ban(hall.room.people, hall.world.guild.id, bruno.id, alice.id, "two accounts", days=7)
    for person, stays in ((alice, True), (bruno, False)):
        shown = await hall.open(person, "preferences", EN("privacy.open"))
        question = await hall.click(person, shown, EN("privacy.delete"))
        assert (EN("privacy.delete.ban") in question.text) is stays


async def test_deleting_ends_what_is_on_and_leaves_nothing_that_names_the_person(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    await hall.play(alice, bruno, stake=20)
    table_id = await hall.begin()
    question = await hall.click(alice, await hall.open(alice, "preferences", EN("privacy.open")), EN("privacy.delete"))
    done = await hall.click(alice, question, EN("privacy.delete.yes"))
    assert done.text == EN("privacy.deleted")
    await hall.world.env.settle()
    database = hall.room.database
    view = await lookup.table(hall.room.tables, table_id)
    assert view.status is Status.CLOSED
    assert view.seats is not None
    assert [is_erased(person.id) for person in view.seats] == [True, False]
    assert (await verify(database)).faults == ()
    assert await hall.room.people.profiles.names([alice.id]) == {}
    board = await hall.ask(bruno, "leaderboard")
    assert EN("pages.former_player") in board.reading.described
    assert (alice.user.global_name or alice.name) not in board.text
    fresh = await hall.ask(alice, "profile")
    assert EN("pages.profile.empty_own") in fresh.text


async def test_an_account_is_erased_once_a_day(hall: Hall) -> None:
    alice = hall.world.alice
    shown = [await hall.open(alice, "preferences", EN("privacy.open")) for _ in range(3)]
    question, late = [await hall.click(alice, page, EN("privacy.delete")) for page in shown[:2]]
    assert EN("privacy.delete.kept") in question.text
    await hall.click(alice, question, EN("privacy.delete.yes"))
    await hall.world.env.settle()
    for page, label in ((shown[2], EN("privacy.delete")), (late, EN("privacy.delete.yes"))):
        refused = await hall.click(alice, page, label)
        assert refused.text.startswith(EN("privacy.deleted_before", when=""))
        assert "<t:" in refused.text
    assert len(await hall.room.database.journal.entries()) == 1


async def test_a_button_drawn_for_another_person_does_nothing(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        alice, bruno = cards.world.alice, cards.world.bruno
        shown = await alice.slash(cards.world.channel, "ecarte preferences")
        assert shown.response is not None
        await alice.click(shown.response, custom_id=f"ecb:privacy:0::open.{alice.id}")
        await alice.click(shown.response, custom_id=f"ecb:privacy:0::delete.{alice.id}")
        question = cards.snapshot(shown.response)
        await bruno.slash(cards.world.channel, "ecarte preferences")
        await cards.press_late(bruno, question, Verb.PRIVACY)
        await cards.world.env.settle()
        assert set(await cards.room.people.profiles.names([alice.id, bruno.id])) == {alice.id, bruno.id}
        await cards.press_late(alice, question, Verb.PRIVACY)
        await cards.world.env.settle()
        assert set(await cards.room.people.profiles.names([alice.id, bruno.id])) == {bruno.id}


async def test_a_table_whose_backer_was_erased_goes_on_and_names_no_one(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        alice, bruno, chloe = cards.world.alice, cards.world.bruno, cards.world.chloe
        table_id = await cards.sit_down(alice, bruno, stake=50)
        await cards.fill(chloe, await cards.table(table_id), Verb.BET, "20")
        await cards.fill(cards.world.david, await cards.table(table_id), Verb.BET, "20", 1)
        await cards.deal(table_id)
        shown = await chloe.slash(cards.world.channel, "ecarte preferences")
        assert shown.response is not None
        await chloe.click(shown.response, custom_id=f"ecb:privacy:0::open.{chloe.id}")
        await chloe.click(shown.response, custom_id=f"ecb:privacy:0::delete.{chloe.id}")
        await chloe.click(await cards.again(shown.response), custom_id=f"ecb:privacy:0::erase.{chloe.id}")
        await cards.world.env.settle()
        slots = await cards.room.database.table_messages.of(table_id)
        assert [row.slot for row in slots if str(chloe.id) in str(row.slot)] == []
        await cards.play(table_id)
        await cards.world.env.settle()
        told = "\n".join(str(message.components) for message in await cards.tables(table_id))
        assert f"<@{chloe.id}>" not in told
        assert "<@-" not in told
        slots = await cards.room.database.table_messages.of(table_id)
        assert [row.slot for row in slots if "-" in str(row.slot) or str(chloe.id) in str(row.slot)] == []
        await cards.expect_balanced()


def test_the_contact_is_one_line() -> None:
    assert Settings.from_environment({"ECARTE_CONTACT": " @owner "}, token_needed=False).contact == "@owner"
    with pytest.raises(BadSetting):
        Settings.from_environment({"ECARTE_CONTACT": "a\nb"}, token_needed=False)
