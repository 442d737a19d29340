// The engine's lines beside a board.

import { button, h } from "./dom.js";
import { capital, say } from "./words.js";

/**
 * Reasons; those of the best move lie open.
 * @param {string[]} why
 * @param {boolean} open
 */
function reasons(why, open) {
  const list = h("ul", { class: "why" }, ...why.map((reason) => h("li", {}, capital(reason))));
  return open ? list : h("details", { class: "as-list" }, h("summary", {}, say("why")), list);
}

/**
 * The lines, the best first. A touch on a move of a line enters all moves up to it.
 * @param {any} state
 * @param {any} told
 * @param {boolean} on
 * @param {(tokens: string[]) => void} enter
 * @returns {HTMLElement[]}
 */
export function lines(state, told, on, enter) {
  if (!state || state.end) return [];
  if (!on) return [h("p", { class: "dim" }, say("engine-off"))];
  if (state.thinker === null) return [h("p", { class: "dim" }, say(state.whole || state.setup ? "lines-chance" : "lines-not-yours"))];
  if (!told) return [h("p", { class: "dim" }, say("lines-wait"))];
  if (!told.lines.length) return [h("p", { class: "dim" }, told.reason ? capital(told.reason) : say("lines-none"))];
  const who = state.names[told.seat];
  return [
    h("p", { class: "dim effort" }, say(told.done ? "lines-done" : "lines-run", { name: who, count: told.nodes.toLocaleString() })),
    h("ol", { class: "advice" }, ...told.lines.map((/** @type {any} */ line, /** @type {number} */ at) => h("li", { "data-key": line.token },
      h("p", { class: "row line" },
        button(capital(line.words), () => enter([line.token]), { class: at ? "move" : "move best" }),
        line.proven && h("span", { class: "tag" }, say("hint-proven"))),
      h("div", { class: "bar" }, h("meter", { min: 0, max: 1, value: line.value, "aria-label": line.verdict })),
      h("p", {}, line.verdict,
        at > 0 && h("span", { class: "dim" }, ` · ${line.loses < 0.05 ? say("hint-equal") : say("hint-loses", { points: line.loses })}`)),
      line.why.length > 0 && reasons(line.why, at === 0),
      line.then.length > 1 && h("p", { class: "then" }, h("span", { class: "dim" }, say("expected")),
        ...line.then.slice(1).map((/** @type {any} */ step, /** @type {number} */ number) =>
          button(step.words, () => enter(line.then.slice(0, number + 2).map((/** @type {any} */ other) => other.token)), { class: "quiet" })))))),
  ];
}
