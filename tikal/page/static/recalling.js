// The list of the last games on this device, and of the position that is being edited.

import { button, el, fill } from "./dom.js";
import { resumeDraft } from "./drafting.js";
import { forgetEverything, forgetGame, recentGames, storedDraft, storeDraft } from "./recent.js";
import { go } from "./table.js";
import { language, t } from "./words.js";

const when = (time) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(time);
const titleOf = ({ names, players, edition }) =>
  [names?.length ? names.join(", ") : t("recent.players", { players }), edition].join(" \u00b7 ");

/** One line: what it is, which opens it, and a button that deletes it. */
function entry(title, hint, open, remove, key) {
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: "quiet recall", key: `recall-${key}`, onclick: open },
      el("span", {}, title),
      el("span", { class: "hint" }, hint),
    ),
    button(t("recent.delete", { title }), remove, {
      class: "quiet only-icon",
      icon: "close",
      key: `forget-${key}`,
    }),
  );
}

/** The last games; `close` is called once one of them is open. */
export function recentList(close) {
  const box = el("div", { class: "recent" });
  const open = async (game) => {
    const { id, lines, bots } = game;
    if (await go("load", { link: game.fragment }, { entry: true, id, lines, bots })) close();
  };
  const draw = () => {
    const games = recentGames();
    const draft = storedDraft();
    if (!games.length && !draft) return fill(box);
    const resume = async () => {
      close();
      await resumeDraft();
    };
    const forget = (work) => () => {
      work();
      draw();
    };
    fill(
      box,
      el("h3", {}, t("recent.title")),
      el(
        "ul",
        { class: "recents" },
        draft
          ? entry(
              t("recent.draft"),
              "",
              resume,
              forget(() => storeDraft(null)),
              "draft",
            )
          : null,
        games.map((game) =>
          entry(
            titleOf(game),
            `${t("recent.moves", { moves: game.moves })}, ${when(game.when)}`,
            () => open(game),
            forget(() => forgetGame(game.id)),
            game.id,
          ),
        ),
      ),
      el(
        "div",
        { class: "row" },
        button(t("recent.forget"), forget(forgetEverything), { class: "quiet", key: "forget-all" }),
        el("span", { class: "hint" }, t("recent.hint")),
      ),
    );
  };
  draw();
  return box;
}
