"""The messages and the pictures of tournaments: their length, their words, the content of the pictures.

Drawn from tournaments that are made here, without a database. The look of the pictures is not proved.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from simcord.components import walk_components

from bot.adapter.message import Message
from bot.clock import Pace
from bot.features.tournament import arena_messages
from bot.features.tournament import render as tournament_render
from bot.features.tournament.scene import picture, whole
from bot.features.tournament.tournament_items import ShownTournament
from bot.people.person import Person
from bot.pictures import BracketScene, BranchScene, CrossScene, MatchEntrant, Meeting, bracket_picture
from bot.rows.ids import is_erased
from bot.tables.terms import Terms
from bot.texts import Language, Texts
from bot.tournaments.arena_progress import begin_arena
from bot.tournaments.match_pairing import swiss_pairs
from bot.tournaments.rounds import begin_first_round
from bot.tournaments.second_prize import FewestErrors
from bot.tournaments.tournament import Plan, Stage, Tournament
from ecarte.tournament import (
    Form,
    Outcome,
    end_meeting,
    meet,
    next_round,
    pairings,
    record,
    round_over,
    withdraw,
)

TEXTS = Texts.load()
LANGUAGES = (Language.ENGLISH, Language("fr"))
AT = 1_800_000_000_000
MOST = 4_000
TEXT = 10
LONGEST_NAME = "*" * 32


def entered(people: int, form: Form = Form.KNOCK_OUT, name: str = "", pace: Pace | None = None) -> Tournament:
    """Returns a tournament with this many entrants. Each name is as long as Discord allows, and has to be escaped."""
    terms = Terms(pace=pace or Pace.live())
    joined = tuple(Person(10**18 + number, f"{number}{LONGEST_NAME}"[:32]) for number in range(1, people + 1))
    return Tournament(1, 2, 7, 70, joined[0].id, name, Plan(form, terms, 24), AT, AT, people=joined)


def going(people: int, form: Form = Form.KNOCK_OUT, **more: Any) -> Tournament:
    """Returns a tournament in its first round."""
    return begin_first_round(entered(people, form, **more), {}, AT)


def won(tournament: Tournament, outcome: Outcome = Outcome.FIRST) -> Tournament:
    """Returns the tournament after a round in which all pairings ended alike: in the next round, if there is one."""
    rounds = tournament.begun_rounds
    for number, pairing in enumerate(pairings(rounds), 1):
        if pairing.outcome is None:
            rounds = record(rounds, rounds.round_no, number, outcome)
    assert round_over(rounds)
    if rounds.over:
        return replace(tournament, rounds=rounds)
    pairs = swiss_pairs(rounds) if rounds.form is Form.SWISS else ()
    return replace(tournament, rounds=next_round(rounds, pairs))


def texts(drawing: Message) -> list[str]:
    """All texts of a message."""
    roots: Any = drawing.view.to_components()
    return [part["content"] for part in walk_components(roots) if part["type"] == TEXT]


def said(drawing: Message) -> str:
    """Returns everything that a message says."""
    return "\n".join(texts(drawing))


def length(drawing: Message) -> int:
    """How much text a message holds."""
    return sum(map(len, texts(drawing)))


def can_be_pressed(drawing: Message) -> bool:
    """Whether a message has a button."""
    roots: Any = drawing.view.to_components()
    return any("custom_id" in part for part in walk_components(roots))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", Form)
def test_as_many_people_as_can_enter_fit_into_every_message_with_the_longest_names(
    language: Language, form: Form
) -> None:
    words, title = TEXTS(language), "_" * 60
    tournament = entered(form.most, form, name=title)
    assert length(tournament_render.announcement(words, tournament)) <= MOST
    tournament = going(form.most, form, name=title)
    shown = ShownTournament(tournament, dict.fromkeys(range(1, 33), 10**18), AT)
    drawing = tournament_render.round_message(words, shown, 1)
    assert length(drawing) <= MOST
    assert len(drawing.mentions) <= 100, "Discord notifies no more people by one message"
    tournament = won(tournament, Outcome.WALKOVER_SECOND if form is Form.KNOCK_OUT else Outcome.NOBODY)
    assert length(tournament_render.round_message(words, ShownTournament(tournament, {}, AT), 1)) <= MOST
    while not tournament.begun_rounds.over:
        tournament = won(tournament)
    assert (
        length(tournament_render.end_message(words, ShownTournament(replace(tournament, stage=Stage.OVER), {}, AT)))
        <= MOST
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_arena_of_as_many_people_as_can_enter_fits_into_every_message(language: Language) -> None:
    words = TEXTS(language)
    tournament = entered(256, Form.SWISS, name="_" * 60)
    tournament = replace(tournament, plan=replace(tournament.plan, form=None, hours=0, minutes=90))
    assert length(tournament_render.announcement(words, tournament)) <= MOST
    tournament = begin_arena(tournament, AT)
    called = arena_messages.board(words, ShownTournament(tournament, {}, AT))
    assert length(called) <= MOST
    assert len(called.mentions) == 100, "Discord notifies no more people by one message"
    arena = meet(tournament.begun_arena, [(number, number + 1) for number in range(1, 256, 2)])
    tournament, places = replace(tournament, arena=arena), dict.fromkeys(range(1, 129), 10**18)
    for now in (AT, AT + 90 * 60_000):
        board = arena_messages.board(words, ShownTournament(tournament, places, now))
        assert length(board) <= MOST
        assert board.mentions == ()
    for number in range(1, 129):
        arena = end_meeting(arena, number, 2 * number)
    over = replace(tournament, arena=arena, stage=Stage.OVER, deadline=None)
    end = arena_messages.end_message(words, ShownTournament(over, {}, AT, FewestErrors(7, 1.25)))
    assert length(end) <= MOST
    assert over.person(7).id in end.mentions
    own = arena_messages.mine(words, ShownTournament(over, {}, AT), over.person(2).id)
    assert words("tournament.arena.won") in said(own)
    written = arena_messages.files(words, ShownTournament(over, {}, AT)).pictures[0].paint().decode()
    assert all(person.name in written for person in over.people)


def test_a_round_notifies_those_who_have_to_play_and_no_one_else() -> None:
    tournament = going(5)
    drawing = tournament_render.round_message(TEXTS(Language.ENGLISH), ShownTournament(tournament, {}, AT), 1)
    assert set(drawing.mentions) == {tournament.person(4).id, tournament.person(5).id}, "the first three have byes"
    over = tournament_render.round_message(TEXTS(Language.ENGLISH), ShownTournament(won(tournament), {}, AT), 1)
    assert over.mentions == ()
    assert not can_be_pressed(over)


def test_a_person_who_is_erased_is_named_and_called_nowhere() -> None:
    tournament = going(4)
    gone = Person(-3, "")
    assert is_erased(gone.id)
    tournament = replace(tournament, people=(gone, *tournament.people[1:]), rounds=withdraw(tournament.begun_rounds, 1))
    words = TEXTS(Language.ENGLISH)
    drawing = tournament_render.round_message(words, ShownTournament(tournament, {}, AT), 1)
    assert words("pages.former_player") in said(drawing)
    assert "<@-" not in said(drawing)
    assert all(user_id > 0 for user_id in drawing.mentions)


def test_the_digest_follows_the_picture() -> None:
    words = TEXTS(Language.ENGLISH)
    tournament = going(4)
    quiet = tournament_render.round_message(words, ShownTournament(tournament, {}, AT), 1)
    assert quiet.digest == tournament_render.round_message(words, ShownTournament(tournament, {}, AT), 1).digest
    assert quiet.digest != tournament_render.round_message(words, ShownTournament(tournament, {1: 9}, AT), 1).digest


def test_the_tree_shows_byes_results_and_who_stands_in_the_next_round_already() -> None:
    tournament = going(3)
    tree = whole(TEXTS(Language("fr")), tournament, {2}).scene
    assert isinstance(tree, BracketScene)
    (bye, played), (final,) = tree.rounds
    assert (bye.first.seed if bye.first else 0, bye.second, bye.note) == (1, None, "exempt")
    assert played.on
    assert final.first is not None
    assert (final.first.seed, final.first.won, final.second) == (1, None, None)
    over = won(won(tournament, Outcome.SECOND))
    tree = whole(TEXTS(Language("fr")), over, ()).scene
    assert isinstance(tree, BracketScene)
    assert [entry.won if entry else None for entry in (tree.rounds[0][1].first, tree.rounds[0][1].second)] == [
        False,
        True,
    ]
    assert tree.champion == over.person(1).name


def test_a_round_robin_shows_who_beat_whom_and_of_many_only_where_they_stand() -> None:
    tournament = won(going(4, Form.ROUND_ROBIN))
    cross = whole(TEXTS(Language.ENGLISH), tournament, ()).scene
    assert isinstance(cross, CrossScene)
    signs = {(row.number, other): cell.sign for row in cross.rows for other, cell in enumerate(row.cells, 1) if cell}
    assert len(signs) == 12
    for pairing in tournament.begun_rounds.rounds[0]:
        assert pairing.first is not None
        assert pairing.second is not None
        assert (signs[pairing.first, pairing.second], signs[pairing.second, pairing.first]) == ("1", "0")
    many = whole(TEXTS(Language.ENGLISH), won(going(17, Form.ROUND_ROBIN)), ()).scene
    assert isinstance(many, CrossScene)
    assert all(row.cells == () for row in many.rows)
    phone = picture(TEXTS(Language.ENGLISH), won(going(17, Form.ROUND_ROBIN)), ()).scene
    assert isinstance(phone, CrossScene)
    assert [(row.place, row.cells) for row in phone.rows] == [(1, ())] * 8 + [(9, ())] * 2, "equals share a place"
    assert [row.place for row in many.rows] == [1] * 8 + [9] * 9


@pytest.mark.parametrize("people", [3, 4, 9, 33, 64])
@pytest.mark.parametrize("form", Form)
def test_a_picture_is_a_small_png_and_equal_for_equal_states(people: int, form: Form) -> None:
    tournament = won(going(people, form))
    for drawn in (picture, whole):
        first, second = (drawn(TEXTS(Language.ENGLISH), tournament, ()).paint() for _ in range(2))
        assert first == second
        assert len(first) < 400_000
        image = Image.open(BytesIO(first))
        assert image.format == "PNG"
        assert 600 < image.width < 1700


def test_a_result_changes_its_own_place_in_the_picture_alone() -> None:
    def drawn(won: bool | None) -> Image.Image:
        pair = Meeting(MatchEntrant(1, "Alice", won), MatchEntrant(4, "David"))
        scene = BracketScene(
            "Spring", ((pair, Meeting(MatchEntrant(2, "Bruno"), MatchEntrant(3, "Chloé"))), (Meeting(),))
        )
        return Image.open(BytesIO(bracket_picture(scene).data)).convert("RGB")

    before, after = drawn(None), drawn(True)
    lower = (0, before.height // 2, before.width, before.height)
    assert before.tobytes() != after.tobytes()
    assert before.crop(lower).tobytes() == after.crop(lower).tobytes()


def test_a_tree_halves_from_round_to_round() -> None:
    with pytest.raises(ValueError, match="no rounds"):
        BracketScene("Spring", ((Meeting(), Meeting(), Meeting()), (Meeting(),)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_correspondence_another_sentence_says_when_tables_open(language: Language) -> None:
    words = TEXTS(language)
    tournament = going(3, pace=Pace.correspondence(24))
    assert words("tournament.how.correspondence") in said(
        tournament_render.round_message(words, ShownTournament(tournament, {}, AT), 1)
    )
    late = ShownTournament(tournament, {2: 9}, AT + 24 * 3_600_000)
    assert words("tournament.played_out") in said(tournament_render.round_message(words, late, 1))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [9, 33, 64])
def test_a_bracket_of_many_is_read_on_a_phone_by_its_next_matches_and_by_ones_own(
    language: Language, people: int
) -> None:
    words, tournament = TEXTS(language), won(going(people))
    public = tournament_render.round_message(words, ShownTournament(tournament, {2: 9}, AT), 2)
    (image,) = public.pictures
    assert isinstance(image.scene, BranchScene)
    assert len(image.scene.meetings) <= 4
    assert image.scene.meetings[0][1].on, "what is played now stands first"
    entrant = tournament.person(1)
    own = tournament_render.mine(words, ShownTournament(tournament, {}, AT), entrant.id)
    (image,) = own.pictures
    assert isinstance(image.scene, BranchScene)
    assert image.scene.title == entrant.name
    steps = [match for _, match in image.scene.meetings]
    assert all(1 in {entry.seed for entry in (match.first, match.second) if entry} for match in steps)
    assert len(steps) == 3, "the match won, the next one, and the possible opponents after it"
    for drawing in (public, own):
        picture = Image.open(BytesIO(drawing.pictures[0].paint()))
        # At 360 pixels a name of 34 is then 19 high.
        assert picture.width <= 640
        assert len(drawing.pictures[0].paint()) <= 60 * 1024
    whole, written = tournament_render.files(words, ShownTournament(tournament, {}, AT)).pictures
    assert isinstance(whole.scene, BracketScene)
    assert 0 < len(whole.about) <= 1024
    lines = written.paint().decode().split("\n")
    for column in whole.scene.rounds:
        for match in column:
            names = [entry.name for entry in (match.first, match.second) if entry is not None]
            assert any(all(name in line for name in names) for line in lines), "every match stands in words, too"
    stranger = tournament_render.mine(words, ShownTournament(tournament, {}, AT), 5)
    assert words("tournament.not_yours") in said(stranger)


def test_the_way_of_an_entrant_ends_with_the_match_that_was_lost() -> None:
    tournament = won(won(going(16)))
    (image,) = tournament_render.mine(
        TEXTS(Language.ENGLISH), ShownTournament(tournament, {}, AT), tournament.person(16).id
    ).pictures
    assert isinstance(image.scene, BranchScene)
    ((label, match),) = image.scene.meetings
    assert label == "Round 1 of 4"
    assert match.second is not None
    assert match.second.won is False


def over(tournament: Tournament) -> ShownTournament:
    """Returns a tournament at its end."""
    return ShownTournament(replace(tournament, stage=Stage.OVER), {}, AT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_knock_out_that_no_one_played_names_no_places(language: Language) -> None:
    words, tournament = TEXTS(language), going(4)
    while not tournament.begun_rounds.over:
        tournament = won(tournament, Outcome.NOBODY)
    end = said(tournament_render.end_message(words, over(tournament)))
    assert words("tournament.not_played") in end
    assert tournament.people[0].name[:1] + " ·" not in end


@pytest.mark.parametrize("language", LANGUAGES)
def test_equals_share_the_first_place_and_what_decides_is_told_before_and_after(language: Language) -> None:
    words, tournament = TEXTS(language), going(3, Form.ROUND_ROBIN)
    assert words("tournament.tie_breaks.round-robin") in said(
        tournament_render.announcement(words, entered(3, Form.ROUND_ROBIN))
    )
    assert words("tournament.tie_breaks.round-robin") not in said(tournament_render.announcement(words, entered(3)))
    beaten: set[int] = set()
    while not tournament.begun_rounds.over:
        rounds = tournament.begun_rounds
        for number, pairing in enumerate(pairings(rounds), 1):
            if pairing.outcome is None:
                assert pairing.first is not None
                assert pairing.second is not None
                # Each wins once: 1 beats 2, 2 beats 3, 3 beats 1.
                first_wins = (pairing.second - pairing.first) % 3 == 1
                rounds = record(rounds, rounds.round_no, number, Outcome.FIRST if first_wins else Outcome.SECOND)
                beaten.add(pairing.second if first_wins else pairing.first)
        tournament = replace(tournament, rounds=rounds if rounds.over else next_round(rounds))
    assert beaten == {1, 2, 3}
    message = tournament_render.end_message(words, over(tournament))
    who = words.join([f"<@{person.id}>" for person in tournament.people])
    assert words("tournament.champions", who=who) in said(message)
    assert words("tournament.tie_breaks.round-robin") in said(message)
    assert set(message.mentions) == {person.id for person in tournament.people}
