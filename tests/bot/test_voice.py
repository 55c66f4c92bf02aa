"""The voice of the texts for players: words that no sentence has, no guessed gender, buttons of at most three words.

Words stand for the tone. Whether a sentence is good, people judge.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts import Language, Texts
from bot.texts.catalogues import Sentence
from ecarte.ai import Level
from tests.bot.test_texts import FRENCH, PLACE, WHOLE, at, calls, catalogue, keys_of
from tests.support.rules import expect_kept

_HERE = "tests/bot/test_voice.py"
ROOT = Path(__file__).parents[2]
_PRINTED = (
    "ecarte/odds/jeux.py",
    "ecarte/game/errors.py",
    "bot/__main__.py",
    "bot/command_line.py",
    "bot/config.py",
    "bot/serving.py",
    "bot/upkeep.py",
    "sandbox/__main__.py",
    "sandbox/run.py",
)

ENGLISH = re.compile(
    r"\b(?:whoever|whomever|nobody|somebody|anybody|he|him|his|himself|she|her|hers|herself|adversar(?:y|ies)"
    r"|knaves?|(?:is|are|was|were) told|one who|he who|put out|puts out|love-all)\b",
    re.IGNORECASE,
)
ON_THE_COMMAND_LINE = re.compile(r"\b(?:gives? cards|elder hand|stands? pat)\b", re.IGNORECASE)
IN_KEYS = re.compile(r"(?:^|[._-])(?:whoever|nobody|somebody|anybody|he|him|his|adversary|knave|told)(?:$|[._-])")

# "Il" that refers to nothing and to no person.
NO_PERSON = re.compile(
    r"\b[Ii]l (?:ne )?(?:vous |lui |leur |s’y )?(?:reste|faut|fallait|faudrait|suffit|manque|s’agit|vaut mieux"
    r"|est trop)"
    r"|\b[Ii]l (?:y a|n’y a|n’y avait|n’y en a)"
)
_NAMES = "who|other|name|names|north|south|elder|dealer|loser|leader|challenger|challenged|heir|house"
NAME = rf"{{(?:{_NAMES}|upper|lower|one|two|three|four)}}"
PERSON = rf"(?:\b(?:adversaires?|joueurs?|parieurs?|personnes?|membres?|chacun|qui)\b|{NAME})"
IL_FOR_A_PERSON = re.compile(PERSON + r"[^.!?;:{}]*(?<![\w’])(?:qu’)?(?:[Ii]ls?|lui-même|eux-mêmes)\b")
AGREED = re.compile(
    r"\b[Vv]ous (?:êtes|serez|étiez|seriez|aviez été|avez été) (?:\w+ )?"
    r"(?:prêt|seul|inscrit|invité|assis|absent|exclu|classé|connecté|arrivé|parti|sûr|premier|nouveau|gagnant)s?\b"
)
CELUI = re.compile(r"\b(?:celui|ceux) (?:qui|dont|pour|sur|à)\b|\blui seul\b")

# Sentences in which the words are right.
GUESSED = {
    "law.": "the laws speak of roles, le donneur and le premier, with which a pronoun agrees",
    "quiz.": "premier en cartes is a role",
    "lesson.proposing.1.says": "« premier en cartes » is explained as the role that it is",
    "privacy.delete.for_good": "ceux are messages",
    "lesson.first-card.1.hint": "ceux are trumps",
    "lesson.king.1.says": "lui is the king of trumps",
    "illustrative.1.reason": "celui is a king",
}

# A name needs no article, and no word that includes one comes before it.
ARTICLE = r"(?:the|an?|les?|la|une?|du|des|aux?)"
ARTICLE_FIRST = re.compile(rf"{ARTICLE} ", re.IGNORECASE)
BEFORE_NO_NAME = re.compile(rf"(?:\b{ARTICLE} |\w’)\**$", re.IGNORECASE)

# Before a vowel French drops the e: "de Alice" is wrong, and so is "d’Bruno".
ELIDED = re.compile(rf"\b(?:[dlmnst]e|je|la|\w*que)\b\W{{1,4}}{NAME}", re.IGNORECASE)

# Labels that are longer, and why.
LONGER = {
    "hand.king.announce": "« Je marque le roi » is what is said at a French table",
}

# Words that meant several things, or something else. docs/glossary.md has the words to use.
REPLACED = re.compile(
    r"\bpendule|\bdistribue|\bjeu loyal|\btables? de salon|\b(?:la|une) marque\b(?! (?:le|un)\b)", re.I
)

# Moments that have always passed: "started 2 minutes ago" stays true.
PAST = {"quiz.clock", "pages.tables.since"}

# Where "⏳ in 36 seconds" is the time that is left, or the moment of what the sentence names. What is open until a
# moment says so, since "bets are open · in 36 seconds" reads as the contrary.
COUNTED_DOWN = {
    "daily.next",
    "hand.reserve.mine",
    "hand.reserve.theirs",
    "hand.until.mine",
    "hand.until.theirs",
    "privacy.deleted_before",
    "privacy.exported_before",
    "problem.bot_timed_out",
    "table.until",
    "table.until.reserve",
}


def _sentences(language: Language) -> Iterator[tuple[Sentence, str]]:
    for said in catalogue(language).values():
        for form in said.forms:
            # Texts that Discord reads as a whole, or that a member types, are no sentences.
            yield said, re.sub(r"`[^`]*`", "", form)


def _found(language: Language, pattern: re.Pattern[str], advice: str) -> list[str]:
    return [
        at(said, f"says {found[0]!r}: {advice}")
        for said, text in _sentences(language)
        if (found := pattern.search(text))
    ]


def test_no_english_sentence_guesses_a_gender_or_speaks_as_in_1877() -> None:
    expect_kept(
        "English says they, you and the player; never he, whoever, adversary, knave",
        "a member's gender is not known, and a tired person reads this on a phone (docs/glossary.md, To players)",
        _found(Language.ENGLISH, ENGLISH, "write it otherwise"),
    )


def _printed() -> Iterator[tuple[str, str]]:
    """The texts in the modules whose words the command line prints, with their places; docstrings left out."""
    for path in (*sorted((ROOT / "ecarte" / "cli").glob("*.py")), *(ROOT / name for name in _PRINTED)):
        tree = ast.parse(path.read_text("utf-8"))
        notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def test_the_command_line_speaks_as_the_catalogues_do() -> None:
    expect_kept(
        "python -m ecarte and python -m bot use the words of the catalogues",
        "one word, one thing: docs/glossary.md, To players",
        (
            f"{place} says {found[0]!r}: write it otherwise"
            for place, text in _printed()
            for found in (ENGLISH.search(text) or ON_THE_COMMAND_LINE.search(text),)
            if found
        ),
    )


def test_no_key_has_such_a_word() -> None:
    expect_kept(
        "no key has he, nobody, told, adversary or knave in it",
        "keys are read with the sentences, and follow the glossary",
        (at(said, "rename the key") for said in catalogue(Language.ENGLISH).values() if IN_KEYS.search(said.key)),
    )


@pytest.mark.parametrize("pattern", [IL_FOR_A_PERSON, AGREED, CELUI], ids=["il", "agreement", "celui"])
def test_no_french_sentence_guesses_a_gender(pattern: re.Pattern[str]) -> None:
    expect_kept(
        "French speaks of people without a guessed gender: no il for a player, no agreement with vous, no celui qui",
        "a member's gender is not known; a turn of phrase avoids it (« Le tour de {name} »)",
        (
            at(said, f"says {found[0]!r}: write it otherwise, or say in GUESSED of {_HERE} why it is no person")
            for said, text in _sentences(FRENCH)
            if (found := pattern.search(NO_PERSON.sub("", text))) and not said.key.startswith(tuple(GUESSED))
        ),
    )


@pytest.mark.parametrize("called", [*(f"house.{level.value}" for level in Level), "pages.former_player"])
@pytest.mark.parametrize("language", WHOLE)
def test_a_name_that_the_bot_gives_reads_right_wherever_a_sentence_puts_it(language: Language, called: str) -> None:
    name = Texts.load()(language)(called)
    assert name[0].isupper() or ARTICLE_FIRST.match(name), "a name without an article is capital everywhere"
    has_article = ARTICLE_FIRST.match(name) is not None
    wrong = []
    for said, text in _sentences(language):
        for place in re.finditer(NAME, text):
            before = text[: place.start()]
            begins = re.search(r"(?:^|[.!?\n])[^\w.!?\n]*$", before) is not None
            if BEFORE_NO_NAME.search(before) or (has_article and name[0].isupper() is not begins):
                wrong.append(at(said, f"reads {before + name!r}: turn the sentence, or its beginning"))
    expect_kept(
        "a name with an article is not put after another one, and is capital where a sentence begins",
        "the house has a name with an article in English and none in French, a former player none in both",
        wrong,
    )


@pytest.mark.parametrize("language", WHOLE)
def test_a_button_says_its_action_in_three_words(language: Language) -> None:
    keys = keys_of(node.args[1] for node in calls("button") if len(node.args) > 1)
    assert keys
    expect_kept(
        "a button says its action in three words",
        "on a phone a longer label is cut off",
        (
            at(said, f"has more than three words: {form!r}; shorten it, or say in LONGER of {_HERE} why not")
            for key, said in catalogue(language).items()
            if key in keys - LONGER.keys()
            for form in said.forms
            if len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", PLACE.sub("X", form))) > 3
        ),
    )


@pytest.mark.parametrize("language", WHOLE)
def test_no_clause_turns_false_when_its_moment_has_passed(language: Language) -> None:
    moment = re.compile(r"{when}(?! · ⏳ {rest})|{rest}")
    bare = {
        said.key: said
        for said, text in _sentences(language)
        for found in moment.finditer(text)
        if not text[: found.start()].endswith("⏳ ") and not said.key.startswith("replay.bad.")
    }
    expect_kept(
        "a moment in a sentence stands alone, as ⏳ {when}",
        'Discord turns it into "2 minutes ago" once it has passed, and "time ends 2 minutes ago" is false',
        [
            *(
                at(said, "write ⏳ {when}, or add it to PAST: it has always passed")
                for key, said in bare.items()
                if key not in PAST
            ),
            *(f"{_HERE}: remove {key!r} from PAST" for key in PAST - bare.keys()),
        ],
    )


@pytest.mark.parametrize("language", WHOLE)
def test_what_is_open_until_a_moment_names_the_moment(language: Language) -> None:
    counted = {said.key: said for said, text in _sentences(language) if "⏳ {when}" in text}
    expect_kept(
        "what is open says until when",
        '"Bets are open · ⏳ in 36 seconds" reads as if they opened then',
        [
            *(at(said, "write {until}") for key, said in counted.items() if key not in COUNTED_DOWN),
            *(f"{_HERE}: remove {key!r} from COUNTED_DOWN" for key in COUNTED_DOWN - counted.keys()),
        ],
    )


def test_no_french_sentence_has_a_word_that_gave_way_to_another() -> None:
    expect_kept(
        "one word for one thing: no pendule, distribuer, jeu loyal, table de salon, la marque",
        "each of these had two meanings; docs/glossary.md says what stands in its place",
        _found(FRENCH, REPLACED, "write the word of the glossary"),
    )


def test_no_french_sentence_puts_a_name_behind_a_word_that_drops_its_vowel() -> None:
    expect_kept(
        "no de, que, le or la stands before a name in French",
        "« de Alice » is wrong, and so is « d’Bruno »; a sentence that puts the name elsewhere is right with both",
        _found(FRENCH, ELIDED, "turn the sentence: « {who} n’a plus de temps », not « le temps de {who} »"),
    )
