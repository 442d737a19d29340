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
 * The seats at a table that people share this device for: the number and the token of each.
 * @param {string} table
 * @returns {[number, string][]}
 */
export function seatsHere(table) {
  try { return JSON.parse(kept("seats") || "{}")[table] ?? []; } catch { return []; }
}

/**
 * Keep the keys of somebody who made a table.
 * @param {{table: string, token: string, seats: [number, string][]}} made
 */
export function keepOwn(made) {
  keepToken(made.table, made.token);
  /** @type {Record<string, [number, string][]>} */
  let every = {};
  try { every = JSON.parse(kept("seats") || "{}"); } catch { /* begun anew */ }
  delete every[made.table];
  if (made.seats.length > 1) every[made.table] = made.seats;
  keep("seats", JSON.stringify(every));
}

/**
 * @param {string} table
 * @param {string} token
 */
export function keepToken(table, token) {
  keep("tables", JSON.stringify({ ...tokens(), [table]: token }));
}
