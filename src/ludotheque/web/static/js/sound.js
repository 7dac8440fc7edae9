/** Tiny sounds, made here; there are no files. Silent unless somebody switched them on. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Pitches in hertz, one after the other. @type {Record<string, number[]>} */
const TUNES = { step: [330], roll: [210, 260, 190, 240], turn: [523, 659], end: [523, 659, 784], refused: [180] };

/** @param {"step" | "roll" | "turn" | "end" | "refused"} name */
export function play(name) {
  if (!settings.sound || document.hidden) return;
  audio ??= new AudioContext();
  const { currentTime } = audio;
  TUNES[name].forEach((pitch, i) => note(/** @type {AudioContext} */ (audio), pitch, currentTime + i * 0.09));
}

/** @param {AudioContext} context @param {number} pitch @param {number} at */
function note(context, pitch, at) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.18);
}
