/** Short words for building and finding elements. */

/** @typedef {import("./types.js").Parts} Parts */
/** @typedef {string | number | boolean | null | undefined | (() => void)} Attribute */

/**
 * An element; attributes that start with "on" are listeners, false and null ones are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, Attribute>} attributes @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** The part of the page with that name. @template {keyof Parts} Name @param {Name} name @returns {Parts[Name]} */
export function part(name) {
  return /** @type {Parts[Name]} */ (document.querySelector(`[data-part="${name}"]`));
}

/** @param {string} text @param {() => void} pressed @param {boolean} [quiet] @returns {HTMLButtonElement} */
export function button(text, pressed, quiet = false) {
  return make("button", { type: "button", class: quiet ? "button" : "button primary", onclick: pressed }, text);
}

/** The JSON that came with the page. @returns {unknown} */
export const boot = () => JSON.parse(document.getElementById("boot")?.textContent ?? "{}");

/** Shows or hides; the text is set only when it changes, so that screen readers do not repeat it.
 * @param {HTMLElement} place @param {string} text */
export function tell(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** Whoever stood on a button that is made anew stands on it again. @param {HTMLElement} place @param {() => void} replace */
export function keepFocus(place, replace) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  replace();
  if (!focused) return;
  const same = [...place.querySelectorAll(focused.tagName)].find((found) => found.textContent === focused.textContent);
  /** @type {HTMLElement | undefined} */ (same)?.focus({ preventScroll: true });
}
