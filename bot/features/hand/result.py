"""The end of a deal and of a game, in words for one of the two players."""

from __future__ import annotations

from typing import assert_never

from bot.adapter import formatting
from bot.features.deal import text as deal_text
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Ending, HandAbandoned, HandClaimed, PublicView, Reason, Seat, TimeClaimed


def title(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> str | None:
    """Returns who has won a deal, and with how many tricks, in words for the player in `seat`. None if the deal is not
    over, or no one scored.
    """
    scored = game.scored
    if scored is None:
        return None
    whose, other = _whose(scored.seat, seat), formatting.who(table_view, seat.other)
    penalised = game.salon is not None and game.salon.penalised[scored.seat.index]
    if game.ended_by is not None or penalised:
        return words(f"hand.result.{whose}", other=other)
    if scored.reason is Reason.VOLE:
        return words(f"hand.result.{whose}.vole", other=other)
    return words.count(f"hand.result.{whose}.tricks", scored.tricks[scored.seat.index], other=other)


def score(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> str:
    """Returns the score after a deal and the reason for the points, with the points of the player in `seat` first."""
    mine, theirs, other = game.score[seat.index], game.score[seat.other.index], formatting.who(table_view, seat.other)
    return words("hand.score", mine=mine, theirs=theirs, other=other, why=_why(words, game, seat, other))


def last_deal(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> list[str]:
    """Returns how the last deal of a game ended, and the score after it, in words for the player in `seat`.

    If the game was won by points, the score is left out, because the title of the game has it.
    """
    if (head := title(words, table_view, game, seat)) is None:
        return []
    if game.outcome is not None and game.outcome.how is Ending.FIVE:
        return [f"{head} · {_why(words, game, seat, formatting.who(table_view, seat.other))}"]
    return [head, score(words, table_view, game, seat)]


def line(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> str | None:
    """Returns the result of a finished deal and the score in one line, for the player in `seat`. None if no one
    scored.
    """
    if (head := title(words, table_view, game, seat)) is None:
        return None
    return words("hand.result.line", result=head, mine=game.score[seat.index], theirs=game.score[seat.other.index])


def game_title(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> str:
    """Returns how the game ended, in words for the player in `seat`."""
    ended, other = game.outcome, formatting.who(table_view, seat.other)
    if ended is None or (ended.winner is None and ended.how is Ending.VOID):
        return words("table.won.void")
    if ended.winner is None:
        return words("table.won.agreed")
    mine, theirs = game.score[seat.index], game.score[seat.other.index]
    key = f"hand.won.{ended.how.value}.{_whose(ended.winner, seat)}"
    return words(key, other=other, mine=mine, theirs=theirs)


def by_stand_in(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> str:
    """Returns how a game ended, in words for the player whose hand a backer played out."""
    ended = game.outcome
    if ended is None or ended.winner is None:
        return game_title(words, table_view, game, seat)
    key = "hand.handed.won" if ended.winner is seat else "hand.handed.lost"
    mine, theirs = game.score[seat.index], game.score[seat.other.index]
    who, other = formatting.who(table_view, seat), formatting.who(table_view, seat.other)
    return words(key, who=who, other=other, mine=mine, theirs=theirs)


def by_king(words: Words, table_view: TableView, game: PublicView, seat: Seat) -> list[str]:
    """Returns a line about the king, if the point for it ended the game before the deal was played out. It is in words
    for the player in `seat`. Empty if the game ended in another way.
    """
    if (how := deal_text.last_king(game)) is None or game.king is None:
        return []
    other, crown = formatting.who(table_view, seat.other), formatting.mark(words, "crown")
    return [words(f"hand.won.king.{how.value}.{_whose(game.king.seat, seat)}", other=other, crown=crown)]


def _why(words: Words, game: PublicView, seat: Seat, other: str) -> str:
    scored, ended = game.scored, game.ended_by
    if scored is None:
        return ""
    whose, points = _whose(scored.seat, seat), scored.points
    if game.salon is not None and game.salon.penalised[scored.seat.index]:
        return words("hand.why.salon", n=points)
    match ended:
        case HandAbandoned():
            return words(f"hand.why.{whose}.abandoned", n=points, other=other)
        case HandClaimed(_, goal, cards):
            return words(f"hand.why.claimed.{goal.value}", n=points, cards=formatting.cards(words, cards))
        case TimeClaimed():
            return words(f"hand.why.{whose}.time", n=points, other=other)
        case None:
            pass
        case _:
            assert_never(ended)
    match scored.reason:
        case Reason.POINT | Reason.VOLE:
            return words(f"hand.why.{scored.reason.value}", points=words.count("pages.points", points))
        case Reason.UNPROPOSED | Reason.REFUSED:
            counted = words.count("pages.points", points)
            return words(f"hand.why.{whose}.{scored.reason.value}", points=counted, other=other)
        case _:
            assert_never(scored.reason)


def _whose(winner: Seat, seat: Seat) -> str:
    return "mine" if winner is seat else "theirs"
