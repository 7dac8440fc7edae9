/** Tells the style sheet how much of the window is left for the board: see stage.css. */

import { part } from "./dom.js";

/** What stands above and below the board, and as what stage.css knows it. */
const AROUND = { top: "header.house", head: ".head", hint: ".hint", foot: ".bar, .controls" };

export function watch() {
  const seen = new ResizeObserver(measure);
  for (const element of document.querySelectorAll(Object.values(AROUND).join(","))) seen.observe(element);
  addEventListener("resize", measure);
  measure();
}

function measure() {
  set("window", document.documentElement.clientWidth);
  for (const [name, found] of Object.entries(AROUND)) {
    set(name, /** @type {HTMLElement | null} */ (document.querySelector(found))?.offsetHeight ?? 0);
  }
}

/** @param {string} name @param {number} pixels */
function set(name, pixels) {
  part("stage").style.setProperty(`--${name}`, `${pixels}px`);
}
