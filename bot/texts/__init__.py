"""Every sentence that a player reads, in every language.

Each folder in the folder of this file is a language. Its name is a locale as Discord names it (`de`, `pt-BR`). It holds
catalogues: files of sentences under the keys (such as `problem.self`) that the code names. Babel formats numbers and
dates. This package knows no Discord, no table and no rule. It takes a key and values, and returns a sentence.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from gettext import GNUTranslations
from itertools import groupby

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent

from bot.texts.catalogues import SOURCE, CatalogueFault, catalogue, languages, locale

__all__ = ["Language", "Texts", "Words"]

_log = logging.getLogger(__name__)


class Language(Enum):
    """A language that the bot speaks. Each folder of sentences is one, unless its files have faults.

    The value is the folder's name.
    """

    _ignore_ = "code"
    # The source of all others. Used where no other language fits.
    ENGLISH = SOURCE
    for code in languages()[0]:
        vars()[code.upper().replace("-", "_")] = code

    @classmethod
    def _missing_(cls, value: object) -> Language:
        """Returns the nearest language to a stored one whose folder is gone."""
        return cls.of(value if isinstance(value, str) else None)

    @classmethod
    def near(cls, locale: str | None) -> Language | None:
        """Returns the language for a locale such as `fr`, `en-GB` or `pt-BR`. None if the bot does not speak it.

        Prefers the folder of exactly that name, then the folder named by the part before the hyphen. `zh-TW` is never
        read as `zh-CN`.
        """
        code = (locale or "").replace("_", "-").lower()
        return _BY_CODE.get(code) or _BY_CODE.get(code.split("-")[0])

    @classmethod
    def of(cls, locale: str | None) -> Language:
        """Returns the language for a locale, or English if the bot does not speak it. For the choice see `near`."""
        return cls.near(locale) or cls.ENGLISH

    def named_in(self, other: Language) -> str:
        """Returns the language's own name for itself and, if `other` is another language, its name in `other`.

        French in English is "Français (French)".
        """
        own = _name(self, self)
        if other is self:
            return own
        theirs = _name(self, other)
        return f"{own} · {theirs}" if "(" in own else f"{own} ({theirs})"


_BY_CODE = {language.value.lower(): language for language in Language}
_LOCALES = {language: locale(language.value) for language in Language}


def _name(language: Language, other: Language) -> str:
    """Returns the name of a language. Its country or script is added only if another folder has the same language."""
    spoken = _LOCALES[language]
    alone = [locale.language for locale in _LOCALES.values()].count(spoken.language) == 1
    name = str((Locale(spoken.language) if alone else spoken).get_display_name(_LOCALES[other]))
    return name[0].upper() + name[1:] if language is other else name


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language.

    Called with a key and values, returns the sentence under that key with the values filled in.

    Attributes:
        signs: the emojis of the bot that show a card, a suit or a mark within a text, by name. Empty if Discord has
            none.
    """

    language: Language
    catalogue: GNUTranslations
    signs: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """Returns the sentence under `key` with its `{name}` places filled in.

        Raises:
            KeyError: there is no such key, or a place has no value: a programming error.
        """
        sentence = self.catalogue.gettext(key)
        if sentence == key:
            raise KeyError(f"no sentence {key!r} in {self.language.value}")
        return sentence.format_map(values) if "{" in sentence else sentence

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Returns the sentence under `key` in its plural form for the number `n`.

        Fills in `{n}` and the other values.
        """
        sentence = self.catalogue.ngettext(key, f"{key}:plural", n)
        if sentence in (key, f"{key}:plural"):
            raise KeyError(f"no sentence {key!r} in {self.language.value}")
        return sentence.format_map({"n": n, **values})

    def has(self, key: str) -> bool:
        """Returns whether there is a sentence under `key`."""
        return self.catalogue.gettext(key) != key

    def number(self, value: float) -> str:
        """Returns a number as this language writes it."""
        return str(format_decimal(value, locale=_LOCALES[self.language]))

    def percent(self, share: float, places: int = 0) -> str:
        """Returns a share between 0 and 1 in per cent, with at most `places` decimals, as this language writes it."""
        rounded = round(share, 2 + places)
        return str(format_percent(rounded, locale=_LOCALES[self.language], decimal_quantization=False))

    def date(self, at: int) -> str:
        """Returns the day of a moment (epoch milliseconds, UTC), as this language writes it."""
        return str(format_date(datetime.fromtimestamp(at / 1000, UTC), format="medium", locale=_LOCALES[self.language]))

    def month(self, at: int) -> str:
        """Returns the month of a moment (epoch milliseconds, UTC), as this language names it."""
        return str(format_date(datetime.fromtimestamp(at / 1000, UTC), format="LLLL", locale=_LOCALES[self.language]))

    def join(self, parts: list[str]) -> str:
        """Joins words to a list as this language writes it, with "and" before the last one."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.and", first=", ".join(parts[:-1]), last=parts[-1])


class Texts:
    """The sentences of all languages.

    Called with a language, or with a locale as Discord names it, returns the `Words` of the language.
    """

    def __init__(self, catalogues: Mapping[Language, Words]) -> None:
        self._catalogues = dict(catalogues)

    @classmethod
    def load(cls) -> Texts:
        """Reads the sentences of all languages from the folder of this file.

        A sentence that a language lacks is taken from English. Leaves out folders that are no language or have faults,
        and logs each.
        """
        for fault, more in _first_faults():
            _log.error("%s (until then its readers are answered in English%s)", fault, more)
        words = {language: _words(language) for language in Language}
        for language in words.keys() - {Language.ENGLISH}:
            words[language].catalogue.add_fallback(words[Language.ENGLISH].catalogue)
        return cls(words)

    def __call__(self, locale: str | Language | None) -> Words:
        """Returns the words for a locale as Discord names it, or for a language."""
        return self._catalogues[locale if isinstance(locale, Language) else Language.of(locale)]

    def use_signs(self, signs: Mapping[Language, Mapping[str, str]]) -> None:
        """Replaces the emojis in the texts of every language.

        Args:
            signs: for each language, its emojis by name.
        """
        for language, words in self._catalogues.items():
            words.signs.clear()
            words.signs.update(signs.get(language, {}))


def _words(language: Language) -> Words:
    return Words(language, GNUTranslations(io.BytesIO(catalogue(language.value).compiled)))


def _first_faults() -> Iterator[tuple[CatalogueFault, str]]:
    """Yields the first fault of each skipped folder, and how many more it has."""
    folders = groupby(languages()[1], key=lambda fault: fault.file.split("/")[:3])
    for _, faults in folders:
        first, *others = faults
        yield first, f"; `make catalogues` shows {len(others)} more" if others else ""
