// One message as its reader sees it.

import { avatar, h, icon } from "./dom.js";
import { component, embed, fileCard, gallery, picture } from "./components.js";
import { emoji, parseEmoji } from "./emoji.js";
import { markdown } from "./markdown.js";
import { messageTools, pickEmoji, userMenu } from "./menus.js";
import { act } from "./net.js";
import { channel, message as messageOf, person, roles, versionOf, world } from "./store.js";
import { written } from "./time.js";
import { t } from "./words.js";

const TOGETHER_MS = 7 * 60 * 1000;

/** The bot or a person. */
export function author(id) {
  const bot = world().bot;
  return id === bot.id ? bot : person(id);
}

/** What a mention can be resolved to, and what pressing it does. */
export function context(me, locale, place) {
  return {
    locale,
    user: (id) => author(id)?.name,
    role: (id) => roles().find((one) => one.id === id)?.name,
    channel: (id) => {
      const found = channel(id);
      if (found?.kind === "dm" && found.viewers.includes(me)) return `@${world().bot.name}`;
      return found?.viewers.includes(me) ? `${found.kind === "text" ? "#" : ""}${found.name}` : undefined;
    },
    open: (kind, id, element) => {
      if (kind === "channel") place.go(id);
      else if (kind === "message") place.go(id.channel, id.message);
      else if (kind === "user") userMenu(element, me, id, place);
    },
  };
}

/** Whether a message goes on under the head of the one before it. */
export function follows(entry, before) {
  return Boolean(
    before &&
    !entry.used &&
    !entry.reply &&
    !entry.system &&
    !before.system &&
    entry.author.id === before.author.id &&
    entry.for === before.for &&
    entry.at - before.at < TOGETHER_MS,
  );
}

/** What the drawing of a message depends on: drawn again only if this differs. */
export function stateOf(entry, before, me) {
  const thread = entry.thread ? versionOf(`channel:${entry.thread}`) : 0;
  const threadVersion = entry.system?.thread ? versionOf(`channel:${entry.system.thread}`) : 0;
  return `${versionOf(`message:${entry.id}`)}.${follows(entry, before) ? 1 : 0}.${thread}.${threadVersion}.${person(me).locale}`;
}

/**
 * A message as an element.
 *
 * `place`: the pane that shows it: go(channelId) opens a channel; mention(id) writes to its composer.
 */
export function draw(entry, before, me, place) {
  const locale = person(me).locale;
  const md = context(me, locale, place);
  const view = { me, message: entry, md };
  if (entry.system) return system(entry, me, locale, place);
  const joined = follows(entry, before);
  const who = author(entry.author.id) ?? entry.author;
  const pinged = entry.pings.includes(me) && entry.author.id !== me;
  const element = h(
    "article",
    {
      class: `message ${joined ? "joined" : ""} ${pinged ? "pinged" : ""} ${entry.for ? "private" : ""}`,
      data: { message: entry.id },
    },
    !joined && head(entry),
    joined
      ? h(
          "span",
          { class: "gutter faint" },
          h("span", { class: "when", text: written(entry.at, locale) }),
          entry.edited && !entry.content && h("span", { text: t("edited") }),
        )
      : h(
          "button",
          {
            type: "button",
            class: "face",
            "aria-label": entry.author.name,
            on: { click: (event) => userMenu(event.currentTarget, me, entry.author.id, place) },
          },
          avatar(who),
        ),
    h(
      "div",
      { class: "body" },
      !joined && title(entry, me, locale, place),
      ...content(entry, view),
      reactions(entry, me),
      entry.thread && threadCard(entry.thread, place),
      entry.for && onlyYou(entry, me),
    ),
    tools(entry, me, place),
  );
  if (!joined) {
    element.querySelector(".face").addEventListener("contextmenu", (event) => {
      event.preventDefault();
      userMenu(event.currentTarget, me, entry.author.id, place);
    });
  }
  return element;
}

function head(entry) {
  if (entry.used) {
    const who = person(entry.used.person);
    return h(
      "div",
      { class: "above faint" },
      icon("reply"),
      avatar(who, "tiny"),
      h("span", { class: "strong", text: who.name }),
      t(" used "),
      h("span", { class: "command", text: `${entry.used.slash ? "/" : ""}${entry.used.path}` }),
    );
  }
  if (entry.reply) {
    return h(
      "div",
      { class: "above faint" },
      icon("reply"),
      h("span", { class: "strong", text: entry.reply.author }),
      ` ${entry.reply.text || t("a message")}`,
    );
  }
  return null;
}

function title(entry, me, locale, place) {
  const name = h("button", { type: "button", class: "name", text: entry.author.name, data: { user: entry.author.id } });
  const open = (event) => {
    event.preventDefault();
    userMenu(name, me, entry.author.id, place);
  };
  name.addEventListener("click", open);
  name.addEventListener("contextmenu", open);
  if (!entry.author.bot) name.style.setProperty("--hue", person(entry.author.id)?.hue ?? 0);
  else name.classList.add("bot");
  return h(
    "div",
    { class: "title" },
    name,
    entry.author.bot && h("span", { class: "tag", text: "APP" }),
    h("span", { class: "faint when", text: written(entry.at, locale) }),
    entry.pinned && h("span", { class: "faint", text: t("pinned") }),
    entry.edited && !entry.content && edited(),
  );
}

function content(entry, view) {
  if (entry.loading) {
    return [
      h(
        "div",
        { class: "thinking faint" },
        h("span", { class: "dots" }, h("i"), h("i"), h("i")),
        ` ${t("{name} is thinking…", { name: entry.author.name })}`,
      ),
    ];
  }
  const shown = new Set(entry.embeds.flatMap((part) => [part.image?.url, part.thumbnail?.url]));
  const files = entry.v2 ? [] : entry.attachments.filter((file) => !shown.has(`attachment://${file.name}`));
  const pictures = files.filter((file) => file.type.startsWith("image/") && file.type !== "image/svg+xml");
  return [
    entry.content &&
      h("div", { class: "content md" }, markdown(entry.content, view.md), ...(entry.edited ? [" ", edited()] : [])),
    pictures.length > 0 &&
      gallery(
        pictures.map((file) =>
          picture(file.url, { alt: file.alt, spoiler: file.name.startsWith("SPOILER_") }, "shot", file),
        ),
      ),
    ...files.filter((file) => !pictures.includes(file)).map(fileCard),
    ...entry.embeds.map((part) => embed(part, view)),
    ...entry.components.map((part) => component(part, view)),
  ].filter(Boolean);
}

const edited = () => h("span", { class: "edited", text: t("(edited)") });

const count = (number) =>
  number === 1 ? t("{count} message ›", { count: number }) : t("{count} messages ›", { count: number });

function threadCard(id, place) {
  const thread = channel(id);
  if (!thread) return null;
  return h(
    "button",
    { type: "button", class: "thread-card", on: { click: () => place.go(id) } },
    icon("thread"),
    h("span", { class: "strong", text: thread.name }),
    h("span", { class: "accent", text: count(thread.messages) }),
  );
}

function reactions(entry, me) {
  if (entry.reactions.length === 0) return null;
  const chips = entry.reactions.map((reaction) => {
    const mine = reaction.users.includes(me);
    const names = reaction.users.map((id) => author(id)?.name ?? "?").join(", ");
    return h(
      "button",
      {
        type: "button",
        class: `reaction ${mine ? "mine" : ""}`,
        title: names,
        "aria-label": t("Reaction {emoji}: {names}", { emoji: reaction.emoji, names }),
        "aria-pressed": String(mine),
        data: { emoji: reaction.emoji },
        on: {
          click: () =>
            act(me, "react", { channel: entry.channel, message: entry.id, emoji: reaction.emoji, on: !mine }),
        },
      },
      emoji(parseEmoji(reaction.emoji)),
      h("span", { class: "count", text: reaction.users.length }),
    );
  });
  const add = h(
    "button",
    {
      type: "button",
      class: "reaction add",
      "aria-label": t("Add a reaction"),
      on: { click: (event) => pickEmoji(event.currentTarget, me, entry) },
    },
    icon("smile"),
  );
  return h("div", { class: "reactions" }, chips, add);
}

function onlyYou(entry, me) {
  return h(
    "div",
    { class: "only-you faint" },
    icon("eye"),
    t("Only you can see this · "),
    h("button", {
      type: "button",
      class: "plain-link",
      text: t("Dismiss message"),
      on: { click: () => act(me, "dismiss", { message: entry.id }) },
    }),
  );
}

function tools(entry, me, place) {
  if (entry.for || entry.loading) return null;
  return h(
    "div",
    { class: "tools" },
    h(
      "button",
      {
        type: "button",
        "aria-label": t("Add a reaction"),
        title: t("Add a reaction"),
        on: { click: (event) => pickEmoji(event.currentTarget, me, entry) },
      },
      icon("smile"),
    ),
    h(
      "button",
      {
        type: "button",
        "aria-label": t("More"),
        title: t("More"),
        on: { click: (event) => messageTools(event.currentTarget, me, messageOf(entry.id) ?? entry, place) },
      },
      icon("more"),
    ),
  );
}

function system(entry, me, locale, place) {
  const thread = entry.system.kind === "thread" ? channel(entry.system.thread) : null;
  return h(
    "article",
    { class: "message system", data: { message: entry.id } },
    h("span", { class: "face" }, icon(entry.system.kind === "thread" ? "thread" : "hash")),
    h(
      "div",
      { class: "body faint" },
      h("span", { class: "strong", text: entry.author.name }),
      entry.system.kind === "pin" ? t(" pinned a message.") : t(" started a thread: "),
      entry.system.kind === "thread" &&
        (thread
          ? h("button", {
              type: "button",
              class: "plain-link strong",
              text: thread.name,
              on: { click: () => place.go(thread.id) },
            })
          : h("s", { text: entry.content })),
      ` ${written(entry.at, locale)}`,
    ),
  );
}
