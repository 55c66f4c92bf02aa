// Sentences in a language, with cards and names in their places.

import { cardText, suitOf } from "./game.js";

const SIGNS = "♠♥♦♣";
const LONGEST = 32;
const NBSP = "\u00a0";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// Returns a name that cannot disturb the page: one line, at most 32 characters, without marks of direction.
export function safeName(text, otherwise) {
  const shown = [...(text ?? "").replace(/[\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")];
  const name = shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1).join("")}…` : shown.join("");
  return name.trim() || otherwise;
}

export class Words {
  constructor(code, sentences) {
    Object.assign(this, { code, sentences });
    this.percentOf = new Intl.NumberFormat(code, { style: "percent", maximumFractionDigits: 0 });
  }

  template(key, count) {
    const sentence = this.sentences[key];
    if (sentence === undefined) throw new Error(`there is no sentence ${key}`);
    const many = this.code === "fr" ? count > 1 : count !== 1;
    return (Array.isArray(sentence) ? sentence[Number(many)] : sentence).replace(/\*\*|^## /g, "");
  }

  // Returns a sentence as text. `values.n` chooses the plural.
  say(key, values = {}) {
    return this.template(key, values.n).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  // Returns a sentence as nodes: values may be nodes.
  nodes(key, values = {}) {
    return this.template(key, values.n)
      .split(/\{(\w+)\}/)
      .map((part, place) => (place % 2 ? clone(values[part]) : part))
      .filter((part) => part !== "");
  }

  percent(chance) {
    return this.percentOf.format(chance);
  }

  // Returns a card in words: "king of spades".
  cardName(card) {
    const [rank, suit] = cardText(card);
    return this.say("card.name", { rank: this.say(`rank.${rank}`), suit: this.say(`suit.${suit}`) });
  }

  // Returns a card as a sign, with its name for readers who listen.
  card(card) {
    const sign = this.say(`index.${cardText(card)[0]}`) + SIGNS[suitOf(card)];
    return signed(sign, this.cardName(card), suitOf(card));
  }

  suit(suit) {
    return signed(SIGNS[suit], this.say(`suit.${"SHDC"[suit]}`), suit);
  }

  cards(cards) {
    const box = make("span");
    cards.forEach((card, place) => box.append(...(place ? [" "] : []), this.card(card)));
    return box;
  }
}

// The same value may be asked for twice, and a node stands in one place only.
const clone = (value) => (value instanceof Node ? value.cloneNode(true) : String(value));

const signed = (sign, name, suit) =>
  make(
    "span",
    { class: suit === 1 || suit === 2 ? "sign red" : "sign" },
    make("span", { "aria-hidden": "true" }, sign),
    make("span", { class: "aloud" }, `${NBSP}${name}`),
  );

// Returns the sentences about a step, each as nodes. `open`: the seats whose hands are open.
export function sentences(words, players, step, open) {
  const { state, events } = step;
  const name = (seat) => players[seat];
  const roles = () => ({ elder: name(state.elder), dealer: name(state.dealer) });
  const both = { north: name(0), south: name(1) };
  const risk = { n: 2, point: 1 };
  const lines = [];
  const say = (key, values) => lines.push(words.nodes(key, values));
  for (const event of events) {
    const who = event.seat === undefined ? undefined : name(event.seat);
    switch (event.kind) {
      case "begin":
        if (events.length === 1) say("replay.begun", both);
        break;
      case "cut": {
        const [a, b] = event.cards.map((card) => words.card(card));
        const cut = make("span", {}, ...words.nodes("table.cut", { ...both, a, b }));
        if (event.ties) say("table.cut.tie", { cut });
        else say("table.cut.deals", { cut, dealer: name(state.dealer) });
        break;
      }
      case "deal":
        say("replay.dealt", { who: name(state.dealer), packets: event.packets, card: words.card(state.turnUp) });
        break;
      case "king":
        say(`table.king.${event.how}`, { who });
        break;
      case "propose":
        say("table.proposed", roles());
        break;
      case "accept":
        say(event.conditional ? "replay.accepted.if" : "replay.accepted", roles());
        break;
      case "refuse":
        if (event.first) say("table.refused", { ...roles(), ...risk });
        else say("table.refused.later", roles());
        break;
      case "not-enough":
        say("table.condition.failed");
        break;
      case "discard":
        if (!event.cards.length) say("replay.keeps", { who });
        else if (open.includes(event.seat)) say("replay.discards.open", { who, cards: words.cards(event.cards) });
        else say("replay.discards", { who, n: event.cards.length });
        break;
      case "play": {
        const { winner } = state.tricks.at(-1);
        const values = { who, card: words.card(event.card) };
        if (winner === null) say("replay.leads", values);
        else say("replay.plays", { ...values, winner: name(winner) });
        break;
      }
      case "score":
        scored(words, players, state, event, say);
        break;
      case "end":
        ended(words, players, state, event, say);
        break;
      case "offer":
        say("table.stop.offered", { who });
        break;
      case "answer":
        say(event.accepted ? "replay.stop.yes" : "replay.stop.no", { who });
        break;
      // What else can happen is said by the score, or by the end of the game, which belong to the same step.
    }
  }
  return lines;
}

function scored(words, players, state, { seat, points, reason }, say) {
  const who = players[seat];
  const early = state.endedBy;
  if (early?.kind === "abandon") say("table.abandoned", { loser: players[early.seat] });
  if (early?.kind === "claim") {
    say(`table.claimed.${early.goal}`, { who: players[early.seat], cards: words.cards(early.cards) });
  }
  if (early?.kind === "time") say("table.time.claimed", { who: players[early.seat], loser: players[1 - early.seat] });
  if (early) say("table.awarded", { who, n: points });
  else {
    const tricks = words.say("table.tricks", { n: state.scored.tricks[seat] });
    say(`table.scored.${reason}`, { who, tricks, n: points });
  }
  if (state.outcome?.how !== "five") {
    say("table.score.now", { north: players[0], south: players[1], a: state.score[0], b: state.score[1] });
  }
}

function ended(words, players, { score }, { winner, how }, say) {
  if (winner === null) {
    say(how === "void" ? "table.won.void" : "table.won.agreed");
    return;
  }
  const loser = 1 - winner;
  say(`table.won.${how}`, { who: players[winner], loser: players[loser], a: score[winner], b: score[loser] });
}
