// Computes every pack of records again, with nothing of this project.
// node verify_a_deal.js [--saw FINGERPRINT]... FILE...
// Written from the text of `python -m ecarte verify --explain` alone; the capitals below name its sections.
"use strict";

const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { parseArgs } = require("node:util");

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();

// THE RECORD
const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
const HEX = "([0-9a-f]{64})";
const PROMISE = new RegExp(String.raw`^promise\s+${HEX}\s+table\s+${QUOTED}\s+game\s+(\d+)\s+from\s+(\d+)$`, "u");
const SHARE = new RegExp(String.raw`^(?:share|drawn)\s+[NS]\s+(?:none|(named|kept)\s+${QUOTED})(?:\s+press\s+(\d+))?$`, "u");
const SECRET = new RegExp(String.raw`^secret\s+${HEX}$`);
const FAIR = new RegExp(String.raw`^fair\s+${HEX}$`);
const SEEDS = new RegExp(String.raw`^seeds\s+N\s+${QUOTED}\s+S\s+${QUOTED}\s+cut\s+(\d+)$`, "u");

const unquoted = (text) =>
  text.replace(/\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gu, (_, four, eight, one) =>
    one ?? String.fromCodePoint(parseInt(four ?? eight, 16)));

function matched(pattern, line) {
  const match = pattern.exec(line ?? "");
  if (match === null) throw new Error(`not understood: ${line}`);
  return match;
}

/** What both players gave, from two lines. */
const sharesOf = (lines) => lines.map((line) => {
  const [, word = "none", seed = "", press = ""] = matched(SHARE, line);
  return { word, seed: unquoted(seed), press };
});

/** The games of a file, as lines. */
function gamesOf(text) {
  const games = [[]];
  for (const line of text.split("\n").map((it) => it.trim()).filter((it) => it && !it.startsWith(";"))) {
    if (line.startsWith("[Ecarte")) games.push([]);
    games.at(-1).push(line);
  }
  return games;
}

/** The deals of a game: number, pack, and what was shown of them. */
function* dealsOf(lines) {
  const computers = lines.map((line) => /^house\s+([NS])\s/.exec(line)?.[1]);
  let promise = null;
  const cuts = [];
  for (let at = 0; at < lines.length; at++) {
    const both = /^cut\s+N\s+(\S+)\s+S\s+(\S+)$/.exec(lines[at]);
    if (both !== null) cuts.push(both.slice(1));
    const head = /^deal\s+(\d+)\s+([NS])\s/.exec(lines[at]);
    if (head === null) continue;
    const deal = { number: Number(head[1]), pack: `${lines[at + 1]} ${lines[at + 2]}`.split(/\s+/) };
    let next = at + 4;
    if (/^promise\s/.test(lines[next])) {
      const [, commitment, table, game, first] = matched(PROMISE, lines[next++]);
      promise = { commitment, table: unquoted(table), game, first: Number(first) };
    }
    if (/^secret\s/.test(lines[next])) {
      deal.promise = promise;
      deal.secret = matched(SECRET, lines[next])[1];
      deal.shares = sharesOf(lines.slice(next + 1, next + 3));
      const cut = matched(/^cut\s+(\d+)\s+by\s+(elder|key)$/, lines[next + 3]);
      deal.cut = Number(cut[1]);
      deal.byKey = cut[2] === "key" || computers.includes(head[2] === "N" ? "S" : "N");
      if (/^drawn\s/.test(lines[next + 4] ?? "")) {
        deal.drawn = sharesOf(lines.slice(next + 4, next + 6));
        deal.cuts = cuts;
      }
    } else if (/^fair\s/.test(lines[next])) {
      deal.alone = matched(FAIR, lines[next])[1];
      deal.secret = matched(SECRET, lines[next + 1])[1];
      const seeds = matched(SEEDS, lines[next + 2]);
      deal.seeds = [unquoted(seeds[1]), unquoted(seeds[2])];
      deal.cut = Number(seeds[3]);
    }
    yield deal;
  }
}

// THE CONSTRUCTION
const framed = (text) => {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")]);
};

const given = (shares) => shares.flatMap(({ word, seed, press }) => [word, seed, press]);
const keyOf = (secret, texts) => hmac(Buffer.from(secret, "hex"), Buffer.concat(texts.map(framed)));
const PACK = [..."SHDC"].flatMap((suit) => [..."KQJAT987"].map((rank) => rank + suit));

function* streamOf(key) {
  for (let block = 0; ; block++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(block);
    yield* hmac(key, counter);
  }
}

function drawn(stream, places) {
  for (;;) {
    const byte = stream.next().value;
    if (byte < 256 - (256 % places)) return byte % places;
  }
}

/** The pack, and where it is cut. */
function packOf(deal) {
  const texts = deal.promise
    ? ["ecarte deal 2", deal.promise.table, deal.promise.game, String(deal.number), ...given(deal.shares)]
    : ["ecarte deal 1", String(deal.number), ...deal.seeds];
  const stream = streamOf(keyOf(deal.secret, texts));
  const cards = [...PACK];
  for (let n = 32; n > 1; n--) {
    const j = drawn(stream, n);
    [cards[j], cards[n - 1]] = [cards[n - 1], cards[j]];
  }
  const cut = deal.byKey ? 2 + drawn(stream, 29) : deal.cut;
  return { pack: [...cards.slice(cut), ...cards.slice(0, cut)], cut };
}

/** The cards cut for the deal: North's and South's of each cut. */
function cutsOf({ secret, promise, drawn: shares }) {
  const stream = streamOf(keyOf(secret, ["ecarte dealer 1", promise.table, promise.game, ...given(shares)]));
  const cuts = [];
  do {
    const cards = [...PACK];
    const [north] = cards.splice(drawn(stream, 32), 1);
    cuts.push([north, cards[drawn(stream, 31)]]);
  } while (cuts.at(-1)[0][0] === cuts.at(-1)[1][0]);
  return cuts;
}

// ONE PROMISE FOR A GAME
/** Marks the deals whose promise was not due. */
function markRenewed(game) {
  let before = null;
  let wasDue = true;
  for (const [at, deal] of game.entries()) {
    if (!deal.promise) continue;
    if (JSON.stringify(deal.promise) !== JSON.stringify(before)) {
      const behind = before ? deal.number === before.first + 256 : game.slice(0, at).every(({ alone }) => alone);
      wasDue &&= deal.promise.first === deal.number && behind;
      before = deal.promise;
    }
    deal.renewed = !wasDue;
  }
}

// VERDICTS
/** The values from the secret of a deal down to its commitment; none: it does not lead there. */
function chainOf(deal) {
  const values = [deal.secret];
  const steps = deal.promise ? deal.number - deal.promise.first + 1 : 1;
  for (let step = 0; step < steps; step++) values.push(sha256(Buffer.from(values.at(-1), "hex")).toString("hex"));
  return steps > 0 && values.at(-1) === (deal.promise?.commitment ?? deal.alone) ? values : [];
}

const owners = new Map();
const taken = (what, owner) => {
  if (!owners.has(what)) owners.set(what, owner);
  return owners.get(what) !== owner;
};

/** Whether something of a deal served another before. */
function reused(deal, chain) {
  const lines = JSON.stringify([deal.secret, deal.promise, deal.shares, deal.seeds, deal.cut, deal.byKey, deal.drawn]);
  if (!deal.promise) return taken(deal.secret, lines + deal.number);
  const twice = chain.map((value) => taken(value, JSON.stringify(deal.promise)));
  const { table, game } = deal.promise;
  return taken(JSON.stringify([table, game, deal.number]), lines) || twice.includes(true);
}

function verdict(deal) {
  if (!deal.secret) return "house-word";
  const chain = chainOf(deal);
  if (!chain.length) return "other-secret";
  const twice = reused(deal, chain);
  for (const shares of [deal.shares ?? [], deal.drawn ?? []])
    if (shares.some(({ word }) => word === "named") && shares.some(({ press }) => press)) return "unlawful-share";
  if (deal.drawn && String(cutsOf(deal)) !== String(deal.cuts)) return "other-dealer";
  if (deal.cut < 2 || deal.cut > 30) return "unlawful-cut";
  const { pack, cut } = packOf(deal);
  if (cut !== deal.cut) return "other-cut";
  if (pack.join(" ") !== deal.pack.join(" ")) return "other-pack";
  if (twice) return "reused";
  if (saw.length && !saw.includes(deal.promise?.commitment ?? deal.alone)) return "unseen";
  return deal.renewed ? "renewed" : "fair";
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { saw: { type: "string", multiple: true, default: [] } },
});
const saw = values.saw.map((fingerprint) => fingerprint.toLowerCase());
const shown = new Set();
let failed = false;
for (const file of positionals) {
  for (const lines of gamesOf(readFileSync(file, "utf8"))) {
    const game = [...dealsOf(lines)];
    markRenewed(game);
    for (const deal of game) {
      const said = verdict(deal);
      failed ||= said !== "fair";
      shown.add(deal.promise?.commitment ?? deal.alone);
      console.log(`deal ${deal.number}: ${said}`);
    }
  }
}
for (const fingerprint of [...new Set(saw)].filter((it) => !shown.has(it)).sort()) {
  failed = true;
  console.log(`saw ${fingerprint}: it promised no deal here`);
}
process.exitCode = failed ? 1 : 0;
