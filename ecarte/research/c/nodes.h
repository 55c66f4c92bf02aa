/* What `nodes.c` computes: see there. */
#ifndef ECARTE_NODES_H
#define ECARTE_NODES_H
#include "policy.h"

enum { MOST_SAMPLES = 1 << 15 };

/* A hand of the other's: its suits, whether it has the king of trumps, what he took last, and its weight if he does one
 * thing (refuses or, as elder, plays) and if he does the other (gives cards, proposes). */
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
    /* Where the rows are the dealer's: what the elder's hand is worth by [dealer's king][first or second][tricks]. */
    float worth[MOST_SAMPLES][2][2][8];
} sample_t;

/* Sums over the sample for each class, by which of two things the other does: the weight; the value by the first payoff
 * and by the second (a dealer's rows have the first where the elder plays and the second where he proposes); `drawn`:
 * the weight of the other's second thing where nothing of the row is held or gone. */
typedef struct {
    float mass[2][TOOK][CLASSES], first[2][TOOK][CLASSES], second[2][TOOK][CLASSES], drawn[CLASSES];
} node_t;

void begin_rows(void);
void begin_sets(void);
void pass(const sample_t *sample, int dealer, int kings, const pay_t *first, const pay_t *second, node_t *node);
void counts(int dealer, int number, uint32_t *count);

/* The best exchange of each class: `value` of the hands that may follow, `weight` how likely each is. `out` holds the
 * exchange so far and keeps it unless another is better by more than `slack`; `gain` is what the exchange is worth. */
void exchange(const float *value, const float *weight, int dealer, float slack, uint8_t *out, float *gain);
#endif
