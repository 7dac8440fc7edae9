/** Playing with the keyboard: arrows go to the nearest lit element that way, Enter touches, Escape lets go. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number}} Point */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The index of the nearest point in a direction; sideways counts double. -1 if there is none.
 * @param {Point} from @param {Point[]} points @param {[number, number]} way */
export function nearest(from, points, [wx, wy]) {
  let [best, least] = [-1, Infinity];
  points.forEach(({ x, y }, i) => {
    const ahead = (x - from.x) * wx + (y - from.y) * wy;
    const aside = Math.abs((x - from.x) * wy) + Math.abs((y - from.y) * wx);
    const far = ahead + 2 * aside;
    if (ahead > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}

/** @param {Element} element @returns {Point} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export class Keys {
  /** Whether the person plays with the keyboard just now. */
  inUse = false;
  /** @type {Point | null} where the focus was last, on the screen */
  at = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    board.place.addEventListener("keydown", (event) => this.press(event));
    board.place.addEventListener("focusin", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!target.matches("g[id]")) return;
      this.at = middle(target);
      this.inUse ||= target.matches(":focus-visible"); // reached by Tab
    });
    document.addEventListener("pointerdown", () => (this.inUse = false));
    document.addEventListener("keydown", (event) => this.escape(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const element = /** @type {Element} */ (event.target).closest("g[id]");
    if (!element || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in WAYS) this.go(element, WAYS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.touch(element);
    else return;
    this.inUse = true;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || !this.board.taken.length || document.querySelector("dialog[open]")) return;
    const last = this.board.taken[0];
    event.preventDefault(); // one press, one thing
    this.board.cancel();
    if (this.inUse) this.focus(this.board.find(last));
  }

  /** @param {Element} from @param {[number, number]} way */
  go(from, way) {
    const others = this.stops().filter((element) => element !== from);
    const at = nearest(middle(from), others.map(middle), way);
    if (at >= 0) this.focus(others[at]);
  }

  /** Everything that can have the focus. */
  stops() {
    return [...(this.board.svg?.querySelectorAll("[tabindex]") ?? [])];
  }

  /** @param {Element} element */
  touch(element) {
    this.at = middle(element);
    this.board.touch(element.id);
    this.follow();
  }

  /** After a touch or a new picture: on to the nearest thing that can be touched now. */
  follow() {
    const focused = document.activeElement;
    if (focused?.matches(".lit") && this.board.place.contains(focused)) return;
    const { x, y } = this.at ?? middle(this.board.place);
    const far = (/** @type {Element} */ g) => Math.hypot(middle(g).x - x, middle(g).y - y);
    const [first] = this.board.lit.map((g) => ({ g, far: far(g) })).sort((a, b) => a.far - b.far);
    if (first) this.focus(first.g);
  }

  /** The picture has changed: keep the focus on the board if it was there, on the same thing if that can have it. */
  settle() {
    const focused = document.activeElement ?? document.body;
    const isLost = focused === document.body || this.board.place.contains(focused);
    if (this.inUse && isLost && !this.stops().includes(focused)) this.follow();
  }

  /** @param {Element | null | undefined} element */
  focus(element) {
    /** @type {SVGElement | null | undefined} */ (element)?.focus?.();
  }
}
