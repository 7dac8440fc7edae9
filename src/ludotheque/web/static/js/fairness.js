/** The committed dice of a table: a quiet line that opens, and what this browser remembers of them. */

import { make, part } from "./dom.js";
import { rememberedDice } from "./nonces.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Dice} Dice */

const SHORT = 8; // digits of a commitment that are shown at once

let shown = "";

/** @param {string} table @param {View} view */
export function draw(table, view) {
  const place = part("dice");
  const key = JSON.stringify([view.dice?.secret, view.dice?.nonces, view.seats.map((seat) => [seat.name, seat.me])]);
  if (key === shown) return;
  shown = key;
  place.hidden = view.dice === null;
  if (view.dice) place.replaceChildren(...content(table, view, view.dice));
}

/** @param {string} table @param {View} view @param {Dice} dice */
function content(table, view, dice) {
  const { commitment, secret, nonces } = dice;
  const short = (secret ?? commitment).slice(0, SHORT);
  const names = view.seats.map((seat) => seat.name || seat.label);
  if (view.match?.leg === 2) names.reverse(); // numbers stay where they were, people have changed sides
  const rows = [
    row(say("dice.commitment"), commitment),
    ...(secret === null ? [] : [row(say("dice.secret"), secret)]),
    ...nonces.map((nonce, seat) => row(say("dice.nonce", { name: names[seat] }), nonce ?? say("dice.no-nonce"))),
  ];
  const memory = remembered(table, dice);
  const link = make("a", { href: checkPage(table, dice) }, say(secret === null ? "dice.later" : "dice.check"));
  return [
    make("summary", {}, say(secret === null ? "dice.committed" : "dice.revealed", { short })),
    make("p", {}, say(view.day ? "dice.about.day" : view.match ? "dice.about.match" : "dice.about")),
    make("dl", {}, ...rows.flat()),
    ...(memory ? [make("p", {}, memory)] : []),
    make("p", {}, link),
  ];
}

/** @param {string} name @param {string} value */
const row = (name, value) => [make("dt", {}, name), make("dd", {}, make("code", {}, value))];

/** Where the dice are checked: with this game, once it is over. @param {string} table @param {Dice} dice */
export const checkPage = (table, { secret }) => `/check-dice${secret === null ? "" : `#${encodeURIComponent(table)}`}`;

/** Whether they are as this browser knows them; nothing where it knows none. @param {string} table @param {Dice} dice */
function remembered(table, { commitment, nonces }) {
  const known = rememberedDice(table);
  if (!known) return "";
  const isSame = known.commitment === commitment && known.nonces.every((nonce) => nonces.includes(nonce));
  return say(isSame ? "dice.kept" : "dice.changed");
}
