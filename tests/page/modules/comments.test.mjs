// Comments on moves: written, shown in the list, carried in the address and in variations.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { all, click, give, key, load, open, page, settled, until } from "./page.mjs";

const RECORD = "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1; deploy L a1 # brave\nend # home\n";
let table;
let moves;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
  moves = await load("table.js");
});
after(() => page.bridge.end());
beforeEach(async () => {
  await (await load("sharing.js")).openText(RECORD);
  await settled();
});

const shown = () => all(".moves .comment").map((each) => each.textContent);
const box = () => key("comment");

test("the comments of a record stand below their moves, and that of the place in its field", async () => {
  assert.deepEqual(shown(), ["brave", "home"]);
  assert.equal(box().value, "home");
  await moves.goTo(3);
  await settled();
  assert.equal(box().value, "brave");
  await moves.goTo(0);
  await settled();
  assert.equal(box().value, "");
});

test("a comment is written, changed, taken away, and goes into the address", async () => {
  await moves.goTo(2);
  await settled();
  const links = () => page.requests.filter(({ ask }) => ask === "export").length;
  const before_ = links();
  await give("comment", " well placed ");
  assert.deepEqual(shown(), ["well placed", "brave", "home"]);
  await until(() => links() > before_);
  await give("comment", "");
  assert.deepEqual(shown(), ["brave", "home"]);
});

test("a comment that is written just before a step is not lost", async () => {
  await moves.goTo(2);
  await settled();
  box().value = "late";
  box().emit("change");
  moves.goBy(1);
  await settled();
  assert.equal(table.view.at, 3);
  assert.deepEqual(shown(), ["late", "brave", "home"]);
  assert.equal(box().value, "brave");
});

test("a variation keeps its comments, and the common ones are those of the game", async () => {
  await moves.goTo(3);
  await settled();
  await moves.play(["deploy W a1"]);
  await settled();
  assert.deepEqual(shown(), ["brave"]);
  assert.deepEqual(table.lines.map(({ comments }) => comments.map(({ text }) => text)), [["brave", "home"]]);
  await moves.goTo(3);
  await settled();
  await give("comment", "braver");
  await click("line-0");
  assert.deepEqual(shown(), ["braver", "home"]);
});

test("variations that an earlier version stored have no comments", async () => {
  const { lineOf } = await load("lines.js");
  assert.deepEqual(lineOf(["end"]), { moves: ["end"], comments: [] });
  assert.deepEqual(lineOf({ moves: ["end"] }), { moves: ["end"], comments: [] });
});
