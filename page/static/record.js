// Reads the text of a record (docs/record-format.md). Lines that follow from others are compared with the game.

import { BadMove, Game, cardNumber } from "./game.js";

const MOST = 1 << 18;
const SEATS = { N: 0, S: 1 };
const ESCAPE = /\\(["\\]|u[0-9a-f]{4}|U[0-9a-f]{8})/g;
const TAG = /^\[([A-Za-z]\w{0,63}) "((?:[^"\\]|\\.)*)"\]$/;
// Lines that prove a deal, or name the players of the house.
const OTHERS = ["promise", "secret", "share", "drawn", "fair", "seeds", "house"];

// A record that cannot be replayed. `kind` names the sentence that says why.
export class BadRecord extends Error {
  constructor(kind, line = 0) {
    super(kind);
    Object.assign(this, { kind, line });
  }
}

// Returns the rules that the tag of a record names. `presets`: the rules of each dialect's name.
export function readRules(text, presets) {
  const [dialect, ...departures] = text.split(" ");
  if (!Object.hasOwn(presets, dialect)) throw new BadRecord("rules");
  const rules = { ...presets[dialect] };
  for (const departure of departures) {
    const [name, word] = departure.split("=");
    if (word === undefined || !Object.hasOwn(rules, name)) throw new BadRecord("rules");
    const constants = { any: null, yes: true, no: false };
    rules[name] = Object.hasOwn(constants, word) ? constants[word] : /^\d{1,9}$/.test(word) ? Number(word) : word;
  }
  if (rules.manners === "salon") throw new BadRecord("salon");
  return rules;
}

const unquote = (text) =>
  text.replace(ESCAPE, (_, escape) =>
    escape.length === 1 ? escape : String.fromCodePoint(parseInt(escape.slice(1), 16)),
  );

// Returns the game of a record, and its tags.
export function readRecord(text, presets) {
  if (text.length > MOST) throw new BadRecord("large");
  const lines = text
    .split("\n")
    .map((line, place) => ({ text: line.replace(/^\ufeff/, "").trim(), number: place + 1 }))
    .map((line) => ({ ...line, text: line.text.startsWith("[") ? line.text : line.text.replace(/\s+/g, " ") }))
    .filter((line) => line.text && !line.text.startsWith(";"));
  if (!lines.length) throw new BadRecord("none");
  const tags = {};
  while (lines.length && lines[0].text.startsWith("[")) {
    const { text: line, number } = lines.shift();
    const tag = TAG.exec(line.replace(/^\[\s+/, "[").replace(/\s+\]$/, "]").replace(/^(\[\w+)\s+"/, '$1 "'));
    if (!tag || Object.hasOwn(tags, tag[1])) throw new BadRecord("line", number);
    tags[tag[1]] = unquote(tag[2]);
  }
  if (!tags.Ecarte) throw new BadRecord("none");
  if (tags.Ecarte !== "1") throw new BadRecord("version");
  if (tags.Result === "*") throw new BadRecord("unfinished");
  const rules = readRules(tags.Rules || "", presets);
  const starts = /^dealer ([NS])$/.exec(lines.length ? lines[0].text : "");
  const game = new Game(rules, starts ? SEATS[lines.shift().text.slice(-1)] : null);
  readLines(game, lines);
  if (!game.over) throw new BadRecord("broken");
  if (game.result !== tags.Result) throw new BadRecord("result");
  return { game, tags };
}

function readLines(game, lines) {
  const expected = [];
  while (lines.length) {
    const { text: line, number } = lines.shift();
    const words = line.split(" ");
    if (OTHERS.includes(words[0]) || /^cut \d+ by /.test(line)) continue;
    try {
      if (expected.length) {
        if (line !== expected.shift()) throw new BadMove("line");
        continue;
      }
      for (const move of movesOf(words, lines)) expected.push(...game.move(move));
    } catch (error) {
      throw error instanceof BadMove ? new BadRecord("line", number) : error;
    }
  }
  if (expected.length) throw new BadRecord("broken");
}

// Returns the moves of a line. A deal takes the two lines of its pack, too.
function movesOf(words, lines) {
  if (words[0] === "cut" && words.length === 5) {
    const cards = [cardNumber(words[2]), cardNumber(words[4])];
    if (cards.includes(-1)) throw new BadMove("cut");
    return [{ kind: "cut", cards }];
  }
  if (words[0] === "deal" && words.length === 4 && ["3-2", "2-3"].includes(words[3])) {
    if (lines.length < 2) throw new BadRecord("broken");
    const pack = [lines.shift(), lines.shift()].flatMap((line) => line.text.split(" ").map(cardNumber));
    return [{ kind: "deal", number: Number(words[1]), seat: SEATS[words[2]], packets: words[3], pack }];
  }
  const rest = /^\d+\.$/.test(words[0]) ? words.slice(1) : words;
  const seat = SEATS[rest[0]];
  if (seat === undefined) throw new BadMove("line");
  if (rest.length === 4 && cardNumber(rest[1]) >= 0 && SEATS[rest[2]] === 1 - seat) {
    return [playOf(seat, rest[1]), playOf(1 - seat, rest[3])];
  }
  if (rest.length === 2 && cardNumber(rest[1]) >= 0) return [playOf(seat, rest[1])];
  return [{ seat, ...actionOf(rest.slice(1).join(" ")) }];
}

function playOf(seat, text) {
  const card = cardNumber(text);
  if (card < 0) throw new BadMove("card");
  return { kind: "play", seat, card };
}

const ACTIONS = {
  proposes: { kind: "propose" },
  accepts: { kind: "accept" },
  "accepts if enough": { kind: "accept", conditional: true },
  refuses: { kind: "refuse" },
  king: { kind: "king" },
  abandons: { kind: "abandon" },
  resigns: { kind: "resign" },
  "offers to stop": { kind: "offer" },
  "agrees to stop": { kind: "answer", accepted: true },
  "declines to stop": { kind: "answer", accepted: false },
  "takes deal on time": { kind: "time", scope: "deal" },
  "takes game on time": { kind: "time", scope: "game" },
  "discards none": { kind: "discard", cards: [] },
};

function actionOf(action) {
  if (Object.hasOwn(ACTIONS, action)) return ACTIONS[action];
  const [verb, ...words] = action.split(" ");
  if (verb === "discards" && words.length) return { kind: "discard", cards: words.map(cardNumber) };
  if (verb === "claims" && ["point", "vole"].includes(words[0])) return { kind: "claim", goal: words[0] };
  throw new BadMove("line");
}
