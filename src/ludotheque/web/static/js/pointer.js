/** Touching the board with a mouse, a pen or a finger: tap and tap, or drag from a lit piece to a lit target. */

import { cssTransform } from "./motion.js";

/** @typedef {import("./board.js").Board} Board */

const NEAR = 22; // half of what a finger needs
const DRAG = 6; // pixels after which a touch is a drag

/** The lit or chosen element meant by a point: the one under it, else the nearest one that a finger may mean.
 * @param {Board} board @param {number} x @param {number} y @returns {SVGElement | null} */
export function hit(board, x, y) {
  const under = document.elementsFromPoint(x, y).map((e) => e.closest("g[id]"));
  const direct = under.find((g) => g?.matches(".lit, .is-chosen, .grip"));
  if (direct) return /** @type {SVGElement} */ (direct);
  const near = board.lit.map((g) => ({ g, far: distance(g, x, y) })).filter(({ far }) => far <= NEAR);
  return near.sort((a, b) => a.far - b.far)[0]?.g ?? null;
}

/** From the point to the middle of the element, or 0.9 × that finger's reach anywhere else in a small one.
 * @param {Element} element @param {number} x @param {number} y */
function distance(element, x, y) {
  const box = element.getBoundingClientRect();
  const far = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
  const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return isInside ? Math.min(far, NEAR * 0.9) : far;
}

/** @param {Board} board @param {(element: Element) => void} elsewhere called for a tap on what cannot be touched */
export function listen(board, elsewhere = () => {}) {
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
    else tap(board, event, elsewhere);
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
}

/** @param {Board} board @param {PointerEvent} event @param {(element: Element) => void} elsewhere */
function tap(board, event, elsewhere) {
  const meant = hit(board, event.clientX, event.clientY);
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
    this.piece = hit(board, event.clientX, event.clientY);
    if (!this.piece?.matches(".grip")) this.piece = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.piece) return;
    const [dx, dy] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    if (!this.isMoving && Math.hypot(dx, dy) < DRAG) return;
    if (!this.isMoving) this.begin(event);
    const scale = this.board.svg?.getScreenCTM()?.a || 1;
    const place = cssTransform(this.piece.getAttribute("transform"));
    this.piece.style.transform = `translate(${dx / scale}px, ${dy / scale}px) ${place}`;
    this.aim(event);
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
