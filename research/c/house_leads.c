/* Leads in which search with open hands errs: `ecarte.ai.cards.leads`. */
#include "house.h"

enum { MOMENTS = 6, TRUMPS = 5, KINDS = 20, KINGS = 3, OF_A_KIND = 4, UNIT = 500 };

static const int8_t *mends;

void seat_leads(const int8_t *new_mends) { mends = new_mends; }

static int at_most(int number, int most) { return number < most ? number : most; }

int was_refused(const knows_t *knows) { return !knows->rounds && knows->stance == (knows->elder ? STOOD : PROPOSED); }

int is_mended(const knows_t *knows) {
    return !knows->open && knows->led < 0 && knows->hand & (knows->hand - 1) && (knows->rounds || was_refused(knows));
}

static int moment_of(const knows_t *knows) {
    int cards = many(knows->hand), ahead = knows->own_tricks > knows->other_tricks;
    return cards > 3 ? 5 - cards : 2 * (4 - cards) + !ahead;
}

int lead_cell(const knows_t *knows, int card) {
    int suit = suit_at(card), trumps = at_most(many(knows->hand & suit_mask(knows->trump)), TRUMPS - 1), kings = 0;
    int length = at_most(many(knows->hand & suit_mask(suit)), OF_A_KIND), higher = at_most(many(knows->unseen & above(card)), OF_A_KIND - 1);
    for (int plain = 0; plain < 4; plain++) kings += plain != knows->trump && knows->hand & bit_of(8 * plain);
    int kind = suit == knows->trump ? higher : OF_A_KIND * length + higher;
    return (((!knows->rounds * MOMENTS + moment_of(knows)) * TRUMPS + trumps) * KINGS + at_most(kings, KINGS - 1)) * KINDS + kind;
}

void mend_leads(const knows_t *knows, double point, double *values) {
    if (!mends || !is_mended(knows)) return;
    for (cards_t left = knows->hand; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        values[card] += point * (mends[lead_cell(knows, card)] / (double)UNIT);
    }
}
