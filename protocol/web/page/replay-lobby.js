// The lobby's way to replays, and to the tournaments that are watched.

import { h } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {{number: number, name: string}[]} watched
 */
export function replays(watched) {
  return h("div", { class: "replays" }, h("h2", {}, say("replay-title")), h("p", { class: "dim" }, say("replay-lobby")),
    h("p", { class: "row" }, h("a", { class: "button", id: "replay", href: "/replay" }, say("replay-choose"))),
    watched.length > 0 && h("h3", {}, say("watched")),
    watched.length > 0 && h("ul", { class: "tables" }, ...watched.map((file) =>
      h("li", {}, h("a", { href: `/replay#watch=${file.number}` }, h("strong", {}, file.name), h("span", { class: "dim" }, say("watched-lead")))))));
}
