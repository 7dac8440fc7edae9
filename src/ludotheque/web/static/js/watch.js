/** The last turn of another player, watched again: its positions one after the other, then back to now. */

const PAUSE = 900; // milliseconds a position: long enough to see what moved

/** @typedef {object} Watched a table
 * @property {import("./log.js").Log} log
 * @property {import("./past.js").Past} past */

/** Whoever looks elsewhere meanwhile stops it. @param {Watched} table @param {number} seat */
export async function watch(table, seat) {
  const turn = table.log.lastTurn(seat);
  if (!turn) return;
  const [start, end] = turn;
  for (let n = start; n <= end; n += 1) {
    await table.past.look(n);
    await new Promise((then) => setTimeout(then, PAUSE));
    if (table.past.at !== n && n < end) return;
  }
  if (table.past.at === end) await table.past.look(null);
}
