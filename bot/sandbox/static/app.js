// The page as a whole: the bar at the top, the four columns, the sentence for a newcomer.

import { badge, Column } from "./column.js";
import { arrows, avatar, closePopup, h, icon, popup } from "./dom.js";
import { item } from "./menus.js";
import { act } from "./net.js";
import { connect, get, now, onChange, people, world } from "./store.js";
import { absolute, tick } from "./time.js";

const SKIPS = [
  ["30 seconds", 30],
  ["2 minutes", 120],
  ["15 minutes", 900],
  ["2 hours", 7_200],
  ["1 day", 86_400],
];
const PERMISSIONS = {
  view_channel: "See the channels",
  send_messages: "Write in channels",
  send_messages_in_threads: "Write in threads",
  create_public_threads: "Make threads",
  read_message_history: "Read what was written before",
  add_reactions: "Add reactions",
};

const columns = new Map();
const stage = document.getElementById("stage");
const tabs = document.getElementById("tabs");
const clock = document.getElementById("clock");
const seats = document.getElementById("seats");
let chosen = null;

/** Acts for the stage itself: the owner of the server. */
const owner = () => people().find((one) => one.owner).id;

function choose(id) {
  chosen = id;
  for (const [one, column] of columns) column.element.classList.toggle("chosen", one === id);
  update();
}

function update() {
  const all = world();
  if (!all) return;
  document.title = `${all.project} · sandbox`;
  document.getElementById("project").textContent = all.project;
  document.getElementById("server-name").textContent = all.guild.name;
  for (const id of all.people) {
    if (!columns.has(id)) {
      columns.set(id, new Column(id));
      stage.append(columns.get(id).element);
    }
  }
  const banner = get("banner");
  if (!chosen) choose(banner?.lookAt ?? all.people[0]);
  for (const column of columns.values()) column.update();
  drawBanner(banner);
  drawSeats();
  tabs.replaceChildren(
    ...people().map((one) => {
      const { count, some } = columns.get(one.id);
      return h(
        "button",
        {
          type: "button",
          role: "tab",
          class: "tab",
          "aria-selected": String(one.id === chosen),
          data: { person: one.id },
          on: { click: () => choose(one.id) },
        },
        avatar(one),
        h("span", { class: "tab-name", text: one.name }),
        one.id !== chosen && badge({ count: some ? 1 : 0, pings: count }),
      );
    }),
  );
}

/** On a wide screen: who is shown, so that two who play may have the room for themselves. */
function drawSeats() {
  const shown = people().filter((one) => !columns.get(one.id).element.classList.contains("away"));
  seats.replaceChildren(
    ...people().map((one) => {
      const here = shown.includes(one);
      const words = here ? `Hide ${one.name}` : `Show ${one.name}`;
      const toggle = () => {
        columns.get(one.id).element.classList.toggle("away", here);
        update();
      };
      return h(
        "button",
        {
          type: "button",
          class: "seat",
          "aria-pressed": String(here),
          "aria-label": words,
          title: words,
          disabled: here && shown.length === 1,
          data: { person: one.id },
          on: { click: toggle },
        },
        avatar(one),
      );
    }),
  );
}

function drawBanner(banner) {
  const place = document.getElementById("banner");
  place.hidden = !banner;
  for (const [id, column] of columns) column.element.classList.toggle("pointed", banner?.lookAt === id);
  if (!banner) return;
  document.getElementById("banner-text").textContent = banner.text;
}

function serverMenu(anchor) {
  const all = world();
  const toggles = Object.entries(PERMISSIONS).map(([permission, words]) => {
    const box = h("input", { type: "checkbox", checked: all.permissions[permission] });
    box.addEventListener("change", () => act(owner(), "allow", { permission, allowed: box.checked }));
    return h("label", { class: "tick-line" }, box, h("span", { text: words }));
  });
  const body = h(
    "div",
    { class: "menu-body" },
    h("div", { class: "menu-head", text: "The server speaks" }),
    Object.entries(all.locales).map(([locale, name]) =>
      item(name, locale === all.guild.locale ? "check" : "globe", () => act(owner(), "server speaks", { locale })),
    ),
    h("div", { class: "menu-head", text: `${all.bot.name} may` }),
    toggles,
    h("div", { class: "menu-head", text: "The bot's process" }),
    item("Stop it and start it again", "power", () => act(owner(), "restart")),
  );
  popup(anchor, arrows(body, "button, input"));
}

function timeMenu(anchor) {
  const body = h(
    "div",
    { class: "menu-body" },
    h("div", { class: "menu-head", text: "Let time pass at once" }),
    SKIPS.map(([words, seconds]) => item(words, "clock", () => act(owner(), "skip", { seconds }))),
    h("p", { class: "faint", text: "It also passes by itself, as everywhere." }),
  );
  popup(anchor, arrows(body));
}

function everySecond() {
  tick();
  if (world()) clock.querySelector("span").textContent = absolute(now(), "T", "en-GB");
}

clock.prepend(icon("clock"));
clock.addEventListener("click", () => timeMenu(clock));
const server = document.getElementById("server");
server.prepend(icon("gear"));
server.addEventListener("click", () => serverMenu(server));
const help = document.getElementById("help-button");
help.addEventListener("click", () =>
  popup(help, h("p", { class: "help-text", text: document.getElementById("help").textContent })),
);
const shut = document.getElementById("banner-shut");
shut.append(icon("close"));
shut.addEventListener("click", () => act(owner(), "close banner"));
addEventListener("resize", () => {
  closePopup();
  update();
});

onChange(update);
onChange(everySecond);
connect();
setInterval(everySecond, 1000);
