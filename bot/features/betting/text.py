"""Sentences about bets, side bets and how a game was paid.

They are made of public views. This module imports no messages or buttons and knows no rule: sums come from
`ecarte.table.stakes`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter import formatting
from bot.adapter.naming import participant as name
from bot.adapter.naming import plain_participant
from bot.tables.actions.betting import BetProspect
from bot.tables.state.sight import Sight, least_stake
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import stakes
from ecarte.table.stakes import Odds, Offer, SettledShare, SideStanding, Stage

_BACKERS = 3


def terms(words: Words, table: TableView) -> str:
    """Returns a few words about the terms of a table: the stake, and how many points win the game."""
    agreed = table.terms
    amount = formatting.chips(words, agreed.stake)
    stake = words("pool.stake", amount=amount) if agreed.stake else words("galerie.caption.honour")
    return f"{stake} · {words('challenge.points', points=words.number(agreed.rules.points))}"


def bets(words: Words, table: TableView) -> list[str]:
    """Returns the lines about open bets: until when people can bet, the bets on each side, and which players want the
    cards dealt. Empty unless bets are open.
    """
    book, waiting = table.galerie.book, table.waits.get(WaitKind.BETS)
    if book is None or book.stage is not Stage.OPEN or waiting is None:
        return []
    both = stakes.standing(book)
    sides = (both.north, both.south)
    parts = [_side(words, table, side) for side in sides]
    if unmatched := sum(line.uncovered for side in sides for line in side.lines):
        parts.append(words("galerie.unmatched", amount=words.number(unmatched)))
    lines = [words("galerie.open", until=formatting.until(words, table.terms, waiting.until)), " · ".join(parts)]
    lines += [words("galerie.chouette", who=formatting.who(table, side.side)) for side in sides if side.is_chouette]
    return [*lines, *_ready(words, table)]


def prospects(words: Words, table: TableView, side: Seat, prospect: BetProspect) -> list[str]:
    """Returns what a bet on the player in the seat `side` will bring: the gain, who matches it, and whether the bettor
    will see the hand.
    """
    who, other = formatting.who(table, side), formatting.who(table, side.other)
    waiting = table.galerie.unmatched
    lines = [words("galerie.presets.gain", who=who)]
    if waiting is not None and waiting.side is side.other:
        lines.append(words("galerie.presets.matches", amount=words.number(waiting.amount), other=other))
    else:
        lines.append(words("galerie.presets.taken", other=other))
    match prospect.sight:
        case None:
            alone = table.galerie.book is not None and side in table.galerie.book.chouettes
            lines.append(words("galerie.presets.alone" if alone else "galerie.presets.unseen", who=who))
        case Sight.SEES if prospect.least > 1:
            lines.append(words("galerie.presets.least", least=words.number(prospect.least), who=who))
        case Sight.SEES:
            lines.append(words("galerie.presets.sees", who=who))
        case Sight.WAITS if prospect.least > 1:
            lines.append(words("galerie.presets.waits.least", least=words.number(prospect.least), who=who))
        case Sight.WAITS:
            lines.append(words("galerie.presets.waits", who=who))
        case unseen:
            lines.append(formatting.unseen_reason(words, unseen, table.terms))
    return lines


def behind(words: Words, table: TableView, reader: int | None = None) -> list[str]:
    """Returns the lines about the stakes during play: who backs which player, and which chips were returned.

    Args:
        reader: the id of the person who alone reads the lines. None if all read them.
    """
    book = table.galerie.book
    if book is None or book.stage is not Stage.CLOSED:
        return []
    amount = formatting.chips(words, book.total(Seat.NORTH))
    lines = [words("galerie.lies", chip=formatting.mark(words, "chip"), amount=amount)]
    for seat in Seat:
        if backers := stakes.backers(book, seat):
            people = formatting.list_people(
                words, [f"{name(words, table, bet.person)} {words.number(bet.amount)}" for bet in backers]
            )
            lines.append(words("galerie.behind", who=_whom(words, table, seat, reader), people=people))
    if table.galerie.refunds:
        returned = [
            f"{name(words, table, refund.person)} {words.number(refund.amount)}" for refund in table.galerie.refunds
        ]
        lines.append(words("galerie.back", people=formatting.list_people(words, returned)))
    lines += [words("galerie.chouette", who=name(words, table, book.players[seat.index])) for seat in _chouettes(table)]
    return [f"-# {line}" for line in lines]


def _whom(words: Words, table: TableView, seat: Seat, reader: int | None) -> str:
    """Returns the name of the player in a seat, to follow "on" or "behind". The player's own page says "you"."""
    return words("galerie.on.you") if table.person(seat).id == reader else formatting.who(table, seat)


def between(words: Words, table: TableView) -> list[str]:
    """Returns the lines about side bets between deals: until when people can make them, the odds, the number of offers,
    and which players want the cards dealt. Empty unless side bets can be made.
    """
    market, waiting = table.galerie.side_bets, table.waits.get(WaitKind.BETS)
    if market is None or market.to_make is None or waiting is None:
        return []
    on_north, until = stakes.odds_on(Seat.NORTH, market.to_make), formatting.until(words, table.terms, waiting.until)
    if on_north.is_even:
        line = words("galerie.side.even", until=until)
    else:
        ahead = Seat.NORTH if on_north.stake > on_north.win else Seat.SOUTH
        odds = formatting.odds_of(words, stakes.odds_on(ahead, market.to_make))
        line = words("galerie.side.odds", until=until, odds=odds, who=formatting.who(table, ahead))
    if offers := sum(bool(offer.left) for offer in market.offers):
        line = f"{line} · {words.count('galerie.side.count', offers)}"
    return [line, *_ready(words, table)]


def _ready(words: Words, table: TableView) -> list[str]:
    pause = table.galerie.pause
    if pause is None or not pause.ready:
        return []
    people = words.join([name(words, table, person) for person in sorted(pause.ready)])
    return [f"-# {words('galerie.wanted', who=people)}"]


def offer_line(words: Words, table: TableView, offer: Offer) -> str:
    """Returns a line about one offered side bet: who offers how much on which player, and at which odds. Then it says
    how much is not taken yet, and how many chips it costs to take that.
    """
    values = {
        "n": offer.number,
        "who": name(words, table, offer.person),
        "amount": words.number(offer.amount),
        "side": formatting.who(table, offer.side),
        "odds": formatting.odds_of(words, offer.odds),
    }
    if not offer.left:
        return words("galerie.side.taken", **values)
    return words("galerie.side.offer", left=words.number(offer.left), asks=words.number(offer.asks), **values)


def side_form(words: Words, table: TableView, side: Seat, amount: str, taken: Offer | None = None) -> tuple[str, str]:
    """Returns the title of the form of a side bet, and the line that explains it.

    The title names the player and the odds. The line says what the reader risks, and for which gain.

    Args:
        side: the seat of the player on whom the reader would bet.
        amount: the reader's free chips, in words.
        taken: the offer that the reader would take. None if the reader makes an offer.
    """
    market = table.galerie.side_bets
    assert market is not None
    assert market.to_make is not None
    odds = stakes.odds_on(side, market.to_make) if taken is None else Odds(taken.odds.win, taken.odds.stake)
    names = {"who": plain_participant(words, table, table.person(side).id), "odds": formatting.odds_of(words, odds)}
    if taken is None:
        about = words("galerie.form.offer.about", stake=odds.stake, win=odds.win, amount=amount)
        return words("galerie.form.offer", **names), about
    risk = {"asks": words.number(taken.asks), "left": words.number(taken.left)}
    return words("galerie.form.offertake", **names), words("galerie.form.offertake.about", amount=amount, **risk)


def payments(words: Words, table: TableView) -> list[str]:
    """Returns the lines about how the game was paid: the gains and losses of all, the winner's side first, then whether
    the stakes counted more than once or could not be paid in full. Empty if the game had no stakes.
    """
    settled = table.galerie.settlement
    if settled is None:
        return []
    if settled.winner is None:
        return [words("galerie.returned")]
    shares = sorted(settled.shares, key=lambda share: share.side is not settled.winner)
    lines = [formatting.list_people(words, [_share(words, table, share) for share in shares])]
    if settled.multiple.value > 1:
        lines.append(words(f"galerie.counts.{settled.multiple.value}"))
    if settled.short:
        lines.append(words("galerie.short", amount=formatting.chips(words, settled.short)))
    return lines


def own_payment(words: Words, table: TableView, player_id: int) -> list[str]:
    """Returns a player's gain or loss in the game, for that player alone. Empty if the game had no stakes."""
    settled = table.galerie.settlement
    if settled is None:
        return []
    if settled.winner is None:
        return [words("galerie.returned")]
    gains = [share.gain for share in settled.shares if share.person == player_id and share.gain]
    chip = formatting.mark(words, "chip")
    return [
        words("hand.won" if gain > 0 else "hand.lost", chip=chip, amount=formatting.chips(words, abs(gain)))
        for gain in gains
    ]


def gain(words: Words, table: TableView, share: SettledShare) -> str:
    """Returns a sentence about a backer's gain or loss in the game, for that backer alone."""
    key = "notice.won" if share.gain > 0 else "notice.lost"
    amount, chip = formatting.chips(words, abs(share.gain)), formatting.mark(words, "chip")
    link = formatting.link(table.guild_id, table.place)
    # The bet was on the player who sat down, even if a backer played the game out.
    who = formatting.who(table, share.side) if table.sat is None else name(words, table, table.sat[share.side.index].id)
    return words(key, chip=chip, amount=amount, who=who, table=link)


def mine(words: Words, table: TableView, user_id: int) -> str:
    """Returns a person's bets and side bets on the game in words, for that person alone."""
    return mine_if_any(words, table, user_id) or words("galerie.you.nothing")


def mine_if_any(words: Words, table: TableView, user_id: int) -> str:
    """Returns a person's bets and side bets on the game in words, for that person alone. For a backer or guest, the
    text also says whether they see the hand. Empty for all other people without bets.
    """
    book, market = table.galerie.book, table.galerie.side_bets
    lines, covered = [], 0
    if book is not None and book.stage is not Stage.FINISHED and (side := book.side_of(user_id)) is not None:
        shown = stakes.standing(book)
        own = [line for line in (shown.north if side is Seat.NORTH else shown.south).lines if line.person == user_id]
        amount, covered = sum(line.amount for line in own), sum(line.covered for line in own)
        key = "galerie.you.covered" if covered == amount else "galerie.you" if covered else "galerie.you.waits"
        names = {"who": _whom(words, table, side, user_id), "other": formatting.who(table, side.other)}
        counts = {"covered": words.number(covered), "waits": words.number(amount - covered)}
        lines.append(words(key, amount=formatting.chips(words, amount), **counts, **names))
    lines += back(words, table, user_id)
    sight = table.galerie.sight.get(user_id)
    if sight is not None and table.status is Status.PLAYING:
        opened = book is not None and book.stage is Stage.OPEN
        key = "galerie.you.will_see" if opened else "galerie.you.sees"
        least = max(1, least_stake(table.terms.sight, table.terms.stake))
        if opened and covered < least and not table.galerie.company.sees(user_id):
            key = "galerie.you.if_taken"
        lines.append(words(key) if sight is Sight.SEES else formatting.unseen_reason(words, sight, table.terms))
    if market is not None and not market.finished and (lying := -market.account().get(user_id, 0)):
        lines.append(words("galerie.you.beside", amount=formatting.chips(words, lying)))
    return "\n".join(lines)


def back(words: Words, table: TableView, user_id: int) -> list[str]:
    """Returns a line that says how many chips of a person's bets were returned when betting ended. Empty if none
    were.
    """
    book = table.galerie.book
    returned = sum(holding.amount for holding in table.galerie.refunds if holding.person == user_id)
    if book is None or book.stage is not Stage.CLOSED or not returned:
        return []
    covered = sum(bet.amount for bet in book.bets if bet.person == user_id)
    return [words("galerie.you.back", back=words.number(returned), amount=formatting.chips(words, returned + covered))]


def _side(words: Words, table: TableView, side: SideStanding) -> str:
    """Returns the total of the chips on a player, and each backer's part."""
    backers = [f"{name(words, table, line.person)} {words.number(line.amount)}" for line in side.lines[1:]]
    total = f"{formatting.who(table, side.side)} **{words.number(side.total)}**"
    return f"{total} ({formatting.list_people(words, backers, most=_BACKERS)})" if backers else total


def _share(words: Words, table: TableView, share: SettledShare) -> str:
    return f"{name(words, table, share.person)} **{formatting.gain(words, share.gain)}**"


def _chouettes(table: TableView) -> Iterable[Seat]:
    book = table.galerie.book
    return [] if book is None else [seat for seat in Seat if seat in book.chouettes]
