"""A game played again: the same packs in either seat, from any decision, and how it ended then and now.

Not proved here: how well the house plays, and how pages show it (tests/bot/e2e/test_again.py).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecarte.ai import at_score, policy_knows_games
from ecarte.fair import key_stream, shuffle
from ecarte.game import Card, Distribution, Ending, Resign, Seat, player_view
from ecarte.notation import Replay, read_all
from ecarte.teaching import again, solo
from ecarte.teaching.again import DealStart
from ecarte.teaching.solo import SoloDeal

RECORDS = Path(__file__).parents[1] / "notation" / "records"


def replays() -> Iterator[Replay]:
    """The games of the kept records that can be played again."""
    for path in sorted(RECORDS.rglob("*.txt")):
        for record in read_all(path.read_text("utf-8")):
            walk = Replay(record.events)
            if walk.deals and policy_knows_games(walk.state(0).rules):
                yield walk


GAMES = list(replays())


def by_chance(deal: SoloDeal, seed: int) -> tuple[str, ...]:
    """The log of a deal that the reader plays by chance."""
    rng, log = random.Random(seed), solo.open_log(deal)
    while not solo.is_over(view := solo.view_of(deal, log)):
        assert view.legal_moves
        log = solo.answer(deal, log, rng.choice(list(view.legal_moves)))
    return log


def decisions(walk: Replay) -> list[int]:
    """The places at which a game can be taken up."""
    return [place for place in range(len(walk)) if again.is_decision(walk.state(place))]


@pytest.mark.parametrize("walk", GAMES)
@pytest.mark.parametrize("seat", Seat)
def test_decisions_are_taken_up_with_the_hands_that_were_held_and_leads_to_an_end(walk: Replay, seat: Seat) -> None:
    for place in decisions(walk)[seat.index :: 4]:
        deal = again.deal_from(walk, place, seat)
        assert deal is not None
        assert deal.start == walk.state(place)
        log = by_chance(deal, place)
        end = again.ending(deal, log)
        assert end.chances is not None
        assert sum(end.chances) == pytest.approx(1)
        following = again.following(deal, deal.start.last_deal.number, log)
        assert (following is None) == (end.winner is not None)


@pytest.mark.parametrize("walk", GAMES)
def test_a_deal_is_dealt_again_with_its_hands_turn_up_and_talon_at_its_score(walk: Replay) -> None:
    for number, place in enumerate(walk.deals, 1):
        first = again.first_of(walk, number)
        assert first is not None
        deal = again.deal_from(walk, first, Seat.SOUTH)
        assert deal is not None
        then, now = walk.state(place), deal.start
        assert now.last_deal.places == then.last_deal.places
        assert now.last_deal.pack[10:] == then.last_deal.pack[10:]
        assert now.last_deal.dealer is then.last_deal.dealer
        assert now.score == then.score


def test_some_games_were_dealt_by_two_and_three() -> None:
    packets = {walk.state(place).last_deal.distribution for walk in GAMES for place in walk.deals}
    assert packets == set(Distribution)


def test_the_packs_beyond_the_last_deal_are_pinned_and_differ() -> None:
    walk = GAMES[0]
    first = " ".join(map(str, walk.state(walk.deals[0]).last_deal.pack))
    packs = []
    for number in (len(walk.deals) + 1, len(walk.deals) + 2):
        deal = again.deal_from(walk, DealStart(number, (3, 2), Seat.NORTH), Seat.SOUTH)
        assert deal is not None
        key = hashlib.sha256(f"ecarte again 1 {first} deal {number}".encode()).digest()
        assert deal.start.last_deal.pack == shuffle(key_stream(key))
        packs.append(deal.start.last_deal.pack)
    assert packs[0] != packs[1]


def test_the_next_deal_is_that_of_the_game_at_the_score_that_was_reached() -> None:
    walk = next(walk for walk in GAMES if len(walk.deals) > 1)
    deal = again.deal_from(walk, walk.deals[0], Seat.SOUTH)
    assert deal is not None
    log = by_chance(deal, 1)
    on = again.following(deal, 1, log)
    assert on is not None
    assert on == DealStart(2, again.ending(deal, log).score, deal.start.last_deal.dealer.other)
    second = again.deal_from(walk, on, Seat.SOUTH)
    assert second is not None
    assert second.start.last_deal.places == walk.state(walk.deals[1]).last_deal.places


@pytest.mark.parametrize("walk", GAMES)
def test_how_a_deal_ended_then_is_what_the_record_says(walk: Replay) -> None:
    for number in range(1, len(walk.deals) + 1):
        end, first = again.ended_then(walk, number), again.first_of(walk, number)
        assert first is not None
        after = again.first_of(walk, number + 1)
        if after is not None:
            assert end is not None
            assert end.score == after.score
            assert end.winner is None
            assert end.chances == at_score(after.score, after.dealer).chances == again.chances_before(after)
    outcome = walk.state(len(walk)).outcome
    if outcome is not None and outcome.how is Ending.FIVE:
        last = again.ended_then(walk, len(walk.deals))
        assert last is not None
        assert last.winner is outcome.winner
        assert last.chances == (float(outcome.winner is Seat.NORTH), float(outcome.winner is Seat.SOUTH))


def test_the_same_moves_get_the_same_replies_and_the_house_plays_a_hand_alike_each_time() -> None:
    deal = again.deal_from(GAMES[0], GAMES[0].deals[0], Seat.NORTH)
    assert deal is not None
    assert by_chance(deal, 3) == by_chance(deal, 3)
    assert solo.play_out(deal) == solo.play_out(deal)
    assert solo.is_over(solo.view_of(deal, solo.play_out(deal)))
    with pytest.raises(ValueError, match="no move"):
        solo.play_out(deal, solo.last_card)


def test_the_place_of_a_view_is_found_and_the_card_that_came_next() -> None:
    walk = GAMES[0]
    for place in decisions(walk):
        state = walk.state(place)
        assert state.turn is not None
        assert again.place_of(walk, player_view(state, state.turn)) == place
        card = again.card_after(walk, place)
        assert card is None or isinstance(card, Card)
        assert (card is None) == (walk.state(place + 1).played == state.played)
    state = walk.state(decisions(walk)[0])
    assert state.turn is not None
    assert again.place_of(walk, player_view(state, state.turn.other)) is None


def test_where_no_seat_has_to_decide_nothing_is_taken_up() -> None:
    for walk in GAMES:
        for place in set(range(len(walk))) - set(decisions(walk)):
            assert again.deal_from(walk, place, Seat.SOUTH) is None
        assert again.deal_from(walk, DealStart(1, (5, 0), Seat.NORTH), Seat.SOUTH) is None


def test_no_move_of_the_table_is_taken() -> None:
    deal = again.deal_from(GAMES[0], decisions(GAMES[0])[0], Seat.SOUTH)
    assert deal is not None
    with pytest.raises(ValueError, match="no Resign"):
        solo.answer(deal, solo.open_log(deal), Resign())
