/** Checks the dice of a record in the browser alone: commitment, HMAC and sampling, as docs/fair-dice.md describes them.
 *
 * The page that this is a part of is one file, which also works from disk. SHA-256 is written out, because a browser
 * has none of its own (`crypto.subtle`) where a page came without a certificate.
 */

// SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

/** The first 32 bits of the fractional part of a root of a prime. @param {number} prime @param {number} root */
const fraction = (prime, root) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0;

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const ROUNDS = primes(64).map((prime) => fraction(prime, 3));
const START = primes(8).map((prime) => fraction(prime, 2));

/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length << 3);
  const hash = [...START];
  for (let at = 0; at < blocks.byteLength; at += 64) compress(hash, words(blocks, at));
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** The 64 words of one block. @param {DataView} blocks @param {number} at */
function words(blocks, at) {
  const w = Array.from({ length: 16 }, (_, i) => blocks.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15], w[i - 2]];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w.push((w[i - 16] + low + w[i - 7] + high) | 0);
  }
  return w;
}

/** @param {number[]} hash @param {number[]} w */
function compress(hash, w) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[i] + w[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} message */
export function hmac(key, message) {
  const padded = (/** @type {number} */ with_) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ with_);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** @param {Uint8Array} first @param {Uint8Array} second */
function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

// Draws

const HEAD = "ludotheque dice 1\n";
const WORD = 1n << 64n;

/** @typedef {{number: number, outcomes: [string, bigint][]}} Draw */

/** @typedef {object} Found what a record says
 * @property {string} game
 * @property {string} edition
 * @property {string} commitment
 * @property {string} secret
 * @property {string[]} nonces `person …`, `computer …` or `none`, by seat
 * @property {Draw[]} draws
 * @property {string[]} drawn what chance gave, in order */

/** @param {Uint8Array} secret @param {number} seat */
export const computerNonce = (secret, seat) => hex(hmac(secret, utf8(`${HEAD}computer ${seat}\n`))).slice(0, 32);

/** The outcome of a draw. @param {Uint8Array} secret @param {Pick<Found, "game" | "edition" | "nonces">} about @param {Draw} draw */
export function outcomeOf(secret, { game, edition, nonces }, { number, outcomes }) {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0n);
  const seats = nonces.map((nonce, seat) => `nonce ${seat} ${nonce}\n`).join("");
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(secret, utf8(`${HEAD}game ${game}\nedition ${edition}\n${seats}draw ${number}\ntry ${attempt}\n`));
    const found = BigInt(`0x${hex(mac.slice(0, 8))}`);
    if (found < WORD - (WORD % total)) return pick(outcomes, found % total);
  }
}

/** @param {[string, bigint][]} outcomes @param {bigint} at */
function pick(outcomes, at) {
  for (const [text, weight] of outcomes) {
    if (at < weight) return text;
    at -= weight;
  }
  throw new Error("unreachable");
}

// Records

/** What does not fit, by the key of its sentence. */
export class Misfit extends Error {
  /** @param {string} key @param {Record<string, string | number>} params */
  constructor(key, params = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

const DIGEST = /^[0-9a-f]{64}$/;
const NONCE = /^(none|(person|computer) [0-9a-f]{32})$/;
const DRAW = /^(0|[1-9]\d{0,8})((?: [1-9]\d{0,9}:[^ ]+)+)$/;

/** @param {string} text @returns {Found} */
export function read(text) {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r", "").split("\n");
  if (!lines[0].startsWith("ludo ")) throw new Misfit("not-a-record");
  const end = lines.includes("") ? lines.indexOf("") : lines.length;
  const header = lines.slice(0, end).map((line) => split(line));
  const value = (/** @type {string} */ key) => header.find(([name]) => name === key)?.[1] ?? "";
  const dice = header.filter(([name]) => name === "dice").map(([, rest]) => split(rest));
  if (!dice.length) throw new Misfit("none");
  if (dice[0].join(" ") !== "scheme 1") throw new Misfit("other-scheme", { found: dice[0].join(" ") });
  const all = (/** @type {string} */ name) => dice.filter(([word]) => word === name).map(([, rest]) => rest);
  const drawn = lines.slice(end + 1).filter((line) => line.startsWith("* ")).map((line) => line.slice(2));
  const [[commitment = ""], [secret = ""]] = [all("commitment"), all("secret")];
  return { game: value("game"), edition: value("edition"), commitment, secret, nonces: all("nonce").map(readNonce), draws: all("draw").map(readDraw), drawn };
}

/** The first word, and what follows it. @param {string} line @returns {[string, string]} */
function split(line) {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

/** @param {string} line @param {number} seat */
function readNonce(line, seat) {
  const [number, nonce] = split(line);
  if (number !== String(seat) || !NONCE.test(nonce)) throw new Misfit("damaged", { line: `nonce ${line}` });
  return nonce;
}

/** @param {string} line @returns {Draw} */
function readDraw(line) {
  const [, number, rest] = DRAW.exec(line) ?? [];
  if (!rest) throw new Misfit("damaged", { line: `draw ${line}` });
  const outcomes = rest.trim().split(" ").map((word) => {
    const at = word.indexOf(":");
    return /** @type {[string, bigint]} */ ([word.slice(at + 1), BigInt(word.slice(0, at))]);
  });
  return { number: Number(number), outcomes };
}

/** @typedef {{key: string, params: Record<string, string | number>}} Checked */

/** All that can be checked without the rules; a Misfit says what does not fit. @param {Found} found @returns {Checked[]} */
export function check(found) {
  const { commitment, secret: digits, nonces, draws, drawn } = found;
  if (!DIGEST.test(commitment)) throw new Misfit("damaged", { line: `commitment ${commitment}` });
  if (!digits) throw new Misfit("sealed");
  if (!DIGEST.test(digits)) throw new Misfit("damaged", { line: `secret ${digits}` });
  const secret = unhex(digits);
  const hash = hex(sha256(secret));
  if (hash !== commitment) throw new Misfit("commitment", { found: hash, expected: commitment });
  checkNonces(secret, nonces);
  if (draws.length !== drawn.length) throw new Misfit("count", { events: drawn.length, told: draws.length });
  draws.forEach((draw, at) => checkDraw(secret, found, draw, at));
  const count = (/** @type {string} */ kind) => nonces.filter((nonce) => nonce.startsWith(kind)).length;
  return [
    { key: "commitment", params: { commitment } },
    { key: "nonces", params: { people: count("person"), computers: count("computer"), none: count("none") } },
    { key: "draws", params: { n: draws.length } },
  ];
}

/** @param {Uint8Array} secret @param {string[]} nonces */
function checkNonces(secret, nonces) {
  nonces.forEach((nonce, seat) => {
    const isOwn = !nonce.startsWith("computer ") || nonce === `computer ${computerNonce(secret, seat)}`;
    if (!isOwn) throw new Misfit("computer", { seat });
  });
}

/** @param {Uint8Array} secret @param {Found} found @param {Draw} draw @param {number} at */
function checkDraw(secret, found, draw, at) {
  if (draw.number !== at) throw new Misfit("number", { expected: at, found: draw.number });
  const expected = outcomeOf(secret, found, draw);
  if (found.drawn[at] !== expected) throw new Misfit("outcome", { number: at, found: found.drawn[at], expected });
}

// The page

/** @typedef {Record<string, Record<string, string>>} AllWords language -> key -> sentence */

class Page {
  /** @param {AllWords} all */
  constructor(all) {
    this.all = all;
    const wanted = new URLSearchParams(location.search).get("lang") ?? navigator.language.slice(0, 2);
    this.lang = wanted in all ? wanted : "en";
    /** @type {() => void} says the last verdict again, in another language */
    this.again = () => {};
    this.listen();
    this.speak();
    this.fetch();
  }

  /** @template {HTMLElement} Element @param {string} id @returns {Element} */
  at(id) {
    return /** @type {Element} */ (document.getElementById(id));
  }

  /** @param {string} key @param {Record<string, string | number>} [params] */
  say(key, params = {}) {
    return this.all[this.lang][key].replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
  }

  speak() {
    document.documentElement.lang = this.lang;
    document.title = this.say("check.title");
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
      element.textContent = this.say(element.dataset.say ?? "");
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]"))) {
      button.setAttribute("aria-pressed", String(button.dataset.lang === this.lang));
    }
    this.again();
  }

  listen() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lang]"))) {
      button.addEventListener("click", () => {
        this.lang = button.dataset.lang ?? this.lang;
        this.speak();
      });
    }
    const file = /** @type {HTMLInputElement} */ (this.at("file"));
    file.addEventListener("change", () => this.take(file.files?.[0]));
    this.at("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.judge(/** @type {HTMLTextAreaElement} */ (this.at("text")).value);
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer?.files[0]);
    });
    this.at("download").hidden = !location.protocol.startsWith("http");
    this.at("download").querySelector("a")?.setAttribute("href", location.pathname);
  }

  /** @param {File | undefined} file */
  async take(file) {
    if (file) this.show(await file.text());
  }

  /** A link from a finished game names it. */
  async fetch() {
    const id = location.hash.slice(1);
    if (!location.protocol.startsWith("http") || !/^[a-z0-9]+$/.test(id)) return;
    const answer = await fetch(`/records/${id}.ludo`).catch(() => null);
    if (answer?.ok) this.show(await answer.text());
  }

  /** @param {string} text */
  show(text) {
    /** @type {HTMLTextAreaElement} */ (this.at("text")).value = text;
    this.judge(text);
  }

  /** @param {string} text */
  judge(text) {
    this.again = () => this.tell(text);
    this.again();
    this.at("verdict").focus({ preventScroll: true });
    this.at("verdict").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  tell(text) {
    this.at("verdict").hidden = false;
    this.at("draws").replaceChildren();
    try {
      const found = read(text);
      const checked = check(found);
      this.head(true);
      this.list(checked.map(({ key, params }) => this.say(`check.checked.${key}`, params)), "✓");
      this.drawTable(found);
    } catch (problem) {
      if (!(problem instanceof Misfit)) throw problem;
      this.head(false, problem.key);
      this.list([this.say(`check.misfit.${problem.key}`, problem.params)], "✗");
    }
    this.at("details").hidden = !this.at("draws").childElementCount;
  }

  /** @param {boolean} fits @param {string} [key] of what does not */
  head(fits, key = "") {
    const cannot = ["none", "sealed", "not-a-record", "other-scheme", "damaged"].includes(key);
    this.at("verdict").dataset.fits = fits ? "yes" : cannot ? "unknown" : "no";
    this.at("heading").textContent = this.say(fits ? "check.fits" : cannot ? "check.cannot" : "check.fails");
  }

  /** @param {string[]} sentences @param {string} sign */
  list(sentences, sign) {
    this.at("list").replaceChildren(...sentences.map((sentence) => {
      const [line, mark] = [document.createElement("li"), document.createElement("span")];
      mark.textContent = `${sign} `;
      mark.ariaHidden = "true";
      line.append(mark, sentence);
      return line;
    }));
  }

  /** @param {Found} found */
  drawTable({ draws, drawn }) {
    this.at("draws").replaceChildren(...draws.map(({ number, outcomes }, at) => {
      const row = document.createElement("tr");
      const told = outcomes.map(([text, weight]) => (weight === 1n ? text : `${text} ×${weight}`)).join("  ");
      for (const text of [String(number), drawn[at], told]) {
        row.append(Object.assign(document.createElement("td"), { textContent: text }));
      }
      return row;
    }));
  }
}

if (typeof document !== "undefined" && document.getElementById("words")) {
  new Page(JSON.parse(document.getElementById("words")?.textContent ?? "{}"));
}
