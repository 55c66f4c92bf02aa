// The house's engine (ecarte/ai/house.wasm) with the tables that it needs here. `ecarte/ai/native.py` calls the same
// functions with the same structures.

const PLANES_HEAD = 12;
const ORDERS = 400;
const NO_CARD = -1;
const EXCHANGES = 3;

const inflate = (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();

// The policy (ecarte/ai/exchange/policy_file.py).
class Policy {
  constructor(content) {
    const length = new DataView(content.buffer).getUint32(8, true);
    this.content = content;
    this.blocks = PLANES_HEAD + length;
    this.heading = JSON.parse(new TextDecoder().decode(content.subarray(PLANES_HEAD, this.blocks)));
    this.open = new Map();
  }

  async block({ at, size }) {
    return new Uint8Array(await inflate(this.content.subarray(this.blocks + at, this.blocks + at + size)));
  }

  // Returns the plans of a game.
  async planes(name) {
    if (!this.open.has(name)) {
      const entry = this.heading.games[name];
      const planes = await this.block(entry);
      if (entry.base !== null) {
        const base = await this.planes(entry.base);
        for (let at = 0; at < planes.length; at++) planes[at] ^= base[at];
      }
      this.open.set(name, planes);
    }
    return this.open.get(name);
  }
}

// The state of Python's generator after `random.Random(0)`.
function chanceState() {
  const words = new Uint32Array(625);
  words[0] = 19650218;
  const mix = (at) => words[at - 1] ^ (words[at - 1] >>> 30);
  for (let at = 1; at < 624; at++) words[at] = Math.imul(1812433253, mix(at)) + at;
  let at = 1;
  const next = () => {
    at += 1;
    if (at < 624) return;
    words[0] = words[623];
    at = 1;
  };
  for (let left = 624; left; left--, next()) words[at] = words[at] ^ Math.imul(mix(at), 1664525);
  for (let left = 623; left; left--, next()) words[at] = (words[at] ^ Math.imul(mix(at), 1566083941)) - at;
  words[0] = 0x80000000;
  words[624] = 624;
  return words;
}

const maskOf = (cards) => cards.reduce((mask, card) => (mask | (1 << card)) >>> 0, 0);

export class Engine {
  // Returns an engine. `code` and `policy` are the bytes of the two files.
  static async open(code, policy) {
    const { instance } = await WebAssembly.instantiate(code);
    const engine = new Engine(instance.exports, new Policy(policy));
    await engine.load();
    return engine;
  }

  constructor(exports, policy) {
    Object.assign(this, { exports, policy, plans: null });
    exports._initialize();
    this.view = exports.malloc(4 * 64);
    this.given = exports.malloc(8 * 32);
    this.chance = exports.malloc(4 * 625);
    this.results = exports.malloc(8 * ORDERS);
    this.state = chanceState();
  }

  // Gives the engine its tables. Hands as dealt and leads are not asked for here, so their tables are left out.
  async load() {
    const { heading } = this.policy;
    const chances = new Float64Array(25);
    for (const [needs, chance] of Object.entries(heading.chances)) {
      const [elder, dealer] = needs.split(",").map(Number);
      chances[5 * (elder - 1) + dealer - 1] = chance;
    }
    this.chances = chances;
    const places = [new Uint8Array(chances.buffer)];
    places.push(await this.policy.block(heading.plays), await this.policy.block(heading.shifts));
    const [at, plays, shifts] = places.map((bytes) => this.put(this.exports.malloc(bytes.length), bytes));
    this.exports.load(at, 0, 0, 0, 0, 0, plays, shifts);
  }

  put(place, bytes) {
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    return place;
  }

  ints(place, numbers) {
    new Int32Array(this.exports.memory.buffer, place, numbers.length).set(numbers);
  }

  numbers(count) {
    return new Float64Array(this.exports.memory.buffer, this.results, count);
  }

  // Returns the chance of a side to win before a deal, by the points that both need.
  winChance(own, other, dealing) {
    if (own <= 0 || other <= 0) return own <= 0 ? 1 : 0;
    const of = (elder, dealer) => this.chances[5 * (elder - 1) + dealer - 1];
    return dealing ? 1 - of(other, own) : of(own, other);
  }

  // Returns the elder's chance with both hands known, before a proposal: the mean over orders of the talon.
  async openChance(deal) {
    const name = `e${deal.needsBefore[0]}d${deal.needsBefore[1]}${deal.turnUp % 8 ? "k" : ""}`;
    if (this.plans !== name) {
      const planes = await this.policy.planes(name);
      this.planes ??= this.exports.malloc(planes.length);
      this.put(this.planes, planes);
      this.plans = name;
    }
    const [last, before] = [deal.rounds.at(-1) ?? [0, 0], deal.rounds.at(-2) ?? [0, 0]];
    this.ints(this.view, [
      ...[deal.trump, deal.turnUp, 0, 0, 0],
      ...Array(15).fill(0),
      ...[5, 0, 0],
      ...deal.needs,
      ...deal.needsBefore,
      ...[-1, deal.king, deal.announced, Number(!deal.proposals), deal.proposals, deal.rounds.length],
      ...[...last, ...before],
      ...[deal.talon.length, 0, 0, 0, deal.limit ?? EXCHANGES, Number(deal.dealerMust)],
      ...[maskOf(deal.elder), 0],
    ]);
    this.ints(this.given, [maskOf(deal.dealer), maskOf(deal.talon), 0, 0]);
    this.put(this.chance, new Uint8Array(this.state.buffer));
    this.exports.open_outcomes(this.view, this.planes, this.given, 1, ORDERS, this.chance, this.results);
    return this.numbers(ORDERS).reduce((sum, value) => sum + value, 0) / ORDERS;
  }

  // Returns the best value of a card for the side to play, with both hands open. `worth`: by own tricks of the deal.
  bestCard(side) {
    this.ints(this.view, [
      ...[maskOf(side.own), maskOf(side.other), maskOf(side.other)],
      ...[side.trump, side.turnUp, Number(side.isElder), side.other.length, side.led ?? NO_CARD],
      ...[side.tricks[0], side.tricks[1], 5, 5, 0, 0, 1, 0, 0, 0, 0, NO_CARD, 0, 0, 0, maskOf(side.own)],
      ...Array(11).fill(0),
      1,
    ]);
    const worth = new Float64Array([...side.worth, ...side.worth]);
    this.put(this.given, new Uint8Array(worth.buffer));
    const lawful = this.exports.values_of(this.view, this.given, this.results);
    const values = this.numbers(32);
    let best = 0;
    for (let card = 0; card < 32; card++) if ((lawful >>> card) & 1) best = Math.max(best, values[card]);
    return best;
  }
}
