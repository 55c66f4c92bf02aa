/* Deals of the house counted by what they bring: at a score, and from one hand played two ways. */
#include <string.h>

#include "house_match.h"
#include "policy.h"

enum { POINTS = 5, OUTCOMES = 2 * POINTS * POINTS };
static const int places[2][5] = {{0, 1, 2, 6, 7}, {3, 4, 5, 8, 9}}; /* of the hands in the pack */

/* The points of both sides, no more than were needed, and whether the elder makes the point. */
static int outcome_of(const deal_t *deal, const int *before) {
    int points[2];
    for (int side = 0; side < 2; side++) points[side] = before[side] - (deal->needs[side] > 0 ? deal->needs[side] : 0);
    return (points[ELDER] * POINTS + points[DEALER]) * 2 + (deal->tricks[ELDER] >= 3);
}

static deal_t played(const int *seats, const int *needs, const uint8_t *pack, uint64_t seed) {
    deal_t deal = {.player = {&players[seats[0]], &players[seats[1]]}, .pack = pack, .dice = seed ^ DICE};
    deal.needs[0] = needs[0], deal.needs[1] = needs[1];
    play_deal(&deal);
    return deal;
}

/* Deals at one score; `counts` receives their numbers by outcome. */
void outcomes_at(const int *seats, const int *needs, int number, uint64_t seed, uint32_t *counts) {
    memset(counts, 0, OUTCOMES * sizeof *counts);
    for (int i = 0; i < number; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, (uint64_t)i);
        shuffle(own, pack);
        deal_t deal = played(seats, needs, pack, own);
        counts[outcome_of(&deal, needs)]++;
    }
}

/* The pack of a seed, but that a side gets these five cards and the sixth is turned up. */
static void pack_with(const uint8_t *known, int side, uint64_t seed, uint8_t *pack) {
    uint8_t shuffled[32], free_place[32];
    cards_t out = 0;
    int next = 0;
    memset(free_place, 1, sizeof free_place);
    for (int i = 0; i < 6; i++) {
        int at = i < 5 ? places[side][i] : 10;
        pack[at] = known[i], free_place[at] = 0, out |= bit_of(known[i]);
    }
    shuffle(seed, shuffled);
    for (int i = 0; i < 32; i++) {
        if (out & bit_of(shuffled[i])) continue;
        while (!free_place[next]) next++;
        pack[next++] = shuffled[i];
    }
}

/* Deals that give a side `known`, each played by two pairs of seats; `counts` receives their numbers by both outcomes.
 * `proposed`: only deals count in which the elder of the first pair proposes. `needs`: before the turn-up. */
void both_ways(const int *seats, const uint8_t *known, int side, int proposed, const int *needs, int number, uint64_t seed, uint32_t *counts) {
    memset(counts, 0, OUTCOMES * OUTCOMES * sizeof *counts);
    for (uint64_t i = 0; number > 0; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, i);
        pack_with(known, side, own, pack);
        deal_t first = played(seats, needs, pack, own);
        if (proposed && !first.proposals) continue;
        deal_t second = played(seats + 2, needs, pack, own);
        counts[outcome_of(&first, needs) * OUTCOMES + outcome_of(&second, needs)]++;
        number--;
    }
}
