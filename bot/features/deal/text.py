"""A deal in words. The words say everything that the public view holds, so that readers can follow the deal without a
picture.
"""

from __future__ import annotations

from typing import assert_never

from bot.adapter import formatting
from bot.adapter.formatting import Seated
from bot.features.deal.scene import discarded, taken
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import deciding_deal
from ecarte.game import (
    Ending,
    HandAbandoned,
    HandClaimed,
    KingFrom,
    Phase,
    PublicView,
    Seat,
    TimeClaimed,
    Trick,
)


def head(words: Words, table: Seated, game: PublicView) -> str:
    """Returns the head of a deal: the players, the score, the number of the deal and the trumps."""
    lines = [words("table.title", **formatting.both(table), a=game.score[0], b=game.score[1])]
    if game.number and game.dealer is not None:
        key = "table.deal.first" if game.number == 1 else "table.deal"
        dealer = formatting.who(table, game.dealer)
        packets = game.distribution.value if game.distribution is not None else ""
        lines.append(words(key, deal=game.number, dealer=dealer, packets=packets, points=game.rules.points))
    if game.number == 1:
        lines += _cut_lines(words, table, game)
    if game.trump is not None and game.turn_up is not None:
        turned = formatting.card(words, game.turn_up)
        lines.append(words("table.trumps", suit=formatting.suit(words, game.trump), card=turned, talon=game.talon))
    return "\n".join(lines)


def events(words: Words, table: Seated, game: PublicView, *, by: Seat | None = None) -> list[str]:
    """Returns a line for each thing that the players must know before the cards are played: the king was scored, or no
    exchange follows. Empty once the first trick is taken.

    Args:
        by: None for all lines, which everyone reads. If it is a seat, only the lines about the player in that seat are
            returned. The opponent reads them, so the opponent's points come first.
    """
    if game.scored is not None or game.outcome is not None or (game.tricks and game.tricks[0].reply is not None):
        return []
    lines = []
    king = game.king
    if king is not None and by in (None, king.seat) and (king.how is KingFrom.ANNOUNCED or not game.proposals):
        key = "table.king.turned.now" if king.how is KingFrom.TURNED else "table.king.now"
        crown, who = formatting.mark(words, "crown"), formatting.who(table, king.seat)
        first = Seat.NORTH if by is None else by.other
        score = {"a": game.score[first.index], "b": game.score[first.other.index]}
        lines.append(words(key, crown=crown, who=who, **score))
    if game.phase is not Phase.PLAY or game.elder is None or game.dealer is None:
        return lines
    elder, dealer = formatting.who(table, game.elder), formatting.who(table, game.dealer)
    if game.vulnerable is not None:
        unproposed = game.vulnerable is game.elder
        names = {"who": elder, "other": dealer} if unproposed else {"who": dealer, "other": elder}
        risk = formatting.risk(game.rules)
        if by is None:
            lines.append(words("table.risk.unproposed" if unproposed else "table.risk.refused", **names, **risk))
        elif by is game.vulnerable:
            lines.append(words("hand.risk.unproposed" if unproposed else "hand.risk.refused", **names, **risk))
    elif game.proposals > len(game.rounds) and (game.conditional or by in (None, game.dealer)):
        key = "table.condition.failed" if game.conditional else "table.refused.later"
        lines.append(words(key, elder=elder, dealer=dealer))
    return lines


def exchanges(words: Words, table: Seated, game: PublicView) -> list[str]:
    """Returns the lines about proposals and exchanges, and about the king if it was turned up or announced."""
    if game.elder is None or game.dealer is None:
        return []
    names = {"elder": formatting.who(table, game.elder), "dealer": formatting.who(table, game.dealer)}
    lines = []
    if game.king is not None:
        key = "table.king.turned" if game.king.how is KingFrom.TURNED else "table.king.announced"
        lines.append(words(key, who=formatting.who(table, game.king.seat)))
    lines += [words("table.round", n=n, m=m, **names) for n, m in game.rounds]
    if game.phase is Phase.ANSWER:
        lines.append(words("table.proposed", **names))
    elif game.phase in (Phase.ELDER_DISCARD, Phase.DEALER_DISCARD):
        lines.append(words("table.accepted.if" if game.conditional else "table.accepted", **names))
        if game.asked is not None:
            lines.append(words.count("table.asked", game.asked, **names))
    elif game.vulnerable is not None:
        key = "table.unproposed" if game.vulnerable is game.elder else "table.refused"
        lines.append(words(key, **names, **formatting.risk(game.rules)))
    elif game.phase in (Phase.PLAY, Phase.STANDING, Phase.DEAL, Phase.OVER) and game.proposals > len(game.rounds):
        lines.append(words("table.condition.failed" if game.conditional else "table.refused.later", **names))
    return lines


def tricks(words: Words, table: Seated, game: PublicView) -> list[str]:
    """Returns every trick, one in a line, with the winner's card in bold."""
    return [_trick(words, table, number, trick) for number, trick in enumerate(game.tricks, 1)]


def score(words: Words, table: Seated, game: PublicView) -> list[str]:
    """Returns the lines about the points of a finished deal: who scored them and why, and the score after the deal."""
    lines = []
    ended = game.ended_by
    match ended:
        case HandAbandoned(seat):
            lines.append(words("table.abandoned", loser=formatting.who(table, seat)))
        case HandClaimed(seat, goal, cards):
            shown = formatting.cards(words, cards)
            lines.append(words(f"table.claimed.{goal.value}", who=formatting.who(table, seat), cards=shown))
        case TimeClaimed(seat):
            names = {"who": formatting.who(table, seat), "loser": formatting.who(table, seat.other)}
            lines.append(words("table.time.claimed", **names))
        case None:
            pass
        case _:
            assert_never(ended)
    scored = game.scored
    if scored is not None:
        who = formatting.who(table, scored.seat)
        if game.salon is not None and game.salon.penalised[scored.seat.index]:
            lines.append(words.count("salon.scored", scored.points, who=who))
        elif ended is not None:
            lines.append(words.count("table.awarded", scored.points, who=who))
        else:
            tricks_won = words.count("table.tricks", scored.tricks[scored.seat.index])
            lines.append(words(f"table.scored.{scored.reason.value}", who=who, tricks=tricks_won, n=scored.points))
        # If points ended the game, the line about its end has the score.
        if game.outcome is None or game.outcome.how is not Ending.FIVE:
            lines.append(words("table.score.now", **formatting.both(table), a=game.score[0], b=game.score[1]))
    return lines


def outcome(words: Words, table: Seated, game: PublicView) -> str | None:
    """Returns a sentence that says how the game ended. None if it is not over."""
    ended = game.outcome
    if ended is None:
        return None
    if ended.winner is None:
        return words("table.won.void" if ended.how is Ending.VOID else "table.won.agreed")
    winner, loser = ended.winner, ended.winner.other
    return words(
        f"table.won.{ended.how.value}",
        who=formatting.who(table, winner),
        loser=formatting.who(table, loser),
        a=game.score[winner.index],
        b=game.score[loser.index],
    )


def by_king(words: Words, table: Seated, game: PublicView) -> list[str]:
    """Returns a line about the king, if the point for it ended the game before the deal was played out. Empty if the
    game ended in another way.
    """
    if (how := last_king(game)) is None or game.king is None:
        return []
    who, crown = formatting.who(table, game.king.seat), formatting.mark(words, "crown")
    return [words(f"table.won.king.{how.value}", who=who, crown=crown)]


def last_king(game: PublicView) -> KingFrom | None:
    """Returns whether the king whose point ended the game was turned up or announced. None if the game is not over, or
    ended in another way.
    """
    if game.scored is not None or game.king is None or game.outcome is None or game.outcome.how is not Ending.FIVE:
        return None
    return game.king.how


def decided(words: Words, table: TableView, game_no: int, game: PublicView, reader: Seat | None = None) -> list[str]:
    """Returns a line about the deal that decided the game, with the winner's chance before and after that deal. Empty
    if the winner's chances are not known (`ecarte.ai.winner_chances`).

    Args:
        reader: the seat of the player who alone reads the line. None if all read it.
    """
    ended = (game_no, game.number)
    course = next(
        (finished.course for finished in table.finished if (finished.game_no, finished.deal.number) == ended), ()
    )
    deal = deciding_deal(course, game)
    if deal is None or game.outcome is None or game.outcome.winner is None:
        return []
    low, high = (words.percent(chance) for chance in deal.chances)
    winner = game.outcome.winner
    key = "hand.decided.mine" if winner is reader else "table.decided"
    return [words(key, deal=deal.number, who=formatting.who(table, winner), low=low, high=high)]


def alt(words: Words, table: Seated, game: PublicView) -> str:
    """Returns the description of the picture of the table: everything that it shows, in words."""
    lines = [_player(words, table, game, seat) for seat in Seat]
    for seat in Seat:
        names = [formatting.card_name(words, card) for card in taken(game, seat)]
        if names:
            lines.append(words("table.alt.took", who=table.person(seat).name, cards=words.join(names)))
        if (number := discarded(game, seat)) and not game.tricks:
            lines.append(words("table.alt.out", who=table.person(seat).name, n=number))
    if game.trump is not None and game.turn_up is not None:
        turned, suit = formatting.card_name(words, game.turn_up), formatting.suit_name(words, game.trump)
        lines.append(words("table.alt.trumps", suit=suit, card=turned))
        lines.append(words.count("table.alt.talon", game.talon))
    if game.dealer is not None:
        lines.append(words("table.alt.dealer", who=table.person(game.dealer).name))
    if game.king is not None:
        lines.append(words("table.alt.king", who=table.person(game.king.seat).name))
    lines += trick_aloud(words, game)
    if game.tricks and (winner := game.tricks[-1].winner) is not None:
        lines.append(words("table.alt.winner", who=table.person(winner).name))
    if game.outcome is not None and game.outcome.winner is not None:
        lines.append(words("table.alt.won", who=table.person(game.outcome.winner).name))
    if game.turn is not None and game.scored is None and game.phase is not Phase.OVER:
        lines.append(words("table.alt.turn", who=table.person(game.turn).name))
    return " ".join(lines)[: formatting.LONGEST_ALT]


def trick_aloud(words: Words, game: PublicView) -> list[str]:
    """Returns a line that names the cards of the trick on the table, for the description of a picture. Empty before the
    first card is played.
    """
    cards = [card for trick in game.tricks[-1:] for card in (trick.lead, trick.reply) if card is not None]
    names = [formatting.card_name(words, card) for card in cards]
    return [words("table.alt.trick", cards=words.join(names))] if names else []


def _player(words: Words, table: Seated, game: PublicView, seat: Seat) -> str:
    return words("table.alt.player", who=table.person(seat).name, points=words.number(game.score[seat.index]))


def _cut_lines(words: Words, table: Seated, game: PublicView) -> list[str]:
    lines = []
    for number, (north, south) in enumerate(table.cuts, 1):
        cut = words(
            "table.cut", **formatting.both(table), a=formatting.card(words, north), b=formatting.card(words, south)
        )
        if number < len(table.cuts) or game.dealer is None:
            lines.append(words("table.cut.tie", cut=cut))
        else:
            lines.append(words("table.cut.deals", cut=cut, dealer=formatting.who(table, game.dealer)))
    return lines


def _trick(words: Words, table: Seated, number: int, trick: Trick) -> str:
    def card_line(seat: Seat) -> str:
        card = trick.lead if seat is trick.leader else trick.reply
        assert card is not None
        key = "table.played.won" if trick.winner is seat else "table.played"
        return words(key, who=formatting.who(table, seat), card=formatting.card(words, card))

    if trick.reply is None:
        return words("table.trick.open", n=number, lead=card_line(trick.leader))
    return words("table.trick", n=number, lead=card_line(trick.leader), reply=card_line(trick.leader.other))
