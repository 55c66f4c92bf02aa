/* A deal under way, and those who sit at it: see `house_deal.c`. */
#ifndef ECARTE_HOUSE_DEAL_H
#define ECARTE_HOUSE_DEAL_H
#include "house.h"
#include "policy.h"

enum { MOST_ROUNDS = 24, PLAYERS = 8, SCORES = 5, LOG = 128 };
/* What a player does otherwise than its policy: rules of thumb, as bits. */
enum { NEVER_AGAIN = 1, NEVER_PROPOSES = 2, ALWAYS_ACCEPTS = 4, NEVER_ACCEPTS = 8, ALWAYS_PROPOSES = 16, NEVER_GIVES_AGAIN = 32,
       PROPOSES_FIRST = 64, ACCEPTS_FIRST = 128 };

/* `planes`: the policy's plans (`ecarte.ai.policy_file`) by points that elder and dealer need, and whether the king of
 * trumps is in play; none where the exchange is the book's. */
typedef struct {
    const uint8_t *planes[SCORES + 1][SCORES + 1][2];
    chances_t chances;
    int book_exchange, cards, rules;
} player_t;

/* Sides are 0, the elder, and 1, the dealer. `needs`: the points still to make; `king`: who has marked it. */
typedef struct {
    const player_t *player[2];
    const uint8_t *pack;
    const double *numbers; /* chance for the players, or dice */
    uint64_t dice;
    double rest; /* of the number by which the elder did not propose, for the card led instead; below 0 without one */
    cards_t hand[2], gone[2], begun[2]; /* `begun`: the hands with which the play began */
    int turn_up, trump, needs[2], king, announced, rounds, took[MOST_ROUNDS][2], proposals, refused, talon;
    int tricks[2], led[5], reply[5], leader[5], played, leads, began;
    int told_round, told_side, told; /* what a side says after so many exchanges, whatever its policy; never where 0 */
    int asked, level;                /* whether that came up, and what its plan says, in thirds */
    hand_t asked_hand;
    int log_size;
    uint8_t *log;
} deal_t;

/* A hand as the policy's tables have it: without the turn-up, trumps first. */
hand_t compact(const deal_t *deal, cards_t hand);
knows_t knows_of(const deal_t *deal, int side);
/* Plays a deal out; returns the side that has won the game, or -1. */
int play_deal(deal_t *deal);
#endif
