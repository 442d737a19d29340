// The curve of chances: one line for each seat, marks for mistakes, and the same as a table.

import { h } from "./dom.js";
import { capital, say } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const WIDE = 400, HIGH = 190, LEFT = 40, RIGHT = 30, TOP = 10, LOW = 26;

/** The dearest mistakes have signs in the curve, the others dots. */
const SIGNED = 8;

/** The sign of each grade. @type {Record<string, string>} */
export const SIGNS = { slip: "?!", mistake: "?", blunder: "??" };

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function s(name, attributes, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {number} chance */
export function percent(chance) {
  return `${Math.round(100 * chance)} %`;
}

export class Chart {
  /**
   * @param {any} review
   * @param {{moves: number, seats: string[]}} game
   * @param {(at: number) => void} jump
   */
  constructor(review, game, jump) {
    this.moves = Math.max(1, game.moves);
    const lines = game.seats.map((_, seat) => this.line(review.curve, seat));
    this.cursor = s("line", { class: "cursor", y1: TOP, y2: HIGH - LOW });
    const svg = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": this.words(review, game.seats) },
      ...[0, 0.5, 1].flatMap((chance) => [
        s("line", { class: chance === 0.5 ? "grid half" : "grid", x1: LEFT, x2: WIDE - RIGHT, y1: this.y(chance), y2: this.y(chance) }),
        s("text", { x: LEFT - 6, y: this.y(chance) + 3.5, "text-anchor": "end" }, percent(chance)),
      ]),
      s("text", { x: LEFT, y: HIGH - 8 }, say("chart-start")),
      s("text", { x: WIDE - RIGHT, y: HIGH - 8, "text-anchor": "end" }, say("chart-moves", { count: game.moves })),
      this.cursor, ...lines.flat(), ...this.ends(review.curve, game.seats.length), ...this.marks(review.verdicts));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const x = (/** @type {MouseEvent} */ (event).clientX - box.left) * WIDE / box.width;
      jump(Math.round((x - LEFT) / (WIDE - LEFT - RIGHT) * this.moves));
    });
    this.element = h("figure", { class: "curve" }, /** @type {any} */ (svg), this.legend(game.seats), this.table(review.curve, game.seats));
  }

  /** @param {number} at */
  x(at) {
    return LEFT + at / this.moves * (WIDE - LEFT - RIGHT);
  }

  /** @param {number} chance */
  y(chance) {
    return TOP + (1 - chance) * (HIGH - TOP - LOW);
  }

  /** @param {number} at */
  mark(at) {
    this.cursor.setAttribute("x1", String(this.x(at)));
    this.cursor.setAttribute("x2", String(this.x(at)));
  }

  /**
   * @param {{at: number, chances: (number | null)[]}[]} curve
   * @param {number} seat
   */
  known(curve, seat) {
    return curve.flatMap(({ at, chances }) => (chances[seat] === null ? [] : [{ at, chance: /** @type {number} */ (chances[seat]) }]));
  }

  /**
   * @param {any[]} curve
   * @param {number} seat
   */
  line(curve, seat) {
    const points = this.known(curve, seat).map(({ at, chance }) => `${this.x(at).toFixed(1)},${this.y(chance).toFixed(1)}`);
    return points.length ? [s("polyline", { class: `line seat-${seat % 10}`, points: points.join(" ") })] : [];
  }

  /**
   * The numbers of the seats at the right, moved apart.
   * @param {any[]} curve
   * @param {number} seats
   */
  ends(curve, seats) {
    const ends = Array.from({ length: seats }, (_, seat) => ({ seat, last: this.known(curve, seat).pop() }))
      .flatMap(({ seat, last }) => (last ? [{ seat, y: this.y(last.chance) }] : []))
      .sort((one, other) => one.y - other.y);
    const step = Math.min(12, (HIGH - TOP - LOW) / Math.max(1, ends.length - 1));
    for (let n = 1; n < ends.length; n++) ends[n].y = Math.max(ends[n].y, ends[n - 1].y + step);
    for (let n = ends.length - 1, floor = HIGH - LOW; n >= 0; n--, floor -= step) ends[n].y = Math.min(ends[n].y, floor);
    return ends.map(({ seat, y }) => s("text", { class: `end seat-${seat % 10}`, x: WIDE - RIGHT + 8, y: y + 4 }, String(seat + 1)));
  }

  /** @param {any[]} verdicts */
  marks(verdicts) {
    const wrong = verdicts.filter((verdict) => SIGNS[verdict.grade]).sort((one, other) => one.loss - other.loss);
    return wrong.map((verdict, n) => {
      const place = { class: `mark ${verdict.grade}`, transform: `translate(${this.x(verdict.at).toFixed(1)} ${this.y(verdict.chance).toFixed(1)})` };
      if (wrong.length - n > SIGNED) return s("g", place, s("circle", { r: 2.2 }));  // signs would hide the curve
      return s("g", place, s("circle", { r: 7.5 }), s("text", { y: 3.2, "text-anchor": "middle" }, SIGNS[verdict.grade]));
    });
  }

  /**
   * @param {any} review
   * @param {string[]} seats
   */
  words(review, seats) {
    const ends = seats.flatMap((name, seat) => {
      const points = this.known(review.curve, seat);
      return points.length ? [say("chart-from-to", { name, from: percent(points[0].chance), to: percent(points[points.length - 1].chance) })] : [];
    });
    return `${say("chart")}: ${ends.join("; ")}`;
  }

  /** @param {string[]} seats */
  legend(seats) {
    return h("ul", { class: "legend" }, ...seats.map((name, seat) => h("li", {},
      /** @type {any} */ (s("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" }, s("line", { class: `line seat-${seat % 10}`, x1: 0, x2: 26, y1: 5, y2: 5 }))),
      `${seat + 1} ${capital(name)}`)));
  }

  /**
   * @param {any[]} curve
   * @param {string[]} seats
   */
  table(curve, seats) {
    return h("details", { class: "values" }, h("summary", {}, say("chart-values")),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("chart-values") }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("chart-column")), ...seats.map((name) => h("th", { scope: "col" }, capital(name))))),
        h("tbody", {}, ...curve.map(({ at, chances }) => h("tr", {}, h("th", { scope: "row" }, String(at)),
          ...chances.map((/** @type {number | null} */ chance) => h("td", {}, chance === null ? "–" : percent(chance)))))))));
  }
}
