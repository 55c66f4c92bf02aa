"""The scene of a table: the content of its picture, as a plain value."""

from __future__ import annotations

from bot.adapter import formatting, naming
from bot.adapter.faces import NO_PHOTOS, Photos, face_of
from bot.adapter.formatting import Seated
from bot.pictures.scenes import Back, PlayerPanel, Side, Style, TableScene, TrickCard
from bot.texts import Words
from ecarte.game import Card, Ending, Phase, PublicView, Rank, Seat
from ecarte.table import Pack

SIDES = {Seat.NORTH: Side.LEFT, Seat.SOUTH: Side.RIGHT}


def scene(
    words: Words, table: Seated, game: PublicView, pack: Pack | None = None, photos: Photos = NO_PHOTOS
) -> TableScene:
    """Returns the scene of a table: everything that its picture shows.

    Args:
        game: the public view of the deal.
        pack: the pack with which the deal was dealt. If it is None, the number of the deal decides the colour of the
            back.
    """
    whole = [trick for trick in game.tricks if trick.winner is not None]
    winner = SIDES[whole[-1].winner] if whole and whole[-1].winner is not None else None
    king = _deciding_king(game)
    return TableScene(
        left=_panel(words, table, game, Seat.NORTH, photos),
        right=_panel(words, table, game, Seat.SOUTH, photos),
        trump=game.trump,
        turn_up=game.turn_up,
        talon=game.talon if game.number else None,
        trick=_trick(game) if king is None else (king,),
        winner=winner if king is None else king.side,
        pill=words("table.picture.turn"),
        points=game.rules.points,
        has_begun=bool(game.tricks) or game.scored is not None or game.outcome is not None,
        style=Style(indices=formatting.indices(words)),
        back=back_of(game, pack),
    )


def _trick(game: PublicView) -> tuple[TrickCard, ...]:
    if not game.tricks:
        return ()
    trick = game.tricks[-1]
    cards = (trick.leader, trick.lead), (trick.leader.other, trick.reply)
    return tuple(TrickCard(card, SIDES[seat]) for seat, card in cards if card is not None)


def _deciding_king(game: PublicView) -> TrickCard | None:
    """Returns the king of trumps if it made the last point of the game, which no trick did then."""
    ended, king = game.outcome, game.king
    if ended is None or ended.how is not Ending.FIVE or king is None or game.scored or game.trump is None:
        return None
    return TrickCard(Card(Rank.KING, game.trump), SIDES[king.seat]) if ended.winner is king.seat else None


def back_of(game: PublicView, pack: Pack | None) -> Back:
    """Returns the colour of the back of the pack.

    Args:
        pack: the pack with which the deal was dealt. If it is None, deals with odd and even numbers have different
            colours.
    """
    if pack is None:
        return Back.ROYAL if game.number % 2 else Back.BURGUNDY
    return Back(pack.value)


def _panel(words: Words, table: Seated, game: PublicView, seat: Seat, photos: Photos) -> PlayerPanel:
    person, ended = table.person(seat), game.outcome
    return PlayerPanel(
        # The face shows that it is the house, and the panel has room for its level only.
        name=person.name if person.level is None else naming.short_name(words, person.level),
        face=face_of(person, photos),
        score=game.score[seat.index],
        tricks=taken(game, seat),
        discarded=discarded(game, seat),
        dealer=game.dealer is seat,
        to_play=game.turn is seat and game.scored is None and game.phase is not Phase.OVER,
        king=game.king is not None and game.king.seat is seat,
        won=None if ended is None or ended.winner is None else ended.winner is seat,
    )


def taken(game: PublicView, seat: Seat) -> tuple[Card, ...]:
    """Returns the cards with which the player in a seat has won tricks in this deal."""
    won = [trick for trick in game.tricks if trick.winner is seat]
    return tuple(trick.lead if trick.leader is seat or trick.reply is None else trick.reply for trick in won)


def discarded(game: PublicView, seat: Seat) -> int:
    """Returns how many cards the player in a seat has discarded in this deal."""
    if game.elder is None:
        return 0
    is_elder = game.elder is seat
    return sum(cards[0 if is_elder else 1] for cards in game.rounds) + (game.asked or 0 if is_elder else 0)
