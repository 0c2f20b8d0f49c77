// Small helpers to build the page, and the menu that all selects share.

/** An element: `make("button.primary", {onclick, "aria-label": "..."}, child, "text", ...)`. */
export function make(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "html") element.innerHTML = value; // only ever HTML the server rendered from Markdown
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const COLOURS = ["#7b8cf5", "#e08a5b", "#58b68b", "#c77bd1", "#d6b14a"];

/** A round picture with the first letter of a name; `index` chooses its colour. */
export function avatar(name, index, isBot = false) {
  if (isBot) return make("img.avatar", { src: "/page/icon.svg", alt: "", width: 40, height: 40 });
  const shown = make("span.avatar", { "aria-hidden": "true" }, name.slice(0, 1));
  shown.style.background = COLOURS[index % COLOURS.length];
  return shown;
}

export function emojiOf(owner) {
  if (owner.emoji?.id) return make("img.emoji", { src: `/cdn/emojis/${owner.emoji.id}.png`, alt: "" });
  return owner.emoji?.name ? make("span.emoji", { "aria-hidden": "true" }, owner.emoji.name) : null;
}

const two = (number) => String(number).padStart(2, "0");
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [["second", 1], ["minute", 60], ["hour", 3600], ["day", 86400], ["month", 2629800], ["year", 31557600]];

/** In the smallest unit of which there are, once rounded, fewer than one of the next: "tomorrow", not "in 24 hours". */
function relative(seconds) {
  const distance = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length], index) =>
    index === UNITS.length - 1 || Math.round(Math.abs(distance) / length) * length < UNITS[index + 1][1]);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(distance / size), unit);
}

/** Write every timestamp below `root` in the reader's own time zone and language. */
export function tellTimes(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const seconds = Number(element.dataset.time);
    const moment = new Date(seconds * 1000);
    const style = element.dataset.style;
    element.textContent = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(moment);
    element.dateTime = moment.toISOString();
    element.title = new Intl.DateTimeFormat(undefined, STYLES.F).format(moment);
  }
}

/** "Today at 14:05", "Yesterday at ..." or the date. */
export function saidAt(iso) {
  const moment = new Date(iso);
  const clock = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  const day = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const ago = Math.round((day(new Date()) - day(moment)) / 86400000);
  if (ago === 0) return `Today at ${clock}`;
  if (ago === 1) return `Yesterday at ${clock}`;
  return `${moment.toLocaleDateString()} ${clock}`;
}

let serial = 0;

/**
 * A select as a button with a list: options have label, value, description, emoji, default. A single choice is taken immediately;
 * several are taken when the list is closed. `taken(values)` is told. `searchable` shows a field to narrow the list.
 */
export function selectMenu({ options, placeholder, min = 1, max = 1, disabled = false, searchable = false, label, taken }) {
  const id = `menu-${++serial}`;
  const chosen = new Set(options.filter((option) => option.default).map((option) => option.value));
  let open = false, active = -1, before = "";
  const face = make("span.select-face");
  const button = make("button.select-button", {
    type: "button", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": id, disabled,
    "aria-label": label || placeholder || "Choose",
  }, face, make("span.chevron", { "aria-hidden": "true" }));
  const search = make("input.select-search", { type: "text", placeholder: "Search", "aria-label": "Search", "aria-controls": id });
  const list = make("ul.select-list", { role: "listbox", id, tabindex: "-1", "aria-multiselectable": max > 1 ? "true" : "false" });
  const panel = make("div.select-panel", { hidden: true }, searchable ? search : null, list);
  const root = make("div.select", {}, button, panel);

  const showFace = () => {
    const picked = options.filter((option) => chosen.has(option.value));
    face.replaceChildren(...(picked.length
      ? picked.map((option) => make("span.picked", {}, emojiOf(option), option.label))
      : [make("span.placeholder", {}, placeholder || "Make a selection")]));
  };
  const items = () => [...list.children].filter((item) => !item.hidden);
  const highlight = (index) => {
    active = index;
    items().forEach((item, number) => item.classList.toggle("active", number === index));
    const item = items()[index];
    if (item) { item.scrollIntoView({ block: "nearest" }); list.setAttribute("aria-activedescendant", item.id); }
  };
  const fill = () => {
    const wanted = search.value.toLowerCase();
    list.replaceChildren(...options.map((option, number) => {
      const item = make("li", {
        role: "option", id: `${id}-${number}`, "data-value": option.value,
        "aria-selected": chosen.has(option.value) ? "true" : "false", onclick: () => pick(option),
      }, emojiOf(option), make("span.option-text", {}, make("span.option-label", {}, option.label),
        option.description ? make("span.option-description", {}, option.description) : null),
      make("span.tick", { "aria-hidden": "true" }));
      item.hidden = !option.label.toLowerCase().includes(wanted);
      return item;
    }));
  };
  const close = (apply) => {
    if (!open) return;
    open = false;
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    const now = [...chosen].sort().join("\u0000");
    if (max > 1 && apply && now !== before) {
      if (chosen.size >= min) taken([...chosen]);
      else { chosen.clear(); before.split("\u0000").filter(Boolean).forEach((value) => chosen.add(value)); }
    }
    showFace();
  };
  const outside = (event) => { if (!root.contains(event.target)) close(true); };
  const pick = (option) => {
    if (max === 1) {
      const again = chosen.has(option.value);
      chosen.clear();
      if (!(again && min === 0)) chosen.add(option.value);
      close(false);
      button.focus();
      taken([...chosen]);
    } else {
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (chosen.size < max) chosen.add(option.value);
      fill();
      highlight(options.indexOf(option));
    }
  };
  const show = () => {
    if (open || button.disabled) return;
    open = true;
    before = [...chosen].sort().join("\u0000");
    search.value = "";
    fill();
    panel.hidden = false;
    panel.classList.toggle("upwards", button.getBoundingClientRect().bottom + 320 > innerHeight);
    button.setAttribute("aria-expanded", "true");
    highlight(Math.max(0, options.findIndex((option) => chosen.has(option.value))));
    (searchable ? search : list).focus();
    document.addEventListener("pointerdown", outside, true);
  };
  const keys = (event) => {
    const shown = items();
    if (event.key === "ArrowDown") highlight((active + 1) % shown.length);
    else if (event.key === "ArrowUp") highlight((active - 1 + shown.length) % shown.length);
    else if (event.key === "Home" && !searchable) highlight(0);
    else if (event.key === "End" && !searchable) highlight(shown.length - 1);
    else if (event.key === "Enter" || (event.key === " " && !searchable)) shown[active]?.click();
    else if (event.key === "Escape") { close(true); button.focus(); }
    else if (event.key === "Tab") { close(true); return; }
    else if (!searchable && event.key.length === 1) {
      const found = shown.findIndex((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()));
      if (found >= 0) highlight(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  panel.addEventListener("keydown", keys);
  search.addEventListener("input", () => { fill(); highlight(0); });
  button.addEventListener("click", () => (open ? close(true) : show()));
  button.addEventListener("keydown", (event) => { if (["ArrowDown", "ArrowUp"].includes(event.key)) { event.preventDefault(); show(); } });
  showFace();
  root.values = () => [...chosen];
  return root;
}
