// Menus to choose from, in messages and in forms: of texts, people, roles or channels; one, or several and then confirmed.

import { arrows, avatar, closePopup, h, icon, popup } from "./dom.js";
import { emoji } from "./emoji.js";
import { channelsOf, people, roles } from "./store.js";
import { t } from "./words.js";

/** What a menu offers: [{value, label, description, emoji, face, default}]. */
export function choices(part, me) {
  switch (part.type) {
    case 3:
      return part.options.map((option) => ({ ...option }));
    case 5:
    case 7:
      return people().map((one) => ({ value: one.id, label: one.name, face: one, default: isDefault(part, one.id) }));
    case 6:
      return roles().map((one) => ({ value: one.id, label: one.name, default: isDefault(part, one.id) }));
    case 8:
      return channelsOf(me)
        .filter(
          (one) =>
            one.kind !== "dm" &&
            (!part.channel_types?.length || part.channel_types.includes(one.kind === "thread" ? 11 : 0)),
        )
        .map((one) => ({
          value: one.id,
          label: one.name,
          sign: one.kind === "thread" ? "thread" : "hash",
          default: isDefault(part, one.id),
        }));
    default:
      return [];
  }
}

const isDefault = (part, id) => (part.default_values ?? []).some((one) => one.id === id);

/**
 * A menu as an element. `chosen(values)` is called when the choice is made; in a form, `keep` keeps it there to be
 * changed again.
 */
export function menu(part, me, disabled, chosen, { keep = false } = {}) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  let picked = choices(part, me).filter((one) => one.default);
  const face = h("span", { class: "select-face" });
  const element = h(
    "button",
    {
      type: "button",
      class: "select",
      disabled: Boolean(disabled),
      "aria-haspopup": "listbox",
      data: { component: part.custom_id },
    },
    face,
    icon("chevron"),
  );
  const draw = () => {
    face.replaceChildren(
      ...(picked.length
        ? picked.map((one) => h("span", { class: "pick" }, sign(one), one.label))
        : [part.placeholder || t("Make a choice")]),
    );
    face.classList.toggle("empty", picked.length === 0);
  };
  const done = async (values) => {
    picked = values;
    closePopup();
    draw();
    if (keep) return chosen(values.map((one) => one.value));
    element.classList.add("busy");
    await chosen(values.map((one) => one.value));
    element.classList.remove("busy");
  };
  element.addEventListener("click", () => {
    const options = choices(part, me);
    const body = most > 1 || least === 0 ? several(options, picked, least, most, done) : one(options, picked, done);
    popup(element, body, { wide: true, kind: "listbox" });
    body.querySelector("[aria-selected=true], [role=option]")?.focus({ preventScroll: true });
  });
  draw();
  return element;
}

function sign(option) {
  if (option.face) return avatar(option.face, "tiny");
  if (option.sign) return icon(option.sign);
  return option.emoji ? emoji(option.emoji) : null;
}

function entry(option, selected, pressed) {
  return h(
    "button",
    {
      type: "button",
      class: "option",
      role: "option",
      "aria-selected": String(selected),
      data: { value: option.value },
      on: { click: pressed },
    },
    sign(option),
    h(
      "span",
      { class: "option-text" },
      h("span", { text: option.label }),
      option.description && h("small", { text: option.description }),
    ),
    h("span", { class: "tick" }, icon("check")),
  );
}

function one(options, picked, done) {
  const rows = options.map((option) =>
    entry(
      option,
      picked.some((other) => other.value === option.value),
      () => done([option]),
    ),
  );
  return arrows(
    h(
      "div",
      { class: "options", role: "listbox" },
      rows.length ? rows : h("p", { class: "faint", text: t("Nothing to choose from") }),
    ),
  );
}

function several(options, picked, least, most, done) {
  const marked = new Set(picked.map((option) => option.value));
  const confirm = h("button", { type: "button", class: "button primary confirm" });
  const rows = options.map((option) =>
    entry(option, marked.has(option.value), () => {
      if (!marked.delete(option.value) && marked.size < most) marked.add(option.value);
      draw();
    }),
  );
  const draw = () => {
    rows.forEach((row, index) => {
      const on = marked.has(options[index].value);
      row.setAttribute("aria-selected", String(on));
      row.disabled = !on && marked.size >= most;
    });
    confirm.disabled = marked.size < least || marked.size > most;
    const range = least === most ? `${least}` : `${least}–${most}`;
    confirm.textContent = confirm.disabled ? t("Choose {range}", { range }) : t("Confirm ({count})", { count: marked.size });
  };
  confirm.addEventListener("click", () => done(options.filter((option) => marked.has(option.value))));
  draw();
  return h(
    "div",
    { class: "several" },
    arrows(h("div", { class: "options", role: "listbox", "aria-multiselectable": "true" }, rows)),
    confirm,
  );
}
