// A match that everybody may see: its board, the replay, who plays, and whether the sealed luck fits what was announced.

import { replay } from "./replay.js";
import { div, element, words } from "./words.js";

const HERE = location.pathname.replace(/\/$/, "");
const EVERY = 20000; // milliseconds between looks at a running match
const main = document.getElementById("main");
let match = null;

async function ask(path) {
  const answer = await fetch(`${HERE}/${path}`);
  const document = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(document.error ?? ""), { status: answer.status });
  return document;
}

const text = (key) => match.words[key] ?? key;

// The SHA-256 of the seed, computed here, against what was announced before the first draw.
async function check(seal) {
  if (!seal.seed) return text("still_sealed");
  const bytes = new Uint8Array(seal.seed.match(/../g).map((pair) => parseInt(pair, 16)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text(found === seal.commitment ? "fits" : "differs");
}

async function show() {
  let found;
  try {
    found = await ask("api");
  } catch (problem) {
    if (problem.status === 404) {
      match = null;
      main.replaceChildren(div("card", problem.message));
    }
    return;
  }
  if (match?.version === found.version) return;
  match = found;
  document.title = `${match.game_title} · Crux`;
  const state = div("card turn", element("h1", {}, ...(words(match.title).firstChild?.childNodes ?? [])));
  state.style.setProperty("--seat", match.colour);
  const side = [state, div("card", words(match.happened), words(match.seats))];
  const picture = div("pictures");
  if (match.replay) {
    const steps = replay((step) => ask(`replay/${step}`), (step) => `${HERE}/replay/${step}/picture`, text);
    picture.append(steps.root);
    steps.go(999999).catch(() => {});
  } else {
    picture.append(div("picture", element("img", { src: `${HERE}/picture?${match.version}`, alt: match.alt })));
  }
  if (match.discord) side.push(div("buttons", element("a", { class: "button", href: match.discord, rel: "noopener noreferrer" }, text("continue"))));
  if (match.seal) {
    const result = element("p", { id: "seal" });
    side.push(div("card", element("h2", {}, text("sealed")), element("p", {}, element("code", {}, match.seal.commitment)), result,
      match.seal.seed ? element("p", {}, element("code", {}, match.seal.seed)) : null));
    check(match.seal).then((said) => { result.textContent = said; });
  }
  main.replaceChildren(div("match", picture, div("side", ...side)));
}

setInterval(() => { if (document.visibilityState === "visible" && match?.status === "running") show(); }, EVERY);
show();
