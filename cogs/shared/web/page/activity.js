// The page as an Activity on Discord: asks Discord's client who has opened it, then goes on as in a browser.

import { DiscordSDK } from "./discord.js";
import { div, words } from "./words.js";

// Browsers that block the storage of frames refuse even to be asked for it, and here nothing needs to last.
const kept = new Map();
Object.defineProperty(window, "localStorage", { value: {
  getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key),
} });

const given = new URLSearchParams(location.search);

async function post(path, body) {
  const answer = await fetch(`/api/activity/${path}`, {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  });
  const document = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(document.error);
  return document;
}

async function enter() {
  const instance = given.get("instance_id");
  const { application, state } = await post("start", { instance });
  const discord = new DiscordSDK(application, { disableConsoleLogOverride: true });
  await discord.ready();
  const { code } = await discord.commands.authorize({
    client_id: application, response_type: "code", state, prompt: "none", scope: ["identify"],
  });
  return post("session", { instance, code, state });
}

try {
  const opened = await enter();
  history.replaceState(null, "", `/${opened.window}/${location.search}${opened.match ? `#${opened.match}` : ""}`);
  await import("./page.js");
} catch (problem) {
  const said = (problem instanceof Error && problem.message) || "Discord didn't say who you are. Close the Activity, then open it again.";
  document.getElementById("main").replaceChildren(div("card", words(said)));
}
