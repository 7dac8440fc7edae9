/** A record, looked through: slider, keys, autoplay, and an address for every position. */

import { Board, GLIDE } from "./board.js";
import { boot, make, part } from "./dom.js";
import * as fit from "./fit.js";
import { copyText, shared } from "./invite.js";
import { Rules } from "./rules.js";
import { language, learn, say } from "./say.js";
import { isWide, onTurn } from "./wide.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").ReplayBoot} ReplayBoot */

class Replay {
  /** @type {Map<number, Promise<string>>} */
  #pictures = new Map();
  /** @type {number | undefined} */
  #timer;

  /** @param {ReplayBoot} data */
  constructor(data) {
    this.data = data;
    this.n = data.n;
    this.board = new Board(part("board"));
    this.zoom = new Zoom(this.board, part("zoom"));
    this.rules = new Rules(data.topics[data.n]);
    this.slider = part("slider");
    this.slider.max = String(data.total);
    this.list();
    this.listen();
    this.board.draw(data.svg, { ms: 0 });
    this.tell();
    if (data.wide !== isWide()) this.turn(); // nothing was known of this window yet
    else this.ahead();
  }

  listen() {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    for (const [name, to] of this.ways()) part(name).addEventListener("click", () => this.go(to()));
    part("play").addEventListener("click", () => this.toggle());
    part("copy").addEventListener("click", () => this.copy());
    part("outcome").textContent = [this.players(), this.data.status].filter(Boolean).join(" ");
    addEventListener("keydown", (event) => this.press(event));
    onTurn(() => this.turn());
    addEventListener("popstate", () => this.go(Number(/\/(\d+)$/.exec(location.pathname)?.[1] ?? 0)));
  }

  /** @returns {["first" | "previous" | "next" | "last", () => number][]} */
  ways() {
    const { total } = this.data;
    return [["first", () => 0], ["previous", () => this.n - 1], ["next", () => this.n + 1], ["last", () => total]];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches("select, input:not([type=range])")) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.go(this.n - 1),
      ArrowRight: () => this.go(this.n + 1),
      Home: () => this.go(0),
      End: () => this.go(this.data.total),
    };
    if (event.key === " " && !target.matches("button, a")) actions[" "] = () => this.toggle();
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** @param {number} n */
  async go(n) {
    const from = this.n;
    this.n = Math.max(0, Math.min(this.data.total, n));
    const here = this.n;
    this.tell();
    history.replaceState(null, "", `/records/${encodeURIComponent(this.data.record)}/${here}${location.search}`);
    try {
      const text = await this.picture(here);
      const rolled = here === from + 1 && this.data.chance.includes(from);
      if (this.n === here) this.board.draw(text, { ms: Math.abs(here - from) > 1 ? GLIDE / 2 : GLIDE, rolled });
    } catch {
      part("sentence").textContent = say("back.failed");
    }
    this.ahead();
  }

  /** @param {number} n @returns {Promise<string>} */
  picture(n) {
    let found = this.#pictures.get(n);
    if (!found) {
      found = this.load(n);
      this.#pictures.set(n, found);
      found.catch(() => this.#pictures.delete(n));
      if (this.#pictures.size > 60) this.#pictures.delete([...this.#pictures.keys()][0]);
    }
    return found;
  }

  /** @param {number} n */
  async load(n) {
    const path = `/records/${encodeURIComponent(this.data.record)}/${n}.svg`;
    const answer = await fetch(`${path}?lang=${language()}&theme=css&live=1&wide=${Number(isWide())}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  /** The window became wide or narrow. */
  turn() {
    this.#pictures.clear();
    this.go(this.n);
  }

  /** Neighbours are fetched before they are asked for. */
  ahead() {
    for (const n of [this.n + 1, this.n - 1, this.n + 2]) {
      if (n >= 0 && n <= this.data.total) this.picture(n).catch(() => {});
    }
  }

  /** @param {number} n */
  sentence(n) {
    return this.data.sentences[n - 1] ?? say("back.start");
  }

  tell() {
    const { total } = this.data;
    this.rules.follow(this.data.topics[this.n]);
    const place = say("replay.place", { n: this.n, total });
    this.slider.value = String(this.n);
    this.slider.setAttribute("aria-valuetext", `${place}. ${this.sentence(this.n)}`);
    part("sentence").textContent = this.sentence(this.n);
    part("place").textContent = place;
    part("analyse").href = `/analysis?record=${encodeURIComponent(this.data.record)}&at=${this.n}`;
    for (const button of [part("first"), part("previous")]) button.disabled = this.n === 0;
    for (const button of [part("next"), part("last")]) button.disabled = this.n === total;
    for (const line of part("log").querySelectorAll("li")) this.mark(line);
    if (this.n === total) this.pause();
  }

  /** @param {HTMLElement} line */
  mark(line) {
    const isNow = Number(line.dataset.n) === this.n;
    line.classList.toggle("now", isNow);
    if (isNow) part("log").scrollTop = line.offsetTop - part("log").offsetTop - part("log").clientHeight / 2;
  }

  /** All events, to go to by a click. */
  list() {
    for (let n = 1; n <= this.data.total; n += 1) {
      const number = make("span", { class: "n", "aria-hidden": "true" }, String(n));
      const press = make("button", { type: "button", onclick: () => this.go(n) }, number, this.sentence(n));
      part("log").append(make("li", { class: "step", "data-n": n }, press));
    }
  }

  players() {
    const { names, seats } = this.data;
    const all = seats.map((label, i) => (names[i] && names[i] !== label ? `${names[i]} (${label})` : label));
    return all.length ? `${all.join(" – ")}.` : "";
  }

  async copy() {
    const isCopied = await copyText(shared(location.pathname, this.data.share));
    part("copy").textContent = say(isCopied ? "invite.copied" : "replay.link");
  }

  // Autoplay

  toggle() {
    if (this.#timer !== undefined) return this.pause();
    if (this.n === this.data.total) this.go(0);
    this.#set(true);
    this.wait();
  }

  wait() {
    this.#timer = setTimeout(async () => {
      await this.go(this.n + 1);
      if (this.#timer !== undefined && this.n < this.data.total) this.wait();
    }, Number(part("speed").value));
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(false);
  }

  /** @param {boolean} isPlaying */
  #set(isPlaying) {
    part("play").classList.toggle("playing", isPlaying);
    part("play").setAttribute("aria-label", say(isPlaying ? "replay.pause" : "replay.play"));
  }
}

const data = /** @type {ReplayBoot} */ (boot());
learn(data.words, data.lang, data.plural);
for (const option of part("speed").options) option.textContent = say("replay.speed", { n: Number(option.dataset.seconds).toLocaleString(language()) });
fit.watch();
new Replay(data);
