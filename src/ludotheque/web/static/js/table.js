/** The table: ties the board, the line to the server, the seats, the log and the buttons together. */

import * as asking from "./ask.js";
import { askNext, learnAsks } from "./asks.js";
import { Board, GLIDE } from "./board.js";
import { ROLL } from "./dice.js";
import * as ending from "./ending.js";
import * as fairness from "./fairness.js";
import { boot, button, keepFocus, make, part, tell } from "./dom.js";
import * as fit from "./fit.js";
import { Frames } from "./frames.js";
import { Hints } from "./hints.js";
import * as invite from "./invite.js";
import { Keys } from "./keys.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { rememberRematch } from "./nonces.js";
import { Past } from "./past.js";
import { listChoices } from "./paths.js";
import * as pointer from "./pointer.js";
import * as report from "./report.js";
import { Rules } from "./rules.js";
import { language, learn, say } from "./say.js";
import * as seats from "./seats.js";
import * as settings from "./settings.js";
import * as sound from "./sound.js";
import { announce, notify, setTitle } from "./chat.js";
import { Trial } from "./trial.js";
import { isWide, onTurn } from "./wide.js";
import * as again from "./watch.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").LiveView} LiveView */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").TableBoot} TableBoot */
/** @typedef {import("./types.js").CommandMessage["do"]} CommandName */
/** @typedef {import("./paths.js").Choice} Choice */

const FORCED = 900; // milliseconds until a choice without an alternative is made
const READ_OUT = 6; // entries at most, of those that were missed: chat.js keeps as many

export class Table {
  /** @param {TableBoot} data */
  constructor(data) {
    this.id = data.table;
    this.view = data.view;
    /** @type {string | undefined} the newest picture that came */
    this.drawn = undefined;
    /** @type {number | null} the seat that was asked to be looked from */
    this.seat = null;
    this.seen = data.entries.at(-1)?.number ?? -1;
    this.latest = data.view.number;
    this.unheard = -1; // entries up to this number are not read out
    /** @type {Choice | null} made but not confirmed */
    this.pending = null;
    this.board = new Board(part("board"));
    this.keys = new Keys(this.board);
    this.zoom = new Zoom(this.board, part("zoom"), () => this.bar());
    this.rules = new Rules(data.view.topic);
    this.log = new Log(part("log"), (n) => this.past.look(n), { rolls: data.rolls, seats: () => this.view.seats });
    this.frames = new Frames((/** @type {LiveView} */ view, isLast, ms) => this.show(view, isLast, ms), GLIDE);
    this.live = new Live(data.live, () => this.hello(), (m) => this.hear(m), () => this.refresh());
    this.past = new Past(this);
    this.trial = new Trial(this);
    this.hints = new Hints(this);
    this.listen();
    for (const entry of data.entries) {
      this.log.add(entry);
      this.hints.enter(entry);
    }
    this.settle();
    this.live.connect();
    if (data.view.phase === "waiting" && data.view.invite_url) asking.open("invite");
  }

  listen() {
    this.board.onchoice = (choice) => (this.trial.isOn ? this.trial.try(choice) : this.choose(choice));
    this.board.onstep = () => this.step();
    pointer.listen(this.board, (element) => this.lookAt(element), (event, meant) => this.zoom.takes(event, meant));
    part("say-text").placeholder = say("chat.label");
    part("say").addEventListener("submit", (event) => this.chat(event));
    part("settings-open").addEventListener("click", () => asking.open("settings"));
    addEventListener("keydown", (event) => this.press(event));
    onTurn(() => this.live.greet());
  }

  // Messages

  hello() {
    return { seen: this.seen, draw: true, parts: true, lang: language(), seat: this.seat, wide: isWide() };
  }

  /** @param {import("./types.js").ServerMessage} message */
  hear(message) {
    if ("welcome" in message) this.greeted(message.welcome);
    if ("entry" in message) this.enter(message.entry);
    if ("view" in message) this.receive(message.view);
    const isSettled = this.hints.hear(message);
    if ("refused" in message && !isSettled) this.warn(message.why);
    if ("table" in message) this.goOn(message.table);
    if ("thinking" in message) this.patch({ thinking: message.thinking });
    if ("here" in message) this.mark(message.here);
    if ("warming" in message) this.warm(message.warming);
    if ("gone" in message) this.warn(message.gone);
  }

  /** What was missed comes now. A server that has forgotten something tells all of it anew.
   * @param {import("./types.js").Welcome} welcome */
  greeted({ last, fresh }) {
    this.unheard = fresh ? last : last - READ_OUT;
    if (!fresh) return;
    this.log.clear();
    this.seen = -1;
  }

  /** How far the computers here are compiled. @param {number | null} percent null: they play as they should */
  warm(percent) {
    part("warming").hidden = percent === null;
    part("warmth").value = percent ?? 100;
  }

  /** @param {Entry} entry */
  enter(entry) {
    if (entry.number <= this.seen) return;
    this.seen = entry.number;
    this.log.add(entry);
    this.hints.enter(entry);
    if (entry.number > this.unheard) announce(entry.aloud ?? entry.sentence);
  }

  /** To the next game. @param {string} table */
  goOn(table) {
    const { dice, match } = this.view;
    rememberRematch(this.id, table, match?.leg === 1 ? dice?.commitment : dice?.secret);
    location.assign(`/t/${encodeURIComponent(table)}`);
  }

  /** A picture on the way may come after the newest one: then it is too late. @param {LiveView} view */
  receive(view) {
    if (!view.final && view.number <= this.latest) return;
    this.latest = view.number;
    if (view.final && !this.isLitFor(view)) this.board.offer([]);
    this.frames.push(view);
  }

  // What is seen

  /** Shows one picture; says how long it is to be seen. @param {LiveView} view @param {boolean} isLast @param {number} ms */
  show(view, isLast, ms) {
    const old = this.view;
    const isSame = old.position === view.position && old.side === view.side;
    this.view = view;
    if (this.drawn !== view.svg) this.draw(view, old.side === view.side ? ms : 0);
    if (isLast && view.final) this.settle();
    else if (view.last) tell(part("status"), view.last.aloud ?? view.last.sentence);
    if (!isSame) sound.play(view.rolled ? "roll" : "step");
    if (isLast) this.alert(old, view);
    if (isSame) return 0;
    return view.rolled && ms ? Math.max(ms, ROLL) + 60 : ms && ms + 40;
  }

  /** @param {LiveView} view @param {number} ms */
  draw(view, ms) {
    this.drawn = view.svg;
    if (!this.isElsewhere) this.board.draw(view.svg, { ms, rolled: view.rolled });
  }

  /** Everything around the picture. */
  settle() {
    const { view } = this;
    if (!view.over && this.trial.isOn) this.trial.stop(); // the last choice was taken back: nothing may be tried
    this.status();
    this.rules.follow(view.topic);
    part("stage").dataset.phase = view.phase;
    part("stage").classList.toggle("my-turn", this.isMyTurn);
    this.light();
    this.zoom.settle(view.over ? "" : view.mine.join(" "));
    setTitle(this.isMyTurn);
    this.seats();
    if (view.invite_url) invite.fill(this.id, view.invite_url);
    else asking.close("invite"); // the last friend has come
    part("say").hidden = !view.can.includes("say");
    const again = (/** @type {string} */ wish) => this.execute("rematch", wish);
    ending.draw(view, {
      again, goOn: (table) => this.goOn(table),
      replay: `/records/${this.id}`,
      report: () => report.open(this.id, (link) => this.trial.open(link)),
      analysis: `/analysis?table=${this.id}&at=${view.position}`,
      table: this.id,
    });
    tell(part("match"), view.match?.about ?? "");
    part("match").hidden = !view.match;
    fairness.draw(this.id, view);
    this.buttons();
    if (!this.isBarShown()) this.bar();
    this.hints.draw();
  }

  /** Whether the bar offers the same already: what is made anew while it is pressed would be pressed in vain. */
  isBarShown() {
    if (this.isElsewhere || this.pending || this.board.ready.length) return false;
    const [text, ...buttons] = this.playBar();
    const labels = [...(text ? [text] : []), ...buttons.map((button) => button.textContent)];
    return labels.join("\n") === [...part("bar").children].map((child) => child.textContent).join("\n");
  }

  /** It became this person's turn, or the game ended. @param {View} old @param {View} view */
  alert(old, view) {
    if (view.over && !old.over) sound.play("end");
    const isNew = seats.isMyTurn(view) && !seats.isMyTurn(old);
    if (isNew || (view.over && !old.over)) {
      const words = view.ending ? `${view.ending.headline} ${view.ending.why}` : view.status;
      notify(words);
      announce(words);
    }
    if (isNew && !view.over) sound.play("turn");
  }

  status() {
    tell(part("status"), this.trial.isOn ? this.trial.status : seats.status(this.view));
  }

  /** Whether the board shows another position than the one that the game is in. */
  get isElsewhere() {
    return this.past.at !== null || this.trial.isOn;
  }

  get isMyTurn() {
    return seats.isMyTurn(this.view);
  }

  /** @param {Partial<View>} change */
  patch(change) {
    this.view = { ...this.view, ...change };
    this.seats();
    if (this.frames.isEmpty) this.status();
  }

  seats() {
    const watch = (/** @type {number} */ seat) => again.watch(this, seat);
    seats.draw(part("seats"), this.view, this.seat, { look: (seat) => this.look(seat), watch, hasTurn: (seat) => this.log.lastTurn(seat) !== null });
  }

  /** @param {number[]} here */
  mark(here) {
    this.patch({ seats: this.view.seats.map((seat) => ({ ...seat, here: here.includes(seat.seat) })) });
  }

  // Choosing

  /** What can be chosen, for the seat that is looked from if it is to act. @param {View} view */
  choicesOf({ mine, clicks, side }) {
    return listChoices(clicks, side !== null && mine.includes(side) ? [side] : mine);
  }

  /** Whether exactly this view's choices are lit. @param {View} view */
  isLitFor(view) {
    const { choices } = this.board;
    return choices.length > 0 && JSON.stringify(this.board.shown(this.choicesOf(view))) === JSON.stringify(choices);
  }

  /** Lights what can be touched, unless something is on its way. What others do leaves a half-made choice as it is.
   * A choice is acknowledged before the picture after it comes: until then nothing of the old one may be lit. */
  light() {
    if (this.trial.isOn) return; // which lights what can be tried
    const isNewest = this.view.number >= this.seen;
    const isOnItsWay = this.live.isChoosing || this.hints.checking !== null;
    const isFree = isNewest && this.past.at === null && !isOnItsWay && !this.view.over;
    if (!isFree || !this.isLitFor(this.view)) {
      this.pending = null;
      this.board.offer(isFree ? this.choicesOf(this.view) : []);
    }
    this.keys.settle();
    this.playForced(isFree);
  }

  /** What has no alternative plays by itself, after a moment in which it is seen. @param {boolean} isFree */
  playForced(isFree) {
    clearTimeout(this.forcing);
    const [only, ...others] = isFree && settings.settings.forced ? this.choicesOf(this.view) : [];
    if (only && !others.length) this.forcing = setTimeout(() => this.send(only), FORCED);
  }

  step() {
    this.pending = null;
    this.bar();
    const chosen = this.board.taken.at(-1);
    const label = chosen && this.board.find(chosen)?.getAttribute("aria-label");
    const n = this.board.open.size;
    announce(label ? `${say("step.chosen", { label, n })} ${askNext(this.board.taken)}` : say("step.let-go"));
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.pending = settings.settings.confirm ? choice : null;
    if (this.pending) this.explain(choice);
    else this.send(choice);
    this.bar();
    if (this.pending) part("bar").querySelector("button")?.focus();
  }

  /** Says what is to be confirmed, as soon as the server has found the words. @param {Choice} choice */
  async explain(choice) {
    const asked = new URLSearchParams({ text: choice.text, seat: String(choice.seat), lang: language() });
    const answer = await fetch(`/api/tables/${encodeURIComponent(this.id)}/sentence?${asked}`).catch(() => null);
    if (!answer?.ok || this.pending !== choice) return; // without a line the short question stays
    /** @type {import("./types.js").Calls["GET /api/tables/{id}/sentence"]["answer"]} */
    const { sentence } = await answer.json();
    choice.sentence = sentence;
    announce(sentence);
    this.bar();
  }

  /** @param {Choice} choice @param {boolean} [isSure] the tutor need not look at it */
  send(choice, isSure = false) {
    clearTimeout(this.forcing); // whoever is quicker has chosen the same
    this.pending = null;
    if (isSure || !this.hints.holds(choice)) {
      this.live.execute({ do: "choose", seat: choice.seat, text: choice.text, at: this.view.number });
    }
    this.board.choices = [];
    for (const element of this.board.lit) element.classList.remove("lit");
    this.bar();
  }

  // Looking

  /** From another seat; from one's own again if it is already. @param {number} seat */
  look(seat) {
    this.seat = seat === this.seat ? null : seat;
    this.live.greet();
  }

  /** A tap on a seat's own part of the picture enlarges it. @param {Element} element */
  lookAt(element) {
    const [, seat] = /^sheet-(\d+)$/.exec(element.id) ?? [];
    if (seat && Number(seat) !== this.view.side) this.look(Number(seat));
  }

  /** Back to where the game is. */
  comeBack() {
    if (this.drawn) this.board.draw(this.drawn);
    else this.live.greet();
    this.settle();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (this.trial.isOn && !event.defaultPrevented) this.trial.leave();
    else if (this.past.at !== null) this.past.look(null);
  }

  // Bars and buttons

  /** The line may have changed, or a command was acknowledged. */
  refresh() {
    const { state, later, isChoosing, outbox } = this.live;
    const words = state !== "lost" ? "" : later || say(outbox.size ? "lost.sending" : "lost");
    tell(part("lost"), words);
    if (this.wasChoosing && !isChoosing && this.frames.isEmpty) this.settle();
    this.wasChoosing = isChoosing;
    this.bar();
  }

  bar() {
    const [text, ...buttons] = this.trial.isOn ? this.trial.bar() : this.past.at !== null ? this.past.bar() : this.playBar();
    if (this.zoom.isOn) buttons.push(button(say("zoom.out"), () => this.zoom.leave(), true));
    keepFocus(part("bar"), () => part("bar").replaceChildren(...(text ? [make("span", {}, text)] : []), ...buttons));
  }

  /** @returns {[string, ...HTMLElement[]]} */
  playBar() {
    const { request } = this.view;
    if (this.pending) return this.confirmBar(this.pending);
    if (this.hints.checking) return [say("tutor.looks")];
    if (this.live.isChoosing) return [say("sending")];
    if (this.board.taken.length) return this.stepBar();
    if (request?.mine) return [request.sentence, this.commandButton("yes"), this.commandButton("no", true)];
    if (request?.asked_by_me) return [request.sentence, button(say("withdraw"), () => this.execute("no"), true)];
    if (request) return [request.sentence];
    const plain = this.board.ready.map((choice) => button(say("done"), () => this.choose(choice)));
    if (this.zoom.isOn && this.board.lit.length) return [say("zoom.choose"), ...plain];
    if (this.seat === null) return ["", ...plain, ...this.first()];
    return [say("look.other"), ...plain, button(say("look.mine"), () => this.look(this.seat ?? 0))];
  }

  /** @param {Choice} choice @returns {[string, ...HTMLElement[]]} */
  confirmBar(choice) {
    const words = choice.sentence ?? say("confirm.question");
    return [words, button(say("confirm.yes"), () => this.send(choice)), this.cancelButton()];
  }

  /** @returns {[string, ...HTMLElement[]]} */
  stepBar() {
    const done = this.board.ready.map((choice) => button(say("done"), () => this.board.onchoice(choice)));
    return [askNext(this.board.taken), ...done, this.cancelButton()];
  }

  cancelButton() {
    return button(say("cancel"), () => {
      this.board.cancel();
      this.keys.settle();
    }, true);
  }

  /** A button that does something at once. @param {CommandName} what @param {boolean} [quiet] */
  commandButton(what, quiet = false) {
    return button(say(what), () => this.execute(what), quiet);
  }

  /** @param {CommandName} what @param {string} [text] */
  execute(what, text) {
    this.live.execute({ do: what, seat: this.mySeat(), ...(text === undefined ? {} : { text }) });
  }

  /** The seat to act for: the one looked from, the one whose turn it is, or one's first. */
  mySeat() {
    const { seats: all, side, mine, request } = this.view;
    const own = all.filter((seat) => seat.me).map((seat) => seat.seat);
    const first = request?.mine ? own.filter((seat) => seat !== request.seat) : own;
    return [side, ...mine].find((seat) => seat !== null && first.includes(seat)) ?? first[0] ?? 0;
  }

  /** The buttons that are wanted most, close to the board. */
  first() {
    const { phase } = this.view;
    const has = (/** @type {View["can"][number]} */ what) => this.view.can.includes(what);
    return only([
      has("hint") && !this.hints.doubt && button(say("hint"), () => this.hints.help(), true),
      phase !== "over" && has("undo") && this.commandButton("undo", true),
      has("ask-undo") && this.commandButton("ask-undo", true),
      phase === "waiting" && has("invite") && button(say("invite"), () => asking.open("invite")),
      has("fill") && button(say("fill"), () => this.askLevel("fill"), true),
    ]);
  }

  /** All others. */
  buttons() {
    const has = (/** @type {View["can"][number]} */ what) => this.view.can.includes(what);
    const row = [
      this.view.over && has("undo") && this.commandButton("undo", true), // at the end there are better ways on
      has("ask-draw") && this.commandButton("ask-draw", true),
      has("ask-hints") && this.commandButton("ask-hints", true),
      has("hand-over") && button(say("hand-over"), () => this.askLevel("hand-over"), true),
      has("resign") && button(say("resign"), () => this.askFirst("resign"), true),
      has("abandon") && button(say("abandon"), () => this.askFirst("abandon"), true),
      has("leave") && button(say("leave"), () => this.askFirst("leave"), true),
    ];
    keepFocus(part("buttons"), () => part("buttons").replaceChildren(...only(row)));
  }

  /** @param {"hand-over" | "fill"} what */
  async askLevel(what) {
    const level = await asking.ask(say(`${what}.question`), say(what), asking.levelField());
    if (level !== null) this.live.execute({ do: what, text: level, ...(what === "fill" ? {} : { seat: this.mySeat() }) });
  }

  /** @param {"resign" | "abandon" | "leave"} what */
  async askFirst(what) {
    if ((await asking.ask(say(`${what}.question`), say(what))) !== null) this.execute(what);
  }

  /** @param {Event} event */
  chat(event) {
    event.preventDefault();
    const input = part("say-text");
    const text = input.value.trim();
    if (text) this.execute("say", text);
    input.value = "";
  }

  /** @param {string} sentence */
  warn(sentence) {
    sound.play("refused");
    tell(part("notice"), sentence);
    clearTimeout(this.warned);
    this.warned = setTimeout(() => tell(part("notice"), ""), 7000);
  }
}

/** Those that are there. @param {(HTMLElement | false | null | undefined | "")[]} buttons */
const only = (buttons) => buttons.filter(Boolean).map((found) => /** @type {HTMLElement} */ (found));

const data = /** @type {TableBoot} */ (boot());
learn(data.words, data.lang, data.plural);
learnAsks(data.asks);
settings.listen();
fit.watch();
asking.listen();
invite.listen(data.share);
new Table(data);
