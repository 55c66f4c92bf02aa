"""Which law a question at a table opens: the one that settles the position, found from what all can see.

Not proved here: that the first law named is the one that was wanted; it is what is in dispute most often.
"""

from __future__ import annotations

from hypothesis import given

from ecarte.game import Abandon, Accept, AnnounceKing, Propose, PublicView, Refuse, Resign, Rules, public_view
from ecarte.laws import LAWS, Around, for_position, law
from ecarte.table.stakes import Style
from tests.ecarte.game.table import N, S, Table, discard, play
from tests.ecarte.game.told import Told, few, games


def first(table: Table) -> int:
    """Returns the law that is opened at a table without bets."""
    return for_position(public_view(table.state))[0]


def test_before_a_game_and_in_the_cut_it_is_the_cut() -> None:
    assert for_position(None)[0] == 5
    assert first(Table(dealer=None)) == 5
    assert first(Table()) == 8


def test_a_deal_asks_for_a_proposal_and_its_price() -> None:
    table = Table().deal()
    assert for_position(public_view(table.state))[:2] == (26, 49)
    table.does(N, Propose())
    assert for_position(public_view(table.state))[:2] == (27, 49)
    table.does(S, Accept())
    assert first(table) == 28
    table.does(N, discard("9H"))
    assert first(table) == 28
    table.does(S, discard())
    assert first(table) == 26


def test_a_king_turned_up_asks_who_marks_it() -> None:
    table = Table().deal("QS 9H 8H AC 7C", "7H TD JC 9C 8D", "KS")
    assert first(table) == 22
    table.does(N, Propose())
    assert first(table) == 27


def test_a_short_talon_asks_what_it_gives() -> None:
    table = Table().deal()
    for elder, dealer in ((5, 5), (2, 0)):
        table.does(N, Propose())
        table.does(S, Accept())
        for seat, count in ((N, elder), (S, dealer)):
            table.does(seat, discard(" ".join(map(str, table.state.cards(seat)[:count]))))
    table.does(N, Propose())
    assert table.state.exchanges.talon == 9
    assert first(table) == 38


def test_cards_ask_what_may_be_played() -> None:
    table = Table().deal()
    table.does(N, Propose())
    table.does(S, Refuse())
    assert first(table) == 40
    table.does(N, play("KS"))
    assert first(table) == 43
    assert 24 in for_position(public_view(table.state))
    assert 49 in for_position(public_view(table.state)), "who refused is vulnerable"
    table.does(S, play("9C"))
    assert first(table) == 40


def test_a_king_announced_asks_what_follows_if_it_was_not_held() -> None:
    table = Table().deal("KC QS 9H 8H AC")
    table.does(N, AnnounceKing(), play("9H"))
    assert for_position(public_view(table.state))[:4] == (43, 39, 25, 47)


def test_a_deal_that_is_over_asks_what_it_was_worth() -> None:
    table = Table().deal("KS QS JS AS TS", "9S 8S 7S TD 9D").tricks("KS 9S, QS 8S, JS 7S, AS TD, TS 9D")
    assert first(table) == 48
    table = Table().deal().trick("9H", "7H")
    table.does(N, Abandon())
    assert first(table) == 42


def test_a_bold_play_that_cost_two_is_explained() -> None:
    table = Table().deal("KS 8H 7D 8D 7S", "9S QH KD QD KH", "7C").tricks("KS 9S, 8H KH, QH 7S, KD 7D, QD 8D")
    assert public_view(table.state).scored is not None
    assert first(table) == 49


def test_a_game_that_is_over_asks_how() -> None:
    table = Table(Rules(points=1)).deal("QS 9H 8H AC 7C", "7H TD JC 9C 8D", "KS")
    assert for_position(public_view(table.state))[:2] == (46, 47)
    table = Table().deal()
    table.does(N, play("KS"))
    table.does(S, Resign())
    assert for_position(public_view(table.state))[:2] == (42, 54)


def test_bystanders_have_their_own_laws_and_first_where_it_is_about_them() -> None:
    view = public_view(Table().deal().state)
    assert set(for_position(view)).isdisjoint({52, 53, 54, 55})
    assert for_position(view, style=Style.FRENCH)[-2:] == (54, 55)
    assert for_position(view, style=Style.ENGLISH)[-3:] == (52, 53, 55)
    assert for_position(view, Around.BETS, Style.FRENCH)[0] == 54
    assert for_position(view, Around.BETS, Style.ENGLISH)[0] == 52
    assert for_position(view, Around.RESIGNED, Style.FRENCH)[0] == 54


@few
@given(games)
def test_at_every_moment_there_is_a_law_and_each_is_named_once(told: Told) -> None:
    for _, state in told:
        view: PublicView = public_view(state)
        for around in Around:
            for style in (None, *Style):
                found = for_position(view, around, style)
                assert found
                assert len(set(found)) == len(found) <= 14
                assert all(law(number) in LAWS for number in found)
