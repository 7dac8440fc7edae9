/** What was tried: a tree of events. Of those that follow a position, the first belongs to the main line. */

/** @typedef {import("./types.js").AnalysisNode} AnalysisNode */
/** @typedef {{seat: number, text: string}} Event seat −1: chance */

/** One event, and all that was tried after it; the first one is the start and has no event. */
export class Variation {
  /** @type {Variation[]} */
  children = [];
  /** @type {Variation | null} the child that was looked at last: forwards leads there */
  last = null;

  /** @param {Variation | null} parent @param {Event} event @param {string} comment @param {number | null} at its number in the record */
  constructor(parent, { seat, text }, comment = "", at = null) {
    this.parent = parent;
    this.seat = seat;
    this.text = text;
    this.comment = comment;
    this.at = at;
  }

  /** The one that an event leads to. @param {Event} event */
  find({ seat, text }) {
    return this.children.find((child) => child.seat === seat && child.text === text) ?? null;
  }

  /** The same, tried now if it was not yet. @param {Event} event @param {string} [comment] */
  add(event, comment = "") {
    const known = this.find(event);
    if (known) return known;
    const child = new Variation(this, event, comment);
    this.children.push(child);
    return child;
  }

  /** Those that were tried in the same position, itself included. */
  get siblings() {
    return this.parent?.children ?? [this];
  }

  /** Its way from the start, itself included; the start is left out. @returns {Variation[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Variation} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** Whether it is the first of its siblings, and so are all before it. */
  get isMain() {
    return this.path.every((node) => node.siblings[0] === node);
  }

  /** Where forwards leads. */
  get next() {
    return this.last && this.children.includes(this.last) ? this.last : (this.children[0] ?? null);
  }

  /** The end of the line that goes on from here. @returns {Variation} */
  get end() {
    let node = /** @type {Variation} */ (this);
    while (node.next) node = node.next;
    return node;
  }

  /** The sibling so many places further; itself at the end of the row. @param {number} step */
  beside(step) {
    return this.siblings[this.siblings.indexOf(this) + step] ?? this;
  }

  /** Becomes the first where its variation began, as far back as it is none; whether anything changed. */
  promote() {
    const branch = this.path.reverse().find((node) => node.siblings[0] !== node);
    if (!branch) return false;
    const row = branch.siblings;
    row.unshift(...row.splice(row.indexOf(branch), 1));
    return true;
  }

  /** Takes it away with all that follows. */
  remove() {
    const row = this.siblings;
    if (this.parent) row.splice(row.indexOf(this), 1);
  }
}

/** The tree that came with the page. @param {AnalysisNode[]} nodes @returns {Variation[]} by their numbers */
export function grow(nodes) {
  /** @type {Variation[]} */
  const made = [];
  for (const { parent, comment, at, ...event } of nodes) {
    const before = made[parent] ?? null;
    const node = new Variation(before, event, comment, at);
    before?.children.push(node);
    made.push(node);
  }
  return made;
}

/** All of a tree as the server takes it, from the start on. @param {Variation} start */
export function flatten(start) {
  /** @type {{parent: number, seat: number, text: string, comment: string}[]} */
  const nodes = [];
  /** @type {[Variation, number][]} */
  const waiting = [[start, -1]];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [{ seat, text, comment, children }, parent] = next;
    const number = nodes.push({ parent, seat, text, comment }) - 1;
    waiting.push(...children.map((child) => /** @type {[Variation, number]} */ ([child, number])));
  }
  return nodes;
}

/** Where to ask about a position: the last one on its way that the record has, and what was tried since. @param {Variation} node */
export function place(node) {
  const path = node.path;
  const known = [...path].reverse().find((each) => each.at !== null);
  const since = known ? path.slice(path.indexOf(known) + 1) : path;
  return { at: known?.at ?? 0, events: since.map(({ seat, text }) => ({ seat, text })) };
}

/** Events as addresses say them; analysis_pages.py reads the same. @param {Event[]} events */
export const written = (events) => events.map(({ seat, text }) => `${seat < 0 ? "*" : seat} ${text}`).join(";");

/** @param {string | null} text @returns {Event[]} */
export function readEvents(text) {
  const words = (text ?? "").split(";").filter(Boolean).map((event) => event.split(" "));
  return words.map(([seat, ...rest]) => ({ seat: seat === "*" ? -1 : Number(seat), text: rest.join(" ") }));
}
