/** Questions in a dialog. */

import { button, make, part } from "./dom.js";
import { say } from "./say.js";

/**
 * Asks; the answer is null if it was closed, else the value of the field (or "" without one).
 * @param {string} question @param {string} yes @param {HTMLSelectElement | null} [field]
 * @returns {Promise<string | null>}
 */
export function ask(question, yes, field = null) {
  const heading = make("h2", {}, question);
  const form = make("form", { method: "dialog" }, heading, ...(field ? [field] : []));
  const dialog = make("dialog", { class: "ask", "aria-label": question }, form);
  const agree = make("button", { class: "button primary", value: "yes" }, yes);
  form.append(make("p", { class: "row" }, agree, button(say("cancel"), () => dialog.close(), true)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes" ? (field?.value ?? "") : null);
      dialog.remove();
    });
  });
}

/** Levels of the computer to choose from. */
export function levelField() {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8];
  const options = levels.map((n) => make("option", { value: n, selected: n === 4 }, say("level", { n })));
  return make("select", { "aria-label": say("level.label") }, ...options);
}

/** Opens one of the page's own dialogs. @param {"invite" | "settings"} name */
export function open(name) {
  const dialog = part(name);
  if (!dialog.open) dialog.showModal();
}

/** Closes dialogs by their buttons and by a click beside them. */
export function listen() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === dialog || target.closest("[data-close]")) dialog.close();
    });
  }
}

/** Closes it again, if it is open. @param {"invite" | "settings"} name */
export function close(name) {
  part(name).close();
}
