"""The gallery reaches every kind of message by real games, in both languages; and an audit walks all of them.

What a picture shows is held against what its message says: the text, the labels, the alternative texts of its pictures.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest

from bot.adapter import formatting
from bot.adapter.custom_ids import BUTTON, SELECT, Verb, decode
from bot.adapter.message import Picture
from bot.gallery import Snapshot, collect
from bot.gallery.game import Game
from bot.gallery.stage import open_stage
from bot.gallery.troupe import parts, presses
from bot.texts import Language, Texts, Words
from ecarte.game import Card

LANGUAGES = [Language.ENGLISH, Language("fr")]
TEXTS = Texts.load()
LONGEST_ALT = 1024
MOST_WORDS = 3
LONGER = {
    # What a first-time player is asked; the other answer is "Just play".
    "Teach me as I play",
    # The announcement that the law asks for, as players say it.
    "Je marque le roi",
}
EXAMPLES = {"preferences", "rules", "rules-next"}
"""Pages whose cards are examples of how cards look and rank."""
MARKDOWN = re.compile(r"\*\*|__|~~|`|^#+ |^-# |<[@#t:]|\[[^\]]*\]\(", re.MULTILINE)


class Audit(NamedTuple):
    """What was seen in one language."""

    words: Words
    sights: tuple[Snapshot, ...]
    missing: dict[str, str]
    scenes: dict[bytes, object]


# A gallery takes a minute. After a failure each test raises it, and none plays the gallery again.
_AUDITS: dict[Language, Audit | Exception] = {}


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.value)
async def audit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """The gallery in a language, played once, with what was painted on each picture."""
    language = request.param
    if language not in _AUDITS:
        scenes: dict[bytes, object] = {}
        painted = Picture.file

        async def noted(picture: Picture) -> discord.File:
            file = await painted(picture)
            scenes[_key(file.fp.getvalue())] = picture.scene  # type: ignore[attr-defined]  # a file in memory
            return file

        monkeypatch.setattr(Picture, "file", noted)
        try:
            sights, missing = await collect(language)
            _AUDITS[language] = Audit(TEXTS(language), tuple(sights), missing, scenes)
        except Exception as error:
            _AUDITS[language] = error
    kept = _AUDITS[language]
    if isinstance(kept, Exception):
        raise kept
    return kept


def _expect_none(faults: Iterable[object]) -> None:
    lines = sorted({str(fault) for fault in faults})
    assert not lines, "\n" + "\n".join(lines)


def _key(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


async def test_the_gallery_reaches_every_kind_of_message(audit: Audit) -> None:
    assert audit.missing == {}
    assert len({sight.key for sight in audit.sights}) == len(audit.sights)


async def test_the_gallery_waits_for_a_bot_that_takes_long() -> None:
    async with open_stage(Language.ENGLISH, 7, patience_s=0.02) as (troupe, _):
        await troupe.slash("alice", "ecarte challenge", member="bruno", stake=50)
        challenge = troupe.public()
        await troupe.press("bruno", challenge, Verb.ACCEPT)
        game = Game(troupe, challenge)
        await game.deal()
        elder, _ = await game.roles()
        assert presses(troupe.hand(elder), Verb.PLAY)
        assert troupe.table() is not None


def test_the_gallery_without_a_browser_says_in_one_line_what_it_needs(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CHROMIUM"} | {"PATH": ""}
    command = [sys.executable, "-m", "bot", "gallery", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "chromium" in done.stderr


# -------------------------------------------------------------------- what pictures say


async def test_every_picture_has_an_alternative_text_in_plain_words(audit: Audit) -> None:
    faults = []
    for sight in audit.sights:
        for alt in _descriptions(sight):
            if not alt.strip() or len(alt) > LONGEST_ALT or MARKDOWN.search(alt):
                faults.append(f"{sight.key}: {alt!r}")
    _expect_none(faults)


async def test_no_card_name_or_score_is_only_in_a_picture(audit: Audit) -> None:
    faults = []
    for sight in audit.sights:
        said = _folded(_said(sight))
        for data in sight.uploads.values():
            scene = audit.scenes.get(_key(data))
            if scene is None or sight.key in EXAMPLES:
                continue
            faults += [f"{sight.key}: {fact.what}" for fact in _facts(audit.words, scene) if not _names(said, fact)]
    _expect_none(faults)


async def test_a_bracket_as_a_file_is_there_in_words(audit: Audit) -> None:
    sights = {sight.key: sight for sight in audit.sights}
    for key in ("tournament-bracket-whole", "tournament-cross-whole"):
        sight = sights[key]
        written = next(data for address, data in sight.uploads.items() if address.endswith(".txt")).decode()
        pictures = [audit.scenes[_key(data)] for address, data in sight.uploads.items() if address.endswith(".png")]
        facts = list(_facts(audit.words, pictures))
        assert len(facts) > 4
        _expect_none(fact.what for fact in facts if not _names(_folded(written), fact))


def _descriptions(sight: Snapshot) -> list[str]:
    """What is said of each picture: by the component that shows it, or, of a file, by the attachment."""
    galleries = [item for part in parts(sight.message) if part["type"] == 12 for item in part["items"]]
    shown = {item["media"]["url"] for item in galleries}
    files = [file for file in (sight.message or {}).get("attachments", ()) if file["url"] not in shown]
    told = [item.get("description") for item in galleries]
    told += [file["alt"] for file in files if file["type"].startswith("image/")]
    return [alt or "" for alt in told]


def _said(sight: Snapshot) -> str:
    """All that a message says without its pictures; a mention is read as the name."""
    message = sight.message or {}
    known = json.loads(sight.frame)["set"]
    names = {entity["id"]: entity["name"] for key, entity in known.items() if key.startswith("person:")}
    said = [message.get("content") or "", *_descriptions(sight)]
    for part in parts(message):
        label, emoji = part.get("label") or "", (part.get("emoji") or {}).get("name") or ""
        said += [part.get("content") or "", label, f"{label}{emoji}"]
        said += [option["label"] for option in part.get("options", ())]
    return re.sub(r"<@(\d+)>", lambda mention: str(names.get(mention[1], mention[0])), "\n".join(said))


def _folded(text: str) -> str:
    """For comparison: without marks of formatting, joiners, case or kinds of spaces."""
    plain = re.sub(r"\\(.)", r"\1", text)
    kept = "".join(char for char in unicodedata.normalize("NFKC", plain) if unicodedata.category(char) != "Cf")
    return " ".join(re.sub(r"[*_`\ufe0e\ufe0f]", "", kept).casefold().split())


class Fact(NamedTuple):
    """Something on a picture, with the ways in which it can be said."""

    what: str
    ways: tuple[str, ...]


@cache
def _card(words: Words, card: Card) -> Fact:
    ways = (formatting.card(words, card), formatting.card_name(words, card))
    return Fact(str(card), tuple(_folded(way) for way in ways))


def _facts(words: Words, scene: object) -> Iterator[Fact]:
    """The cards, names and scores of a scene."""
    if isinstance(scene, Card):
        yield _card(words, scene)
    elif isinstance(scene, (tuple, list)):
        for item in scene:
            yield from _facts(words, item)
    elif dataclasses.is_dataclass(scene) and not isinstance(scene, type):
        for field in dataclasses.fields(scene):
            value = getattr(scene, field.name)
            if field.name in ("name", "champion") and isinstance(value, str) and value:
                yield Fact(f"{field.name} {value}", (_folded(value),))
            elif field.name == "score" and isinstance(value, int):
                yield Fact(f"score {value}", (str(value),))
            elif field.name != "style":
                yield from _facts(words, value)


def _names(said: str, fact: Fact) -> bool:
    if fact.what.startswith("score"):
        return re.search(rf"(?<!\d){fact.ways[0]}(?!\d)", said) is not None
    return any(way in said for way in fact.ways)


# -------------------------------------------------------------------- sentences


async def test_no_message_shows_raw_markup(audit: Audit) -> None:
    """A mark of small print or of a heading within a line, a bold that is not closed, a place not filled, are read."""
    faults = []
    for sight in audit.sights:
        for line in _lines(sight):
            body = re.sub(r"^(?:-# )?(?:#{1,3} )?", "", line)
            plain = re.sub(r"`[^`]*`", "", body)
            if re.search(r"-# |(?:^|\s)#{1,3} ", plain) or plain.count("**") % 2 or re.search(r"[{}]", plain):
                faults.append(f"{sight.key}: {line}")
        faults += [f"{sight.key}: {label}" for label in _labels(sight) if LABEL_MARKUP.search(label)]
    _expect_none(faults)


async def test_no_line_is_said_twice_on_one_page(audit: Audit) -> None:
    faults = []
    for sight in audit.sights:
        said = [_bare(line) for line in _lines(sight) if len(_bare(line).split()) > 3]
        faults += [f"{sight.key}: {line}" for line in set(said) if said.count(line) > 1]
    _expect_none(faults)


async def test_no_one_is_named_in_the_third_person_to_themselves(audit: Audit) -> None:
    """What one person alone reads says "you": their name stands in headings and scores of two players only."""
    faults = []
    for sight in audit.sights:
        known = json.loads(sight.frame)["set"]
        if sight.message is None or sight.key in FOR_OTHERS or not _is_private(sight.message, known):
            continue
        if sight.key.startswith(COURSES):
            continue
        people = [entity for key, entity in known.items() if key.startswith("person:")]
        name = next(person["name"] for person in people if person["key"] == sight.reader)
        pair = re.compile(rf"{re.escape(name)}.*–|–.*{re.escape(name)}")
        for line in _lines(sight):
            plain = re.sub(r"[*\u2066-\u2069]", "", line)
            if name in plain and not line.startswith("#") and not pair.search(plain):
                faults.append(f"{sight.key}, to {sight.reader}: {line}")
    _expect_none(faults)


FOR_OTHERS = {"souvenir"}
"""Messages that one reader sees before all readers do."""
COURSES = ("again", "daily", "same-deal", "duplicate")
"""How the keys of pages begin that name both players in the course of a deal, or both members of a pair."""
LABEL_MARKUP = re.compile(r"\*\*|`|<[@t#:]|-# |[{}]|\]\(")


def _lines(sight: Snapshot) -> list[str]:
    """The lines of a message's text."""
    message = sight.message or {}
    said = [message.get("content") or "", *(part["content"] for part in parts(sight.message) if part["type"] == 10)]
    return [line for text in said for line in text.split("\n") if line]


def _labels(sight: Snapshot) -> list[str]:
    """What stands on the buttons and in the menus of a message."""
    shown = list(parts(sight.message))
    options = [option["label"] for part in shown for option in part.get("options", ())]
    return [*(part.get("label") or "" for part in shown if part["type"] == 2), *options]


def _bare(line: str) -> str:
    return re.sub(r"[^\w ]", "", line).casefold().strip()


def _is_private(message: dict[str, Any], known: dict[str, Any]) -> bool:
    """Whether one person alone reads a message."""
    return message["for"] is not None or known[f"channel:{message['channel']}"]["kind"] == "dm"


# -------------------------------------------------------------------- buttons and lengths


async def test_a_button_has_three_words_at_most(audit: Audit) -> None:
    faults = {
        f"{sight.key}: {part['label']}"
        for sight in audit.sights
        for part in parts(sight.message)
        if part["type"] == 2 and (label := part.get("label")) and label not in LONGER
        if len(_words_of(label, sight)) > MOST_WORDS
    }
    _expect_none(faults)


def _words_of(label: str, sight: Snapshot) -> list[str]:
    """Words: numbers, signs that stand alone and names of people are none."""
    for key, entity in json.loads(sight.frame)["set"].items():
        if key.startswith("person:"):
            label = label.replace(entity["name"], "")
    return [word for word in label.split() if re.search(r"[^\W\d]", word)]


async def test_no_message_of_a_game_is_longer_than_the_screen_of_a_phone(audit: Audit) -> None:
    groups = {"challenge", "table", "hand", "galerie", "clock", "end", "house"}
    faults = [
        f"{sight.key}: {height:.0f} px"
        for sight in audit.sights
        if sight.group in groups and sight.message is not None and (height := _height(sight.message)) > SCREEN_PX
    ]
    _expect_none(faults)


SCREEN_PX = 844 - 120
"""A phone of 390 by 844, less the bars above and below."""


def _height(message: dict[str, Any]) -> float:
    """About how tall a message is on a phone: lines of 40 characters, rows of buttons, pictures as wide as the text."""
    height = 40.0
    for part in parts(message):
        if part["type"] == 10:
            for line in part["content"].split("\n"):
                size = 24 if line.startswith("#") else 16 if line.startswith("-#") else 20
                # An emoji of the bot is as wide as two letters, whatever its name.
                plain = re.sub(r"<[@#]\d+>", "@member", re.sub(r"<a?:\w+:\d+>", "##", line))
                plain = re.sub(r"<t:\d+:[RtTf]>", "in 42 seconds", plain)
                height += size * max(1, -(-len(re.sub(r"^[#\- ]+|[*`]", "", plain)) // 40))
        elif part["type"] == 12:
            height += 170
        elif part["type"] == 1:
            wide = sum(28 + 8 * len(child.get("label") or "") for child in part["components"])
            height += 44 * max(1, -(-wide // 310))
    return height


async def test_the_cards_of_a_hand_are_one_row_of_buttons_on_a_phone(audit: Audit) -> None:
    """Four pictured cards with their letters are wider than a column of 390 pixels: a picture stands alone."""
    faults = []
    for sight in audit.sights:
        for row in (part for part in parts(sight.message) if part["type"] == 1 and len(part["components"]) > 3):
            labels = [one.get("label") or "" for one in row["components"] if (one.get("emoji") or {}).get("id")]
            lettered = [label for label in labels if label and not label.startswith("·")]
            faults += [f"{sight.key}: {lettered}"] if len(lettered) > 3 else []
    _expect_none(faults)


async def test_no_press_names_a_card(audit: Audit) -> None:
    """What is in the source of a message is read by all who see it."""
    for sight in audit.sights:
        for part in parts(sight.message):
            custom_id = part.get("custom_id") or ""
            match = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
            press = None if match is None else decode(match)
            assert press is None or not re.search(r"\b(?:10|[2-9TJQKA])[SHDC]\b", press.argument), custom_id
