// One person's screen: the server with its channels and threads above, their private messages with the bot below; beside
// each other where there is room; on a phone one of the two at a time.

import { arrows, avatar, h, icon, popup } from "./dom.js";
import { item, userMenu } from "./menus.js";
import { showModal } from "./modal.js";
import { act } from "./net.js";
import { Pane } from "./pane.js";
import { byId, channel, channelsOf, messagesOf, now, people, person, world } from "./store.js";
import { t } from "./words.js";

const NEWLY_MS = 20_000;
const DISCORD_EPOCH = 1_420_070_400_000n;

export class Column {
  constructor(me) {
    this.me = me;
    this.seen = new Map();
    this.opened = new Set();
    this.main = new Pane(me, (id, message) => this.go(id, message));
    this.dm = new Pane(me, (id, message) => this.go(id, message));
    this.places = h("nav", { class: "places", "aria-label": t("Channels") });
    this.places.addEventListener("wheel", (event) => (this.places.scrollLeft += event.deltaY), { passive: true });
    this.more = h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": t("This channel"),
        title: t("Members, and more"),
        on: { click: () => this.channelMenu() },
      },
      icon("more"),
    );
    this.head = h("header", { class: "who" });
    this.bar = h("button", {
      type: "button",
      class: "dm-bar",
      on: { click: () => this.fold(!this.element.classList.contains("folded")) },
    });
    this.pen = h(
      "button",
      {
        type: "button",
        class: "plain pen",
        "aria-label": t("Write to the bot"),
        title: t("Write to the bot"),
        on: { click: () => this.write() },
      },
      icon("slash"),
    );
    this.splitter = h("div", {
      class: "splitter",
      role: "separator",
      tabindex: "0",
      "aria-label": t("Resize the private messages"),
      on: { keydown: (event) => this.nudge(event) },
    });
    this.element = h(
      "section",
      { class: "column folded", data: { person: me } },
      this.head,
      h("div", { class: "places-line" }, this.places, this.more),
      h(
        "div",
        { class: "panes" },
        h("div", { class: "pane main" }, this.main.element),
        this.splitter,
        h("div", { class: "pane dm" }, h("div", { class: "dm-line" }, this.bar, this.pen), this.dm.element),
      ),
      h("div", { class: "toasts" }),
    );
    this.drag();
    addEventListener("modal", (event) => event.detail.as === me && showModal(this.element, me, event.detail.modal));
  }

  /** The private channel with the bot. */
  get direct() {
    return channelsOf(this.me).find((one) => one.kind === "dm");
  }

  /** Opens a channel, at a message if one is named. */
  go(id, message) {
    const where = channel(id);
    if (!where?.viewers.includes(this.me)) return;
    this.element.classList.toggle("at-dm", where.kind === "dm");
    if (where.kind === "dm") this.fold(false);
    else this.main.show(id);
    this.opened.add(id);
    this.update();
    if (message) (where.kind === "dm" ? this.dm : this.main).point(message);
  }

  fold(folded) {
    this.element.classList.toggle("folded", folded);
    this.chose = true;
    this.update();
  }

  /** Shows the composer of the private messages, which are for reading and pressing as a rule, or puts it away. */
  write() {
    if (this.showsDm() && this.element.classList.toggle("writing")) this.dm.composer.focus();
    else if (!this.showsDm()) {
      this.element.classList.add("writing");
      this.fold(false);
      this.dm.composer.focus();
    }
  }

  update() {
    const mine = channelsOf(this.me).sort(byId);
    const home = mine.find((one) => one.kind === "text");
    if (!mine.some((one) => one.id === this.main.channel)) this.main.show((home ?? mine[0])?.id);
    const first = this.seen.size === 0;
    if (this.direct) this.dm.show(this.direct.id);
    this.main.update();
    this.dm.update();
    const unread = new Map(mine.map((one) => [one.id, this.unread(one, first)]));
    this.follow(mine, unread);
    this.drawHead();
    this.drawPlaces(mine, unread);
    this.drawBar(unread.get(this.direct?.id));
    this.count = [...unread.values()].reduce((sum, one) => sum + one.pings, 0);
    this.some = [...unread.values()].some((one) => one.count > 0);
  }

  unread(where, first) {
    const all = messagesOf(this.me, where.id);
    const last = all.at(-1)?.id ?? "0";
    if (where.kind === "dm" && all.length && !this.chose && !this.showsDm()) this.element.classList.remove("folded");
    if (first || this.reads(where)) this.seen.set(where.id, last);
    const since = { id: this.seen.get(where.id) ?? "0" };
    const fresh = all.filter((entry) => byId(entry, since) > 0 && entry.author.id !== this.me);
    const pings = fresh.filter((entry) => where.kind === "dm" || entry.pings.includes(this.me));
    return { count: fresh.length, pings: pings.length, called: pings.some((entry) => entry.author.bot) };
  }

  showsDm() {
    return !this.element.classList.contains("folded");
  }

  reads(where) {
    const pane = where.kind === "dm" ? this.dm : this.main;
    return pane.channel === where.id && pane.list.checkVisibility();
  }

  /** Opens the thread that the bot has just made and called the person to, unless they are writing. */
  follow(mine, unread) {
    const made = mine.find(
      (one) =>
        one.kind === "thread" &&
        one.parent === this.main.channel &&
        !this.opened.has(one.id) &&
        unread.get(one.id).called &&
        now() - Number((BigInt(one.id) >> 22n) + DISCORD_EPOCH) < NEWLY_MS,
    );
    if (made && this.main.composer.empty()) {
      this.opened.add(made.id);
      this.main.show(made.id);
      unread.set(made.id, this.unread(made, false));
    }
  }

  drawHead() {
    const one = person(this.me);
    const state = JSON.stringify(one);
    if (this.headState === state) return;
    this.headState = state;
    const settings = h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": t("{name}'s settings", { name: one.name }),
        title: t("Language, private messages"),
        on: { click: () => this.settings(settings) },
      },
      icon("gear"),
    );
    this.element.setAttribute("lang", one.locale);
    this.element.setAttribute("aria-label", one.name);
    this.head.replaceChildren(
      avatar(one),
      h(
        "div",
        { class: "who-text" },
        h(
          "div",
          { class: "strong" },
          one.name,
          one.owner && h("span", { class: "owner", title: t("Owns the server") }, icon("crown")),
        ),
        h(
          "div",
          { class: "faint" },
          world().locales[one.locale],
          one.dmsClosed && h("span", { class: "shut", text: t("DMs closed") }),
        ),
      ),
      settings,
    );
  }

  settings(anchor) {
    const one = person(this.me);
    const body = h(
      "div",
      { class: "menu-body" },
      h("div", { class: "menu-head", text: t("{name}'s Discord speaks", { name: one.name }) }),
      Object.entries(world().locales).map(([locale, name]) =>
        item(name, locale === one.locale ? "check" : "globe", () => act(this.me, "speak", { locale })),
      ),
      h("div", { class: "menu-head", text: t("Private messages") }),
      item(one.dmsClosed ? t("Open them to the bot again") : t("Close them to the bot"), "letter", () =>
        act(this.me, "close dms", { closed: !one.dmsClosed }),
      ),
    );
    popup(anchor, arrows(body));
  }

  drawPlaces(mine, unread) {
    const chips = mine
      .filter((one) => !one.archived || one.id === this.main.channel)
      .sort((a, b) => order(a) - order(b) || byId(a, b))
      .map((one) => {
        const dm = one.kind === "dm";
        const here = dm
          ? this.element.classList.contains("at-dm")
          : one.id === this.main.channel && !this.element.classList.contains("at-dm");
        return h(
          "button",
          {
            type: "button",
            class: `place ${one.kind} ${here ? "here" : ""} ${one.id === this.main.channel ? "shown" : ""} ${one.archived ? "archived" : ""}`,
            data: { channel: one.id },
            "aria-current": here ? "true" : null,
            on: { click: () => this.go(one.id) },
          },
          icon({ text: "hash", thread: "thread", dm: "letter" }[one.kind]),
          h("span", { class: "place-name", text: dm ? t("Private") : one.name }),
          badge(unread.get(one.id)),
        );
      });
    const state = chips.map((chip) => chip.outerHTML).join();
    if (state === this.placesState) return;
    this.placesState = state;
    this.places.replaceChildren(...chips);
    this.places.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drawBar(unread) {
    const parts = [
      icon("letter"),
      h("span", { class: "strong", text: t("{name} · private messages", { name: world().bot.name }) }),
      badge(unread ?? { count: 0, pings: 0 }),
      icon("chevron"),
    ];
    this.bar.replaceChildren(...parts.filter(Boolean));
    this.bar.setAttribute("aria-expanded", String(this.showsDm()));
  }

  channelMenu() {
    const where = channel(this.main.channel);
    const members = [...people(), world().bot].map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "item",
          data: { user: one.id },
          on: { click: () => userMenu(this.more, this.me, one.id, this.main.place) },
        },
        avatar(one, "tiny"),
        h("span", { text: one.name }),
      ),
    );
    const others = channelsOf(this.me).filter((one) => one.kind !== "dm" && one.id !== where.id);
    const body = h(
      "div",
      { class: "menu-body" },
      others.length > 0 && h("div", { class: "menu-head", text: t("Channels and threads") }),
      others.sort(byId).map((one) => item(one.name, one.kind === "thread" ? "thread" : "hash", () => this.go(one.id))),
      h("div", { class: "menu-head", text: t("Members") }),
      members,
      person(this.me).owner && h("div", { class: "menu-head", text: t("To see what the bot does then") }),
      person(this.me).owner &&
        item(
          where.kind === "thread" ? t("Delete this thread") : t("Delete this channel"),
          "bin",
          () => act(this.me, "delete channel", { channel: where.id }),
          "danger",
        ),
    );
    popup(this.more, arrows(body));
  }

  /** The arrow keys do what dragging does. */
  nudge(event) {
    const step = { ArrowUp: 0.05, ArrowLeft: 0.05, ArrowDown: -0.05, ArrowRight: -0.05 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.fold(false);
    this.share(Number(getComputedStyle(this.element).getPropertyValue("--share")) + step);
  }

  share(part) {
    const held = Math.min(0.75, Math.max(0.15, part));
    this.element.style.setProperty("--share", held);
    this.splitter.setAttribute("aria-valuenow", Math.round(held * 100));
  }

  drag() {
    this.splitter.addEventListener("pointerdown", (down) => {
      down.preventDefault();
      this.splitter.setPointerCapture(down.pointerId);
      this.fold(false);
      const move = (event) => {
        const panes = this.splitter.parentElement;
        const box = panes.getBoundingClientRect();
        const beside = getComputedStyle(panes).flexDirection === "row";
        const share = beside ? (box.right - event.clientX) / box.width : (box.bottom - event.clientY) / box.height;
        this.share(share);
      };
      this.splitter.addEventListener("pointermove", move);
      this.splitter.addEventListener(
        "lostpointercapture",
        () => this.splitter.removeEventListener("pointermove", move),
        { once: true },
      );
    });
  }
}

const order = (one) => ({ text: 0, thread: 1, dm: 2 })[one.kind];

/** How much is unread: a number where one was called, else a dot. */
export function badge({ count, pings }) {
  if (pings) return h("span", { class: "badge", text: pings, role: "img", "aria-label": t("{count} unread", { count: pings }) });
  return count ? h("span", { class: "dot", role: "img", "aria-label": t("unread") }) : null;
}
