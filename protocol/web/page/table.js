// A table: its state as the server tells it, shown step by step.

import { moves as mayMove } from "./animate.js";
import { beliefs } from "./board_panels.js";
import { Composition } from "./compose.js";
import { announce, button, h } from "./dom.js";
import { advice, primer, tell, todo, wish } from "./panels.js";
import { invitation, people } from "./people.js";
import { Picture } from "./picture.js";
import { renew } from "./renew.js";
import { Line } from "./socket.js";
import { keep, keepToken, kept, seatsHere, tokens } from "./store.js";
import { capital, list, say } from "./words.js";

/** Milliseconds that a step is shown. @type {Record<string, number>} */
const PACE = { slow: 1800, normal: 800, none: 0 };
const NARROW = "(max-width: 720px)";

export class Table extends HTMLElement {
  name = "";
  /** @type {any} */
  state = null;
  /** Messages of the server that are still to be shown. @type {any[]} */
  queue = [];
  busy = false;
  /** Whether somebody is in a hurry. */
  skipping = false;
  /** @type {(() => void) | null} */
  hurry = null;
  composition = new Composition([]);
  /** The decision that the composition belongs to. */
  question = "";
  /** An anchor for which several parts are offered. @type {string | null} */
  touched = null;
  /** @type {HTMLElement | null} */
  layout = null;
  /** The seats of people who share this device. @type {[number, string][]} */
  seats = [];
  /** The token of the seat that is shown, where it is not the first. */
  token = "";
  /** The seat that was asked for and is not shown yet. @type {number | null} */
  awaited = null;
  /** Whether the person whose seat is shown has said so. */
  met = false;
  /** Whether what is to be done had the focus before something else stood in its place. */
  inHand = false;
  /** What hides the table until the next person is there. @type {HTMLElement | null} */
  screen = null;

  connectedCallback() {
    this.name = this.getAttribute("table") ?? "";
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("p", { class: "dim" }, say("connecting"))));
    const narrow = matchMedia(NARROW);
    this.seats = seatsHere(this.name);
    if (!tokens()[this.name]) return this.closed("bad-link");
    this.line = new Line(
      () => ({ do: "sit", table: this.name, token: this.token || tokens()[this.name], narrow: narrow.matches }),
      (message) => this.hear(message),
      (there) => this.there(there));
    narrow.addEventListener("change", () => this.send({ do: "layout", narrow: narrow.matches }));
    addEventListener("keydown", (event) => { if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.escape(); });
  }

  disconnectedCallback() {
    this.line?.close();
  }

  /** @param {object} message */
  send(message) {
    this.line?.say(message);
  }

  /** @param {boolean} there */
  there(there) {
    this.classList.toggle("lost", !there);
    if (this.lost) this.lost.textContent = there ? "" : say("reconnecting");
  }

  /** @param {string} code */
  closed(code) {
    this.line?.close();
    this.layout = null;
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("h1", {}, say("bad-seat-title")),
      h("p", {}, code === "gone" ? say("gone") : say(`refused-${code}`)), h("p", {}, h("a", { href: "/" }, say("lobby")))));
  }

  /** @param {import("./socket.js").Message} message */
  hear(message) {
    switch (message.say) {
      case "frame":
      case "table":
        if (this.awaited !== null && message.seat !== this.awaited) break;  // of the seat shown before
        this.awaited = null;
        this.queue.push(message);
        this.work();
        break;
      case "invited": this.invited(message); break;
      case "seated":
        keepToken(message.table, message.token);
        break;
      case "gone": this.closed("gone"); break;
      case "invite": invitation(message); break;
      case "primer": 
        primer(this.state?.title ?? "", message.paragraphs, this.picture?.terms() ?? new Set(), (term) => this.picture?.point(term));
        break;
      case "record": this.save(message); break;
      case "hint":
        if (this.hints && message.at === this.state.at) {
          this.hints.replaceChildren(advice(message, (token) => { this.composition.take(token); this.touched = null; this.compose(true); }));
          announce(message.lines.length ? `${message.lines[0].words}: ${message.lines[0].verdict}` : "");
          this.hintButton?.removeAttribute("disabled");
        }
        break;
      case "refused":
        if (["no-table", "bad-link"].includes(message.code)) return this.closed(message.code);
        this.trouble(say(`refused-${message.code}`, { about: message.about }));
        break;
    }
  }

  /** @param {string} text */
  trouble(text) {
    const place = this.querySelector(".trouble");
    if (place) place.textContent = text;
    this.hintButton?.removeAttribute("disabled");
    if (this.hints && this.hints.firstElementChild?.localName === "p") this.hints.replaceChildren();
  }

  /** @param {any} message */
  invited(message) {
    const names = message.names.filter((/** @type {string} */ name) => name);
    const input = /** @type {HTMLInputElement} */ (h("input", { id: "name", required: true, maxlength: 24, autocomplete: "nickname", value: kept("name") }));
    const form = h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      keep("name", input.value.trim());
      this.send({ do: "claim", name: input.value.trim() });
    } }, h("label", { class: "field" }, say("your-name"), input), h("p", { class: "trouble", role: "alert" }),
      h("button", { class: "main", type: "submit" }, say("sit-down")));
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("h1", {}, say("invited", { title: message.title })),
      names.length > 0 && h("p", {}, say("invited-lead", { names: say(names.length > 1 ? "at-table-many" : "at-table-one", { names: list(names) }) })), form));
    this.layout = null;
    input.focus();
  }

  /** @param {any} message */
  save(message) {
    const link = /** @type {HTMLAnchorElement} */ (h("a", { download: message.name }));
    link.href = URL.createObjectURL(new Blob([message.text + "\n"], { type: "application/json" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // --- one step after the other ---------------------------------------------------------------------------

  get pace() {
    return mayMove() ? PACE[kept("pace") || "normal"] ?? PACE.normal : 0;
  }

  async work() {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length) {
      const message = this.queue.shift();
      if (message.say === "frame") {
        await this.frame(message);
        continue;
      }
      const first = this.state === null || !this.layout || (message.seat !== undefined && message.seat !== this.state.seat);
      const before = this.state;
      this.state = { ...(this.state ?? {}), ...message, shared: this.seats.length > 1 };
      if (first) this.draw();
      this.light(false);
      this.skipping = this.skipping && this.queue.length > 0;
      await this.step(this.state.picture, [], !first && before.at !== this.state.at && this.queue.length > 0);
      this.refresh(message, first);
    }
    this.busy = false;
  }

  /**
   * Show a step on the way to the next state.
   * @param {any} message
   */
  async frame(message) {
    if (!this.layout || !this.pace || this.skipping || this.screen) return;
    this.light(false);
    this.watch();
    await this.step(message.picture, message.words);
  }

  /**
   * Show a picture for its time, unless somebody is in a hurry.
   * @param {string} picture
   * @param {string[]} words
   * @param {boolean} [linger]
   */
  async step(picture, words, linger = words.length > 0) {
    if (this.caption) this.caption.textContent = words.map(capital).join(". ");
    if (words.length && !this.screen) announce(words.join(". "));
    const shown = picture ? this.picture?.show(picture) : undefined;
    if (!this.pace || this.skipping || this.screen) return;
    /** @type {Promise<void>} */
    const hurried = new Promise((done) => { this.hurry = done; });
    const long = Promise.all([shown, linger ? new Promise((done) => setTimeout(done, this.pace + 12 * words.join(" ").length)) : null]);
    await Promise.race([long, hurried]);
    this.hurry = null;
  }

  /** While things happen there is nothing to choose. */
  watch() {
    this.hints?.replaceChildren();
    if (this.todo?.contains(document.activeElement)) this.inHand = true;
    this.todo?.replaceChildren(h("h2", {}, say("happens")),
      h("p", { class: "row" }, button(say("skip"), () => this.hasten(), { id: "skip" })));
    this.todo?.classList.remove("mine");
  }

  /** Show at once what is still to come. */
  hasten() {
    this.skipping = true;
    this.picture?.settle();
    this.hurry?.();
  }

  // --- drawing --------------------------------------------------------------------------------------------

  draw() {
    const state = this.state;
    document.title = `${state.title} · ${say("app")}`;
    const place = h("div", { class: "picture", role: "group", "aria-label": say("picture") });
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    this.board = h("pre", { class: "board", tabindex: 0, "aria-label": say("picture") });
    this.todo = h("section", { class: "todo", "aria-live": "polite" });
    this.wish = h("section", { class: "wish", role: "alert" });
    this.story = h("ol");
    this.hints = h("div", { class: "hints" });
    this.people = h("div");
    this.beliefs = h("section", { class: "panel beliefs" });
    this.lost = h("p", { class: "lost-note", role: "alert" });
    this.round = h("span", { class: "dim" });
    this.undo = button(say("undo"), () => this.send({ do: "back" }), { id: "undo" });
    this.hintButton = button(say("hint"), () => this.ask(), { id: "hint" });
    this.advice = h("section", { class: "panel" }, h("h2", {}, say("advice")), h("p", { class: "row" }, this.hintButton), this.hints);
    this.layout = h("main", { id: "main", class: "table" },
      h("div", { class: "head" }, h("div", { class: "what" }, h("h1", {}, state.title), this.round),
        h("span", { class: "row" }, this.undo, button(say("primer"), () => this.send({ do: "primer" }), { id: "rules" }))),
      h("div", { class: "stage" }, this.lost, place, this.board, this.caption),
      h("div", { class: "hand" }, this.wish, this.todo, h("p", { class: "trouble", role: "alert" })),
      h("div", { class: "side" }, this.advice, h("div", { class: "panel" }, this.people), this.beliefs,
        h("section", { class: "panel" }, h("h2", {}, say("story")),
          h("div", { class: "story", role: "log", "aria-label": say("story"), tabindex: 0 }, this.story))));
    this.replaceChildren(this.layout);
    this.picture = new Picture(place, (at) => this.touch(at));
  }

  /**
   * Bring the panels up to the state.
   * @param {any} message
   * @param {boolean} first
   */
  refresh(message, first) {
    const state = this.state;
    if (!this.layout || !this.story || !this.people || !this.wish || !this.board || !this.undo || !this.advice || !this.beliefs || !this.round) return;
    tell(this.story, message.story);
    if (!first && !this.screen) {
      const news = message.story.events.filter((/** @type {any} */ event) => event.seat !== state.seat || event.follows);
      if (news.length) announce(news.map((/** @type {any} */ event) => event.words).join(". "));
    }
    const heard = this.story.lastElementChild?.textContent ?? "";
    if (this.caption) this.caption.textContent = state.end ? "" : heard;
    this.round.textContent = state.round;
    this.board.textContent = state.board;
    this.board.hidden = !state.board || Boolean(state.picture);
    renew(this.people, [people(state, (told) => this.send(told))]);
    const asked = wish(state, (told) => this.send(told));
    renew(this.wish, [asked]);
    this.undo.hidden = state.seat === null;
    /** @type {HTMLButtonElement} */ (this.undo).disabled = !state.back;
    this.advice.hidden = !state.moves.length;
    this.beliefs.hidden = !state.beliefs.length;
    if ("beliefs" in message) renew(this.beliefs, beliefs(state));
    const question = JSON.stringify([state.at, state.moves]);
    if (question !== this.question) {  // a line that was lost and came back asks the same again: what was chosen stays
      this.question = question;
      this.composition = new Composition(state.moves);
      this.touched = null;
    }
    if ("moves" in message || "at" in message) {
      this.hints?.replaceChildren();
      this.hintButton?.removeAttribute("disabled");
      this.trouble("");
    }
    if (state.trouble) this.trouble(say(`refused-${state.trouble}`));
    this.compose(false);
    this.pass();
  }

  // --- a device that people share -------------------------------------------------------------------------

  /** Where people share this device, bring the seat that decides before it, and hide hands until its owner is there. */
  pass() {
    const state = this.state;
    if (this.seats.length < 2 || this.queue.length) return;
    /** @param {number} seat */
    const owes = (seat) => state.chairs[seat].owes && !state.chairs[seat].chosen;
    const here = this.seats.map(([seat]) => seat);
    const now = here.indexOf(state.seat);
    const order = [...here.slice(now), ...here.slice(0, now)];
    const next = order.find(owes) ?? state.seat;
    if (state.end || (next === state.seat && (this.met || !state.secret))) return this.unhide();
    if (!state.secret) return this.turnTo(next);
    this.hide(next);
  }

  /**
   * Hide the table until somebody is there.
   * @param {number} seat
   */
  hide(seat) {
    const name = this.state.chairs[seat].name;
    if (this.screen?.dataset.seat === String(seat) || !this.layout) return;
    this.unhide();
    this.layout.hidden = true;
    for (const box of document.querySelectorAll("dialog")) box.close();
    const ready = button(say("pass-ready", { name }), () => {
      this.met = true;
      if (seat === this.state.seat) this.unhide(); else this.turnTo(seat);
    }, { class: "main", id: "ready" });
    this.screen = h("main", { class: "plain pass", "data-seat": seat }, h("h1", {}, say("pass", { name })),
      h("p", {}, say("pass-lead", { name })), h("p", { class: "row" }, ready,
        this.met && this.state.chosen !== null && button(say("change-mind"), () => this.send({ do: "back" }), { id: "retract" })));
    this.append(this.screen);
    announce(say("pass", { name }));
    ready.focus();
  }

  unhide() {
    this.screen?.remove();
    this.screen = null;
    if (this.layout) this.layout.hidden = false;
  }

  /**
   * Show another seat of this device.
   * @param {number} seat
   */
  turnTo(seat) {
    this.token = this.seats.find(([other]) => other === seat)?.[1] ?? "";
    this.awaited = seat;
    this.queue = [];
    this.send({ do: "sit", table: this.name, token: this.token, narrow: matchMedia(NARROW).matches });
  }

  ask() {
    this.hints?.replaceChildren(h("p", { class: "dim" }, say("hint-thinks")));
    this.hintButton?.setAttribute("disabled", "");
    this.send({ do: "hint", at: this.state.at });
  }

  // --- putting a move together ----------------------------------------------------------------------------

  /** @param {boolean} on */
  light(on) {
    const none = new Set();
    this.picture?.light(on ? this.composition.anchors : none, on ? this.composition.marked : none);
  }

  /**
   * Show what can be chosen. `moved`: whether a choice was just made, so that the focus follows.
   * @param {boolean} moved
   */
  compose(moved) {
    if (!this.todo || !this.state) return;
    const active = Boolean(this.state.moves.length) && !this.busyWithOthers;
    const content = todo(this.state, this.composition, {
      choose: (part) => { this.composition.choose(part); this.touched = null; this.compose(true); },
      confirm: () => this.confirm(),
      back: () => { this.composition.back(); this.touched = null; this.compose(true); },
      clear: () => { this.composition.clear(); this.touched = null; this.compose(true); },
      end: () => { this.composition.end(); this.compose(true); },
      send: (message) => this.send(message),
      touched: this.touched,
    });
    if (this.state.seat === null && !this.state.end) content.unshift(h("p", { class: "dim" }, say("looking-on")));
    renew(this.todo, content);
    this.todo.classList.toggle("mine", active);
    this.layout?.classList.toggle("over", Boolean(this.state.end));
    this.light(active);
    if (active) this.bring();
    if (moved || (active && this.inHand && document.activeElement === document.body)) {
      const next = this.todo.querySelector("#confirm") ?? this.todo.querySelector(".option") ?? this.querySelector(".picture .lit");
      /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
    }
    if (active) this.inHand = false;
  }

  /** Scroll to what can be touched, unless some of it is in sight above the panel that says what to do. */
  bring() {
    const lit = [...this.querySelectorAll(".picture .lit")];
    const floor = Math.min(innerHeight, this.todo?.getBoundingClientRect().top ?? innerHeight);
    const bottom = floor > innerHeight / 3 ? floor : innerHeight;  // beside the picture it covers nothing
    const seen = lit.some((thing) => {
      const { top, height } = thing.getBoundingClientRect();
      return top + height / 2 > 0 && top + height / 2 < bottom;
    });
    if (lit.length && !seen) lit[0].scrollIntoView({ block: "center", behavior: mayMove() ? "smooth" : "instant" });
  }

  get busyWithOthers() {
    return this.queue.length > 0;
  }

  /** @param {string} at */
  touch(at) {
    const fitting = this.composition.options.filter((part) => part.at === at);
    if (fitting.length === 1) {
      this.composition.choose(fitting[0]);
      this.touched = null;
    } else if (fitting.length) {
      this.touched = at;
    }
    this.compose(true);
  }

  confirm() {
    const move = this.composition.move;
    if (!move) return;
    this.send({ do: "move", token: move.token, at: this.state.at });
    this.picture?.light(new Set(), new Set());
    this.todo?.querySelector("#confirm")?.setAttribute("disabled", "");
  }

  escape() {
    if (this.hurry) return this.hasten();
    if (this.touched !== null || this.composition.parts.length) {
      if (this.touched === null) this.composition.back();
      this.touched = null;
      this.compose(true);
    }
  }
}
