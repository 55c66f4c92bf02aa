/* What a hand can be made sure of, at most: the other side of the game in `hidden_solve.h`.
 *
 * The seer's average strategy is written down, and the blind player replies to it as well as a player can who does not
 * see the other hand. No way to play the hand makes more against this seer, so none is sure of more. That the blind
 * player tells cards of a gap apart would not help: the seer plays each card of a gap as often.
 *
 * Built by `research.cards.limits` with any C compiler.
 */
#include "hidden_solve.h"

static double *seers; /* the seer's choices by link, summed over the rounds */
static int seers_room;

static void remember_seer(double weight)
{
    double share[MOST_GAPS];
    for (int n = 0; n < node_count; n++) {
        if (nodes[n].blind) continue;
        for (int e = nodes[n].first; e < nodes[n].first + nodes[n].count; e++) {
            Entry *entry = entries + e;
            shares(regret + entry->links, entry->train, share);
            for (int k = 0; k < entry->train; k++) seers[entry->links + k] += weight * reach[e] * share[k];
        }
    }
}

/* The winnings of the best play against the seer's average strategy, of all hands. Nothing can be learnt after it. */
static double against_seer(void)
{
    double share[MOST_GAPS], sum = 0;
    memcpy(regret, seers, link_count * sizeof *regret);
    go_down(1);
    for (int n = node_count - 1; n >= 0; n--) {
        Node *node = nodes + n;
        Entry *first = entries + node->first;
        int best = 0;
        if (node->blind) {
            double most = -1;
            for (int a = 0; a < node->actions; a++) {
                double made = 0;
                for (int e = 0; e < node->count; e++) made += reach[node->first + e] * worth(first[e].links + a);
                if (made > most) { most = made; best = a; }
            }
        }
        for (int e = 0; e < node->count; e++) {
            double *made = value + node->first + e;
            if (node->blind) { *made = worth(first[e].links + best); continue; }
            shares(regret + first[e].links, first[e].train, share);
            *made = 0;
            for (int k = 0; k < first[e].train; k++) *made += share[k] * worth(first[e].links + k);
        }
    }
    for (int e = nodes[0].first; e < nodes[0].first + nodes[0].count; e++)
        sum += class_weight[entries[e].class] * value[e];
    return sum;
}

/* How many of the 65,780 hands a hand wins at most, on average, against a seer who has learnt for so many rounds. */
double most_sure(const uint8_t *masks, int blind_leads, int rounds)
{
    if (!plant(masks, blind_leads)) return sure;
    if (link_count > seers_room) {
        seers_room = 2 * link_count;
        seers = grown(seers, seers_room, sizeof *seers);
    }
    memset(seers, 0, link_count * sizeof *seers);
    for (int round = 1; round <= rounds; round++) {
        improve(round);
        remember_seer(round);
    }
    return sure + against_seer();
}
