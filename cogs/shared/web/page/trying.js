// What is asked before something is done, and what scratch boards have besides: lines, hidden things, luck, names.

import { div, element, words } from "./words.js";

const dialog = document.getElementById("dialog");

function part(name, title, ...parts) {
  const isOpen = document.querySelector(`details[data-of=${name}]`)?.open;
  return element("details", { class: "card", "data-of": name, open: Boolean(isOpen) }, element("summary", {}, title), ...parts);
}

const select = (place, items, perform) => element("select", { "aria-label": place.label,
  onchange: (event) => perform({ do: "suppose", at: place.at, item: event.target.value }) },
  ...(items.some((one) => one.item === place.now) ? items : [{ item: place.now, label: place.label }, ...items])
    .map(({ item, label }) => element("option", { value: item, selected: item === place.now }, label)));

export const trying = ({ lines, hidden }, perform) => [
  lines ? part("lines", lines.title, element("div", { class: "buttons" },
    ...lines.ends.map(({ to, label }) => element("a", { class: "button", href: `#${to}` }, label)))) : null,
  hidden ? part("hidden", hidden.title, ...hidden.groups.flatMap(({ title, places }) => [element("h2", {}, title),
    div("buttons", ...places.map((place) => select(place, hidden.items, perform)))])) : null,
];

function open(title, text, ...parts) {
  dialog.replaceChildren(element("div", { id: "dialog-title" }, title), div("buttons", ...parts,
    element("button", { onclick: () => dialog.close() }, text("back"))));
  dialog.showModal();
}

export function confirmFirst(question, label, style, text, then) {
  if (!question) return then();
  open(words(question), text, element("button", { class: style, onclick: () => { dialog.close(); then(); } }, label));
}

// What a move needs to know first: each option is a wish of its own.
export function askFirst(asked, text, perform) {
  open(words(asked.words), text, ...asked.options.map(({ label, wish }) =>
    element("button", { onclick: () => { dialog.close(); perform(wish); } }, label)));
}

export function askName({ asks, now, label }, text, perform) {
  const field = element("input", { value: now, maxlength: 40, "aria-labelledby": "dialog-title" });
  const done = () => { dialog.close(); perform({ do: "rename", name: field.value }); };
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") done(); });
  open(asks, text, field, element("button", { class: "primary", onclick: done }, label));
}
