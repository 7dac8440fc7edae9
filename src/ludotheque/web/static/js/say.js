/** The page's sentences, in its language: patterns with {places}, filled as `core/i18n.py` fills them. */

/** @typedef {import("./types.js").PluralRow} PluralRow */

/** @type {Record<string, string>} */
let words = {};
/** @type {PluralRow[]} */
let plural = [];
let lang = "en";

/** @param {Record<string, string>} sentences @param {string} language @param {PluralRow[]} rows */
export function learn(sentences, language, rows) {
  words = sentences;
  lang = language;
  plural = rows;
  for (const place of document.querySelectorAll("[data-say]")) {
    place.textContent = say(/** @type {HTMLElement} */ (place).dataset.say ?? "");
  }
  for (const place of document.querySelectorAll("[data-say-label]")) {
    place.setAttribute("aria-label", say(/** @type {HTMLElement} */ (place).dataset.sayLabel ?? ""));
  }
}

export const language = () => lang;

/** A sentence by its key. @param {string} key @param {Record<string, string | number>} params */
export const say = (key, params = {}) => fill(words[key] ?? key, params);

/** What a level of the computer is like. @param {number} level @param {string} name */
export const character = (level, name) => fill(words[`character.${level}`] ?? "", { name });

/**
 * {who} is a parameter, {who:capital} begins with a capital, and {n:plate|plates} takes the form for a number.
 * @param {string} pattern @param {Record<string, string | number>} params
 */
export function fill(pattern, params) {
  return pattern.replace(/\{([a-z_]+)(?::([^{}]*))?\}/g, (_, name, form = "") => {
    if (!(name in params)) throw new Error(`nothing is given for {${name}}`);
    const value = String(params[name]);
    if (form === "capital") return value.slice(0, 1).toUpperCase() + value.slice(1);
    if (form.includes("|")) return form.split("|").at(formOf(Number(value))) ?? "";
    if (form) throw new Error(`no form ${form} of what is filled in`);
    return value;
  });
}

/** Which form a number takes: that of the first row it falls in; -1 is the last form. @param {number} n */
function formOf(n) {
  const looked = (/** @type {PluralRow} */ row) => (row.modulo ? Math.abs(n) % row.modulo : n);
  return plural.find((row) => row.least <= looked(row) && looked(row) <= row.most)?.form ?? -1;
}
