// What a device remembers: the last games, and other lines of a game.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document } from "./document.mjs";
import { all, click, key, load, one, open, page, position, settled } from "./page.mjs";

const ACT = "act 1 9ap;a1 1W3";
let table;
let recent;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
  recent = await load("recent.js");
});
after(() => page.bridge.end());
beforeEach(() => {
  browser.isStorageDenied = false;
  browser.storage.clear();
  one("dialog")?.close();
});

const play = async (...moves) => {
  await (await load("table.js")).play(moves);
  await settled();
};
const games = () => JSON.parse(browser.storage.get("tikal-recent") ?? "[]");

test("the last games are remembered, each once, the newest first", async () => {
  await position(ACT);
  await play("deploy W a1");
  await play("deploy W a1");
  assert.equal(games().length, 1);
  assert.equal(games()[0].moves, 2);
  assert.equal(games()[0].players, 2);
  assert.match(games()[0].fragment, /^game=/);
  await position(`players 3;${ACT}`);
  await play("deploy L a1");
  assert.deepEqual(games().map(({ players }) => players), [3, 2]);
});

test("of many games the oldest is forgotten", () => {
  const list = Array.from({ length: 12 }, (_, id) => ({ id }));
  assert.deepEqual(recent.remembered(list, { id: "new" }).map(({ id }) => id), ["new", ...list.slice(0, 11).map(({ id }) => id)]);
  assert.deepEqual(recent.remembered(list, { id: 4 }).map(({ id }) => id), [4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual(recent.remembered(list, { id: "new" }, 2).map(({ id }) => id), ["new", 0]);
});

test("a storage that is denied, or has something else in it, is empty", () => {
  for (const text of ["{", "3", '[3, null, {"fragment": 5}]', "null"]) {
    browser.storage.set("tikal-recent", text);
    assert.deepEqual(recent.recentGames(), [], text);
  }
  browser.isStorageDenied = true;
  recent.rememberGame({ id: 1, fragment: "a2" });
  recent.storeDraft({});
  recent.forgetEverything();
  assert.deepEqual(recent.recentGames(), []);
  assert.equal(recent.storedDraft(), null);
});

test("a game is opened again from the list, with its lines", async () => {
  await position(ACT);
  await play("deploy W a1");
  await click("moves.back");
  await play("deploy L a1");
  const [{ id }] = games();
  await position("a2=7");
  await click("open");
  await click(`recall-${id}`);
  assert.equal(one("dialog"), null);
  assert.equal(table.id, id);
  assert.deepEqual(table.view.game.moves, ["deploy L a1"]);
  assert.deepEqual(table.lines.map((each) => each.moves), [["deploy W a1"]]);
});

test("games are forgotten one by one, or all at once", async () => {
  await position(ACT);
  await play("deploy W a1");
  await position(`players 3;${ACT}`);
  await play("deploy W a1");
  recent.storeDraft({ players: 2 });
  await click("open");
  assert.equal(all("dialog .recents li").length, 3);
  await click(`forget-${games()[1].id}`);
  assert.deepEqual(games().map(({ players }) => players), [3]);
  await click("forget-draft");
  assert.equal(recent.storedDraft(), null);
  assert.equal(all("dialog .recents li").length, 1);
  recent.storeDraft({ players: 2 });
  await click("forget-all");
  assert.equal(games().length, 0);
  assert.equal(recent.storedDraft(), null);
  assert.equal(one("dialog .recent").childNodes.length, 0);
});

test("the draft is gone on with from the list", async () => {
  await position(ACT);
  recent.storeDraft({ players: 3 });
  await click("open");
  await click("recall-draft");
  assert.equal(table.mode, "edit");
  assert.equal(table.edit.players, 3);
  assert.equal(one("dialog"), null);
  await click("leave");
});

test("another line of a game is listed, taken and forgotten", async () => {
  await position(ACT);
  await play("deploy W a1");
  await play("deploy W a1");
  await click("moves.first");
  await play("deploy L a1");
  assert.deepEqual(table.lines.map((each) => each.moves), [["deploy W a1", "deploy W a1"]]);
  assert.match(one(".lines").textContent, /‹lines.one at=0.*moves=2 many.*›.*deploy W a1/);
  await click("line-0");
  assert.deepEqual(table.view.game.moves, ["deploy W a1", "deploy W a1"]);
  assert.equal(one(".at").textContent, "0 / 2");
  assert.deepEqual(table.lines.map((each) => each.moves), [["deploy L a1"]]);
  await click("forget-line-0");
  assert.deepEqual(table.lines, []);
  assert.equal(one(".lines"), null);
  assert.equal(document.getElementById("notice").hidden, true);
});

test("a longer game is no other line, and neither is the same one", async () => {
  await position(ACT);
  await play("deploy W a1");
  await play("deploy W a1");
  await click("moves.back");
  await play("deploy W a1");
  assert.deepEqual(table.lines, []);
});
