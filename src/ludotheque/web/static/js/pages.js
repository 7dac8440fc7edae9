/** The pages around the tables: colours, copying, forms. The table and the replay have scripts of their own. */

import { newId } from "./ids.js";
import { newNonce, rememberDice } from "./nonces.js";
import "./wide.js";

const root = document.documentElement;
const said = document.body.dataset;

// Colours: as the device has them, light, dark

const THEMES = ["auto", "light", "dark"];

/** @param {string} theme */
function showTheme(theme) {
  root.dataset.theme = theme;
  const scheme = document.querySelector('meta[name="color-scheme"]');
  scheme?.setAttribute("content", theme === "auto" ? "light dark" : theme);
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-themed]"))) {
    image.src = image.src.replace(/theme=\w+/, `theme=${theme}`);
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".theme-switch"))) {
    const words = button.dataset[theme] ?? "";
    button.setAttribute("aria-label", words);
    button.title = words;
  }
}

for (const button of document.querySelectorAll(".theme-switch")) {
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length] ?? "auto";
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
    showTheme(next);
  });
}

// Copying

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // without https there is no clipboard
    }
    button.textContent = said.copied ?? "";
    setTimeout(() => (button.textContent = words), 2000);
  });
}

// Asking the server

const PAUSE = 2000;
const LONGEST_PAUSE = 15_000;
const PATIENCE = 60_000; // who is to come back later than that is told so
const MOST_TRIES = 20;

/** @typedef {import("./types.js").Calls} Calls */

/**
 * Sends a form's request and shows the answer's sentence if it is refused. Where the server asks for patience, or does
 * not answer, it asks again by itself; what is asked for has a name, so that asking twice is harmless.
 * @template {keyof Calls} Call
 * @param {HTMLFormElement} form @param {Call} call @param {Calls[Call]["body"]} body @param {string} [id] of a table
 * @returns {Promise<Calls[Call]["answer"] | null>} null: the button can be pressed again
 */
async function ask(form, call, body, id) {
  const answer = /** @type {HTMLElement} */ (form.querySelector(".answer"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[type="submit"]'));
  button.setAttribute("aria-disabled", "true");
  answer.textContent = said.wait ?? "";
  try {
    for (let tries = 1; ; tries++) {
      const told = await send(call, body, id);
      answer.textContent = told.ok ? "" : (told.error ?? said.offline ?? "");
      if (told.ok) return told.answer;
      if (!told.pause || tries === MOST_TRIES) return null;
      await new Promise((resolve) => setTimeout(resolve, told.pause));
    }
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

/**
 * Asks once; says after how many milliseconds to ask again, 0: not at all.
 * @template {keyof Calls} Call
 * @param {Call} call @param {Calls[Call]["body"]} body @param {string} [id]
 * @returns {Promise<{ok: true, answer: Calls[Call]["answer"]} | {ok: false, error?: string, pause: number}>}
 */
async function send(call, body, id = "") {
  const [method, path] = call.split(" ");
  const url = path.replace("{id}", encodeURIComponent(id));
  const isText = typeof body === "string";
  const headers = { "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json" };
  try {
    const response = await fetch(url, { method, headers, body: isText ? body : JSON.stringify(body) });
    if (response.ok) return { ok: true, answer: await response.json() };
    const wait = Number(response.headers.get("Retry-After")) * 1000 || PAUSE;
    const isSoon = [429, 503].includes(response.status) && wait <= PATIENCE;
    const pause = isSoon ? Math.min(wait, LONGEST_PAUSE) : 0;
    /** @type {import("./types.js").Problem | null} */
    const problem = await response.json().catch(() => null);
    return { ok: false, error: problem?.error, pause };
  } catch {
    return { ok: false, pause: isText ? 0 : PAUSE }; // a file may have arrived: nobody wants it twice
  }
}

/** @param {string} id @param {(form: HTMLFormElement) => Promise<void>} act */
function onSubmit(id, act) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(id));
  let busy = false;
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    await act(form).finally(() => (busy = false));
  });
  return form;
}

/** @param {string | undefined} url */
const go = (url) => {
  if (url) location.assign(url);
};

/** @param {HTMLFormElement} form @param {string} name */
const value = (form, name) => String(new FormData(form).get(name) ?? "").trim();

/**
 * Opens a table. Where chance plays the server commits to its dice first: only then it gets the numbers of those who sit
 * at this screen, and cannot choose a secret that suits them.
 * @param {HTMLFormElement} form @param {import("./types.js").NewTable} wanted
 */
async function open(form, wanted) {
  const dice = await ask(form, "POST /api/dice", { game: wanted.game });
  if (!dice) return null;
  const nonce = (/** @type {SeatRequest} */ seat) => (dice.commitment && ["me", "here"].includes(seat.who) ? newNonce() : "");
  const seats = wanted.seats.map((seat) => ({ ...seat, nonce: nonce(seat) }));
  const told = await ask(form, "POST /api/tables", { ...wanted, seats, commitment: dice.commitment, key: newId() });
  if (told) rememberDice(told.id, dice.commitment, seats.map((seat) => seat.nonce).filter(Boolean));
  return told;
}

// Playing at once

const playNow = onSubmit("play-now", async (form) => {
  const level = Number(value(form, "level"));
  /** @type {SeatRequest[]} */
  const others = Array.from({ length: Number(form.dataset.seats) - 1 }, () => ({ who: "computer", level }));
  const game = form.dataset.gameName ?? "";
  const seats = /** @type {SeatRequest[]} */ ([{ who: "me" }, ...others]);
  go((await open(form, { game, options: offered(form), seats }))?.url);
});
// The first whole game, after the lessons: against the gentlest computer, with the tutor
onSubmit("first-game", async (form) => {
  /** @type {SeatRequest[]} */
  const others = Array.from({ length: Number(form.dataset.seats) - 1 }, () => ({ who: "computer", level: 1 }));
  const options = JSON.parse(form.dataset.options ?? "{}");
  const asked = { game: form.dataset.gameName ?? "", options, seats: [{ who: "me" }, ...others] };
  const told = await open(form, /** @type {import("./types.js").NewTable} */ (asked));
  go(told ? `${told.url}?tutor=1` : undefined);
});

const levelField = /** @type {HTMLSelectElement | null} */ (playNow?.elements.namedItem("level") ?? null);

/**
 * Says below a list what the chosen level is like; nothing where no computer is chosen.
 * @param {HTMLSelectElement} field @param {HTMLElement | null} where
 */
function introduce(field, where) {
  if (!where) return;
  where.textContent = field.selectedOptions[0]?.dataset.character ?? "";
  where.hidden = !where.textContent;
}
levelField?.addEventListener("change", () => introduce(levelField, document.getElementById("character")));

/** The options of the form for playing at once. @param {HTMLFormElement} form */
function offered(form) {
  const fields = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[data-option]")]);
  return Object.fromEntries(
    fields.map((field) => [field.dataset.option ?? "", typed(field.value, field.selectedOptions[0]?.dataset.type)]),
  );
}

/** A value as the API takes it. @param {string} text @param {string | undefined} kind of the value in Python */
const typed = (text, kind) => (kind === "bool" ? text === "true" : kind === "int" ? Number(text) : text);

// Setting up a game

/** @typedef {import("./types.js").SeatRequest} SeatRequest */

/** @param {HTMLFormElement} form @returns {() => import("./types.js").NewTable} */
function setUp(form) {
  const seats = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".seat")]);
  const who = (/** @type {HTMLElement} */ seat) => /** @type {HTMLSelectElement} */ (seat.querySelector("select"));
  const name = (/** @type {HTMLElement} */ seat) => /** @type {HTMLInputElement} */ (seat.querySelector("input"));
  const taken = () => seats.filter((seat) => !seat.hidden);
  const presets = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-preset]")]);

  function show() {
    const count = Number(value(form, "count"));
    seats.forEach((seat, place) => (seat.hidden = place >= count));
    for (const seat of seats) {
      name(seat).hidden = !["me", "here"].includes(who(seat).value);
      introduce(who(seat), seat.querySelector(".character"));
    }
    showTeams(form, seats, count);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".duplicate"))) each.hidden = count !== 2;
    const others = new Set(taken().map((seat) => who(seat).value).filter((each) => each !== "me"));
    for (const button of presets) {
      const kind = button.dataset.preset ?? "";
      const fits = others.size === 1 && [...others].every((each) => (Number(each) ? "computer" : each) === kind);
      button.setAttribute("aria-pressed", String(fits));
    }
  }

  for (const button of presets) {
    button.addEventListener("click", () => {
      const kind = button.dataset.preset ?? "";
      const me = Math.max(0, taken().findIndex((seat) => who(seat).value === "me"));
      seats.forEach((seat, place) => {
        who(seat).value = place === me ? "me" : kind === "computer" ? levelField?.value ?? "3" : kind;
      });
      show();
    });
  }
  form.querySelector("[data-rotate]")?.addEventListener("click", () => {
    const before = taken().map((seat) => [who(seat).value, name(seat).value]);
    taken().forEach((seat, place) => {
      const [kind, called] = before[(place + before.length - 1) % before.length] ?? ["me", ""];
      who(seat).value = kind ?? "me";
      name(seat).value = called ?? "";
    });
    show();
  });
  form.addEventListener("change", (event) => {
    const changed = /** @type {HTMLSelectElement} */ (event.target);
    // There is only one of me: whoever takes my place gives me theirs.
    if (changed.name === "who" && changed.value === "me") {
      for (const seat of seats) if (who(seat) !== changed && who(seat).value === "me") who(seat).value = "here";
    }
    show();
  });
  show();

  return () => ({
    game: form.dataset.gameName ?? "",
    options: optionsOf(form),
    duplicate: taken().length === 2 && value(form, "duplicate") === "yes",
    seats: taken().map((seat) => {
      const level = Number(who(seat).value);
      if (level) return { who: "computer", level };
      const kind = /** @type {"me" | "here" | "friend"} */ (who(seat).value);
      return kind === "friend" ? { who: kind } : { who: kind, name: name(seat).value.trim() };
    }),
  });
}

/**
 * Who plays together stands together, below the name of the team, where all seats are taken and teams are wanted.
 * @param {HTMLFormElement} form @param {HTMLElement[]} seats @param {number} count
 */
function showTeams(form, seats, count) {
  const teams = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("p.team")]);
  const isOn = value(form, "option-teams") === "true" && count === seats.length;
  const end = form.querySelector(".seats > .help");
  if (!teams.length || !end || teams.every((team) => team.hidden === !isOn)) return;
  for (const seat of seats) end.before(seat);
  for (const team of teams) {
    team.hidden = !isOn;
    end.before(team);
    const names = /** @type {string[]} */ (JSON.parse(team.dataset.called ?? "[]"));
    /** @type {number[]} */ (JSON.parse(team.dataset.seats ?? "[]")).forEach((at, i) => {
      const place = /** @type {HTMLElement} */ (seats[at].querySelector(".place"));
      place.dataset.alone ??= place.textContent ?? "";
      place.textContent = isOn ? `${place.dataset.alone} · ${names[i]}` : place.dataset.alone;
      if (isOn) end.before(seats[at]);
    });
  }
}

/** The options that differ from the usual. @param {HTMLFormElement} form */
function optionsOf(form) {
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-option]"))) {
    const field = /** @type {HTMLInputElement | null} */ (group.querySelector("input:checked, input[type=number]"));
    if (!field || field.value === "" || "default" in field.dataset || field.value === field.defaultValue && field.type === "number") continue;
    options[group.dataset.option ?? ""] = typed(field.value, field.dataset.type);
  }
  return options;
}

const setUpForm = /** @type {HTMLFormElement | null} */ (document.getElementById("setup"));
if (setUpForm) {
  const wanted = setUp(setUpForm);
  onSubmit("setup", async (form) => go((await open(form, wanted()))?.url));
}

// The daily game

for (const [id, counts] of /** @type {[string, boolean][]} */ ([["daily-counts", true], ["daily-fun", false]])) {
  onSubmit(id, async (form) => {
    const { gameName = "", day } = form.dataset;
    go((await ask(form, "POST /api/daily", { game: gameName, day, counts }))?.url);
  });
}

// An invitation

onSubmit("join", async (form) => {
  const { table, invite = "", commitment } = form.dataset;
  const nonce = commitment ? newNonce() : "";
  const body = { invite, seat: Number(value(form, "seat")), name: value(form, "name"), nonce };
  const told = await ask(form, "POST /api/tables/{id}/join", body, table);
  if (told && commitment) rememberDice(told.id, commitment, [nonce]);
  go(told?.url);
});

// My games

onSubmit("my-name", async (form) => {
  const told = await ask(form, "PATCH /api/me", { name: value(form, "name") });
  if (told) /** @type {HTMLElement} */ (form.querySelector(".answer")).textContent = form.dataset.saved ?? "";
});

onSubmit("upload", async (form) => {
  const file = new FormData(form).get("file");
  const text = file instanceof File && file.size ? await file.text() : value(form, "text");
  if (text) go((await ask(form, "POST /api/records", text.endsWith("\n") ? text : `${text}\n`))?.url);
  else /** @type {HTMLElement} */ (form.querySelector(".answer")).textContent = form.dataset.empty ?? "";
});

// Dates as the reader writes them.
for (const time of document.querySelectorAll("time[data-at]")) {
  const at = new Date(Number(/** @type {HTMLElement} */ (time).dataset.at));
  time.textContent = at.toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}
