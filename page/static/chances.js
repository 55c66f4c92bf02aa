// North's chance to win at each step, with all cards open, since a finished game has no secrets. Before a deal it is the
// chance of the score. Until the play it is the mean over orders of the talon, with both hands known. In the play it is
// the result of the best cards of both.

import { POINT, VOLE } from "./game.js";

const SCORE = 5;

// Returns whether the tables of the engine are valid for these rules.
export const knowsRules = (rules) => rules.points === SCORE;

export class Chances {
  constructor(engine, game) {
    Object.assign(this, { engine, game });
  }

  // Returns North's chance after each step. A game without a winner ends without a chance (null).
  async all() {
    const all = [];
    for (const { state } of this.game.steps) all.push(await this.at(state, all.at(-1)));
    return all;
  }

  // `before`: the chance after the step before. It stays until an exchange is over.
  async at(state, before) {
    if (state.outcome) return state.outcome.winner === null ? null : 1 - state.outcome.winner;
    if (state.phase === "cut" || state.phase === "deal") return this.atScore(state);
    if (state.phase === "play") return this.inPlay(state);
    if (state.phase === "propose") return forNorth(await this.open(state), state.elder);
    return before;
  }

  atScore({ score, turn }) {
    const needs = score.map((points) => SCORE - points);
    const north = (dealer) => this.engine.winChance(needs[0], needs[1], dealer === 0);
    return turn === null ? (north(0) + north(1)) / 2 : north(turn);
  }

  open(state) {
    const { elder, dealer, score, king } = state;
    const announced = king?.how === "announced" ? king.seat : null;
    const needs = [elder, dealer].map((seat) => SCORE - score[seat]);
    const side = (seat) => (seat === null ? -1 : Number(seat === dealer));
    return this.engine.openChance({
      trump: state.turnUp >> 3,
      turnUp: state.turnUp,
      needs,
      needsBefore: [elder, dealer].map((seat, place) => Math.min(needs[place] + Number(seat === announced), SCORE)),
      king: side(king ? king.seat : null),
      announced: side(announced),
      proposals: state.proposals,
      rounds: [...state.rounds],
      elder: state.places[elder],
      dealer: state.places[dealer],
      talon: state.talonCards,
      limit: this.game.rules.exchanges,
      dealerMust: this.game.rules.dealer_must_exchange,
    });
  }

  inPlay(state) {
    const { turn, elder, score, tricks, taken, window, vulnerable } = state;
    const other = 1 - turn;
    const needs = score.map((points, seat) => SCORE - points - Number(window === seat));
    const held = (seat) => state.places[seat].filter((card) => card !== null);
    const open = tricks.find((trick) => trick.reply === null);
    const worth = this.worth(needs[turn], needs[other], turn === elder, vulnerable === turn, vulnerable === other);
    const chance = this.engine.bestCard({
      own: held(turn),
      other: held(other),
      trump: state.turnUp >> 3,
      turnUp: state.turnUp,
      isElder: turn === elder,
      led: open ? open.lead : null,
      tricks: [taken[turn], taken[other]],
      worth,
    });
    return forNorth(chance, turn);
  }

  // Returns the chance to win for each number of own tricks.
  worth(own, other, dealing, ownPays, otherPays) {
    return Array.from({ length: VOLE + 1 }, (_, tricks) => {
      if (own <= 0 || other <= 0) return this.engine.winChance(own, other, dealing);
      if (tricks >= POINT) {
        return this.engine.winChance(own - (tricks === VOLE || otherPays ? 2 : 1), other, dealing);
      }
      return this.engine.winChance(own, other - (tricks === 0 || ownPays ? 2 : 1), dealing);
    });
  }
}

const forNorth = (chance, seat) => (seat === 0 ? chance : 1 - chance);
