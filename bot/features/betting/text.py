"""The people around a table in words: bets, side bets, chairs, a hand that was given up, the settlement.

Drawn from what anybody may know. It knows neither messages nor buttons, and no rule: sums come from
`ecarte.table.stakes`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter import formatting
from bot.adapter.naming import participant as name
from bot.features.rematch import text as rematch_text
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import chairs, stakes
from ecarte.table.stakes import Line, Offer, Share, SideStanding, Stage, Style

__all__ = [
    "behind",
    "bets",
    "between",
    "chairs_of",
    "given_up",
    "mine",
    "offer_line",
    "paid",
]

_LISTED = 8


def bets(words: Words, sight: TableSight) -> list[str]:
    """Both sides of the book while bets may be made: who has put what there, and what of it is covered."""
    book, pause = sight.around.book, sight.around.pause
    if book is None or book.stage is not Stage.OPEN:
        return []
    lines = []
    if pause is not None:
        lines.append(words("galerie.open", when=formatting.relative(pause.until)))
    shown = stakes.standing(book)
    lines += [_side(words, sight, side) for side in (shown.north, shown.south)]
    if pause is not None and pause.ready:
        ready = words.joined([name(words, sight, person) for person in sorted(pause.ready)])
        lines.append(words("galerie.wanted", who=ready))
    lines.append(f"-# {words('galerie.how.english' if book.style is Style.ENGLISH else 'galerie.how')}")
    return lines


def behind(words: Words, sight: TableSight) -> list[str]:
    """What lies on the game while it is played, who is behind whom, what went back, and whether anybody points."""
    book = sight.around.book
    if book is None or book.stage is not Stage.CLOSED:
        return []
    lines = [words("galerie.lies", amount=formatting.chips(words, book.total(Seat.NORTH)))]
    for seat in Seat:
        if backers := stakes.backers(book, seat):
            people = _listed(words, [f"{name(words, sight, it.person)} {words.number(it.amount)}" for it in backers])
            lines.append(words("galerie.behind", who=formatting.who(sight, seat), people=people))
    if sight.around.refunds:
        back = [f"{name(words, sight, it.person)} {words.number(it.amount)}" for it in sight.around.refunds]
        lines.append(words("galerie.back", people=_listed(words, back)))
    lines += [words("galerie.chouette", who=name(words, sight, book.players[seat.index])) for seat in _chouettes(sight)]
    if sight.around.pointing:
        lines.append(words("galerie.pointing"))
    return [f"-# {line}" for line in lines]


def between(words: Words, sight: TableSight) -> list[str]:
    """The side bets while they may be made: the odds, and what is offered."""
    found, pause = sight.around.side_bets, sight.around.pause
    if found is None or found.to_make is None or pause is None:
        return []
    on_north = stakes.odds_on(Seat.NORTH, found.to_make)
    lines = [words("galerie.side.open", when=formatting.relative(pause.until))]
    if on_north.is_even:
        lines.append(words("galerie.side.even", a=found.to_make[0]))
    else:
        ahead = Seat.NORTH if on_north.stake > on_north.win else Seat.SOUTH
        odds = formatting.odds_of(words, stakes.odds_on(ahead, found.to_make))
        lines.append(words("galerie.side.odds", odds=odds, who=formatting.who(sight, ahead)))
    made = [offer_line(words, sight, it) for it in found.offers]
    lines += made[:_LISTED]
    if len(made) > _LISTED:
        lines.append(words.count("galerie.more", len(made) - _LISTED))
    if pause.ready:
        ready = words.joined([name(words, sight, person) for person in sorted(pause.ready)])
        lines.append(words("galerie.wanted", who=ready))
    return lines


def offer_line(words: Words, sight: TableSight, made: Offer) -> str:
    """One side bet: who offers what on whom at which odds, what is left of it, and what that asks."""
    values = {
        "n": made.number,
        "who": name(words, sight, made.person),
        "amount": words.number(made.amount),
        "side": formatting.who(sight, made.side),
        "odds": formatting.odds_of(words, made.odds),
    }
    if not made.left:
        return words("galerie.side.taken", **values)
    return words("galerie.side.offer", left=words.number(made.left), asks=words.number(made.asks), **values)


def paid(words: Words, sight: TableSight) -> list[str]:
    """How a game that is over was paid: the winners first, the player before those who backed him."""
    settled = sight.around.settlement
    if settled is None:
        return []
    if settled.winner is None:
        return [words("galerie.returned")]
    lines = []
    for side in (settled.winner, settled.winner.other):
        shares = [it for it in settled.shares if it.side is side]
        lines.append(_listed(words, [_share(words, sight, it) for it in shares]))
    if settled.multiple.value > 1:
        lines.insert(0, words(f"galerie.counts.{settled.multiple.value}"))
    if settled.short:
        lines.append(words("galerie.short", amount=formatting.chips(words, settled.short)))
    return lines


def chairs_of(words: Words, sight: TableSight) -> list[str]:
    """Who is called to a chair, or has to say that he goes on, and who waits."""
    queue, awaited = sight.around.queue, sight.around.awaited
    if queue is None or sight.status is Status.CLOSED:
        return []
    lines = []
    if awaited is not None and level_of(awaited) is not None:
        # Whether it comes or goes on: it is not rung for, and nobody has to press anything.
        lines.append(words("house.coming", who=name(words, sight, awaited)))
    elif awaited is not None:
        key = "galerie.chair.stay" if queue.seat_of(awaited) is not None else "galerie.chair.called"
        when = formatting.relative(sight.around.awaited_until or 0)
        press = {"press": rematch_text.again(words, sight)} if key == "galerie.chair.stay" else {}
        lines.append(words(key, who=f"<@{awaited}>", when=when, **press))
    waiting = [name(words, sight, person) for person in chairs.order(queue) if person != awaited]
    if waiting:
        lines.append(words("galerie.chair.waiting", people=_listed(words, waiting)))
    return lines


def given_up(words: Words, sight: TableSight) -> list[str]:
    """A hand that was given up: to whom it is offered, until when."""
    seat, heir = sight.around.offered, sight.around.heir
    if seat is None or heir is None:
        return []
    when = formatting.relative(sight.around.heir_until or 0)
    return [words("galerie.hand.offered", who=formatting.who(sight, seat), heir=f"<@{heir}>", when=when)]


def mine(words: Words, sight: TableSight, user_id: int) -> str:
    """What somebody has on the game and beside it, for himself."""
    book, beside = sight.around.book, sight.around.side_bets
    lines = []
    if book is not None and book.stage is not Stage.FINISHED and (side := book.side_of(user_id)) is not None:
        shown = stakes.standing(book)
        own = [it for it in (shown.north if side is Seat.NORTH else shown.south).lines if it.person == user_id]
        amount, covered = sum(it.amount for it in own), sum(it.covered for it in own)
        key = "galerie.you.covered" if covered == amount else "galerie.you"
        who = formatting.who(sight, side)
        lines.append(words(key, amount=formatting.chips(words, amount), covered=words.number(covered), who=who))
    if beside is not None and not beside.finished and (lying := -beside.account().get(user_id, 0)):
        lines.append(words("galerie.you.beside", amount=formatting.chips(words, lying)))
    return "\n".join(lines) or words("galerie.you.nothing")


def _side(words: Words, sight: TableSight, side: SideStanding) -> str:
    who = formatting.who(sight, side.side)
    covered = sum(line.covered for line in side.lines)
    key = "galerie.side.total" if covered == side.total else "galerie.side.total.open"
    head = words(key, who=who, amount=formatting.chips(words, side.total), covered=words.number(covered))
    people = _listed(words, [_line(words, sight, line) for line in side.lines])
    chouette = f"\n-# {words('galerie.chouette', who=who)}" if side.is_chouette else ""
    return f"{head}\n-# {people}{chouette}"


def _line(words: Words, sight: TableSight, line: Line) -> str:
    who, amount = name(words, sight, line.person), words.number(line.amount)
    if line.uncovered:
        return words("galerie.line.open", who=who, amount=amount, covered=words.number(line.covered))
    return f"{who} {amount}"


def _share(words: Words, sight: TableSight, share: Share) -> str:
    return f"{name(words, sight, share.person)} **{formatting.gain(words, share.gain)}**"


def _chouettes(sight: TableSight) -> Iterable[Seat]:
    book = sight.around.book
    return [] if book is None else [seat for seat in Seat if seat in book.chouettes]


def _listed(words: Words, people: list[str]) -> str:
    """People in a row; a long row is cut, and says by how many."""
    if len(people) <= _LISTED:
        return " · ".join(people)
    return " · ".join([*people[:_LISTED], words.count("galerie.more", len(people) - _LISTED)])
