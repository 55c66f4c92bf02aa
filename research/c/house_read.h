/* What a side may know of the other's hand: see `house_read.c`. */
#ifndef ECARTE_HOUSE_READ_H
#define ECARTE_HOUSE_READ_H
#include "house_match.h"

/* The decisions so far as a side has seen them. */
int seen_by(const deal_t *deal, int side, move_t *script);
/* The deal before decision `made`, if this were the pack; `chance` is that of the other's exchanges from decision `from`
 * on, and 0 where the decisions cannot have been taken. */
deal_t back_at(const deal_t *deal, int side, const uint8_t *pack, const move_t *script, int from, int made);
/* A pack with the own cards in their places, the cards that the other has played in some of the other's, and the rest
 * anywhere. */
void guess_pack(const deal_t *deal, int side, dice_t *dice, uint8_t *pack);
/* A deal between two seats before card number `cards`; not halted where there is none. `numbers` or `dice`: the players'
 * chance. */
deal_t stand_at(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, uint64_t dice, int cards, move_t *script);
#endif
