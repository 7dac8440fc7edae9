/** Puzzles: a position, one choice to find. The server knows the answer, and what this person has solved. */

import { askNext, learnAsks } from "./asks.js";
import { Board, GLIDE } from "./board.js";
import { announce } from "./chat.js";
import { ROLL } from "./dice.js";
import { boot, button, make, part, tell } from "./dom.js";
import * as fit from "./fit.js";
import { Frames } from "./frames.js";
import { Keys } from "./keys.js";
import { listChoices } from "./paths.js";
import * as pointer from "./pointer.js";
import { language, learn, say } from "./say.js";
import * as settings from "./settings.js";
import * as sound from "./sound.js";
import { isWide, onTurn } from "./wide.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").PuzzleBoot} PuzzleBoot */
/** @typedef {import("./types.js").PuzzleView} PuzzleView */
/** @typedef {import("./types.js").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("./types.js").PuzzleSolution} PuzzleSolution */
/** @typedef {import("./types.js").LessonFrame} LessonFrame */
/** @typedef {"open" | "wrong" | "right" | "shown"} Phase */

const TICK = '<circle cx="12" cy="12" r="10.5"/><path pathLength="1" d="M7 12.500l3.500 3.500 6.500-7.500"/>';
const SLOWLY = 500; // between the events of a line, so that each is seen

class Puzzles {
  /** @type {Phase} */
  phase = "open";
  /** What was said to the last try, and why. @type {string[]} */
  said = [];
  /** @type {LessonFrame[]} the line that was shown last */
  line = [];
  isBusy = false;
  /** How many requests were made: an answer that comes after the next one is too late. */
  #asked = 0;
  #announced = "";

  /** @param {PuzzleBoot} data */
  constructor(data) {
    this.data = data;
    this.view = data.view;
    this.standing = data.view.standing;
    this.themes = data.view.themes;
    this.board = new Board(part("board"));
    this.keys = new Keys(this.board);
    this.zoom = new Zoom(this.board, part("zoom"), () => this.bar());
    this.frames = new Frames((/** @type {LessonFrame} */ frame, isLast, ms) => this.show(frame, isLast, ms), GLIDE);
    this.listen();
    if (data.wide === isWide()) this.settle();
    else this.open(this.view.id, null);
  }

  listen() {
    this.board.onchoice = (choice) => this.choose(choice.text);
    this.board.onstep = () => this.step();
    pointer.listen(this.board, () => {}, (event, meant) => this.zoom.takes(event, meant));
    part("filters").addEventListener("change", () => this.next());
    part("filters").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("popstate", () => this.open(location.pathname.split("/").at(-1) ?? "", null));
    onTurn(() => this.open(this.view.id, null));
  }

  /** @param {string} name */
  filter(name) {
    return /** @type {HTMLSelectElement} */ (part("filters").querySelector(`[name="${name}"]`)).value;
  }

  // From puzzle to puzzle

  next() {
    const wanted = new URLSearchParams({ theme: this.filter("theme"), grade: this.filter("grade"), after: this.view.id });
    this.open("next", false, wanted);
  }

  /** @param {string} name an id, "next" or "today" @param {boolean | null} replaces null: the browser is there already
   * @param {URLSearchParams} [query] */
  async open(name, replaces = false, query = new URLSearchParams()) {
    if (name === "puzzles") name = "next";
    if (isWide()) query.set("wide", "true");
    const told = /** @type {PuzzleView | null} */ (await this.ask("GET", name, query));
    if (!told) return;
    const path = `/games/${this.data.game}/puzzles/${told.id}`;
    if (replaces === false) history.pushState(null, "", path);
    for (const link of document.querySelectorAll("a[hreflang]")) {
      link.setAttribute("href", `${path}?lang=${link.getAttribute("hreflang")}`);
    }
    Object.assign(this, { view: told, standing: told.standing, themes: told.themes });
    this.again();
    this.zoom.leave();
  }

  /** From the beginning. */
  again() {
    Object.assign(this, { phase: "open", said: [], line: [] });
    this.frames.push(this.view.frame);
  }

  // Asking the server

  /** @param {string} text */
  async choose(text) {
    const told = /** @type {PuzzleAnswer | null} */ (await this.ask("POST", this.view.id, undefined, { choice: text, wide: isWide() }));
    if (!told) return;
    const { passed, sentence, frames, standing, themes } = told;
    Object.assign(this, { phase: passed ? "right" : "wrong", said: [sentence], standing });
    if (passed) Object.assign(this, { themes, line: [this.view.frame, ...frames] });
    for (const frame of frames) this.frames.push(frame);
  }

  async solve() {
    const told = /** @type {PuzzleSolution | null} */ (await this.ask("POST", `${this.view.id}/solution`, undefined, { wide: isWide() }));
    if (!told) return;
    const { sentence, trap, frames, standing, themes } = told;
    Object.assign(this, { phase: "shown", said: [sentence, trap].filter(Boolean), standing, themes, line: frames });
    for (const frame of frames) this.frames.push(frame);
  }

  /** The answer; null if there is none, or if something else was asked for meanwhile.
   * @param {string} method @param {string} path @param {URLSearchParams} [query] @param {object} [body]
   * @returns {Promise<unknown>} */
  async ask(method, path, query = new URLSearchParams(), body) {
    const asked = ++this.#asked;
    this.isBusy = true;
    this.board.offer([]);
    this.bar();
    query.set("lang", language());
    const url = `/api/games/${this.data.game}/puzzles/${path}?${query}`;
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    if (asked !== this.#asked) return null;
    this.isBusy = false;
    if (!told) this.fail();
    return told;
  }

  /** No answer: everything is as before. */
  fail() {
    this.settle();
    announce(say("puzzle.failed"));
    part("bar").prepend(make("span", { class: "told" }, say("puzzle.failed")));
  }

  // What is seen

  /** Shows one picture; says for how long. @param {LessonFrame} frame @param {boolean} isLast @param {number} ms */
  show(frame, isLast, ms) {
    this.board.draw(frame.svg, { ms, rolled: frame.rolled });
    if (frame.sentence) {
      announce(frame.sentence);
      sound.play(frame.rolled ? "roll" : "step");
    }
    if (isLast) this.settle();
    return frame.rolled && ms ? Math.max(ms, ROLL) + 60 : ms && ms + SLOWLY;
  }

  settle() {
    const { clicks, seat, name, task, id } = this.view;
    const isOpen = this.phase === "open";
    this.board.offer(isOpen ? listChoices({ [seat]: clicks }, [seat]) : []);
    tell(part("puzzle-name"), name);
    tell(part("status"), task);
    tell(part("puzzle-facts"), this.facts);
    part("stage").dataset.outcome = this.phase;
    part("stage").dataset.puzzle = id;
    this.stand();
    this.bar();
    this.zoom.settle(isOpen ? id : "");
    if (!isOpen) announce(this.said.join(" "));
    else if (this.#announced !== id) announce(`${name}. ${task}`);
    this.#announced = id;
    if (!isOpen) sound.play(this.phase === "wrong" ? "refused" : "end");
    if (!isOpen && this.keys.inUse) part("bar").querySelector("button")?.focus();
    else this.keys.settle();
  }

  get facts() {
    const known = [say("puzzle.rated", { n: this.view.rating }), ...(this.view.today ? [this.view.grade_name] : [])];
    if (this.view.solved) known.push(say("puzzle.solved"));
    return [...known, ...this.themes].join(" · ");
  }

  stand() {
    const { streak, best, rating, solved, total, tries } = this.standing;
    const words = [say("puzzle.count", { solved, total })];
    if (tries) words.push(say("puzzle.rating", { n: rating }));
    if (best > streak) words.push(say("puzzle.best", { n: best }));
    const row = streak > 1 ? [make("strong", {}, say("puzzle.streak", { n: streak })), " · "] : [];
    part("puzzle-standing").replaceChildren(...row, words.join(" · "));
  }

  step() {
    this.bar();
    const chosen = this.board.taken.at(-1);
    const label = chosen && this.board.find(chosen)?.getAttribute("aria-label");
    announce(label ? `${label}. ${askNext(this.board.taken)}` : say("step.let-go"));
  }

  // What can be done besides touching

  bar() {
    const all = this.isBusy ? [make("span", {}, say("sending"))] : this.bars[this.phase]();
    if (this.zoom.isOn) all.push(button(say("zoom.out"), () => this.zoom.leave(), true));
    part("bar").replaceChildren(...all);
  }

  /** @type {Record<Phase, () => HTMLElement[]>} */
  bars = {
    open: () => (this.board.taken.length ? this.stepBar() : [button(say("puzzle.show"), () => this.solve(), true)]),
    wrong: () => [
      make("span", { class: "told" }, this.said[0]),
      button(say("puzzle.again"), () => this.again()),
      button(say("puzzle.show"), () => this.solve(), true),
    ],
    right: () => [told(this.said[0]), ...this.onButtons()],
    shown: () => [...this.said.map((text) => make("span", { class: "told" }, text)), ...this.onButtons()],
  };

  stepBar() {
    const done = this.board.ready.map((choice) => button(say("done"), () => this.board.onchoice(choice)));
    const cancel = button(say("cancel"), () => {
      this.board.cancel();
      this.keys.settle();
    }, true);
    return [make("span", {}, askNext(this.board.taken)), ...done, cancel];
  }

  onButtons() {
    const line = button(say("puzzle.line"), () => this.line.forEach((frame) => this.frames.push(frame)), true);
    return [button(say("puzzle.next"), () => this.next()), ...(this.line.length > 1 ? [line] : [])];
  }
}

/** What was found, with a tick that draws itself. @param {string} sentence */
function told(sentence) {
  const tick = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  tick.setAttribute("viewBox", "0 0 24 24");
  tick.setAttribute("class", "tick");
  tick.setAttribute("aria-hidden", "true");
  tick.innerHTML = TICK;
  return make("span", { class: "told" }, tick, sentence);
}

const data = /** @type {PuzzleBoot} */ (boot());
learn(data.words, data.lang, data.plural);
learnAsks(data.asks);
settings.listen();
fit.watch();
new Puzzles(data);
