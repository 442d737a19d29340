// What is asked for on a board, and what can be entered.

import { button, h } from "./dom.js";
import { capital, say } from "./words.js";

/**
 * @typedef {import("./compose.js").Part} Part
 * @typedef {import("./compose.js").Composition} Composition
 */

/**
 * What tells choices apart: numbers where all are numbers, otherwise their words without what all begin and end with.
 * @param {Part[]} parts
 * @returns {string[]}
 */
export function labels(parts) {
  if (parts.length > 1 && parts.every((part) => /^\d+$/.test(String(part.value)) && part.words.includes(String(part.value)))) {
    return parts.map((part) => String(part.value));
  }
  const words = parts.map((part) => part.words.split(" "));
  if (words.length < 2) return parts.map((part) => capital(part.words));
  const least = Math.min(...words.map((list) => list.length)) - 1;
  let head = 0, tail = 0;
  while (head < least && words.every((list) => list[head] === words[0][head])) head++;
  while (tail < least - head && words.every((list) => list.at(-1 - tail) === words[0].at(-1 - tail))) tail++;
  return words.map((list) => capital(list.slice(head, list.length - tail).join(" ")));
}

/**
 * Buttons for parts.
 * @param {Part[]} parts
 * @param {(part: Part) => void} choose
 */
function options(parts, choose) {
  const short = labels(parts);
  const numbers = short.every((label) => label.length < 4) && parts.length > 4;
  return h("div", { class: numbers ? "options keypad" : "options" }, ...parts.map((part, at) =>
    button(short[at], () => choose(part), { class: "option", "aria-label": short[at] === part.words ? undefined : part.words })));
}

/**
 * What is to be entered now.
 * @param {any} state
 * @param {Composition} composition
 * @param {{choose: (part: Part) => void, back: () => void, end: () => void, enter: (token: string) => void, draw: () => void,
 *   touched: string | null, there: Set<string | null>}} acts
 * @returns {HTMLElement[]}
 */
export function asked(state, composition, acts) {
  if (state.end) {
    return [h("h2", {}, say("over")), h("ol", { class: "ranks" }, ...state.names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
      h("li", {}, say("board-rank", { place: state.end.ranks[seat], name, score: state.end.scores[seat] }))))];
  }
  const next = composition.options.filter((part) => acts.touched === null || part.at === acts.touched);
  const bare = next.filter((part) => acts.touched !== null || part.at === null || !acts.there.has(part.at));
  const drawn = next.length > bare.length;
  const chosen = composition.parts.map((part) => part.words).join(", ");
  return [
    h("h2", {}, capital(state.asks)),
    composition.parts.length > 0 && h("p", {}, capital(chosen)),
    drawn && h("p", { class: "dim" }, say(bare.length ? "touch-or-list" : "touch-it")),
    bare.length > 0 && options(bare, acts.choose),
    state.more > 0 && h("p", { class: "dim" }, say("more-by-typing", { count: state.more })),
    drawn && h("details", { class: "as-list" }, h("summary", {}, say("as-list", { count: next.length - bare.length })),
      options(next.filter((part) => !bare.includes(part)), acts.choose)),
    (composition.parts.length > 0 || (state.phase === "chance" && state.whole)) && h("p", { class: "row" },
      composition.ending && composition.parts.length > 0 && button(say("end-here"), acts.end, { class: "main", id: "end" }),
      composition.parts.length > 0 && button(say("step-back"), acts.back),
      state.phase === "chance" && state.whole && composition.parts.length === 0 && button(say("draw"), acts.draw, { id: "draw" })),
  ].filter((part) => part instanceof HTMLElement);
}

/**
 * A set-up that is being entered: what has been told so far.
 * @param {any} state
 */
export function setUp(state) {
  const told = state.entries.slice(0, state.at).filter((/** @type {any} */ entry) => entry.words);
  return h("section", { class: "panel" }, h("h2", {}, say("set-up")), h("p", { class: "dim" }, say(state.whole ? "set-up-whole" : "set-up-lead")),
    h("dl", {}, ...told.map((/** @type {any} */ entry) => h("div", {}, h("dt", {}, capital(entry.asks || say("entry"))), h("dd", {}, capital(entry.words)))),
      h("div", { class: "next" }, h("dt", {}, capital(state.asks)), h("dd", {}, "?"))));
}
