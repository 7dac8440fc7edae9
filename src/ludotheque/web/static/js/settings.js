/** What this person likes, kept in this browser. */

const KEY = "ludotheque.settings";
const DEFAULTS = { confirm: false, sound: false, notify: false, coordinates: true, notation: false, forced: true, tutor: false };

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Settings} */
export const settings = load();

/** @param {keyof Settings} name @param {boolean} value */
export function change(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {} // a browser that keeps nothing still plays
  apply();
}

function apply() {
  document.documentElement.classList.toggle("no-coordinates", !settings.coordinates);
  document.documentElement.classList.toggle("show-notation", settings.notation);
}

/** After lessons the address asks for the tutor: once, so that it can be sent away again. */
function inviteTutor() {
  const address = new URL(location.href);
  if (address.searchParams.get("tutor") !== "1") return;
  change("tutor", true);
  address.searchParams.delete("tutor");
  history.replaceState(history.state, "", address);
}

/** Connects the dialog's check boxes. */
export function listen() {
  inviteTutor();
  apply();
  for (const box of document.querySelectorAll("[data-setting]")) {
    const input = /** @type {HTMLInputElement} */ (box);
    const name = /** @type {keyof Settings} */ (input.dataset.setting);
    if (name === "notify" && !("Notification" in window && isSecureContext)) input.closest("label")?.remove();
    input.checked = settings[name];
    input.addEventListener("change", () => (name === "notify" ? askToNotify(input) : change(name, input.checked)));
  }
}

/** @param {HTMLInputElement} input */
async function askToNotify(input) {
  const isAllowed = input.checked && (await Notification.requestPermission()) === "granted";
  input.checked = isAllowed;
  change("notify", isAllowed);
}
