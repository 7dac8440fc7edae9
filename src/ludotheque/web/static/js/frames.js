/** Pictures that wait to be seen: each is shown for as long as its movement takes, faster when many wait. */

/** @template T */
export class Frames {
  /** @type {T[]} */
  #waiting = [];
  #isShowing = false;

  /**
   * @param {(frame: T, isLast: boolean, ms: number) => number} show shows one, says for how many milliseconds
   * @param {number} ms the usual length of a movement
   */
  constructor(show, ms) {
    this.show = show;
    this.ms = ms;
  }

  /** @param {T} frame */
  push(frame) {
    this.#waiting.push(frame);
    if (!this.#isShowing) this.#next();
  }

  /** Nobody sees movements of a hidden page: only the last picture counts. */
  #next() {
    if (document.hidden) this.#waiting.splice(0, this.#waiting.length - 1);
    const frame = this.#waiting.shift();
    this.#isShowing = frame !== undefined;
    if (frame === undefined) return;
    const pace = this.#waiting.length > 3 ? 0.4 : 1;
    const ms = this.show(frame, this.#waiting.length === 0, document.hidden ? 0 : this.ms * pace);
    if (ms > 0) setTimeout(() => this.#next(), ms);
    else this.#next();
  }

  /** Whether the one that is shown is the newest. */
  get isEmpty() {
    return this.#waiting.length === 0;
  }
}
