"""What a person does on the page reaches the bot, and its answers reach those who may see them.

By requests, without a browser: nothing here proves that the page draws any of it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.sandbox.conftest import Page, Stage


def text_of(message: dict[str, Any]) -> str:

    def parts(components: list[dict[str, Any]]) -> list[str]:
        return [part.get("content", "") + " ".join(parts(part.get("components", []))) for part in components]

    return " ".join([message["content"], *parts(message["components"])])


async def said(page: Page, reader: str, words: str) -> dict[str, Any]:
    """The last message with these words that a person sees, as soon as there is one."""
    message: dict[str, Any] = await page.until(
        lambda: next((entry for entry in reversed(page.messages(reader)) if words in text_of(entry)), None)
    )
    return message


async def test_a_command_is_seen_by_all_with_its_whole_name(page: Page) -> None:
    table = await page.open_table()
    assert table["used"] == {"person": page.id("alice"), "path": "demo table", "slash": True}
    for reader in ("alice", "bruno", "chloe", "david"):
        assert table in page.messages(reader)
    assert "Alice and Bruno" in text_of(table)


async def test_options_arrive_with_their_types(page: Page) -> None:
    options = {"member": page.id("chloe"), "stake": 20, "pace": "letter", "loud": True}
    assert await page.act("david", "slash", command="demo table", options=options) == {}
    welcome = await said(page, "bruno", "Welcome")
    assert "Stake 20, pace letter, loud True" in welcome["content"]
    assert welcome["pings"] == [page.id("chloe")]
    assert page.entities[f"channel:{welcome['channel']}"]["name"] == "David · Chloé"


async def test_a_thread_hangs_on_its_message_and_says_nothing_else_in_the_channel(page: Page) -> None:
    table = await page.open_table()
    thread = page.channel("thread")
    assert (table["thread"], thread["parent"]) == (thread["id"], table["channel"])
    announced = [entry for entry in page.messages() if entry["system"]]
    assert [entry["system"]["kind"] for entry in announced] == ["hidden"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "requires option 'member'"),
        ({"member": "1"}, "That person is not here"),
        ({"member": "bruno", "stake": 101}, "must be ≤ 100"),
        ({"member": "bruno", "stake": "many"}, "expects int"),
        ({"member": "bruno", "pace": "never"}, "only allows"),
        ({"member": "bruno", "colour": "red"}, "has no option 'colour'"),
    ],
)
async def test_a_wrong_option_is_reported_to_the_person(page: Page, options: dict[str, Any], words: str) -> None:
    if options.get("member") == "bruno":
        options = options | {"member": page.id("bruno")}
    answer = await page.act("alice", "slash", command="demo table", options=options)
    assert words in answer["error"]


async def test_a_press_edits_the_message_in_place_for_everyone(page: Page) -> None:
    table = await page.open_table()
    assert await page.act("alice", "skip", seconds=5) == {}
    place = {"channel": table["channel"], "message": table["id"]}
    assert await page.act("bruno", "click", **place, component="demo:press:0") == {}
    after = await said(page, "david", "Presses:** 1")
    assert (after["id"], after["edited"]) == (table["id"], True)
    picture = after["components"][0]["components"][1]["items"][0]
    assert picture["description"] == "A red field"
    assert picture["media"]["url"].startswith("/cdn/")
    # The button has gone: a person who still sees it gets an explanation.
    late = await page.act("chloe", "click", **place, component="demo:press:0")
    assert late["error"] == "That is gone: the message has changed. Press what it shows now."


async def test_a_private_answer_is_seen_by_its_reader_only_until_dismissed(page: Page) -> None:
    table = await page.open_table()
    await page.act("chloe", "click", channel=table["channel"], message=table["id"], component="demo:rules")
    private = await said(page, "chloe", "Only *you*")
    assert private["for"] == page.id("chloe")
    assert not any("Only *you*" in text_of(entry) for entry in page.messages("alice"))
    await page.act("chloe", "dismiss", message=private["id"])
    await page.until(lambda: f"message:{private['id']}" not in page.entities)


async def test_several_are_chosen_and_the_bounds_hold(page: Page) -> None:
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"], "component": "demo:discard"}
    assert "between 1 and 3" in (await page.act("bruno", "select", **place, values=["1", "2", "3", "4"]))["error"]
    assert "does not exist" in (await page.act("bruno", "select", **place, values=["9"]))["error"]
    assert await page.act("bruno", "select", **place, values=["2", "5"]) == {}
    await said(page, "bruno", "Discarded: 2, 5")


async def test_a_person_is_chosen_from_a_menu(page: Page) -> None:
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"], "component": "demo:who"}
    await page.act("bruno", "select", **place, values=[page.id("david")])
    await said(page, "alice", f"Chosen: <@{page.id('david')}>")


async def test_a_form_is_shown_to_the_person_who_pressed_and_can_be_sent_once(page: Page) -> None:
    table = await page.open_table()
    shown = await page.act("bruno", "click", channel=table["channel"], message=table["id"], component="demo:form")
    form = shown["modal"]
    assert form["title"] == "A form"
    values = {"name": "Game", "size": ["l"], "pace": "slow", "sure": True}
    missing = await page.act("bruno", "modal", interaction=form["interaction"], values=values | {"name": ""})
    assert "cannot be empty" in missing["error"]
    stranger = await page.act("alice", "modal", interaction=form["interaction"], values=values)
    assert "Only the modal opener" in stranger["error"]
    assert await page.act("bruno", "modal", interaction=form["interaction"], values=values) == {}
    await said(page, "alice", "Form: Game, l, slow, True")
    again = await page.act("bruno", "modal", interaction=form["interaction"], values=values)
    assert "already been submitted" in again["error"]


async def test_completion_is_answered_by_the_bot_in_the_readers_language(page: Page) -> None:
    answer = await page.act("bruno", "autocomplete", command="demo find", option="word", value="tal", options={})
    assert answer == {"choices": [{"name": "talon (fr)", "value": "talon"}]}


async def test_the_menu_on_a_person_follows_the_readers_language(page: Page) -> None:
    await page.act("alice", "menu", command="Show profile", user=page.id("bruno"))
    await said(page, "alice", "for a reader of en-US")
    assert await page.act("alice", "speak", locale="fr") == {}
    await page.until(lambda: page.entities[f"person:{page.id('alice')}"]["locale"] == "fr")
    await page.act("alice", "menu", command="Show profile", user=page.id("bruno"))
    await said(page, "alice", "for a reader of fr")


async def test_only_those_who_manage_the_server_are_offered_what_needs_it(page: Page) -> None:
    async def offered(name: str) -> list[str]:
        query = {"as": page.id(name), "channel": page.channel()["id"]}
        async with page.session.get(page.address + "api/commands", params=query) as response:
            listed = (await response.json())["slash"]
            return [option["name"] for command in listed for option in command["options"]]

    # Discord hides whole commands, not subcommands: everyone is offered all of a group.
    assert "settings" in await offered("alice")
    options = {"channel": page.channel()["id"]}
    await page.act("alice", "server speaks", locale="fr")
    await page.act("alice", "slash", command="demo settings", options=options)
    await said(page, "alice", "Settings: <#")
    await said(page, "alice", ", fr")


async def test_private_messages_and_what_happens_when_they_are_closed(page: Page) -> None:
    assert await page.act("bruno", "slash", command="demo dm", options={}) == {}
    hand = await said(page, "bruno", "Your hand")
    assert hand["channel"] == page.channel("dm", "bruno")["id"]
    assert hand not in page.messages("alice")
    assert [part["disabled"] for part in hand["components"][0]["components"]] == [False, False, True, False, False]
    await page.act("bruno", "close dms", closed=True)
    await page.until(lambda: page.entities[f"person:{page.id('bruno')}"]["dmsClosed"])
    await page.act("bruno", "slash", command="demo dm", options={})
    await said(page, "bruno", "Your DMs are closed.")
    await page.act("bruno", "close dms", closed=False)
    await page.act("bruno", "slash", command="demo dm", options={})
    await page.until(lambda: sum("Your hand" in entry["content"] for entry in page.messages("bruno")) == 2)


async def test_commands_and_presses_work_in_private(page: Page) -> None:
    dm = page.channel("dm", "bruno")["id"]
    assert await page.act("bruno", "slash", command="demo dm", options={}, channel=dm) == {}
    hand = await said(page, "bruno", "Your hand")
    assert await page.act("bruno", "click", channel=dm, message=hand["id"], component="demo:off1") == {}
    disabled = await page.act("bruno", "click", channel=dm, message=hand["id"], component="demo:off3")
    assert "disabled" in disabled["error"]
    assert await page.act("bruno", "send", channel=dm, content="thank you") == {}
    await said(page, "bruno", "thank you")
    stranger = await page.act("alice", "click", channel=dm, message=hand["id"], component="demo:off1")
    assert "error" in stranger


async def test_reactions_old_and_new_are_seen_by_all_and_by_the_bot(page: Page) -> None:
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"]}
    await page.act("david", "react", **place, emoji="2️⃣", on=True)
    await page.act("david", "react", **place, emoji="👍", on=True)
    await said(page, "alice", f"<@{page.id('david')}> likes that.")
    await page.act("david", "react", **place, emoji="2️⃣", on=False)
    bot = page.entities["world"]["bot"]["id"]

    def settled() -> bool:
        counted = {entry["emoji"]: entry["users"] for entry in page.entities[f"message:{table['id']}"]["reactions"]}
        return counted == {"1️⃣": [bot], "2️⃣": [bot], "👍": [page.id("david")]}

    await page.until(settled)


async def test_reactions_in_private(page: Page) -> None:
    await page.act("bruno", "slash", command="demo dm", options={})
    hand = await said(page, "bruno", "Your hand")
    assert await page.act("bruno", "react", channel=hand["channel"], message=hand["id"], emoji="🂠", on=True) == {}
    await page.until(lambda: page.entities[f"message:{hand['id']}"]["reactions"])


async def test_only_the_author_or_the_owner_deletes_a_message(page: Page) -> None:
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"]}
    assert "Missing Permissions" in (await page.act("bruno", "delete", **place))["error"]
    assert await page.act("alice", "delete", **place) == {}
    await page.until(lambda: f"message:{table['id']}" not in page.entities)
    gone = await page.act("bruno", "click", **place, component="demo:press:0")
    assert "Unknown Message" in gone["error"]


async def test_only_the_owner_deletes_a_thread(page: Page) -> None:
    thread = (await page.open_table())["thread"]
    assert "Missing Permissions" in (await page.act("bruno", "delete channel", channel=thread))["error"]
    assert await page.act("alice", "delete channel", channel=thread) == {}
    await page.until(lambda: f"channel:{thread}" not in page.entities)
    assert not [entry for entry in page.messages() if entry["channel"] == thread]


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception in command 'table'")
async def test_a_permission_taken_from_the_bot_is_missing_until_it_is_given_back(page: Page) -> None:
    await page.act("alice", "allow", permission="create_public_threads", allowed=False)
    await page.until(lambda: not page.entities["world"]["permissions"]["create_public_threads"])
    await page.act("alice", "slash", command="demo table", options={"member": page.id("bruno")})
    await page.until(lambda: any("Missing Permissions" in notice for notice in page.notices))
    await page.act("alice", "allow", permission="create_public_threads", allowed=True)
    await page.open_table()


@pytest.mark.answers_amiss("the demo bot stays silent")
async def test_a_bot_that_does_not_answer_is_reported_after_three_seconds(page: Page) -> None:
    answer = await page.act("alice", "slash", command="demo silent", options={})
    assert answer == {"error": "{name} did not respond within three seconds.", "name": "Écarté", "sent": True}


@pytest.mark.expects_log("discord.client", "Ignoring exception in on_interaction")
@pytest.mark.answers_amiss("the demo bot fails")
async def test_a_failure_of_the_bot_is_reported_once(page: Page) -> None:
    table = await page.open_table()
    answer = await page.act("bruno", "click", channel=table["channel"], message=table["id"], component="demo:fail")
    assert "did not respond" in answer["error"]
    await page.until(lambda: page.notices)
    assert len(page.notices) == 1
    assert "RuntimeError: this button always fails" in page.notices[0]


async def test_many_act_at_the_same_time(page: Page) -> None:
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"], "component": "demo:rules"}
    people = ("alice", "bruno", "chloe", "david")
    answers = await asyncio.gather(*(page.act(name, "click", **place) for name in people * 3))
    assert answers == [{}] * 12
    await page.until(lambda: sum("Only *you*" in entry["content"] for entry in page.messages()) == 12)
    assert all(sum("Only *you*" in entry["content"] for entry in page.messages(name)) == 3 for name in people)


async def test_the_bot_stopped_and_started_again_goes_on(stage: Stage) -> None:
    page = stage.page
    table = await page.open_table()
    place = {"channel": table["channel"], "message": table["id"]}
    await page.act("bruno", "click", **place, component="demo:press:0")
    assert await page.act("alice", "restart") == {}
    assert [bot.closed_database for bot in stage.bots] == [True, False]
    assert await page.act("bruno", "click", **place, component="demo:press:1") == {}
    await said(page, "david", "Presses:** 2")
