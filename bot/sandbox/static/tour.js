// A tour for who opens the page first: one sentence a step, the buttons to press framed. Closed, it does not come back.

import { h, icon } from "./dom.js";
import { get } from "./store.js";
import { language, t } from "./words.js";

const KEPT = "sandbox.tour";
const place = document.getElementById("tour");
let step = 0;
let closed = localStorage.getItem(KEPT) === "closed";
let drawn = "";
let changed = () => {};

const steps = () => get("tour")?.steps ?? [];

/** Whether a step of the tour is shown. */
export const touring = () => !closed && steps().length > 0;

/** Begins; `update` is called when the tour goes on or ends. */
export function startTour(update) {
  changed = update;
  // Before the button itself is handled: afterwards it may be gone.
  addEventListener("click", pressed, true);
}

function pressed(event) {
  const button = event.target.closest?.(".button[data-component]");
  if (!button || button.disabled || !touring()) return;
  const last = steps()[step].targets.at(-1);
  if (button.dataset.component.startsWith(last) && step < steps().length - 1) go(step + 1);
}

function go(to) {
  step = to;
  changed();
}

function close() {
  closed = true;
  localStorage.setItem(KEPT, "closed");
  changed();
}

/** Draws the step, and frames what it is about. */
export function drawTour() {
  place.hidden = !touring();
  const targets = touring() ? steps()[step].targets : [];
  for (const button of document.querySelectorAll(".button[data-component]"))
    button.classList.toggle(
      "toured",
      !button.disabled && targets.some((target) => button.dataset.component.startsWith(target)),
    );
  if (!touring() || drawn === String(step)) return;
  drawn = String(step);
  const all = steps();
  const { title, text } = all[step];
  const last = step === all.length - 1;
  const within = place.contains(document.activeElement);
  const next = h("button", {
    type: "button",
    class: "button primary",
    text: last ? t("Done") : t("Next"),
    on: { click: () => (last ? close() : go(step + 1)) },
  });
  place.setAttribute("aria-label", t("A tour in {count} steps", { count: all.length }));
  const parts = [
    h("span", { class: "tour-step", text: t("{step} of {count}", { step: step + 1, count: all.length }) }),
    h("p", { "aria-live": "polite" }, h("strong", { text: title[language] ?? title.en }), ` ${text[language] ?? text.en}`),
    step > 0 &&
      h("button", { type: "button", class: "button secondary", text: t("Back"), on: { click: () => go(step - 1) } }),
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
