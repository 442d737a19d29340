// A move put together part by part, by narrowing the legal moves. It knows no game.

/**
 * @typedef {{part: string, value: string | number, at: string | null, words: string}} Part
 * @typedef {{token: string, words: string, parts: Part[]}} Move
 */

/**
 * @param {Part} one
 * @param {Part} other
 */
function same(one, other) {
  return one.part === other.part && one.value === other.value;
}

export class Composition {
  /** @param {Move[]} moves */
  constructor(moves) {
    this.moves = moves;
    /** @type {Part[]} */
    this.parts = [];
    /** Whether the player has said that a move ends here though others go on. @type {boolean} */
    this.ended = false;
  }

  /** The moves that begin with the parts chosen. */
  get left() {
    return this.moves.filter((move) => this.parts.every((part, at) => move.parts[at] && same(move.parts[at], part)));
  }

  /** The next parts to choose from, each once. @returns {Part[]} */
  get options() {
    /** @type {Part[]} */
    const found = [];
    if (this.move) return found;
    for (const move of this.left) {
      const next = move.parts[this.parts.length];
      if (next && !found.some((part) => same(part, next))) found.push(next);
    }
    return found;
  }

  /** The move that is chosen, once nothing is left to choose. @returns {Move | null} */
  get move() {
    const left = this.left;
    if (this.ended) return this.ending;
    return left.length === 1 && this.parts.length ? left[0] : null;
  }

  /** The move that would end with the parts chosen, while others go on. @returns {Move | null} */
  get ending() {
    return this.left.find((move) => move.parts.length === this.parts.length) ?? null;
  }

  /**
   * Choose a part; parts without a choice follow by themselves.
   * @param {Part} part
   */
  choose(part) {
    this.parts.push(part);
    while (!this.move && !this.ending) {
      const options = this.options;
      if (options.length !== 1) break;
      this.parts.push(options[0]);
    }
  }

  end() {
    this.ended = true;
  }

  /** Take the last choice back, and what followed it by itself. */
  back() {
    this.ended = false;
    do this.parts.pop(); while (this.parts.length && !this.move && this.options.length < 2 && !this.ending);
  }

  clear() {
    this.parts = [];
    this.ended = false;
  }

  /**
   * Choose a whole move.
   * @param {string} token
   */
  take(token) {
    const move = this.moves.find((other) => other.token === token);
    if (move) {
      this.parts = [...move.parts];
      this.ended = this.left.length > 1;
    }
  }

  /** The anchors of all that can be chosen next. */
  get anchors() {
    return new Set(this.options.map((part) => part.at).filter((at) => at !== null));
  }

  /** The anchors of what has been chosen. */
  get marked() {
    return new Set((this.move?.parts ?? this.parts).map((part) => part.at).filter((at) => at !== null));
  }
}
