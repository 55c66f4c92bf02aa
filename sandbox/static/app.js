// The page as a whole: the bar at the top, the four columns, the sentence for a newcomer.

import { badge, Column } from "./column.js";
import { arrows, avatar, closePopup, h, icon, popup } from "./dom.js";
import { item } from "./menus.js";
import { act } from "./net.js";
import { arrange, drawSeats, joinMenu } from "./seats.js";
import { connect, get, now, onChange, pace, people, world } from "./store.js";
import { absolute, tick } from "./time.js";
import { drawTour, startTour, touring } from "./tour.js";
import { language, locale, t } from "./words.js";

const SKIPS = [
  [t("30 seconds"), 30],
  [t("2 minutes"), 120],
  [t("15 minutes"), 900],
  [t("2 hours"), 7_200],
  [t("1 day"), 86_400],
];
const PERMISSIONS = {
  view_channel: t("See the channels"),
  send_messages: t("Write in channels"),
  send_messages_in_threads: t("Write in threads"),
  create_public_threads: t("Make threads"),
  read_message_history: t("Read what was written before"),
  add_reactions: t("Add reactions"),
};

const PACES = [
  [t("Stopped: only presses move it"), 0],
  [t("As everywhere"), 1],
  [t("Ten times as fast"), 10],
];

const columns = new Map();
const stage = document.getElementById("stage");
const tabs = document.getElementById("tabs");
const clock = document.getElementById("clock");
let chosen = null;

/** Acts for the stage itself: the owner of the server. */
const owner = () => people().find((one) => one.owner).id;

function choose(id) {
  chosen = id;
  for (const [one, column] of columns) column.element.classList.toggle("chosen", one === id);
  update();
  tabs.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function update() {
  const all = world();
  if (!all) return;
  document.title = `${all.project} · ${t("sandbox")}`;
  document.getElementById("project").textContent = all.project;
  document.getElementById("server-name").textContent = all.guild.name;
  for (const id of all.people) {
    if (!columns.has(id)) {
      columns.set(id, new Column(id));
      stage.append(columns.get(id).element);
    }
  }
  const banner = get("banner");
  arrange(columns);
  if (!chosen) choose(banner?.lookAt ?? all.people[0]);
  for (const column of columns.values()) column.update();
  drawBanner(banner);
  drawSeats(columns);
  drawTabs();
  drawTour();
}

function drawTabs() {
  const before = tabs.scrollLeft;
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
  tabs.scrollLeft = before;
}

function drawBanner(banner) {
  const place = document.getElementById("banner");
  place.hidden = !banner || touring();
  for (const [id, column] of columns) column.element.classList.toggle("pointed", banner?.lookAt === id);
  if (!banner) return;
  document.getElementById("banner-text").textContent = banner.text[language] ?? banner.text.en;
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
    h("div", { class: "menu-head", text: t("The server speaks") }),
    Object.entries(all.locales).map(([locale, name]) =>
      item(name, locale === all.guild.locale ? "check" : "globe", () => act(owner(), "server speaks", { locale })),
    ),
    h("div", { class: "menu-head", text: t("All speak") }),
    Object.entries(all.locales).map(([locale, name]) => item(name, "globe", () => act(owner(), "all speak", { locale }))),
    h("div", { class: "menu-head", text: t("{name} may", { name: all.bot.name }) }),
    toggles,
    h("div", { class: "menu-head", text: t("The bot's process") }),
    item(t("Stop it and start it again"), "power", () => act(owner(), "restart")),
  );
  popup(anchor, arrows(body, "button, input"));
}

function timeMenu(anchor) {
  const body = h(
    "div",
    { class: "menu-body" },
    h("div", { class: "menu-head", text: t("Let time pass at once") }),
    item(t("To the next deadline"), "clock", () => act(owner(), "skip to deadline")),
    SKIPS.map(([words, seconds]) => item(words, "clock", () => act(owner(), "skip", { seconds }))),
    h("div", { class: "menu-head", text: t("How fast it passes") }),
    PACES.map(([words, times]) =>
      item(words, times === pace() ? "check" : "clock", () => act(owner(), "pace", { times })),
    ),
  );
  popup(anchor, arrows(body));
}

function everySecond() {
  tick();
  const faster = { 0: " ⏸", 1: "" }[pace()] ?? ` ×${pace()}`;
  if (world()) clock.querySelector("span").textContent = absolute(now(), "T", locale) + faster;
}

/** The words that stand in the page itself, in its language. */
function speak() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]"))
    element.textContent = t(element.textContent.replace(/\s+/g, " ").trim());
  for (const element of document.querySelectorAll("body [aria-label]"))
    element.setAttribute("aria-label", t(element.getAttribute("aria-label")));
  for (const element of document.querySelectorAll("body [title]")) element.title = t(element.title);
}

speak();
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
const join = document.getElementById("join");
join.append(icon("plus"));
join.title = t("Another person joins");
join.addEventListener("click", () => joinMenu(join, owner()));
startTour(update);
addEventListener("resize", () => {
  closePopup();
  update();
});

onChange(update);
onChange(everySecond);
connect();
setInterval(everySecond, 1000);
