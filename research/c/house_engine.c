/* The house as Python calls it (`ecarte.ai.native`): values of cards, cards played out, exchanges played out.
 *
 * Each function gives the very bytes of the library's own in Python, which stays the reference: `ecarte.ai.cards.search`,
 * `card_playouts`, `playouts` and `exchange.policy`. So sums are taken in the order in which Python takes them. Python
 * reads the files of the tables; chance is the state of its generator, which draws the same numbers here.
 */
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "policy.h"

enum { ME, OTHER, NOBODY = -1 };
enum { PROPOSING, ANSWERING, ELDER_DISCARDS, DEALER_DISCARDS, PLAYING };
enum { STANDS = -1, CHANGES = -2 };
enum { MOST_TALON = 32, NUMBERS = 8, LATER = 8, CANDIDATES = 3, SAMPLED = 1000, PATHS = 4096, MOST_TRICKS = 5 };
enum { LEVELS = 3, PLANE = (CLASSES + 7) / 8, SAYING = 2 * PLANS, SIDE = SAYING + 5 * ROUNDS, SHIFT_UNIT = 32767 };
static const double TINY = 1e-12, OTHERWISE = 0.1, OTHER_NUMBER = 0.01;

/* What a seat sees; sides are ME and OTHER. `took`: the cards exchanged in the last round and in the one before. */
typedef struct {
    int32_t trump, turn_up, elder, phase, tricks, leader[MOST_TRICKS], lead[MOST_TRICKS], reply[MOST_TRICKS];
    int32_t held, taken[2], needs[2], before_king[2], pays, king, announced, unproposed, proposals, rounds, took[2][2];
    int32_t talon, asked, may_announce, put_out_by_other, limit, dealer_must;
    uint32_t hand, gone;
} view_t;

/* Python's generator (MT19937): 624 words and the place of the next. */
typedef struct { uint32_t word[624], next; } chance_t;

static chances_t score_chances;
static const uint8_t *planes;
static const uint16_t *plays;
static const int16_t *shifts;

void seat_dealt(const uint32_t *keys, const uint32_t *starts, const uint32_t *paths, const uint16_t *moves);
void seat_leads(const int8_t *mends);

/* The tables: chances by the points that elder and dealer need, from 1 to 5; hands as dealt; leads; tricks and shifts. */
void load(const double *chances, const uint32_t *keys, const uint32_t *starts, const uint32_t *paths, const uint16_t *moves,
          const int8_t *mends, const uint16_t *new_plays, const int16_t *new_shifts) {
    for (int elder = 1; elder <= 5; elder++)
        for (int dealer = 1; dealer <= 5; dealer++) score_chances[elder][dealer] = chances[5 * (elder - 1) + dealer - 1];
    begin_tricks();
    begin_classes();
    seat_dealt(keys, starts, paths, moves);
    seat_leads(mends);
    plays = new_plays, shifts = new_shifts;
}

static uint32_t next_word(chance_t *chance) {
    uint32_t *word = chance->word;
    if (chance->next >= 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t both = (word[i] & 0x80000000u) | (word[(i + 1) % 624] & 0x7fffffffu);
            word[i] = word[(i + 397) % 624] ^ both >> 1 ^ (both & 1 ? 0x9908b0dfu : 0);
        }
        chance->next = 0;
    }
    uint32_t it = word[chance->next++];
    it ^= it >> 11;
    it ^= it << 7 & 0x9d2c5680u;
    it ^= it << 15 & 0xefc60000u;
    return it ^ it >> 18;
}

/* A number from 0 to 1, as Python's `random()`. */
double next_number(chance_t *chance) {
    uint32_t high = next_word(chance) >> 5, low = next_word(chance) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

/* The cards that the player of `reply` cannot have held. */
static cards_t excluded(int led, int reply, int trump) {
    if (suit_at(reply) == suit_at(led)) return above(led) & bit_of(reply) ? 0 : above(led);
    return suit_mask(suit_at(led)) | (suit_at(reply) == trump ? 0 : suit_mask(trump));
}

/* What a side knows (`knowledge_of`), holding these cards and having put those out; the other side holds `held`. */
static knows_t knows_of(const view_t *view, int side, cards_t hand, cards_t gone, int held) {
    knows_t knows = {.trump = view->trump, .turn_up = view->turn_up, .elder = view->elder == side, .led = -1, .first_lead = -1};
    cards_t own = 0, theirs = 0, king = bit_of(8 * view->trump);
    int other = !side, last = view->tricks - 1;
    for (int i = 0; i < view->tricks; i++) {
        int leads = view->leader[i] == side, reply = view->reply[i];
        *(leads ? &own : &theirs) |= bit_of(view->lead[i]);
        knows.played[knows.number_played++] = view->lead[i];
        if (reply >= 0) {
            *(leads ? &theirs : &own) |= bit_of(reply);
            knows.played[knows.number_played++] = reply;
        }
        if (leads && suit_at(view->lead[i]) != view->trump)
            knows.led_suits = knows.led_suits << 4 | suit_at(view->lead[i]), knows.leads++;
    }
    knows.hand = hand, knows.five = hand | own;
    knows.unseen = ~(hand | own | theirs | gone | bit_of(view->turn_up));
    for (int i = 0; i < view->tricks; i++)
        if (view->leader[i] == side && view->reply[i] >= 0) knows.unseen &= ~excluded(view->lead[i], view->reply[i], view->trump);
    if (view->king == other && rank_at(view->turn_up) != RANK_KING && !(theirs & king)) knows.sure = king;
    else if (view->king == side) knows.unseen &= ~king;
    if (view->tricks && view->leader[0] == other) knows.first_lead = view->lead[0];
    if (last >= 0 && view->reply[last] < 0 && view->leader[last] == other) knows.led = view->lead[last];
    knows.count = held;
    knows.own_tricks = view->taken[side], knows.other_tricks = view->taken[other];
    knows.own_needs = view->needs[side], knows.other_needs = view->needs[other];
    knows.own_pays = view->pays == side || (knows.elder && view->unproposed);
    knows.other_pays = view->pays == other;
    knows.marked = view->king != NOBODY;
    knows.may_mark = !knows.marked && !theirs;
    knows.silent_king = !knows.marked && !knows.may_mark && knows.unseen & king;
    knows.rounds = view->rounds;
    knows.changed = view->rounds ? view->took[0][other] : 0;
    if (view->pays == other) knows.stance = STOOD;
    else if (view->rounds) {
        int unanswered = view->proposals > view->rounds;
        knows.stance = view->phase == PLAYING && unanswered == (view->elder == side) ? CONTENT : CHANGED;
    } else knows.stance = view->proposals && view->elder == other ? PROPOSED : SILENT;
    return knows;
}

/* Values of the playable cards by open hands; returns their mask. */
uint32_t values_of(const knows_t *knows, const double *worth, double *values) {
    return open_values(knows, (const double (*)[6])worth, values);
}

/* ---- Cards played out: `card_playouts`. ---- */

typedef struct { int number, card[MOST_TRICKS]; double often[MOST_TRICKS]; } choice_t;

/* What the maître plays (`searched_cards`). */
static choice_t searched(const knows_t *knows) {
    choice_t choice = {0};
    if (as_dealt(knows)) choice.number = planned(knows, choice.card, choice.often);
    if (!choice.number) {
        double values[32];
        worth_t worth;
        worth_of_tricks(knows, score_chances, worth);
        cards_t lawful = open_values(knows, worth, values);
        mend_leads(knows, worth[0][3] - worth[0][2], values);
        choice = (choice_t){1, {best_card(knows, lawful, values)}, {1}};
    }
    return choice;
}

static int chosen(const choice_t *choice, chance_t *chance) {
    if (choice->number == 1) return choice->card[0];
    double number = next_number(chance);
    for (int i = 0; i < choice->number - 1; i++) {
        number -= choice->often[i];
        if (number < 0) return choice->card[i];
    }
    return choice->card[choice->number - 1];
}

/* A hand of the other, as likely as the product of its cards' weights makes it. */
static cards_t draw_hand(const knows_t *knows, weights_t table, chance_t *chance) {
    static double ways[33][6];
    double weight[32];
    int card[32], n = 0, sure = many(knows->sure & knows->unseen), wanted = knows->count - sure;
    cards_t hand = knows->sure & knows->unseen;
    for (cards_t left = knows->unseen & ~hand; left; left &= left - 1, n++)
        card[n] = __builtin_ctz(left), weight[n] = weight_of(knows, table, card[n]);
    ways[n][0] = 1;
    for (int number = 1; number <= wanted; number++) ways[n][number] = 0;
    for (int at = n - 1; at >= 0; at--) {
        ways[at][0] = 1;
        for (int number = 1; number <= wanted; number++) ways[at][number] = ways[at + 1][number] + weight[at] * ways[at + 1][number - 1];
    }
    for (int at = 0; at < n && wanted; at++)
        if (next_number(chance) * ways[at][wanted] < weight[at] * ways[at + 1][wanted - 1]) hand |= bit_of(card[at]), wanted--;
    return hand;
}

/* Sorts cards by their numbers; equal ones keep their order. */
static void sort_by(int *card, double *number, int n) {
    for (int i = 1; i < n; i++) {
        int it = card[i], at = i;
        double its = number[i];
        for (; at && number[at - 1] > its; at--) card[at] = card[at - 1], number[at] = number[at - 1];
        card[at] = it, number[at] = its;
    }
}

/* Cards that the other may have put out: no kings, plain ones first. */
static cards_t draw_discards(const view_t *view, cards_t from, chance_t *chance) {
    int card[2][32], n[2] = {0, 0}, left = view->put_out_by_other;
    double number[2][32];
    cards_t out = 0;
    for (; from; from &= from - 1) {
        int it = __builtin_ctz(from), trump = suit_at(it) == view->trump;
        if (rank_at(it) != RANK_KING) card[trump][n[trump]] = it, number[trump][n[trump]++] = next_number(chance);
    }
    for (int trump = 0; trump < 2; trump++) {
        sort_by(card[trump], number[trump], n[trump]);
        for (int i = 0; i < n[trump] && left; i++, left--) out |= bit_of(card[trump][i]);
    }
    return out;
}

/* What the seat plays after these cards, whatever the other holds. */
static struct { uint64_t path; choice_t choice; } plans[PATHS];

static const choice_t *planned_at(const view_t *view, cards_t hand, int held) {
    uint64_t path = 1 + (view->king != NOBODY);
    for (int i = 0; i < view->tricks; i++) path = (path << 5 | (uint64_t)view->lead[i]) << 6 | (uint64_t)(view->reply[i] + 1);
    uint32_t slot = (uint32_t)(path * 0x9E3779B97F4A7C15ull >> 52);
    if (plans[slot].path != path) {
        knows_t knows = knows_of(view, ME, hand, view->gone, held);
        plans[slot].path = path, plans[slot].choice = searched(&knows);
    }
    return &plans[slot].choice;
}

static void play(view_t *view, int side, int card) {
    int last = view->tricks - 1;
    if (last < 0 || view->reply[last] >= 0) {
        view->leader[view->tricks] = side, view->lead[view->tricks] = card, view->reply[view->tricks++] = -1;
        return;
    }
    view->reply[last] = card;
    view->taken[reply_takes(view->lead[last], card, view->trump) ? side : !side]++;
}

static int turn_of(const view_t *view) {
    int last = view->tricks - 1;
    if (view->reply[last] < 0) return !view->leader[last];
    return reply_takes(view->lead[last], view->reply[last], view->trump) ? !view->leader[last] : view->leader[last];
}

static void mark_king(view_t *view, int side) { view->king = side, view->needs[side]--; }

/* The seat's chance to win the game after this card, against this hand. */
static double value_after(const view_t *from, const worth_t worth, int may_mark, int card, cards_t theirs, cards_t gone, chance_t *chance) {
    view_t view = *from;
    cards_t hand[2] = {view.hand & ~bit_of(card), theirs};
    int king = may_mark && theirs & bit_of(8 * view.trump);
    play(&view, ME, card);
    for (int side = turn_of(&view); hand[side]; side = turn_of(&view)) {
        if (king && side == OTHER && view.king == NOBODY) mark_king(&view, OTHER);
        int last = view.tricks - 1, next;
        cards_t lawful = view.reply[last] < 0 ? replies_to(hand[side], view.lead[last], view.trump) : hand[side];
        if (!(lawful & (lawful - 1))) next = __builtin_ctz(lawful);
        else if (side == ME) next = chosen(planned_at(&view, hand[ME], many(hand[OTHER])), chance);
        else {
            knows_t knows = knows_of(&view, OTHER, hand[OTHER], gone, many(hand[ME]));
            choice_t choice = searched(&knows);
            next = chosen(&choice, chance);
        }
        hand[side] &= ~bit_of(next);
        play(&view, side, next);
    }
    return worth[king][view.taken[ME]];
}

/* The chance to win the game after each of the cards, by card and hand of the other, in `out`. */
void card_outcomes(const view_t *given, const int32_t *cards, int number, int hands, chance_t *chance, double *out) {
    view_t view = *given;
    knows_t knows = knows_of(&view, ME, view.hand, view.gone, view.held);
    weights_t weight;
    worth_t worth;
    int marks = view.may_announce && view.hand & bit_of(8 * view.trump);
    weigh(&knows, weight);
    knows_t with_king = knows;
    with_king.own_needs -= marks;
    worth_of_tricks(&with_king, score_chances, worth);
    if (marks) mark_king(&view, ME);
    memset(plans, 0, sizeof plans);
    for (int i = 0; i < hands; i++) {
        cards_t hand = draw_hand(&knows, weight, chance), gone = draw_discards(&view, knows.unseen & ~hand, chance);
        for (int at = 0; at < number; at++)
            out[at * hands + i] = value_after(&view, worth, knows.may_mark, cards[at], hand, gone, chance);
    }
}

/* ---- Exchanges played out: `playouts`, and the look-ups of `exchange.policy`. ---- */

/* What a player knows when deciding; `took`: the cards that the other took last, -1 without an exchange. */
typedef struct { cards_t hand; int dealer, exchanges, took, talon; } seen_t;
/* A possible deal. */
typedef struct { cards_t hand; int size; uint8_t talon[MOST_TALON]; double number[NUMBERS]; } sample_t;
/* How far a deal has come. */
typedef struct { int at, talon, exchanges, took[2]; } round_t;

static const view_t *seen_view;

static hand_t compact(cards_t hand) {
    int trump = seen_view->trump, below = rank_at(seen_view->turn_up), trumps = bits_in(hand, trump), n = 0;
    hand_t small = (hand_t)((trumps & ((1 << below) - 1)) | (trumps >> (below + 1) << below));
    for (int suit = 0; suit < 4; suit++)
        if (suit != trump) small |= (hand_t)bits_in(hand, suit) << (7 + 8 * n++);
    return small;
}

static cards_t expanded(hand_t small) {
    int trump = seen_view->trump, below = rank_at(seen_view->turn_up), trumps = (int)(small & 127), n = 0;
    cards_t hand = (cards_t)((trumps & ((1 << below) - 1)) | (trumps >> below << (below + 1))) << (8 * trump);
    for (int suit = 0; suit < 4; suit++)
        if (suit != trump) hand |= (cards_t)(small >> (7 + 8 * n++) & 255) << (8 * suit);
    return hand;
}

static int bit_at(int plane, int number) { return planes[plane * PLANE + (number >> 3)] >> (number & 7) & 1; }
static int planned_round(const seen_t *seen) { return seen->exchanges < ROUNDS ? seen->exchanges : ROUNDS - 1; }

static double level(const seen_t *seen) {
    int round = planned_round(seen), which = plan_at(round, round ? took(seen->took) : 0), number = class_of(compact(seen->hand));
    int plane = SIDE * seen->dealer + 2 * which;
    return (bit_at(plane, number) | bit_at(plane + 1, number) << 1) / (double)LEVELS;
}

static cards_t wanted(const seen_t *seen) {
    hand_t small = compact(seen->hand);
    int number = class_of(small), places = 0;
    for (int place = 0; place < 5; place++)
        places |= bit_at(SIDE * seen->dealer + SAYING + 5 * planned_round(seen) + place, number) << place;
    return expanded(cards_of_class_at(small, places));
}

static double proposes(const seen_t *seen) {
    return seen->exchanges >= ROUNDS || many(wanted(seen)) > seen->talon ? 0 : level(seen);
}

static double accepts(const seen_t *seen) { return seen->talon >= 5 ? level(seen) : 0; }

/* So many of the cards: plain cards before trumps, the lowest rank first, then in the pack's order. */
static cards_t lowest_first(cards_t from, int number) {
    cards_t chosen = 0;
    for (; number > 0 && from; number--) {
        cards_t plain = from & ~suit_mask(seen_view->trump);
        int best = -1;
        for (cards_t left = plain ? plain : from; left; left &= left - 1)
            if (best < 0 || rank_at(__builtin_ctz(left)) > rank_at(best)) best = __builtin_ctz(left);
        chosen |= bit_of(best), from &= ~bit_of(best);
    }
    return chosen;
}

static cards_t puts_out(const seen_t *seen, int least) {
    cards_t out = wanted(seen);
    if (many(out) > seen->talon) out = lowest_first(out, seen->talon);
    if (many(out) < least) out |= lowest_first(seen->hand & ~out, least - many(out));
    return out;
}

/* As many cards put out as were asked for, where the plan wants another number. */
static cards_t as_many(cards_t out, cards_t hand, int number) {
    cards_t some = lowest_first(out & hand, number);
    return many(some) < number ? some | lowest_first(hand & ~out, number - many(some)) : some;
}

static double soften(double often) { return OTHERWISE + (1 - 2 * OTHERWISE) * often; }

static double win_chance(int elder, int dealer) {
    /* The dealer of this deal is the elder of the next. */
    return elder <= 0 ? 1 : dealer <= 0 ? 0 : 1 - score_chances[dealer][elder];
}

/* The elder's chance after so many tricks; `pays` 1: the elder pays two for a lost point, -1: the dealer does. */
static double worth_after(int elder, int dealer, int pays, int tricks) {
    if (elder <= 0 || dealer <= 0) return win_chance(elder, dealer);
    return tricks >= 3 ? win_chance(elder - (tricks == 5 || pays < 0 ? 2 : 1), dealer) : win_chance(elder, dealer - (!tricks || pays > 0 ? 2 : 1));
}

/* The chances of hidden-hand tricks of an elder's hand where it makes so many with open hands, both matched best to best;
 * and which are possible at all. */
static void spread(int number, int tricks, double *row, int *possible) {
    const uint16_t *hidden = plays + 12 * number, *shown = hidden + 6;
    int deals = 0, at = 0, any = 0;
    for (int i = 0; i < 6; i++) deals += hidden[i];
    double left = hidden[0] / (double)deals;
    for (int made = 0; made <= tricks; made++) {
        double share = shown[made] / (double)deals, rest = share;
        for (int i = 0; i < 6; i++) row[i] = 0;
        while (rest > TINY) {
            while (left <= TINY && at < 5) at++, left = hidden[at] / (double)deals;
            double taken = at < 5 && left < rest ? left : rest;
            row[at] += taken / share;
            rest -= taken, left -= taken;
        }
    }
    for (int i = 0; i < 6; i++) any |= row[i] != 0;
    if (!any) row[tricks] = 1;
    for (int i = 0; i < 6; i++) possible[i] = row[i] > 0 || hidden[i] > 0;
}

static double played_out(cards_t elder, cards_t dealer, int pays, int way) {
    const view_t *view = seen_view;
    int is_elder = view->elder == ME, needs[2] = {view->before_king[!is_elder], view->before_king[is_elder]};
    cards_t marks = view->king == NOBODY ? bit_of(8 * view->trump) : 0;
    int king = elder & marks ? 1 : dealer & marks ? -1 : view->announced == NOBODY ? 0 : view->announced == view->elder ? 1 : -1;
    hand_t one = compact(elder), two = compact(dealer);
    int tricks = tricks_of(one, two), possible[6];
    const int16_t *shift = shifts + 6 * (6 * (GROUPS * GROUPS * way + GROUPS * group_of(one) + group_of(two)) + tricks);
    double row[6], gained = 0, total = 0;
    spread(class_of(one), tricks, row, possible);
    for (int made = 0; made < 6; made++) {
        double share = possible[made] ? row[made] + shift[made] / (double)SHIFT_UNIT : 0;
        if (!(share > 0)) share = 0;
        gained += share * worth_after(needs[0] - (king == 1), needs[1] - (king == -1), pays, made);
        total += share;
    }
    return gained / total;
}

static seen_t seen_by(cards_t hand, int dealer, const round_t *now, int talon) {
    return (seen_t){hand, dealer, now->exchanges, now->exchanges ? now->took[!dealer] : -1, talon};
}

static int number_at(const round_t *now) { return 2 * (now->exchanges < NUMBERS / 2 ? now->exchanges : NUMBERS / 2 - 1); }

static cards_t drawn(const sample_t *sample, int from, int to) {
    cards_t cards = 0;
    for (int i = from; i < to && i < sample->size; i++) cards |= bit_of(sample->talon[i]);
    return cards;
}

static double go_on(cards_t elder, cards_t dealer, const sample_t *sample, const round_t *now);

/* Exchanges cards: `out` by the elder; the dealer puts out `theirs`, or with `planned` what the policy does. */
static double exchange(cards_t elder, cards_t dealer, cards_t out, int planned, cards_t theirs, const sample_t *sample, const round_t *now) {
    int asked = many(out);
    if (planned) {
        seen_t seen = seen_by(dealer, 1, now, now->talon - asked);
        int least = seen_view->dealer_must < now->talon - asked ? seen_view->dealer_must : now->talon - asked;
        theirs = puts_out(&seen, least);
    }
    int given = many(theirs), between = now->at + asked, end = between + given;
    round_t later = {end, now->talon - asked - given, now->exchanges + 1, {asked, given}};
    return go_on((elder & ~out) | drawn(sample, now->at, between), (dealer & ~theirs) | drawn(sample, between, end), sample, &later);
}

static double answered(cards_t elder, cards_t dealer, const sample_t *sample, const round_t *now) {
    seen_t seen = seen_by(dealer, 1, now, now->talon);
    if (sample->number[number_at(now) + 1] >= accepts(&seen))
        return played_out(elder, dealer, now->exchanges ? 0 : -1, way_of(now->exchanges, 1));
    seen = seen_by(elder, 0, now, now->talon);
    return exchange(elder, dealer, puts_out(&seen, 1), 1, 0, sample, now);
}

static double go_on(cards_t elder, cards_t dealer, const sample_t *sample, const round_t *now) {
    if (now->exchanges < seen_view->limit && now->talon > 0) {
        seen_t seen = seen_by(elder, 0, now, now->talon);
        if (sample->number[number_at(now)] < proposes(&seen)) return answered(elder, dealer, sample, now);
    }
    return played_out(elder, dealer, now->exchanges ? 0 : 1, way_of(now->exchanges, 0));
}

static double value_of(const sample_t *sample, int alternative, const round_t *start) {
    int is_elder = seen_view->elder == ME;
    cards_t elder = is_elder ? seen_view->hand : sample->hand, dealer = is_elder ? sample->hand : seen_view->hand;
    double elders;
    if (alternative == STANDS)
        elders = played_out(elder, dealer, start->exchanges ? 0 : is_elder ? 1 : -1, way_of(start->exchanges, !is_elder));
    else if (is_elder)
        elders = alternative == CHANGES ? answered(elder, dealer, sample, start)
                                        : exchange(elder, dealer, cards_at(seen_view->hand, alternative), 1, 0, sample, start);
    else {
        seen_t seen = seen_by(elder, 0, start, start->talon);
        cards_t out = puts_out(&seen, 1);
        if (alternative != CHANGES) out = as_many(out, elder, seen_view->asked);
        elders = exchange(elder, dealer, out, alternative == CHANGES, cards_at(seen_view->hand, alternative), sample, start);
    }
    return is_elder ? elders : 1 - elders;
}

/* How likely the other decides as it has in this round, with this hand. */
static double by_the_policy(const view_t *view, cards_t hand) {
    seen_t seen = {hand, view->elder == ME, view->rounds, view->rounds ? view->took[0][ME] : -1, view->talon};
    switch (view->phase) {
    case ANSWERING: return soften(proposes(&seen));
    case ELDER_DISCARDS: return soften(accepts(&seen));
    case DEALER_DISCARDS: {
        double often = soften(proposes(&seen));
        return often * (many(puts_out(&seen, 1)) == view->asked ? 1.0 : OTHER_NUMBER);
    }
    default: return 1;
    }
}

/* The other's hand and the talon after the last exchange, from those before it; returns the likelihood of it. */
static double after_exchange(const view_t *view, sample_t *sample) {
    int elder = view->elder == OTHER, number = view->took[0][OTHER];
    int talon = view->talon + view->took[0][ME] + view->took[0][OTHER];
    seen_t seen = {sample->hand, !elder, view->rounds - 1, view->rounds == 1 ? -1 : view->took[1][ME], talon};
    double weight = soften(elder ? proposes(&seen) : accepts(&seen));
    cards_t out = puts_out(&seen, elder);
    if (many(out) != number) weight *= OTHER_NUMBER, out = as_many(out, sample->hand, number);
    sample->hand = (sample->hand & ~out) | drawn(sample, 0, number);
    if (number > sample->size) number = sample->size;
    sample->size -= number;
    memmove(sample->talon, sample->talon + number, (size_t)sample->size);
    return weight;
}

/* A possible deal: these cards in an order that chance gives, the first ones in the other's hand, and random numbers. */
static void draw_deal(sample_t *sample, cards_t unseen, int held, chance_t *chance) {
    int card[32], n = 0;
    double by[32];
    for (; unseen; unseen &= unseen - 1) card[n] = __builtin_ctz(unseen), by[n++] = next_number(chance);
    sort_by(card, by, n);
    sample->hand = 0, sample->size = 0;
    for (int at = 0; at < n; at++) {
        if (at < held) sample->hand |= bit_of(card[at]);
        else sample->talon[sample->size++] = (uint8_t)card[at];
    }
    for (int at = 0; at < NUMBERS; at++) sample->number[at] = next_number(chance);
}

static round_t start_of(const view_t *view) {
    return (round_t){0, view->talon, view->rounds, {view->took[0][view->elder], view->took[0][!view->elder]}};
}

/* The chance to win the game after each of the alternatives, by alternative and deal, in `out`: one of two things said, or
 * the places of the cards put out. */
void exchange_outcomes(const view_t *view, const uint8_t *game, const int32_t *alternatives, int number, int deals, chance_t *chance, double *out) {
    static sample_t candidate[LATER * SAMPLED];
    static double sum[LATER * SAMPLED];
    knows_t knows = knows_of(view, ME, view->hand, view->gone, view->held);
    cards_t sure = knows.sure & knows.unseen;
    int tries = (view->rounds ? LATER : view->phase == PROPOSING ? 1 : CANDIDATES) * deals, held = 5 - many(sure);
    round_t start = start_of(view);
    seen_view = view, planes = game;
    for (int i = 0; i < tries; i++) {
        sample_t *sample = &candidate[i];
        double weight = 1;
        draw_deal(sample, knows.unseen & ~sure, held, chance);
        sample->hand |= sure;
        if (view->rounds) weight = after_exchange(view, sample);
        weight *= by_the_policy(view, sample->hand);
        sum[i] = i ? sum[i - 1] + weight : weight;
    }
    for (int step = 0, place = 0; step < deals; step++) {
        while (sum[place] < (step + 0.5) / deals * sum[tries - 1]) place++;
        for (int at = 0; at < number; at++) out[at * deals + step] = value_of(&candidate[place], alternatives[at], &start);
    }
}

/* The elder's chance to win the game where both hands are known, in so many orders of the talon, in `out`. The view is the
 * elder's. `cards`: the dealer's hand, the talon, and what the elder and the dealer put out now, nothing without an exchange. */
void open_outcomes(const view_t *view, const uint8_t *game, const cards_t *cards, int rows, int deals, chance_t *chance, double *out) {
    round_t start = start_of(view);
    seen_view = view, planes = game;
    for (int i = 0; i < rows * deals; i++) {
        sample_t sample;
        draw_deal(&sample, cards[1], 0, chance);
        out[i] = cards[2] ? exchange(view->hand, cards[0], cards[2], 0, cards[3], &sample, &start)
                          : go_on(view->hand, cards[0], &sample, &start);
    }
}
