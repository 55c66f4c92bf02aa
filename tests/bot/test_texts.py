"""What players read, held as a whole: every key that the code names has a sentence in both languages, and none is idle.

Keys are found in the syntax trees of the bot: any text of the form `first.second` whose first part some catalogue uses.
A key that is put together while the bot runs belongs to a family, which is spelt out here from the enum behind it.
Not proved here: that a sentence is good, or that the values handed in fit it (drawing the pages proves that).
"""

from __future__ import annotations

import ast
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bot
from bot.texts import Language, Texts
from tests.bot.families import ALIKE, BY_LIMIT, COMMANDS, FAMILIES, OPTIONAL

ROOM = Path(bot.__file__).parent
KEY = re.compile(r"[a-z]+(?:[._-][a-z0-9_-]+)*\.[A-Za-z0-9_-]+(?:\.[a-z0-9_-]+)*")
FILE = re.compile(r".*\.(?:html|png|po|sqlite3|txt)")
PLACE = re.compile(r"{(\w+)}")
LANGUAGES = tuple(Language)
WHOLE = (Language("en"), Language("fr"))
"""What the game promises to speak. Another language may lack sentences, which are said in English then."""

BUTTON, OPTION, PLACEHOLDER, DESCRIPTION, MENU = 80, 100, 150, 100, 32
"""How long Discord lets a label be."""


@cache
def catalogue(language: Language) -> dict[str, Message]:
    """All sentences of a language, by key."""
    found: dict[str, Message] = {}
    for path in sorted((ROOM / "texts" / language.value).glob("*.po")):
        for message in read_po(io.BytesIO(path.read_bytes()), locale=language.value):
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                assert key not in found, f"{key} stands twice in {language.value}"
                found[key] = message
    return found


def forms(message: Message) -> tuple[str, ...]:
    """The sentence, or its forms for one and for many."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@cache
def trees() -> tuple[ast.Module, ...]:
    """The syntax trees of the bot."""
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(ROOM.rglob("*.py")))


def template(node: ast.expr) -> str | None:
    """The text that an expression is, `{}` where it is put together while the bot runs; None: it is no text."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case _:
            return None


def expanded(text: str) -> list[str]:
    """The keys that a template stands for."""
    if "{}" not in text:
        return [text]
    # A value holds all places of its template, and what stands between them.
    first, last = text.index("{}"), text.rindex("{}") + 2
    return [f"{text[:first]}{value}{text[last:]}" for value in FAMILIES[text]]


@cache
def firsts() -> frozenset[str]:
    """The first parts of all keys."""
    return frozenset(key.split(".")[0] for key in catalogue(Language.ENGLISH))


def is_key(text: str) -> bool:
    """Whether a text of the code looks like a key: its first part is one that the catalogues use."""
    return bool(KEY.fullmatch(text.replace("{}", "x"))) and text.split(".")[0] in firsts() and not FILE.fullmatch(text)


def texts_in(node: ast.AST) -> Iterator[str]:
    """Every text within a piece of code, put together or not; no docstring."""
    inner: set[int] = set()
    for it in ast.walk(node):
        if isinstance(it, ast.JoinedStr):
            inner.update(id(part) for part in it.values)
        if isinstance(it, ast.expr) and id(it) not in inner and (text := template(it)) is not None:
            yield text


@cache
def named() -> frozenset[str]:
    """Every key, and every template of keys, that the code names."""
    return frozenset(text for tree in trees() for text in texts_in(tree) if is_key(text))


def calls(name: str) -> list[ast.Call]:
    """Every call of a function or a method of that name."""
    return calls_by_name().get(name, [])


@cache
def calls_by_name() -> dict[str, list[ast.Call]]:
    """Every call, by the name of the function or the method."""
    calls: defaultdict[str, list[ast.Call]] = defaultdict(list)
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func
                calls[called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")].append(node)
    return calls


def keys_of(nodes: Iterable[ast.AST]) -> set[str]:
    """The keys that pieces of code name."""
    return {key for node in nodes for text in texts_in(node) if is_key(text) for key in expanded(text)}


def test_every_key_that_is_put_together_belongs_to_a_family() -> None:
    templates = {text for text in named() if "{}" in text}
    assert templates - FAMILIES.keys() == set(), "say in FAMILIES which keys these can be"
    assert FAMILIES.keys() - templates == set(), "no one puts these together any more"


@pytest.mark.parametrize("language", WHOLE)
def test_every_key_that_the_code_names_has_a_sentence(language: Language) -> None:
    needed = {key for text in named() - OPTIONAL for key in expanded(text)}
    assert needed - catalogue(language).keys() == set()


def test_no_sentence_is_idle() -> None:
    used = {key for text in named() for key in expanded(text)}
    assert catalogue(Language.ENGLISH).keys() - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_its_things_in_the_same_files(language: Language) -> None:
    english, other = (
        {path.name: {str(it.id) for it in read_po(io.BytesIO(path.read_bytes()))} for path in folder.glob("*.po")}
        for folder in (ROOM / "texts" / "en", ROOM / "texts" / language.value)
    )
    assert {(name, key) for name in other for key in other[name] - english.get(name, set())} == set()
    assert english == other or language not in WHOLE


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_places_and_the_forms_of_its_plural(language: Language) -> None:
    english, other = catalogue(Language.ENGLISH), catalogue(language)
    number = Catalog(locale=language.value).num_plurals
    for key in other:
        ours, theirs = forms(english[key]), forms(other[key])
        assert len(theirs) == (1 if len(ours) == 1 else number), key
        wanted = set(PLACE.findall(ours[-1]))
        for form in (*ours, *theirs):
            places = set(PLACE.findall(form))
            # "the last game": where there is but one, its number may go without saying.
            assert places == wanted or (form in (ours[0], theirs[0]) and len(ours) > 1 and places == wanted - {"n"}), (
                key
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_two_forms_and_nothing_else_has(language: Language) -> None:
    counted = keys_of(node.args[0] for node in calls("count") if node.args)
    plural = {key for key, message in catalogue(language).items() if not isinstance(message.id, str)}
    assert plural == (counted | BY_LIMIT) & catalogue(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_doubtful(language: Language) -> None:
    for key, message in catalogue(language).items():
        assert not message.fuzzy, key
        for form in forms(message):
            assert form, key
            assert form == form.strip(), key
            assert form.count("{") == len(PLACE.findall(form)), key
            assert "'" not in form, f"{key}: a straight apostrophe"
            assert "..." not in form, f"{key}: three full stops"


def test_french_is_french() -> None:
    alike = {
        key
        for key, message in catalogue(Language.ENGLISH).items()
        if forms(message) == forms(catalogue(Language("fr"))[key])
        and re.search(r"[^\W\d]{2}", PLACE.sub("", forms(message)[0]))
    }
    assert alike - ALIKE == set()


def test_french_is_set_as_printers_set_it() -> None:
    for key, message in catalogue(Language("fr")).items():
        for form in forms(message):
            # Times, addresses and what Discord reads as a whole have colons of their own.
            plain = re.sub(r"<[^>]*>|https?://\S+|`[^`]*`", "", form)
            assert not re.search(r"[^\u202f\u00a0][;:!?»](?!\w)", plain), f"{key}: a thin space is wanted in {form!r}"
            assert not re.search(r"«[^\u202f\u00a0]", plain), f"{key}: a thin space is wanted in {form!r}"
            assert '"' not in plain, f"{key}: French quotes are « and »"


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_as_short_as_discord_wants_them(language: Language) -> None:
    selects, choices = calls("SelectOption"), calls("Choice")
    limits = {
        BUTTON: keys_of(node.args[1] for node in calls("button") if len(node.args) > 1),
        OPTION: keys_of(
            given.value for node in (*selects, *choices) for given in node.keywords if given.arg in {"label", "name"}
        )
        | {key for command in COMMANDS for offered in command.choices.values() for key in offered},
        PLACEHOLDER: keys_of(
            given.value for node in calls("select") for given in node.keywords if given.arg == "placeholder"
        ),
        DESCRIPTION: keys_of(given.value for node in selects for given in node.keywords if given.arg == "description")
        | {key for key in catalogue(language) if key.startswith("command.")},
        MENU: {"command.menu.challenge"},
    }
    for limit, keys in limits.items():
        assert keys, limit
        for key in keys & catalogue(language).keys():
            for form in forms(catalogue(language)[key]):
                # A name of Discord's has 32 characters; numbers are short.
                longest = len(PLACE.sub("x" * 12, form)) if "{" in form else len(form)
                assert longest <= limit, key


@pytest.mark.parametrize("language", WHOLE)
def test_sentences_are_filled_in_with_the_right_form(language: Language) -> None:
    words = Texts.load()(language)
    one, two = words.count("pages.deals", 1), words.count("pages.deals", 2)
    assert "1" in one
    assert "2" in two
    assert one.replace("1", "2") != two
    nothing = words.count("pages.deals", 0).replace("0", "1")
    assert (nothing == one) is (language is Language("fr"))


def test_a_missing_key_is_a_fault_of_the_program() -> None:
    words = Texts.load()(Language.ENGLISH)
    with pytest.raises(KeyError, match="no sentence"):
        words("pages.no_such_page")
    with pytest.raises(KeyError):
        words("pages.page", page=1)
