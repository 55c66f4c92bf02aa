"""Salon tables for the tests of the errors and their remedies.

Where a test names no cards, North holds KS QS 9H 8H AC and leads, South 7H TD JC 9C 8D, and clubs are trumps. Where
South refused the first proposal and loses two with the deal, of which an offender marks one (Laws 25, 43, 49).
"""

from __future__ import annotations

from ecarte.game import (
    CallError,
    Fault,
    LetStand,
    Manners,
    Phase,
    Propose,
    Refuse,
    Remedy,
    Rules,
    public_view,
)
from ecarte.game.views import SalonView
from tests.ecarte.game.table import N, S, Table

SALON = Rules(manners=Manners.SALON)
REVOKE_SCORE = CallError(Fault.REVOKE, Remedy.SCORE)
REVOKE_AGAIN = CallError(Fault.REVOKE, Remedy.AGAIN)
KING_SCORE = CallError(Fault.KING, Remedy.SCORE)
KING_AGAIN = CallError(Fault.KING, Remedy.AGAIN)


def salon(elder: str = "KS QS 9H 8H AC", dealer: str = "7H TD JC 9C 8D", turn_up: str = "7C", points: int = 5) -> Table:
    """Returns a salon with its first deal."""
    return Table(Rules(manners=Manners.SALON, points=points)).deal(elder, dealer, turn_up)


def refused(table: Table) -> Table:
    """Returns a salon in which South refused the first proposal, and so loses two with the deal."""
    table.does(N, Propose())
    table.does(S, Refuse())
    return table


def standing(table: Table) -> bool:
    """Returns whether a hand is over in which errors may be called."""
    return table.state.phase is Phase.STANDING


def let_stand(table: Table) -> None:
    """Makes both players let the hand stand."""
    table.does(N, LetStand())
    table.does(S, LetStand())


def salon_view(table: Table) -> SalonView:
    """Returns what all may know of the errors at a salon table."""
    view = public_view(table.state).salon
    assert view is not None
    return view


def penalised(table: Table) -> tuple[bool, bool]:
    """Returns whether North and South mark less in this deal."""
    return salon_view(table).penalised
