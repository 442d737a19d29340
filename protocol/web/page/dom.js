// Elements, made and found.

/** @type {WeakMap<Element, Record<string, any>>} */
const acts = new WeakMap();

/**
 * The listeners that an element was made with (`onclick` and the like), or those that it has from now on.
 * @param {Element} element
 * @param {Record<string, any>} [now]
 */
export function actsOf(element, now) {
  if (now) acts.set(element, now);
  return acts.get(element) ?? {};
}

/**
 * An element with attributes and children. `on...` attributes are listeners, set as properties; `undefined` and `false` are left out.
 * Texts become text nodes, never markup.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on")) {
      Reflect.set(element, key, value);
      acts.set(element, { ...actsOf(element), [key]: value });
    } else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: Event) => void} act
 * @param {Record<string, any>} [attributes]
 */
export function button(text, act, attributes = {}) {
  return /** @type {HTMLButtonElement} */ (h("button", { type: "button", onclick: act, ...attributes }, text));
}

/**
 * SVG text as an element of this document, without anything that could run.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  for (const bad of parsed.querySelectorAll("script, foreignObject")) bad.remove();
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * Say something to people who listen.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("says");
  if (place) place.textContent = text;
}

/**
 * Open a dialog that closes by its button, by Escape, and by a touch beside it.
 * @param {string} title
 * @param {string} close
 * @param {...Node} content
 */
export function dialog(title, close, ...content) {
  const box = /** @type {HTMLDialogElement} */ (
    h("dialog", { "aria-label": title },
      h("div", { class: "sheet" },
        h("header", {}, h("h2", {}, title), button(close, () => box.close(), { class: "quiet" })),
        h("div", { class: "sheet-body", role: "region", "aria-label": title, tabindex: 0 }, ...content))));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
