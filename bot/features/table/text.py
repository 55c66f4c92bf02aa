"""The words in the public message of a deal: what happens next, a few facts, the tricks, the result."""

from __future__ import annotations

from typing import Final, assert_never

from bot.adapter import formatting
from bot.clock import WarningSent
from bot.features.deal import text as deal_text
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import public_chances
from ecarte.game import (
    HandAbandoned,
    HandClaimed,
    Phase,
    PublicView,
    Reason,
    TimeClaimed,
)

_BAR: Final = 10


def title(words: Words, table: TableView, game: PublicView) -> str:
    """Returns the names of the players and the score."""
    return words("table.title", **formatting.both(table), a=game.score[0], b=game.score[1])


def chance(words: Words, table: TableView, game: PublicView) -> list[str]:
    """Returns the line with both players' chances to win the game, as a bar and in percent.

    The chances are computed from what everyone at the table sees.

    Returns:
        A list with that line. The list is empty before the first deal and between two deals, if the table has switched
        the chances off, and if no chances are known for the state or the rules of the game.
    """
    chances = public_chances(game) if table.terms.chances and game.number and game.scored is None else None
    if chances is None:
        return []
    north = chances[0]
    if 0 < north < 1:
        # A chance that is not certain is never shown as certain.
        north = min(max(round(north, 2), 0.01), 0.99)
    full = round(north * _BAR)
    bar = "▰" * full + "▱" * (_BAR - full)
    return [words("table.chance", north=words.percent(north), south=words.percent(1 - north), bar=bar)]


def turn(words: Words, table: TableView, game: PublicView) -> str | None:
    """Returns whose turn it is, what that player decides, and when their time ends. None if no decision is due."""
    if game.turn is None or game.scored is not None or game.outcome is not None:
        return None
    who, other = formatting.who(table, game.turn), formatting.who(table, game.turn.other)
    if table.sent_warning is WarningSent.UP and table.person(game.turn.other).level is not None:
        return words("house.claims" if table.is_waited_for else "house.waits", who=who)
    if table.sent_warning is WarningSent.UP:
        return words("table.time.up", who=who, other=other)
    match game.phase:
        case Phase.PROPOSE:
            due = words("table.turn.propose", who=who)
        case Phase.ANSWER:
            due = words("table.turn.answer", who=who, other=other)
        case Phase.ELDER_DISCARD:
            due = words("table.turn.discard", who=who)
        case Phase.DEALER_DISCARD:
            due = words("table.turn.discard.dealer", who=who, other=other, n=game.asked or 0)
        case Phase.PLAY:
            replying = bool(game.tricks) and game.tricks[-1].reply is None
            due = words("table.turn.reply" if replying else "table.turn.lead", who=who)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            return None
        case _:
            assert_never(game.phase)
    return f"{due}{_clock(words, table)}"


def _clock(words: Words, table: TableView) -> str:
    if table.clock_ends is None:
        return ""
    key = "table.until.reserve" if table.in_reserve else "table.until"
    return f" · {words(key, when=formatting.relative(table.clock_ends))}"


def facts(words: Words, table: TableView, game: PublicView) -> list[str]:
    """Returns a few words about each fact of the deal so far: trumps, the king, exchanges."""
    if game.trump is None or game.elder is None or game.dealer is None:
        return []
    parts = [words("table.fact.trump", suit=formatting.sign(game.trump))]
    if table.new_packets is not None and game == table.game and not game.proposals and not game.tricks:
        who, packets = table.new_packets
        parts.append(words("table.fact.packets", who=formatting.who(table, who), packets=packets.value))
    now = bool(deal_text.events(words, table, game))
    if game.king is not None and not now:
        parts.append(words("table.fact.king", who=formatting.who(table, game.king.seat)))
    elder, dealer = formatting.who(table, game.elder), formatting.who(table, game.dealer)
    if game.rounds:
        changed = [sum(both[side] for both in game.rounds) for side in (0, 1)]
        key = "table.fact.exchanged" if len(game.rounds) == 1 else "table.fact.exchanges"
        parts.append(words(key, elder=elder, dealer=dealer, n=changed[0], m=changed[1], k=len(game.rounds)))
    is_said = now or (game.scored is not None and game.scored.reason in (Reason.UNPROPOSED, Reason.REFUSED))
    if game.vulnerable is not None and not is_said:
        key = "table.fact.unproposed" if game.vulnerable is game.elder else "table.fact.refused"
        parts.append(words(key, who=elder if game.vulnerable is game.elder else dealer))
    return parts


def tricks(words: Words, table: TableView, game: PublicView) -> list[str]:
    """Returns a few words about every trick: its two cards in the order played, and its winner."""
    parts = []
    for number, trick in enumerate(game.tricks, 1):
        lead = formatting.card(words, trick.lead)
        if trick.reply is None or trick.winner is None:
            parts.append(words("table.taken.open", n=number, lead=lead))
        else:
            reply, who = formatting.card(words, trick.reply), formatting.who(table, trick.winner)
            parts.append(words("table.taken", n=number, lead=lead, reply=reply, who=who))
    return parts


def result(words: Words, table: TableView, game: PublicView) -> tuple[str, str] | None:
    """Returns two texts about a finished deal: its winner, and the points with their reason.

    None if the deal is not over, or scored nothing.
    """
    scored, ended = game.scored, game.ended_by
    if scored is None:
        return None
    names = {"who": formatting.who(table, scored.seat), "loser": formatting.who(table, scored.seat.other)}
    points, head = scored.points, words("table.result", **names)
    if game.salon is not None and game.salon.penalised[scored.seat.index]:
        return head, words("table.why.salon", n=points)
    match ended:
        case HandAbandoned():
            return head, words("table.why.abandoned", n=points, **names)
        case HandClaimed(_, goal, cards):
            return head, words(f"table.why.claimed.{goal.value}", n=points, cards=formatting.cards(words, cards))
        case TimeClaimed():
            return head, words("table.why.time", n=points, **names)
        case None:
            tricks_won = words.count("table.tricks", scored.tricks[scored.seat.index])
            key = "table.result.vole" if scored.reason is Reason.VOLE else "table.result.tricks"
            counted = words.count("pages.points", points)
            why = words(f"table.why.{scored.reason.value}", points=counted, **names)
            return words(key, tricks=tricks_won, **names), why
        case _:
            assert_never(ended)


def result_lines(words: Words, table: TableView, game: PublicView, brought: tuple[str, str]) -> list[str]:
    """Returns the lines about a finished deal that did not end the game: its result, and the score after it.

    Args:
        brought: the two texts that `result` returns.
    """
    score = {"a": game.score[0], "b": game.score[1]}
    return [brought[0], words("table.score.line", why=brought[1], **formatting.both(table), **score)]
