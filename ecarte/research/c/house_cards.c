/* The maître's cards: `ecarte.ai.tendencies`, `opponent_hands`, `trick_values` and `search`.
 *
 * The opponent's hands come in weighted classes: of a suit only the order of the own cards and theirs counts.
 */
#include "house.h"

#include <string.h>

#include "policy.h"

enum { MOST_WAYS = 64 };
static const double SILENT_KING = 0.02, AS_GOOD = 1e-9, ABOVE_FIRST = 0.2, BELOW_FIRST = 1.9;

/* Odds of a trump, a plain king, queen and knave, and a lower plain card. */
typedef struct { double trump, king, queen, knave, low; } odds_t;
static const odds_t EVEN_ODDS = {1, 1, 1, 1, 1};
static const odds_t STOOD_ODDS[2] = {{1.85, 1.60, 1.25, 0.90, 0.62}, {1.85, 0.90, 1.20, 0.75, 0.52}};
static const odds_t PROPOSED_ODDS[2] = {{0.74, 0.77, 0.86, 1.02, 1.20}, {0.92, 0.25, 1.05, 1.00, 1.20}};
static const odds_t CHANGED_ODDS[2][6] = {
    {{5.00, 3.40, 0.30, 0.25, 0.20}, {4.50, 3.40, 0.30, 0.25, 0.22}, {3.20, 3.00, 0.50, 0.45, 0.45},
     {2.20, 3.70, 0.70, 0.60, 0.50}, {1.60, 2.40, 0.80, 0.78, 0.70}, {1.30, 1.60, 0.98, 0.95, 0.82}},
    {{4.00, 2.00, 0.30, 0.25, 0.25}, {3.50, 2.00, 0.30, 0.25, 0.30}, {2.20, 0.90, 0.30, 0.50, 0.70},
     {1.60, 0.55, 0.25, 0.65, 1.05}, {1.25, 0.40, 0.32, 0.67, 1.15}, {1.05, 0.30, 0.34, 0.74, 1.25}}};
static const odds_t CONTENT_ODDS[2][6] = {
    {{5.00, 3.00, 0.40, 0.25, 0.20}, {4.50, 3.00, 0.40, 0.25, 0.22}, {3.30, 2.80, 0.60, 0.45, 0.45},
     {2.30, 2.70, 0.75, 0.48, 0.46}, {2.15, 2.25, 0.90, 0.57, 0.50}, {2.10, 2.10, 1.05, 0.55, 0.53}},
    {{5.00, 2.20, 0.30, 0.22, 0.20}, {4.60, 2.20, 0.30, 0.22, 0.22}, {3.30, 1.20, 0.52, 0.48, 0.50},
     {2.80, 1.75, 0.75, 0.55, 0.52}, {2.60, 1.30, 0.85, 0.62, 0.58}, {2.50, 0.97, 1.05, 0.68, 0.61}}};

static const odds_t *odds_of(const knows_t *knows) {
    int led = knows->first_lead >= 0;
    switch (knows->stance) {
    case STOOD: return &STOOD_ODDS[led];
    case PROPOSED: return &PROPOSED_ODDS[led];
    case CHANGED: return &CHANGED_ODDS[led][knows->changed];
    case CONTENT: return &CONTENT_ODDS[led][knows->changed];
    default: return &EVEN_ODDS;
    }
}

static void weigh(const knows_t *knows, double (*weight)[8]) {
    const odds_t *odds = as_dealt(knows) ? &EVEN_ODDS : odds_of(knows);
    int first = as_dealt(knows) ? -1 : knows->first_lead;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < 8; rank++) {
            double plain = rank == RANK_KING ? odds->king : rank == RANK_QUEEN ? odds->queen : rank == RANK_KNAVE ? odds->knave : odds->low;
            if (first >= 0 && suit_at(first) == suit) plain *= rank < rank_at(first) ? ABOVE_FIRST : BELOW_FIRST;
            weight[suit][rank] = suit == knows->trump ? odds->trump : plain;
        }
    if (knows->silent_king) weight[knows->trump][RANK_KING] *= SILENT_KING;
}

/* The opponent's holdings of a suit, by number of cards; holdings that play alike are one. */
typedef struct { uint16_t code[MOST_WAYS]; double weight[MOST_WAYS]; int from[7]; } ways_t;

static void find_ways(int own, int may, int sure, const double *weight, int most, ways_t *ways) {
    static uint16_t seat[1024], mark[1024], now;
    uint16_t code[2][MOST_WAYS];
    uint8_t held[2][MOST_WAYS];
    double share[2][MOST_WAYS];
    int n = 1, at = 0;
    code[0][0] = 1, held[0][0] = 0, share[0][0] = 1;
    for (int rank = 0; rank < 8; rank++) {
        int bit = 1 << rank;
        if (own & bit) {
            for (int i = 0; i < n; i++) code[at][i] = (uint16_t)(code[at][i] << 1 | 1);
        } else if (may & bit) {
            int next = 0, to = !at;
            if (!++now) memset(mark, 0, sizeof mark), now = 1;
            for (int with = sure & bit ? 1 : 0; with < 2; with++)
                for (int i = 0; i < n; i++) {
                    if (with && held[at][i] >= most) continue;
                    int it = code[at][i] << with;
                    double more = with ? share[at][i] * weight[rank] : share[at][i];
                    if (mark[it] == now) {
                        share[to][seat[it]] += more;
                        continue;
                    }
                    mark[it] = now, seat[it] = (uint16_t)next;
                    code[to][next] = (uint16_t)it, held[to][next] = (uint8_t)(held[at][i] + with), share[to][next++] = more;
                }
            n = next, at = to;
        }
    }
    int made = 0;
    for (int number = 0; number <= 5; number++) {
        ways->from[number] = made;
        for (int i = 0; i < n; i++)
            if (held[at][i] == number) ways->code[made] = code[at][i], ways->weight[made++] = share[at][i];
    }
    ways->from[6] = made;
}

static inline int turn(int code) { return code ^ ((1 << (31 - __builtin_clz((unsigned)code))) - 1); }

/* The place in the code of the own card that has `lower` own cards below it in its suit. */
static inline int place_of(int code, int lower) {
    for (; lower; lower--) code &= code - 1;
    return __builtin_ctz((unsigned)code);
}

static double win_chance(int own, int others, int dealing, chances_t chances) {
    if (own <= 0 || others <= 0) return own <= 0 ? 1 : 0;
    return dealing ? 1 - chances[others][own] : chances[own][others];
}

static void by_tricks(const knows_t *knows, int others, chances_t chances, double *worth) {
    int own = knows->own_needs, dealing = knows->elder;
    for (int tricks = 0; tricks < 6; tricks++) {
        if (own <= 0 || others <= 0) worth[tricks] = win_chance(own, others, dealing, chances);
        else if (tricks >= 3) worth[tricks] = win_chance(own - (tricks == 5 || knows->other_pays ? 2 : 1), others, dealing, chances);
        else worth[tricks] = win_chance(own, others - (tricks == 0 || knows->own_pays ? 2 : 1), dealing, chances);
    }
}

/* What the seat plays against: the holdings of the four suits, trumps first; those with the king apart. */
typedef struct { ways_t trumps[2], plain[3]; int has[2], suit[4], number; } field_t;

static void find_field(const knows_t *knows, cards_t hand, double (*weight)[8], field_t *field) {
    int trump = knows->trump, n = 0, number = field->number = knows->count;
    cards_t sure = knows->sure & knows->unseen;
    int may = bits_in(knows->unseen, trump), surely = bits_in(sure, trump);
    field->suit[0] = trump;
    for (int king = 0; king < 2; king++) {
        field->has[king] = king <= (may & 1) && king >= (surely & 1);
        if (field->has[king])
            find_ways(bits_in(hand, trump), king ? may : may & ~1, surely | king, weight[trump], number, &field->trumps[king]);
    }
    for (int suit = 0; suit < 4; suit++)
        if (suit != trump) {
            field->suit[++n] = suit;
            find_ways(bits_in(hand, suit), bits_in(knows->unseen, suit), bits_in(sure, suit), weight[suit], number, &field->plain[n - 1]);
        }
}

typedef struct { int number, at[5], lower[5]; double sum[5]; } leads_t;

/* Goes over all classes of opposing hands. With `leads`, sums the worth of each lead; else returns the worth of the hand
 * played on, the own side leading or not. `worth` is by [king][tricks from here]; `total` receives the weight. */
static double go_over(const field_t *field, const double (*worth)[6], int leading, leads_t *leads, double *total) {
    double all = 0, sum = 0;
    for (int king = 0; king < 2; king++) {
        if (!field->has[king]) continue;
        const ways_t *ts = &field->trumps[king];
        for (int few = 0; few <= field->number; few++)
            for (int t = ts->from[few]; t < ts->from[few + 1]; t++)
                for (int more = 0; few + more <= field->number; more++)
                    for (int a = field->plain[0].from[more]; a < field->plain[0].from[more + 1]; a++) {
                        double both = ts->weight[t] * field->plain[0].weight[a];
                        for (int most = 0; few + more + most <= field->number; most++) {
                            int rest = field->number - few - more - most;
                            for (int b = field->plain[1].from[most]; b < field->plain[1].from[most + 1]; b++) {
                                double three = both * field->plain[1].weight[b];
                                for (int c = field->plain[2].from[rest]; c < field->plain[2].from[rest + 1]; c++) {
                                    double weight = three * field->plain[2].weight[c];
                                    int at[4] = {ts->code[t], field->plain[0].code[a], field->plain[1].code[b], field->plain[2].code[c]};
                                    all += weight;
                                    if (leads)
                                        for (int i = 0; i < leads->number; i++) {
                                            int suit = leads->at[i];
                                            leads->sum[i] += weight * worth[king][code_lead_tricks(at, suit, place_of(at[suit], leads->lower[i]), field->number)];
                                        }
                                    else if (leading)
                                        sum += weight * worth[king][code_tricks(at[0], at[1], at[2], at[3])];
                                    else
                                        sum += weight * worth[king][field->number - code_tricks(turn(at[0]), turn(at[1]), turn(at[2]), turn(at[3]))];
                                }
                            }
                        }
                    }
    }
    *total = all;
    return sum;
}

/* The next lower own card of the suit, if the opponent can hold none between; else -1. */
static int same_as_lower(cards_t hand, cards_t may, int card) {
    cards_t lower = hand & suit_mask(suit_at(card)) & ~((bit_of(card) << 1) - 1);
    if (!lower) return -1;
    int next = __builtin_ctz(lower);
    return may & above(next) & ~((bit_of(card) << 1) - 1) ? -1 : next;
}

cards_t card_values(const knows_t *knows, chances_t chances, double *values) {
    double weight[4][8], tricks_worth[2][6], worth[2][6] = {{0}}, total;
    field_t field;
    weigh(knows, weight);
    by_tricks(knows, knows->other_needs, chances, tricks_worth[0]);
    by_tricks(knows, knows->other_needs - knows->may_mark, chances, tricks_worth[1]);
    int before = knows->own_tricks;
    if (knows->led < 0) {
        leads_t leads = {0};
        int seat[32];
        find_field(knows, knows->hand, weight, &field);
        for (int king = 0; king < 2; king++)
            for (int i = 0; i <= field.number && before + i < 6; i++) worth[king][i] = tricks_worth[king][before + i];
        for (int card = 31; card >= 0; card--) {
            if (!(knows->hand & bit_of(card))) continue;
            int same = same_as_lower(knows->hand, knows->unseen, card);
            if (same >= 0) {
                seat[card] = seat[same];
                continue;
            }
            int n = seat[card] = leads.number++;
            while (field.suit[leads.at[n]] != suit_at(card)) leads.at[n]++;
            leads.lower[n] = many(knows->hand & suit_mask(suit_at(card)) & ~((bit_of(card) << 1) - 1));
        }
        go_over(&field, worth, 1, &leads, &total);
        for (cards_t left = knows->hand; left; left &= left - 1) {
            int card = __builtin_ctz(left);
            values[card] = total > 0 ? leads.sum[seat[card]] / total : 0;
        }
        return knows->hand;
    }
    cards_t lawful = replies_to(knows->hand, knows->led, knows->trump);
    for (int card = 31; card >= 0; card--) {
        if (!(lawful & bit_of(card))) continue;
        int same = same_as_lower(lawful, knows->unseen, card);
        if (same >= 0) {
            values[card] = values[same];
            continue;
        }
        int won = reply_takes(knows->led, card, knows->trump);
        find_field(knows, knows->hand & ~bit_of(card), weight, &field);
        for (int king = 0; king < 2; king++)
            for (int i = 0; i <= field.number; i++) worth[king][i] = tricks_worth[king][before + won + i];
        double sum = go_over(&field, worth, won, 0, &total);
        values[card] = total > 0 ? sum / total : 0;
    }
    return lawful;
}

double point_of(const knows_t *knows, chances_t chances) {
    double worth[6];
    by_tricks(knows, knows->other_needs, chances, worth);
    return worth[3] - worth[2];
}

int best_card(const knows_t *knows, cards_t lawful, const double *values) {
    double best = -1;
    cards_t as_good = 0;
    for (cards_t left = lawful; left; left &= left - 1)
        if (values[__builtin_ctz(left)] > best) best = values[__builtin_ctz(left)];
    for (cards_t left = lawful; left; left &= left - 1)
        if (values[__builtin_ctz(left)] >= best - AS_GOOD) as_good |= left & -left;
    if (!(as_good & (as_good - 1))) return __builtin_ctz(as_good);
    if (as_dealt(knows)) return last_alike(knows, as_good);
    int booked = book_card(knows), lowest = -1;
    if (as_good & bit_of(booked)) return booked;
    for (cards_t left = as_good; left; left &= left - 1)
        if (lowest < 0 || rank_at(__builtin_ctz(left)) > rank_at(lowest)) lowest = __builtin_ctz(left);
    return lowest;
}

int searched_card(const knows_t *knows, chances_t chances) {
    double values[32];
    cards_t lawful = knows->led < 0 ? knows->hand : replies_to(knows->hand, knows->led, knows->trump);
    if (!(lawful & (lawful - 1))) return __builtin_ctz(lawful);
    card_values(knows, chances, values);
    mend_leads(knows, point_of(knows, chances), values);
    return best_card(knows, lawful, values);
}
