/** What comes next, in the game's own words: asked for by the kinds of what was touched so far. */

/** @type {Record<string, string>} */
let asks = {};

/** @param {Record<string, string>} sentences by kinds: `plate`, `pawn.cell` */
export function learnAsks(sentences) {
  asks = sentences;
}

/** The kind of an element is what stands before the first hyphen of its id. @param {string} id */
const kindOf = (id) => id.split("-", 1)[0];

/** @param {string[]} taken the ids touched so far, at least one */
export const askNext = (taken) => asks[taken.map(kindOf).join(".")] ?? "";
