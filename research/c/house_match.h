/* Those seated, and chance for many deals: see `house_match.c`. */
#ifndef ECARTE_HOUSE_MATCH_H
#define ECARTE_HOUSE_MATCH_H
#include "house_deal.h"

static const uint64_t DICE = 0x5DEECE66Dull; /* apart from the pack's */
extern player_t players[PLAYERS];
void shuffle(uint64_t seed, uint8_t *pack);
/* A seed for each number, from one. */
uint64_t mixed(uint64_t seed, uint64_t number);
/* Where two players first differ, or a player leaves its plan: proposing and answering, first and again; cards put out;
 * cards played as dealt and after an exchange, the side's first and later; the king. */
enum { FIRST_PROPOSAL, AGAIN, FIRST_ANSWER, ANSWER_AGAIN, ELDERS_DISCARD, DEALERS_DISCARD, FIRST_AS_DEALT, LATER_AS_DEALT, FIRST_CARD, LATER_CARD, KING, WHERE };
int place_of(move_t move, int rounds, int cards);
int where_of(const deal_t *before, move_t move);
/* What the reader of a side gained over its plan in the deal just played; adds it and its decisions to `by`, by where. */
double gain_by_reading(int side, double *by);
uint32_t read_move(const deal_t *deal, int side, int what, const uint32_t *choices, int number, uint32_t planned);
void begin_reading(int side);
uint32_t learnt_move(const deal_t *deal, int side, int what, uint32_t planned);
#endif
