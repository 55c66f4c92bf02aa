"""Reviews as they are drawn: a picture for each decision, with only what its seat could see then.

The cost of each decision is made up here. tests/ecarte/teaching/test_review.py shows the figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.adapter.formatting import card, card_name
from bot.adapter.message import Message
from bot.features.deal import as_seen
from bot.features.review.page import ReviewStep, draw
from bot.features.review.text import book, other
from bot.people.preferences import HandOrder, Preferences
from bot.pictures.scenes import Deck, HandScene, OpenTableScene
from bot.texts import Words
from ecarte import notation
from ecarte.ai import MoveValues
from ecarte.game import AcceptIfEnough, AnnounceKing, Card, Seat, player_view
from ecarte.teaching import HANDS, ME, Decision, Judged, Setup, decision_of, stand, steps
from ecarte.teaching.book_advice import book_advice
from tests.bot.features.making import NAMES, game
from tests.bot.features.reading import Reading, read
from tests.ecarte.game.test_views import hidden_from

GOLDEN = sorted((Path(__file__).parents[2] / "ecarte" / "notation" / "records" / "first-release").glob("*.txt"))


def judged(decision: Decision) -> Judged:
    """Returns a decision that cost a tenth of a game, since another move would have been better."""
    apart = AcceptIfEnough | AnnounceKing
    better = next(move for move in decision.view.legal_moves if move != decision.move and not isinstance(move, apart))
    values = {better: 0.6, decision.move: 0.5}
    return Judged(decision, MoveValues(values, dict.fromkeys(values, 0.0)), book_advice(decision.view))


def reviewed(path: Path) -> Iterator[tuple[Judged, set[Card]]]:
    """Yields every decision of a game, of both players, with the cards that its seat could not see."""
    for before, event in steps(notation.read(path.read_text("utf-8")).events):
        for seat in Seat:
            decision = decision_of(before, event, seat)
            if decision is not None and decision.move in decision.view.legal_moves:
                yield judged(decision), set(hidden_from(before, seat))


def drawn(words: Words, *told: Judged, advised: bool = False, page: int = 0, four: bool = False) -> Message:
    """Draws a page of the review of Alice, who sits North, and Bruno."""
    return draw(words, ReviewStep(game(), told, advised), NAMES, page, Preferences(four_colours=four))


def alts(reading: Reading) -> list[str]:
    """Returns what readers hear who listen."""
    return [item["description"] for part in reading.kind(12) for item in part["items"]]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_of_what_its_seat_could_not_see_a_decision_shows_nothing(path: Path, words: Words) -> None:
    for one, hidden in reviewed(path):
        page = drawn(words, one)
        reading = read(page)
        (picture,) = page.pictures
        (alt,) = alts(reading)
        everything = "\n".join([reading.text, alt])
        assert picture.name == "decision-1.png"
        for hidden_card in hidden:
            assert not re.search(rf"(?<!\w){re.escape(card(words, hidden_card))}", everything)
            assert card_name(words, hidden_card) not in everything
            assert repr(hidden_card) not in repr(picture.scene)


def test_the_hand_lies_open_where_its_player_sits_and_the_trick_as_it_was(english: Words) -> None:
    kinds = set()
    for path in GOLDEN:
        for one, _ in reviewed(path):
            view = as_seen(one.decision.view, HandOrder.SORTED)
            (picture,) = drawn(english, one).pictures
            scene = picture.scene
            if isinstance(scene, HandScene):
                assert tuple(place.card for place in scene.places) == view.places
                assert (scene.trump, scene.turn_up) == (view.public.trump, view.public.turn_up)
                kinds.add((view.seat, "hand"))
                continue
            assert isinstance(scene, OpenTableScene)
            open_hands = (scene.left_hand, scene.right_hand)
            assert open_hands[view.seat.index] == view.places
            assert open_hands[view.seat.other.index] is None
            trick = view.public.tricks[-1]
            assert [played_card.card for played_card in scene.table.trick] == [
                trick_card for trick_card in (trick.lead, trick.reply) if trick_card is not None
            ]
            kinds.add((view.seat, "table"))
    assert kinds == {(seat, kind) for seat in Seat for kind in ("hand", "table")}


def test_each_page_has_its_decision_and_a_picture_in_the_readers_colours(words: Words) -> None:
    told = [one for one, _ in reviewed(GOLDEN[0])][:5]
    pages = [drawn(words, *told, page=page, four=True) for page in range(5)]
    names = [picture.name for page in pages for picture in page.pictures]
    assert names == [f"decision-{number}.png" for number in range(1, 6)]
    for page in pages:
        shown = [item["media"]["url"] for part in read(page).kind(12) for item in part["items"]]
        assert shown == [f"attachment://{picture.name}" for picture in page.pictures]
        for picture in page.pictures:
            assert isinstance(picture.scene, HandScene | OpenTableScene)
            table = picture.scene if isinstance(picture.scene, HandScene) else picture.scene.table
            assert table.style.deck is Deck.FOUR_COLOURS
            assert picture.paint().startswith(b"\x89PNG")


def test_a_backer_reads_whose_hand_it_was(words: Words) -> None:
    one, _ = next(reviewed(GOLDEN[0]))
    view = as_seen(one.decision.view, HandOrder.SORTED)
    cards = words.join([card_name(words, place) for place in view.places if place is not None])
    (own,), (backed,) = (alts(read(drawn(words, one, advised=advised))) for advised in (False, True))
    assert own.startswith(words("lesson.alt", cards=cards))
    assert backed.startswith(words("review.alt.advised", cards=cards))
    assert "Alice" in own


def test_where_nothing_was_lost_there_is_no_picture(words: Words) -> None:
    page = drawn(words)
    assert page.pictures == ()
    assert words("review.flawless") in read(page).text


def test_every_decision_is_listed_the_costly_ones_first(words: Words) -> None:
    made = [one for path in GOLDEN for one, _ in reviewed(path)]
    free = [
        Judged(review.decision, MoveValues({review.decision.move: 0.5}, {review.decision.move: 0.0}), review.book)
        for review in made[2:]
    ]
    told: list[Judged] = [*made[:2], *free]
    pages: list[str] = []
    while not pages or read(drawn(words, *told, page=len(pages))).text != pages[-1]:
        pages.append(read(drawn(words, *told, page=len(pages))).text)
    assert len(pages) > 4
    for number, page in enumerate(pages[:2], 1):
        assert f"**{number}. −" in page
        assert words("review.others") not in page
    lines = [line for page in pages[2:] for line in page.splitlines()]
    wanted = [other(words, review) for review in free]
    assert [line for line in lines if line in wanted] == wanted, "in their order, each once"


def test_where_nothing_was_lost_the_decisions_are_listed_all_the_same(english: Words) -> None:
    one, _ = next(reviewed(GOLDEN[0]))
    free = Judged(one.decision, MoveValues({one.decision.move: 0.53}, {one.decision.move: 0.0}), one.book)
    text = read(drawn(english, free)).text
    assert english("review.flawless") in text
    assert other(english, free) in text
    assert "53" in other(english, free)


def test_cavendish_is_named_where_he_says_it_and_a_general_rule_where_he_does_not(
    english: Words, french: Words
) -> None:
    """Ace and another heart after a refusal are no hand of the treatise. An illustrative hand is."""
    his = player_view(stand(HANDS[2].setup), ME)
    setup = Setup(mine="QS JS AH 7C JD", theirs="9D 8D KS KH KC", turn_up="7D", moves=("propose", "refuse"))
    by_rule = player_view(stand(setup), ME)
    silent = player_view(
        stand(Setup(mine="KS 9S JC 9C 7H", theirs="8S 8C QH QC QD", turn_up="8H", dealer=ME, moves=("8S",))), ME
    )
    for words, named, rule in (
        (english, "-# Cavendish (p. 60–62): ", "-# By the book’s general rule (p. 43): "),
        (french, "-# Cavendish (p. 60–62)\u202f: ", "-# Règle générale du livre (p. 43)\u202f: "),
    ):
        (line,) = book(words, book_advice(his), his)
        assert line.startswith(named)
        assert "3" in line
        (line,) = book(words, book_advice(by_rule), by_rule)
        assert line.startswith(rule)
        assert book(words, book_advice(silent), silent) == []


def test_the_page_says_by_whose_hands_a_card_costs_what_it_costs(words: Words) -> None:
    one, _ = next(reviewed(GOLDEN[0]))
    assert "maître" in read(drawn(words, one)).text
