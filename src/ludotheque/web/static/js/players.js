/** Who plays from a position on: oneself, somebody at this screen, friends by a link, computers. */

import { make, part, tell } from "./dom.js";
import { newId } from "./ids.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").AnalysisSeat} AnalysisSeat */
/** @typedef {import("./types.js").SeatRequest} SeatRequest */
/** @typedef {import("./types.js").NewTable} NewTable */

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const USUAL = 4;

/** Asks, and opens the table. @param {Omit<NewTable, "seats" | "key">} wanted @param {AnalysisSeat[]} seats @param {number} mine whose turn it is */
export function open(wanted, seats, mine) {
  const fields = seats.map((seat, number) => field(seat, number === mine));
  part("players").replaceChildren(...fields.map(({ label }) => label));
  tell(part("begin-answer"), "");
  part("begin-now").onclick = () => begin({ ...wanted, seats: fields.map(({ select }) => request(select.value)), key: newId() });
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

/** @param {NewTable} table */
async function begin(table) {
  if (!table.seats.some(({ who }) => who === "me")) return tell(part("begin-answer"), say("analysis.play.nobody"));
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(table) }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok) location.assign(told.url);
  else tell(part("begin-answer"), told?.error ?? say("lesson.failed"));
}
