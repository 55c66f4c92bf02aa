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

/* Deals of a player against itself at scores by turns. By the way that the play began, the groups of both hands and the
 * tricks with open hands (`policy.h`): `counts` receives how often the elder made so many, `hidden_of` the sum of the
 * chances by `shares`, [class][open][hidden]. */
void spreads(int at, int number, uint64_t seed, const float (*shares)[6][6], uint32_t (*counts)[GROUPS][GROUPS][6][6],
             double (*hidden_of)[GROUPS][GROUPS][6][6]) {
    int seats[2] = {at, at};
    memset(counts, 0, WAYS * sizeof *counts);
    memset(hidden_of, 0, WAYS * sizeof *hidden_of);
    for (int i = 0; i < number; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, (uint64_t)i);
        int needs[2] = {1 + i % POINTS, 1 + i / POINTS % POINTS};
        shuffle(own, pack);
        deal_t deal = played(seats, needs, pack, own);
        if (deal.played < POINTS) continue;
        hand_t elder = compact(&deal, deal.begun[ELDER]), dealer = compact(&deal, deal.begun[DEALER]);
        int way = way_of(deal.rounds, deal.refused), one = group_of(elder), two = group_of(dealer), tricks = tricks_of(elder, dealer);
        counts[way][one][two][tricks][deal.tricks[ELDER]]++;
        for (int made = 0; made < 6; made++) hidden_of[way][one][two][tricks][made] += shares[class_of(elder)][tricks][made];
    }
}

enum { KINDS_TRUMPS = 4, KINDS_COURTS = 6, THIRDS = 4 };

/* What saying yes gains over no, for `side` after `round` exchanges (1 or 2), in deals of a player against itself at
 * scores by turns; all else is as its policy has it. `sums` receives for each kind of hand (by what the other took last,
 * trumps, courts, and the plan's chance in thirds): the deals, the sum of the gains and that of their squares. */
void later_at(int at, int side, int round, int number, uint64_t seed, double (*sums)[KINDS_TRUMPS][KINDS_COURTS][THIRDS][3]) {
    memset(sums, 0, TOOK * sizeof *sums);
    for (int i = 0; i < number; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, (uint64_t)i);
        double worth[2];
        deal_t deal;
        shuffle(own, pack);
        for (int yes = 0; yes < 2; yes++) {
            deal = (deal_t){.player = {&players[at], &players[at]}, .pack = pack, .dice = own ^ DICE,
                            .told_round = round, .told_side = side, .told = yes};
            deal.needs[0] = 1 + i % POINTS, deal.needs[1] = 1 + i / POINTS % POINTS;
            worth[yes] = worth_of(&deal, play_deal(&deal), players[at].chances);
            if (!deal.asked) break;
        }
        if (!deal.asked) continue;
        double gain = side == ELDER ? worth[1] - worth[0] : worth[0] - worth[1];
        int trumps = many(deal.asked_hand & 127), courts = courts_of(deal.asked_hand), last = took(deal.took[round - 1][!side]);
        double *kind = sums[last][trumps < 3 ? trumps : 3][courts < 5 ? courts : 5][deal.level];
        kind[0]++, kind[1] += gain, kind[2] += gain * gain;
    }
}

/* The elder's chance after so many tricks, from what the sides need. In the first two ways elder or dealer
 * pays two for a lost point. */
static double after(const int *before, int made, int way, chances_t chances) {
    int side = made < 3, needs[2] = {before[0], before[1]};
    needs[side] -= made == 5 || !made || way == !side ? 2 : 1;
    return needs[side] <= 0 ? !side : 1 - chances[needs[DEALER]][needs[ELDER]];
}

/* The same as the model has it, from the hands with which the play began: their tricks by `shares` and `shifts`. */
static double modelled(const deal_t *deal, const int *before, chances_t chances, const float (*shares)[6][6],
                       const float (*shifts)[GROUPS][GROUPS][6][6]) {
    int needs[2] = {before[0], before[1] - (deal->king == TURNED)};
    for (int side = 0; side < 2; side++)
        if (deal->king != TURNED && deal->begun[side] & bit_of(8 * deal->trump) && !--needs[side]) return !side;
    hand_t elder = compact(deal, deal->begun[ELDER]), dealer = compact(deal, deal->begun[DEALER]);
    int way = way_of(deal->rounds, deal->refused), tricks = tricks_of(elder, dealer);
    const float *shared = shares[class_of(elder)][tricks], *shifted = shifts[way][group_of(elder)][group_of(dealer)][tricks];
    double sum = 0;
    for (int made = 0; made < 6; made++) sum += (shared[made] + shifted[made]) * after(needs, made, way, chances);
    return sum;
}

/* Deals of a player against itself at one score: `told` receives the sum of the elder's chance after the deal, less
 * what the model makes of the hands, and the sum of the squares. */
void missed_at(int at, const int *needs, int number, uint64_t seed, chances_t chances, const float (*shares)[6][6],
               const float (*shifts)[GROUPS][GROUPS][6][6], double *told) {
    int seats[2] = {at, at};
    told[0] = told[1] = 0;
    for (int i = 0; i < number; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, (uint64_t)i);
        shuffle(own, pack);
        deal_t deal = played(seats, needs, pack, own);
        if (deal.played < POINTS) continue; /* a king ended the game: the model says so, too */
        int winner = deal.needs[ELDER] <= 0 ? ELDER : deal.needs[DEALER] <= 0 ? DEALER : -1;
        double missed = worth_of(&deal, winner, chances) - modelled(&deal, needs, chances, shares, shifts);
        told[0] += missed, told[1] += missed * missed;
    }
}
