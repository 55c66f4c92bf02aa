// Times as Discord writes them, in the reader's language, and the relative ones kept true every second.

import { h } from "./dom.js";
import { now } from "./store.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const made = new Map();

function format(kind, locale, options) {
  const key = `${kind}|${locale}|${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Intl[kind](locale, options));
  return made.get(key);
}

/** "in 2 minutes", "il y a 5 secondes": `seconds` from now, in whole units, the largest that fits. */
export function relative(seconds, locale) {
  const rounded = Math.round(seconds);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(rounded) >= step) ?? STEPS.at(-1);
  return format("RelativeTimeFormat", locale, { numeric: rounded === 0 ? "auto" : "always" }).format(
    Math.round(rounded / size),
    unit,
  );
}

/** A moment in one of Discord's styles. */
export function absolute(milliseconds, style, locale) {
  return format("DateTimeFormat", locale, STYLES[style] ?? STYLES.f).format(milliseconds);
}

/** `<t:unix:style>` as an element. */
export function stamp(unix, style, locale) {
  const element = h("time", { class: "stamp", title: absolute(unix * 1000, "F", locale), data: { unix, locale } });
  if (style === "R") {
    element.dataset.live = "";
    element.textContent = relative(unix - now() / 1000, locale);
  } else element.textContent = absolute(unix * 1000, style, locale);
  return element;
}

/** When a message was written: the hour, and the day if it was another one. */
export function written(milliseconds, locale) {
  const today = new Date(now()).toDateString() === new Date(milliseconds).toDateString();
  return today
    ? absolute(milliseconds, "t", locale)
    : `${absolute(milliseconds, "d", locale)} ${absolute(milliseconds, "t", locale)}`;
}

/** Brings every relative time on the page up to date. */
export function tick() {
  for (const element of document.querySelectorAll("time[data-live]")) {
    const text = relative(element.dataset.unix - now() / 1000, element.dataset.locale);
    if (element.textContent !== text) element.textContent = text;
  }
}
