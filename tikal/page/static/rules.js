// What the rulebooks say: clauses and rulings in a dialog, and questions in ordinary words.

import { button, dialog, el, symbol } from "./dom.js";
import { proofsOf } from "./proofs.js";
import { ask, complain, table } from "./state.js";
import { t } from "./words.js";

const ENTRY = /\b(?:[A-Z]{3,}-\d{2}|Q-\d{2})\b/g;
/** @type {any} */
let shown = null; // the dialog, and the entries that led to this one as `trail`

/** Text in which every clause and ruling that it names can be opened. */
function linked(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(ENTRY)) {
    parts.push(text.slice(from, found.index), found[0].startsWith("DIFF") ? found[0] : entryButton(found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

/** The name of a clause or ruling, which opens what it says. */
export const entryButton = (id) =>
  el(
    "button",
    {
      type: "button",
      class: "clause-name",
      onclick: () => openEntry(id),
      key: `entry-${id}`,
      "aria-label": t("clause.open", { clause: id }),
    },
    id,
  );

/** Open what a clause or a ruling says; links within it lead on and back. */
export async function openEntry(id) {
  const found = await ask("clause", { id });
  if (!found.ok) return complain(found);
  const trail = shown?.isConnected ? shown.trail : [];
  const title = `${found.id}  ${found.title ?? ""}`.trim();
  const parts = [
    trail.length ? button(t("back"), () => back(), { class: "quiet", icon: "back" }) : null,
    found.question ? ruling(found) : clause(found),
  ];
  const next = [...trail, id];
  if (shown?.isConnected) {
    shown.querySelector("h2").textContent = title;
    shown.querySelector(".dialog-body").replaceChildren(...parts.filter(Boolean));
    shown.querySelector(".dialog-body").scrollTop = 0;
    shown.querySelector("h2").focus();
  } else {
    shown = dialog(title, t("close"), ...parts.filter(Boolean));
    shown.classList.add("entry");
    shown.querySelector("h2").tabIndex = -1;
  }
  shown.trail = next;
}

function back() {
  shown.trail.pop();
  openEntry(shown.trail.pop());
}

function clause(found) {
  const own = table.view?.edition.base;
  return el(
    "div",
    {},
    el("p", { class: "hint" }, [found.chapter, ...found.kinds].join(" \u00b7 ")),
    el("p", { class: "statement" }, linked(found.statement)),
    el("h3", {}, t("clause.books")),
    el(
      "ul",
      { class: "books" },
      table.about.editions.map(({ key, title }) => {
        const stance = found.editions[key];
        return stance
          ? el(
              "li",
              { class: key === own ? "here" : "" },
              el("strong", {}, title),
              el(
                "span",
                {},
                stance.says,
                stance.headings.length ? ` \u2013 ${stance.headings.join(", ")}` : "",
              ),
              stance.note ? el("span", { class: "hint" }, linked(stance.note)) : null,
            )
          : null;
      }),
    ),
    found.rulings.length ? el("h3", {}, t("clause.rulings")) : null,
    found.rulings.map(({ id, question, answer }) =>
      el(
        "div",
        { class: "ruling" },
        el("p", {}, entryButton(id), " ", el("em", {}, question)),
        el("p", {}, linked(answer)),
      ),
    ),
    found.differences.length ? el("h3", {}, t("clause.differences")) : null,
    found.differences.length
      ? el(
          "ul",
          {},
          found.differences.map(({ point }) => el("li", {}, linked(point))),
        )
      : null,
    found.has_proof ? proofsOf(found.id, entryButton) : null,
  );
}

function ruling(found) {
  const own = table.view?.edition.base;
  return el(
    "div",
    {},
    el("p", { class: "statement" }, found.question),
    el("p", {}, el("strong", {}, linked(found.answer))),
    el("p", { class: "hint confidence" }, found.confidence_in?.[own] ?? found.confidence),
    el("p", {}, linked(found.reasoning)),
    found.readings.length ? el("h3", {}, t("clause.readings")) : null,
    el(
      "ul",
      {},
      found.readings.map(({ sentence, house_rule: rule }) =>
        el("li", {}, linked(sentence), rule ? [" ", el("code", {}, rule)] : null),
      ),
    ),
    el(
      "p",
      {},
      found.clauses.map((id) => [entryButton(id), " "]),
    ),
  );
}

// --- questions -----------------------------------------------------------------------------------

/** The box in which a question can be asked in ordinary words. */
export function askBox() {
  const box = el("input", {
    id: "question",
    type: "search",
    maxlength: 300,
    placeholder: t("ask.example"),
    "aria-label": t("ask.label"),
    autocomplete: "off",
  });
  const onsubmit = (event) => {
    event.preventDefault();
    if (box.value.trim()) answerQuestion(box.value.trim());
  };
  return el(
    "form",
    { class: "ask", role: "search", onsubmit },
    symbol("search"),
    box,
    el("button", { type: "submit", class: "unseen" }, t("ask.label")),
  );
}

const shortAnswer = (word) => ({ yes: t("ask.yes"), no: t("ask.no"), depends: t("ask.depends") })[word];

async function answerQuestion(question) {
  const found = await ask("question", { question, edition: table.view?.edition.key });
  if (!found.ok) return complain(found);
  const node = dialog(
    t("ask.title"),
    t("close"),
    el("p", { class: "asked" }, question),
    found.answers.length
      ? el(
          "ol",
          { class: "answers" },
          found.answers.map(({ id, title, verdict, text, word, question: canonical, sentence }, place) =>
            el(
              "li",
              {},
              place || word === "fact"
                ? null
                : el("p", { class: "word" }, el("strong", {}, shortAnswer(word)), " ", linked(sentence)),
              place || word === "fact" ? null : el("p", { class: "says" }, canonical),
              el("p", {}, entryOr(id), " ", el("strong", {}, title)),
              el("p", { class: "says" }, verdict),
              el("p", {}, linked(text)),
            ),
          ),
        )
      : el("p", {}, t("ask.nothing")),
  );
  node.classList.add("entry");
}

const entryOr = (id) =>
  id.startsWith("DIFF") ? el("span", { class: "clause-name still" }, id) : entryButton(id);
