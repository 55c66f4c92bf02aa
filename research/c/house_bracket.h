/* The best reply to hands of the maître, card by card: see `house_bracket.c`. */
#ifndef ECARTE_HOUSE_BRACKET_H
#define ECARTE_HOUSE_BRACKET_H
#include "house_read.h"

enum { MOST_HANDS = 8192 };

/* A hand of the other and its discards, and how often it comes. */
typedef struct { cards_t hand, gone; double weight; } hidden_t;

void mark_king(deal_t *deal, int side);
/* The chance of a side to win after a deal with these points to make; `winner` is -1 without one. */
double worth_for(const deal_t *deal, int winner, int side);
/* The sum over hands that the side cannot tell apart, each by its weight: of the best reply, or with `best` 0 of the plan. */
double sum_of(deal_t *deal, int side, const hidden_t *hands, int number, int best);
/* The sum of the best reply before a card is led. The dealer's king may come first. */
double best_of_all(deal_t *deal, int side, const hidden_t *hands, int number);
#endif
