#!/usr/bin/env node
// A 6 nimmt! player in JavaScript, without dependencies. It speaks Herdmind's protocol on stdin and stdout,
// so it sits in matches and tournaments like any engine:
//
//     herdmind match nimmt "cmd:movetime=100:node bot.mjs" greedy --rules round --seats 4
//
// The referee sends what this seat sees (`position fen nimmt/1 view=2 ...`) and asks for a move (`go`).

import { createInterface } from "node:readline";

const EDITION = "nimmt/1";
let view = null; // the fields of the last position

const heads = (card) => (card === 55 ? 7 : card % 11 === 0 ? 5 : card % 10 === 0 ? 3 : card % 5 === 0 ? 2 : 1);
const total = (cards) => cards.reduce((sum, card) => sum + heads(card), 0);
const cardsOf = (text) => (text === "-" || text.startsWith("?") ? [] : text.split("+").map(Number));

/** The fields of a position text, or null where it is not a view of this game. */
function parse(text) {
  const [edition, ...fields] = text.split(" ");
  const named = Object.fromEntries(fields.map((field) => field.split("=")));
  if (edition !== EDITION || !/^\d+$/.test(named.view ?? "")) return null;
  const rows = named.rows.split("/").map(cardsOf);
  const hands = named.hands.split("/");
  return {
    phase: named.phase,
    seats: hands.length,
    rows,
    hand: cardsOf(hands[Number(named.view)]),
    seen: new Set([...rows.flat(), ...cardsOf(named.out), ...hands.flatMap(cardsOf)]),
  };
}

/** The heads that a card may be expected to cost: what its row holds, weighed by how likely it is to be the sixth. */
function cost({ rows, seen, seats }, card) {
  const below = rows.filter((row) => row.at(-1) < card);
  if (below.length === 0) return Math.min(...rows.map(total)); // it takes a row, the cheapest there is
  const row = below.reduce((best, other) => (other.at(-1) > best.at(-1) ? other : best));
  const room = 5 - row.length; // cards that may lie down before it without harm
  if (room === 0) return total(row);
  let unknown = 0; // cards between the row's end and this one that others may play
  for (let other = row.at(-1) + 1; other < card; other++) unknown += seen.has(other) ? 0 : 1;
  const rivals = seats - 1;
  const odds = Math.min(1, unknown / (104 - seen.size));
  const risk = atLeast(room, rivals, odds);
  return risk * (total(row) + room) - 0.1 * (card / 104);
}

/** The chance of at least `wanted` successes in `trials`, each with the same odds. */
function atLeast(wanted, trials, odds) {
  let sum = 0;
  let ways = 1;
  for (let n = 0; n <= trials; n++) {
    if (n >= wanted) sum += ways * odds ** n * (1 - odds) ** (trials - n);
    ways = (ways * (trials - n)) / (n + 1);
  }
  return sum;
}

/** The place of the smallest of the numbers. */
const least = (numbers) => numbers.indexOf(Math.min(...numbers));

function answer() {
  if (view === null) return "(none)";
  if (view.phase === "row") return `row${1 + least(view.rows.map(total))}`;
  return view.hand.length ? String(view.hand[least(view.hand.map((card) => cost(view, card)))]) : "(none)";
}

const commands = {
  uci: () => ["id name Node bot", "id author Herdmind's examples", "info string protocol 1.0",
    `info string game nimmt edition ${EDITION} seats 2-10`, "option name UCI_Variant type combo default nimmt var nimmt", "uciok"],
  isready: () => ["readyok"],
  position: (words) => {
    view = words[0] === "fen" && !words.includes("moves") ? parse(words.slice(1).join(" ")) : null;
    return view ? [] : ["info string error bad-position: a view of nimmt/1 is expected behind position fen"];
  },
  go: () => [`info depth 1 score cp 0`, `bestmove ${answer()}`],
  quit: () => process.exit(0),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  for (const said of commands[command]?.(words) ?? []) console.log(said);
});
