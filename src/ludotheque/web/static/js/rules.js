/** The rules beside the board: the guide of the game, open at the section that fits the moment. It follows the moment
 * until its reader scrolls, searches or chooses another section. */

import { make, part, tell } from "./dom.js";
import { markIn, unmark } from "./find.js";
import { say } from "./say.js";

const KEY = "ludotheque.rules";
const LEAST = 2; // letters that are searched for
const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

export class Rules {
  isFollowing = true;
  /** @type {Promise<void> | null} the guide on its way, or there */
  loading = null;
  /** @type {Element | null} what had the focus before */
  before = null;

  /** @param {string} topic the section that fits now */
  constructor(topic) {
    this.topic = topic;
    this.panel = part("rules");
    this.text = part("rules-text");
    this.word = part("rules-word");
    this.listen();
    if (isKept()) this.open();
  }

  listen() {
    part("rules-open").addEventListener("click", () => (this.isOpen ? this.leave() : this.enter()));
    part("rules-close").addEventListener("click", () => this.leave());
    part("rules-follow").addEventListener("click", () => this.resume());
    part("rules-sections").addEventListener("change", () => this.choose(part("rules-sections").value));
    this.word.addEventListener("input", () => this.search());
    this.word.placeholder = say("rules.search.short");
    this.panel.addEventListener("keydown", (event) => this.pressInside(event));
    addEventListener("keydown", (event) => this.press(event));
    this.text.addEventListener("load", () => this.settle(), true); // a picture has come and moved what is below it
    for (const kind of ["wheel", "touchmove"]) {
      this.text.addEventListener(kind, () => this.stopFollowing(), { passive: true });
    }
    this.text.addEventListener("pointerdown", (event) => {
      if (event.offsetX > this.text.clientWidth) this.stopFollowing(); // the scroll bar
    });
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  // Opening and closing

  open() {
    this.panel.hidden = false;
    part("stage").classList.add("with-rules");
    part("rules-open").setAttribute("aria-expanded", "true");
    this.loading ??= this.load();
    return this.loading;
  }

  /** Opened by its reader, who is taken there. */
  enter() {
    this.before = document.activeElement;
    keep(true);
    this.open();
    this.panel.scrollIntoView({ block: "nearest" });
    part("rules-heading").focus({ preventScroll: true });
  }

  /** Closed by its reader, who goes back to where they were. */
  leave() {
    keep(false);
    this.panel.hidden = true;
    part("stage").classList.remove("with-rules");
    part("rules-open").setAttribute("aria-expanded", "false");
    const back = this.before?.isConnected && this.before !== document.body ? this.before : part("rules-open");
    /** @type {HTMLElement} */ (back).focus();
  }

  async load() {
    try {
      const answer = await fetch(this.panel.dataset.source ?? "");
      if (!answer.ok) throw new Error(String(answer.status));
      const theme = document.documentElement.dataset.theme ?? "auto";
      this.text.innerHTML = (await answer.text()).replaceAll("?theme=auto", `?theme=${theme}`);
    } catch {
      this.loading = null; // opened again, it is asked for again
      return tell(part("rules-found"), say("rules.failed"));
    }
    tell(part("rules-found"), "");
    this.list();
    this.settle();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "F1" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!this.isOpen) this.enter();
    else if (this.panel.contains(document.activeElement)) this.leave();
    else {
      this.before = document.activeElement;
      part("rules-heading").focus();
    }
  }

  /** Keys pressed here are not meant for the board. @param {KeyboardEvent} event */
  pressInside(event) {
    if (SCROLL_KEYS.includes(event.key) && event.target === this.text) this.stopFollowing();
    if (event.key === "Escape" && this.word.value) this.resume();
    else if (event.key === "Escape") this.leave();
    else if (event.key === "F1") return;
    event.stopPropagation();
  }

  // Sections

  get sections() {
    return /** @type {HTMLElement[]} */ ([...this.text.querySelectorAll("section[data-topic]")]);
  }

  /** The section of a topic, which may also be the id of a smaller heading. @param {string} topic */
  section(topic) {
    const inside = this.text.querySelector(`#rules-${CSS.escape(topic)}`)?.closest("section");
    return /** @type {HTMLElement | undefined} */ (inside ?? this.sections[0]);
  }

  list() {
    const options = this.sections.map(({ dataset: { topic = "" }, firstElementChild: heading }) =>
      make("option", { value: topic }, topic ? (heading?.textContent ?? "") : say("rules.beginning")));
    part("rules-sections").replaceChildren(...options);
  }

  /** The game has gone on. @param {string} topic */
  follow(topic) {
    if (topic === this.topic) return;
    this.topic = topic;
    this.settle();
  }

  /** Marks the section that fits now, and shows it unless its reader is elsewhere. */
  settle() {
    const now = this.section(this.topic);
    if (!now) return;
    this.removeBadge();
    for (const each of this.sections) each.classList.toggle("now", each === now);
    now.querySelector("h3")?.append(make("span", { class: "now-badge" }, ` ${say("rules.now")}`));
    if (this.isFollowing) this.show(now);
    part("rules-foot").hidden = this.isFollowing;
  }

  removeBadge() {
    this.text.querySelector(".now-badge")?.remove();
  }

  /** @param {HTMLElement} section */
  show(section) {
    this.text.scrollTop = section.offsetTop;
    part("rules-sections").value = section.dataset.topic ?? "";
  }

  /** @param {string} topic */
  choose(topic) {
    this.clear();
    const chosen = this.sections.find((each) => each.dataset.topic === topic);
    this.isFollowing = chosen === this.section(this.topic);
    this.settle();
    if (chosen) this.show(chosen);
  }

  stopFollowing() {
    this.isFollowing = false;
    part("rules-foot").hidden = false;
  }

  resume() {
    this.clear();
    this.isFollowing = true;
    this.settle();
    this.text.focus();
  }

  // Searching

  search() {
    const word = this.word.value.trim().normalize();
    this.restore();
    this.removeBadge(); // it is no part of the rules
    if (word.length < LEAST) return this.endSearch();
    const found = this.sections.map((section) => this.sift(section, word)).reduce((sum, n) => sum + n, 0);
    tell(part("rules-found"), found ? say("rules.found", { n: found, word }) : say("rules.none", { word }));
    this.text.scrollTop = 0;
    this.stopFollowing();
  }

  endSearch() {
    tell(part("rules-found"), "");
    this.isFollowing = true;
    this.settle();
  }

  /** Hides what does not contain a word; a heading that does keeps its whole section. @param {HTMLElement} section @param {string} word */
  sift(section, word) {
    const [heading, ...rest] = section.children;
    const isMeant = heading?.matches("h3") && markIn(heading, word);
    const blocks = (heading?.matches("h3") ? rest : [...section.children]).flatMap(parts);
    const hits = blocks.map((block) => markIn(block, word));
    blocks.forEach((block, i) => (block.hidden = !isMeant && !hits[i]));
    const found = hits.filter(Boolean).length + (isMeant ? 1 : 0);
    section.hidden = !found;
    return found;
  }

  /** Everything is shown again. */
  restore() {
    unmark(this.text);
    for (const hidden of /** @type {NodeListOf<HTMLElement>} */ (this.text.querySelectorAll("[hidden]"))) hidden.hidden = false;
  }

  clear() {
    if (!this.word.value) return;
    this.word.value = "";
    this.restore();
    tell(part("rules-found"), "");
  }
}

/** What is found or not as one: a paragraph, a point of a list. @param {Element} block @returns {HTMLElement[]} */
function parts(block) {
  const found = block.matches("ul, ol") ? [...block.children] : [block];
  return found.map((each) => /** @type {HTMLElement} */ (each));
}

function isKept() {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}

/** @param {boolean} isOpen */
function keep(isOpen) {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch {} // a browser that keeps nothing still shows them
}
