// A match step by step: its picture, a slider, and what happened in words.

import { div, element, words } from "./words.js";

// `ask` gets a step by its number, `pictureOf` the address of its picture.
export function replay(ask, pictureOf, text) {
  const image = element("img", {}), said = element("div", { class: "told", "aria-live": "polite" });
  let asked = 0;
  const go = async (step) => {
    const turn = ++asked;
    const found = await ask(step);
    if (turn !== asked) return;
    Object.assign(slider, { max: found.last, value: found.step });
    Object.assign(image, { src: pictureOf(found.step), alt: found.alt });
    said.replaceChildren(words(found.words));
  };
  const failed = () => {}; // the step before stays
  const slider = element("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": text("replay"), oninput: () => go(slider.value).catch(failed) });
  const step = (by) => () => go(Math.max(0, Math.min(Number(slider.max), Number(slider.value) + by))).catch(failed);
  const root = div("replay", div("film", image), slider, element("div", { class: "buttons" },
    element("button", { onclick: step(-1), "aria-label": text("backward") }, "◀"),
    element("button", { onclick: step(1), "aria-label": text("forward") }, "▶")), said);
  return { root, go };
}
