"""What players read, held as a whole: every key that the code names has a sentence in both languages, and none is idle.

Keys are found in the syntax trees of the bot: any text of the form `first.second` whose first part some catalogue uses.
A key that is put together while the bot runs belongs to a family, which is spelt out here from the enum behind it.
Not proved here: that a sentence is good, or that the values handed in fit it (drawing the pages proves that).
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bot
from bot import features
from bot.adapter.custom_ids import Verb
from bot.adapter.display import Group
from bot.adapter.permissions import NEEDED
from bot.adapter.registry import Registry
from bot.clock import ClockKind
from bot.features.admin.page import BANS
from bot.features.leaderboard.page import Wealth
from bot.features.rules.page import Chapter
from bot.features.settings.controls import Setting
from bot.people.admin import AdminAction
from bot.people.admin import Reason as PairReason
from bot.people.person import Level
from bot.storage import MovementKind, Period, Sort
from bot.tables.events.table import Ending as ChallengeEnding
from bot.tables.problems import Problem
from bot.tables.state.sight import Sight
from bot.texts import Language, Texts
from ecarte.game import Dialect, Ending, Fault, Goal, NextDeal, Rank, Reason, Remedy, Rule, Scope, Suit
from ecarte.laws import LAWS, Keeping, Law
from ecarte.laws import Chapter as LawChapter
from ecarte.odds import Jeu
from ecarte.table import Pack, PoolForm
from ecarte.table.stakes import GalerieRule, Style
from ecarte.teaching import COURSE, HANDS, BookRule
from ecarte.tournament import Form

ROOM = Path(bot.__file__).parent
KEY = re.compile(r"[a-z]+(?:[._-][a-z0-9_-]+)*\.[A-Za-z0-9_-]+(?:\.[a-z0-9_-]+)*")
FILE = re.compile(r".*\.(?:html|png|po|sqlite3|txt)")
PLACE = re.compile(r"{(\w+)}")
LANGUAGES = tuple(Language)
WHOLE = (Language("en"), Language("fr"))
"""What the game promises to speak. Another language may lack sentences, which are said in English then."""

BUTTON, OPTION, PLACEHOLDER, DESCRIPTION, MENU = 80, 100, 150, 100, 32
"""How long Discord lets a label be."""


def _values(*enums: type[Enum]) -> list[str]:
    return [str(member.value) for enum in enums for member in enum]


def _values_of(*members: Enum) -> list[str]:
    return [str(member.value) for member in members]


def _numbers(*laws: Law) -> list[str]:
    return [str(one.number) for one in laws]


COMMANDS = Registry(features.load()).commands.values()
STEPS = [(f"{lesson.name}.{number}", step) for lesson in COURSE for number, step in enumerate(lesson.steps, 1)]
"""The steps of all lessons, by what their keys hold."""

FAMILIES: dict[str, list[str]] = {
    "command.{}": [command.name for command in COMMANDS],
    "command.{}.{}": [
        f"{command.name}.{option}"
        for command in COMMANDS
        for option in (parameter.name for parameter in command.parameters[1:])
        if option not in command.texts
    ],
    "tip.{}": ["propose", "answer", "discard", "lead", "reply", "king"],
    "command.challenge.clock.{}": _values(ClockKind),
    "command.challenge.{}.{}": [
        f"{option}.{key}"
        for option, keys in {
            "style": ("french", "english"),
            "count": ("single", "treble"),
            "manners": ("guided", "salon"),
            "deal": ("alternates", "game", "rubber"),
        }.items()
        for key in keys
    ],
    "command.challenge.rubber.{}": ["1", "3", "5", "7", "11"],
    "command.house.level.{}": _values(Level),
    "command.tournament.form.{}": _values(Form),
    "admin.ban.{}": list(BANS),
    "admin.did.{}": [*_values(AdminAction), "ban_for_good"],
    "admin.done.{}": _values(AdminAction),
    "admin.form.{}": _values(AdminAction),
    "admin.reason.{}": _values(PairReason),
    "advice.{}": ["propose", "answer", "discard", "play"],
    "book.{}": _values(BookRule),
    "challenge.style.{}": _values(Style),
    "challenge.{}": _values(ChallengeEnding),
    "tournament.about.{}": _values(Form),
    "tournament.form.{}": _values(Form),
    "galerie.counts.{}": ["2", "3"],
    "galerie.form.{}": _values_of(Verb.BET, Verb.WITHDRAW_BET, Verb.TAKE_BETS, Verb.OFFER, Verb.TAKE_OFFER),
    "galerie.presets.about.{}": _values(Style),
    "galerie.no.{}": _values(GalerieRule),
    "sight.why.{}": [it.value for it in Sight if it is not Sight.SEES],
    "hand.claim.{}": _values(Scope),
    "house.{}": _values(Level),
    "illustrative.{}.hint": [str(hand.number) for hand in HANDS],
    "illustrative.{}.open": [str(hand.number) for hand in HANDS],
    "illustrative.{}.reason": [str(hand.number) for hand in HANDS],
    "illustrative.{}.says": [str(hand.number) for hand in HANDS],
    "index.{}": _values(Rank),
    "jeux.kind.{}": _values(Jeu),
    "law.chapter.{}": _values(LawChapter),
    "law.kept.{}": _values(Keeping),
    "law.{}.differs.{}": [f"{one.number}.differs.{it.value}" for one in LAWS for it in one.differs],
    "law.{}.differs.both": _numbers(*LAWS),
    "law.{}.gist": _numbers(*LAWS),
    "law.{}.heading": _numbers(*LAWS),
    "law.{}.how": _numbers(*LAWS),
    "law.{}.salon": _numbers(*(one for one in LAWS if one.salon is not None)),
    "lesson.{}.title": [lesson.name for lesson in COURSE],
    "lesson.{}.{}.answer.{}": [
        f"{place}.answer.{answer + 1}" for place, step in STEPS for answer in range(len(step.answers))
    ],
    "lesson.{}.{}.hint": [place for place, step in STEPS if step.answers],
    "lesson.{}.{}.says": [place for place, _ in STEPS],
    "match.deal.{}": _values(NextDeal),
    "match.pack.{}": _values(Pack),
    "more.{}": _values(Group),
    "menu.sure.{}": [Verb.ABANDON.value, Verb.RESIGN.value],
    "menu.{}": _values(Goal),
    "pages.clock.{}": _values(ClockKind),
    "command.challenge.rules.{}": _values(Dialect),
    "pages.dialect.{}": _values(Dialect),
    "pages.dialect.{}.about": _values(Dialect),
    "pages.how.{}": _values(Ending),
    "pages.period.{}": _values(Period),
    "pages.permission.{}": list(NEEDED),
    "pages.purse.kind.{}": _values(MovementKind),
    "pages.rules.{}.alt": _values(Chapter),
    "pages.rules.{}.text": _values(Chapter),
    "pages.rules.{}.title": _values(Chapter),
    "pages.settings.fair.sight.{}": ["asks", "all"],
    "pages.settings.{}": _values(Setting),
    "pages.settings.{}.about": _values(Setting),
    "pages.sort.{}": _values(Sort, Wealth),
    "salon.call.{}": _values(Fault),
    "salon.called.{}": _values(Fault),
    "salon.chosen.{}": _values(Remedy),
    "salon.remedy.{}": _values(Remedy),
    "pool.form.{}": _values(PoolForm),
    "problem.{}": _values(Problem),
    "rank.{}": _values(Rank),
    "replay.rule.{}": _values(Rule),
    "rule.{}": _values(Rule),
    "rules.{}": _values(Dialect),
    "suit.{}": _values(Suit),
    "table.claimed.{}": _values(Goal),
    "table.scored.{}": _values(Reason),
    "table.why.{}": _values(Reason),
    "table.why.claimed.{}": _values(Goal),
    "table.won.{}": _values(Ending),
}
# The code asks whether there is such a sentence, or one in its place, before it uses it.
OPTIONAL = frozenset({"law.{}.differs.both", "law.{}.differs.{}", "replay.rule.{}", "rule.{}"})
# Refusals that tell a limit are counted by it (bot.adapter.formatting).
BY_LIMIT = frozenset({"problem.seated", "problem.other_seated", "problem.too_many_challenges"})
# Sentences that are the same in both languages, and ought to be.
ALIKE = frozenset(
    {
        "galerie.chouette.declare",
        "galerie.enter",
        "hand.discard.place",
        "law.ignored",
        "pages.dialect.cavendish",
        "pages.minutes",
        "pages.points",
        "pages.sort.points",
        "pages.tables.count",
        "pages.tables.title",
        "pages.voles",
    }
)


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


def is_key(text: str) -> bool:
    """Whether a text of the code looks like a key: its first part is one that the catalogues use."""
    firsts = {key.split(".")[0] for key in catalogue(Language.ENGLISH)}
    return bool(KEY.fullmatch(text.replace("{}", "x"))) and text.split(".")[0] in firsts and not FILE.fullmatch(text)


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


def calls(*names: str) -> Iterator[ast.Call]:
    """Every call of a function or a method of such a name."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in names:
                    yield node


def keys_of(nodes: Iterable[ast.AST]) -> set[str]:
    """The keys that pieces of code name."""
    return {key for node in nodes for text in texts_in(node) if is_key(text) for key in expanded(text)}


def test_every_key_that_is_put_together_belongs_to_a_family() -> None:
    templates = {text for text in named() if "{}" in text}
    assert templates - FAMILIES.keys() == set(), "say in FAMILIES which keys these can be"
    assert FAMILIES.keys() - templates == set(), "nobody puts these together any more"


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
    selects = list(calls("SelectOption"))
    choices = list(calls("Choice"))
    limits = {
        BUTTON: keys_of(node.args[1] for node in calls("button") if len(node.args) > 1),
        OPTION: keys_of(
            it.value for node in (*selects, *choices) for it in node.keywords if it.arg in {"label", "name"}
        )
        | {key for command in COMMANDS for offered in command.choices.values() for key in offered},
        PLACEHOLDER: keys_of(it.value for node in calls("select") for it in node.keywords if it.arg == "placeholder"),
        DESCRIPTION: keys_of(it.value for node in selects for it in node.keywords if it.arg == "description")
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
