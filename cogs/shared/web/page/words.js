// Texts of messages as elements: the little Markdown that sentences have. Nothing is ever parsed as HTML.

const TOKEN = /\\([\\*_~`|<>[\]#:@/.+-])|\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*?)\*|<t:(\d+)(?::(\w))?>|\[([^\]]+)\]\((\S+?)\)|(https?:\/\/[^\s)]+)/s;

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export const div = (name, ...children) => element("div", { class: name }, ...children);

const UNITS = [["second", 1], ["minute", 60], ["hour", 3600], ["day", 86400]];

/** In the smallest unit of which there are, once rounded, fewer than one of the next: "tomorrow", not "in 24 hours". */
export function relative(seconds, language) {
  const left = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length], index) =>
    index === UNITS.length - 1 || Math.round(Math.abs(left) / length) * length < UNITS[index + 1][1]);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(left / size), unit);
}

function time(seconds, style) {
  const language = document.documentElement.lang;
  const date = new Date(seconds * 1000);
  if (style === "R") return element("time", { "data-until": seconds, datetime: date.toISOString() }, relative(seconds, language));
  const form = { d: { dateStyle: "short" }, D: { dateStyle: "long" } }[style] ?? { dateStyle: "long", timeStyle: "short" };
  return element("time", { datetime: date.toISOString() }, new Intl.DateTimeFormat(language, form).format(date));
}

function inline(text) {
  const parts = [];
  let rest = text;
  for (let found; (found = TOKEN.exec(rest)); rest = rest.slice(found.index + found[0].length)) {
    parts.push(rest.slice(0, found.index));
    const [, escaped, bold, code, italic, seconds, style, label, address, url] = found;
    if (escaped) parts.push(escaped);
    else if (bold) parts.push(element("strong", {}, ...inline(bold)));
    else if (code) parts.push(element("code", {}, code));
    else if (italic) parts.push(element("em", {}, ...inline(italic)));
    else if (seconds) parts.push(time(Number(seconds), style));
    else if (url) parts.push(element("a", { href: url, rel: "noopener noreferrer" }, url));
    else if (address.startsWith("https://")) parts.push(element("a", { href: address, rel: "noopener noreferrer" }, label));
    else parts.push(label);
  }
  return [...parts, rest].filter((part) => part !== "");
}

export function words(text) {
  const made = document.createDocumentFragment();
  let list = null;
  for (const line of text.split("\n")) {
    const item = /^- (.*)$/.exec(line);
    if (item) {
      if (!list) made.append((list = element("ul")));
      list.append(element("li", {}, ...inline(item[1])));
      continue;
    }
    list = null;
    const title = /^#{1,3} (.*)$/.exec(line), small = /^-# (.*)$/.exec(line);
    if (title) made.append(element("h2", {}, ...inline(title[1])));
    else if (small) made.append(element("p", {}, element("small", {}, ...inline(small[1]))));
    else if (line.trim()) made.append(element("p", {}, ...inline(line)));
  }
  return made;
}

export function plain(text) {
  return [...words(text).children].map((line) => line.textContent).join(" ");
}
