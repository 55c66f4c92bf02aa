/* The book on the exchange: `ecarte.odds.jeux`, `ecarte.ai.players.book_rules`, `salon`, `ecarte.game.claims`. */
#include "house.h"

enum {
    NO_JEU, THREE_TRUMPS, THREE_OF_A_SUIT, GUARDED_QUEEN, PAIR_AND_HIGH_CARD, THREE_SUITS, TIERCE, FOUR_TO_THE_KING, TWO_QUEENS,
    FOUR_COURTS, NO_THIRD_DISCARD
};
/* The weakest hands of numbers 4, 5 and 6, as ranks. */
static const int PAIRS[5][3] = {{2, 3, 6}, {3, 4, 4}, {4, 5, 2}, {5, 6, 1}, {6, 7, 0}};
static const int SINGLES[6][3] = {{0, 2, 7}, {0, 3, 5}, {0, 4, 4}, {1, 1, 7}, {1, 2, 3}, {2, 2, 2}};
static const int TIERCES[4][4] = {{0, 1, 2, 7}, {0, 1, 3, 6}, {0, 1, 4, 4}, {0, 1, 7, 2}};

static int reach(const int *ranks, const int *floors, int hands, int cards) {
    for (int i = 0; i < hands; i++) {
        int all = 1;
        for (int j = 0; j < cards; j++) all &= ranks[j] <= floors[i * cards + j];
        if (all) return 1;
    }
    return 0;
}

static int length_of(const shape_t *shape, int at) { return at < shape->plains ? shape->plain[at].length : 0; }
static int lengths_are(const shape_t *shape, int one, int two, int three) {
    return length_of(shape, 0) == one && length_of(shape, 1) == two && length_of(shape, 2) == three;
}
static int has_king(const shape_t *shape) { return shape->trumps && shape->rank[0] == RANK_KING; }
static int top(const shape_t *shape, int at) { return shape->plain[at].rank[0]; }

/* The plain ranks suit by suit, or highest first; returns their number. */
static int plain_ranks(const shape_t *shape, int sorted, int *ranks) {
    int n = 0;
    for (int i = 0; i < shape->plains; i++)
        for (int j = 0; j < shape->plain[i].length; j++) {
            int at = n++;
            for (; sorted && at && ranks[at - 1] > shape->plain[i].rank[j]; at--) ranks[at] = ranks[at - 1];
            ranks[at] = shape->plain[i].rank[j];
        }
    return n;
}

static int plain_kings(const shape_t *shape) {
    int kings = 0;
    for (int i = 0; i < shape->plains; i++) kings += top(shape, i) == RANK_KING;
    return kings;
}

static int guards(const shape_t *shape) {
    int number = shape->trumps;
    for (int i = 0; i < shape->plains; i++) number += top(shape, i) <= RANK_QUEEN;
    return number;
}

int jeu_of(const shape_t *shape) {
    int ranks[5] = {0}, n = plain_ranks(shape, 0, ranks), courts = 0, knaves = 0;
    if (shape->trumps >= 3) return THREE_TRUMPS;
    if (shape->trumps == 2) {
        if (lengths_are(shape, 3, 0, 0)) return THREE_OF_A_SUIT;
        if (lengths_are(shape, 2, 1, 0) && top(shape, 0) <= RANK_QUEEN) return GUARDED_QUEEN;
        if (lengths_are(shape, 2, 1, 0) && reach(ranks, PAIRS[0], 5, 3)) return PAIR_AND_HIGH_CARD;
        if (lengths_are(shape, 1, 1, 1)) {
            plain_ranks(shape, 1, ranks);
            if (reach(ranks, SINGLES[0], 6, 3)) return THREE_SUITS;
        }
    }
    if (shape->trumps == 1) {
        if (lengths_are(shape, 3, 1, 0) && reach(ranks, TIERCES[0], 4, 4)) return TIERCE;
        if (lengths_are(shape, 4, 0, 0) && top(shape, 0) == RANK_KING) return FOUR_TO_THE_KING;
        if ((lengths_are(shape, 3, 1, 0) || lengths_are(shape, 2, 2, 0)) && top(shape, 0) <= RANK_QUEEN && top(shape, 1) <= RANK_QUEEN)
            return TWO_QUEENS;
    }
    for (int i = 0; i < n; i++) courts += ranks[i] <= RANK_KNAVE, knaves += ranks[i] == RANK_KNAVE;
    for (int i = 0; i < shape->trumps; i++) courts += shape->rank[i] <= RANK_KNAVE, knaves += shape->rank[i] == RANK_KNAVE;
    if (courts >= 4 && knaves < courts) return FOUR_COURTS;
    return shape->trumps + plain_kings(shape) >= 3 || guards(shape) - shape->trumps >= 3 ? NO_THIRD_DISCARD : NO_JEU;
}

static int unbeatable(int card, cards_t unseen, int count, int trump) {
    if (unseen & above(card)) return 0;
    if (suit_at(card) == trump || !(unseen & suit_mask(trump))) return 1;
    return many(unseen & ~suit_mask(suit_at(card))) < count;
}

static cards_t without_lowest(cards_t all, cards_t suit_cards) { return all ^ bit_of(31 - __builtin_clz(suit_cards)); }

int surely_wins(cards_t hand, cards_t unseen, int trump, int wanted) {
    int count = many(hand);
    if (!wanted) return 1;
    if (wanted > count) return 0;
    for (cards_t left = hand; left; left &= left - 1) {
        int card = __builtin_ctz(left), wins = unbeatable(card, unseen, count, trump);
        cards_t rest = hand ^ bit_of(card), following = unseen & suit_mask(suit_at(card));
        cards_t elsewhere = unseen & ~suit_mask(suit_at(card)) & ~suit_mask(trump);
        if (!wins) continue;
        if (following) wins = surely_wins(rest, without_lowest(unseen, following), trump, wanted - 1);
        if (many(elsewhere) >= count)
            for (int suit = 0; suit < 4 && wins; suit++)
                if (elsewhere & suit_mask(suit))
                    wins = surely_wins(rest, without_lowest(elsewhere, elsewhere & suit_mask(suit)), trump, wanted - 1);
        if (wins) return 1;
    }
    return 0;
}

static int can_put_out_only_two(const shape_t *shape) { return shape->trumps + plain_kings(shape) >= 3; }

static int light(const shape_t *shape) {
    int protected = shape->trumps;
    for (int i = 0; i < shape->plains; i++)
        protected += top(shape, i) <= RANK_ACE || (top(shape, i) == RANK_TEN && shape->plain[i].length > 1);
    return protected >= 3;
}

static int trump_against_four(const shape_t *shape) {
    int ranks[5] = {0};
    plain_ranks(shape, 1, ranks);
    return shape->trumps && (!shape->plains || shape->plain[0].length >= 3 || ranks[0] <= RANK_TEN);
}

static int stood_on(const shape_t *shape, int jeu, int king_turned, int against_four) {
    int king = has_king(shape);
    if (against_four && !king && !king_turned && (light(shape) || trump_against_four(shape))) return 1;
    if (jeu == THREE_TRUMPS) return !(king || king_turned);
    if (jeu == TWO_QUEENS && (king || lengths_are(shape, 2, 2, 0))) {
        for (int i = 0; i < shape->plains; i++)
            if (shape->plain[i].length > 1 && shape->plain[i].rank[1] <= RANK_TEN) return 1;
        return 0;
    }
    if (!jeu || !king) return jeu != NO_JEU;
    if (jeu == GUARDED_QUEEN) return shape->plain[0].rank[1] <= RANK_TEN || top(shape, 1) <= RANK_KNAVE;
    return jeu == THREE_SUITS || jeu == TIERCE || jeu == FOUR_COURTS;
}

int book_proposes(const knows_t *knows, const shape_t *shape) {
    int sure = surely_wins(knows->hand, knows->unseen, knows->trump, 3), king = has_king(shape), ranks[5] = {0};
    int king_turned = rank_at(knows->turn_up) == RANK_KING, against_four = knows->other_needs == 1;
    if (knows->rounds) {
        if (!sure) return !jeu_of(shape) && guards(shape) < 3;
        int weak = 0;
        for (int i = 0; i < shape->plains; i++) weak += shape->plain[i].length == 1 && top(shape, i) > RANK_KNAVE;
        return king && weak > 0 && knows->own_needs > 1;
    }
    int n = plain_ranks(shape, 1, ranks);
    if (sure && (king || (king_turned && against_four))) return n && ranks[n - 1] > RANK_KNAVE;
    return !stood_on(shape, jeu_of(shape), king_turned, against_four);
}

static int protected_in_three(const shape_t *shape) {
    int all = shape->plains == 3;
    for (int i = 0; i < shape->plains; i++)
        all &= top(shape, i) <= RANK_KNAVE || (top(shape, i) <= RANK_TEN && shape->plain[i].length > 1);
    return all;
}

static int refused_with_one_trump(const shape_t *shape) {
    const plain_t *plain = shape->plain;
    if (shape->plains == 2 && plain[0].length == 2 && plain[1].length == 2)
        return plain[0].rank[0] <= RANK_QUEEN && plain[1].rank[0] <= RANK_KNAVE;
    if (shape->plains != 3) return 0;
    int pair = plain[0].rank[0], one = plain[1].rank[0], two = plain[2].rank[0];
    int king = pair == RANK_KING || one == RANK_KING || two == RANK_KING;
    int queen = pair == RANK_QUEEN || one == RANK_QUEEN || two == RANK_QUEEN;
    if (king && queen) return pair <= RANK_ACE;
    return pair == RANK_KNAVE && one <= RANK_QUEEN && two <= RANK_KNAVE;
}

int book_refuses(const knows_t *knows, const shape_t *shape) {
    int king = has_king(shape), jeu = jeu_of(shape), king_turned = rank_at(knows->turn_up) == RANK_KING, courts = 0;
    if (knows->rounds) return guards(shape) >= 3 && !king;
    if (!king) {
        if (knows->other_needs == 1 && !king_turned &&
            (protected_in_three(shape) ||
             (trump_against_four(shape) && !(lengths_are(shape, 4, 0, 0) && top(shape, 0) > RANK_KNAVE))))
            return 1;
        if (knows->own_needs == 1 && knows->other_needs == 2 && light(shape)) return 1;
    }
    if (jeu == TIERCE) return top(shape, 1) <= (shape->plain[0].rank[2] == RANK_KNAVE ? RANK_KNAVE : RANK_QUEEN);
    if (jeu == THREE_SUITS && king) return !can_put_out_only_two(shape);
    if (king) return 0;
    if (jeu == THREE_OF_A_SUIT) return top(shape, 0) <= RANK_KNAVE;
    if (jeu == THREE_TRUMPS || jeu == GUARDED_QUEEN || jeu == PAIR_AND_HIGH_CARD || jeu == THREE_SUITS) return 1;
    if (can_put_out_only_two(shape)) return 1;
    if (jeu == FOUR_COURTS && !shape->trumps) {
        for (int i = 0; i < shape->plains; i++) courts += top(shape, i) <= RANK_KNAVE;
        return courts == 3;
    }
    if (jeu == NO_THIRD_DISCARD) return lengths_are(shape, 2, 2, 1);
    return shape->trumps == 1 && refused_with_one_trump(shape);
}

cards_t book_discard(const shape_t *shape, int least, int most) {
    cards_t out = 0, kings = 0;
    for (int rank = 7; rank > 0 && most; rank--)
        for (int suit = 3; suit >= 0 && most; suit--)
            for (int i = 0; i < shape->plains; i++)
                for (int j = 0; j < shape->plain[i].length && most; j++)
                    if (shape->plain[i].suit == suit && shape->plain[i].rank[j] == rank) out |= bit_of(8 * suit + rank), most--;
    if (many(out) >= least) return out;
    for (int suit = 3; suit >= 0; suit--)
        for (int i = 0; i < shape->plains; i++)
            if (shape->plain[i].suit == suit && top(shape, i) == RANK_KING) kings |= bit_of(8 * suit);
    for (int suit = 3; suit >= 0 && many(out) < least; suit--) out |= kings & suit_mask(suit);
    for (int place = shape->trumps - 1; place >= 0 && many(out) < least; place--) out |= bit_of(8 * shape->trump + shape->rank[place]);
    return out;
}
