"""Law 55 over random galeries: a bettor on one side sees that player's hand or none, and never the other's."""

from __future__ import annotations

from hypothesis import given

from ecarte.table.stakes import Style, advised_by, close
from tests.ecarte.table.stakes.evenings import PEOPLE, Evening, evenings
from tests.ecarte.table.stakes.galerie import HOUSE
from tests.support.properties import examples


@examples(25)
@given(evenings())
def test_law_55_a_backer_sees_no_hand_but_that_of_their_own_side(evening: Evening) -> None:
    """Before the close a bettor sees none at all, for the bet may still be taken back."""
    assert all(advised_by(evening.book, person) is None for person in (*PEOPLE, HOUSE))
    book = close(evening.book, evening.bank.purses).book
    backed = {bet.person: bet.side for bet in book.bets}
    for person in (*PEOPLE, HOUSE):
        assert advised_by(book, person) in (backed.get(person), None)
        if book.style is Style.ENGLISH:
            assert advised_by(book, person) is None
