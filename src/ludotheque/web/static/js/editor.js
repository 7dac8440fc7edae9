/** The position editor: choose a piece, touch where it goes. The server draws, and says whether it can be. */

import * as dialogs from "./ask.js";
import { Board } from "./board.js";
import { announce } from "./chat.js";
import { boot, make, part } from "./dom.js";
import * as fit from "./fit.js";
import { copyText, shared } from "./invite.js";
import { Keys } from "./keys.js";
import * as players from "./players.js";
import * as pointer from "./pointer.js";
import { language, learn, say } from "./say.js";
import * as settings from "./settings.js";
import { mark } from "./tree.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").EditorBoot} EditorBoot */
/** @typedef {import("./types.js").Sketch} Sketch */
/** @typedef {import("./types.js").Edit} Edit */

const TAKE = ""; // the piece that takes others away

class Editor {
  /** @type {string[]} the sketches before this one */
  past = [];
  seat = 0;
  #asked = 0;

  /** @param {EditorBoot} data */
  constructor(data) {
    this.data = data;
    this.sketch = data.sketch;
    this.piece = data.sketch.pieces[0]?.name ?? TAKE;
    this.board = new Board(part("board"));
    this.keys = new Keys(this.board);
    this.zoom = new Zoom(this.board, part("zoom"));
    this.listen();
    this.settle();
    part("sentence").textContent = say("editor.how");
  }

  listen() {
    this.board.onchoice = ({ text }) => this.edit({ place: text, piece: this.piece });
    pointer.listen(this.board, () => {}, (event, meant) => this.zoom.takes(event, meant));
    part("undo").addEventListener("click", () => this.undo());
    part("clear").addEventListener("click", () => this.edit({ clear: true }));
    part("start").addEventListener("click", () => this.restart());
    part("moment").addEventListener("change", () => part("moment").value && this.edit({ moment: part("moment").value }));
    part("count").addEventListener("change", () => this.edit({ seats: Number(part("count").value) }));
    part("side").addEventListener("change", () => this.turnTo(Number(part("side").value)));
    part("read").addEventListener("click", () => this.send({ position: part("diagram").value.replace(/\n+$/, "") }));
    part("play").addEventListener("click", () => this.play());
    part("copy").addEventListener("click", () => this.copy());
    part("tray").addEventListener("keydown", (event) => this.press(event));
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !/** @type {Element} */ (event.target).closest("textarea")) this.undo();
    });
    dialogs.listen();
  }

  // Asking the server

  /** @param {Partial<Edit>} what */
  edit(what) {
    return this.send({ position: this.sketch.position, ...what });
  }

  /** @param {Partial<Edit>} what @param {boolean} [isBack] */
  async send(what, isBack = false) {
    const asked = ++this.#asked;
    const body = JSON.stringify({ game: this.data.game, seat: this.seat, ...what });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`/api/editor?lang=${language()}`, { method: "POST", headers, body }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (asked !== this.#asked) return;
    if (!answer?.ok) return this.refuse(told?.error ?? say("lesson.failed"));
    if (!isBack && told.position !== this.sketch.position) this.past.push(this.sketch.position);
    this.sketch = /** @type {Sketch} */ (told);
    this.board.draw(this.sketch.svg, { ms: 0 });
    this.settle();
    const { reason } = this.sketch;
    this.tell(reason ?? say("editor.good"), reason !== null);
  }

  /** It stays as it was. @param {string} why */
  refuse(why) {
    this.settle();
    this.tell(why, true);
  }

  /** @param {string} text @param {boolean} isWrong */
  tell(text, isWrong) {
    const place = part("sentence");
    place.textContent = text;
    place.toggleAttribute("data-wrong", isWrong);
    announce(text);
  }

  undo() {
    const before = this.past.pop();
    if (before !== undefined) this.send({ position: before }, true);
  }

  restart() {
    this.past.push(this.sketch.position);
    this.send({}, true);
  }

  /** @param {number} seat */
  turnTo(seat) {
    this.seat = seat;
    this.edit({});
  }

  // What is seen

  settle() {
    const { places, position, reason, seats } = this.sketch;
    this.seat = Math.min(this.seat, seats - 1);
    this.board.offer(places.map(({ name }) => ({ seat: 0, text: name, path: [`place-${name}`] })));
    this.keys.settle();
    this.tray();
    this.settings();
    part("undo").disabled = !this.past.length;
    part("diagram").value = position;
    const query = new URLSearchParams({ game: this.data.game, position });
    history.replaceState(null, "", `/editor?${query}`);
    for (const link of document.querySelectorAll("a[hreflang]")) link.setAttribute("href", `/editor?${query}&lang=${link.getAttribute("hreflang")}`);
    if (reason === null) part("analyse").href = `/analysis?${query}`;
    else part("analyse").removeAttribute("href");
    part("analyse").setAttribute("aria-disabled", String(reason !== null));
    part("play").disabled = reason !== null;
  }

  /** The pieces, and what takes them away: one of them is in the hand. */
  tray() {
    const held = part("tray").contains(document.activeElement);
    const all = [...this.sketch.pieces, { name: TAKE, label: say("editor.take"), colours: [] }];
    if (!all.some(({ name }) => name === this.piece)) this.piece = all[0].name;
    part("tray").replaceChildren(...all.map(({ name, label, colours }) => {
      const isTaken = name === this.piece;
      return make("button", { type: "button", class: "piece", role: "radio", "aria-checked": String(isTaken), tabindex: isTaken ? 0 : -1, "data-piece": name, onclick: () => this.take(name) },
        ...(colours.length ? [mark(0, [colours])] : []), label);
    }));
    if (held) this.chosen?.focus();
  }

  get chosen() {
    return /** @type {HTMLElement | null} */ (part("tray").querySelector('[aria-checked="true"]'));
  }

  /** @param {string} name */
  take(name) {
    this.piece = name;
    this.tray();
    this.chosen?.focus();
  }

  /** Arrows go from piece to piece, as in every group of this kind. @param {KeyboardEvent} event */
  press(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const names = [...this.sketch.pieces.map(({ name }) => name), TAKE];
    this.take(names[(names.indexOf(this.piece) + step + names.length) % names.length]);
  }

  settings() {
    const { moment, moments, seats } = this.sketch;
    const { numbers, sheets } = this.data;
    const other = moment ? [] : [make("option", { value: "" }, say("editor.other"))];
    part("moment").replaceChildren(...other, ...moments.map(({ name, label }) => make("option", { value: name }, label)));
    part("moment").value = moment;
    part("count").replaceChildren(...numbers.map((n) => make("option", { value: n }, String(n))));
    part("count").value = String(seats);
    part("count").disabled = numbers.length < 2;
    part("sides").hidden = !sheets || seats < 2;
    part("side").replaceChildren(...Array.from({ length: seats }, (_, seat) => make("option", { value: seat }, String(seat + 1))));
    part("side").value = String(this.seat);
    part("options").replaceChildren(...this.data.options.map((option) => this.option(option)));
  }

  /** @param {EditorBoot["options"][number]} option */
  option({ name, text, values, texts, whole }) {
    const value = this.sketch.options[name];
    const field = whole
      ? make("input", { type: "number", value: String(value), min: 1 })
      : make("select", {}, ...values.map((each) => make("option", { value: JSON.stringify(each), selected: each === value }, texts[String(each)] || String(each))));
    field.addEventListener("change", () => this.edit({ options: { [name]: JSON.parse(field.value || "0") } }));
    return make("label", {}, make("span", {}, text), field);
  }

  // Where it leads

  play() {
    const { position, options, moments, moment, seats } = this.sketch;
    const names = Array.from({ length: seats }, (_, seat) => ({ label: this.data.names[seat] ?? String(seat + 1), name: "", colours: [] }));
    const mine = Math.max(0, moments.findIndex(({ name }) => name === moment));
    players.open({ game: this.data.game, options, position }, names, mine % seats);
  }

  async copy() {
    const isCopied = await copyText(shared(location.pathname + location.search, this.data.share));
    part("copy").textContent = say(isCopied ? "invite.copied" : "analysis.link");
    if (!isCopied) this.tell(say("analysis.link.bar"), false);
  }
}

const data = /** @type {EditorBoot} */ (boot());
learn(data.words, data.lang, data.plural);
settings.listen();
fit.watch();
new Editor(data);
