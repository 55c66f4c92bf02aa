/* Leaving the plan of the exchange where that paid: by cells of like hands, scores and what was said before.
 *
 * A cell has the decision that the plan takes and one in its place. Learning plays deals of two players twice: as they
 * go, and with one decision of one side replaced.
 */
#include <string.h>

#include "house_match.h"

enum { KINDS = 6, PASTS = 1 + 2 * TOOK, SURE = 6, SCORE_CELLS = 9, HAND_CELLS = 32, CELLS = KINDS * PASTS * SURE * SCORE_CELLS * HAND_CELLS };
/* A proposal, an answer, and by sides a card fewer and one more put out. */
enum { PROPOSES, ANSWERS, FEWER, MORE = FEWER + 2 };

int number_of_cells(void) { return CELLS; }

static int few(int needs) { return needs < 3 ? needs - 1 : 2; }

static int cell_at(const deal_t *deal, int side, int kind, uint32_t planned) {
    int round = deal->rounds < ROUNDS ? deal->rounds : ROUNDS - 1;
    int past = plan_at(round, round ? took(deal->took[deal->rounds - 1][!side]) : 0);
    int sure = kind < FEWER ? (int)planned + 2 * (deal->player[side]->book_exchange ? 0 : (plan_level(deal, side) % 3 > 0)) : many(planned);
    int trumps = bits_in(deal->hand[side], deal->trump), number = __builtin_popcount((unsigned)trumps);
    int courts = many(deal->hand[side] & ~suit_mask(deal->trump) & 0x03030303u);
    int score = 3 * few(deal->needs[side]) + few(deal->needs[!side]);
    int hand = (number > 3 ? 3 : number) * 8 + (courts > 3 ? 3 : courts) * 2 + ((trumps & 3) != 0);
    return (((kind * PASTS + past) * SURE + sure) * SCORE_CELLS + score) * HAND_CELLS + hand;
}

static int kind_of(int what, int side, int fewer) { return what == PROPOSAL ? PROPOSES : what == ANSWER ? ANSWERS : (fewer ? FEWER : MORE) + side; }

uint32_t learnt_move(const deal_t *deal, int side, int what, uint32_t planned) {
    uint32_t choices[5];
    int number = choices_at(deal, side, what, planned, choices);
    for (int i = 1; i < number; i++)
        if (deal->player[side]->learnt[cell_at(deal, side, kind_of(what, side, many(choices[i]) < many(planned)), planned)]) return choices[i];
    return planned;
}

static deal_t with_script(const deal_t *deal, const move_t *script, int scripted, int halts) {
    deal_t other = {.player = {deal->player[0], deal->player[1]}, .pack = deal->pack, .dice = deal->dice};
    other.needs[0] = deal->before[0], other.needs[1] = deal->before[1];
    other.script = script, other.scripted = scripted, other.halts = halts, other.plain = 1;
    return other;
}

/* Adds to the sums of each cell (number, gain, gain squared) what deals number `first` and on of the seed show. */
void learn(int maitre, int first, int number, uint64_t seed, double *sums) {
    for (int i = first; i < first + number; i++) {
        uint8_t pack[32];
        uint64_t own = mixed(seed, (uint64_t)i);
        dice_t dice = {mixed(own, 1)};
        shuffle(own, pack);
        deal_t deal = {.player = {&players[maitre], &players[maitre]}, .pack = pack, .dice = own ^ DICE, .plain = 1};
        deal.needs[0] = 1 + roll_below(&dice, SCORES), deal.needs[1] = 1 + roll_below(&dice, SCORES);
        int winner = play_deal(&deal), decisions = 0;
        double worth = worth_of(&deal, winner, players[maitre].chances);
        while (decisions < deal.made && deal.moves[decisions].what != CARD) decisions++;
        if (!decisions) continue;
        int at = roll_below(&dice, decisions), side = deal.moves[at].side, what = deal.moves[at].what;
        uint32_t planned = deal.moves[at].value, choices[5];
        move_t script[MOST_MOVES];
        memcpy(script, deal.moves, sizeof script);
        deal_t then = with_script(&deal, script, at, 1);
        play_deal(&then);
        int many_choices = choices_at(&then, side, what, planned, choices);
        for (int choice = 1; choice < many_choices; choice++) {
            script[at].value = choices[choice];
            deal_t other = with_script(&deal, script, at + 1, 0);
            winner = play_deal(&other);
            double gain = worth_of(&other, winner, players[maitre].chances) - worth;
            double *sum = sums + 3 * cell_at(&then, side, kind_of(what, side, many(choices[choice]) < many(planned)), planned);
            if (side == DEALER) gain = -gain;
            sum[0] += 1, sum[1] += gain, sum[2] += gain * gain;
        }
    }
}
