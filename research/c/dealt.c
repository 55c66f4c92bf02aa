/* The play of hands as dealt by two players who see their own cards only: strategies near the best for both.
 *
 * Linear counterfactual regret minimisation. In each sweep every hand of one role meets hands drawn for the other, whose
 * strategies stand still meanwhile; every play of the pair that can happen is gone through, and each decision's regret
 * is weighted by the chance that the other plays so. Later sweeps weigh more: the n-th n times for regrets, n squared
 * for the average, which is the result. Draws follow from the seed, so the same sweeps give the same figures, whatever
 * the number of processes.
 */
#include <stdio.h>

#include "dealt_house.h"

static uint16_t suit_codes[256][256];
static uint8_t actual[ORDERS][CARDS], canonical[ORDERS][CARDS];

/* ---- one pair of hands; OWN learns ---- */

#define LEAST_SHARE 1e-4f /* rarer plays of the other are passed over */

typedef struct {
    const Strategy *own, *other;
    uint8_t own_card[HAND], other_card[HAND]; /* as cards of the own hand's order of suits */
    uint8_t own_gap[HAND], other_gap[HAND];   /* the gap of each card among the other hand's */
    int books[2];
} Pair;

static Pair pair;
static int learning = 1;

static uint32_t suit_mask(int card) { return card < 7 ? 127u : 255u << (8 * suit_at(card) - 1); }

static uint32_t lawful(uint32_t hand, int led)
{
    uint32_t same = hand & suit_mask(led), higher = same & ((1u << led) - 1);
    return higher ? higher : same ? same : hand & 127 ? hand & 127 : hand;
}

static int beats(int reply, int led)
{
    return suit_at(reply) == suit_at(led) ? reply < led : suit_at(reply) == 0;
}

static int place_of(const uint8_t *cards, int card)
{
    for (int i = 0; i < HAND; i++) if (cards[i] == card) return i;
    abort();
}

static Tricks open_tricks(uint32_t leader, uint32_t follower)
{
    return solve(suit_codes[leader & 127][follower & 127], suit_codes[leader >> 7 & 255][follower >> 7 & 255],
                 suit_codes[leader >> 15 & 255][follower >> 15 & 255], suit_codes[leader >> 23][follower >> 23]);
}

/* The own spot and the other's, -1 beyond a tree; the cards left; the card led, -1 at the start of a trick; the tricks
 * of both; the chance that the other plays so. */
typedef struct { int spots[2]; uint32_t cards[2]; int led, tricks[2]; float reach; } Now;

enum { OWN, OTHER };

/* Plays on from here, the own side (`mover` 0) or the other to play. Returns the own chance to make the point. */
static float play_on(const Now *now, int mover)
{
    if (now->led < 0) {
        if (now->tricks[OWN] >= 3 || now->tricks[OTHER] >= 3) return now->tricks[OWN] >= 3;
        Tricks open = open_tricks(now->cards[mover], now->cards[!mover]);
        int cards = __builtin_popcount(now->cards[OWN]), least = mover == OWN ? open.least : cards - open.most;
        if (now->tricks[OWN] + least >= 3) return 1;
        if (now->tricks[OWN] + (mover == OWN ? open.most : cards - open.least) < 3) return 0;
    }
    const Strategy *moving = mover == OWN ? pair.own : pair.other, *waiting = mover == OWN ? pair.other : pair.own;
    const uint8_t *card_of = mover == OWN ? pair.own_card : pair.other_card;
    const uint8_t *gap_for = mover == OWN ? pair.own_gap : pair.other_gap;
    float share[HAND] = {1}, value[HAND] = {0}, mean = 0, *regret = 0;
    uint8_t any[1];
    const uint8_t *places = any;
    int actions = 1;
    if (now->spots[mover] < 0) { /* the point is decided against every hand: any card will do */
        uint32_t may = now->led < 0 ? now->cards[mover] : lawful(now->cards[mover], now->led);
        any[0] = (uint8_t)place_of(card_of, __builtin_ctz(may));
    } else {
        const Spot *spot = moving->spots + now->spots[mover];
        places = spot->card;
        actions = spot->actions;
        int slot = slot_in(moving, now->spots[mover], pair.books[mover]);
        regret = moving->regret + slot;
        matched(learning ? regret : moving->sum + slot, actions, share);
    }
    for (int a = 0; a < actions; a++) {
        if (share[a] < LEAST_SHARE && (mover == OTHER || !learning)) continue;
        Now next = *now;
        int card = card_of[places[a]];
        next.cards[mover] &= ~(1u << card);
        next.spots[mover] = now->spots[mover] < 0 ? -1 : after(moving, now->spots[mover], a);
        next.spots[!mover] = after(waiting, now->spots[!mover], gap_for[places[a]]);
        if (mover == OTHER) next.reach *= share[a];
        if (now->led < 0) {
            next.led = card;
            value[a] = play_on(&next, !mover);
        } else {
            int winner = beats(card, now->led) ? mover : !mover;
            next.led = -1;
            next.tricks[winner]++;
            value[a] = play_on(&next, winner);
        }
        mean += share[a] * value[a];
    }
    if (learning && mover == OWN && actions > 1)
        for (int a = 0; a < actions; a++) regret[a] += now->reach * (value[a] - mean);
    return mean;
}

/* ---- sweeps ---- */

typedef struct { int hand, order; uint32_t mask; uint8_t cards[HAND]; } Drawn;

static uint64_t dice;

static uint64_t roll(void)
{
    uint64_t z = dice += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static Drawn placed_hand(uint32_t mask, int role)
{
    Drawn drawn = {0, 0, mask, {0}};
    for (int q = 0; q < ORDERS; q++) {
        uint32_t key = mask & 127, last = 255;
        int descends = 1;
        for (int s = 1; s < SUITS; s++) {
            uint32_t plain = mask >> (8 * ORDER[q][s] - 1) & 255;
            descends &= plain <= last;
            last = plain;
            key = key << 8 | plain;
        }
        if (!descends) continue;
        drawn.order = q;
        drawn.hand = hand_of(key);
        break;
    }
    for (int i = 0; i < HAND; i++) drawn.cards[i] = actual[drawn.order][strategies[role][drawn.hand].cards[i]];
    return drawn;
}

static Drawn *every_hand; /* of 31 cards, in the order of their masks */
static int every_count;
static double *drawn_up_to[ROLES]; /* by `every_hand`: the sum of the ranges so far */

static void list_every_hand(void)
{
    if (every_hand) return;
    every_hand = grown(0, 169911, sizeof *every_hand);
    for (uint32_t mask = 31; mask < 1u << CARDS;) {
        every_hand[every_count++] = placed_hand(mask, 1);
        uint32_t low = mask & -mask, up = mask + low; /* the next mask of five bits */
        mask = up | (((mask ^ up) >> 2) / low);
    }
}

static void sum_ranges(void)
{
    list_every_hand();
    for (int role = 0; role < ROLES; role++) {
        double sum = 0;
        drawn_up_to[role] = grown(0, (size_t)every_count, sizeof(double));
        for (int i = 0; i < every_count; i++) drawn_up_to[role][i] = sum += ranges[role][every_hand[i].hand];
    }
}

static Drawn drawn_by_range(const double *up_to)
{
    double at = (double)(roll() >> 11) * 0x1p-53 * up_to[every_count - 1];
    int low = 0, high = every_count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (up_to[middle] <= at) low = middle + 1;
        else high = middle;
    }
    return every_hand[low];
}

static Drawn drawn_hand(int role)
{
    uint32_t mask = 0;
    if (ranges[role]) return drawn_by_range(drawn_up_to[role]);
    while (__builtin_popcount(mask) < HAND) mask |= 1u << (roll() >> 32) % CARDS;
    return placed_hand(mask, role);
}

static float meet_hand(const Strategy *own, const Strategy *other, const Drawn *drawn, int own_leads)
{
    Now now = {{own->spot_count ? 0 : -1, other->spot_count ? 0 : -1}, {own->mask, drawn->mask}, -1, {0, 0}, 1};
    pair.own = own;
    pair.other = other;
    pair.books[OWN] = ranges[0] && drawn->mask & 1;
    pair.books[OTHER] = ranges[0] && own->mask & 1;
    for (int i = 0; i < HAND; i++) {
        pair.own_card[i] = own->cards[i];
        pair.other_card[i] = drawn->cards[i];
        pair.own_gap[i] = other->gap[canonical[drawn->order][own->cards[i]]];
        pair.other_gap[i] = own->gap[drawn->cards[i]];
    }
    return play_on(&now, own_leads ? OWN : OTHER);
}

/* Adds the strategy that the regrets of a book give to the average, and lets all that was learnt fade. */
static void remember_book(Strategy *of, int book, float keep)
{
    static float reached[MOST_SPOTS + 1];
    float share[HAND];
    if (of->spot_count) reached[0] = 1;
    for (int n = 0; n < of->spot_count; n++) {
        const Spot *spot = of->spots + n;
        uint32_t end = n + 1 < of->spot_count ? of->spots[n + 1].next : spot->next;
        int slot = slot_in(of, n, book), fades = slot >= book * of->slots;
        if (spot->actions) matched(of->regret + slot, spot->actions, share);
        for (int a = 0; a < spot->actions && fades; a++) {
            of->sum[slot + a] = of->sum[slot + a] * keep * keep + reached[n] * share[a];
            of->regret[slot + a] *= keep;
        }
        for (uint32_t link = spot->next, a = 0; link < (spot->actions ? spot->next + spot->actions : end); link++, a++)
            if (of->next[link]) reached[of->next[link]] = spot->actions ? reached[n] * share[a] : reached[n];
    }
}

static void remember_strategy(Strategy *of, int sweep)
{
    for (int book = of->books; book--;) remember_book(of, book, (float)sweep / (float)(sweep + 1));
}

enum { CHUNK = 1024, MOST_DRAWN = 4096 };

static void sweep_part(int role, int sweep, int draws, uint64_t seed, int part, int parts)
{
    static Drawn drawn[MOST_DRAWN];
    for (int chunk = part; chunk * CHUNK < HANDS; chunk += parts) {
        dice = seed + (uint64_t)sweep * 0x100000001B3ull + (uint64_t)role * 0x3C6EF372ull + (uint64_t)chunk * 0x1F83D9ABFB41BD6Bull;
        for (int i = 0; i < draws; i++) drawn[i] = drawn_hand(!role);
        for (int hand = chunk * CHUNK; hand < HANDS && hand < (chunk + 1) * CHUNK; hand++) {
            Strategy *own = strategies[role] + hand;
            if (ranges[role] && !(ranges[role][hand] > 0)) continue;
            for (int i = 0; own->spot_count && i < draws; i++) {
                if (drawn[i].mask & own->mask) continue;
                meet_hand(own, strategies[!role] + drawn[i].hand, drawn + i, !role);
                met_by[role][hand]++;
            }
            remember_strategy(own, sweep);
            met_by[role][hand] *= (float)sweep / (float)(sweep + 1);
        }
    }
}

/* How many of the 169,911 hands differ from this one in the order of the plain suits alone, itself included. */
static int times_dealt(int hand)
{
    const uint8_t *m = hand_masks[hand];
    return m[1] == m[3] ? 1 : m[1] == m[2] || m[2] == m[3] ? 3 : 6;
}

/* ---- the library's functions ---- */

/* Builds the trees of all hands, as `prepare` in hidden.c takes them, in at most so many bytes. `elders` and `dealers`:
 * their ranges; none where all hands are dealt with equal chance. Returns 0, or 1 if one of `parts` processes failed. */
int begin(const uint8_t *hands, size_t most, const float *elders, const float *dealers, int parts)
{
    ranges[0] = elders;
    ranges[1] = dealers;
    if (build_all(hands, most, parts)) return 1;
    prepare(hands, HANDS);
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            int code = 1;
            for (int rank = 0; rank < 8; rank++) if ((a | b) >> rank & 1) code = code << 1 | (a >> rank & 1);
            suit_codes[a][b] = (uint16_t)code;
        }
    for (int q = 0; q < ORDERS; q++)
        for (int c = 0; c < CARDS; c++) {
            int to = card_at(ORDER[q][suit_at(c)], rank_at(c));
            actual[q][c] = (uint8_t)to;
            canonical[q][to] = (uint8_t)c;
        }
    if (elders) sum_ranges();
    return 0;
}

/* One sweep of a role's hands, the `sweep`-th from 1, by so many processes. Returns 0, or 1 if one of them failed. */
int sweep_hands(int role, int sweep, int draws, uint64_t seed, int parts)
{
    int failed = 0, status;
    for (int part = 1; part < parts; part++)
        if (!fork()) {
            sweep_part(role, sweep, draws, seed, part, parts);
            _exit(0);
        }
    sweep_part(role, sweep, draws, seed, 0, parts);
    for (int part = 1; part < parts; part++) failed |= wait(&status) < 0 || status;
    return failed;
}

/* Writes the hands met, regrets and sums of all hands to a file, or reads them back. Returns 0 if all went well. */
int carry(const char *path, int writes)
{
    FILE *file = fopen(path, writes ? "wb" : "rb");
    int failed = !file;
    for (int role = 0; role < ROLES && !failed; role++) {
        size_t done = writes ? fwrite(met_by[role], sizeof(float), HANDS, file) : fread(met_by[role], sizeof(float), HANDS, file);
        failed |= done != HANDS;
        for (int h = 0; h < HANDS && !failed; h++)
            for (int which = 0; which < 2; which++) {
                Strategy *of = strategies[role] + h;
                float *at = which ? of->sum : of->regret;
                size_t slots = (size_t)(of->books * of->slots), done = writes ? fwrite(at, sizeof *at, slots, file) : fread(at, sizeof *at, slots, file);
                failed |= done != slots;
            }
    }
    return (file && fclose(file)) | failed;
}

/* The average strategy of a hand without its rare plays, in 255ths: writes its leaves for `reply` (see hidden.c), and to
 * `found` each decision that it comes to: its path, and the 255ths of each place. Returns their number. */
int average(int role, int hand, double least, uint64_t *found)
{
    static double reached[MOST_SPOTS + 1];
    const Strategy *of = strategies[role] + hand;
    int count = 0, parts[HAND];
    open_tree(hand_masks[hand], !role);
    if (node_count) reached[0] = 1;
    for (int n = 0; n < node_count; n++) {
        const Node *node = nodes + n;
        if (n && !nodes[node->parent].blind) reached[n] = reached[node->parent];
        if (!node->blind) continue;
        in_parts(of->sum + node->memory, node->actions, least, PARTS, parts);
        uint64_t plays = 0;
        for (int a = 0; a < node->actions; a++) {
            int to = of->next[of->spots[n].next + a];
            total[node->memory + a] = parts[a];
            plays |= (uint64_t)parts[a] << 8 * node->card[a];
            if (to) reached[to] = reached[n] * parts[a];
        }
        if (node->actions < 2 || reached[n] <= 0) continue;
        found[count++] = path_to(n);
        found[count++] = plays;
    }
    leaf_count = 0;
    write_leaves(hand_masks[hand], !role);
    return count / 2;
}

/* What the elder loses by each first card, of the chance to make the point, `meetings` hands having been met; -1 for a
 * card that is not among the choices (the next lower one is as good). */
void lead_losses(int hand, double meetings, double *lost)
{
    const Strategy *of = strategies[0] + hand;
    float most = 0;
    for (int c = 0; c < HAND; c++) lost[c] = -1;
    if (!of->spot_count) return;
    for (int a = 0; a < of->spots->actions; a++) if (!a || of->regret[a] > most) most = of->regret[a];
    for (int a = 0; a < of->spots->actions; a++) lost[of->spots->card[a]] = (most - of->regret[a]) / meetings;
}

/* For the tests: the place of the card that open search plays after these events (as in paths); -1: the point is decided,
 * or the holder has no choice to make there. */
int open_play(const uint8_t *masks, int leads, const uint8_t *events, int count)
{
    int at = 0;
    open_tree(masks, leads);
    if (!node_count) return -1;
    search_openly(leads);
    find_children();
    for (int i = 0; i < count && at >= 0; i++) {
        int action = events[i] - HAND;
        if (nodes[at].blind) for (action = 0; action < nodes[at].actions && nodes[at].card[action] != events[i];) action++;
        at = child(at, action);
    }
    if (at < 0 || !nodes[at].blind) return -1;
    return nodes[at].card[31 - __builtin_clz((unsigned)open_best[at])];
}

/* ---- two strategies against each other ---- */

enum { TILE = 128 };

/* One part of so many: adds what each hand makes against all of the other's, and how many it meets; the elder's first. */
static void values_part(int part, int parts, double *made, double *met)
{
    for (int tile = part; tile * TILE < HANDS; tile += parts)
        for (int from = 0; from < every_count; from += TILE)
            for (int hand = tile * TILE; hand < HANDS && hand < (tile + 1) * TILE; hand++) {
                const Strategy *own = strategies[0] + hand;
                double orders_of = times_dealt(hand);
                for (int i = from; i < every_count && i < from + TILE; i++) {
                    const Drawn *drawn = every_hand + i;
                    if (drawn->mask & own->mask) continue;
                    double won = meet_hand(own, strategies[1] + drawn->hand, drawn, 1);
                    made[hand] += won;
                    met[hand]++;
                    made[HANDS + drawn->hand] += orders_of * (1 - won);
                    met[HANDS + drawn->hand] += orders_of;
                }
            }
}

/* Both sides play by their sums, as `exceptions` leaves them: the chance of each hand to make the point, the elder's
 * hands first. Returns 0, or 1 if a process failed. */
int values(int parts, double *chances)
{
    enum { ALL = ROLES * HANDS };
    double *made = shared((size_t)parts * 2 * ALL * sizeof *made);
    int failed = 0, status;
    learning = 0;
    list_every_hand();
    for (int part = 1; part < parts; part++)
        if (!fork()) {
            values_part(part, parts, made + 2 * ALL * part, made + 2 * ALL * part + ALL);
            _exit(0);
        }
    values_part(0, parts, made, made + ALL);
    for (int part = 1; part < parts; part++) failed |= wait(&status) < 0 || status;
    for (int i = 0; i < ALL; i++) {
        double won = 0, met = 0;
        for (int part = 0; part < parts; part++) {
            won += made[2 * ALL * part + i];
            met += made[2 * ALL * part + ALL + i];
        }
        chances[i] = won / met;
    }
    munmap(made, (size_t)parts * 2 * ALL * sizeof *made);
    learning = 1;
    return failed;
}
