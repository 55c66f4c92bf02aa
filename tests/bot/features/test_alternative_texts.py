"""The facts of a picture are said in plain words: a screen reader reads marks of markdown aloud, and no colour.

What only dimming, colour or a mark shows in the scene of a picture is compared with the text and the alternative text
of its message. tests/sandbox/test_the_gallery.py checks cards, names and scores.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.adapter.formatting import card_name, safe
from bot.adapter.message import Message, Picture
from bot.adapter.naming import Players
from bot.features import leaderboard as leaderboard_page
from bot.features.deal import position as deal_position
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.hand import picture as hand_picture
from bot.features.leaderboard import BoardAsk
from bot.features.replay.page import ReplayAsk
from bot.features.replay.page import draw as draw_replay
from bot.features.rules import Chapter
from bot.features.rules import draw as draw_rules
from bot.features.tournament import render as tournament_render
from bot.features.tournament.tournament_items import ShownTournament
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.pictures import BoardScene, BracketScene, BranchScene, CrossScene, HandScene, MatchEntrant
from bot.pictures.scenes import OpenTableScene, PlayerPanel, Side, TableScene
from bot.texts import Language, Words
from bot.tournaments.tournament import Tournament
from ecarte import notation
from ecarte.game import (
    PlayerView,
    Seat,
    evolve,
    player_view,
    public_view,
)
from ecarte.teaching import steps
from ecarte.tournament import Form, Outcome, record
from tests.bot.features.making import board, standings
from tests.bot.features.reading import read
from tests.bot.features.test_drawing_replays import GAME, GOLDEN, shown
from tests.bot.features.test_tournament_messages import AT, going, won

NAMES = "Alice", "Bruno"


@pytest.mark.parametrize(
    ("alt", "read"),
    [
        ("**Won 5–3** against **Bruno**", "Won 5–3 against Bruno"),
        (f"{safe('a*b_c')} leads", "a*b_c leads"),
        ("## Title\n-# small", "Title\nsmall"),
        ("5 * 3 is 15, and so is 3*5", "5 * 3 is 15, and so is 3*5"),
    ],
)
def test_an_alternative_text_holds_no_markdown(alt: str, read: str) -> None:
    (item,) = Picture("x.png", 0, bytes).gallery(alt).items
    assert item.description == read


def alt_of(drawing: Message) -> str:
    """Returns what a reader hears of the one picture of a message."""
    (alt,) = [item["description"] for part in read(drawing).kind(12) for item in part["items"]]
    assert isinstance(alt, str)
    return alt


def hold_table(words: Words, scene: TableScene, alt: str) -> set[str]:
    """Compares each fact of a table with its words, both ways. Returns the facts that were shown."""
    panels: dict[Side, PlayerPanel] = {Side.LEFT: scene.left, Side.RIGHT: scene.right}
    seen = set()
    for side, panel in panels.items():
        facts = {
            "dealer": (panel.dealer, "table.alt.dealer"),
            "to_play": (panel.to_play, "table.alt.turn"),
            "won": (panel.won is True, "table.alt.won"),
            "king": (panel.king, "table.alt.king"),
            "winner": (scene.winner is side and len(scene.trick) == 2, "table.alt.winner"),
        }
        for name, (shows, key) in facts.items():
            assert (words(key, who=panel.name) in alt) is shows, f"{name} of {panel.name}: {alt}"
            seen |= {f"{name} {side.value}"} if shows else set()
        named = [card_name(words, card) for card in panel.tricks]
        assert (words("table.alt.took", who=panel.name, cards=words.join(named)) in alt) is bool(named), alt
        if not scene.has_begun:
            assert (words("table.alt.out", who=panel.name, n=panel.discarded) in alt) is bool(panel.discarded), alt
    return seen


ON_TABLES = {f"{name} {side.value}" for name in ("dealer", "to_play", "king", "winner", "won") for side in Side}


def test_a_table_says_who_deals_who_is_to_act_who_marked_the_king_and_who_took_the_trick(words: Words) -> None:
    seen, players = set(), Players(NAMES, ())
    for path in GOLDEN:
        taken = list(steps(notation.read(path.read_text("utf-8")).events))
        for state in (*(before for before, _ in taken), evolve(*taken[-1])):
            game = public_view(state)
            seen |= hold_table(words, deal_scene.scene(words, players, game), deal_text.alt(words, players, game))
    assert seen == ON_TABLES


def test_a_table_is_described_with_the_spaces_of_its_language(whole: Words) -> None:
    (state, _), *_ = steps(notation.read(GOLDEN[0].read_text("utf-8")).events)
    colon = {"en": ":", "fr": "\u202f:"}[whole.language.value]
    assert deal_text.alt(whole, Players(NAMES, ()), public_view(state)).startswith(f"Alice{colon} 0.")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_position_of_a_record_says_what_its_table_shows_by_marks_and_colour(path: Path, words: Words) -> None:
    game = shown(path.stem)
    for place in range(len(game.walk)):
        drawing = draw_replay(words, game, ReplayAsk(GAME, place))
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, OpenTableScene)
        hold_table(words, scene.table, alt_of(drawing))


def hold_hand(words: Words, mine: PlayerView, draft: frozenset[int]) -> set[str]:
    """Compares the marks of a player's hand, and the winner of the trick above it, with the words. Returns what was
    shown.
    """
    players, preferences = Players(NAMES, ()), Preferences()
    scene = hand_picture.picture(words, players, mine, preferences, draft).scene
    assert isinstance(scene, HandScene)
    alt = hand_picture.alt(words, players, mine, preferences, draft)
    seen = set()
    for name, key in (("dimmed", "hand.alt.grey"), ("chosen", "hand.alt.picked")):
        marked = [place.card for place in scene.places if getattr(place, name)]
        cards = [card_name(words, card) for card in marked if card is not None]
        before, _, after = words(key, cards="|").partition("|")
        assert (before in alt) is bool(cards), alt
        assert not cards or f"{before}{words.join(cards)}{after}" in alt, alt
        seen |= {name} if cards else set()
    other = NAMES[mine.seat.other.index]
    took = {True: words("hand.took.mine"), False: words("hand.took.theirs", other=other)}
    for mine_won, sentence in took.items():
        assert (sentence in alt) is (scene.won is mine_won), alt
        seen |= {f"won {mine_won}"} if scene.won is mine_won else set()
    assert scene.holder is not None
    assert scene.opponent is not None
    assert words("hand.alt.score", mine=scene.holder.score, theirs=scene.opponent.score, other=other) in alt
    assert scene.talon is None or words.count("table.alt.talon", scene.talon) in alt
    return seen


def test_a_hand_says_which_cards_are_dimmed_and_picked_and_who_took_the_trick(words: Words) -> None:
    seen = set()
    for path in GOLDEN:
        for before, _ in steps(notation.read(path.read_text("utf-8")).events):
            for seat in Seat if public_view(before).number else ():
                seen |= hold_hand(words, player_view(before, seat), frozenset({1, 4}))
    assert seen == {"dimmed", "chosen", "won True", "won False"}


def test_a_hand_to_exchange_from_says_which_cards_are_picked(words: Words) -> None:
    before = next(
        state for state, _ in steps(notation.read(GOLDEN[0].read_text("utf-8")).events) if public_view(state).number
    )
    mine = player_view(before, Seat.SOUTH)
    for draft in (frozenset[int](), frozenset({0}), frozenset({1, 4}), frozenset(range(5))):
        scene = deal_position.picture(words, mine, Preferences(), draft=draft).scene
        assert isinstance(scene, HandScene)
        picked = [card_name(words, place.card) for place in scene.places if place.chosen and place.card is not None]
        assert len(picked) == len(draft)
        alt = deal_position.alt(words, mine, draft=draft)
        assert (words("hand.alt.picked", cards=words.join(picked)) in alt) is bool(picked)


def test_a_leaderboard_says_which_line_is_its_readers(words: Words) -> None:
    names = {1: "Alice", 2: "Bruno", 3: "Chloé"}
    rows = standings(3)
    for own in (None, *rows, replace(rows[2], place=None)):
        drawing = leaderboard_page.draw(words, BoardAsk(), board(rows[:2], own=own), names)
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, BoardScene)
        lit = [row for row in scene.rows if row.lit]
        assert len(lit) == (own is not None)
        for row in scene.rows:
            line = words("pages.board.alt.own", place=row.mark, name=row.name)
            assert (line in alt_of(drawing)) is row.lit


# ---------------------------------------------------------------- tournaments


def hold_matches(words: Words, scene: BracketScene | BranchScene, alt: str) -> set[str]:
    """Compares the winner of each match, and whether it is being played, with the words. Returns what was shown."""
    if isinstance(scene, BranchScene):
        matches = [match for _, match in scene.meetings]
    else:
        matches = [match for column in scene.rounds for match in column]
    lines, seen = alt.split("; "), set()
    assert len(lines) == len(matches), alt
    for line, match in zip(lines, matches, strict=True):
        entries: list[MatchEntrant] = [entry for entry in (match.first, match.second) if entry is not None]
        assert all(entry.name in line for entry in entries)
        for entry in entries:
            assert (words("tournament.won_by", who=entry.name) in line) is (entry.won is True), line
        lost = bool(entries) and all(entry.won is False for entry in entries)
        assert (words("tournament.no_winner") in line) is (lost or bool(match.note == words("tournament.no_winner")))
        assert (words("tournament.on") in line) is match.on
        seen |= {f"won {entry.won}" for entry in entries} | {f"on {match.on}"} | ({"none"} if lost else set())
    assert scene.champion is None or words("tournament.won_by", who=scene.champion) in lines[-1]
    return seen


def started(people: int, form: Form = Form.KNOCK_OUT) -> Tournament:
    """Returns a tournament in its first round, with names that are not parts of each other."""
    tournament = going(people, form)
    return replace(
        tournament, people=tuple(Person(person.id, f"Guest {person.id % 100:02}") for person in tournament.people)
    )


def stages(people: int) -> list[tuple[Tournament, set[int]]]:
    """Returns a knock-out from its first round to its end, with a match being played and one without a winner."""
    first = started(people)
    unwon = replace(first, rounds=record(first.begun_rounds, 1, 1, Outcome.NOBODY))
    after = won(first)
    made: list[tuple[Tournament, set[int]]] = [(first, {2}), (unwon, {2}), (after, {1})]
    while not after.begun_rounds.over:
        after = won(after, Outcome.SECOND)
        made.append((after, set()))
    return made


@pytest.mark.parametrize("people", [4, 16])
def test_a_knock_out_says_who_won_each_match_and_which_are_on(words: Words, people: int) -> None:
    seen, kinds = set(), set()
    for tournament, on in stages(people):
        state = ShownTournament(tournament, dict.fromkeys(on, 9), AT)
        drawings = [tournament_render.mine(words, state, person.id) for person in tournament.people]
        drawings.append(
            tournament_render.end_message(words, state)
            if tournament.begun_rounds.over
            else tournament_render.round_message(words, state, tournament.begun_rounds.round_no)
        )
        for drawing in drawings:
            (scene,) = [picture.scene for picture in drawing.pictures]
            assert isinstance(scene, (BracketScene, BranchScene))
            kinds.add(type(scene))
            seen |= hold_matches(words, scene, alt_of(drawing))
    assert seen == {"won True", "won False", "won None", "on True", "on False", "none"}
    assert BranchScene in kinds
    assert (BracketScene in kinds) is (people == 4)


@pytest.mark.parametrize("people", [4, 17])
def test_a_round_robin_says_who_leads_and_what_stands_in_each_row(words: Words, people: int) -> None:
    start = started(people, Form.ROUND_ROBIN)
    leading = set()
    for tournament in (start, won(start), won(won(start), Outcome.SECOND)):
        state = ShownTournament(tournament, {}, AT)
        drawing = tournament_render.round_message(words, state, tournament.begun_rounds.round_no)
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, CrossScene)
        lines = alt_of(drawing).split("; ")
        for line, row in zip(lines, scene.rows, strict=True):
            games = words.count("tournament.games_won", row.won), words.count("tournament.games_lost", row.lost)
            assert line == " · ".join([str(row.place), row.name, *games])
            assert row.leads is (line.startswith("1 · ") and row.won > 0)
            leading.add(row.leads)
    assert leading == {True, False}


# ---------------------------------------------------------------- rules

EXAMPLES = {
    Language("en"): {
        Chapter.AIM: {"dealer": "Your opponent deals", "to_play": "you are to act"},
        Chapter.MARKS: {"dealer": "your opponent’s deal", "winner": "your queen of hearts takes the eight"},
    },
    Language("fr"): {
        Chapter.AIM: {"dealer": "L’adversaire donne", "to_play": "c’est à vous"},
        Chapter.MARKS: {"dealer": "une donne de l’adversaire", "winner": "votre dame de cœur prend le huit"},
    },
}


def test_the_tables_in_the_rules_say_what_they_show_by_marks_and_colour(whole: Words) -> None:
    for chapter, said in EXAMPLES[whole.language].items():
        drawing = draw_rules(whole, chapter, Preferences())
        (scene,) = [picture.scene for picture in drawing.pictures]
        assert isinstance(scene, TableScene)
        shows = {"dealer": scene.left.dealer, "to_play": scene.right.to_play, "winner": scene.winner is Side.RIGHT}
        assert {name for name, shown in shows.items() if shown} == set(said)
        assert not any((scene.right.dealer, scene.left.to_play, scene.left.king, scene.right.king))
        alt = alt_of(drawing).casefold()
        assert all(sentence.casefold() in alt for sentence in said.values()), alt
