/** Who sits where: name, side, score, whose turn it is, who thinks, who is away. A seat can be looked from. */

import { make, part } from "./dom.js";
import { character, say } from "./say.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Seat} Seat */

/** @typedef {object} Ways what can be done with a seat
 * @property {(seat: number) => void} look
 * @property {(seat: number) => void} watch
 * @property {(seat: number) => boolean} hasTurn */

/** @param {HTMLElement} place @param {View} view @param {number | null} from the seat that was asked for @param {Ways} ways */
export function draw(place, view, from, ways) {
  const focused = place.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const best = Math.max(...view.seats.map((seat) => seat.result ?? -Infinity));
  place.replaceChildren(...byTeam(view.seats).flatMap(({ team, seats }) => [
    ...(team === null ? [] : [make("li", { class: "team" }, teamName(seats))]),
    ...seats.map((seat) => chip(seat, view, best, from, ways)),
  ]));
  part("watching").hidden = view.phase === "waiting" || view.seats.some((seat) => seat.me);
  if (focused) refocus(place, focused);
}

/** On the same button of the same seat; on the seat where that button is gone. @param {HTMLElement} place @param {HTMLElement} old */
function refocus(place, { dataset: { seat }, className }) {
  const same = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(`[data-seat="${seat}"]`)]);
  const isAgain = className === "again";
  (same.find((found) => (found.className === "again") === isAgain) ?? same[0])?.focus({ preventScroll: true });
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
    make("span", { class: "dots" }, ...dots(seat)),
    make("span", { class: "who" }, make("b", {}, ...mark(isWinner, isActing), name(seat)), make("small", {}, ...note(seat, isThinking))),
  );
  if (seat.score !== null) press.append(make("span", { class: "score" }, String(seat.score)));
  if (seat.me || !hasTurn(seat.seat)) return make("li", {}, press);
  const label = say("seat.watch", { name: name(seat) });
  const again = make("button", { type: "button", class: "again", "data-seat": seat.seat, title: label, "aria-label": label, onclick: () => watch(seat.seat) }, "↺");
  return make("li", { class: "with-turn" }, press, again);
}

/** A sign before the name, and what it means. @param {boolean} isWinner @param {boolean} isActing */
function mark(isWinner, isActing) {
  if (!isWinner && !isActing) return [];
  const sign = make("span", { class: "mark", "aria-hidden": "true" }, isWinner ? "★" : "▶");
  return [sign, make("span", { class: "unseen" }, `${say(isWinner ? "seat.winner" : "seat.acting")} `)];
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

/** One quiet line below the name; a number of the seat only where nothing else tells it. @param {Seat} seat @param {boolean} isThinking */
function note(seat, isThinking) {
  const label = seat.colours.length || !seat.name ? seat.label : "";
  const parts = [
    label !== name(seat) && label,
    seat.level && level(seat.level, seat.name),
    seat.me && say("seat.me"),
    isThinking && say("seat.thinking"),
    seat.kind === "person" && !seat.here && !seat.me && say("seat.away"),
  ];
  return parts.flatMap((part) => (part ? [part] : [])).flatMap((part, i) => (i ? [" · ", part] : [part]));
}

/**
 * Short for the eyes: that it is a computer, and what it is like, is said in whole to ears and to who points at it.
 * @param {number} n @param {string} name
 */
function level(n, name) {
  const whole = `${say("seat.level", { level: n })}. ${character(n, name)}`;
  const short = make("span", { "aria-hidden": "true" }, say("seat.level.short", { level: n }));
  return make("span", { class: "level", title: whole }, short, make("span", { class: "unseen" }, whole));
}
