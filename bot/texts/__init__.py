"""Every sentence that a player reads, in every language.

A folder beside this file is a language: its name is an ISO 639-1 code, it holds catalogues of sentences under keys
(`problem.self`) that the code names. Plural rules and the forms of numbers and dates are Babel's. Knows no Discord, no
table and no rule: a key and its values go in, a sentence comes out.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files

from babel.core import Locale
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

__all__ = ["Language", "Texts", "Words"]


def _folders() -> list[str]:
    """The codes of all languages: the folders that hold catalogues."""
    folders = (folder for folder in files(__package__).iterdir() if folder.is_dir())
    return sorted(folder.name for folder in folders if any(part.name.endswith(".po") for part in folder.iterdir()))


class Language(Enum):
    """A language that the game speaks, one for each folder; the value is its ISO 639-1 code."""

    _ignore_ = "code"
    # The source of all others, and the one spoken where none nearer is.
    ENGLISH = "en"
    for code in _folders():
        vars()[code.upper()] = code

    @classmethod
    def near(cls, locale: str | None) -> Language | None:
        """The language for a locale such as `fr`, `fr-CA` or `en-GB`; None where the game does not speak it."""
        code = (locale or "").replace("_", "-").split("-")[0].lower()
        return _BY_CODE.get(code)

    @classmethod
    def of(cls, locale: str | None) -> Language:
        """As `near`; English where the game does not speak the language."""
        return cls.near(locale) or cls.ENGLISH

    def named_in(self, other: Language) -> str:
        """The name of the language in itself, and in the `other` where that is not the same."""
        own = _name(self, self)
        return own if other is self else f"{own} ({_name(self, other)})"


_BY_CODE = {language.value: language for language in Language}


def _name(language: Language, other: Language) -> str:
    name = str(Locale(language.value).get_display_name(other.value))
    return name[0].upper() + name[1:] if language is other else name


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language.

    Attributes:
        signs: what shows a card, a suit or a mark as a picture in the midst of text, by its name; often empty.
    """

    language: Language
    catalogue: GNUTranslations
    signs: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence under `key` with its `{name}` places filled in.

        Raises:
            KeyError: no such key, or a place without a value: a programming error.
        """
        return self._filled(key, self.catalogue.gettext(key), values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The plural form for `n` of the sentence under `key`; fills in `{n}`, too."""
        return self._filled(key, self.catalogue.ngettext(key, f"{key}:plural", n), {"n": n, **values})

    def has(self, key: str) -> bool:
        """Whether the catalogue holds `key`."""
        return self.catalogue.gettext(key) != key

    def number(self, value: float) -> str:
        """A number as this language writes it."""
        return str(format_decimal(value, locale=self.language.value))

    def percent(self, share: float, places: int = 0) -> str:
        """A share between 0 and 1 in per cent, to `places` decimals at most."""
        rounded = round(share, 2 + places)
        return str(format_percent(rounded, locale=self.language.value, decimal_quantization=False))

    def date(self, at: int) -> str:
        """The day of a moment (epoch milliseconds, UTC), as this language writes it."""
        return str(format_date(datetime.fromtimestamp(at / 1000, UTC), format="medium", locale=self.language.value))

    def joined(self, parts: list[str]) -> str:
        """Joins words in a list, the last with "and"."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.and", first=", ".join(parts[:-1]), last=parts[-1])

    def _filled(self, key: str, sentence: str, values: Mapping[str, object]) -> str:
        if sentence == key or sentence == f"{key}:plural":
            raise KeyError(f"no sentence {key!r} in {self.language.value}")
        return sentence.format_map(values) if "{" in sentence else sentence


class Texts:
    """The catalogues of all languages."""

    def __init__(self, catalogues: Mapping[Language, Words]) -> None:
        self._catalogues = dict(catalogues)

    @classmethod
    def load(cls) -> Texts:
        """Reads the catalogues that lie beside this file. What a language lacks is said in English."""
        words = {language: _words(language) for language in Language}
        for language in words.keys() - {Language.ENGLISH}:
            words[language].catalogue.add_fallback(words[Language.ENGLISH].catalogue)
        return cls(words)

    def __call__(self, locale: str | Language | None) -> Words:
        """The words for a locale as Discord names it, or for a language."""
        return self._catalogues[locale if isinstance(locale, Language) else Language.of(locale)]

    def use_signs(self, signs: Mapping[Language, Mapping[str, str]]) -> None:
        """Replaces the signs of every language."""
        for language, words in self._catalogues.items():
            words.signs.clear()
            words.signs.update(signs.get(language, {}))


def _words(language: Language) -> Words:
    return Words(language, GNUTranslations(io.BytesIO(_compiled(language))))


@cache
def _compiled(language: Language) -> bytes:
    """Compiles a language's catalogues in memory, so that no binary has to be kept in step."""
    whole = Catalog(locale=language.value)
    for part in sorted(files(__package__).joinpath(language.value).iterdir(), key=lambda part: part.name):
        if part.name.endswith(".po"):
            for message in read_po(io.BytesIO(part.read_bytes()), locale=language.value):
                if message.id:
                    assert message.id not in whole, f"{message.id} stands in two catalogues"
                    whole[_key(message.id)] = message
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    return compiled.getvalue()


def _key(identity: str | tuple[str, ...] | list[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]
