/* What a replier gains against the maître's cards after an exchange: at most, and at least.
 *
 * Hands of the maître are drawn as its plans make them, given all that the replier knows. At most: the best reply against
 * these hands, by partition of what the replier can tell apart. Its mean is at least that of the best reply against all
 * hands. At least: what a reader makes of other hands, drawn in the same way. The replier keeps to its plan until cards are
 * led; from then on every lawful choice is in the maximum.
 */
#include <math.h>
#include <string.h>

#include "house_read.h"

enum { MOST_HANDS = 8192, FEW_ALIKE = 16, MOST_CHOICES = 11, KEYS = 64, TRIES_A_HAND = 4000 };
static const double CLEARLY = 1.0;

/* A hand of the other and its discards. */
typedef struct { cards_t hand, gone; } hidden_t;
/* `announces`: the king is announced before the card. `card`: -1 where the dealer announces before the elder leads. */
typedef struct { int announces, card; } choice_t;

static hidden_t hidden[2 * MOST_HANDS];
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
    return deal->tricks[ahead] >= 3 && (deal->tricks[!ahead] || deal->tricks[ahead] == 5 || deal->needs[ahead] == 1);
}

/* The side's chance to win after a settled deal. Nobody is vulnerable after an exchange. */
static double settled_worth(deal_t *deal, int side) {
    int winner = deal->needs[ELDER] <= 0 ? ELDER : deal->needs[DEALER] <= 0 ? DEALER : NEITHER;
    double worth;
    if (winner != NEITHER) return winner == side;
    int makes = deal->tricks[ELDER] < 3, points = deal->tricks[makes] == 5 ? 2 : 1;
    deal->needs[makes] -= points;
    worth = worth_of(deal, deal->needs[makes] <= 0 ? makes : NEITHER, ((player_t *)deal->player[side])->chances);
    deal->needs[makes] += points;
    return side == ELDER ? worth : 1 - worth;
}

static void mark_king(deal_t *deal, int side) { deal->king = side, deal->needs[side]--; }

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

/* What the maître does. Its cards are not mixed after an exchange. */
static choice_t plan_of(deal_t *deal, int side) {
    int king = deal->king, needs = deal->needs[side], cards[5];
    double shares[5];
    choice_t choice = {announces_now(deal, side), 0};
    if (choice.announces) mark_king(deal, side);
    cards_of_player(deal, side, cards, shares);
    deal->king = king, deal->needs[side] = needs;
    choice.card = cards[0];
    return choice;
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
    choice_t plan = choices[number++] = plan_of(deal, side);
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

/* Sorts hands by what the other does with them; those of a key stand from `from[key]` on. */
static void part(deal_t *deal, int other, uint16_t *at, int number, int *from) {
    static uint8_t keys[MOST_HANDS];
    static uint16_t before[MOST_HANDS];
    int next[KEYS];
    memset(from, 0, (KEYS + 1) * sizeof *from);
    for (int i = 0; i < number; i++) {
        hold(deal, other, &hidden[at[i]]);
        choice_t choice = plan_of(deal, other);
        keys[i] = (uint8_t)(choice.announces << 5 | choice.card);
        from[keys[i] + 1]++;
    }
    for (int key = 0; key < KEYS; key++) from[key + 1] += from[key], next[key] = from[key];
    memcpy(before, at, (size_t)number * sizeof *at);
    for (int i = 0; i < number; i++) at[next[keys[i]]++] = before[i];
}

static choice_t choice_of(int key) { return (choice_t){key >> 5, key & 31}; }

/* The sum of the best reply over hands that the replier cannot tell apart. */
static double best_sum(deal_t *deal, int side, uint16_t *at, int number) {
    double best = -1;
    if (is_settled(deal)) return number * settled_worth(deal, side);
    if (mover_of(deal) == side) {
        choice_t choices[MOST_CHOICES];
        int choice_count = choices_of(deal, side, choices);
        for (int i = 0; i < choice_count; i++) {
            deal_t next = *deal;
            play_on(&next, side, choices[i]);
            double sum = best_sum(&next, side, at, number);
            if (sum > best) best = sum;
        }
        return best;
    }
    int from[KEYS + 1];
    double sum = 0;
    part(deal, !side, at, number, from);
    for (int key = 0; key < KEYS; key++) {
        if (from[key] == from[key + 1]) continue;
        deal_t next = *deal;
        hold(&next, !side, &hidden[at[from[key]]]);
        play_on(&next, !side, choice_of(key));
        sum += best_sum(&next, side, at + from[key], from[key + 1] - from[key]);
    }
    return sum;
}

/* The same from the first decision on, which may be the king before the elder leads. */
static double best_of_all(deal_t *deal, int side, uint16_t *at, int number) {
    double best = best_sum(deal, side, at, number);
    if (may_be_early(deal, side)) {
        deal_t early = *deal;
        mark_king(&early, side);
        double sum = best_sum(&early, side, at, number);
        if (sum > best) best = sum;
    }
    return best;
}

/* The replier's worth against one hand if both keep to their plans. */
static double plain_worth(const deal_t *deal, int side, const hidden_t *held) {
    deal_t ahead = *deal;
    hold(&ahead, !side, held);
    while (!is_settled(&ahead)) {
        int mover = mover_of(&ahead);
        play_on(&ahead, mover, plan_of(&ahead, mover));
    }
    return settled_worth(&ahead, side);
}

/* The choice of a reader: the plan, or what makes more against these hands by its error, if all keep to their plans
 * after it. The plan is the first choice; a card of -1 for the plan lets the elder lead. */
static int read_choice(const deal_t *deal, int side, const choice_t *choices, int choice_count, const uint16_t *at, int number) {
    int best = 0;
    double most = 0;
    if (number < FEW_ALIKE || choice_count < 2) return 0;
    for (int i = 0; i < choice_count; i++) {
        double sum = 0, squares = 0;
        deal_t next = *deal;
        play_on(&next, side, choices[i]);
        for (int n = 0; n < number; n++) {
            double worth = plain_worth(&next, side, &hidden[at[n]]), more = worth - planned_worth[n];
            if (!i) planned_worth[n] = worth;
            else sum += more, squares += more * more;
        }
        if (i && sum > CLEARLY * sqrt(squares) && sum > most) best = i, most = sum;
    }
    return best;
}

/* The sum of a reader over fresh hands; it decides by the hands in `at`. */
static double read_sum(deal_t *deal, int side, uint16_t *at, int number, uint16_t *fresh, int fresh_count) {
    if (is_settled(deal)) return fresh_count * settled_worth(deal, side);
    if (mover_of(deal) == side) {
        choice_t choices[MOST_CHOICES];
        int choice_count = choices_of(deal, side, choices);
        deal_t next = *deal;
        play_on(&next, side, choices[read_choice(deal, side, choices, choice_count, at, number)]);
        return read_sum(&next, side, at, number, fresh, fresh_count);
    }
    int from[KEYS + 1], fresh_from[KEYS + 1];
    double sum = 0;
    part(deal, !side, at, number, from);
    part(deal, !side, fresh, fresh_count, fresh_from);
    for (int key = 0; key < KEYS; key++) {
        int first = fresh_from[key], count = fresh_from[key + 1] - first;
        if (!count) continue;
        deal_t next = *deal;
        hold(&next, !side, &hidden[fresh[first]]);
        play_on(&next, !side, choice_of(key));
        sum += read_sum(&next, side, at + from[key], from[key + 1] - from[key], fresh + first, count);
    }
    return sum;
}

static double read_all(deal_t *deal, int side, uint16_t *at, int number, uint16_t *fresh, int fresh_count) {
    static const choice_t choices[2] = {{0, -1}, {1, -1}};
    deal_t next = *deal;
    if (may_be_early(deal, side)) play_on(&next, side, choices[read_choice(deal, side, choices, 2, at, number)]);
    return read_sum(&next, side, at, number, fresh, fresh_count);
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

static double plain_sum(const deal_t *deal, int side, const uint16_t *at, int number) {
    double sum = 0;
    for (int i = 0; i < number; i++) sum += plain_worth(deal, side, &hidden[at[i]]);
    return sum;
}

/* Draws hands of the other, each as often as its plans make it, into `hidden` from `first` on; returns their number. */
static int draw_hands(const deal_t *deal, int side, const move_t *seen, uint64_t seed, int first, int number) {
    int drawn = 0;
    uint8_t pack[32];
    dice_t dice = {seed};
    for (int tries = 0; drawn < number && tries < TRIES_A_HAND * number; tries++) {
        guess_pack(deal, side, &dice, pack);
        deal_t past = back_at(deal, side, pack, seen, 0, deal->made);
        double chance = past.king == deal->king ? past.chance : 0;
        if (chance < 1 && (double)(roll(&dice) >> 11) * 0x1p-53 >= chance) continue;
        hidden[first + drawn++] = (hidden_t){past.hand[!side], past.gone[!side]};
    }
    return drawn;
}

/* One deal of the maître against itself, read by one side. `told` receives what the side gains at most and at least, and
 * the numbers of hands behind both. Returns 0 where no card is led after an exchange. */
static int bracket_deal(int seat, const int *needs, int side, int hands, uint64_t seed, double *told) {
    static uint16_t at[MOST_HANDS], fresh[MOST_HANDS];
    int seats[2] = {seat, seat};
    uint8_t pack[32];
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    shuffle(seed, pack);
    deal_t deal = stand_at(seats, needs, pack, 0, seed ^ DICE, 0, script);
    if (!deal.halted || !deal.rounds) return 0;
    seen_by(&deal, side, seen);
    /* The true hand is drawn as the plans make it, too: no deal is without a hand. */
    hidden[0] = (hidden_t){deal.hand[!side], deal.gone[!side]};
    int number = 1 + draw_hands(&deal, side, seen, mixed(seed, 1), 1, hands - 1);
    int fresh_count = draw_hands(&deal, side, seen, mixed(seed, 2), MOST_HANDS, hands);
    for (int i = 0; i < number; i++) at[i] = (uint16_t)i;
    for (int i = 0; i < fresh_count; i++) fresh[i] = (uint16_t)(MOST_HANDS + i);
    take_back_king(&deal, side);
    told[0] = (best_of_all(&deal, side, at, number) - plain_sum(&deal, side, at, number)) / number;
    double plain = plain_sum(&deal, side, fresh, fresh_count);
    told[1] = fresh_count ? (read_all(&deal, side, at, number, fresh, fresh_count) - plain) / fresh_count : 0;
    told[2] = number, told[3] = fresh_count;
    return 1;
}

/* Deals number `first` and on of a seed at a score. `told`: the deals with a card led after an exchange; the sums and sums
 * of squares of what the side gains at most and at least; the sums of the numbers of hands behind both. */
void bracket(int seat, const int *needs, int side, int hands, int first, int number, uint64_t seed, double *told) {
    memset(told, 0, 7 * sizeof *told);
    if (hands > MOST_HANDS) hands = MOST_HANDS;
    for (int i = first; i < first + number; i++) {
        double of_deal[4];
        if (!bracket_deal(seat, needs, side, hands, mixed(seed, (uint64_t)i), of_deal)) continue;
        told[0]++;
        for (int end = 0; end < 2; end++) {
            told[1 + 2 * end] += of_deal[end], told[2 + 2 * end] += of_deal[end] * of_deal[end];
            told[5 + end] += of_deal[2 + end];
        }
    }
}

/* The mean of the best reply and of the plan before a card, against some packs that the side cannot tell apart. Returns 0
 * where the other cannot have done with a pack what it has done. */
int best_reply(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, int cards, int side, int number, const uint8_t *packs, double *told) {
    static uint16_t at[MOST_HANDS];
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    deal_t deal = stand_at(seats, needs, pack, numbers, 0, cards, script);
    seen_by(&deal, side, seen);
    for (int i = 0; i < number; i++) {
        deal_t past = back_at(&deal, side, packs + 32 * i, seen, 0, deal.made);
        if (past.king != deal.king || past.chance <= 0) return 0;
        hidden[i] = (hidden_t){past.hand[!side], past.gone[!side]}, at[i] = (uint16_t)i;
    }
    take_back_king(&deal, side);
    told[0] = best_of_all(&deal, side, at, number) / number, told[1] = plain_sum(&deal, side, at, number) / number;
    return 1;
}
