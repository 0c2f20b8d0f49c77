// What the page asks the server, and how it hears of changes.

import { Stream } from "./stream.js";

export const WINDOW = /^\/([A-Za-z0-9_-]{12})\//.exec(location.pathname)?.[1];
const PATIENCE = 20000; // milliseconds
const PAUSES = [0, 600, 2000, 5000]; // before an act is sent again
const TRIES = 60; // while the server can't be reached

export class Problem extends Error {
  constructor(status, said) {
    super(said);
    this.status = status; // 0: no answer
  }
}

async function request(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...options, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Problem(0, "");
  }
  const document = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, document.error ?? "");
  return document;
}

const sent = (method, body) => ({ method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

export const ask = (path) => request(`/${WINDOW}/api/${path}`);
export const open = (token) => request("/api/session", sent("POST", { token }));
export const post = (path, body = {}) => request(`/${WINDOW}/api/${path}`, sent("POST", body));
export const change = (settings) => post("settings", settings);
export const beginDaily = () => post("daily");
export const leave = () => request(`/${WINDOW}/api/session`, { method: "DELETE" });

// An act has a key, by which it acts once: after a lost answer it's sent again with the same one, for some minutes if
// the server is away.
export async function act(address, wish) {
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (let number = 0; ; number++) {
    await new Promise((done) => setTimeout(done, PAUSES[number] ?? PAUSES.at(-1)));
    try {
      return await request(`/${WINDOW}/api/${address}/acts`, sent("POST", { ...wish, key }));
    } catch (problem) {
      const isAway = [0, 502, 504].includes(problem.status);
      if (!isAway && problem.status !== 503) throw problem;
      if (number + 1 >= (isAway ? TRIES : PAUSES.length)) throw problem;
    }
  }
}

// Calls `changed` with the match that has changed, or with null when anything may have changed meanwhile.
export class Live {
  constructor(changed, connected) {
    Object.assign(this, { changed, connected, match: 0, source: null, waiting: 0 });
    addEventListener("online", () => this.show(this.match, true));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.source) this.changed(null);
    });
  }

  show(match, lost = false) {
    clearTimeout(this.waiting);
    this.source?.close();
    this.match = match;
    const source = (this.source = new Stream(`/${WINDOW}/api/events?match=${match}`, match, ask));
    source.addEventListener("hello", () => {
      this.connected(true);
      if (lost) this.changed(null);
      lost = false;
    });
    source.addEventListener("match", (event) => this.changed(JSON.parse(event.data)));
    source.addEventListener("over", () => {
      source.close();
      this.changed(null);
    });
    source.addEventListener("error", () => {
      lost = true;
      this.connected(false);
      if (source.readyState === EventSource.CLOSED) {
        this.waiting = setTimeout(() => this.show(match, true), 5000);
      }
    });
  }
}
