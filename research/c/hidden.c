/* The long computation behind `ecarte.ai.cards.hidden`, which has the definitions and proofs.
 *
 * One player, the BLIND one, holds a known hand of five and knows nothing of the other's. The other, the SEER, sees
 * both hands. CFR+ improves the blind player's strategy, which is then valued against the seer's best reply, hand by
 * hand (`hidden_solve.h`). A player who follows it with each hand is the REFERENCE, to which every hand of the other
 * role replies as well as it can (`hidden_reply.h`).
 *
 * Cards are relative: suit 0 is the trumps without the turn-up (7 cards), suits 1-3 are plain (8 each), rank 0 is the
 * highest. The seer's cards between the same two of the blind player's form a GAP and are worth the same: a class of
 * hands has a number of cards for each gap. A LINK of the game tree leads to another entry or to an end.
 *
 * Built by `research.cards.hidden_native` with any C compiler; no option may let it reorder or fuse floating point.
 */
#include "hidden_reply.h"
#include "hidden_solve.h"

/* ---- the library's functions ---- */

/* Solves one hand; returns its lower bound, of 65,780 hands, and writes its leaves. */
double refer(const uint8_t *masks, int blind_leads, int most_rounds, double enough)
{
    int rounds;
    double lower = solve_hand(masks, blind_leads, most_rounds, enough, &rounds);
    leaf_count = 0;
    write_leaves(masks, blind_leads);
    return lower;
}

/* For the tests: how likely the reference, with the hand just solved and to play, plays each of its five cards after
 * these (below 9 the gap of a card of the other's, from 9 on a card of its own). `leads`: it leads first. */
void plays_after(const uint8_t *events, int count, int leads, double *share)
{
    int node = node_count ? 0 : -1, own = 31, led = -1, cards[HAND];
    uint64_t shown = 0;
    for (int i = 0;; i++) {
        if (leads == (led < 0)) {
            double each[MOST_GAPS];
            int a = 0, actions = listed_bits(unlike(leads ? own : blind_replies(own, led), own, shown), cards);
            if (i == count) {
                reference_plays(node, actions, each);
                for (int c = 0; c < HAND; c++) share[c] = 0;
                for (; a < actions; a++) share[cards[a]] = each[a];
                return;
            }
            while (cards[a] != events[i] - MOST_GAPS) a++;
            own &= ~(1 << cards[a]);
            node = child(node, a);
            if (leads) led = cards[a];
            else { leads = blind_wins(cards[a], led); led = -1; }
        } else {
            int gap = events[i];
            shown += one_of(gap);
            node = child(node, gap);
            if (leads) { leads = !seer_wins(led, gap); led = -1; }
            else led = gap;
        }
    }
}

int gap_under(int suit, int higher_own_cards) { return gap_of[suit][higher_own_cards]; }
