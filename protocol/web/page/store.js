// What this browser keeps: keys, names, settings. A browser that keeps nothing still plays.

/** @param {string} name */
export function kept(name) {
  try { return localStorage.getItem(`herdmind.${name}`) ?? ""; } catch { return ""; }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try { localStorage.setItem(`herdmind.${name}`, value); } catch { /* private windows keep nothing */ }
}

/**
 * The tokens of this browser's tables.
 * @returns {Record<string, string>}
 */
export function tokens() {
  try { return JSON.parse(kept("tables") || "{}"); } catch { return {}; }
}

/**
 * @param {string} table
 * @param {string} token
 */
export function keepToken(table, token) {
  keep("tables", JSON.stringify({ ...tokens(), [table]: token }));
}
