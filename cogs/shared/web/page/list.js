// Everything that is this person's: running matches, those that wait first, and what can be played at any time.

import { WINDOW, ask, beginDaily } from "./server.js";
import { div, element, plain, relative, words } from "./words.js";

const until = (deadline) => deadline
  ? [" · ", element("time", { "data-until": deadline }, relative(deadline, document.documentElement.lang))] : [];

const entry = (one) => element("li", {}, element("a", { class: `card board${one.turn ? " turn" : ""}`, href: `#${one.id}` },
  element("img", { src: `/${WINDOW}/${one.picture}`, alt: "", loading: "lazy", width: 64, height: 64 }),
  element("strong", {}, `${one.game_title} · ${one.id}`),
  element("div", {}, words(one.others)),
  element("div", {}, one.turn ? element("strong", {}, one.standing) : one.standing, ...until(one.deadline))));

const offers = (title, found) => found.length ? [element("h2", {}, title), element("div", { class: "buttons" },
  ...found.map((one) => element("a", { class: "button", href: `#${one.to}` }, one.title, element("small", {}, plain(one.words)))))] : [];

// The parts of the page.
export async function list(text, tried) {
  const [mine, more] = await Promise.all([ask("matches"), ask("offers")]);
  const daily = element("button", { onclick: async () => {
    const begun = more.daily.match ?? (await tried(beginDaily))?.match;
    if (begun) location.hash = begun;
  } }, text("daily"), element("small", {}, ...words(more.daily.title).firstChild.childNodes));
  return [
    element("h1", {}, text("matches")),
    mine.matches.length ? element("ul", { class: "list" }, ...mine.matches.map(entry)) : element("p", { class: "lone" }, text("none")),
    div("buttons", daily),
    ...offers(text("lessons"), more.lessons),
    ...offers(text("puzzles"), more.puzzles),
  ];
}
