/** What happened, a sentence each; what was said is between. A click looks back at that position. */

import { make } from "./dom.js";
import { language, say } from "./say.js";

/** @typedef {import("./types.js").Entry} Entry */

export class Log {
  /** @type {{entry: Entry, line: HTMLElement}[]} the lines that lead to a position */
  steps = [];
  position = 0;

  /** @param {HTMLElement} place a list @param {(position: number) => void} look */
  constructor(place, look) {
    this.place = place;
    this.look = look;
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
    const isStep = entry.position > this.position;
    const line = make("li", { class: isStep ? "step" : entry.kind === "say" ? "said" : "note", title: time(entry.at) });
    line.append(isStep ? this.#button(entry) : entry.sentence || entry.text);
    this.#move(entry);
    if (isStep) this.steps.push({ entry, line });
    this.place.append(line);
    if (this.isAtEnd) this.end();
  }

  /** A position that was taken back is not there any more. @param {Entry} entry */
  #move(entry) {
    this.position = entry.position;
    for (const step of this.steps.filter((s) => s.entry.position > entry.position)) {
      step.line.classList.add("undone");
      step.line.querySelector("button")?.setAttribute("disabled", "");
    }
    this.steps = this.steps.filter((s) => s.entry.position <= entry.position);
  }

  /** @param {Entry} entry */
  #button(entry) {
    const n = make("span", { class: "n", "aria-hidden": "true" }, `${entry.position}`);
    return make("button", { type: "button", onclick: () => this.look(entry.position) }, n, entry.sentence);
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
    for (const { entry, line } of this.steps) {
      line.classList.toggle("now", entry.position === position);
      if (entry.position === position) line.scrollIntoView({ block: "nearest" });
    }
  }
}

/** @param {number} at */
const time = (at) => new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
