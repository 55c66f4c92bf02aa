/* What the house needs of the strategies, for dealt.c: the plays in which open-hand search falls short.
 *
 * The house plays a hand as dealt by OPEN search, each hand of the other as likely: the play that makes the point against
 * most of them with open hands; of equals the last in the hand's order. An EXCEPTION is a decision where that loses
 * against the strategies found. The average strategy then plays, in sevenths, without its rare cards.
 */
#ifndef ECARTE_DEALT_HOUSE_H
#define ECARTE_DEALT_HOUSE_H
#include "dealt_tree.h"

enum { SEVENTHS = 7, PARTS = 255, LEADS = 255, OTHER_LEADS = 254, OTHER_REPLIES = 253, PASSES = 12, ANY_HAND = -1, OPPOSING = 65780 };

typedef struct { int own, won, led, card; } Place; /* own cards left, tricks; a gap led, or who leads; the own card led */

static Place places[MOST_SPOTS + 1];
static uint8_t open_best[MOST_SPOTS + 1]; /* the actions that are best with open hands, as bits */

static Place place_after(const Node *up, const Place *from, int action)
{
    Place to = *from;
    if (up->blind) {
        int card = up->card[action];
        to.own &= ~(1 << card);
        to.card = card;
        if (from->led == LEADS) to.led = OTHER_REPLIES;
        else {
            int wins = blind_wins(card, from->led);
            to.won += wins;
            to.led = wins ? LEADS : OTHER_LEADS;
        }
    } else if (from->led == OTHER_REPLIES) {
        int beaten = seer_wins(from->card, action);
        to.won += !beaten;
        to.led = beaten ? OTHER_LEADS : LEADS;
    } else to.led = action;
    return to;
}

/* Whether the point is made with open hands after a card, the other holding `rest`. */
static int made_open(const Place *at, int card, uint64_t rest)
{
    int left = at->own & ~(1 << card), cards = __builtin_popcount((unsigned)left);
    if (at->led != LEADS) {
        int wins = blind_wins(card, at->led);
        Tricks open = with_open_hands(left, rest, wins);
        return at->won + (wins ? 1 + open.best : cards - open.best) >= 3;
    }
    int replies = seer_replies(card, rest);
    for (int g = 0; g < gaps; g++) {
        if (!(replies >> g & 1)) continue;
        int beaten = seer_wins(card, g);
        Tricks open = with_open_hands(left, rest - one_of(g), !beaten);
        if (at->won + (beaten ? cards - open.best : 1 + open.best) < 3) return 0;
    }
    return 1;
}

/* How many hands of a class hold the very cards shown, but for a factor that all classes share. */
static double hands_with(const Entry *entry)
{
    static const double ways[] = {1, 1, 2, 6, 24, 120};
    double hands = class_weight[entry->class];
    for (int g = 0; g < gaps; g++) hands *= ways[held(class_cards[entry->class], g)] / ways[held(entry->rest, g)];
    return hands;
}

/* The part of a class's hands that fit a book: those with the highest trump, which lies in the first gap, or those
 * without it. */
static double part_in(const Entry *entry, int book)
{
    if (book == ANY_HAND) return 1;
    double with = (double)held(class_cards[entry->class], 0) / gap_size[0];
    return book ? with : 1 - with;
}

/* Finds what open search plays at a node whose place is known. `book`: of a hand without the highest trump; ANY_HAND:
 * that says nothing. */
static void search_at(int n, int book)
{
    const Node *node = nodes + n;
    double made[HAND] = {0}, most = 0;
    open_best[n] = 0;
    for (int a = 0; a < node->actions; a++) {
        for (int e = node->first; e < node->first + node->count; e++)
            made[a] += part_in(entries + e, book) * hands_with(entries + e) * made_open(places + n, node->card[a], entries[e].rest);
        if (made[a] > most) most = made[a];
    }
    for (int a = 0; a < node->actions; a++) open_best[n] |= (uint8_t)((made[a] >= most - 1e-6) << a);
}

static void find_places(int leads)
{
    places[0] = (Place){31, 0, leads ? LEADS : OTHER_LEADS, -1};
    for (int n = 1; n < node_count; n++) places[n] = place_after(nodes + nodes[n].parent, places + nodes[n].parent, nodes[n].action);
}

static void search_openly(int leads)
{
    find_places(leads);
    for (int n = 0; n < node_count; n++) if (nodes[n].blind) search_at(n, ANY_HAND);
}

/* The average strategy at a spot in so many parts, plays below `least` left out. */
static void in_parts(const float *sum, int count, double least, int whole, int *parts)
{
    double share[HAND], part[HAND], kept = 0, all = 0;
    int left = whole;
    for (int a = 0; a < count; a++) all += sum[a];
    for (int a = 0; a < count; a++) {
        share[a] = all > 0 ? sum[a] / all : 1.0 / count;
        if (share[a] < least) share[a] = 0;
        kept += share[a];
    }
    for (int a = 0; a < count; a++) {
        part[a] = whole * share[a] / kept;
        left -= parts[a] = (int)part[a];
        part[a] -= parts[a];
    }
    for (; left > 0; left--) {
        int next = 0;
        for (int a = 1; a < count; a++) if (part[a] > part[next]) next = a;
        parts[next]++;
        part[next] = -1;
    }
}

/* A one, then four bits a card: 0-4 own ones, 5 and more the gaps. */
static uint64_t path_to(int node)
{
    uint64_t path = 0;
    int shift = 0;
    for (; node; node = nodes[node].parent, shift += 4) {
        const Node *up = nodes + nodes[node].parent;
        path |= (uint64_t)(up->blind ? up->card[nodes[node].action] : HAND + nodes[node].action) << shift;
    }
    return (uint64_t)1 << shift | path;
}

typedef struct { double loss; int spot; } Loss;

static int greater_first(const void *a, const void *b)
{
    const Loss *one = a, *two = b;
    return one->loss != two->loss ? (one->loss < two->loss ? 1 : -1) : one->spot - two->spot;
}

static uint8_t excepted[MOST_SPOTS + 1];
static double house_reach[MOST_SPOTS + 1];

static void house_plays(const Strategy *of, int n, double least, int *sevenths)
{
    const Spot *spot = of->spots + n;
    if (excepted[n]) { in_parts(of->sum + spot->slot, spot->actions, least, SEVENTHS, sevenths); return; }
    for (int a = 0; a < spot->actions; a++) sevenths[a] = open_best[n] >> a == 1 ? SEVENTHS : 0;
}

static int plays_openly(const Spot *spot, int n, const int *sevenths)
{
    return sevenths[31 - __builtin_clz((unsigned)open_best[n])] == SEVENTHS || spot->actions < 2;
}

/* The losses of open search at each spot that the house reaches; their sum. */
static double losses_of(const Strategy *of, double meetings, double least, Loss *losses, int *count)
{
    double all = 0;
    *count = 0;
    memset(house_reach, 0, (size_t)of->spot_count * sizeof *house_reach);
    house_reach[0] = 1;
    for (int n = 0; n < of->spot_count; n++) {
        const Spot *spot = of->spots + n;
        int sevenths[HAND];
        if (n && !nodes[nodes[n].parent].blind) house_reach[n] = house_reach[nodes[n].parent];
        if (!spot->actions || house_reach[n] <= 0) continue;
        house_plays(of, n, least, sevenths);
        for (int a = 0; a < spot->actions; a++) {
            int to = of->next[spot->next + a];
            if (to) house_reach[to] = house_reach[n] * sevenths[a] / SEVENTHS;
            if (excepted[n] || !sevenths[a]) continue;
            double loss = -of->regret[spot->slot + a] / meetings * house_reach[n];
            if (loss > 0) { losses[(*count)++] = (Loss){loss, n}; all += loss; }
        }
    }
    return all;
}

/* Writes the reference's plays (see hidden_reply.h) over the sums from a spot on, where that provides for the position. */
static void take_reference(Strategy *of, int at, int node)
{
    if (at < 0 || node < 0) return;
    const Spot *spot = of->spots + at;
    if (spot->actions) {
        double share[HAND];
        reference_plays(node, spot->actions, share);
        for (int a = 0; a < spot->actions; a++) of->sum[spot->slot + a] = (float)share[a];
    }
    for (int a = 0; a < (spot->actions ? spot->actions : gaps); a++) take_reference(of, after(of, at, a), child(node, a));
}

/* The hand plays as for its lower end, which no opponent pushes it under, but where that says nothing. */
void play_for_lower_end(int role, int hand, int most_rounds, double enough)
{
    int rounds;
    Strategy *of = strategies[role] + hand;
    solve_hand(hand_masks[hand], !role, most_rounds, enough, &rounds);
    find_children();
    if (of->spot_count && node_count) take_reference(of, 0, 0);
}

/* Writes an exception to `into`, if it is one: the path in the upper 48 bits, the plays in the lower 15, three a card.
 * Returns how many were written. */
static int written(const Spot *spot, int n, const int *sevenths, uint64_t *into)
{
    uint64_t plays = 0;
    if (plays_openly(spot, n, sevenths)) return 0;
    for (int a = 0; a < spot->actions; a++) plays |= (uint64_t)sevenths[a] << 3 * spot->card[a];
    *into = path_to(n) << 16 | plays;
    return 1;
}

/* Finds the exceptions of a hand, the greatest losses first, until all others together lose less than `enough`; below 0:
 * all decisions that differ from open search. Then the strategy's sums are what the house plays, in sevenths. `lost`: by
 * open search alone, and with the exceptions. Returns their number. */
int exceptions(int role, int hand, double meetings, double enough, double least, uint64_t *into, double *lost)
{
    static Loss losses[(MOST_SPOTS + 1)];
    Strategy *of = strategies[role] + hand;
    int count, found = 0, sevenths[HAND];
    lost[0] = lost[1] = 0;
    if (!of->spot_count) return 0;
    open_tree(hand_masks[hand], !role);
    search_openly(!role);
    memset(excepted, enough < 0, (size_t)node_count);
    for (int pass = 0; pass < PASSES; pass++) {
        double left = lost[1] = losses_of(of, meetings, least, losses, &count);
        if (!pass) lost[0] = left;
        if (left <= enough || !count) break;
        qsort(losses, (size_t)count, sizeof *losses, greater_first);
        for (int i = 0; i < count && left > enough * 0.8; i++) {
            left -= losses[i].loss;
            excepted[losses[i].spot] = 1;
        }
    }
    for (int n = 0; n < node_count; n++) {
        const Spot *spot = of->spots + n;
        if (!spot->actions) continue;
        house_plays(of, n, least, sevenths);
        if (excepted[n] && house_reach[n] > 0) found += written(spot, n, sevenths, into + found);
        for (int a = 0; a < spot->actions; a++) of->sum[spot->slot + a] = (float)sevenths[a];
    }
    return found;
}

/* The part of the other's hands that can have played as at a node. */
static double part_at(int n, int book)
{
    double hands = 0;
    for (int e = nodes[n].first; e < nodes[n].first + nodes[n].count; e++)
        hands += part_in(entries + e, book) * class_weight[entries[e].class];
    return hands / OPPOSING;
}

/* The exceptions of a book, for hands met by their ranges: the decisions in which open search loses more than `price`,
 * and those that mix cards and come up more often than `often`: else the other reads the hand from the card. Open search
 * is not asked where no card loses so much. `lost`: by open search, and where it is left to play. */
static int exceptions_in(int role, int hand, int book, double price, double often, double least, uint64_t *into, double *lost)
{
    const Strategy *of = strategies[role] + hand;
    int found = 0, sevenths[HAND];
    memset(house_reach, 0, (size_t)of->spot_count * sizeof *house_reach);
    house_reach[0] = 1;
    for (int n = 0; n < of->spot_count; n++) {
        const Spot *spot = of->spots + n;
        int slot = slot_in(of, n, book), hands = of->books == 1 || (!n && !role) ? ANY_HAND : book, mixes = 1, told;
        double most = 0, loss[HAND];
        if (n && !nodes[nodes[n].parent].blind) house_reach[n] = house_reach[nodes[n].parent];
        if (!spot->actions || house_reach[n] <= 0) continue;
        in_parts(of->sum + slot, spot->actions, least, SEVENTHS, sevenths);
        for (int a = 0; a < spot->actions; a++) {
            loss[a] = -of->regret[slot + a] / met_by[role][hand] * house_reach[n];
            if (loss[a] > most) most = loss[a];
            if (sevenths[a] == SEVENTHS) mixes = 0;
        }
        told = mixes && house_reach[n] * part_at(n, hands) > often;
        if (told || most > price) {
            search_at(n, hands);
            int open = 31 - __builtin_clz((unsigned)open_best[n]);
            told |= loss[open] > price;
            lost[0] += loss[open] > 0 ? loss[open] : 0;
            if (!told) {
                lost[1] += loss[open] > 0 ? loss[open] : 0;
                for (int a = 0; a < spot->actions; a++) sevenths[a] = a == open ? SEVENTHS : 0;
            } else if (!book || slot >= of->slots) found += written(spot, n, sevenths, into + found);
        }
        for (int a = 0; a < spot->actions; a++) {
            int to = of->next[spot->next + a];
            if (to) house_reach[to] = house_reach[n] * sevenths[a] / SEVENTHS;
        }
    }
    return found;
}

/* The exceptions of the books of a hand, one after the other; `found` and `lost` by book. */
void books(int role, int hand, double price, double often, double least, uint64_t *into, int *found, double *lost)
{
    const Strategy *of = strategies[role] + hand;
    for (int book = 0; book < BOOKS; book++) found[book] = 0, lost[2 * book] = lost[2 * book + 1] = 0;
    if (!of->spot_count || met_by[role][hand] <= 0) return;
    open_tree(hand_masks[hand], !role);
    find_places(!role);
    for (int book = 0; book < of->books; book++)
        into += found[book] = exceptions_in(role, hand, book, price, often, least, into, lost + 2 * book);
}
#endif
