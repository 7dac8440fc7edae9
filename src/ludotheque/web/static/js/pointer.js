/** Touching the board with a mouse, a pen or a finger: tap and tap, or drag from a lit piece to a lit target. */

import { cssTransform } from "./motion.js";

/** @typedef {import("./board.js").Board} Board */

const NEAR = 22; // half of what a finger needs
const DRAG = 6; // pixels after which a touch is a drag

/** The lit or chosen element meant by a point: the one under it, else the nearest one that a finger may mean.
 * @param {Board} board @param {number} x @param {number} y @returns {SVGElement | null} */
export function hit(board, x, y) {
  const near = board.lit.map((g) => ({ g, ...distance(g, x, y) })).filter(({ reach }) => reach <= NEAR);
  return under(x, y) ?? near.sort((a, b) => a.reach - b.reach || a.far - b.far)[0]?.g ?? null;
}

/** The lit or chosen element at a point. @param {number} x @param {number} y @returns {SVGElement | null} */
export function under(x, y) {
  const found = document.elementsFromPoint(x, y).map((e) => e.closest("g[id]"));
  return /** @type {SVGElement | null} */ (found.find((g) => g?.matches(".lit, .is-chosen, .grip")) ?? null);
}

/** Where an element that can be touched is: not what is drawn far from it when it has been chosen.
 * @param {Element} element */
export const body = (element) => (element.querySelector(":scope > .halo") ?? element).getBoundingClientRect();

/** From the point to the middle of the element; what a finger has to reach is at most 0.9 × its reach if it is inside.
 * @param {Element} element @param {number} x @param {number} y */
function distance(element, x, y) {
  const box = body(element);
  const far = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
  const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return { far, reach: isInside ? Math.min(far, NEAR * 0.9) : far };
}

/** @param {Board} board @param {(element: Element) => void} elsewhere called for a tap on what cannot be touched
 * @param {(event: PointerEvent, meant: Element | null) => boolean} takes whether a tap is used for something else */
export function listen(board, elsewhere = () => {}, takes = () => false) {
  /** @type {Drag | null} */
  let drag = null;
  board.place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    drag = new Drag(board, event);
  });
  board.place.addEventListener("pointermove", (event) => drag?.move(event));
  board.place.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const isDragged = drag.isMoving;
    if (isDragged) drag.drop(event);
    else tap(board, event, elsewhere, takes);
    drag = null;
  });
  board.place.addEventListener("pointercancel", () => {
    drag?.giveUp();
    drag = null;
  });
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (board.taken.length && !board.place.contains(target) && !target.closest("button, dialog, a")) board.cancel();
  });
  shield(board);
}

/** A touch on the board may move what stands around it: the click that follows it is not meant for what has come under
 * the finger. Clicks by the keyboard have no such touch before them. @param {Board} board */
function shield({ place }) {
  const isOnBoard = (/** @type {Event} */ event) => place.contains(/** @type {Element} */ (event.target));
  let hasBegunThere = false;
  document.addEventListener("pointerdown", (event) => (hasBegunThere = isOnBoard(event)), true);
  document.addEventListener("click", (event) => {
    if (!hasBegunThere || isOnBoard(event) || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** @param {Board} board @param {PointerEvent} event @param {(element: Element) => void} elsewhere
 * @param {(event: PointerEvent, meant: Element | null) => boolean} takes */
function tap(board, event, elsewhere, takes) {
  const meant = hit(board, event.clientX, event.clientY);
  if (takes(event, meant)) return;
  if (meant || board.taken.length) return board.touch(meant?.id ?? null);
  const other = document.elementFromPoint(event.clientX, event.clientY)?.closest("g[id]");
  if (other) elsewhere(other);
}

/** One press, which may become a drag. */
class Drag {
  isMoving = false;
  /** @type {Element | null} */
  target = null;

  /** @param {Board} board @param {PointerEvent} event */
  constructor(board, event) {
    this.board = board;
    this.start = [event.clientX, event.clientY];
    this.scrolled = [board.place.scrollLeft, board.place.scrollTop];
    this.piece = hit(board, event.clientX, event.clientY);
    if (!this.piece?.matches(".grip")) this.piece = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.piece) return;
    const [dx, dy] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    if (!this.isMoving && Math.hypot(dx, dy) < DRAG) return;
    if (!this.isMoving) this.begin(event);
    this.reach(event);
    const { place, svg } = this.board;
    const scale = svg?.getScreenCTM()?.a || 1;
    const [x, y] = [dx + place.scrollLeft - this.scrolled[0], dy + place.scrollTop - this.scrolled[1]];
    const home = cssTransform(this.piece.getAttribute("transform"));
    this.piece.style.transform = `translate(${x / scale}px, ${y / scale}px) ${home}`;
    this.aim(event);
  }

  /** At the edge of an enlarged board the rest of it comes into view. @param {PointerEvent} event */
  reach({ clientX, clientY }) {
    const { place } = this.board;
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const push = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at < low + NEAR ? -DRAG : at > high - NEAR ? DRAG : 0;
    place.scrollBy(push(clientX, left, right), push(clientY, top, bottom));
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const { board, piece } = this;
    this.isMoving = true;
    board.place.setPointerCapture(event.pointerId);
    if (!board.taken.includes(piece?.id ?? "")) board.touch(piece?.id ?? null);
    piece?.classList.add("dragged");
  }

  /** Marks what it would be dropped on. @param {PointerEvent} event */
  aim(event) {
    const meant = hit(this.board, event.clientX, event.clientY);
    if (meant === this.target) return;
    this.target?.classList.remove("over");
    this.target = meant?.matches(".lit") ? meant : null;
    this.target?.classList.add("over");
  }

  /** On a target: chosen. Where it came from: it stays chosen, for a tap. Elsewhere: let go. @param {PointerEvent} event */
  drop(event) {
    const { target, piece, board } = this;
    target?.classList.remove("over");
    piece?.classList.remove("dragged");
    if (target) board.touch(target.id);
    const isHome = Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]) < 2 * NEAR;
    if (!target && !isHome) board.cancel();
    if (!target || board.taken.length < 2) this.giveUp();
  }

  /** The piece goes back. */
  giveUp() {
    this.target?.classList.remove("over");
    this.piece?.classList.remove("dragged");
    if (this.piece) this.piece.style.transform = "";
  }
}
