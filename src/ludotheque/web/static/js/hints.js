/**
 * Help at the table: a raised finger, then an answer. Each press says more: what to look at, the choice, and why. And a
 * tutor, for who wants one, asks before a choice that gives away much is sent.
 */

import { announce } from "./chat.js";
import { button, make, part, tell } from "./dom.js";
import { clear, outline } from "./marks.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./paths.js").Choice} Choice */
/** @typedef {{choice: Choice, id: string, timer: number}} Check a choice that the tutor looks at */
/** @typedef {{choice: Choice, hint: Hint}} Doubt a choice that the tutor warns of */
/**
 * The table as hints know it.
 * @typedef {{view: View, isElsewhere: boolean, board: import("./board.js").Board, live: import("./live.js").Live,
 *   zoom: import("./zoom.js").Zoom, choicesOf: (view: View) => Choice[],
 *   send: (choice: Choice, isSure: boolean) => void, settle: () => void, bar: () => void}} Host
 */

const PATIENCE = 2000; // for the tutor, in milliseconds: then the choice is sent
/** What the next press asks for. @type {Partial<Record<Hint["stage"], string>>} */
const NEXT = { look: "choice", choice: "why" };

/** Each sentence on a line of its own; made anew only where they change. @param {HTMLElement} place @param {string[]} words */
function lines(place, words) {
  if (place.textContent === words.join(" ")) return;
  place.replaceChildren(...words.flatMap((text, i) => [...(i ? [" "] : []), make("span", { class: "line" }, text)]));
  part("hint").scrollTop = 0;
}

export class Hints {
  /** @type {Map<number, Hint>} seat -> the newest hint about the position as it stands */
  advice = new Map();
  /** @type {Map<string, Hint>} what the tutor said about choices here, by seat and event */
  warnings = new Map();
  /** @type {Doubt | null} */
  doubt = null;
  /** @type {Check | null} */
  checking = null;
  /** @type {{id: string, seat: number | undefined} | null} the command that is thought about */
  asked = null;
  /** @type {Set<string>} commands whose answer comes too late: nobody waits for it */
  late = new Set();
  isClosed = false;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    part("hint").addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    part("hint-close").addEventListener("click", () => this.close());
  }

  // What happens

  /** Takes note of an entry, also of those from before the page was opened. @param {Entry} entry */
  enter({ kind, seat, hint, by_me: isMine }) {
    if (kind === "chance" || kind === "undo") this.forget();
    if (kind === "choice" && seat !== null) this.forget([seat]);
    if (!hint || !isMine || seat === null) return;
    if (hint.stage === "check") this.#warn(seat, hint);
    else this.#advise(seat, hint);
  }

  /** Whether an answer needs no more attention. @param {import("./types.js").ServerMessage} message */
  hear(message) {
    const id = "ack" in message ? message.ack : "refused" in message ? message.refused : null;
    if (id === null) return false;
    if (this.late.delete(id)) return true;
    if (id === this.asked?.id) this.#answered();
    if (id !== this.checking?.id) return false;
    this.#pass(); // no reason to warn, or nobody who could
    return true;
  }

  /** What these seats can choose has changed; of the others, what is known stays true. @param {number[]} [seats] */
  forget(seats = this.host.view.seats.map(({ seat }) => seat)) {
    for (const seat of seats) this.advice.delete(seat);
    for (const key of this.warnings.keys()) if (seats.includes(parseInt(key))) this.warnings.delete(key);
    if (this.doubt && seats.includes(this.doubt.choice.seat)) this.doubt = null;
    if (this.checking && seats.includes(this.checking.choice.seat)) this.#giveUp(() => {});
    if (this.asked && seats.includes(this.asked.seat ?? -1)) this.#stopAsking(this.asked.id);
    this.isClosed = false;
  }

  /** @param {string} id */
  #stopAsking(id) {
    this.late.add(id);
    this.asked = null;
  }

  // Help

  /** Says more than before. */
  help() {
    const stage = this.#current?.stage;
    if (this.asked !== null) return;
    if (stage === undefined) this.ask("look");
    else if (this.isClosed || this.doubt || !NEXT[stage]) this.#open();
    else this.ask(NEXT[stage]);
  }

  /** @param {string} text */
  ask(text) {
    const { live, view } = this.host;
    this.doubt = null;
    this.isClosed = false;
    const seat = this.#seat;
    this.asked = { seat, id: live.execute({ do: "hint", seat, text, at: view.number }) };
    this.draw();
  }

  #open() {
    this.doubt = null;
    this.isClosed = false;
    this.draw();
    announce(this.#words().join(" "));
  }

  /** A warning is closed by taking the choice back. */
  close() {
    const hadFocus = part("hint").contains(document.activeElement);
    this.isClosed = this.doubt === null;
    this.doubt = null;
    this.host.settle();
    if (hadFocus) (this.host.board.lit[0] ?? part("bar").querySelector("button"))?.focus();
  }

  /** @param {number} seat @param {Hint} hint */
  #advise(seat, hint) {
    this.advice.set(seat, hint);
    this.doubt = null;
    this.isClosed = false;
    if (hint.stage === "look" && this.asked !== null) announce(this.#looked(hint));
  }

  #answered() {
    this.asked = null;
    this.host.settle();
  }

  // The tutor

  /** Whether the tutor looks at a choice first. Then it is sent later, or not at all. @param {Choice} choice */
  holds(choice) {
    const { view, live } = this.host;
    const isNeeded = settings.tutor && view.can.includes("hint") && this.host.choicesOf(view).length > 1;
    if (!isNeeded) return false;
    const known = this.warnings.get(`${choice.seat} ${choice.text}`);
    const command = { do: /** @type {const} */ ("hint"), seat: choice.seat, text: `check ${choice.text}`, at: view.number };
    const timer = setTimeout(known ? () => this.#warn(choice.seat, known) : () => this.#expire(), known ? 0 : PATIENCE);
    this.checking = { choice, timer, id: known ? "" : live.execute(command) };
    return true;
  }

  /** Nobody waits for the tutor any longer. */
  #expire() {
    if (this.checking) this.#giveUp((choice) => this.host.send(choice, true));
  }

  #pass() {
    if (this.checking) this.#release((choice) => this.host.send(choice, true));
  }

  /** @param {number} seat @param {Hint} hint */
  #warn(seat, hint) {
    this.warnings.set(`${seat} ${hint.event}`, hint);
    if (this.checking?.choice.text !== hint.event) return;
    this.#release((choice) => (this.doubt = { choice, hint }));
    this.host.zoom.leave(); // what is marked may lie anywhere
    this.host.settle();
    part("hint-buttons").querySelector("button")?.focus({ preventScroll: true });
  }

  /** What was checked goes on; what the tutor says of it then comes too late. @param {(choice: Choice) => void} act */
  #giveUp(act) {
    this.late.add(this.checking?.id ?? "");
    this.#release(act);
  }

  /** What was checked goes on. @param {(choice: Choice) => void} act */
  #release(act) {
    const { choice, timer } = /** @type {Check} */ (this.checking);
    clearTimeout(timer);
    this.checking = null;
    act(choice);
  }

  // What is seen

  /** The seat that is helped: the one whose choices are lit. @returns {number | undefined} */
  get #seat() {
    const { mine, side } = this.host.view;
    return side !== null && mine.includes(side) ? side : mine[0];
  }

  /** What was told to this seat. */
  get #current() {
    return this.advice.get(this.#seat ?? -1);
  }

  /** @returns {Hint | null} */
  get #shown() {
    if (this.host.isElsewhere || !this.host.view.can.includes("hint")) return null;
    return this.doubt?.hint ?? (this.isClosed ? null : (this.#current ?? null));
  }

  /** The panel, and the marks on the board. What was said stays until there is more to say. */
  draw() {
    const hint = this.#shown;
    const place = part("hint");
    place.hidden = !hint && this.asked === null;
    place.classList.toggle("doubt", this.doubt !== null);
    place.classList.toggle("thinking", this.asked !== null);
    lines(part("hint-words"), hint ? this.#words() : [say("hint.thinking")]);
    tell(part("hint-more"), hint ? this.#more(hint) : "");
    this.#offer(this.doubt ? this.#doubtButtons(this.doubt) : hint ? this.#buttons(hint) : []);
    this.#mark(hint);
  }

  /** The focus stays where it was, or as near as it can. @param {HTMLElement[]} buttons */
  #offer(buttons) {
    const place = part("hint-buttons");
    const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    place.replaceChildren(...buttons);
    if (focused) (buttons.find((b) => b.textContent === focused) ?? buttons[0])?.focus({ preventScroll: true });
  }

  /** @returns {string[]} */
  #words() {
    const hint = this.#shown;
    if (!hint) return [];
    if (hint.stage === "look") return [this.#looked(hint)];
    return hint.stage === "check" ? [say("tutor.sure"), ...hint.words] : hint.words;
  }

  /** @param {Hint} hint */
  #looked(hint) {
    const labels = hint.glow.map((id) => this.host.board.find(id)?.getAttribute("aria-label") ?? "");
    return say("hint.look", { label: labels.filter(Boolean).join(", ") });
  }

  /** What another press would say. @param {Hint} hint */
  #more(hint) {
    if (hint.stage === "look") return say("hint.more.choice");
    return hint.stage === "choice" ? say("hint.more.why") : "";
  }

  /** @param {Hint} hint @returns {HTMLElement[]} */
  #buttons(hint) {
    const choice = this.#choiceOf(hint);
    return choice ? [button(say("hint.play"), () => this.host.send(choice, true))] : [];
  }

  /** @param {Doubt} doubt @returns {HTMLElement[]} */
  #doubtButtons({ choice }) {
    return [
      button(say("tutor.back"), () => this.close()),
      button(say("tutor.better"), () => this.#better(), true),
      button(say("tutor.anyway"), () => this.host.send(choice, true), true),
    ];
  }

  #better() {
    const stage = this.#current?.stage;
    if (stage === "choice" || stage === "why") this.#open();
    else this.ask("choice");
  }

  /** @param {Hint} hint */
  #choiceOf({ event }) {
    const { view } = this.host;
    return this.host.choicesOf(view).find(({ text, seat }) => text === event && seat === this.#seat);
  }

  /** @param {Hint | null} hint */
  #mark(hint) {
    const { board } = this.host;
    clear(board);
    if (!hint) return;
    if (this.doubt) outline(board, this.doubt.choice.path, "path");
    const kind = this.doubt ? "reply" : hint.stage === "look" ? "glow" : "path";
    outline(board, hint.glow, kind);
  }
}
