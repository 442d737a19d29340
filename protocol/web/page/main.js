// The page: which view stands at this address, and the settings of the whole page.

import { button, h } from "./dom.js";
import { Lobby } from "./lobby.js";
import { keep, keepToken, kept } from "./store.js";
import { Table } from "./table.js";
import { takeDrops } from "./upload.js";
import { say } from "./words.js";

customElements.define("herd-lobby", Lobby);
customElements.define("herd-table", Table);

const THEMES = ["auto", "light", "dark"];
const PACES = ["normal", "slow", "none"];

/** @param {string} theme */
function paint(theme) {
  document.documentElement.dataset.theme = theme;
  for (const drawing of document.querySelectorAll("svg.hm")) drawing.setAttribute("data-theme", theme);
}

/**
 * A button that goes through the values of a setting.
 * @param {string} name
 * @param {string[]} values
 * @param {(value: string) => void} use
 */
function setting(name, values, use) {
  const now = () => (values.includes(kept(name)) ? kept(name) : values[0]);
  const text = () => say(name, { [name]: say(`${name}-${now()}`) });
  const control = button(text(), () => {
    keep(name, values[(values.indexOf(now()) + 1) % values.length]);
    control.textContent = text();
    use(now());
  }, { class: "quiet" });
  use(now());
  return control;
}

function show() {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const replays = location.pathname === "/replay";
  if (replays) import("./replay.js");  // few visits need it
  const secret = replays ? "" : location.hash.slice(1);
  const table = /^\/t\/([0-9a-z]+)$/.exec(location.pathname)?.[1];
  // the key leaves the address bar, where it could be read over a shoulder or copied by chance
  if (secret && location.pathname !== "/board") {
    if (table) keepToken(table, secret); else keep("key", secret);
    history.replaceState(null, "", location.pathname);
  }
  const board = location.pathname === "/board" ? "" : /^\/b\/([0-9a-z]+)$/.exec(location.pathname)?.[1];
  if (board !== undefined) void import("./board.js").then(({ Board }) => { if (!customElements.get("herd-board")) customElements.define("herd-board", Board); });
  const view = replays ? h("herd-replay") : board !== undefined ? h("herd-board", { board }) : table ? h("herd-table", { table }) : h("herd-lobby");
  app.replaceChildren(
    h("header", { class: "top" },
      h("a", { class: "skip", href: "#main" }, say("skip-to-table")),
      h("a", { class: "brand", href: "/", "aria-label": `${say("app")}: ${say("lobby")}` },
        h("img", { src: "/page/icon.svg", alt: "", width: 28, height: 28 }), h("span", { class: "name" }, say("app"))),
      h("nav", {}, h("a", { class: "button quiet", href: "/board" }, say("board")), setting("pace", PACES, () => {}), setting("theme", THEMES, paint))),
    view);
}

addEventListener("hashchange", () => {
  if (location.pathname !== "/replay" && (location.hash.length > 20 || location.pathname === "/board")) location.reload();
});
takeDrops((sentence) => {
  for (const place of document.querySelectorAll(".trouble")) place.textContent = sentence;
});
show();
