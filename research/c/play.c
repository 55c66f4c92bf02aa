/* Deals played with hidden hands, to learn how far open hands lie off.
 *
 * Each player looks at so many hands that the other may hold (cards played rule some out; all others are as likely),
 * solves each with open hands, and plays the card that does best in all. The naive dealer guesses nothing: replies with
 * the lowest lawful card, and leads the highest plain card.
 */
#include "policy.h"

#include <string.h>


static const hand_t PACK = ((hand_t)1 << CARDS) - 1;
static const int WORTH[6] = {-2, -1, -1, 1, 1, 2}; /* to the elder, by the elder's tricks */

static inline int suit_of(int card) { return card < 7 ? 0 : (card + 1) / 8; }
static inline hand_t cards_of(int suit) { return suit ? (hand_t)255 << (8 * suit - 1) : 127; }
static inline int lowest(hand_t cards) { return 31 - __builtin_clz(cards); }

/* The lawful replies to a lead: higher cards of the suit, else lower ones, else trumps, else any. */
static hand_t replies(hand_t hand, int led) {
    hand_t same = hand & cards_of(suit_of(led)), higher = same & (((hand_t)1 << led) - 1);
    return higher ? higher : same ? same : hand & cards_of(0) ? hand & cards_of(0) : hand;
}

static inline int wins(int reply, int led) {
    return suit_of(reply) == suit_of(led) ? reply < led : suit_of(reply) == 0;
}

/* Whether the next lower card of the same hand is equivalent: the other cannot hold a card between them. */
static int same_as_lower(hand_t hand, hand_t unseen, int card) {
    hand_t lower = hand & cards_of(suit_of(card)) & ~(((hand_t)2 << card) - 1);
    if (!lower) return 0;
    hand_t between = ((lower & -lower) - 1) & ~(((hand_t)2 << card) - 1);
    return !(between & unseen);
}

typedef struct { hand_t hand, unseen, not_theirs; } seat_t;

static int naive_card(hand_t may, int leading) {
    hand_t plain = may & ~cards_of(0);
    int best = -1, rank = leading ? 99 : -1;
    for (hand_t left = plain ? plain : may; left; left &= left - 1) {
        int card = __builtin_ctz(left), it = card < 7 ? card : (card - 7) % 8;
        if (leading ? it < rank : it > rank) best = card, rank = it;
    }
    return best;
}

/* `side` 0 is the elder, `made` the side's tricks; `led` is -1 for the leader. */
static int choose(dice_t *dice, const seat_t *me, int side, int made, int led, int looks) {
    hand_t may = led < 0 ? me->hand : replies(me->hand, led);
    int cards = __builtin_popcount(me->hand), best = -1, worth[CARDS] = {0}, most = -1000000;
    hand_t tried = 0;
    for (hand_t left = may; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        if (!same_as_lower(me->hand, me->unseen, card)) tried |= (hand_t)1 << card;
    }
    if (!(tried & (tried - 1))) return __builtin_ctz(tried);
    for (int look = 0; look < looks; look++) {
        hand_t theirs = draw(dice, me->unseen & ~me->not_theirs, led < 0 ? cards : cards - 1);
        for (hand_t left = tried; left; left &= left - 1) {
            int card = __builtin_ctz(left), mine;
            if (led < 0) {
                mine = lead_tricks(me->hand, theirs, card);
            } else {
                hand_t rest = me->hand & ~((hand_t)1 << card);
                mine = wins(card, led) ? 1 + tricks_of(rest, theirs) : cards - 1 - tricks_of(theirs, rest);
            }
            int elders = made + (side ? cards - mine : mine);
            worth[card] += side ? -WORTH[elders] : WORTH[elders];
        }
    }
    for (hand_t left = tried; left; left &= left - 1) {
        int card = __builtin_ctz(left);
        if (worth[card] >= most) most = worth[card], best = card;
    }
    return best;
}

/* The elder's tricks. `lead`: the elder's first card. */
static int play(dice_t *dice, hand_t elder, hand_t dealer, int lead, int looks, int naive) {
    seat_t seats[2] = {{elder, PACK & ~elder, 0}, {dealer, PACK & ~dealer, 0}};
    int leads = 0, made = 0;
    for (int trick = 0; trick < 5; trick++) {
        seat_t *leader = &seats[leads], *other = &seats[!leads];
        int led = lead;
        if (trick)
            led = naive && leads ? naive_card(leader->hand, 1) : choose(dice, leader, leads, made, -1, looks);
        leader->hand &= ~((hand_t)1 << led);
        other->unseen &= ~((hand_t)1 << led);
        int reply = naive && !leads ? naive_card(replies(other->hand, led), 0) : choose(dice, other, !leads, made, led, looks);
        hand_t suit = cards_of(suit_of(led));
        if (suit_of(reply) != suit_of(led)) leader->not_theirs |= suit | (suit_of(reply) ? cards_of(0) : 0);
        else if (reply > led) leader->not_theirs |= suit & (((hand_t)1 << led) - 1);
        other->hand &= ~((hand_t)1 << reply);
        leader->unseen &= ~((hand_t)1 << reply);
        if (wins(reply, led)) leads = !leads;
        made += !leads;
    }
    return made;
}

/* One elder hand against random ones: how often it made 0-5 tricks, then how often it would with open hands. The lead
 * is the same every time, since the elder's knowledge is, and is looked at more. */
void hidden_hand(int hand, int number, uint64_t seed, int looks, int naive, uint32_t *told) {
    enum { MORE = 24 };
    dice_t dice = {seed};
    hand_t elder = (hand_t)hand;
    seat_t me = {elder, PACK & ~elder, 0};
    int lead = choose(&dice, &me, 0, 0, -1, MORE * looks);
    memset(told, 0, 12 * sizeof *told);
    for (int i = 0; i < number; i++) {
        hand_t dealer = draw(&dice, PACK & ~elder, 5);
        told[play(&dice, elder, dealer, lead, looks, naive)]++;
        told[6 + tricks_of(elder, dealer)]++;
    }
}

/* The same for the classes from `start` on, each with its own seed. Two trumps leave less to guess: fewer plays. */
void hidden_classes(int start, int end, int number, uint64_t seed, int looks, uint32_t *told) {
    for (int i = start; i < end; i++)
        hidden_hand((int)hand_of_class[i], __builtin_popcount(hand_of_class[i] & 127) < 2 ? number : number * 2 / 5,
                    seed + (uint64_t)i * 977, looks, 0, told + 12 * (i - start));
}
