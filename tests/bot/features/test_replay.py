"""Replays on the simulated Discord: who may open them, how far, which cards are open. Also records from elsewhere.

Not proved here: that Discord hands a message's file back to a bot when a person presses. simcord does.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.replay.upload import MOST_BYTES, BadRecord, games_of
from bot.texts import Words
from ecarte import notation
from ecarte.notation import Replay
from tests.bot.features.playing import Answer, Hall
from tests.ecarte.notation.mutants import mutant, originals

RECORDS = Path(__file__).parents[2] / "ecarte" / "notation" / "records"
CLAIMS = (RECORDS / "modern-with-claims.txt").read_text("utf-8")
PLAIN = (RECORDS / "first-release" / "plain.txt").read_text("utf-8")
UNFINISHED = (RECORDS / "cavendish-hand-12.txt").read_text("utf-8")


async def bring(hall: Hall, data: str | bytes, **options: Any) -> Answer:
    """Uploads a record as Alice."""
    file = ("game.txt", data.encode() if isinstance(data, str) else data)
    return await hall.ask(hall.world.alice, "game", record=file, **options)


def step(answer: Answer) -> tuple[int, int]:
    """Returns the current step, and the number of steps."""
    (line,) = [line for line in answer.text.split("\n") if line.startswith(("-# Step ", "-# Étape "))]
    _, _, place, _, of = line.split(" ")
    return int(place), int(of)


def stored(hall: Hall, answer: Answer) -> list[str]:
    """Returns the names of the files in a message."""
    message = hall.world.env.backend.get_message(answer.message.channel.id, answer.message.id)
    return [attachment["filename"] for attachment in message.attachments]


# ---------------------------------------------------------------- games of this house


async def test_ones_last_game_is_leafed_through_from_the_first_step_to_the_last(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    first = await hall.ask(hall.world.alice, "game", show="replay")
    assert first.private
    assert step(first)[0] == 1
    assert "Cut for the deal" in first.text
    assert first.reading.dead >= {"First", "Back", "Both hands", "Previous deal"}
    dealt = await hall.click(hall.world.alice, first, "Forward")
    assert dealt.message.id == first.message.id
    assert "and turns up" in dealt.text
    last = await hall.click(hall.world.alice, dealt, "Last")
    assert step(last)[0] == step(last)[1]
    assert "Alice wins: Bruno resigns" in last.text
    assert last.reading.dead >= {"Last", "Forward"}
    assert step(await hall.click(hall.world.alice, last, "Back"))[0] == step(last)[1] - 1
    assert step(await hall.click(hall.world.alice, last, "First"))[0] == 1
    assert stored(hall, last) == ["replay.png"]


async def test_one_side_can_be_closed_and_opened_again(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    dealt = await hall.click(hall.world.alice, await hall.ask(hall.world.alice, "game", show="replay"), "Forward")
    assert "hidden" not in dealt.text
    mine = await hall.click(hall.world.alice, dealt, "Only Alice")
    assert "Bruno: 5 hidden cards" in mine.text
    assert "Alice: 5 cards" not in mine.text
    assert step(mine) == step(dealt)
    theirs = await hall.click(hall.world.alice, mine, "Only Bruno")
    assert "Alice: 5 hidden cards" in theirs.text
    assert "hidden" not in (await hall.click(hall.world.alice, theirs, "Both hands")).text


async def test_in_french_it_speaks_french(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    hall.world.speaks(hall.world.alice, "fr")
    first = await hall.ask(hall.world.alice, "game", show="replay")
    assert "On coupe pour la donne" in first.text
    dealt = await hall.click(hall.world.alice, first, "Avancer")
    assert "et retourne" in dealt.text
    assert "5 cartes cachées" in (await hall.click(hall.world.alice, dealt, "Alice seulement")).text


async def test_the_command_offers_ones_last_games(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    await hall.play(hall.world.alice, hall.world.chloe)
    found = await hall.world.alice.autocomplete(hall.world.channel, "ecarte game", "game", "bruno")
    assert [choice["value"] for choice in found] == [f"{game.table_id}.1"]
    assert "Bruno" in (await hall.ask(hall.world.alice, "game", show="replay", game=found[0]["value"])).text


async def test_a_record_leads_to_the_replay_and_the_replay_to_the_record(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno)
    chloe = hall.world.chloe
    watched = await hall.click(chloe, await hall.ask(chloe, "game", show="record", game=f"{game.table_id}.1"), "Replay")
    assert watched.private
    assert step(watched)[0] == 1
    exported = await hall.click(chloe, watched, "Record")
    assert exported.reading.files == [f"ecarte-{game.table_id}-1.txt"]


async def test_a_replay_for_all_is_turned_only_by_the_member_who_opened_it(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    hall.world.speaks(hall.world.chloe, "fr")
    shown = await hall.ask(hall.world.alice, "game", show="replay", everybody=True)
    assert not shown.private
    assert shown.message.mentions == []
    own = await hall.click(hall.world.chloe, shown, "Forward")
    assert own.private
    assert "Étape 2" in own.text
    assert step(hall.again(shown))[0] == 1, "what all see has not moved"
    further = await hall.click(hall.world.chloe, own, "Avancer")
    assert (further.message.id, step(further)[0]) == (own.message.id, 3)
    turned = await hall.click(hall.world.alice, shown, "Last")
    assert not turned.private
    assert step(turned)[0] == step(turned)[1]


async def test_two_presses_at_once_do_what_one_does(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    first = await hall.ask(hall.world.alice, "game", show="replay")
    on = first.reading.buttons["Forward"]
    alice = hall.world.alice
    await hall.world.at_once(*[lambda: alice.click(first.message, custom_id=on)] * 3)
    assert step(hall.again(first))[0] == 2


async def test_a_restart_between_two_presses_is_not_noticed(hall: Hall) -> None:
    await hall.play(hall.world.alice, hall.world.bruno)
    house, brought = await hall.ask(hall.world.alice, "game", show="replay"), await bring(hall, PLAIN)
    for crash in (False, True):
        await hall.world.restart(crash=crash)
        house = await hall.click(hall.world.alice, house, "Forward")
        brought = await hall.click(hall.world.alice, brought, "Forward")
    assert step(house)[0] == step(brought)[0] == 3


@pytest.mark.parametrize("written", ["the last one", "999.1", "0.1"])
async def test_a_game_that_is_not_there_is_not_replayed(hall: Hall, written: str) -> None:
    answer = await hall.ask(hall.world.alice, "game", show="replay", game=written)
    assert answer.private
    assert "There is no such finished game here." in answer.text


async def test_a_game_of_another_server_is_not_replayed(hall: Hall) -> None:
    game = await hall.play(hall.world.alice, hall.world.bruno, guild_id=hall.elsewhere())
    answer = await hall.ask(hall.world.alice, "game", show="replay", game=f"{game.table_id}.1")
    assert "There is no such finished game here." in answer.text
    assert answer.message.attachments == []


async def test_a_game_that_is_on_is_not_replayed(hall: Hall) -> None:
    table = await hall.begin()
    for person in (hall.world.alice, hall.world.chloe):
        answer = await hall.ask(person, "game", show="replay", game=f"{table}.1")
        assert answer.private
        assert "There is no such finished game here." in answer.text
        assert answer.message.attachments == []
    assert "You have not finished a game here yet." in (await hall.ask(hall.world.alice, "game", show="replay")).text


# ---------------------------------------------------------------- records from elsewhere


async def test_a_record_from_elsewhere_is_watched_to_its_end(hall: Hall) -> None:
    answer = await bring(hall, CLAIMS)
    assert answer.private
    assert answer.reading.files == ["record.txt"]
    assert stored(hall, answer) == ["replay.png", "record.txt"]
    assert "Chloé" in answer.text
    on = await hall.click(hall.world.alice, answer, "Forward")
    assert on.message.id == answer.message.id
    assert step(on) == (2, len(Replay(notation.read(CLAIMS).events)))
    last = await hall.click(hall.world.alice, await hall.click(hall.world.alice, on, "Next deal"), "Last")
    assert "1 – 5" in last.text
    (file,) = [attachment for attachment in last.message.attachments if attachment.filename == "record.txt"]
    assert await file.read() == CLAIMS.encode(), "it is still the file that was brought"


async def test_another_member_gets_a_private_record_with_the_file(hall: Hall) -> None:
    shown = await bring(hall, PLAIN, everybody=True)
    assert not shown.private
    own = await hall.click(hall.world.bruno, shown, "Forward")
    assert own.private
    assert own.reading.files == ["record.txt"]
    further = await hall.click(hall.world.bruno, own, "Forward")
    assert (step(further)[0], step(hall.again(shown))[0]) == (3, 1)


async def test_a_member_who_may_not_attach_files_cannot_show_the_record_to_others(hall: Hall, words: Words) -> None:
    world, bruno = hall.world, hall.world.bruno
    world.speaks(bruno, words.language.value)
    denied = discord.Permissions(attach_files=True).value
    world.env.backend.set_overwrite(world.channel.id, Overwrite(bruno.id, OverwriteType.MEMBER, 0, denied))
    file = ("game.txt", PLAIN.encode())
    refused = await hall.ask(bruno, "game", record=file, everybody=True)
    assert (refused.private, refused.text) == (True, words("replay.no_files"))
    assert step(await hall.ask(bruno, "game", record=file))[0] == 1


async def test_the_one_reader_has_the_colours_of_their_preferences(hall: Hall) -> None:
    async def picture(**options: Any) -> bytes:
        dealt = await hall.click(hall.world.alice, await bring(hall, PLAIN, **options), "Forward")
        message = hall.world.env.backend.get_message(dealt.message.channel.id, dealt.message.id)
        data = hall.world.env.backend.cdn.get(message.attachments[0]["url"])
        assert data is not None
        return data

    private, public = await picture(), await picture(everybody=True)
    assert private == public
    await hall.click(hall.world.alice, await hall.ask(hall.world.alice, "preferences"), "Four colours: off")
    assert await picture() != private
    assert await picture(everybody=True) == public


async def test_a_record_that_breaks_off_is_watched_as_far_as_it_goes(hall: Hall) -> None:
    last = await hall.click(hall.world.alice, await bring(hall, UNFINISHED), "Last")
    assert step(last)[0] == step(last)[1]
    assert "Illustrative hand XII, p. 68" in last.text


async def test_several_games_in_one_file_are_watched_one_after_the_other(hall: Hall) -> None:
    first = await bring(hall, f"\ufeff{PLAIN}\n; and another\n\n{CLAIMS}\n{UNFINISHED}".replace("\n", "\r\n"))
    assert "game 1 of 3" in first.text
    assert "Previous game" in first.reading.dead
    second = await hall.click(hall.world.alice, await hall.click(hall.world.alice, first, "Last"), "Next game")
    assert "game 2 of 3" in second.text
    assert (step(second)[0], "Chloé" in second.text) == (1, True)
    third = await hall.click(hall.world.alice, second, "Next game")
    assert "Next game" in third.reading.dead
    assert "game 2 of 3" in (await hall.click(hall.world.alice, third, "Previous game")).text


def unlawful() -> str:
    """Returns a record in which a card is played that its player does not hold."""
    return re.sub(r"^1\. ([NS]) \w\w", lambda match: f"1. {match[1]} {_missing()}", PLAIN, count=1, flags=re.MULTILINE)


def _missing() -> str:
    """Returns the turn-up of the first deal, which no one can hold."""
    found = re.search(r"turned (\w\w)", PLAIN)
    assert found is not None
    return found[1]


def line_of(start: str, text: str) -> int:
    """The number of the first line that starts so."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


BAD: dict[str, tuple[bytes, str, dict[str, object]]] = {
    "too large": (b"; much ado\n" * (MOST_BYTES // 10), "replay.bad.large", {"limit": 64}),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "replay.bad.not_text", {}),
    "text with noughts": (PLAIN.replace("\n", "\0\n").encode(), "replay.bad.not_text", {}),
    "utf-16": (PLAIN.encode("utf-16"), "replay.bad.not_text", {}),
    "latin-1": (CLAIMS.encode("latin-1", "replace"), "replay.bad.not_text", {}),
    "empty": (b"", "replay.bad.empty", {}),
    "blank lines and comments": (b"\n; nothing\n\n" * 4000, "replay.bad.empty", {}),
}


@pytest.mark.parametrize("bad", BAD)
async def test_a_file_that_is_no_record_is_refused_kindly(hall: Hall, bad: str, words: Words) -> None:
    hall.world.speaks(hall.world.alice, words.language.value)
    data, key, values = BAD[bad]
    answer = await bring(hall, data, everybody=True)
    assert answer.private
    assert answer.text == words(key, **values)
    assert answer.message.attachments == []


FIRST = PLAIN.split("\n")[0]
TWO = f"{PLAIN}\n{UNFINISHED}moo"
UNSOUND: dict[str, tuple[str, int, str, str]] = {
    "a poem": ("Roses are red\n" * 3000, 1, "start", FIRST),
    "no beginning": (PLAIN.removeprefix(FIRST + "\n"), 1, "start", FIRST),
    "a later version": (PLAIN.replace('"1"]', '"2"]', 1), 1, "version", ""),
    "no result": (re.sub(r"\[Result .*\n", "", PLAIN), line_of("[Rules", PLAIN), "tag", "Result"),
    "another score": (PLAIN.replace("end 5-1", "end 5-0"), line_of("end", PLAIN), "should", "end 5-1 N five"),
    "a bad line": (PLAIN.replace("1. ", "1. E ", 1), line_of("1. ", PLAIN), "unread", ""),
    "no character": (PLAIN.replace("Alice", "\\U80000000", 1), 2, "unread", ""),
    "cut off": (PLAIN[: PLAIN.index("\nhands")], line_of("deal 1", PLAIN), "breaks_off", ""),
    "two games, one of them bad": (TWO, len(TWO.split("\n")), "unread", ""),
}


@pytest.mark.parametrize("name", UNSOUND)
async def test_a_line_that_does_not_stand_is_named(hall: Hall, name: str, words: Words) -> None:
    hall.world.speaks(hall.world.alice, words.language.value)
    text, line, key, rest = UNSOUND[name]
    answer = await bring(hall, text)
    assert answer.private
    assert answer.message.attachments == []
    why = words(f"replay.bad.{key}", rest=f"`{rest}`")
    assert answer.text.startswith(words("replay.bad.line", line=words.number(line), why=why))
    assert (words("replay.bad.note", note="") in answer.text) == (key == "unread")


def test_a_damaged_record_is_refused_in_a_sentence_or_leafed_through(english: Words, french: Words) -> None:
    chance, records = random.Random(1886), originals()
    taken = 0
    for _ in range(600):
        data = mutant(chance, records)
        try:
            games = games_of(data)
        except BadRecord as bad:
            for sentence in (bad.sentence(english), bad.sentence(french)):
                assert 0 < len(sentence) < 1000
                assert all(character.isprintable() or character in "\n\u202f" for character in sentence)
        else:
            assert all(len(game.walk) > 0 for game in games)
            taken += 1
    assert 20 < taken < 580


async def test_an_unlawful_move_is_named_with_its_line_and_law(hall: Hall, words: Words) -> None:
    hall.world.speaks(hall.world.alice, words.language.value)
    answer = await bring(hall, unlawful())
    why = words("replay.rule.card-not-in-hand")
    assert answer.text.startswith(words("replay.bad.law", line=words.number(line_of("1. ", PLAIN)), law=39, why=why))
    assert f"> `1. {unlawful().split('1. ')[1][:4]}" in answer.text


async def test_thousands_of_lawful_lines_are_read_and_leafed_through(hall: Hall) -> None:
    at = PLAIN.index("\ndeal 2")
    long = PLAIN[:at] + "\nN offers to stop\nS declines to stop" * 1700 + PLAIN[at:]
    assert len(long) < MOST_BYTES
    last = await hall.click(hall.world.alice, await bring(hall, long), "Last")
    assert step(last)[1] > 3400


async def test_what_a_record_calls_its_players_does_no_harm(hall: Hall) -> None:
    name = "\ud800 \0 @everyone <@1> **[x](https://discord.com)** `" + "W" * 300
    hostile = notation.write(notation.read(PLAIN).events, {"North": name, "South": " ", "Event": name, "Date": name})
    answer = await bring(hall, hostile, everybody=True)
    assert not answer.private
    assert answer.message.mentions == []
    assert not answer.message.mention_everyone
    assert r"\@everyone \<\@1\> \*\*\[x" in answer.text
    assert answer.text.encode(), "half a character is no text"
    assert "W" * 40 not in answer.text
    assert "South" in answer.text


async def test_a_game_and_a_record_are_not_asked_for_at_once(hall: Hall, words: Words) -> None:
    hall.world.speaks(hall.world.alice, words.language.value)
    assert (await bring(hall, PLAIN, game="1.1")).text == words("replay.one")


async def test_a_record_that_discord_has_lost_is_asked_for_again(hall: Hall, words: Words) -> None:
    hall.world.speaks(hall.world.alice, words.language.value)
    answer = await bring(hall, PLAIN)
    hall.world.env.backend.cdn._blobs.clear()  # simcord has no public way to lose a file
    told = await hall.click(hall.world.alice, answer, words("replay.on"))
    assert told.text == words("replay.bad.gone")
    assert step(hall.again(answer))[0] == 1
