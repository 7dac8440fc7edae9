/** Click paths: a choice is a row of ids to touch. Pure functions on the choices and the ids touched so far. */

/** @typedef {{seat: number, text: string, path: string[], sentence?: string}} Choice path: ids to touch, in order */

/**
 * The choices of these seats as one list.
 * @param {import("./types.js").View["clicks"]} clicks @param {number[]} seats @returns {Choice[]}
 */
export function listChoices(clicks, seats) {
  return seats.flatMap((seat) =>
    Object.entries(clicks[seat] ?? {}).map(([text, path]) => ({ seat, text, path })),
  );
}

/** @param {Choice} choice @param {string[]} taken */
const startsWith = (choice, taken) => taken.every((id, i) => choice.path[i] === id);

/** The ids that can be touched next. @param {Choice[]} choices @param {string[]} taken @returns {Set<string>} */
export function nextIds(choices, taken) {
  const open = choices.filter((choice) => choice.path.length > taken.length && startsWith(choice, taken));
  return new Set(open.map((choice) => choice.path[taken.length]));
}

/** The choices that these touches make. @param {Choice[]} choices @param {string[]} taken @returns {Choice[]} */
export const complete = (choices, taken) =>
  choices.filter((choice) => choice.path.length === taken.length && startsWith(choice, taken));

/**
 * What a touch does: goes on, lets the touched one go, begins anew with another, or (id null, or nothing there) cancels.
 * `chosen` is the choice that is made by it, if no other is possible any more.
 * @param {Choice[]} choices @param {string[]} taken @param {string | null} id
 * @returns {{taken: string[], chosen: Choice | null}}
 */
export function touch(choices, taken, id) {
  if (id === null) return { taken: [], chosen: null };
  if (nextIds(choices, taken).has(id)) return arrive(choices, [...taken, id]);
  const at = taken.indexOf(id);
  if (at >= 0) return { taken: taken.slice(0, at), chosen: null };
  return nextIds(choices, []).has(id) ? arrive(choices, [id]) : { taken: [], chosen: null };
}

/** @param {Choice[]} choices @param {string[]} taken */
function arrive(choices, taken) {
  const made = complete(choices, taken);
  const isOnly = made.length === 1 && nextIds(choices, taken).size === 0;
  return { taken, chosen: isOnly ? made[0] : null };
}
