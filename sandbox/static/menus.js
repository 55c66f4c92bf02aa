// Small menus: on a person, on a message, and the picker of emoji.

import { arrows, avatar, closePopup, h, icon, popup } from "./dom.js";
import { emoji, PICKER, parseEmoji } from "./emoji.js";
import { act, commands } from "./net.js";
import { channel, person, world } from "./store.js";
import { t } from "./words.js";

/** A line of a menu. */
export function item(text, sign, pressed, extra = "") {
  return h(
    "button",
    { type: "button", class: `item ${extra}`, on: { click: () => (closePopup(), pressed()) } },
    sign && icon(sign),
    h("span", { text }),
  );
}

/** A command's name in the reader's language. */
export const called = (command, locale) => command.name_localizations?.[locale] ?? command.name;

/** What can be done with a person: the bot's own commands, and a mention. */
export async function userMenu(anchor, me, id, place) {
  const bot = world().bot;
  const who = id === bot.id ? bot : person(id);
  if (!who) return;
  const locale = person(me).locale;
  const offered =
    id === bot.id || channel(place.channel)?.kind === "dm" ? [] : (await commands(me, place.channel)).user;
  const body = h(
    "div",
    { class: "menu-body", data: { user: id } },
    h(
      "div",
      { class: "card" },
      avatar(who, "big"),
      h(
        "div",
        {},
        h("div", { class: "strong", text: who.name }),
        h("div", { class: "faint", text: describe(who, me) }),
      ),
    ),
    h("div", { class: "menu-head", text: t("Apps") }),
    offered.length
      ? offered.map((command) =>
          item(
            called(command, locale),
            "slash",
            () => act(me, "menu", { channel: place.channel, command: command.name, user: id }),
            "app",
          ),
        )
      : h("p", { class: "faint", text: id === bot.id ? t("Nothing for the bot itself.") : t("Nothing here.") }),
    place.mention && item(t("Mention @{name}", { name: who.name }), "plus", () => place.mention(id)),
  );
  popup(anchor, arrows(body));
}

function describe(who, me) {
  if (who.hue === undefined) return t("The bot");
  return [
    who.id === me && t("You"),
    who.owner && t("owns the server"),
    world().locales[who.locale],
    who.dmsClosed && t("DMs closed"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Puts a reaction on a message. */
export function pickEmoji(anchor, me, entry) {
  const grid = PICKER.map((one) =>
    h(
      "button",
      {
        type: "button",
        class: "pick-emoji",
        "aria-label": t("React with {emoji}", { emoji: one }),
        data: { emoji: one },
        on: {
          click: () => (
            closePopup(),
            act(me, "react", { channel: entry.channel, message: entry.id, emoji: one, on: true })
          ),
        },
      },
      emoji(parseEmoji(one)),
    ),
  );
  popup(anchor, h("div", { class: "emoji-grid" }, grid));
}

/** What can be done with a message. */
export async function messageTools(anchor, me, entry, place) {
  const locale = person(me).locale;
  const direct = channel(entry.channel)?.kind === "dm";
  const offered = direct ? [] : (await commands(me, entry.channel)).message;
  const may = entry.author.id === me || (person(me).owner && !direct);
  const body = h(
    "div",
    { class: "menu-body" },
    offered.length > 0 && h("div", { class: "menu-head", text: t("Apps") }),
    offered.map((command) =>
      item(
        called(command, locale),
        "slash",
        () => act(me, "menu", { channel: entry.channel, command: command.name, message: entry.id }),
        "app",
      ),
    ),
    entry.thread && item(t("Open the thread"), "thread", () => place.go(entry.thread)),
    entry.content && item(t("Copy the text"), "file", () => navigator.clipboard?.writeText(entry.content)),
    may &&
      item(
        t("Delete the message"),
        "bin",
        () => act(me, "delete", { channel: entry.channel, message: entry.id }),
        "danger",
      ),
    !may && h("p", { class: "faint", text: t("Only its author, or the owner of the server, may delete this.") }),
  );
  popup(anchor, arrows(body));
}
