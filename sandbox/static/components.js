// Components in messages: rows of buttons and menus, and the parts of Components V2. Each takes Discord's own JSON.

import { h, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { jump, markdown } from "./markdown.js";
import { act } from "./net.js";
import { menu } from "./select.js";
import { t } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/**
 * A part of a message as an element.
 *
 * `view`: me (the reader's id), message (the entity), md (the context for markdown).
 */
export function component(part, view) {
  switch (part.type) {
    case 1:
      return h(
        "div",
        { class: "row" },
        part.components.map((child) => component(child, view)),
      );
    case 2:
      return button(part, view);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return menu(part, view.me, part.disabled, (values) =>
        act(view.me, "select", {
          channel: view.message.channel,
          message: view.message.id,
          component: part.custom_id,
          values,
        }),
      );
    case 9:
      return h(
        "div",
        { class: "section" },
        h(
          "div",
          { class: "section-text" },
          part.components.map((child) => component(child, view)),
        ),
        component(part.accessory, view),
      );
    case 10:
      return h("div", { class: "text md" }, markdown(part.content, view.md));
    case 11:
      return picture(part.media.url, part, "thumbnail", size(part.media, view));
    case 12:
      return gallery(part.items.map((item) => picture(item.media.url, item, "shot", size(item.media, view))));
    case 13:
      return fileCard({ name: part.name ?? part.file.url.split("/").at(-1), bytes: part.size, url: part.file.url });
    case 14:
      return h("div", {
        class: `separator ${part.spacing === 2 ? "large" : ""} ${part.divider === false ? "bare" : ""}`,
      });
    case 17: {
      const accent = part.accent_color;
      const colour =
        accent === null || accent === undefined ? {} : { "--accent": `#${accent.toString(16).padStart(6, "0")}` };
      const box = h(
        "div",
        { class: "container", style: colour },
        part.components.map((child) => component(child, view)),
      );
      return part.spoiler ? veiled(box) : box;
    }
    default:
      return h("div", { class: "unknown", text: t("A part of a kind that this page does not know ({kind}).", { kind: part.type }) });
  }
}

function size(media, view) {
  return view.message.attachments.find((file) => file.url === media.url);
}

function button(part, view) {
  const inside = [
    part.emoji && emoji(part.emoji),
    part.label && h("span", { class: "label", text: part.label }),
    part.style === 5 && icon("out"),
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  ];
  const name = part.label ? {} : { "aria-label": part.emoji?.name ?? t("button") };
  const inner = part.style === 5 && jump(part.url);
  if (inner && !part.disabled) {
    return h(
      "button",
      { type: "button", class: "button link", ...name, on: { click: () => view.md.open("message", inner) } },
      inside,
    );
  }
  if (part.style === 5 && !part.disabled) {
    return h(
      "a",
      { class: "button link", href: safe(part.url), target: "_blank", rel: "noopener noreferrer", ...name },
      inside,
    );
  }
  const element = h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[part.style]}`,
      disabled: Boolean(part.disabled) || part.style >= 5,
      ...name,
      data: { component: part.custom_id ?? "" },
    },
    inside,
  );
  element.addEventListener("click", async () => {
    if (element.classList.contains("busy")) return;
    element.classList.add("busy");
    await act(view.me, "click", { channel: view.message.channel, message: view.message.id, component: part.custom_id });
    element.classList.remove("busy");
  });
  return element;
}

const safe = (address) => (/^(https?|discord):\/\//.test(address) ? address : "#");

/** Pictures side by side. */
export function gallery(pictures) {
  return h("div", { class: "gallery", data: { count: Math.min(pictures.length, 4) } }, pictures);
}

/** A picture that opens large; `known` may tell its width and height. */
export function picture(address, { description, alt, spoiler }, kind, known) {
  const words = description ?? alt ?? known?.alt ?? "";
  if (!address.startsWith("/cdn/"))
    return h("div", { class: "unknown", text: t("A picture from elsewhere is not fetched: {address}", { address }) });
  const image = h("img", { src: address, alt: words, draggable: false, decoding: "sync" });
  if (known?.width) Object.assign(image, { width: known.width, height: known.height });
  const frame = h(
    "button",
    {
      type: "button",
      class: `picture ${kind}`,
      "aria-label": words ? t("Picture: {words}", { words }) : t("Picture without a text"),
      on: { click: () => enlarge(address, words) },
    },
    image,
    h("span", { class: `alt ${words ? "" : "none"}`, text: words ? "ALT" : "no ALT", title: words }),
  );
  return spoiler ? veiled(frame) : frame;
}

function veiled(inner) {
  const veil = h("button", { type: "button", class: "veil", text: t("SPOILER") });
  const box = h("div", { class: "veiled" }, inner, veil);
  veil.addEventListener("click", () => {
    veil.remove();
    box.classList.remove("veiled");
  });
  return box;
}

function enlarge(address, words) {
  const shade = h(
    "dialog",
    { class: "lightbox", "aria-label": t("Picture") },
    h("img", { src: address, alt: words }),
    words && h("p", { text: words }),
  );
  shade.addEventListener("click", () => shade.close());
  shade.addEventListener("close", () => shade.remove());
  document.body.append(shade);
  shade.showModal();
}

/** A file to download. */
export function fileCard({ name, bytes, url }) {
  const kilobytes = bytes === undefined ? "" : bytes < 1024 ? t("{count} bytes", { count: bytes }) : t("{count} KB", { count: (bytes / 1024).toFixed(1) });
  return h(
    "a",
    { class: "file", href: url, download: name },
    icon("file"),
    h("span", { class: "file-name", text: name }),
    h("span", { class: "faint", text: kilobytes }),
  );
}

/** An embed, plainly. */
export function embed(part, view) {
  const from = (address) => {
    const name = address?.startsWith("attachment://") ? address.slice(13) : null;
    return name ? view.message.attachments.find((file) => file.name === name)?.url : address;
  };
  const line = { ...view.md, blocks: false };
  const colour =
    part.color === undefined || part.color === null
      ? {}
      : { "--accent": `#${part.color.toString(16).padStart(6, "0")}` };
  const image = from(part.image?.url);
  const thumbnail = from(part.thumbnail?.url);
  return h(
    "div",
    { class: "container embed", style: colour },
    thumbnail && picture(thumbnail, {}, "thumbnail"),
    part.author?.name && h("div", { class: "embed-author", text: part.author.name }),
    part.title &&
      h(
        "div",
        { class: "embed-title md" },
        part.url
          ? h("a", { href: safe(part.url), target: "_blank", rel: "noopener noreferrer" }, markdown(part.title, line))
          : markdown(part.title, line),
      ),
    part.description && h("div", { class: "md" }, markdown(part.description, view.md)),
    part.fields?.length > 0 &&
      h(
        "div",
        { class: "fields" },
        part.fields.map((field) =>
          h(
            "div",
            { class: field.inline ? "field" : "field whole" },
            h("div", { class: "field-name md" }, markdown(field.name, line)),
            h("div", { class: "md" }, markdown(field.value, view.md)),
          ),
        ),
      ),
    image &&
      picture(
        image,
        {},
        "shot",
        view.message.attachments.find((file) => file.url === image),
      ),
    part.footer?.text && h("div", { class: "faint", text: part.footer.text }),
  );
}
