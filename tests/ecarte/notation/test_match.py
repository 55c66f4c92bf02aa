"""A game under way, and moves as text."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import get_args

import pytest

from ecarte import (
    PACK,
    AnnounceKing,
    Card,
    Discard,
    IllegalMove,
    Match,
    Move,
    Phase,
    Play,
    Propose,
    Resign,
    Rule,
    Rules,
    Seat,
    backer_view,
    parse_cards,
    player_view,
    public_view,
    read_record,
    replay,
    shuffled,
    write_record,
)
from ecarte.game import Manners, MoveTextError
from ecarte.notation import move_text, parse_move
from ecarte.notation.move_text import WORDS

# North has KS QS 9H 8H AC, South 7H TD 8D JC 9C; the seven of clubs is turned up.
DEALT = parse_cards(
    "KS QS 9H  7H TD JC  8H AC  9C 8D  7C  KH QH JH AH TH KD QD JD AD 9D 7D KC QC TC 8C JS AS TS 9S 8S 7S"
)


def dealt() -> Match:
    match = Match(dealer=Seat.SOUTH)
    match.deal(DEALT)
    return match


def test_a_match_follows_moves_given_as_text_and_keeps_every_event() -> None:
    match = dealt()
    for text in ("propose", "Refuse", "ks", "J♣"):
        match.move(text)
    assert match.state.turn is Seat.SOUTH
    assert len(match.log) == 6
    assert replay(match.log) == match.state


def test_moves_may_be_given_as_values_and_of_a_seat_out_of_turn() -> None:
    match = dealt()
    match.move(Propose())
    match.move(Resign(), Seat.NORTH)
    assert match.is_over
    assert match.legal_moves == ()


def test_a_king_is_announced_by_the_seat_that_holds_it_without_naming_the_seat() -> None:
    match = Match(dealer=Seat.SOUTH)
    south = parse_cards("KH 7S 8S 9S TS")
    others = [card for card in PACK if card not in south]
    north = [card for card in others if card.suit is not south[0].suit][:5]
    rest = [card for card in others if card not in north]
    turn_up = next(card for card in rest if card.suit is south[0].suit)
    rest.remove(turn_up)
    match.deal((*north[:3], *south[:3], *north[3:], *south[3:], turn_up, *rest))
    match.move("king")
    assert match.state.score == (0, 1)


def test_a_refused_move_changes_nothing() -> None:
    match = dealt()
    before = match.state, match.log
    with pytest.raises(IllegalMove):
        match.move("accept")
    with pytest.raises(IllegalMove):
        match.deal(PACK)
    with pytest.raises(MoveTextError, match="'castle'"):
        match.move("castle")
    assert (match.state, match.log) == before


def test_where_no_seat_is_to_act_a_move_needs_a_seat() -> None:
    match = Match()
    with pytest.raises(IllegalMove) as refusal:
        match.move("resign")
    assert refusal.value.rule is Rule.NOT_THE_PHASE
    match.move("resign", Seat.NORTH)
    with pytest.raises(IllegalMove) as refusal:
        match.move("propose")
    assert refusal.value.rule is Rule.GAME_IS_OVER


def test_the_players_cut_where_no_dealer_is_named() -> None:
    match = Match()
    match.cut(*parse_cards("7D KS"))
    assert match.state.phase is Phase.DEAL
    assert match.state.dealer is Seat.SOUTH


def test_the_calls_of_a_salon_are_closed() -> None:
    match = Match(Rules(manners=Manners.SALON), Seat.SOUTH)
    match.deal(DEALT)
    for text in ["KS", "JC", "7H", "9H", "8H", "9C", "8D", "AC", "QS", "TD"]:
        match.move(text)
    assert match.state.phase is Phase.STANDING
    match.close_calls()
    assert match.state.scored is not None


@pytest.mark.parametrize("seed", range(20))
def test_a_game_played_by_chance_is_its_log_and_its_record(seed: int) -> None:
    rng = Random(seed)
    match = Match(dealer=rng.choice(list(Seat)))
    while not match.is_over:
        match.deal(shuffled(rng))
        while moves := match.legal_moves:
            match.move(move_text(rng.choice(moves)))
    assert read_record(match.record({"North": "Alice"})).events == match.log
    assert match.record() == write_record(match.log)


def test_a_match_goes_on_from_a_log() -> None:
    match = dealt()
    match.move("propose")
    other = Match.of(match.log)
    other.move("accept")
    assert len(other.log) == len(match.log) + 1
    assert match.state.phase is Phase.ANSWER


def test_a_view_of_a_match_is_that_of_its_state_and_its_repr_shows_no_card() -> None:
    match = dealt()
    assert match.view(Seat.NORTH) == player_view(match.state, Seat.NORTH)
    assert repr(match) == "<Match propose 0-0 turn N>"


def test_a_match_prints_its_table_and_a_view_what_its_reader_sees() -> None:
    match = dealt()
    for text in ("propose", "refuse", "KS"):
        match.move(text)
    hidden = "N 0  ?? ?? ?? ??     tricks 0"
    public = ["turned 7C, talon 21", "trick 1: N KS", "play: S"]
    south = "S 0  7H TD JC 9C 8D  dealer, tricks 0"
    assert str(match).splitlines() == ["N 0  QS 9H 8H AC     tricks 0", south, *public]
    assert str(match.view(Seat.SOUTH)).splitlines() == [hidden, south, *public]
    assert str(backer_view(match.state, Seat.SOUTH)) == str(match.view(Seat.SOUTH))
    assert str(public_view(match.state)).splitlines() == [hidden, "S 0  ?? ?? ?? ?? ??  dealer, tricks 0", *public]
    assert match.view(Seat.SOUTH).hand == parse_cards("7H TD JC 9C 8D")


def test_a_match_prints_its_end_and_its_beginning() -> None:
    match = Match()
    assert str(match).splitlines() == ["N 0", "S 0", "cut"]
    match = dealt()
    match.move("propose")
    match.move("resign")
    assert str(match).splitlines()[-1] == "N has won"


def test_a_copy_of_a_match_is_played_on_by_itself() -> None:
    match = dealt()
    other = match.copy()
    other.move("propose")
    assert (match.state.phase, other.state.phase) == (Phase.PROPOSE, Phase.ANSWER)
    assert other.log[:-1] == match.log


def test_where_a_pack_is_missing_the_error_names_what_gives_one() -> None:
    match = Match(dealer=Seat.SOUTH)
    for step in (match.deal, partial(match.move, "propose"), partial(match.deal, PACK[:31])):
        with pytest.raises(IllegalMove) as caught:
            step()
        assert "shuffled(random.Random())" in "".join(caught.value.__notes__)


def test_every_move_has_a_text_that_is_read_again() -> None:
    moves: list[Move] = [*WORDS.values(), *map(Play, PACK), Discard(), Discard(parse_cards("9H KS"))]
    assert {type(move) for move in moves} == set(get_args(Move))
    assert [parse_move(move_text(move)) for move in moves] == moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  KS ", Play(Card.parse("KS"))),
        ("10d", Play(Card.parse("TD"))),
        ("discard 9h  K♠", Discard(parse_cards("KS 9H"))),
        ("KING", AnnounceKing()),
    ],
)
def test_a_move_is_read_in_the_usual_forms(text: str, move: Move) -> None:
    assert parse_move(text) == move


@pytest.mark.parametrize("text", ["", " ", "castle", "discard XX", "K", "KS QS", "claim game"])
def test_a_text_that_names_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        parse_move(text)
