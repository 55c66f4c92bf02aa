"""How a game was won, found from its record alone."""

from __future__ import annotations

from random import Random

import pytest

from ecarte.ai import DealEnd, Feat, finish_of
from ecarte.game import (
    PACK,
    DealScored,
    Phase,
    Play,
    Propose,
    PublicView,
    Resign,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    player_view,
    public_view,
    replay,
)


def played(seed: int, *, proposes: bool = False) -> tuple[list[DealEnd], PublicView]:
    """Plays a game of random lawful moves; returns the ends of its deals and the view of the last one."""
    chance = Random(seed)
    state: State = replay(begin(Rules(), Seat.SOUTH))
    ends: list[DealEnd] = []
    while (view := public_view(state)).outcome is None:
        if view.phase is Phase.DEAL:
            state = apply_deal(state, tuple(chance.sample(PACK, 32)))
            continue
        assert view.turn is not None
        moves = [move for move in player_view(state, view.turn).legal_moves if proposes or move != Propose()]
        state = apply(state, view.turn, chance.choice(moves))
        after = public_view(state)
        if isinstance(after.scored, DealScored) and after.dealer is not None and len(ends) < after.number:
            ends.append(DealEnd(after.number, after.dealer, after.score))
    return ends, public_view(state)


GAMES = [played(seed, proposes=seed % 2 == 0) for seed in range(60)]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_finish_shows_only_cards_that_the_winner_played_or_a_king_that_was_marked(
    game: tuple[list[DealEnd], PublicView],
) -> None:
    ends, end = game
    finish = finish_of(ends, end)
    assert finish is not None
    assert end.outcome is not None
    assert finish.winner is end.outcome.winner
    theirs = [trick.lead if trick.leader is finish.winner else trick.reply for trick in end.tricks]
    if end.scored is not None:
        assert list(finish.cards) == [card for card in theirs if card is not None]
    else:
        assert end.king is not None
        assert [str(card) for card in finish.cards] == [f"K{end.trump}"]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_rarest_true_thing_is_told(game: tuple[list[DealEnd], PublicView]) -> None:
    ends, end = game
    finish = finish_of(ends, end)
    assert finish is not None
    winner, made = finish.winner, sum(trick.winner is finish.winner for trick in end.tricks)
    behind = any((deal.score[winner.index], deal.score[winner.other.index]) == (0, 4) for deal in ends)
    true = {
        Feat.FROM_NOTHING: behind,
        Feat.VOLE: made == 5,
        Feat.NO_TRUMP: made >= 3 and all(card.suit is not end.trump for card in finish.cards),
        Feat.UNPROPOSED: made >= 3 and end.elder is winner and not end.proposals,
        Feat.SINGLE_TRICK: made == 3,
    }
    assert finish.feat is next((feat for feat in Feat if true[feat]), None)


def test_the_random_games_have_every_kind_of_end() -> None:
    found = {finish.feat for ends, end in GAMES if (finish := finish_of(ends, end)) is not None}
    assert found >= {Feat.VOLE, Feat.UNPROPOSED, Feat.SINGLE_TRICK}


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_decisive_card_took_the_trick_that_made_the_point_or_the_vole(
    game: tuple[list[DealEnd], PublicView],
) -> None:
    ends, end = game
    finish = finish_of(ends, end)
    assert finish is not None
    if finish.decisive is None or end.scored is None:
        return
    assert end.tricks[finish.decisive].winner is finish.winner
    made = sum(trick.winner is finish.winner for trick in end.tricks[: finish.decisive + 1])
    assert made in (3, 5)


def test_a_game_that_was_resigned_has_no_decisive_card_and_no_feat() -> None:
    state = apply_deal(replay(begin(Rules(), Seat.SOUTH)), tuple(PACK))
    elder = public_view(state).elder
    assert elder is not None
    lead = next(move for move in player_view(state, elder).legal_moves if isinstance(move, Play))
    state = apply(apply(state, elder, lead), elder.other, Resign())
    finish = finish_of([], public_view(state))
    assert finish is not None
    assert (finish.winner, finish.cards, finish.decisive, finish.feat) == (elder, (lead.card,), None, None)


def test_a_game_that_is_on_has_no_finish() -> None:
    assert finish_of([], public_view(apply_deal(replay(begin(Rules(), Seat.SOUTH)), tuple(PACK)))) is None
