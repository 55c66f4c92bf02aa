"""Rubbers and packs in words: what was agreed, how a rubber stands and ends, whose pack is which, new cards to come.

Drawn from public views. Knows neither messages nor buttons, and no rule: sums come from
`ecarte.table.rubber`.
"""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.naming import participant
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import NextDeal, PublicView, Seat, Stakes
from ecarte.table import Pack, Rubber


def agreed(words: Words, terms: Terms) -> list[str]:
    """What was agreed of the form of match, in plain words; nothing of a single game but a cut for every one."""
    deal = terms.rules.next_deal
    if terms.rubber == 1:
        return [words("match.deal")] if deal is NextDeal.FRESH_CUT and terms.pool is None else []
    reckoned = terms.rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE
    key = "match.terms.reckoned" if reckoned else "match.terms"
    return [words(key, games=terms.rubber, deal=words(f"match.deal.{deal.value}"))]


def standing(words: Words, table: TableView, game_no: int, game: PublicView) -> list[str]:
    """While a game of a rubber is on: which one it is, and how the rubber stands."""
    rubber, _ = table.at_deal(game_no, game.number)
    if rubber.over or game.outcome is not None or rubber.games == 1:
        return []
    return [_stands(words, rubber, "match.standing", "match.standing.reckoned")]


def result(words: Words, table: TableView, game_no: int, game: PublicView, first: Seat = Seat.NORTH) -> list[str]:
    """Below a game that is over: how the rubber stands by it, who has won it, or that it was broken off.

    Args:
        first: whose games come first: those of the reader of a hand.
    """
    rubber, _ = table.at_deal(game_no, game.number)
    if rubber.games == 1 or (game.outcome is None and not rubber.called_off):
        return []
    if rubber.called_off:
        return [words("match.left", a=rubber.won[first.index], b=rubber.won[first.other.index])]
    winner = rubber.winner
    if winner is None:
        return [_stands(words, rubber, "match.now", "match.now.reckoned", first)]
    won, lost = rubber.won[winner.index], rubber.won[winner.other.index]
    lines = [words("match.won", who=formatting.who(table, winner), a=won, b=lost)]
    if rubber.reckoned:
        names = formatting.both(table)
        lines.append(words("match.points", p=rubber.points[0], q=rubber.points[1], **names))
    return lines


def asked(words: Words, table: TableView) -> list[str]:
    """Between two games: who would like the next one, and what it takes to go on with a rubber."""
    on = not table.rubber.over and table.rubber.games > 1
    key = "match.asked" if on else "table.rematch.asked"
    lines = [words(key, who=participant(words, table, person)) for person in _asking(table)]
    return [*lines, words("match.next.about")] if on else lines


def _asking(table: TableView) -> list[int]:
    """Who would like the next game, in the order of the seats: who played, and who may sit down to it."""
    queue = table.around.queue
    seated = [person.id for person in (*(table.sat or ()), *(table.seats or ()))]
    chairs = [] if queue is None else [person for person in queue.seats if person is not None]
    return [person for person in dict.fromkeys([*seated, *chairs]) if person in table.asked]


def again(words: Words, table: TableView) -> str:
    """What the button says that asks for another game: the next of a rubber, another rubber, or just a game.

    The opponent may be another one by then.
    """
    awaited = table.around.awaited
    if awaited is not None and level_of(awaited) is None:
        return words("match.on")
    if table.terms.rubber == 1:
        return words("table.rematch")
    return words("match.again" if table.rubber.over else "match.next")


def coming(words: Words, table: TableView) -> list[str]:
    """That new cards come with the next deal, if they do."""
    if table.packs.new is None or table.status is Status.CLOSED:
        return []
    return [words("match.cards.coming")]


def pack_name(words: Words, pack: Pack) -> str:
    """A pack, by the colour of its backs."""
    return words(f"match.pack.{pack.value}")


def _stands(words: Words, rubber: Rubber, key: str, reckoned: str, first: Seat = Seat.NORTH) -> str:
    won, points, other = rubber.won, rubber.points, first.other
    values = {"n": rubber.number, "games": rubber.games, "a": won[first.index], "b": won[other.index]}
    if not rubber.reckoned:
        return words(key, **values)
    return words(reckoned, p=points[first.index], q=points[other.index], **values)
