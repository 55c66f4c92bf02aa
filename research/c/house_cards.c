/* The maître's cards: `ecarte.ai.tendencies`, `opponent_hands`, `trick_values` and `search`.
 *
 * The opponent's hands come in weighted classes: of a suit only the order of the own cards and theirs counts.
 */
#include "house.h"

#include <string.h>

#include "policy.h"

enum { MOST_WAYS = 64 };
enum { SILENT_KING = 50, TENTHS = 10, ABOVE_FIRST = 2, BELOW_FIRST = 19 };
static const double AS_GOOD = 1e-9;

/* Odds of a trump, a plain king, queen and knave, and a lower plain card, in hundredths. */
typedef struct { int trump, king, queen, knave, low; } odds_t;
static const odds_t EVEN_ODDS = {1, 1, 1, 1, 1};
static const odds_t STOOD_ODDS[2] = {{185, 160, 125, 90, 62}, {185, 90, 120, 75, 52}};
static const odds_t PROPOSED_ODDS[2] = {{74, 77, 86, 102, 120}, {92, 25, 105, 100, 120}};
static const odds_t CHANGED_ODDS[2][6] = {
    {{500, 340, 30, 25, 20}, {450, 340, 30, 25, 22}, {320, 300, 50, 45, 45},
     {220, 370, 70, 60, 50}, {160, 240, 80, 78, 70}, {130, 160, 98, 95, 82}},
    {{400, 200, 30, 25, 25}, {350, 200, 30, 25, 30}, {220, 90, 30, 50, 70},
     {160, 55, 25, 65, 105}, {125, 40, 32, 67, 115}, {105, 30, 34, 74, 125}}};
static const odds_t CONTENT_ODDS[2][6] = {
    {{500, 300, 40, 25, 20}, {450, 300, 40, 25, 22}, {330, 280, 60, 45, 45},
     {230, 270, 75, 48, 46}, {215, 225, 90, 57, 50}, {210, 210, 105, 55, 53}},
    {{500, 220, 30, 22, 20}, {460, 220, 30, 22, 22}, {330, 120, 52, 48, 50},
     {280, 175, 75, 55, 52}, {260, 130, 85, 62, 58}, {250, 97, 105, 68, 61}}};

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

void weigh(const knows_t *knows, weights_t weight) {
    const odds_t *odds = as_dealt(knows) ? &EVEN_ODDS : odds_of(knows);
    int first = as_dealt(knows) ? -1 : knows->first_lead, beside = first >= 0 && suit_at(first) != knows->trump;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < 8; rank++) {
            int plain = rank == RANK_KING ? odds->king : rank == RANK_QUEEN ? odds->queen : rank == RANK_KNAVE ? odds->knave : odds->low;
            int held = suit == knows->trump ? odds->trump : plain;
            if (beside) held *= suit_at(first) != suit ? TENTHS : rank < rank_at(first) ? ABOVE_FIRST : BELOW_FIRST;
            weight[suit][rank] = held;
        }
}

double weight_of(const knows_t *knows, weights_t weight, int card) {
    double held = (double)weight[suit_at(card)][rank_at(card)];
    return knows->silent_king && card == 8 * knows->trump ? held / SILENT_KING : held;
}

/* The opponent's holdings of a suit, by number of cards; holdings that play alike are one. */
typedef struct { uint16_t code[MOST_WAYS]; int64_t weight[MOST_WAYS]; int from[7]; } ways_t;

static void find_ways(int own, int may, int sure, const int64_t *weight, int most, ways_t *ways) {
    static uint16_t seat[1024], mark[1024], now;
    uint16_t code[2][MOST_WAYS];
    uint8_t held[2][MOST_WAYS];
    int64_t share[2][MOST_WAYS];
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
                    int64_t more = with ? share[at][i] * weight[rank] : share[at][i];
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

static void find_field(const knows_t *knows, cards_t hand, weights_t weight, field_t *field) {
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

/* The weights of opposing hands by [king][tricks from here]. */
typedef int64_t tally_t[2][6];
typedef struct { int number, at[5], lower[5]; } leads_t;

/* Goes over all classes of opposing hands, and tallies them: with `leads` for each lead, else for the hand played on, the
 * own side leading or not. */
static void go_over(const field_t *field, int leading, const leads_t *leads, tally_t *tallies) {
    memset(tallies, 0, (leads ? (size_t)leads->number : 1) * sizeof *tallies);
    for (int king = 0; king < 2; king++) {
        if (!field->has[king]) continue;
        const ways_t *ts = &field->trumps[king];
        for (int few = 0; few <= field->number; few++)
            for (int t = ts->from[few]; t < ts->from[few + 1]; t++)
                for (int more = 0; few + more <= field->number; more++)
                    for (int a = field->plain[0].from[more]; a < field->plain[0].from[more + 1]; a++) {
                        int64_t both = ts->weight[t] * field->plain[0].weight[a];
                        for (int most = 0; few + more + most <= field->number; most++) {
                            int rest = field->number - few - more - most;
                            for (int b = field->plain[1].from[most]; b < field->plain[1].from[most + 1]; b++) {
                                int64_t three = both * field->plain[1].weight[b];
                                for (int c = field->plain[2].from[rest]; c < field->plain[2].from[rest + 1]; c++) {
                                    int64_t weight = three * field->plain[2].weight[c];
                                    int at[4] = {ts->code[t], field->plain[0].code[a], field->plain[1].code[b], field->plain[2].code[c]};
                                    if (leads)
                                        for (int i = 0; i < leads->number; i++) {
                                            int suit = leads->at[i];
                                            tallies[i][king][code_lead_tricks(at, suit, place_of(at[suit], leads->lower[i]), field->number)] += weight;
                                        }
                                    else if (leading)
                                        tallies[0][king][code_tricks(at[0], at[1], at[2], at[3])] += weight;
                                    else
                                        tallies[0][king][field->number - code_tricks(turn(at[0]), turn(at[1]), turn(at[2]), turn(at[3]))] += weight;
                                }
                            }
                        }
                    }
    }
}

/* The mean worth of the tricks over all hands; `before` are made already. */
static double mean_of(tally_t tally, const worth_t worth, int before, int silent_king) {
    int64_t total = 0;
    double gained = 0;
    for (int king = 0; king < 2; king++)
        for (int tricks = 0; tricks < 6; tricks++) {
            int64_t weight = (silent_king && !king ? SILENT_KING : 1) * tally[king][tricks];
            if (!weight) continue;
            total += weight;
            gained += (double)weight * worth[king][before + tricks];
        }
    return total ? gained / (double)total : 0;
}

/* The next lower own card of the suit, if the opponent can hold none between; else -1. */
static int same_as_lower(cards_t hand, cards_t may, int card) {
    cards_t lower = hand & suit_mask(suit_at(card)) & ~((bit_of(card) << 1) - 1);
    if (!lower) return -1;
    int next = __builtin_ctz(lower);
    return may & above(next) & ~((bit_of(card) << 1) - 1) ? -1 : next;
}

void worth_of_tricks(const knows_t *knows, chances_t chances, worth_t worth) {
    by_tricks(knows, knows->other_needs, chances, worth[0]);
    by_tricks(knows, knows->other_needs - knows->may_mark, chances, worth[1]);
}

cards_t open_values(const knows_t *knows, const worth_t worth, double *values) {
    weights_t weight;
    field_t field;
    tally_t tallies[5];
    int before = knows->own_tricks;
    weigh(knows, weight);
    if (knows->led < 0) {
        leads_t leads = {0};
        int seat[32];
        find_field(knows, knows->hand, weight, &field);
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
        go_over(&field, 1, &leads, tallies);
        for (cards_t left = knows->hand; left; left &= left - 1) {
            int card = __builtin_ctz(left);
            values[card] = mean_of(tallies[seat[card]], worth, before, knows->silent_king);
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
        go_over(&field, won, 0, tallies);
        values[card] = mean_of(tallies[0], worth, before + won, knows->silent_king);
    }
    return lawful;
}

cards_t card_values(const knows_t *knows, chances_t chances, double *values) {
    worth_t worth;
    worth_of_tricks(knows, chances, worth);
    return open_values(knows, worth, values);
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
