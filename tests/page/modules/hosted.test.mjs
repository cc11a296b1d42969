// The page as the board of another program, which has the game itself: here this test.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { browser, document, window } from "./document.mjs";
import { all, click, key, load, one, open, page, press, settled, tap } from "./page.mjs";

const START = "rio-grande-1999;act 1 9ap;a1 1W3;a2 2W;b3=A2r4 1W;c3=A6";
const host = { moves: [], mine: true, note: "You are Ana." };
const ABOUT_THE_GAME = ["view", "move", "check", "opinion", "targets", "actions", "export", "sheet"];
let table;

/** The answer of a program that has the game, whatever game the page names. */
async function answer(asked) {
  if (!ABOUT_THE_GAME.includes(asked.ask)) return undefined;
  const game = { start: START, moves: host.moves };
  const found = JSON.parse(await page.bridge.ask(JSON.stringify({ ...asked, game })));
  if (asked.ask === "move" && found.legal) host.moves = [...host.moves, ...asked.moves];
  const { mine, note } = host;
  return found.game_id ? { ...found, mine: mine && found.at === host.moves.length, note } : found;
}

const asked = (name) => page.requests.filter(({ ask }) => ask === name);
const at = () => one(".at").textContent;
const changed = async (detail) => {
  window.dispatchEvent(new CustomEvent("tikal-changed", { detail }));
  await settled();
};

before(async () => {
  page.answers = answer;
  await open({ hosted: true, fragment: "token" });
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());

test("the page begins with the game of its host, and offers no other", () => {
  assert.equal(asked("new").length + asked("load").length, 0);
  assert.equal(table.view.game.start, START);
  for (const name of ["new", "open", "edit", "judge-by"]) assert.equal(key(name), null, name);
  assert.ok(key("save"));
  assert.equal(one(".note").textContent, host.note);
});

test("a move is made by the host, and nothing is written or stored", async () => {
  await tap("b3");
  await click("recover b3");
  assert.deepEqual(host.moves, ["recover b3"]);
  assert.equal(at(), "1 / 1");
  assert.equal(asked("move").at(-1).at, 0);
  assert.deepEqual(browser.addresses, []);
  assert.equal(localStorage.getItem("tikal-recent"), null);
});

test("a hex that is pressed before its targets are there is gone to all the same", async () => {
  let open;
  const gate = new Promise((resolve) => (open = resolve));
  page.answers = async (asked) => {
    if (asked.ask === "targets") await gate;
    return answer(asked);
  };
  host.moves = ["recover b3", "reveal 3"];
  await changed({ length: 2 });
  key("supply-W").click();
  const done = tap("a1");
  open();
  await done;
  page.answers = answer;
  assert.equal(host.moves.at(-1), "deploy W a1");
});

test("who may not move is offered nothing, and sees what others do", async () => {
  Object.assign(host, { moves: ["recover b3", "reveal 3"], mine: false });
  await changed({ length: 2 });
  assert.equal(at(), "2 / 2");
  assert.ok(one("#turn h2"));
  for (const name of ["end", "supply-W"]) assert.equal(key(name), null, name);
  const targets = asked("targets").length;
  await tap("a1");
  assert.equal(asked("targets").length, targets);
  assert.deepEqual([...all("#turn .action")], []);
  assert.equal(document.getElementById("quick").hidden, true);
});

test("what is shown already is not asked for again", async () => {
  const before = asked("view").length;
  await changed({ length: 2 });
  assert.equal(asked("view").length, before);
  host.note = "This table is closed.";
  await changed();
  assert.equal(one(".note").textContent, host.note);
});

test("where the reader looks back the position stays while the game goes on", async () => {
  await press("ArrowLeft", document.body);
  assert.equal(at(), "1 / 2");
  Object.assign(host, { moves: [...host.moves, "end"], mine: true });
  await changed({ length: 3 });
  assert.equal(at(), "1 / 3");
  assert.equal(key("reveal"), null);
  await press("End", document.body);
  assert.equal(at(), "3 / 3");
});

test("the tile that another player is to place is shown, and cannot be turned", async () => {
  host.mine = false;
  host.moves = [...host.moves, "draw A1"];
  await changed({ length: 4 });
  assert.equal(table.view.phase, "place");
  assert.ok(one(".waiting.still"));
  assert.equal(key("turn-left"), null);
  await press("r", document.body);
  assert.equal(table.selection, null);
});

test("the game is saved as a file, not as a link", async () => {
  await click("save");
  const formats = [...all("dialog option")].map((each) => each.value);
  assert.equal(formats.includes("record"), true);
  assert.equal(formats.includes("link") || formats.includes("embed"), false);
});
