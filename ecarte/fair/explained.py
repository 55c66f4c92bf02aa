"""The text of `python -m ecarte verify --explain`: how packs are made and checked, and what each side could bias."""

from __future__ import annotations

from typing import Final

TEXT: Final = r"""Fair deals: packs that no side chose, and that all can compute again.

Before a game the house shows one commitment. It fixes a secret for each deal. Then the players give what the house
could not know: seeds, presses, a cut. The cards cut for the first deal follow from it, too. After each deal its secret
is shown. This page suffices to write a verifier in any language; it needs SHA-256 and HMAC-SHA256.

THE RECORD

A file is UTF-8 and holds one record or several; each begins with a line that starts with [Ecarte and ends where the
next one begins. Lines end with a line feed. Blanks at both ends of a line, blank lines, and lines that start with ;
mean nothing. Of a record, this matters:

  cut N KS S KH              before deal 1: North's card and South's, cut for the deal; again after equal ranks
  cut N 9D S JC
  deal 1 S 3-2               the deal's number, counted from 1 in its game, and who deals; the rest does not matter
  TS JC KS KC 7C AD 7S ...   the pack, top card first, sixteen cards a line: rank (K Q J A T 9 8 7), then suit (S H D C)
  KD JD JH TC 7D JS QH ...
  hands N ...                does not matter here
  house N maitre 1           anywhere in the record: North is a computer player in this game

Directly behind the line "hands" stand the lines of the fair deal, in this order:

  promise <commitment> table "17" game 1 from 1
  secret <secret>
  share N named "sparrow"
  share S kept "corbeau" press 1313131313131313131
  cut 17 by elder
  drawn N named "sparrow"
  drawn S none press 1313131313131313131

promise  The commitment, 64 digits of lowercase hexadecimal; the table, the number of the game there, and the first
         deal that it covers. Written once: a deal without this line has that of the deal before it.
secret   32 bytes, 64 digits of lowercase hexadecimal.
share    What North (N) and South (S) gave. The word is named (a seed named after the commitment was shown), kept (a
         seed from before it) or none; after named and kept stands the seed, never empty. Then, maybe, press and the
         number of the player's first press after the commitment, in decimal, from 1 to 2^64 - 1.
cut      How many cards went below the others, and who cut: elder (the player who does not deal) or key. A computer
         player is the house itself and cuts nowhere: where a line house names the elder's seat, elder is read as key.
         An elder may have chosen the place before, at any time after the commitment, and for this game alone.
drawn    With deal 1 alone, both lines or none: what North and South had given when they cut for the deal, in the words
         of share. Without them the first dealer is the house's word. Some games have no cut for the deal: whose deal
         it is follows from the game before, or from a pool.

A text between quotes is any text. In it \" is ", \\ is \, \uXXXX and \UXXXXXXXX are the character with that number in
hexadecimal. Words are apart by blanks. A deal without such lines is dealt by the house's word. Behind these lines
stand others, which do not matter here.

THE CONSTRUCTION "ecarte deal 2"

1. Chain. The house draws 32 bytes, the last secret of the game, and takes SHA-256 256 times: each result is the
   secret before. The first of these 257 values is the commitment; the next is the secret of the first deal covered,
   the next that of the second, and so on. So for deal n under a promise from f: SHA-256, taken n - f + 1 times of the
   32 bytes of its secret, gives the 32 bytes of the commitment. If n is below f, the record is wrong.
2. Framing. A text is framed as the number of its bytes in decimal, a colon, the bytes, a comma. Texts are UTF-8 as they
   stand, without normalisation. 4:deal, is the text "deal"; 0:, is the empty text.
3. Key. HMAC-SHA256 with the secret as key. The message is these ten texts, framed, one after the other: ecarte deal 2,
   the table, the number of the game, the number of the deal; of North the word (named, kept, none), the seed (empty
   where the word is none), the press (empty where there is none); the same three of South. Numbers are decimal.
4. Stream. The bytes of HMAC-SHA256 with the key of step 3 as key, over 0, 1, 2, ... as four bytes, big-endian, block
   after block.
5. Drawing a place of n. Take the next byte of the stream; while it is not below 256 - 256 mod n, throw it away and take
   the next. The place is the byte modulo n.
6. Shuffle. The pack lies as KS QS JS AS TS 9S 8S 7S, then hearts, diamonds and clubs alike: places 0 to 31. For n = 32,
   31, ..., 2: draw a place j of n; the cards at the places j and n - 1 change places.
7. Cut. By key: draw, from the same stream, a place of 29; 2 more than that is the cut. By elder: the cut is what the
   elder said, 2 to 30 (Law 3: two cards at least in each packet). The first so many cards go below the others. What is
   then at place 0 is the top of the pack.
8. Cut for the deal, where deal 1 has the lines drawn. HMAC-SHA256 with the secret of deal 1 as key. The message is
   these nine texts, framed, one after the other: ecarte dealer 1, the table, the number of the game; of North, by the
   line drawn, the word, the seed, the press; the same three of South. The result is the key of a stream as in step 4.
   From it: draw a place of 32; North has the card there, of the pack as it lies in step 6. Take that card away, so that
   those behind it move up, and draw a place of 31; South has the card there. While both have the same rank, the pack is
   whole again, and both draw again from the same stream. The higher card deals: K Q J A T 9 8 7.

ONE PROMISE FOR A GAME

A house that knows seeds and presses could try chains until one suits it. So one promise covers a game. It begins with
deal 1; in mid-game a promise is due in two cases only, and its f is then the deal that shows it first:

- the promise before it began 256 deals earlier, so that its secrets are used up;
- every deal before it is one of "ecarte deal 1", in a game that an earlier release began.

Any other promise that a game shows in mid-game was not due: it, and all that follow it in this game. That need not be
bad will. A bot that was restored from a backup makes a new promise for each game that was on, since players have seen
secrets of the old one. But a record cannot show that, so the verdict is renewed.
Seeds and presses count only for promises made before them. Those that the record shows of deals under an earlier
promise of the game (in share, drawn or seeds) were known before the new one: they still go into the key, as written,
and bind no one, as if the seed were kept and the press not there.
Copy the fingerprint from the page "Fair deal" before you give anything, and let
python -m ecarte verify --saw FINGERPRINT FILE check that every deal was promised by what you saw.

VERDICTS

Of each deal, the first of these that holds:
  house-word       there are no such lines
  other-secret     step 1 does not lead to the commitment
  unlawful-share   a share is named, and one of the two has a press; or the same of the two drawn
  other-dealer     there are lines drawn, and the lines "cut N ... S ..." before deal 1 are not those of step 8
  unlawful-cut     the cut is below 2 or above 30
  other-cut        the cut is by key, and step 7 gives another
  other-pack       the pack is another than that of step 7
  reused           a value of the chain, from the secret of this deal down to the commitment, served another promise in
                   the records read so far (another commitment, table, game or first deal), or the same deal of the same
                   game of the same table was told with other lines; or a deal of "ecarte deal 1" had this secret
  unseen           the verifier was told which commitments a player saw, and this is none of them
  renewed          the promise was not due
  fair             else

WHO COULD BIAS WHAT

The figures are those of python -m research bias: the chance that the dealer has the better cards, which is
48 % in honest deals, for a house that tries 4,000 secrets.

- A player named a seed after the commitment, and finds it in the record: the house has no choice left. 48 % stays
  48 %. One seed covers all further deals of the game. This is the only case that asks for no trust: no press counts
  beside such a seed, since the house could make presses up to fit it. Name another one in each game: one that you used
  before can be guessed.
- Presses count, and no seed was named: Discord gives a press its number when it is made, so that the house could not
  know it when it committed: 48 % stays 48 %. But no player sees these numbers. A house that lies about them, once for
  a game, reaches 100 % in one deal. If you do not want to believe it, name a seed.
- Only the elder cut: a house that tried 4,000 chains beforehand reaches 79 % in one deal, the mean of the 29 cuts.
  Cut in each game elsewhere: a habit can be guessed.
- No player gave anything after the commitment ("the house stood alone"): 100 % in one deal. A yes then proves only that
  the pack was fixed before the game. A seed that is kept helps nothing against the house, which knows it.
- The default cut follows from the key: no side chooses it.
- A house in league with a player (or as a player itself) can let that player name a seed last, or cut, knowing all:
  4,000 seeds reach 100 %. Against it stands only what you give after them: for the elder, the cut. One who names a
  seed before the other does, and cuts nowhere, is not protected against the two of them; nor is one who has chosen the
  cut before, since the house knows it from then on.
- A player alone cannot bias a pack at all: the secret is unknown until the deal is over.
- Who deals first: where the lines drawn are, all of this holds of the cut for the deal, with what had been given before
  it, and 50 % in place of 48 %. A seed named, or an honest press made, between the commitment and that cut leaves the
  house no choice: 50 % stays 50 %. Where there was neither, as in the first game against the house, or where there
  are no such lines, the house can choose who deals: 100 %. That is worth little: to deal first wins 50.3 % of games to
  five. A seed that you named before that cut, and do not find in drawn, was left out. The cards cut are public at once
  and tell nothing of the pack; what you give after them still counts for it. In a pool the cards that say who plays,
  and who deals first, are the house's word.
- A house can break off a game that it does not like, and tell its secret to a player.
- A commitment proves something to those who saw it before the game: the page "Fair deal" of the table shows it.
- A commitment used for two games would let all who saw the first know the packs of the second, but for what the
  players give: the verdict reused finds it where both records are read.

THE CONSTRUCTION "ecarte deal 1", of records of earlier releases

Each deal has a commitment of its own. Behind "hands" stand three lines:

  fair <commitment>
  secret <secret>
  seeds N "sparrow" S "" cut 17

The commitment is the SHA-256 of the secret. The key is HMAC-SHA256 with the secret as key over four framed texts:
ecarte deal 1, the number of the deal, the seed of North, the seed of South, which may be empty. Steps 4 to 6 are the
same; the cut is always the one written, 2 to 30. Verdicts are the same, without unlawful-share, other-cut and renewed;
reused: a secret that served another deal.
It proves that the secret was fixed before the cut. A house that knew both seeds beforehand could try 4,000 secrets:
79 % where the cut was left to chance, 100 % where the house cut as it liked.
"""
