// Who is shown on a wide screen: as many people as have room for table and hand side by side; the others wait in the bar.

import { badge } from "./column.js";
import { avatar, h, popup } from "./dom.js";
import { act } from "./net.js";
import { people } from "./store.js";
import { t } from "./words.js";

/** A column of this width shows the table and the hand beside each other. */
const ROOM_PX = 630;

const seats = document.getElementById("seats");
/** Who is shown, last asked for last; null until the visitor has chosen. */
let asked = null;
let columns = new Map();

const room = () => Math.max(1, Math.floor(innerWidth / ROOM_PX));
const shown = () => asked ?? people().slice(0, room()).map((one) => one.id);

/** Shows the columns that are wanted, and hides the others. */
export function arrange(all) {
  columns = all;
  const here = shown();
  for (const [id, column] of columns) column.element.classList.toggle("away", !here.includes(id));
}

/** Shows a person, in place of the one who was asked for longest ago where there is no more room. */
export function show(id) {
  const others = shown().filter((one) => one !== id);
  asked = [...others.slice(Math.max(0, others.length - room() + 1)), id];
  arrange(columns);
}

function hide(id) {
  asked = shown().filter((one) => one !== id);
  arrange(columns);
}

/** Draws a button for each person. */
export function drawSeats() {
  const here = shown();
  const before = seats.contains(document.activeElement) ? document.activeElement.dataset.person : null;
  seats.replaceChildren(
    ...people().map((one) => {
      const on = here.includes(one.id);
      const { count } = columns.get(one.id);
      const words = on
        ? t("Hide {name}", { name: one.name })
        : count
          ? t("Show {name}: {count} unread", { name: one.name, count })
          : t("Show {name}", { name: one.name });
      return h(
        "button",
        {
          type: "button",
          class: "seat",
          "aria-pressed": String(on),
          "aria-label": words,
          title: words,
          disabled: on && here.length === 1,
          data: { person: one.id },
          on: {
            click: () => {
              if (on) hide(one.id);
              else show(one.id);
              for (const column of columns.values()) column.update();
              drawSeats();
            },
          },
        },
        avatar(one),
        !on && badge({ count: 0, pings: count }),
      );
    }),
  );
  if (before) seats.querySelector(`[data-person="${before}"]`)?.focus({ preventScroll: true });
}

/** Asks for the name of another person, who then joins the server and is shown. */
export function joinMenu(anchor, owner) {
  const name = h("input", { type: "text", maxLength: 32, required: true, "aria-label": t("Their name") });
  const form = h(
    "form",
    { class: "menu-body join" },
    h("div", { class: "menu-head", text: t("Another person joins the server") }),
    name,
    h("button", { class: "button primary", text: t("Join") }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await act(owner, "join", { name: name.value.trim() });
    if (!answer) return;
    shut();
    show(answer.person);
  });
  const shut = popup(anchor, form);
  name.focus();
}
