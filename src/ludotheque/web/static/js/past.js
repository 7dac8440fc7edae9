/** Looking back: an earlier position of the game on its own board, until somebody comes back to now. */

import { announce } from "./chat.js";
import { button, make } from "./dom.js";
import { language, say } from "./say.js";
import { isWide } from "./wide.js";

/** @typedef {import("./table.js").Table} Table */

export class Past {
  /** @type {number | null} the position that is looked at; null: now */
  at = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {number | null} n a position, null: now */
  async look(n) {
    const { table } = this;
    table.trial.stop();
    this.at = n === null || n >= table.view.position ? null : Math.max(n, 0);
    table.log.mark(this.at);
    if (this.at === null) return table.comeBack();
    table.light();
    table.hints.draw();
    const at = this.at;
    const picture = await this.picture(at);
    if (this.at !== at) return;
    if (picture) table.board.draw(picture);
    else table.warn(say("back.failed"));
    table.bar();
    announce(table.log.sentence(at));
  }

  /** @param {number} at */
  async picture(at) {
    const { id, view } = this.table;
    const seat = view.side === null ? "" : `seat=${view.side}&`;
    const path = `/api/tables/${encodeURIComponent(id)}/${at}.svg`;
    const answer = await fetch(`${path}?${seat}lang=${language()}&theme=css&live=1&wide=${Number(isWide())}`);
    return answer.ok ? answer.text() : "";
  }

  /** @returns {[string, ...HTMLElement[]]} */
  bar() {
    const n = this.at ?? 0;
    const steps = stepButtons(n > 0 && (() => this.look(n - 1)), () => this.look(n + 1));
    return [`${n} · ${this.table.log.sentence(n)}`, steps, button(say("back.now"), () => this.look(null))];
  }
}

/** An event back, and an event on. @param {false | (() => void)} back false: there is none @param {false | (() => void)} on */
export function stepButtons(back, on) {
  const [previous, next] = [button("◀", back || (() => {}), true), button("▶", on || (() => {}), true)];
  previous.disabled = !back;
  next.disabled = !on;
  previous.setAttribute("aria-label", say("replay.back"));
  next.setAttribute("aria-label", say("replay.on"));
  return make("div", { class: "pair" }, previous, next);
}
