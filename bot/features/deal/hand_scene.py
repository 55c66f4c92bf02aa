"""The scene of a hand: the content of its picture, as a plain value. It is the same for the player and for a backer who
sees the hand.
"""

from __future__ import annotations

from bot.adapter.faces import NO_PHOTOS, Photos, face_of
from bot.adapter.formatting import Seated
from bot.features.deal.scene import back_of
from bot.pictures.scenes import HandPlace, HandPlayer, HandScene, Style
from ecarte.game import PublicView, Seat
from ecarte.table import Pack


def hand_scene(
    table: Seated,
    game: PublicView,
    seat: Seat,
    places: tuple[HandPlace, ...],
    style: Style,
    *,
    pack: Pack | None = None,
    photos: Photos = NO_PHOTOS,
    explained: bool = True,
) -> HandScene:
    """Returns the scene of the hand in a seat: its cards, the trick above them, the pack, and both players.

    Args:
        places: the five places of the hand, in the order in which they are drawn.
        pack: the pack with which the deal was dealt. If it is None, the number of the deal decides the colour of the
            back.
        explained: whether the reader knows what a score, a talon and a turn-up are. Otherwise they are left out.
    """
    other, trick = seat.other, game.tricks[-1] if game.tricks else None
    lead = None if trick is None else (trick.lead, trick.leader is seat)
    reply = None if trick is None or trick.reply is None else (trick.reply, trick.leader is not seat)

    def player(whose: Seat) -> HandPlayer:
        return HandPlayer(face_of(table.person(whose), photos), game.score[whose.index] if explained else None)

    return HandScene(
        places,
        game.trump,
        game.turn_up if explained else None,
        style,
        game.talon if explained and game.number else None,
        lead,
        reply,
        None if trick is None or trick.winner is None else trick.winner is seat,
        player(other),
        player(seat),
        back=back_of(game, pack),
    )
