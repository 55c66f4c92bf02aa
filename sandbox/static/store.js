// What the page knows of the world: entities by key, kept current by the server's stream, and the world's time.

import { toast } from "./net.js";
import { language } from "./words.js";

const entities = new Map();
const versions = new Map();
const listeners = new Set();
let version = 0;
let taken = { at: 0, now: 0, pace: 1 };

/** The world's time in milliseconds: it may have been moved forward, and may run faster. */
export const now = () => taken.now + (Date.now() - taken.at) * taken.pace;

/** How many seconds pass in the world for each one here. */
export const pace = () => taken.pace;

export const get = (key) => entities.get(key);
export const world = () => entities.get("world");
export const person = (id) => entities.get(`person:${id}`);
export const channel = (id) => entities.get(`channel:${id}`);
export const message = (id) => entities.get(`message:${id}`);
export const roles = () => world()?.roles ?? [];
export const people = () => (world()?.people ?? []).map(person);

/** A number that grows each time an entity changes; 0 if there is none. */
export const versionOf = (key) => versions.get(key) ?? 0;

/** Ids carry their time, and all have one length or sort by it. */
export const byId = (a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The channels that a person can see. */
export function channelsOf(id) {
  return [...entities]
    .filter(([key, value]) => key.startsWith("channel:") && value.viewers.includes(id))
    .map(([, value]) => value);
}

/** The messages that a person can see in a channel, oldest first. */
export function messagesOf(id, channelId) {
  const found = [];
  for (const [key, value] of entities) {
    if (key.startsWith("message:") && value.channel === channelId && (value.for === null || value.for === id))
      found.push(value);
  }
  return found.filter((entry) => entry.system?.kind !== "hidden").sort(byId);
}

/** Calls `listener` after each change, and once there is anything at all. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Takes what the server says has changed. */
export function take(frame) {
  taken = { at: Date.now(), now: frame.now, pace: frame.pace };
  if (frame.notice) return toast(frame.notice);
  version += 1;
  if (frame.whole) {
    for (const key of entities.keys()) {
      if (!(key in frame.set)) frame.gone.push(key);
    }
  }
  for (const key of frame.gone) {
    entities.delete(key);
    versions.delete(key);
  }
  for (const [key, value] of Object.entries(frame.set)) {
    if (frame.whole && JSON.stringify(entities.get(key)) === JSON.stringify(value)) continue;
    entities.set(key, value);
    versions.set(key, version);
  }
  for (const listener of listeners) listener();
}

/** Opens the stream; it comes back by itself when it breaks. */
export function connect() {
  const stream = new EventSource(`/events?language=${language}`);
  stream.onmessage = (event) => {
    document.body.classList.remove("cut-off");
    take(JSON.parse(event.data));
  };
  stream.onerror = () => document.body.classList.add("cut-off");
}
