/** Marks laid over the board: what to look at, or what to touch in which order. They go when another picture comes. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const SVG = "http://www.w3.org/2000/svg";
const AIR = 0.006; // between a thing and the ring around it, in parts of the picture

/** @param {Board} board */
export function clear(board) {
  for (const marks of board.place.querySelectorAll(".hint-marks")) marks.remove();
}

/**
 * Rings around things, in the order in which they are touched; those that are not in the picture are left out.
 * @param {Board} board @param {string[]} ids @param {"glow" | "path" | "reply"} kind a glow has no numbers
 */
export function outline(board, ids, kind) {
  const { svg } = board;
  const boxes = ids.map((id) => board.find(id)).filter((g) => g !== null).map((g) => boxOf(g, /** @type {SVGSVGElement} */ (svg)));
  if (!svg || !boxes.length) return;
  const { width, height } = svg.viewBox.baseVal;
  const marks = draw("g", { class: `ghost hint-marks ${kind}`, "aria-hidden": "true" });
  marks.append(...way(boxes), ...boxes.flatMap((box) => ring(box, Math.min(width, height))));
  const signs = kind === "glow" ? [] : boxes.map((_, i) => (kind === "reply" ? "!" : `${i + 1}`));
  marks.append(...signs.flatMap((sign, i) => badge(boxes[i], sign, [width, height])));
  svg.append(marks);
}

/** Where something is, in the picture's own measure. @param {SVGElement} element @param {SVGSVGElement} svg @returns {Box} */
function boxOf(element, svg) {
  const { x, y, width, height } = (element.querySelector(":scope > .halo") ?? element).getBoundingClientRect();
  const place = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / place.width;
  return { x: (x - place.x) * scale, y: (y - place.y) * scale, width: width * scale, height: height * scale };
}

/** @param {Box} box @returns {[number, number]} */
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** A line from one to the next. @param {Box[]} boxes */
function way(boxes) {
  const points = boxes.map((box) => middle(box).join(",")).join(" ");
  return boxes.length > 1 ? ["under", "way"].map((name) => draw("polyline", { class: name, points })) : [];
}

/** @param {Box} box @param {number} unit */
function ring({ x, y, width, height }, unit) {
  const air = AIR * unit;
  const place = { x: x - air, y: y - air, width: width + 2 * air, height: height + 2 * air, rx: 4 * air };
  return ["under", "ring"].map((name) => draw("rect", { class: name, ...place }));
}

/** At the corner of a ring, but never beyond the edge. @param {Box} box @param {string} text @param {number[]} edge */
function badge(box, text, edge) {
  const size = 0.026 * Math.min(...edge);
  const [x, y] = [box.x, box.y].map((at, i) => Math.max(1.1 * size, Math.min(at, edge[i] - 1.1 * size)));
  const label = draw("text", { class: "number", x, y: y + 0.36 * 1.3 * size, "font-size": 1.3 * size });
  label.textContent = text;
  return [draw("circle", { class: "badge", cx: x, cy: y, r: size }), label];
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
