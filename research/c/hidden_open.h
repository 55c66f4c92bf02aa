/* Open hands, for hidden.c: every position of five cards or fewer a side, solved on first use.
 *
 * A position is a code for each suit, as in `ecarte.odds.patterns`: a one, then a bit a card from the highest down, 1
 * for the leader's and 0 for the follower's. Suit 0 is the trumps.
 */
#ifndef ECARTE_HIDDEN_OPEN_H
#define ECARTE_HIDDEN_OPEN_H
#include <stdint.h>

enum { HAND = 5, SUITS = 4, CARDS = 31, MOST_GAPS = 9, MOST_CLASSES = 1300, LOST = -1, WON = -2, NONE = -3 };
typedef struct { int8_t best, least, most; } Tricks; /* the leader's: by best play, and the extremes of all play */

enum { SLOTS = 1 << 17 };
static uint64_t keys[SLOTS];
static Tricks solved[SLOTS];

static int length(int code) { return 31 - __builtin_clz((unsigned)code); }
static int without(int code, int place) { return code >> (place + 1) << place | (code & ((1 << place) - 1)); }
static int swapped(int code) { return code ^ ((1 << length(code)) - 1); }

static Tricks solve(int trumps, int a, int b, int c)
{
    int t;
    if (a < b) { t = a; a = b; b = t; }
    if (b < c) { t = b; b = c; c = t; }
    if (a < b) { t = a; a = b; b = t; }
    uint64_t key = (uint64_t)trumps << 27 | (uint64_t)a << 18 | (uint64_t)b << 9 | (uint64_t)c;
    uint64_t slot = key * 0x9E3779B97F4A7C15u >> 47;
    while (keys[slot] && keys[slot] != key) slot = (slot + 1) & (SLOTS - 1);
    if (keys[slot]) return solved[slot];
    int codes[SUITS] = {trumps, a, b, c}, cards = 0;
    for (int s = 0; s < SUITS; s++) cards += __builtin_popcount((unsigned)codes[s]) - 1;
    Tricks made = {0, cards ? HAND : 0, 0};
    for (int s = 0; s < SUITS; s++)
        for (int at = 0; at < length(codes[s]); at++) {
            if (!(codes[s] >> at & 1)) continue;
            int own = length(codes[s]), higher = 0, lower = 0, ruffs = 0;
            for (int p = 0; p < own; p++)
                if (!(codes[s] >> p & 1)) { if (p > at) higher = 1; else lower = 1; }
            ruffs = s && length(trumps) > __builtin_popcount((unsigned)trumps) - 1;
            int worst = HAND;
            for (int r = 0; r < SUITS; r++) {
                if (higher || lower ? r != s : ruffs ? r != 0 : 0) continue;
                for (int p = 0; p < length(codes[r]); p++) {
                    if (codes[r] >> p & 1 || (r == s && higher && p < at)) continue;
                    int after[SUITS] = {codes[0], codes[1], codes[2], codes[3]};
                    after[r] = without(after[r], p);
                    after[s] = without(after[s], r == s && p < at ? at - 1 : at);
                    int beaten = r == s ? p > at : r == 0;
                    if (beaten) for (int q = 0; q < SUITS; q++) after[q] = swapped(after[q]);
                    Tricks next = solve(after[0], after[1], after[2], after[3]);
                    int best = beaten ? cards - 1 - next.best : 1 + next.best;
                    int least = beaten ? cards - 1 - next.most : 1 + next.least;
                    int most = beaten ? cards - 1 - next.least : 1 + next.most;
                    if (best < worst) worst = best;
                    if (least < made.least) made.least = (int8_t)least;
                    if (most > made.most) made.most = (int8_t)most;
                }
            }
            if (worst > made.best) made.best = (int8_t)worst;
        }
    slot = key * 0x9E3779B97F4A7C15u >> 47; /* the table has filled meanwhile */
    while (keys[slot]) slot = (slot + 1) & (SLOTS - 1);
    keys[slot] = key;
    solved[slot] = made;
    return made;
}
#endif
