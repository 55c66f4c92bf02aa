// Where one writes: a message, or a slash and then a command.

import { commandForm, leaves } from "./command.js";
import { h, icon } from "./dom.js";
import { act, commands } from "./net.js";
import { channel, person } from "./store.js";
import { t } from "./words.js";

/** The composer of a pane: {element, refresh(), mention(id), empty()}. `place.channel` says where it writes. */
export function composer(me, place) {
  let offered = [];
  let shown = [];
  let active = 0;
  let turn = 0;
  const text = h("textarea", { rows: 1, spellcheck: false, maxLength: 2000 });
  const slash = h(
    "button",
    { type: "button", class: "plain", title: t("Commands"), "aria-label": t("Commands") },
    icon("slash"),
  );
  const send = h(
    "button",
    { type: "button", class: "plain send", title: t("Send"), "aria-label": t("Send"), disabled: true },
    icon("send"),
  );
  const list = h("div", { class: "commands", role: "listbox", hidden: true });
  const line = h("div", { class: "composer-line" }, slash, text, send);
  const element = h("div", { class: "composer" }, list, line);

  const hide = () => {
    turn += 1;
    list.hidden = true;
    list.replaceChildren();
  };
  const suggest = async () => {
    turn += 1;
    const mine = turn;
    if (!text.value.startsWith("/")) return hide();
    const found = leaves((await commands(me, place.channel)).slash, person(me).locale);
    if (mine !== turn) return;
    offered = found;
    const words = text.value.slice(1).trim().toLowerCase().split(/\s+/);
    shown = offered.filter((leaf) => words.every((word) => `${leaf.title} ${leaf.path}`.toLowerCase().includes(word)));
    active = 0;
    draw();
  };
  const draw = () => {
    list.replaceChildren(
      ...shown.map((leaf, index) =>
        h(
          "button",
          {
            type: "button",
            class: `option ${index === active ? "active" : ""}`,
            role: "option",
            tabindex: "-1",
            "aria-selected": String(index === active),
            data: { command: leaf.path },
            on: { pointerdown: (event) => event.preventDefault(), click: () => choose(leaf) },
          },
          h(
            "span",
            { class: "option-text" },
            h("span", { class: "command", text: `/${leaf.title}` }),
            h("small", { text: leaf.description }),
          ),
          h("span", {
            class: "faint needs",
            text: leaf.options.map((option) => (option.required ? option.name : `${option.name}?`)).join(" "),
          }),
        ),
      ),
    );
    if (!shown.length)
      list.append(
        h("p", { class: "faint", text: offered.length ? t("No command of that name.") : t("There is no command here.") }),
      );
    list.hidden = false;
    list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  };
  const clear = () => {
    text.value = "";
    grow();
    hide();
  };
  const choose = (leaf) => {
    clear();
    const form = commandForm(leaf, me, place.channel, () => {
      form.remove();
      line.hidden = false;
      text.focus();
    });
    line.hidden = true;
    element.append(form);
    form.start();
  };
  const grow = () => {
    send.disabled = !text.value.trim();
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight, 120)}px`;
  };
  const post = async () => {
    const content = text.value.trim();
    if (!content) return;
    if (content.startsWith("/")) {
      // Enter may come sooner than the list of commands.
      await suggest();
      if (shown.length) return choose(shown[active]);
    }
    clear();
    if (!(await act(me, "send", { channel: place.channel, content })) && !text.value) {
      text.value = content;
      grow();
    }
  };
  text.addEventListener("input", () => {
    grow();
    suggest();
  });
  text.addEventListener("blur", hide);
  text.addEventListener("keydown", (event) => {
    const open = !list.hidden && shown.length > 0;
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (open) choose(shown[active]);
      else post();
    } else if (open && event.key === "Tab") {
      event.preventDefault();
      choose(shown[active]);
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length;
      draw();
    } else if (event.key === "Escape") hide();
  });
  slash.addEventListener("pointerdown", (event) => event.preventDefault());
  slash.addEventListener("click", () => {
    text.value = "/";
    text.focus();
    grow();
    suggest();
  });
  send.addEventListener("click", post);

  return {
    element,
    focus: () => text.focus(),
    empty: () => text.value === "" && !line.hidden,
    mention: (id) => {
      text.value += `${text.value && !text.value.endsWith(" ") ? " " : ""}<@${id}> `;
      text.focus();
      grow();
    },
    refresh: () => {
      const where = channel(place.channel);
      if (!where) return;
      const name = where.kind === "text" ? `#${where.name}` : where.name;
      const free = where.kind === "dm" ? t("Message the bot or /command") : t("Message {name} or /command", { name });
      text.placeholder = where.locked ? t("This thread is locked.") : free;
      text.setAttribute("aria-label", text.placeholder);
    },
  };
}
