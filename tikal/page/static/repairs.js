// What may have been meant where a record stops at a mistake: each repair can be opened.

import { announce, el, symbol } from "./dom.js";
import { ask, changed, table } from "./state.js";
import { go } from "./table.js";
import { capital, language, t } from "./words.js";

/** Load a text or a link; a record with a mistake is shown as far as it goes, with repairs. */
export async function loadGame(source, more) {
  const answer = await go("load", source, more);
  if (answer?.refusal) await lookForRepairs(source);
  return answer;
}

async function lookForRepairs(source) {
  const { id } = table;
  const spoken = language();
  const { repairs = [] } = await ask("repairs", source);
  if (table.id !== id) return;
  table.repairs = { id, spoken, source, list: repairs };
  changed();
}

/** The repairs of the game on the table; null if it has none to offer. */
export function repairsPart() {
  const { repairs, view, id } = table;
  if (!view.refusal || repairs?.id !== id) return null;
  if (repairs.spoken !== language()) void lookForRepairs(repairs.source);
  const open = async ({ record, text }) => {
    if (await loadGame({ text: record }, { entry: true })) announce(text);
  };
  return el(
    "div",
    { class: "part repairs" },
    el("h3", {}, t("repairs.title")),
    repairs.list.map((repair, index) =>
      el(
        "button",
        { type: "button", class: "way", key: `repair-${index}`, onclick: () => open(repair) },
        symbol("edit"),
        el("span", {}, capital(repair.text)),
      ),
    ),
    repairs.list.length ? null : el("p", { class: "hint" }, t("repairs.none")),
  );
}
