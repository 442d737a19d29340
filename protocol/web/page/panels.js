// The panels beside the picture: what to do, the story, advice, the end, the rules.

import { button, dialog, h } from "./dom.js";
import { capital, list, say } from "./words.js";

/** @typedef {import("./compose.js").Composition} Composition */

/**
 * What the player has to do now.
 * @param {any} state
 * @param {Composition} composition
 * @param {{choose: (part: import("./compose.js").Part) => void, confirm: () => void, back: () => void, clear: () => void,
 *   end: () => void, send: (message: object) => void, touched: string | null}} acts
 */
export function todo(state, composition, acts) {
  if (state.end) return over(state, acts.send);
  if (state.chosen !== null && state.seat !== null) {
    return [h("h2", {}, say("chosen-wait", { names: list(waiting(state)) })),
      h("p", { class: "row" }, button(say("change-mind"), () => acts.send({ do: "back" }), { id: "change" }))];
  }
  if (!state.moves.length) return [h("h2", {}, idle(state))];
  const move = composition.move;
  if (move) {
    return [h("h2", {}, capital(move.words)),
      h("p", { class: "row" }, button(say("confirm"), acts.confirm, { class: "main", id: "confirm" }),
        button(say("cancel"), acts.clear, { id: "cancel" }))];
  }
  const options = composition.options.filter((part) => acts.touched === null || part.at === acts.touched);
  const bare = options.filter((part) => part.at === null || acts.touched !== null || !state.picture);
  const drawn = options.filter((part) => !bare.includes(part));
  /** @param {import("./compose.js").Part} part */
  const pick = (part) => button(capital(part.words), () => acts.choose(part), { class: "option" });
  return [
    h("h2", {}, composition.parts.length ? capital(composition.parts.map((part) => part.words).join(", ")) : say("your-turn")),
    drawn.length > 0 && h("p", { class: "dim" }, say(bare.length ? "touch-or-list" : "touch-it")),
    bare.length > 0 && h("div", { class: "options" }, ...bare.map(pick)),
    composition.ending && composition.parts.length > 0 && h("p", { class: "row" }, button(say("end-here"), acts.end, { class: "main", id: "end" })),
    drawn.length > 0 && h("details", { class: "as-list" }, h("summary", {}, say("as-list", { count: drawn.length })),
      h("div", { class: "options" }, ...drawn.map(pick))),
    composition.parts.length > 0 && h("p", { class: "row" }, button(say("step-back"), acts.back, { id: "back" })),
  ].filter((part) => part !== false && part !== null);
}

/** @param {any} state */
function waiting(state) {
  return state.chairs.filter((/** @type {any} */ chair) => chair.owes && !chair.chosen).map((/** @type {any} */ chair) => chair.name);
}

/** @param {any} state */
function idle(state) {
  if (state.chairs.some((/** @type {any} */ chair) => chair.kind === "open")) return say("waits-people");
  const thinks = state.chairs.find((/** @type {any} */ chair) => chair.thinks);
  if (thinks) return say("thinks", { name: thinks.name });
  return say("waits-for", { names: list(waiting(state)) });
}

/**
 * The end of the game.
 * @param {any} state
 * @param {(message: object) => void} send
 */
function over(state, send) {
  const ranks = /** @type {number[]} */ (state.end.ranks);
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [state.chairs[seat].name] : []));
  const mine = state.seat === null || state.shared ? 0 : ranks[state.seat];
  const result = mine === 1 ? say(first.length > 1 ? "won-shared" : "won")
    : mine ? `${say("placed", { place: mine, count: ranks.length })} ${say("winner", { names: list(first) })}`
      : say("winner", { names: list(first) });
  return [h("h2", {}, say("over")), h("p", { class: "result" }, result),
    h("p", { class: "row" }, h("a", { class: "button main", href: "/" }, say("again")),
      h("a", { class: "button", id: "replay", href: `/replay#table=${state.table}` }, say("replay-review")),
      button(say("save-game"), () => send({ do: "record" }), { id: "save" }))];
}

/**
 * A wish to take back.
 * @param {any} state
 * @param {(message: object) => void} send
 */
export function wish(state, send) {
  if (!state.wish) return null;
  const asks = state.chairs[state.wish.seat].name;
  if (state.seat === null || state.wish.agreed.includes(state.seat)) return h("p", {}, say("undo-waiting"));
  return h("div", {}, h("p", {}, say("undo-asked", { name: asks })), h("p", { class: "row" },
    button(say("agree"), () => send({ do: "answer", yes: true }), { class: "main" }),
    button(say("decline"), () => send({ do: "answer", yes: false }))));
}

/**
 * Add to the story what is new.
 * @param {HTMLElement} place
 * @param {{from: number, events: {seat: number | null, words: string, follows: boolean}[]}} story
 */
export function tell(place, story) {
  while (place.children.length > story.from) place.lastElementChild?.remove();
  for (const event of story.events) {
    place.append(h("li", { class: event.follows ? "follows" : undefined }, capital(event.words)));
  }
  const box = place.parentElement;
  if (box) box.scrollTop = box.scrollHeight;
}

/**
 * Advice: the best moves with their values and reasons.
 * @param {any} hint
 * @param {(token: string) => void} take
 */
export function advice(hint, take) {
  return h("ol", { class: "advice" }, ...hint.lines.map((/** @type {any} */ line, /** @type {number} */ at) =>
    h("li", {},
      h("p", {}, h("strong", {}, capital(line.words))),
      h("div", { class: "bar" }, h("meter", { min: 0, max: 1, value: line.value, "aria-label": line.verdict })),
      h("p", {}, line.verdict, line.proven && h("span", { class: "tag" }, say("hint-proven")),
        at > 0 && h("span", { class: "dim" }, ` · ${line.loses < 0.05 ? say("hint-equal") : say("hint-loses", { points: line.loses })}`)),
      line.why.length > 0 && h("ul", { class: "why" }, ...line.why.map((/** @type {string} */ reason) => h("li", {}, capital(reason)))),
      h("p", { class: "row" }, button(say("hint-take"), () => take(line.token), { class: "quiet" })))));
}

/**
 * Text in which the terms that are on the table lead there, each from its first place.
 * @param {string} text
 * @param {RegExp} known
 * @param {(term: string) => void} lead
 */
function linked(text, known, lead) {
  /** @type {(Node | string)[]} */
  const out = [];
  /** @type {Set<string>} */
  const seen = new Set();
  let at = 0;
  for (const hit of text.matchAll(known)) {
    const term = hit[1].toLowerCase();
    if (seen.has(term)) continue;
    seen.add(term);
    out.push(text.slice(at, hit.index), button(hit[0], () => lead(term), { class: "term", title: say("show-on-table") }));
    at = hit.index + hit[0].length;
  }
  return [...out, text.slice(at)];
}

/**
 * The rules of a game. A term that is on the table leads there.
 * @param {string} title
 * @param {string[]} paragraphs
 * @param {Set<string>} terms
 * @param {(term: string) => void} point
 */
export function primer(title, paragraphs, terms, point) {
  const known = new RegExp(`\\b(${[...terms].join("|") || "(?!)"})s?\\b`, "gi");
  /** @param {string} term */
  const lead = (term) => { box.close(); point(term); };
  const box = dialog(`${title}: ${say("primer")}`, say("close"), h("div", { class: "primer" }, ...paragraphs.map((text) =>
    text.startsWith("  ") ? h("p", { class: "item" }, ...linked(text.trim(), known, lead))
      : text.endsWith(":") ? h("h3", {}, text.slice(0, -1)) : h("p", {}, ...linked(text, known, lead)))));
}
