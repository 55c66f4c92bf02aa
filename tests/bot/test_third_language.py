"""A third language is one folder: put beside the others it is offered, chosen by locale and spoken, with its plurals.

The copy of the bot runs in a process of its own, because the languages are found when it starts.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import bot
import ecarte

SCRIPT = """
import asyncio, json
import discord
from discord import app_commands
from bot.adapter.formatting import indices
from bot.adapter.commands import Translator, Wording
from bot.config import Settings
from bot.features.law.text import index
from bot.features.settings.controls import Choice, Setting, chosen, controls
from bot.people.server import ServerSettings
from bot.sandbox import LOCALES
from bot.texts import Language, Texts

texts = Texts.load()
polish = texts("pl")
(row,) = controls(texts("en"), Setting.LANGUAGE, ServerSettings(), ())
context = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)
translated = Translator(texts).translate(Wording(texts)("command.learn"), discord.Locale.polish, context)
print(json.dumps({
    "languages": [language.value for language in Language],
    "offered": [option["label"] for option in row.to_component_dict()["components"][0]["options"]],
    "chosen": chosen(Choice.LANGUAGE, ["pl"], ServerSettings()).language.value,
    "default": Settings.from_environment({"ECARTE_LANGUAGE": "pl"}, token_needed=False).language.value,
    "said": polish("law.question"),
    "lacking": polish("problem.no_law", wanted="x"),
    "counted": [polish.count("pages.deals", n) for n in (1, 2, 5)],
    "number": polish.number(1234.5),
    "command": asyncio.run(translated),
    "law": index(polish).find("zzkrol"),
    "letters": indices(polish).letters,
    "sandbox": LOCALES["pl"],
}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the program with a third folder of catalogues, in which one sentence is lacking."""
    for package in (bot, ecarte):
        source = Path(package.__file__ or "").parent
        shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("__pycache__", "research"))
    texts = tmp_path / "bot" / "texts"
    (texts / "pl").mkdir()
    for path in sorted((texts / "en").glob("*.po")):
        made = Catalog(locale="pl")
        for message in read_po(io.BytesIO(path.read_bytes()), locale="en"):
            if message.id and message.id != "problem.no_law":
                key = message.id if isinstance(message.id, str) else tuple(message.id)
                made.add(key, _polish(key, message.string))
        with (texts / "pl" / path.name).open("wb") as file:
            write_po(file, made)
    return tmp_path


def _polish(key: str | tuple[str, ...], text: Any) -> str | tuple[str, ...]:
    """The English sentence with a mark; of what is counted the three forms of Polish."""
    if isinstance(key, str):
        return f"{'zzkrol ' if key == 'law.23.heading' else 'zz'}{text}"
    return tuple(f"zz{form} {text[-1]}" for form in ("one", "few", "many"))


def test_a_third_language_is_one_folder(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"en", "fr", "pl"} <= set(found["languages"])
    assert found["offered"][1:] == ["English", "Français (French)", "Polski (Polish)"]
    assert (found["chosen"], found["default"], found["sandbox"]) == ("pl", "pl", "Polski")
    assert found["said"] == "zzFind a law"
    assert found["lacking"].startswith("No law matches"), "what the language lacks is said in English"
    assert [text.split(" ")[0] for text in found["counted"]] == ["zzone", "zzfew", "zzmany"]
    assert found["number"] == "1\u00a0234,5"
    assert found["command"].startswith("zz")
    assert found["law"] == [23]
    assert found["letters"] == ["K", "Q", "J"], "letters that are not drawn are those of English"
