/* The players of the house in C: what a seat knows, the book's cards, and the cards that the maître plays.
 *
 * Cards are masks of 32 as in `ecarte.game.cards`: spades, hearts, diamonds, clubs, each from the king down. Every
 * function repeats one of the library's, named beside it, and `tests/research/test_house.py` compares the
 * decisions of whole games with it.
 */
#ifndef ECARTE_HOUSE_H
#define ECARTE_HOUSE_H
#include <stdint.h>

typedef uint32_t cards_t;

enum { SILENT, STOOD, PROPOSED, CHANGED, CONTENT }; /* Stance */
enum { RANK_KING, RANK_QUEEN, RANK_KNAVE, RANK_ACE, RANK_TEN, RANK_NINE };
enum { SEARCHED, BOOK, OPEN };       /* how cards are played; OPEN: without the table of hands as dealt */
enum { ELDER, DEALER, NEITHER = -1, TURNED = 2 };

/* Knowledge at a card: `led` and `first_lead` are -1 without one; `led_suits` holds `leads` suits of four bits, the
 * last lowest. */
typedef struct {
    cards_t hand, unseen, sure;
    int trump, turn_up, elder, count, led, own_tricks, other_tricks, own_needs, other_needs, own_pays, other_pays;
    int marked, silent_king, may_mark, stance, changed, first_lead, leads, led_suits, rounds;
    cards_t five;
    int played[10], number_played, open;
} knows_t;

/* The elder's chance to win before a deal, by the points that elder and dealer need. */
typedef double chances_t[6][6];

static inline int shift_of(int card) { return card & 24; }
static inline int suit_at(int card) { return card >> 3; }
static inline int rank_at(int card) { return card & 7; }
static inline cards_t bit_of(int card) { return (cards_t)1 << card; }
static inline cards_t suit_mask(int suit) { return (cards_t)255 << (8 * suit); }
static inline cards_t above(int card) { return (bit_of(card) - 1) & suit_mask(suit_at(card)); }
static inline int bits_in(cards_t cards, int suit) { return (int)(cards >> (8 * suit) & 255); }
static inline int many(cards_t cards) { return __builtin_popcount(cards); }

/* A hand as the book sees it (`ecarte.ai.hand_shape`): ranks of the trumps, and the plain suits held by length. */
typedef struct { int suit, length, rank[5]; } plain_t;
typedef struct { int trump, trumps, rank[5], plains; plain_t plain[3]; } shape_t;

shape_t shape_of(cards_t hand, int trump);
cards_t replies_to(cards_t hand, int led, int trump);
int reply_takes(int led, int reply, int trump);
int book_card(const knows_t *knows);
int jeu_of(const shape_t *shape);
int surely_wins(cards_t hand, cards_t unseen, int trump, int wanted);
int book_proposes(const knows_t *knows, const shape_t *shape);
int book_refuses(const knows_t *knows, const shape_t *shape);
cards_t book_discard(const shape_t *shape, int least, int most);

/* Weights of the other's cards, by suit and rank: whole numbers, so every tally is exact. */
typedef int64_t weights_t[4][8];
/* The chance to win the game by tricks of the deal: without the king of trumps in the other's hand, and with it. */
typedef double worth_t[2][6];
void weigh(const knows_t *knows, weights_t weight);
/* The weight of a card of the other's, a king that its holder would have announced taken for what it is. */
double weight_of(const knows_t *knows, weights_t weight, int card);
void worth_of_tricks(const knows_t *knows, chances_t chances, worth_t worth);
/* The value of each lawful card in `values`, by card; returns the mask of the lawful cards. */
cards_t open_values(const knows_t *knows, const worth_t worth, double *values);
/* The same with the worth that the score gives the tricks. */
cards_t card_values(const knows_t *knows, chances_t chances, double *values);
/* The worth of making the point rather than not. */
double point_of(const knows_t *knows, chances_t chances);
int searched_card(const knows_t *knows, chances_t chances);
int as_dealt(const knows_t *knows);
/* Leads: whether the first proposal was refused, whether search is mended, a card's cell, and the mending of values by
 * the worth of the point (`house_leads.c`). */
int was_refused(const knows_t *knows);
int is_mended(const knows_t *knows);
int lead_cell(const knows_t *knows, int card);
void mend_leads(const knows_t *knows, double point, double *values);
/* The cards to play by the table of hands as dealt, and their chances; returns how many, 0 where it is silent. */
int planned(const knows_t *knows, int *cards, double *shares);
int last_alike(const knows_t *knows, cards_t cards);
int best_card(const knows_t *knows, cards_t lawful, const double *values);
#endif
