"""Checks the deals of a finished game against the commitments that were published before them.

The answer lists the deals with the results. It also says whether the house's moves are the same when the bot computes
them again, and how readers can check the game themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from bot.adapter.components import buttons, join_facts, known_name, page_frame, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import card
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.adapter.request import Request
from bot.features.games import people_of, shown_game
from bot.people.person import level_of
from bot.rows.game_results import GameResult
from bot.tables import archive
from bot.tables.archive import GameKey
from bot.texts import Words
from ecarte import ai
from ecarte.ai import Recomputed
from ecarte.fair import Bound, ChainDeal, Checked, Verdict

_SIGNS = {Verdict.FAIR: "✅", Verdict.HOUSE_WORD: "➖", Verdict.RENEWED: "➖"}
_SHOWN = 24
"""The most deals that are listed one by one. No game by the laws has more."""


def draw(
    words: Words,
    game: GameResult,
    names: Mapping[int, str],
    deals: Sequence[Checked],
    moves: Sequence[Recomputed] | None = None,
) -> Message:
    """Returns the message with the checked deals of one game.

    Args:
        deals: the checked deals.
        moves: the house's moves, computed again for comparison. None if the house did not play.
    """
    north, south = (f"**{known_name(words, names, player.user_id)}**" for player in game.players)
    score = words("pages.record.score", north=north, south=south, score=f"{game.north_score}–{game.south_score}")
    good = sum(deal.verdict is Verdict.FAIR for deal in deals)
    all_good = deals and good == len(deals)
    verdict = words.count("fair.yes", good) if all_good else words("fair.no", n=good, m=len(deals))
    commitments = {deal.fair.commitment: None for deal in deals if isinstance(deal.fair, ChainDeal)}
    lines = [words("fair.fixed", commitment=commitment) for commitment in commitments]
    lines += _deal_lines(words, deals[:_SHOWN])
    lines += [line for deal in deals if (line := _dealer(words, deal))]
    record = button(Verb.RECORD, words("table.record"), argument=str(GameKey.of(game)), emoji="📜")
    return Message(
        layout(
            page_frame(
                text(f"### {score}\n-# {join_facts(timestamp(game.ended_at, 'f'))}\n{verdict}"),
                text("\n".join(lines)) if lines else None,
                None if moves is None else text(_house(words, moves)),
                text(f"-# {words('fair.yourself')}"),
                buttons(record),
            )
        )
    )


def _deal_lines(words: Words, deals: Sequence[Checked]) -> list[str]:
    """Returns a line for each deal, or one line for consecutive deals that are as promised by the same means."""
    lines = []
    for means, group in groupby(deals, _means):
        alike = list(group)
        if means is None or len(alike) == 1:
            lines += [_line(words, deal) for deal in alike]
        else:
            numbers = {"deal": alike[0].number, "last": alike[-1].number}
            bound = words(f"fair.bound.{means.value}")
            lines.append(words("fair.deals.chain", sign=_SIGNS[Verdict.FAIR], bound=bound, **numbers))
    return lines


def _means(checked: Checked) -> Bound | None:
    """Returns what fixed the pack of a fair deal besides the secret. None for other verdicts, whose lines say more."""
    return checked.bound if checked.fair is not None and checked.verdict is Verdict.FAIR else None


def _line(words: Words, checked: Checked) -> str:
    sign, deal = _SIGNS.get(checked.verdict, "❌"), checked.number
    if checked.fair is None:
        return words("fair.deal.house", sign=sign, deal=deal)
    match checked.verdict:
        case Verdict.UNLAWFUL_SHARE:
            return words("fair.deal.share", sign=sign, deal=deal)
        case Verdict.OTHER_DEALER:
            return words("fair.deal.other_dealer", sign=sign, deal=deal)
        case Verdict.OTHER_CUT:
            return words("fair.deal.other_cut", sign=sign, deal=deal, place=checked.fair.cut)
        case Verdict.REUSED:
            return words("fair.deal.reused", sign=sign, deal=deal, commitment=checked.fair.commitment)
        case Verdict.RENEWED:
            return words("fair.deal.renewed", sign=sign, deal=deal, commitment=checked.fair.commitment)
        case Verdict.OTHER_SECRET:
            return words("fair.deal.secret", sign=sign, deal=deal, commitment=checked.fair.commitment)
        case Verdict.UNLAWFUL_CUT:
            return words("fair.deal.cut", sign=sign, deal=deal, place=checked.fair.cut)
        case Verdict.OTHER_PACK:
            assert checked.should_be is not None
            return words("fair.deal.pack", sign=sign, deal=deal, n=checked.card, card=card(words, checked.should_be))
        case _ if checked.bound is not None:
            bound = words(f"fair.bound.{checked.bound.value}")
            return words("fair.deal.chain", sign=sign, deal=deal, bound=bound)
        case _:
            return words("fair.deal.fair", sign=sign, deal=deal, commitment=checked.fair.commitment)


def _dealer(words: Words, checked: Checked) -> str:
    """Returns whether the promise fixed the dealer of a deal for which players cut. Empty for other deals, and bad
    ones.
    """
    if not checked.was_cut_for:
        return ""
    if checked.dealer_bound is None:
        return words("fair.dealer.word")
    bound = words(f"fair.bound.{checked.dealer_bound.value}")
    return words("fair.dealer", bound=bound) if checked.verdict is Verdict.FAIR else ""


def _house(words: Words, moves: Sequence[Recomputed]) -> str:
    """Returns the result of recomputing the moves of the house, in one line."""
    first = next((move for move in moves if move.verdict is ai.MoveVerdict.DIFFERS), None)
    if first is not None:
        n = sum(move.verdict is ai.MoveVerdict.DIFFERS for move in moves)
        return words("fair.house.differs", n=n, m=len(moves), deal=first.deal)
    agree = sum(move.verdict is ai.MoveVerdict.AGREES for move in moves)
    if not agree:
        return words("fair.house.word")
    return words("fair.house.yes" if agree == len(moves) else "fair.house.partly", n=agree, m=len(moves))


async def verify(request: Request, key: GameKey | None) -> None:
    """Checks a finished game and answers with the result. If the game may not be shown to this person in this place,
    the answer says why.

    Args:
        key: the key of the game. None if the person named no game that exists.
    """
    game = await shown_game(request, key)
    if not isinstance(game, GameResult):
        await request.reply(game)
        return
    deals = await archive.check_game(request.app.tables, game.table_id, game.game_no)
    moves = None
    if any(level_of(player.user_id) is not None for player in game.players):
        record = await archive.record(request.app.tables, game.table_id, game.game_no)
        moves = await request.app.reviewer.audit(record)
    names = await request.app.people.profiles.names(people_of([game]))
    await request.reply(draw(request.words, game, names, deals, moves))
