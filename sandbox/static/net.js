// Requests to the server, and the small notices that tell what went wrong.

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Does something in the name of a person: `act("123", "click", {…})`. Errors are shown to that person, in their
 * column. Returns the answer, or null if it could not be done.
 */
export async function act(as, what, fields = {}) {
  let answer;
  try {
    const response = await fetch("/api/act", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ as, do: what, ...fields }),
    });
    answer = await response.json();
  } catch {
    answer = { error: t("The sandbox cannot be reached. Is it still running?") };
  }
  if (answer.error) toast(t(answer.error, answer), as);
  if (answer.modal) dispatchEvent(new CustomEvent("modal", { detail: { as, modal: answer.modal } }));
  return answer.error && !answer.sent ? null : answer;
}

/** The commands that a person is offered in a channel, by kind: slash, user, message. */
export async function commands(as, channel) {
  try {
    const response = await fetch(`/api/commands?${new URLSearchParams({ as, channel })}`);
    if (response.ok) return await response.json();
  } catch {
    // Reported by the notice that the first action brings.
  }
  return { slash: [], user: [], message: [] };
}

/** A notice for a few seconds: in the column of a person, or for all. */
export function toast(text, as = null) {
  const column = as && document.querySelector(`.column[data-person="${CSS.escape(as)}"] .toasts`);
  const place = column?.checkVisibility() ? column : document.getElementById("toasts");
  if ([...place.children].some((other) => other.textContent === text)) return;
  const note = h("div", { class: "toast", role: "alert", text });
  note.addEventListener("click", () => note.remove());
  setTimeout(() => note.remove(), 4000 + 60 * text.length);
  while (place.children.length >= 3) place.firstChild.remove();
  place.append(note);
}
