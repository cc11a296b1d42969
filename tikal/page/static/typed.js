// Any move in the notation of records: may I, or play it.

import { button, byId, el } from "./dom.js";
import { judge, play } from "./table.js";
import { t } from "./words.js";

/** A field for a move in the notation of records, for moves that cannot be tapped. */
export function anyMove() {
  const typed = byId("typed")?.value ?? "";
  const box = el("input", {
    id: "typed",
    key: "typed",
    value: typed,
    maxlength: 60,
    placeholder: "recover b3",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": t("typed.label"),
  });
  const given = () => box.value.trim();
  const may = (event) => {
    event.preventDefault();
    if (given()) judge(given());
  };
  return el(
    "form",
    { class: "typed", onsubmit: may },
    box,
    el("button", { type: "submit", key: "may" }, t("typed.may")),
    button(t("typed.play"), () => given() && play([given()]), { key: "play" }),
  );
}
