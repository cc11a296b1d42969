// For newcomers: disputes to look at, and the keys.

import { dialog, el } from "./dom.js";
import { openText } from "./sharing.js";
import { linkTo } from "./sending.js";
import { t } from "./words.js";

const EXAMPLES = {
  "help.guard": "position=a2=7+1L+2W3&move=guard+a2+L",
  "help.dig": "position=act+1+7ap;b3=A2+3+1L+dug;treasures+3+-&move=recover+b3",
  "help.camp": "position=act+1+9ap;b3=A2r4+1W&move=camp+b3",
};
const KEYS = [
  ["\u2190 \u2192", "help.steps"],
  ["Ctrl-Z Ctrl-Y", "help.undo"],
  ["Tab, \u2190 \u2191 \u2192 \u2193, Enter", "help.board"],
  ["N Shift-N", "help.lit"],
  ["A B", "help.actions"],
  ["L W", "help.figures"],
  ["R", "help.rotate"],
  ["V", "help.ways"],
  ["Esc", "help.leave"],
  ["/", "help.question"],
  ["?", "help.help"],
];

export function helpDialog() {
  const open = async (fragment) => {
    if (await openText(linkTo(fragment))) node.close();
  };
  const example = ([key, fragment]) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "quiet", key, onclick: () => open(fragment) }, t(key)),
    );
  const node = dialog(
    t("help.title"),
    t("close"),
    el("p", {}, t("help.what")),
    el("h3", {}, t("help.examples")),
    el("ul", { class: "recents" }, Object.entries(EXAMPLES).map(example)),
    el("h3", {}, t("help.keys")),
    el(
      "dl",
      { class: "keys" },
      KEYS.map(([keys, key]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, t(key))]),
    ),
  );
}
