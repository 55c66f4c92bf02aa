/* What a replier gains against the maître's cards: at most, and at least.
 *
 * Hands of the maître are drawn as its plans make them, given all that the replier knows. At most: the best reply against
 * these hands, by partition of what the replier can tell apart. Its mean is at least that of the best reply against all
 * hands. At least: what a reader makes of other hands, drawn in the same way. The replier keeps to its plan until cards
 * are led; from then on every lawful choice is in the maximum.
 */
#include "house_bracket.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_ALIKE = 16, MOST_CHOICES = 11, KEYS = 64, TRIES_A_HAND = 4000, GAINS = 3, SUMS = 3 + 2 * GAINS, PLAN = -1 };
static const double CLEARLY = 1.0;

/* `announces`: the king is announced before the card. `card`: -1 where the dealer announces before the elder leads. */
typedef struct { int announces, card; } choice_t;

static double planned_worth[MOST_HANDS];

static int half_played(const deal_t *deal) { return deal->played && deal->reply[deal->played - 1] < 0; }

static int mover_of(const deal_t *deal) {
    if (!deal->played) return ELDER;
    int last = deal->played - 1, leader = deal->leader[last];
    if (deal->reply[last] < 0) return !leader;
    return reply_takes(deal->led[last], deal->reply[last], deal->trump) ? !leader : leader;
}

/* Whether no card changes the worth of the deal any more. */
static int is_settled(const deal_t *deal) {
    int ahead = deal->tricks[DEALER] >= 3;
    if (deal->needs[ELDER] <= 0 || deal->needs[DEALER] <= 0) return 1;
    if (deal->tricks[ahead] < 3) return 0;
    return deal->tricks[!ahead] || deal->tricks[ahead] == 5 || deal->needs[ahead] == 1 || vulnerable(deal) == !ahead;
}

double worth_for(const deal_t *deal, int winner, int side) {
    double worth = worth_of(deal, winner, ((player_t *)deal->player[side])->chances);
    return side == ELDER ? worth : 1 - worth;
}

/* The side's chance to win after a settled deal. */
static double settled_worth(deal_t *deal, int side) {
    int winner = deal->needs[ELDER] <= 0 ? ELDER : deal->needs[DEALER] <= 0 ? DEALER : NEITHER;
    if (winner != NEITHER) return winner == side;
    int makes = deal->tricks[ELDER] < 3, points = deal->tricks[makes] == 5 || vulnerable(deal) == !makes ? 2 : 1;
    deal->needs[makes] -= points;
    double worth = worth_for(deal, deal->needs[makes] <= 0 ? makes : NEITHER, side);
    deal->needs[makes] += points;
    return worth;
}

void mark_king(deal_t *deal, int side) { deal->king = side, deal->needs[side]--; }

static void play_on(deal_t *deal, int side, choice_t choice) {
    if (choice.announces) mark_king(deal, side);
    if (choice.card < 0) return;
    deal->began = 1, deal->hand[side] &= ~bit_of(choice.card);
    if (half_played(deal)) {
        deal->reply[deal->played - 1] = choice.card;
        deal->tricks[mover_of(deal)]++;
    } else {
        deal->leader[deal->played] = side, deal->led[deal->played] = choice.card;
        deal->reply[deal->played++] = -1;
    }
}

/* What the maître does, and how often; returns the number. After an exchange its cards are mixed by `mixed_lead` alone. */
static int plans_of(deal_t *deal, int side, choice_t *choices, double *shares) {
    int king = deal->king, needs = deal->needs[side], announces = announces_now(deal, side), cards[5];
    if (announces) mark_king(deal, side);
    int number = cards_of_player(deal, side, cards, shares);
    deal->king = king, deal->needs[side] = needs;
    for (int i = 0; i < number; i++) choices[i] = (choice_t){announces, cards[i]};
    return number;
}

/* Whether the dealer may announce the king before the elder leads. While the elder may still propose, that belongs to the
 * exchange. */
static int may_be_early(const deal_t *deal, int side) {
    return side == DEALER && !deal->played && (deal->refused || !deal->talon) && may_announce(deal, side);
}

/* All that the replier may do, the plan first: each lawful card, and the king announced or in silence. */
static int choices_of(deal_t *deal, int side, choice_t *choices) {
    int number = 0, kings = may_announce(deal, side) && many(deal->hand[side]) == 5;
    cards_t lawful = half_played(deal) ? replies_to(deal->hand[side], deal->led[deal->played - 1], deal->trump) : deal->hand[side];
    double shares[5];
    plans_of(deal, side, choices, shares);
    choice_t plan = choices[number++];
    for (int announces = 0; announces <= kings; announces++)
        for (cards_t left = lawful; left; left &= left - 1) {
            int card = __builtin_ctz(left);
            if (card != plan.card || announces != plan.announces) choices[number++] = (choice_t){announces, card};
        }
    return number;
}

/* Puts a hand of the other into the deal. */
static void hold(deal_t *deal, int side, const hidden_t *held) {
    deal->hand[side] = held->hand, deal->gone[side] = held->gone;
    for (int i = 0; i < deal->played; i++) {
        int card = deal->leader[i] == side ? deal->led[i] : deal->reply[i];
        if (card >= 0) deal->hand[side] &= ~bit_of(card);
    }
}

/* Parts hands by what the other does with them: the hands of a key stand from `from[key]` on. The caller frees them. */
static hidden_t *parted(deal_t *deal, int other, const hidden_t *hands, int number, int *from) {
    typedef struct { int at, key; double share; } taken_t;
    taken_t *taken = malloc((size_t)number * 5 * sizeof *taken);
    int next[KEYS], count = 0;
    memset(from, 0, (KEYS + 1) * sizeof *from);
    for (int i = 0; i < number; i++) {
        choice_t choices[5];
        double shares[5];
        hold(deal, other, &hands[i]);
        int plans = plans_of(deal, other, choices, shares);
        for (int plan = 0; plan < plans; plan++) {
            int key = choices[plan].announces << 5 | choices[plan].card;
            taken[count++] = (taken_t){i, key, shares[plan]}, from[key + 1]++;
        }
    }
    hidden_t *parts = malloc((size_t)count * sizeof *parts);
    for (int key = 0; key < KEYS; key++) from[key + 1] += from[key], next[key] = from[key];
    for (int i = 0; i < count; i++) {
        hidden_t *part = &parts[next[taken[i].key]++];
        *part = hands[taken[i].at];
        part->weight *= taken[i].share;
    }
    free(taken);
    return parts;
}

static choice_t choice_of(int key) { return (choice_t){key >> 5, key & 31}; }

static double weight_of_all(const hidden_t *hands, int number) {
    double weight = 0;
    for (int i = 0; i < number; i++) weight += hands[i].weight;
    return weight;
}

double sum_of(deal_t *deal, int side, const hidden_t *hands, int number, int best) {
    if (is_settled(deal)) return weight_of_all(hands, number) * settled_worth(deal, side);
    if (mover_of(deal) == side) {
        choice_t choices[MOST_CHOICES];
        double shares[5], sum = best ? -1 : 0;
        int choice_count = best ? choices_of(deal, side, choices) : plans_of(deal, side, choices, shares);
        for (int i = 0; i < choice_count; i++) {
            deal_t next = *deal;
            play_on(&next, side, choices[i]);
            double made = sum_of(&next, side, hands, number, best);
            if (!best) sum += shares[i] * made;
            else if (made > sum) sum = made;
        }
        return sum;
    }
    int from[KEYS + 1];
    double sum = 0;
    hidden_t *parts = parted(deal, !side, hands, number, from);
    for (int key = 0; key < KEYS; key++) {
        if (from[key] == from[key + 1]) continue;
        deal_t next = *deal;
        hold(&next, !side, &parts[from[key]]);
        play_on(&next, !side, choice_of(key));
        sum += sum_of(&next, side, parts + from[key], from[key + 1] - from[key], best);
    }
    free(parts);
    return sum;
}

double best_of_all(deal_t *deal, int side, const hidden_t *hands, int number) {
    double best = sum_of(deal, side, hands, number, 1);
    if (may_be_early(deal, side)) {
        deal_t early = *deal;
        mark_king(&early, side);
        double sum = sum_of(&early, side, hands, number, 1);
        if (sum > best) best = sum;
    }
    return best;
}

/* The choice of a reader: what makes more against these hands than the plan, by its error, if all keep to their plans
 * after it; else PLAN. */
static int read_choice(const deal_t *deal, int side, const choice_t *choices, int choice_count, const hidden_t *hands, int number) {
    int best = PLAN;
    double most = 0;
    if (number < FEW_ALIKE || choice_count < 2) return PLAN;
    for (int i = PLAN; i < choice_count; i++) {
        double sum = 0, squares = 0;
        deal_t next = *deal;
        if (i != PLAN) play_on(&next, side, choices[i]);
        for (int n = 0; n < number; n++) {
            deal_t ahead = next;
            hold(&ahead, !side, &hands[n]);
            double worth = sum_of(&ahead, side, &hands[n], 1, 0) / hands[n].weight, more = hands[n].weight * (worth - planned_worth[n]);
            if (i == PLAN) planned_worth[n] = worth;
            else sum += more, squares += more * more;
        }
        if (i != PLAN && sum > CLEARLY * sqrt(squares) && sum > most) best = i, most = sum;
    }
    return best;
}

/* The sum of a reader over fresh hands; it decides by the others. */
static double read_sum(deal_t *deal, int side, const hidden_t *hands, int number, const hidden_t *fresh, int fresh_count) {
    if (is_settled(deal)) return weight_of_all(fresh, fresh_count) * settled_worth(deal, side);
    if (mover_of(deal) == side) {
        choice_t choices[MOST_CHOICES], plans[5];
        double shares[5] = {1}, sum = 0;
        int best = read_choice(deal, side, choices, choices_of(deal, side, choices), hands, number);
        int count = best == PLAN ? plans_of(deal, side, plans, shares) : 1;
        if (best != PLAN) plans[0] = choices[best];
        for (int i = 0; i < count; i++) {
            deal_t next = *deal;
            play_on(&next, side, plans[i]);
            sum += shares[i] * read_sum(&next, side, hands, number, fresh, fresh_count);
        }
        return sum;
    }
    int from[KEYS + 1], fresh_from[KEYS + 1];
    double sum = 0;
    hidden_t *parts = parted(deal, !side, hands, number, from), *fresh_parts = parted(deal, !side, fresh, fresh_count, fresh_from);
    for (int key = 0; key < KEYS; key++) {
        int first = fresh_from[key], count = fresh_from[key + 1] - first;
        if (!count) continue;
        deal_t next = *deal;
        hold(&next, !side, &fresh_parts[first]);
        play_on(&next, !side, choice_of(key));
        sum += read_sum(&next, side, parts + from[key], from[key + 1] - from[key], fresh_parts + first, count);
    }
    free(parts), free(fresh_parts);
    return sum;
}

static double read_all(deal_t *deal, int side, const hidden_t *hands, int number, const hidden_t *fresh, int fresh_count) {
    static const choice_t choices[2] = {{0, -1}, {1, -1}};
    deal_t next = *deal;
    if (may_be_early(deal, side) && read_choice(deal, side, choices, 2, hands, number) == 1) mark_king(&next, side);
    return read_sum(&next, side, hands, number, fresh, fresh_count);
}

/* Takes back a king that the replier's plan has announced since the exchange: that is a choice of its own. */
static void take_back_king(deal_t *deal, int side) {
    int stood = 0;
    if (deal->king != side || many(deal->hand[side]) != 5) return;
    for (int i = 0; i < deal->made; i++) {
        const move_t *move = &deal->moves[i];
        if (move->what == PROPOSAL && move->value && stood) return; /* announced before a proposal */
        stood |= move->what == PROPOSAL && !move->value;
    }
    deal->king = NEITHER, deal->needs[side]++;
}

/* Draws hands of the other, each as often as its plans make it; returns their number. */
static int draw_hands(const deal_t *deal, int side, const move_t *seen, uint64_t seed, hidden_t *hands, int number) {
    int drawn = 0;
    uint8_t pack[32];
    dice_t dice = {seed};
    for (int tries = 0; drawn < number && tries < TRIES_A_HAND * number; tries++) {
        guess_pack(deal, side, &dice, pack);
        deal_t past = back_at(deal, side, pack, seen, 0, deal->made);
        double chance = past.king == deal->king ? past.chance : 0;
        if (chance < 1 && (double)(roll(&dice) >> 11) * 0x1p-53 >= chance) continue;
        hands[drawn++] = (hidden_t){past.hand[!side], past.gone[!side], 1};
    }
    return drawn;
}

/* One deal of the maître against itself, read by one side. `told` receives what the side gains at most, at least and by its
 * plan (0), and the numbers of hands behind both ends; then what it gains more where the other mixes leads as the player of
 * seat `mixes`, if that is another. Returns how often cards were exchanged, or -1 where no card is led or no lead can be mixed. */
static int bracket_deal(int seat, int mixes, const int *needs, int side, int count, uint64_t seed, double *told) {
    static hidden_t hands[MOST_HANDS], fresh[MOST_HANDS];
    int seats[2] = {seat, seat};
    uint8_t pack[32];
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    shuffle(seed, pack);
    deal_t deal = stand_at(seats, needs, pack, 0, seed ^ DICE, 0, script);
    if (!deal.halted || (mixes != seat && !deal.rounds)) return -1;
    seen_by(&deal, side, seen);
    /* The true hand is drawn as the plans make it, too: no deal is without a hand. */
    hands[0] = (hidden_t){deal.hand[!side], deal.gone[!side], 1};
    int number = 1 + draw_hands(&deal, side, seen, mixed(seed, 1), hands + 1, count - 1);
    int fresh_count = draw_hands(&deal, side, seen, mixed(seed, 2), fresh, count);
    take_back_king(&deal, side);
    double plan = sum_of(&deal, side, hands, number, 0), plain = sum_of(&deal, side, fresh, fresh_count, 0);
    for (int i = 0; i < (mixes == seat ? 1 : 2); i++, told += GAINS + 2, deal.player[!side] = &players[mixes]) {
        told[0] = (best_of_all(&deal, side, hands, number) - plan) / number;
        told[1] = fresh_count ? (read_all(&deal, side, hands, number, fresh, fresh_count) - plain) / fresh_count : 0;
        told[2] = i ? (sum_of(&deal, side, hands, number, 0) - plan) / number : 0;
        told[GAINS] = number, told[GAINS + 1] = fresh_count;
        for (int end = 0; i && end < 2; end++) told[end] -= told[end - GAINS - 2];
    }
    return deal.rounds;
}

/* Deals number `first` and on of a seed at a score. `told`: the deals with a card led after an exchange; the sums and sums
 * of squares of what the side gains there at most, at least and by its plan; the sums of the numbers of hands behind both
 * ends; then the same for the deals with a card led without an exchange, or where the other mixes leads: see `bracket_deal`. */
void bracket(int seat, int mixes, const int *needs, int side, int hands, int first, int number, uint64_t seed, double *told) {
    memset(told, 0, 2 * SUMS * sizeof *told);
    if (hands > MOST_HANDS) hands = MOST_HANDS;
    for (int i = first; i < first + number; i++) {
        double of_deal[2 * (GAINS + 2)], *from = of_deal;
        int rounds = bracket_deal(seat, mixes, needs, side, hands, mixed(seed, (uint64_t)i), of_deal);
        if (rounds < 0) continue;
        for (int part = !rounds; part <= (mixes != seat || !rounds); part++, from += GAINS + 2) {
            double *sums = told + part * SUMS;
            sums[0]++;
            for (int gain = 0; gain < GAINS; gain++) sums[1 + 2 * gain] += from[gain], sums[2 + 2 * gain] += from[gain] * from[gain];
            for (int end = 0; end < 2; end++) sums[1 + 2 * GAINS + end] += from[GAINS + end];
        }
    }
}

/* The mean of the best reply and of the plan before a card, against some packs that the side cannot tell apart. Returns 0
 * where the other cannot have done with a pack what it has done. */
int best_reply(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, int cards, int side, int number, const uint8_t *packs, double *told) {
    hidden_t hands[MOST_HANDS];
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    deal_t deal = stand_at(seats, needs, pack, numbers, 0, cards, script);
    seen_by(&deal, side, seen);
    for (int i = 0; i < number; i++) {
        deal_t past = back_at(&deal, side, packs + 32 * i, seen, 0, deal.made);
        if (past.king != deal.king || past.chance <= 0) return 0;
        hands[i] = (hidden_t){past.hand[!side], past.gone[!side], 1};
    }
    take_back_king(&deal, side);
    told[0] = best_of_all(&deal, side, hands, number) / number, told[1] = sum_of(&deal, side, hands, number, 0) / number;
    return 1;
}
