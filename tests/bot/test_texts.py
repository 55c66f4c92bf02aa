"""The texts for players as a whole: every key that the code names has a sentence in both languages, and none is unused.

Keys are found in the syntax trees of the bot: any text of the form `first.second` whose first part some catalogue uses.
A key that is put together while the bot runs belongs to a family. `families.py` lists its members from the enum behind
it. Not proved here: that a sentence is good, or that the values fit it. Drawing the pages proves the latter.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import bot
from bot.texts import Language, Texts
from bot.texts import catalogues as folders
from bot.texts.catalogues import Sentence
from tests.bot.families import ALIKE, BY_LIMIT, COMMANDS, FAMILIES, OPTIONAL
from tests.support.rules import expect_kept

ROOM = Path(bot.__file__).parent
KEY = re.compile(r"[a-z]+(?:[._-][a-z0-9_-]+)*\.[A-Za-z0-9_-]+(?:\.[a-z0-9_-]+)*")
FILE = re.compile(r".*\.(?:html|png|po|sqlite3|txt)")
PLACE = re.compile(r"{(\w+)}")
LANGUAGES = tuple(Language)
WHOLE = tuple(Language(code) for code in folders.WHOLE)
"""The complete languages. Another language may lack sentences, which are then said in English."""
FRENCH = Language("fr")

BUTTON, OPTION, PLACEHOLDER, DESCRIPTION, MENU, FIELD = 80, 100, 150, 100, 32, 45
"""The longest labels that Discord takes."""


def catalogue(language: Language) -> Mapping[str, Sentence]:
    """All sentences of a language, by key."""
    return folders.catalogue(language.value).sentences


def at(said: Sentence, why: str) -> str:
    """The place of a sentence that breaks a rule, and what is wrong with it."""
    return f"{said.file}:{said.line}: {said.key!r} {why}"


@cache
def trees() -> Mapping[Path, ast.Module]:
    """The syntax trees of the bot, and of the sandbox, whose tour speaks from the same catalogues; by file."""
    paths = [*sorted(ROOM.rglob("*.py")), ROOM.parent / "sandbox" / "tour.py"]
    return {path.relative_to(ROOM.parent): ast.parse(path.read_text("utf-8")) for path in paths}


def template(node: ast.expr) -> str | None:
    """Returns the text of an expression, with `{}` where it is put together at run time. None if it is no text."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case _:
            return None


def expanded(text: str) -> list[str]:
    """Returns the keys that a template stands for. Without a listed family, that is every key that fits."""
    if "{}" not in text:
        return [text]
    if text not in FAMILIES:
        fits = re.compile(re.escape(text).replace(r"\{\}", ".+"))
        return [key for key in catalogue(Language.ENGLISH) if fits.fullmatch(key)]
    # A value fills all places of its template, and the text between them.
    first, last = text.index("{}"), text.rindex("{}") + 2
    return [f"{text[:first]}{value}{text[last:]}" for value in FAMILIES[text]]


@cache
def firsts() -> frozenset[str]:
    """The first parts of all keys."""
    return frozenset(key.split(".")[0] for key in catalogue(Language.ENGLISH))


def is_key(text: str) -> bool:
    """Whether a text of the code looks like a key: its first part is one that the catalogues use."""
    return bool(KEY.fullmatch(text.replace("{}", "x"))) and text.split(".")[0] in firsts() and not FILE.fullmatch(text)


def texts_in(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Every text within a piece of code, put together or not, with its line; no docstring."""
    inner: set[int] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            inner.update(id(value) for value in part.values)
        if isinstance(part, ast.expr) and id(part) not in inner and (text := template(part)) is not None:
            yield text, part.lineno


@cache
def named() -> Mapping[str, str]:
    """Returns every key, and every template of keys, that the code names, with the first place of each."""
    found: dict[str, str] = {}
    for path, tree in trees().items():
        for text, line in texts_in(tree):
            if is_key(text):
                found.setdefault(text, f"{path}:{line}")
    return found


def calls(name: str) -> list[ast.Call]:
    """Every call of a function or a method of that name."""
    return calls_by_name().get(name, [])


@cache
def calls_by_name() -> dict[str, list[ast.Call]]:
    """Every call, by the name of the function or the method."""
    calls: defaultdict[str, list[ast.Call]] = defaultdict(list)
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func
                calls[called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")].append(node)
    return calls


def given(names: Collection[str], *nodes: ast.Call) -> Iterator[ast.AST]:
    """The values that calls give to the arguments of these names."""
    return (argument.value for node in nodes for argument in node.keywords if argument.arg in names)


def keys_of(nodes: Iterable[ast.AST]) -> set[str]:
    """The keys that pieces of code name."""
    return {key for node in nodes for text, _ in texts_in(node) if is_key(text) for key in expanded(text)}


def test_every_folder_of_sentences_can_be_spoken() -> None:
    _, skipped = folders.languages()
    whole = [fault for language in WHOLE for fault in folders.catalogue(language.value).faults]
    expect_kept(
        "a folder in bot/texts is named as Discord names a locale, and each of its sentences can be said",
        "a start skips a folder that breaks this, and its readers are answered in English",
        (*skipped, *whole),
    )


def test_every_key_that_is_put_together_belongs_to_a_family() -> None:
    why = "the tests look up each key that the code may ask for, and cannot know the values of a variable"
    expect_kept(
        "a key that is put together, such as f'dice.{who}', is a family in tests/bot/families.py",
        why,
        (
            f'{place}: add to FAMILIES in tests/bot/families.py: "{text}": [every value of the place]'
            for text, place in named().items()
            if "{}" in text and text not in FAMILIES
        ),
    )
    expect_kept(
        "a family in tests/bot/families.py is put together somewhere in bot/",
        "its sentences would pass for used",
        (f'tests/bot/families.py: remove "{text}" from FAMILIES' for text in FAMILIES if text not in named()),
    )


@pytest.mark.parametrize("language", WHOLE)
def test_every_key_that_the_code_names_has_a_sentence(language: Language) -> None:
    expect_kept(
        "every key that the code names has a sentence in English and in French",
        "without one, drawing the message fails with KeyError",
        sorted(
            f"{place}: add msgid {key!r} to a file in bot/texts/{language.value}"
            for text, place in named().items()
            if text not in OPTIONAL
            for key in expanded(text)
            if key not in catalogue(language)
        ),
    )


def test_no_sentence_is_idle() -> None:
    used = {key for text in named() for key in expanded(text)}
    expect_kept(
        "every sentence is named by the code, or by a family in tests/bot/families.py",
        "translators would work for nothing",
        (
            at(said, "is named nowhere in bot/ or sandbox/tour.py: remove it from every language, or name it")
            for key, said in catalogue(Language.ENGLISH).items()
            if key not in used
        ),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_its_things_in_the_same_files(language: Language) -> None:
    def home(said: Sentence) -> str:
        return said.file.rsplit("/", 1)[1]

    english, other = catalogue(Language.ENGLISH), catalogue(language)
    expect_kept(
        "a language has the keys of bot/texts/en, each in the file of that name",
        "a key that English does not have is said nowhere; translators compare file by file",
        [
            *(at(said, "is no key of English: remove it") for key, said in other.items() if key not in english),
            *(
                at(said, f"stands in {english[key].file} in English: move it to {home(english[key])}")
                for key, said in other.items()
                if key in english and home(said) != home(english[key])
            ),
        ],
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_places_and_the_forms_of_its_plural(language: Language) -> None:
    english, other = catalogue(Language.ENGLISH), catalogue(language)
    number = folders.catalogue(language.value).plurals
    broken = []
    for key in other.keys() & english.keys():
        ours, theirs = english[key].forms, other[key].forms
        wanted = set(PLACE.findall(ours[-1]))
        if len(theirs) != (1 if len(ours) == 1 else number):
            broken.append(at(other[key], f"has {len(theirs)} forms; the language has {number} for what is counted"))
        for form in (*ours, *theirs):
            places = set(PLACE.findall(form))
            # "the last game": if there is only one, its number may be left out.
            first = form in (ours[0], theirs[0]) and len(ours) > 1 and places == wanted - {"n"}
            if places != wanted and not first:
                broken.append(
                    at(other[key], f"has the places {sorted(places)}, and English {sorted(wanted)}: {form!r}")
                )
    expect_kept(
        "a sentence has the places {…} of the English one, and each plural form of its language",
        "a value would be missing from what players read, or the sentence could not be said",
        broken,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_two_forms_and_nothing_else_has(language: Language) -> None:
    counted = keys_of(node.args[0] for node in calls("count") if node.args) | BY_LIMIT
    broken = [
        at(said, "is said by words.count: write msgid_plural and its forms" if key in counted else "is never counted")
        for key, said in catalogue(language).items()
        if said.counted is not (key in counted)
    ]
    expect_kept(
        "a key has plural forms where the code says it by words.count (or BY_LIMIT in tests/bot/families.py has it)",
        "gettext keeps the two kinds apart: the sentence would not be found",
        broken,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_doubtful(language: Language) -> None:
    broken = []
    for said in catalogue(language).values():
        if said.fuzzy:
            broken.append(at(said, "is marked as fuzzy, and is not said: check it, and take the mark away"))
        for form in said.forms or ("",):
            wrong = {
                "is empty": not form,
                "begins or ends with a space": form != form.strip(),
                "has a brace that is no place": form.count("{") != len(PLACE.findall(form)),
                "has a straight apostrophe: write ’": "'" in form,
                "has three full stops: write …": "..." in form,
            }
            broken += [at(said, f"{why}: {form!r}") for why, found in wrong.items() if found]
    expect_kept("a sentence is whole, sure, and set in type", "players read it as it stands", broken)


def test_french_is_french() -> None:
    expect_kept(
        "a French sentence differs from the English one, unless ALIKE in tests/bot/families.py has it",
        "a sentence copied from English is easily left untranslated",
        (
            at(catalogue(FRENCH)[key], "is the English sentence: translate it, or add it to ALIKE")
            for key, said in catalogue(Language.ENGLISH).items()
            if key in catalogue(FRENCH)
            and said.forms == catalogue(FRENCH)[key].forms
            and re.search(r"[^\W\d]{2}", PLACE.sub("", said.forms[0]))
            and key not in ALIKE
        ),
    )


def test_french_is_set_as_printers_set_it() -> None:
    broken = []
    for said in catalogue(FRENCH).values():
        for form in said.forms:
            # Times, addresses and texts for Discord have colons of their own.
            plain = re.sub(r"<[^>]*>|https?://\S+|`[^`]*`", "", form)
            if re.search(r"[^\u202f\u00a0][;:!?»](?!\w)|«[^\u202f\u00a0]", plain):
                broken.append(at(said, f"lacks a narrow no-break space (U+202F) before ; : ! ? » or after «: {form!r}"))
            if '"' in plain:
                broken.append(at(said, f"has straight quotes: write « and »: {form!r}"))
    expect_kept("French is set as French printers set it", "a sign must not stand alone on the next line", broken)


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_as_short_as_discord_wants_them(language: Language) -> None:
    selects, choices = calls("SelectOption"), calls("Choice")
    boxes = [*calls("RadioGroupOption"), *calls("CheckboxGroupOption")]
    limits = (
        (BUTTON, keys_of(node.args[1] for node in calls("button") if len(node.args) > 1)),
        (OPTION, keys_of(given(("label", "name"), *selects, *choices, *boxes))),
        (OPTION, {key for command in COMMANDS for offered in command.choices.values() for key in offered}),
        (PLACEHOLDER, keys_of(given(("placeholder",), *calls("select")))),
        (FIELD, keys_of(given(("text",), *calls("Label")))),
        (DESCRIPTION, keys_of(given(("description",), *selects, *boxes))),
        (DESCRIPTION, {key for key in catalogue(Language.ENGLISH) if key.startswith("command.")}),
        (MENU, {"command.menu.challenge"}),
    )
    broken = []
    for limit, keys in limits:
        assert keys, limit
        for said in (catalogue(language)[key] for key in keys & catalogue(language).keys()):
            for form in said.forms:
                # A name of Discord has 32 characters. Numbers are short.
                longest = len(PLACE.sub("x" * 12, form)) if "{" in form else len(form)
                if longest > limit:
                    broken.append(at(said, f"has up to {longest} characters, and Discord takes {limit}: {form!r}"))
    expect_kept("a label is no longer than Discord takes it", "Discord refuses the whole message", broken)


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
