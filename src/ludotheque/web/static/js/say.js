/** The page's words: sentences with {places}, in the page's language. */

/** @type {Record<string, string>} */
let words = {};
let lang = "en";

/** @param {Record<string, string>} sentences @param {string} language */
export function learn(sentences, language) {
  words = sentences;
  lang = language;
  for (const place of document.querySelectorAll("[data-say]")) {
    place.textContent = say(/** @type {HTMLElement} */ (place).dataset.say ?? "");
  }
  for (const place of document.querySelectorAll("[data-say-label]")) {
    place.setAttribute("aria-label", say(/** @type {HTMLElement} */ (place).dataset.sayLabel ?? ""));
  }
}

export const language = () => lang;

/** French counts nought and one as singular, English only one. @param {number} n */
const isSingular = (n) => (lang === "fr" ? Math.abs(n) < 2 : n === 1);

/**
 * A sentence; {n} is a parameter and {n:plate|plates} the singular or the plural for it.
 * @param {string} key @param {Record<string, string | number>} params
 */
export function say(key, params = {}) {
  const pattern = words[key] ?? key;
  return pattern.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (_, name, one, many) => {
    if (one !== undefined) return isSingular(Number(params[name])) ? one : many;
    return String(params[name] ?? "");
  });
}
