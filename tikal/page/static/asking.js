// Requests to the bridge. A game that the bridge knows is sent as its id, and answered with what changed.

import { language } from "./words.js";

const ids = new WeakMap(); // the ids of games
const VIEWS = ["view", "move", "undo", "redo", "under"];

async function send(request) {
  try {
    return JSON.parse(await window.tikal.ask(JSON.stringify(request)));
  } catch (error) {
    return { ok: false, error: String(/** @type {Error} */ (error).message ?? error) };
  }
}

/** The moves of an answer, of which the bridge has sent only those after a place. */
function merged(answer, known) {
  const { changes, ...rest } = answer;
  if (!changes) return answer;
  if (!changes.moves.length && changes.from === known.moves.length)
    return { ...rest, game: known.game, moves: known.moves };
  const from = (list, more) => [...list.slice(0, changes.from), ...more];
  const game = { ...known.game, moves: from(known.game.moves, changes.written) };
  return { ...rest, game, moves: from(known.moves, changes.moves) };
}

/** Ask the bridge; what it cannot answer is an answer with `error`. `known` is the view that the page
 *  has in this language, if it has one. */
/** @type {(request: string, fields?: any, known?: Answer) => Promise<Answer>} */
export async function askBridge(request, fields = {}, known = null) {
  const sent = { ask: request, language: language(), ...fields };
  const id = ids.get(fields.game);
  const isKnown = known?.game_id && VIEWS.includes(request);
  const brief = { ...sent, ...(id ? { game: { id } } : {}), ...(isKnown ? { known: known.game_id } : {}) };
  let answer = await send(brief);
  if (answer.kind === "UnknownGame") answer = await send(sent);
  const whole = merged(answer, known);
  if (whole.game && whole.game_id) ids.set(whole.game, whole.game_id);
  return whole;
}
