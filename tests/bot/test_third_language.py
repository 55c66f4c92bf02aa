"""A third language is one folder: next to the others it is offered, chosen by locale and spoken, with its plurals.

The copy of the bot runs in another process, because the languages are found when it starts.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import bot
import ecarte
from bot.texts.catalogues import LOCALES, WHOLE

ROOT = Path(__file__).resolve().parents[2]
THIRD = """
import asyncio, json
import discord
from discord import app_commands
from bot.adapter.formatting import indices
from bot.adapter.commands import Translator, Wording
from bot.config import Settings
from bot.features.law import index_of
from bot.features.settings.controls import Choice, SettingControl, Surroundings, apply_choice, controls
from bot.people.server import ServerSettings
from sandbox import LOCALES
from bot.texts import Language, Texts

texts = Texts.load()
polish = texts("pl")
(row,) = controls(texts("en"), SettingControl.LANGUAGE, ServerSettings(), Surroundings())
context = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)
translated = Translator(texts).translate(Wording(texts)("command.learn"), discord.Locale.polish, context)
print(json.dumps({
    "languages": [language.value for language in Language],
    "offered": [option["label"] for option in row.to_component_dict()["components"][0]["options"]],
    "chosen": apply_choice(Choice.LANGUAGE, ["pl"], ServerSettings()).language.value,
    "default": Settings.from_environment({"ECARTE_LANGUAGE": "pl"}, token_needed=False).language.value,
    "said": polish("law.question"),
    "lacking": polish("problem.no_law", wanted="x"),
    "counted": [polish.count("pages.deals", n) for n in (1, 2, 5)],
    "number": polish.number(1234.5),
    "command": asyncio.run(translated),
    "law": index_of(polish).find("zzkrol"),
    "letters": indices(polish).letters,
    "sandbox": LOCALES["pl"],
}))
"""
SIDE_BY_SIDE = """
import asyncio, json, pathlib, random, sys
from bot.config import Settings
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from sandbox import LOCALES
from bot.texts import Language, Texts
from tests.bot.features.playing import Hall
from tests.support.database import open_database
from tests.support.room import Room
from tests.support.simcord import world

async def main():
    async def make(now):
        database = await open_database(pathlib.Path("room.sqlite3"))
        return Room(Settings(), database, Texts.load(), chance=random.Random(20), now=now)

    async with world(make) as made:
        hall, said = Hall(made), {}
        for locale in ("pt-BR", "zh-CN", "zh-TW", "es-ES", "es-419", "sv-SE", "de", "en-GB"):
            made.speaks(made.alice, locale)
            page = await hall.ask(made.alice, "learn", topic="rules")
            said[locale] = page.text[:20]
            stored = (await hall.room.people.profiles.profile(made.alice.id)).discord.value
            assert Language.of(locale).value == stored, (locale, stored)
        made.speaks(made.alice, "fr")
        page = await hall.ask(made.alice, "preferences")
        page = await hall.choose(made.alice, page, "language", "zh-TW")
        chosen = page.text[:20]
    return said, chosen

said, chosen = asyncio.run(main())
texts = Texts.load()
portuguese = texts("pt-BR")
print(json.dumps({
    "said": said,
    "chosen": chosen,
    "languages": [language.value for language in Language],
    "names": [language.named_in(Language.ENGLISH) for language in Language],
    "number": portuguese.number(1234.5),
    "day": portuguese.date(0),
    "counted": [texts("zh-TW").count("pages.deals", n) for n in (1, 2)],
    "default": Settings.from_environment({"ECARTE_LANGUAGE": "pt-BR"}, token_needed=False).language.value,
    "kept": Preferences.from_json({"speaks": "zh-CN"}).speaks.value,
    "gone": Preferences.from_json({"speaks": "uk"}).speaks.value,
    "sandbox": [locale in LOCALES for locale in ("pt-BR", "zh-CN", "zh-TW")],
}))
"""
BAD = """
import json, logging
logging.basicConfig(format="%(levelname)s %(message)s")
from bot.texts import Language, Texts
from bot.texts.catalogues import languages
Texts.load()
print(json.dumps({"languages": [language.value for language in Language], "faults": list(map(str, languages()[1]))}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the program, with the complete languages. Its compiled modules come along: to compile takes seconds."""
    for package in (bot, ecarte):
        source = Path(package.__file__ or "").parent
        shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("research"))
    for other in [path for path in (tmp_path / "bot" / "texts").iterdir() if path.is_dir() and path.name not in WHOLE]:
        shutil.rmtree(other)
    return tmp_path


def translate(folder: Path, code: str) -> Path:
    """Adds a language that lacks one sentence. Each of its sentences is the English one with a mark."""
    texts = folder / "bot" / "texts"
    (texts / code).mkdir()
    for path in sorted((texts / "en").glob("*.po")):
        made = Catalog(locale=code.replace("-", "_"))
        for message in read_po(io.BytesIO(path.read_bytes()), locale="en"):
            if message.id and message.id != "problem.no_law":
                key = message.id if isinstance(message.id, str) else tuple(message.id)
                made.add(key, _marked(key, message.string, "zz" if code == "pl" else code, made.num_plurals))
        with (texts / code / path.name).open("wb") as file:
            write_po(file, made)
    return texts / code


def _marked(key: str | tuple[str, ...], text: Any, mark: str, plurals: int) -> str | tuple[str, ...]:
    if isinstance(key, str):
        # Headings stay headings.
        hashes = text[: len(text) - len(text.lstrip("# "))]
        return f"{hashes}{'zzkrol ' if key == 'law.23.heading' else mark}{text[len(hashes) :]}"
    return tuple(f"{mark}{form} {text[-1]}" for form in ("one", "few", "many")[:plurals])


def run(folder: Path, script: str) -> tuple[dict[str, Any], list[str]]:
    """Returns what a script prints in the copy, and the lines that it logs."""
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found, done.stderr.splitlines()


def test_a_third_language_is_one_folder(folder: Path) -> None:
    translate(folder, "pl")
    found, _ = run(folder, THIRD)
    assert {"en", "fr", "pl"} <= set(found["languages"])
    names = ["English", "Français (French)", "Polski (Polish)"]
    assert [name for name in found["offered"][1:] if name in names] == names
    assert (found["chosen"], found["default"], found["sandbox"]) == ("pl", "pl", "Polski")
    assert found["said"] == "zzFind a law"
    assert found["lacking"].startswith("No law matches"), "what the language lacks is said in English"
    assert [text.split(" ")[0] for text in found["counted"]] == ["zzone", "zzfew", "zzmany"]
    assert found["number"] == "1\u00a0234,5"
    assert found["command"].startswith("zz")
    assert found["law"] == [23]
    assert found["letters"] == ["K", "Q", "J"], "letters that are not drawn are those of English"


def test_languages_of_one_family_stand_side_by_side_and_each_member_is_answered_in_their_own(folder: Path) -> None:
    for code in ("pt-BR", "zh-CN", "zh-TW", "es-ES", "sv-SE"):
        translate(folder, code)
    found, _ = run(folder, SIDE_BY_SIDE)
    for code in ("pt-BR", "zh-CN", "zh-TW", "es-ES", "sv-SE"):
        assert code in found["said"][code]
    for code in ("es-419", "de", "en-GB"):
        assert "-" not in found["said"][code], "a locale without a folder is answered in English"
    assert "zh-TW" in found["chosen"]
    assert {"Português (Portuguese)", "Svenska (Swedish)"} < set(found["names"])
    assert {
        "中文 (简体, 中国) · Chinese (Simplified, China)",
        "中文 (繁體, 台灣) · Chinese (Traditional, Taiwan)",
    } < set(found["names"])
    assert (found["number"], found["day"]) == ("1.234,5", "1 de jan. de 1970")
    assert [text.split(" ")[0] for text in found["counted"]] == ["zh-TWone", "zh-TWone"]
    assert (found["default"], found["kept"]) == ("pt-BR", "zh-CN")
    assert found["gone"] == "en", "a language whose folder is gone is no error"
    assert all(found["sandbox"])


def _spoilt(folder: Path) -> Iterator[str]:
    """Spoils one folder after the other. Yields the line that names each."""
    (folder / "bot/texts/pt_br").mkdir()
    (folder / "bot/texts/pt_br/table.po").write_text('msgid "suit.S"\nmsgstr "espadas"\n')
    yield "bot/texts/pt_br:1: Discord has no locale 'pt_br'; rename the folder to pt-BR"
    broken = {
        "de": ('msgid "suit.S"\nmsgstr "Pik"\n\nmgstr "Herz"\n', "4: is no gettext catalogue"),
        "it": (
            'msgid "suit.S"\nmsgstr "picche"\n\nmsgid "problem.no_law"\nmsgstr "{che}"\n',
            "4: 'problem.no_law' has",
        ),
        "nl": ('msgid "suit.S"\nmsgstr "schoppen {"\n', "1: 'suit.S' has a brace without its other half"),
        "cs": (
            'msgid "pages.deals"\nmsgid_plural "pages.deals:plural"\nmsgstr[0] "{n}"\nmsgstr[1] "{n}"\n',
            "1: 'pages.deals' needs 3 plural forms, msgstr[0] to msgstr[2]",
        ),
        "da": (
            'msgid "suit.S"\nmsgstr "spar"\n\nmsgid "suit.S"\nmsgstr "spar"\n',
            "4: 'suit.S' stands in line 1 already",
        ),
        "ro": (
            'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pl\\n"\n',
            "4: says Language: pl, and lies in the folder ro",
        ),
    }
    for code, (text, fault) in broken.items():
        (folder / "bot/texts" / code).mkdir()
        (folder / "bot/texts" / code / "table.po").write_text(text)
        yield f"bot/texts/{code}/table.po:{fault}"
    (folder / "bot/texts/fi").mkdir()
    (folder / "bot/texts/fi/table.po").write_bytes('msgid "suit.S"\nmsgstr "päivä"\n'.encode("latin-1"))
    yield "bot/texts/fi/table.po:2: is not UTF-8"
    for name in ("hand.po", "table.po"):
        (folder / "bot/texts/hu").mkdir(exist_ok=True)
        (folder / "bot/texts/hu" / name).write_text('msgid "suit.S"\nmsgstr "pikk"\n')
    yield "bot/texts/hu/table.po:1: 'suit.S' stands in bot/texts/hu/hand.po:1 already"


def test_a_bad_folder_is_skipped_aloud_with_its_file_and_line_and_the_others_are_spoken(folder: Path) -> None:
    translate(folder, "pl")
    lines = list(_spoilt(folder))
    found, logged = run(folder, BAD)
    assert {"en", "fr", "pl"} <= set(found["languages"])
    for line in lines:
        assert line.split("/")[2].split(":")[0] not in found["languages"]
        assert [fault for fault in found["faults"] if fault.startswith(line)], (line, found["faults"])
        assert len([told for told in logged if told.startswith(f"ERROR {line}")]) == 1, (line, logged)
    assert len(logged) == len(lines), "one line a folder"


def test_the_locales_are_those_of_discord() -> None:
    # discord.py lacks the locales that were added since its release.
    assert {locale.value for locale in discord.Locale} <= set(LOCALES)
