/** What chance changed is seen to roll. Works for anything drawn: dice, tiles, digits. */

import { animate, around } from "./motion.js";

export const ROLL = 350;

/** Measures at once, moves when it is called. @param {SVGElement} element @param {number} [ms] */
export function roll(element, ms = ROLL) {
  const turns = ["rotate(-300deg) scale(0.7)", "rotate(-170deg) scale(1.12)", "rotate(-60deg) scale(0.94)"];
  const all = [...turns, "rotate(12deg) scale(1.04)", "rotate(0deg) scale(1)"];
  const frames = all.map(around(element)).map((transform) => ({ transform }));
  return () => void animate(element, frames, ms);
}
