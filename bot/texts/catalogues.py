"""Reads the folders of sentences: finds out which are languages, reads their files, and names their faults."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Final

from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

__all__ = ["LOCALES", "SOURCE", "WHOLE", "Catalogue", "CatalogueFault", "Sentence", "catalogue", "languages", "locale"]

SOURCE: Final = "en"
"""The language that has a sentence under every key. Used if the bot does not speak a reader's language."""
WHOLE: Final = (SOURCE, "fr")
"""The languages that ship with the bot, and are complete.

The tests check them for faults, so that a start does not have to.
"""
LOCALES: Final = (
    *("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu"),
    *("id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN"),
    "zh-TW",
)
"""The locales that Discord knows.

A folder of sentences has one of these names, or only the part before the hyphen, for all locales that begin with it.
"""
_KEY: Final = re.compile(r'msgid "(.+)"')
_NAMES: Final = {*LOCALES, *(code.split("-")[0] for code in LOCALES)}


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """A fault because of which a folder of sentences is not used as a language, and what to do about it.

    Attributes:
        file: the path of the file or folder, from the root of the project.
        line: the number of the line in the file. None if the fault concerns the file or the folder as a whole.
    """

    file: str
    line: int | None
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line or 1}: {self.why}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of a language under one key.

    Attributes:
        forms: the sentence, or its plural forms.
        counted: whether it has plural forms.
        fuzzy: whether the translator has marked the sentence as doubtful. Such a sentence is not used.
    """

    key: str
    forms: tuple[str, ...]
    counted: bool
    fuzzy: bool
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sentences of a folder.

    Attributes:
        plurals: how many plural forms the language has.
        compiled: the sentences in the binary format that gettext reads. It is made in memory, so that no such file has
            to be kept up to date.
        faults: the faults because of which the language is not used.
    """

    sentences: Mapping[str, Sentence]
    plurals: int
    compiled: bytes
    faults: tuple[CatalogueFault, ...]


def locale(code: str) -> Locale:
    """Returns Babel's locale for a folder of sentences, by the folder's name."""
    return Locale.parse(code, sep="-")


@cache
def languages() -> tuple[tuple[str, ...], tuple[CatalogueFault, ...]]:
    """Returns the names of the folders that are languages without faults, and the faults of the other folders."""
    folders = sorted(part.name for part in files(__package__).iterdir() if part.is_dir() and _files(part))
    faults = {name: _faults(name) for name in folders}
    return tuple(name for name in folders if not faults[name]), tuple(
        fault for name in folders for fault in faults[name]
    )


@cache
def catalogue(code: str) -> Catalogue:
    """Reads all sentences in the folder of a language."""
    folder = files(__package__).joinpath(code)
    whole, faults = Catalog(locale=locale(code)), list[CatalogueFault]()
    sentences: dict[str, Sentence] = {}
    rules: dict[str, str] = {}
    for part in _files(folder):
        name = f"{_place(code)}/{part.name}"
        read = _load(name, part, code)
        if isinstance(read, CatalogueFault):
            faults.append(read)
            continue
        rules[name] = read.plural_forms
        for message in read:
            if message.id:
                said = _sentence(message, name)
                if said.key in sentences:
                    first = sentences[said.key]
                    faults.append(_wrong(said, f"stands in {first.file}:{first.line} already; remove one of the two"))
                else:
                    sentences[said.key] = said
                    whole[said.key] = message
    whole.mime_headers = [("Plural-Forms", next(iter(rules.values()), whole.plural_forms))]
    faults += [
        CatalogueFault(name, None, f"Plural-Forms differs from that of the other files: write {whole.plural_forms}")
        for name, rule in rules.items()
        if rule != whole.plural_forms
    ]
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    try:
        GNUTranslations(io.BytesIO(compiled.getvalue()))
    except ValueError as error:
        faults.append(
            CatalogueFault(next(iter(rules)), None, f"Plural-Forms cannot be read ({error}); see those of en and fr")
        )
    return Catalogue(sentences, whole.num_plurals, compiled.getvalue(), tuple(faults))


def _files(folder: Traversable) -> list[Traversable]:
    return sorted((part for part in folder.iterdir() if part.name.endswith(".po")), key=lambda part: part.name)


def _place(code: str) -> str:
    return f"{__package__.replace('.', '/')}/{code}"


def _faults(code: str) -> tuple[CatalogueFault, ...]:
    if code in WHOLE:
        return ()
    if code not in _NAMES:
        near = next((name for name in sorted(_NAMES) if name.lower() == code.replace("_", "-").lower()), None)
        names = near or f"one of {', '.join(sorted(_NAMES))}"
        return (CatalogueFault(_place(code), None, f"Discord has no locale {code!r}; rename the folder to {names}"),)
    whole = catalogue(code)
    return (*whole.faults, *(fault for said in whole.sentences.values() for fault in _unsayable(said, whole.plurals)))


def _load(name: str, part: Traversable, code: str) -> Catalog | CatalogueFault:
    data = part.read_bytes()
    try:
        read = read_po(io.StringIO(data.decode("utf-8")), locale=locale(code), abort_invalid=True)
    except UnicodeDecodeError as error:
        return CatalogueFault(name, data.count(b"\n", 0, error.start) + 1, "is not UTF-8; save the file as UTF-8")
    except PoFileError as error:
        why = str(error).removesuffix(f" on {error.lineno}")
        return CatalogueFault(
            name, error.lineno + 1, f"is no gettext catalogue ({why}); compare with the same file in en"
        )
    except Exception as error:  # Babel's parser may raise anything on a damaged file
        return CatalogueFault(name, None, f"is no gettext catalogue ({error}); compare with the same file in en")
    spoken = (read.locale_identifier or "").split("_")[0]
    if spoken != code.split("-")[0]:
        header = re.search(rb'^"Language:', data, re.MULTILINE)
        line = data.count(b"\n", 0, header.start() if header else 0) + 1
        return CatalogueFault(
            name, line, f"says Language: {read.locale_identifier}, and lies in the folder {code}; mend one"
        )
    seen: dict[str, int] = {}
    for line, text in enumerate(data.decode("utf-8").splitlines(), 1):
        # Babel would keep only one of the two.
        if (key := _KEY.fullmatch(text)) and seen.setdefault(key[1], line) != line:
            return CatalogueFault(
                name, line, f"{key[1]!r} stands in line {seen[key[1]]} already; remove one of the two"
            )
    return read


def _sentence(message: Message, file: str) -> Sentence:
    counted = not isinstance(message.id, str)
    key = message.id[0] if counted else message.id
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return Sentence(str(key), tuple(map(str, forms)), counted, message.fuzzy, file, message.lineno or 1)


def _unsayable(said: Sentence, plurals: int) -> Iterator[CatalogueFault]:
    """Yields the faults that would come up when the sentence is used: a missing form or value."""
    source = catalogue(SOURCE).sentences.get(said.key)
    if source is None or said.fuzzy or not any(said.forms):
        return  # no code says it, or English is said in its place
    if said.counted and (len(said.forms) != plurals or not all(said.forms)):
        yield _wrong(said, f"needs {plurals} plural forms, msgstr[0] to msgstr[{plurals - 1}], as Plural-Forms says")
    known = {place for form in source.forms for place in _places(form) or ()}
    for form in said.forms:
        places = _places(form)
        if places is None:
            yield _wrong(said, "has a brace without its other half; places are written {name}")
        elif places - known:
            ours = ", ".join(f"{{{place}}}" for place in sorted(known)) or "none"
            yield _wrong(said, f"has a place {{{min(places - known)}}} that English has not; it has {ours}")


def _places(form: str) -> set[str] | None:
    """Returns the places of a sentence that are filled in. None if it cannot be filled in."""
    try:
        parts = list(Formatter().parse(form))
    except ValueError:
        return None
    return {
        name + (f"!{kind}" if kind else "") + (f":{spec}" if spec else "")
        for _, name, spec, kind in parts
        if name is not None
    }


def _wrong(said: Sentence, why: str) -> CatalogueFault:
    return CatalogueFault(said.file, said.line, f"{said.key!r} {why}")
