// The players at a table, and what its host may do about their seats.

import { button, dialog, h, picture } from "./dom.js";
import { keep } from "./store.js";
import { say } from "./words.js";

/**
 * @typedef {{name: string, kind: string, level: string, here: boolean, acts: string, owes: boolean, chosen: boolean, thinks: boolean}} Chair
 */

/**
 * The list of players.
 * @param {any} state
 * @param {(message: object) => void} send
 */
export function people(state, send) {
  const rows = state.chairs.map((/** @type {Chair} */ chair, /** @type {number} */ seat) => {
    const marks = [];
    if (seat === state.seat) marks.push(say("you"));
    if (chair.acts && chair.acts !== chair.name) marks.push(chair.acts);
    if (chair.kind === "engine") marks.push(say("engine-level", { level: chair.level }));
    if (chair.kind === "open") marks.push(say("open-seat"));
    else if (!chair.here) marks.push(say("away"));
    const doing = state.end ? "" : chair.thinks ? say("thinking") : chair.chosen ? say("has-chosen") : chair.owes ? say("owes") : "";
    const place = state.end ? say("place", { place: state.end.ranks[seat] }) : "";
    return h("li", { class: chair.owes && !chair.chosen && !state.end ? "owes" : undefined },
      h("p", { class: "who" }, place && h("b", {}, place), h("span", { class: "called" }, h("strong", {}, chair.name), h("span", { class: "dim" }, marks.join(", "))),
        doing && h("span", { class: chair.chosen ? "doing done" : "doing" }, doing)),
      state.tally[seat] && h("p", { class: "dim tally" }, state.tally[seat]),
      seat === state.seat && !state.end && h("p", { class: "row" }, button(say("rename"), () => rename(chair.name, send), { class: "quiet", id: "rename" })),
      state.host && seat !== state.seat && !state.end && h("p", { class: "row" }, ...seatButtons(chair, seat, send)));
  });
  return h("section", { class: "people", "aria-label": say("people") }, h("h2", {}, say("people")),
    h("ul", {}, ...rows),
    state.host && h("p", { class: "row" }, button(say("invite-watch"), () => send({ do: "invite", seat: -1 }), { class: "quiet" })));
}

/**
 * @param {Chair} chair
 * @param {number} seat
 * @param {(message: object) => void} send
 */
function seatButtons(chair, seat, send) {
  if (chair.kind === "open") {
    return [button(say("invite"), () => send({ do: "invite", seat }), { class: "main" }),
      button(say("fill"), () => send({ do: "fill", seat, level: "club" }), { class: "quiet" })];
  }
  if (chair.kind === "person" && !chair.here) {
    return [button(say("reopen"), () => send({ do: "open", seat }), { class: "quiet" }),
      button(say("fill"), () => send({ do: "fill", seat, level: "club" }), { class: "quiet" })];
  }
  return [];
}

/**
 * Ask a person for another name.
 * @param {string} now
 * @param {(message: object) => void} send
 */
function rename(now, send) {
  const input = /** @type {HTMLInputElement} */ (h("input", { id: "new-name", required: true, maxlength: 24, autocomplete: "nickname", value: now }));
  const box = dialog(say("rename"), say("close"), h("form", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    keep("name", input.value.trim());
    send({ do: "name", name: input.value.trim() });
    box.close();
  } }, h("label", { class: "field" }, say("your-name"), input), h("button", { class: "main", type: "submit" }, say("rename-do"))));
  input.select();
}

/**
 * An invitation: the link, its code, and a word on who can use it.
 * @param {any} message
 */
export function invitation(message) {
  const watch = message.seat === -1;
  const code = picture(message.code);
  code?.setAttribute("class", "code");
  code?.setAttribute("aria-hidden", "true");
  const link = /** @type {HTMLInputElement} */ (h("input", { readonly: true, value: message.link, "aria-label": say("copy") }));
  const copy = button(say("copy"), async () => {
    link.select();
    try { await navigator.clipboard.writeText(message.link); } catch { document.execCommand("copy"); }
    copy.textContent = say("copied");
  }, { class: "main" });
  dialog(say(watch ? "invite-watch-title" : "invite-title"), say("close"),
    h("p", {}, say(watch ? "invite-watch-lead" : "invite-lead")),
    ...(code ? [code] : []), h("p", { class: "row" }, link, copy),
    ...(message.far ? [] : [h("p", { class: "note" }, say("invite-near"))]));
}
