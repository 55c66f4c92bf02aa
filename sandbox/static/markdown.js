// Discord's markdown as nodes, as far as a bot uses it. A line of blocks, then marks within a line. Everything that is
// not understood stays as it was written.

import { h } from "./dom.js";
import { emoji, emojify, isJumbo } from "./emoji.js";
import { stamp } from "./time.js";
import { t } from "./words.js";

const FENCE = /(?<!\\)```(?:([\w+#-]*)\n)?([\s\S]+?)\n?```\n?/g;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const DEEPEST = 12;

/**
 * A text as a fragment.
 *
 * `context`: locale; user(id), role(id), channel(id) give a name or undefined; open(kind, id, element) follows a mention;
 * blocks: false keeps to marks within lines, as in titles and labels.
 */
export function markdown(text, context) {
  const fragment = document.createDocumentFragment();
  if (context.blocks === false) fragment.append(...inline(text, context));
  else if (isJumbo(text)) fragment.append(h("span", { class: "jumbo" }, emojify(text.trim())));
  else {
    let end = 0;
    for (const fence of text.matchAll(FENCE)) {
      fragment.append(...blocks(text.slice(end, fence.index), context));
      fragment.append(h("pre", { data: { language: fence[1] ?? "" } }, h("code", { text: fence[2] })));
      end = fence.index + fence[0].length;
    }
    fragment.append(...blocks(text.slice(end), context));
  }
  return fragment;
}

function blocks(text, context) {
  if (text === "") return [];
  const lines = text.split("\n");
  const nodes = [];
  let plain = [];
  // A block ends its line by itself; between plain lines the break is written.
  const flush = (last) => {
    if (plain.length && !(plain.length === 1 && plain[0] === "" && last && nodes.length)) {
      plain.forEach((line, index) => {
        if (index) nodes.push("\n");
        nodes.push(...inline(line, context));
      });
      if (!last) nodes.push("\n");
    }
    plain = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    let found;
    if ((found = HEADING.exec(line))) {
      flush();
      nodes.push(h(`h${found[1].length + 2}`, { class: `heading size${found[1].length}` }, inline(found[2], context)));
    } else if ((found = SMALL.exec(line))) {
      flush();
      nodes.push(h("small", { class: "subtext" }, inline(found[1], context)));
    } else if (line.startsWith(">>> ")) {
      flush();
      nodes.push(h("blockquote", {}, blocks([line.slice(4), ...lines.slice(index + 1)].join("\n"), context)));
      return trimmed(nodes);
    } else if (line.startsWith("> ") || line === ">") {
      flush();
      const quoted = [];
      for (; index < lines.length && /^>( |$)/.test(lines[index]); index += 1) quoted.push(lines[index].slice(2));
      index -= 1;
      nodes.push(h("blockquote", {}, blocks(quoted.join("\n"), context)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      for (; index < lines.length && ITEM.test(lines[index]); index += 1) {
        const [, indent, mark, body] = ITEM.exec(lines[index]);
        items.push({ depth: Math.floor(indent.length / 2), mark, body });
      }
      index -= 1;
      nodes.push(list(items, context));
    } else plain.push(line);
  }
  flush(true);
  return trimmed(nodes);
}

function trimmed(nodes) {
  // The break before a block is the block's own.
  return nodes.filter(
    (node, index) => !(node === "\n" && nodes[index + 1] instanceof HTMLElement && isBlock(nodes[index + 1])),
  );
}

const isBlock = (node) => /^(H[345]|BLOCKQUOTE|UL|OL|SMALL|PRE)$/.test(node.tagName);

function list(items, context) {
  const [first] = items;
  const ordered = /\d/.test(first.mark);
  const element = h(ordered ? "ol" : "ul", ordered ? { start: String(parseInt(first.mark, 10)) } : {});
  for (let index = 0; index < items.length;) {
    const entry = h("li", {}, inline(items[index].body, context));
    const deeper = [];
    for (index += 1; index < items.length && items[index].depth > first.depth; index += 1) deeper.push(items[index]);
    if (deeper.length) entry.append(list(deeper, context));
    element.append(entry);
  }
  return element;
}

const PLAIN = /[^\\`|*_~[<@]+?(?=[\\`|*_~[<@]|https?:\/\/|$)/y;
const INSIDE = String.raw`((?:\\[\s\S]|[^\\])+?)`;

/** Marks in the order in which they are tried: [pattern, what it becomes]. */
const MARKS = [
  [/\\([^A-Za-z0-9\s])/y, (found) => found[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (found) => h("code", { text: found[2].replace(/^ (.*) $/, "$1") })],
  [
    new RegExp(String.raw`\|\|${INSIDE}\|\|`, "y"),
    (found, context, depth) => spoiler(inline(found[1], context, depth)),
  ],
  [
    new RegExp(String.raw`\*\*${INSIDE}\*\*(?!\*)`, "y"),
    (found, context, depth) => h("strong", {}, inline(found[1], context, depth)),
  ],
  [
    new RegExp(String.raw`__${INSIDE}__(?!_)`, "y"),
    (found, context, depth) => h("u", {}, inline(found[1], context, depth)),
  ],
  [
    /\*(?!\s)((?:\*\*|\\[\s\S]|[^*\\])+?)(?<!\s)\*(?!\*)/y,
    (found, context, depth) => h("em", {}, inline(found[1], context, depth)),
  ],
  [
    /(?<![A-Za-z0-9])_((?:__|\\[\s\S]|[^_\\])+?)_(?![A-Za-z0-9_])/y,
    (found, context, depth) => h("em", {}, inline(found[1], context, depth)),
  ],
  [new RegExp(String.raw`~~${INSIDE}~~`, "y"), (found, context, depth) => h("s", {}, inline(found[1], context, depth))],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: "([^"]*)")?\)/y,
    (found, context, depth) => link(found[2], inline(found[1], { ...context, links: false }, depth), found[3], context),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (found, context) => link(found[1], found[1], null, context)],
  [
    /https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y,
    (found, context) => (context.links === false ? found[0] : link(found[0], found[0], null, context)),
  ],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found, context) => stamp(Number(found[1]), found[2] ?? "f", context.locale)],
  [
    /<@!?(\d{1,20})>/y,
    (found, context) => mention(`@${context.user?.(found[1]) ?? "unknown-user"}`, "user", found[1], context),
  ],
  [
    /<@&(\d{1,20})>/y,
    (found, context) => h("span", { class: "mention", text: `@${context.role?.(found[1]) ?? "deleted-role"}` }),
  ],
  [
    /<#(\d{1,20})>/y,
    (found, context) => mention(context.channel?.(found[1]) ?? "#deleted", "channel", found[1], context),
  ],
  [/<\/([^:<>]{1,100}):(\d{1,20})>/y, (found, context) => mention(`/${found[1]}`, "command", found[1], context)],
  [/<(a?):(\w{2,32}):(\d{1,20})>/y, (found) => emoji({ name: found[2], id: found[3] })],
  [/@(everyone|here)\b/y, (found) => h("span", { class: "mention", text: found[0] })],
];

function inline(text, context, depth = 0) {
  if (depth > DEEPEST) return [text];
  const nodes = [];
  let written = "";
  const say = () => {
    if (written) nodes.push(...emojify(written));
    written = "";
  };
  let at = 0;
  while (at < text.length) {
    PLAIN.lastIndex = at;
    const run = PLAIN.exec(text);
    if (run && !text.startsWith("http", at)) {
      written += run[0];
      at = PLAIN.lastIndex;
      continue;
    }
    let length = 0;
    for (const [pattern, make] of MARKS) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) continue;
      length = found[0].length;
      const node = make(found, context, depth + 1);
      if (typeof node === "string") written += node;
      else {
        say();
        nodes.push(node);
      }
      break;
    }
    if (!length) {
      written += text[at];
      length = 1;
    }
    at += length;
  }
  say();
  return nodes;
}

function spoiler(children) {
  const element = h(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("Spoiler, press to show") },
    children,
  );
  const show = () => {
    element.classList.add("shown");
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
  };
  element.addEventListener("click", show);
  element.addEventListener("keydown", (event) => event.key === "Enter" && show());
  return element;
}

const JUMP = /^https?:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d{1,20}|@me)\/(\d{1,20})(?:\/(\d{1,20}))?\/?$/;

/** Where an address of Discord's own leads inside this page: {channel, message}, or null for any other address. */
export function jump(address) {
  const found = JUMP.exec(address);
  return found && { channel: found[1], message: found[2] };
}

function link(address, content, title, context) {
  const inside = jump(address);
  if (inside) {
    const bare = content === address;
    const name = context.channel?.(inside.channel) ?? "#unknown";
    const open = () => context.open?.("message", inside);
    const words = bare ? [inside.message ? `${name} › message` : name] : content;
    return h(
      "button",
      { type: "button", class: bare ? "mention jump" : "plain-link jump", title: address, on: { click: open } },
      words,
    );
  }
  return h(
    "a",
    {
      href: address,
      target: "_blank",
      rel: "noopener noreferrer",
      title: title ?? (content === address ? null : address),
    },
    content,
  );
}

function mention(text, kind, id, context) {
  const open = (event) => context.open?.(kind, id, event.currentTarget);
  return h("button", { type: "button", class: `mention ${kind}`, text, data: { id }, on: { click: open } });
}
