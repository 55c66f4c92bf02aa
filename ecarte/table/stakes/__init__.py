"""The stakes of a table: the book of a game, its settlement, and side bets at the odds of the table.

A game with a galerie begins with `open_book` at the challenge. Until the first card, `place`, `withdraw`, `take` and
`declare_chouette` change the book. Then `close` it. At the end `settle` it, or `call_off` if the game does not count.
At any moment `standing` returns which money is covered. Between deals, `open_round` lets people offer and take side
bets, until `end_round`.

All values are frozen and in whole chips. Persons are numbers. If one value replaces another, `postings(before, after)`
returns the movements of chips for a ledger.

    >>> from ecarte.game import Multiple, Seat
    >>> north, south, first, second, third = 1, 2, 3, 4, 5
    >>> purses = dict.fromkeys((north, south, first, second, third), 1000)
    >>> book = open_book(north, south, 100, purses)
    >>> book = place(book, first, Seat.SOUTH, 50, purses)
    >>> book = place(book, second, Seat.NORTH, 30, purses)
    >>> wider = place(book, third, Seat.NORTH, 40, purses)
    >>> postings(book, wider)
    {5: -40}
    >>> [(line.person, line.covered, line.uncovered) for line in standing(wider).north.lines]
    [(1, 100, 0), (4, 30, 0), (5, 20, 20)]
    >>> closed = close(wider, purses)
    >>> closed.refunds
    (BookHolding(person=5, amount=20),)
    >>> settlement = settle(closed.book, Seat.NORTH, Multiple.SINGLE, purses)
    >>> postings(closed.book, settlement.book)
    {1: 200, 4: 60, 5: 40}

This package knows no cards, no clock and no ledger. Sources: Cavendish, pp. 36-37 and 72, Laws 46, 52 and 54.
"""

from ecarte.table.stakes.book import (
    MOST_BETS,
    Bet,
    Book,
    BookHolding,
    Closed,
    Stage,
    advised_by,
    advisers,
    backers,
    close,
    declare_chouette,
    holdings,
    offered_against,
    open_book,
    place,
    take,
    withdraw,
)
from ecarte.table.stakes.errors import GalerieError, GalerieRule
from ecarte.table.stakes.odds import Odds, ToMake, bad_to_lay, odds_on, points_to_make
from ecarte.table.stakes.settlement import SettledShare, Settlement, call_off, settle
from ecarte.table.stakes.sidebets import (
    Offer,
    SideBets,
    Taking,
    begin_side_bets,
    call_off_side_bets,
    end_round,
    offer,
    open_round,
    settle_side_bets,
    take_offer,
    withdraw_offer,
)
from ecarte.table.stakes.standing import BookStanding, Line, SideStanding, match_bet, standing, unmatched
from ecarte.table.stakes.terms import MOST_CHIPS, Account, Person, Purses, Style, postings, share_out

__all__ = [
    "MOST_BETS",
    "MOST_CHIPS",
    "Account",
    "Bet",
    "Book",
    "BookHolding",
    "BookStanding",
    "Closed",
    "GalerieError",
    "GalerieRule",
    "Line",
    "Odds",
    "Offer",
    "Person",
    "Purses",
    "SettledShare",
    "Settlement",
    "SideBets",
    "SideStanding",
    "Stage",
    "Style",
    "Taking",
    "ToMake",
    "advised_by",
    "advisers",
    "backers",
    "bad_to_lay",
    "begin_side_bets",
    "call_off",
    "call_off_side_bets",
    "close",
    "declare_chouette",
    "end_round",
    "holdings",
    "match_bet",
    "odds_on",
    "offer",
    "offered_against",
    "open_book",
    "open_round",
    "place",
    "points_to_make",
    "postings",
    "settle",
    "settle_side_bets",
    "share_out",
    "standing",
    "take",
    "take_offer",
    "unmatched",
    "withdraw",
    "withdraw_offer",
]
