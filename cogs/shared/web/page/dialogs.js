// What opens above the board: the position in words, the rules, the replay. `text` translates the page's own words.

import { replay } from "./replay.js";
import { WINDOW, ask, post } from "./server.js";
import { div, element, words } from "./words.js";

const dialog = document.getElementById("dialog");

function open(title, ...parts) {
  dialog.replaceChildren(element("h2", { id: "dialog-title" }, title), ...parts);
  dialog.showModal();
}

const close = (text) => div("buttons", element("button", { onclick: () => dialog.close() }, text("close")));

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

export async function showReplay(match, text, perform) {
  const address = `${match.address}/replay`;
  let now = null;
  const tries = element("button", { hidden: true, onclick: () => { dialog.close(); perform({ do: "try_out", step: now.step }); } }, text("try_out"));
  const shown = replay(async (step) => {
    now = await ask(`${address}/${step}`);
    tries.hidden = !now.tries;
    return now;
  }, (step) => `/${WINDOW}/api/${address}/${step}/picture`, text);
  const buttons = close(text);
  buttons.prepend(tries);
  open(`${match.game_title} · ${match.id}`, shown.root, buttons);
  await shown.go(0);
}

// The review may have to be made first; until it's there, it's asked how far it is.
export async function showReview(match, text) {
  const address = `${match.address}/review`, said = element("div", { role: "status" });
  const picture = (one) => element("img", { src: `/${WINDOW}/${one.picture}`, alt: one.alt, loading: "lazy" });
  let found = await post(address);
  open(`${text("review")} · ${match.game_title} · ${match.id}`, said, close(text));
  while (!found.moments && said.isConnected && dialog.open) {
    said.replaceChildren(words(found.words));
    await new Promise((done) => setTimeout(done, 2000));
    found = await ask(address).catch((problem) => {
      if (problem.status) said.replaceChildren(words(problem.message));
      return problem.status ? null : found;
    });
    if (!found) return;
  }
  if (!said.isConnected || !found.moments) return;
  const moments = found.moments.map((one) => {
    const [title, ...rest] = one.words.split("\n");
    return element("details", {}, element("summary", {}, ...words(title).firstChild.childNodes), words(rest.join("\n")), picture(one));
  });
  said.replaceChildren(words(found.words), picture(found), ...moments);
  if (found.book) said.append(div("buttons", element("button", { onclick: async (event) => {
    const done = await post(`${address}/book`).catch((problem) => ({ words: problem.message }));
    event.target.closest("div").replaceChildren(words(done.words));
  } }, found.book)));
}
