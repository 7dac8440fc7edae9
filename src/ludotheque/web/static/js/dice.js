/** What chance changed is seen to roll. Works for anything drawn: dice, tiles, digits. */

import { animate, around } from "./motion.js";

export const ROLL = 350;

/** @param {SVGElement} element @param {number} [ms] */
export function roll(element, ms = ROLL) {
  const turns = ["rotate(-300deg) scale(0.7)", "rotate(-170deg) scale(1.12)", "rotate(-60deg) scale(0.94)"];
  const frames = [...turns, "rotate(12deg) scale(1.04)", "rotate(0deg) scale(1)"];
  animate(element, frames.map((what) => ({ transform: around(element, what) })), ms);
}
