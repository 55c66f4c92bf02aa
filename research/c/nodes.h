/* What `nodes.c` computes: see there. */
#ifndef ECARTE_NODES_H
#define ECARTE_NODES_H
#include "policy.h"

enum { MOST_SAMPLES = 1 << 15 };

/* A hand of the other's: its suits, whether it has the king of trumps, how many cards it took last, and its weights for
 * the other's two decisions: refusing (as elder, playing) and accepting (proposing). */
typedef struct {
    uint8_t suit[4];
    uint16_t king, bucket;
    float weight[2];
} other_t;

typedef struct {
    int size;
    hand_t hand[MOST_SAMPLES], gone[MOST_SAMPLES]; /* what the row cannot hold, and what it cannot draw */
    other_t other[MOST_SAMPLES];
    uint32_t share[MOST_SAMPLES]; /* the second weight again, in parts of 65,536 */
    /* For a dealer's rows: the worth of the elder's hand by [dealer's king][first or second][tricks]. */
    float worth[MOST_SAMPLES][2][2][8];
} sample_t;

/* Sums over the sample for each class, by the other's decision: the weight; the value by the first payoff and by the
 * second (a dealer's rows have the first where the elder plays and the second after a proposal); `drawn`: the weight of
 * the other's second decision where nothing of the row is held or gone. */
typedef struct {
    float mass[2][TOOK][CLASSES], first[2][TOOK][CLASSES], second[2][TOOK][CLASSES], drawn[CLASSES];
} node_t;

void begin_rows(void);
void begin_sets(void);
void pass(const sample_t *sample, int dealer, int kings, const pay_t *first, const pay_t *second, node_t *node);
void counts(int dealer, int number, uint32_t *count);

/* The best exchange of each class: `value` of the hands that may follow, `weight` how likely each is. `out` holds the
 * current exchange and keeps it unless another is better by more than `slack`; `gain` is the exchange's worth. */
void exchange(const float *value, const float *weight, int dealer, float slack, uint8_t *out, float *gain);
#endif
