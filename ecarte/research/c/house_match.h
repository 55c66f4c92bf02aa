/* Those seated, and chance for many deals: see `house_match.c`. */
#ifndef ECARTE_HOUSE_MATCH_H
#define ECARTE_HOUSE_MATCH_H
#include "house_deal.h"

static const uint64_t DICE = 0x5DEECE66Dull; /* apart from the pack's */
extern player_t players[PLAYERS];
void shuffle(uint64_t seed, uint8_t *pack);
/* A seed for each number, from one. */
uint64_t mixed(uint64_t seed, uint64_t number);
#endif
