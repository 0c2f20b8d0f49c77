// What opens above the board: the position in words, the rules, the replay. `text` translates the page's own words.

import { replay } from "./replay.js";
import { WINDOW, ask } from "./server.js";
import { element, words } from "./words.js";

const dialog = document.getElementById("dialog");

function open(title, ...parts) {
  dialog.replaceChildren(element("h2", { id: "dialog-title" }, title), ...parts);
  dialog.showModal();
}

const close = (text) => element("div", { class: "buttons" }, element("button", { onclick: () => dialog.close() }, text("close")));

export async function showWords(match, text) {
  const found = await ask(`${match.address}/words`);
  open(text("in_words"), words(found.words), close(text));
}

export async function showRules(match, text) {
  const found = await ask(`rules/${match.game}`);
  const pages = found.pages.map((page, number) => element("details", { open: number === 0 }, element("summary", {}, page.title), words(page.words),
    page.picture ? element("img", { src: `/${WINDOW}/api/rules/${match.game}/${number}/picture`, alt: "", loading: "lazy" }) : null));
  open(`${match.game_title} · ${text("rules")}`, ...pages, close(text));
}

export async function showReplay(match, text) {
  const address = `${match.address}/replay`;
  const shown = replay((step) => ask(`${address}/${step}`), (step) => `/${WINDOW}/api/${address}/${step}/picture`, text);
  open(`${match.game_title} · ${match.id}`, shown.root, close(text));
  await shown.go(0);
}
