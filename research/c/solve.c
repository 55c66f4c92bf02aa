/* Best responses, damped fictitious play, and the value of two plans by whole deals.
 *
 * The other's hands at a decision point are drawn from the other's present plan; what both sides have discarded is dead
 * and drawn with them. The dice start at the same seed in every step, so that steps differ by the plans alone.
 */
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 300, KING = 1 };
static const hand_t PACK = ((hand_t)1 << CARDS) - 1;

typedef struct { hand_t out[ROUNDS], all; int number[ROUNDS]; } trail_t;
typedef struct { hand_t hand; trail_t trail; } course_t;

static float said(const plan_t *plan, int round, int bucket, hand_t hand) {
    return plan->say[plan_at(round, bucket)][class_of(hand)];
}

static hand_t throws(const plan_t *plan, int round, hand_t hand) { return put_out(hand, plan->out[round]); }

/* The discards of both sides in the exchanges before `round`, in a deal that came so far. */
static void trails(dice_t *dice, const plan_t *elder, const plan_t *dealer, int round, trail_t *elders, trail_t *dealers) {
    for (int tries = 0; tries < TRIES; tries++) {
        hand_t one = draw(dice, PACK, 5), two = draw(dice, PACK & ~one, 5), free = PACK & ~one & ~two;
        int a = 0, b = 0, at = 0;
        elders->all = dealers->all = 0;
        for (; at < round; at++) {
            if (tries < TRIES - 1 && (roll_unit(dice) >= said(elder, at, b, one) || roll_unit(dice) >= said(dealer, at, a, two)))
                break;
            hand_t x = throws(elder, at, one), y = throws(dealer, at, two);
            hand_t more = draw(dice, free, __builtin_popcount(x));
            free &= ~more;
            hand_t others = draw(dice, free, __builtin_popcount(y));
            free &= ~others;
            one = (one & ~x) | more, two = (two & ~y) | others;
            elders->out[at] = x, dealers->out[at] = y, elders->all |= x, dealers->all |= y;
            a = took(elders->number[at] = __builtin_popcount(x));
            b = took(dealers->number[at] = __builtin_popcount(y));
        }
        if (at == round) return;
    }
}

/* A hand of one side at `round`, after the other's discards in `trail`. */
static course_t course(dice_t *dice, const plan_t *plan, int round, const trail_t *other) {
    course_t it;
    for (int tries = 0;; tries++) {
        int bucket = 0, at = 0;
        hand_t free = PACK & ~other->all;
        it.trail.all = 0;
        it.hand = draw(dice, free, 5);
        free &= ~it.hand;
        for (; at < round; at++) {
            if (tries < TRIES && roll_unit(dice) >= said(plan, at, bucket, it.hand)) break;
            hand_t x = throws(plan, at, it.hand), more = draw(dice, free, __builtin_popcount(x));
            free &= ~more;
            it.hand = (it.hand & ~x) | more;
            it.trail.all |= x;
            it.trail.number[at] = __builtin_popcount(x);
            bucket = took(other->number[at]);
        }
        if (at == round) return it;
    }
}

/* The other's hands as the row's player meets them at `round`. `dealer`: the row is the dealer's. */
static void sample_node(sample_t *sample, int size, uint64_t seed, const plan_t *elder, const plan_t *dealer_plan, int round,
                        int dealer, int kings, const pay_t *first, const pay_t *second) {
    dice_t dice = {seed * 64 + (uint64_t)(round * 2 + dealer)};
    sample->size = size;
    for (int i = 0; i < size; i++) {
        trail_t elders, dealers;
        trails(&dice, elder, dealer_plan, round, &elders, &dealers);
        const trail_t *own = dealer ? &dealers : &elders;
        const plan_t *theirs = dealer ? elder : dealer_plan;
        course_t it = course(&dice, theirs, round, own);
        int bucket = round ? took(it.trail.number[round - 1]) : 0;
        float say = said(theirs, round, round ? took(own->number[round - 1]) : 0, it.hand);
        other_t *other = &sample->other[i];
        for (int suit = 0; suit < 4; suit++) other->suit[suit] = (uint8_t)suit_bits(it.hand, suit);
        other->king = kings && it.hand & KING;
        other->bucket = (uint16_t)bucket;
        for (int king = 0; dealer && king < 2; king++)
            for (int tricks = 0, number = class_of(it.hand); tricks < 6; tricks++) {
                sample->worth[i][king][0][tricks] = (float)worth(first, number, other->king, king, tricks);
                sample->worth[i][king][1][tricks] = (float)worth(second, number, other->king, king, tricks);
            }
        other->weight[0] = 1 - say;
        other->weight[1] = say;
        sample->share[i] = (uint32_t)(say * 65536.0f);
        sample->hand[i] = it.hand;
        sample->gone[i] = it.hand | it.trail.all | own->all;
    }
}

typedef struct { float entry[CLASSES], stay[CLASSES], gain[CLASSES], change[CLASSES]; } value_t;

/* One step: each class's best answer to the other's plan, and `own` moved towards it.
 *
 * `step`: how far (1: all the way); `blur`: the distance from even within which both decisions are mixed or, if
 * negative, the present one is kept; `slack`: the least gain of a new discard. `told`, where given, receives for the
 * first round the worth of playing (refusing) and of proposing (accepting).
 */
void respond(const plan_t *elder, const plan_t *dealer_plan, int dealer, int kings, const pays_t *pays, int size, uint64_t seed,
             double step, double blur, double slack, plan_t *own, float *told) {
    static sample_t sample;
    static node_t node;
    static float next[CLASSES], gain[CLASSES];
    for (int round = ROUNDS - 1; round >= 0; round--) {
        const pay_t *first = round ? &pays->later : &pays->stood, *second = round ? &pays->later : &pays->refused;
        sample_node(&sample, size, seed, elder, dealer_plan, round, dealer, kings, first, second);
        pass(&sample, dealer, kings, first, second, &node);
        if (round == ROUNDS - 1)
            for (int i = 0; i < CLASSES; i++) {
                double mass = 0, value = 0;
                for (int group = 0; group < 2; group++)
                    for (int bucket = 0; bucket < TOOK; bucket++)
                        mass += node.mass[group][bucket][i], value += node.first[group][bucket][i];
                next[i] = (float)(mass > 0 ? value / mass : 0.5);
            }
        exchange(next, node.drawn, dealer, (float)slack, own->out[round], gain);
        for (int i = 0; i < CLASSES; i++) {
            double mass = 0, value = 0;
            for (int bucket = 0; bucket < (round ? TOOK : 1); bucket++) {
                double stays = node.mass[0][bucket][i], says = node.mass[1][bucket][i], all = stays + says, better, best;
                mass += all;
                if (all <= 0) continue;
                float *now = &own->say[plan_at(round, bucket)][i];
                if (dealer) {
                    better = node.second[1][bucket][i] - says * gain[i];
                    best = node.first[0][bucket][i] + (better > 0 ? says * gain[i] : node.second[1][bucket][i]);
                    if (told && !round) {
                        told[i] = says > 0 ? (float)(node.second[1][bucket][i] / says) : -1;
                        told[CLASSES + i] = gain[i];
                    }
                    better = says > 1e-6 ? better / says : 0;
                    if (says <= 1e-6 && best >= 0) { value += best; continue; }
                } else {
                    double play = node.first[0][bucket][i] + node.first[1][bucket][i];
                    double propose = node.second[0][bucket][i] + says * gain[i];
                    if (told && !round) told[i] = (float)(play / all), told[CLASSES + i] = (float)(propose / all);
                    better = (propose - play) / all;
                    best = propose > play ? propose : play;
                }
                value += best;
                double goal = blur > 0 ? 0.5 + better / (2 * blur) : better > 1e-9;
                if (goal < 0 || (better > -1e-9 && better < 1e-9)) goal = 0;
                if (goal > 1) goal = 1;
                if (blur < 0 && better > blur && better < -blur) goal = *now;
                *now += (float)(step * (goal - *now));
            }
            next[i] = (float)(mass > 0 ? value / mass : 0.5);
        }
    }
}

/* Whole deals by two plans, by the laws; the same seed gives the same packs. `told` receives: the mean of the elder's
 * chance to win, its variance, how often the elder proposes, the dealer accepts, and cards are exchanged a 2nd and a
 * 3rd time. */
void deals(const plan_t *elder, const plan_t *dealer, int kings, const pays_t *pays, int number, uint64_t seed, double *told) {
    dice_t dice = {seed};
    double sum = 0, squares = 0, proposed = 0, given = 0, second = 0, third = 0;
    for (int i = 0; i < number; i++) {
        int pack[CARDS], top = 0, a = 0, b = 0;
        double value = 0, weight = 1;
        hand_t hands[2] = {0, 0};
        for (int j = 0; j < CARDS; j++) pack[j] = j;
        for (int j = 0; j < CARDS; j++) { /* all of it, so that the packs stay the same whatever is drawn */
            int pick = j + roll_below(&dice, CARDS - j), it = pack[pick];
            pack[pick] = pack[j];
            pack[j] = it;
        }
        for (; top < 10; top++) hands[top / 5] |= (hand_t)1 << pack[top];
        for (int round = 0;; round++) {
            int king = kings && hands[0] & KING, theirs = kings && hands[1] & KING, tricks = tricks_of(hands[0], hands[1]);
            int number_of = class_of(hands[0]), one = group_of(hands[0]), two = group_of(hands[1]);
            const pay_t *stood = round ? &pays->later : &pays->stood, *refused = round ? &pays->later : &pays->refused;
            double plays = worth(stood, number_of, king, theirs, tricks) + shift(stood, way_of(round, 0), one, two, king, theirs, tricks);
            double refuses = worth(refused, number_of, king, theirs, tricks) + shift(refused, way_of(round, 1), one, two, king, theirs, tricks);
            hand_t x = round < ROUNDS ? throws(elder, round, hands[0]) : 0;
            int asked = __builtin_popcount(x);
            double propose = round < ROUNDS && asked <= CARDS - top && asked ? said(elder, round, b, hands[0]) : 0;
            value += weight * (1 - propose) * plays;
            if (!round) proposed += propose;
            weight *= propose;
            if (weight < 1e-9) break;
            double accept = said(dealer, round, a, hands[1]);
            value += weight * (1 - accept) * refuses;
            weight *= accept;
            if (weight < 1e-9) break;
            if (round == 0) given += weight;
            if (round == 1) second += weight;
            if (round == 2) third += weight;
            hand_t y = throws(dealer, round, hands[1]);
            hands[0] &= ~x;
            for (int j = 0; j < asked; j++) hands[0] |= (hand_t)1 << pack[top++];
            if (__builtin_popcount(y) > CARDS - top) y = 0; /* too few cards left: the hand is played as it is (Law 38) */
            hands[1] &= ~y;
            b = __builtin_popcount(y);
            for (int j = 0; j < b; j++) hands[1] |= (hand_t)1 << pack[top++];
            a = took(asked), b = took(b);
        }
        sum += value;
        squares += value * value;
    }
    told[0] = sum / number;
    told[1] = squares / number - told[0] * told[0];
    told[2] = proposed / number;
    told[3] = given / (proposed > 0 ? proposed : 1);
    told[4] = given / number;
    told[5] = second / number;
    told[6] = third / number;
}

/* The mean of (first - second) over the same packs, and its variance. */
void compare(const plan_t *elder, const plan_t *dealer, const plan_t *other_elder, const plan_t *other_dealer, int kings,
             const pays_t *pays, int number, uint64_t seed, double *told) {
    double sum = 0, squares = 0, one[7], two[7];
    enum { BATCH = 200 };
    int batches = number / BATCH;
    for (int i = 0; i < batches; i++) {
        deals(elder, dealer, kings, pays, BATCH, seed + (uint64_t)i * 0x10001, one);
        deals(other_elder, other_dealer, kings, pays, BATCH, seed + (uint64_t)i * 0x10001, two);
        double it = one[0] - two[0];
        sum += it;
        squares += it * it;
    }
    told[0] = sum / batches;
    told[1] = (squares / batches - told[0] * told[0]) / batches;
}

/* `told`: for each class, how often hidden and how often open play gave 0-5 tricks over the same deals. The two are
 * matched rank by rank, so that more tricks with open hands are never fewer with hidden ones. */
void hide(const uint32_t *told) {
    memset(hidden_of_class, 0, sizeof hidden_of_class);
    memset(shift_of_way, 0, sizeof shift_of_way);
    for (int i = 0; i < CLASSES; i++) {
        const uint32_t *hidden = told + 12 * i, *open = hidden + 6;
        uint32_t left = hidden[0];
        int made = 0;
        for (int tricks = 0; tricks < 6; tricks++) {
            uint32_t rest = open[tricks];
            if (!rest) hidden_of_class[i][tricks][tricks] = 1;
            while (rest) {
                while (!left) left = hidden[++made];
                uint32_t both = rest < left ? rest : left;
                hidden_of_class[i][tricks][made] += (float)both / (float)open[tricks];
                rest -= both;
                left -= both;
            }
        }
    }
}

float shift_of_way[WAYS][GROUPS][GROUPS][6][6];

/* What `hide` makes of its numbers, for others to use. */
void hidden_shares(float *shares) { memcpy(shares, hidden_of_class, sizeof hidden_of_class); }

/* Adds these shifts, in the order of `shift_of_way`, from now on. */
void shift_by(const float *shifts) { memcpy(shift_of_way, shifts, sizeof shift_of_way); }

void begin(void) {
    for (int i = 0; i < CLASSES; i++)
        for (int tricks = 0; tricks < 6; tricks++) hidden_of_class[i][tricks][tricks] = 1;

    begin_classes();
    begin_tricks();
    begin_rows();
    begin_sets();
}
