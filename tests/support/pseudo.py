"""A pseudo-language: every sentence of the catalogues with its letters marked, so that other sentences stand out.

Letters become those of full width, one for one, so that all limits of length hold; places, addresses and what Discord
reads between angle brackets stay. What the bot shows may then hold no plain letters but those of names and numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from gettext import GNUTranslations
from typing import Any

import simcord

from bot.texts import Language, Texts, Words

_KEPT = re.compile(r"({\w+}|<[^>]*>|https?://\S+)")
_LETTERS = re.compile(r"[A-Za-z\u00c0-\u024f]+")
# Mentions, times, emoji and addresses are Discord's; seeds, secrets and Roman numerals are numbers.
_NO_WORDS = re.compile(r"<[^>]*>|https?://\S+|attachment://\S+|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|\b[IVX]+\b")
_SHOWN = {"content", "label", "placeholder", "description", "title", "name"}
_FULL_WIDTH = 0xFEE0


class _Marked(GNUTranslations):
    """A catalogue with its sentences marked; a key that it lacks stays a key."""

    def __init__(self, catalogue: GNUTranslations) -> None:
        super().__init__()
        self._marked = catalogue

    def gettext(self, message: str) -> str:
        text = self._marked.gettext(message)
        return text if text == message else _mark_text(text)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = self._marked.ngettext(msgid1, msgid2, n)
        return text if text in {msgid1, msgid2} else _mark_text(text)


class _PseudoWords(Words):
    """Words whose dates are marked, too: they are Babel's."""

    def date(self, at: int) -> str:
        return _mark_text(super().date(at))


def pseudo_texts() -> Texts:
    """The pseudo-language in the place of every language."""
    texts = Texts.load()
    return Texts({language: _PseudoWords(language, _Marked(texts(language).catalogue)) for language in Language})


def shown_by(env: simcord.Env) -> Iterator[str]:
    """Every text that the bot has sent to be read: messages, labels, forms, completions, names of threads, commands."""
    for request in env.http_requests:
        commands = request.path.startswith("/applications/")
        yield from _texts(request.json, {"name"} if commands else set())


def unmarked_words(text: str, names: frozenset[str]) -> list[str]:
    """The words of a text that come neither from a catalogue nor from people: of `names`, each word is known."""
    plain = _NO_WORDS.sub("", text)
    return [word for word in _LETTERS.findall(plain) if word not in names]


def _texts(value: Any, left_out: set[str]) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                if key == "emoji":
                    continue
                if isinstance(inner, str):
                    if key in _SHOWN - left_out:
                        yield inner
                else:
                    yield from _texts(inner, left_out)
        case list():
            for inner in value:
                yield from _texts(inner, left_out)


def _mark_text(text: str) -> str:
    parts = _KEPT.split(text)
    return "".join(part if number % 2 else "".join(map(_letter, part)) for number, part in enumerate(parts))


def _letter(character: str) -> str:
    if not _LETTERS.fullmatch(character):
        return character
    base = unicodedata.normalize("NFKD", character)[0]
    return chr(ord(base if base.isascii() else "x") + _FULL_WIDTH)
