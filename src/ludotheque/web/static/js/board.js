/** The board: shows a picture, lights what can be touched, and says which choice was made by touching. */

import { roll } from "./dice.js";
import { morph, parse, tidy } from "./morph.js";
import { fadeIn, flip, glide, leaveGhost } from "./motion.js";
import { complete, nextIds, touch } from "./paths.js";

/** @typedef {import("./paths.js").Choice} Choice */
/** @typedef {import("./morph.js").Change} Change */

export const GLIDE = 300;

export class Board {
  /** @type {Choice[]} what can be chosen now */
  choices = [];
  /** @type {string[]} ids touched so far */
  taken = [];
  #open = "";
  /** Called with a choice when it is made. @type {(choice: Choice) => void} */
  onchoice = () => {};
  /** Called when something was touched or let go. @type {() => void} */
  onstep = () => {};
  /** Called when other things can be touched than before. @type {() => void} */
  onlit = () => {};

  /** @param {HTMLElement} place where the picture is, or will be */
  constructor(place) {
    this.place = place;
    const svg = place.querySelector("svg");
    if (svg) this.prepare(tidy(svg));
  }

  get svg() {
    return this.place.querySelector("svg");
  }

  /** Shows another picture; what was touched stays touched if it is still there. @param {string} text @param {{ms?: number, rolled?: boolean}} [how] ms 0: at once */
  draw(text, { ms = GLIDE, rolled = false } = {}) {
    const fresh = parse(text);
    if (!this.svg) this.place.append(fresh);
    else this.explain(morph(this.svg, fresh), ms, rolled);
    this.prepare(/** @type {SVGSVGElement} */ (this.svg));
    this.mark();
  }

  /** Things with a name are read out as pictures until they can be touched. @param {SVGSVGElement} svg */
  prepare(svg) {
    for (const element of svg.querySelectorAll("g[aria-label]")) element.setAttribute("role", "img");
    this.#measure(svg);
  }

  /** Tells the style sheet the picture's size, and that of the part that must always be seen. @param {SVGSVGElement} svg */
  #measure(svg) {
    const { width, height } = svg.viewBox.baseVal;
    const [ownWidth, ownHeight] = svg.dataset.own?.split(" ") ?? [width, height];
    const sizes = { width, height, "own-width": ownWidth, "own-height": ownHeight };
    for (const [name, size] of Object.entries(sizes)) this.place.style.setProperty(`--${name}`, String(size));
    this.place.classList.toggle("spread", Number(ownWidth) < width);
    this.place.classList.add("fitted");
  }

  /** Movements that show what happened. @param {Change[]} changes @param {number} ms @param {boolean} rolled */
  explain(changes, ms, rolled) {
    if (ms <= 0) return;
    const seen = changes.filter(({ element }) => !element.matches(".spot, defs, defs *"));
    for (const move of seen.map((change) => this.#movement(change, ms, rolled))) move();
  }

  /** @param {Change} change @param {number} ms @param {boolean} rolled @returns {() => void} */
  #movement({ kind, element, from, face, next }, ms, rolled) {
    if (kind === "moved") return () => glide(element, from, ms);
    if (kind === "turned" && face) return flip(element, face, ms);
    if (kind === "gone") return () => this.#leave(element, next, ms);
    if (rolled && element.matches("g")) return roll(element);
    return () => fadeIn(element, ms, kind === "new" ? 0 : 0.35);
  }

  /** @param {SVGElement} element @param {Node | null} next @param {number} ms */
  #leave(element, next, ms) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    leaveGhost(element, svg, next && next.parentNode === svg ? next : null, ms * 0.7);
  }

  /** Lights these choices; what was touched so far is let go. @param {Choice[]} choices */
  offer(choices) {
    this.choices = this.shown(choices);
    this.taken = [];
    this.mark();
  }

  /** Those whose places are all in this picture. @param {Choice[]} choices */
  shown(choices) {
    const ids = new Set([...(this.svg?.querySelectorAll("g[id]") ?? [])].map((g) => g.id));
    return choices.filter((choice) => choice.path.every((id) => ids.has(id)));
  }

  /** @param {string} id @returns {SVGElement | null} */
  find(id) {
    return this.svg?.querySelector(`#${CSS.escape(id)}`) ?? null;
  }

  /** The ids that can be touched now. */
  get open() {
    return nextIds(this.choices, this.taken);
  }

  /** The choices that are made by what is touched so far, if the touching stops here. */
  get ready() {
    return complete(this.choices, this.taken);
  }

  /** @returns {SVGElement[]} */
  get lit() {
    return [...(this.svg?.querySelectorAll(".lit") ?? [])].map((g) => /** @type {SVGElement} */ (g));
  }

  /** Everything that a touch can mean: also what was touched, and what could be taken up instead. @returns {SVGElement[]} */
  get targets() {
    const all = this.svg?.querySelectorAll(".lit, .is-chosen, .grip") ?? [];
    return [...all].map((g) => /** @type {SVGElement} */ (g));
  }

  /** @param {string | null} id null: nothing that can be touched */
  touch(id) {
    const before = this.taken.length;
    const { taken, chosen } = touch(this.choices, this.taken, id);
    this.taken = taken;
    this.mark();
    if (chosen) this.onchoice(chosen);
    else if (before || taken.length) this.onstep();
  }

  cancel() {
    this.touch(null);
  }

  /** Writes on every element whether it can be touched and whether it was. */
  mark() {
    const { open } = this;
    const starts = nextIds(this.choices, []);
    const before = this.#open;
    this.#open = [...open].join(" ");
    for (const element of this.svg?.querySelectorAll("g[id]") ?? []) {
      const isChosen = this.taken.includes(element.id);
      const isLit = open.has(element.id);
      if (!isChosen) element.removeAttribute("style"); // a dragged piece goes back
      element.classList.toggle("lit", isLit);
      element.classList.toggle("is-chosen", isChosen);
      element.classList.toggle("grip", starts.has(element.id) && nextIds(this.choices, [element.id]).size > 0);
      this.#name(element, isLit || isChosen, isChosen);
    }
    if (this.#open !== before) this.onlit();
  }

  /** For keyboards and screen readers. @param {Element} element @param {boolean} isButton @param {boolean} isChosen */
  #name(element, isButton, isChosen) {
    const role = isButton ? "button" : element.hasAttribute("aria-label") ? "img" : null;
    set(element, "role", role);
    set(element, "tabindex", isButton ? "0" : null);
    set(element, "aria-pressed", isButton ? String(isChosen) : null);
  }
}

/** @param {Element} element @param {string} name @param {string | null} value */
function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
