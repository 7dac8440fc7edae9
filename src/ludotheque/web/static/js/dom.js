/** Short words for building and finding elements. */

/**
 * An element; attributes that start with "on" are listeners, false and null ones are left out.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** The part of the page with that name. @param {string} name @returns {any} */
export const part = (name) => document.querySelector(`[data-part="${name}"]`);

/** @param {string} text @param {() => void} pressed @param {boolean} [quiet] @returns {HTMLButtonElement} */
export function button(text, pressed, quiet = false) {
  return make("button", { type: "button", class: quiet ? "button" : "button primary", onclick: pressed }, text);
}

/** The JSON that came with the page. */
export const boot = () => JSON.parse(document.getElementById("boot")?.textContent ?? "{}");

/** Shows or hides; the text is set only when it changes, so that screen readers do not repeat it.
 * @param {HTMLElement} place @param {string} text */
export function tell(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}
