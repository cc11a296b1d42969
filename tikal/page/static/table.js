// What is on the table: the game, where in it we are, what is selected; and every way to change it.

import { keepLink, writeLink } from "./address.js";
import { announce } from "./dom.js";
import { branched, lineOf, without } from "./lines.js";
import { tileText } from "./pieces.js";
import { newId } from "./recent.js";
import {
  ask,
  askView,
  changed,
  complain,
  here,
  mayMove,
  needPictures,
  NO_BOTS,
  setView,
  table,
} from "./state.js";
import { speak, t, wantedLanguage } from "./words.js";

// --- the game ------------------------------------------------------------------------------------

function forget() {
  Object.assign(table, { cell: null, actions: [], selection: null, targets: {}, aim: null });
}

/** Show what the bridge has answered. */
export async function show(view, opinion = null) {
  const tile = table.view?.tile;
  forget();
  setView(view);
  Object.assign(table, { opinion, edit: null, mode: "play" });
  if (view.tile !== tile) table.rotation = 0;
  if (mayPlace()) await prepareTile();
  changed();
}

const mayPlace = () => table.view.phase === "place" && mayMove();

async function prepareTile() {
  table.selection = { action: "place" };
  await Promise.all([lookUpTargets(), needPictures([table.view.tile], table.rotation)]);
}

/** Start, load, go back or forth: every request that answers with a view.
 *  What is on the table can be gone back to if `entry` makes an entry in the history of the browser. */
export async function go(
  request,
  fields = {},
  { entry = false, id = newId(), lines = [], bots = NO_BOTS } = {},
) {
  if (entry) await writeLink();
  const answer = await askView(request, fields);
  if (!answer.ok) {
    complain(answer);
    return null;
  }
  table.glide = null;
  if (request === "new" || request === "load" || entry)
    Object.assign(table, { id, lines: lines.map(lineOf), bots });
  await show(answer);
  if (entry) await writeLink("push");
  else keepLink();
  return answer;
}

/** Go on with another line of the game, at the place where it leaves this one. */
export async function takeLine(line, at) {
  const { game } = table.view;
  const lines = branched(table.lines, game, line);
  const before = (game.comments ?? []).filter(({ after }) => after <= at);
  const comments = [...before, ...line.comments.filter(({ after }) => after > at)];
  if (await go("view", { game: { ...game, moves: line.moves, comments }, at })) table.lines = lines;
  changed();
}

export function forgetLine(line) {
  table.lines = without(table.lines, line);
  keepLink();
  changed();
}

/** Judge the position, and the verdict on the table, by another edition. */
export async function judgeBy(edition) {
  const asked = table.opinion;
  await writeLink();
  const answer = await askView("under", { ...here(), edition });
  if (!answer.ok) return complain(answer);
  if (answer.same === "nothing") return complain({ error: answer.why });
  const isWhole = answer.same === "game";
  if (!isWhole) Object.assign(table, { id: newId(), lines: [] });
  table.glide = null;
  await show(answer);
  await writeLink(isWhole ? "replace" : "push");
  announce([answer.edition.title, isWhole ? "" : t("edition.position")].join(". "));
  if (asked) await judge(asked.asked_moves, asked.by);
}

/** The game has gone on elsewhere, or what may be done in it has changed: show it as it is now. Where
 *  the reader looks back the position stays. */
export async function followGame(length = null) {
  const { at, game, moment } = table.view;
  if (length === table.view.length) return;
  await go("view", at === table.view.length ? { game } : { game, at });
  if (table.view.moment !== moment) announce([table.view.moves.at(-1)?.text, table.view.moment].join(". "));
}

let goal = 0; // where in the game we are going
/** @type {Promise<void> | null} */
let going = null; // of being there

/** Go to a place of the game. Places that are wished meanwhile are passed over, the last is reached. */
export function goTo(at) {
  if (table.mode === "edit" || at < 0 || at > table.view.length) return going;
  goal = at;
  going ??= walkToGoal().finally(() => (going = null));
  return going;
}

/** Go some moves back or forth, counted from where we are going. */
export const goBy = (moves) => goTo((going ? goal : table.view.at) + moves);

async function walkToGoal() {
  while (goal !== table.view.at) {
    const next = goal;
    const answer = await go("view", { game: table.view.game, at: next });
    if (!answer) return;
    await new Promise((drawn) => requestAnimationFrame(drawn));
    if (table.mode === "edit" || goal > table.view.length) return;
  }
  announce(table.view.moment);
}

/** Make moves; a refusal is explained. */
export async function play(moves, { isBot = false } = {}) {
  const answer = await askView("move", { ...here(), moves });
  if (!answer.ok) return complain(answer);
  if (!answer.legal) return judge(moves);
  const way = wayOf(moves);
  table.glide = way;
  table.lines = branched(table.lines, table.view.game, answer.game);
  await show(answer);
  if (way && answer.phase === "act" && !isBot) await look(way.cells.at(-1), way.figure);
  keepLink();
  announce([answer.moves[answer.at - 1]?.text, answer.moment].join(". "));
}

function wayOf(moves) {
  const cells = [];
  /** @type {string | null} */
  let figure = null;
  for (const move of moves) {
    const found =
      /^(?:walk|transfer) ([LW]) (\w\d)-(\w\d)$/.exec(move) ?? /^deploy ([LW]) ()(\w\d)$/.exec(move);
    if (!found) return null;
    figure = found[1];
    if (!cells.length && found[2]) cells.push(found[2]);
    cells.push(found[3]);
  }
  return { figure, cells, seat: table.view.active };
}

/** An opinion on a move, or on the first of several that is refused: may I, why not, what instead,
 *  would another book allow it. */
export async function judge(moves, by = null) {
  const asked = [moves].flat();
  const place = here();
  const answer = await ask("opinion", { ...place, moves: asked, ...(by ? { seat: by } : {}) });
  if (!answer.ok) return complain(answer);
  table.opinion = { asked_moves: asked, before: [], ...answer, place, by };
  const first = answer.wish?.why.text ?? answer.violations[0]?.message ?? "";
  announce(
    `${t(answer.legal ? "verdict.yes" : "verdict.no")}. ${answer.wish?.asked ?? answer.asked ?? answer.move}. ${first}`,
  );
  changed();
  keepLink();
  dispatchEvent(new Event("tikal-verdict"));
}

/** Close the verdict; false if there is none. */
export function closeOpinion() {
  if (!table.opinion) return false;
  table.opinion = null;
  changed();
  keepLink();
  return true;
}

/** Make the moves of a remedy, and look again at the move that they make possible. */
export async function follow({ place, before = [], move, by }, moves) {
  await go("view", place);
  await play([...before, ...moves]);
  if (table.view.at > (place.at ?? 0)) await judge(move, by);
}

// --- looking and selecting -----------------------------------------------------------------------

const own = (cell) => table.view.board[cell]?.figures?.[String(table.view.active)];
export const isMine = (cell) => table.view.phase === "act" && mayMove() && Boolean(own(cell));

/** Look at a hex: what can be done there.
 *  @type {(cell: string, figure?: string | null) => Promise<void>} */
export async function look(cell, figure = null) {
  table.cell = cell;
  table.selection = null;
  table.targets = {};
  if (table.view.phase === "act" && mayMove()) {
    const [leaders, workers] = own(cell) ?? [0, 0];
    const chosen = figure ?? (workers ? "W" : leaders ? "L" : null);
    if (chosen && isMine(cell)) table.selection = { action: "walk", figure: chosen, from: cell };
    const found = await Promise.all([ask("actions", { ...here(), cell }), lookUpTargets()]);
    table.actions = found[0].actions ?? [];
  }
  changed();
}

/** Select something that has not come to the board yet. */
export async function select(selection) {
  Object.assign(table, { cell: null, actions: [], selection });
  await lookUpTargets();
  changed();
}

export function deselect() {
  forget();
  if (mayPlace()) prepareTile().then(changed);
  changed();
}

/** @type {Promise<void> | null} */
let lookup = null; // of the last targets
const lookUpTargets = () => (lookup = askTargets());
/** When the targets of what is selected are there. */
export const lookedUp = () => lookup;

async function askTargets() {
  const wish = table.selection;
  if (!wish) return;
  const more = wish.action === "place" ? { rotation: table.rotation } : {};
  const answer = await ask("targets", { ...here(), ...wish, ...more });
  if (table.selection === wish) table.targets = answer.targets ?? {};
}

/** Turn the waiting tile by some sixths. */
export async function turn(by) {
  if (!mayPlace()) return;
  table.rotation = (table.rotation + by + 6) % 6;
  await prepareTile();
  announce(tileText(table.view.tile, table.rotation));
  changed();
}

/** Choose a hex for the waiting tile; where it does not fit as it lies, it is turned if that helps. */
export async function aimAt(cell) {
  const target = table.targets[cell];
  if (!target) return;
  if (table.aim === cell) return play([target.move]);
  if (!target.legal && !target.rotations.length) return judge(target.move);
  table.aim = cell;
  if (!target.legal) {
    table.rotation = target.rotations.find((each) => each > table.rotation) ?? target.rotations[0];
    await prepareTile();
  }
  announce(`${t("tile.aimed", { cell })}. ${tileText(table.view.tile, table.rotation)}`);
  changed();
}

const chosenWay = { cell: null, index: 0 };

/** The way that would be taken to a hex, and which it is of those that cost the same. */
export function wayTo(cell) {
  const target = table.selection && table.targets[cell];
  const index = chosenWay.cell === cell && target?.ways?.[chosenWay.index] ? chosenWay.index : 0;
  return { target, index, way: target?.ways?.[index] ?? null };
}

/** Another way to a hex that costs the same. */
export function nextWay(cell) {
  const { target, index } = wayTo(cell);
  if (target?.ways?.length > 1) Object.assign(chosenWay, { cell, index: (index + 1) % target.ways.length });
}

/** Go where the selected thing was sent. */
export async function send(cell) {
  if (table.view.phase === "place") return aimAt(cell);
  const target = table.targets[cell];
  if (!table.selection || !target) return look(cell);
  const { way } = wayTo(cell);
  if (target.legal) return play(way?.map(({ move }) => move) ?? target.moves ?? [target.move]);
  return judgeTarget(target);
}

const judgeTarget = (target) => judge(target.moves ?? target.move);

// --- links and languages -------------------------------------------------------------------------

/** Show the game in another language. */
export async function translate() {
  if (table.opinion) return judge(table.opinion.asked_moves, table.opinion.by).then(refresh);
  await refresh();
}

/** The words of the language that the reader wants, of those that the library knows. */
export async function loadFirstWords() {
  const { languages } = await ask("about");
  await loadWords(wantedLanguage(languages ?? []));
}

export async function loadWords(chosen) {
  const about = await ask("about", { language: chosen });
  if (!about.ok) throw new Error(about.error);
  table.about = about;
  speak(about, chosen);
}

/** The same position once more: in another language, or another part of the board. */
export async function refresh() {
  const { cell, selection, opinion } = table;
  table.shown = null; // all of it is drawn again
  const answer = await askView("view", here());
  if (!answer.ok) return complain(answer);
  table.glide = null;
  await show(answer, opinion);
  if (cell) await look(cell, selection?.figure);
}
