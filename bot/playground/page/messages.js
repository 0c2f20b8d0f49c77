// How a message looks: text, components, pictures, and what belongs around it.

import { avatar, emojiOf, make, saidAt, selectMenu, tellTimes } from "./elements.js";

const EPHEMERAL = 1 << 6, LOADING = 1 << 7;
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };
const MENU_COMMAND = 23; // the type of an answer to a command in a menu
const KINDS_OF_PEOPLE = [5, 7], OF_CHANNELS = 8;

export const isPrivate = (message) => Boolean(message.flags & EPHEMERAL);
/** A private answer that is complete: one the bot still thinks about is not swept away with the others. */
export const isDismissible = (message) => isPrivate(message) && !(message.flags & LOADING);

/** `world` knows people, channels and me; `act` has press(message, component, values), dismiss, dismissAll, enlarge,
 *  onMessage(event, message) and onPerson(event, id), which open menus. */
export function messageElement(message, world, act) {
  const hidden = isPrivate(message);
  const isBot = message.author.bot;
  const name = message.author.global_name || message.author.username;
  const time = make("time.said", { datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, saidAt(message.timestamp));
  const element = make("article.message", { "data-id": message.id, "data-author": message.author.id, "aria-label": `${name}, ${saidAt(message.timestamp)}` });
  element.classList.toggle("ephemeral", hidden);
  element.classList.toggle("calls-me", message.mentions.some((user) => user.id === world.me));
  const above = contextLine(message, world, act);
  if (above) element.append(above);
  if (message.type === 18) {
    element.append(make("p.system", {}, `${name} started a thread: `,
      make("a", { href: `#${message.message_reference.channel_id}` }, message.content)));
    return element;
  }
  const body = make("div.body");
  body.append(make("header.said-by", {}, make("span.author", { oncontextmenu: (event) => { event.stopPropagation(); act.onPerson(event, message.author.id); } }, name),
    isBot ? make("span.app", {}, "APP") : null, time,
    hidden ? null : make("button.more", { type: "button", "aria-label": "More about this message", "aria-haspopup": "menu", onclick: (event) => act.onMessage(event, message) }, "⋯")));
  if (!hidden) element.addEventListener("contextmenu", (event) => { if (!event.target.closest("a, input, textarea")) act.onMessage(event, message); });
  if (message.type === 21 && message.referenced_message) {
    body.append(...content(message.referenced_message, world, act));
  } else if (message.flags & LOADING) {
    const late = Date.now() - new Date(message.timestamp) > 15 * 60 * 1000;
    body.append(late ? failure("The application did not respond")
      : make("p.thinking", {}, make("span.dots", { "aria-hidden": "true" }, make("i"), make("i"), make("i")), `${name} is thinking…`));
  } else {
    body.append(...content(message, world, act));
    if (message.edited_timestamp && !(message.flags & (1 << 15))) body.append(make("span.edited", {}, "(edited)"));
  }
  if (message.thread) {
    body.append(make("a.thread-card", { href: `#${message.thread.id}` }, make("strong", {}, message.thread.name),
      make("span", {}, messageCount(message.thread))));
  }
  if (hidden) {
    body.append(make("p.only-you", {}, make("span.eye", { "aria-hidden": "true" }), "Only you can see this · ",
      make("button.text-button", { type: "button", onclick: () => act.dismiss(message) }, "Dismiss message"),
      make("span.with-others", {}, " · ", make("button.text-button", { type: "button", onclick: act.dismissAll }, "Dismiss all"))));
  }
  body.append(make("div.trouble", { role: "alert" }));
  const index = world.people.findIndex((other) => other.id === message.author.id);
  element.append(avatar(name, index, isBot), body);
  tellTimes(element);
  for (const spoiler of element.querySelectorAll(".spoiler")) {
    spoiler.onclick = () => spoiler.classList.add("shown");
    spoiler.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") spoiler.click(); };
  }
  return element;
}

export const messageCount = ({ message_count: count }) => `${count} ${count === 1 ? "message" : "messages"} ›`;

export function failure(words) {
  return make("p.failure", {}, make("span", { "aria-hidden": "true" }, "⚠ "), words);
}

/** "Ada used /cirondo start", or what the message replies to. */
function contextLine(message, world) {
  if (message.interaction) {
    const sign = message.type === MENU_COMMAND ? "" : "/";
    const user = message.interaction.user;
    const name = user.global_name || user.username;
    return make("p.context", {}, avatar(name, world.people.findIndex((other) => other.id === user.id)),
      make("strong", {}, name), " used ", make("span.command", {}, `${sign}${message.interaction.name}`));
  }
  if (message.type === 19) {
    const answered = message.referenced_message;
    if (!answered) return make("p.context", {}, make("em", {}, "The original message was deleted"));
    const words = plain(answered);
    return make("p.context", {}, make("strong", {}, answered.author.global_name || answered.author.username),
      make("span.snippet", {}, words || "Click to see attachment"));
  }
  return null;
}

function plain(message) {
  const texts = [message.html];
  const walk = (components) => { for (const c of components || []) { if (c.html) texts.push(c.html); walk(c.components); } };
  walk(message.components);
  const holder = document.createElement("template");
  holder.innerHTML = texts.join(" ");
  tellTimes(holder.content);
  return holder.content.textContent.replace(/\s+/g, " ").trim().slice(0, 140);
}

function content(message, world, act) {
  const parts = [];
  if (message.html) parts.push(make("div.text", { html: message.html }));
  const isV2 = message.flags & (1 << 15);
  if (!isV2) {
    for (const file of message.attachments) {
      parts.push(file.width ? gallery([{ media: file, description: file.description }], act) : fileCard(file));
    }
    for (const embed of message.embeds) parts.push(embedCard(embed, act));
  }
  for (const component of message.components) parts.push(drawn(component, message, world, act));
  return parts;
}

function drawn(component, message, world, act) {
  const inside = () => component.components.map((child) => drawn(child, message, world, act));
  switch (component.type) {
    case 1: return make("div.row", {}, ...inside());
    case 2: return button(component, message, act);
    case 3: case 5: case 6: case 7: case 8: return select(component, message, world, act);
    case 9: return make("div.section", {}, make("div.section-text", {}, ...inside()),
      make("div.accessory", {}, drawn(component.accessory, message, world, act)));
    case 10: return make("div.text", { html: component.html });
    case 11: return picture({ media: component.media, description: component.description, spoiler: component.spoiler }, act, "thumbnail");
    case 12: return gallery(component.items, act);
    case 13: return fileCard(message.attachments.find((file) => file.id === component.file.attachment_id) || { filename: "file", url: component.file.url });
    case 14: return make(`div.separator.${component.divider === false ? "blank" : "line"}.${component.spacing === 2 ? "wide" : "narrow"}`, { role: "separator" });
    case 17: {
      const box = make("div.container", {}, ...inside());
      if (component.accent_color !== undefined) {
        box.classList.add("accented");
        box.style.setProperty("--accent-line", `#${component.accent_color.toString(16).padStart(6, "0")}`);
      }
      return box;
    }
    default: return make("p.muted", {}, "(something this page cannot show)");
  }
}

function button(component, message, act) {
  const style = BUTTON_STYLES[component.style];
  const label = [emojiOf(component), component.label ? make("span", {}, component.label) : null];
  if (component.url) {
    return make(`a.button.${style}`, { href: component.url, target: "_blank", rel: "noopener noreferrer" }, ...label,
      make("span", { "aria-hidden": "true" }, " ↗"));
  }
  const element = make(`button.button.${style}`, {
    type: "button", disabled: component.disabled, "data-custom-id": component.custom_id,
    "aria-label": component.label ? undefined : component.emoji?.name,
    onclick: () => { if (!element.classList.contains("busy")) act.press(message, component, [], element); },
  }, make("span.label", {}, ...label.filter(Boolean)), make("span.dots", { "aria-hidden": "true" }, make("i"), make("i"), make("i")));
  return element;
}

function select(component, message, world, act) {
  let options = component.options || [];
  const defaults = new Set((component.default_values || []).map((entry) => entry.id));
  if (KINDS_OF_PEOPLE.includes(component.type)) {
    options = world.people.filter((other) => other.member).map((other) => ({ label: other.name, value: other.id }));
    options.push({ label: world.bot.name, value: world.bot.id, description: "the bot" });
  } else if (component.type === OF_CHANNELS) {
    options = world.channels.filter((channel) => channel.name).map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
  }
  options = options.map((option) => (defaults.has(option.value) ? { ...option, default: true } : option));
  const element = selectMenu({
    options, placeholder: component.placeholder, min: component.min_values ?? 1, max: component.max_values ?? 1,
    disabled: component.disabled, searchable: KINDS_OF_PEOPLE.includes(component.type),
    taken: (values) => act.press(message, component, values, element),
  });
  element.dataset.customId = component.custom_id;
  return element;
}

function gallery(items, act) {
  return make(`div.gallery.of-${Math.min(items.length, 4)}`, {}, ...items.map((item) => picture(item, act, items.length === 1 ? "single" : "tile")));
}

function picture({ media, description, spoiler }, act, size) {
  const alt = description || "";
  const image = make("img", { src: media.url, alt, width: media.width, height: media.height, loading: "lazy", draggable: "false" });
  if (media.width && media.height && size === "single") {
    const ratio = media.width / media.height;
    image.style.aspectRatio = String(ratio);
    image.style.width = `min(${media.width}px, 550px, 100%, calc(52dvh * ${ratio}))`;
  }
  const opener = make(`button.picture.${size}`, {
    type: "button", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture",
    onclick: () => {
      if (frame.classList.contains("veiled")) frame.classList.remove("veiled");
      else act.enlarge(media.url, alt);
    },
  }, image);
  const frame = make("figure.frame", {}, opener, alt ? make("span.alt-mark", { title: alt, "aria-hidden": "true" }, "ALT") : null);
  frame.classList.toggle("veiled", Boolean(spoiler));
  return frame;
}

function fileCard(file) {
  const size = file.size === undefined ? "" : file.size < 10240 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(0)} KB`;
  return make("a.file", { href: file.url, download: file.filename }, make("span.file-name", {}, file.filename), make("span.muted", {}, size));
}

function embedCard(embed, act) {
  const card = make("div.container.embed", {},
    embed.author ? make("p.muted", {}, embed.author.name) : null,
    embed.title ? make("h4", {}, embed.title) : null,
    embed.description ? make("div.text", { html: embed.html }) : null,
    ...(embed.fields || []).map((part) => make("div.text", {}, make("strong", {}, part.name), make("div", { html: part.html }))),
    embed.image ? picture({ media: embed.image, description: embed.image.description }, act, "single") : null,
    embed.footer ? make("p.muted", {}, embed.footer.text) : null);
  card.classList.add("accented");
  card.style.setProperty("--accent-line", `#${(embed.color || 0x5f6577).toString(16).padStart(6, "0")}`);
  return card;
}
