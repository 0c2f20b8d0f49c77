// The menus of people and of messages: commands that are about one of them.

import { language } from "./api.js";
import { make } from "./elements.js";

let close = () => {}; // the menu that is open

/** What can be done with a person or a message here; `commands` are those of the open channel's menus. */
export function openMenu(event, commands, take) {
  event.preventDefault();
  close();
  if (!commands.length) return;
  const opener = event.currentTarget;
  const menu = make("div.menu", { role: "menu" }, ...commands.map((command) => make("button.menu-item", {
    type: "button", role: "menuitem", onclick: () => { close(); take(command); },
  }, command.name_localizations?.[language()] || command.name)));
  const outside = (happened) => { if (!menu.contains(happened.target)) close(); };
  const keys = (pressed) => {
    const items = [...menu.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed.key];
    if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
    else if (pressed.key === "Escape" || pressed.key === "Tab") { close(); opener.focus?.(); }
    else return;
    pressed.preventDefault();
    pressed.stopPropagation();
  };
  close = () => {
    close = () => {};
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
  };
  document.body.append(menu);
  const box = opener.getBoundingClientRect();
  const [x, y] = event.clientX || event.clientY ? [event.clientX, event.clientY] : [box.left, box.bottom];
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  menu.addEventListener("keydown", keys);
  document.addEventListener("pointerdown", outside, true);
  menu.firstChild.focus();
}
