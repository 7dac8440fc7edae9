/** Lessons: one sentence, one board, one thing to do. The server says where the choices lead, and keeps nothing. */

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

/** @typedef {import("./types.js").LessonBoot} LessonBoot */
/** @typedef {import("./types.js").LessonView} LessonView */
/** @typedef {import("./types.js").LessonFrame} LessonFrame */
/** @typedef {import("./types.js").Calls} Calls */

const KEPT = "ludotheque.lessons";
const PATIENCE = 2; // wrong tries after which a way is shown to who wants it
const TICK = '<circle cx="12" cy="12" r="10.5"/><path pathLength="1" d="M7 12.500l3.500 3.500 6.500-7.500"/>';

class Lessons {
  /** @type {string[]} the choices made so far */
  choices = [];
  /** @type {string[]} a way to the goal, while it is shown */
  shown = [];
  wrong = 0; // tries
  isBusy = false;
  /** How many requests were made: an answer that comes after the next one is too late. */
  #asked = 0;
  /** @type {import("./types.js").LessonBoot["lessons"][number] | null} whose title was read out last */
  #announced = null;

  /** @param {LessonBoot} data */
  constructor(data) {
    this.data = data;
    this.name = data.lesson;
    this.view = data.view;
    this.done = doneIn(data.kept);
    this.whole = part("whole");
    this.whole.remove(); // until the last lesson is done
    this.whole.hidden = false;
    this.board = new Board(part("board"));
    this.keys = new Keys(this.board);
    this.zoom = new Zoom(this.board, part("zoom"), () => this.bar());
    this.frames = new Frames((/** @type {LessonFrame} */ frame, isLast, ms) => this.show(frame, isLast, ms), GLIDE);
    this.listen();
    const isHere = data.wide === isWide();
    if (location.pathname.endsWith("/learn") && this.firstOpen !== this.name) this.go(this.firstOpen, true);
    else if (isHere) this.settle();
    else this.send([]);
  }

  listen() {
    this.board.onchoice = (choice) => this.send([...this.choices, choice.text]);
    this.board.onstep = () => this.step();
    pointer.listen(this.board, () => {}, (event, meant) => this.zoom.takes(event, meant));
    part("pieces").addEventListener("click", (event) => this.follow(event));
    addEventListener("popstate", () => this.go(location.pathname.split("/").at(-1) ?? "", null));
    onTurn(() => this.send(this.choices));
  }

  // From lesson to lesson

  get lesson() {
    return this.data.lessons.find(({ name }) => name === this.name) ?? this.data.lessons[0];
  }

  /** The first one that is not done; the first of all if all are. */
  get firstOpen() {
    return (this.data.lessons.find(({ name }) => !this.done.has(name)) ?? this.data.lessons[0]).name;
  }

  /** The next one, or null after the last. */
  get next() {
    return this.data.lessons[this.data.lessons.indexOf(this.lesson) + 1]?.name ?? null;
  }

  /** A piece of the row was touched. @param {MouseEvent} event */
  follow(event) {
    const name = /** @type {Element} */ (event.target).closest("a")?.dataset.lesson;
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(name);
  }

  /** @param {string} name @param {boolean | null} replaces whether this is no new page in the browser's history;
   * null: the browser has gone there already */
  go(name, replaces = false) {
    this.name = this.data.lessons.some((lesson) => lesson.name === name) ? name : this.data.lessons[0].name;
    const path = `${this.data.pages}/${this.name}`;
    if (replaces === true) history.replaceState(null, "", path);
    else if (replaces === false) history.pushState(null, "", path);
    for (const link of document.querySelectorAll("a[hreflang]")) {
      link.setAttribute("href", `${path}?lang=${link.getAttribute("hreflang")}`);
    }
    this.wrong = 0;
    this.shown = [];
    this.zoom.leave();
    this.send([]);
  }

  // Asking the server

  /** Where these choices lead. @param {string[]} choices */
  async send(choices) {
    const isAgain = choices.length === this.choices.length && choices.length > 0;
    const body = { choices, wide: isWide() };
    const told = /** @type {LessonView | null} */ (await this.ask("POST", this.name, body));
    if (!told) return;
    this.choices = choices;
    this.view = told;
    if (told.outcome === "missed" && !isAgain) this.wrong += 1;
    if (told.outcome === "reached") this.keep();
    for (const frame of isAgain ? told.frames.slice(-1) : told.frames) this.frames.push(frame);
  }

  /** The answer; null if there is none, or if something else was asked for meanwhile.
   * @param {string} method @param {string} path @param {Calls["POST /api/games/{name}/lessons/{lesson}"]["body"]} [body]
   * @returns {Promise<unknown>} */
  async ask(method, path, body) {
    const asked = ++this.#asked;
    this.isBusy = true;
    this.board.offer([]);
    this.bar();
    const url = `${this.data.calls}/${path}?lang=${language()}`;
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
    announce(say("lesson.failed"));
    part("bar").prepend(make("span", { class: "told" }, say("lesson.failed")));
  }

  /** Only what leads to the goal is lit, from the beginning on. */
  async help() {
    const told = await this.ask("GET", `${this.name}/solution`);
    if (!told) return;
    this.shown = /** @type {Calls["GET /api/games/{name}/lessons/{lesson}/solution"]["answer"]} */ (told).choices;
    this.send([]);
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
    return frame.rolled && ms ? Math.max(ms, ROLL) + 60 : ms && ms + 200; // an answer is seen as one
  }

  settle() {
    const { outcome, clicks, seat, sentence } = this.view;
    const all = listChoices({ [seat]: clicks }, [seat]);
    const hinted = this.shown[this.choices.length];
    this.board.offer(hinted === undefined ? all : all.filter((choice) => choice.text === hinted));
    const at = this.data.lessons.indexOf(this.lesson) + 1;
    const isNew = this.#announced !== this.lesson;
    this.#announced = this.lesson;
    tell(part("lesson-title"), this.lesson.title);
    part("analyse").href = this.lesson.analysis;
    tell(part("status"), this.lesson.task);
    part("stage").dataset.outcome = outcome;
    part("stage").dataset.lesson = String(at);
    this.row();
    this.bar();
    this.zoom.settle(outcome === "open" ? `${this.name} ${this.choices.length}` : "");
    if (isNew || outcome !== "open") announce(outcome === "open" ? `${this.lesson.title}. ${sentence}` : sentence);
    if (outcome !== "open") sound.play(outcome === "reached" ? "end" : "refused");
    if (outcome !== "open" && this.keys.inUse) part("bar").querySelector("button")?.focus();
    else this.keys.settle();
  }

  row() {
    for (const link of part("pieces").querySelectorAll("a")) {
      const isDone = this.done.has(link.dataset.lesson ?? "");
      if (isDone && !link.classList.contains("done")) {
        link.setAttribute("aria-label", say("lesson.piece.done", { label: link.getAttribute("aria-label") ?? "" }));
      }
      link.classList.toggle("done", isDone);
      if (link.dataset.lesson === this.name) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  }

  step() {
    this.bar();
    const chosen = this.board.taken.at(-1);
    const label = chosen && this.board.find(chosen)?.getAttribute("aria-label");
    announce(label ? `${label}. ${askNext(this.board.taken)}` : say("step.let-go"));
  }

  // What can be done besides touching

  bar() {
    const all = this.isBusy ? [make("span", {}, say("sending"))] : this.bars[this.view.outcome]();
    if (this.zoom.isOn) all.push(button(say("zoom.out"), () => this.zoom.leave(), true));
    part("bar").replaceChildren(...all);
  }

  /** @type {Record<LessonView["outcome"], () => HTMLElement[]>} */
  bars = {
    open: () => (this.board.taken.length ? this.stepBar() : this.openBar()),
    missed: () => [
      make("span", { class: "told" }, this.view.sentence),
      button(say("lesson.again"), () => this.again()),
      ...this.backButtons(),
      ...this.helpButtons(),
    ],
    reached: () => [told(this.view.sentence), ...this.onButtons()],
  };

  openBar() {
    const { left, frames } = this.view;
    const said = this.shown.length ? say("lesson.shown") : this.choices.length ? frames.at(-1)?.sentence ?? "" : "";
    const words = [said, this.choices.length ? say("lesson.left", { n: left }) : ""].filter(Boolean).join(" ");
    return [...(words ? [make("span", {}, words)] : []), ...this.backButtons(), ...this.helpButtons()];
  }

  stepBar() {
    const done = this.board.ready.map((choice) => button(say("done"), () => this.board.onchoice(choice)));
    const cancel = button(say("cancel"), () => {
      this.board.cancel();
      this.keys.settle();
    }, true);
    return [make("span", {}, askNext(this.board.taken)), ...done, cancel];
  }

  /** Where there were several choices, the last one alone can be taken back. */
  backButtons() {
    const isSeveral = this.choices.length > (this.view.outcome === "missed" ? 1 : 0);
    return isSeveral && !this.shown.length ? [button(say("undo"), () => this.send(this.choices.slice(0, -1)), true)] : [];
  }

  helpButtons() {
    const isWanted = this.wrong >= PATIENCE && !this.shown.length;
    return isWanted ? [button(say("lesson.show"), () => this.help(), true)] : [];
  }

  onButtons() {
    const { next } = this;
    const again = button(say("lesson.once-more"), () => this.again(), true);
    return [next ? button(say("lesson.next"), () => this.go(next)) : this.whole, again];
  }

  again() {
    this.shown = [];
    this.send([]);
  }

  /** Remembers what is done, in this browser. */
  keep() {
    this.done.add(this.name);
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...allDone(), [this.data.kept]: [...this.done] }));
    } catch {} // a browser that keeps nothing still teaches
  }
}

/** What was learned, with a tick that draws itself. @param {string} sentence */
function told(sentence) {
  const tick = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  tick.setAttribute("viewBox", "0 0 24 24");
  tick.setAttribute("class", "tick");
  tick.setAttribute("aria-hidden", "true");
  tick.innerHTML = TICK;
  return make("span", { class: "told" }, tick, sentence);
}

/** Game, or report -> the lessons that are done. @returns {Record<string, string[]>} */
function allDone() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} kept */
const doneIn = (kept) => new Set(allDone()[kept] ?? []);

const data = /** @type {LessonBoot} */ (boot());
learn(data.words, data.lang, data.plural);
learnAsks(data.asks);
settings.listen();
fit.watch();
new Lessons(data);
