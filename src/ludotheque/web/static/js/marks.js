/** Marks laid over the board: what to look at, or what to touch in which order. They go when another picture comes. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{box: Box, shape: SVGGeometryElement | null}} Thing */

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
  const things = ids.map((id) => board.find(id)).filter((g) => g !== null).map((g) => thingOf(g, /** @type {SVGSVGElement} */ (svg)));
  if (!svg || !things.length) return;
  const { width, height } = svg.viewBox.baseVal;
  const marks = draw("g", { class: `ghost hint-marks ${kind}`, "aria-hidden": "true" });
  marks.append(...way(things), ...things.flatMap((thing) => ring(thing, Math.min(width, height))));
  const signs = kind === "glow" ? [] : things.map((_, i) => (kind === "reply" ? "!" : `${i + 1}`));
  marks.append(...signs.flatMap((sign, i) => badge(things[i], sign, [width, height])));
  svg.append(marks);
}

/** Where something is, in the picture's own measure, and its outline if it has one. @param {SVGElement} element @param {SVGSVGElement} svg @returns {Thing} */
function thingOf(element, svg) {
  const { x, y, width, height } = (element.querySelector(":scope > .halo") ?? element).getBoundingClientRect();
  const place = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / place.width;
  const box = { x: (x - place.x) * scale, y: (y - place.y) * scale, width: width * scale, height: height * scale };
  const shape = element.querySelector(":scope > .halo > :last-child, :scope:is(.spot) > .chosen > :last-child");
  return { box, shape: shape instanceof SVGGeometryElement ? shape : null };
}

/** @param {Thing} thing @returns {[number, number]} */
const middle = ({ box: { x, y, width, height } }) => [x + width / 2, y + height / 2];

/** A line from one to the next. @param {Thing[]} things */
function way(things) {
  const points = things.map((thing) => middle(thing).join(",")).join(" ");
  return things.length > 1 ? ["under", "way"].map((name) => draw("polyline", { class: name, points })) : [];
}

/** Along the outline, which may be a diamond or a floe; else around the box. @param {Thing} thing @param {number} unit */
function ring({ box: { x, y, width, height }, shape }, unit) {
  const air = AIR * unit;
  const place = { x: x - air, y: y - air, width: width + 2 * air, height: height + 2 * air, rx: 4 * air };
  return ["under", "ring"].map((name) => (shape ? copy(shape, name) : draw("rect", { class: name, ...place })));
}

/** The same shape in the same place, on top of all. @param {SVGGeometryElement} shape @param {string} name */
function copy(shape, name) {
  const { a, b, c, d, e, f } = toPicture(shape);
  const copied = /** @type {SVGGeometryElement} */ (shape.cloneNode());
  for (const part of ["stroke-dasharray", "fill-opacity", "opacity"]) copied.removeAttribute(part);
  copied.setAttribute("class", name);
  copied.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  return copied;
}

/** From the measure of a shape to that of the picture. @param {SVGGeometryElement} shape @returns {DOMMatrix} */
function toPicture(shape) {
  const [picture, own] = [shape.ownerSVGElement?.getScreenCTM(), shape.getScreenCTM()];
  return picture && own ? DOMMatrix.fromMatrix(picture).inverse().multiply(DOMMatrix.fromMatrix(own)) : new DOMMatrix();
}

/** At the corner of a ring, but never beyond the edge. @param {Thing} thing @param {string} text @param {number[]} edge */
function badge(thing, text, edge) {
  const size = 0.026 * Math.min(...edge);
  const [x, y] = corner(thing).map((at, i) => Math.max(1.1 * size, Math.min(at, edge[i] - 1.1 * size)));
  const label = draw("text", { class: "number", x, y: y + 0.36 * 1.3 * size, "font-size": 1.3 * size });
  label.textContent = text;
  return [draw("circle", { class: "badge", cx: x, cy: y, r: size }), label];
}

/** The corner of the box, or where the way from there to the middle meets the outline. @param {Thing} thing */
function corner({ box: { x, y, width, height }, shape }) {
  if (!shape) return [x, y];
  const back = toPicture(shape).inverse();
  const steps = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
  const isInside = (/** @type {number} */ t) => shape.isPointInFill(back.transformPoint({ x: x + width * t, y: y + height * t }));
  const t = (steps.find(isInside) ?? 0) - 0.05;
  return [x + width * Math.max(t, 0), y + height * Math.max(t, 0)];
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
