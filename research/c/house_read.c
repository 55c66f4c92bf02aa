/* A player who knows the other's: it holds the hands that the other may have, each as likely as the other's own player
 * makes what it has done, plays its choices out against them, and takes the best.
 *
 * A guess is a pack that has the own cards where they were dealt or drawn. The other's discards are known by their
 * number alone. Between equals, and where the difference is within its error, the plan's decision stands.
 *
 * What a decision gains over the plan's is judged by other guesses than those it was taken by, and with all that is known
 * of the other, whatever the player reads. In both cases all keep to their plans after it, so the gains add up.
 */
#include <math.h>
#include <string.h>

#include "house_read.h"

enum { MOST_GUESSES = 1024, FEW = 16, TRIES_A_GUESS = 25, BATCH = 25, JUDGED_BY = 4 };
static const double CLEAR = 1.0, HOPELESS = 2.5;

typedef struct { uint8_t pack[32]; double chance; } guess_t;
/* Guesses whose chance takes in the decisions before number `weighed`: of each side, and to judge by. */
typedef struct { guess_t guess[MOST_GUESSES]; int number, weighed; } belief_t;
static belief_t beliefs[2], others;
/* The decisions of each side that left the plan in the deal, and their gain, by where. */
static double left[2][2 * WHERE];

void begin_reading(int side) {
    beliefs[side].number = beliefs[side].weighed = 0;
    memset(left[side], 0, sizeof left[side]);
}

double gain_by_reading(int side, double *by) {
    double gain = 0;
    for (int i = 0; i < 2 * WHERE; i++) by[i] += left[side][i], gain += i % 2 ? left[side][i] : 0;
    return gain;
}

int seen_by(const deal_t *deal, int side, move_t *script) {
    memcpy(script, deal->moves, sizeof *script * (size_t)deal->made);
    for (int i = 0; i < deal->made; i++)
        if (script[i].what == DISCARD && script[i].side != side) script[i].value = (uint32_t)many(script[i].value);
    return deal->made;
}

deal_t back_at(const deal_t *deal, int side, const uint8_t *pack, const move_t *script, int from, int made) {
    deal_t past = {.player = {deal->player[0], deal->player[1]}, .pack = pack, .script = script, .scripted = made};
    past.needs[0] = deal->before[0], past.needs[1] = deal->before[1];
    past.halts = past.plain = 1, past.unknown = 1 << !side, past.weigh_from = from, past.chance = 1;
    play_deal(&past);
    if (!past.halted || past.made != made) past.chance = 0;
    return past;
}

/* How likely the other's player does what it has done from decision `from` on, if this were the pack. The last cards
 * come first: few are left then, and most packs are out soon. */
static double chance_of(const deal_t *deal, int side, const uint8_t *pack, const move_t *script, int from, int reads) {
    deal_t past = back_at(deal, side, pack, script, from, deal->made);
    double chance = past.king == deal->king ? past.chance : 0;
    if (reads & CARDS_TELL_NOTHING) return chance;
    for (int at = deal->made - 1; at >= from && chance > 0; at--) {
        if (script[at].what != CARD || script[at].side == side) continue;
        past = back_at(deal, side, pack, script, MOST_MOVES, at);
        chance *= past.chance * chance_of_card(&past, !side, (int)script[at].value);
    }
    return chance;
}

/* The places of the pack that a side's cards came from; returns their number. */
static int places_of(const deal_t *deal, int side, int *places) {
    static const int dealt[2][5] = {{0, 1, 2, 6, 7}, {3, 4, 5, 8, 9}};
    int number = 5, next = 11;
    memcpy(places, dealt[side], sizeof dealt[side]);
    for (int round = 0; round < deal->rounds; round++)
        for (int drawer = 0; drawer < 2; drawer++)
            for (int i = 0; i < deal->took[round][drawer]; i++, next++)
                if (drawer == side) places[number++] = next;
    return number;
}

void guess_pack(const deal_t *deal, int side, dice_t *dice, uint8_t *pack) {
    int own[32], others[32], free_place[32], rest[32], left = 0, cards = 0;
    int mine = places_of(deal, side, own), theirs = places_of(deal, !side, others);
    cards_t known = bit_of(deal->turn_up);
    memset(pack, 255, 32);
    pack[10] = (uint8_t)deal->turn_up;
    for (int i = 0; i < mine; i++) pack[own[i]] = deal->pack[own[i]], known |= bit_of(pack[own[i]]);
    for (int i = 0; i < deal->made; i++) {
        if (deal->moves[i].what != CARD || deal->moves[i].side == side) continue;
        int pick = roll_below(dice, theirs);
        pack[others[pick]] = (uint8_t)deal->moves[i].value, known |= bit_of((int)deal->moves[i].value);
        others[pick] = others[--theirs];
    }
    for (int i = 0; i < 32; i++) {
        if (pack[i] == 255) free_place[left++] = i;
        if (!(known & bit_of(i))) rest[cards++] = i;
    }
    for (int i = 0; i < cards; i++) {
        int pick = i + roll_below(dice, cards - i), card = rest[pick];
        rest[pick] = rest[i], rest[i] = card;
        pack[free_place[i]] = (uint8_t)card;
    }
}

/* Brings the guesses up to date; makes new ones, `samples` at most, where too few are left. Returns their number. */
static int update(belief_t *belief, const deal_t *deal, int side, const move_t *script, uint64_t seed, int samples, int reads) {
    int number = 0;
    guess_t *guess = belief->guess;
    if (samples > MOST_GUESSES) samples = MOST_GUESSES;
    for (int i = 0; i < belief->number; i++) {
        double chance = guess[i].chance * chance_of(deal, side, guess[i].pack, script, belief->weighed, reads);
        if (chance <= 0) continue;
        guess[number] = guess[i];
        guess[number++].chance = chance;
    }
    dice_t dice = {seed};
    if (number < 2 * FEW) {
        number = 0;
        for (int i = 0; i < TRIES_A_GUESS * samples && number < samples; i++) {
            guess_pack(deal, side, &dice, guess[number].pack);
            guess[number].chance = chance_of(deal, side, guess[number].pack, script, 0, reads);
            number += guess[number].chance > 0;
        }
    }
    belief->number = number, belief->weighed = deal->made;
    return number;
}

/* Brings the guesses of a side up to date, as its player reads. */
static int guessed(const deal_t *deal, int side, const move_t *script, uint64_t seed) {
    return update(&beliefs[side], deal, side, script, seed, deal->player[side]->samples, deal->player[side]->reads);
}

/* The side's chance to win where the pack is this, the script is followed and all keep to their plans after it. */
static double played_out(const deal_t *deal, int side, const uint8_t *pack, const move_t *script, uint64_t seed) {
    deal_t ahead = {.player = {deal->player[0], deal->player[1]}, .pack = pack, .script = script, .scripted = deal->made + 1};
    ahead.needs[0] = deal->before[0], ahead.needs[1] = deal->before[1];
    ahead.plain = 1, ahead.unknown = 1 << !side, ahead.weigh_from = MOST_MOVES, ahead.dice = seed;
    int winner = play_deal(&ahead);
    double worth = worth_of(&ahead, winner, ((player_t *)deal->player[side])->chances);
    return side == ELDER ? worth : 1 - worth;
}

/* Adds what a decision gains over the plan's. */
static void judge(const deal_t *deal, int side, int what, move_t *script, uint32_t planned, uint32_t chosen, uint64_t seed) {
    double sum = 0, weight = 0, *at = left[side] + 2 * where_of(deal, (move_t){(uint8_t)what, (uint8_t)side, chosen});
    others.number = others.weighed = 0;
    int guesses = update(&others, deal, side, script, seed, JUDGED_BY * deal->player[side]->samples, 0);
    for (int i = 0; i < guesses; i++) {
        const guess_t *guess = &others.guess[i];
        for (int plan = 0; plan < 2; plan++) {
            script[deal->made] = (move_t){(uint8_t)what, (uint8_t)side, plan ? planned : chosen};
            double worth = guess->chance * played_out(deal, side, guess->pack, script, mixed(seed, (uint64_t)i));
            sum += plan ? -worth : worth;
        }
        weight += guess->chance;
    }
    at[0] += 1, at[1] += weight > 0 ? sum / weight : 0;
}

uint32_t read_move(const deal_t *deal, int side, int what, const uint32_t *choices, int number, uint32_t planned) {
    move_t script[MOST_MOVES + 1];
    double sum[5] = {0}, squares[5] = {0}, weight = 0;
    int out[5] = {0}, open = number - 1, best = 0;
    uint64_t seed = mixed(deal->dice, (uint64_t)(1000 + deal->made));
    seen_by(deal, side, script);
    int guesses = guessed(deal, side, script, seed);
    if (guesses < FEW) return planned;
    for (int i = 0; i < guesses && open; i++) {
        const guess_t *guess = &beliefs[side].guess[i];
        double base = 0;
        for (int at = 0; at < number; at++) {
            if (out[at]) continue;
            script[deal->made] = (move_t){(uint8_t)what, (uint8_t)side, choices[at]};
            double worth = played_out(deal, side, guess->pack, script, mixed(seed, (uint64_t)i));
            if (!at) base = worth;
            double more = guess->chance * (worth - base);
            sum[at] += more, squares[at] += more * more;
        }
        weight += guess->chance;
        for (int at = 1; at < number && i % BATCH == BATCH - 1; at++)
            if (!out[at] && sum[at] < -HOPELESS * sqrt(squares[at])) out[at] = 1, open--;
    }
    for (int at = 1; at < number; at++)
        if (!out[at] && sum[at] > CLEAR * sqrt(squares[at]) && sum[at] > sum[best]) best = at;
    if (best) judge(deal, side, what, script, planned, choices[best], mixed(seed, MOST_GUESSES));
    return choices[best];
}

deal_t stand_at(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, uint64_t dice, int cards, move_t *script) {
    deal_t deal = {.player = {&players[seats[0]], &players[seats[1]]}, .pack = pack, .numbers = numbers, .dice = dice, .plain = 1};
    deal_t then = {.player = {deal.player[0], deal.player[1]}, .pack = pack, .plain = 1, .script = script, .halts = 1};
    deal.needs[0] = then.needs[0] = needs[0], deal.needs[1] = then.needs[1] = needs[1];
    play_deal(&deal);
    memcpy(script, deal.moves, sizeof deal.moves);
    while (then.scripted < deal.made && (script[then.scripted].what != CARD || cards--)) then.scripted++;
    play_deal(&then);
    return then;
}

/* How likely the other's player does what it has done before the card, for each of some packs. */
void believe(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, int cards, int side, int number, const uint8_t *packs, double *told) {
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    deal_t deal = stand_at(seats, needs, pack, numbers, 0, cards, script);
    seen_by(&deal, side, seen);
    for (int i = 0; i < number; i++) told[i] = chance_of(&deal, side, packs + 32 * i, seen, 0, deal.player[side]->reads);
}

/* The packs that a reader with as many samples guesses there, with their chances; returns their number. */
int guess(const int *seats, const int *needs, const uint8_t *pack, const double *numbers, int cards, int side, uint64_t seed, uint8_t *packs, double *told) {
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    deal_t deal = stand_at(seats, needs, pack, numbers, 0, cards, script);
    begin_reading(side);
    seen_by(&deal, side, seen);
    int number = guessed(&deal, side, seen, seed);
    for (int i = 0; i < number; i++)
        memcpy(packs + 32 * i, beliefs[side].guess[i].pack, 32), told[i] = beliefs[side].guess[i].chance;
    return number;
}

/* The cards that may be led and play otherwise than a lower one; returns their number. */
static int leads_of(const knows_t *knows, int *cards) {
    int number = 0;
    for (cards_t left = knows->hand; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        cards_t lower = knows->hand & suit_mask(suit_at(card)) & ~((bit_of(card) << 1) - 1);
        cards_t between = lower ? above(__builtin_ctz(lower)) & ~((bit_of(card) << 1) - 1) : 0;
        if (!lower || knows->unseen & between) cards[number++] = card;
    }
    return number;
}

/* One lead of a deal of a seat against itself, at some score: each card played out against the hands that the other may
 * hold. `told` receives the worth of the point, and of each card its cell (`house_leads.c`), its value by search with open
 * hands and what it made. Returns the number of cards; 0: no lead to mend. */
static int lead_case(int seat, uint64_t seed, double *told) {
    int seats[2] = {seat, seat}, cards[5];
    uint8_t pack[32];
    move_t script[MOST_MOVES], seen[MOST_MOVES + 1];
    double values[32], made[5] = {0}, weight = 0;
    dice_t dice = {mixed(seed, 1)};
    int needs[2] = {1 + roll_below(&dice, SCORES), 1 + roll_below(&dice, SCORES)};
    shuffle(seed, pack);
    deal_t deal = stand_at(seats, needs, pack, 0, seed ^ DICE, 2 * roll_below(&dice, 4), script);
    if (!deal.halted) return 0;
    int side = script[deal.made].side;
    knows_t knows = knows_of(&deal, side);
    int number = is_mended(&knows) ? leads_of(&knows, cards) : 0;
    if (number < 2) return 0;
    begin_reading(side);
    seen_by(&deal, side, seen);
    int guesses = guessed(&deal, side, seen, mixed(seed, 2));
    if (guesses < FEW) return 0;
    for (int i = 0; i < guesses; i++) {
        const guess_t *guess = &beliefs[side].guess[i];
        for (int at = 0; at < number; at++) {
            seen[deal.made] = (move_t){CARD, (uint8_t)side, (uint32_t)cards[at]};
            made[at] += guess->chance * played_out(&deal, side, guess->pack, seen, mixed(seed, (uint64_t)(3 + i)));
        }
        weight += guess->chance;
    }
    card_values(&knows, players[seat].chances, values);
    *told++ = point_of(&knows, players[seat].chances);
    for (int at = 0; at < number; at++) *told++ = lead_cell(&knows, cards[at]), *told++ = values[cards[at]], *told++ = made[at] / weight;
    return number;
}

/* The leads of deals number `first` and on of a seed: of each the number of cards, then what `lead_case` tells, 17
 * numbers in all. Returns how many there are. */
int lead_cases(int seat, int first, int number, uint64_t seed, double *told) {
    int cases = 0;
    for (int i = first; i < first + number; i++) {
        int cards = lead_case(seat, mixed(seed, (uint64_t)i), told + 17 * cases + 1);
        if (cards) told[17 * cases++] = cards;
    }
    return cases;
}
