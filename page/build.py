"""Puts the page together: one file of HTML with styles, programs, pictures, sentences and the engine in it.

The page has no server, and a page opened from a file may load no other file. So everything is in the one file, and its
policy forbids it every request.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bot.pictures.drawing.art import box, document, piece
from bot.pictures.drawing.cards import back_svg, face_svg
from bot.pictures.drawing.colours import IVORY, TONES
from bot.pictures.scenes import Back, Deck, Felt, Indices
from bot.texts.catalogues import WHOLE, catalogue
from ecarte.game import PACK, Dialect, Rank
from ecarte.notation.tags import parse_rules

_FOLDER: Final = Path(__file__).parent
_MODULES: Final = ("game", "record", "compact", "engine", "chances", "words", "table", "curve", "app")
"""The programs, each after those that it imports."""
_INDICES: Final = {"en": Indices.ENGLISH, "fr": Indices.FRENCH}
_COURTS: Final = "KQJ"
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.M)
_EXPORT: Final = re.compile(r"^export (?:const|class|function) (\w+)", re.M)
_EXPORTED: Final = re.compile(r"^export ", re.M)
SHARED: Final = (
    *("replay.begun", "replay.dealt", "replay.accepted", "replay.accepted.if", "replay.discards.open"),
    *("replay.discards", "replay.keeps", "replay.leads", "replay.plays", "replay.stop.yes", "replay.stop.no"),
    *("replay.first", "replay.back", "replay.on", "replay.last", "replay.both", "replay.only", "replay.deal.before"),
    *("replay.deal.after", "replay.step", "replay.north", "replay.south"),
    *("table.cut", "table.cut.tie", "table.cut.deals", "table.proposed", "table.refused", "table.refused.later"),
    *("table.condition.failed", "table.king.turned", "table.king.announced", "table.stop.offered", "table.abandoned"),
    *("table.claimed.point", "table.claimed.vole", "table.time.claimed", "table.awarded", "table.scored.point"),
    *("table.scored.vole", "table.scored.unproposed", "table.scored.refused", "table.tricks", "table.score.now"),
    *("table.won.five", "table.won.resigned", "table.won.time", "table.won.agreed", "table.won.void"),
    *("card.name", *(f"suit.{suit}" for suit in "SHDC")),
    *(f"{kind}.{rank.value}" for kind in ("rank", "index") for rank in Rank),
    *(f"rules.{dialect.value}" for dialect in Dialect),
)
"""The sentences of the bot that the page says, too."""


def html() -> str:
    """Returns the page."""
    script, style = _script(), _read("page.css")
    parts = {
        "policy": _policy(script, style),
        "icon": "data:image/svg+xml," + quote(_icon()),
        "style": style,
        "script": script,
        "data": json.dumps(_data(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
        "engine": _base64(_table("house.wasm")),
        "table": _base64(_table("policy.bin")),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _read("index.html"))


def sentences(language: str) -> dict[str, str | tuple[str, ...]]:
    """Returns the sentences of the page in a language, by their keys. One with plural forms is a tuple."""
    shared = catalogue(language).sentences
    own = json.loads((_FOLDER / "texts" / f"{language}.json").read_text("utf-8"))
    return {**{key: shared[key].forms if shared[key].counted else shared[key].forms[0] for key in SHARED}, **own}


def _data() -> dict[str, object]:
    courts = {
        language: {card: _face(card, indices) for card in map(str, PACK) if card[0] in _COURTS}
        for language, indices in _INDICES.items()
    }
    return {
        "sentences": {language: sentences(language) for language in WHOLE},
        "rules": {dialect.value: parse_rules(dialect.value).to_dict(whole=True) for dialect in Dialect},
        "faces": {card: _face(card, Indices.ENGLISH) for card in map(str, PACK) if card[0] not in _COURTS},
        "courts": courts,
        "back": back_svg(Back.BURGUNDY),
    }


def _face(card: str, indices: Indices) -> str:
    return face_svg(card, Deck.TWO_COLOURS, indices)


def _script() -> str:
    """Returns the programs as one: each module is a function that returns what the module exports."""
    return "\n".join(('"use strict";', "const modules = {};", *map(_module, _MODULES)))


def _module(name: str) -> str:
    text = _read(f"{name}.js")
    exported = ", ".join(_EXPORT.findall(text))
    inner = _EXPORTED.sub("", _IMPORT.sub(r"const {\1} = modules.\2;", text))
    return f"modules.{name} = (() => {{\n{inner}\nreturn {{ {exported} }};\n}})();"


def _policy(script: str, style: str) -> str:
    """Returns what the page may do: run this program, and ask for nothing."""
    program, styles = (f"'sha256-{_base64(sha256(text.encode()).digest())}'" for text in (script, style))
    return (
        f"default-src 'none'; script-src {program} 'wasm-unsafe-eval'; style-src {styles}; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _icon() -> str:
    side = 32
    return document(
        (side, side),
        (side, side),
        box(0, 0, side, side, TONES[Felt.GREEN].lamp, side / 4),
        piece("spade", side / 4, side / 4, side / 2, fill=IVORY),
    )


def _read(name: str) -> str:
    return (_FOLDER / "static" / name).read_text("utf-8")


def _table(name: str) -> bytes:
    return (files("ecarte.ai") / name).read_bytes()


def _base64(content: bytes) -> str:
    return b64encode(content).decode("ascii")
