"""Names, made legible: what is not seen goes, what a language needs stays."""

from __future__ import annotations

import unicodedata

import pytest

from bot.letters import clusters, isolated, visible
from tests.support.names import ALIKE, ODDITIES, SCRIPTS, UNSEEN


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_of_a_name_that_cannot_be_seen_nothing_stays(name: str) -> None:
    assert visible(name) == ""


@pytest.mark.parametrize(("plain", "hidden"), ALIKE.values(), ids=ALIKE)
def test_what_is_not_seen_goes(plain: str, hidden: str) -> None:
    assert visible(hidden) == plain == visible(plain)


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_a_name_of_any_script_stays_as_it_is(name: str) -> None:
    assert visible(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", [*SCRIPTS.values(), *ODDITIES.values()], ids=[*SCRIPTS, *ODDITIES])
def test_nothing_is_lost_between_clusters_and_no_mark_stands_alone(name: str) -> None:
    parts = clusters(visible(name))
    assert "".join(parts) == visible(name)
    assert all(unicodedata.category(part[0])[0] != "M" for part in parts)


@pytest.mark.parametrize(
    "text",
    [
        *("👨‍👩‍👧‍👦", "🇫🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏿", "❤️‍🔥", "1️⃣", "🏳️‍🌈", "🙂‍↔️"),
        *("नि", "क्ष", "กำ", "ë̂", "ᄒ\u1161\u11ab", "မြ"),
    ],
)
def test_what_a_reader_takes_for_one_letter_is_one_cluster(text: str) -> None:
    assert visible(text) == unicodedata.normalize("NFC", text)
    assert clusters(f"a{visible(text)}b") == ["a", visible(text), "b"]


def test_two_flags_are_two_letters() -> None:
    assert clusters("🇫🇷🇧🇪🇩") == ["🇫🇷", "🇧🇪", "🇩"]


def test_a_letter_has_a_few_marks_at_most() -> None:
    tower = "a" + "".join(chr(code) for code in range(0x300, 0x340))
    assert len(visible(tower)) <= 4
    assert len(visible("ก" + "\u0e47" * 30)) == 2


def test_a_joiner_stays_where_it_joins_alone() -> None:
    assert visible("می‌خواهم") == "می‌خواهم"
    assert visible("क्‍ष") == "क्‍ष"
    assert visible("a\u200db\u200d") == "ab"


def test_a_name_from_the_right_is_held_apart_from_the_line_around_it() -> None:
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("Ana علي") == "\u2068Ana علي\u2069"
    assert isolated("Ana 山田") == "Ana 山田"
