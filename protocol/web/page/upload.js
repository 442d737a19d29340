// Files of games on their way to the server: chosen, or dropped anywhere on the page.

import { kept } from "./store.js";
import { say } from "./words.js";

/** Bytes of the largest file that the server takes. */
const SIZE_MAX = 2 ** 24;

/**
 * Send a file to the server; it is then shown.
 * @param {File} file
 * @param {(sentence: string) => void} trouble
 */
export async function give(file, trouble) {
  if (file.size > SIZE_MAX) return trouble(say("refused-too-large"));
  trouble("");
  /** @type {{file?: string, code?: string, about?: string}} */
  let answer;
  try {
    const request = { method: "POST", headers: { "x-herdmind-key": kept("key") }, body: file };
    answer = await (await fetch("/replay/file", request)).json();
  } catch {
    return trouble(say("replay-unsent"));
  }
  if (answer.file) location.assign(`/replay#file=${answer.file}`);
  else trouble(`${file.name}: ${say(`refused-${answer.code}`, { about: answer.about ?? "" })}`);
}

/**
 * Take files that are dropped anywhere.
 * @param {(sentence: string) => void} trouble
 */
export function takeDrops(trouble) {
  let inside = 0;
  /** @param {DragEvent} event */
  const carries = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  /** @param {number} depth */
  const mark = (depth) => {
    inside = Math.max(0, depth);
    document.body.classList.toggle("dropping", inside > 0);
  };
  addEventListener("dragenter", (event) => { if (carries(event)) mark(inside + 1); });
  addEventListener("dragleave", (event) => { if (carries(event)) mark(inside - 1); });
  addEventListener("dragover", (event) => { if (carries(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    mark(0);
    if (!file) return;
    event.preventDefault();
    give(file, trouble);
  });
}

/**
 * Save something as a file of this device.
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
