// A slash command being filled in: its required options at once, the others when asked for.

import { combo } from "./combo.js";
import { h, icon } from "./dom.js";
import { act } from "./net.js";
import { channelsOf, people, person } from "./store.js";
import { t } from "./words.js";

const named = (thing, locale) => thing.name_localizations?.[locale] ?? thing.name;
const described = (thing, locale) => thing.description_localizations?.[locale] ?? thing.description ?? "";

/** The commands one level down to what can be run: [{path, title, description, options}]. */
export function leaves(commands, locale) {
  const found = [];
  const visit = (node, path, title) => {
    const below = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (below.length)
      for (const child of below) visit(child, `${path} ${child.name}`, `${title} ${named(child, locale)}`);
    else found.push({ path, title, description: described(node, locale), options: node.options ?? [] });
  };
  for (const command of commands) visit(command, command.name, named(command, locale));
  return found;
}

/** The form of a command. `closed(ran)` is called at its end. */
export function commandForm(leaf, me, channel, closed) {
  const locale = person(me).locale;
  const fields = new Map();
  const body = h("div", { class: "command-fields" });
  const spare = h("div", { class: "command-spare" });
  const form = h(
    "form",
    { class: "command-form", "aria-label": `/${leaf.title}`, noValidate: true },
    h(
      "div",
      { class: "command-head" },
      h("span", { class: "command", text: `/${leaf.title}` }),
      h("span", { class: "faint", text: leaf.description }),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": t("Cancel"), on: { click: () => closed(false) } },
        icon("close"),
      ),
    ),
    body,
    h(
      "div",
      { class: "command-foot" },
      spare,
      h("button", { class: "button primary run" }, icon("send"), h("span", { text: t("Run") })),
    ),
  );
  const filled = () =>
    Object.fromEntries(
      [...fields].map(([name, field]) => [name, field.value()]).filter(([, value]) => value !== undefined),
    );
  const submit = async () => {
    if (form.classList.contains("busy")) return;
    for (const [name, field] of fields) {
      const missing = field.value() === undefined && (field.option.required || field.input.value?.trim());
      field.element.classList.toggle("wrong", Boolean(missing));
      if (missing) return fields.get(name).input.focus();
    }
    const values = filled();
    form.classList.add("busy");
    for (const [name, value] of Object.entries(values)) if (value instanceof File) values[name] = await packed(value);
    const answer = await act(me, "slash", { channel, command: leaf.path, options: values });
    form.classList.remove("busy");
    if (answer) closed(true);
  };
  const add = (option, focus) => {
    const field = { option, ...control(option, { me, channel, leaf, locale, filled, submit }) };
    const label = h(
      "label",
      { class: "command-field", data: { option: option.name } },
      h(
        "span",
        { class: "command-label" },
        h("span", { text: named(option, locale) }),
        option.required && h("span", { class: "needed", text: t("required") }),
      ),
      field.element,
      h("small", { class: "faint", text: described(option, locale) }),
    );
    fields.set(option.name, { ...field, element: label });
    body.append(label);
    if (focus) field.input.focus();
  };
  for (const option of leaf.options) {
    if (option.required) add(option);
    else {
      const pill = h(
        "button",
        { type: "button", class: "pill", title: described(option, locale), data: { option: option.name } },
        icon("plus"),
        named(option, locale),
      );
      pill.addEventListener("click", () => {
        pill.remove();
        add(option, true);
      });
      spare.append(pill);
    }
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closed(false);
  });
  form.start = () => (fields.values().next().value?.input ?? form.querySelector(".run")).focus();
  return form;
}

function control(option, { me, channel, leaf, locale, filled, submit }) {
  const matching = (list) => (text) => list().filter((one) => one.label.toLowerCase().includes(text.toLowerCase()));
  const pick = (list) => combo({ source: matching(list), asked: submit });
  if (option.autocomplete) {
    const source = async (text) => {
      const others = filled();
      delete others[option.name];
      const answer = await act(me, "autocomplete", {
        channel,
        command: leaf.path,
        option: option.name,
        value: text,
        options: others,
      });
      return (answer?.choices ?? []).map((choice) => ({ label: named(choice, locale), value: choice.value }));
    };
    const field = combo({ source, free: true, asked: submit, numeric: option.type !== 3 });
    return option.type === 3 ? field : { ...field, value: () => number(field.value(), option.type) };
  }
  if (option.choices?.length)
    return pick(() => option.choices.map((choice) => ({ label: named(choice, locale), value: choice.value })));
  switch (option.type) {
    case 5:
      return pick(() => [
        { label: t("True"), value: true },
        { label: t("False"), value: false },
      ]);
    case 6:
    case 9:
      return pick(() =>
        people().map((one) => ({ label: one.name, value: one.id, face: one, small: one.id === me ? t("you") : "" })),
      );
    case 7:
      return pick(() =>
        channelsOf(me)
          .filter((one) => one.kind !== "dm")
          .map((one) => ({ label: one.name, value: one.id, sign: one.kind === "thread" ? "thread" : "hash" })),
      );
    case 4:
    case 10: {
      const range = [option.min_value, option.max_value].map((bound) => bound ?? "").join(" … ");
      const input = h("input", {
        type: "text",
        inputMode: "numeric",
        autocomplete: "off",
        placeholder: range === " … " ? t("a number") : range,
      });
      return { element: input, input, value: () => number(input.value.trim(), option.type) };
    }
    case 11: {
      const input = h("input", { type: "file" });
      return { element: input, input, value: () => input.files[0] };
    }
    default: {
      const input = h("input", { type: "text", autocomplete: "off", maxLength: option.max_length ?? 6000 });
      return { element: input, input, value: () => input.value || undefined };
    }
  }
}

function number(value, type) {
  if (typeof value === "number") return value;
  if (!value) return undefined;
  const read = Number(String(value).replace(",", "."));
  return Number.isFinite(read) && (type !== 4 || Number.isInteger(read)) ? read : undefined;
}

/** A file as JSON can carry it. */
export function packed(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ name: file.name, base64: reader.result.slice(reader.result.indexOf(",") + 1) });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
