/* Both players' strategies for every hand as dealt, for dealt.c: a tree of decisions a hand, of what its holder has seen.
 *
 * A SPOT is a decision of the holder, or a card of the other's. A decision has a slot for each action: its regret, and
 * the sum of the strategies so far. The other's cards between the same two own cards are not told apart, as in
 * `hidden_tree.h`; spots exist where the point is still open against some hand of the other.
 *
 * Hands are dealt with equal chance, or by RANGES: how often a player with each hand has come to the play. A hand that
 * never does has no tree. With ranges the highest trump is announced when its holder plays the first card, so a holder
 * without it has two BOOKS: 0 where the other has announced nothing, 1 where the other has it. The elder's first card is
 * of book 0: the dealer may still announce.
 */
#ifndef ECARTE_DEALT_TREE_H
#define ECARTE_DEALT_TREE_H
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hidden_reply.h"

enum { HANDS = 31913, ROLES = 2, MOST_SPOTS = 65535, BOOKS = 2 };

typedef struct { uint32_t next; uint16_t slot; uint8_t actions, card[HAND]; } Spot; /* `actions` 0: the other's card */
typedef struct {
    Spot *spots;
    uint16_t *next; /* the spot after each action, or each gap of the other's card; 0: none */
    float *regret, *sum; /* of all books, one after the other */
    int spot_count, slots, books;
    uint32_t mask;
    uint8_t cards[HAND], gap[CARDS];
} Strategy;

static Strategy *strategies[ROLES]; /* 0 the elder's, 1 the dealer's */
static uint8_t hand_masks[HANDS][SUITS];
static uint32_t hand_keys[HANDS];
static const float *ranges[ROLES]; /* by hand; none where all are dealt with equal chance */
static float *met_by[ROLES]; /* by hand: the hands met, weighed as the regrets are */
static uint8_t *arena;
static size_t arena_used, arena_size;

static void *shared(size_t size)
{
    void *made = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) abort();
    return made;
}

static void *taken(size_t size)
{
    void *start = arena + arena_used;
    arena_used += (size + 7) & ~(size_t)7;
    if (arena_used > arena_size) abort();
    return start;
}

/* Builds the tree of `hidden_tree.h` for a hand, where nobody sees the other's cards. */
static void open_tree(const uint8_t *masks, int leads)
{
    static Item items[MOST_CLASSES];
    int count = 0;
    take_hand(masks);
    node_count = entry_count = link_count = memory_count = 0;
    seer_sees = 0;
    for (int x = 0; x < classes; x++)
        if (standing(31, class_cards[x], leads, 0, 0) == NONE) items[count++] = (Item){-1, (uint16_t)x, class_cards[x]};
    if (count) start(-1, 0, 31, 0, leads, 0, items, count, 0);
    seer_sees = 1;
}

static void keep_tree(const uint8_t *masks, int leads, int comes_to_play, Strategy *to)
{
    Listed listed;
    uint32_t links = 0;
    list_hand(masks, &listed);
    memcpy(to->cards, listed.cards, sizeof to->cards);
    memcpy(to->gap, listed.gap, sizeof to->gap);
    to->mask = listed.mask;
    to->books = ranges[0] && !(masks[0] & 1) ? BOOKS : 1;
    if (!comes_to_play) return;
    open_tree(masks, leads);
    if (node_count > MOST_SPOTS || memory_count > MOST_SPOTS) abort();
    to->spot_count = node_count;
    to->slots = memory_count;
    to->spots = taken(node_count * sizeof *to->spots);
    for (int n = 0; n < node_count; n++) {
        Spot *spot = to->spots + n;
        int blind = nodes[n].blind;
        *spot = (Spot){links, (uint16_t)(blind ? nodes[n].memory : 0), (uint8_t)(blind ? nodes[n].actions : 0), {0}};
        memcpy(spot->card, nodes[n].card, sizeof spot->card);
        links += (uint32_t)(blind ? nodes[n].actions : gaps);
    }
    to->next = taken(links * sizeof *to->next);
    for (int n = 1; n < node_count; n++) to->next[to->spots[nodes[n].parent].next + nodes[n].action] = (uint16_t)n;
    to->regret = taken((size_t)(to->books * memory_count) * sizeof *to->regret);
    to->sum = taken((size_t)(to->books * memory_count) * sizeof *to->sum);
}

static int after(const Strategy *of, int spot, int action)
{
    int to = spot < 0 ? 0 : of->next[of->spots[spot].next + action];
    return to ? to : -1;
}

/* The first slot of a decision in a book. */
static int slot_in(const Strategy *of, int spot, int book)
{
    return of->spots[spot].slot + (book && spot ? of->slots : 0);
}

/* The chances in proportion to what is above 0; all alike where nothing is. */
static void matched(const float *from, int count, float *to)
{
    float sum = 0;
    for (int k = 0; k < count; k++) sum += to[k] = from[k] > 0 ? from[k] : 0;
    for (int k = 0; k < count; k++) to[k] = sum > 0 ? to[k] / sum : 1.0f / (float)count;
}

static int hand_of(uint32_t key)
{
    int low = 0, high = HANDS - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (hand_keys[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Builds every `parts`-th tree of both roles. */
static void build_part(int part, int parts)
{
    for (int role = 0; role < ROLES; role++)
        for (int h = part; h < HANDS; h += parts)
            keep_tree(hand_masks[h], !role, !ranges[role] || ranges[role][h] > 0, strategies[role] + h);
}

/* Builds all trees by so many processes, in at most so many bytes. Returns 0, or 1 if a process failed. */
static int build_all(const uint8_t *hands, size_t most, int parts)
{
    int failed = 0, status;
    memcpy(hand_masks, hands, sizeof hand_masks);
    for (int h = 0; h < HANDS; h++) {
        const uint8_t *m = hand_masks[h];
        hand_keys[h] = (uint32_t)m[0] << 24 | (uint32_t)m[1] << 16 | (uint32_t)m[2] << 8 | m[3];
    }
    for (int role = 0; role < ROLES; role++) {
        strategies[role] = shared(HANDS * sizeof *strategies[role]);
        met_by[role] = shared(HANDS * sizeof *met_by[role]);
    }
    arena_size = most;
    for (int part = parts - 1; part >= 0; part--) {
        arena = shared(arena_size);
        arena_used = 0;
        if (part && fork()) continue;
        build_part(part, parts);
        if (part) _exit(0);
    }
    for (int part = 1; part < parts; part++) failed |= wait(&status) < 0 || status;
    return failed;
}
#endif
