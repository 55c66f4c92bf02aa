/* One decision point: every class of hand against a sample of the other's hands.
 *
 * For each class the tricks against the other's holdings (by the gaps between own cards) are computed once; a pass then
 * costs four small look-ups for every hand of the sample that holds none of the row's cards.
 */
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 1 << 18 };
float hidden_of_class[CLASSES][6][6];
static uint8_t gap_of[256][256]; /* own cards of a suit, other's cards: which of the holdings that count the same */
static uint8_t gaps[256];        /* the number of such holdings */
static uint8_t gap_cards[256][64];
static uint8_t gap_from[256][7]; /* where each number of cards begins among them */
static uint16_t gap_codes[2][256][64]; /* the suit's code; first where the row leads, then where it follows */
static uint8_t *row_tricks[2];         /* of both roles, of each class: the elder's tricks, in the order of `fill` */
static uint32_t row_at[2][CLASSES];

typedef struct { int own[4], stride[4]; } row_t;

static row_t row_of(hand_t hand) {
    row_t row;
    for (int suit = 0, stride = 1; suit < 4; suit++) {
        row.own[suit] = suit_bits(hand, suit);
        row.stride[suit] = stride;
        stride *= gaps[row.own[suit]];
        if (stride > MOST_CELLS) abort();
    }
    return row;
}

/* Goes over the holdings of five cards; `tricks` are read into `cells`, or computed and written where `cells` is 0. */
static uint32_t fill(const row_t *row, int dealer, uint8_t *tricks, uint8_t *cells) {
    uint32_t n = 0;
    const int *own = row->own;
    for (int t = 0; t < gaps[own[0]]; t++)
        for (int a = 0; a < gaps[own[1]]; a++) {
            int left = 5 - gap_cards[own[0]][t] - gap_cards[own[1]][a];
            if (left < 0) continue;
            for (int b = 0; b < gaps[own[2]]; b++) {
                int rest = left - gap_cards[own[2]][b];
                if (rest < 0) continue;
                for (int c = gap_from[own[3]][rest]; c < gap_from[own[3]][rest + 1]; c++) {
                    if (cells)
                        cells[t + a * row->stride[1] + b * row->stride[2] + c * row->stride[3]] = tricks[n];
                    else
                        tricks[n] = (uint8_t)code_tricks(gap_codes[dealer][own[0]][t], gap_codes[dealer][own[1]][a],
                                                         gap_codes[dealer][own[2]][b], gap_codes[dealer][own[3]][c]);
                    n++;
                }
            }
        }
    return n;
}

void begin_rows(void) {
    for (int own = 0; own < 256; own++)
        for (int many = 0; many < 256 * 6; many++) {
            int other = many % 256;
            if (!other) gap_from[own][many / 256] = gaps[own];
            gap_from[own][6] = gaps[own];
            if (own & other || __builtin_popcount(own) > 5 || __builtin_popcount(other) != many / 256) continue;
            int code = suit_code[own][other], at = 0;
            while (at < gaps[own] && gap_codes[0][own][at] != code) at++;
            if (at == gaps[own]) {
                if (at == 64) abort();
                gap_codes[0][own][at] = (uint16_t)code;
                gap_codes[1][own][at] = suit_code[other][own];
                gap_cards[own][at] = (uint8_t)__builtin_popcount(other);
                gap_from[own][6] = ++gaps[own];
            }
            gap_of[own][other] = (uint8_t)at;
        }
    for (int dealer = 0; dealer < 2; dealer++) {
        uint32_t room = 1 << 24, used = 0;
        row_tricks[dealer] = malloc(room);
        for (int i = 0; i < CLASSES; i++) {
            row_t row = row_of(hand_of_class[i]);
            if (used + 4096 > room) row_tricks[dealer] = realloc(row_tricks[dealer], room *= 2);
            row_at[dealer][i] = used;
            used += fill(&row, dealer, row_tricks[dealer] + used, 0);
        }
    }
}

/* An elder's row: how often which tricks, and then their worth. */
static void elder_row(const sample_t *sample, int kings, int number, const uint32_t (*at)[256], const uint8_t *cells,
                      const int *met, int n, const pay_t *first, const pay_t *second, node_t *node) {
    float seen[2][TOOK][2][8];
    memset(seen, 0, sizeof seen);
    float *one = seen[0][0][0], *two = seen[1][0][0];
    for (int i = 0; i < n; i++) {
        const other_t *it = &sample->other[met[i]];
        int tricks = cells[at[0][it->suit[0]] + at[1][it->suit[1]] + at[2][it->suit[2]] + at[3][it->suit[3]]];
        uint32_t cell = it->bucket * 16 + it->king * 8 + (uint32_t)tricks;
        one[cell] += it->weight[0];
        two[cell] += it->weight[1];
    }
    int king = kings && hand_of_class[number] & 1;
    double values[2][2][6];
    for (int theirs = 0; theirs < 2; theirs++)
        for (int tricks = 0; tricks < 6; tricks++) {
            values[0][theirs][tricks] = worth(first, number, king, theirs, tricks);
            values[1][theirs][tricks] = worth(second, number, king, theirs, tricks);
        }
    for (int group = 0; group < 2; group++)
        for (int bucket = 0; bucket < TOOK; bucket++) {
            double mass = 0, plain = 0, other = 0;
            for (int theirs = 0; theirs < 2; theirs++)
                for (int tricks = 0; tricks < 6; tricks++) {
                    float weight = seen[group][bucket][theirs][tricks];
                    mass += weight;
                    plain += weight * values[0][theirs][tricks];
                    other += weight * values[1][theirs][tricks];
                }
            node->mass[group][bucket][number] = (float)mass;
            node->first[group][bucket][number] = (float)plain;
            node->second[group][bucket][number] = (float)other;
        }
}

/* A dealer's row: the worth depends on the elder's hand, so it is added up at once. */
static void dealer_row(const sample_t *sample, int kings, int number, const uint32_t (*at)[256], const uint8_t *cells,
                       const int *met, int n, node_t *node) {
    float mass[2][TOOK] = {{0}}, value[2][TOOK] = {{0}};
    int king = kings && hand_of_class[number] & 1;
    for (int i = 0; i < n; i++) {
        const other_t *it = &sample->other[met[i]];
        int tricks = cells[at[0][it->suit[0]] + at[1][it->suit[1]] + at[2][it->suit[2]] + at[3][it->suit[3]]];
        const float(*worth_of)[8] = sample->worth[met[i]][king];
        for (int group = 0; group < 2; group++) {
            mass[group][it->bucket] += it->weight[group];
            value[group][it->bucket] += it->weight[group] * worth_of[group][tricks];
        }
    }
    for (int group = 0; group < 2; group++)
        for (int bucket = 0; bucket < TOOK; bucket++) {
            node->mass[group][bucket][number] = mass[group][bucket];
            node->first[group][bucket][number] = node->second[group][bucket][number] = value[group][bucket];
        }
}

void pass(const sample_t *sample, int dealer, int kings, const pay_t *first, const pay_t *second, node_t *node) {
    static uint8_t cells[MOST_CELLS];
    static uint32_t at[4][256];
    static int met[MOST_SAMPLES];
    for (int number = 0; number < CLASSES; number++) {
        hand_t hand = hand_of_class[number];
        row_t row = row_of(hand);
        fill(&row, dealer, row_tricks[dealer] + row_at[dealer][number], cells);
        for (int suit = 0; suit < 4; suit++)
            for (int x = 0; x < 256; x++) at[suit][x] = gap_of[row.own[suit]][x] * (uint32_t)row.stride[suit];
        int n = 0;
        for (int i = 0; i < sample->size; i++) {
            met[n] = i;
            n += !(sample->hand[i] & hand);
        }
        if (dealer) dealer_row(sample, kings, number, (const uint32_t(*)[256])at, cells, met, n, node);
        else elder_row(sample, kings, number, (const uint32_t(*)[256])at, cells, met, n, first, second, node);
        uint32_t wide = 0; /* whole numbers, so that the compiler may add several at once */
        for (int i = 0; i < sample->size; i++) wide += sample->gone[i] & hand ? 0 : sample->share[i];
        node->drawn[number] = (float)wide * 0x1p-16f;
    }
}

void counts(int dealer, int number, uint32_t *count) {
    /* The exact number of the other's hands by [other's king][elder's tricks]: all 65,780 of them. */
    static uint8_t cells[MOST_CELLS];
    hand_t hand = hand_of_class[number], rest = (((hand_t)1 << CARDS) - 1) & ~hand;
    row_t row = row_of(hand);
    int bits[26], n = 0;
    fill(&row, dealer, row_tricks[dealer] + row_at[dealer][number], cells);
    for (; rest; rest &= rest - 1) bits[n++] = __builtin_ctz(rest);
    memset(count, 0, 12 * sizeof *count);
    for (int a = 0; a < n; a++) for (int b = a + 1; b < n; b++) for (int c = b + 1; c < n; c++)
        for (int d = c + 1; d < n; d++) for (int e = d + 1; e < n; e++) {
            hand_t it = (hand_t)1 << bits[a] | (hand_t)1 << bits[b] | (hand_t)1 << bits[c] | (hand_t)1 << bits[d] |
                        (hand_t)1 << bits[e];
            uint32_t cell = 0;
            for (int suit = 0; suit < 4; suit++)
                cell += gap_of[row.own[suit]][suit_bits(it, suit)] * (uint32_t)row.stride[suit];
            count[(it & 1) * 6 + cells[cell]]++;
        }
}

/* Sums over all hands that contain a set: first down to the sets of each hand, then to the cards kept and discarded. */
static uint32_t start[7];
static uint32_t (*under)[32]; /* of each class, the place of each of its 32 parts among the sets */
static uint32_t (*below)[5];  /* of each set of two cards or more, its parts one card smaller */

void begin_sets(void) {
    for (int k = 0; k < 6; k++) start[k + 1] = start[k] + binomial[31][k];
    if (start[6] != SETS) abort();
    under = malloc(sizeof *under * CLASSES);
    below = malloc(sizeof *below * SETS);
    for (int number = 0; number < CLASSES; number++)
        for (int places = 0; places < 32; places++)
            under[number][places] = start[__builtin_popcount(places)] + rank_of(cards_at(hand_of_class[number], places));
    for (int k = 1; k < 6; k++)
        for (hand_t set = ((hand_t)1 << k) - 1; set < (hand_t)1 << CARDS;) {
            uint32_t *at = below[start[k] + rank_of(set)];
            int n = 0;
            for (hand_t left = set; left; left &= left - 1) at[n++] = start[k - 1] + rank_of(set & ~(left & -left));
            hand_t low = set & -set, high = set + low;
            set = high | ((set ^ high) / low >> 2);
        }
}

static void supersets(const float *of_class, double *sums) {
    memset(sums, 0, sizeof *sums * SETS);
    for (uint32_t rank = 0; rank < HANDS; rank++) sums[start[5] + rank] = of_class[class_of_hand[rank]];
    for (int k = 5; k > 0; k--)
        for (uint32_t set = start[k]; set < start[k + 1]; set++) {
            if (k < 5) sums[set] /= 5 - k;
            for (int i = 0; i < k; i++) sums[below[set][i]] += sums[set];
        }
    sums[0] /= 5;
}

void exchange(const float *value, const float *weight, int dealer, float slack, uint8_t *out, float *gain) {
    static double tops[SETS], bottoms[SETS];
    static float product[CLASSES];
    for (int i = 0; i < CLASSES; i++) product[i] = value[i] * weight[i];
    supersets(product, tops);
    supersets(weight, bottoms);
    for (int number = 0; number < CLASSES; number++) {
        double top[32], bottom[32], best = -1, kept = -1;
        for (int i = 0; i < 32; i++) top[i] = tops[under[number][i]], bottom[i] = bottoms[under[number][i]];
        for (int bit = 1; bit < 32; bit <<= 1)
            for (int i = 0; i < 32; i++)
                if (!(i & bit)) top[i] -= top[i | bit], bottom[i] -= bottom[i | bit];
        int choice = -1, before = 31 & ~out[number];
        for (int keep = 0; keep < 32; keep++) {
            if (!dealer && keep == 31) continue;
            if (bottom[keep] <= 1e-9) continue;
            double it = top[keep] / bottom[keep];
            if (dealer) it = 1 - it;
            if (keep == before) kept = it;
            if (it > best) best = it, choice = keep;
        }
        if (choice < 0) choice = before, best = dealer ? 1 - value[number] : value[number];
        else if (kept >= best - slack) choice = before, best = kept;
        out[number] = (uint8_t)(31 & ~choice);
        gain[number] = (float)(dealer ? 1 - best : best);
    }
}
