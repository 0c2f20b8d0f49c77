// The pictures, and buttons over the places that mean something. The server says where these are; no game is known here.

import { div, element } from "./words.js";

const NEAR = 30; // CSS pixels from a place within which a touch still means it
const TRIES = 100;
const AGAIN = 3000; // milliseconds after which a picture that didn't come is asked for again
const DRAGGED = 10; // CSS pixels after which a touch is a drag

// Whether a shape holds a point of the picture.
function holds([, kind, ...numbers], x, y) {
  if (kind === "circle") return Math.hypot(x - numbers[0], y - numbers[1]) <= numbers[2];
  if (kind === "box") return x >= numbers[0] && y >= numbers[1] && x <= numbers[2] && y <= numbers[3];
  let inside = false;
  for (let at = 0, last = numbers.length - 2; at < numbers.length; last = at, at += 2) {
    const [x1, y1, x2, y2] = [numbers[at], numbers[at + 1], numbers[last], numbers[last + 1]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

export class Board {
  // `choose(at)` is called when a place is touched.
  constructor(choose) {
    this.choose = choose;
    this.root = div("pictures");
    this.pictures = [];
    this.buttons = [];
    this.touched = []; // the last two places, so that the keyboard goes back to them
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pointerdown", (event) => this.onPress(event));
    new ResizeObserver(() => this.lay()).observe(this.root);
  }

  // The pictures: address and what they show. Those that are there already stay.
  show(pictures) {
    while (this.pictures.length > pictures.length) this.pictures.pop().root.remove();
    pictures.forEach(({ address, alt }, number) => {
      let one = this.pictures[number];
      if (!one) {
        const image = element("img", { decoding: "async" }), places = div("places");
        one = { image, places, root: div("picture", image, places), address: "" };
        image.addEventListener("load", () => this.lay());
        places.addEventListener("click", (event) => this.onNear(event));
        this.pictures.push(one);
        this.root.append(one.root);
      }
      one.image.alt = alt;
      if (one.address !== address) {
        one.address = address;
        this.load(one, address);
      }
    });
  }

  // Shows a picture once it's whole, so that nothing flickers; while it can't be had, it's asked for again.
  async load(one, address) {
    one.root.setAttribute("aria-busy", "true");
    for (let tries = 0; tries < TRIES; tries++) {
      const next = new Image();
      next.src = address;
      const isWhole = await next.decode().then(() => true, () => false);
      if (one.address !== address || !one.root.isConnected) return;
      if (isWhole) break;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    one.image.src = address;
    one.root.setAttribute("aria-busy", "false");
  }

  // The places that can be touched: `at`, the picture and the shape, a label, and whether it's a piece, a target or chosen.
  // `unlit` are the shapes of places that can be touched as well, by name. With `focus`, the keyboard goes to one that can
  // be chosen now; returns how many there are.
  light(places, focus, unlit) {
    const before = document.activeElement?.dataset?.at;
    this.places = places;
    this.unlit = unlit;
    for (const one of this.pictures) one.places.replaceChildren();
    this.buttons = places.map((place, index) => {
      const button = element("button", {
        type: "button", class: `place ${place.kind} ${place.shape[1]}`, "data-at": place.at, "data-gain": place.gain || null, "aria-label": place.label,
        title: place.label, tabindex: index ? "-1" : "0", "aria-pressed": place.kind.includes("chosen") ? "true" : null,
        onclick: (event) => {
          event.stopPropagation();
          this.touched = [place.at, this.touched[0]];
          if (!this.dragged) this.choose(place.at, event.detail === 0);
        },
      });
      this.pictures[place.shape[0]]?.places.append(button);
      return button;
    });
    this.lay();
    const open = this.buttons.filter((button) => !focus || !button.matches(".chosen"));
    const [last, first] = focus ? this.touched : [before], named = (at) => open.find((button) => button.dataset.at === at);
    this.go(named(last) ?? named(first) ?? (focus && open[0]), !focus);
    return open.length;
  }

  // Lets the keyboard go to a place, which is then the one that Tab leads to.
  go(to, preventScroll) {
    if (!to) return;
    for (const button of this.buttons) button.tabIndex = button === to ? 0 : -1;
    to.focus({ preventScroll });
  }

  lay() {
    this.buttons.forEach((button, index) => {
      const [number, kind, ...numbers] = this.places[index].shape;
      const image = this.pictures[number]?.image;
      button.hidden = !image?.naturalWidth;
      if (button.hidden) return;
      const wide = 1024, tall = (image.naturalHeight * 1024) / image.naturalWidth;
      let box = numbers;
      if (kind === "circle") box = [numbers[0] - numbers[2], numbers[1] - numbers[2], numbers[0] + numbers[2], numbers[1] + numbers[2]];
      if (kind === "polygon") {
        const xs = numbers.filter((_, at) => at % 2 === 0), ys = numbers.filter((_, at) => at % 2 === 1);
        box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
        const along = (number, from) => `${(((number - box[from]) / (box[from + 2] - box[from])) * 100).toFixed(1)}%`;
        const corners = xs.map((x, at) => `${along(x, 0)} ${along(ys[at], 1)}`);
        button.style.clipPath = `polygon(${corners.join(",")})`;
      }
      const [left, top, right, bottom] = box, part = (of, whole) => `${(of / whole) * 100}%`;
      Object.assign(button.style, { left: part(left, wide), top: part(top, tall), width: part(right - left, wide), height: part(bottom - top, tall) });
    });
  }

  middles() {
    return this.buttons.filter((button) => button.isConnected).map((button) => {
      const box = button.getBoundingClientRect();
      return { button, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, reach: Math.min(box.width, box.height) / 2 };
    });
  }

  // The place without a light under a point.
  under(x, y) {
    for (const [at, shape] of this.unlit ?? []) {
      const box = this.pictures[shape[0]]?.image.getBoundingClientRect();
      if (box && holds(shape, ((x - box.left) / box.width) * 1024, ((y - box.top) / box.width) * 1024)) return at;
    }
    return undefined;
  }

  // The nearest place, if it's near enough: fingers are wider than many places.
  nearest(x, y) {
    let best = null;
    for (const one of this.middles()) {
      const apart = Math.hypot(one.x - x, one.y - y) - one.reach;
      if (apart <= NEAR && (!best || apart < best.apart)) best = { ...one, apart };
    }
    return best?.button.dataset.at;
  }

  onNear(event) {
    const at = this.under(event.clientX, event.clientY) ?? this.nearest(event.clientX, event.clientY);
    if (at !== undefined && !this.dragged) this.choose(at, false);
  }

  // Dragging: the piece is chosen where the finger goes down, and the target where it goes up.
  onPress(event) {
    this.dragged = false;
    const at = event.target.closest?.(".place.piece")?.dataset.at;
    if (at === undefined || event.button) return;
    const ghost = div("ghost");
    const move = (moved) => {
      if (!this.dragged && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > DRAGGED) {
        this.dragged = true;
        document.body.append(ghost);
        this.choose(at, false, true);
      }
      Object.assign(ghost.style, { left: `${moved.clientX}px`, top: `${moved.clientY}px` });
    };
    const stop = (up) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      ghost.remove();
      if (this.dragged && up.type === "pointerup") {
        const target = this.nearest(up.clientX, up.clientY);
        if (target !== undefined && target !== at) this.choose(target, false, true);
      }
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  // Arrow keys go to the neighbour that lies that way.
  onKey(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const all = this.middles(), from = all.find((one) => one.button === event.target);
    if (!way || !from) return;
    event.preventDefault();
    let best = null;
    for (const one of all) {
      const along = (one.x - from.x) * way[0] + (one.y - from.y) * way[1];
      const aside = Math.abs((one.x - from.x) * way[1]) + Math.abs((one.y - from.y) * way[0]);
      const cost = along + 2 * aside;
      if (along > 1 && (!best || cost < best.cost)) best = { ...one, cost };
    }
    this.go(best?.button);
  }
}
