// Reads a compact record (docs/record-format.md): the form in which a whole game fits into an address.

import { BadMove, Game } from "./game.js";
import { BadRecord, readRules } from "./record.js";

const VERSION = 1;
const SUM = 4;
const FORM = /^[A-Za-z0-9_-]+$/;
// The rare moves, in the order of their numbers.
const RARE = [
  { kind: "king" },
  { kind: "accept", conditional: true },
  { kind: "abandon" },
  { kind: "claim", goal: "point" },
  { kind: "claim", goal: "vole" },
  { kind: "resign" },
  { kind: "time", scope: "deal" },
  { kind: "time", scope: "game" },
  { kind: "offer" },
  { kind: "answer", accepted: true },
  { kind: "answer", accepted: false },
];

class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(width) {
    let value = 0;
    for (let left = width; left; left--) {
      if (this.at >> 3 >= this.bytes.length) throw new BadRecord("broken");
      value = value * 2 + ((this.bytes[this.at >> 3] >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  text() {
    const bytes = Uint8Array.from({ length: this.take(8) }, () => this.take(8));
    return new TextDecoder().decode(bytes);
  }
}

const widthOf = (number) => 32 - Math.clz32(number - 1);

export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// CRC-32, as in zip files.
function sumOf(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

// Returns the game of a compact record, and its tags.
export function readCompact(text, presets) {
  if (!FORM.test(text) || text.length % 4 === 1) throw new BadRecord("address");
  const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
  if (bytes.length <= SUM) throw new BadRecord("address");
  const content = bytes.subarray(0, -SUM);
  if (new DataView(bytes.buffer).getUint32(content.length) !== sumOf(content)) throw new BadRecord("address");
  const bits = new Bits(content);
  if (bits.take(8) !== VERSION) throw new BadRecord("version");
  const [rules, north, south, date] = [bits.text(), bits.text(), bits.text(), bits.text()];
  const game = new Game(readRules(rules, presets), [null, 0, 1][bits.take(2)]);
  try {
    while (!game.over) game.move(bits.take(1) ? rare(bits) : usual(bits, game));
  } catch (error) {
    throw error instanceof BadMove ? new BadRecord("address") : error;
  }
  return { game, tags: { North: north, South: south, Date: date, Rules: rules, Result: game.result } };
}

function rare(bits) {
  const number = bits.take(4);
  if (number >= RARE.length) throw new BadRecord("version");
  return { ...RARE[number], seat: bits.take(1) };
}

// Returns the usual move of the phase.
function usual(bits, game) {
  switch (game.state.phase) {
    case "cut":
      return { kind: "cut", cards: [bits.take(5), bits.take(5)] };
    case "deal":
      return { kind: "deal", packets: bits.take(1) ? "2-3" : "3-2", pack: packOf(bits) };
    case "propose":
      return bits.take(1) ? { kind: "propose" } : card(bits, game);
    case "answer":
      return { kind: bits.take(1) ? "accept" : "refuse" };
    case "play":
      return card(bits, game);
    default: {
      const held = game.held(game.state.turn);
      const places = bits.take(held.length);
      return { kind: "discard", cards: held.filter((_, place) => (places >> place) & 1) };
    }
  }
}

function card(bits, game) {
  const held = game.held(game.state.turn);
  const place = bits.take(widthOf(held.length));
  if (place >= held.length) throw new BadRecord("address");
  return { kind: "play", card: held[place] };
}

function packOf(bits) {
  const left = Array.from({ length: 32 }, (_, number) => number);
  return Array.from({ length: 32 }, () => {
    const [one] = left.splice(bits.take(widthOf(left.length)), 1);
    return one === undefined ? -1 : one;
  });
}
