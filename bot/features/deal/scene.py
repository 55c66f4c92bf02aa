"""The picture of a table, as a value."""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.formatting import Seated
from bot.pictures.scenes import Back, PlayerPanel, Side, Style, TableScene, TrickCard
from bot.texts import Words
from ecarte.game import Ending, Phase, PublicView, Seat
from ecarte.table import Pack

_SIDES = {Seat.NORTH: Side.TOP, Seat.SOUTH: Side.BOTTOM}


def scene(words: Words, table: Seated, game: PublicView, pack: Pack | None = None) -> TableScene:
    """The picture of a table, as a value; where it is not said with which `pack` it was dealt, two are used in turn."""
    trick = game.tricks[-1] if game.tricks else None
    cards = () if trick is None else ((trick.leader, trick.lead), (trick.leader.other, trick.reply))
    return TableScene(
        top=_panel(table, game, Seat.NORTH),
        bottom=_panel(table, game, Seat.SOUTH),
        trump=game.trump,
        turn_up=game.turn_up,
        talon=game.talon if game.number else None,
        trick=tuple(TrickCard(card, _SIDES[seat]) for seat, card in cards if card is not None),
        winner=_SIDES[trick.winner] if trick is not None and trick.winner is not None else None,
        banner=_banner(words, table, game),
        style=Style(indices=formatting.indices(words)),
        back=_back(game, pack),
    )


def _back(game: PublicView, pack: Pack | None) -> Back:
    if pack is None:
        return Back.ROYAL if game.number % 2 else Back.BURGUNDY
    return Back(pack.value)


def _panel(table: Seated, game: PublicView, seat: Seat) -> PlayerPanel:
    return PlayerPanel(
        name=table.person(seat).name,
        score=game.score[seat.index],
        hand=game.held[seat.index],
        tricks=game.taken[seat.index],
        dealer=game.dealer is seat,
        to_act=game.turn is seat and game.scored is None and game.phase is not Phase.OVER,
        king=game.king is not None and game.king.seat is seat,
    )


def _banner(words: Words, table: Seated, game: PublicView) -> str | None:
    """The end of the game or of the deal, in a few words."""
    ended, scored = game.outcome, game.scored
    if ended is None:
        if scored is None:
            return None
        return words("table.banner.deal", who=table.person(scored.seat).name, n=scored.points)
    if ended.winner is None:
        return words("table.banner.void")
    who = table.person(ended.winner).name
    if ended.how is not Ending.FIVE:
        # The score did not decide it.
        return words("table.banner.won", who=who)
    won, lost = game.score[ended.winner.index], game.score[ended.winner.other.index]
    return words("table.banner", who=who, a=won, b=lost)
