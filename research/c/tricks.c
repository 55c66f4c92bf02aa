/* Tricks with open hands, by the pattern of the suits, and the classes of hands.
 *
 * A suit is coded as in `ecarte.odds.patterns` (held together by a test): a one, then a bit a card from the highest
 * down, 1 for the leader's.
 */
#include "policy.h"

#include <stdlib.h>

uint16_t suit_code[256][256];
uint16_t class_of_hand[HANDS];
hand_t hand_of_class[CLASSES];
uint32_t ways_of_class[CLASSES];
uint32_t binomial[32][6];

enum { SLOTS = 1 << 18 };
static uint64_t memo[SLOTS]; /* pattern << 3 | tricks, and never 0: the codes are 1 at least */

static inline int length_of(int code) { return 31 - __builtin_clz(code); }
static inline int without(int code, int place) { return code >> (place + 1) << place | (code & ((1 << place) - 1)); }
static inline int swapped(int code) { return code ^ ((1 << length_of(code)) - 1); }

static int solve(const int *at);

static int after(const int *at, int one, int code, int two, int other, int leader_wins, int left) {
    int next[4];
    for (int i = 0; i < 4; i++) {
        next[i] = i == one ? code : i == two ? other : at[i];
        if (!leader_wins) next[i] = swapped(next[i]);
    }
    return leader_wins ? 1 + solve(next) : left - 1 - solve(next);
}

/* The leader's tricks after leading the card at `place` of `suit`. */
static int lead(const int *at, int suit, int place, int left) {
    int code = at[suit], bare = without(code, place), n = length_of(code), least = 9, higher = 0, follows = 0;
    for (int i = 0; i < n; i++)
        if (!(code >> i & 1)) follows = 1, higher |= i > place;
    if (follows) {
        for (int i = higher ? place + 1 : 0; i < n; i++)
            if (!(code >> i & 1)) {
                int rest = without(bare, i > place ? i - 1 : i);
                int made = after(at, suit, rest, -1, 0, i < place, left);
                if (made < least) least = made;
            }
        return least;
    }
    int trumps = at[0], can_trump = suit && trumps != (2 << length_of(trumps)) - 1;
    for (int other = can_trump ? 0 : 1; other < (can_trump ? 1 : 4); other++)
        for (int i = 0, m = length_of(at[other]); i < m; i++)
            if (other != suit && !(at[other] >> i & 1)) {
                int made = after(at, suit, bare, other, without(at[other], i), !can_trump, left);
                if (made < least) least = made;
            }
    return least;
}

static int solve(const int *given) {
    int at[4] = {given[0], given[1], given[2], given[3]}, left = 0, most = 0;
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 3; j++)
            if (at[j] < at[j + 1]) { int it = at[j]; at[j] = at[j + 1]; at[j + 1] = it; }
    uint64_t pattern = (uint64_t)at[0] | (uint64_t)at[1] << 9 | (uint64_t)at[2] << 18 | (uint64_t)at[3] << 27;
    uint32_t slot = (uint32_t)(pattern * 0x9E3779B97F4A7C15ull >> 46);
    while (memo[slot] && memo[slot] >> 3 != pattern) slot = (slot + 1) % SLOTS;
    if (memo[slot]) return memo[slot] & 7;
    for (int i = 0; i < 4; i++) left += __builtin_popcount(at[i]) - 1;
    for (int suit = 0; suit < 4; suit++)
        for (int i = 0, n = length_of(at[suit]); i < n; i++)
            if (at[suit] >> i & 1) {
                int made = lead(at, suit, i, left);
                if (made > most) most = made;
            }
    slot = (uint32_t)(pattern * 0x9E3779B97F4A7C15ull >> 46);
    while (memo[slot]) slot = (slot + 1) % SLOTS;
    memo[slot] = pattern << 3 | (uint64_t)most;
    return most;
}

int code_tricks(int trumps, int one, int two, int three) {
    int at[4] = {trumps, one, two, three};
    return solve(at);
}

int tricks_of(hand_t leader, hand_t follower) {
    int at[4];
    for (int suit = 0; suit < 4; suit++) at[suit] = suit_code[suit_bits(leader, suit)][suit_bits(follower, suit)];
    return solve(at);
}

void begin_tricks(void) {
    for (int leader = 0; leader < 256; leader++)
        for (int follower = 0; follower < 256; follower++) {
            int code = 1;
            for (int rank = 0; rank < 8; rank++)
                if ((leader | follower) >> rank & 1) code = code << 1 | (leader >> rank & 1);
            suit_code[leader][follower] = (uint16_t)code;
        }
}

static hand_t join(int trumps, int one, int two, int three) {
    return (hand_t)trumps | (hand_t)one << 7 | (hand_t)two << 15 | (hand_t)three << 23;
}

/* In the order of `ecarte.odds.hand_classes`: by the number of trumps, by the trumps, by the plain suits ascending. */
void begin_classes(void) {
    static const int turns[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int n = 0; n < 32; n++) {
        binomial[n][0] = 1;
        for (int k = 1; k < 6; k++) binomial[n][k] = n ? binomial[n - 1][k - 1] + binomial[n - 1][k] : 0;
    }
    int made = 0;
    for (int number = 0; number <= 5; number++)
        for (int trumps = 0; trumps < 128; trumps++) {
            if (__builtin_popcount(trumps) != number) continue;
            for (int one = 0; one < 256; one++)
                for (int two = one; two < 256 && __builtin_popcount(one) <= 5 - number; two++)
                    for (int three = two; three < 256 && __builtin_popcount(one) + __builtin_popcount(two) <= 5 - number; three++) {
                        if (__builtin_popcount(one) + __builtin_popcount(two) + __builtin_popcount(three) != 5 - number)
                            continue;
                        int plain[3] = {one, two, three};
                        hand_of_class[made] = join(trumps, one, two, three);
                        ways_of_class[made] = one == three ? 1 : one == two || two == three ? 3 : 6;
                        for (int i = 0; i < 6; i++)
                            class_of_hand[rank_of(join(trumps, plain[turns[i][0]], plain[turns[i][1]], plain[turns[i][2]]))] =
                                (uint16_t)made;
                        made++;
                    }
        }
    if (made != CLASSES) abort();
}

hand_t put_out(hand_t hand, const uint8_t *out) { return cards_of_class_at(hand, out[class_of(hand)]); }

hand_t cards_of_class_at(hand_t hand, int places) {
    int order[3] = {1, 2, 3}, number = class_of(hand);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (suit_bits(hand, order[j]) > suit_bits(hand, order[j + 1])) {
                int it = order[j];
                order[j] = order[j + 1];
                order[j + 1] = it;
            }
    hand_t gone = cards_at(hand_of_class[number], places);
    hand_t cards = gone & 127;
    for (int i = 0; i < 3; i++) cards |= (hand_t)suit_bits(gone, i + 1) << (8 * order[i] - 1);
    return cards;
}

hand_t draw(dice_t *dice, hand_t from, int cards) {
    int bits[CARDS], n = 0;
    hand_t drawn = 0;
    for (; from; from &= from - 1) bits[n++] = __builtin_ctz(from);
    for (int i = 0; i < cards && i < n; i++) {
        int pick = i + roll_below(dice, n - i), it = bits[pick];
        bits[pick] = bits[i];
        bits[i] = it;
        drawn |= (hand_t)1 << it;
    }
    return drawn;
}

/* The leader's tricks with `left` cards a side after leading the card at `place` of the suit with code `at[suit]`. */
int code_lead_tricks(const int *at, int suit, int place, int left) { return lead(at, suit, place, left); }

/* The leader's tricks with open hands after leading this card. */
int lead_tricks(hand_t leader, hand_t follower, int card) {
    int at[4], suit = card < 7 ? 0 : (card + 1) / 8;
    for (int i = 0; i < 4; i++) at[i] = suit_code[suit_bits(leader, i)][suit_bits(follower, i)];
    hand_t lower = (leader | follower) & ~(((hand_t)2 << card) - 1);
    return lead(at, suit, __builtin_popcount((unsigned)suit_bits(lower, suit)), __builtin_popcount(leader));
}
