// Panels that change while people use them: what stays the same thing stays the same element.

import { actsOf } from "./dom.js";

/**
 * Bring the children of a place to a new content. Elements that stay take on what is new of it, so that the focus, an
 * opened list, and a press that has begun outlast the change. A button with other words is another thing.
 * @param {Element} place
 * @param {Iterable<Node | string | null | undefined | false>} content
 */
export function renew(place, content) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  patch(place, [...content].flatMap((part) => !part && part !== "" ? [] : [typeof part === "string" ? new Text(part) : part]));
  if (focused !== document.activeElement && place.contains(focused)) focused?.focus({ preventScroll: true });
}

/**
 * Whether one node can become the other. Nodes with a `data-key` are told by it.
 * @param {Node} old
 * @param {Node} now
 */
function alike(old, now) {
  if (old === now) return true;
  if (!(old instanceof Element) || !(now instanceof Element)) return old.nodeType === now.nodeType && old instanceof Text;
  if (old.localName !== now.localName || old.id !== now.id) return false;
  if (old.getAttribute("data-key") !== now.getAttribute("data-key")) return false;
  return !(old instanceof HTMLButtonElement) || old.textContent === now.textContent;
}

/**
 * @param {Element} place
 * @param {Node[]} content
 */
function patch(place, content) {
  const left = new Set(place.childNodes);
  for (const [index, node] of content.entries()) {
    const at = place.childNodes[index] ?? null;
    const keyed = node instanceof Element && node.hasAttribute("data-key");
    const found = left.has(/** @type {ChildNode} */ (node)) ? node
      : keyed ? [...left].find((old) => alike(old, node)) : at && left.has(at) && alike(at, node) ? at : null;
    const kept = found ?? node;
    left.delete(/** @type {ChildNode} */ (kept));
    if (kept !== node) become(kept, node);
    if (kept !== at) place.insertBefore(kept, at);
  }
  for (const node of left) node.remove();
}

/**
 * Take on the text, attributes, acts and children of another node that is alike.
 * @param {Node} old
 * @param {Node} now
 */
function become(old, now) {
  if (!(old instanceof Element) || !(now instanceof Element)) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !(name === "open" && old.localName === "details")) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const acts = actsOf(now);
  for (const name of Object.keys({ ...actsOf(old), ...acts })) Reflect.set(old, name, acts[name] ?? null);
  actsOf(old, acts);
  patch(old, [...now.childNodes]);
}
