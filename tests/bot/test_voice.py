"""The voice of what players read: words that no sentence has, no guessed gender, buttons of at most three words.

Words stand in for the tone; whether a sentence is good, people judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.people.person import Level
from bot.texts import Language, Texts
from tests.bot.test_texts import PLACE, WHOLE, calls, catalogue, forms, keys_of

ENGLISH = re.compile(
    r"\b(?:whoever|whomever|nobody|somebody|anybody|he|him|his|himself|she|her|hers|herself|adversar(?:y|ies)"
    r"|knaves?|(?:is|are|was|were) told|one who|he who|put out|puts out|love-all)\b",
    re.IGNORECASE,
)
IN_KEYS = re.compile(r"(?:^|[._-])(?:whoever|nobody|somebody|anybody|he|him|his|adversary|knave|told)(?:$|[._-])")

# "Il" of nothing and of no person.
NO_PERSON = re.compile(
    r"\b[Ii]l (?:ne )?(?:vous |lui |leur |s’y )?(?:reste|faut|fallait|faudrait|suffit|manque|s’agit|vaut mieux"
    r"|est trop)"
    r"|\b[Ii]l (?:y a|n’y a|n’y avait|n’y en a)"
)
NAME = r"{(?:who|other|name|names|north|south|elder|dealer|loser|leader|challenger|challenged|heir|house)}"
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
    "jeux.": "premier en cartes is a role",
    "lesson.proposing.1.says": "« premier en cartes » is explained as the role that it is",
    "privacy.delete.for_good": "ceux are messages",
    "lesson.first-card.1.hint": "ceux are trumps",
    "lesson.king.1.says": "lui is the king of trumps",
    "illustrative.1.reason": "celui is a king",
}

# A name needs no article, and no word that has swallowed one stands before it.
ARTICLE = r"(?:the|an?|les?|la|une?|du|des|aux?)"
BEFORE_NO_NAME = re.compile(rf"(?:\b{ARTICLE} |\w’)\**$", re.IGNORECASE)

# Labels that are longer, and why.
LONGER = {
    "hand.king.announce": "« Je marque le roi » is what is said at a French table",
}

# Words that meant several things, or something else: docs/glossary.md says what stands in their place.
REPLACED = re.compile(
    r"\bpendule|\bdistribue|\bjeu loyal|\btables? de salon|\b(?:la|une) marque\b(?! (?:le|un)\b)", re.I
)

# Moments that have always passed: "started 2 minutes ago" stays true.
PAST = {"jeux.clock", "pages.tables.since"}


def _sentences(language: Language) -> Iterator[tuple[str, str]]:
    for key, message in catalogue(language).items():
        for form in forms(message):
            # What Discord reads as a whole, or a member types, is no sentence.
            yield key, re.sub(r"`[^`]*`", "", form)


def test_no_english_sentence_guesses_a_gender_or_speaks_as_in_1877() -> None:
    wrong = {key: found[0] for key, text in _sentences(Language.ENGLISH) if (found := ENGLISH.search(text))}
    assert wrong == {}


def test_no_key_has_such_a_word() -> None:
    assert [key for key in catalogue(Language.ENGLISH) if IN_KEYS.search(key)] == []


@pytest.mark.parametrize("pattern", [IL_FOR_A_PERSON, AGREED, CELUI], ids=["il", "agreement", "celui"])
def test_no_french_sentence_guesses_a_gender(pattern: re.Pattern[str]) -> None:
    wrong = {
        key: found[0]
        for key, text in _sentences(Language("fr"))
        if (found := pattern.search(NO_PERSON.sub("", text))) and not key.startswith(tuple(GUESSED))
    }
    assert wrong == {}


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("language", WHOLE)
def test_the_name_of_the_house_reads_right_wherever_a_sentence_puts_it(language: Language, level: Level) -> None:
    name = Texts.load()(language)(f"house.{level.value}")
    has_article = re.match(rf"{ARTICLE} ", name, re.IGNORECASE) is not None
    wrong = []
    for key, text in _sentences(language):
        for place in re.finditer(NAME, text):
            before = text[: place.start()]
            begins = re.search(r"(?:^|[.!?\n])[^\w.!?\n]*$", before) is not None
            if BEFORE_NO_NAME.search(before) or (has_article and name[0].isupper() is not begins):
                wrong.append((key, before + name))
    assert wrong == []


@pytest.mark.parametrize("language", WHOLE)
def test_a_button_says_its_action_in_three_words(language: Language) -> None:
    keys = keys_of(node.args[1] for node in calls("button") if len(node.args) > 1)
    assert keys
    longer = {
        key
        for key in keys
        for form in forms(catalogue(language)[key])
        if len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", PLACE.sub("X", form))) > 3
    }
    assert longer - LONGER.keys() == set()


@pytest.mark.parametrize("language", WHOLE)
def test_no_clause_turns_false_when_its_moment_has_passed(language: Language) -> None:
    moment = re.compile(r"{when}(?! · ⏳ {rest})|{rest}")
    bare = {
        key
        for key, text in _sentences(language)
        for found in moment.finditer(text)
        if not text[: found.start()].endswith("⏳ ")
    }
    assert {key for key in bare if not key.startswith("replay.bad.")} == PAST


def test_no_french_sentence_has_a_word_that_gave_way_to_another() -> None:
    found = {key: word[0] for key, text in _sentences(Language("fr")) if (word := REPLACED.search(text))}
    assert found == {}
