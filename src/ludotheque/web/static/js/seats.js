/** Who sits where: name, side, score, whose turn it is, who thinks, who is away. A seat can be looked from. */

import { make, part } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Seat} Seat */

/** @typedef {object} Ways what can be done with a seat
 * @property {(seat: number) => void} look
 * @property {(seat: number) => void} watch
 * @property {(seat: number) => boolean} hasTurn */

/** @param {HTMLElement} place @param {View} view @param {number | null} from the seat that was asked for @param {Ways} ways */
export function draw(place, view, from, ways) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.seat;
  const best = Math.max(...view.seats.map((seat) => seat.result ?? -Infinity));
  place.replaceChildren(...byTeam(view.seats).flatMap(({ team, seats }) => [
    ...(team === null ? [] : [make("li", { class: "team" }, teamName(seats))]),
    ...seats.map((seat) => chip(seat, view, best, from, ways)),
  ]));
  part("watching").hidden = view.phase === "waiting" || view.seats.some((seat) => seat.me);
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-seat="${focused}"]`))?.focus();
}

/** Who plays together stands together. @param {Seat[]} all @returns {{ team: number | null, seats: Seat[] }[]} */
function byTeam(all) {
  const teams = [...new Set(all.map((seat) => seat.team))];
  return teams.map((team) => ({ team, seats: all.filter((seat) => seat.team === team) }));
}

/** @param {Seat[]} seats */
const teamName = (seats) => say("team", { names: seats.map((seat) => seat.label).join(` ${say("turn.and")} `) });

/** @param {Seat} seat @param {View} view @param {number} best @param {number | null} from @param {Ways} ways */
function chip(seat, view, best, from, { look, watch, hasTurn }) {
  const isActing = view.actors.includes(seat.seat);
  const isThinking = view.thinking.includes(seat.seat);
  const isWinner = seat.result !== null && seat.result === best && view.seats.some((s) => s.result !== best);
  const marks = [isActing && "acting", isThinking && "thinking", isWinner && "winner", seat.me && "me"];
  const press = make(
    "button",
    {
      type: "button",
      class: ["chip", ...marks.filter(Boolean)].join(" "),
      "data-seat": seat.seat,
      "aria-pressed": String(from === seat.seat),
      title: say("seat.look", { name: name(seat) }),
      onclick: () => look(seat.seat),
    },
    ...dots(seat),
    make("span", { class: "mark", "aria-hidden": "true" }, isWinner ? "★" : isActing ? "▶" : ""),
    make("span", { class: "who" }, make("b", {}, name(seat)), make("small", {}, note(seat, isThinking))),
    make("span", { class: "unseen" }, isWinner ? say("seat.winner") : isActing ? say("seat.acting") : ""),
  );
  if (seat.score !== null) press.append(make("span", { class: "score" }, String(seat.score)));
  if (seat.me || !hasTurn(seat.seat)) return make("li", {}, press);
  const label = say("seat.watch", { name: name(seat) });
  const again = make("button", { type: "button", class: "again", title: label, "aria-label": label, onclick: () => watch(seat.seat) }, "↺");
  return make("li", { class: "with-turn" }, press, again);
}

/** The colours that a seat plays; its name says them too. @param {Seat | undefined} seat */
export function dots(seat) {
  return (seat?.colours ?? []).map((name) => {
    const dot = make("i", { class: "dot", "aria-hidden": "true" });
    dot.style.background = `var(--${name})`; // an attribute would need a page that allows any style
    return dot;
  });
}

/** Whether a seat of this person is to act. @param {View} view */
export const isMyTurn = (view) => !view.over && view.seats.some((seat) => seat.me && view.actors.includes(seat.seat));

/** Whose turn it is, for those who wait. @param {View} view */
export function status(view) {
  if (isMyTurn(view) || !view.actors.length || view.over) return view.status;
  const names = view.actors.map((seat) => name(view.seats[seat]));
  const isThinking = view.actors.every((seat) => view.thinking.includes(seat));
  return say(isThinking ? "turn.thinking" : "turn.theirs", { who: names.join(` ${say("turn.and")} `) });
}

/** @param {Seat} seat */
const name = (seat) =>
  seat.name || (seat.kind === "free" ? say("seat.free") : seat.label);

/** One quiet line below the name. @param {Seat} seat @param {boolean} isThinking */
function note(seat, isThinking) {
  const parts = [seat.label];
  if (seat.level) parts.push(say("seat.level", { level: seat.level }));
  if (seat.me) parts.push(say("seat.me"));
  if (isThinking) parts.push(say("seat.thinking"));
  if (seat.kind === "person" && !seat.here && !seat.me) parts.push(say("seat.away"));
  return parts.filter((part) => part && part !== name(seat)).join(" · ");
}
