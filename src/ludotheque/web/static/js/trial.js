/** What would have been better, on the board of a game that is over: its line step by step, ideas of one's own, and a game from there. */

import { GLIDE } from "./board.js";
import { announce } from "./chat.js";
import { button, make, part } from "./dom.js";
import { newId } from "./ids.js";
import { stepButtons } from "./past.js";
import { listChoices } from "./paths.js";
import { begin, USUAL } from "./players.js";
import { language, say } from "./say.js";
import { readEvents, written } from "./variations.js";
import { isWide, onTurn } from "./wide.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").AnalysisView} AnalysisView */
/** @typedef {import("./types.js").SeatRequest} SeatRequest */
/** @typedef {import("./variations.js").Event} Event */

const PAUSE = 700; // milliseconds in which the position is seen, before the better choice is made in it

export class Trial {
  /** @type {AnalysisView | null} what the board shows; null: the game itself */
  view = null;
  /** @type {Event[]} what was tried, and what is expected to follow */
  line = [];
  n = 0; // of them are played
  isBusy = false;
  /** How many positions were asked for: one that comes after the next was asked for is too late. */
  #asked = 0;
  /** @type {{record: string, at: number}} */
  #start = { record: "", at: 0 };
  /** @type {HTMLElement | null} where somebody came from */
  #from = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    onTurn(() => this.isOn && this.show(0));
  }

  get isOn() {
    return this.view !== null;
  }

  get status() {
    return this.view?.status ?? "";
  }

  /** Shows the position that a link of the report leads to, then the better choice. @param {HTMLAnchorElement} link */
  async open(link) {
    const asked = new URL(link.href).searchParams;
    const tried = readEvents(asked.get("then"));
    this.#start = { record: asked.get("record") ?? "", at: Number(asked.get("at")) };
    this.#from = link;
    this.line = [...tried, ...readEvents(asked.get("next"))];
    this.n = 0;
    this.table.past.at = null;
    this.table.zoom.leave();
    if (!(await this.show(0))) return;
    scrollTo({ top: 0 }); // where all of the board is seen
    part("bar").querySelector(/** @type {"button"} */ ("button.primary"))?.focus({ preventScroll: true });
    const shown = this.#asked;
    if (tried.length) setTimeout(() => shown === this.#asked && this.isOn && this.go(tried.length), PAUSE);
  }

  /** So many events of the line. @param {number} n */
  async go(n) {
    const before = this.n;
    this.n = n;
    if (!(await this.show())) this.n = before;
  }

  /** An event that somebody tries. @param {Event} event */
  async try({ seat, text }) {
    const { line, n } = this;
    this.line = [...line.slice(0, n), { seat, text }];
    this.n = n + 1;
    if (await this.show()) return;
    Object.assign(this, { line, n });
    this.light();
  }

  async draw() {
    const told = await this.ask("draw", this.here);
    if (told) this.try(/** @type {Event} */ (told));
  }

  /** Shows where the line stands; whether there is such a position. */
  async show(ms = GLIDE) {
    const asked = ++this.#asked;
    this.table.board.offer([]);
    const told = await this.ask("position", { ...this.here, side: this.side, wide: isWide() });
    if (asked !== this.#asked) return true;
    if (!told) return false;
    this.view = /** @type {AnalysisView} */ (told);
    this.table.board.draw(this.view.svg, { ms, rolled: this.view.rolled });
    this.light();
    this.table.settle();
    announce(this.words);
    return true;
  }

  get here() {
    return { ...this.#start, events: this.line.slice(0, this.n) };
  }

  /** From where to look: as before; where everybody has a sheet, at the one on which it happens. */
  get side() {
    if (!this.table.board.find("sheet-0")) return this.table.view.side;
    const { seat } = this.line[Math.max(0, this.n - 1)] ?? { seat: -1 };
    return seat < 0 || this.n === this.line.length ? null : seat;
  }

  light() {
    if (!this.view) return;
    this.table.board.offer(listChoices(this.view.clicks, this.view.actors));
    this.table.keys.settle();
  }

  /** The server's answer; null if there is none, which is told. @param {string} what @param {object} body @returns {Promise<unknown>} */
  async ask(what, body) {
    const headers = { "Content-Type": "application/json" };
    const url = `/api/analysis/${what}?lang=${language()}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) return told;
    this.table.warn(told?.error ?? say("back.failed"));
    return null;
  }

  // What is said and offered

  get words() {
    return (this.n ? this.view?.sentence : "") || this.status;
  }

  /** @returns {[string, ...HTMLElement[]]} */
  bar() {
    const { n, line, table, isBusy } = this;
    if (table.board.taken.length) return table.stepBar();
    const steps = stepButtons(n > 0 && (() => this.go(n - 1)), n < line.length && (() => this.go(n + 1)));
    const chance = this.view?.draws.length ? [button(say("analysis.draw"), () => this.draw(), true)] : [];
    const play = button(say("analysis.play"), () => this.play());
    play.disabled = isBusy || !!this.view?.over;
    const deeper = make("a", { class: "button", href: this.address }, say("analysis"));
    return [this.words, steps, ...chance, play, deeper, button(say("trial.back"), () => this.leave(), true)];
  }

  /** Where it is analysed further. */
  get address() {
    const { record, at } = this.#start;
    const query = new URLSearchParams({ record, at: String(at) });
    if (this.n) query.set("then", written(this.line.slice(0, this.n)));
    if (this.n < this.line.length) query.set("next", written(this.line.slice(this.n)));
    return `/analysis?${query}`;
  }

  // And then

  /** Opens a table that begins here, with the same people and computers. */
  async play() {
    if (!this.view || this.isBusy) return;
    const { options, diagram, actors } = this.view;
    this.isBusy = true;
    this.table.bar();
    const game = document.documentElement.dataset.game ?? "";
    const refusal = await begin({ game, options, position: diagram, seats: this.seats(actors[0] ?? 0), key: newId() });
    this.isBusy = false;
    if (refusal) this.table.warn(refusal);
    this.table.bar();
  }

  /** Who only watched takes the place of who is to act, against computers. @param {number} acting @returns {SeatRequest[]} */
  seats(acting) {
    const { seats } = this.table.view;
    const mine = seats.filter(({ me }) => me).map(({ seat }) => seat);
    const first = mine[0] ?? acting;
    return seats.map(({ seat, name, kind, level }) => {
      if (seat === first) return { who: "me", ...(mine.length ? { name } : {}) };
      if (mine.includes(seat)) return { who: "here", name };
      return kind === "person" && mine.length ? { who: "friend" } : { who: "computer", level: level ?? USUAL };
    });
  }

  /** Back to the report. */
  leave() {
    const from = this.#from;
    this.stop();
    this.table.comeBack();
    from?.closest("article")?.scrollIntoView({ block: "nearest" });
    from?.focus({ preventScroll: true });
  }

  /** The board is the game's again. */
  stop() {
    this.view = null;
    this.#asked += 1;
    this.table.board.offer([]);
  }
}
