// The page: the list of matches, and a match with its board. What can be done, and every word about a game, is the server's.

import { Board } from "./board.js";
import { showReplay, showReview, showRules, showWords } from "./dialogs.js";
import { list } from "./list.js";
import { askFirst, askName, confirmFirst, trying } from "./trying.js";
import { Live, Problem, WINDOW, act, ask, change, leave, open } from "./server.js";
import { div, element, plain, relative, words } from "./words.js";

const ENDS = 0; // what stands in place of further branches
const LAST = "crux-window";
const main = document.getElementById("main"), dialog = document.getElementById("dialog");

let texts = {};
let contrast = false; // whether pictures have strong contrasts
let match = null; // the document of the match that is shown
let choice = null; // what was chosen on the server so far, and the paths from there
let path = []; // the numbers chosen since then
let branches = []; // what can be chosen next
let narrowed = null; // of these, those from a place that was touched
let shown = 0; // counts what is shown, so that late answers are left out
let busy = false; // whether an answer is waited for
let calm = false; // whether the board stands still, since somebody has touched it
let board = null, bar = null, side = null;

function setBusy(waits) {
  busy = waits;
  main.setAttribute("aria-busy", waits);
  renderBar();
}

// Draws something anew without taking the focus from what has the same words afterwards.
function keepingFocus(draw) {
  const before = document.activeElement, said = before?.textContent;
  draw();
  if (!before || before === document.body || before.isConnected) return;
  const same = [...main.querySelectorAll("button, a, summary")].find((one) => one.textContent === said && !one.disabled);
  (same ?? main.querySelector("h1"))?.focus({ preventScroll: true });
}

const text = (key) => texts[key] ?? key;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// --- start

async function start() {
  if (location.pathname === "/enter") return enter();
  if (!WINDOW) {
    const last = localStorage.getItem(LAST);
    return last ? location.replace(`/${last}/`) : explain("");
  }
  try {
    const me = await ask("me");
    texts = me.words;
    contrast = me.contrast;
    document.documentElement.lang = me.language;
    document.getElementById("who").textContent = me.name;
    document.getElementById("home").textContent = `Crux · ${text("matches")}`;
    localStorage.setItem(LAST, WINDOW);
  } catch (problem) {
    if (problem.status === 401) localStorage.removeItem(LAST);
    if (problem.status === 0) return wait(3000).then(start);
    return explain(problem.message);
  }
  addEventListener("hashchange", route);
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !dialog.open) back(true); });
  setInterval(tick, 15000);
  await route();
  setBusy(false);
}

async function enter() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/enter");
  try {
    const opened = await open(token);
    localStorage.setItem(LAST, opened.window);
    location.replace(`/${opened.window}/${opened.match ? `#${opened.match}` : ""}`);
  } catch (problem) {
    explain(problem.message || "The server can't be reached. Try again.");
  }
}

function explain(said) {
  const usual = "Press **Open the board** below a board on Discord. It gives you a link that opens this page.";
  main.replaceChildren(div("card", words(said || usual)));
  setBusy(false);
}

const live = WINDOW ? new Live(onChange, (there) => {
  document.getElementById("connection").textContent = there ? "" : text("reconnecting");
}) : null;

async function onChange(changed) {
  if (changed && match && changed.id === match.id && changed.version <= match.version) return;
  if (busy) return wait(400).then(() => onChange(changed));
  const address = current();
  if (!address) return showList();
  if (changed ? address !== `matches/${changed.id}` : !address.startsWith("matches/")) return offerNext();
  await showMatch(address, true);
}

// Where the hash leads: the address of a match or an exercise, or nothing for the list.
function current() {
  const [, number, exercise, place] = /^#(?:(\d{1,15})|([a-z]+\/\w+)(?:\/(\d+))?)$/.exec(location.hash) ?? [];
  return number ? `matches/${number}` : exercise ? `exercises/${exercise}/${place ?? "next"}` : "";
}

async function route() {
  match = choice = board = null;
  const address = current();
  live.show(address.startsWith("matches/") ? Number(address.slice(8)) : 0);
  await (address ? showMatch(address) : showList());
}

async function showList() {
  const turn = ++shown;
  const parts = await tried(() => list(text, tried));
  if (!parts || turn !== shown) return;
  document.title = `Crux · ${text("matches")}`;
  const out = element("button", { onclick: async () => {
    await tried(leave);
    localStorage.removeItem(LAST);
    explain("");
  } }, text("log_out"));
  const look = element("label", { class: "switch" }, element("input", { type: "checkbox", checked: contrast, onchange: switchContrast }), text("contrast"));
  main.replaceChildren(...parts, look, div("buttons", out));
}

async function switchContrast(event) {
  if (await tried(() => change({ contrast: !contrast }))) contrast = !contrast;
  event.target.checked = contrast;
  await showList();
}

// Runs what needs the server; tells what went wrong without losing what is shown.
async function tried(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 401) {
      localStorage.removeItem(LAST);
      explain(problem.message);
    } else tell(problem.message || text("unreachable"), true);
    return null;
  }
}

function tick() {
  for (const one of document.querySelectorAll("time[data-until]")) {
    one.textContent = relative(Number(one.dataset.until), document.documentElement.lang);
  }
}

// After a turn, what has waited longest opens, if there is something; otherwise the match stays.
async function goOn(said) {
  const from = match, [next] = await waiting();
  if (!next || match !== from) return false;
  left = { number: from.id, said, at: next.id };
  location.hash = next.id;
  return true;
}

// The other matches in which it's this person's turn, longest first.
async function waiting() {
  const list = await ask("matches").catch(() => null);
  return (list?.matches ?? []).filter((one) => one.turn && one.id !== match?.id).sort((one, other) => one.since - other.since);
}

async function offerNext() {
  const slot = document.getElementById("next");
  if (!slot) return;
  const [next] = match?.turn ? [] : await waiting();
  slot.replaceChildren(...(next ? [element("a", { class: "button", href: `#${next.id}` }, `${text("next")}: ${next.game_title} · ${next.id}`)] : []));
}

// --- match

async function showMatch(address, changed = false) {
  const turn = ++shown;
  const found = await tried(() => ask(address));
  if (!found || turn !== shown) return;
  if (changed && match && found.version > match.version) announce(`${plain(found.happened)} ${plain(found.title)}`);
  take(found);
}

function announce(said) {
  document.getElementById("news").textContent = said;
}

// `own`: what this person has just done, which is shown at once, without the film of it.
function take(found, byKeyboard = false, own = false) {
  if (found.address !== match?.address || found.version !== match.version) calm = own;
  match = found;
  setChoice(found.choice);
  if (!board || !main.contains(board.root)) {
    board = new Board(touch);
    bar = div("bar");
    side = div("side");
    main.replaceChildren(div("match", board.root, side));
  }
  document.title = `${found.turn ? "● " : ""}${[found.game_title, found.id].filter(Boolean).join(" · ")}`;
  render(byKeyboard && found.turn);
  offerNext();
  if (found.coached) coach(found);
}

// A tip takes a moment of thought, so the board is there before it.
async function coach(of) {
  of.tip = (await ask(`${of.address}/coaching`).catch(() => null))?.words;
  if (match === of) renderSide();
}

function setChoice(next) {
  choice = next;
  path = [];
  narrowed = null;
  branches = next ? next.tree : [];
}

const still = () => calm || matchMedia("(prefers-reduced-motion: reduce)").matches ? "&still=1" : "";
const addressed = (pictures) => pictures.map((one) => ({ ...one, address: `/${WINDOW}/${one.address}${still()}` }));
const stepOf = ([number]) => choice.steps[number];
const nameOf = (step) => [step.alone ?? step.label, step.detail].filter(Boolean).join(" · ");

function render(focus = false) {
  calm ||= Boolean(path.length || narrowed || choice !== match.choice);
  const previewing = choice?.complete || choice?.planned;
  board.show(addressed(previewing && choice.pictures ? choice.pictures : match.pictures));
  const lit = places(), isLit = new Set(lit.map((one) => one.at));
  const isThere = board.light(lit, focus, [...ways()].filter(([at]) => !isLit.has(at)).map(([at]) => [at, choice.places[at]]));
  renderSide();
  renderBar();
  if (focus && !isThere) bar.querySelector("button")?.focus();
}

// The places to touch: those of the choices, the places these come from, and what was chosen already.
function places() {
  if (!choice || choice.complete) return [];
  const found = new Map();
  const add = (at, kind, label, gain = "") => {
    const shape = at && choice.places[at];
    if (!shape) return;
    const before = found.get(at);
    found.set(at, { at, shape, kind: before?.kind ?? kind, label: before ? `${before.label}; ${label}` : label, gain: before ? "" : gain });
  };
  for (const branch of narrowed ?? branches) {
    const step = stepOf(branch);
    if (narrowed?.next === "from") add(step.from, "piece", nameOf(step), step.gain);
    else add(step.at, step.target ? "target" : "piece", nameOf(step), step.gain);
    if (!narrowed && step.from && !found.has(step.from)) add(step.from, "piece", step.from);
  }
  for (const at of chosenPlaces()) add(at, "chosen", at);
  return [...found.values()];
}

// Targets that one piece alone reaches, and the way there: they can be touched without touching the piece. What is
// played without asking must be meant, so it isn't chosen in this way unless it can be undone.
function ways() {
  const found = new Map();
  if (!choice || choice.complete || path.length || narrowed || !(match.confirms || choice.asks)) return found;
  branches.forEach((branch, number) => {
    for (const next of Array.isArray(branch[1]) ? branch[1] : []) {
      const at = stepOf(next).at;
      if (choice.places[at]) found.set(at, found.has(at) ? null : { number, next });
    }
  });
  return new Map([...found].filter(([, way]) => way));
}

function chosenPlaces() {
  let level = choice.tree;
  const found = [];
  for (const number of path) {
    const branch = level[number];
    found.push(stepOf(branch).at);
    level = Array.isArray(branch[1]) ? branch[1] : [];
  }
  if (narrowed) found.push(narrowed.touched);
  return found.filter(Boolean);
}

function touch(at, byKeyboard = false, dragging = false) {
  if (busy || !choice || choice.complete) return;
  const options = narrowed ?? branches, end = narrowed?.next ?? "at";
  let here = options.filter((branch) => stepOf(branch)[end] === at);
  const fromHere = narrowed ? [] : options.filter((branch) => stepOf(branch).from === at);
  if (here.length === 1 && !fromHere.length) return choose(here[0], byKeyboard);
  if (here.length || fromHere.length) {
    // Several ways lead there: where they come from decides, or a list does.
    const come = here.filter((branch) => stepOf(branch).from);
    if (come.length && !fromHere.length) here = come;
    narrowed = here.length && fromHere.length ? [...here, ...fromHere] : here.length ? here : fromHere;
    narrowed.touched = at;
    narrowed.next = end === "at" && come.length && !fromHere.length ? "from" : "at";
    return render(byKeyboard);
  }
  if (!dragging && chosenPlaces().includes(at)) return back(byKeyboard);
  const way = ways().get(at);
  if (way) {
    path = [way.number];
    branches = branches[way.number][1];
    return choose(way.next, byKeyboard);
  }
  // Another piece: begin anew with it.
  const first = choice.tree.filter((branch) => [stepOf(branch).at, stepOf(branch).from].includes(at));
  if (first.length && (path.length || narrowed)) {
    setChoice(choice);
    touch(at, byKeyboard, dragging);
  }
}

const planWith = (numbers) => {
  const sign = choice.plan && !choice.plan.endsWith("_") && numbers.length ? "." : "";
  return choice.plan + sign + numbers.join(".");
};

async function choose(branch, byKeyboard = false) {
  path.push(branches.indexOf(branch));
  narrowed = null;
  let next = branch[1];
  while (Array.isArray(next) && next.length === 1) {
    path.push(0);
    next = next[0][1];
  }
  if (Array.isArray(next)) {
    branches = next;
    return render(byKeyboard);
  }
  await follow(planWith(path), next === ENDS, byKeyboard);
}

// Asks what these choices lead to.
async function follow(plan, isWhole, byKeyboard = false) {
  const before = shown;
  setBusy(true);
  const found = await tried(() => ask(`${match.address}/choice?plan=${plan}`));
  setBusy(false);
  if (before !== shown) return;
  if (!found) return showMatch(match.address);
  if (found.version !== match.version) return showMatch(match.address, true);
  setChoice(found);
  const [first] = found.confirms;
  if (isWhole && first && !match.confirms && !found.question) return play(first, byKeyboard);
  render(byKeyboard);
  if (byKeyboard) announce(plain(found.says));
}

const goesBack = () => path.length || narrowed || (choice !== match.choice && (choice.planned || choice.complete || choice.plan));

function back(byKeyboard) {
  if (!choice || busy || !goesBack()) return;
  if (path.length || narrowed) {
    setChoice(choice);
    return render(byKeyboard);
  }
  const decisions = choice.plan.split("_").filter(Boolean);
  if (!choice.complete) decisions.pop();
  if (decisions.length) return follow(`${decisions.join("_")}_`, false, byKeyboard);
  setChoice(match.choice);
  render(byKeyboard);
}

const play = (confirm, byKeyboard) => perform({ do: "play", plan: confirmed(), check: choice.check, direct: confirm.direct }, byKeyboard);

async function perform(wish, byKeyboard = false) {
  if (busy) return;
  setBusy(true);
  told = null;
  side.querySelector(".problem")?.remove();
  const before = match;
  const done = await tried(() => act(match.address, { version: match.version, ...wish }));
  setBusy(false);
  if (before !== match) return;
  if (!done) return showMatch(match.address);
  if (done.go) {
    location.hash = done.go;
  } else if (done.asks) {
    askFirst(done.asks, text, perform);
  } else if (done.match) {
    shown++;
    take(done.match, byKeyboard, true);
    if (/\d$/.test(location.hash)) history.replaceState(null, "", `#${match.id || match.address.slice("exercises/".length)}`);
    if (wish.do === "play" && match.waits && (await goOn(done.says))) return;
    announce(plain(done.says || done.match.title));
    tell(done.says);
  } else {
    if (done.chosen) setChoice(done.chosen);
    render();
    tell(done.says);
  }
}

async function switchConfirms(event) {
  const confirms = !event.target.checked, before = match;
  const done = await tried(() => change({ confirms }));
  if (done && match === before) match.confirms = confirms;
  render();
}

// --- beside the board

let told = null;
let left = null; // the match from which the page went on to this one, and what was done there

function tell(said, isProblem = false) {
  told = { said, isProblem, version: match?.version };
  if (side) renderSide();
  else if (isProblem) main.prepend(element("div", { class: "card problem", role: "alert" }, words(said)));
}

function renderSide() {
  if (match && side) keepingFocus(drawSide);
}

function drawSide() {
  const parts = [];
  if (left?.at === match.id) {
    parts.push(div("card", words(left.said), element("a", { href: `#${left.number}` }, text("back_to").replace("{number}", left.number))));
  }
  if (told?.said && told.version === match.version) {
    parts.push(element("div", { class: `card${told.isProblem ? " problem" : ""}`, role: told.isProblem ? "alert" : null }, words(told.said)));
  }
  if (match.tip) parts.push(div("card", words(match.tip)));
  parts.push(element("div", { id: "next" }, ...(document.getElementById("next")?.childNodes ?? [])));
  const state = element("div", { class: `card${match.turn ? " turn" : ""}` }, element("h1", { tabindex: "-1" }, ...(words(match.title).firstChild?.childNodes ?? [])), words(match.to_do));
  state.style.setProperty("--seat", match.colour);
  parts.push(bar, state);
  const list = options();
  if (list) parts.push(list);
  const actions = match.actions.map((one) => element("button", {
    class: one.do === "resign" ? "danger" : null, disabled: busy,
    onclick: (event) => one.asks ? askName(one, text, perform) : confirmFirst(one.question, one.label, one.do === "resign" ? "danger" : "primary", text,
      () => perform({ do: one.do, to: one.to }, event.detail === 0)),
  }, one.label));
  parts.push(div("buttons", ...actions,
    ...(match.more ?? []).map(({ to, label }) => element("a", { class: "button", href: `#${to}`, onclick: () => { if (location.hash === `#${to}`) route(); } }, label)),
    match.review ? element("button", { onclick: () => tried(() => showReview(match, text)) }, text("review")) : null,
    match.id || match.choice ? element("button", { onclick: () => tried(() => showWords(match, text)) }, text("in_words")) : null,
    element("button", { onclick: () => tried(() => showRules(match, text)) }, text("rules")),
    match.replay ? element("button", { onclick: () => tried(() => showReplay(match, text, perform)) }, text("replay")) : null));
  parts.push(...trying(match, perform).filter(Boolean));
  if (match.own.length && match.status === "running") {
    parts.push(element("label", { class: "switch" }, element("input", { type: "checkbox", checked: !match.confirms, onchange: switchConfirms }), text("at_once")));
  }
  if (match.id) parts.push(div("card", words(match.happened), words(match.seats), element("p", {}, element("small", {}, match.foot))));
  side.replaceChildren(...parts);
}

// Whether what can be chosen next can be told apart by touching places.
function canBeTouched(list) {
  const places = list.map((one) => stepOf(one)[narrowed?.next ?? "at"]);
  const isApart = !narrowed || new Set(places).size === list.length;
  return isApart && places.every((at) => choice.places[at]);
}

// All choices as buttons, by what they are: closed if they can be touched.
function options() {
  if (!choice || choice.complete) return null;
  const list = narrowed ?? branches;
  if (!list.length || asksInBar()) return null;
  const made = choicesOf(list);
  if (!canBeTouched(list)) return div("card", ...made);
  const isOpen = side.querySelector("details")?.open;
  return element("details", { open: Boolean(isOpen) }, element("summary", {}, match.choose || text("all_choices")), ...made);
}

// Once something was touched, what can't be touched next is asked where Confirm will be.
const asksInBar = () => Boolean(choice && !choice.complete && (path.length || narrowed) && !canBeTouched(narrowed ?? branches));

function choicesOf(list) {
  const groups = new Map();
  for (const branch of list) {
    const step = stepOf(branch);
    if (!groups.has(step.group)) groups.set(step.group, []);
    groups.get(step.group).push(element("button", { onclick: (event) => choose(branch, event.detail === 0), disabled: busy },
      step.alone ?? step.label, step.detail ? element("small", {}, step.detail) : null));
  }
  return [...groups].map(([group, buttons]) => div("group", element("h2", {}, group), div("buttons", ...buttons)));
}

function renderBar() {
  if (bar) keepingFocus(drawBar);
}

function drawBar() {
  if (!match?.turn || !choice) return bar.replaceChildren();
  const parts = [];
  if (choice.says) parts.push(div("says", words(choice.says)));
  if (asksInBar()) parts.push(div("says asked", ...choicesOf(narrowed ?? branches)));
  if (choice.complete && choice.question) parts.push(element("p", { class: "says warning" }, ...words(choice.question).childNodes));
  if (!path.length && !narrowed) {
    for (const one of choice.confirms) {
      parts.push(element("button", {
        class: choice.question ? "danger" : "success", disabled: busy,
        onclick: (event) => play(one, event.detail === 0),
      }, one.label));
    }
    for (const one of choice.nudges) parts.push(element("button", { disabled: busy, onclick: (event) => follow(one.plan, true, event.detail === 0) }, one.label));
    for (const one of choice.direct) {
      parts.push(element("button", { class: one.style, disabled: busy, onclick: (event) => confirmFirst(one.question, one.label, one.style, text,
        () => perform({ do: "play", plan: "", check: choice.check, direct: one.move }, event.detail === 0)) }, one.label));
    }
  }
  if (goesBack()) parts.push(element("button", { disabled: busy, onclick: (event) => back(event.detail === 0) }, text("back")));
  bar.replaceChildren(...parts);
}

const confirmed = () => choice.chosen ?? choice.plan;

start();
