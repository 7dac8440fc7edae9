/** Who plays from a position on: oneself, somebody at this screen, friends by a link, computers. */

import { make, part, tell } from "./dom.js";
import { newId } from "./ids.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").AnalysisSeat} AnalysisSeat */
/** @typedef {import("./types.js").SeatRequest} SeatRequest */
/** @typedef {import("./types.js").NewTable} NewTable */

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
export const USUAL = 4;

/** Asks, and opens the table. @param {Omit<NewTable, "seats" | "key">} wanted @param {AnalysisSeat[]} seats @param {number} mine whose turn it is */
export function open(wanted, seats, mine) {
  const fields = seats.map((seat, number) => field(seat, number === mine));
  part("players").replaceChildren(...fields.map(({ label }) => label));
  tell(part("begin-answer"), "");
  part("begin-now").onclick = async () => {
    const table = { ...wanted, seats: fields.map(({ select }) => request(select.value)), key: newId() };
    const hasMe = table.seats.some(({ who }) => who === "me");
    tell(part("begin-answer"), hasMe ? await begin(table) : say("analysis.play.nobody"));
  };
  part("begin").showModal();
}

/** @param {AnalysisSeat} seat @param {boolean} isMine */
function field({ label: name }, isMine) {
  const people = ["me", "here", "friend"].map((who) => make("option", { value: who, selected: isMine && who === "me" }, say(`analysis.play.${who}`)));
  const computers = LEVELS.map((n) => make("option", { value: `computer ${n}`, selected: !isMine && n === USUAL }, say("analysis.play.computer", { n })));
  const select = make("select", { "aria-label": name }, ...people, ...computers);
  return { select, label: make("label", {}, make("span", {}, name), select) };
}

/** @param {string} value @returns {SeatRequest} */
function request(value) {
  const [who, level] = value.split(" ");
  return /** @type {SeatRequest} */ (level ? { who, level: Number(level) } : { who });
}

/** Opens the table and goes there, or says why not. @param {NewTable} table @returns {Promise<string>} */
export async function begin(table) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(table) }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok) return told?.error ?? say("lesson.failed");
  location.assign(told.url);
  return "";
}
