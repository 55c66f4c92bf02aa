/* The verifier of the certified value of the play: the best reply of a hand to a file of strategies, in whole numbers.

   Shares no code with what made the file. Called by research/cards/verify_dealt.py, which has the definitions.

   A card is a bit: eight a suit, the trumps lowest (seven, without the turn-up), in each suit the highest card in the
   lowest bit. "Own" cards are those of a hand of the file, "the other's" those it does not hold; the other replies.

   The proof of a figure: the replier's choices are tried one by one in every position that the replier can tell apart,
   and in each the sum over all hands of the file still possible, each with the exact chance of its plays, is what the
   choice makes. A chance is a whole number of 1020ths for each play: 1020 is four times 255, and a multiple of every
   number of choices (1 to 5). The last of five cards is no choice, so there are four factors at most. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int orders[][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
enum { HANDS = 31913, PLACES = 5, GAPS = 9, MOST_PLAYED = 7, WHOLE = 255, UNIT = 1020, TIES = 6, TO_WIN = 3 };
enum { NOWHERE = 0 };
#define PACK 0xFFFFFF7Fu
static const uint64_t POWER[] = {1, UNIT, UNIT * UNIT, (uint64_t)UNIT * UNIT * UNIT, (uint64_t)UNIT * UNIT *UNIT *UNIT};

typedef uint32_t Cards;

static Cards suit_of(int card) { return 0xFFu << (card & 24) & PACK; }
static Cards above(int card) { return ((1u << card) - 1) & suit_of(card); }
static Cards below(int card) { return ~((2u << card) - 1) & suit_of(card); }
static int highest(Cards cards) { return __builtin_ctz(cards); }

/* The rules: what may be played to a card led (-1: to lead), and whether the reply wins. */
static Cards lawful(Cards held, int led) {
    if (led < 0) return held;
    Cards suited = held & suit_of(led);
    if (suited) return suited & above(led) ? suited & above(led) : suited;
    return held & suit_of(0) ? held & suit_of(0) : held;
}

static int reply_wins(int led, int reply) {
    return suit_of(led) == suit_of(reply) ? reply < led : suit_of(reply) == suit_of(0);
}

/* Of the cards that may be played, those that stand for themselves: without a lower one that may be played, too, and no
   card between the two that the other may hold (`unseen`). */
static Cards choices(Cards may, Cards held, Cards unseen) {
    Cards kept = may;
    for (Cards rest = may; rest; rest &= rest - 1) {
        int card = highest(rest);
        Cards lower = held & below(card);
        if (!lower || !(may & lower & -lower)) continue;
        if (!(unseen & below(card) & above(highest(lower)))) kept ^= 1u << card;
    }
    return kept;
}

/* A hand of the file: its cards by place, and for each card of the pack what a path calls it. */
typedef struct {
    Cards cards;
    uint8_t card[PLACES], event[32];
} Seat;

static void seat(Seat *it, Cards cards, const int order[4]) {
    int place = 0, gap = -1;
    it->cards = cards;
    for (int i = 0; i < 4; i++) {
        int own = 1;
        for (Cards rest = suit_of(8 * order[i]); rest; rest &= rest - 1) {
            int card = highest(rest), before = own;
            own = cards >> card & 1;
            if (own) it->card[place] = card;
            else gap += before;
            it->event[card] = own ? place++ : PLACES + gap;
        }
    }
}

/* The file as read. A decision's key: a one, four bits a card played, zeros up to seven cards; then the number of
   cards. In ascending order a decision comes before those after it on the same path, and these are together. */
typedef struct {
    uint32_t key;
    uint8_t shares[PLACES];
} Decision;

/* A path on which there are decisions: the one there, and the paths one card longer, together in the order of these
   cards (`events`, as bits). NOWHERE is any path without decisions. */
typedef struct {
    uint32_t first;
    uint16_t events;
    uint8_t decides, shares[PLACES];
} Path;

static uint32_t keys[HANDS];
static uint32_t roots[HANDS];
static Path *paths;
static uint64_t path_count, path_room;
static int elder_plays;
static char problem[160];

static int ascending(const void *one, const void *two) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)two;
    return (a > b) - (a < b);
}

/* All hands up to the order of the plain suits. Returns their keys. */
const uint32_t *all_keys(void) {
    int count = 0;
    for (uint32_t t = 0; t < 128; t++)
        for (uint32_t a = 0; a < 256; a++)
            for (uint32_t b = 0; b <= a; b++) {
                int cards = __builtin_popcount(t) + __builtin_popcount(a) + __builtin_popcount(b);
                if (cards > PLACES) continue;
                for (uint32_t c = 0; c <= b; c++)
                    if (cards + __builtin_popcount(c) == PLACES) keys[count++] = t << 24 | a << 16 | b << 8 | c;
            }
    return count == HANDS ? keys : NULL;
}

/* Why a decision is none of this hand's; NULL if it is. The path is played through: to the own cards, each card of a
   gap stands as any other of it does. */
static const char *objection(const Seat *own, uint32_t path, const uint8_t shares[PLACES]) {
    int left[GAPS] = {0}, any[GAPS] = {0}, sum = 0, played = 0, led = -1, own_turn = elder_plays;
    Cards held = own->cards;
    for (Cards rest = PACK & ~own->cards; rest; rest &= rest - 1) {
        int gap = own->event[highest(rest)] - PLACES;
        left[gap]++;
        any[gap] = highest(rest);
    }
    while (played <= MOST_PLAYED && path >> 4 * played > 1) played++;
    if (played > MOST_PLAYED || path >> 4 * played != 1) return "its path does not begin with a one";
    for (int at = played - 1; at >= 0; at--) {
        int event = path >> 4 * at & 15, card, by_own = own_turn;
        if (by_own) {
            if (event >= PLACES || !(lawful(held, led) >> own->card[event] & 1))
                return "its path has a card that cannot be played";
            held ^= 1u << (card = own->card[event]);
        } else {
            if (event < PLACES || event >= PLACES + GAPS || !left[event - PLACES]--)
                return "its path has a card that the other cannot play";
            card = any[event - PLACES];
        }
        own_turn = led >= 0 && reply_wins(led, card) ? by_own : !by_own;
        led = led < 0 ? card : -1;
    }
    if (!own_turn) return "its path leads to a turn of the other";
    for (int place = 0; place < PLACES; place++) {
        sum += shares[place];
        if (shares[place] && !(lawful(held, led) >> own->card[place] & 1))
            return "it plays a card that cannot be played";
    }
    return sum == WHOLE ? NULL : "its shares do not add up to 255";
}

/* Makes room for so many more paths. Returns 0 if there is no memory for them. */
static int make_room(uint64_t more) {
    if (path_count + more <= path_room) return 1;
    Path *moved = realloc(paths, (path_room = 2 * path_room + more) * sizeof *paths);
    if (moved) paths = moved;
    return moved != NULL;
}

static int event_of(const Decision *one, int played) { return one->key >> (27 - 4 * played) & 15; }

/* Takes up the decisions on a path, after so many cards. There is room. */
static void take_path(uint32_t path, const Decision *from, const Decision *to, int played) {
    paths[path] = (Path){0};
    if ((from->key & 7) == (uint32_t)played) {
        paths[path].decides = 1;
        memcpy(paths[path].shares, from++->shares, PLACES);
    }
    uint16_t events = 0;
    for (const Decision *at = from; at < to; at++) events |= 1 << event_of(at, played);
    uint32_t longer = (uint32_t)path_count;
    path_count += __builtin_popcount(events);
    paths[path].events = events;
    paths[path].first = longer;
    for (const Decision *end = from; from < to; from = end) {
        while (end < to && event_of(end, played) == event_of(from, played)) end++;
        take_path(longer++, from, end, played + 1);
    }
}

/* Reads and checks a file of strategies. Returns why it is refused; NULL if it is accepted. */
const char *read_file(const uint8_t *bytes, uint64_t size, int elder) {
    uint64_t at = 0;
    static Decision *decisions;
    all_keys();
    elder_plays = elder;
    free(decisions), free(paths);
    path_count = path_room = 0, paths = NULL;
    decisions = malloc((size / 9 + 1) * sizeof *decisions);
    if (!decisions || !make_room(1)) return "there is not enough memory";
    paths[path_count++] = (Path){0}; /* NOWHERE */
    for (int number = 0; number < HANDS; number++) {
        Seat own;
        uint32_t more = 0, path;
        seat(&own, __builtin_bswap32(keys[number]), orders[0]);
        if (size - at >= 4) memcpy(&more, bytes + at, 4);
        at += 4;
        if (size < at || (size - at) / 9 < more) return "the file ends too early";
        for (uint32_t i = 0; i < more; i++, at += 9) {
            memcpy(&path, bytes + at, 4);
            const char *why = objection(&own, path, bytes + at + 4);
            if (why) return snprintf(problem, sizeof problem, "decision %u of hand %d: %s", i, number, why), problem;
            int played = (31 - __builtin_clz(path)) / 4;
            decisions[i].key = path << 4 * (MOST_PLAYED - played) << 3 | played;
            memcpy(decisions[i].shares, bytes + at + 4, PLACES);
        }
        qsort(decisions, more, sizeof *decisions, ascending);
        for (uint32_t i = 1; i < more; i++)
            if (decisions[i].key == decisions[i - 1].key) return "a hand has two decisions for one path";
        if (!make_room((uint64_t)more * (MOST_PLAYED + 1))) return "there is not enough memory";
        roots[number] = more ? (uint32_t)path_count++ : NOWHERE;
        if (more) take_path(roots[number], decisions, decisions + more, 0);
    }
    return at == size ? NULL : "the file goes on after the last hand";
}

/* A hand of the file that may be the other side: its path, and the chance that it played as it did. Lists of them are
   linked by place in `Work.held`. */
typedef struct {
    uint64_t weight;
    uint32_t seat, path;
    int32_t next;
} Possible;

typedef struct {
    Seat *seats;
    Possible *held;
    int32_t used;
    Cards dealt; /* to the replier */
} Work;

typedef struct {
    Cards gone, mine;
    int led, my_turn, my_tricks, tricks, plays; /* plays: of the strategies */
} Spot;

/* Adds a possible hand to a list, one more card having been played. */
static int32_t follow(Work *work, Possible one, int event, int32_t next) {
    uint32_t events = paths[one.path].events, before = (1u << event) - 1;
    one.path = events >> event & 1 ? paths[one.path].first + __builtin_popcount(events & before) : NOWHERE;
    __builtin_prefetch(paths + one.path);
    one.next = next;
    work->held[work->used] = one;
    return work->used++;
}

static Spot after(Spot spot, int card) {
    int led = spot.led, mine = spot.my_turn;
    spot.gone |= 1u << card;
    spot.mine &= ~(1u << card);
    spot.plays += !mine;
    spot.my_turn = led >= 0 && reply_wins(led, card) ? mine : !mine;
    spot.my_tricks += led >= 0 && spot.my_turn;
    spot.tricks += led >= 0;
    spot.led = led < 0 ? card : -1;
    return spot;
}

/* Whether the replier makes the point after this reply in the fourth trick, which leaves a card each. */
static int makes(Spot spot, int reply, Cards other) {
    spot = after(spot, reply);
    int mine = highest(spot.mine), last = highest(other & ~spot.gone);
    return spot.my_tricks + (spot.my_turn ? !reply_wins(mine, last) : reply_wins(last, mine)) >= TO_WIN;
}

/* What is made where the point is. */
static uint64_t all_of(const Work *work, int32_t first, Spot spot) {
    uint64_t sum = 0;
    for (int32_t at = first; at >= 0; at = work->held[at].next) sum += work->held[at].weight;
    return sum * POWER[spot.plays < 4 ? 4 - spot.plays : 0];
}

static uint64_t most(Work *work, int32_t first, Spot spot) {
    uint64_t sum = 0;
    int32_t used = work->used;
    if (first < 0 || spot.tricks - spot.my_tricks == TO_WIN) return 0;
    if (spot.my_tricks == TO_WIN) return all_of(work, first, spot);
    int fourth = spot.tricks == TO_WIN && spot.led >= 0;
    if (spot.my_turn) {
        /* Of own cards with only own cards between them one is enough: no hand of the file sees a difference. */
        Cards may = choices(lawful(spot.mine, spot.led), spot.mine, PACK & ~work->dealt);
        for (uint64_t all = all_of(work, first, spot); may && sum < all; may &= may - 1, work->used = used) {
            int card = highest(may);
            uint64_t made = 0;
            int32_t list = -1;
            for (int32_t at = first; at >= 0; at = work->held[at].next) {
                const Possible *one = work->held + at;
                const Seat *other = work->seats + one->seat;
                if (!fourth) list = follow(work, *one, other->event[card], list);
                else if (makes(spot, card, other->cards)) made += one->weight;
            }
            if (!fourth) made = most(work, list, after(spot, card));
            sum = made > sum ? made : sum;
        }
        return sum;
    }
    int32_t lists[32];
    memset(lists, -1, sizeof lists);
    Cards by_any = 0;
    for (int32_t at = first; at >= 0; at = work->held[at].next) {
        Possible one = work->held[at];
        const Seat *own = work->seats + one.seat;
        const Path *path = paths + one.path;
        Cards held = own->cards & ~spot.gone, may = lawful(held, spot.led);
        if (!path->decides) may = choices(may, held, PACK & ~own->cards & ~spot.gone);
        uint64_t each = held & (held - 1) ? UNIT / __builtin_popcount(may) : 1, weight = one.weight;
        for (; may; may &= may - 1) {
            int card = highest(may), event = own->event[card];
            one.weight = weight * (path->decides ? (uint64_t)(UNIT / WHOLE) * path->shares[event] : each);
            if (!one.weight) continue;
            if (fourth) {
                sum += makes(spot, card, own->cards) ? one.weight : 0;
                continue;
            }
            lists[card] = follow(work, one, event, lists[card]);
            by_any |= 1u << card;
        }
    }
    for (; by_any; by_any &= by_any - 1) sum += most(work, lists[highest(by_any)], after(spot, highest(by_any)));
    work->used = used;
    return sum;
}

/* What the best reply of a hand makes against so many hands of the file, in units of one hand's 6 * 1020^4. Plain suits
   with the same cards stand in every order, each as likely. */
uint64_t best_reply(Cards dealt, const Cards *others, int count) {
    Work work = {malloc(sizeof(Seat) * TIES * count), malloc(sizeof(Possible) * TIES * 20 * count), 0, dealt};
    uint32_t seats = 0;
    int32_t first = -1;
    uint64_t made = UINT64_MAX; /* no memory */
    for (int i = 0; work.seats && work.held && i < count; i++) {
        for (int tie = 0; tie < TIES; tie++) {
            uint32_t plain[4];
            for (int at = 0; at < 4; at++) plain[at] = others[i] >> 8 * orders[tie][at] & 0xFF;
            if (plain[1] < plain[2] || plain[2] < plain[3]) continue;
            uint32_t key = plain[0] << 24 | plain[1] << 16 | plain[2] << 8 | plain[3], same = 1;
            if (plain[1] == plain[2] || plain[2] == plain[3]) same = plain[1] == plain[3] ? 6 : 2;
            int number = (int)((uint32_t *)bsearch(&key, keys, HANDS, sizeof key, ascending) - keys);
            seat(work.seats + seats, others[i], orders[tie]);
            work.held[work.used] = (Possible){TIES / same, seats++, roots[number], first};
            first = work.used++;
        }
    }
    if (work.seats && work.held) made = most(&work, first, (Spot){0, dealt, -1, !elder_plays, 0, 0, 0});
    free(work.seats), free(work.held);
    return made;
}
