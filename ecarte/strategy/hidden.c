/* The long computation behind `ecarte.strategy.hidden`: see that module for what is computed and why it is certain.
 *
 * One player, the BLIND one, holds a known hand of five and knows nothing of the other's. The other, the SEER, sees both
 * hands. The blind player's strategy is improved by CFR+ and then valued against the seer's best reply, hand by hand.
 *
 * Cards are relative: suit 0 is the trumps without the turn-up (7 cards), suits 1-3 are plain (8 each), rank 0 is the
 * highest. The seer's cards between the same two of the blind player's form a GAP and are worth the same: a class of
 * hands is told by a number of cards for each gap. A LINK of the game tree leads to another entry or to an end.
 *
 * Built by `ecarte.strategy.build` with any C compiler; no option may let it reorder or fuse floating point.
 */
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

/* The average strategy against the seer's best reply in every class: what it wins of all hands. */
static double against_best(double least_share)
{
    double share[MOST_GAPS], sum = 0;
    for (int n = node_count - 1; n >= 0; n--) {
        Node *node = nodes + n;
        if (node->blind) {
            double *kept = total + node->memory;
            shares(kept, node->actions, share);
            if (least_share > 0) { /* what is hardly ever played is dropped: a plainer strategy, valued as it is */
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
    for (int e = nodes[0].first; e < nodes[0].first + nodes[0].count; e++) sum += class_weight[entries[e].class] * value[e];
    return sum;
}

static double sure; /* the hands against which the blind player wins however both play: they are not in the tree */

/* Solve a hand; gives how many of the 65,780 hands the blind player wins at least, on average. */
static double solve_hand(const uint8_t *masks, int blind_leads, int most_rounds, double enough, int *rounds)
{
    static Item items[MOST_CLASSES];
    int count = 0;
    take_hand(masks);
    node_count = entry_count = link_count = memory_count = 0;
    sure = 0;
    for (int x = 0; x < classes; x++) {
        if (standing(31, class_cards[x], blind_leads, 0) == WON) sure += class_weight[x];
        else items[count++] = (Item){-1, (uint16_t)x, class_cards[x]};
    }
    *rounds = 0;
    if (!count) return sure;
    start(-1, 0, 31, 0, blind_leads, 0, items, count, 1);
    memset(memory, 0, memory_count * sizeof *memory);
    memset(total, 0, memory_count * sizeof *total);
    memset(regret, 0, link_count * sizeof *regret);
    memset(reach, 0, entry_count * sizeof *reach);
    for (int e = 0; e < nodes[0].count; e++) reach[e] = class_weight[entries[e].class] / 65780.0;
    double before = -1;
    for (int round = 1; round <= most_rounds; round++) {
        go_down(0);
        go_up(1);
        go_down(1);
        go_up(0);
        remember(round);
        *rounds = round;
        if (round % 8 == 0) {
            double now = against_best(0);
            if (now - before < enough) break;
            before = now;
        }
    }
    return sure + against_best(0.005);
}

/* ---- both sides of the table: each hand's own lower end, and its share in the upper ends of the hands against it ---- */

enum { ALL_HANDS = 169911, SHARE = 1 << 24, LEADS = CARDS };
typedef struct { uint32_t hand; uint8_t slot[HAND], suit[SUITS]; } Relabelled; /* as it stands among the hands listed */

static const uint8_t *listed;   /* four masks a hand */
static const uint8_t *likes;    /* how many hands each stands for: the orders of its plain suits */
static int listed_count;
static Relabelled *relabelled;
static int choose[CARDS + 1][HAND + 1];

static int rank_of(const int *cards) /* ascending */
{
    int rank = 0;
    for (int i = 0; i < HAND; i++) rank += choose[cards[i]][i + 1];
    return rank;
}

static uint32_t word(const uint8_t *m) { return (uint32_t)m[0] << 24 | (uint32_t)m[1] << 16 | (uint32_t)m[2] << 8 | m[3]; }

static int found(const uint8_t *masks)
{
    int low = 0, high = listed_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (word(listed + 4 * middle) < word(masks)) low = middle + 1; else high = middle;
    }
    return low;
}

static int card_at(int suit, int rank) { return suit ? 7 + 8 * (suit - 1) + rank : rank; }
static int suit_at(int card) { return card < 7 ? 0 : 1 + (card - 7) / 8; }
static int rank_at(int card) { return card < 7 ? card : (card - 7) % 8; }

/* `hands`: every hand up to the order of the plain suits, as four masks in ascending order, plain suits descending. */
void prepare(const uint8_t *hands, const uint8_t *orders, int count)
{
    int cards[HAND];
    listed = hands;
    likes = orders;
    listed_count = count;
    for (int n = 0; n <= CARDS; n++)
        for (int k = 0; k <= HAND; k++) choose[n][k] = !k ? 1 : !n ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    relabelled = grown(relabelled, ALL_HANDS, sizeof *relabelled);
    for (cards[4] = 4; cards[4] < CARDS; cards[4]++)
        for (cards[3] = 3; cards[3] < cards[4]; cards[3]++)
            for (cards[2] = 2; cards[2] < cards[3]; cards[2]++)
                for (cards[1] = 1; cards[1] < cards[2]; cards[1]++)
                    for (cards[0] = 0; cards[0] < cards[1]; cards[0]++) {
                        uint8_t masks[SUITS] = {0}, sorted[SUITS], order[SUITS] = {0, 1, 2, 3};
                        for (int i = 0; i < HAND; i++) masks[suit_at(cards[i])] |= (uint8_t)(1 << rank_at(cards[i]));
                        for (int i = 2; i < SUITS; i++)
                            for (int j = i; j > 1 && masks[order[j]] > masks[order[j - 1]]; j--) {
                                uint8_t it = order[j];
                                order[j] = order[j - 1];
                                order[j - 1] = it;
                            }
                        Relabelled *made = relabelled + rank_of(cards);
                        for (int s = 0; s < SUITS; s++) { sorted[s] = masks[order[s]]; made->suit[order[s]] = (uint8_t)s; }
                        made->hand = (uint32_t)found(sorted);
                        for (int i = 0; i < HAND; i++) {
                            int suit = made->suit[suit_at(cards[i])], slot = 0;
                            for (int s = 0; s < suit; s++) slot += __builtin_popcount(sorted[s]);
                            slot += __builtin_popcount(sorted[suit] & ((1u << rank_at(cards[i])) - 1));
                            made->slot[i] = (uint8_t)slot;
                        }
                    }
}

static uint32_t seer_share[HAND][MOST_CLASSES][MOST_GAPS]; /* by the blind player's lead, the class, the seer's choice */
static uint16_t seer_gaps[HAND][MOST_CLASSES];             /* those choices of his that are worth anything, as bits */

static void fill_shares(int blind_leads)
{
    double share[MOST_GAPS] = {1};
    memset(seer_share, 0, sizeof seer_share);
    memset(seer_gaps, 0, sizeof seer_gaps);
    if (!node_count) return;
    if (blind_leads) shares(total + nodes[0].memory, nodes[0].actions, share);
    for (int e = nodes[0].first; e < nodes[0].first + nodes[0].count; e++)
        for (int a = 0; a < (blind_leads ? nodes[0].actions : 1); a++) {
            int at = blind_leads ? link_to[entries[e].links + a] : e;
            if (at < 0 || share[a] <= 0) continue;
            for (int k = 0; k < entries[at].count; k++) {
                double wins = share[a] * (1 - worth(entries[at].links + k)) * SHARE + 1e-3; /* rounded up below */
                int class = entries[e].class, gap = link_gap[entries[at].links + k];
                if (wins <= 2e-3) continue;
                seer_share[a][class][gap] = (uint32_t)wins + 1;
                seer_gaps[a][class] |= (uint16_t)(1 << gap);
            }
        }
}

/* Hands `first` to `last` of the list as the blind player's. Gives: `lowers`, hands of 65,780 won at least; adds to `uppers`
 * in units of 1/SHARE what they concede: for the dealer's hands five numbers a hand of the elder (by his lead), for the
 * elder's LEADS x five a hand of the dealer (by the lead he sees, and his reply). */
void sweep(int first, int last, int blind_leads, int most_rounds, double enough, double *lowers, uint64_t *uppers)
{
    for (int hand = first; hand < last; hand++) {
        const uint8_t *masks = listed + 4 * hand;
        int rounds, unseen[CARDS], gap[CARDS], n = 0, cards[HAND], lead_card[HAND] = {0};
        lowers[hand] = solve_hand(masks, blind_leads, most_rounds, enough, &rounds);
        fill_shares(blind_leads);
        for (int c = 0; c < CARDS; c++) {
            int s = suit_at(c), r = rank_at(c);
            if (masks[s] >> r & 1) continue;
            gap[n] = gap_of[s][__builtin_popcount(masks[s] & ((1u << r) - 1))];
            unseen[n++] = c;
        }
        int leads = node_count && blind_leads ? nodes[0].actions : 0;
        for (int a = 0; a < leads; a++) {
            int s = card_suit[root_cards[a]], place = card_place[root_cards[a]];
            for (int r = 0; r < 8; r++)
                if (masks[s] >> r & 1 && !place--) { lead_card[a] = card_at(s, r); break; }
        }
        for (int i0 = 0; i0 < n; i0++)
        for (int i1 = i0 + 1; i1 < n; i1++)
        for (int i2 = i1 + 1; i2 < n; i2++)
        for (int i3 = i2 + 1; i3 < n; i3++) {
            int node = trie[trie[trie[trie[0][gap[i0]]][gap[i1]]][gap[i2]]][gap[i3]];
            int before = choose[unseen[i0]][1] + choose[unseen[i1]][2] + choose[unseen[i2]][3] + choose[unseen[i3]][4];
            for (int i4 = i3 + 1; i4 < n; i4++) {
                int class = trie[node][gap[i4]];
                const Relabelled *it = relabelled + before + choose[unseen[i4]][5];
                cards[0] = i0; cards[1] = i1; cards[2] = i2; cards[3] = i3; cards[4] = i4;
                if (!blind_leads)
                    for (int i = 0; i < HAND; i++)
                        uppers[5 * it->hand + it->slot[i]] += (uint64_t)likes[hand] * seer_share[0][class][gap[cards[i]]];
                for (int a = 0; a < leads; a++) {
                    if (!seer_gaps[a][class]) continue;
                    int lead = card_at(it->suit[suit_at(lead_card[a])], rank_at(lead_card[a]));
                    uint64_t *row = uppers + ((uint64_t)it->hand * LEADS + lead) * 5;
                    for (int i = 0; i < HAND; i++)
                        if (seer_gaps[a][class] >> gap[cards[i]] & 1)
                            row[it->slot[i]] += (uint64_t)likes[hand] * seer_share[a][class][gap[cards[i]]];
                }
            }
        }
    }
}

/* For the tests: what the last hand swept concedes, of SHARE, to a class after the blind player's lead (0 if the seer
 * leads) by the seer's choice of a gap; the class that holds so many cards of each gap, and its weight; the gap of an
 * unseen card of a suit with so many own cards above it. */
uint32_t conceded(int lead, int class, int gap) { return seer_share[lead][class][gap]; }

int class_of(const int *counts)
{
    uint64_t cards = 0;
    for (int g = 0; g < gaps; g++) cards |= (uint64_t)counts[g] << 4 * g;
    for (int x = 0; x < classes; x++) if (class_cards[x] == cards) return x;
    return -1;
}

double weight_of(int class) { return class < classes ? class_weight[class] : 0; }

int gap_under(int suit, int higher_own_cards) { return gap_of[suit][higher_own_cards]; }
