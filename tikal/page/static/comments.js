// Comments on moves: each stands after a number of moves, and goes with the game.

import { keepLink } from "./address.js";
import { el } from "./dom.js";
import { changed, isHosted, table } from "./state.js";
import { language, t } from "./words.js";

const LONGEST = 2000; // letters, as the bridge has it

const comments = () => table.view.game?.comments ?? [];
const commentAt = (at) => comments().find(({ after }) => after === at)?.text ?? "";

/** Put a comment after some moves; an empty one takes it away. */
export function comment(at, text) {
  const others = comments().filter(({ after }) => after !== at);
  const list = text.trim() ? [...others, { after: at, text: text.trim() }] : others;
  // at once, so that whatever is asked next has it
  table.view = { ...table.view, game: { ...table.view.game, comments: list } };
  keepLink();
  changed();
}

/** @type {any} */
let form = null; // {node, box, label, at, language}

/** The field for the comment at this place; the same element each time, so that typed text stays. */
export function commentForm() {
  if (isHosted()) return null;
  if (form?.language !== language()) {
    const box = el("textarea", { rows: 2, maxlength: LONGEST, key: "comment" });
    box.addEventListener("change", () => comment(form.at, box.value));
    const label = el("span");
    form = {
      box,
      label,
      at: null,
      language: language(),
      node: el("label", { class: "field note" }, label, box),
    };
  }
  return form.node;
}

/** Show the comment at this place, and those of the rows of the list. */
export function showComments(rows) {
  if (form) {
    const { at } = table.view;
    form.label.textContent = at ? t("comment.move", { at }) : t("comment.start");
    if (form.at !== at || document.activeElement !== form.box) form.box.value = commentAt(at);
    form.at = at;
  }
  const now = comments();
  if (rows.noted === now && rows.count === rows.length) return;
  Object.assign(rows, { noted: now, count: rows.length });
  const texts = new Map(now.map(({ after, text }) => [after, text]));
  for (const [index, row] of rows.entries()) {
    const shown = row.querySelector(".comment");
    const text = texts.get(index + 1) ?? "";
    if ((shown?.textContent ?? "") === text) continue;
    shown?.remove();
    if (text) row.append(el("p", { class: "comment" }, text));
  }
}
