/** The end: how it went, why, all points with their parts, and the ways on. */

import { button, keepFocus, make, part } from "./dom.js";
import { checkPage } from "./fairness.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Ending} Ending */

/** @typedef {object} Ways what the buttons do
 * @property {(wish: string) => void} again
 * @property {(table: string) => void} goOn
 * @property {string} replay where the game can be seen again
 * @property {string} table
 * @property {() => void} report what was skill and what was luck
 * @property {string} analysis where it can be analysed */

const PAUSE = 900; // milliseconds in which the last move is seen, before a small window moves on to the end

let shown = "";

/** Shows how it ended, or nothing while the game runs. @param {View} view @param {Ways} ways */
export function draw(view, ways) {
  const place = part("ending");
  const key = JSON.stringify([view.ending, view.rematch, view.can, view.match]);
  if (key === shown) return;
  const isNew = place.hidden && view.ending !== null;
  const wasPlayed = shown !== "";
  shown = key;
  place.hidden = view.ending === null;
  if (view.ending) keepFocus(place, () => place.replaceChildren(...content(view, /** @type {Ending} */ (view.ending), ways)));
  if (view.ending?.high_scores.length) addOwnScores(place);
  if (isNew && wasPlayed) setTimeout(() => place.scrollIntoView({ block: "nearest" }), PAUSE);
}

/** @param {View} view @param {Ending} ending @param {Ways} ways */
function content(view, ending, ways) {
  const { outcome, headline, why, scores, high_scores: list, place } = ending;
  const parts = [
    make("h2", { class: "verdict", "data-outcome": outcome }, make("span", { class: "sign", "aria-hidden": "true" }), headline),
    make("p", { class: "why" }, why),
    ...(view.match?.sentences ?? []).map((sentence) => make("p", { class: "why" }, sentence)),
  ];
  if (scores.length) parts.push(sums(view, ending));
  if (list.length) parts.push(highScores(list), make("p", { class: "why" }, place));
  return [...parts, make("div", { class: "ways" }, ...buttons(view, ending, ways))];
}

/** A column for each player: the parts of the score, then the total. @param {View} view @param {Ending} ending */
function sums(view, { scores }) {
  const heads = scores.map(({ seat }) => make("th", { scope: "col" }, view.seats[seat].name || view.seats[seat].label));
  const rows = scores[0].parts.map(({ label }, at) => sum(label, scores.map(({ parts }) => parts[at].points)));
  const total = sum(say("ending.total"), scores.map((score) => score.total), "total");
  const table = make("table", { class: "sums" }, make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...rows, total));
  return make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": say("ending.sums") }, table);
}

/** @param {string} label @param {number[]} points @param {string} [kind] */
const sum = (label, points, kind = "") =>
  make("tr", { class: kind }, make("th", { scope: "row" }, label), ...points.map((n) => make("td", {}, count(n))));

/** With a real minus sign. @param {number} n */
const count = (n) => String(n).replace("-", "−");

/** @param {Ending["high_scores"]} list */
function highScores(list) {
  const rows = list.map(({ name, points, mine }, at) =>
    make("li", mine ? { class: "mine", "aria-current": "true" } : {}, rank(at + 1), make("span", { class: "name" }, name), make("b", {}, count(points))));
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
  const words = scores.map(count).join(" · ");
  place.querySelector(".own")?.remove();
  if (words) place.querySelector(".high-scores")?.append(make("p", { class: "own" }, say("ending.own-scores"), " ", make("b", {}, words)));
}

/** @param {View} view @param {Ending} ending @param {Ways} ways */
function buttons(view, { next_level: level, outcome }, { again, goOn, replay, report, analysis, table }) {
  const { rematch: next, match } = view;
  const isUp = outcome === "won";
  const isMine = view.can.includes("rematch") && !next;
  const way = (/** @type {string} */ words, /** @type {string} */ wish, quiet = true) => button(words, () => again(wish), quiet);
  return [
    next && button(say(match?.leg === 1 ? "match.go" : "rematch.go"), () => goOn(next)),
    isMine && way(say(match?.due ? "match.second" : match ? "match.again" : "rematch"), "same", false),
    isMine && !match && view.seats.length > 1 && way(say("rematch.swap"), "swap"),
    isMine && !match && level !== null && way(say(isUp ? "ending.level.up" : "ending.level.down", { level }), `level ${level}`),
    button(say("report"), report, true),
    make("a", { class: "button", href: analysis }, say("analysis")),
    make("a", { class: "button", href: replay }, say("replay")),
    match?.first && make("a", { class: "button", href: `/t/${encodeURIComponent(match.first)}` }, say("match.first")),
    view.day && make("a", { class: "button primary", href: `/games/${document.documentElement.dataset.game}/daily/${view.day}` }, say("daily")),
    view.dice?.secret && make("a", { class: "button", href: checkPage(table, view.dice) }, say("dice.check")),
  ].filter((each) => each instanceof HTMLElement);
}
