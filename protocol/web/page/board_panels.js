// Panels of a board: whose view is shown, how it stands, what is believed, and the entries.

import { button, h } from "./dom.js";
import { capital, say } from "./words.js";

/**
 * Whose view the picture shows.
 * @param {any} state
 * @param {(seat: number) => void} see
 * @returns {HTMLElement[]}
 */
export function eyes(state, see) {
  if (!state.whole) return [h("h2", {}, say("one-view", { name: state.names[state.viewer] ?? "" }))];
  if (state.setup) return [h("h2", {}, say("seats"))];
  const choice = h("select", { id: "eyes", "aria-label": say("eyes"), onchange: (/** @type {Event} */ event) =>
    see(Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
  h("option", { value: -1, selected: state.eyes === null }, say("eyes-all")),
  ...state.names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
    h("option", { value: seat, selected: state.eyes === seat }, say("eyes-of", { name }))));
  return [h("h2", {}, say("eyes")), choice];
}

/**
 * How each seat stands.
 * @param {any} state
 */
export function standing(state) {
  return h("ul", { class: "people" }, ...state.names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
    h("li", { class: state.mover === seat ? "owes" : undefined },
      h("p", { class: "who" }, h("strong", {}, name), seat === state.viewer && h("span", { class: "dim" }, say("you")),
        state.mover === seat && h("span", { class: "doing" }, say("owes"))),
      state.tally[seat] && h("p", { class: "dim tally" }, state.tally[seat]))));
}

/**
 * What the view that is shown does not know.
 * @param {any} state
 * @returns {HTMLElement[]}
 */
export function beliefs(state) {
  return [h("h2", {}, say("beliefs")), h("ul", {}, ...state.beliefs.map((/** @type {string} */ text) => h("li", {}, capital(text))))];
}

/**
 * The entries; one goes to any of them.
 * @param {any} state
 * @param {(at: number) => void} go
 */
export function steps(state, go) {
  return h("ol", {}, h("li", {}, button(say("beginning"), () => go(0), { class: "quiet", "aria-current": state.at === 0 ? "step" : undefined })),
    ...state.entries.map((/** @type {any} */ entry, /** @type {number} */ at) => h("li", { class: at >= state.at ? "ahead" : undefined },
      button(entry.words ? capital(entry.words) : say("entry"), () => go(at + 1), { class: "quiet", "aria-current": state.at === at + 1 ? "step" : undefined }))));
}
