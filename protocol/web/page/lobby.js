// The lobby: the tables there are, and a new one.

import { row as boardRow } from "./board_start.js";
import { announce, button, h } from "./dom.js";
import { replays } from "./replay-lobby.js";
import { Line } from "./socket.js";
import { keep, keepOwn, kept } from "./store.js";
import { capital, list, say } from "./words.js";

/**
 * @typedef {{name: string, title: string, least: number, most: number, usual: number, rules: {word: string, means: string}[]}} Game
 * @typedef {{name: string, words: string, seconds: number}} Level
 * @typedef {{kind: string, name: string, level: string}} Chair
 */

export class Lobby extends HTMLElement {
  /** @type {Game[]} */
  games = [];
  /** @type {Level[]} */
  levels = [];
  /** The level of an engine for which none is chosen. */
  usual = "";
  game = kept("game");
  /** The choice of each seat: me, here, open or a level. @type {string[]} */
  chairs = [];
  /** The names of people who share this device, by seat. @type {string[]} */
  names = [];
  /** @type {Set<string>} */
  rules = new Set();

  connectedCallback() {
    this.append(h("main", { id: "main", class: "plain" }, h("p", { class: "dim" }, say("connecting"))));
    const key = kept("key");
    if (!key) return this.stranger();
    this.line = new Line(() => ({ do: "enter", key }), (message) => this.hear(message), (there) => {
      this.classList.toggle("lost", !there);
      if (!there) announce(say("reconnecting"));
    });
  }

  disconnectedCallback() {
    this.line?.close();
  }

  stranger() {
    this.replaceChildren(h("main", { id: "main", class: "plain" },
      h("h1", {}, say("no-key")), h("p", {}, say("no-key-lead"))));
  }

  /** @param {import("./socket.js").Message} message */
  hear(message) {
    if (message.say === "lobby") {
      this.games = message.games;
      this.levels = message.levels;
      this.usual = message.usual;
      if (!this.games.some((game) => game.name === this.game)) this.game = this.games[0].name;
      if (!this.form) this.draw(message.tables, message.boards, message.watched);
    } else if (message.say === "made") {
      keepOwn(/** @type {any} */ (message));
      location.assign(`/t/${message.table}`);
    } else if (message.say === "refused") {
      if (message.code === "not-owner") this.stranger();
      const sentence = say(`refused-${message.code}`, { about: message.about });
      if (this.trouble) this.trouble.textContent = sentence;
    }
  }

  /**
   * @param {any[]} tables
   * @param {any[]} boards
   * @param {{number: number, name: string}[]} watched
   */
  draw(tables, boards, watched) {
    const going = tables.filter((table) => !table.over), over = tables.filter((table) => table.over);
    this.form = h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.deal(); } });
    this.replaceChildren(h("main", { id: "main", class: "lobby" },
      h("div", { class: "lead" }, h("h1", {}, say("lobby-title")), h("p", { class: "dim" }, say("lobby-lead"))),
      h("section", { "aria-labelledby": "new" }, h("h2", { id: "new" }, say("new-table")), this.form),
      h("section", { "aria-labelledby": "going", class: going.length ? "shelf going" : "shelf" },
        h("h2", { id: "going" }, say("tables-open")),
        going.length ? h("ul", { class: "tables" }, ...going.map((table) => this.row(table))) : h("p", { class: "dim" }, say("tables-none")),
        boards.length > 0 && h("h2", {}, say("boards-beside")),
        boards.length > 0 && h("ul", { class: "tables" }, ...boards.slice(0, 20).map(boardRow)),
        over.length > 0 && h("h2", {}, say("tables-over")),
        over.length > 0 && h("ul", { class: "tables" }, ...over.slice(0, 50).map((table) => this.row(table))),
        replays(watched))));
    this.drawForm();
  }

  /** @param {any} table */
  row(table) {
    const names = table.chairs.map((/** @type {Chair} */ chair) =>
      chair.name || (chair.kind === "engine" ? say("engine-level", { level: chair.level }) : say("open-seat")));
    const open = table.chairs.some((/** @type {Chair} */ chair) => chair.kind === "open");
    const state = table.over ? say("table-over") : open ? say("table-seats-open")
      : table.moves ? say("table-moves", { count: table.moves }) : say("table-fresh");
    const day = new Date(table.when * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    return h("li", {}, h("a", { href: `/t/${table.table}`, onclick: () => keepOwn(table) },
      h("strong", {}, table.title), h("span", { class: "names" }, list(names)), h("span", { class: "dim" }, `${state} · ${day}`)),
    table.moves > 0 && h("a", { class: "again", href: `/replay#table=${table.table}`, onclick: () => keepOwn(table),
      "aria-label": `${say("replay")}: ${table.title}, ${list(names)}` }, say("replay")));
  }

  get chosen() {
    return /** @type {Game} */ (this.games.find((game) => game.name === this.game));
  }

  drawForm() {
    const game = this.chosen, form = /** @type {HTMLElement} */ (this.form);
    if (this.chairs.length < game.least || this.chairs.length > game.most) {
      this.chairs = Array.from({ length: game.usual }, (_, seat) => (seat ? this.usual : "me"));
    }
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const had = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
    form.replaceChildren(...[
      h("fieldset", { class: "games" }, h("legend", {}, say("choose-game")),
        ...this.games.map((other) => h("label", { class: "pick" },
          h("input", { type: "radio", name: "game", id: `game-${other.name}`, checked: other === game, onchange: () => this.choose(other) }),
          h("span", {}, h("strong", {}, other.title),
            h("small", {}, say(other.least === other.most ? "seats-exact" : "seats-range", { least: other.least, most: other.most })))))),
      h("fieldset", {}, h("legend", {}, say("seats")),
        h("ol", { class: "chairs" }, ...this.chairs.map((chair, seat) => this.chair(chair, seat))),
        game.least !== game.most && h("p", { class: "row" },
          button(say("more-seats"), () => { this.chairs.push(this.usual); this.drawForm(); },
            { id: "more", disabled: this.chairs.length >= game.most }),
          button(say("fewer-seats"), () => { this.chairs.pop(); this.drawForm(); },
            { id: "fewer", disabled: this.chairs.length <= game.least })),
        this.chairs.includes("here") && h("p", { class: "notes" }, say("here-note")),
        this.notes()),
      h("label", { class: "field" }, say("your-name"),
        h("input", { id: "name", maxlength: 24, autocomplete: "nickname", value: kept("name"),
          oninput: (/** @type {InputEvent} */ event) => keep("name", /** @type {HTMLInputElement} */ (event.target).value) })),
      game.rules.length > 0 && h("fieldset", {}, h("legend", {}, say("rules")),
        h("p", { class: "dim" }, say("rules-usual")),
        h("div", { class: "words" }, ...game.rules.map(({ word, means }) => h("label", { class: "check" },
          h("input", { type: "checkbox", id: `rule-${word}`, checked: this.rules.has(word), onchange: () => {
            if (!this.rules.delete(word)) this.rules.add(word);
          } }), h("span", {}, h("strong", {}, word), " ", h("span", { class: "dim" }, means)))))),
      this.trouble,
      h("button", { class: "main", type: "submit", id: "deal" }, say("deal")),
    ].filter((part) => part !== false));
    if (had) document.getElementById(had)?.focus();
  }

  /** The levels that are chosen, in words. */
  notes() {
    const used = this.levels.filter((level) => this.chairs.includes(level.name));
    return used.length > 0 && h("ul", { class: "notes" }, ...used.map((level) =>
      h("li", {}, say("level-note", { level: capital(level.name), words: level.words, seconds: level.seconds }))));
  }

  /**
   * @param {string} chair
   * @param {number} seat
   */
  chair(chair, seat) {
    const names = [["me", say("seat-me")], ["here", say("seat-here")], ["open", say("seat-open")],
      ...this.levels.map((level) => [level.name, say("seat-engine", { level: level.name })])];
    const select = /** @type {HTMLSelectElement} */ (h("select", { id: `seat-${seat}`, "aria-label": say("seat-number", { number: seat + 1 }),
      onchange: () => {
        if (select.value === "me") this.chairs = this.chairs.map((other) => (other === "me" ? "open" : other));
        this.chairs[seat] = select.value;
        this.drawForm();
      } }, ...names.map(([value, text]) => h("option", { value, selected: value === chair }, text))));
    const name = chair === "here" && h("input", { id: `name-${seat}`, maxlength: 24, autocomplete: "off", value: this.names[seat] ?? "",
      placeholder: say("name-here"), "aria-label": say("name-at-seat", { number: seat + 1 }),
      oninput: (/** @type {InputEvent} */ event) => { this.names[seat] = /** @type {HTMLInputElement} */ (event.target).value; } });
    return h("li", {}, h("div", { class: "seat" }, select, name));
  }

  /** @param {Game} game */
  choose(game) {
    this.game = game.name;
    keep("game", game.name);
    this.chairs = [];
    this.rules.clear();
    this.drawForm();
  }

  deal() {
    const name = kept("name").trim();
    /** @type {HTMLElement} */ (this.trouble).textContent = "";
    this.line?.say({ do: "make", game: this.game, rules: [...this.rules], chairs: this.chairs.map((chair, seat) =>
      chair === "me" ? { kind: "me", name } : chair === "here" ? { kind: "me", name: (this.names[seat] ?? "").trim() } : chair === "open" ? { kind: "open" } : { kind: "engine", level: chair }) });
  }
}

