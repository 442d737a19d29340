// A board: what happens beside a real table, or any position to look around in, entered by touching.

import { lines } from "./board_lines.js";
import { asked, setUp } from "./board_entry.js";
import { edit, start } from "./board_start.js";
import { beliefs, eyes, standing, steps } from "./board_panels.js";
import { Composition } from "./compose.js";
import { announce, button, h } from "./dom.js";
import { tell } from "./panels.js";
import { Picture } from "./picture.js";
import { renew } from "./renew.js";
import { Line } from "./socket.js";
import { keep, kept } from "./store.js";
import { capital, say } from "./words.js";

const NARROW = "(max-width: 720px)";

/**
 * The moves of a message, unpacked: each part is sent once.
 * @param {{parts: import("./compose.js").Part[], rows: [string, number[], string?][]}} packed
 * @returns {import("./compose.js").Move[]}
 */
function unpack(packed) {
  return packed.rows.map(([token, numbers, words]) => {
    const parts = numbers.map((number) => packed.parts[number]);
    return { token, parts, words: words ?? parts.map((part) => part.words).join(", ") };
  });
}

export class Board extends HTMLElement {
  /** The name of a board beside a table; empty for one that only this page knows. */
  name = "";
  /** @type {any} */
  state = null;
  /** @type {any} */
  told = null;
  /** @type {any} */
  lobby = null;
  /** What the server is asked after the connection is there. @type {object | null} */
  wanted = null;
  composition = new Composition([]);
  /** @type {string | null} */
  touched = null;
  /** @type {HTMLElement | null} */
  layout = null;
  waiting = false;

  connectedCallback() {
    this.name = this.getAttribute("board") ?? "";
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("p", { class: "dim" }, say("connecting"))));
    const key = kept("key");
    if (!key) return this.stranger();
    const link = new URLSearchParams(location.hash.slice(1));
    const text = link.get("position");
    if (this.name) this.wanted = { do: "board-keep", board: this.name };
    else if (text) this.wanted = { do: "board-text", text, moves: link.get("moves") ?? "", at: Number(link.get("at") ?? -1) };
    const narrow = matchMedia(NARROW);
    this.line = new Line(() => ({ do: "enter", key }), (message) => this.hear(message), (there) => this.there(there));
    narrow.addEventListener("change", () => { if (this.state) this.send({ do: "board-layout", narrow: narrow.matches }); });
    addEventListener("keydown", (event) => this.key(event));
  }

  disconnectedCallback() {
    this.line?.close();
  }

  stranger() {
    this.line?.close();
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("h1", {}, say("no-key")), h("p", {}, say("no-key-lead"))));
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

  /** Ask for the board that is wanted, from the first message of a connection on. */
  want() {
    if (this.wanted) this.send({ ...this.wanted, narrow: matchMedia(NARROW).matches });
  }

  /** @param {import("./socket.js").Message} message */
  hear(message) {
    switch (message.say) {
      case "lobby":
        this.lobby = message;
        this.waiting = false;
        if (this.wanted) this.want(); else this.begin();
        break;
      case "beside": location.assign(`/b/${message.board}`); break;
      case "dealt": this.open(message.text); break;
      case "board": this.take(message); break;
      case "lines": this.think(message); break;
      case "checked": this.dispatchEvent(new CustomEvent("checked", { detail: message })); break;
      case "refused": this.refuse(message); break;
    }
  }

  /** @param {any} message */
  refuse(message) {
    this.waiting = false;
    if (message.code === "not-owner") return this.stranger();
    if (!this.layout && this.wanted) {
      this.wanted = null;
      this.begin();
    }
    const text = message.code === "not-possible" ? capital(message.about) : say(`refused-${message.code}`, { about: message.about });
    const place = this.querySelector("dialog .trouble") ?? this.querySelector(".trouble");
    if (place) place.textContent = text;
    this.compose(false);
  }

  /** The choice of a board, where none is looked at. */
  begin() {
    document.title = `${say("board")} · ${say("app")}`;
    this.layout = null;
    this.state = null;
    this.replaceChildren(start(this.lobby, (message) => this.send(message), (text) => this.open(text), this));
  }

  /**
   * Look at a position.
   * @param {string} text
   */
  open(text) {
    this.wanted = { do: "board-text", text, moves: "", at: -1 };
    this.state = null;
    this.layout = null;
    this.want();
  }

  // --- what the server says -------------------------------------------------------------------------------

  /** @param {any} message */
  take(message) {
    const moved = "at" in message || "moves" in message || "tokens" in message;
    this.state = { ...(this.state ?? {}), ...message };
    this.waiting = false;
    if (!this.layout) this.draw();
    if (moved) {
      this.composition = new Composition(unpack(this.state.moves));
      this.touched = null;
      this.told = null;
    }
    this.refresh(moved);
  }

  /** @param {any} message */
  think(message) {
    if (!this.state || message.at !== this.state.at) return;
    this.told = message;
    this.lines();
  }

  // --- drawing --------------------------------------------------------------------------------------------

  draw() {
    const state = this.state;
    document.title = `${state.title} · ${say(this.name ? "beside" : "board")}`;
    const place = h("div", { class: "picture", role: "group", "aria-label": say("picture") });
    this.setUpList = h("div", { class: "set-up" });
    this.drawing = h("pre", { class: "board", tabindex: 0, "aria-label": say("picture") });
    this.todo = h("section", { class: "todo", "aria-live": "polite" });
    this.story = h("ol");
    this.round = h("span", { class: "dim" });
    this.lost = h("p", { class: "lost-note", role: "alert" });
    this.lineBox = h("div");
    this.eyes = h("div");
    this.beliefs = h("section", { class: "panel beliefs" });
    this.steps = h("div", { class: "steps", role: "region", "aria-label": say("entries"), tabindex: 0 });
    this.back = button(say("back"), () => this.go(this.state.at - 1), { id: "back", "aria-keyshortcuts": "ArrowLeft" });
    this.forward = button(say("forward"), () => this.go(this.state.at + 1), { id: "forward", "aria-keyshortcuts": "ArrowRight" });
    this.typed = /** @type {HTMLInputElement} */ (h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-label": say("type-it"), placeholder: say("type-it") }));
    this.typeForm = h("form", { class: "type row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.type(); } },
      this.typed, h("button", { type: "submit" }, say("enter")));
    this.engine = h("input", { type: "checkbox", id: "engine", checked: true, onchange: (/** @type {Event} */ event) => {
      this.told = null;
      this.send({ do: "board-lines", on: /** @type {HTMLInputElement} */ (event.target).checked });
      this.lines();
    } });
    this.layout = h("main", { id: "main", class: "table on-board" },
      h("div", { class: "head" }, h("h1", {}, state.title), this.round,
        h("span", { class: "row" }, this.back, this.forward,
          this.name ? button(say("as-position"), () => this.around(), { id: "around" })
            : button(say("change-position"), () => edit(this.state, (text) => this.open(text), (told) => this.send(told), this), { id: "change" }),
          this.name ? null : button(say("new-position"), () => { location.assign("/board"); }, { id: "new" }))),
      h("div", { class: "stage" }, this.lost, place, this.setUpList, this.drawing),
      h("div", { class: "hand" }, this.todo, h("p", { class: "trouble", role: "alert" })),
      h("div", { class: "side" },
        h("section", { class: "panel lines" }, h("div", { class: "panel-head" }, h("h2", {}, say(this.name ? "advice" : "lines")),
          h("label", { class: "check" }, this.engine, h("span", {}, say("engine-on")))), this.lineBox)),
      h("div", { class: "under" },
        h("section", { class: "panel" }, this.eyes), this.beliefs,
        h("section", { class: "panel" }, h("h2", {}, say("entries")), this.steps),
        h("section", { class: "panel" }, h("h2", {}, say("story")),
          h("div", { class: "story", role: "log", "aria-label": say("story"), tabindex: 0 }, this.story))));
    this.replaceChildren(this.layout);
    this.picture = new Picture(place, (at) => this.touch(at));
    this.place = place;
  }

  /** @param {boolean} moved */
  refresh(moved) {
    const state = this.state;
    if (!this.layout || !this.place || !this.drawing || !this.setUpList || !this.story || !this.round || !this.eyes || !this.steps
      || !this.beliefs || !this.back || !this.forward) return;
    const shown = state.picture ? this.picture?.show(state.picture) : undefined;
    this.place.hidden = !state.picture;
    this.setUpList.hidden = !state.setup;
    this.setUpList.replaceChildren(...(state.setup ? [setUp(state)] : []));
    this.drawing.hidden = state.setup || !state.drawing || Boolean(state.picture);
    this.drawing.textContent = state.drawing;
    this.round.textContent = state.setup ? say("set-up") : state.round;
    /** @type {HTMLButtonElement} */ (this.back).disabled = state.at === 0;
    /** @type {HTMLButtonElement} */ (this.forward).disabled = state.at >= state.entries.length;
    this.story.replaceChildren();
    tell(this.story, { from: 0, events: state.story });
    this.eyes.replaceChildren(...eyes(state, (seat) => this.send({ do: "board-eyes", seat })), standing(state));
    this.beliefs.hidden = !state.beliefs.length;
    renew(this.beliefs, beliefs(state));
    this.steps.replaceChildren(steps(state, (at) => this.go(at)));
    const here = /** @type {HTMLElement | null} */ (this.steps.querySelector("[aria-current]"));
    if (here) this.steps.scrollTop = here.offsetTop - this.steps.clientHeight / 2;
    if (!this.name) this.keepAddress();
    if (moved) {
      const last = state.entries[state.at - 1];
      announce(last ? `${last.words}. ${state.asks}` : state.asks);
      this.trouble("");
    }
    this.compose(moved);
    this.lines();
    void shown?.then(() => this.compose(false));
  }

  lines() {
    if (!this.lineBox) return;
    renew(this.lineBox, lines(this.state, this.told, /** @type {HTMLInputElement} */ (this.engine).checked,
      (tokens) => this.enter(tokens)));
  }

  /** @param {string} text */
  trouble(text) {
    const place = this.querySelector(".trouble");
    if (place) place.textContent = text;
  }

  // --- entering -------------------------------------------------------------------------------------------

  /** Things in the picture that can be touched. */
  get anchors() {
    return new Set([...(this.place?.querySelectorAll("[data-at]") ?? [])].map((thing) => thing.getAttribute("data-at")));
  }

  /** @param {boolean} moved */
  compose(moved) {
    if (!this.todo || !this.state) return;
    const had = this.todo.contains(document.activeElement) || document.activeElement === document.body;
    const there = this.anchors;
    renew(this.todo, [...asked(this.state, this.composition, {
      choose: (part) => this.choose(part),
      back: () => { this.composition.back(); this.touched = null; this.compose(true); },
      end: () => { this.composition.end(); this.done(); },
      enter: (token) => this.enter([token]),
      draw: () => { this.waiting = true; this.send({ do: "board-draw", at: this.state.at }); },
      touched: this.touched, there,
    }), this.state.phase !== "terminal" && this.typeForm]);
    this.todo.classList.toggle("mine", this.state.phase !== "terminal");
    const lit = new Set([...this.composition.anchors].filter((at) => there.has(at)));
    this.picture?.light(lit, this.composition.marked);
    if (moved && had) {
      /** @type {HTMLElement | null} */ (this.todo.querySelector(".option") ?? this.querySelector(".picture .lit"))?.focus({ preventScroll: true });
    }
  }

  /** @param {import("./compose.js").Part} part */
  choose(part) {
    this.composition.choose(part);
    this.touched = null;
    this.done();
  }

  /** Enter a move that is complete; there is no confirming, for any entry is taken back by one touch. */
  done() {
    const move = this.composition.move;
    if (move) this.enter([move.token]); else this.compose(true);
  }

  /** @param {string} at */
  touch(at) {
    const fitting = this.composition.options.filter((part) => part.at === at);
    if (fitting.length === 1) return this.choose(fitting[0]);
    if (fitting.length) this.touched = at;
    this.compose(true);
  }

  /** @param {string[]} tokens */
  enter(tokens) {
    if (this.waiting) return;
    this.waiting = true;
    this.send({ do: "board-enter", tokens, at: this.state.at });
  }

  type() {
    const typed = this.typed?.value.trim();
    if (!typed || !this.typed) return;
    this.send({ do: "board-type", typed, at: this.state.at });
    this.typed.value = "";
  }

  /** @param {number} at */
  go(at) {
    if (at >= 0 && at <= this.state.entries.length) this.send({ do: "board-go", to: at });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.state || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog, .picture")) return;
    if (event.key === "ArrowLeft") this.go(this.state.at - 1);
    else if (event.key === "ArrowRight") this.go(this.state.at + 1);
    else if (event.key === "Escape" && this.composition.parts.length) {
      this.composition.back();
      this.compose(true);
    }
  }

  // --- the position ---------------------------------------------------------------------------------------

  /** The board in the address, so that a reload comes back to it. */
  keepAddress() {
    const state = this.state;
    const link = new URLSearchParams({ position: state.start });
    const moves = state.tokens.flat().join(" ");
    if (moves) link.set("moves", moves);
    if (state.at < state.entries.length) link.set("at", String(state.at));
    this.wanted = { do: "board-text", text: state.start, moves, at: state.at };
    history.replaceState(null, "", `/board#${link}`);
    keep("board", String(link));
  }

  /** Look around from here, on a board that is not kept. */
  around() {
    location.assign(`/board#${new URLSearchParams({ position: this.state.text })}`);
  }
}
