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

export function enlarge(url, alt) {
  const dialog = document.getElementById("picture-dialog");
  dialog.replaceChildren(
    make("button.icon-button.close", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕"),
    make("img", { src: url, alt, onclick: () => dialog.close() }),
    make("p", {}, alt ? make("span.caption", {}, alt) : null, make("a", { href: url, target: "_blank", rel: "noopener" }, "Open in a new tab")));
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
}
