/* The best reply to the reference, for hidden.c: the upper bounds.
 *
 * The REFERENCE plays with each hand the blind player's strategy for it, as it was valued, rare cards dropped. Where
 * that says nothing (no position that it provides for is open) each card is as likely. The HOLDER of the hand whose
 * upper bound is wanted sees the own cards and those played.
 *
 * For every hand of the reference, against every class, LEAVES are written: what was played until the holder had won,
 * however both played on, and the chance that the reference plays so. A leaf is 64 bits: the cards played, four bits
 * each and END after the last (0-4 the holder's, in pack order; 5-9 the reference's); from bit 32 on the chance in
 * units of 1/SHARE, rounded up, less one; from bit 56 on how many cards it shares with the leaf before. The holder's
 * best reply is found in the tree of what the holder SEES: own cards are chosen, the reference's come by chance.
 */
#ifndef ECARTE_HIDDEN_REPLY_H
#define ECARTE_HIDDEN_REPLY_H
#include "hidden_solve.h"

enum { SHARE = 1 << 24, EVENTS = 8, END = 15, ORDERS = 6, AHEAD = 16 };

/* ---- what the solved hand of the reference concedes to every class ---- */

static uint64_t *leaves;
static uint32_t leaf_start[MOST_CLASSES + 1]; /* by the rank of the class */
static int leaf_count, leaf_room;
static int *child_of, child_room;
static int walked_gap[HAND], walked_before;
static uint8_t path[EVENTS], path_before[EVENTS];

static int child(int node, int action) { return node < 0 ? -1 : child_of[node * MOST_GAPS + action]; }

static void find_children(void)
{
    if (node_count * MOST_GAPS > child_room) {
        child_room = 2 * node_count * MOST_GAPS;
        child_of = grown(child_of, child_room, sizeof *child_of);
    }
    for (int i = 0; i < node_count * MOST_GAPS; i++) child_of[i] = -1;
    for (int n = 1; n < node_count; n++) child_of[nodes[n].parent * MOST_GAPS + nodes[n].action] = n;
}

static void add_leaf(int length, double chance)
{
    uint64_t same = 0, leaf = 0, units = (uint64_t)(chance * SHARE + 1e-3) + 1;
    while ((int)same < length && (int)same < walked_before && path[same] == path_before[same]) same++;
    for (int i = 0; i < EVENTS; i++) leaf |= (uint64_t)(i < length ? path[i] : END) << 4 * i;
    if (leaf_count == leaf_room) {
        leaf_room = 2 * leaf_room + 4096;
        leaves = grown(leaves, leaf_room, sizeof *leaves);
    }
    leaves[leaf_count++] = leaf | ((units < SHARE ? units : SHARE) - 1) << 32 | same << 56;
    memcpy(path_before, path, sizeof path);
    walked_before = length;
}

/* The chances of the reference's cards at a node; -1 is none. */
static void reference_plays(int node, int actions, double *share)
{
    if (node >= 0) shares(total + nodes[node].memory, actions, share);
    else for (int a = 0; a < actions; a++) share[a] = 1.0 / actions;
}

static int listed_bits(int bits, int *cards)
{
    int count = 0;
    for (int c = 0; c < HAND; c++) if (bits >> c & 1) cards[count++] = c;
    return count;
}

static uint64_t one_of(int gap) { return (uint64_t)1 << 4 * gap; }

/* The start of a trick: `own` and `won` are the reference's cards and tricks, `others` the holder's cards. */
static void walk(int node, int own, uint64_t shown, uint64_t rest, int others, int leads, int won, double chance,
                 int length)
{
    int cards[HAND], actions, stands = standing(own, rest, leads, won, 0);
    double share[MOST_GAPS];
    if (stands == LOST) add_leaf(length, chance);
    if (stands != NONE) return;
    if (leads) {
        actions = listed_bits(unlike(own, own, shown), cards);
        reference_plays(node, actions, share);
        for (int a = 0; a < actions; a++) {
            int replies = seer_replies(cards[a], rest), answer = child(node, a);
            if (share[a] <= 0) continue;
            path[length] = (uint8_t)(HAND + cards[a]);
            for (int i = 0; i < HAND; i++) {
                int g = walked_gap[i];
                if (!(others >> i & 1) || !(replies >> g & 1)) continue;
                int beaten = seer_wins(cards[a], g);
                path[length + 1] = (uint8_t)i;
                walk(child(answer, g), own & ~(1 << cards[a]), shown + one_of(g), rest - one_of(g), others & ~(1 << i),
                     !beaten, won + !beaten, chance * share[a], length + 2);
            }
        }
        return;
    }
    for (int i = 0; i < HAND; i++) {
        if (!(others >> i & 1)) continue;
        int g = walked_gap[i], answer = child(node, g);
        actions = listed_bits(unlike(blind_replies(own, g), own, shown + one_of(g)), cards);
        reference_plays(answer, actions, share);
        path[length] = (uint8_t)i;
        for (int a = 0; a < actions; a++) {
            int wins = blind_wins(cards[a], g);
            if (share[a] <= 0) continue;
            path[length + 1] = (uint8_t)(HAND + cards[a]);
            walk(child(answer, a), own & ~(1 << cards[a]), shown + one_of(g), rest - one_of(g), others & ~(1 << i),
                 wins, won + wins, chance * share[a], length + 2);
        }
    }
}

/* ---- the hands listed ---- */

typedef struct {
    uint32_t mask;
    uint8_t cards[HAND], gap[CARDS]; /* the gap of each card that is not in it */
    uint8_t orders;                  /* how many ORDERS of the plain suits make distinct hands */
    uint16_t classes, beyond[MOST_GAPS][HAND + 1]; /* ways to take so many cards from the gaps after this one */
} Listed;

static const uint8_t ORDER[ORDERS][SUITS] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                             {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
static Listed *hands_listed;
static int hands_count;

static int card_at(int suit, int rank) { return suit ? 7 + 8 * (suit - 1) + rank : rank; }
static int suit_at(int card) { return card < 7 ? 0 : 1 + (card - 7) / 8; }
static int rank_at(int card) { return card < 7 ? card : (card - 7) % 8; }

static void list_hand(const uint8_t *masks, Listed *it)
{
    int count = 0;
    uint16_t all[MOST_GAPS + 1][HAND + 1] = {{0}};
    take_hand(masks);
    memset(it, 0, sizeof *it);
    for (int c = 0; c < CARDS; c++) {
        int s = suit_at(c), r = rank_at(c);
        if (masks[s] >> r & 1) {
            it->mask |= (uint32_t)1 << c;
            it->cards[count++] = (uint8_t)c;
        } else it->gap[c] = (uint8_t)gap_of[s][__builtin_popcount(masks[s] & ((1u << r) - 1))];
    }
    all[gaps][0] = 1;
    for (int g = gaps - 1; g >= 0; g--) {
        memcpy(it->beyond[g], all[g + 1], sizeof all[g + 1]);
        for (int n = 0; n <= HAND; n++)
            for (int k = 0; k <= n && k <= gap_size[g]; k++) all[g][n] = (uint16_t)(all[g][n] + all[g + 1][n - k]);
    }
    it->classes = all[0][HAND];
    for (int q = 0; q < ORDERS; q++) {
        int seen = 0;
        for (int before = 0; before < q && !seen; before++) {
            seen = 1;
            for (int s = 1; s < SUITS; s++)
                for (int t = 1; t < SUITS; t++)
                    if (ORDER[q][s] == ORDER[before][t] && masks[s] != masks[t]) seen = 0;
        }
        it->orders += !seen;
    }
}

/* The rank of a class among all, by the gaps of its cards in ascending order. */
static int rank_of(const Listed *it, const int *gap)
{
    int rank = 0;
    for (int i = 0; i < HAND; i++) rank += it->beyond[gap[i]][HAND - i];
    return rank;
}

/* Writes what the hand just solved concedes to every class. */
static void write_leaves(const uint8_t *masks, int blind_leads)
{
    static int by_rank[MOST_CLASSES];
    Listed it;
    list_hand(masks, &it);
    find_children();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < classes; i++) {
            int x = pass ? by_rank[i] : i, n = 0;
            for (int g = 0; g < gaps; g++)
                for (int k = held(class_cards[x], g); k; k--) walked_gap[n++] = g;
            if (!pass) { by_rank[rank_of(&it, walked_gap)] = x; continue; }
            leaf_start[i] = (uint32_t)leaf_count;
            walked_before = 0;
            walk(node_count ? 0 : -1, 31, 0, class_cards[x], 31, blind_leads, 0, 1.0, 0);
        }
    leaf_start[classes] = (uint32_t)leaf_count;
}

/* ---- the holder's best reply to all hands of the reference ---- */

/* What the holder has seen; `first`: where in `next_seen` the possible next cards start. */
typedef struct { uint64_t sum; int32_t first, parent; uint8_t own; } Seen;

static Seen *seen;
static int32_t *next_seen;
static int seen_count, seen_room, next_count, next_room;

static int new_seen(int parent, int own)
{
    if (seen_count == seen_room) {
        seen_room = 2 * seen_room + 4096;
        seen = grown(seen, seen_room, sizeof *seen);
    }
    seen[seen_count] = (Seen){0, -1, parent, (uint8_t)own};
    return seen_count++;
}

/* What the holder has seen after one more card: an own one (0-4), or the reference's (0-30). */
static int seen_after(int at, int own, int card)
{
    int first = seen[at].first;
    if (first < 0) {
        int more = own ? HAND : CARDS;
        if (next_count + more > next_room) {
            next_room = 2 * next_room + 4096;
            next_seen = grown(next_seen, next_room, sizeof *next_seen);
        }
        first = seen[at].first = next_count;
        memset(next_seen + first, 0, more * sizeof *next_seen);
        next_count += more;
    }
    int to = next_seen[first + card];
    if (!to) {
        to = new_seen(at, own);
        next_seen[first + card] = to;
    }
    return to;
}

typedef struct { const uint32_t *start; const uint64_t *leaf, *end; const Listed *listed; int order, rank; } Meeting;
/* The holder's cards, the suits permuted: the place of each in the own hand; and which card each of the 31 is. */
typedef struct { uint32_t mask; uint8_t cards[HAND], slot[HAND], actual[CARDS]; } Order;

static Order orders[ORDERS];

static void take_holder(const uint8_t *masks)
{
    memset(orders, 0, sizeof orders);
    for (int q = 0; q < ORDERS; q++) {
        int count = 0;
        for (int c = 0; c < CARDS; c++) {
            int s = ORDER[q][suit_at(c)], r = rank_at(c), place = 0;
            orders[q].actual[c] = (uint8_t)card_at(s, r);
            if (!(masks[s] >> r & 1)) continue;
            for (int before = 0; before < s; before++) place += __builtin_popcount(masks[before]);
            orders[q].mask |= (uint32_t)1 << c;
            orders[q].cards[count] = (uint8_t)c;
            orders[q].slot[count++] = (uint8_t)(place + __builtin_popcount(masks[s] & ((1u << r) - 1)));
        }
    }
    seen_count = next_count = 0;
    new_seen(-1, 0);
}

static void meet(const Meeting *it)
{
    int at[EVENTS + 1] = {0}, card[2 * HAND];
    for (int i = 0; i < HAND; i++) {
        card[i] = orders[it->order].slot[i];
        card[HAND + i] = orders[it->order].actual[it->listed->cards[i]];
    }
    for (const uint64_t *leaf = it->leaf; leaf < it->end; leaf++) {
        int length = (int)(*leaf >> 56);
        for (int event; length < EVENTS && (event = (int)(*leaf >> 4 * length & 15)) != END; length++)
            at[length + 1] = seen_after(at[length], event < HAND, card[event]);
        seen[at[length]].sum += ((*leaf >> 32 & (SHARE - 1)) + 1) * it->listed->orders;
    }
}

/* A few at once: their places in a large memory are fetched before they are read. */
static void meet_all(Meeting *meetings, int count)
{
    for (Meeting *it = meetings; it < meetings + count; it++) {
        const uint64_t *first = (const uint64_t *)(it->start + (it->listed->classes + 2) / 2 * 2);
        it->leaf = first + it->start[it->rank];
        it->end = first + it->start[it->rank + 1];
        for (int line = 0; line < 4; line++) __builtin_prefetch(it->leaf + 8 * line);
    }
    for (Meeting *it = meetings; it < meetings + count; it++) meet(it);
}

static uint64_t best_sum(void)
{
    static uint64_t *best;
    static int room;
    if (seen_count > room) { room = 2 * seen_count; best = grown(best, room, sizeof *best); }
    memset(best, 0, seen_count * sizeof *best);
    for (int n = seen_count - 1; n > 0; n--) {
        uint64_t made = seen[n].sum + best[n], *up = best + seen[n].parent;
        if (!seen[n].own) *up += made;
        else if (made > *up) *up = made;
    }
    return seen[0].sum + best[0];
}

/* ---- functions of the library, of hidden.c and of dealt.c ---- */

/* All hands up to the order of the plain suits, as four masks in ascending order, plain suits descending. */
void prepare(const uint8_t *hands, int count)
{
    hands_count = count;
    hands_listed = grown(hands_listed, count, sizeof *hands_listed);
    for (int hand = 0; hand < count; hand++) list_hand(hands + 4 * hand, hands_listed + hand);
}

/* The leaves written: their number; where those of each class start, by its rank, and their end; the leaves. */
int leaves_count(void) { return leaf_count; }
int classes_count(void) { return classes; }
const uint32_t *leaf_starts(void) { return leaf_start; }
const uint64_t *all_leaves(void) { return leaves; }

/* The best reply of one hand to all of the reference's. `blocks`: for each hand listed from `block_at` on, where the
 * leaves of its classes start (an even number of 32-bit words), and the leaves; ALL ones for a hand that is left out.
 * A hand with equal plain suits stands in every order of them, each as likely: its holder cannot tell which of the two
 * the other's strategy means. Returns its winnings in hands times SHARE, rounded up. `met`: the number of hands. */
uint64_t reply(const uint8_t *masks, const uint8_t *blocks, const uint64_t *block_at, int *met)
{
    Meeting meetings[AHEAD];
    int count = 0;
    *met = 0;
    take_holder(masks);
    for (int hand = 0; hand < hands_count; hand++) {
        const Listed *listed = hands_listed + hand;
        if (block_at[hand] == UINT64_MAX) continue;
        for (int q = 0; q < ORDERS; q++) {
            int gap[HAND];
            if (orders[q].mask & listed->mask) continue;
            for (int i = 0; i < HAND; i++) gap[i] = listed->gap[orders[q].cards[i]];
            const uint32_t *start = (const uint32_t *)(blocks + block_at[hand]);
            meetings[count] = (Meeting){start, 0, 0, listed, q, rank_of(listed, gap)};
            __builtin_prefetch(start + meetings[count++].rank);
            *met += listed->orders;
            if (count < AHEAD) continue;
            meet_all(meetings, count);
            count = 0;
        }
    }
    meet_all(meetings, count);
    *met /= ORDERS;
    return (best_sum() + ORDERS - 1) / ORDERS;
}
#endif
