// A tour for who opens the page first: one sentence a step, and one thing framed: the button to press, or what leads to
// it. A reload goes on where it stood; closed, it does not come back.

import { h, icon } from "./dom.js";
import { channelsOf, get, messagesOf, people, versionOf } from "./store.js";
import { language, t } from "./words.js";

const KEPT = "sandbox.tour";
const place = document.getElementById("tour");
/** The presses of this step, each by a person and a button: who has pressed is not asked again. */
const done = new Set();
/** The last press, {person, message, version}: until that message is drawn anew, its other buttons are answered, too. */
let last = null;
let drawn = "";
let shown = "";
let changed = () => {};

const steps = () => get("tour")?.steps ?? [];

/** The first step that frames something as the table is now: who comes later begins there. Nothing framed: the first. */
function begun(run) {
  const step = steps().findIndex((one) => sought(one));
  if (step > 0) localStorage.setItem(KEPT, JSON.stringify({ run, step }));
  return { run, step: Math.max(step, 0) };
}

/** Where the visitor stands: {run, step}, of this run of the sandbox; null once the tour is closed. */
function kept() {
  const stored = localStorage.getItem(KEPT);
  if (stored === "closed") return null;
  const run = get("tour")?.run;
  try {
    const read = JSON.parse(stored);
    if (read?.run === run && read.step in steps()) return read;
  } catch {
    // Written by another version: begin anew.
  }
  return begun(run);
}

/** Whether a step of the tour is shown. */
export const touring = () => steps().length > 0 && kept() !== null;

/** Begins; `update` is called when the tour goes on or ends. */
export function startTour(update) {
  changed = update;
  // Before the button itself is handled: afterwards it may be gone.
  addEventListener("click", pressed, true);
  // What a press has opened or closed moves the frame.
  addEventListener("click", () => setTimeout(frame));
}

function pressed(event) {
  const button = event.target.closest?.(".button[data-component]");
  if (!button || button.disabled || !touring()) return;
  const component = button.dataset.component;
  const person = button.closest(".column").dataset.person;
  const { run, step } = kept();
  forgetEarlier(person, component, steps()[step].targets);
  done.add(`${person} ${component}`);
  const { message } = button.closest("[data-message]").dataset;
  last = { person, message, version: versionOf(`message:${message}`) };
  // Who goes ahead of the tour is followed.
  const reached = steps().findLastIndex(
    (one, index) => index >= step && component.startsWith(one.targets.at(-1)) && those(one).some(({ id }) => id === person),
  );
  if (reached >= 0 && reached < steps().length - 1) go(run, reached + 1);
}

/** A press further on in the play: what this person pressed before it comes again with the next deal. */
function forgetEarlier(person, component, targets) {
  const rank = (one) => targets.findIndex((target) => one.startsWith(target));
  for (const pressed of done) {
    const [who, before] = pressed.split(" ");
    if (who === person && rank(before) < rank(component)) done.delete(pressed);
  }
}

function go(run, step) {
  localStorage.setItem(KEPT, JSON.stringify({ run, step }));
  done.clear();
  changed();
}

function close() {
  localStorage.setItem(KEPT, "closed");
  changed();
}

/** The people whom a step is about, in the order in which they press. */
function those(step) {
  if (!step.people.length) return people();
  return step.people.map((key) => people().find((one) => one.key === key)).filter(Boolean);
}

/** The buttons that can be pressed in some components of a message, as they stand. */
function* buttons(components) {
  for (const part of components) {
    if (part.type === 2 && part.custom_id && !part.disabled) yield part.custom_id;
    yield* buttons([...(part.components ?? []), ...(part.accessory ? [part.accessory] : [])]);
  }
}

const answered = (person, message) =>
  last?.person === person && last.message === message && last.version === versionOf(`message:${message}`);

/** The newest button of a kind that a person has not pressed yet: {channel, message, component}. */
function wanted(person, target) {
  const all = channelsOf(person)
    .flatMap((channel) => messagesOf(person, channel.id).map((entry) => ({ channel, entry })))
    .filter(({ entry }) => !answered(person, entry.id));
  for (const { channel, entry } of all.reverse())
    for (const component of buttons(entry.components))
      if (component.startsWith(target) && !done.has(`${person} ${component}`))
        return { channel, message: entry.id, component };
  return null;
}

const seen = (element) => (element?.checkVisibility() ? element : null);

/** A button, or the first thing on the way to it that can be seen: its person, then its channel. */
function leading(person, { channel, message, component }) {
  const one = CSS.escape(person);
  const column = document.querySelector(`.column[data-person="${one}"]`);
  if (!seen(column)) return seen(document.querySelector(`#tabs [data-person="${one}"]`)) ?? document.querySelector(`#seats [data-person="${one}"]`);
  const button = column.querySelector(`[data-message="${message}"] [data-component="${CSS.escape(component)}"]`);
  const chip = column.querySelector(`.place[data-channel="${channel.id}"]`);
  return seen(button) ?? seen(chip) ?? (channel.kind === "dm" ? seen(column.querySelector(".dm-bar")) : null);
}

/** What the step is about: the latest in the play first, and of several people the first who has not pressed. */
function sought(step) {
  for (const target of step.targets.toReversed())
    for (const { id } of those(step)) {
      const button = wanted(id, target);
      if (button) return { id, button };
    }
  return null;
}

function framed() {
  if (!touring()) return null;
  const found = sought(steps()[kept().step]);
  return found && leading(found.id, found.button);
}

function frame() {
  const one = framed();
  for (const other of document.querySelectorAll(".toured")) if (other !== one) other.classList.remove("toured");
  one?.classList.add("toured");
  const now = one ? JSON.stringify(one.dataset) : "";
  if (one && now !== shown) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  shown = now;
}

/** Draws the step, and frames what it is about. */
export function drawTour() {
  place.hidden = !touring();
  frame();
  if (!touring()) return;
  const { run, step } = kept();
  if (drawn === String(step)) return;
  drawn = String(step);
  const all = steps();
  const { title, text } = all[step];
  const last = step === all.length - 1;
  const within = place.contains(document.activeElement);
  const next = h("button", {
    type: "button",
    class: "button primary",
    text: last ? t("Done") : t("Next"),
    on: { click: () => (last ? close() : go(run, step + 1)) },
  });
  place.setAttribute("aria-label", t("A tour in {count} steps", { count: all.length }));
  const parts = [
    h("span", { class: "tour-step", text: t("{step} of {count}", { step: step + 1, count: all.length }) }),
    h("p", { "aria-live": "polite" }, h("strong", { text: title[language] ?? title.en }), ` ${text[language] ?? text.en}`),
    step > 0 &&
      h("button", { type: "button", class: "button secondary", text: t("Back"), on: { click: () => go(run, step - 1) } }),
    next,
    h(
      "button",
      { type: "button", class: "plain", "aria-label": t("Close the tour"), on: { click: close } },
      icon("close"),
    ),
  ];
  place.replaceChildren(...parts.filter(Boolean));
  if (within) next.focus({ preventScroll: true });
}
