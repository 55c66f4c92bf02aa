"""Every sentence that a player reads, in English and in French.

The folders `en` and `fr` hold the sentences under keys such as `problem.self`; `Texts.load()` reads them once.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from gettext import GNUTranslations
from importlib.resources import files

from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

__all__ = ["Language", "Texts", "Words"]


class Language(Enum):
    """A language of the game; the value is its ISO 639-1 code."""

    ENGLISH = "en"
    FRENCH = "fr"

    @classmethod
    def of(cls, locale: str | None) -> Language:
        """The language for a locale such as `fr`, `fr-CA` or `en-GB`; English for all others."""
        code = (locale or "").replace("_", "-").split("-")[0].lower()
        return next((language for language in cls if language.value == code), cls.ENGLISH)


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language."""

    language: Language
    catalogue: GNUTranslations

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
        """Reads the catalogues."""
        return cls({language: _words(language) for language in Language})

    def __call__(self, locale: str | Language | None) -> Words:
        """The words for a locale as Discord names it, or for a language."""
        return self._catalogues[locale if isinstance(locale, Language) else Language.of(locale)]


def _words(language: Language) -> Words:
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
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled))


def _key(identity: str | tuple[str, ...] | list[str]) -> str:
    return identity if isinstance(identity, str) else identity[0]
