/* Hands as dealt: `ecarte.ai.cards.dealt`, and `Knowledge.as_dealt`. */
#include "house.h"

#include <stdlib.h>
#include <string.h>

enum { HANDS = 31913, GAP = 5, SEVENTHS = 7 };

static const uint32_t *keys, *starts, *paths;
static const uint16_t *plays;

void seat_dealt(const uint32_t *new_keys, const uint32_t *new_starts, const uint32_t *new_paths, const uint16_t *new_plays) {
    keys = new_keys, starts = new_starts, paths = new_paths, plays = new_plays;
}

int as_dealt(const knows_t *knows) {
    if (!keys || knows->open || knows->rounds || (knows->led < 0 && was_refused(knows))) return 0;
    return (knows->five | bit_of(knows->turn_up)) & bit_of(8 * knows->trump) || knows->silent_king ||
           (knows->elder && !knows->number_played);
}

/* The suits in the table's order, and its key of the hand. */
static uint32_t order_suits(const knows_t *knows, int *suits) {
    int number = 1;
    suits[0] = knows->trump;
    for (int suit = 0; suit < 4; suit++)
        if (suit != knows->trump) suits[number++] = suit;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 1; i < 3; i++)
            if (bits_in(knows->five, suits[i]) < bits_in(knows->five, suits[i + 1])) {
                int suit = suits[i];
                suits[i] = suits[i + 1], suits[i + 1] = suit;
            }
    int trumps = bits_in(knows->five, knows->trump), higher = (1 << rank_at(knows->turn_up)) - 1;
    uint32_t key = (uint32_t)((trumps & higher) | (trumps >> 1 & ~higher));
    for (int i = 1; i < 4; i++) key = key << 8 | (uint32_t)bits_in(knows->five, suits[i]);
    return key;
}

/* The bits of every card in a path; the own cards by place. */
static void name_cards(const knows_t *knows, const int *suits, int *event, int *cards) {
    int place = 0, gap = -1;
    for (int i = 0; i < 4; i++)
        for (int rank = 0, fresh = 1; rank < 8; rank++) {
            int card = 8 * suits[i] + rank;
            if (card == knows->turn_up) continue;
            if (knows->five & bit_of(card)) {
                cards[place] = card, event[card] = place++, fresh = 1;
            } else {
                gap += fresh, fresh = 0;
                event[card] = GAP + gap;
            }
        }
}

static int number_of(uint32_t key) {
    int low = 0, high = HANDS - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (keys[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

int planned(const knows_t *knows, int *cards, double *shares) {
    int suits[4], event[32], held[5], count = 0;
    int at = number_of(order_suits(knows, suits)) + (knows->elder ? 0 : HANDS);
    uint32_t path = 1;
    name_cards(knows, suits, event, held);
    for (int i = 0; i < knows->number_played; i++) path = path << 4 | (uint32_t)event[knows->played[i]];
    for (uint32_t i = starts[at]; i < starts[at + 1]; i++) {
        if (paths[i] != path) continue;
        for (int place = 0; place < 5; place++) {
            int share = plays[i] >> 3 * place & SEVENTHS;
            if (share) cards[count] = held[place], shares[count++] = share / (double)SEVENTHS;
        }
    }
    return count;
}

int last_alike(const knows_t *knows, cards_t cards) {
    int suits[4], event[32], held[5], last = -1;
    order_suits(knows, suits);
    name_cards(knows, suits, event, held);
    for (int place = 0; place < 5; place++)
        if (cards & bit_of(held[place])) last = held[place];
    return last;
}
