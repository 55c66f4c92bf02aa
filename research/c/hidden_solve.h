/* The blind player's strategy for one hand, and its lower end, for hidden.c: CFR+ over the tree of `hidden_tree.h`. */
#ifndef ECARTE_HIDDEN_SOLVE_H
#define ECARTE_HIDDEN_SOLVE_H
#include <string.h>

#include "hidden_tree.h"

/* ---- CFR+: the two improve in turn; the blind player's average counts ---- */

static double worth(int link) { return link_to[link] >= 0 ? value[link_to[link]] : link_to[link] == WON; }

static void shares(const double *from, int count, double *to)
{
    double sum = 0;
    for (int k = 0; k < count; k++) sum += from[k];
    for (int k = 0; k < count; k++) to[k] = sum > 0 ? from[k] / sum : 1.0 / count;
}

static void go_down(int seer)
{
    double share[MOST_GAPS];
    node_reach[0] = 1;
    for (int n = 0; n < node_count; n++) {
        Node *node = nodes + n;
        if (n && !seer) {
            Node *up = nodes + node->parent;
            node_reach[n] = node_reach[node->parent];
            if (up->blind) { shares(memory + up->memory, up->actions, share); node_reach[n] *= share[node->action]; }
        }
        if (!seer) continue;
        for (int e = node->first; e < node->first + node->count; e++) {
            Entry *entry = entries + e;
            if (node->blind) {
                for (int k = 0; k < entry->count; k++)
                    if (link_to[entry->links + k] >= 0) reach[link_to[entry->links + k]] = reach[e];
            } else {
                shares(regret + entry->links, entry->train, share);
                for (int k = 0; k < entry->train; k++)
                    if (link_to[entry->links + k] >= 0) reach[link_to[entry->links + k]] = reach[e] * share[k];
            }
        }
    }
}

static void go_up(int seer)
{
    double share[MOST_GAPS], gain[MOST_GAPS];
    for (int n = node_count - 1; n >= 0; n--) {
        Node *node = nodes + n;
        if (node->blind) {
            double *kept = memory + node->memory, sum = 0;
            shares(kept, node->actions, share);
            memset(gain, 0, sizeof gain);
            for (int e = node->first; e < node->first + node->count; e++) {
                double made = 0;
                for (int a = 0; a < node->actions; a++) {
                    double it = worth(entries[e].links + a);
                    made += share[a] * it;
                    gain[a] += reach[e] * it;
                }
                value[e] = made;
            }
            if (seer) continue;
            for (int a = 0; a < node->actions; a++) sum += share[a] * gain[a];
            for (int a = 0; a < node->actions; a++) {
                kept[a] += gain[a] - sum;
                if (kept[a] < 0) kept[a] = 0;
            }
        } else
            for (int e = node->first; e < node->first + node->count; e++) {
                Entry *entry = entries + e;
                double made = 0, *kept = regret + entry->links;
                shares(kept, entry->train, share);
                for (int k = 0; k < entry->train; k++) made += share[k] * (gain[k] = worth(entry->links + k));
                value[e] = made;
                if (!seer) continue;
                for (int k = 0; k < entry->train; k++) {
                    kept[k] += node_reach[n] * (made - gain[k]);
                    if (kept[k] < 0) kept[k] = 0;
                }
            }
    }
}

static void remember(double weight)
{
    double share[MOST_GAPS];
    go_down(0);
    for (int n = 0; n < node_count; n++)
        if (nodes[n].blind) {
            shares(memory + nodes[n].memory, nodes[n].actions, share);
            for (int a = 0; a < nodes[n].actions; a++) total[nodes[n].memory + a] += weight * node_reach[n] * share[a];
        }
}

/* The winnings of the average strategy against the seer's best reply in every class, of all hands. */
static double against_best(double least_share)
{
    double share[MOST_GAPS], sum = 0;
    for (int n = node_count - 1; n >= 0; n--) {
        Node *node = nodes + n;
        if (node->blind) {
            double *kept = total + node->memory;
            shares(kept, node->actions, share);
            if (least_share > 0) { /* rare choices are dropped: a plainer strategy, valued as it is */
                for (int a = 0; a < node->actions; a++) kept[a] = share[a] < least_share ? 0 : share[a];
                shares(kept, node->actions, share);
            }
            for (int e = node->first; e < node->first + node->count; e++) {
                value[e] = 0;
                for (int a = 0; a < node->actions; a++)
                    if (share[a] > 0) value[e] += share[a] * worth(entries[e].links + a);
            }
        } else
            for (int e = node->first; e < node->first + node->count; e++) {
                value[e] = 1;
                for (int k = 0; k < entries[e].count; k++) {
                    double it = worth(entries[e].links + k);
                    if (it < value[e]) value[e] = it;
                }
            }
    }
    for (int e = nodes[0].first; e < nodes[0].first + nodes[0].count; e++)
        sum += class_weight[entries[e].class] * value[e];
    return sum;
}

static double sure; /* the hands against which the blind player wins however both play: not in the tree */

/* Grows a hand's tree, with nothing learnt yet; returns whether anything is left to choose. */
static int plant(const uint8_t *masks, int blind_leads)
{
    static Item items[MOST_CLASSES];
    int count = 0;
    take_hand(masks);
    node_count = entry_count = link_count = memory_count = 0;
    sure = 0;
    for (int x = 0; x < classes; x++) {
        if (standing(31, class_cards[x], blind_leads, 0, 1) == WON) sure += class_weight[x];
        else items[count++] = (Item){-1, (uint16_t)x, class_cards[x]};
    }
    if (!count) return 0;
    start(-1, 0, 31, 0, blind_leads, 0, items, count, 1);
    memset(memory, 0, memory_count * sizeof *memory);
    memset(total, 0, memory_count * sizeof *total);
    memset(regret, 0, link_count * sizeof *regret);
    memset(reach, 0, entry_count * sizeof *reach);
    for (int e = 0; e < nodes[0].count; e++) reach[e] = class_weight[entries[e].class] / 65780.0;
    return 1;
}

/* The two improve in turn: the seer, then the blind player. */
static void improve(int round)
{
    go_down(0);
    go_up(1);
    go_down(1);
    go_up(0);
    remember(round);
}

/* Solves a hand; returns how many of the 65,780 hands the blind player wins at least, on average. */
static double solve_hand(const uint8_t *masks, int blind_leads, int most_rounds, double enough, int *rounds)
{
    *rounds = 0;
    if (!plant(masks, blind_leads)) return sure;
    double before = -1;
    for (int round = 1; round <= most_rounds; round++) {
        improve(round);
        *rounds = round;
        if (round % 8 == 0) {
            double now = against_best(0);
            if (now - before < enough) break;
            before = now;
        }
    }
    return sure + against_best(0.005);
}
#endif
