/** The invitation: a link, a button that copies it, and a picture for a phone's camera. A link that opens on this device
 *  only says so, and how the server is opened to the network. */

import { part, tell } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Share} Share */

/** @type {Share} */
let share = { origin: location.origin, reach: "open", command: null };

/** The address of one of our pages as others can open it. @param {string} path @param {Share} [from] */
export const shared = (path, from = share) => new URL(path, from.origin).href;

/** @param {string} table @param {string} path */
export function fill(table, path) {
  const link = part("invite-link");
  const whole = shared(path);
  if (link.value === whole) return;
  link.value = whole;
  link.setSelectionRange(0, 0); // its beginning says where it leads
  const picture = part("invite-picture");
  picture.hidden = share.reach !== "open"; // no camera is on this side of the screen
  if (!picture.hidden) picture.src = `/api/tables/${encodeURIComponent(table)}/invite.svg`;
  part("invite-share").hidden = !navigator.share || picture.hidden;
}

/** @param {Share} where */
export function listen(where) {
  share = where;
  const link = part("invite-link");
  tell(part("invite-words"), say(`invite.how.${share.reach}`));
  part("invite-copy").addEventListener("click", () => copyFrom(link.value, () => link.select()));
  part("invite-share").addEventListener("click", () =>
    navigator.share({ title: document.title, url: link.value }).catch(() => {}),
  );
  if (share.command) listenHow(share.command);
}

/** What to type so that the link works elsewhere. @param {string} command */
function listenHow(command) {
  const [show, steps, code] = [part("invite-show"), part("invite-steps"), part("invite-command")];
  part("invite-opening").hidden = false;
  code.textContent = command;
  show.addEventListener("click", () => {
    steps.hidden = !steps.hidden;
    show.setAttribute("aria-expanded", String(!steps.hidden));
    if (!steps.hidden) steps.scrollIntoView({ block: "nearest" });
  });
  part("invite-copy-command").addEventListener("click", () =>
    copyFrom(command, () => getSelection()?.selectAllChildren(code)),
  );
}

/** Copies, or else says that what is selected can be copied. @param {string} text @param {() => void} select */
async function copyFrom(text, select) {
  const isCopied = await copyText(text);
  select();
  tell(part("invite-done"), say(isCopied ? "invite.copied" : "invite.copy-yourself"));
  part("invite-done").scrollIntoView({ block: "nearest" });
}

/** Without a certificate, as in a home network, there is no clipboard. @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
