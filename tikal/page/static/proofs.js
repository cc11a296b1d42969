// The trees of formal rules behind the verdicts on the witnesses of a clause.

import { button, el, fill, symbol } from "./dom.js";
import { linkTo } from "./sending.js";
import { openText } from "./sharing.js";
import { ask, complain, isHosted } from "./state.js";
import { capital, t } from "./words.js";

const OPEN_DEPTH = 3; // what lies deeper is folded at first

/** What opens to the trees of a clause, which are asked for then; `entry(id)` names a clause. */
export function proofsOf(id, entry) {
  const body = el("div", {});
  const ontoggle = async () => {
    if (!node.open || body.firstChild) return;
    const found = await ask("proof", { id });
    if (!found.ok) return complain(found);
    fill(
      body,
      found.witnesses.map((witness) => witnessOf(witness, found.says, entry)),
    );
  };
  const node = el("details", { class: "proofs", ontoggle }, el("summary", {}, t("clause.proof")), body);
  return node;
}

function witnessOf({ link, asked, legal, violations, proofs }, says, entry) {
  const show = async (event) => {
    const dialog = event.target.closest("dialog");
    if (await openText(linkTo(link))) dialog.close();
  };
  return el(
    "section",
    { class: legal ? "is-legal" : "is-refused" },
    el("h4", {}, symbol(legal ? "yes" : "no"), ` ${capital(asked)}: ${t(legal ? "legal.yes" : "legal.no")}`),
    violations.map(({ message }) => el("p", {}, capital(message))),
    isHosted() ? null : button(t("clause.board"), show, { class: "quiet", icon: "play" }),
    proofs.map(({ steps }) => treeOf(steps, says, entry)),
  );
}

/** Steps with their depths as nested lists; a clause says what it demands where it is first named. */
function treeOf(steps, says, entry) {
  const named = new Set();
  const saying = (id) => {
    const isNew = !named.has(id);
    named.add(id);
    return el("p", { class: "hint" }, entry(id), " ", isNew ? says[id].sentence : says[id].title);
  };
  const lists = [el("ul", { class: "tree" })]; // the one that takes the steps of a depth
  steps.forEach(({ depth, text, place, clauses }, index) => {
    const line = [el("code", {}, text), place ? el("span", { class: "hint" }, ` ${place}`) : null];
    const isLeaf = !(steps[index + 1]?.depth > depth);
    if (isLeaf) return lists[depth].append(el("li", {}, line, clauses.map(saying)));
    lists[depth + 1] = el("ul", {});
    lists[depth].append(
      el(
        "li",
        {},
        el(
          "details",
          { open: depth < OPEN_DEPTH },
          el("summary", {}, line),
          clauses.map(saying),
          lists[depth + 1],
        ),
      ),
    );
  });
  return lists[0];
}
