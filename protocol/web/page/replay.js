// A replay: a recorded game step by step, seen by all or by one seat, with its story and its judgement.

import { moves as mayMove } from "./animate.js";
import { announce, button, h, picture } from "./dom.js";
import { Picture } from "./picture.js";
import { renew } from "./renew.js";
import { asking, decisions, gameRow, players, reviewed, standings, story } from "./replay-panels.js";
import { Line } from "./socket.js";
import { kept, tokens } from "./store.js";
import { download, give } from "./upload.js";
import { capital, say } from "./words.js";

/** Milliseconds between steps that play by themselves, and between the pictures that lead to one. @type {Record<string, number[]>} */
const PACE = { slow: [3000, 900], normal: [1600, 450], none: [600, 0] };
const NARROW = "(max-width: 720px)";
/** Pictures that are kept. */
const KEPT = 300;
const ALL = -1;
/** Milliseconds after which the address follows: browsers count its changes. */
const SETTLED = 250;

const ICONS = {
  first: "M6 5v14M18 5l-9 7 9 7z", back: "M15 5l-8 7 8 7z", play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14", forward: "M9 5l8 7-8 7z", last: "M18 5v14M6 5l9 7-9 7z",
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return /** @type {any} */ (picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`));
}

export class Replay extends HTMLElement {
  /** @type {any} */
  game = null;
  /** @type {any} */
  review = null;
  /** @type {any} */
  progress = null;
  step = 0;
  seat = ALL;
  /** What the server has shown, by step, seat and layout. @type {Map<string, any>} */
  sights = new Map();
  /** @type {Map<number, any[][]>} */
  stories = new Map();
  /** The key of the sight that is asked for. */
  asked = "";
  /** The key of the sight on the screen. */
  shown = "";
  /** The source and the game that the address named. */
  opened = "";
  playing = 0;
  writing = 0;
  /** @type {any} */
  list = null;
  /** @type {any[]} */
  rows = [];

  connectedCallback() {
    document.head.append(h("link", { rel: "stylesheet", href: "/page/replay.css" }));
    document.title = `${say("replay-title")} · ${say("app")}`;
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.see());
    addEventListener("hashchange", () => this.address());
    addEventListener("keydown", (event) => this.key(event));
    this.address();
  }

  disconnectedCallback() {
    this.line?.close();
  }

  get words() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** Open what the address names; within one game, only go to its step. */
  address() {
    const words = this.words;
    const source = ["file", "watch", "table"].find((name) => words.has(name)) ?? "";
    const opened = `${source}=${words.get(source)} ${words.get("game")}`;
    if (this.game && opened === this.opened) return this.go(this.stepOf(Number(words.get("move") ?? 0)), this.seatOf(words));
    this.opened = opened;
    this.line?.close();
    this.pause();
    this.game = this.review = this.progress = this.list = null;
    this.sights.clear();
    this.stories.clear();
    this.shown = this.asked = "";
    if (!source) return this.start("");
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("p", { class: "dim" }, say("connecting"))));
    const name = words.get(source) ?? "";
    const token = source === "watch" ? kept("key") : source === "table" ? tokens()[name] ?? "" : "";
    this.line = new Line(
      () => ({ do: "replay-open", source, name, token, game: Number(words.get("game") ?? 0) }),
      (message) => this.hear(message),
      (there) => { if (this.lost) this.lost.textContent = there ? "" : say("reconnecting"); });
  }

  /** @param {URLSearchParams} words */
  seatOf(words) {
    const seat = Number(words.get("seat") ?? 0) - 1;
    return this.game.views.includes(seat) ? seat : this.game.views[0];
  }

  /**
   * The last step at which no more than so many moves were made.
   * @param {number} at
   */
  stepOf(at) {
    const steps = this.game.steps;
    let step = 0;
    while (step + 1 < steps.length && steps[step + 1].at <= at) step++;
    return step;
  }

  /** @param {object} message */
  send(message) {
    this.line?.say(message);
  }

  /** @param {import("./socket.js").Message} message */
  hear(message) {
    switch (message.say) {
      case "replay-list": this.take(message); break;
      case "replay-game": this.begin(message); break;
      case "replay-sight":
        this.keepSight(message);
        break;
      case "replay-story":
        this.stories.set(message.seat, message.steps);
        this.tell();
        break;
      case "replay-progress":
        this.progress = message;
        this.judgement();
        break;
      case "replay-review":
        this.progress = null;
        this.review = message;
        this.judgement();
        announce(say("judge-done"));
        break;
      case "replay-saved": this.saved(message); break;
      case "refused": this.refused(message); break;
    }
  }

  /** @param {any} message */
  refused(message) {
    const sentence = say(`refused-${message.code}`, { about: message.about });
    if (!this.game && !this.list) return this.start(sentence);
    if (this.progress && message.code !== "judge-runs") {
      this.progress = null;
      this.judgement();
    }
    this.asked = "";
    const place = this.querySelector(".trouble");
    if (place) place.textContent = sentence;
  }

  // --- choosing -------------------------------------------------------------------------------------------

  /** @param {string} trouble */
  start(trouble) {
    this.line?.close();
    const told = h("p", { class: "trouble", role: "alert", id: "trouble" }, trouble);
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "file", accept: ".jsonl,.json,.gz,.table,.log,.txt", onchange: () => {
      if (input.files?.[0]) give(input.files[0], (sentence) => { told.textContent = sentence; });
    } }));
    const owner = Boolean(kept("key"));
    this.replaceChildren(h("main", { id: "main", class: "plain" }, h("h1", {}, say("replay-title")), h("p", {}, say("replay-lead")),
      owner ? h("label", { class: "drop" }, h("strong", {}, say("replay-drop")), h("span", { class: "dim" }, say("replay-kinds")), input)
        : h("p", { class: "note" }, say("replay-no-key")),
      told, h("p", {}, h("a", { href: "/" }, say("lobby")))));
  }

  /** @param {any} message */
  take(message) {
    if (!this.list) this.list = { first: message.from, last: message.from, watched: message.watched, name: message.name };
    if (message.from === 0 && message.total < this.list.last) this.rows = [];  // the file began anew
    this.rows = [...this.rows.filter((row) => row.number <= message.from || row.number > message.from + message.games.length), ...message.games]
      .sort((one, other) => one.number - other.number);
    const more = this.list.last < message.from + message.games.length;
    this.list.first = this.rows.length ? this.rows[0].number - 1 : 0;
    this.list.last = this.rows.length ? this.rows[this.rows.length - 1].number : 0;
    this.list.total = message.total;
    this.list.standings = message.standings;
    if (this.list.drawn && more) announce(say("watched-grown", { count: message.total }));
    this.drawList();
  }

  drawList() {
    const list = this.list, address = this.opened.split(" ")[0];
    const focused = document.activeElement?.id;
    const rows = list.watched ? [...this.rows].reverse() : this.rows;
    list.drawn = true;
    this.replaceChildren(h("main", { id: "main", class: "games-list" },
      h("div", {}, h("h1", {}, list.name || say("replay-games")),
        h("p", { class: "dim" }, list.watched ? say("watched-state", { count: list.total }) : say("replay-choose-game", { count: list.total })),
        h("p", { class: "trouble", role: "alert" })),
      list.standings.length > 0 && h("section", { class: "panel", "aria-labelledby": "standings" }, h("h2", { id: "standings" }, say("standings")), standings(list.standings),
        h("p", { class: "dim" }, say("standings-note"))),
      h("section", { "aria-labelledby": "games" }, h("h2", { id: "games" }, say("replay-games")),
        rows.length ? h("ul", { class: "tables" }, ...rows.map((row) => gameRow(row, `#${address}&game=${row.number}`))) : h("p", { class: "dim" }, say("watched-empty")),
        h("p", { class: "row" }, list.first > 0 && button(say("games-before"), () => this.send({ do: "replay-list", from: Math.max(0, list.first - 200) }), { id: "before" }),
          list.last < list.total && button(say("games-after"), () => this.send({ do: "replay-list", from: list.last }), { id: "after" }))),
      h("p", {}, h("a", { href: "/" }, say("lobby")))));
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- one game -------------------------------------------------------------------------------------------

  /** @param {any} game */
  begin(game) {
    const again = this.game !== null;
    this.game = game;
    if (game.file && this.words.get("file") !== game.file) {  // a table that is over became a file
      this.opened = `file=${game.file} null`;
      history.replaceState(null, "", `#file=${game.file}`);
    }
    if (!again) {
      this.seat = this.seatOf(this.words);
      this.step = this.stepOf(Number(this.words.get("move") ?? 0));
      this.draw();
    }
    this.asked = "";
    this.progress = null;
    this.judgement();
    this.see();
    if (!this.stories.has(this.seat)) this.send({ do: "replay-story", seat: this.seat });
  }

  draw() {
    const game = this.game;
    document.title = `${game.title} · ${say("replay-title")} · ${say("app")}`;
    const place = h("div", { class: "picture", role: "group", "aria-label": say("picture") });
    this.board = h("pre", { class: "board", tabindex: 0, hidden: true, "aria-label": say("picture") });
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    this.lost = h("p", { class: "lost-note", role: "alert" });
    this.round = h("p", { class: "moment" });
    this.people = h("div");
    this.verdicts = h("div", { class: "verdicts", "aria-live": "polite" });
    this.ask = h("div");
    this.curve = h("div");
    this.storyList = h("ol");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", id: "slider", min: 0, max: game.steps.length - 1, value: this.step,
      "aria-label": say("replay-position"), oninput: () => this.go(Number(/** @type {HTMLInputElement} */ (this.slider).value)) }));
    /** @type {(name: keyof typeof ICONS, act: () => void) => HTMLButtonElement} */
    const control = (name, act) => {
      const made = button("", act, { id: `to-${name}`, class: "control", "aria-label": this.named(name), title: this.named(name) });
      made.append(icon(name));
      return made;
    };
    this.playButton = control("play", () => this.toggle());
    const select = /** @type {HTMLSelectElement} */ (h("select", { id: "view", onchange: () => this.go(this.step, Number(select.value)) },
      ...game.views.map((/** @type {number} */ seat) => h("option", { value: seat, selected: seat === this.seat },
        seat === ALL ? say("view-all") : capital(game.acts[seat])))));
    this.select = select;
    const rules = game.rules.length ? ` (${game.rules.join(", ")})` : "";
    this.replaceChildren(h("main", { id: "main", class: "table replay" },
      h("div", { class: "head" }, h("h1", {}, game.title, h("small", { class: "dim" }, rules)),
        h("span", { class: "row" }, h("label", { class: "view" }, say("view"), select), this.saving())),
      h("div", { class: "stage" }, this.lost, place, this.board, this.caption,
        h("div", { class: "hand" }, h("div", { class: "controls", role: "group", "aria-label": say("replay-controls") }, this.slider,
          h("div", { class: "buttons" }, control("first", () => this.go(0)), control("back", () => this.go(this.step - 1)), this.playButton,
            control("forward", () => this.forward()), control("last", () => this.go(game.steps.length - 1)), this.round)))),
      h("div", { class: "side" },
        h("p", { class: "trouble", role: "alert" }),
        h("section", { class: "panel judgement", "aria-labelledby": "judged" }, h("h2", { id: "judged" }, say("judgement")), this.verdicts, this.ask, this.curve),
        h("section", { class: "panel", "aria-labelledby": "who" }, h("h2", { id: "who" }, say("people")), this.people,
          h("p", { class: "dim" }, capital(game.end)),
          game.games > 1 && h("p", {}, h("a", { href: `#${this.opened.split(" ")[0]}` }, say("replay-all-games", { count: game.games })))),
        h("section", { class: "panel", "aria-labelledby": "told" }, h("h2", { id: "told" }, say("story")),
          h("div", { class: "story", tabindex: 0, role: "group", "aria-label": say("story") }, this.storyList)))));
    this.picture = new Picture(place, () => {});
    this.tell();
  }

  /** @param {keyof typeof ICONS} name */
  named(name) {
    return { first: say("to-first"), back: say("to-back"), play: say("to-play"), pause: say("to-pause"), forward: say("to-forward"), last: say("to-last") }[name];
  }

  saving() {
    /** @type {(what: string) => void} */
    const save = (what) => this.send({ do: "replay-save", what, step: this.step, seat: this.seat, narrow: this.narrow?.matches ?? false,
      theme: document.documentElement.dataset.theme ?? "auto" });
    const copy = button(say("replay-link"), () => {
      this.write();
      navigator.clipboard?.writeText(location.href).then(() => { copy.textContent = say("copied"); announce(say("copied")); }, () => {});
    }, { id: "link" });
    return h("details", { class: "saving" }, h("summary", { class: "button", id: "saving" }, say("replay-share")),
      h("div", { class: "menu" }, copy,
        this.game.whole && button(say("save-game"), () => save("game"), { id: "save-game" }),
        button(say("save-svg"), () => save("svg"), { id: "save-svg" }),
        this.game.png && button(say("save-png"), () => save("png"), { id: "save-png" })));
  }

  /** @param {any} message */
  saved(message) {
    if (!message.data) return download(message.name, new Blob([message.text], { type: message.name.endsWith("svg") ? "image/svg+xml" : "application/json" }));
    download(message.name, new Blob([Uint8Array.from(atob(message.data), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
  }

  // --- steps ----------------------------------------------------------------------------------------------

  /**
   * @param {number} step
   * @param {number} [seat]
   */
  go(step, seat = this.seat) {
    const to = Math.max(0, Math.min(this.game.steps.length - 1, step));
    if (seat !== this.seat) {
      this.seat = seat;
      if (this.stories.has(seat)) this.tell(); else this.send({ do: "replay-story", seat });
    } else if (to === this.step) {
      return;
    }
    this.step = to;
    this.see();
  }

  /**
   * Go to a step from far down the page: the picture comes into sight.
   * @param {number} step
   */
  jump(step) {
    this.go(step);
    const place = this.querySelector(".picture"), top = place?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) place?.scrollIntoView({ block: "start" });
  }

  forward() {
    this.go(this.step + 1);
  }

  /** @param {number} step */
  place(step) {
    return `${step} ${this.seat} ${this.narrow?.matches}`;
  }

  /** Show the step, or ask for it: one question at a time, so that a slider asks no more than can be shown. */
  see() {
    if (!this.game) return;
    this.where();
    const have = this.sights.get(this.place(this.step));
    if (have) this.show(have);
    else if (!this.asked) this.fetch(this.step);
  }

  /** @param {number} step */
  fetch(step) {
    this.asked = this.place(step);
    this.send({ do: "replay-see", step, seat: this.seat, narrow: this.narrow?.matches ?? false, film: this.films });
  }

  get pace() {
    return PACE[kept("pace") || "normal"] ?? PACE.normal;
  }

  get films() {
    return mayMove() && this.pace[1] > 0;
  }

  /** @param {any} sight */
  keepSight(sight) {
    this.sights.set(`${sight.step} ${sight.seat} ${sight.narrow}`, sight);
    if (this.sights.size > KEPT) this.sights.delete([...this.sights.keys()][0]);
    this.asked = "";
    this.see();
  }

  /** @param {any} sight */
  async show(sight) {
    const key = this.place(this.step);
    if (key === this.shown) return;
    const before = this.shown;
    this.shown = key;
    if (this.board) {
      this.board.textContent = sight.board;
      this.board.hidden = !sight.board;
    }
    const game = this.game;
    this.people?.replaceChildren(players(game, sight, game.steps[this.step], this.step === game.steps.length - 1));
    const next = this.step + 1 < game.steps.length && !this.sights.has(this.place(this.step + 1));
    if (next && !this.asked) this.fetch(this.step + 1);
    const follows = before === this.place(this.step - 1);
    if (follows) this.speak();
    for (const frame of follows && this.films ? sight.film : []) {
      await this.picture?.show(frame);
      await new Promise((done) => setTimeout(done, this.pace[1]));
      if (this.shown !== key) return;
    }
    if (sight.picture) await this.picture?.show(sight.picture);
    if (this.playing && this.shown === key) this.later();
  }

  /** Tell people who listen what has happened. */
  speak() {
    const events = this.stories.get(this.seat)?.[this.step] ?? [];
    announce(events.map((event) => event.words).join(". "));
  }

  /** Bring everything but the picture up to the step. */
  where() {
    const game = this.game, step = game.steps[this.step], slider = this.slider;
    if (!slider || !this.round || !this.verdicts || !this.caption) return;
    const where = say("replay-where", { at: step.at, moves: game.moves });
    slider.value = String(this.step);
    slider.setAttribute("aria-valuetext", step.round ? `${capital(step.round)}, ${where}` : capital(where));
    this.round.replaceChildren(step.round && h("strong", {}, capital(step.round)), step.round ? " " : "", h("span", { class: "dim" }, where));
    for (const [id, off] of [["to-first", this.step === 0], ["to-back", this.step === 0], ["to-forward", this.step === game.steps.length - 1], ["to-last", this.step === game.steps.length - 1]]) {
      this.querySelector(`#${id}`)?.toggleAttribute("disabled", Boolean(off));
    }
    if (this.select) this.select.value = String(this.seat);
    this.mark();
    const due = (this.review?.verdicts ?? []).filter((/** @type {any} */ verdict) => verdict.at === step.at);
    this.verdicts.replaceChildren(...decisions(due, game));
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), SETTLED);
  }

  /** Let the address lead to what is shown. */
  write() {
    if (!this.game) return;
    clearTimeout(this.writing);
    const words = this.words;
    words.set("move", String(this.game.steps[this.step].at));
    if (this.seat === this.game.views[0]) words.delete("seat"); else words.set("seat", String(this.seat + 1));
    history.replaceState(null, "", `#${words}`);
  }

  /** Mark the step in the story and in the curve. */
  mark() {
    this.chart?.mark(this.game.steps[this.step].at);
    for (const row of this.querySelectorAll(".mistakes button")) {
      row.toggleAttribute("aria-current", row.getAttribute("data-at") === String(this.game.steps[this.step].at));
    }
    if (!this.storyList) return;
    /** @type {HTMLElement | null} */
    let last = null;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.storyList.querySelectorAll("li"))) {
      const step = Number(row.dataset.step);
      row.classList.toggle("ahead", step > this.step);
      row.firstElementChild?.removeAttribute("aria-current");
      /** @type {HTMLElement} */ (row.firstElementChild).tabIndex = -1;
      if (step <= this.step) last = row;
    }
    if (this.caption) this.caption.textContent = last && Number(last.dataset.step) === this.step ? [...last.querySelectorAll("span")].map((span) => span.textContent).join(". ") : "";
    const box = this.storyList.parentElement;
    if (!last) { if (box) box.scrollTop = 0; return; }
    last.firstElementChild?.setAttribute("aria-current", "step");
    /** @type {HTMLElement} */ (last.firstElementChild).tabIndex = 0;
    if (box) box.scrollTop = last.offsetTop - box.offsetTop - box.clientHeight / 2;
  }

  tell() {
    this.storyList?.replaceChildren(...story(this.stories.get(this.seat) ?? [], (step) => this.jump(step)));
    if (this.game) this.mark();
  }

  // --- playing by itself ----------------------------------------------------------------------------------

  toggle() {
    if (this.playing) return this.pause();
    if (this.step === this.game.steps.length - 1) this.go(0);
    this.playing = 1;
    this.faces("pause");
    this.later();
  }

  later() {
    clearTimeout(this.playing);
    if (this.step === this.game.steps.length - 1) return this.pause();
    this.playing = setTimeout(() => this.forward(), this.pace[0]);
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.faces("play");
  }

  /** @param {"play" | "pause"} name */
  faces(name) {
    this.playButton?.replaceChildren(icon(name));
    this.playButton?.setAttribute("aria-label", this.named(name));
    this.playButton?.setAttribute("title", this.named(name));
  }

  // --- judging --------------------------------------------------------------------------------------------

  judgement() {
    if (!this.game || !this.ask || !this.curve) return;
    const focused = document.activeElement?.closest("herd-replay .judgement") ? document.activeElement.id : "";
    const acts = {
      judge: (/** @type {number} */ ms) => { this.querySelector(".trouble")?.replaceChildren(); this.send({ do: "replay-judge", ms }); },
      stop: () => this.send({ do: "replay-stop" }),
    };
    renew(this.ask, asking(this.progress, this.review, acts));
    if (focused) /** @type {HTMLElement | null} */ (this.ask.querySelector(`#${focused}, #stop, #judge`))?.focus();
    if (this.progress) return;
    this.chart = null;
    this.curve.replaceChildren();
    if (this.review) {
      const { chart, content } = reviewed(this.review, this.game, (at) => this.jump(this.stepOf(at)));
      this.chart = chart;
      this.curve.replaceChildren(...content);
    }
    this.where();
  }

  // --- keys -----------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.game || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Escape") {
      const open = this.querySelector("details.saving[open]");
      open?.removeAttribute("open");
      if (open?.contains(target)) /** @type {HTMLElement | null} */ (open.querySelector("summary"))?.focus();
      return;
    }
    if (target.closest("input, select, textarea, dialog")) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.forward(),
      Home: () => this.go(0), End: () => this.go(this.game.steps.length - 1),
    };
    if (target === document.body) acts[" "] = () => this.toggle();
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
}

customElements.define("herd-replay", Replay);
