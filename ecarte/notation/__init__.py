"""A game as a text that people can read, share and replay.

    [Ecarte "1"]                              tags: Ecarte first, North, South, Date or any other,
    [North "Alice"]                           then Rules and Result, which the game says itself
    [South "Bob"]
    [Rules "cavendish"]
    [Result "5-3 N five"]

    cut N KS S 9D                             the cut for deal; without one: dealer N

    deal 1 N 3-2                              number, dealer, packets; then the pack from its top
    9H KD 7S AS QC 8C JH TS 7D 8H 9D KC QH KH 7C JC
    JD TC KS 9C 8S 9S AD QD JS TD AC QS 8D 7H AH TH
    hands N AS QC 8C 7D 8H S 9H KD 7S JH TS turned 9D
    promise 5d40… table "17" game 1 from 1    where the deal was a fair one: the commitment shown before the game,
    secret 93c1…                              the secret of this deal,
    share N named "sparrow"                   what each player gave, and
    share S none
    cut 17 by elder                           the cut; `ecarte.fair` makes the pack of them
    house S maitre 1                          who plays for the house from here on; `house S none`: no player
    S proposes                                S accepts, S accepts if enough, S refuses
    N accepts
    S discards 7S TS                          or none (the dealer only); then the hands as they are now
    N discards 7D 8H
    hands N AS QC 8C KH 7C S 9H KD KC JH QH
    S king                                    announced; turned up: N king turned
    1. S KH N 8H                              a trick: who led what, and the reply
    score 1-0 N point tricks 3-2              who marks and why: point, vole, unproposed, refused
    end 5-3 N five                            five, resigned, time, agreed, void

Besides: `not enough` (the condition of an acceptance fails), `N abandons`, `N claims vole KS QS`, `N resigns`,
`N takes deal on time`, `N takes game on time`, `N offers to stop`, `S agrees to stop`, `S declines to stop`.
In a salon, besides: `N names hearts`, `S requires the suit named`, `N has N take back 8H` (at whose wish, whose card),
`N takes the king back`, `N shows for vole KS QS`, `S calls the revoke for score` (or `the king`; or `for again`: the
hands are played again), `S lets it stand`, `the deal stands`.
Where something stands between a lead and the reply, the reply has its own line. Lines that start with `;` are
comments, which are not kept. Cards are written rank then suit, T for ten: KS, TD, 7H.

`write` and `read` are each other's inverse: what one writes the other reads, and every line is checked against
the laws and against what the game itself would have written; whether a fair deal was one, `ecarte.fair.verify` checks.
"""

from __future__ import annotations

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
    "maker_of",
    "move_text",
    "parse_move",
    "read",
    "read_all",
    "verify",
    "write",
]
