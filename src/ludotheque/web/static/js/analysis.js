/**
 * The analysis board: a position, what was tried from it, and what a computer thinks. The tree is kept here; the server
 * knows the rules and is asked anew about every position.
 */

import * as dialogs from "./ask.js";
import { askNext, learnAsks } from "./asks.js";
import { Board, GLIDE } from "./board.js";
import { announce } from "./chat.js";
import { boot, button, make, part, tell } from "./dom.js";
import * as fit from "./fit.js";
import { shared, copyText } from "./invite.js";
import { Keys } from "./keys.js";
import { Lines, percent } from "./lines.js";
import { clear, outline } from "./marks.js";
import { listChoices } from "./paths.js";
import * as players from "./players.js";
import * as pointer from "./pointer.js";
import { Rules } from "./rules.js";
import { language, learn, say } from "./say.js";
import * as settings from "./settings.js";
import * as tree from "./tree.js";
import { flatten, grow, place, written } from "./variations.js";
import { isWide, onTurn } from "./wide.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").AnalysisBoot} AnalysisBoot */
/** @typedef {import("./types.js").AnalysisView} AnalysisView */
/** @typedef {import("./types.js").AnalysisLine} AnalysisLine */
/** @typedef {import("./types.js").Calls} Calls */
/** @typedef {import("./variations.js").Variation} Variation */
/** @typedef {import("./variations.js").Event} Event */

const KEPT = "ludotheque.analysis"; // what was tried, until this tab is closed
const LONGEST = 6_000; // characters of an address
const SETTLED = 120; // milliseconds on a position before it is thought about: who leafs through asks for nothing

class Analysis {
  /** @type {Map<Variation, AnalysisView>} */
  views = new Map();
  isThinking = true;
  asksThreats = false;
  /** @type {number | null} from which seat to look, where that was chosen */
  side = null;
  #asked = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {AnalysisBoot} data */
  constructor(data) {
    this.data = data;
    const nodes = grow(data.nodes);
    this.start = nodes[0];
    this.current = nodes[data.node];
    this.view = data.view;
    this.views.set(this.current, data.view);
    this.restore();
    this.board = new Board(part("board"));
    this.keys = new Keys(this.board);
    this.zoom = new Zoom(this.board, part("zoom"), () => this.bar());
    this.rules = new Rules(data.view.topic);
    this.lines = new Lines(data.seats, data.points, {
      chosen: (line, n) => this.play(line, n),
      changed: () => this.mark(),
      pointed: (line) => this.mark(line),
    });
    this.listen();
    this.follow(this.current);
    if (data.wide !== isWide()) this.turn(); // nothing was known of this window yet
    else this.settle();
  }

  listen() {
    this.board.onchoice = ({ seat, text }) => this.try({ seat, text });
    this.board.onstep = () => this.step();
    pointer.listen(this.board, () => {}, (event, meant) => this.zoom.takes(event, meant));
    /** @type {[keyof import("./types.js").Parts, () => void][]} */
    const presses = [
      ["first", () => this.go(this.start)],
      ["previous", () => this.go(this.current.parent)],
      ["next", () => this.go(this.current.next)],
      ["last", () => this.go(this.current.end)],
      ["up", () => this.go(this.current.beside(-1))],
      ["down", () => this.go(this.current.beside(1))],
      ["promote", () => this.promote()],
      ["delete", () => this.remove()],
      ["engine", () => this.toggle("isThinking")],
      ["threats", () => this.toggle("asksThreats")],
      ["copy", () => this.copy()],
      ["save", () => this.save()],
      ["play", () => this.playFromHere()],
    ];
    for (const [name, press] of presses) part(name).addEventListener("click", press);
    part("comment").placeholder = say("analysis.comment");
    part("comment").addEventListener("change", () => this.comment());
    part("side").addEventListener("change", () => this.turnTo(Number(part("side").value)));
    addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("visibilitychange", () => this.think());
    onTurn(() => this.turn());
    dialogs.listen();
    this.seats();
  }

  /** Whose sheet is seen, where everybody has one. */
  seats() {
    part("sides").hidden = !this.data.sheets || this.data.seats.length < 2;
    const options = this.data.seats.map(({ name, label }, seat) => make("option", { value: seat }, name || label));
    part("side").replaceChildren(...options);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {Element} */ (event.target);
    const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (isTaken || target.closest("input, select, textarea, dialog, .rules, .board [tabindex]")) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.go(this.current.parent),
      ArrowRight: () => this.go(this.current.next),
      ArrowUp: () => this.go(this.current.beside(-1)),
      ArrowDown: () => this.go(this.current.beside(1)),
      Home: () => this.go(this.start),
      End: () => this.go(this.current.end),
      Delete: () => this.remove(),
      p: () => this.promote(),
      e: () => this.toggle("isThinking"),
      t: () => this.toggle("asksThreats"),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  // From position to position

  /** @param {Variation | null} node null: there is none */
  async go(node) {
    if (!node || node === this.current) return;
    if (this.asksThreats) this.views.clear(); // they are those of one position
    this.asksThreats = false;
    this.follow(node);
    this.lines.stop();
    await this.show();
    announce(this.view.sentence || say("back.start"));
  }

  /** Forwards leads here from now on. @param {Variation} node */
  follow(node) {
    this.current = node;
    for (const each of node.path) if (each.parent) each.parent.last = each;
  }

  /** An event that somebody tries. @param {Event} event */
  async try(event) {
    const before = this.current;
    const isNew = !before.find(event);
    const node = before.add(event);
    this.follow(node);
    this.lines.stop();
    if ((await this.show()) || !isNew) return announce(this.view.sentence);
    if (this.current === node) this.follow(before);
    node.remove();
    this.show();
  }

  /** So many events of a line. @param {AnalysisLine} line @param {number} n */
  async play(line, n) {
    if (this.asksThreats) return;
    let node = this.current;
    for (const event of line.events.slice(0, n)) node = node.add(event);
    await this.go(node);
    part("board").scrollIntoView({ block: "nearest" });
  }

  /** Shows the current position; whether there is one. */
  async show() {
    const asked = ++this.#asked;
    const node = this.current;
    this.tell();
    this.board.offer([]);
    const view = this.views.get(node) ?? (await this.look(node));
    if (asked !== this.#asked) return true;
    if (!view) return false;
    const isOn = node.parent === this.shown;
    this.view = view;
    this.shown = node;
    clear(this.board);
    this.board.draw(view.svg, { ms: GLIDE, rolled: view.rolled && isOn });
    this.settle();
    return true;
  }

  /** @type {Variation | null} what the picture shows */
  shown = null;

  /** @param {Variation} node @returns {Promise<AnalysisView | null>} */
  async look(node) {
    const side = this.side === null ? {} : { side: this.side };
    const asked = { ...this.data.start, ...place(node), ...side, wide: isWide() };
    const view = await this.ask("position", { ...asked, threats: this.asksThreats });
    if (view) this.views.set(node, /** @type {AnalysisView} */ (view));
    return /** @type {AnalysisView | null} */ (view);
  }

  /** The window became wide or narrow, or another sheet is to be seen. */
  turn() {
    this.views.clear();
    this.show();
  }

  /** @param {number} side */
  turnTo(side) {
    this.side = side;
    this.turn();
  }

  /** The server's answer; null if there is none, which is told. @param {string} what @param {object} body @returns {Promise<unknown>} */
  async ask(what, body) {
    const headers = { "Content-Type": "application/json" };
    const url = `/api/analysis/${what}?lang=${language()}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) return told;
    this.notice(told?.error ?? say("lesson.failed"));
    return null;
  }

  /** @param {string} text */
  notice(text) {
    tell(part("sentence"), text);
    announce(text);
  }

  // What is seen

  settle() {
    const { clicks, actors } = this.view;
    this.shown = this.current;
    this.board.offer(listChoices(clicks, actors));
    this.rules.follow(this.view.topic);
    this.tell();
    this.bar();
    this.zoom.settle(String(this.current.path.length));
    this.keys.settle();
    this.keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.think(), SETTLED);
  }

  tell() {
    const { current, data } = this;
    const status = this.views.get(current);
    if (status) part("sentence").textContent = status.sentence || status.status;
    part("place").textContent = String(current.path.length);
    const row = current.siblings;
    const at = row.indexOf(current);
    const open = { first: current.parent, previous: current.parent, next: current.next, last: current.next, delete: current.parent };
    for (const [name, there] of Object.entries(open)) part(/** @type {"first"} */ (name)).disabled = !there;
    part("up").disabled = at <= 0;
    part("down").disabled = at === row.length - 1;
    part("promote").disabled = current.isMain;
    if (document.activeElement !== part("comment")) part("comment").value = current.comment;
    part("side").value = String(this.view.side ?? 0);
    const colours = data.seats.map((seat) => seat.colours);
    tree.draw(part("tree"), this.start, { current, colours, labels: data.seats.map((seat) => seat.label), go: (node) => this.go(node) });
    this.address();
  }

  /** What can be done besides touching the board. */
  bar() {
    const { draws, over, sentence, status } = this.view;
    const all = this.board.taken.length ? this.stepBar() : draws.length ? this.drawBar() : [];
    if (!all.length && (sentence || over || this.asksThreats)) all.push(make("span", { class: "quiet" }, status));
    if (this.zoom.isOn) all.push(button(say("zoom.out"), () => this.zoom.leave(), true));
    part("bar").replaceChildren(...all);
  }

  stepBar() {
    const done = this.board.ready.map((choice) => button(say("done"), () => this.board.onchoice(choice)));
    return [make("span", {}, askNext(this.board.taken)), ...done, button(say("cancel"), () => this.board.cancel(), true)];
  }

  /** Every outcome, and one at random. */
  drawBar() {
    const all = this.view.draws.map(({ text, sentence, share }) => {
      const press = button(text.replace(/^.*=/, ""), () => this.try({ seat: -1, text }), true);
      press.title = `${sentence} ${percent(share)}`;
      press.setAttribute("aria-label", press.title);
      press.classList.add("draw");
      return press;
    });
    return [button(say("analysis.draw"), () => this.draw()), ...all];
  }

  async draw() {
    const told = await this.ask("draw", { ...this.data.start, ...place(this.current) });
    if (told) this.try(/** @type {Event} */ (told));
  }

  step() {
    this.mark();
    this.bar();
    const chosen = this.board.taken.at(-1);
    const label = chosen && this.board.find(chosen)?.getAttribute("aria-label");
    announce(label ? `${label}. ${askNext(this.board.taken)}` : say("step.let-go"));
  }

  /** The best choice on the board, or the one that is pointed at; nothing while something else is taken up.
   * @param {AnalysisLine | null} [pointed] */
  mark(pointed = null) {
    clear(this.board);
    const moving = this.board.place.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running");
    if (moving.length) return void Promise.allSettled(moving.map((each) => each.finished)).then(() => this.mark(pointed));
    const line = pointed ?? this.lines.told?.lines[0];
    if (!line || !this.isThinking || this.board.taken.length || this.lines.told?.seat === -1) return;
    outline(this.board, line.path, this.asksThreats ? "reply" : "path");
  }

  // Thinking

  /** @param {"isThinking" | "asksThreats"} what */
  toggle(what) {
    if (what === "asksThreats" && !this.asksThreats && !this.view.threatens) return;
    this[what] = !this[what];
    if (what === "isThinking") return this.think();
    this.isThinking = true;
    this.lines.clear("");
    this.turn();
  }

  think() {
    const { over, threatens } = this.view;
    const side = this.asksThreats ? null : this.view.side;
    part("engine").setAttribute("aria-pressed", String(this.isThinking));
    part("threats").setAttribute("aria-pressed", String(this.asksThreats));
    part("threats").disabled = !threatens && !this.asksThreats;
    this.lines.stop();
    if (!this.isThinking) return this.lines.clear("");
    if (document.hidden) return;
    if (over) return this.lines.clear(say("analysis.over"));
    const seat = side === null || !this.view.actors.includes(side) ? {} : { seat: side };
    this.lines.ask({ ...this.data.start, ...place(this.current), ...seat, threats: this.asksThreats });
  }

  // The tree

  promote() {
    if (!this.current.promote()) return;
    this.tell();
    this.keep();
    announce(say("analysis.promoted"));
  }

  remove() {
    const { current } = this;
    if (!current.parent) return;
    current.remove();
    announce(say("analysis.deleted"));
    this.go(current.parent);
  }

  comment() {
    const lines = part("comment").value.trim().split("\n").map((line) => line.trimEnd());
    this.current.comment = lines.join("\n");
    this.tell();
    this.keep();
  }

  // Keeping and sharing

  /** The address of this position, as long as it is not too long. */
  address() {
    const { at, events } = place(this.current);
    const query = new URLSearchParams(/** @type {Record<string, string>} */ (this.data.start));
    if (this.data.start.record) query.set("at", String(at));
    if (events.length) query.set("then", written(events));
    const path = `/analysis?${query}`;
    if (path.length > LONGEST) return;
    history.replaceState(null, "", path);
    for (const link of document.querySelectorAll("a[hreflang]")) {
      link.setAttribute("href", `${path}&lang=${link.getAttribute("hreflang")}`);
    }
    const editor = new URLSearchParams({ game: this.data.game, position: this.view.diagram });
    part("edit").href = `/editor?${editor}`;
  }

  /** In this tab, so that nothing is lost when the page is loaded again. */
  keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ start: this.data.start, nodes: flatten(this.start) }));
    } catch {} // a browser that keeps nothing still analyses
  }

  restore() {
    try {
      const { start, nodes } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
      if (JSON.stringify(start) !== JSON.stringify(this.data.start)) return;
      const [first] = grow(nodes.map((/** @type {object} */ node) => ({ ...node, at: null })));
      merge(this.start, first);
    } catch {} // nothing was kept
  }

  async copy() {
    const isCopied = await copyText(shared(location.pathname + location.search, this.data.share));
    part("copy").textContent = say(isCopied ? "invite.copied" : "analysis.link");
    if (!isCopied) this.notice(say("analysis.link.bar"));
  }

  async save() {
    const told = await this.ask("studies", { ...this.data.start, nodes: flatten(this.start) });
    if (!told) return;
    const { url, file } = /** @type {Calls["POST /api/analysis/studies"]["answer"]} */ (told);
    part("saved-link").value = shared(url, this.data.share);
    part("saved-file").href = file;
    part("saved").showModal();
    part("saved-link").select();
    part("saved-copy").onclick = async () => {
      const isCopied = await copyText(part("saved-link").value);
      part("saved-copy").textContent = say(isCopied ? "invite.copied" : "invite.copy-yourself");
      part("saved-link").select();
    };
  }

  playFromHere() {
    const { over, diagram, options, actors } = this.view;
    if (over) return this.notice(say("analysis.over"));
    players.open({ game: this.data.game, options, position: diagram }, this.data.seats, actors[0] ?? 0);
  }
}

/** What is in one tree is put into another. @param {Variation} into @param {Variation} from */
function merge(into, from) {
  into.comment ||= from.comment;
  for (const child of from.children) merge(into.add(child), child);
}

const data = /** @type {AnalysisBoot} */ (boot());
learn(data.words, data.lang, data.plural);
learnAsks(data.asks);
settings.listen();
fit.watch();
new Analysis(data);
