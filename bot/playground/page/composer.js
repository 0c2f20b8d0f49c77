// The line at the bottom: ordinary words, or "/" and a command with its options.

import { post } from "./api.js";
import { make } from "./elements.js";
import { fitting, named, splitOptions } from "./typed.js";

const SUB_COMMAND = 1, GROUP = 2, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10, ATTACHMENT = 11;
const HINTS = { [INTEGER]: "a whole number", [NUMBER]: "a number", [BOOLEAN]: "True or False", [USER]: "a person", [CHANNEL]: "a channel", [ATTACHMENT]: "a file" };

/** `world()` gives people, channels, commands and the open channel; `used(interaction, name)` hears of sent commands. */
export class Composer {
  constructor({ world, used, go }) {
    this.world = world;
    this.used = used;
    this.line = document.getElementById("line");
    this.popup = document.getElementById("popup");
    this.complaint = document.getElementById("complaint");
    this.suggestions = [];
    this.active = 0;
    this.command = null;
    this.asked = 0;
    this.deliveries = Promise.resolve();
    this.line.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    this.line.addEventListener("keydown", (event) => { this.complain(""); this.key(event); });
    this.line.addEventListener("input", () => this.complain(""));
    this.line.addEventListener("focusout", () => setTimeout(() => { if (!this.line.contains(document.activeElement)) this.hide(); }, 150));
    this.words();
  }

  /** Names and descriptions in the reader's language where the bot gave them. */
  said(node, key) {
    return node[`${key}_localizations`]?.[this.world().language] || node[key];
  }

  // Ordinary words

  words(text = "", focus = false) {
    this.command = null;
    this.text = make("textarea", {
      id: "words", rows: 1, "aria-label": "Message, or / for a command", "aria-autocomplete": "list", "aria-controls": "popup",
      oninput: () => { this.grow(); this.offerCommands(); }, onfocus: () => this.offerCommands(),
    });
    this.text.value = text;
    this.line.className = "";
    this.line.replaceChildren(this.text, make("button.icon-button.send", { type: "submit", "aria-label": "Send" }, "➤"));
    this.naming();
    this.grow();
    this.hide();
    if (focus) this.text.focus();
  }

  /** The channel or the commands may have changed. */
  naming() {
    if (this.command) return;
    this.text.placeholder = `Message ${this.world().channelName || "…"}${this.leaves().length ? "   ( / for commands )" : ""}`;
    if (document.activeElement === this.text) this.offerCommands();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }

  offerCommands() {
    const typed = this.text.value;
    if (!typed.startsWith("/")) return this.hide();
    const wanted = typed.slice(1).trimStart().replace(/\s+/g, " ");
    for (const leaf of this.leaves()) { // a space after the whole name chooses it, as people type it
      const name = [leaf.shown, leaf.name].find((one) => wanted.toLowerCase().startsWith(`${one} `));
      if (name) return this.begin(leaf, wanted.slice(name.length + 1));
    }
    this.offer(fitting(this.leaves(), wanted, ({ name, shown }) => [name, shown]).map((leaf) => ({
      title: `/${leaf.shown}`, note: this.said(leaf.node, "description"), take: () => this.begin(leaf),
    })), "Commands", this.leaves().length ? "No command begins like this." : "There are no commands here: they work in channels.");
    return undefined;
  }

  leaves() {
    const found = [];
    const below = (names, shown, node, root) => {
      const groups = (node.options || []).filter((option) => option.type === SUB_COMMAND || option.type === GROUP);
      if (!groups.length) found.push({ name: names.join(" "), shown: shown.join(" "), node, root });
      for (const option of groups) below([...names, option.name], [...shown, this.said(option, "name")], option, root);
    };
    for (const command of this.world().commands) below([command.name], [this.said(command, "name")], command, command);
    return found;
  }

  // A command with options

  /** Go on to the options of this command; `text` holds those that were typed or pasted with its name. */
  begin(leaf, text = "") {
    this.command = leaf;
    this.filled = new Map();
    this.chips = make("div.chips");
    this.more = make("input.more", {
      type: "text", "aria-label": "Further options", "aria-autocomplete": "list", "aria-controls": "popup", size: 12,
      oninput: () => this.readMore(), onfocus: () => this.offerOptions(),
    });
    this.line.className = "command";
    this.line.replaceChildren(make("span.command-name", {}, `/${leaf.shown}`), this.chips, this.more,
      make("button.icon-button", { type: "button", "aria-label": "Give up this command", onclick: () => { this.words(); this.text.focus(); } }, "✕"),
      make("button.icon-button.send", { type: "submit", "aria-label": "Send the command" }, "➤"));
    for (const option of this.options().filter((one) => one.required)) this.add(option, false);
    this.counting();
    const { before, entries } = this.readOptions(text);
    const first = before && this.firstEmpty(); // what follows the name directly is the value of a required option
    if (first) this.fill(first, before);
    else this.more.value = before;
    this.goOn(entries);
  }

  options() {
    return this.command.node.options || [];
  }

  left() {
    return this.options().filter((option) => !this.filled.has(option.name));
  }

  firstEmpty() {
    return [...this.filled.values()].find((entry) => entry.value === "");
  }

  namesOf(node) {
    return [node.name, this.said(node, "name")];
  }

  counting() {
    const many = this.left().length;
    this.more.hidden = !many;
    this.more.placeholder = `+${many} optional`;
  }

  /** To the first of these options that isn't finished, else to one without a value, else to where another one is named. */
  goOn(entries = []) {
    const unfinished = entries.find((entry) => !entry.chosen && this.candidates(entry.option)) ?? this.firstEmpty();
    const next = unfinished?.field ?? this.more;
    if (next.hidden) {
      this.line.querySelector(".send").focus();
      this.hide();
    } else if (next !== document.activeElement) next.focus();
    else if (unfinished) this.offerValues(unfinished, next);
    else this.offerOptions();
  }

  add(option, focus = true) {
    const entry = { option, value: "", shown: "", chosen: false };
    const name = this.said(option, "name");
    const field = make("input", option.type === ATTACHMENT ? { type: "file", "aria-label": name } : {
      type: "text", "aria-label": `${name}: ${this.said(option, "description")}`, "aria-autocomplete": "list", "aria-controls": "popup", size: 6,
      oninput: () => this.readValue(entry), onfocus: () => this.offerValues(entry, field),
    });
    if (option.type === ATTACHMENT) field.addEventListener("change", () => this.attach(entry, field));
    entry.field = field;
    entry.chip = make("span.chip", { "data-option": option.name }, make("span.chip-name", {}, name), field);
    this.filled.set(option.name, entry);
    this.chips.append(entry.chip);
    this.counting();
    if (focus) field.focus();
    return entry;
  }

  // What is typed

  /** A further option was typed: `computers` and a space, or `computers:normal`, or several of these. */
  readMore() {
    const text = this.more.value;
    const option = /\s$/.test(text) && named(this.left(), text, (one) => this.namesOf(one));
    const { before, entries } = this.readOptions(text);
    this.more.value = option ? "" : before;
    if (option) this.add(option);
    else if (entries.length) this.goOn(entries);
    else this.offerOptions();
  }

  /** A value was typed, perhaps with the options that follow it; a space after a whole value goes on. */
  readValue(entry) {
    const { field } = entry;
    const { before, entries } = this.readOptions(field.value, entry);
    if (entries.length) {
      if (!entries.includes(entry)) this.fill(entry, before);
      this.goOn(entries);
      return;
    }
    if (/\s$/.test(field.value) && (entry.chosen ? field.value.trimEnd() === entry.shown : this.isExact(entry.option, field.value))) {
      if (entry.chosen) this.show(entry);
      else this.fill(entry, field.value);
      this.goOn();
      return;
    }
    entry.chosen = false;
    entry.value = entry.shown = field.value;
    this.show(entry);
    this.offerValues(entry, field);
  }

  /** Fill in the options that `text` names; returns their entries and the words `before` them. */
  readOptions(text, typedIn = null) {
    const open = this.options().filter((option) => {
      const entry = this.filled.get(option.name);
      return !entry || entry.value === "" || entry === typedIn;
    });
    const { before, parts } = splitOptions(text, open, (option) => this.namesOf(option));
    const entries = parts.map(({ option, text: value }) => {
      const entry = this.filled.get(option.name) ?? this.add(option, false);
      this.fill(entry, value);
      return entry;
    });
    return { before: parts.length ? before : text, entries };
  }

  /** The values there are to choose from, as {name, value}; nothing where the person may type anything. */
  candidates(option) {
    const { people, channels } = this.world();
    if (option.choices) return option.choices.map((choice) => ({ name: this.said(choice, "name"), value: choice.value }));
    if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
    if (option.type === USER) return people.filter((other) => other.member).map((other) => ({ name: other.name, value: other.id }));
    if (option.type === CHANNEL) return channels.filter((channel) => channel.name).map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
    return null;
  }

  candidateNamed(option, text) {
    return named(this.candidates(option) || [], text, ({ name, value }) => [name.replace(/^#/, ""), String(value)]);
  }

  /** The values of which the name contains what was typed, as the list above the line shows them. */
  candidatesFitting(option, text) {
    return fitting(this.candidates(option) || [], text.replace(/^[@#]/, ""), ({ name }) => [name.replace(/^#/, "")]);
  }

  /** Whether nothing longer can be meant: no other value goes on after this space. */
  isExact(option, text) {
    const candidates = this.candidates(option);
    if (!candidates) return [INTEGER, NUMBER].includes(option.type) && text.trim() !== "" && Number.isFinite(Number(text));
    return Boolean(this.candidateNamed(option, text)) && !candidates.some(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  }

  /** What fits only one value means that one, so that nobody has to type the whole of a long name. */
  fill(entry, text) {
    if (entry.option.type === ATTACHMENT) return;
    const [only, ...others] = text.trim() ? this.candidatesFitting(entry.option, text) : [];
    const candidate = this.candidateNamed(entry.option, text) ?? (others.length ? undefined : only);
    entry.chosen = Boolean(candidate);
    entry.value = candidate ? candidate.value : text.trim();
    entry.shown = candidate ? candidate.name : text.trim();
    this.show(entry);
  }

  show(entry) {
    if (entry.field.value !== entry.shown) entry.field.value = entry.shown;
    entry.field.size = Math.max(6, Math.min(28, entry.shown.length + 1));
  }

  drop(entry) {
    entry.chip.remove();
    this.filled.delete(entry.option.name);
    this.counting();
    (this.chips.querySelector(".chip:last-child input") || this.more).focus();
  }

  async attach(entry, field) {
    const file = field.files[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    entry.value = { filename: file.name, data: btoa(text) };
  }

  take(entry, { value, name }) {
    entry.value = value;
    entry.shown = name;
    entry.chosen = true;
    this.show(entry);
    const next = this.firstEmpty();
    if (next) { next.field.focus(); return; }
    this.hide(); // Enter sends now; Tab or a space goes on to the optional ones
  }

  /** While no name is typed none is highlighted, so that Enter sends the command as it is. */
  offerOptions() {
    const typed = this.more.value;
    this.offer(fitting(this.left(), typed, (option) => this.namesOf(option)).map((option) => ({
      title: this.said(option, "name"), note: this.said(option, "description"), take: () => { this.more.value = ""; this.add(option); },
    })), "Options", "No option has this name.", typed.trim() ? 0 : -1);
  }

  offerValues(entry, field) {
    const { option } = entry;
    const help = `${this.said(option, "name")} – ${this.said(option, "description")}`;
    if (option.autocomplete) return this.ask(entry, field, help);
    const candidates = this.candidates(option);
    if (candidates) return this.offer(this.candidatesFitting(option, entry.chosen ? "" : field.value).slice(0, 25).map((choice) => ({
      title: choice.name, take: () => this.take(entry, choice),
    })), help, "No option fits.");
    this.offer([], HINTS[option.type] ? `${help} (${HINTS[option.type]})` : help, "");
    return undefined;
  }

  /** The bot's own suggestions, asked for a moment after the last key. */
  ask(entry, field, help) {
    const turn = ++this.asked;
    this.offer([], help, "Loading options…");
    setTimeout(async () => {
      if (turn !== this.asked) return;
      const options = Object.fromEntries([...this.filled.values()].map((one) => [one.option.name, one === entry ? field.value : one.value]));
      try {
        const answer = await post("autocomplete", { channel: this.world().channel, name: this.command.name, options, focused: entry.option.name });
        if (turn !== this.asked || document.activeElement !== field) return;
        this.offer(answer.choices.map((choice) => ({ title: choice.name, take: () => this.take(entry, choice) })), help,
          answer.failed ? "Loading options failed." : "No options match.");
      } catch (refusal) {
        if (turn === this.asked) this.offer([], help, refusal.message);
      }
    }, 120);
  }

  // The list above the line

  offer(suggestions, heading, empty, active = 0) {
    this.suggestions = suggestions;
    this.active = active;
    this.popup.hidden = false;
    this.popup.replaceChildren(make("p.popup-heading", {}, heading));
    if (suggestions.length) {
      this.popup.append(make("ul", { role: "listbox", "aria-label": heading }, ...suggestions.map((one, index) => make("li", {
        role: "option", id: `suggestion-${index}`, "aria-selected": "false",
        onmousedown: (event) => { event.preventDefault(); one.take(); }, onmousemove: () => this.highlight(index),
      }, make("span.suggestion-title", {}, one.title), one.note ? make("span.suggestion-note", {}, one.note) : null))));
      this.highlight(active);
    } else if (empty) {
      this.popup.append(make("p.muted", {}, empty));
    }
  }

  highlight(index) {
    this.active = index;
    [...this.popup.querySelectorAll("li")].forEach((item, number) => {
      item.setAttribute("aria-selected", number === index ? "true" : "false");
      if (number === index) { item.scrollIntoView({ block: "nearest" }); document.activeElement?.setAttribute?.("aria-activedescendant", item.id); }
    });
  }

  hide() {
    this.asked += 1;
    this.suggestions = [];
    this.popup.hidden = true;
  }

  key(event) {
    const { key } = event;
    const many = this.suggestions.length;
    const entry = this.command && [...this.filled.values()].find((one) => one.field === event.target);
    if (key === "ArrowDown" && many) this.highlight((this.active + 1) % many);
    else if (key === "ArrowUp" && many) this.highlight((Math.max(this.active, 0) - 1 + many) % many);
    else if (key === "Escape") { if (this.command) { this.words(); this.text.focus(); } else this.hide(); }
    else if (key === "Enter" && event.shiftKey) return;
    else if ((key === "Enter" || (key === "Tab" && !event.shiftKey)) && many && this.active >= 0 && !(key === "Enter" && this.settled(entry))) this.suggestions[this.active].take();
    else if (key === "Enter" && !event.target.matches("button")) this.send();
    else if (key === "Backspace" && entry && entry.field.value === "" && !entry.option.required) this.drop(entry);
    else if (key === "Backspace" && entry && entry.field.value === "" && this.filled.size === 1) { this.words(`/${this.command.shown}`); this.text.focus(); }
    else if (key === "Backspace" && this.command && event.target === this.more && this.more.value === "") {
      const last = this.chips.querySelector(".chip:last-child input");
      if (last) last.focus();
      else { this.words(`/${this.command.shown}`); this.text.focus(); }
    }
    else return;
    event.preventDefault();
  }

  /** Whether this option already holds a chosen value, so that Enter sends instead of choosing again. */
  settled(entry) {
    return Boolean(entry) && (entry.chosen || (entry.value !== "" && entry.option.autocomplete && this.suggestions[this.active]?.title === entry.shown));
  }

  // Sending

  /** What is typed from now on belongs to the next message, so the line is empty at once; it comes back if it's refused. */
  async send() {
    this.complain("");
    const { channel } = this.world();
    try {
      if (this.command) await this.sendCommand(channel);
      else await this.sendText(channel);
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  async sendText(channel) {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const leaf = this.leaves().find(({ name, shown }) => `/${name}` === text || `/${shown}` === text);
      if (leaf) this.begin(leaf);
      else this.complain(`There is no command ${text} here.`);
      return;
    }
    this.words("", true);
    await this.deliver(`channels/${channel}/messages`, { content: text }, () => this.words(text));
  }

  async sendCommand(channel) {
    const { command, filled, chips, more } = this;
    for (const entry of filled.values()) if (entry.value !== "" && !entry.chosen) this.fill(entry, entry.shown);
    const unknown = more.value.trim();
    if (unknown) { this.complain(`/${command.shown} has no option called ${unknown}.`); return; }
    const options = Object.fromEntries([...filled.values()].filter((entry) => entry.value !== "").map((entry) => [entry.option.name, entry.value]));
    const [parts, focused] = [[...this.line.childNodes], document.activeElement];
    this.words("", true);
    const { interaction } = await this.deliver("commands", { channel, name: command.name, options }, () => {
      Object.assign(this, { command, filled, chips, more });
      this.line.className = "command";
      this.line.replaceChildren(...parts);
      focused.focus();
    });
    this.used(interaction, command.name);
  }

  /** One after the other, as they were sent. If it's refused, `restore` brings back the line unless something new stands there. */
  async deliver(path, body, restore) {
    const delivery = this.deliveries.then(() => post(path, body));
    this.deliveries = delivery.catch(() => {});
    try {
      return await delivery;
    } catch (refusal) {
      if (!this.command && !this.text.value) restore();
      throw refusal;
    }
  }

  complain(words) {
    this.complaint.textContent = words;
    this.complaint.hidden = !words;
  }
}
