"""Cards that a seat cannot see change nothing in what it is shown: texts, pictures, ids, names of files, logs.

The same evening is played twice, click by click. The second time the cards that one player cannot have seen by then
(the other's hand and discards, the talon) lie in another order. Not proved: that time itself reveals nothing.
"""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import logs
from bot.adapter.custom_ids import BUTTON, SELECT, Verb
from bot.config import LogFormat
from bot.tables.state.table_state import Status
from bot.texts import Texts
from ecarte.game import PACK, Seat
from tests.bot.e2e.evening import Step, events_of, next_step, seen_by, take, with_other_hidden_cards
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import components_of, private_answer, verbs_of

pytestmark = pytest.mark.usefixtures("unhurried")

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GsEcRe.dDiScOrDsEcReTtOkEnThAtNoLoGtElLs"
ARGUMENTS = re.compile(r"|menu|ask|challenge|-|-?[0-4](,[0-4])*|\d+\.\d+")
FILES = re.compile(r"(hand|table)\.png|ecarte-\d+-\d+\.txt")


@pytest.mark.parametrize(("manners", "pictured"), [("guided", False), ("guided", True), ("salon", False)])
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("seed", [20, 21, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (22, 23))])
async def test_what_a_player_cannot_see_changes_nothing_of_what_they_are_sent(
    tmp_path: Path, seed: int, seat: Seat, manners: str, pictured: bool
) -> None:
    """With cards as emojis of the application (`pictured`), and as characters."""
    async with card_world(_folder(tmp_path, "first"), seed=seed, texts=Texts.load(), upload_emojis=pictured) as cards:
        await _emojis_made(cards, wanted=pictured)
        table = await cards.sit_down(cards.world.alice, cards.world.bruno, manners=manners)
        steps: list[Step] = []
        pack = None
        for _ in range(5 + seed % 4 * 3):
            steps.append(await next_step(cards, table))
            await take(cards, steps[-1])
        # If no other order of the cards is possible (all are known, or the laws forbid it), play some clicks more.
        while pack is None:
            pack = with_other_hidden_cards(cards, await events_of(cards, table), seat)
            if pack is None:
                steps.append(await next_step(cards, table))
                await take(cards, steps[-1])
        packs = [*cards.house.dealt[:-1], pack]
        shown, ids = await _look(cards, table, seat)
    async with card_world(_folder(tmp_path, "second"), seed=seed, texts=Texts.load(), upload_emojis=pictured) as cards:
        await _emojis_made(cards, wanted=pictured)
        cards.house.packs.extend(packs)
        assert await cards.sit_down(cards.world.alice, cards.world.bruno, manners=manners) == table
        for step in steps:
            await take(cards, step)
        shown_again, ids_again = await _look(cards, table, seat)
    mine, theirs = seat.index, seat.other.index
    if pictured:
        shown, shown_again = _without_digests(shown), _without_digests(shown_again)
    assert shown_again[mine] == shown[mine], "not one byte of what that player can see is different"
    assert shown_again[2] == shown[2], "nor of what all can see"
    assert shown_again[theirs] != shown[theirs], "the other's cards do differ"
    assert ids_again == ids, "and no id of a card's button, nor the name of a file, tells which card it is"


async def _emojis_made(cards: CardWorld, *, wanted: bool) -> None:
    """Waits until the emojis are made, which happens after the start: drawings before that have characters."""
    while wanted and not cards.room.texts("en-US").signs:
        await cards.world.env.settle()


def _without_digests(shown: Any) -> list[str]:
    """Removes the digests: they cover the ids of the emojis, which Discord gives by the moment at
    which they are made.
    """
    return [re.sub(r'"id": \d{6,}', '"id": #', repr(reader)) for reader in shown]


async def test_no_id_and_no_file_name_can_hold_a_card(cards: CardWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    names: set[str] = set()
    ids: set[str] = set()
    backend = cards.world.env.backend
    commit, edit = backend.commit_message, backend.edit_message

    def keep(message: Any) -> Any:
        names.update(attachment["filename"] for attachment in message.attachments)
        ids.update(re.findall(r'"custom_id": "([^"]*)"', json.dumps(message.components)))
        return message

    # simcord announces no change of a message that only one person sees, so its storage is read.
    monkeypatch.setattr(backend, "commit_message", lambda *args, **options: keep(commit(*args, **options)))
    monkeypatch.setattr(backend, "edit_message", lambda *args, **options: keep(edit(*args, **options)))
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    await cards.press(cards.world.alice, await cards.table(table), Verb.RECORD)
    assert len(ids) > 50
    assert {"hand.png", "table.png"} <= names
    for custom_id in ids:
        found = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
        assert found is not None
        assert ARGUMENTS.fullmatch(found["argument"]), custom_id
    assert all(FILES.fullmatch(name) for name in names)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the bot logs at the chattiest level, as `python -m bot` sets logging up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("discord", "sqlalchemy", "aiosqlite")}
    stream = io.StringIO()
    root.handlers.clear()
    logs.set_up("DEBUG", LogFormat.JSON, stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.mark.expects_log("bot.adapter.store", "Discord refused a message")
async def test_the_log_contains_no_card_and_no_token(tmp_path: Path, log: io.StringIO) -> None:
    async with card_world(tmp_path, seed=7, token=TOKEN, log_level="DEBUG") as cards:
        world = cards.world
        world.speaks(world.bruno, "fr")
        world.close_dms(world.alice)
        table = await cards.sit_down(world.alice, world.bruno)
        world.open_dms(world.alice)
        await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
        hand = cards.hand(world.bruno)
        assert hand is not None
        # The first refusal may be taken for a deleted emoji.
        refused = "Invalid Form Body"
        world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, message=refused, times=3)
        for _ in range(5):  # a press may only pick a card, which draws the hand alone
            mover, _ = await cards.mover(table)
            await cards.act(mover, await cards.my_hand(mover, table))
        await world.restart()
        for _ in range(500):
            if (await cards.view(table)).status is not Status.PLAYING:
                break
            mover, _ = await cards.mover(table)
            await cards.act(mover, await cards.my_hand(mover, table))
    text = log.getvalue()
    assert "ready as" in text
    assert "Discord refused a message" in text
    assert TOKEN not in text
    assert TOKEN.split(".")[2] not in text
    for card in PACK:
        for words in (EN, FR):
            rank, suit = words(f"rank.{card.rank.value}"), words(f"suit.{card.suit.value}")
            assert words("card.name", rank=rank, suit=suit) not in text
        assert re.search(rf"(?<![\w-]){card}(?![\w-])", text) is None, "no card by its letters"
    assert not set("♠♥♦♣") & set(text)


async def test_the_record_which_shows_all_hands_is_refused_while_the_game_is_on(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    for person in (world.alice, world.chloe):
        answer = await person.slash(world.channel, "ecarte game", show="record", game=f"{table}.1")
        assert private_answer(answer) == EN("problem.no_record")
        assert answer.response is not None
        assert answer.response.attachments == []


async def _look(cards: CardWorld, table: int, seat: Seat) -> tuple[list[Any], list[Any]]:
    """Returns what Alice, Bruno and all others see, with My hand and the menu open, and the ids in the other's hand."""
    people = (cards.world.alice, cards.world.bruno)
    for person in people:
        hand = await cards.my_hand(person, table)
        for verb in (Verb.MORE, Verb.CALL):
            if verb in verbs_of(hand):
                await cards.press(person, hand, verb)
    other = cards.hand(people[seat.other.index])
    assert other is not None
    found = verbs_of(other, disabled=True)
    # The order of the buttons is that of the cards, which the reader sees.
    ids = [sorted(found.get(verb, [])) for verb in (Verb.PLAY, Verb.CHOOSE_DISCARDS, Verb.DISCARD, Verb.MORE)]
    values = [option["value"] for part in components_of(other) for option in part.get("options", ())]
    return [seen_by(cards, person) for person in (*people, None)], [
        ids,
        values,
        [attachment.filename for attachment in other.attachments],
    ]


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
