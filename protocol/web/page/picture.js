// The picture of the table: what can be chosen lights up, and is touched or reached by keys.

import { picture } from "./dom.js";
import { replacePicture, settle } from "./animate.js";
import { say } from "./words.js";

/**
 * Draw a ring around a thing: around its box, for its own shape may be anything.
 * @param {SVGGraphicsElement} thing
 * @param {string} kind
 */
function ring(thing, kind) {
  let inner = thing;  // what turns its content turns the ring too
  while (inner.children.length === 1 && inner.firstElementChild instanceof SVGGElement && !inner.firstElementChild.dataset.at) {
    inner = inner.firstElementChild;
  }
  const box = inner.getBBox();
  const halo = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const sizes = { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2, rx: 7 };
  for (const [name, value] of Object.entries(sizes)) halo.setAttribute(name, String(value));
  halo.setAttribute("class", kind);
  inner.append(halo);
}

export class Picture {
  /**
   * @param {HTMLElement} place
   * @param {(at: string) => void} touch
   */
  constructor(place, touch) {
    this.place = place;
    this.touch = touch;
    this.text = "";
    /** @type {Set<string>} */
    this.lit = new Set();
    /** The thing that has the focus, or had it when it went out or was drawn anew. @type {string | null} */
    this.held = null;
    document.addEventListener("focusin", (event) => {
      const on = /** @type {Element} */ (event.target);
      this.held = place.contains(on) ? on.getAttribute("data-at") : null;
    });
    document.addEventListener("pointerdown", () => { this.held = null; });
    place.addEventListener("click", (event) => {
      const at = this.anchor(/** @type {Element} */ (event.target));
      if (at) touch(at);
    });
    place.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Show a picture; resolves when everything has come to rest.
   * @param {string} text
   */
  async show(text) {
    if (text === this.text) return;
    this.text = text;
    const next = picture(text);
    if (!next) return;
    next.setAttribute("data-theme", document.documentElement.dataset.theme ?? "auto");
    // what a thing is called stands in its label; the lettering on it would be read once more
    for (const text of next.querySelectorAll("[data-at] text")) text.setAttribute("aria-hidden", "true");
    await replacePicture(this.place, next);
  }

  settle() {
    settle(this.place);
  }

  /**
   * Light up what can be chosen, and mark what has been.
   * @param {Set<string>} lit
   * @param {Set<string>} marked
   */
  light(lit, marked) {
    this.lit = lit;
    this.place.classList.toggle("choosing", lit.size > 0);
    for (const halo of this.place.querySelectorAll(".halo")) halo.remove();
    for (const thing of this.place.querySelectorAll("[data-at]")) {
      const at = thing.getAttribute("data-at") ?? "";
      thing.classList.toggle("lit", lit.has(at));
      thing.classList.toggle("marked", marked.has(at));
      if (lit.has(at) || marked.has(at)) ring(/** @type {SVGGraphicsElement} */ (thing), marked.has(at) ? "halo mark" : "halo");
      const words = thing.getAttribute("data-words") ?? thing.getAttribute("aria-label") ?? at;
      thing.setAttribute("data-words", words);
      if (lit.has(at)) {
        thing.setAttribute("tabindex", "0");
        thing.setAttribute("role", "button");
        thing.setAttribute("aria-label", say("legal-mark", { words }));
        if (at === this.held) /** @type {SVGElement} */ (thing).focus({ preventScroll: true });
      } else if (thing.hasAttribute("tabindex")) {
        thing.removeAttribute("tabindex");
        thing.setAttribute("role", "img");
        thing.setAttribute("aria-label", words);
      }
    }
  }

  /** The words in the anchors of the picture: what a term of the rules may point at. */
  terms() {
    /** @type {Set<string>} */
    const words = new Set();
    for (const thing of this.place.querySelectorAll("[data-at]")) {
      for (const word of (thing.getAttribute("data-at") ?? "").split(".")) if (/^[a-z]{3,}$/.test(word)) words.add(word);
    }
    return words;
  }

  /**
   * Point at everything of a kind for a while.
   * @param {string} term
   */
  point(term) {
    const things = [...this.place.querySelectorAll("[data-at]")]
      .filter((thing) => (thing.getAttribute("data-at") ?? "").split(".").includes(term));
    things[0]?.scrollIntoView({ block: "center" });
    for (const thing of things) ring(/** @type {SVGGraphicsElement} */ (thing), "halo mark pointed");
    setTimeout(() => { for (const halo of this.place.querySelectorAll(".pointed")) halo.remove(); }, 3500);
  }

  /**
   * The lit anchor at or around an element.
   * @param {Element | null} thing
   */
  anchor(thing) {
    for (let at = thing?.closest("[data-at]"); at; at = at.parentElement?.closest("[data-at]")) {
      const name = at.getAttribute("data-at") ?? "";
      if (this.lit.has(name)) return name;
    }
    return null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = /** @type {Element} */ (event.target).closest(".lit");
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const at = this.anchor(here);
      if (at) this.touch(at);
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const from = here.getBoundingClientRect();
    /** @type {{thing: Element | null, far: number}} */
    let best = { thing: null, far: Infinity };
    for (const thing of this.place.querySelectorAll(".lit")) {
      if (thing === here) continue;
      const to = thing.getBoundingClientRect();
      const x = to.x + to.width / 2 - from.x - from.width / 2, y = to.y + to.height / 2 - from.y - from.height / 2;
      const ahead = x * way[0] + y * way[1], aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      if (ahead > 1 && ahead + 2 * aside < best.far) best = { thing, far: ahead + 2 * aside };
    }
    /** @type {SVGElement | null} */ (best.thing)?.focus();
  }
}
