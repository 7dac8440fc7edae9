/**
 * Turns the drawn picture into a new one. Elements with an id are kept and only changed, so that the page can move them
 * from where they were; everything else is replaced where it differs.
 */

/**
 * @typedef {{kind: "new" | "gone" | "moved" | "turned" | "redrawn", element: SVGElement, from: string,
 *   face: SVGElement | null, next: Node | null}} Change
 *   from: the transform that was seen before; face: how it looked; next: what lay above it
 */
import { seenTransforms } from "./motion.js";

const MARKS = ["lit", "is-chosen", "grip", "over", "ghost"];
const OWN = ["tabindex", "role", "aria-pressed", "style"];

/** @param {string} text @returns {SVGSVGElement} */
export function parse(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("not a picture");
  return tidy(document.adoptNode(/** @type {SVGSVGElement} */ (/** @type {Element} */ (root))));
}

/** Without the white space between elements. @param {SVGSVGElement} root */
export function tidy(root) {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const blank = [];
  while (walk.nextNode()) if (!walk.currentNode.nodeValue?.trim()) blank.push(walk.currentNode);
  for (const node of blank) node.parentNode?.removeChild(node);
  return root;
}

/** Takes away what the page itself wrote on elements. @param {Element} root */
function clean(root) {
  for (const ghost of root.querySelectorAll(".ghost")) ghost.remove();
  for (const element of root.querySelectorAll("[id]")) {
    element.classList.remove(...MARKS);
    if (!element.classList.length) element.removeAttribute("class");
    for (const name of OWN) element.removeAttribute(name);
  }
}

/**
 * @param {SVGSVGElement} old  in the page; becomes equal to `fresh`, which is used up
 * @param {SVGSVGElement} fresh @returns {Change[]}
 */
export function morph(old, fresh) {
  const seen = seenTransforms(old);
  clean(old);
  /** @type {Change[]} */
  const changes = [];
  copyAttributes(old, fresh);
  morphChildren(old, fresh, seen, changes);
  return changes;
}

/** What goes is taken away first: what stays where it is keeps the focus and its movements.
 * @param {Element} old @param {Element} fresh @param {Map<string, string>} seen @param {Change[]} changes */
function morphChildren(old, fresh, seen, changes) {
  const pairs = pair(old, fresh);
  takeAway(old, new Set(pairs.map(([known]) => known)), changes);
  let above = old.firstElementChild;
  for (const [known, wanted] of pairs) {
    const here = known ?? wanted;
    if (here === above) above = above.nextElementSibling;
    else old.insertBefore(here, above);
    if (known && wanted.id) morphKept(known, wanted, seen, changes);
    else if (!known) changes.push(change("new", here));
  }
}

/** Each wanted element and the one that is there already: the same id, or just the same.
 * @param {Element} old @param {Element} fresh @returns {[Element | undefined, Element][]} */
function pair(old, fresh) {
  const named = new Map([...old.children].filter((c) => c.id).map((c) => [c.id, c]));
  const plain = new Set([...old.children].filter((c) => !c.id));
  return [...fresh.children].map((wanted) => {
    const known = wanted.id ? named.get(wanted.id) : [...plain].find((c) => c.isEqualNode(wanted));
    if (known) plain.delete(known);
    return [known, wanted];
  });
}

/** @param {Element} old @param {Set<Node | undefined>} stays @param {Change[]} changes */
function takeAway(old, stays, changes) {
  for (const child of [...old.children]) {
    if (stays.has(child)) continue;
    let next = child.nextSibling;
    while (next && !stays.has(next)) next = next.nextSibling;
    if (child.id) changes.push({ ...change("gone", child), next });
    child.remove();
  }
}

/** @param {Change["kind"]} kind @param {Element} element @returns {Change} */
function change(kind, element) {
  return { kind, element: /** @type {SVGElement} */ (element), from: "", face: null, next: null };
}

/** @param {Element} old @param {Element} fresh @param {Map<string, string>} seen @param {Change[]} changes */
function morphKept(old, fresh, seen, changes) {
  const hasMoved = old.getAttribute("transform") !== fresh.getAttribute("transform");
  const hasTurned = old.getAttribute("class") !== fresh.getAttribute("class");
  const isRedrawn = !sameDrawing(old, fresh);
  const face = hasTurned ? /** @type {SVGElement} */ (old.cloneNode(true)) : null;
  copyAttributes(old, fresh);
  if (old.querySelector("[id]") || fresh.querySelector("[id]")) morphChildren(old, fresh, seen, changes);
  else if (!sameChildren(old, fresh)) old.replaceChildren(...fresh.children.length ? fresh.children : fresh.childNodes);
  const from = seen.get(old.id) ?? "";
  if (hasMoved) changes.push({ ...change("moved", old), from });
  if (hasTurned) changes.push({ ...change("turned", old), face });
  else if (isRedrawn) changes.push({ ...change("redrawn", old), from });
}

/** @param {Element} old @param {Element} fresh */
function copyAttributes(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** @param {Element} a @param {Element} b */
const sameChildren = (a, b) =>
  a.childNodes.length === b.childNodes.length && [...a.childNodes].every((c, i) => c.isEqualNode(b.childNodes[i]));

/** Whether the thing itself looks the same: a mark that is put on or taken off leaves it as it is.
 * @param {Element} a @param {Element} b */
function sameDrawing(a, b) {
  const [less, more] = [drawing(a), drawing(b)].sort((one, other) => one.length - other.length);
  const rest = [...more];
  return less.every((shape) => {
    const at = rest.indexOf(shape);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** @param {Element} element */
const drawing = (element) =>
  [...element.children].filter((c) => !c.matches(".halo, .chosen")).map((c) => c.outerHTML);
