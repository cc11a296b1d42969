// A record with a mistake: shown as far as it goes, with what may have been meant.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { all, click, give, key, load, one, open, page, settled, tap } from "./page.mjs";

const BROKEN = "edition: rio-grande-1999\nplayers: 2\n\ndraw A3; place b3 r1; walk L a1-b2; end # home\n";
let table;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());
beforeEach(() => (page.answers = null));

async function openText(text) {
  await (await load("sharing.js")).openText(text);
  await settled();
}

test("a record with a mistake offers its repairs, and one is opened with a click", async () => {
  await openText(BROKEN);
  assert.equal(table.view.length, 2);
  assert.ok(one(".stopped"));
  assert.equal(all(".repairs .way").length, table.repairs.list.length);
  assert.match(table.repairs.list[0].text, /deploy L a1/);
  await click("repair-0");
  assert.equal(table.view.refusal ?? null, null);
  assert.deepEqual(table.view.game.moves, ["draw A3", "place b3 r1", "deploy L a1", "walk L a1-b2", "end"]);
  assert.equal(one(".repairs"), null);
});

test("what is repaired in part offers the next repair", async () => {
  const asked = () => page.requests.filter(({ ask }) => ask === "repairs").length;
  await openText(BROKEN);
  const before_ = asked();
  table.repairs.list[0].record = BROKEN;
  await click("repair-0");
  assert.equal(asked(), before_ + 1);
  assert.ok(one(".repairs .way"));
});

test("repairs are in the language of the page, and gone when the game goes on", async () => {
  await openText(BROKEN);
  await give(".language", "fr");
  await settled();
  assert.equal(table.repairs.spoken, "fr");
  assert.equal(page.requests.filter(({ ask }) => ask === "repairs").at(-1).language, "fr");
  await give(".language", "en");
  await tap("a1");
  await click("deploy W a1");
  assert.equal(one(".repairs"), null);
});

test("repairs of another game that come late are not shown", async () => {
  let late;
  page.answers = ({ ask }) => (ask === "repairs" ? new Promise((resolve) => (late = resolve)) : undefined);
  const opening = openText(BROKEN);
  await settled();
  page.answers = null;
  await openText("b3=A2");
  late({ ok: true, repairs: [{ text: "late", record: "" }] });
  await opening;
  assert.equal(one(".repairs"), null);
  assert.equal(table.repairs?.id === table.id, false);
});

test("where nothing mends it the page says so", async () => {
  page.answers = ({ ask }) => (ask === "repairs" ? { ok: true, repairs: [] } : undefined);
  await openText(BROKEN);
  assert.equal(one(".repairs .hint").textContent, "‹repairs.none›");
  assert.equal(key("repair-0"), null);
});
