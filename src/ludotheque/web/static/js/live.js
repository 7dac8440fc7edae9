/**
 * The line to the server. Says what it saw last, gets what it missed, and sends every command until the server has said
 * that it is kept: the same id twice is harmless.
 */

import { newId } from "./ids.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {import("./types.js").ClientMessage} ClientMessage */
/** @typedef {import("./types.js").CommandMessage} Command */

const PING = 20_000;
const PATIENCE = 10_000; // for an answer to a ping
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

export class Live {
  /** @type {"connecting" | "connected" | "lost" | "gone"} */
  state = "connecting";
  /** Why the line is lost, where the server itself has said so. */
  later = "";
  /** @type {Map<string, Command>} those that are not yet acknowledged, in order */
  outbox = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #pause = FIRST_PAUSE;
  /** @type {string[]} of the picture that came last */
  #parts = [];
  #pings = 0;
  /** @type {number | undefined} */
  #retry;
  /** @type {number | undefined} */
  #alarm;

  /**
   * @param {string} path @param {() => import("./types.js").Hello} hello what to say first
   * @param {(message: ServerMessage) => void} hear @param {() => void} changed called when the state or the outbox changed
   */
  constructor(path, hello, hear, changed) {
    this.url = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.hello = hello;
    this.hear = hear;
    this.changed = changed;
    setInterval(() => this.ping(), PING);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.#lose());
    addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.#retry);
    if (this.state === "gone") return;
    this.#drop();
    this.#parts = [];
    const socket = (this.#socket = new WebSocket(this.url));
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.#socket && this.#lose();
    this.#expect();
  }

  /** Says hello, at first and whenever something about it changed. */
  greet() {
    this.#send({ hello: this.hello() });
  }

  /** Sends a command; the answer comes under the name that is returned. @param {Omit<Command, "id">} command */
  execute(command) {
    const named = { ...command, id: newId() };
    this.outbox.set(named.id, named);
    if (this.state === "connected") this.#send(named);
    this.changed();
    return named.id;
  }

  /** Whether a choice is on its way. */
  get isChoosing() {
    return [...this.outbox.values()].some((command) => command.do === "choose");
  }

  ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ ping: ++this.#pings });
    this.#expect();
  }

  /** Something suggests that the line works again, or that the page is looked at again. */
  hurry() {
    if (this.state === "connected") return this.ping();
    this.#pause = FIRST_PAUSE;
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  /** @param {ClientMessage} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Without any word within some seconds the line is given up. */
  #expect() {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#lose(), PATIENCE);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    clearTimeout(this.#alarm);
    if ("welcome" in message) this.#welcomed();
    if ("gone" in message) this.#become("gone");
    if ("later" in message) return this.#lose(message.later);
    const done = "ack" in message ? message.ack : "refused" in message ? message.refused : null;
    if (done) this.outbox.delete(done);
    this.hear("redraw" in message ? { view: this.#redrawn(message.redraw) } : message);
    if (done) this.changed();
  }

  /** Puts a picture together from new parts and from those of the one before. @param {import("./types.js").Redraw} view */
  #redrawn({ parts, ...view }) {
    const before = this.#parts;
    this.#parts = parts.flatMap((part) => (typeof part === "string" ? part : before.slice(...part)));
    return { ...view, svg: this.#parts.join("\n") };
  }

  #welcomed() {
    this.#pause = FIRST_PAUSE;
    const isNew = this.state !== "connected";
    this.#become("connected");
    if (isNew) for (const command of this.outbox.values()) this.#send(command);
  }

  /** Tries again, later and later. @param {string} [later] what the server has said about it */
  #lose(later = "") {
    this.#drop();
    if (this.state === "gone") return;
    const isNews = this.state !== "lost" || this.later !== later;
    this.state = "lost";
    this.later = later;
    if (isNews) this.changed();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE);
  }

  #drop() {
    clearTimeout(this.#alarm);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** @param {Live["state"]} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.changed();
  }
}
