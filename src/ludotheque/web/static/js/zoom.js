/**
 * A closer look at the board. What a finger cannot touch surely is not chosen by the first touch but brought closer, and
 * chosen by the second. The picture is then larger than its place, which scrolls: that is how it is panned.
 */

import { animate } from "./motion.js";
import { under } from "./pointer.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number, least: number}} Spot the middle of a target, and its shorter side */

const FINGER = 40; // pixels that a finger needs
const MOST = 5; // times larger
const USUAL = 1.7; // when somebody just wants it larger
const WAYS = [...Array(8).keys()].map((i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]);

/** A touch that a screen reader makes means exactly what was read. @param {PointerEvent} event */
const isFinger = (event) => event.pointerType === "touch" && (event.width > 0 || event.height > 0);

/** @param {Element} element @returns {Spot} */
function spot(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, least: Math.min(width, height) };
}

/** How far the next middle is. @param {Spot} from @param {Spot[]} spots */
const nearest = (from, spots) =>
  Math.min(...spots.filter((other) => other !== from).map(({ x, y }) => Math.hypot(x - from.x, y - from.y)));

export class Zoom {
  /** How many times larger than it fits. */
  scale = 1;
  #turn = "";
  #across = innerWidth;

  /** @param {Board} board @param {HTMLElement} button that switches it @param {() => void} changed */
  constructor(board, button, changed = () => {}) {
    this.board = board;
    this.place = board.place;
    this.button = button;
    this.changed = changed;
    board.onlit = () => this.follow();
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.escape(event), true); // before anything is let go
    document.addEventListener("click", (event) => this.beside(event));
    addEventListener("resize", () => this.turn());
  }

  get isOn() {
    return this.scale > 1;
  }

  // Fingers

  /** Whether this touch is used up for a closer look. @param {PointerEvent} event @param {Element | null} meant */
  takes(event, meant) {
    if (!meant) return this.isOn && !this.board.taken.length && (this.leave(), true);
    if (!isFinger(event) || this.need([meant]) <= 1.01) return false;
    this.enter(this.need(this.board.targets), event.clientX, event.clientY);
    return true;
  }

  /** How many times larger these must be for a finger. @param {Element[]} elements */
  need(elements) {
    const spots = new Map(this.board.targets.map((target) => [target, spot(target)]));
    const all = [...spots.values()];
    const sizes = elements.map((element) => this.size(element, spots.get(/** @type {any} */ (element)) ?? spot(element), all));
    return Math.max(1, Math.min(FINGER / Math.min(...sizes), MOST / this.scale));
  }

  /** The circle around its middle in which a touch means it and nothing else, or its own size. @param {Element} element
   * @param {Spot} at @param {Spot[]} all */
  size(element, at, all) {
    const free = nearest(at, all);
    return at.least < FINGER && this.isCrowded(element, at) ? Math.min(free, at.least) : free;
  }

  /** Whether a finger on its middle may lie on something else. @param {Element} element @param {Spot} at */
  isCrowded(element, { x, y }) {
    const r = FINGER / 2 - 1;
    return WAYS.some(([dx, dy]) => ![null, element].includes(under(x + r * dx, y + r * dy)));
  }

  // In and out

  /** @param {number} times larger than now @param {number} x what is brought to the middle @param {number} y */
  enter(times, x, y) {
    const { left, top, width, height } = this.box();
    const [u, v] = [(x - left) / width, (y - top) / height];
    this.show(this.scale * times, () => {
      const { place } = this;
      const { width: wide, height: high } = this.box();
      place.scrollTo(u * wide - place.clientWidth / 2, v * high - place.clientHeight / 2);
      place.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
  }

  leave() {
    if (this.isOn) this.show(1, () => {});
  }

  toggle() {
    if (this.isOn) return this.leave();
    const { lit, svg } = this.board;
    const { x, y } = spot(lit[0] ?? svg ?? this.place);
    this.enter(Math.max(USUAL, lit.length ? this.need(this.board.targets) : 1), x, y);
  }

  box() {
    return /** @type {SVGSVGElement} */ (this.board.svg).getBoundingClientRect();
  }

  /** @param {number} scale @param {() => void} arrange what is seen of it */
  show(scale, arrange) {
    const from = this.box();
    this.scale = scale;
    this.place.classList.toggle("enlarged", this.isOn);
    this.place.style.setProperty("--zoom", String(scale));
    this.button.setAttribute("aria-pressed", String(this.isOn));
    arrange();
    this.changed();
    const to = this.box();
    const before = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
    const frames = [before, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
    if (this.board.svg) animate(this.board.svg, frames, 180);
  }

  // Staying

  /** It is this one's turn now: another one sees the whole board first. @param {string} turn "": nobody's here */
  settle(turn) {
    if (turn !== this.#turn || !turn) this.leave();
    this.#turn = turn;
  }

  /** Other things can be touched: they are brought into view, and close enough. */
  follow() {
    const { lit } = this.board;
    if (!this.isOn || !lit.length) return;
    const more = this.need(this.board.targets);
    const { x, y } = this.middle();
    if (more > 1.01) this.enter(more, x, y);
    this.reveal(lit.map(spot));
  }

  /** The middle of what is seen. */
  middle() {
    const { x, y, width, height } = this.place.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Scrolls as little as is needed to see all of these, or at least the next one. @param {Spot[]} spots */
  reveal(spots) {
    const { place } = this;
    const seen = place.getBoundingClientRect();
    const far = ({ x, y }) => Math.hypot(x - this.middle().x, y - this.middle().y);
    const [next] = [...spots].sort((a, b) => far(a) - far(b));
    const ways = /** @type {["x", "y"]} */ (["x", "y"]).map((way) => {
      const [low, size] = way === "x" ? [seen.left, place.clientWidth] : [seen.top, place.clientHeight];
      const [first, last] = range(spots.map((at) => at[way]));
      return last - first <= size ? need(first, last, low, size) : need(next[way] - FINGER / 2, next[way] + FINGER / 2, low, size);
    });
    place.scrollBy(ways[0], ways[1]);
  }

  // Ways out

  /** What was taken up is let go first. @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || this.board.taken.length || document.querySelector("dialog[open]")) return;
    this.leave();
  }

  /** @param {MouseEvent} event */
  beside(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.place.contains(target) && !target.closest("button, a, input, select, label, dialog")) this.leave();
  }

  /** The window was turned; the bar of a phone's browser that comes and goes changes only its height. */
  turn() {
    if (innerWidth !== this.#across) this.leave();
    this.#across = innerWidth;
  }
}

/** From the first to the last, with room for a finger. @param {number[]} places */
const range = (places) => [Math.min(...places) - FINGER / 2, Math.max(...places) + FINGER / 2];

/** By how much to scroll to see from `first` to `last`. @param {number} first @param {number} last @param {number} low
 * @param {number} size */
const need = (first, last, low, size) => (first < low ? first - low : Math.max(0, last - low - size));
