"""The fair deal in words: what the bot promises before it, and the proof after it.

The words are made of public views. Until a deal is over, they name only the commitment, never the secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.adapter import formatting
from bot.tables.state.table_state import FinishedDeal, Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.fair import ChainDeal, FairDeal, Share


def cut_lines(words: Words, table: TableView) -> list[str]:
    """Returns the lines before the cut: the player who may cut, the deadline, and the dealer's order of dealing.

    Empty after the cut.
    """
    shown = table.to_cut
    if shown is None:
        return []
    if table.waits_for_deal:
        return [*packets(words, table), words("fair.ready")]
    until = formatting.until(words, table.terms, table.waits[WaitKind.CUT].until)
    return [*packets(words, table), words("fair.cut", who=formatting.who(table, shown.elder), until=until)]


def packets(words: Words, table: TableView) -> list[str]:
    """Returns a line that says in which order the dealer now deals the cards: three and two, or two and three (Law 8).
    Empty if the dealer has not changed the order before this deal.
    """
    if table.new_packets is None:
        return []
    dealer, distribution = table.new_packets
    return [words(f"fair.packets.{distribution.value}", who=formatting.who(table, dealer))]


def commitment(words: Words, table: TableView) -> str:
    """Returns a line with the commitment of the current or next deal. Empty if that deal was not promised, or if one
    commitment covers the whole game.
    """
    shown = table.deal_promise
    if shown is None or table.game_promise is not None:
        return ""
    return f"-# {words('fair.promised', deal=shown.number, commitment=shown.commitment)}"


def proof_lines(words: Words, finished: FinishedDeal) -> list[str]:
    """Returns the lines that prove a finished deal: the secret, the players' seeds and the cut, which together fix its
    cards. Empty if the deal was not promised.
    """
    promise = finished.promise
    if promise is None or promise.fair is None:
        return []
    fair = promise.fair
    cutter = next((person.name for person in finished.seats if person.id == promise.by), None)
    if cutter is not None:
        cut = words("fair.cut.by", place=fair.cut, who=formatting.safe(cutter))
    else:
        cut = words("fair.cut.house" if isinstance(fair, FairDeal) else "fair.cut.key", place=fair.cut)
    secret = words("fair.secret", secret=fair.secret.hex())
    names = [formatting.safe(person.name) for person in finished.seats]
    if isinstance(fair, ChainDeal):
        shares = _shares(words, names, fair.shares)
        dealer = [] if fair.drawn is None else [words("fair.dealer.from", given=_shares(words, names, fair.drawn))]
        deal = words("fair.deal.over", deal=finished.deal.number, bound=words(f"fair.bound.{fair.bound.value}"))
        return [deal, *(f"-# {line}" for line in (secret, f"{cut} · {shares}", *dealer))]
    north, south = (
        words("fair.seed.drawn" if drawn else "fair.seed.own", who=name, seed=formatting.safe(seed))
        for name, drawn, seed in zip(names, promise.drawn, fair.seeds, strict=True)
    )
    head = words("fair.proof", commitment=fair.commitment)
    return [f"-# {line}" for line in (head, secret, f"{cut} · {words('fair.seeds', north=north, south=south)}")]


def _shares(words: Words, names: Sequence[str], shares: tuple[Share, Share]) -> str:
    """Returns the contributions of both players."""
    return " · ".join(_share(words, name, share) for name, share in zip(names, shares, strict=True))


def _share(words: Words, who: str, share: Share) -> str:
    """Returns the contribution of one player."""
    seed = words(f"fair.share.{share.word}", who=who, seed=formatting.safe(share.seed))
    return seed if share.press is None else f"{seed}, {words('fair.share.press', press=share.press)}"


def before(words: Words, table: TableView) -> str:
    """Returns a line with the commitment of the game before, if one of the last two deals at the table belongs to it.
    Otherwise returns an empty string.
    """
    proofs = [finished.promise.fair for finished in table.finished if finished.promise is not None]
    now = None if table.game_promise is None else table.game_promise.commitment
    commitments = [fair.commitment for fair in proofs if isinstance(fair, ChainDeal) and fair.commitment != now]
    return words("fair.fixed", commitment=commitments[-1]) if commitments else ""


def game(words: Words, table: TableView, reader: int) -> list[str]:
    """Returns the lines about the commitment of the current or next game, and about what the reader and others have
    added since. Empty if no commitment covers that game.
    """
    promised = table.game_promise
    if promised is None:
        return []
    lines = [words("fair.game", game=promised.game, commitment=promised.commitment)]
    if reader in promised.cutters:
        lines.append(words("fair.chosen.you"))
    if reader in promised.named:
        return [*lines, words("fair.named.you")]
    if promised.named:
        return [*lines, words("fair.named")]
    if table.seat_of(reader) is None and table.status is not Status.CHALLENGE:
        return [*lines, words("fair.unnamed")]
    press = promised.presses.get(reader)
    return [*lines, words("fair.pressed.you", press=press) if press is not None else words("fair.named.none")]
