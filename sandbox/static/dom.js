// Building blocks of the page: elements, icons, one pop-up at a time. Text only ever becomes text nodes: nothing here
// or elsewhere on the page writes HTML, so that a name or a message cannot become markup.

/** An element. `props`: class, text, style (object), data (object), on (object of listeners), or any attribute. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else if (name === "style")
      for (const [key, setting] of Object.entries(value)) element.style.setProperty(key, setting);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "on")
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SHAPES = {
  hash: "M4 6h9M3 10h9M7 3 5.4 13M10.6 3 9 13",
  thread: "M3 4h10v6H8l-3 3v-3H3zM5.5 7h5",
  letter: "M2.5 4h11v8h-11zM2.5 4.5 8 9l5.5-4.5",
  chevron: "M4.5 6.5 8 10l3.5-3.5",
  gear: "M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM8 2v1.6M8 12.4V14M2 8h1.6M12.4 8H14M3.8 3.8l1.1 1.1M11.1 11.1l1.1 1.1M3.8 12.2l1.1-1.1M11.1 4.9l1.1-1.1",
  clock: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.4",
  close: "M4 4l8 8M12 4l-8 8",
  smile: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM5.6 9.2c1 1.9 3.8 1.9 4.8 0M6 6.4v.4M10 6.4v.4",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  out: "M6 4H3.5v8.5H12V10M9 3h4v4M13 3 7.5 8.5",
  eye: "M1.8 8C4.4 3.6 11.6 3.6 14.2 8 11.6 12.4 4.4 12.4 1.8 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  slash: "M10.5 3 5.5 13",
  send: "M3 3l10.5 5L3 13l1.6-5zM4.6 8H9",
  check: "M3.5 8.5 6.5 11.5 12.5 4.5",
  plus: "M8 3.5v9M3.5 8h9",
  crown: "M3 11.5h10L13.6 5 10.4 7.6 8 4 5.6 7.6 2.4 5z",
  bin: "M3.5 5h9M6 5V3.5h4V5M5 5l.5 8h5l.5-8",
  globe: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM2.5 8h11M8 2.5c-3 3.4-3 7.6 0 11M8 2.5c3 3.4 3 7.6 0 11",
  power: "M8 2.5V8M4.8 4.4a5 5 0 1 0 6.4 0",
  reply: "M6.5 4 3 7.5 6.5 11M3 7.5h6c2.5 0 4 1.5 4 4.5",
};

/** A small drawing in the colour of the text around it. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** A person's picture: the portrait, or the initial on their colour. The bot wears a spade. */
export function avatar(person, extra = "") {
  const bot = person.hue === undefined;
  return h(
    "span",
    {
      class: `avatar ${bot ? "bot" : ""} ${extra}`,
      data: person.portrait ? {} : { sign: bot ? "♠" : [...person.name][0] },
      style: bot ? {} : { "--hue": person.hue },
      "aria-hidden": "true",
    },
    person.portrait && h("img", { src: `/portrait/${person.key}`, alt: "" }),
  );
}

let shutPopup = null;

/** Closes the pop-up, if one is open. */
export function closePopup() {
  shutPopup?.();
}

/**
 * Shows `content` near `anchor` (an element, or a point {x, y}), above everything, until a click elsewhere or Escape.
 * `closed` is called then. Returns a function that closes it.
 */
export function popup(anchor, content, { closed, wide = false, kind = "menu" } = {}) {
  closePopup();
  const layer = document.getElementById("layer");
  const from = document.activeElement;
  const box = h("div", { class: `popup ${kind}` }, content);
  layer.append(box);
  const place = () => {
    const at = anchor.getBoundingClientRect?.() ?? {
      left: anchor.x,
      right: anchor.x,
      top: anchor.y,
      bottom: anchor.y,
      width: 0,
    };
    if (wide) box.style.width = `${Math.max(at.width, 240)}px`;
    const size = box.getBoundingClientRect();
    const below = innerHeight - at.bottom - 8;
    const up = size.height > below && at.top > below;
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
    box.style.maxHeight = `${Math.max(120, (up ? at.top : below) - 4)}px`;
    box.style.top = up ? `${Math.max(8, at.top - Math.min(size.height, at.top - 12) - 4)}px` : `${at.bottom + 4}px`;
  };
  const outside = (event) => {
    if (!box.contains(event.target) && !anchor.contains?.(event.target)) shut();
  };
  const key = (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      shut();
      from?.focus?.({ preventScroll: true });
    }
  };
  const shut = () => {
    if (shutPopup !== shut) return;
    shutPopup = null;
    box.remove();
    removeEventListener("pointerdown", outside, true);
    removeEventListener("keydown", key, true);
    closed?.();
  };
  shutPopup = shut;
  addEventListener("pointerdown", outside, true);
  addEventListener("keydown", key, true);
  place();
  return shut;
}

/** Arrow keys move among the focusable entries of a list. */
export function arrows(list, selector = "button:not(:disabled)") {
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const entries = [...list.querySelectorAll(selector)];
    const now = entries.indexOf(document.activeElement);
    const next = entries[(now + (event.key === "ArrowDown" ? 1 : -1) + entries.length) % entries.length];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
  return list;
}
