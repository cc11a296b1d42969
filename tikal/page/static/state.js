// The one state of the page, and how it asks the bridge about it.

import { askBridge } from "./asking.js";
import { language } from "./words.js";

/** Who plays which seat: without a bot a person does. `seconds` is the time for a move. */
export const NO_BOTS = { seats: {}, seconds: 3, halted: false };

/** @type {Table} */
export const table = {
  about: null,
  view: null, // what the bridge says of the position, its picture included
  mode: "play", // or "edit"
  cell: null, // the hex that is looked at
  actions: [], // what can be done there
  selection: null, // what is about to move: {action, figure, from}
  targets: {}, // where it can go
  rotation: 0, // of the waiting tile
  aim: null, // where the waiting tile would lie
  opinion: null, // the verdict on a move
  pictures: new Map(), // of tiles and treasures
  whole: matchMedia("(min-width: 760px) and (min-height: 500px)").matches, // or only the explored part
  edit: null, // what the bridge says of a draft
  shown: null, // {picture}: of what the picture on the board is
  glide: null, // the way of the figure that has just moved
  id: null, // of the game, among those that the device remembers
  bots: NO_BOTS,
  repairs: null, // what may have been meant where a record stops, see repairs.js
  lines: [], // what was played instead, see lines.js
};

const listeners = [];
export const onChange = (listener) => listeners.push(listener);
/** Draw everything again; the promise resolves when all of it is drawn. */
export const changed = () => Promise.all(listeners.map((listener) => listener()));

let shownIn = ""; // the language of the view

/** Put another view on the table. */
export function setView(view) {
  shownIn = language();
  table.view = view;
}

/** Ask the bridge; what it cannot answer is an answer with `error`. */
export const ask = (request, fields = {}) =>
  askBridge(request, fields, shownIn === language() ? table.view : null);

/** Whether the game is that of the program that answers, such as an online table: docs/reference/page.md. */
export const isHosted = () => Boolean(window.tikal.hosted);

/** Whether the reader may move here; at an online table others move, too. */
export const mayMove = () => table.view.mine !== false;

/** The position that requests are about. */
export const here = () => ({ game: table.view.game, at: table.view.at });

/** The picture that requests want: what has changed in the one that is shown, if that will do. */
function wanted() {
  const { picture } = table.shown ?? {};
  const crop = !table.whole;
  if (!picture || picture.crop !== crop || picture.language !== language()) return { picture: { crop } };
  return { picture: { crop, since: { game: picture.game, at: picture.at } } };
}

/** Ask for a view; what has changed in its picture remembers since when. */
export async function askView(request, fields) {
  const options = wanted();
  const answer = await ask(request, { ...fields, ...options });
  return answer.picture_changes ? { ...answer, since: options.picture.since } : answer;
}

export function complain(answer) {
  dispatchEvent(new CustomEvent("tikal-notice", { detail: answer }));
}

/** What a link or a text of the verdict on the table is about. */
export const verdictFields = ({ place, asked_moves: moves, by }) => ({
  ...place,
  moves,
  ...(by ? { seat: by } : {}),
});

/** The name of the stones of a tile among the pictures, for ears. */
export const spokenKey = (tile, rotation) => `${language()} ${tile}r${rotation}`;

/** Fetch pictures of tiles that are not here yet; the first time also of everything small. */
export async function needPictures(tiles = [], rotation = 0) {
  const missing = tiles.filter((tile) => tile && !table.pictures.has(spokenKey(tile, rotation)));
  if (!missing.length && table.pictures.size) return;
  const answer = await ask("pictures", { tiles: missing, rotation });
  const keep = (found, name) => {
    for (const [key, text] of Object.entries(found ?? {})) table.pictures.set(name(key), text);
  };
  keep(answer.tiles, (tile) => `${tile}r${rotation}`);
  keep(answer.spoken, (tile) => spokenKey(tile, rotation));
  keep(answer.treasures, (kind) => `treasure${kind}`);
  keep(answer.seats, (seat) => `seat${seat}`);
  keep(answer.figures, (name) => name); // such as 1L
}
