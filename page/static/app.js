// The page: reads the game from the address, shows it step by step, and asks the engine for the chances.

import { Chances, knowsRules } from "./chances.js";
import { bytesOf, readCompact } from "./compact.js";
import { Curve } from "./curve.js";
import { Engine } from "./engine.js";
import { cardText } from "./game.js";
import { BadRecord, readRecord } from "./record.js";
import { Table, trumpOf } from "./table.js";
import { Words, make, safeName, sentences } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const LANGUAGES = Object.keys(data.sentences);
const SIDES = [[0, 1], [0], [1]];
const MOST_BYTES = 1 << 18;

const pictures = new Map();

// Returns the address of a picture: drawn from its text once.
function picture(svg) {
  if (!pictures.has(svg)) pictures.set(svg, `data:image/svg+xml,${encodeURIComponent(svg)}`);
  return pictures.get(svg);
}

class Page {
  constructor() {
    const wanted = navigator.languages.map((language) => language.slice(0, 2));
    this.code = wanted.find((language) => LANGUAGES.includes(language)) ?? LANGUAGES[0];
    this.place = 0;
    this.side = 0;
    this.chances = null;
    this.why = "page.chances.wait";
    this.art = { back: picture(data.back), face: (card) => picture(this.faces[cardText(card)]) };
    this.table = new Table(part("table"), this.art);
    this.curve = new Curve(part("curve"), (place) => this.go(place));
    part("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    part("file").addEventListener("change", (event) => this.openFile(event.target.files[0]));
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => this.read());
    this.buildLanguages();
  }

  get words() {
    return new Words(this.code, data.sentences[this.code]);
  }

  get faces() {
    return { ...data.faces, ...data.courts[this.code] };
  }

  get last() {
    return this.game.steps.length - 1;
  }

  get open() {
    return SIDES[this.side];
  }

  // Reads the game in the address.
  read(address = location.hash.slice(1)) {
    this.show(() => {
      if (!address) throw new BadRecord("none");
      if (!/^(\[|%5B)/i.test(address)) return readCompact(address, data.rules);
      return readRecord(textOf(address), data.rules);
    });
  }

  async openFile(file) {
    if (!file) return;
    const bytes = file.size <= MOST_BYTES ? await file.arrayBuffer() : null;
    this.show(() => {
      if (bytes === null) throw new BadRecord("large");
      try {
        return readRecord(new TextDecoder("utf-8", { fatal: true }).decode(bytes), data.rules);
      } catch (error) {
        throw error instanceof TypeError ? new BadRecord("file") : error;
      }
    });
  }

  show(read) {
    this.chances = null;
    try {
      Object.assign(this, read());
      this.bad = null;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.bad = error;
    }
    this.place = 0;
    this.drawAll();
    // Nothing on the page waits for this: tests and the bench do.
    this.chancesReady = this.bad ? null : this.findChances(this.game);
  }

  async findChances(game) {
    if (!knowsRules(game.rules)) {
      this.why = "page.chances.rules";
      this.drawChances();
      return;
    }
    try {
      const chances = await new Chances(await engine(), game).all();
      // Another record may have been opened since.
      if (game !== this.game) return;
      this.chances = chances;
      performance.mark("chances");
    } catch {
      if (game !== this.game) return;
      this.why = "page.chances.none";
    }
    this.drawChances();
  }

  // Everything anew, as in another language.
  drawAll() {
    const { words } = this;
    document.documentElement.lang = this.code;
    for (const button of part("languages").children) {
      button.setAttribute("aria-pressed", String(button.lang === this.code));
    }
    part("languages").setAttribute("aria-label", words.say("page.language"));
    part("private").textContent = words.say("page.private");
    part("game").hidden = Boolean(this.bad);
    part("trouble").hidden = !this.bad;
    if (this.bad) this.drawTrouble();
    else this.drawGame();
  }

  drawTrouble() {
    const { words } = this;
    const empty = this.bad.kind === "none";
    document.title = words.say("page.title");
    part("title").textContent = words.say("page.heading");
    part("about").textContent = "";
    part("trouble-title").textContent = words.say(empty ? "page.title" : "page.bad");
    part("trouble-title").hidden = empty;
    part("trouble-why").textContent = words.say(`bad.${this.bad.kind}`, { line: this.bad.line });
    part("open").textContent = words.say("page.open");
    part("open-about").textContent = words.say("page.open.about");
  }

  drawGame() {
    const { words, tags } = this;
    const names = [safeName(tags.North, words.say("replay.north")), safeName(tags.South, words.say("replay.south"))];
    // Names that run from right to left leave the rest of a line alone.
    this.players = names.map((name) => `\u2068${name}\u2069`);
    const { score, outcome } = this.game.steps[this.last].state;
    const [a, b] = outcome.winner === 1 ? [score[1], score[0]] : score;
    const result = outcome.winner === null ? "page.result.none" : "page.result";
    const said = words.say(result, { winner: this.players[outcome.winner ?? 0], a, b });
    document.title = `${names.join(" – ")} · ${words.say("page.title")}`;
    part("title").textContent = this.players.join(" – ");
    const rules = words.say(`rules.${this.game.rules.dialect}`);
    part("about").textContent = [said, dateOf(tags.Date, this.code), rules].filter(Boolean).join(" · ");
    part("moves-title").textContent = words.say("page.moves");
    part("keys").textContent = words.say("page.keys");
    part("controls").setAttribute("aria-label", words.say("page.steps"));
    part("slider").setAttribute("aria-label", words.say("page.steps"));
    part("slider").max = this.last;
    this.deals = this.game.steps.flatMap(({ events }, place) => (events[0].kind === "deal" ? [place] : []));
    this.buildWalk();
    this.buildSides();
    this.buildMoves();
    this.drawChances();
    this.draw(false);
  }

  buildLanguages() {
    const buttons = LANGUAGES.map((code) => {
      const name = data.sentences[code]["lang.name"];
      const button = make("button", { type: "button", lang: code, title: name, "aria-label": name }, code.toUpperCase());
      button.addEventListener("click", () => {
        this.code = code;
        this.drawAll();
      });
      return button;
    });
    part("languages").replaceChildren(...buttons);
  }

  buildWalk() {
    const { words } = this;
    const steps = [
      ["replay.first", () => 0],
      ["replay.back", () => this.place - 1],
      ["replay.on", () => this.place + 1],
      ["replay.last", () => this.last],
      ["replay.deal.before", () => this.dealBefore()],
      ["replay.deal.after", () => this.dealAfter()],
    ];
    this.walk = steps.map(([key, place]) => {
      const button = make("button", { type: "button" }, words.say(key));
      button.addEventListener("click", () => this.go(place()));
      return { button, place };
    });
    const buttons = this.walk.map(({ button }) => button);
    part("walk").replaceChildren(...buttons.slice(0, 4));
    part("deals").replaceChildren(...buttons.slice(4));
  }

  buildSides() {
    const { words, players } = this;
    const labels = [words.say("replay.both"), ...players.map((name) => words.say("replay.only", { name }))];
    part("sides").setAttribute("aria-label", words.say("page.sides"));
    const buttons = labels.map((label, side) => {
      const button = make("button", { type: "button", role: "radio" }, label);
      button.addEventListener("click", () => this.choose(side));
      return button;
    });
    part("sides").replaceChildren(...buttons);
    this.markSides();
  }

  choose(side, focus = false) {
    this.side = (side + SIDES.length) % SIDES.length;
    this.markSides();
    this.buildMoves();
    this.draw(false);
    if (focus) part("sides").children[this.side].focus();
  }

  markSides() {
    [...part("sides").children].forEach((button, side) => {
      button.setAttribute("aria-checked", String(side === this.side));
      button.tabIndex = side === this.side ? 0 : -1;
    });
  }

  // Lists all moves, deal by deal.
  buildMoves() {
    const { words, players } = this;
    const groups = [];
    this.items = this.game.steps.map((step, place) => {
      const { state, events } = step;
      if (!groups.length || events[0].kind === "deal") {
        const title = state.number ? words.say("page.deal", { deal: state.number }) : words.say("page.before");
        const heading = make("h3", {}, title);
        if (state.number) {
          const about = { dealer: players[state.dealer], suit: words.suit(trumpOf(state)) };
          heading.append(make("span", {}, " · ", ...words.nodes("page.deal.about", about)));
        }
        groups.push([heading, make("ol")]);
      }
      const lines = sentences(words, players, step, this.open);
      const button = make("button", { type: "button" }, ...spaced(lines));
      button.addEventListener("click", () => this.go(place));
      groups.at(-1)[1].append(make("li", {}, button));
      return button;
    });
    part("moves").replaceChildren(...groups.flat());
  }

  dealBefore() {
    return this.deals.findLast((start) => start < this.place) ?? this.place;
  }

  dealAfter() {
    return this.deals.find((start) => start > this.place) ?? this.place;
  }

  go(place) {
    const next = Math.min(Math.max(place, 0), this.last);
    if (next === this.place) return;
    const forward = next === this.place + 1;
    this.place = next;
    this.draw(forward);
  }

  // Draws the step. `forward`: it is the one after the step shown before.
  draw(forward) {
    const { words, players } = this;
    const step = this.game.steps[this.place];
    const before = this.game.steps[this.place - 1]?.state;
    this.table.draw({ words, players, step, before, open: this.open, points: this.game.rules.points, forward });
    const said = sentences(words, players, step, this.open);
    part("said").replaceChildren(...said.map((line) => make("p", {}, ...line)));
    const place = words.say("replay.step", { place: this.place + 1, of: this.last + 1 });
    part("place").textContent = place;
    for (const { button, place: there } of this.walk) {
      const to = Math.min(Math.max(there(), 0), this.last);
      // A button with the focus keeps it, so that the keyboard stays where it is.
      button.disabled = to === this.place && document.activeElement !== button;
      button.setAttribute("aria-disabled", String(to === this.place));
    }
    this.items.forEach((item, number) => {
      if (number === this.place) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    this.keepInSight(this.items[this.place]);
    part("slider").value = this.place;
    part("slider").setAttribute("aria-valuetext", [place, ...said.map(textOfNodes)].join(". "));
    this.drawChance();
    performance.mark("step");
  }

  // Scrolls the list, and never the page.
  keepInSight(item) {
    const list = part("moves");
    if (list.scrollHeight <= list.clientHeight) return;
    const [box, frame] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
    const head = list.querySelector("h3").offsetHeight;
    if (box.top < frame.top + head) list.scrollTop -= frame.top + head - box.top;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
  }

  drawChances() {
    if (this.bad) return;
    const known = this.chances !== null;
    part("curve").hidden = !known;
    part("curve-about").textContent = known ? this.words.say("page.chances.about") : "";
    if (known) this.curve.draw(this.chances, this.deals, this.players);
    this.drawChance();
  }

  drawChance() {
    const { words, players } = this;
    if (this.chances === null) {
      part("chances").textContent = words.say(this.why);
      return;
    }
    this.curve.show(this.place);
    const north = this.chances[this.place];
    const [a, b] = north === null ? ["–", "–"] : [words.percent(north), words.percent(1 - north)];
    const said = words.say("page.chances", { north: players[0], south: players[1], a, b });
    part("chances").textContent = `${words.say("page.curve")}: ${said}`;
  }

  press(event) {
    if (this.bad || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const inSides = part("sides").contains(event.target);
    const sides = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    if (inSides && event.key in sides) {
      event.preventDefault();
      this.choose(this.side + sides[event.key], true);
      return;
    }
    const places = {
      ArrowLeft: () => this.place - 1,
      ArrowRight: () => this.place + 1,
      Home: () => 0,
      End: () => this.last,
      PageUp: () => this.dealBefore(),
      PageDown: () => this.dealAfter(),
    };
    if (!Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    this.go(places[event.key]());
  }
}

const spaced = (lines) => lines.flatMap((line, place) => (place ? [" ", ...line] : line));

const textOfNodes = (nodes) =>
  nodes
    .map((node) => (node instanceof Node ? (node.querySelector(".aloud")?.textContent ?? node.textContent) : node))
    .join("")
    .replace(/\s+/g, " ");

// Returns the text of a record that stands in the address.
function textOf(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    throw new BadRecord("address");
  }
}

// Returns a date in the reader's form, or the text as it is written in the record.
function dateOf(text, code) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? "")) return safeName(text, "");
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? text
    : new Intl.DateTimeFormat(code, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

let opening = null;

// Returns the engine. Its tables stand at the end of the page, so that the table is drawn before they are there.
function engine() {
  opening ??= (async () => {
    if (document.readyState === "loading") {
      await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    }
    return Engine.open(bytesOf(part("engine").textContent), bytesOf(part("policy").textContent));
  })();
  return opening;
}

// By this name the console reaches the page.
window.replay = new Page();
window.replay.read();
