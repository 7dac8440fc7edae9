/** Numbers of this browser's own making, for the dice, and what was promised when they were given. */

const KEY = "ludotheque.dice";
const MOST = 60; // tables that are remembered

/** @typedef {{commitment: string, nonces: string[]}} Promised */

/** 128 random bits as hexadecimal digits; this works without a certificate, too. */
export function newNonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Record<string, Promised>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** What was promised at a table. @param {string} table @returns {Promised | undefined} */
export const rememberedDice = (table) => load()[table];

/** @param {string} table @param {string | null | undefined} commitment none: a game without chance @param {string[]} nonces */
export function rememberDice(table, commitment, nonces) {
  if (!commitment) return;
  const last = Object.entries({ ...load(), [table]: { commitment, nonces } }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(last)));
  } catch {} // a browser that keeps nothing still plays
}

/** The rematch has the same numbers. What this game reveals is its commitment; a second leg has the dice of the first.
 * @param {string} table @param {string} next @param {string | null | undefined} commitment */
export function rememberRematch(table, next, commitment) {
  const known = rememberedDice(table);
  if (known && !rememberedDice(next)) rememberDice(next, commitment, known.nonces);
}
