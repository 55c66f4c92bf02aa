// A form that the bot shows: it covers the column of the person who is to fill it in.

import { packed } from "./command.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { act } from "./net.js";
import { menu } from "./select.js";
import { person } from "./store.js";
import { t } from "./words.js";

/** Shows `modal` (Discord's JSON, with the interaction's id) inside `column`. */
export function showModal(column, me, modal) {
  column.querySelector(".modal")?.remove();
  const fields = [];
  const parts = modal.components.map((part) => row(part, me, fields));
  const form = h(
    "form",
    { class: "modal-box", role: "dialog", "aria-modal": "true", "aria-label": modal.title, noValidate: true },
    h(
      "header",
      {},
      h("h2", { text: modal.title }),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": t("Close"), on: { click: () => shade.remove() } },
        icon("close"),
      ),
    ),
    h("div", { class: "modal-body" }, parts),
    h(
      "footer",
      {},
      h("button", { type: "button", class: "button secondary", text: t("Cancel"), on: { click: () => shade.remove() } }),
      h("button", { class: "button primary", text: t("Submit") }),
    ),
  );
  const shade = h("div", { class: "modal" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const field of fields) {
      const value = await field.value();
      const wrong = field.wrong(value);
      field.element.classList.toggle("wrong", wrong);
      if (wrong) return field.element.querySelector("input, textarea, button")?.focus();
      if (value !== undefined) values[field.id] = value;
    }
    form.classList.add("busy");
    const answer = await act(me, "modal", { interaction: modal.interaction, values });
    form.classList.remove("busy");
    if (answer) shade.remove();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shade.remove();
  });
  column.append(shade);
  form.querySelector(".modal-body :is(input, textarea, button)")?.focus();
}

function row(part, me, fields) {
  if (part.type === 10) return h("div", { class: "text md" }, markdown(part.content, { locale: person(me).locale }));
  if (part.type === 1)
    return h(
      "div",
      {},
      part.components.map((child) => labelled(child.label ?? "", null, child, me, fields)),
    );
  if (part.type === 18) return labelled(part.label, part.description, part.component, me, fields);
  return null;
}

function labelled(text, description, part, me, fields) {
  const field = { id: part.custom_id, ...control(part, me) };
  fields.push(field);
  field.element = h(
    "div",
    { class: "modal-field", role: "group", "aria-label": text, data: { component: part.custom_id } },
    h(
      "div",
      { class: "modal-label" },
      text,
      part.required && h("span", { class: "needed", text: " *", title: t("required") }),
    ),
    description && h("small", { class: "faint", text: description }),
    field.inside,
  );
  return field.element;
}

function control(part, me) {
  const few = (values) =>
    (part.required && values.length === 0) ||
    (values.length > 0 && (values.length < (part.min_values ?? 1) || values.length > (part.max_values ?? 25)));
  switch (part.type) {
    case 4: {
      const common = { maxLength: part.max_length ?? 4000, placeholder: part.placeholder ?? "", autocomplete: "off" };
      const input = part.style === 2 ? h("textarea", { ...common, rows: 4 }) : h("input", { ...common, type: "text" });
      input.value = part.value ?? part.default ?? "";
      return {
        inside: input,
        value: () => input.value,
        wrong: (value) => (part.required && !value) || (value && value.length < (part.min_length ?? 0)),
      };
    }
    case 3:
    case 5:
    case 6:
    case 7:
    case 8: {
      let picked = (part.options ?? []).filter((option) => option.default).map((option) => option.value);
      const inside = menu(part, me, part.disabled, (values) => (picked = values), { keep: true });
      return { inside, value: () => picked, wrong: few };
    }
    case 19: {
      const input = h("input", { type: "file", multiple: (part.max_values ?? 1) > 1 });
      return { inside: input, value: () => Promise.all([...input.files].map(packed)), wrong: few };
    }
    case 21: {
      const boxes = options(part, "radio");
      return {
        inside: boxes.inside,
        value: () => boxes.picked()[0],
        wrong: (value) => part.required && value === undefined,
      };
    }
    case 22: {
      const boxes = options(part, "checkbox");
      return { inside: boxes.inside, value: boxes.picked, wrong: few };
    }
    case 23: {
      const input = h("input", { type: "checkbox", checked: Boolean(part.default) });
      return {
        inside: h("label", { class: "tick-line" }, input, h("span", { text: t("Yes") })),
        value: () => input.checked,
        wrong: () => false,
      };
    }
    default:
      return {
        inside: h("p", { class: "faint", text: t("This page does not know this field.") }),
        value: () => undefined,
        wrong: () => false,
      };
  }
}

function options(part, type) {
  const inputs = part.options.map((option) =>
    h("input", { type, name: part.custom_id, value: option.value, checked: Boolean(option.default) }),
  );
  const inside = h(
    "div",
    {},
    part.options.map((option, index) =>
      h(
        "label",
        { class: "tick-line" },
        inputs[index],
        h(
          "span",
          { class: "option-text" },
          h("span", { text: option.label }),
          option.description && h("small", { text: option.description }),
        ),
      ),
    ),
  );
  return { inside, picked: () => inputs.filter((input) => input.checked).map((input) => input.value) };
}
