// The address: it has the game and the verdict on the table, and the device remembers the game.

import { forgetGame, rememberGame } from "./recent.js";
import { ask, here, isHosted, table, verdictFields } from "./state.js";

const LINK_DELAY = 120; // milliseconds, so that quick steps write one link
/** @type {number | undefined} */
let linkTimer;

/** Write the game, and the verdict on the table, into the address soon, so that a reload finds them. */
export function keepLink() {
  if (isHosted()) return;
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => writeLink(), LINK_DELAY);
}

/** Write the address now, if it is due or in a new entry of the history. */
export async function writeLink(how = "") {
  if (!how && linkTimer === undefined) return;
  clearTimeout(linkTimer);
  linkTimer = undefined;
  if (!table.view) return;
  const about = table.opinion ? verdictFields(table.opinion) : here();
  const { text } = await ask("export", { ...about, format: "link" });
  if (!text) return;
  const { id, lines, bots } = table;
  if (how === "push") history.pushState({ id, lines, bots }, "", `#${text}`);
  else history.replaceState({ id, lines, bots }, "", `#${text}`);
  remember(text);
}

/** Keep the game on this device, unless there is nothing in it yet. */
function remember(fragment) {
  const { id, lines, bots, view } = table;
  if (!view.length && typeof view.game.start !== "string") return forgetGame(id);
  const names = view.game.names ?? [];
  rememberGame({
    id,
    lines,
    bots,
    fragment,
    names,
    edition: view.edition.title,
    players: view.players,
    moves: view.length,
    when: Date.now(),
  });
}
