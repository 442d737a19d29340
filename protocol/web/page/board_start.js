// The choice of a board: beside a real table, a fresh deal, a set-up by hand, or a position as text.

import { button, dialog, h, picture } from "./dom.js";
import { keep, kept } from "./store.js";
import { capital, say } from "./words.js";

/** @typedef {{name: string, title: string, least: number, most: number, usual: number, rules: {word: string, means: string}[]}} Game */

/**
 * A text that the engine checks while it is written: its picture, or the reason why it cannot be.
 * @param {string} text
 * @param {(message: object) => void} send
 * @param {EventTarget} ear where answers of the server arrive as "checked"
 * @param {(good: boolean) => void} judged
 */
function checked(text, send, ear, judged) {
  const input = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "position", rows: 4, spellcheck: "false", autocapitalize: "off",
    "aria-label": say("position-text"), "aria-describedby": "verdict" }));
  input.value = text;
  const verdict = h("p", { id: "verdict", class: "verdict", role: "status" });
  const preview = h("div", { class: "preview" });
  let timer = 0;
  const check = () => {
    clearTimeout(timer);
    judged(false);
    const now = input.value.trim();
    verdict.className = "verdict dim";
    verdict.textContent = now ? say("checking") : "";
    if (!now) return preview.replaceChildren();
    timer = window.setTimeout(() => send({ do: "board-check", text: now }), 250);
  };
  /** @param {Event} event */
  const hear = (event) => {
    const told = /** @type {CustomEvent} */ (event).detail;
    if (!input.isConnected) return ear.removeEventListener("checked", hear);
    if (told.text !== input.value.trim().split(/\s+/).join(" ")) return;
    verdict.className = told.fault ? "verdict bad" : "verdict good";
    verdict.textContent = told.fault ? capital(told.fault) : say("position-good");
    const drawn = told.picture ? picture(told.picture) : null;
    drawn?.setAttribute("data-theme", document.documentElement.dataset.theme ?? "auto");
    drawn?.setAttribute("aria-hidden", "true");
    preview.replaceChildren(...(drawn ? [drawn] : []));
    judged(!told.fault);
  };
  ear.addEventListener("checked", hear);
  input.addEventListener("input", check);
  return { input, verdict, preview, check };
}

/**
 * The page on which no board is chosen yet.
 * @param {any} lobby
 * @param {(message: object) => void} send
 * @param {(text: string) => void} open
 * @param {EventTarget} ear
 */
export function start(lobby, send, open, ear) {
  const form = fresh(lobby, send);
  const go = h("button", { class: "main", type: "submit", id: "open", disabled: true }, say("open-position"));
  const text = checked("", send, ear, (good) => go.toggleAttribute("disabled", !good));
  const paste = h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); open(text.input.value); } },
    h("p", { class: "dim" }, say("paste-lead")), text.input, text.verdict, text.preview, h("p", { class: "row" }, go));
  const last = kept("board");
  return h("main", { id: "main", class: "lobby boards" },
    h("div", { class: "lead" }, h("h1", {}, say("boards-title")), h("p", { class: "dim" }, say("boards-lead")),
      last && h("p", {}, h("a", { href: `/board#${last}`, onclick: () => { setTimeout(() => location.reload()); } }, say("last-board")))),
    h("section", { "aria-labelledby": "fresh" }, h("h2", { id: "fresh" }, say("fresh-board")), form),
    h("section", { "aria-labelledby": "paste", class: "shelf" }, h("h2", { id: "paste" }, say("paste")), paste,
      lobby.boards.length > 0 && h("h2", {}, say("boards-beside")),
      lobby.boards.length > 0 && h("ul", { class: "tables" }, ...lobby.boards.slice(0, 50).map(row))));
}

/**
 * A board beside a real table, as a line.
 * @param {any} board
 */
export function row(board) {
  const day = new Date(board.when * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  return h("li", {}, h("a", { href: `/b/${board.board}` }, h("strong", {}, board.title),
    h("span", {}, say("beside-seat", { seat: board.seat + 1, seats: board.seats })),
    h("span", { class: "dim" }, `${say("entries-count", { count: board.entries })} · ${day}`)));
}

/**
 * The form for a fresh position.
 * @param {any} lobby
 * @param {(message: object) => void} send
 */
export function fresh(lobby, send) {
  /** @type {Game[]} */
  const games = lobby.games;
  let game = games.find((other) => other.name === kept("game")) ?? games[0];
  let how = kept("how") || "beside", seats = game.usual, seat = 0, names = "", seed = "";
  /** @type {Set<string>} */
  const rules = new Set();
  const form = h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    send({ do: "board-new", game: game.name, seats, rules: [...rules], how, seat, names, seed: Number(seed) || 0 });
  } });
  const draw = () => {
    const had = document.activeElement?.id;
    const count = Array.from({ length: game.most - game.least + 1 }, (_, at) => game.least + at);
    form.replaceChildren(...[
      h("fieldset", { class: "games" }, h("legend", {}, say("how")), ...["beside", "deal", "open"].map((kind) => h("label", { class: "pick" },
        h("input", { type: "radio", name: "how", id: `how-${kind}`, checked: how === kind, onchange: () => { how = kind; keep("how", how); draw(); } }),
        h("span", {}, h("strong", {}, say(`how-${kind}`)), h("small", {}, say(`how-${kind}-lead`)))))),
      h("fieldset", { class: "games" }, h("legend", {}, say("choose-game")), ...games.map((other) => h("label", { class: "pick" },
        h("input", { type: "radio", name: "game", id: `game-${other.name}`, checked: other === game, onchange: () => {
          game = other; seats = game.usual; seat = 0; rules.clear(); keep("game", game.name); draw();
        } }), h("span", {}, h("strong", {}, other.title))))),
      h("div", { class: "fields" },
        h("label", { class: "field" }, say("how-many"), h("select", { id: "seats", disabled: count.length < 2, onchange: (/** @type {Event} */ event) => {
          seats = Number(/** @type {HTMLSelectElement} */ (event.target).value); seat = Math.min(seat, seats - 1); draw();
        } }, ...count.map((number) => h("option", { value: number, selected: number === seats }, String(number))))),
        how === "beside" && h("label", { class: "field" }, say("your-seat"), h("select", { id: "seat", onchange: (/** @type {Event} */ event) => {
          seat = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        } }, ...Array.from({ length: seats }, (_, at) => h("option", { value: at, selected: at === seat }, say("seat-number", { number: at + 1 }))))),
        how === "beside" && h("label", { class: "field" }, say("names"), h("input", { id: "names", maxlength: 150, value: names, placeholder: say("names-example"),
          oninput: (/** @type {Event} */ event) => { names = /** @type {HTMLInputElement} */ (event.target).value; } })),
        how === "deal" && h("label", { class: "field" }, say("seed"), h("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{1,15}", value: seed, placeholder: say("seed-any"),
          oninput: (/** @type {Event} */ event) => { seed = /** @type {HTMLInputElement} */ (event.target).value; } }))),
      game.rules.length > 0 && h("details", { class: "as-list", open: rules.size > 0 }, h("summary", {}, say("rules")),
        h("p", { class: "dim" }, say("rules-usual")),
        h("div", { class: "words" }, ...game.rules.map(({ word, means }) => h("label", { class: "check" },
          h("input", { type: "checkbox", id: `rule-${word}`, checked: rules.has(word), onchange: () => { if (!rules.delete(word)) rules.add(word); } }),
          h("span", {}, h("strong", {}, word), " ", h("span", { class: "dim" }, means)))))),
      h("p", { class: "trouble", role: "alert" }),
      h("button", { class: "main", type: "submit", id: "begin" }, say(how === "deal" ? "deal" : "begin")),
    ].filter((part) => part !== false));
    if (had) document.getElementById(had)?.focus();
  };
  draw();
  return form;
}

/**
 * Change the position field by field, or as text; take it with a link.
 * @param {any} state
 * @param {(text: string) => void} open
 * @param {(message: object) => void} send
 * @param {EventTarget} ear
 */
export function edit(state, open, send, ear) {
  const go = button(say("open-position"), () => { box.close(); open(text.input.value); }, { class: "main", id: "open", disabled: true });
  const text = checked(state.text, send, ear, (good) => go.toggleAttribute("disabled", !good));
  const fields = h("div", { class: "fields edit" });
  const spread = () => fields.replaceChildren(...text.input.value.trim().split(/\s+/).slice(1).map((word, at) => {
    const named = /^([a-z]+)=(.*)$/.exec(word);
    const value = /** @type {HTMLInputElement} */ (h("input", { value: named ? named[2] : word, spellcheck: "false", autocapitalize: "off", oninput: () => {
      const words = text.input.value.trim().split(/\s+/);
      words[at + 1] = (named ? `${named[1]}=` : "") + value.value.replace(/\s+/g, "");
      text.input.value = words.join(" ");
      text.check();
    } }));
    return h("label", { class: "field" }, named ? named[1] : say("field-number", { number: at + 1 }), value);
  }));
  text.input.addEventListener("change", spread);
  spread();
  const link = `${location.origin}/board#${new URLSearchParams({ position: state.text })}`;
  const copy = button(say("copy-link"), async () => {
    try { await navigator.clipboard.writeText(link); copy.textContent = say("copied"); } catch { text.input.select(); }
  }, { id: "copy" });
  const box = dialog(say("change-position"), say("close"), h("p", { class: "dim" }, say("change-lead")), text.input, text.verdict,
    h("p", { class: "row" }, go, copy), text.preview, fields);
  text.check();
}
