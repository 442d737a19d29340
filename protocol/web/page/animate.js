// Pictures that follow each other: what keeps its key moves from its old place to the new one.

const LONG = 420;
const STAGGER = 70;

/** Whether things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element} root */
function places(root) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const thing of root.querySelectorAll("[data-key]")) {
    found.set(/** @type {string} */ (thing.getAttribute("data-key")), thing.getBoundingClientRect());
  }
  return found;
}

/**
 * Put a new picture in the place of the old one, and let things move.
 * @param {Element} place
 * @param {SVGSVGElement} next
 * @returns {Promise<void>} done when they have come to rest
 */
export async function replacePicture(place, next) {
  const old = place.querySelector("svg");
  // a picture of another shape is laid out anew: nothing in it has moved
  const alike = old?.getAttribute("viewBox") === next.getAttribute("viewBox");
  const before = old && alike && moves() ? places(old) : null;
  if (old) old.replaceWith(next); else place.prepend(next);
  if (!before) return;
  /** @type {Animation[]} */
  const running = [];
  let late = 0;
  // all is measured before anything moves: one layout, not one for each thing
  const things = [...next.querySelectorAll("[data-key]")].map((thing) => ({
    thing: /** @type {SVGGraphicsElement} */ (thing),
    from: before.get(/** @type {string} */ (thing.getAttribute("data-key"))),
    to: thing.getBoundingClientRect(),
    ctm: /** @type {SVGGraphicsElement} */ (thing).getScreenCTM(),
  }));
  for (const { thing, from, to, ctm } of things) {
    if (!from) {
      running.push(thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: LONG / 2, easing: "ease-out" }));
      continue;
    }
    const dx = from.x + from.width / 2 - to.x - to.width / 2;
    const dy = from.y + from.height / 2 - to.y - to.height / 2;
    if (!ctm || Math.hypot(dx, dy) < 1.5) continue;
    const det = ctm.a * ctm.d - ctm.b * ctm.c || 1;
    const x = (ctm.d * dx - ctm.c * dy) / det, y = (ctm.a * dy - ctm.b * dx) / det;
    running.push(thing.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }],
      { duration: LONG, delay: Math.min(late++ * STAGGER, 600), easing: "cubic-bezier(.3,.7,.2,1)", fill: "backwards", composite: "add" }));
  }
  await Promise.allSettled(running.map((animation) => animation.finished));
}

/** Bring everything to rest. @param {Element} place */
export function settle(place) {
  for (const animation of place.getAnimations({ subtree: true })) animation.finish();
}
