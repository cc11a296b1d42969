// The verdict card: may I, why not, what instead, would another book or another reading allow it.

import { button, byId, el, fill, symbol } from "./dom.js";
import { entryButton } from "./rules.js";
import { sending } from "./sending.js";
import { table } from "./state.js";
import { closeOpinion, follow, play } from "./table.js";
import { capital, t } from "./words.js";

export function drawVerdict() {
  const card = byId("verdict");
  const opinion = table.mode === "play" ? table.opinion : null;
  card.hidden = !opinion;
  if (!opinion) return fill(card);
  card.className = `card verdict ${opinion.legal ? "is-legal" : "is-refused"}`;
  card.setAttribute("aria-label", t("verdict.label"));
  fill(
    card,
    el(
      "div",
      { class: "verdict-head" },
      el("span", { class: "mark" }, symbol(opinion.legal ? "yes" : "no")),
      el("h2", { "data-home": true, tabindex: "-1" }, t(opinion.legal ? "verdict.yes" : "verdict.no")),
      el(
        "p",
        { class: "asked-move" },
        capital(opinion.wish?.asked ?? opinion.asked ?? opinion.move),
        opinion.asked && !opinion.wish ? [" ", el("code", {}, opinion.move)] : null,
      ),
      button(t("close"), close, { class: "quiet only-icon", icon: "close", key: "close-verdict" }),
    ),
    opinion.wish
      ? el(
          "p",
          { class: "sentence" },
          capital(opinion.wish.why.text),
          " ",
          entryButton(opinion.wish.why.clause),
        )
      : null,
    opinion.wish
      ? el("p", { class: "hint" }, t("verdict.step", { step: opinion.asked ?? opinion.move }))
      : null,
    opinion.violations.map(reason),
    permitted(opinion),
    opinion.legal && !opinion.by
      ? el(
          "div",
          { class: "row" },
          button(t("verdict.play"), () => play(opinion.asked_moves), {
            class: "main",
            icon: "play",
            key: "play-verdict",
          }),
        )
      : null,
    instead(opinion),
    elsewhere(opinion),
    sending(opinion),
  );
}

function close() {
  closeOpinion();
  byId("board").querySelector(".hit[tabindex='0']")?.focus({ preventScroll: true });
}

/** Rulings, and what else their texts could mean. */
const rulings = (list) =>
  (list ?? []).map((ruling) =>
    el(
      "div",
      { class: "ruling" },
      el("p", {}, entryButton(ruling.id), " ", el("em", {}, ruling.question)),
      el("p", {}, ruling.answer),
      (ruling.not_taken ?? []).map((reading) =>
        el("p", { class: "hint" }, t("verdict.not-taken", { reading })),
      ),
    ),
  );

/** For a legal move: the rulings without which it might not be. */
function permitted(opinion) {
  if (!opinion.rests_on?.length) return null;
  return el(
    "details",
    { key: "permitted", open: true },
    el("summary", {}, t("verdict.grounds")),
    rulings(opinion.rests_on),
  );
}

function reason(violation, index) {
  const grounds = violation.grounds;
  return el(
    "div",
    { class: "reason" },
    el("p", { class: "sentence" }, capital(violation.message), " ", entryButton(violation.clause)),
    grounds || violation.statement
      ? el(
          "details",
          { key: `grounds-${index}` },
          el("summary", {}, t("verdict.grounds")),
          violation.statement ? el("p", {}, violation.statement) : null,
          grounds?.summary ? el("p", { class: "grounds" }, capital(grounds.summary)) : null,
          rulings(grounds?.rulings),
        )
      : null,
  );
}

function instead(opinion) {
  if (opinion.legal || !opinion.remedies) return null;
  const { ways, exhaustive } = opinion.remedies;
  const rest = ways.length ? (exhaustive ? null : "ways.more") : exhaustive ? "ways.none" : "ways.unknown";
  return el(
    "div",
    { class: "part" },
    el("h3", {}, t("verdict.instead")),
    ways.map((way, index) =>
      way.moves.length
        ? el(
            "button",
            {
              type: "button",
              class: "way",
              key: `way-${index}`,
              title: way.moves.join("; "),
              onclick: () => follow(opinion, way.moves),
            },
            symbol("play"),
            el("span", {}, capital(way.text)),
          )
        : el("p", {}, way.text),
    ),
    rest ? el("p", { class: "hint" }, t(rest)) : null,
  );
}

function elsewhere(opinion) {
  if (!opinion.editions) return null;
  const mark = (legal) => (legal === null ? "maybe" : legal ? "yes" : "no");
  const own = table.view.edition;
  const rows = [
    { edition: own.key, title: own.title, legal: opinion.legal, here: true },
    ...opinion.editions,
  ];
  return el(
    "div",
    { class: "part" },
    el("h3", {}, t("verdict.elsewhere")),
    el(
      "ul",
      { class: "editions" },
      rows.map(({ title, legal, violations = [], reason: why, here }) =>
        el(
          "li",
          { class: `${mark(legal)}${here ? " here" : ""}` },
          symbol(mark(legal)),
          el(
            "span",
            {},
            title,
            " ",
            el("span", { class: "unseen" }, t(`legal.${mark(legal)}`)),
            why ? el("span", { class: "hint" }, ` ${why}`) : null,
          ),
          here
            ? el("span", { class: "hint" }, t("verdict.here"))
            : [...new Set(violations.map(({ clause }) => clause))].map(entryButton),
        ),
      ),
    ),
    (opinion.readings ?? []).map((reading) =>
      el(
        "p",
        { class: "reading" },
        t(reading.legal ? "reading.legal" : "reading.refused", { meaning: reading.meaning }),
        " ",
        el("code", {}, reading.rule),
      ),
    ),
    opinion.readings && !opinion.readings.length ? el("p", { class: "hint" }, t("reading.none")) : null,
  );
}
