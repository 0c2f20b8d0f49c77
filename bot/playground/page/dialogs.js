// The two dialogs: a form the bot asks to be filled in, and a picture at full size.

import { make, selectMenu } from "./elements.js";

const TEXT = 4, STRING_SELECT = 3, LABEL = 18, RADIO = 21, CHECKS = 22, CHECK = 23;

/** Show a modal; `send(values)` returns a promise that rejects with words when something is missing. */
export function openForm(modal, world, send) {
  const dialog = document.getElementById("form-dialog");
  const readers = [];
  const fields = modal.components.map((component) => {
    if (component.type === 10) return make("div.text", { html: component.html }, component.html ? null : component.content);
    const inner = component.type === LABEL ? component.component : component.components[0];
    const label = component.type === LABEL ? component.label : inner.label;
    const [control, read] = input(inner, label, world);
    readers.push([inner.custom_id, read]);
    const id = `field-${readers.length}`;
    const target = control.matches("input, textarea") ? control : null;
    if (target) target.id = id;
    const optional = inner.required === false;
    return make("div.field", {}, make("label", target ? { for: id } : {}, label, optional ? null : make("span.star", { "aria-hidden": "true" }, " *")),
      component.description ? make("p.muted", {}, component.description) : null, control);
  });
  const problem = make("p.failure", { role: "alert", hidden: true });
  const submit = make("button.button.primary", { type: "submit" }, make("span.label", {}, "Submit"));
  const form = make("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      try {
        await send(Object.fromEntries(readers.map(([key, read]) => [key, read()])));
        dialog.close();
      } catch (refusal) {
        problem.textContent = refusal.message;
        problem.hidden = false;
      } finally {
        submit.disabled = false;
      }
    },
  }, make("header", {}, make("h2", { id: "form-title" }, modal.title),
    make("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  ...fields, problem, make("footer", {}, make("button.button.secondary", { type: "button", onclick: () => dialog.close() }, "Cancel"), submit));
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  form.querySelector("input, textarea, .select-button")?.focus();
}

/** Show an Activity in its frame, inside the client that speaks with it. */
export function openActivity(world, frame) {
  const dialog = document.getElementById("activity-dialog");
  const here = location.protocol === "https:" ? "" : `http://${world.bot.id}.discordsays.localhost:${location.port}`;
  const client = make("iframe", { title: "Activity", src: `${here}/.client/activity.html?frame=${frame}` });
  const close = (event) => {
    if (event && (event.source !== client.contentWindow || event.data?.type !== "activity closed")) return;
    removeEventListener("message", close);
    dialog.close();
  };
  addEventListener("message", close);
  dialog.onclose = () => dialog.replaceChildren();
  dialog.replaceChildren(make("header", {}, make("h2", {}, world.bot.name),
    make("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => close() }, "✕")), client);
  if (!dialog.open) dialog.showModal();
}

/** A control and the function that reads it. */
function input(component, label, world) {
  const required = component.required !== false;
  if (component.type === TEXT) {
    const attributes = {
      value: component.value || "", placeholder: component.placeholder, required,
      maxlength: component.max_length || 4000, minlength: component.min_length || undefined,
    };
    const control = component.style === 2 ? make("textarea", { rows: 5, ...attributes }) : make("input", { type: "text", ...attributes });
    return [control, () => control.value];
  }
  if (component.type === CHECK) {
    const control = make("input", { type: "checkbox" });
    control.checked = Boolean(component.default);
    return [control, () => control.checked];
  }
  if (component.type === RADIO || component.type === CHECKS) {
    const type = component.type === RADIO ? "radio" : "checkbox";
    const boxes = component.options.map((option) => {
      const box = make("input", { type, name: component.custom_id, value: option.value });
      box.checked = Boolean(option.default);
      return make("label.check", {}, box, option.label);
    });
    const control = make("div", { role: "group", "aria-label": label }, ...boxes);
    const read = () => boxes.map((one) => one.firstChild).filter((box) => box.checked).map((box) => box.value);
    return [control, component.type === RADIO ? () => read()[0] ?? null : read];
  }
  const options = component.type === STRING_SELECT ? component.options
    : world.people.filter((other) => other.member).map((other) => ({ label: other.name, value: other.id }));
  const control = selectMenu({
    options, label, placeholder: component.placeholder, min: required ? component.min_values ?? 1 : 0,
    max: component.max_values ?? 1, searchable: component.type !== STRING_SELECT, taken: () => {},
  });
  return [control, () => control.values()];
}

const MOST = 8, STEP = 1.5, A_CLICK = 5; // how far a picture can be enlarged; one step of it; pixels a click may slip

/** A picture over the whole page: wheel, two fingers, a click, + and - or the buttons enlarge it,
 *  dragging and the arrow keys move it. */
export function enlarge(url, alt) {
  const dialog = document.getElementById("picture-dialog");
  const image = make("img", { src: url, alt, draggable: "false" });
  const stage = make("div.stage", {}, image);
  const fingers = new Map(); // where each pointer is, by its id
  let scale = 1, x = 0, y = 0, moved = 0;

  const show = () => {
    const room = (picture, whole) => Math.max(0, (picture * scale - whole) / 2);
    x = Math.min(Math.max(x, -room(image.offsetWidth, stage.clientWidth)), room(image.offsetWidth, stage.clientWidth));
    y = Math.min(Math.max(y, -room(image.offsetHeight, stage.clientHeight)), room(image.offsetHeight, stage.clientHeight));
    image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    stage.classList.toggle("enlarged", scale > 1);
  };
  /** Enlarge around a point of the window: what is shown there stays there. */
  const zoom = (factor, at = null) => {
    const box = stage.getBoundingClientRect();
    const [across, down] = at ? [at.x - box.x - box.width / 2, at.y - box.y - box.height / 2] : [0, 0];
    const next = Math.min(Math.max(scale * factor, 1), MOST);
    x = across - (across - x) * (next / scale);
    y = down - (down - y) * (next / scale);
    scale = next;
    show();
  };
  const span = () => {
    const [one, other] = [...fingers.values()];
    return { distance: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };
  stage.addEventListener("pointerdown", (event) => {
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    moved += Math.hypot(now.x - was.x, now.y - was.y);
    if (fingers.size === 2) {
      const before = span();
      fingers.set(event.pointerId, now);
      const after = span();
      x += after.x - before.x;
      y += after.y - before.y;
      zoom(after.distance / (before.distance || 1), after);
    } else {
      fingers.set(event.pointerId, now);
      x += now.x - was.x;
      y += now.y - was.y;
      show();
    }
  });
  const lift = (event) => {
    const last = fingers.delete(event.pointerId) && !fingers.size;
    if (!last || event.type !== "pointerup" || moved > A_CLICK) return;
    const box = image.getBoundingClientRect();
    const onPicture = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (onPicture) zoom(scale > 1 ? 0 : 2.5, { x: event.clientX, y: event.clientY });
    else dialog.close();
  };
  stage.addEventListener("pointerup", lift);
  stage.addEventListener("pointercancel", lift);
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  dialog.onkeydown = (event) => {
    if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
    else if (event.key === "0") zoom(0);
    else if (event.key.startsWith("Arrow") && scale > 1) {
      x += { ArrowLeft: 60, ArrowRight: -60 }[event.key] || 0;
      y += { ArrowUp: 60, ArrowDown: -60 }[event.key] || 0;
      show();
    } else return;
    event.preventDefault();
  };
  dialog.replaceChildren(
    make("div.tools", {},
      make("a", { href: url, target: "_blank", rel: "noopener" }, "Open in a new tab"),
      make("button.icon-button", { type: "button", "aria-label": "Smaller", onclick: () => zoom(1 / STEP) }, "−"),
      make("button.icon-button", { type: "button", "aria-label": "Larger", onclick: () => zoom(STEP) }, "+"),
      make("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    stage, ...(alt ? [make("p.caption", {}, alt)] : []));
  dialog.showModal();
  addEventListener("resize", show);
  dialog.addEventListener("close", () => removeEventListener("resize", show), { once: true });
}
