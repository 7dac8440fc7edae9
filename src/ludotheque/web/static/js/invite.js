/** The invitation: a link, a button that copies it, and a picture for a phone's camera. */

import { part, tell } from "./dom.js";
import { say } from "./say.js";

/** @param {string} table @param {string} url */
export function fill(table, url) {
  const link = part("invite-link");
  const whole = new URL(url, location.href).href;
  if (link.value === whole) return;
  link.value = whole;
  link.setSelectionRange(0, 0); // its beginning says where it leads
  part("invite-picture").src = `/api/tables/${encodeURIComponent(table)}/invite.svg`;
  part("invite-share").hidden = !navigator.share;
}

export function listen() {
  const link = part("invite-link");
  part("invite-copy").addEventListener("click", async () => {
    const isCopied = await copyText(link.value);
    link.select();
    tell(part("invite-done"), say(isCopied ? "invite.copied" : "invite.copy-yourself"));
  });
  part("invite-share").addEventListener("click", () =>
    navigator.share({ title: document.title, url: link.value }).catch(() => {}),
  );
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
