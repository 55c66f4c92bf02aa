/* A deal under way, and those who sit at it: see `house_deal.c`. */
#ifndef ECARTE_HOUSE_DEAL_H
#define ECARTE_HOUSE_DEAL_H
#include "house.h"
#include "policy.h"

enum { MOST_ROUNDS = 24, PLAYERS = 8, SCORES = 5, LOG = 128 };
/* What a player does otherwise than its policy: rules of thumb, as bits. */
enum { NEVER_AGAIN = 1, NEVER_PROPOSES = 2, ALWAYS_ACCEPTS = 4, NEVER_ACCEPTS = 8, ALWAYS_PROPOSES = 16, NEVER_GIVES_AGAIN = 32,
       PROPOSES_FIRST = 64, ACCEPTS_FIRST = 128, NEVER_ANNOUNCES = 256, LEADS_TRUMPS = 512,
       KEEPS_KINGS = 1024 };
/* Decisions, as bits: of which a player reads the other's hand, and the kinds of a move. */
enum { PROPOSAL = 1, ANSWER = 2, DISCARD = 4, CARD = 8, MOST_MOVES = 128 };
/* Beside them: the cards that the other plays, where others were lawful, say nothing of its hand. */
enum { CARDS_TELL_NOTHING = 16 };

/* A decision of a side: a yes or no, the cards put out, or the card played. */
typedef struct { uint8_t what, side; uint32_t value; } move_t;

typedef struct deal deal_t;

/* `planes`: the policy's plans (`ecarte.ai.exchange.policy_file`) by points that elder and dealer need, and whether the king of
 * trumps is in play; none where the exchange is the book's. */
typedef struct {
    const uint8_t *planes[SCORES + 1][SCORES + 1][2];
    chances_t chances;
    int book_exchange, cards, rules;
    double mixed_lead;     /* how far below the best a lead to the second trick after an exchange is mixed in; 0: never */
    int reads, samples;    /* decisions taken by reading, and how many of the other's hands are played out for one */
    const int8_t *learnt; /* by cells (`house_learn.c`), 1 where the plan is left; none without */
    /* Decides by playing choices out against the other's hands (`house_read.c`), and begins with a deal. `planned`: what
     * the plan says. */
    uint32_t (*read_move)(const deal_t *deal, int side, int what, const uint32_t *choices, int number, uint32_t planned);
    void (*begin_reading)(int side);
    /* Decides as learnt from play (`house_learn.c`). */
    uint32_t (*learnt_move)(const deal_t *deal, int side, int what, uint32_t planned);
} player_t;

/* Sides are 0, the elder, and 1, the dealer. `needs`: the points still to make; `king`: who has marked it. */
struct deal {
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
    int before[2];            /* the points needed before the deal */
    move_t moves[MOST_MOVES]; /* the decisions so far */
    int made;
    /* Decisions that are taken as written; with `halts` the deal ends where the script does. Of the sides in `unknown`
     * the script has the number of cards put out, not the cards; their exchanges from decision `weigh_from` on make
     * `chance`: how likely their players do so. `plain`: all players keep to their plans. */
    const move_t *script;
    int scripted, halts, halted, unknown, weigh_from, plain;
    double chance;
};

/* A hand as the policy's tables have it: without the turn-up, trumps first. */
hand_t compact(const deal_t *deal, cards_t hand);
knows_t knows_of(const deal_t *deal, int side);
/* Plays a deal out, or with `halts` to the end of the script; returns the side that has won the game, or -1. */
int play_deal(deal_t *deal);
/* Deals the cards and turns a card up. Returns the dealer if a king wins the game, or -1. */
int deal_out(deal_t *deal);
/* Exchanges these cards of elder and dealer for the next of the talon. */
void change_cards(deal_t *deal, cards_t one, cards_t two);
/* How often the plan of elder or dealer says yes, and what the plan of a side discards. */
double plan_proposes(deal_t *deal);
double plan_accepts(deal_t *deal);
cards_t plan_discards(const deal_t *deal, int side, int least, int most);
/* The side that pays two points if it loses the point. An elder who does not propose does so from the first card on. */
int vulnerable(const deal_t *deal);
/* How sure the plan is to propose or accept: 0 to 3. */
int plan_level(const deal_t *deal, int side);
/* How often the player of a side plays this card now. */
double chance_of_card(const deal_t *deal, int side, int card);
/* The cards that the player of a side may choose, with their chances; returns how many. */
int cards_of_player(const deal_t *deal, int side, int *cards, double *shares);
/* Whether a side may announce the king, and whether its player announces it before the card that it plays now. */
int may_announce(const deal_t *deal, int side);
int announces_now(const deal_t *deal, int side);
/* So many of the cards: plain cards before trumps, the lowest rank first, then in the pack's order. */
cards_t lowest_first(const deal_t *deal, cards_t from, int number);
double worth_of(const deal_t *deal, int winner, chances_t chances);
/* What may be decided in place of `planned`, which comes first; returns the number. */
int choices_at(const deal_t *deal, int side, int what, uint32_t planned, uint32_t *choices);
#endif
