/**
 * A closer look at the board. What a finger cannot touch surely is not chosen by the first touch but brought closer, and
 * chosen by the second. The picture is then larger than its place, which scrolls: that is how it is panned.
 */

import { animate } from "./motion.js";
import { body, under } from "./pointer.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number, least: number}} Spot the middle of a target, and its shorter side */

const FINGER = 40; // pixels that a finger needs
const MOST = 5; // times larger
const USUAL = 1.7; // when somebody just wants it larger
const NEARLY = 1.02; // what is so much too small is large enough
const GLIDE = 180;
const WAYS = [...Array(8).keys()].map((i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]);

/** A touch that a screen reader makes means exactly what was read. @param {PointerEvent} event */
const isFinger = (event) => event.pointerType === "touch" && (event.width > 0 || event.height > 0);

/** @param {Element} element @returns {Spot} */
function spot(element) {
  const { x, y, width, height } = body(element);
  return { x: x + width / 2, y: y + height / 2, least: Math.min(width, height) };
}

/** How far the next middle is, except of what lies in the same place: that is not told apart by coming closer.
 * @param {Spot} from @param {Spot[]} spots */
const nearest = (from, spots) =>
  Math.min(...spots.map(({ x, y }) => Math.hypot(x - from.x, y - from.y)).filter((far) => far > from.least / 3));

export class Zoom {
  /** How many times larger than it fits. */
  scale = 1;
  #turn = "";
  /** @type {Animation | null} */
  #glide = null;
  #across = innerWidth;
  #isPressedBeside = false;

  /** @param {Board} board @param {HTMLElement} button that switches it @param {() => void} changed */
  constructor(board, button, changed = () => {}) {
    this.board = board;
    this.place = board.place;
    this.button = button;
    this.changed = changed;
    board.onlit = () => this.follow();
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.escape(event), true); // before anything is let go
    document.addEventListener("pointerdown", (event) => (this.#isPressedBeside = this.isBeside(event)), true);
    document.addEventListener("click", (event) => this.beside(event));
    addEventListener("resize", () => this.turn());
    const sizes = new ResizeObserver(() => this.measure());
    for (const element of [board.place, board.svg]) if (element) sizes.observe(element);
  }

  get isOn() {
    return this.scale > 1;
  }

  // Fingers

  /** Whether this touch is used up for a closer look. @param {PointerEvent} event @param {Element | null} meant */
  takes(event, meant) {
    if (!meant) return this.isOn && !this.board.taken.length && (this.leave(), true);
    this.#glide?.finish();
    if (!isFinger(event) || this.least([meant]) <= this.scale * NEARLY) return false;
    this.enter(this.least(this.board.targets), event.clientX, event.clientY);
    return true;
  }

  /** The scale at which these are large enough for a finger. @param {Element[]} elements */
  least(elements) {
    const all = new Map(this.board.targets.map((target) => [/** @type {Element} */ (target), spot(target)]));
    const sizes = elements.map((element) => this.size(element, all.get(element) ?? spot(element), [...all.values()]));
    return Math.max(1, Math.min((this.scale * FINGER) / Math.min(...sizes), MOST));
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

  /** @param {number} scale @param {number} x what is brought to the middle @param {number} y */
  enter(scale, x, y) {
    this.show(scale, this.centre(x, y));
    this.place.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Brings a point of the picture, wherever it will be then, to the middle. @param {number} x @param {number} y */
  centre(x, y) {
    const { left, top, width, height } = this.box();
    const [u, v] = [(x - left) / width, (y - top) / height];
    return () => {
      const { clientWidth, clientHeight } = this.place;
      this.place.scrollTo(u * this.box().width - clientWidth / 2, v * this.box().height - clientHeight / 2);
    };
  }

  leave() {
    this.#glide?.finish();
    if (this.isOn) this.show(1, () => {});
  }

  toggle() {
    if (this.isOn) return this.leave();
    this.#glide?.finish();
    const { lit, svg, targets } = this.board;
    const { x, y } = spot(lit[0] ?? svg ?? this.place);
    this.enter(Math.max(USUAL, targets.length ? this.least(targets) : 1), x, y);
  }

  box() {
    return /** @type {SVGSVGElement} */ (this.board.svg).getBoundingClientRect();
  }

  /** Shows it so large, and moves there from what was seen. @param {number} scale @param {() => void} arrange */
  show(scale, arrange) {
    const [from, was] = [this.box(), this.isOn];
    this.scale = scale;
    this.place.classList.toggle("enlarged", this.isOn);
    this.place.style.setProperty("--zoom", String(scale));
    this.button.setAttribute("aria-pressed", String(this.isOn));
    arrange();
    if (was !== this.isOn) this.changed();
    const to = this.box();
    const before = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
    const frames = [before, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
    if (this.board.svg && !isSame(from, to)) this.#glide = animate(this.board.svg, frames, GLIDE);
  }

  // Staying

  /** What is larger than its place can be scrolled with the keyboard, too. */
  measure() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.place;
    const isLarger = scrollWidth > clientWidth || scrollHeight > clientHeight;
    if (isLarger) this.place.tabIndex = 0;
    else this.place.removeAttribute("tabindex");
    this.follow();
  }

  /** It is this one's turn now: another one sees the whole board first. @param {string} turn "": nobody's here */
  settle(turn) {
    if (turn !== this.#turn || !turn) this.leave();
    this.#turn = turn;
  }

  /** Other things can be touched, or there is more or less room: all of them are shown if they are large enough then. */
  follow() {
    const { lit } = this.board;
    if (!this.isOn || !lit.length) return;
    if (this.#glide?.playState === "running") return void (this.#glide.onfinish = () => this.follow()); // nothing can be measured
    const scale = Math.max(this.least(lit), Math.min(this.scale, this.whole(lit.map(spot))));
    if (scale < NEARLY) return this.leave();
    const { x, y } = this.middle();
    const centre = this.centre(x, y);
    this.show(scale, () => {
      centre();
      this.reveal(lit.map(spot));
    });
  }

  /** The scale at which all of these are seen at once. @param {Spot[]} spots */
  whole(spots) {
    const { clientWidth, clientHeight } = this.place;
    const [[left, right], [top, bottom]] = [range(spots.map(({ x }) => x)), range(spots.map(({ y }) => y))];
    return this.scale * Math.min((clientWidth - FINGER) / (right - left), (clientHeight - FINGER) / (bottom - top));
  }

  /** The middle of what is seen. */
  middle() {
    const { x, y } = this.place.getBoundingClientRect();
    return { x: x + this.place.clientWidth / 2, y: y + this.place.clientHeight / 2 };
  }

  /** Scrolls as little as is needed to see all of these, or at least the next one. @param {Spot[]} spots */
  reveal(spots) {
    const { x, y } = this.place.getBoundingClientRect();
    const { clientWidth, clientHeight } = this.place;
    const far = (/** @type {Spot} */ at) => Math.hypot(at.x - this.middle().x, at.y - this.middle().y);
    const [next] = [...spots].sort((a, b) => far(a) - far(b));
    const right = push(spots.map((at) => at.x), next.x, x, clientWidth);
    const down = push(spots.map((at) => at.y), next.y, y, clientHeight);
    this.place.scrollBy(right, down);
  }

  // Ways out

  /** What was taken up is let go first. @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || this.board.taken.length || document.querySelector("dialog[open]")) return;
    if (this.isOn) event.preventDefault();
    this.leave();
  }

  /** A finger may come up beside the board only because the board has become another size under it. @param {MouseEvent} event */
  beside(event) {
    if (this.#isPressedBeside && this.isBeside(event)) this.leave();
  }

  /** @param {MouseEvent} event */
  isBeside(event) {
    const target = /** @type {Element} */ (event.target);
    return !this.place.contains(target) && !target.closest("button, a, input, select, label, dialog");
  }

  /** The window was turned; the bar of a phone's browser that comes and goes changes only its height. */
  turn() {
    if (innerWidth !== this.#across) this.leave();
    this.#across = innerWidth;
  }
}

/** @param {number[]} places */
const range = (places) => [Math.min(...places), Math.max(...places)];

/** By how much to scroll to see all of these places, or one if they are too many, with room for a finger.
 * @param {number[]} places @param {number} next @param {number} low where what is seen begins @param {number} size */
function push(places, next, low, size) {
  const [first, last] = range(places);
  const [from, to] = last - first + FINGER <= size + 1 ? [first, last] : [next, next];
  return Math.min(from - FINGER / 2 - low, 0) || Math.max(to + FINGER / 2 - low - size, 0);
}

/** @param {DOMRect} a @param {DOMRect} b */
const isSame = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width) < 1;
