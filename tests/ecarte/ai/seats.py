"""Seats a named hand for tests of the players, and gives the move of a level there. Spades are trumps."""

from __future__ import annotations

from ecarte.ai import Level, player_of
from ecarte.game import PACK, Abandon, Move, Seat, parse_cards, player_view
from tests.ecarte.game.table import S, Table


def rest(*named: str) -> list[str]:
    """Returns the cards that are not named, the lowest first and plain suits before spades, so that they make a poor
    hand.
    """
    taken = {card for text in named for card in parse_cards(text)}
    ranks = [card for card in PACK if card not in taken]
    return [str(card) for card in sorted(ranks, key=lambda card: (str(card.suit) == "S", -card.rank.index))]


def dealt(
    elder: str = "", dealer: str = "", turn_up: str = "7S", talon: str = "", score: tuple[int, int] = (0, 0)
) -> Table:
    """Deals to North, the elder, and to South.

    Args:
        north, south: the hands; a hand that is not named is poor.
        score: North's and South's.
    """
    table = Table()
    _reach(table, score)
    others = rest(elder, dealer, turn_up, talon)
    elder = elder or " ".join(others[5:10])
    dealer = dealer or " ".join(others[:5])
    table.deal(elder, dealer, turn_up, talon)
    return table


def _reach(table: Table, score: tuple[int, int]) -> None:
    """Abandons deals until the score is reached and South deals again."""
    ones = {seat for seat in Seat if score[seat.index] % 2}
    twos = [seat for seat in Seat for _ in range(score[seat.index] // 2)]
    while ones or twos:
        dealer = table.deal().state.turn
        assert dealer is not None
        elder, dealer = dealer, dealer.other
        if elder in ones:
            ones.remove(elder)
            table.trick("KS", "9C").does(dealer, Abandon())  # one trick taken: the point
        else:
            table.does(twos.pop(0).other, Abandon())  # the vole
    assert table.state.score == score
    assert table.state.turn is S


def does(level: Level, table: Table, seat: Seat | None = None) -> Move:
    """Returns the one move of the player of this level at `seat`, or at the seat to act."""
    at = seat or table.state.turn
    assert at is not None
    (move,) = player_of(level)(player_view(table.state, at))
    return move
