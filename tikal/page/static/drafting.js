// The position that is being edited: its changes, one after the other, and the way back to the game.

import { announce, byId } from "./dom.js";
import { storeDraft, storedDraft } from "./recent.js";
import { ask, changed, complain, here, table } from "./state.js";
import { go, refresh } from "./table.js";
import { t } from "./words.js";

let editing = Promise.resolve();
let unfinished = 0; // changes that are not drawn yet
const drafts = []; // what the editor has shown before

/** Take the last change of the draft back. */
export function undoEdit() {
  if (!drafts.length) return;
  table.edit = drafts.pop();
  announce(table.edit.problems[0] ?? t("edit.fine"));
  changed();
}

/** Begin to edit, or change the draft; one change after the other, so that none is lost.
 *  Changes that depend on what is there are a function of what is there by then. */
export function edit(changes) {
  unfinished += 1;
  byId("turn").ariaBusy = "true";
  editing = editing
    .then(() => changeDraft(changes))
    .finally(() => {
      unfinished -= 1;
      if (!unfinished) byId("turn").ariaBusy = "false";
    });
  return editing;
}

/** Change the draft; what is broken is listed. */
async function changeDraft(wish) {
  const changes = typeof wish === "function" ? wish(table.edit) : wish;
  const from = table.edit ? { draft: table.edit.draft } : here();
  if (!table.edit) drafts.length = 0;
  const answer = await ask("edit", { ...from, changes, picture: { crop: false } });
  if (!answer.ok) {
    if (table.edit) table.edit.error = answer;
    else return complain(answer);
  } else {
    if (table.edit && changes.length) drafts.push(table.edit);
    table.edit = answer;
    if (changes.length && table.mode === "edit") storeDraft(answer.draft);
  }
  table.mode = "edit";
  Object.assign(table, { selection: null, targets: {}, actions: [], aim: null, opinion: null });
  const problems = answer.problems ?? [];
  if (changes.length) announce(answer.error ?? problems[0] ?? t("edit.fine"));
  await changed();
}

/** Play on from the edited position. */
export async function playDraft() {
  await editing;
  if (!table.edit?.position) return;
  if (await go("view", { position: table.edit.position }, { entry: true })) storeDraft(null);
}

/** Whether leaving the editor would lose something. */
export const hasChanges = () => drafts.length > 0;

/** Go on with the position that was being edited when the page was left. */
export async function resumeDraft() {
  const answer = await ask("edit", { draft: storedDraft() ?? {}, changes: [], picture: { crop: false } });
  if (!answer.ok) return complain(answer);
  drafts.length = 0;
  Object.assign(table, {
    edit: answer,
    mode: "edit",
    selection: null,
    targets: {},
    actions: [],
    aim: null,
    opinion: null,
  });
  await changed();
}

export async function leaveEditor() {
  storeDraft(null);
  table.mode = "play";
  table.edit = null;
  await refresh();
}
