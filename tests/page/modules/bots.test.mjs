// Bots at the table: who plays which seat, that they play, stop, wait, and go on.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document } from "./document.mjs";
import { all, click, follow, give, key, load, one, open, page, position, settled, tap } from "./page.mjs";

const LAST = "act 1 0ap;a1 1W;b3=A2r4 1W;c3=A6";
const FULL = "act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6";
let table;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());
beforeEach(() => {
  page.answers = null;
  one("dialog")?.close();
  document.getElementById("notice").hidden = true;
});

const asked = (name) => page.requests.filter(({ ask }) => ask === name);

/** Let bots play seats of the game on the table. */
async function seat(bots, seconds = null) {
  await click("bots");
  for (const [number, bot] of Object.entries(bots)) await give(`bot-${number}`, bot);
  if (seconds) await give("bot-limit", String(seconds));
  await click("seat-bots");
}

/** Hold what a bot answers until it is released. */
function held() {
  const waiting = [];
  page.answers = (request) => (request.ask === "bot" ? new Promise((resolve) => waiting.push(resolve)) : undefined);
  return { waiting, release: (answer) => waiting.splice(0).forEach((each) => each({ ok: true, of: 100, ...answer })) };
}

test("a bot plays its turn, and the person is to move again", async () => {
  await position(LAST);
  await seat({ 1: "sensible" });
  assert.deepEqual([table.view.length, table.view.phase, table.view.active], [1, "draw", 2]);
  assert.equal(key("stop-bot"), null);
  assert.equal(all(".seat-1 .bot-sign").length, 1);
  assert.equal(all(".seat-2 .bot-sign").length, 0);
});

test("in the turn of a bot chance is dealt", async () => {
  await position("draw 2;b3=A2");
  const before_ = asked("chance").length;
  const { waiting, release } = held();
  await seat({ 2: "mcts:easy" });
  assert.equal(table.view.phase, "place");
  assert.match(table.view.moves[0].move, /^draw \w\d$/);
  const dealt = asked("chance").slice(before_).filter((each) => "seed" in each);
  assert.equal(dealt.length, 1);
  assert.equal(waiting.length, 1);
  await click("stop-bot");
  release({ move: "place b4 r0", visits: 1, done: true });
  await settled();
  assert.equal(table.view.length, 1);
});

test("what a bot is thinking when it is stopped is not played", async () => {
  await position(FULL);
  const { release } = held();
  await seat({ 1: "mcts" });
  assert.ok(key("stop-bot"));
  assert.equal(one("#turn .supply"), null);
  await click("stop-bot");
  assert.ok(key("wake-bot"));
  assert.ok(one("#turn .supply"));
  release({ move: "recover b3", visits: 1, done: true });
  await settled();
  assert.equal(table.view.length, 0);
});

test("a person may move for a bot that is stopped, and let it go on", async () => {
  await position("act 1 3ap;a1 1W;b3=A2r4 1W;c3=A6");
  const { release } = held();
  await seat({ 1: "mcts:medium" });
  await click("stop-bot");
  release({ move: "end", visits: 1, done: true });
  await tap("a1");
  await click("deploy W a1");
  assert.equal(table.view.length, 1);
  assert.ok(key("wake-bot"));
  page.answers = null;
  await click("wake-bot");
  assert.equal(table.view.moves.at(-1).move, "end");
});

test("stepping back lets the bot wait, and at the end of the game it goes on", async () => {
  await position(LAST);
  await seat({ 2: "sensible" });
  await click("end");
  assert.ok(table.view.length > 1);
  assert.equal(table.view.active, 1);
  const { length } = table.view;
  const { goTo } = await load("table.js");
  await goTo(1);
  await settled();
  assert.deepEqual([table.view.at, table.view.active, table.view.length], [1, 2, length]);
  assert.equal(key("stop-bot"), null);
});

test("a slice is larger where the last was quick, and ends with the level", async () => {
  await position(FULL);
  const slices = [];
  page.answers = (request) => {
    if (request.ask !== "bot") return undefined;
    slices.push(request);
    const done = request.visits >= 100;
    return { ok: true, move: "end", visits: Math.min(request.visits, 100), of: 100, done };
  };
  await seat({ 1: "mcts:medium" });
  assert.equal(new Set(slices.map(({ seed }) => seed)).size, 1);
  const sizes = slices.map(({ visits }) => visits);
  assert.equal(sizes[0], 1);
  assert.ok(sizes.every((each, index) => !index || each > sizes[index - 1]));
  assert.ok(sizes.at(-1) >= 100);
  assert.equal(table.view.moves.at(-1).move, "end");
});

test("when the time is over the move that was found is played", async () => {
  await position(FULL);
  let visits = 0;
  const now = performance.now;
  page.answers = (request) => {
    if (request.ask !== "bot") return undefined;
    visits += 1;
    if (visits === 3) performance.now = () => now.call(performance) + 1100;
    return { ok: true, move: "end", visits, of: 20000, done: false };
  };
  try {
    await seat({ 1: "mcts" }, 1);
  } finally {
    performance.now = now;
  }
  assert.equal(visits, 3);
  assert.equal(table.view.moves.at(-1).move, "end");
});

test("a bot that fails is stopped and its reason is shown", async () => {
  await position(FULL);
  page.answers = (request) => (request.ask === "bot" ? { ok: false, error: "spent" } : undefined);
  await seat({ 1: "mcts" });
  assert.match(document.getElementById("notice").textContent, /Spent/);
  assert.ok(key("wake-bot"));
  assert.equal(table.view.length, 0);
});

test("an open verdict is not closed by a bot", async () => {
  await position(FULL);
  const { release } = held();
  await seat({ 1: "mcts" });
  const { judge, closeOpinion } = await load("table.js");
  await judge(["recover b3"]);
  release({ move: "end", visits: 1, done: true });
  await settled();
  assert.equal(table.view.length, 0);
  page.answers = (request) => (request.ask === "bot" ? { ok: true, move: "end", visits: 1, of: 1, done: true } : undefined);
  closeOpinion();
  await settled();
  assert.equal(table.view.length, 1);
});

test("a new game is begun with bots, and remembers them", async () => {
  await click("new");
  await give("bot-2", "sensible");
  assert.ok(key("bot-limit"));
  await give("bot-limit", "10");
  one("dialog form").emit("submit");
  await settled();
  assert.deepEqual(table.bots, { seats: { 2: "sensible" }, seconds: 10, halted: false });
  await click("roll");
  assert.deepEqual(history.state.bots, table.bots);
  const [entry] = JSON.parse(browser.storage.get("tikal-recent"));
  assert.deepEqual(entry.bots, table.bots);
  const { hash } = location;
  const { state } = history;
  await follow("position=b3=A2");
  assert.deepEqual(table.bots.seats, {});
  history.state = state;
  location.href = `http://localhost/${hash}`;
  await (await load("sharing.js")).openAddress();
  await settled();
  assert.deepEqual(table.bots, entry.bots);
});

test("a bot of a seat that is not there is left out", async () => {
  await click("new");
  await give(all("dialog select")[1], "3");
  await give("bot-3", "sensible");
  await give(all("dialog select")[1], "2");
  one("dialog form").emit("submit");
  await settled();
  assert.deepEqual([table.view.players, table.bots.seats], [2, {}]);
});
