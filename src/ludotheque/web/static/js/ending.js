/** The end: how it went, why, all points with their parts, and the ways on. */

import { button, make, part } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Ending} Ending */

/** @typedef {object} Ways what the buttons do
 * @property {(wish: string) => void} again
 * @property {(table: string) => void} goOn
 * @property {string} replay where the game can be seen again */

let shown = "";

/** Shows how it ended, or nothing while the game runs. @param {View} view @param {Ways} ways */
export function draw(view, ways) {
  const place = part("ending");
  const key = JSON.stringify([view.ending, view.rematch, view.can]);
  if (key === shown) return;
  const isNew = place.hidden && view.ending !== null;
  shown = key;
  place.hidden = view.ending === null;
  if (view.ending) place.replaceChildren(...content(view, view.ending, ways));
  if (isNew && view.ending?.high_scores.length) addOwnScores(place);
}

/** @param {View} view @param {Ending} ending @param {Ways} ways */
function content(view, ending, ways) {
  const { outcome, headline, why, scores, high_scores: list, place } = ending;
  const parts = [
    make("h2", { class: "verdict", "data-outcome": outcome }, make("span", { class: "sign", "aria-hidden": "true" }), headline),
    make("p", { class: "why" }, why),
  ];
  if (scores.length) parts.push(sums(view, ending));
  if (list.length) parts.push(highScores(list), make("p", { class: "why" }, place));
  return [...parts, make("div", { class: "ways" }, ...buttons(view, ending, ways))];
}

/** A row for each player: the parts of the score, then the total. @param {View} view @param {Ending} ending */
function sums(view, { scores }) {
  const heads = scores[0].parts.map(({ label }) => make("th", { scope: "col" }, label));
  const rows = scores.map(({ seat, parts, total }) => {
    const { name, label } = view.seats[seat];
    const cells = parts.map(({ points }) => make("td", {}, String(points)));
    return make("tr", {}, make("th", { scope: "row" }, name || label), ...cells, make("td", { class: "total" }, String(total)));
  });
  const head = make("tr", {}, make("td", {}), ...heads, make("th", { scope: "col" }, say("ending.total")));
  const table = make("table", { class: "sums" }, make("thead", {}, head), make("tbody", {}, ...rows));
  return make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": say("ending.sums") }, table);
}

/** @param {Ending["high_scores"]} list */
function highScores(list) {
  const rows = list.map(({ name, points, mine }, at) =>
    make("li", mine ? { class: "mine", "aria-current": "true" } : {}, rank(at + 1), make("span", { class: "name" }, name), make("b", {}, String(points))));
  return make("div", { class: "high-scores" }, make("h3", {}, say("ending.high-scores")), make("ol", {}, ...rows));
}

/** @param {number} n */
const rank = (n) => make("span", { class: "rank", "aria-hidden": "true" }, String(n));

/** One's own best games, which the house keeps. @param {HTMLElement} place */
async function addOwnScores(place) {
  const game = document.documentElement.dataset.game ?? "";
  const answer = await fetch(`/api/me/scores/${encodeURIComponent(game)}`).catch(() => null);
  if (!answer?.ok) return; // without a line the list of the rulebook is enough
  /** @type {import("./types.js").Calls["GET /api/me/scores/{game}"]["answer"]} */
  const scores = await answer.json();
  const words = scores.map(String).join(" · ");
  if (words) place.querySelector(".high-scores")?.append(make("p", {}, say("ending.own-scores"), " ", make("b", {}, words)));
}

/** @param {View} view @param {Ending} ending @param {Ways} ways */
function buttons(view, { next_level: level }, { again, goOn, replay }) {
  const { rematch: next } = view;
  const isMine = view.can.includes("rematch") && !next;
  const way = (/** @type {string} */ words, /** @type {string} */ wish, quiet = true) => button(words, () => again(wish), quiet);
  return [
    next && button(say("rematch.go"), () => goOn(next)),
    isMine && way(say("rematch"), "same", false),
    isMine && view.seats.length > 1 && way(say("rematch.swap"), "swap"),
    isMine && level !== null && way(say("ending.level", { level }), `level ${level}`),
    make("a", { class: "button", href: replay }, say("replay")),
  ].filter((each) => each instanceof HTMLElement);
}
