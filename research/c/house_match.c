/* Deals and games between players of the house, many at a time. The same seed deals the same packs to all. */
#include "house_match.h"

#include <string.h>

#include "policy.h"

player_t players[PLAYERS];

/* Seats a player. `planes`: where the plans lie, by [points that the elder needs][the dealer][king in play], 1 to 5. */
void seat(int at, const uint8_t *const *planes, const double *chances, int book_exchange, int cards, int rules) {
    player_t *player = &players[at];
    memset(player, 0, sizeof *player);
    for (int elder = 1; elder <= SCORES; elder++)
        for (int dealer = 1; dealer <= SCORES; dealer++) {
            for (int king = 0; planes && king < 2; king++)
                player->planes[elder][dealer][king] = planes[((elder - 1) * SCORES + dealer - 1) * 2 + king];
            player->chances[elder][dealer] = chances[(elder - 1) * SCORES + dealer - 1];
        }
    player->book_exchange = book_exchange, player->cards = cards, player->rules = rules;
}

/* One deal of a pack. `numbers`: the players' chance; `needs` is changed to what the sides then need; `log` receives
 * what was said and played, five bytes each. Returns the winner of the game, or -1. */
int deal_once(int elder, int dealer, const uint8_t *pack, const double *numbers, int *needs, uint8_t *log, int *size) {
    deal_t deal = {.player = {&players[elder], &players[dealer]}, .pack = pack, .numbers = numbers, .log = log};
    deal.needs[0] = needs[0], deal.needs[1] = needs[1];
    int winner = play_deal(&deal);
    needs[0] = deal.needs[0], needs[1] = deal.needs[1];
    *size = deal.log_size;
    return winner;
}

void shuffle(uint64_t seed, uint8_t *pack) {
    dice_t dice = {seed};
    for (int i = 0; i < 32; i++) pack[i] = (uint8_t)i;
    for (int i = 0; i < 32; i++) {
        int pick = i + roll_below(&dice, 32 - i);
        uint8_t card = pack[pick];
        pack[pick] = pack[i];
        pack[i] = card;
    }
}

int place_of(move_t move, int rounds, int cards) {
    if (move.what == PROPOSAL) return rounds ? AGAIN : FIRST_PROPOSAL;
    if (move.what == ANSWER) return rounds ? ANSWER_AGAIN : FIRST_ANSWER;
    if (move.what == DISCARD) return move.side ? DEALERS_DISCARD : ELDERS_DISCARD;
    return (rounds ? FIRST_CARD : FIRST_AS_DEALT) + (cards > 1);
}

int where_of(const deal_t *before, move_t move) {
    int half = before->played && before->reply[before->played - 1] < 0;
    return place_of(move, before->rounds, 2 * before->played - half);
}

/* The elder's chance to win the game after a deal. */
double worth_of(const deal_t *deal, int winner, chances_t chances) {
    if (winner >= 0) return winner == ELDER;
    return 1 - chances[deal->needs[DEALER]][deal->needs[ELDER]];
}

uint64_t mixed(uint64_t seed, uint64_t number) {
    dice_t dice = {seed * 0x9E3779B97F4A7C15ull + number};
    return roll(&dice);
}

/* One deal, number `i` of a seed, between two players: the elder's chance to win the game after it. */
static double one_worth(const player_t *elder, const player_t *dealer, const int *needs, uint64_t seed, uint64_t i, chances_t chances) {
    uint8_t pack[32];
    uint64_t own = mixed(seed, i);
    shuffle(own, pack);
    deal_t deal = {.player = {elder, dealer}, .pack = pack, .dice = own ^ DICE};
    deal.needs[0] = needs[0], deal.needs[1] = needs[1];
    int winner = play_deal(&deal);
    return worth_of(&deal, winner, chances);
}

/* Deals at one score. `told` receives the sum of the elder's chances to win afterwards, by the elder's player's
 * chances, and the sum of their squares. */
void deals_at(int elder, int dealer, int elder_needs, int dealer_needs, int number, uint64_t seed, double *told) {
    int needs[2] = {elder_needs, dealer_needs};
    memset(told, 0, 2 * sizeof *told);
    for (int i = 0; i < number; i++) {
        double worth = one_worth(&players[elder], &players[dealer], needs, seed, (uint64_t)i, players[elder].chances);
        told[0] += worth, told[1] += worth * worth;
    }
}

/* The same deals by two tables, the elders `at[0]` and `at[2]`: `told` receives the sums of the first's worth, of the
 * first's less the second's, and of both squared. */
void compare_at(const int *at, int elder_needs, int dealer_needs, int number, uint64_t seed, double *told) {
    int needs[2] = {elder_needs, dealer_needs};
    memset(told, 0, 4 * sizeof *told);
    for (int i = 0; i < number; i++) {
        double one = one_worth(&players[at[0]], &players[at[1]], needs, seed, (uint64_t)i, players[at[0]].chances);
        double two = one_worth(&players[at[2]], &players[at[3]], needs, seed, (uint64_t)i, players[at[0]].chances);
        told[0] += one, told[1] += one - two, told[2] += one * one, told[3] += (one - two) * (one - two);
    }
}

/* Games in pairs: the packs of the first are dealt again with the players exchanged. `told` counts pairs by the games
 * that `first` wins. */
void duel(int first, int second, int pairs, uint64_t seed, int32_t *told) {
    memset(told, 0, 3 * sizeof *told);
    for (int pair = 0; pair < pairs; pair++) {
        int wins = 0;
        for (int game = 0; game < 2; game++) {
            int at[2] = {game ? second : first, game ? first : second}, needs[2] = {5, 5}, elder = 0, winner = -1;
            for (int number = 0; winner < 0; number++, elder = !elder) {
                uint8_t pack[32];
                uint64_t own = mixed(mixed(seed, (uint64_t)pair), (uint64_t)number);
                shuffle(own, pack);
                deal_t deal = {.player = {&players[at[elder]], &players[at[!elder]]}, .pack = pack, .dice = own ^ DICE};
                deal.needs[0] = needs[elder], deal.needs[1] = needs[!elder];
                int side = play_deal(&deal);
                needs[elder] = deal.needs[0], needs[!elder] = deal.needs[1];
                if (side >= 0) winner = side ? !elder : elder;
            }
            wins += at[winner] == first && (first != second || winner == game);
        }
        told[wins]++;
    }
}
