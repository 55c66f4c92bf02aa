/* What a replier gains against the maître in a whole deal, at most and at least.
 *
 * The replier's words, discards, kings and cards are all its own. A world is a pack that the replier takes for possible,
 * with the deal so far. At a decision, worlds are drawn as the maître's plans make what it has done. A choice is worth
 * what the plan makes of it in all worlds, plus what the best replier gains over the plan later: the mean over some
 * worlds, each taken as the truth, with worlds drawn anew by what the replier then knows. So the mean of the largest sum
 * is at least the worth of the best choice, level by level. At the last level a further exchange is worth the most that a
 * deal can bring.
 *
 * At least: the gain of a reader (`house_read.c`) in the same deals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "house_bracket.h"

enum { KING_TOLD = 32, MOST_TOLD = 128, MOST_LEVELS = 4, MOST_OPTIONS = 64, MOST_DRAWS = 64, PILOTS = 24, TRIES_A_WORLD = 500 };
/* A choice is dropped where it lies below another by so many errors, even with its upper end for few hands. */
static const double SURELY = 3.0;

/* At each level: the worlds drawn, those of them against which cards are played, and those in which a choice goes on. */
typedef struct { int worlds, hands, draws; } level_t;
typedef struct { deal_t deal; double weight; } world_t;
/* Cards that the replier discards, its king announced before or not. */
typedef struct { cards_t out; int king; } option_t;

static level_t levels[MOST_LEVELS];
static int last_level, replier;
static deal_t start;
static move_t told[MOST_TOLD];
static int told_count;

static double gain_at(const deal_t *deal, int level, uint64_t seed);

static void tell(int what, int side, uint32_t value) { told[told_count++] = (move_t){(uint8_t)what, (uint8_t)side, value}; }

static int king_wins(const deal_t *deal, int side) { return deal->needs[side] == 1 && may_announce(deal, side); }

static double unit(dice_t *dice) { return (double)(roll(dice) >> 11) * 0x1p-53; }

/* ---- what all make who keep to their plans ---- */

static double plan_cards(const deal_t *deal) {
    deal_t ahead = *deal;
    hidden_t held = {deal->hand[!replier], deal->gone[!replier], 1};
    return sum_of(&ahead, replier, &held, 1, 0);
}

/* Exchanges cards: the other's by its plan, and the replier's by its own where `option` is none. */
static void exchange(deal_t *deal, const option_t *option) {
    if (option && option->king) mark_king(deal, replier);
    cards_t one = option && replier == ELDER ? option->out : plan_discards(deal, ELDER, 1, deal->talon), two = 0;
    int left = deal->talon - many(one);
    if (left) two = option && replier == DEALER ? option->out : plan_discards(deal, DEALER, 0, left);
    change_cards(deal, one, two);
}

static double plan_words(const deal_t *deal);

static double plan_answer(const deal_t *deal) {
    deal_t now = *deal, refused;
    now.proposals++, refused = now, refused.refused = 1;
    double often = plan_accepts(&now), worth = often < 1 ? (1 - often) * plan_cards(&refused) : 0;
    if (often <= 0) return worth;
    exchange(&now, 0);
    return worth + often * plan_words(&now);
}

/* The replier's worth before the elder's word. */
static double plan_words(const deal_t *deal) {
    deal_t now = *deal;
    for (int side = 0; side < 2; side++)
        if (king_wins(deal, side)) return side == replier;
    if (!deal->talon) return plan_cards(deal);
    double open = 1, worth = 0, often = plan_proposes(&now);
    for (;;) {
        if (often > 0) worth += open * often * plan_answer(&now);
        open *= 1 - often;
        if (open <= 0) return worth;
        if (!may_announce(&now, ELDER)) return worth + open * plan_cards(&now);
        mark_king(&now, ELDER); /* and asks itself again */
    }
}

/* ---- what the replier knows ---- */

/* The deal after what was said, if this were the pack. `chance`: how often the other does so. */
static deal_t after_told(const uint8_t *pack) {
    deal_t deal = start;
    cards_t one = 0;
    deal.pack = pack, deal.chance = 1;
    deal_out(&deal);
    if (king_wins(&deal, !replier)) deal.chance = 0;
    for (int i = 0; i < told_count && deal.chance > 0; i++) {
        const move_t *move = &told[i];
        int side = move->side, theirs = side != replier, yes = (int)move->value;
        if (move->what == KING_TOLD) {
            if (theirs) deal.chance *= may_announce(&deal, side) ? 1 - plan_proposes(&deal) : 0;
            mark_king(&deal, side);
        } else if (move->what == PROPOSAL) {
            if (theirs) deal.chance *= yes ? plan_proposes(&deal) : may_announce(&deal, ELDER) ? 0 : 1 - plan_proposes(&deal);
            deal.proposals += yes;
        } else if (move->what == ANSWER) {
            if (theirs) deal.chance *= yes ? plan_accepts(&deal) : 1 - plan_accepts(&deal);
            deal.refused = !yes;
        } else if (side == ELDER) {
            one = theirs ? plan_discards(&deal, ELDER, 1, deal.talon) : move->value;
            if (theirs && many(one) != yes) deal.chance = 0;
        } else {
            int left = deal.talon - many(one);
            cards_t two = !left ? 0 : theirs ? plan_discards(&deal, DEALER, 0, left) : move->value;
            if (theirs && many(two) != yes) deal.chance = 0;
            change_cards(&deal, one, two);
            if (king_wins(&deal, !replier)) deal.chance = 0;
        }
    }
    return deal;
}

/* Draws worlds that the replier cannot tell from this one, which is the first of them; returns their number. */
static int draw_worlds(const deal_t *deal, uint64_t seed, world_t *worlds, uint8_t *packs, int most) {
    dice_t dice = {seed};
    int number = 1;
    worlds[0] = (world_t){*deal, 1};
    for (int tries = 0; number < most && tries < TRIES_A_WORLD * most; tries++) {
        uint8_t *pack = packs + 32 * number;
        guess_pack(deal, replier, &dice, pack);
        deal_t past = after_told(pack);
        if (past.chance >= 1 || unit(&dice) < past.chance) worlds[number++] = (world_t){past, 1};
    }
    return number;
}

/* ---- the replier's choices, as sums over worlds that it cannot tell apart ---- */

/* Cards are led now. */
static double cards_sum(const world_t *worlds, int number, int level) {
    int some = levels[level].hands < number ? levels[level].hands : number, held = 0, first = -1;
    hidden_t *hands = malloc((size_t)some * sizeof *hands);
    double plan = 0, more = 0;
    for (int i = 0; i < number; i++) {
        if (worlds[i].weight <= 0) continue;
        if (first < 0) first = i;
        plan += worlds[i].weight * plan_cards(&worlds[i].deal);
        if (i < some) hands[held++] = (hidden_t){worlds[i].deal.hand[!replier], worlds[i].deal.gone[!replier], worlds[i].weight};
    }
    if (held) {
        deal_t deal = worlds[first].deal;
        more = best_of_all(&deal, replier, hands, held) - sum_of(&deal, replier, hands, held, 0);
    }
    free(hands);
    return plan + more * number / some;
}

/* The most that the deal can bring the replier. */
static double highest_worth(const deal_t *deal) {
    deal_t best = *deal;
    best.needs[replier] -= 2 + (deal->king == NEITHER);
    return worth_for(&best, best.needs[replier] <= 0 ? replier : NEITHER, replier);
}

static int options_of(const deal_t *deal, int least, int most, option_t *options) {
    cards_t hand = deal->hand[replier], king = bit_of(8 * deal->trump);
    int number = 0;
    for (cards_t out = hand;; out = (out - 1) & hand) {
        int king_too = may_announce(deal, replier) && out & king;
        for (int announces = 0; announces <= king_too && many(out) >= least && many(out) <= most; announces++)
            options[number++] = (option_t){out, announces};
        if (!out) return number;
    }
}

/* What the best replier gains over the plan after these discards, if this world is true. */
static double gain_after(const world_t *world, option_t option, int level, uint64_t seed) {
    int before = told_count;
    deal_t next = world->deal;
    exchange(&next, &option);
    if (king_wins(&next, ELDER) || king_wins(&next, DEALER)) return 0;
    if (option.king) tell(KING_TOLD, replier, 0);
    if (replier == ELDER) tell(DISCARD, ELDER, option.out), tell(DISCARD, DEALER, (uint32_t)next.took[next.rounds - 1][DEALER]);
    else tell(DISCARD, DEALER, option.out);
    double gain = gain_at(&next, level, mixed(seed, option.out * 2ull + (uint64_t)option.king));
    told_count = before;
    return gain;
}

/* Draws worlds by their weights, evenly; returns their number. */
static int pick_worlds(const world_t *worlds, int number, double weight, uint64_t seed, int draws, int *picks) {
    dice_t dice = {seed};
    double step = weight / draws, next = step * unit(&dice), sum = 0;
    int count = 0;
    for (int i = 0; i < number && count < draws; i++) {
        sum += worlds[i].weight;
        for (; count < draws && next < sum; next += step) picks[count++] = i;
    }
    return count;
}

/* The mean gain over the picks, and its error. */
static double mean_gain(const world_t *worlds, const int *picks, int count, option_t option, int level, uint64_t seed, double *error) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        double gain = gain_after(&worlds[picks[i]], option, level, mixed(seed, (uint64_t)i));
        sum += gain, squares += gain * gain;
    }
    *error = sqrt(fmax(0, squares / count - sum / count * sum / count) / count);
    return sum / count;
}

/* The exchange is agreed: the replier discards `least` to `most` cards. */
static double exchange_sum(const world_t *worlds, int number, int level, int least, int most, uint64_t seed) {
    option_t options[MOST_OPTIONS];
    double weight = 0, total[MOST_OPTIONS] = {0}, error, sum = 0;
    int first = -1, best = 0, picks[MOST_DRAWS], pilots[PILOTS];
    for (int i = 0; i < number; i++)
        if (worlds[i].weight > 0) weight += worlds[i].weight, first = first < 0 ? i : first;
    if (first < 0) return 0;
    if (level == last_level) return weight * highest_worth(&worlds[first].deal);
    int count = options_of(&worlds[first].deal, least, most, options);
    double *planned = malloc((size_t)count * (size_t)number * sizeof *planned);
    for (int at = 0; at < count; at++) {
        for (int i = 0; i < number; i++) {
            double *worth = &planned[at * number + i];
            *worth = 0;
            if (worlds[i].weight <= 0) continue;
            deal_t next = worlds[i].deal;
            exchange(&next, &options[at]);
            *worth = worlds[i].weight * plan_words(&next), total[at] += *worth;
        }
        if (total[at] > total[best]) best = at;
    }
    int draws = (int)ceil(levels[level].draws * weight / number);
    draws = draws < 1 ? 1 : draws < MOST_DRAWS ? draws : MOST_DRAWS;
    draws = pick_worlds(worlds, number, weight, mixed(seed, 1), draws, picks);
    int few = level + 1 < last_level ? pick_worlds(worlds, number, weight, mixed(seed, 2), PILOTS, pilots) : 0;
    for (int at = 0; at < count; at++) {
        if (few) {
            double squares = 0, less = total[best] - total[at];
            for (int i = 0; i < number; i++) {
                double apart = planned[best * number + i] - planned[at * number + i] - less / number;
                squares += apart * apart;
            }
            double more = mean_gain(worlds, pilots, few, options[at], last_level, mixed(seed, 3), &error);
            if (less > weight * more + SURELY * sqrt(squares + weight * weight * error * error)) continue;
        }
        double made = total[at] + weight * mean_gain(worlds, picks, draws, options[at], level + 1, mixed(seed, 4), &error);
        if (made > sum) sum = made;
    }
    free(planned);
    return sum;
}

static world_t *copied(const world_t *worlds, int number) {
    world_t *copy = malloc((size_t)number * sizeof *copy);
    memcpy(copy, worlds, (size_t)number * sizeof *copy);
    return copy;
}

/* The elder replies: it plays without proposing, or proposes. */
static double elder_sum(const world_t *worlds, int number, int level, uint64_t seed) {
    int before = told_count;
    double stands = cards_sum(worlds, number, level);
    world_t *refused = copied(worlds, number), *agreed = copied(worlds, number);
    for (int i = 0; i < number; i++) {
        refused[i].deal.proposals++, agreed[i].deal.proposals++, refused[i].deal.refused = 1;
        agreed[i].weight *= plan_accepts(&agreed[i].deal), refused[i].weight -= agreed[i].weight;
    }
    int talon = worlds[0].deal.talon;
    tell(PROPOSAL, ELDER, 1), tell(ANSWER, DEALER, 1);
    double proposes = cards_sum(refused, number, level) + exchange_sum(agreed, number, level, 1, talon, seed);
    told_count = before;
    free(refused), free(agreed);
    return proposes > stands ? proposes : stands;
}

/* The elder has proposed: the dealer, who replies, refuses or accepts. */
static double answer_sum(const world_t *worlds, int number, int level, uint64_t seed) {
    int before = told_count;
    world_t *some = copied(worlds, number);
    double accepts = 0;
    for (int i = 0; i < number; i++) some[i].deal.refused = 1;
    double refuses = cards_sum(some, number, level);
    tell(ANSWER, DEALER, 1);
    for (int asked = 1; asked <= 5; asked++) {
        for (int i = 0; i < number; i++) {
            int asks = worlds[i].weight > 0 ? many(plan_discards(&worlds[i].deal, ELDER, 1, worlds[i].deal.talon)) : 0;
            some[i].weight = asks == asked ? worlds[i].weight : 0, some[i].deal.refused = 0;
        }
        tell(DISCARD, ELDER, (uint32_t)asked);
        accepts += exchange_sum(some, number, level, 0, worlds[0].deal.talon - asked, mixed(seed, (uint64_t)asked));
        told_count--;
    }
    told_count = before;
    free(some);
    return accepts > refuses ? accepts : refuses;
}

/* The dealer replies. The elder may have announced the king before its word. */
static double dealer_sum(const world_t *worlds, int number, int level, uint64_t seed) {
    int before = told_count;
    double sum = 0;
    for (int king = 0; king < 2; king++) {
        world_t *stands = copied(worlds, number), *asks = copied(worlds, number);
        for (int i = 0; i < number; i++) {
            deal_t *deal = &stands[i].deal;
            double often = plan_proposes(deal), silent = 1 - often;
            int holds = may_announce(deal, ELDER);
            if (king && holds) mark_king(deal, ELDER), mark_king(&asks[i].deal, ELDER);
            stands[i].weight *= king ? (holds ? silent * silent : 0) : holds ? 0 : silent;
            asks[i].weight *= king ? (holds ? silent * often : 0) : often;
            asks[i].deal.proposals++;
        }
        sum += cards_sum(stands, number, level);
        if (king) tell(KING_TOLD, ELDER, 0);
        tell(PROPOSAL, ELDER, 1);
        sum += answer_sum(asks, number, level, mixed(seed, (uint64_t)(10 + king)));
        told_count = before;
        free(stands), free(asks);
    }
    return sum;
}

/* The replier may announce its king before the elder's word. */
static double early_sum(const world_t *worlds, int number, int level, uint64_t seed) {
    world_t *early = copied(worlds, number);
    for (int i = 0; i < number; i++) mark_king(&early[i].deal, DEALER);
    tell(KING_TOLD, DEALER, 0);
    double sum = dealer_sum(early, number, level, mixed(seed, 7));
    told_count--;
    free(early);
    return sum;
}

/* What the best replier gains over the plan from the elder's word on, by worlds that are drawn anew. */
static double gain_at(const deal_t *deal, int level, uint64_t seed) {
    int most = levels[level].worlds;
    world_t *worlds = malloc((size_t)most * sizeof *worlds);
    uint8_t *packs = malloc((size_t)most * 32);
    int number = draw_worlds(deal, mixed(seed, 5), worlds, packs, most);
    double plan = 0, sum;
    seed = mixed(seed, 6);
    for (int i = 0; i < number; i++) plan += plan_words(&worlds[i].deal);
    if (!deal->talon) sum = cards_sum(worlds, number, level);
    else if (replier == ELDER) sum = elder_sum(worlds, number, level, seed);
    else {
        sum = dealer_sum(worlds, number, level, seed);
        double early = may_announce(deal, DEALER) ? early_sum(worlds, number, level, seed) : 0;
        if (early > sum) sum = early;
    }
    free(worlds), free(packs);
    return (sum - plan) / number;
}

/* ---- functions of the library ---- */

/* What a side gains at most with this pack, and what its plan makes of it. `sizes`: three numbers for each level. */
void whole_reply(int seat, const int *needs, int side, const uint8_t *pack, const int *sizes, int count, uint64_t seed, double *found) {
    deal_t none = {.player = {&players[seat], &players[seat]}, .plain = 1};
    for (int i = 0; i < count; i++) levels[i] = (level_t){sizes[3 * i], sizes[3 * i + 1], sizes[3 * i + 2]};
    last_level = count - 1, replier = side, told_count = 0, start = none;
    start.needs[0] = needs[0], start.needs[1] = needs[1];
    deal_t deal = start;
    deal.pack = pack;
    int winner = deal_out(&deal), over = winner >= 0 || king_wins(&deal, ELDER) || king_wins(&deal, DEALER);
    found[0] = over ? 0 : gain_at(&deal, 0, seed);
    found[1] = winner >= 0 ? winner == side : plan_words(&deal);
}

/* Deals number `first` and on of a seed at a score. `found`: the deals in which a word is said; the sums and sums of squares
 * of what the side gains at most and at least. The reader sits at `reader`; it plays `reads` deals for each. */
void whole(int seat, int reader, const int *needs, int side, const int *sizes, int count, int reads, int first, int number, uint64_t seed, double *found) {
    memset(found, 0, 5 * sizeof *found);
    for (int i = first; i < first + number; i++) {
        uint64_t own = mixed(seed, (uint64_t)i);
        uint8_t pack[32];
        double most[2], least = 0, by[2 * WHERE] = {0};
        shuffle(own, pack);
        whole_reply(seat, needs, side, pack, sizes, count, own, most);
        for (int read = 0; read < reads; read++) {
            uint64_t another = read ? mixed(own, (uint64_t)read) : own;
            if (read) shuffle(another, pack);
            deal_t deal = {.player = {&players[seat], &players[seat]}, .pack = pack, .dice = another ^ DICE};
            deal.player[side] = &players[reader], deal.needs[0] = needs[0], deal.needs[1] = needs[1];
            play_deal(&deal);
            least += gain_by_reading(side, by) / reads;
        }
        found[0] += most[0] != 0;
        found[1] += most[0], found[2] += most[0] * most[0], found[3] += least, found[4] += least * least;
    }
}
