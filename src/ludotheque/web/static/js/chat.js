/** What is said: to screen readers, in the tab's title, and in a notification when the page is not looked at. */

import { part } from "./dom.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

const title = document.title;

/** Reads a sentence out, after those before it. @param {string} sentence */
export function announce(sentence) {
  const region = part("talk");
  if (!sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.children.length > 6) region.firstElementChild?.remove();
}

/** @param {boolean} isMyTurn */
export function setTitle(isMyTurn) {
  document.title = isMyTurn ? `● ${say("turn.title")} – ${title}` : title;
}

/** @param {string} sentence */
export function notify(sentence) {
  if (!settings.notify || !document.hidden || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body: sentence, tag: location.pathname });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {} // some phones only allow this from a worker
}
