// Who owns the server: only the owner sees and may use commands such as /settings. On the page anyone can change that.

import { post } from "./api.js";
import { make } from "./elements.js";

const CROWN = "M4 18h16M4 15 3 7l5 4 4-6 4 6 5-4-1 8z";

/** A mark beside the owner's name, or beside words that say so themselves. */
export function crown(words = "owner") {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", width: 15, height: 15, class: "crown", ...(words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" }) })) drawing.setAttribute(name, value);
  for (const [name, value] of Object.entries({ d: CROWN, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linejoin": "round", "stroke-linecap": "round" })) line.setAttribute(name, value);
  drawing.append(line);
  return drawing;
}

/** Says who owns the server and what that means, and lets somebody else be it. `failed` gets what went wrong. */
export function showOwner(place, world, failed) {
  const members = world.people.filter((other) => other.member || other.id === world.owner);
  const choice = make("select", { id: "owner", "aria-describedby": "owner-means" },
    ...members.map((other) => make("option", { value: other.id, selected: other.id === world.owner }, other.name)));
  choice.onchange = () => post("owner", { owner: choice.value }).catch((refusal) => failed(refusal.message));
  place.replaceChildren(
    make("p.owner", {}, make("label", { for: "owner" }, crown(""), "Server owner"), choice),
    make("p.owner-means", { id: "owner-means" }, "Only the owner can use commands like /settings."),
  );
}
