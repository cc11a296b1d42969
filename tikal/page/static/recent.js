// What this device remembers: the last games, and the position that is being edited.

const GAMES = "tikal-recent";
const DRAFT = "tikal-draft";
const LEFT = "tikal-left";
const START = "tikal-start";
const MOST = 12; // games; the oldest goes first

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // no storage, or something else in it
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a page from disk may have no storage, and a full one takes no more
  }
}

/** The games with another one first; `entry` has an id that finds it again. */
export function remembered(games, entry, most = MOST) {
  return [entry, ...games.filter(({ id }) => id !== entry.id)].slice(0, most);
}

export const recentGames = () =>
  [read(GAMES, [])].flat().filter((each) => typeof each?.fragment === "string");
export const rememberGame = (entry) => write(GAMES, remembered(recentGames(), entry));
export const forgetGame = (id) =>
  write(
    GAMES,
    recentGames().filter((each) => each.id !== id),
  );

export const storedDraft = () => read(DRAFT, null);
export const storeDraft = (draft) => write(DRAFT, draft);

/** What was on the board when the page was left: {address, svg}. */
export function leftPicture() {
  const left = read(LEFT, null);
  return typeof left?.address === "string" && typeof left.svg === "string" ? left : null;
}
export const storeLeft = (left) => write(LEFT, left);

/** How long the steps of the last start took with a carrier, in milliseconds. */
export function startTimes(carrier) {
  const times = Object.entries(read(START, {})?.[carrier] ?? {});
  return Object.fromEntries(times.filter(([, time]) => typeof time === "number" && time > 0));
}
export const storeStartTimes = (carrier, times) => write(START, { ...read(START, {}), [carrier]: times });

export function forgetEverything() {
  write(GAMES, null);
  write(LEFT, null);
  write(DRAFT, null);
}

/** A name for a game on this device. */
export const newId = () =>
  `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
