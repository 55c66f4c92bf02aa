"""Faces as values: monograms in the script of the name, photographs by account, the house by its card."""

from __future__ import annotations

import pytest

from bot.adapter.faces import face_of, monogram
from bot.people.person import Person
from bot.pictures import Face
from ecarte.ai import Level

ALICE = Person(5 << 22, "Alice")


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("alice", "A"),
        ("✨ Hippolyte ✨", "H"),
        ("مريم بنت", "م"),
        ("山田太郎", "山"),
        ("ελένη", "Ε"),
        ("ßeta", "ß"),
        ("é", "É"),
        ("42 lions", "L"),
        ("1337", "1"),
        ("🦊", "🦊"),
        ("", "?"),
        ("\u200b\u202e", "?"),
    ],
)
def test_a_monogram_is_the_first_letter_of_the_name_in_its_own_script(name: str, letter: str) -> None:
    assert monogram(name) == letter


def test_a_person_without_a_photograph_has_a_monogram_on_a_ground_of_their_account() -> None:
    face = face_of(ALICE)
    assert (face.monogram, face.photo, face.court) == ("A", None, "")
    assert face_of(Person(ALICE.id, "Zoé")).ground == face.ground
    assert len({face_of(Person(number << 22, "Alice")).ground for number in range(40)}) > 6


def test_a_photograph_is_that_of_the_account() -> None:
    assert face_of(ALICE, {ALICE.id: b"photo"}).photo == b"photo"
    assert face_of(ALICE, {7: b"photo"}).photo is None


def test_the_house_looks_like_a_court_card_of_its_level_and_has_no_photograph() -> None:
    faces = {level: face_of(Person.of_house(level), {Person.of_house(level).id: b"photo"}) for level in Level}
    assert len({face.court for face in faces.values()}) == len(Level)
    assert all(face.photo is None for face in faces.values())


def test_the_text_of_a_face_differs_with_the_photograph_and_does_not_contain_it() -> None:
    one, other = Face("A", 1, b"x" * 5000), Face("A", 1, b"y" * 5000)
    assert len({repr(one), repr(other), repr(Face("A", 1))}) == 3
    assert len(repr(one)) < 80
