/** The tree of what was tried, to go to by a touch: the main line, and each variation in a list of its own below. */

import { make } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./variations.js").Variation} Variation */
/** @typedef {{current: Variation, colours: string[][], labels: string[], go: (node: Variation) => void}} How */

/** @param {HTMLElement} place @param {Variation} start @param {How} how */
export function draw(place, start, how) {
  const held = place.contains(document.activeElement);
  place.replaceChildren(...(start.comment ? [remark(start.comment)] : []), ...line(start, how));
  if (!start.children.length) place.append(make("p", { class: "nothing" }, say("analysis.nothing")));
  const now = /** @type {HTMLElement | null} */ (place.querySelector("[aria-current]"));
  if (now) place.scrollTop = now.offsetTop - place.offsetTop - place.clientHeight / 2;
  if (held) now?.focus({ preventScroll: true });
}

/** What follows a position: chips, broken where there are variations or comments. @param {Variation} from @param {How} how @returns {HTMLElement[]} */
function line(from, how) {
  /** @type {HTMLElement[]} */
  const parts = [];
  let row = make("p", { class: "moves" });
  for (let node = from; node.children.length; node = node.children[0]) {
    const [main, ...others] = node.children;
    row.append(chip(main, how), " ");
    if (!main.comment && !others.length) continue;
    parts.push(row);
    if (main.comment) parts.push(remark(main.comment));
    if (others.length) parts.push(variations(others, how));
    row = make("p", { class: "moves" });
  }
  return row.childNodes.length ? [...parts, row] : parts;
}

/** @param {Variation[]} others @param {How} how */
const variations = (others, how) =>
  make("ul", { class: "variations" }, ...others.map((other) => make("li", {}, ...variation(other, how))));

/** @param {Variation} first @param {How} how */
function variation(first, how) {
  const [row, ...rest] = line(first, how);
  const begin = chip(first, how);
  if (first.comment) return [make("p", { class: "moves" }, begin), remark(first.comment), ...(row ? [row] : []), ...rest];
  if (row?.matches(".moves")) {
    row.prepend(begin, " ");
    return [row, ...rest];
  }
  return [make("p", { class: "moves" }, begin), ...(row ? [row] : []), ...rest];
}

/** @param {string} text */
const remark = (text) => make("p", { class: "remark" }, text);

/** One event: its number, the mark of who did it, and its text. @param {Variation} node @param {How} how */
function chip(node, { current, colours, labels, go }) {
  const number = make("span", { class: "n", "aria-hidden": "true" }, String(node.path.length));
  const label = node.seat < 0 ? say("analysis.chance") : labels[node.seat];
  return make("button", {
    type: "button",
    class: "chip",
    "aria-current": node === current ? "step" : null,
    "aria-label": `${node.path.length}. ${label}: ${node.text}`,
    onclick: () => go(node),
  }, number, mark(node.seat, colours), node.text);
}

/** A dot in the seat's colours; a die for chance. @param {number} seat @param {string[][]} colours */
export function mark(seat, colours) {
  const dot = make("span", { class: seat < 0 ? "seat-dot chance" : "seat-dot", "aria-hidden": "true" });
  const own = colours[seat] ?? [];
  if (seat >= 0 && !own.length && colours.length > 1) dot.append(String(seat + 1)); // all play the same
  if (own.length) dot.style.setProperty("--dot", `var(--${own[0]})`);
  if (own.length > 1) dot.style.setProperty("--dot-too", `var(--${own[1]})`);
  return dot;
}
