/** The lines that a computer thinks are best, as they grow; they end when nobody looks. */

import { make, part, tell } from "./dom.js";
import { language, say } from "./say.js";
import { mark } from "./tree.js";

/** @typedef {import("./types.js").AnalysisLines} AnalysisLines */
/** @typedef {import("./types.js").AnalysisLine} AnalysisLine */
/** @typedef {import("./types.js").AnalysisSeat} AnalysisSeat */
/** @typedef {import("./types.js").LinesRequest} LinesRequest */

/** Values as they are written here: a real minus sign, and two digits, points one. @param {number} value @param {boolean} points */
export function figure(value, points) {
  const digits = { minimumFractionDigits: points ? 1 : 2, maximumFractionDigits: points ? 1 : 2 };
  const text = Math.abs(value).toLocaleString(language(), digits);
  if (points) return value < 0 ? `−${text}` : text;
  return Number(text.replace(",", ".")) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Reads messages as they come. @param {LinesRequest} asked @param {AbortSignal} signal @param {(news: AnalysisLines) => void} tell */
export async function follow(asked, signal, tell) {
  const headers = { "Content-Type": "application/json" };
  const url = `/api/analysis/lines?lang=${language()}`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(asked), signal });
  if (!answer.ok || !answer.body) throw new Error((await answer.json().catch(() => null))?.error ?? "");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const parts = (text + value).split("\n\n");
    text = parts.pop() ?? "";
    const last = parts.at(-1); // those before it are out of date already
    if (last) tell(JSON.parse(last.replace(/^data: /, "")));
  }
}

export class Lines {
  /** @type {AnalysisLines | null} */
  told = null;
  /** @type {WeakMap<HTMLLIElement, AnalysisLine>} what a row shows */
  lines = new WeakMap();
  /** @type {AbortController | null} */
  #reading = null;

  /**
   * @param {AnalysisSeat[]} seats @param {boolean} points
   * @param {{chosen: (line: AnalysisLine, events: number) => void, changed: () => void, pointed: (line: AnalysisLine | null) => void}} host
   */
  constructor(seats, points, host) {
    this.seats = seats;
    this.points = points;
    this.host = host;
    const place = part("lines");
    for (const name of ["pointerover", "focusin"]) {
      place.addEventListener(name, (event) => this.point(/** @type {Element} */ (event.target)));
    }
    for (const name of ["pointerleave", "focusout"]) place.addEventListener(name, () => this.host.pointed(null));
  }

  /** @param {LinesRequest} asked */
  async ask(asked) {
    this.stop();
    const reading = (this.#reading = new AbortController());
    this.told = null;
    this.say(say("analysis.thinking"));
    try {
      await follow(asked, reading.signal, (news) => reading === this.#reading && this.show(news));
    } catch (problem) {
      if (reading !== this.#reading || reading.signal.aborted) return;
      this.clear(problem instanceof Error && problem.message ? problem.message : say("analysis.failed"));
    }
  }

  stop() {
    this.#reading?.abort();
    this.#reading = null;
  }

  /** Nothing to show, and why. @param {string} why */
  clear(why) {
    this.told = null;
    part("lines").replaceChildren();
    part("values").replaceChildren();
    this.say(why);
    this.host.changed();
  }

  /** @param {string} text */
  say(text) {
    part("lines").classList.toggle("old", this.told === null);
    tell(part("effort"), text);
  }

  /** @param {AnalysisLines} news */
  show(news) {
    this.told = news;
    if (news.warming !== undefined) return this.say(say("analysis.warming", { n: news.warming }));
    const counted = { n: news.simulations, count: news.simulations.toLocaleString(language()) };
    this.say(news.final ? say("analysis.final", counted) : say("analysis.so-far", counted));
    part("values").replaceChildren(...this.numbers(news.values, news.errors));
    this.arrange(news.lines);
    this.host.changed();
  }

  /** Rows that stay are kept, and stand still while somebody is about to touch one. @param {AnalysisLine[]} lines */
  arrange(lines) {
    const place = part("lines");
    const isHeld = place.matches(":hover") || place.contains(document.activeElement);
    const known = new Map([...place.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.key, row]));
    const rows = lines.map((line) => this.row(line, /** @type {HTMLLIElement | undefined} */ (known.get(keyOf(line))), isHeld));
    const stay = [...place.children].filter((row) => rows.includes(/** @type {HTMLLIElement} */ (row)));
    const wanted = isHeld ? [...stay, ...rows.filter((row) => !stay.includes(row))] : rows;
    if (wanted.some((row, at) => place.children[at] !== row) || place.children.length > wanted.length) place.replaceChildren(...wanted);
  }

  /** @param {AnalysisLine} line @param {HTMLLIElement | undefined} known @param {boolean} isHeld */
  row(line, known, isHeld) {
    const row = known ?? make("li", { "data-key": keyOf(line), title: line.sentence }, make("span", { class: "moves" }), make("span", { class: "numbers" }));
    const [moves, numbers] = row.children;
    const share = this.told?.seat === -1 ? [make("span", { class: "share" }, percent(line.share))] : [];
    numbers.replaceChildren(...share, ...this.numbers(line.values, line.errors, line.proven));
    const words = line.events.map(({ text }) => text).join(" ");
    if (moves.getAttribute("data-words") !== words && (!known || !isHeld)) {
      this.lines.set(row, line);
      moves.setAttribute("data-words", words);
      moves.replaceChildren(...this.chips(line).flatMap((chip) => [chip, " "]));
    }
    moves.firstElementChild?.setAttribute("aria-label", this.label(line));
    return row;
  }

  /** One for each event of a line; a touch plays up to there. @param {AnalysisLine} line */
  chips(line) {
    const colours = this.seats.map((seat) => seat.colours);
    return line.events.map(({ seat, text }, n) =>
      make("button", { type: "button", class: "chip", onclick: () => this.host.chosen(line, n + 1), "aria-label": say("analysis.then", { text }) }, mark(seat, colours), text));
  }

  /** For ears. @param {AnalysisLine} line */
  label(line) {
    const values = line.values.map((value, seat) => `${this.seats[seat].label} ${figure(value, this.points)}`).join(", ");
    const error = say("analysis.error", { n: figure(Math.max(...line.errors), this.points).replace("+", "") });
    return `${line.sentence} ${values}, ${line.proven ? say("analysis.certain") : error}`;
  }

  /** A number for each seat, and how sure they are. @param {number[]} values @param {number[]} errors @param {boolean} [proven] */
  numbers(values, errors, proven = false) {
    const colours = this.seats.map((seat) => seat.colours);
    const all = values.map((value, seat) =>
      make("span", { class: "number", title: this.seats[seat].label }, mark(seat, colours), figure(value, this.points)));
    const error = figure(Math.max(...errors), this.points).replace("+", "");
    return [...all, make("span", { class: "error" }, proven ? say("analysis.sure") : `± ${error}`)];
  }

  /** What is under the pointer or has the focus is shown on the board. @param {Element} target */
  point(target) {
    const row = target.closest("li");
    this.host.pointed((row && this.lines.get(row)) ?? null);
  }
}

/** Rows are known by their first event. @param {AnalysisLine} line */
const keyOf = ({ events: [{ seat, text }] }) => `${seat} ${text}`;

/** @param {number} share */
export const percent = (share) => share.toLocaleString(language(), { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
