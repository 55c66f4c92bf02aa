/* Shared by the parts of the policy's solver: hands, classes of hands, tricks, payoffs and strategies.
 *
 * A hand is a mask of 31 cards: seven trumps (bits 0-6, the highest first; the turn-up is dead, so the others close
 * up), then three plain suits of eight (bits 7-14, 15-22, 23-30, king first). A class is a hand up to the order of the
 * plain suits. All values are the elder's chance to win the game. Used by `policy_build.py` alone.
 */
#ifndef ECARTE_POLICY_H
#define ECARTE_POLICY_H
#include <stdint.h>

enum {
    CARDS = 31, CLASSES = 31913, HANDS = 169911, SETS = 206368, /* sets of five cards or fewer */
    ROUNDS = 3,  /* exchanges that are planned; after the third the hand is played */
    TOOK = 3,    /* what the other took last: two cards or fewer, three, more */
    PLANS = 1 + TOOK * (ROUNDS - 1)
};

typedef uint32_t hand_t;

/* The elder's value by [elder's king][dealer's king][elder's tricks]. */
typedef struct { double v[2][2][6]; } pay_t;
typedef struct { pay_t stood, refused, later; } pays_t;

/* How an elder hand's open-hand tricks turn into hidden-hand tricks: for each class [open][hidden]. */
extern float hidden_of_class[CLASSES][6][6];

/* By how much the play of the house differs from that, by the way that it began and both hands' groups. */
enum { WAYS = 6, GROUPS = 12 };
extern float shift_of_way[WAYS][GROUPS][GROUPS][6][6];

/* The elder plays or the dealer refuses: before any exchange, after one, after more. */
static inline int way_of(int rounds, int refused) { return 2 * (rounds < 2 ? rounds : 2) + refused; }

/* A hand's plain kings, counted twice, and queens; and its group: by its trumps, three or more being one, and by those. */
static inline int courts_of(hand_t hand) { return 2 * __builtin_popcount(hand & 0x808080u) + __builtin_popcount(hand & 0x1010100u); }
static inline int group_of(hand_t hand) {
    int trumps = __builtin_popcount(hand & 127), courts = courts_of(hand);
    return 3 * (trumps < 3 ? trumps : 3) + (courts < 2 ? 0 : courts < 4 ? 1 : 2);
}

static inline double worth(const pay_t *pay, int elder_class, int king, int theirs, int tricks) {
    double sum = 0;
    for (int made = 0; made < 6; made++) sum += hidden_of_class[elder_class][tricks][made] * pay->v[king][theirs][made];
    return sum;
}

/* What is to be added to `worth` where the play began in this way between hands of these groups. */
static inline double shift(const pay_t *pay, int way, int elder, int dealer, int king, int theirs, int tricks) {
    double sum = 0;
    for (int made = 0; made < 6; made++) sum += shift_of_way[way][elder][dealer][tricks][made] * pay->v[king][theirs][made];
    return sum;
}

/* One side's plan: the chance of proposing (accepting) and the discard (a mask over the five cards). */
typedef struct {
    float say[PLANS][CLASSES];
    uint8_t out[ROUNDS][CLASSES];
} plan_t;

extern uint16_t class_of_hand[HANDS];
extern hand_t hand_of_class[CLASSES];
extern uint32_t ways_of_class[CLASSES];
extern uint32_t binomial[32][6];

void begin_tricks(void);
void begin_classes(void);
int tricks_of(hand_t leader, hand_t follower);
int lead_tricks(hand_t leader, hand_t follower, int card);
int code_tricks(int trumps, int one, int two, int three);
int code_lead_tricks(const int *at, int suit, int place, int left);
extern uint16_t suit_code[256][256];

static inline uint32_t rank_of(hand_t hand) {
    uint32_t rank = 0;
    for (int i = 1; hand; i++, hand &= hand - 1) rank += binomial[__builtin_ctz(hand)][i];
    return rank;
}
static inline int class_of(hand_t hand) { return class_of_hand[rank_of(hand)]; }
static inline int suit_bits(hand_t hand, int suit) { return suit ? hand >> (8 * suit - 1) & 255 : hand & 127; }

/* The cards of `hand` at the places of a mask; place 0 is the lowest bit. */
static inline hand_t cards_at(hand_t hand, int places) {
    hand_t cards = 0;
    for (; hand; hand &= hand - 1, places >>= 1)
        if (places & 1) cards |= hand & -hand;
    return cards;
}
/* The discard of this class's plan from this very hand: classes forget the order of the plain suits. */
hand_t put_out(hand_t hand, const uint8_t *out);
hand_t cards_of_class_at(hand_t hand, int places);

static inline int took(int cards) { return cards <= 2 ? 0 : cards - 2 > 2 ? 2 : cards - 2; }
static inline int plan_at(int round, int bucket) { return round ? 1 + (round - 1) * TOOK + bucket : 0; }

typedef struct { uint64_t at; } dice_t;
static inline uint64_t roll(dice_t *dice) {
    uint64_t z = dice->at += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}
static inline int roll_below(dice_t *dice, int n) { return (int)((roll(dice) >> 32) * (uint64_t)n >> 32); }
static inline float roll_unit(dice_t *dice) { return (float)(roll(dice) >> 40) * 0x1p-24f; }
hand_t draw(dice_t *dice, hand_t from, int cards);
#endif
