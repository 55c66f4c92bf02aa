// A field with suggestions: people, channels, fixed choices, or what the bot answers while one types.

import { avatar, h, icon } from "./dom.js";
import { t } from "./words.js";

const PAUSE_MS = 120;

/**
 * The field as {element, input, value()}.
 *
 * `source(text)` gives, or promises, [{label, value, face, sign, small}]; `free` lets a text stand that is none of
 * them; `asked` is called on Enter when no suggestion is being chosen.
 */
export function combo({ source, free = false, placeholder = "", asked = () => {}, numeric = false }) {
  let chosen = null;
  let offered = [];
  let active = 0;
  let turn = 0;
  let timer = 0;
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: false,
    placeholder,
    role: "combobox",
    "aria-expanded": "false",
    inputMode: numeric ? "numeric" : "text",
  });
  const list = h("div", { class: "suggestions", role: "listbox", hidden: true });
  const hide = () => {
    turn += 1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
  };
  const take = (option) => {
    chosen = option;
    input.value = option.label;
    hide();
  };
  const draw = () => {
    list.replaceChildren(
      ...offered.map((option, index) =>
        h(
          "button",
          {
            type: "button",
            class: `option ${index === active ? "active" : ""}`,
            role: "option",
            tabindex: "-1",
            "aria-selected": String(index === active),
            on: {
              pointerdown: (event) => event.preventDefault(),
              click: () => take(option),
            },
          },
          option.face ? avatar(option.face, "tiny") : option.sign ? icon(option.sign) : null,
          h(
            "span",
            { class: "option-text" },
            h("span", { text: option.label }),
            option.small && h("small", { text: option.small }),
          ),
        ),
      ),
    );
    if (!offered.length) list.append(h("p", { class: "faint", text: t("No suggestion") }));
    list.hidden = free && !offered.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  };
  const ask = async () => {
    turn += 1;
    const mine = turn;
    const found = await source(chosen ? "" : input.value.trim());
    if (mine !== turn || document.activeElement !== input) return;
    offered = found.slice(0, 25);
    active = 0;
    draw();
  };
  input.addEventListener("focus", ask);
  input.addEventListener("blur", hide);
  // Enter after fast typing means the text typed, not what was offered a moment ago.
  const caughtUp = async () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    await ask();
  };
  input.addEventListener("input", () => {
    chosen = null;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      ask();
    }, PAUSE_MS);
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter" || event.key === "Tab") {
      await caughtUp();
      if (document.activeElement !== input) return;
    }
    const open = !list.hidden && offered.length > 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return void ask();
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + offered.length) % offered.length;
      draw();
    } else if (event.key === "Enter") {
      if (open && !chosen && !(free && input.value === "")) take(offered[active]);
      else asked();
    } else if (event.key === "Tab" && open && !chosen && input.value) take(offered[active]);
    else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      hide();
    }
  });
  const value = () => {
    if (chosen) return chosen.value;
    const text = input.value.trim();
    if (!text) return undefined;
    const exact = offered.find((option) => option.label.toLowerCase() === text.toLowerCase());
    return exact ? exact.value : free ? text : undefined;
  };
  return { element: h("div", { class: "combo" }, input, list), input, value };
}
