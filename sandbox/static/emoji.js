// Emoji as text, with our own drawing of those that a card table needs: the keycaps 1-9 and the four suits look the
// same on machines that have no emoji font.

import { h } from "./dom.js";
import { world } from "./store.js";

const OURS = /([0-9])\uFE0F?\u20E3|([♠♣♥♦])\uFE0F?/gu;

/** A text as nodes. */
export function emojify(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(OURS)) {
    if (found.index > end) nodes.push(text.slice(end, found.index));
    const red = found[2] === "♥" || found[2] === "♦";
    nodes.push(
      found[1]
        ? h("span", { class: "keycap", text: found[1], role: "img", "aria-label": `${found[1]}` })
        : h("span", { class: `suit ${red ? "red" : ""}`, text: `${found[2]}\uFE0E` }),
    );
    end = found.index + found[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** An emoji as Discord describes one: {id, name}. The name of a custom one stands for it where there is no picture. */
export function emoji(part, extra = "") {
  if (part.id && world().emojis.includes(part.name))
    return h("img", { class: `emoji ${extra}`, src: `/emoji/${part.name}`, alt: `:${part.name}:`, title: part.name });
  return part.id
    ? h("span", { class: `emoji custom ${extra}`, text: `:${part.name}:`, title: part.name })
    : h("span", { class: `emoji ${extra}` }, emojify(part.name ?? ""));
}

/** An emoji as simcord writes it: the character itself, or `name:id`. */
export function parseEmoji(text) {
  const [name, id] = text.includes(":") ? text.split(":") : [text, null];
  return { name, id };
}

/** What the reaction picker offers. */
export const PICKER = [
  "1️⃣",
  "2️⃣",
  "3️⃣",
  "4️⃣",
  "5️⃣",
  "👍",
  "👎",
  "❤️",
  "😀",
  "😮",
  "🎉",
  "👏",
  "♠️",
  "♥️",
  "♦️",
  "♣️",
  "🂠",
  "🃏",
  "🎴",
  "👑",
  "⏳",
];

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|[♠♣♥♦]|\uFE0F|\u200D|\s)+$/u;

/** Whether a message is a few emoji and nothing else: those are shown large. */
export function isJumbo(text) {
  return text.length <= 40 && !/^[\d\s#*]+$/.test(text) && ONLY_EMOJI.test(text);
}
