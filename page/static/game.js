// A game of écarté, move by move. Seats are 0 (North) and 1 (South). A card is its place in the pack: spades, hearts,
// diamonds, clubs, each from the king down to the seven.

const SUITS = "SHDC";
const RANKS = "KQJAT987";
const NORTH = 0;
const PACK = 32;
export const POINT = 3;
export const VOLE = 5;
// The points of a deal are the same in every dialect.
const SCORING = { king: 1, point: 1, vulnerable: 2, vole: 2 };

export const suitOf = (card) => card >> 3;
export const rankOf = (card) => card & 7;
export const cardText = (card) => RANKS[rankOf(card)] + SUITS[suitOf(card)];
const seatText = (seat) => "NS"[seat];

// Returns the number of a card, or -1.
export function cardNumber(text) {
  const [rank, suit] = [RANKS.indexOf(text[0]), SUITS.indexOf(text[1])];
  return text.length === 2 && rank >= 0 && suit >= 0 ? 8 * suit + rank : -1;
}

// A move that the game does not allow.
export class BadMove extends Error {}

function must(condition, why) {
  if (!condition) throw new BadMove(why);
}

function beats(reply, lead, trump) {
  if (suitOf(reply) === suitOf(lead)) return rankOf(reply) < rankOf(lead);
  return suitOf(reply) === trump;
}

const byPack = (cards) => [...cards].sort((one, other) => one - other);

export class Game {
  // `dealer`: null if the players cut for the deal.
  constructor(rules, dealer) {
    this.rules = rules;
    this.steps = [];
    this.pack = null;
    this.out = [];
    // The seat that holds the king of trumps and may still announce it.
    this.window = null;
    this.state = {
      phase: dealer === null ? "cut" : "deal",
      turn: dealer,
      score: [0, 0],
      dealer,
      number: 0,
      packets: null,
      turnUp: null,
      talon: PACK,
      places: null,
      proposals: 0,
      rounds: [],
      asked: null,
      conditional: false,
      refused: false,
      king: null,
      tricks: [],
      taken: [0, 0],
      endedBy: null,
      scored: null,
      offer: null,
      outcome: null,
    };
    this.begun = false;
    this.record({ kind: "begin" });
    this.steps[0].state = this.snapshot();
  }

  get elder() {
    return this.state.dealer === null ? null : 1 - this.state.dealer;
  }

  get trump() {
    return this.state.turnUp === null ? null : suitOf(this.state.turnUp);
  }

  get over() {
    return this.state.outcome !== null;
  }

  // The cards of a seat, in the order of the pack.
  held(seat) {
    return byPack(this.state.places[seat].filter((card) => card !== null));
  }

  // The seat that pays two if it loses the deal (Law 49), or null.
  get vulnerable() {
    const { number, proposals, tricks, refused, dealer } = this.state;
    if (!number) return null;
    if (!proposals) return tricks.length ? this.elder : null;
    return refused && proposals === 1 ? dealer : null;
  }

  // Carries out a move, and all that follows from it. Returns the lines of a record that follow.
  move(move) {
    must(!this.over, "over");
    const lines = [];
    this.lines = lines;
    this[move.kind](move);
    this.steps[this.steps.length - 1].state = this.snapshot();
    return lines;
  }

  snapshot() {
    const now = structuredClone(this.state);
    now.elder = this.elder;
    now.vulnerable = this.vulnerable;
    now.window = this.window;
    now.talonCards = this.pack === null ? [] : byPack(this.pack.slice(PACK - now.talon));
    now.out = structuredClone(this.out);
    return now;
  }

  // Adds an event to a new step, or to the last one if it follows from that step.
  record(event, follows = false) {
    if (follows) this.steps[this.steps.length - 1].events.push(event);
    else this.steps.push({ events: [event], state: null });
  }

  cut({ cards }) {
    must(this.state.phase === "cut" && cards[0] !== cards[1], "cut");
    const [north, south] = cards.map(rankOf);
    if (north !== south) {
      const dealer = north < south ? 0 : 1;
      Object.assign(this.state, { dealer, turn: dealer, phase: "deal" });
    }
    this.record({ kind: "cut", cards, ties: north === south }, this.steps.length === 1);
  }

  deal({ packets, pack, seat, number }) {
    const { state } = this;
    must(state.phase === "deal", "deal");
    must(new Set(pack).size === PACK && pack.length === PACK && !pack.includes(-1), "pack");
    const dealer = state.turn;
    must(seat === undefined || (seat === dealer && number === state.number + 1), "dealer");
    const [three, from] = packets === "3-2" ? [3, 6] : [2, 4];
    const first = [...pack.slice(0, three), ...pack.slice(from, from + 5 - three)];
    const second = [...pack.slice(three, from), ...pack.slice(from + 5 - three, 10)];
    const turnUp = pack[10];
    this.pack = pack;
    this.out = [[], []];
    Object.assign(state, {
      phase: "propose",
      turn: 1 - dealer,
      dealer,
      number: state.number + 1,
      packets,
      turnUp,
      talon: PACK - 11,
      places: dealer === NORTH ? [second, first] : [first, second],
      proposals: 0,
      rounds: [],
      asked: null,
      conditional: false,
      refused: false,
      king: null,
      tricks: [],
      taken: [0, 0],
      endedBy: null,
      scored: null,
      offer: null,
    });
    if (this.rules.for_stakes) this.begun = true;
    this.window = null;
    this.record({ kind: "deal", packets });
    this.lines.push(this.handsLine() + ` turned ${cardText(turnUp)}`);
    if (rankOf(turnUp)) this.window = this.holderOfKing();
    else this.mark(dealer, "turned", true);
  }

  handsLine() {
    const [north, south] = this.state.places.map((hand) => hand.map(cardText).join(" "));
    return `hands N ${north} S ${south}`;
  }

  holderOfKing() {
    if (this.state.king) return null;
    const king = 8 * this.trump;
    const holder = [0, 1].find((seat) => this.state.places[seat].includes(king));
    return holder === undefined ? null : holder;
  }

  king({ seat }) {
    must(this.window === seat, "king");
    this.begun = true;
    this.mark(seat, "announced", false);
  }

  mark(seat, how, follows) {
    this.state.king = { seat, how };
    this.window = null;
    this.add(seat, SCORING.king);
    this.record({ kind: "king", seat, how }, follows);
    if (follows) this.lines.push(`${seatText(seat)} king turned`);
    this.endByPoints();
  }

  add(seat, points) {
    const { score } = this.state;
    score[seat] = Math.min(score[seat] + points, this.rules.points);
  }

  endByPoints() {
    const winner = this.state.score.indexOf(this.rules.points);
    if (winner >= 0) this.end(winner, "five");
  }

  end(winner, how) {
    Object.assign(this.state, { phase: "over", turn: null, outcome: { winner, how }, offer: null });
    this.window = null;
    this.record({ kind: "end", winner, how }, true);
    this.lines.push(`end ${this.result}`);
  }

  get result() {
    const { score, outcome } = this.state;
    return `${score.join("-")} ${outcome.winner === null ? "none" : seatText(outcome.winner)} ${outcome.how}`;
  }

  propose({ seat = this.elder }) {
    must(this.state.phase === "propose" && seat === this.elder, "propose");
    this.begun = true;
    Object.assign(this.state, { phase: "answer", turn: this.state.dealer, conditional: false, refused: false });
    this.state.proposals += 1;
    this.record({ kind: "propose", seat });
  }

  accept({ seat = this.state.dealer, conditional = false }) {
    must(this.state.phase === "answer" && seat === this.state.dealer, "accept");
    Object.assign(this.state, { phase: "elder-discard", turn: this.elder, conditional });
    this.record({ kind: "accept", seat, conditional });
  }

  refuse({ seat = this.state.dealer }) {
    must(this.state.phase === "answer" && seat === this.state.dealer, "refuse");
    this.playAsDealt();
    this.record({ kind: "refuse", seat, first: this.vulnerable !== null });
  }

  playAsDealt() {
    Object.assign(this.state, { phase: "play", turn: this.elder, asked: null, conditional: false, refused: true });
  }

  discard({ seat = this.state.turn, cards }) {
    const { state } = this;
    const elders = state.phase === "elder-discard";
    must((elders || state.phase === "dealer-discard") && seat === state.turn, "discard");
    must(new Set(cards).size === cards.length && cards.every((card) => state.places[seat].includes(card)), "discard");
    must(cards.length || !elders, "discard");
    if (elders) {
      must(state.conditional || cards.length <= state.talon, "discard");
      if (cards.includes(8 * this.trump)) this.window = null;
      Object.assign(state, { phase: "dealer-discard", turn: state.dealer, asked: byPack(cards) });
      this.record({ kind: "discard", seat, cards: byPack(cards) });
      if (!state.conditional && cards.length === state.talon) this.exchange([], true);
      return;
    }
    this.exchange(byPack(cards), false);
  }

  exchange(cards, follows) {
    const { state } = this;
    const { asked, dealer } = state;
    const elder = this.elder;
    const drawn = PACK - state.talon;
    const end = drawn + asked.length + cards.length;
    if (follows) this.lines.push(`${seatText(dealer)} discards none`);
    if (end > PACK) {
      must(state.conditional, "discard");
      this.record({ kind: "discard", seat: dealer, cards }, follows);
      this.playAsDealt();
      this.window = this.holderOfKing();
      this.record({ kind: "not-enough" }, true);
      this.lines.push("not enough");
      return;
    }
    const refill = (seat, gone, from) => {
      const fresh = this.pack.slice(from, from + gone.length);
      state.places[seat] = state.places[seat].map((card) => (gone.includes(card) ? fresh.shift() : card));
      this.out[seat].push(...gone);
    };
    refill(elder, asked, drawn);
    refill(dealer, cards, drawn + asked.length);
    state.rounds.push([asked.length, cards.length]);
    const limit = this.rules.exchanges;
    const again = end < PACK && (limit === null || state.rounds.length < limit);
    Object.assign(state, {
      talon: PACK - end,
      asked: null,
      conditional: false,
      phase: again ? "propose" : "play",
      turn: elder,
    });
    this.window = this.holderOfKing();
    this.record({ kind: "discard", seat: dealer, cards }, follows);
    this.lines.push(this.handsLine());
  }

  play({ seat = this.state.turn, card }) {
    const { state } = this;
    must((state.phase === "play" || state.phase === "propose") && seat === state.turn, "turn");
    must(state.places[seat].includes(card), "card");
    this.begun = true;
    state.phase = "play";
    state.places[seat] = state.places[seat].map((held) => (held === card ? null : held));
    const open = state.tricks.find((trick) => trick.reply === null);
    if (this.window === seat) {
      const stays = card === 8 * this.trump && (this.rules.king_after_reply || seat === this.elder);
      if (!stays) this.window = null;
    } else if (this.window === this.elder) this.window = null;
    if (!open) {
      state.tricks.push({ leader: seat, lead: card, reply: null, winner: null });
      state.turn = 1 - seat;
    } else {
      open.reply = card;
      open.winner = beats(card, open.lead, this.trump) ? seat : open.leader;
      state.taken[open.winner] += 1;
      state.turn = open.winner;
    }
    this.record({ kind: "play", seat, card });
    if (open && state.tricks.length === 5) {
      const winner = state.taken[0] > state.taken[1] ? 0 : 1;
      this.score(winner, state.taken[winner] === VOLE);
    }
  }

  score(winner, vole) {
    const { state } = this;
    const { vulnerable } = this;
    let [points, reason] = [SCORING.point, "point"];
    if (vole) [points, reason] = [SCORING.vole, "vole"];
    else if (vulnerable === 1 - winner) {
      [points, reason] = [SCORING.vulnerable, vulnerable === state.dealer ? "refused" : "unproposed"];
    }
    this.begun = true;
    this.add(winner, points);
    state.scored = { seat: winner, points, reason, tricks: [...state.taken] };
    Object.assign(state, { phase: "deal", turn: this.elder });
    this.window = null;
    this.record({ kind: "score", seat: winner, points, reason }, true);
    const [north, south] = state.taken;
    this.lines.push(`score ${state.score.join("-")} ${seatText(winner)} ${reason} tricks ${north}-${south}`);
    this.endByPoints();
  }

  // Ends the deal as if `loser` had given up the hand (Law 42).
  giveUp(loser) {
    const tricks = this.state.taken[loser];
    if (!tricks) this.score(1 - loser, true);
    else this.score(tricks >= POINT ? loser : 1 - loser, false);
  }

  abandon({ seat }) {
    must(this.inDeal, "abandon");
    this.state.endedBy = { kind: "abandon", seat };
    this.record({ kind: "abandon", seat });
    this.giveUp(seat);
  }

  claim({ seat, goal }) {
    must(this.inDeal, "claim");
    this.state.endedBy = { kind: "claim", seat, goal, cards: this.held(seat) };
    this.record({ kind: "claim", seat, goal, cards: this.held(seat) });
    this.score(seat, goal === "vole");
  }

  time({ seat, scope }) {
    this.record({ kind: "time", seat, scope });
    if (scope === "game" || !this.begun) {
      this.endByLoser(1 - seat, "time");
      return;
    }
    must(this.inDeal, "time");
    this.state.endedBy = { kind: "time", seat };
    this.giveUp(1 - seat);
  }

  get inDeal() {
    return this.state.number > 0 && !["cut", "deal", "over"].includes(this.state.phase);
  }

  endByLoser(loser, how) {
    if (this.begun) this.end(1 - loser, how);
    else this.end(null, "void");
  }

  resign({ seat }) {
    this.record({ kind: "resign", seat });
    this.endByLoser(seat, "resigned");
  }

  offer({ seat }) {
    this.state.offer = seat;
    this.record({ kind: "offer", seat });
  }

  answer({ seat, accepted }) {
    must(this.state.offer === 1 - seat, "answer");
    this.state.offer = null;
    this.record({ kind: "answer", seat, accepted });
    if (accepted) this.end(null, "agreed");
  }
}
