// Draws the table after a step: two hands, the trick, the talon with the turn-up, the score.

import { suitOf } from "./game.js";
import { make } from "./words.js";

const TRICKS = 5;
const SIDES = ["north", "south"];
// The most points for which each point is a circle of its own.
const CIRCLES = 9;

// `art.face(card)` and `art.back` are addresses of pictures.
export class Table {
  constructor(element, art) {
    Object.assign(this, { element, art });
  }

  // `open`: the seats whose hands are open. `before`: the state before the step. `forward`: whether the last card is
  // shown on its way to the table.
  draw(shown) {
    Object.assign(this, shown);
    this.element.setAttribute("aria-label", this.words.say("page.table"));
    this.element.replaceChildren(this.seat(0), this.middle(), this.seat(1));
  }

  get state() {
    return this.step.state;
  }

  face(card, ...classes) {
    return make(
      "div",
      { class: ["card", ...classes].join(" ") },
      make("img", { src: this.art.face(card), alt: this.words.cardName(card) }),
    );
  }

  back(alt = "") {
    return make("div", { class: "card" }, make("img", { src: this.art.back, alt }));
  }

  seat(seat) {
    const { words, players, state } = this;
    const badges = [];
    const badge = (key, kind = "") => badges.push(make("span", { class: `badge ${kind}` }, words.say(key)));
    const turns = state.turn === seat && !state.scored && !state.outcome;
    if (turns) badge("page.turn", "now");
    if (state.dealer === seat) badge("page.dealer");
    if (state.king?.seat === seat) badges.push(this.king());
    const who = make(
      "div",
      { class: turns ? "who turn" : "who" },
      make("span", { class: "face", "aria-hidden": "true" }, initial(players[seat])),
      make("span", { class: "label" }, make("span", { class: "name" }, players[seat]), ...badges),
      this.score(seat),
    );
    return make(
      "section",
      { class: `seat ${SIDES[seat]}`, "aria-label": players[seat] },
      who,
      this.hand(seat),
    );
  }

  // Returns the sign of a player who has marked the king.
  king() {
    const king = this.words.card(8 * trumpOf(this.state));
    const said = make("span", { class: "aloud" }, this.words.say("page.king"));
    return make("span", { class: "badge" }, "♛ ", king.firstChild.cloneNode(true), said);
  }

  score(seat) {
    const score = this.state.score[seat];
    const pips = this.points > CIRCLES ? 0 : this.points;
    return make(
      "span",
      { class: "points" },
      make("b", { "aria-hidden": "true" }, String(score)),
      make("span", { class: "aloud" }, this.words.say("page.points", { n: score })),
      ...Array.from({ length: pips }, (_, place) =>
        make("span", { class: place < score ? "pip won" : "pip", "aria-hidden": "true" }),
      ),
    );
  }

  hand(seat) {
    const { words, players, state } = this;
    const open = this.open.includes(seat);
    const places = state.places?.[seat] ?? Array(TRICKS).fill(null);
    const held = places.filter((card) => card !== null);
    const label = open ? words.say("page.hand.of", { who: players[seat] }) : words.say("page.hand.closed", { n: held.length });
    const cards = places.map((card) => {
      if (card === null) return make("li", { class: "card gone", "aria-hidden": "true" });
      const shown = open ? this.face(card, ...this.change(seat, card)) : this.back();
      return make("li", { class: shown.className }, ...shown.children);
    });
    return make("ul", { class: "hand", "aria-label": label }, ...cards);
  }

  // Returns whether a card leaves the hand in an exchange, or has come with it.
  change(seat, card) {
    const { state, before } = this;
    if (state.asked?.includes(card) && seat === state.elder) return ["leaving"];
    const drew = before && state.rounds.length === before.rounds.length + 1;
    return drew && !before.places[seat].includes(card) ? ["new"] : [];
  }

  middle() {
    const { words, state } = this;
    const stock = make("div", { class: "stock" });
    if (state.turnUp !== null) {
      const pile = make("div", { class: "pile" }, this.back(words.say("page.talon", { n: state.talon })));
      pile.append(make("b", { "aria-hidden": "true" }, make("span", {}, String(state.talon))));
      const turnUp = this.face(state.turnUp);
      turnUp.firstChild.alt = words.say("page.turned", { card: words.cardName(state.turnUp) });
      stock.append(pile, turnUp);
    }
    return make("div", { class: "middle" }, stock, this.trick(), this.won());
  }

  trick() {
    const { words, state } = this;
    const trick = state.tricks.at(-1);
    const box = make("div", { class: "trick", role: "group" });
    box.setAttribute("aria-label", words.say(trick ? "page.trick" : "page.trick.none"));
    if (!trick) return box;
    const laid = { [trick.leader]: trick.lead, [1 - trick.leader]: trick.reply };
    const played = this.step.events.find((event) => event.kind === "play");
    for (const seat of [trick.leader, 1 - trick.leader]) {
      if (laid[seat] === null) continue;
      const classes = [SIDES[seat]];
      if (trick.winner === seat) classes.push("best");
      if (this.forward && played?.seat === seat) classes.push("fresh");
      const card = this.face(laid[seat], ...classes);
      card.style.setProperty("--from", seat === 0 ? "-70px" : "70px");
      box.append(card);
    }
    return box;
  }

  won() {
    const { words, players, state } = this;
    const box = make("div", { class: "won" });
    for (const seat of [0, 1]) {
      const taken = state.taken[seat];
      const row = make("div", { class: "tricks", "aria-hidden": "true" });
      for (let trick = 0; trick < TRICKS; trick++) row.append(make("i", { class: trick < taken ? "won-it" : "" }));
      const side = Number(seat === state.dealer);
      const out = state.rounds.reduce((sum, round) => sum + round[side], 0);
      const said = `${players[seat]}: ${words.say("table.tricks", { n: taken })}`;
      const exchanged = out ? make("span", {}, words.say("page.out", { n: out })) : null;
      box.append(make("div", {}, make("span", { class: "aloud" }, said), row, exchanged));
    }
    return state.number ? box : make("div");
  }
}

const initial = (name) => [...name.replace(/[\u2066-\u2069]/gu, "")][0].toUpperCase();

export const trumpOf = (state) => suitOf(state.turnUp);
