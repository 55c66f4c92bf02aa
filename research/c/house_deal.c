/* Deals by the laws, between players of the house: `ecarte.ai.knowledge`, `policy`, `players.maitre` and `salon`. */
#include "house_deal.h"

#include <string.h>

enum { LEVELS = 3, PLANE = (CLASSES + 7) / 8, SAYING = 2 * PLANS, SIDE = SAYING + 5 * ROUNDS, MOST_TALON = 21 };
enum { SAYS_PLAY, SAYS_PROPOSE, SAYS_ACCEPT, SAYS_REFUSE, SAYS_KING, SAYS_DISCARD, SAYS_CARD };

static void note(deal_t *deal, int what, uint32_t value) {
    if (!deal->log || deal->log_size + 5 > 5 * LOG) return;
    deal->log[deal->log_size++] = (uint8_t)what;
    for (int i = 0; i < 4; i++) deal->log[deal->log_size++] = (uint8_t)(value >> 8 * i);
}

/* Chance of a decision: the next number given, or one by the pack, round and side, whatever was asked before. */
static double next_number(deal_t *deal, int which) {
    if (deal->numbers) return *deal->numbers++;
    dice_t dice = {deal->dice + 64 * (uint64_t)deal->rounds + (uint64_t)which};
    return (double)(roll(&dice) >> 11) * 0x1p-53;
}

static int says_yes(deal_t *deal, int which, double often) {
    return often >= 1 ? 1 : often <= 0 ? 0 : next_number(deal, which) < often;
}

/* The cards that the player of `reply` cannot have held (`knowledge._denied`). */
static cards_t denied(int led, int reply, int trump) {
    if (suit_at(reply) == suit_at(led)) return above(led) & bit_of(reply) ? 0 : above(led);
    return suit_mask(suit_at(led)) | (suit_at(reply) == trump ? 0 : suit_mask(trump));
}

/* Whether the seat that leads without proposing has played a card: until then nobody pays two. */
int vulnerable(const deal_t *deal) {
    if (!deal->proposals) return deal->began ? ELDER : NEITHER;
    return deal->refused && deal->proposals == 1 ? DEALER : NEITHER;
}

knows_t knows_of(const deal_t *deal, int side) {
    knows_t knows = {.trump = deal->trump, .turn_up = deal->turn_up, .elder = side == ELDER, .led = -1, .first_lead = -1};
    cards_t king = bit_of(8 * deal->trump), own = 0, theirs = 0;
    int other = !side, pays = vulnerable(deal);
    knows.hand = deal->hand[side];
    for (int i = 0; i < deal->played; i++) {
        int leads = deal->leader[i] == side, reply = deal->reply[i];
        *(leads ? &own : &theirs) |= bit_of(deal->led[i]);
        if (reply >= 0) *(leads ? &theirs : &own) |= bit_of(reply);
        knows.played[knows.number_played++] = deal->led[i];
        if (reply >= 0) knows.played[knows.number_played++] = reply;
        if (leads && suit_at(deal->led[i]) != deal->trump)
            knows.led_suits = knows.led_suits << 4 | suit_at(deal->led[i]), knows.leads++;
    }
    knows.five = knows.hand | own;
    knows.unseen = ~(knows.hand | own | theirs | deal->gone[side] | bit_of(deal->turn_up));
    for (int i = 0; i < deal->played; i++)
        if (deal->leader[i] == side && deal->reply[i] >= 0) knows.unseen &= ~denied(deal->led[i], deal->reply[i], deal->trump);
    if (deal->king == other && !(theirs & king)) knows.sure = king;
    if (deal->king == side) knows.unseen &= ~king;
    if (deal->played && deal->leader[0] == other) knows.first_lead = deal->led[0];
    int last = deal->played - 1;
    if (last >= 0 && deal->reply[last] < 0 && deal->leader[last] == other) knows.led = deal->led[last];
    knows.count = many(deal->hand[other]);
    knows.own_tricks = deal->tricks[side], knows.other_tricks = deal->tricks[other];
    knows.own_needs = deal->needs[side], knows.other_needs = deal->needs[other];
    knows.own_pays = pays == side || (side == ELDER && !deal->proposals && !deal->began);
    knows.other_pays = pays == other;
    knows.marked = deal->king != NEITHER;
    knows.may_mark = !knows.marked && !theirs;
    knows.silent_king = !knows.marked && !knows.may_mark && knows.unseen & king;
    knows.rounds = deal->rounds;
    knows.changed = deal->rounds ? deal->took[deal->rounds - 1][other] : 0;
    int unanswered = deal->proposals > deal->rounds;
    if (pays == other) knows.stance = STOOD;
    else if (deal->rounds) knows.stance = (deal->began || deal->refused) && unanswered == (other == DEALER) ? CONTENT : CHANGED;
    else knows.stance = deal->proposals && other == ELDER ? PROPOSED : SILENT;
    return knows;
}

hand_t compact(const deal_t *deal, cards_t hand) {
    int below = rank_at(deal->turn_up), trumps = bits_in(hand, deal->trump), n = 0;
    hand_t small = (hand_t)((trumps & ((1 << below) - 1)) | (trumps >> (below + 1) << below));
    for (int suit = 0; suit < 4; suit++)
        if (suit != deal->trump) small |= (hand_t)bits_in(hand, suit) << (7 + 8 * n++);
    return small;
}

static cards_t expanded(const deal_t *deal, hand_t small) {
    int below = rank_at(deal->turn_up), trumps = (int)(small & 127), n = 0;
    cards_t hand = (cards_t)((trumps & ((1 << below) - 1)) | (trumps >> below << (below + 1))) << (8 * deal->trump);
    for (int suit = 0; suit < 4; suit++)
        if (suit != deal->trump) hand |= (cards_t)(small >> (7 + 8 * n++) & 255) << (8 * suit);
    return hand;
}

static const uint8_t *planes_of(const deal_t *deal, int side) {
    int needs[2] = {deal->needs[0], deal->needs[1]}, turned = rank_at(deal->turn_up) == RANK_KING;
    if (deal->king == ELDER || deal->king == DEALER) needs[deal->king]++;
    return deal->player[side]->planes[needs[0]][needs[1]][!turned];
}

static int bit_at(const uint8_t *planes, int plane, int number) { return planes[plane * PLANE + (number >> 3)] >> (number & 7) & 1; }

int plan_level(const deal_t *deal, int side) {
    const uint8_t *planes = planes_of(deal, side);
    int round = deal->rounds < ROUNDS ? deal->rounds : ROUNDS - 1;
    int which = plan_at(round, round ? took(deal->took[deal->rounds - 1][!side]) : 0), number = class_of(compact(deal, deal->hand[side]));
    return bit_at(planes, SIDE * side + 2 * which, number) | bit_at(planes, SIDE * side + 2 * which + 1, number) << 1;
}

static cards_t wanted(const deal_t *deal, int side) {
    const uint8_t *planes = planes_of(deal, side);
    hand_t small = compact(deal, deal->hand[side]);
    int round = deal->rounds < ROUNDS ? deal->rounds : ROUNDS - 1, number = class_of(small);
    int places = 0;
    for (int place = 0; place < 5; place++) places |= bit_at(planes, SIDE * side + SAYING + 5 * round + place, number) << place;
    return expanded(deal, cards_of_class_at(small, places));
}

cards_t lowest_first(const deal_t *deal, cards_t from, int number) {
    cards_t chosen = 0;
    for (; number > 0 && from; number--) {
        cards_t plain = from & ~suit_mask(deal->trump), some = plain ? plain : from;
        int best = -1;
        for (cards_t left = some; left; left &= left - 1)
            if (best < 0 || rank_at(__builtin_ctz(left)) > rank_at(best)) best = __builtin_ctz(left);
        chosen |= bit_of(best);
        from &= ~bit_of(best);
    }
    return chosen;
}

cards_t plan_discards(const deal_t *deal, int side, int least, int most) {
    if (deal->player[side]->book_exchange) {
        shape_t shape = shape_of(deal->hand[side], deal->trump);
        return book_discard(&shape, least, most < 5 ? most : 5);
    }
    cards_t kings = 0x01010101u | suit_mask(deal->trump);
    cards_t out = deal->player[side]->rules & KEEPS_KINGS ? deal->hand[side] & ~kings : wanted(deal, side);
    if (many(out) > most) out = lowest_first(deal, out, most);
    if (many(out) < least) out |= lowest_first(deal, deal->hand[side] & ~out, least - many(out));
    return out;
}

/* The chance of the plan, or what is told for this decision. */
static double says(deal_t *deal, int side) {
    int often = plan_level(deal, side);
    if (!deal->told_round || deal->told_round != deal->rounds || deal->told_side != side) return often / (double)LEVELS;
    deal->asked = 1, deal->level = often, deal->asked_hand = compact(deal, deal->hand[side]);
    return deal->told;
}

double plan_proposes(deal_t *deal) {
    const player_t *player = deal->player[ELDER];
    if (player->rules & PROPOSES_FIRST && !deal->rounds) return 1;
    if (player->rules & NEVER_PROPOSES || (player->rules & NEVER_AGAIN && deal->rounds)) return 0;
    if (player->rules & ALWAYS_PROPOSES && deal->talon >= 5 && deal->rounds < ROUNDS) return 1;
    if (player->book_exchange) {
        knows_t knows = knows_of(deal, ELDER);
        shape_t shape = shape_of(knows.hand, knows.trump);
        return book_proposes(&knows, &shape);
    }
    if (deal->rounds >= ROUNDS || many(wanted(deal, ELDER)) > deal->talon) return 0;
    return says(deal, ELDER);
}

double plan_accepts(deal_t *deal) {
    const player_t *player = deal->player[DEALER];
    if (player->rules & ACCEPTS_FIRST && !deal->rounds) return 1;
    if (player->rules & NEVER_ACCEPTS || (player->rules & NEVER_GIVES_AGAIN && deal->rounds)) return 0;
    if (player->rules & ALWAYS_ACCEPTS) return 1;
    if (player->book_exchange) {
        knows_t knows = knows_of(deal, DEALER);
        shape_t shape = shape_of(knows.hand, knows.trump);
        return !book_refuses(&knows, &shape);
    }
    return deal->talon < 5 ? 0 : says(deal, DEALER);
}

/* The decision of the script that is to be taken now; none where it ends, and where it has another than this. */
static const move_t *next_move(deal_t *deal, int what, int side) {
    if (deal->made >= deal->scripted) {
        deal->halted |= deal->halts;
        return 0;
    }
    const move_t *move = &deal->script[deal->made];
    if (move->what == what && move->side == side) return move;
    deal->halted = 1, deal->chance = 0;
    return 0;
}

static int weighs(const deal_t *deal, int side) { return deal->unknown >> side & 1 && deal->made >= deal->weigh_from; }

static uint32_t taken(deal_t *deal, int what, int side, uint32_t value) {
    if (deal->made < MOST_MOVES) deal->moves[deal->made++] = (move_t){(uint8_t)what, (uint8_t)side, value};
    return value;
}

/* The plan's decision, or what the player knows better. */
static uint32_t chosen(const deal_t *deal, int side, int what, uint32_t planned) {
    const player_t *player = deal->player[side];
    uint32_t choices[5];
    if (deal->plain) return planned;
    if (player->learnt && what != CARD) planned = player->learnt_move(deal, side, what, planned);
    if (!(player->reads & what)) return planned;
    int number = choices_at(deal, side, what, planned, choices);
    return number == 1 ? planned : player->read_move(deal, side, what, choices, number, planned);
}

/* One number decides whether the elder proposes, and else which card is led. */
static int says_proposes(deal_t *deal, int which) {
    const move_t *move = next_move(deal, PROPOSAL, ELDER);
    deal->rest = -1;
    if (deal->halted) return 0;
    if (move) {
        if (weighs(deal, ELDER)) deal->chance *= move->value ? plan_proposes(deal) : 1 - plan_proposes(deal);
        return (int)taken(deal, PROPOSAL, ELDER, move->value);
    }
    double often = plan_proposes(deal), rest = -1;
    int yes = often >= 1;
    if (often > 0 && often < 1) {
        double number = next_number(deal, which);
        yes = number < often;
        if (!yes) rest = (number - often) / (1 - often);
    }
    int says = (int)chosen(deal, ELDER, PROPOSAL, (uint32_t)yes);
    deal->rest = says ? -1 : rest;
    return (int)taken(deal, PROPOSAL, ELDER, (uint32_t)says);
}

static int says_accepts(deal_t *deal) {
    const move_t *move = next_move(deal, ANSWER, DEALER);
    if (deal->halted) return 0;
    if (!move) return (int)taken(deal, ANSWER, DEALER, chosen(deal, DEALER, ANSWER, (uint32_t)says_yes(deal, 2, plan_accepts(deal))));
    if (weighs(deal, DEALER)) deal->chance *= move->value ? plan_accepts(deal) : 1 - plan_accepts(deal);
    return (int)taken(deal, ANSWER, DEALER, move->value);
}

static cards_t puts_out(deal_t *deal, int side, int least, int most) {
    const move_t *move = next_move(deal, DISCARD, side);
    if (deal->halted) return 0;
    cards_t out = move && !(deal->unknown >> side & 1) ? move->value : plan_discards(deal, side, least, most);
    if (!move) out = chosen(deal, side, DISCARD, out);
    else if (deal->unknown >> side & 1 && many(out) != (int)move->value) deal->halted = 1, deal->chance = 0;
    note(deal, SAYS_DISCARD, out);
    return taken(deal, DISCARD, side, out);
}

int may_announce(const deal_t *deal, int side) {
    if (deal->player[side]->rules & NEVER_ANNOUNCES) return 0;
    return deal->king == NEITHER && deal->hand[side] & bit_of(8 * deal->trump);
}

/* Marks the king for a side; returns whether that wins the game. */
static int announce(deal_t *deal, int side) {
    note(deal, SAYS_KING, (uint32_t)side);
    deal->king = side;
    return --deal->needs[side] == 0;
}

/* A king that wins the game is announced at once. Returns the winner or -1. */
static int won_by_king(deal_t *deal) {
    for (int side = 0; side < 2; side++)
        if (may_announce(deal, side) && deal->needs[side] == 1 && announce(deal, side)) return side;
    return -1;
}

static int better_silent(const deal_t *deal, int side) {
    return vulnerable(deal) == !side && deal->needs[!side] == 1 && deal->needs[side] == 2;
}

int announces_now(const deal_t *deal, int side) {
    return may_announce(deal, side) && many(deal->hand[side]) == 5 && !better_silent(deal, side);
}

static cards_t take(deal_t *deal, int cards) {
    cards_t taken = 0;
    for (int i = 0; i < cards; i++) taken |= bit_of(deal->pack[32 - deal->talon--]);
    return taken;
}

void change_cards(deal_t *deal, cards_t one, cards_t two) {
    int asked = many(one), given = many(two);
    deal->hand[ELDER] = (deal->hand[ELDER] & ~one) | take(deal, asked);
    deal->hand[DEALER] = (deal->hand[DEALER] & ~two) | take(deal, given);
    deal->gone[ELDER] |= one, deal->gone[DEALER] |= two;
    deal->took[deal->rounds][ELDER] = asked, deal->took[deal->rounds++][DEALER] = given;
}

/* The exchange. Returns the winner by a king, or -1 when a card is to be led. */
static int exchange_cards(deal_t *deal) {
    for (;;) {
        int winner = won_by_king(deal);
        if (winner >= 0) return winner;
        if (!deal->talon) return -1;
        for (int again = 0;; again++) { /* the house asks itself again when the king is announced */
            if (says_proposes(deal, again)) break;
            if (deal->halted || !may_announce(deal, ELDER)) return -1;
            announce(deal, ELDER);
        }
        note(deal, SAYS_PROPOSE, 0);
        deal->proposals++;
        if (!says_accepts(deal)) {
            if (deal->halted) return -1;
            note(deal, SAYS_REFUSE, 0);
            deal->refused = 1;
            return -1;
        }
        note(deal, SAYS_ACCEPT, 0);
        cards_t one = puts_out(deal, ELDER, 1, deal->talon);
        if (deal->halted) return -1;
        int left = deal->talon - many(one);
        cards_t two = 0;
        if (left) two = puts_out(deal, DEALER, 0, left);
        if (deal->halted) return -1;
        if (deal->rounds == MOST_ROUNDS) return -1;
        change_cards(deal, one, two);
    }
}

static cards_t lawful_cards(const knows_t *knows) {
    return knows->led < 0 ? knows->hand : replies_to(knows->hand, knows->led, knows->trump);
}

/* Leads are mixed that are worth less than the best by under `mixed_lead` of the point's worth. The share of a lead falls evenly
 * to 0 there, so a small error of a value changes no share much. */
static int mixed_leads(const knows_t *knows, player_t *player, int *cards, double *shares) {
    double values[32], point = point_of(knows, player->chances), best = -1, sum = 0;
    int number = 0;
    card_values(knows, player->chances, values);
    mend_leads(knows, point, values);
    for (cards_t left = knows->hand; left; left &= left - 1)
        if (values[__builtin_ctz(left)] > best) best = values[__builtin_ctz(left)];
    for (cards_t left = knows->hand; left; left &= left - 1) {
        double share = 1 - (best - values[__builtin_ctz(left)]) / (player->mixed_lead * point);
        if (share > 0) cards[number] = __builtin_ctz(left), shares[number++] = share, sum += share;
    }
    for (int i = 0; i < number; i++) shares[i] /= sum;
    return number;
}

int cards_of_player(const deal_t *deal, int side, int *cards, double *shares) {
    const player_t *player = deal->player[side];
    knows_t knows = knows_of(deal, side);
    cards_t lawful = lawful_cards(&knows), trumps = lawful & suit_mask(deal->trump);
    knows.open = player->cards == OPEN, shares[0] = 1;
    int number = 1;
    if (!(lawful & (lawful - 1))) cards[0] = __builtin_ctz(lawful);
    else if (player->rules & LEADS_TRUMPS && knows.led < 0 && trumps) cards[0] = __builtin_ctz(trumps);
    else if (player->cards == BOOK) cards[0] = book_card(&knows);
    else if (player->mixed_lead > 0 && deal->rounds && deal->played == 1 && knows.led < 0)
        number = mixed_leads(&knows, (player_t *)player, cards, shares);
    else if (!as_dealt(&knows) || !(number = planned(&knows, cards, shares)))
        cards[0] = searched_card(&knows, ((player_t *)player)->chances), shares[0] = 1, number = 1;
    return number;
}

static int card_of_player(deal_t *deal, int side) {
    double shares[5];
    int cards[5], number = cards_of_player(deal, side, cards, shares);
    if (number == 1) return cards[0];
    double left = deal->rest >= 0 ? deal->rest : next_number(deal, 3 + 2 * deal->played + side);
    deal->rest = -1;
    for (int i = 0; i < number - 1; i++)
        if ((left -= shares[i]) < 0) return cards[i];
    return cards[number - 1];
}

double chance_of_card(const deal_t *deal, int side, int card) {
    double shares[5], chance = 0;
    int cards[5], number = cards_of_player(deal, side, cards, shares);
    for (int i = 0; i < number; i++) chance += cards[i] == card ? shares[i] : 0;
    return chance;
}

int choices_at(const deal_t *deal, int side, int what, uint32_t planned, uint32_t *choices) {
    int number = 0, cards = many(planned), most = side == ELDER ? deal->talon : deal->talon - many(deal->moves[deal->made - 1].value);
    choices[number++] = planned;
    if (what == CARD) {
        knows_t knows = knows_of(deal, side);
        for (cards_t left = lawful_cards(&knows) & ~bit_of((int)planned); left; left &= left - 1)
            choices[number++] = (uint32_t)__builtin_ctz(left);
    } else if (what != DISCARD) {
        if (deal->talon >= 5 && deal->rounds < ROUNDS) choices[number++] = !planned;
    } else {
        cards_t kept = deal->hand[side] & ~planned;
        if (cards > (side == ELDER)) choices[number++] = lowest_first(deal, planned, cards - 1);
        if (cards < most && kept) choices[number++] = planned | lowest_first(deal, kept, 1);
    }
    return number;
}

static int play_card(deal_t *deal, int side) {
    if (announces_now(deal, side)) announce(deal, side);
    const move_t *move = next_move(deal, CARD, side);
    if (deal->halted) return 0;
    int card = move ? (int)move->value : (int)chosen(deal, side, CARD, (uint32_t)card_of_player(deal, side));
    knows_t knows = knows_of(deal, side);
    if (move && !(lawful_cards(&knows) & bit_of(card))) deal->chance = 0, deal->halted = 1;
    taken(deal, CARD, side, (uint32_t)card);
    note(deal, SAYS_CARD, (uint32_t)card);
    deal->hand[side] &= ~bit_of(card);
    return card;
}

/* The points of the deal, by its tricks and who pays two. Returns the winner or -1. */
static int score(deal_t *deal) {
    int side = deal->tricks[ELDER] < 3, points = deal->tricks[side] == 5 || vulnerable(deal) == !side ? 2 : 1;
    deal->needs[side] -= points;
    return deal->needs[side] <= 0 ? side : -1;
}

int deal_out(deal_t *deal) {
    for (int i = 0; i < 5; i++) {
        static const int elders[5] = {0, 1, 2, 6, 7}, dealers[5] = {3, 4, 5, 8, 9};
        deal->hand[ELDER] |= bit_of(deal->pack[elders[i]]), deal->hand[DEALER] |= bit_of(deal->pack[dealers[i]]);
    }
    memcpy(deal->before, deal->needs, sizeof deal->before);
    deal->turn_up = deal->pack[10], deal->trump = suit_at(deal->turn_up);
    deal->king = NEITHER, deal->talon = MOST_TALON, deal->rest = -1;
    if (rank_at(deal->turn_up) != RANK_KING) return -1;
    deal->king = TURNED;
    return --deal->needs[DEALER] ? -1 : DEALER;
}

int play_deal(deal_t *deal) {
    for (int side = 0; side < 2; side++)
        if (!deal->plain && deal->player[side]->reads) deal->player[side]->begin_reading(side);
    if (deal_out(deal) == DEALER) return DEALER;
    int winner = exchange_cards(deal), leads = ELDER;
    if (winner >= 0 || deal->halted) return winner;
    memcpy(deal->begun, deal->hand, sizeof deal->begun);
    for (int trick = 0; trick < 5; trick++) {
        int led = play_card(deal, leads);
        if (deal->halted) return -1;
        deal->began = 1;
        deal->led[trick] = led, deal->reply[trick] = -1, deal->leader[trick] = leads, deal->played = trick + 1;
        int reply = play_card(deal, !leads);
        if (deal->halted) return -1;
        deal->reply[trick] = reply;
        if (reply_takes(led, reply, deal->trump)) leads = !leads;
        deal->tricks[leads]++;
    }
    return score(deal);
}
