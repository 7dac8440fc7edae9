/** A report on a game: asks for it, shows how far it is, then lets its graph be walked through. */

import { make, part } from "./dom.js";

const PAUSE = 1000; // milliseconds between two looks
const LONGEST_PAUSE = 8000; // while the server does not answer

/** Shows the report on a game in a place, now or when it is done. @param {HTMLElement} place @param {string} id */
export async function show(place, id) {
  if (!place.querySelector('[data-state="done"]')) {
    await ask(id);
    await wait(place, id);
  }
  walk(place);
}

/** Shows it below the table, on the same page, on whose board its turning points can be tried.
 * @param {string} id @param {(link: HTMLAnchorElement) => void} tryOut */
export async function open(id, tryOut) {
  const place = part("report");
  const isNew = place.hidden;
  place.hidden = false;
  place.scrollIntoView({ block: "start" });
  if (!isNew) return;
  const inside = make("div", { class: "report" });
  place.replaceChildren(inside);
  inside.addEventListener("click", (event) => follow(event, tryOut));
  await show(inside, id);
}

/** A link that leads to a board: there is one here. @param {MouseEvent} event @param {(link: HTMLAnchorElement) => void} tryOut */
function follow(event, tryOut) {
  const link = /** @type {Element} */ (event.target).closest("a[data-try]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tryOut(link);
}

/** Somebody wishes for it; the page says by itself if that is refused. @param {string} id */
async function ask(id) {
  await fetch(`/api/records/${id}/report`, { method: "PUT" }).catch(() => null);
}

/** Shows how far it is until all of it is there. @param {HTMLElement} place @param {string} id */
async function wait(place, id) {
  let pause = PAUSE;
  for (;;) {
    const answer = await fetch(`/records/${id}/report/part`).catch(() => null);
    pause = answer?.ok ? PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
    if (answer?.ok && put(place, await answer.text())) return;
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** Whether that was the end of it. What only grows is not drawn anew, so that nothing is read out twice.
 * @param {HTMLElement} place @param {string} html */
function put(place, html) {
  const part = document.createElement("template");
  part.innerHTML = html;
  const fresh = /** @type {HTMLElement} */ (part.content.firstElementChild);
  const old = place.querySelector(".report-progress progress");
  const state = fresh.dataset.state ?? "";
  const bar = fresh.querySelector("progress");
  if (old instanceof HTMLProgressElement && bar && state === "working") {
    old.max = bar.max;
    old.value = bar.value;
    const words = place.querySelector(".report-words");
    if (words) words.textContent = fresh.querySelector(".report-words")?.textContent ?? "";
    return false;
  }
  place.replaceChildren(part.content);
  theme(place);
  return state === "done" || state === "failed";
}

/** Pictures have the colours of the page. @param {HTMLElement} place */
function theme(place) {
  const now = document.documentElement.dataset.theme ?? "auto";
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (place.querySelectorAll("img[data-themed]"))) {
    image.src = image.src.replace(/theme=\w+/, `theme=${now}`);
  }
}

/** The slider moves a line through the graph, and says what stands in the table. @param {HTMLElement} place */
function walk(place) {
  const slider = place.querySelector(".walk input");
  const readout = /** @type {HTMLElement | null} */ (place.querySelector(".readout"));
  if (!(slider instanceof HTMLInputElement) || !readout) return;
  const heads = [...place.querySelectorAll(".report-table thead th")].map((head) => head.textContent ?? "");
  const rows = /** @type {HTMLTableRowElement[]} */ ([...place.querySelectorAll(".report-table tbody tr")]);
  const at = () => {
    const number = Number(slider.value);
    const words = number === 0 ? readout.dataset.start ?? "" : told(rows[number - 1], heads);
    readout.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    for (const graph of /** @type {NodeListOf<SVGSVGElement>} */ (place.querySelectorAll("svg.graph"))) point(graph, number / Math.max(1, rows.length));
  };
  slider.addEventListener("input", at);
  for (const graph of /** @type {NodeListOf<SVGSVGElement>} */ (place.querySelectorAll("svg.graph"))) {
    graph.addEventListener("pointermove", (event) => reach(graph, event, slider, rows.length, at));
    graph.addEventListener("pointerdown", (event) => reach(graph, event, slider, rows.length, at));
  }
  at();
}

const LEFT = 40; // as in graphs.py
const RIGHT = 12;

/** @param {SVGSVGElement} graph @param {PointerEvent} event @param {HTMLInputElement} slider @param {number} total @param {() => void} at */
function reach(graph, event, slider, total, at) {
  const { x, width } = graph.getBoundingClientRect();
  const all = graph.viewBox.baseVal.width;
  const share = (((event.clientX - x) / width) * all - LEFT) / (all - LEFT - RIGHT);
  slider.value = String(Math.round(Math.min(1, Math.max(0, share)) * total));
  at();
}

/** @param {SVGSVGElement} graph @param {number} share of the whole game */
function point(graph, share) {
  const all = graph.viewBox.baseVal.width;
  const x = String(LEFT + share * (all - LEFT - RIGHT));
  const line = graph.querySelector(".cursor");
  line?.setAttribute("x1", x);
  line?.setAttribute("x2", x);
}

const WORDS = 5; // columns before the values

/** A row in words. @param {HTMLTableRowElement} row @param {string[]} heads */
function told(row, heads) {
  const cells = [...row.cells].map((cell) => cell.textContent?.trim() ?? "");
  const event = [`${cells[0]}.`, cells[1], cells[2], cells[3] && `(${cells[3]} ${cells[4]})`].filter(Boolean).join(" ");
  const values = cells.slice(WORDS).map((value, seat) => `${heads[WORDS + seat]} ${value}`);
  return `${event} — ${values.join(", ")}`;
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-report]"))) {
  if (place.dataset.report) show(place, place.dataset.report);
}
