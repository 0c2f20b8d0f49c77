// The page: who I am, which channel is open, what happens, and how the parts hang together.

import { Refusal, get, language, listen, person, post } from "./api.js";
import { Composer } from "./composer.js";
import { enlarge, openActivity, openForm } from "./dialogs.js";
import { avatar, make, tellTimes } from "./elements.js";
import { openMenu } from "./menus.js";
import { failure, isDismissible, isPrivate, messageCount, messageElement } from "./messages.js";
import { crown, showOwner } from "./owner.js";

const MODAL = 9, LAUNCH = 12, TEXT = 0, DIRECT = 1, PRIVATE_THREAD = 12;
const GROUPED_MINUTES = 7;
const HINTED_COMMANDS = 4; // an empty channel names at least this many commands
const BEGINNINGS = ["start", "help", "rules"]; // what a newcomer begins with, after the command called like the bot
const byId = (id) => document.getElementById(id);

let botNews = 0; // how often the page was told whether the bot is connected
const world = { me: "", people: [], channels: [], commands: [], directCommands: [], bot: { name: "Crux", connected: false }, guild: {} };
let open = null; // the id of the open channel
let shown = new Map(); // messages of the open channel by id
let heardOf = new Set(); // messages told of since the open channel's messages were last asked for: newer than the answer
let edited = new Set(); // messages that were edited since then: the answer may be older, too
let refreshes = new Map(); // how often each message was asked for as a whole: only the newest answer counts
let oldest = false; // whether the channel's first message is loaded
let started = new Map(); // interactions of this tab: id -> {message, control, name}
let early = new Map(); // events that came before the request's own answer
let shownOwner = ""; // as the list of owners says
let online = false;
let hangUp = () => {};

const channelOf = (id) => world.channels.find((channel) => channel.id === id);
const textChannels = () => world.channels.filter((channel) => channel.type === TEXT && !channel.elsewhere).sort((a, b) => a.position - b.position);
/** In front of the name of a place where the bot isn't a member: a server's channel, or people. */
const sign = (channel) => (channel.type === TEXT ? "#" : "@");
const commandsIn = (channel) => (channel?.elsewhere ? [...new Map([...world.commands, ...world.directCommands].map((one) => [one.id, one])).values()].filter((one) => channel.commands.includes(one.name))
  : channel?.type === DIRECT ? world.directCommands : world.commands);
const nameOf = (channel) => (!channel ? "" : channel.elsewhere ? sign(channel) + channel.elsewhere : channel.type === DIRECT ? `@${world.bot.name}` : `#${channel.name}`);

const bigger = (one, other) => (BigInt(one || 0) > BigInt(other || 0) ? one : other) || "0"; // of two ids, the newer

const composer = new Composer({
  world: () => ({
    ...world, channel: open, language: language(),
    commands: commandsIn(channelOf(open)), channelName: nameOf(channelOf(open)),
  }),
  used: (interaction, name) => follow(interaction, { name }),
});

// Reading marks and calls: shared between the tabs of this browser

const readKey = (user, channel) => `read:${user}:${channel}`;
const readUpTo = (user, channel) => BigInt(localStorage.getItem(readKey(user, channel)) || 0);
const calls = []; // {user, channel, id}: somebody was mentioned
const newest = new Map(); // the newest message of each channel, as far as this page heard of it

function unread(user, channel = null) {
  return calls.filter((call) => call.user === user && (channel === null || call.channel === channel)
    && BigInt(call.id) > readUpTo(user, call.channel)).length;
}

/** Whether a channel has messages I have not seen. What was there before this browser's first visit counts as seen. */
function hasNews(channel) {
  if (channel.id === open && !document.hidden) return false;
  const last = BigInt(bigger(channel.last_message_id, newest.get(channel.id)));
  return last > readUpTo(world.me, channel.id) && last > BigInt(localStorage.getItem("since") || 0);
}

function noteFirstVisit() {
  if (localStorage.getItem("since") !== null) return;
  localStorage.setItem("since", world.channels.map((channel) => channel.last_message_id).reduce(bigger, "0"));
}

function markRead() {
  if (document.hidden || !open) return;
  const last = [...shown.keys(), newest.get(open), channelOf(open)?.last_message_id].reduce(bigger, "0");
  if (readUpTo(world.me, open) < BigInt(last)) localStorage.setItem(readKey(world.me, open), last);
  showBadges();
}

function noteCalls(message) {
  for (const user of message.mentions || []) {
    if (user.id !== message.author.id && !calls.some((call) => call.id === message.id && call.user === user.id)) {
      calls.push({ user: user.id, channel: message.channel_id, id: message.id });
    }
  }
}

function badge(count) {
  return count ? make("span.badge", { "aria-label": `${count} mentions` }, String(count)) : null;
}

function showBadges() {
  showChannels();
  showPeople();
  const mine = unread(world.me);
  const news = world.channels.some(hasNews);
  byId("menu-badge").textContent = mine || "";
  byId("menu-badge").hidden = !mine && !news;
  byId("menu-badge").classList.toggle("dot", !mine);
  byId("menu").setAttribute("aria-label", `Channels and people${mine || news ? ", new messages" : ""}`);
  document.title = `${mine ? `(${mine}) ` : ""}${nameOf(channelOf(open)) || "Playground"} · ${person()}`;
}

// The sidebar

function channelLink(channel, kind = "") {
  const count = unread(world.me, channel.id);
  const news = hasNews(channel);
  const hash = channel.elsewhere ? make("span.hash", { "aria-hidden": "true" }, sign(channel)) : channel.type === DIRECT ? avatar(world.bot.name, 0, true) : make("span.hash", { "aria-hidden": "true" }, kind ? "↳" : "#");
  return make(`a.channel${kind}${news ? ".unread" : ""}`, { href: `#${channel.id}`, "aria-current": channel.id === open ? "page" : false, onclick: () => toggleSidebar(false) },
    hash, make("span.channel-name", {}, channel.elsewhere ?? (channel.type === DIRECT ? world.bot.name : channel.name)),
    channel.type === PRIVATE_THREAD ? make("span.muted", { title: "private" }, "🔒") : null,
    news && !count ? make("span.aside", {}, "new messages") : null, badge(count));
}

function showChannels() {
  const texts = textChannels();
  const outside = world.channels.filter((channel) => channel.elsewhere);
  const threads = (parent, archived) => world.channels.filter((channel) => channel.parent_id === parent.id && channel.thread_metadata && channel.thread_metadata.archived === archived);
  const direct = world.channels.find((channel) => channel.type === DIRECT && !channel.elsewhere);
  byId("channels").replaceChildren(
    make("h2", {}, "Channels"),
    ...texts.flatMap((channel) => {
      const closed = threads(channel, true);
      return [channelLink(channel), ...threads(channel, false).map((thread) => channelLink(thread, ".thread")),
        closed.length ? make("details.closed", closed.some((thread) => thread.id === open) ? { open: true } : {},
          make("summary", {}, `${closed.length} closed`), ...closed.map((thread) => channelLink(thread, ".thread"))) : null];
    }).filter(Boolean),
    make("h2", {}, "Direct messages"),
    direct ? channelLink(direct) : make("button.channel", { type: "button", onclick: openDirect }, avatar(world.bot.name, 0, true), make("span.channel-name", {}, world.bot.name)),
    ...(outside.length ? [make("h2", {}, `Without ${world.bot.name}`), ...outside.map((channel) => channelLink(channel))] : []),
    ...(world.events?.length ? [make("h2", {}, "Events"), ...world.events.map((event) => make("p.event", { title: event.description || "" },
      make("strong", {}, event.name), make("time.muted", { "data-time": String(new Date(event.scheduled_start_time) / 1000), "data-style": "f" })))] : []),
  );
  tellTimes(byId("channels"));
}

async function openDirect() {
  const channel = await post("direct", {});
  await loadState();
  location.hash = channel.id;
}

function showPeople() {
  byId("people").replaceChildren(...world.people.map((other, index) => make("a.person", {
    href: `?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), as: other.name })}${location.hash}`,
    oncontextmenu: (event) => actions.onPerson(event, other.id),
    "aria-current": other.id === world.me ? "true" : false, title: other.member ? `Play as ${other.name}` : `${other.name} left the server`,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, "", event.currentTarget.href);
      become();
    },
  }, avatar(other.name, index), make("span", {}, other.name), other.id === world.owner ? crown() : null, badge(unread(other.id)))));
  if (document.activeElement?.id !== "owner" || shownOwner !== world.owner) showOwner(byId("ownership"), world, notify);
  shownOwner = world.owner;
}

function toggleSidebar(on) {
  document.body.classList.toggle("with-sidebar", on);
  byId("menu").setAttribute("aria-expanded", String(on));
  byId("veil").hidden = !on;
}

// Messages

const scroller = byId("scroller");
const atBottom = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 120;

let sticking = true; // whether the end of the conversation stays in view when something grows

function toBottom() {
  sticking = true;
  scroller.scrollTop = scroller.scrollHeight;
  byId("newer").hidden = true;
}

const actions = {
  press: async (message, component, values, control) => {
    control.classList.add("busy");
    trouble(message.id, "");
    try {
      const { interaction } = await post("components", { message: message.id, custom_id: component.custom_id, values });
      follow(interaction, { message: message.id, control });
    } catch (refusal) {
      control.classList.remove("busy");
      trouble(message.id, refusal.message);
    }
  },
  dismiss: (message) => post("dismiss", { message: message.id }).catch((refusal) => trouble(message.id, refusal.message)),
  dismissAll: () => Promise.all([...shown.values()].filter(isDismissible).map(actions.dismiss)),
  enlarge,
  onMessage: (event, message) => openMenu(event, menus().message, (command) => useMenu("message", command, message.id)),
  onPerson: (event, id) => openMenu(event, menus().user, (command) => useMenu("user", command, id)),
};

/** The commands in the menus of the open channel. */
const menus = () => (channelOf(open)?.type === DIRECT ? world.direct_menus : world.menus) || { user: [], message: [] };

async function useMenu(kind, command, target) {
  try {
    const { interaction } = await post("menus", { channel: open, kind, name: command.name, target });
    follow(interaction, { name: command.name, isMenu: true, message: kind === "message" ? target : null });
  } catch (refusal) {
    notify(refusal.message);
  }
}

function trouble(messageId, words) {
  const place = document.querySelector(`[data-id="${messageId}"] .trouble`);
  if (place) place.replaceChildren(...(words ? [failure(words)] : []));
}

function grouped(element, message) {
  const before = element.previousElementSibling;
  const earlier = before && shown.get(before.dataset.id);
  const plain = !message.interaction && message.type !== 19 && message.type !== 18;
  element.classList.toggle("grouped", Boolean(plain && earlier && earlier.type !== 18 && earlier.author.id === message.author.id
    && (earlier.flags & 64) === (message.flags & 64)
    && new Date(message.timestamp) - new Date(earlier.timestamp) < GROUPED_MINUTES * 60000));
}

/** Who used a button or a list of a message with the keyboard goes on there, or in the private answer to it: at the same
 *  one, at the first of the new ones, or at a link. */
function keepFocus(element, customId) {
  const same = element.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
  const ways = ["[data-custom-id]:not([disabled])", "a[href]", "button"];
  const next = same || ways.map((way) => element.querySelector(way)).find(Boolean);
  (next?.matches("a, button") ? next : next?.querySelector("button"))?.focus({ preventScroll: true });
}

function put(message) {
  const list = byId("messages");
  const element = messageElement(message, world, actions);
  const old = list.querySelector(`[data-id="${message.id}"]`);
  const earlier = shown.get(message.id), isAnswer = isDismissible(message) && !(earlier && isDismissible(earlier));
  shown.set(message.id, message);
  if (old) {
    const focused = old.contains(document.activeElement) && document.activeElement.closest("[data-custom-id]")?.dataset.customId;
    old.replaceWith(element);
    if (focused) keepFocus(element, focused);
  } else {
    const after = [...list.children].find((other) => other.dataset.id && BigInt(other.dataset.id) > BigInt(message.id));
    list.insertBefore(element, after || null);
    if (after && shown.get(after.dataset.id)) grouped(after, shown.get(after.dataset.id));
  }
  if (isAnswer && document.activeElement.matches(".message :focus-visible")) keepFocus(element, "");
  grouped(element, message);
  tellOthers();
}

/** Show a message from an answer, unless it was edited meanwhile: then what is shown is newer, or is asked for. */
function putFromAnswer(message) {
  if (edited.has(message.id) && shown.has(message.id)) return;
  put(message);
  if (edited.has(message.id)) refresh(message.id);
}

/** The message with the steps that `changes.py` describes. */
function patched(message, changes) {
  const changed = structuredClone(message);
  for (const [path, ...value] of changes) {
    const last = path.at(-1);
    const owner = path.slice(0, -1).reduce((node, key) => node[key], changed);
    if (value.length) [owner[last]] = value;
    else if (Array.isArray(owner)) owner.splice(last, 1);
    else delete owner[last];
  }
  return changed;
}

/** Ask for a shown message as a whole: changes were missed. */
async function refresh(id) {
  const turn = (refreshes.get(id) || 0) + 1;
  refreshes.set(id, turn);
  try {
    const message = await get(`messages/${id}`);
    if (shown.has(id) && refreshes.get(id) === turn) tell(message);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal; // else it was deleted meanwhile, or the connection is lost
  }
}

function drop(id) {
  byId("messages").querySelector(`[data-id="${id}"]`)?.remove();
  shown.delete(id);
  tellOthers();
}

/** What depends on which messages are shown: "Dismiss all" beside several private answers, the hint where nothing is. */
function tellOthers() {
  byId("messages").classList.toggle("several-private", [...shown.values()].filter(isDismissible).length > 1);
  showHint();
}

/** In an empty channel: what the bot can do, or where. The commands are whatever the bot registered. */
function showHint() {
  const old = byId("hint");
  if (!oldest || shown.size) { old?.remove(); return; }
  const leaves = composer.leaves();
  if (!leaves.length && (channelOf(open).elsewhere || channelOf(open).type !== DIRECT)) { old?.remove(); return; }
  const beginnings = [world.bot.name.toLowerCase(), ...BEGINNINGS];
  const names = new Set(leaves.map((leaf) => leaf.name));
  const isLater = (name) => name.endsWith(" start") && names.has(name.replace(/start$/, "create")); // of what someone has created
  const rank = ({ name }) => (isLater(name) ? -1 : beginnings.indexOf(name.split(" ").at(-1))) >>> 0; // those not listed come last
  const ranked = [...leaves].sort((one, other) => rank(one) - rank(other));
  const hinted = ranked.slice(0, Math.max(HINTED_COMMANDS, ranked.filter((leaf) => rank(leaf) <= 1).length));
  const hint = leaves.length ? make("section", { id: "hint" },
    make("p", {}, "Type ", make("button.key", { type: "button", "aria-label": "/, all commands", onclick: () => composer.words("/", true) }, "/"), ` to see what ${world.bot.name} can do`),
    make("ul", {}, ...hinted.map((leaf) => make("li", {},
      make("button.hinted", { type: "button", onclick: () => composer.begin(leaf) },
        make("strong", {}, `/${leaf.shown}`), make("span", {}, composer.said(leaf.node, "description")))))))
    : make("section", { id: "hint" }, make("p", {}, `${world.bot.name} writes to you here. Its commands work in channels:`),
      make("p.ways", {}, ...textChannels()
        .map((channel) => make("a", { href: `#${channel.id}` }, nameOf(channel)))));
  if (old?.innerHTML === hint.innerHTML) return; // nothing changed: the focus stays
  old?.remove();
  byId("messages").append(hint);
}

/** After the connection was lost: what was missed, in place, so that the conversation stays where it was scrolled to. */
async function catchUp() {
  const wanted = open;
  const first = [...shown.keys()].reduce((one, other) => (BigInt(one) < BigInt(other) ? one : other), "0x7fffffffffffffff");
  let found = [], all = false;
  heardOf = new Set();
  edited = new Set();
  while (!all && (!found.length || BigInt(found[0].id) > BigInt(first))) {
    const { messages } = await get(`channels/${wanted}/messages`, found.length ? { before: found[0].id } : {});
    if (wanted !== open) return;
    found = [...messages, ...found];
    all = messages.length < 50;
  }
  oldest ||= all;
  const withoutSignatures = (message) => JSON.stringify(message).replace(/\?ex=\w+&hm=\w+|"revision":"\w+"/g, "");
  const known = new Set(found.map((message) => message.id));
  inPlace(() => {
    for (const id of [...shown.keys()]) if (!known.has(id) && !heardOf.has(id)) drop(id);
    for (const message of found) {
      noteCalls(message);
      if (heardOf.has(message.id)) continue;
      if (!shown.has(message.id) || withoutSignatures(shown.get(message.id)) !== withoutSignatures(message)) putFromAnswer(message);
    }
  }, (id) => known.has(id));
  markRead();
}

/** Change messages so that the first one in view, of those that stay, is not moved; at the end, the end stays in view. */
function inPlace(change, stays) {
  if (sticking) { change(); toBottom(); return; }
  const top = scroller.getBoundingClientRect().top;
  const find = (id) => byId("messages").querySelector(`[data-id="${id}"]`).getBoundingClientRect();
  const id = [...byId("messages").children].map((element) => element.dataset.id).find((one) => one && stays(one) && find(one).bottom > top);
  const before = id && find(id).top;
  scroller.style.overflowAnchor = "none"; // the browser's own way of this would be added to it
  change();
  if (id) scroller.scrollTop += find(id).top - before;
  requestAnimationFrame(() => requestAnimationFrame(() => { scroller.style.overflowAnchor = ""; }));
}

async function loadChannel() {
  const wanted = open;
  byId("messages").replaceChildren();
  shown = new Map();
  heardOf = new Set();
  edited = new Set();
  oldest = false;
  const { messages } = await get(`channels/${wanted}/messages`);
  if (wanted !== open) return;
  oldest = messages.length < 50;
  if (oldest) byId("messages").prepend(make("p.beginning", {}, `This is the beginning of ${nameOf(channelOf(open))}.`));
  messages.filter((message) => !heardOf.has(message.id)).forEach(putFromAnswer);
  messages.forEach(noteCalls);
  tellOthers();
  toBottom();
  markRead();
}

async function loadOlder() {
  if (oldest || !shown.size) return;
  oldest = true; // not twice at the same time
  const before = byId("messages").querySelector("[data-id]").dataset.id;
  const { messages } = await get(`channels/${open}/messages`, { before });
  const height = scroller.scrollHeight;
  messages.forEach(putFromAnswer);
  scroller.scrollTop += scroller.scrollHeight - height;
  oldest = messages.length < 50;
}

function choose(id) {
  open = id;
  const channel = channelOf(id);
  byId("channel-name").textContent = nameOf(channel);
  byId("channel-topic").textContent = channel.topic || (channel.thread_metadata?.archived ? "This thread is closed; a message opens it again." : "");
  toggleSidebar(false);
  composer.words();
  showBadges();
  return loadChannel();
}

function chooseFromHash() {
  const wanted = location.hash.slice(1);
  if (!/^\d+$/.test(wanted)) { if (open === null || !channelOf(open)) pickDefault(); return; }
  if (channelOf(wanted)) { if (wanted !== open) choose(wanted); } else pickDefault();
}

/** Links to messages are Discord's own; here they lead to the message on this page. */
async function jumpTo(channel, id) {
  if (!channelOf(channel)) return;
  if (channel !== open) {
    history.pushState(null, "", `${location.search}#${channel}`);
    await choose(channel);
  }
  const find = () => byId("messages").querySelector(`[data-id="${id}"]`);
  while (!find() && !oldest) await loadOlder();
  const found = find();
  if (!found) return;
  sticking = false;
  found.scrollIntoView({ block: found.offsetHeight > scroller.clientHeight ? "end" : "center" });
  found.classList.add("pointed-at");
  if (document.activeElement.matches(".message :focus-visible")) keepFocus(found, "");
  setTimeout(() => found.classList.remove("pointed-at"), 2000);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const found = link && /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)$/.exec(link.href);
  if (!found) return;
  event.preventDefault();
  jumpTo(found[1], found[2]);
});

function pickDefault() {
  const channel = world.channels.find((one) => one.name === "games") || textChannels()[0];
  if (channel) { history.replaceState(null, "", `${location.search}#${channel.id}`); choose(channel.id); }
}

// Interactions

function follow(interaction, about) {
  started.set(interaction, about);
  for (const event of early.get(interaction) || []) settled(event);
  early.delete(interaction);
}

function settled(event) {
  const about = started.get(event.id);
  if (!about) {
    early.set(event.id, [...(early.get(event.id) || []), event]);
    if (early.size > 50) early.delete(early.keys().next().value);
    return;
  }
  about.control?.classList.remove("busy");
  if (event.state === "failed") {
    if (about.message) trouble(about.message, "This interaction failed");
    else {
      const lost = make("article.message.lost", {}, make("p.context", {}, make("strong", {}, person()), " used ", make("span.command", {}, `${about.isMenu ? "" : "/"}${about.name}`)),
        failure("The application did not respond"), make("button.text-button", { type: "button", onclick: () => lost.remove() }, "Dismiss message"));
      byId("messages").append(lost);
      toBottom();
    }
  } else if (event.answer === LAUNCH && !about.shown) {
    about.shown = true;
    openActivity(world, event.frame);
  } else if (event.answer === MODAL && event.modal && !about.shown) {
    about.shown = true;
    openForm(event.modal, world, async (values) => {
      const { interaction } = await post("modals", { interaction: event.id, values });
      follow(interaction, { message: about.message, name: about.name || "" });
    });
  }
}

// What happens

/** Show a message of the open channel as it is now; returns whether the end of the conversation came into view. */
function tell(message) {
  const follows = atBottom() || message.author.id === world.me || message.interaction?.user.id === world.me || isPrivate(message);
  put(message);
  if (follows) toBottom();
  markRead();
  return follows;
}

function heard(event) {
  switch (event.type) {
    case "message": {
      const { message } = event;
      noteCalls(message);
      if (!isPrivate(message)) newest.set(message.channel_id, bigger(message.id, newest.get(message.channel_id)));
      if (message.channel_id === open) {
        heardOf.add(message.id);
        if (!tell(message)) byId("newer").hidden = false;
      }
      showBadges();
      break;
    }
    case "edited": {
      const { id, channel_id: channel } = event;
      noteCalls(event);
      if (channel === open) {
        edited.add(id);
        const message = shown.get(id);
        if (message?.revision === event.from) {
          refreshes.set(id, (refreshes.get(id) || 0) + 1); // answers on their way are older
          tell(patched(message, event.changes));
        } else if (message) refresh(id);
      }
      showBadges();
      break;
    }
    case "deleted": {
      heardOf.add(event.id);
      if (event.channel_id === open) drop(event.id);
      break;
    }
    case "thread": { // the message it was started from has the thread's id
      const message = shown.get(event.channel_id);
      if (message?.thread) {
        message.thread.message_count = event.message_count;
        document.querySelector(`[data-id="${message.id}"] .thread-card span`).textContent = messageCount(message.thread);
      }
      break;
    }
    case "interaction": settled(event); break;
    case "hello": case "bot": botNews += 1; world.bot.connected = event.connected; tellState(); break;
    case "world": case "commands": loadState(); break;
    default: break;
  }
}

function tellState() {
  notify(!online ? "The playground cannot be reached. Trying again…"
    : !world.bot.connected ? `${world.bot.name} is not connected. It comes back by itself.` : "");
}

function notify(words) {
  const notice = byId("notice");
  const height = notice.offsetHeight;
  sticking = atBottom(); // the event of the last scrolling may be still to come
  notice.textContent = words;
  notice.hidden = !words;
  if (!sticking) scroller.scrollTop += notice.offsetHeight - height; // the conversation does not move
}

async function loadState() {
  const newsBefore = botNews;
  const state = await get("state");
  if (botNews !== newsBefore) state.bot.connected = world.bot.connected; // what was told meanwhile is newer
  Object.assign(world, { ...state, directCommands: state.direct_commands });
  noteFirstVisit();
  byId("guild-name").textContent = world.guild.name;
  byId("launch").hidden = !world.activity;
  if (open && !channelOf(open)) { open = null; chooseFromHash(); }
  showBadges();
  composer.naming();
  if (open) showHint();
  tellState();
}

async function become() {
  hangUp();
  started = new Map();
  early = new Map();
  let isAgain = false; // whether this connection comes after one that was lost
  hangUp = listen({
    heard,
    up: async () => {
      online = true;
      try {
        await loadState();
        const was = open;
        chooseFromHash();
        if (was && was === open) await (isAgain ? catchUp() : loadChannel());
        isAgain = true;
      } catch (refusal) {
        notify(refusal.message);
      }
    },
    down: () => {
      online = false;
      for (const { control } of started.values()) control?.classList.remove("busy"); // what became of it will not be told
      tellState();
    },
  });
}

byId("launch").onclick = async () => {
  try {
    const { frame, interaction, name } = await post("launch", { channel: open });
    if (frame) openActivity(world, frame);
    else follow(interaction, { name });
  } catch (refusal) {
    notify(refusal.message);
  }
};
byId("menu").onclick = () => toggleSidebar(!document.body.classList.contains("with-sidebar"));
byId("veil").onclick = () => toggleSidebar(false);
byId("newer").onclick = toBottom;
scroller.addEventListener("scroll", () => {
  sticking = atBottom();
  if (sticking) byId("newer").hidden = true;
  if (scroller.scrollTop < 200) loadOlder();
});
const keepEnd = new ResizeObserver(() => { if (sticking) toBottom(); });
keepEnd.observe(byId("messages"));
keepEnd.observe(scroller);
addEventListener("hashchange", chooseFromHash);
addEventListener("popstate", () => { if (world.people.find((other) => other.id === world.me)?.name !== person()) become(); });
addEventListener("storage", showBadges);
document.addEventListener("visibilitychange", markRead);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") toggleSidebar(false);
  const writing = event.target.closest("input, textarea, dialog, .select-panel");
  if (event.key === "/" && !writing && composer.text) { composer.text.focus(); }
});
setInterval(() => tellTimes(document), 10000);
become();
