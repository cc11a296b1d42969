// The editor: what each control changes in the draft, and what can be taken back.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document } from "./document.mjs";
import { all, click, give, hit, key, leave, load, one, open, page, position, press, settled, tap, until } from "./page.mjs";

const ACT = "act 1 9ap;a1 1L2 2W;b1=4 2W;b2 1W2;b3=A2r4 1W;c3=A6";
let table;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());
beforeEach(() => {
  page.answers = null;
  one("dialog")?.close();
});

const changes = () => page.requests.filter(({ ask }) => ask === "edit").at(-1).changes;
const draft = () => table.edit.draft;

async function edit(text, cell = null) {
  if (table.mode === "edit") await leave();
  await position(text);
  await click("edit");
  if (cell) await tap(cell);
}

/** A control changes exactly this. */
async function sets(name, value, ...expected) {
  if (value === undefined) await click(name);
  else await give(name, value);
  assert.deepEqual(changes(), expected, name);
}

test("the editor begins with the position on the table, and the game waits", async () => {
  await edit(ACT);
  const request = page.requests.filter(({ ask }) => ask === "edit").at(-1);
  assert.deepEqual(request.changes, []);
  assert.equal(request.at, 0);
  assert.deepEqual(request.picture, { crop: false });
  assert.equal(document.body.dataset.mode, "edit");
  assert.equal(one("#history").hidden, true);
  assert.equal(one("#under").hidden, true);
  assert.equal(key("edit"), null);
  assert.equal(key("save").disabled, true);
  assert.equal(one("#any-move").childNodes.length, 0);
  assert.ok(one(".sound"));
  await leave();
  assert.equal(document.body.dataset.mode, "play");
  assert.equal(one("#history").hidden, false);
  assert.equal(key("save").disabled, false);
  assert.equal(table.edit, null);
});

test("figures, camps and guards of each seat are set", async () => {
  await edit(ACT, "b3");
  await sets("workers-1", "3", { set: "figures.1.b3", to: [0, 3] });
  await sets("leader-1", true, { set: "figures.1.b3", to: [1, 3] });
  await sets("leader-1", false, { set: "figures.1.b3", to: [0, 3] });
  await sets("workers-1", "0", { set: "figures.1.b3", to: null });
  await sets("workers-2", "2.9", { set: "figures.2.b3", to: [0, 2] });
  await sets("workers-2", "x", { set: "figures.2.b3", to: null });
  await sets("camp-1", true, { set: "camps.1", to: ["b3"] });
  await tap("c3");
  await sets("camp-1", true, { set: "camps.1", to: ["b3", "c3"] });
  await tap("b3");
  await sets("camp-1", false, { set: "camps.1", to: ["c3"] });
  assert.equal(key("guard-1"), null);
  await tap("b1");
  await sets("guard-2", "W", { set: "guards.2.b1", to: "W" });
  assert.equal(key("guard-2").value, "W");
  assert.equal(key("guard-1").value, "");
  await sets("guard-2", "", { set: "guards.2.b1", to: null });
});

test("the value of a temple and the treasures of a hex go up and down within their bounds", async () => {
  await edit(ACT, "b1");
  await sets("value-more", undefined, { set: "values.b1", to: 5 });
  await sets("value-less", undefined, { set: "values.b1", to: 4 });
  await sets("value", "10", { set: "values.b1", to: 10 });
  assert.equal(key("value-more").disabled, true);
  assert.equal(key("value-less").disabled, false);
  await sets("value", "1", { set: "values.b1", to: 1 });
  assert.equal(key("value-less").disabled, true);
  assert.equal(key("tokens"), null);
  await tap("b3");
  await sets("tokens-less", undefined, { set: "tokens.b3", to: 3 });
  assert.equal(key("value"), null);
});

test("a tile is laid, turned and taken away", async () => {
  await edit(ACT, "c2");
  await sets("tile", "B3", { set: "set_aside", to: null }, { set: "tiles.c2", to: ["B3", 0] });
  await sets("right", undefined, { set: "tiles.c2", to: ["B3", 1] });
  await sets("left", undefined, { set: "tiles.c2", to: ["B3", 0] });
  await sets("left", undefined, { set: "tiles.c2", to: ["B3", 5] });
  await sets("tile", "B4", { set: "set_aside", to: null }, { set: "tiles.c2", to: ["B4", 5] });
  await sets("clear", undefined, { clear: "c2" });
  assert.equal(key("clear"), null);
  await sets("tile", "B4", { set: "set_aside", to: null }, { set: "tiles.c2", to: ["B4", 0] });
  await sets("tile", "", { clear: "c2" });
  const offered = key("tile").children.map(({ value }) => value);
  assert.ok(offered.includes("B4") && !offered.includes("A2"));
  await tap("a1");
  assert.equal(key("tile"), null); // the base camp is printed
});

test("a tile that was set aside is laid, and lies aside no more", async () => {
  await edit(ACT);
  await give("set_aside", "B3");
  await give("set_aside", "B4");
  await tap("c2");
  await sets("tile", "B3", { set: "set_aside", to: ["B4"] }, { set: "tiles.c2", to: ["B3", 0] });
});

test("tiles are put aside and taken back", async () => {
  await edit(ACT);
  await sets("set_aside", "B3", { set: "set_aside", to: ["B3"] });
  await sets("set_aside", "B4", { set: "set_aside", to: ["B3", "B4"] });
  await sets("set_aside-B3", undefined, { set: "set_aside", to: ["B4"] });
  const before = page.requests.length;
  await give("set_aside", "");
  assert.equal(page.requests.length, before);
});

test("what was dug in a turn is set, with its diggers where the edition asks", async () => {
  await edit(ACT, "b3");
  await sets("dug-more", undefined, { set: "worked.b3", to: 1 }, { set: "diggers.b3", to: null });
  await sets("dug-less", undefined, { set: "worked.b3", to: null }, { set: "diggers.b3", to: null });
  assert.equal(key("digger-1"), null);
  await edit("legend-classic;act 1 8ap;b1=2 1L1 dug", "b1");
  assert.deepEqual(["digger-1", "digger-2", "digger-3"].map((each) => key(each).checked), [true, true, false]);
  await sets("digger-2", false, { set: "diggers.b1", to: [["L", "b1"]] });
  await sets("digger-3", true, { set: "diggers.b1", to: [["L", "b1"], ["W", null]] });
  await sets("digger-1", false, { set: "diggers.b1", to: [["W", null]] });
  await sets("digger-3", false, { set: "diggers.b1", to: null });
});

test("scores, treasures and lost figures of the players are set", async () => {
  await edit(ACT);
  await sets("score-2", "17", { set: "scores.2", to: 17 });
  assert.equal(one("#seats .seat-2 .score strong").textContent, "17"); // of the draft
  await sets("treasure-1-3", "2", { set: "treasures.1.3", to: 2 });
  await sets("treasure-1-3", "0", { set: "treasures.1.3", to: null });
  await sets("out-leader-2", true, { set: "removed.2", to: [1, 0] });
  await sets("out-workers-2", "2", { set: "removed.2", to: [1, 2] });
  await sets("out-leader-2", false, { set: "removed.2", to: [0, 2] });
  await sets("out-workers-2", "0", { set: "removed.2", to: null });
});

test("the turn is set: edition, players, seat, points, scoring", async () => {
  await edit(ACT);
  await sets("ap", "3", { set: "ap", to: 3 });
  await sets("active", "2", { set: "active", to: 2 });
  assert.equal(key("active").value, "2");
  await sets("players", "4", { set: "players", to: 4 });
  await sets("edition", "legend-classic", { set: "edition", to: "legend-classic" });
  await sets("edition", "rio-grande-1999", { set: "edition", to: "rio-grande-1999" });
  await sets("scoring", true, { set: "scoring", to: true });
  await sets("queue-3", true, { choose: "queue", to: [3] });
  await sets("queue-1", true, { choose: "queue", to: [3, 1] });
  await sets("queue-4", true, { choose: "queue", to: [3, 1, 4] });
  await sets("queue-3", false, { choose: "queue", to: [4, 1] });
  const volcanoes = key("waiting").children.map(({ value }) => value).filter(Boolean);
  assert.ok(volcanoes.length > 0);
  for (const tile of volcanoes) assert.equal(table.about.tiles[tile].kind, "volcano", tile);
  await sets("scoring", false, { set: "scoring", to: null });
});

test("the phase is chosen, and the tile that waits", async () => {
  await edit(ACT);
  await sets("phase", "place", { choose: "phase", to: "place" });
  assert.equal(key("ap"), null);
  await sets("waiting", "A4", { set: "tile", to: "A4" });
  await sets("waiting", "", { set: "tile", to: null });
  await sets("phase", "act", { choose: "phase", to: "act" });
  assert.equal(key("waiting"), null);
});

test("an auction is chosen, with those who have had their turn", async () => {
  await edit("players 3;act 1 9ap;a1 1W3");
  assert.equal(key("display"), null);
  await sets("auction", true, { choose: "auction", to: true });
  await sets("phase", "bid", { choose: "phase", to: "bid" });
  await sets("done-2", true, { set: "done", to: [2] });
  await sets("done-2", false, { set: "done", to: [] });
  const [first] = table.edit.display;
  await sets(`display-${first}`, undefined, { set: "display", to: table.edit.display.slice(1) });
  await sets("auction", false, { choose: "auction", to: false });
  assert.equal(key("done-2"), null);
});

test("bids and passes are set", async () => {
  await edit("players 4;auction;bid 2;a1 1W4 2W2;b3=B3;scores 10 20 10 9;display A1 A2 A5 C1");
  await sets("passed-3", true, { choose: "passed", to: [3] });
  await sets("passed-4", true, { choose: "passed", to: [3, 4] });
  assert.equal(key("first-passer").value, "3");
  await sets("first-passer", "4", { set: "first_passer", to: 4 });
  await sets("passed-4", false, { choose: "passed", to: [3] });
  assert.equal(key("first-passer"), null);
  assert.equal(key("high-bid"), null);
  await sets("bidder", "1", { choose: "high_bidder", to: 1 });
  await sets("high-bid", "5", { set: "high_bid", to: 5 });
  assert.equal(key("high-bid").value, "5");
  await sets("bidder", "", { choose: "high_bidder", to: null });
});

test("an empty board is begun", async () => {
  await edit(ACT);
  await click("empty");
  const cleared = changes().map(({ set, to }) => [set, to]);
  assert.ok(cleared.every(([, to]) => to === null));
  for (const path of ["tiles", "values", "tokens", "figures", "camps", "guards", "removed", "treasures", "scores", "worked", "diggers", "set_aside", "tile", "queue", "scoring", "display", "high_bid", "high_bidder", "passed", "first_passer", "done"]) {
    assert.ok(cleared.some(([set]) => set === path), path);
  }
  assert.deepEqual(table.edit.board.b3.tile, null);
});

test("what is broken is listed and announced, and the position cannot be played", async () => {
  await edit(ACT, "b3");
  await give("workers-1", "18");
  assert.ok(all("#problems li").length > 0);
  assert.equal(key("play-draft").disabled, true);
  await until(() => document.getElementById("live").textContent === "«problems 1»", 5);
  await give("workers-1", "1");
  assert.equal(key("play-draft").disabled, false);
  await until(() => document.getElementById("live").textContent === "‹edit.fine›", 5);
  await click("play-draft");
  assert.equal(document.body.dataset.mode, "play");
  assert.match(table.view.position, /b3=A2r4 1W/);
});

test("the last change is taken back, as often as there are changes", async () => {
  await edit(ACT);
  await give("score-1", "5");
  await give("score-2", "6");
  assert.deepEqual(draft().scores, { 1: 5, 2: 6 });
  const undo = () => press("z", document.body, { ctrlKey: true });
  await undo();
  assert.deepEqual(table.edit.seats.map(({ score }) => score), [5, 0]);
  await undo();
  assert.deepEqual(table.edit.seats.map(({ score }) => score), [0, 0]);
  await undo();
  assert.deepEqual(table.edit.seats.map(({ score }) => score), [0, 0]);
  assert.equal(table.mode, "edit");
});

test("what was changed is thrown away only if that is meant", async () => {
  await edit(ACT);
  await click("leave");
  assert.equal(table.mode, "play"); // nothing was changed
  await edit(ACT);
  await give("score-1", "5");
  await click("leave");
  assert.equal(table.mode, "edit");
  await click("stay");
  assert.equal(one("dialog"), null);
  assert.equal(table.edit.seats[0].score, 5);
  await click("leave");
  await click("leave-sure");
  assert.equal(table.mode, "play");
  assert.equal(one("dialog"), null);
});

test("a draft is remembered until it is played or thrown away", async () => {
  const stored = () => JSON.parse(browser.storage.get("tikal-draft") ?? "null");
  await edit(ACT);
  assert.equal(stored(), null);
  await give("score-1", "5");
  assert.deepEqual(stored().scores, { 1: 5 });
  const { resumeDraft } = await load("drafting.js");
  table.mode = "play";
  await resumeDraft();
  assert.equal(table.mode, "edit");
  assert.equal(table.edit.seats[0].score, 5);
  await click("play-draft");
  assert.equal(stored(), null);
  await edit(ACT);
  await give("score-1", "5");
  await leave();
  assert.equal(stored(), null);
});

test("a new draft begins without the changes of the one before", async () => {
  await edit(ACT);
  await give("score-1", "5");
  await edit(ACT);
  await press("z", document.body, { ctrlKey: true });
  assert.equal(table.edit.seats[0].score, 0);
});

test("changes follow one another, so that none is lost", async () => {
  await edit(ACT);
  const { edit: change } = await load("drafting.js");
  const turn = document.getElementById("turn");
  const seen = [];
  change([{ set: "scores.1", to: 3 }]);
  assert.equal(turn.ariaBusy, "true");
  const second = change((now) => (seen.push(now.seats[0].score), [{ set: "scores.2", to: 4 }]));
  await second;
  await settled();
  assert.deepEqual(seen, [3]);
  assert.deepEqual(table.edit.seats.map(({ score }) => score), [3, 4]);
  assert.equal(turn.ariaBusy, "false");
});

test("a change that the bridge refuses is listed, and the draft stays", async () => {
  await edit(ACT);
  page.answers = ({ ask }) => (ask === "edit" ? { ok: false, error: "no such thing" } : undefined);
  await give("score-1", "5");
  assert.match(one("#problems").textContent, /no such thing/);
  assert.equal(table.edit.seats[0].score, 0);
  page.answers = ({ ask }) => (ask === "edit" ? { ok: false, error: "e", problems: ["one", "two"] } : undefined);
  await give("score-1", "5");
  assert.deepEqual(all("#problems li").map((each) => each.textContent), ["one", "two"]);
  page.answers = null;
  await leave();
  page.answers = ({ ask }) => (ask === "edit" ? { ok: false, error: "not now" } : undefined);
  await click("edit");
  assert.match(document.getElementById("notice").textContent, /Not now/);
  assert.equal(table.mode, "play");
  page.answers = null;
});

test("a hex is chosen by a key as well, and arrows do not leave the editor", async () => {
  await edit(ACT);
  await press("Enter", hit("b1"));
  assert.equal(table.cell, "b1");
  await press("ArrowLeft", document.body);
  await press("l", hit("b1"));
  assert.equal(table.mode, "edit");
  assert.equal(table.selection, null);
  await leave();
});
