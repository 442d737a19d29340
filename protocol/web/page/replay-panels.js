// The panels beside a replay: the judgement, the players, the story, the list of a file's games.

import { button, h } from "./dom.js";
import { Chart, SIGNS, percent } from "./replay-chart.js";
import { capital, say } from "./words.js";

/** Milliseconds for each decision. */
const EFFORTS = [200, 1000, 5000];

/** @param {string} grade */
function graded(grade) {
  /** @type {Record<string, string>} */
  const words = {
    only: say("grade-only"), best: say("grade-best"), good: say("grade-good"),
    slip: say("grade-slip"), mistake: say("grade-mistake"), blunder: say("grade-blunder"),
  };
  return words[grade];
}

/** @param {string} grade */
function sign(grade) {
  return SIGNS[grade] ? h("span", { class: `sign ${grade}`, "aria-hidden": "true" }, SIGNS[grade]) : null;
}

/** @param {any} progress */
function howFar(progress) {
  return progress.of ? say("judge-progress", { done: progress.done, of: progress.of, when: progress.when }) : say("judge-waits");
}

/**
 * What asks for a judgement, or tells how far it is.
 * @param {any} progress
 * @param {any} review
 * @param {{judge: (ms: number) => void, stop: () => void}} acts
 */
export function asking(progress, review, acts) {
  if (progress) {
    return [h("progress", { max: progress.of || 1, value: progress.of ? progress.done : undefined, "aria-label": say("judge-runs-label") }),
      h("p", { class: "row" }, h("span", { class: "dim grow" }, howFar(progress)), button(say("judge-stop"), acts.stop, { id: "stop" }))];
  }
  const select = h("select", { id: "effort", "aria-label": say("judge-effort") },
    ...EFFORTS.map((ms) => h("option", { value: ms, selected: ms === 1000 }, say("judge-seconds", { seconds: ms / 1000 }))));
  /** @param {Event} event */
  const effort = (event) => {  // of the list beside the button, which may be an older one than `select`
    const beside = /** @type {Element} */ (event.currentTarget).parentElement?.querySelector("select");
    return Number(beside?.value);
  };
  const lead = review ? null : h("p", { class: "dim" }, say("judge-lead"));
  return [lead, review && !review.whole ? h("p", { class: "note" }, say("judge-part", { done: review.judged, of: review.decisions })) : null,
    h("p", { class: "row ask" }, select, button(review ? say("judge-again") : say("judge"), (event) => acts.judge(effort(event)), { class: review ? "" : "main", id: "judge" }))];
}

/**
 * The review: the curve, each player's sums, and the mistakes.
 * @param {any} review
 * @param {any} game
 * @param {(at: number) => void} jump
 */
export function reviewed(review, game, jump) {
  if (review.nothing) return { chart: null, content: [h("p", {}, review.nothing)] };
  const chart = new Chart(review, { moves: game.moves, seats: game.acts }, jump);
  const wrong = review.verdicts.filter((/** @type {any} */ verdict) => SIGNS[verdict.grade]);
  const content = [
    chart.element,
    h("h3", {}, say("mistakes")),
    wrong.length ? h("ol", { class: "mistakes", tabindex: 0, "aria-label": say("mistakes") }, ...wrong.map((/** @type {any} */ verdict) => h("li", {},
      button("", () => jump(verdict.at), { class: "line-button", "data-at": verdict.at })))) : h("p", { class: "dim" }, say("mistakes-none")),
    sums(review, game),
    h("details", {}, h("summary", {}, say("judge-notes")),
      ...[`${capital(review.viewpoint)}.`, ...review.notes].map((note) => h("p", { class: "dim" }, note))),
  ];
  const rows = content[2].querySelectorAll("button");
  wrong.forEach((/** @type {any} */ verdict, /** @type {number} */ n) => rows[n].append(
    /** @type {Node} */ (sign(verdict.grade)), h("span", { class: "grow" }, h("strong", {}, capital(game.acts[verdict.seat])), ` ${verdict.when}`),
    h("span", { class: "dim" }, say("mistake-cost", { word: graded(verdict.grade), cost: verdict.cost }))));
  return { chart, content };
}

/**
 * @param {any} review
 * @param {any} game
 */
function sums(review, game) {
  const head = [say("player"), say("slips"), say("mistakes"), say("blunders"), say("cost-sum")];
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("player-sums") }, h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, ...review.players.map((/** @type {any} */ row) => h("tr", {}, h("th", { scope: "row" }, capital(game.acts[row.seat])),
      ...[row.slips, row.mistakes, row.blunders, row.cost].map((number) => h("td", {}, String(number))))))));
}

/**
 * The judgements of the decisions that are due at a step.
 * @param {any[]} verdicts
 * @param {any} game
 */
export function decisions(verdicts, game) {
  return verdicts.map((verdict) => {
    const wrong = Boolean(SIGNS[verdict.grade]);
    const who = capital(game.acts[verdict.seat]);
    return h("article", { class: `verdict ${wrong ? verdict.grade : "fine"}` },
      h("h3", {}, sign(verdict.grade), `${who}: ${graded(verdict.grade)}`),
      h("p", {}, h("span", { class: "dim" }, `${say("verdict-played")} `), capital(verdict.played), verdict.worth && h("span", { class: "dim" }, ` (${verdict.worth})`)),
      verdict.best !== verdict.played && h("p", {}, h("span", { class: "dim" }, `${say("verdict-best")} `), h("strong", {}, capital(verdict.best)),
        h("span", { class: "dim" }, ` (${verdict.best_worth})`)),
      verdict.lesson && h("p", { class: "dim" }, verdict.lesson),
      wrong && h("p", {}, `${say("verdict-cost", { cost: verdict.cost })} ${verdict.sums}`),
      wrong && verdict.reasons.length > 0 && h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("verdict-reasons") }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("verdict-expected")), h("th", { scope: "col" }, say("verdict-after-played")), h("th", { scope: "col" }, say("verdict-after-best")))),
        h("tbody", {}, ...verdict.reasons.map((/** @type {string[]} */ [label, played, best]) =>
          h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, played), h("td", {}, best)))))),
      wrong && verdict.line.length > 0 && line(say("verdict-line"), verdict.line),
      wrong && verdict.best_line.length > 0 && line(say("verdict-best-line"), verdict.best_line));
  });
}

/**
 * @param {string} title
 * @param {string[]} words
 */
function line(title, words) {
  return h("details", {}, h("summary", {}, title), h("ol", { class: "expected" }, ...words.map((text) => h("li", {}, capital(text)))));
}

/**
 * The players with their scores at a step.
 * @param {any} game
 * @param {any} sight
 * @param {any} step
 * @param {boolean} last
 */
export function players(game, sight, step, last) {
  return h("ul", { class: "people" }, ...game.players.map((/** @type {string} */ name, /** @type {number} */ seat) => {
    const acts = capital(game.acts[seat] ?? name);
    const own = /\((.*)\)$/.exec(name)?.[1] ?? "";
    return h("li", { class: step.turn.includes(seat) ? "owes" : undefined },
      h("p", { class: "who" }, h("strong", {}, acts), own && own.toLowerCase() !== acts.toLowerCase() && h("span", { class: "dim" }, own),
        last && game.ranks.length > 0 ? h("span", { class: "doing done" }, say("replay-place", { place: game.ranks[seat] }))
          : step.turn.includes(seat) && h("span", { class: "doing" }, say("owes"))),
      sight?.tally[seat] && h("p", { class: "tally dim" }, sight.tally[seat]));
  }));
}

/**
 * The story of all steps; each leads to its step.
 * @param {any[][]} steps
 * @param {(step: number) => void} go
 */
export function story(steps, go) {
  return steps.flatMap((events, step) => (events.length ? [h("li", { "data-step": step },
    h("button", { type: "button", class: "told", tabindex: -1, onclick: () => go(step) },
      ...events.map((event) => h("span", { class: event.follows ? "follows" : undefined }, capital(event.words)))))] : []));
}

/**
 * A row of the list of games.
 * @param {any} row
 * @param {string} address
 */
export function gameRow(row, address) {
  const names = row.names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
    (row.ranks.length ? say("replay-seat-placed", { name, place: row.ranks[seat], score: row.scores[seat] ?? "" }) : name));
  return h("li", {}, h("a", { href: address }, h("strong", {}, say("replay-game-number", { number: row.number })),
    h("span", {}, names.join(" · ")), h("span", { class: "dim" }, `${say("replay-moves", { count: row.moves })}, ${row.end}`)));
}

/** @param {any[]} rows */
export function standings(rows) {
  const head = [say("player"), say("standings-seats"), say("standings-firsts"), say("standings-share"), say("standings-score")];
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("standings") }, h("table", { class: "sums" },
    h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name),
      ...[row.seats, row.firsts, percent(row.share), row.score].map((value) => h("td", {}, String(value))))))));
}
