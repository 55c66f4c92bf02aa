/* Cavendish's leads, replies, proposals and refusals: `ecarte.ai.players.book_cards`, `book_rules`, `salon`. */
#include "house.h"

static inline int lowest_of(cards_t suit_cards) { return 31 - __builtin_clz(suit_cards); }
static int card_of(int suit, int rank) { return 8 * suit + rank; }
static int highest(const plain_t *suit) { return card_of(suit->suit, suit->rank[0]); }
static int lowest(const plain_t *suit) { return card_of(suit->suit, suit->rank[suit->length - 1]); }
static int trump_card(const shape_t *shape, int place) {
    return card_of(shape->trump, shape->rank[place < 0 ? shape->trumps + place : place]);
}

static int comes_first(const plain_t *one, const plain_t *two) {
    if (one->length != two->length) return one->length > two->length;
    for (int i = 0; i < one->length; i++)
        if (one->rank[i] != two->rank[i]) return one->rank[i] < two->rank[i];
    return 0;
}

shape_t shape_of(cards_t hand, int trump) {
    shape_t shape = {.trump = trump};
    for (int suit = 0; suit < 4; suit++) {
        plain_t held = {.suit = suit};
        for (int bits = bits_in(hand, suit); bits; bits &= bits - 1) held.rank[held.length++] = __builtin_ctz((unsigned)bits);
        if (suit == trump) {
            shape.trumps = held.length;
            for (int i = 0; i < held.length; i++) shape.rank[i] = held.rank[i];
        } else if (held.length) {
            int at = shape.plains++;
            for (; at && comes_first(&held, &shape.plain[at - 1]); at--) shape.plain[at] = shape.plain[at - 1];
            shape.plain[at] = held;
        }
    }
    return shape;
}

static int has_king(const shape_t *shape) { return shape->trumps && shape->rank[0] == RANK_KING; }
static int length_of(const shape_t *shape, int at) { return at < shape->plains ? shape->plain[at].length : 0; }

static int lengths_are(const shape_t *shape, int one, int two, int three) {
    return length_of(shape, 0) == one && length_of(shape, 1) == two && length_of(shape, 2) == three;
}

static int worst_plain_rank(const shape_t *shape) {
    int worst = -1;
    for (int i = 0; i < shape->plains; i++)
        if (shape->plain[i].rank[shape->plain[i].length - 1] > worst) worst = shape->plain[i].rank[shape->plain[i].length - 1];
    return worst;
}

static int guards(const shape_t *shape) {
    int number = shape->trumps;
    for (int i = 0; i < shape->plains; i++) number += shape->plain[i].rank[0] <= RANK_QUEEN;
    return number;
}

cards_t replies_to(cards_t hand, int led, int trump) {
    cards_t same = hand & suit_mask(suit_at(led)), higher = hand & above(led), trumps = hand & suit_mask(trump);
    return higher ? higher : same ? same : trumps ? trumps : hand;
}

int reply_takes(int led, int reply, int trump) {
    return suit_at(reply) == suit_at(led) ? reply < led : suit_at(reply) == trump;
}

static int honours_and_courts(const shape_t *shape) {
    if (worst_plain_rank(shape) > RANK_KNAVE) return 0;
    return has_king(shape) || (shape->trumps > 1 && ((shape->rank[0] == RANK_QUEEN && shape->rank[1] == RANK_KNAVE) ||
                                                     (shape->rank[0] == RANK_KNAVE && shape->rank[1] == RANK_ACE)));
}

static int two_trumps_lead(const shape_t *shape) {
    const plain_t *one = &shape->plain[0], *two = &shape->plain[1];
    if (honours_and_courts(shape)) return trump_card(shape, 0);
    if (shape->plains == 1) return highest(one);
    if (shape->plains == 2) {
        int pair_top = one->rank[0], single_top = two->rank[0];
        if (shape->rank[0] == RANK_QUEEN && pair_top == RANK_QUEEN && single_top == RANK_QUEEN) return trump_card(shape, 0);
        if (pair_top == RANK_KING) return highest(one);
        if (pair_top == RANK_QUEEN) return shape->rank[0] <= RANK_KNAVE ? highest(one) : highest(two);
        if (single_top == RANK_KING && one->rank[1] != one->rank[0] + 1) return highest(two);
        return highest(one);
    }
    const plain_t *ordered[3] = {one, two, &shape->plain[2]};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (ordered[j + 1]->rank[0] < ordered[j]->rank[0]) {
                const plain_t *suit = ordered[j];
                ordered[j] = ordered[j + 1];
                ordered[j + 1] = suit;
            }
    int tenace = shape->rank[1] - shape->rank[0] > 1 && shape->rank[0] >= RANK_KNAVE;
    return highest(ordered[tenace && ordered[1]->rank[0] <= RANK_KNAVE]);
}

static int weak_lead(const shape_t *shape) {
    const plain_t *single = 0, *poor = 0;
    if (has_king(shape)) return trump_card(shape, 0);
    for (int i = 0; i < shape->plains; i++)
        if (shape->plain[i].length > 1 && shape->plain[i].rank[0] == RANK_KING) return highest(&shape->plain[i]);
    for (int i = 0; i < shape->plains; i++) {
        const plain_t *suit = &shape->plain[i];
        if (suit->length > 1 && suit->rank[1] == suit->rank[0] + 1 && suit->rank[0] > RANK_QUEEN) return highest(suit);
    }
    for (int i = 0; i < shape->plains; i++) {
        const plain_t *suit = &shape->plain[i];
        if (suit->length == 1 && (!single || suit->rank[0] < single->rank[0])) single = suit;
        if (suit->length > 1 && (!poor || suit->rank[0] > poor->rank[0])) poor = suit;
    }
    return highest(single ? single : poor);
}

static int few_trumps_lead(const shape_t *shape, int refused, int at_four) {
    const plain_t *strong = &shape->plain[0], *single = 0, *best = 0;
    if (has_king(shape) && strong->length >= 3 && strong->rank[0] == RANK_KING && strong->rank[1] == RANK_QUEEN &&
        strong->rank[2] == RANK_KNAVE)
        return trump_card(shape, 0);
    if (has_king(shape) && !at_four && honours_and_courts(shape)) return trump_card(shape, 0);
    if (refused && guards(shape) < 3) return weak_lead(shape);
    for (int i = 0; i < shape->plains; i++) {
        const plain_t *suit = &shape->plain[i];
        if (suit->length == 1 && (!single || suit->rank[0] < single->rank[0])) single = suit;
        if (suit->length > 1 && (suit->length == strong->length || suit->rank[0] <= RANK_QUEEN) &&
            (!best || suit->rank[0] < best->rank[0] || (suit->rank[0] == best->rank[0] && suit->length > best->length)))
            best = suit;
    }
    if (strong->length == 1) return highest(single);
    if (best->rank[0] > RANK_KNAVE && single && single->rank[0] == RANK_KING) return highest(single);
    return highest(best);
}

static int first_lead(const shape_t *shape, int refused, int at_four) {
    if (!shape->plains) return trump_card(shape, 0);
    if (shape->trumps < 2) return few_trumps_lead(shape, refused, at_four);
    if (shape->trumps == 2) return two_trumps_lead(shape);
    if (shape->trumps == 3 && at_four && lengths_are(shape, 1, 1, 0) && has_king(shape) &&
        !(shape->rank[1] == RANK_QUEEN && shape->rank[2] == RANK_KNAVE)) {
        const plain_t *one = &shape->plain[0], *two = &shape->plain[1];
        return rank_at(highest(two)) > rank_at(highest(one)) ? highest(two) : highest(one);
    }
    return trump_card(shape, 0);
}

static int was_led(const knows_t *knows, int suit) {
    for (int i = 0; i < knows->leads; i++) if ((knows->led_suits >> 4 * i & 15) == suit) return 1;
    return 0;
}

static int later_lead(const shape_t *shape, const knows_t *knows) {
    const plain_t *winners[3];
    int wins = 0, cards = many(knows->hand), at_four = knows->own_needs == 1;
    cards_t king = bit_of(8 * knows->trump);
    if (!shape->plains)
        return trump_card(shape, knows->sure & king && knows->own_tricks == 2 && shape->trumps == 3 ? -1 : 0);
    for (int i = 0; i < shape->plains; i++)
        if (!(knows->unseen & above(highest(&shape->plain[i])))) winners[wins++] = &shape->plain[i];
    cards_t theirs = knows->unseen & suit_mask(knows->trump);
    if (knows->silent_king) theirs &= ~king;
    if (shape->trumps && !theirs) return wins ? highest(winners[0]) : trump_card(shape, 0);
    if (cards == 2 && shape->trumps) return knows->own_tricks >= 2 ? highest(&shape->plain[0]) : trump_card(shape, 0);
    int commanding = shape->trumps && !(theirs & above(trump_card(shape, 0)));
    if (cards == 3 && knows->own_tricks == 1 && knows->other_tricks == 1 && shape->trumps == 2) return highest(&shape->plain[0]);
    if (cards == 4 && knows->own_tricks == 1 && knows->sure & king && shape->trumps == 2 && shape->rank[1] - shape->rank[0] > 1) {
        const plain_t *single = &shape->plain[0];
        for (int i = 1; i < shape->plains; i++) {
            const plain_t *suit = &shape->plain[i];
            if ((suit->length > 1) < (single->length > 1) ||
                ((suit->length > 1) == (single->length > 1) && suit->rank[0] < single->rank[0]))
                single = suit;
        }
        return highest(single);
    }
    if (commanding && !at_four && !knows->other_tricks) {
        int strong = cards == 4 && shape->trumps == 1 && knows->leads && (knows->led_suits & 15) == shape->plain[0].suit;
        if (wins == shape->plains || (strong && shape->plain[0].length > 1)) return trump_card(shape, 0);
    }
    if (!knows->other_tricks && knows->own_tricks >= 2 && !at_four) {
        for (int i = 0; i < wins; i++) if (!was_led(knows, winners[i]->suit)) return highest(winners[i]);
        return highest(wins ? winners[0] : &shape->plain[0]);
    }
    if (knows->leads)
        for (int i = 0; i < shape->plains; i++) {
            const plain_t *suit = &shape->plain[i];
            int wins_too = 0;
            for (int j = 0; j < wins; j++) wins_too |= winners[j] == suit;
            if (suit->suit == (knows->led_suits & 15) && (wins_too || suit->length > 1 || suit->rank[0] <= RANK_TEN))
                return highest(suit);
        }
    if (wins) {
        const plain_t *least = winners[0];
        for (int i = 1; i < wins; i++) if (winners[i]->length < least->length) least = winners[i];
        return highest(least);
    }
    return highest(&shape->plain[0]);
}

static int thrown(const shape_t *shape, const knows_t *knows) {
    const plain_t *best = 0;
    int least[3] = {0, 0, 0};
    for (int i = 0; i < shape->plains; i++) {
        const plain_t *suit = &shape->plain[i];
        int over = many(knows->unseen & above(highest(suit))), guarded = over < suit->length && over > 0;
        int missed[3] = {over == 0 || (guarded && suit->rank[0] <= RANK_NINE), -over, suit->length};
        int less = !best;
        for (int j = 0; best && j < 3; j++)
            if (missed[j] != least[j]) {
                less = missed[j] < least[j];
                break;
            }
        if (!less) continue;
        best = suit;
        for (int j = 0; j < 3; j++) least[j] = missed[j];
    }
    return lowest(best);
}

int book_card(const knows_t *knows) {
    shape_t shape = shape_of(knows->hand, knows->trump);
    if (knows->led < 0) {
        if (knows->own_tricks + knows->other_tricks) return later_lead(&shape, knows);
        return first_lead(&shape, knows->other_pays, knows->own_needs == 1);
    }
    cards_t lawful = replies_to(knows->hand, knows->led, knows->trump);
    int one = __builtin_ctz(lawful);
    if (!(lawful & (lawful - 1))) return one;
    if (reply_takes(knows->led, one, knows->trump) || suit_at(one) == suit_at(knows->led)) return lowest_of(lawful);
    return thrown(&shape, knows);
}
