// One channel as one person sees it: the messages, kept at their end while one reads there, and the composer.

import { composer } from "./composer.js";
import { h, icon } from "./dom.js";
import { draw, stateOf } from "./messages.js";
import { channel, messagesOf, world } from "./store.js";
import { t } from "./words.js";

const NEAR_PX = 60;

export class Pane {
  /** `go(id, message)` opens another channel in the column, at a message if one is named. */
  constructor(me, go) {
    this.me = me;
    this.channel = null;
    this.place = { go, mention: (id) => this.composer.mention(id) };
    Object.defineProperty(this.place, "channel", { get: () => this.channel });
    this.composer = composer(me, this.place);
    this.inner = h("div", { class: "messages", role: "log", "aria-live": "off" });
    this.list = h("div", { class: "list", role: "region", tabindex: "0" }, this.inner);
    this.newer = h(
      "button",
      { type: "button", class: "newer", hidden: true, on: { click: () => this.toEnd() } },
      t("New messages"),
      icon("chevron"),
    );
    this.element = h("div", { class: "pane-body" }, this.list, this.newer, this.composer.element);
    this.drawn = new Map();
    this.atEnd = true;
    this.top = 0;
    this.list.addEventListener("scroll", () => {
      // Only going up leaves the end: the end itself moves when the pane shrinks or a message grows.
      const { scrollHeight, scrollTop, clientHeight } = this.list;
      if (scrollHeight - scrollTop - clientHeight < NEAR_PX) this.atEnd = true;
      else if (scrollTop < this.top) this.atEnd = false;
      this.top = scrollTop;
      if (this.atEnd) this.newer.hidden = true;
    });
    // Pictures that arrive and columns that change their size must not carry the end away.
    const keep = new ResizeObserver(() => this.atEnd && this.toEnd());
    keep.observe(this.inner);
    keep.observe(this.list);
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.newer.hidden = true;
    this.atEnd = true;
  }

  show(id) {
    if (this.channel === id) return;
    this.channel = id;
    this.drawn.clear();
    this.inner.replaceChildren();
    this.atEnd = true;
    this.update();
  }

  /** Draws what has changed, and nothing else: a menu that is open or a text being marked stays. */
  update() {
    const where = channel(this.channel);
    if (!where) return;
    const entries = messagesOf(this.me, this.channel);
    const focus = this.inner.contains(document.activeElement) ? document.activeElement : null;
    const held = focus && {
      message: focus.closest("[data-message]")?.dataset.message,
      component: focus.dataset.component,
    };
    const start = `${where.name} ${where.earlier}`;
    if (this.inner.firstChild?.dataset.start !== start) {
      this.inner.firstChild?.remove();
      this.inner.prepend(beginning(where, start));
    }
    let added = false;
    let previous = this.inner.firstChild;
    let before = null;
    const present = new Set();
    for (const entry of entries) {
      present.add(entry.id);
      const state = stateOf(entry, before, this.me);
      let old = this.drawn.get(entry.id);
      if (!old || old.state !== state) {
        const element = draw(entry, before, this.me, this.place);
        if (old) old.element.replaceWith(element);
        else added = true;
        old = { element, state };
        this.drawn.set(entry.id, old);
      }
      if (previous.nextSibling !== old.element) previous.after(old.element);
      previous = old.element;
      before = entry;
    }
    for (const [id, { element }] of this.drawn) {
      if (!present.has(id)) {
        element.remove();
        this.drawn.delete(id);
      }
    }
    if (held?.component && !document.activeElement?.isConnected) this.refocus(held);
    else if (held?.component && document.activeElement === document.body) this.refocus(held);
    if (this.atEnd || (added && before.author.id === this.me)) this.toEnd();
    else if (added) this.newer.hidden = false;
    this.list.setAttribute("aria-label", t("Messages of {place}", { place: where.name || world().bot.name }));
    this.composer.refresh();
  }

  /** Brings a message into view, and shows which it is. */
  point(id) {
    const found = this.drawn.get(id)?.element;
    if (!found) return;
    this.atEnd = false;
    found.scrollIntoView({ block: "center" });
    found.classList.add("found");
    found.addEventListener("animationend", () => found.classList.remove("found"), { once: true });
  }

  refocus({ message, component }) {
    const again = this.inner.querySelector(`[data-message="${message}"] [data-component="${CSS.escape(component)}"]`);
    again?.focus({ preventScroll: true });
  }
}

function beginning(where, start) {
  if (where.earlier)
    return h("p", { class: "beginning faint", data: { start }, text: t("What was written earlier is not shown here.") });
  const names = {
    text: ["hash", `#${where.name}`, t("This is the beginning of {name}.", { name: `#${where.name}` })],
    thread: ["thread", where.name, t("A thread of {name}.", { name: `#${channel(where.parent)?.name ?? "…"}` })],
    dm: ["letter", world().bot.name, t("Private messages between you and {name}. Only you see them.", { name: world().bot.name })],
  };
  const [sign, title, words] = names[where.kind];
  return h(
    "div",
    { class: "beginning", data: { start } },
    h("span", { class: "beginning-sign" }, icon(sign)),
    h("h2", { text: title }),
    h("p", { class: "faint", text: words }),
  );
}
