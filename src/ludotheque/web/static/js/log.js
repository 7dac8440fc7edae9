/** What happened, grouped by turn; what was said is between. A click looks back at that position.
 *
 * Draws that follow one another are one line, with their faces drawn where the game rolls dice; those before the first
 * choice are the set-up, one line that opens.
 */

import { make } from "./dom.js";
import { language, say } from "./say.js";
import { dots } from "./seats.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {{entry: Entry, line: HTMLElement}} Step */

/** @typedef {object} About what a log must know of its table
 * @property {boolean} rolls whether draws are dice, to be drawn
 * @property {() => Seat[]} seats */

export class Log {
  /** @type {Step[]} those that lead to a position */
  steps = [];
  position = 0;

  /** @param {HTMLElement} place a list @param {(position: number) => void} look @param {About} about */
  constructor(place, look, about) {
    this.place = place;
    this.look = look;
    this.about = about;
    this.isAtEnd = true; // until somebody scrolls up
    this.top = 0;
    place.addEventListener("scroll", () => {
      const isNear = place.scrollHeight - place.scrollTop - place.clientHeight < 40;
      this.isAtEnd = isNear || (this.isAtEnd && place.scrollTop >= this.top);
      this.top = place.scrollTop;
    });
    new ResizeObserver(() => this.isAtEnd && this.end()).observe(place);
  }

  clear() {
    this.steps = [];
    this.position = 0;
    this.place.replaceChildren();
  }

  /** @param {Entry} entry */
  add(entry) {
    if (!entry.sentence && entry.kind !== "say") return this.#move(entry);
    if (entry.position > this.position) this.#addStep(entry);
    else this.place.append(make("li", { class: entry.kind === "say" ? "said" : "note", title: time(entry.at) }, entry.sentence || entry.text));
    this.#move(entry);
    if (this.isAtEnd) this.end();
  }

  /** @param {Entry} entry */
  #addStep(entry) {
    const last = this.steps.at(-1);
    const isSetUp = entry.kind === "chance" && this.steps.every((step) => step.entry.kind === "chance");
    const isRoll = entry.kind === "chance" && last?.entry.kind === "chance" && last.line === this.place.lastElementChild;
    const line = last && isRoll ? last.line : this.#line(entry, last, isSetUp);
    const into = line.querySelector("details") ?? line;
    if (line.classList.contains("roll") && last && isRoll) this.#extend(line, entry);
    else into.append(this.#button(entry));
    this.steps.push({ entry, line });
  }

  /** A new line; the first of a turn says whose it is. @param {Entry} entry @param {Step | undefined} last @param {boolean} isSetUp */
  #line(entry, last, isSetUp) {
    const isTurn = entry.kind === "choice" && (last?.entry.kind !== "choice" || last.entry.seat !== entry.seat);
    const marks = ["step", isTurn && "turn", isSetUp && "set-up", entry.kind === "chance" && this.about.rolls && !isSetUp && "roll"];
    const line = make("li", { class: marks.filter(Boolean).join(" "), title: time(entry.at) });
    if (isSetUp) line.append(make("details", {}, make("summary", {}, say("log.set-up"))));
    this.place.append(line);
    return line;
  }

  /** One more die of the same roll; the line leads to the position after all of them. @param {HTMLElement} line @param {Entry} entry */
  #extend(line, entry) {
    const press = /** @type {HTMLButtonElement} */ (line.querySelector("button"));
    press.onclick = () => this.look(entry.position);
    press.append(" ", face(entry));
    /** @type {HTMLElement} */ (press.querySelector(".n")).textContent = String(entry.position);
  }

  /** A position that was taken back is not there any more. @param {Entry} entry */
  #move(entry) {
    this.position = entry.position;
    for (const step of this.steps.filter((s) => s.entry.position > entry.position)) {
      step.line.classList.add("undone");
      for (const press of step.line.querySelectorAll("button")) press.setAttribute("disabled", "");
    }
    this.steps = this.steps.filter((s) => s.entry.position <= entry.position);
  }

  /** @param {Entry} entry */
  #button(entry) {
    const n = make("span", { class: "n", "aria-hidden": "true" }, `${entry.position}`);
    const isDie = entry.kind === "chance" && this.about.rolls && this.steps.some((step) => step.entry.kind === "choice");
    const chooser = entry.kind === "choice" && entry.seat !== null ? this.about.seats()[entry.seat] : undefined;
    const words = isDie ? face(entry) : make("span", {}, ...dots(chooser), entry.sentence, " ", notation(entry));
    const press = make("button", { type: "button" }, n, words);
    press.onclick = () => this.look(entry.position);
    return press;
  }

  /** The positions before and after the last turn of a seat, if it had one. @param {number} seat @returns {[number, number] | null} */
  lastTurn(seat) {
    const choices = this.steps.map((step) => step.entry).filter((entry) => entry.kind === "choice");
    const end = choices.map((entry) => entry.seat).lastIndexOf(seat);
    if (end < 0) return null;
    let start = end;
    while (choices[start - 1]?.seat === seat) start -= 1;
    const after = this.steps.map((step) => step.entry).find((entry) => entry.position > choices[end].position && entry.kind === "choice");
    return [choices[start].position - 1, (after?.position ?? this.position + 1) - 1];
  }

  /** Shows the newest line. */
  end() {
    this.place.scrollTop = this.place.scrollHeight;
  }

  /** @param {number} position */
  sentence(position) {
    return this.steps.find((s) => s.entry.position === position)?.entry.sentence ?? say("back.start");
  }

  /** Marks the line that is looked at; null: none. @param {number | null} position */
  mark(position) {
    const now = this.steps.find((step) => step.entry.position === position)?.line;
    for (const { line } of this.steps) line.classList.toggle("now", line === now);
    const details = now?.querySelector("details");
    if (details) details.open = true;
    now?.scrollIntoView({ block: "nearest" });
  }
}

/** A die that was rolled; what it shows stands behind the last “=”. @param {Entry} entry */
function face(entry) {
  const shown = entry.text.slice(entry.text.lastIndexOf("=") + 1);
  const die = make("span", { class: "die", "aria-hidden": "true" }, shown === "*" ? "★" : shown);
  return make("span", { title: entry.sentence }, die, make("span", { class: "unseen" }, entry.sentence));
}

/** The event as records write it, for who wants to see it. @param {Entry} entry */
const notation = (entry) => make("code", { class: "notation" }, entry.text);

/** @param {number} at */
const time = (at) => new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
