"""The web server admits only permitted clients, and serves nothing but its own."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import aiohttp
import pytest
from yarl import URL

from tests.sandbox.conftest import Page, Stage


async def test_the_page_comes_with_a_strict_policy(page: Page) -> None:
    async with page.session.get(page.address) as response:
        assert response.status == 200
        text = await response.text()
        policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    # Nothing comes from elsewhere, and the page has nothing that its own policy refuses.
    assert "http" not in text
    assert "style=" not in text
    assert "<script>" not in text


@pytest.mark.parametrize("host", ["example.org", "example.org:80", "127.0.0.1.example.org", "[::2]", "", "a b"])
async def test_a_foreign_host_name_is_refused(page: Page, host: str) -> None:
    async with page.session.get(page.address, headers={"Host": host}) as response:
        assert response.status in (400, 403)


@pytest.mark.parametrize("host", ["localhost", "localhost:9000", "127.0.0.1", "[::1]:80"])
async def test_this_machine_under_any_port_is_let_in(page: Page, host: str) -> None:
    # A forwarded port is another number in front of the same machine.
    async with page.session.get(page.address, headers={"Host": host}) as response:
        assert response.status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://example.org", "Content-Type": "application/json"}, 403),
        ({"Origin": "null", "Content-Type": "application/json"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
async def test_a_page_of_another_site_cannot_act(page: Page, headers: dict[str, str], status: int) -> None:
    body = json.dumps({"as": page.id("alice"), "do": "send", "channel": page.channel()["id"], "content": "mine"})
    async with page.session.post(page.address + "api/act", data=body, headers=headers) as response:
        assert response.status == status
    assert page.messages() == []


@pytest.mark.parametrize(
    "path",
    [
        "static/",
        "static/..",
        "static/../server.py",
        "static/%2e%2e/server.py",
        "static/..%2fserver.py",
        "static/....//server.py",
        "static//etc/passwd",
        "static/%2fetc%2fpasswd",
        "static/server.py",
        "cdn/1/2/3",
        "cdn/../../../etc/passwd",
        "emoji/queen_0a1b",
        "cdn/1/2/..%2f..%2fetc%2fpasswd",
        "server.py",
    ],
)
async def test_nothing_else_is_handed_out(page: Page, path: str) -> None:
    async with page.session.get(URL(page.address + path, encoded=True)) as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "body",
    [
        [],
        "no object",
        {},
        {"as": "1", "do": "send"},
        {"as": 5, "do": "send"},
        {"as": "alice", "do": "send"},
        {"as": "ALICE"},
        {"as": "ALICE", "do": "fly"},
        {"as": "ALICE", "do": "send", "channel": "x", "content": "hi"},
        {"as": "ALICE", "do": "send", "channel": "1" * 30, "content": "hi"},
        {"as": "ALICE", "do": "send", "channel": "1"},
        {"as": "ALICE", "do": "slash", "channel": "1", "command": "demo", "options": []},
        {"as": "ALICE", "do": "select", "channel": "1", "message": "1", "component": "x", "values": [1]},
        {"as": "ALICE", "do": "react", "channel": "1", "message": "1", "emoji": "", "on": True},
        {"as": "ALICE", "do": "react", "channel": "1", "message": "1", "emoji": "x", "on": 1},
        {"as": "ALICE", "do": "skip", "seconds": -1},
        {"as": "ALICE", "do": "skip", "seconds": True},
        {"as": "ALICE", "do": "skip", "seconds": 1e12},
        {"as": "ALICE", "do": "speak", "locale": "xx"},
        {"as": "ALICE", "do": "allow", "permission": "administrator", "allowed": True},
    ],
)
async def test_a_request_without_meaning_is_refused_in_a_sentence(page: Page, body: Any) -> None:
    if isinstance(body, dict) and body.get("as") == "ALICE":
        body = body | {"as": page.id("alice")}
    async with page.session.post(page.address + "api/act", json=body) as response:
        assert response.status == 400
        assert (await response.json())["error"]


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe", b""])
async def test_what_is_no_json_is_refused(page: Page, data: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    async with page.session.post(page.address + "api/act", data=data, headers=headers) as response:
        assert response.status == 400


async def test_unknown_channels_and_messages_are_reported_to_the_person(page: Page) -> None:
    assert "Unknown Channel" in (await page.act("alice", "send", channel="1", content="hi"))["error"]
    gone = await page.act("alice", "click", channel=page.channel()["id"], message="1", component="x")
    assert "Unknown Message" in gone["error"]


async def test_the_pictures_of_emojis_are_served_by_name(page: Page) -> None:
    async with page.session.get(page.address + "emoji/king_0a1b") as response:
        assert (response.status, response.content_type) == (200, "image/png")
        assert "immutable" in response.headers["Cache-Control"]
        assert (await response.read()).startswith(b"\x89PNG")


async def test_a_picture_is_shown_and_any_other_upload_is_a_download(stage: Stage) -> None:
    page = stage.page
    await page.act("alice", "slash", command="demo record", options={})
    record = await page.until(lambda: next((one for one in page.messages() if one["attachments"]), None))
    file = record["attachments"][0]
    async with page.session.get(page.address.rstrip("/") + file["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.content_type == "application/octet-stream"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert await response.read() == b'[Ecarte "1"]\n'
    table = await page.open_table()
    picture = table["attachments"][0]
    assert (picture["alt"], picture["width"], picture["height"]) == ("A green field", 480, 200)
    async with page.session.get(page.address.rstrip("/") + picture["url"]) as response:
        assert response.content_type == "image/png"
        assert "Content-Disposition" not in response.headers


async def test_names_of_uploads_may_be_anything(stage: Stage) -> None:
    page = stage.page
    simulation = stage.sandbox.world.simulation
    alice = simulation.members[int(page.id("alice"))]
    channel = simulation.channel(int(page.channel()["id"]))
    name = "a b#c?d%20é<script>.html"
    await alice.send(channel, "a page", attachments=[(name, b"<script>1</script>")])
    message = await page.until(lambda: next((one for one in page.messages() if one["attachments"]), None))
    assert message["attachments"][0]["name"] == name
    address = URL(page.address.rstrip("/") + message["attachments"][0]["url"], encoded=True)
    async with page.session.get(address) as response:
        assert response.content_type == "application/octet-stream"
        assert await response.read() == b"<script>1</script>"


async def test_each_reader_gets_all_first_and_then_what_changes(page: Page) -> None:
    await page.open_table()
    async with aiohttp.ClientSession() as session:
        late = Page(session, page.address)
        async with session.get(page.address + "events") as stream:
            first = json.loads((await stream.content.readline())[6:])
            assert first["whole"]
            assert first["set"].keys() == page.entities.keys()
            await page.act("bruno", "send", content="hello")
            await stream.content.readline()
            second = json.loads((await stream.content.readline())[6:])
            assert not second["whole"]
            assert [one["content"] for key, one in second["set"].items() if key.startswith("message:")] == ["hello"]
        assert late.entities == {}


def written(page: Page, words: str) -> bool:
    """Whether the last message has these words."""
    return [message["content"] for message in page.messages()][-1:] == [words]


async def test_a_page_that_is_closed_or_loaded_again_leaves_no_traceback(
    page: Page, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", URL(page.address).port)
    writer.write(f"GET /events HTTP/1.1\r\nHost: {URL(page.address).authority}\r\n\r\n".encode())
    await writer.drain()
    await reader.readuntil(b"data: ")
    # Broken off, as by a reload: the next change is written to a connection that is gone.
    writer.transport.abort()
    for words in ("one", "two", "three"):
        await page.act("alice", "send", content=words)
        await page.until(partial(written, page, words))
    assert [record.message for record in caplog.records if record.name.startswith("aiohttp")] == []
