/* The game of one known hand: the classes of the other's hands, and the tree of plays.
 *
 * Nodes are what the blind player has seen; the entries of a node are the classes that fit it. A position that the blind
 * player wins however both play is an end. So is one that the seer wins with open hands; where the other does not see
 * (`seer_sees` 0, for dealt.c), one that the other wins however both play.
 */
#ifndef ECARTE_HIDDEN_TREE_H
#define ECARTE_HIDDEN_TREE_H
#include <stdlib.h>

#include "hidden_open.h"

/* ---- the blind player's hand, and the classes of the seer's ---- */

static int card_suit[HAND], card_place[HAND], own_first[SUITS], own_count[SUITS];
static int gaps, gap_suit[MOST_GAPS], gap_place[MOST_GAPS], gap_size[MOST_GAPS], gap_of[SUITS][HAND + 1];
static int classes;
static uint64_t class_cards[MOST_CLASSES];
static double class_weight[MOST_CLASSES];

static int held(uint64_t rest, int gap) { return (int)(rest >> 4 * gap & 15); }

/* All classes, in the order of their cards' gaps. */
static void add_classes(int depth, int from, uint64_t cards, double weight)
{
    if (depth == HAND) {
        class_cards[classes] = cards;
        class_weight[classes++] = weight;
        return;
    }
    for (int g = from; g < gaps; g++) {
        int more = held(cards, g);
        if (more < gap_size[g]) /* C(n, k + 1) = C(n, k) (n - k) / (k + 1) */
            add_classes(depth + 1, g, cards + ((uint64_t)1 << 4 * g), weight * (gap_size[g] - more) / (more + 1));
    }
}

static void take_hand(const uint8_t *masks)
{
    int card = 0;
    gaps = 0;
    for (int s = 0; s < SUITS; s++) {
        int size = 0, place = 0;
        own_first[s] = card;
        for (int rank = 0; rank <= (s ? 8 : 7); rank++) {
            int end = rank == (s ? 8 : 7);
            if (!end && !(masks[s] >> rank & 1)) { size++; continue; }
            gap_of[s][place] = size ? gaps : -1;
            if (size) { gap_suit[gaps] = s; gap_place[gaps] = place; gap_size[gaps++] = size; }
            if (end) break;
            card_suit[card] = s;
            card_place[card++] = place++;
            size = 0;
        }
        own_count[s] = place;
    }
    classes = 0;
    add_classes(0, 0, 0, 1.0);
}

/* ---- the tree: nodes are what the blind player has seen; the entries of a node are the classes that fit it ---- */

static int seer_sees = 1;

typedef struct {
    int blind, first, count, actions, parent, action;
    int64_t memory;
    uint8_t card[HAND]; /* of each action, for a blind node */
} Node;
typedef struct { int links, count, train; uint16_t class; uint64_t rest; } Entry;

static Node *nodes;
static Entry *entries;
static int32_t *link_to;
static uint8_t *link_gap;
static double *regret, *reach, *value, *memory, *total, *node_reach;
static int node_count, entry_count, link_count, memory_count;
static int node_room, entry_room, link_room, memory_room;

static void *grown(void *old, size_t items, size_t size)
{
    void *made = realloc(old, items * size);
    if (!made) abort();
    return made;
}

static int new_node(int blind, int actions, int parent, int action)
{
    if (node_count == node_room) {
        node_room = node_room ? 2 * node_room : 4096;
        nodes = grown(nodes, node_room, sizeof *nodes);
        node_reach = grown(node_reach, node_room, sizeof *node_reach);
    }
    nodes[node_count] = (Node){blind, entry_count, 0, actions, parent, action, memory_count, {0}};
    if (blind) {
        memory_count += actions;
        if (memory_count > memory_room) {
            memory_room = 2 * memory_count + 4096;
            memory = grown(memory, memory_room, sizeof *memory);
            total = grown(total, memory_room, sizeof *total);
        }
    }
    return node_count++;
}

static int new_entry(int node, int class, uint64_t rest, int count)
{
    if (entry_count == entry_room) {
        entry_room = entry_room ? 2 * entry_room : 65536;
        entries = grown(entries, entry_room, sizeof *entries);
        reach = grown(reach, entry_room, sizeof *reach);
        value = grown(value, entry_room, sizeof *value);
    }
    if (link_count + MOST_GAPS > link_room) {
        link_room = link_room ? 2 * link_room : 131072;
        link_to = grown(link_to, link_room, sizeof *link_to);
        link_gap = grown(link_gap, link_room, sizeof *link_gap);
        regret = grown(regret, link_room, sizeof *regret);
    }
    entries[entry_count] = (Entry){link_count, count, count, (uint16_t)class, rest};
    link_count += count;
    nodes[node].count++;
    return entry_count++;
}

/* The tricks of the next leader with open hands. */
static Tricks with_open_hands(int own, uint64_t rest, int blind_leads)
{
    int codes[SUITS];
    for (int s = 0; s < SUITS; s++) {
        int code = 1;
        for (int place = 0; place <= own_count[s]; place++) {
            int gap = gap_of[s][place], many = gap < 0 ? 0 : held(rest, gap);
            code = blind_leads ? code << many : ((code + 1) << many) - 1;
            if (place < own_count[s] && own >> (own_first[s] + place) & 1) code = code << 1 | blind_leads;
        }
        codes[s] = code;
    }
    return solve(codes[0], codes[1], codes[2], codes[3]);
}

/* The state at the start of a trick: WON if the blind player makes three however both play; LOST if the seer makes
 * three by best play, since that beats any blind play, or, without `sees`, however both play; else NONE. */
static int standing(int own, uint64_t rest, int blind_leads, int won, int sees)
{
    int cards = __builtin_popcount((unsigned)own);
    if (won >= 3) return WON;
    if (won + cards < 3) return LOST;
    Tricks tricks = with_open_hands(own, rest, blind_leads);
    int best = blind_leads ? tricks.best : cards - tricks.best;
    int most = blind_leads ? tricks.most : cards - tricks.least;
    int least = blind_leads ? tricks.least : cards - tricks.most;
    return won + (sees ? best : most) < 3 ? LOST : won + least >= 3 ? WON : NONE;
}

/* Whether the seer's reply from a gap beats the card led; then the same for the blind player's reply. */
static int seer_wins(int card, int gap)
{
    return gap_suit[gap] == card_suit[card] ? gap_place[gap] <= card_place[card] : gap_suit[gap] == 0;
}

static int blind_wins(int card, int gap)
{
    return gap_suit[gap] == card_suit[card] ? card_place[card] < gap_place[gap] : card_suit[card] == 0;
}

/* The seer's replies to a card led, as bits of gaps. */
static int seer_replies(int card, uint64_t rest)
{
    int higher = 0, lower = 0, trumps = 0, all = 0;
    for (int g = 0; g < gaps; g++) {
        if (!held(rest, g)) continue;
        all |= 1 << g;
        if (gap_suit[g] == 0) trumps |= 1 << g;
        if (gap_suit[g] == card_suit[card]) {
            if (gap_place[g] <= card_place[card]) higher |= 1 << g;
            else lower |= 1 << g;
        }
    }
    return higher ? higher : lower ? lower : trumps ? trumps : all;
}

/* The blind player's replies to a card led from a gap, as bits of cards. */
static int blind_replies(int own, int gap)
{
    int higher = 0, lower = 0, trumps = 0;
    for (int c = 0; c < HAND; c++) {
        if (!(own >> c & 1)) continue;
        if (card_suit[c] == 0) trumps |= 1 << c;
        if (card_suit[c] == gap_suit[gap]) {
            if (card_place[c] < gap_place[gap]) higher |= 1 << c;
            else lower |= 1 << c;
        }
    }
    return higher ? higher : lower ? lower : trumps ? trumps : own;
}

/* Of cards with nothing left between them only the lowest: they are worth the same. `shown`: the seer's cards played. */
static int unlike(int choice, int own, uint64_t shown)
{
    for (int c = 0; c < HAND; c++) {
        if (!(choice >> c & 1)) continue;
        for (int next = c + 1; next < HAND && card_suit[next] == card_suit[c]; next++) {
            int gap = gap_of[card_suit[c]][card_place[next]];
            if (gap >= 0 && held(shown, gap) < gap_size[gap]) break;
            if (own >> next & 1) { if (choice >> next & 1) choice &= ~(1 << c); break; }
        }
    }
    return choice;
}

typedef struct { int link; uint16_t class; uint64_t rest; } Item; /* a future entry: the link that leads to it */

static void start(int parent, int action, int own, uint64_t shown, int blind_leads, int won, const Item *items,
                  int count, int first);

static void set_link(int link, int to) { if (link >= 0) link_to[link] = to; }

/* The tricks begun by every reply of the seer's to one card led: the seer's node, then what follows each gap. */
static void after_blind_lead(int parent, int action, int own, int card, uint64_t shown, int won, const Item *items,
                             int count, int first)
{
    int node = new_node(0, 0, parent, action), left = own & ~(1 << card);
    for (int i = 0; i < count; i++) {
        int replies = seer_replies(card, items[i].rest), stands[MOST_GAPS], lost = 0, open = 0;
        for (int g = 0; g < gaps; g++) {
            if (!(replies >> g & 1)) continue;
            int beaten = seer_wins(card, g);
            stands[g] = standing(left, items[i].rest - ((uint64_t)1 << 4 * g), !beaten, won + !beaten, seer_sees);
            lost |= stands[g] == LOST;
            open |= stands[g] == NONE;
        }
        if (seer_sees ? (lost && !first) || (!lost && !open) : !open) { set_link(items[i].link, lost ? LOST : WON); continue; }
        int entry = new_entry(node, items[i].class, items[i].rest, __builtin_popcount((unsigned)replies));
        set_link(items[i].link, entry);
        int link = entries[entry].links;
        for (int pass = 0; pass < 2; pass++) /* what wins for the seer comes first */
            for (int g = 0; g < gaps; g++)
                if (replies >> g & 1 && (stands[g] == LOST) == !pass) {
                    link_to[link] = stands[g];
                    link_gap[link++] = (uint8_t)g;
                }
        if (lost) entries[entry].train = 1;
    }
    if (!nodes[node].count) { node_count--; return; }
    int from = nodes[node].first, many = nodes[node].count;
    Item *next = malloc(many * sizeof *next);
    for (int g = 0; g < gaps; g++) {
        int size = 0;
        for (int e = from; e < from + many; e++)
            for (int k = 0; k < entries[e].count; k++)
                if (link_gap[entries[e].links + k] == g && link_to[entries[e].links + k] == NONE)
                    next[size++] = (Item){entries[e].links + k, entries[e].class,
                                          entries[e].rest - ((uint64_t)1 << 4 * g)};
        int beaten = seer_wins(card, g);
        if (size) start(node, g, left, shown + ((uint64_t)1 << 4 * g), !beaten, won + !beaten, next, size, 0);
    }
    free(next);
}

/* The blind player's replies to a lead from one gap: the blind player's node, then what follows each card. */
static void after_seer_lead(int parent, int gap, int own, uint64_t shown, int won, const Item *items, int count)
{
    int replies = unlike(blind_replies(own, gap), own, shown), cards[HAND], actions = 0;
    for (int c = 0; c < HAND; c++) if (replies >> c & 1) cards[actions++] = c;
    int node = new_node(1, actions, parent, gap);
    for (int a = 0; a < actions; a++) nodes[node].card[a] = (uint8_t)cards[a];
    for (int i = 0; i < count; i++) {
        int stands[HAND], lost = 0, sure = 0;
        for (int a = 0; a < actions; a++) {
            int wins = blind_wins(cards[a], gap);
            stands[a] = standing(own & ~(1 << cards[a]), items[i].rest, wins, won + wins, seer_sees);
            lost += stands[a] == LOST;
            sure += stands[a] == WON;
        }
        if (lost == actions || sure == actions) { set_link(items[i].link, lost ? LOST : WON); continue; }
        int entry = new_entry(node, items[i].class, items[i].rest, actions);
        set_link(items[i].link, entry);
        for (int a = 0; a < actions; a++) link_to[entries[entry].links + a] = stands[a];
    }
    if (!nodes[node].count) { node_count--; memory_count -= actions; return; }
    int from = nodes[node].first, many = nodes[node].count;
    Item *next = malloc(many * sizeof *next);
    for (int a = 0; a < actions; a++) {
        int size = 0, wins = blind_wins(cards[a], gap);
        for (int e = from; e < from + many; e++)
            if (link_to[entries[e].links + a] == NONE)
                next[size++] = (Item){entries[e].links + a, entries[e].class, entries[e].rest};
        if (size) start(node, a, own & ~(1 << cards[a]), shown, wins, won + wins, next, size, 0);
    }
    free(next);
}

/* The start of a trick. `first`: the seer has still to make the first choice of the deal; all choices are kept. */
static void start(int parent, int action, int own, uint64_t shown, int blind_leads, int won, const Item *items,
                  int count, int first)
{
    if (blind_leads) {
        int leads = unlike(own, own, shown), cards[HAND], actions = 0;
        for (int c = 0; c < HAND; c++) if (leads >> c & 1) cards[actions++] = c;
        int node = new_node(1, actions, parent, action), from = entry_count;
        for (int a = 0; a < actions; a++) nodes[node].card[a] = (uint8_t)cards[a];
        for (int i = 0; i < count; i++) {
            int entry = new_entry(node, items[i].class, items[i].rest, actions);
            set_link(items[i].link, entry);
        }
        Item *next = malloc(count * sizeof *next);
        for (int a = 0; a < actions; a++) {
            for (int i = 0; i < count; i++)
                next[i] = (Item){entries[from + i].links + a, items[i].class, items[i].rest};
            after_blind_lead(node, a, own, cards[a], shown, won, next, count, first);
        }
        free(next);
        return;
    }
    int node = new_node(0, 0, parent, action), from = entry_count;
    for (int i = 0; i < count; i++) {
        int many = 0;
        for (int g = 0; g < gaps; g++) many += held(items[i].rest, g) > 0;
        int entry = new_entry(node, items[i].class, items[i].rest, many), link = entries[entry].links;
        set_link(items[i].link, entry);
        for (int g = 0; g < gaps; g++)
            if (held(items[i].rest, g)) { link_gap[link] = (uint8_t)g; link_to[link++] = NONE; }
    }
    Item *next = malloc(count * sizeof *next);
    for (int g = 0; g < gaps; g++) {
        int size = 0;
        for (int e = from; e < from + count; e++)
            for (int k = 0; k < entries[e].count; k++)
                if (link_gap[entries[e].links + k] == g)
                    next[size++] = (Item){entries[e].links + k, entries[e].class,
                                          entries[e].rest - ((uint64_t)1 << 4 * g)};
        if (size) after_seer_lead(node, g, own, shown + ((uint64_t)1 << 4 * g), won, next, size);
    }
    free(next);
    if (first)
        for (int e = from; e < from + count; e++) /* bring a lead that wins for the seer to the front */
            for (int k = 0; k < entries[e].count; k++) {
                int a = entries[e].links, b = a + k;
                if (link_to[b] != LOST) continue;
                uint8_t gap = link_gap[a];
                link_to[b] = link_to[a]; link_gap[a] = link_gap[b];
                link_to[a] = LOST; link_gap[b] = gap;
                entries[e].train = 1;
                break;
            }
}
#endif
