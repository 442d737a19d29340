// Sentences of the catalogue, filled in.

import { WORDS } from "./words.en.js";

/**
 * The sentence of a key; its braces are filled from `values`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const sentence = WORDS[key];
  if (sentence === undefined) throw new Error(`no sentence ${key}`);
  return sentence.replace(/\{([a-z]+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Whether there is a sentence of this key.
 * @param {string} key
 */
export function hasSentence(key) {
  return key in WORDS;
}

/**
 * Names as a list in words.
 * @param {string[]} names
 */
export function list(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${say("and")} ${names[names.length - 1]}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
