"""A game as a text that people can read, share and replay.

    [Ecarte "1"]                              tags: Ecarte first; then North, South, Date or any other;
    [North "Alice"]                           then Rules and Result, which are derived from the game
    [South "Bob"]
    [Rules "cavendish"]
    [Result "5-3 N five"]

    cut N KS S 9D                             the cut for the deal; without a cut: dealer N

    deal 1 N 3-2                              number, dealer, packets; then the pack, top card first
    9H KD 7S AS QC 8C JH TS 7D 8H 9D KC QH KH 7C JC
    JD TC KS 9C 8S 9S AD QD JS TD AC QS 8D 7H AH TH
    hands N AS QC 8C 7D 8H S 9H KD 7S JH TS turned 9D
    promise 5d40… table "17" game 1 from 1    of a fair deal: the commitment shown before the game,
    secret 93c1…                              the secret of this deal,
    share N named "sparrow"                   the contribution of each player, and
    share S none
    cut 17 by elder                           the cut; `ecarte.fair` computes the pack from these lines
    house S maitre 1                          the house's player at this seat from here on; or `house S none`
    S proposes                                S accepts, S accepts if enough, S refuses
    N accepts
    S discards 7S TS                          or none (the dealer only); then the new hands
    N discards 7D 8H
    hands N AS QC 8C KH 7C S 9H KD KC JH QH
    S king                                    announced; turned up: N king turned
    1. S KH N 8H                              a trick: the lead and the reply, each with its player
    score 1-0 N point tricks 3-2              the winner of the deal and the reason: point, vole, unproposed, refused
    end 5-3 N five                            five, resigned, time, agreed, void

Other lines: `not enough` (the condition of an acceptance failed), `N abandons`, `N claims vole KS QS`, `N resigns`,
`N takes deal on time`, `N takes game on time`, `N offers to stop`, `S agrees to stop`, `S declines to stop`.
Lines of a salon: `N names hearts`, `S requires the suit named`, `N has N take back 8H` (first the player who asks, then
the player who takes the card back), `N takes the king back`, `N shows for vole KS QS`, `S calls the revoke for score`
(or `the king`; or `for again`: the hands are played again), `S lets it stand`, `the deal stands`.

If another line comes between a lead and the reply, the reply has a line of its own. Lines that start with `;` are
comments; the reader drops them. A card is its rank, then its suit, with T for ten: KS, TD, 7H.

`write` makes a record of a game, and `read` makes the game of a record. The reader checks every line against the laws,
and compares it with the line that the writer would write. `ecarte.fair.verify` checks whether a deal was fair.
"""

from __future__ import annotations

from ecarte.notation.compact import compact
from ecarte.notation.match import Match, maker_of
from ecarte.notation.move_text import move_text, parse_move
from ecarte.notation.reader import MOST_CHARACTERS, Record, read, read_all
from ecarte.notation.replay import CardsDiscarded, GameOpened, HandsDealt, Open, Position, Replay, VisibleEvent
from ecarte.notation.serialize import ADDED, CODEC, Codec, SerializeError, Unreadable
from ecarte.notation.verify import verify
from ecarte.notation.writer import write

__all__ = [
    "ADDED",
    "CODEC",
    "MOST_CHARACTERS",
    "CardsDiscarded",
    "Codec",
    "GameOpened",
    "HandsDealt",
    "Match",
    "Open",
    "Position",
    "Record",
    "Replay",
    "SerializeError",
    "Unreadable",
    "VisibleEvent",
    "compact",
    "maker_of",
    "move_text",
    "parse_move",
    "read",
    "read_all",
    "verify",
    "write",
]
