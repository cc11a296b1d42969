// Until Python runs: how far the bar is, and what is on the board already.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document, parse, window } from "./document.mjs";
import { click, load, one, open, page, position, until } from "./page.mjs";

const EXPECTED = { loading: 100, starting: 300, unpacking: 50, importing: 50 };
let starting;
let recent;
const taken = [];

before(async () => {
  await open();
  starting = await load("starting.js");
  recent = await load("recent.js");
  globalThis.XMLSerializer = class {
    serializeToString(node) {
      taken.push(node);
      return "<svg/>";
    }
  };
});
after(() => page.bridge.end());
beforeEach(() => {
  one("#loading")?.remove();
  one("#early")?.remove();
});

const stored = (key) => JSON.parse(browser.storage.get(key) ?? "null");
const loading = () =>
  document.body.append(parse('<section id="loading"><p id="loading-text">Loading</p><progress id="loading-share" max="1" value="0"></progress></section>', false));

test("a step that is over counts as long as it is expected to take", () => {
  const at = (step, elapsed, share = 0) => Number(starting.shareOf(step, elapsed, share, EXPECTED).toFixed(3));
  assert.equal(at("loading", 9000, 0), 0);
  assert.equal(at("loading", 0, 0.35), 0.1);
  assert.equal(at("loading", 0, 0.7), 0.2);
  assert.equal(at("starting", 150), 0.5);
  assert.equal(at("unpacking", 0), 0.8);
  assert.equal(at("importing", 25), 0.95);
});

test("a step that takes longer than expected goes on, and is never over before it is", () => {
  let last = 0;
  for (let elapsed = 0; elapsed < 3000; elapsed += 10) {
    const share = starting.shareOf("starting", elapsed, 0, EXPECTED);
    assert.ok(share >= last && share < 0.8 + 1e-9, `${elapsed}: ${share}`);
    assert.ok(elapsed > 900 || share > last || !elapsed);
    last = share;
  }
});

test("a start shows its steps, and how long they took is known the next time", () => {
  loading();
  const report = starting.watchStart({ loading: "Loading it", starting: "Starting it" });
  const text = () => one("#loading-text").textContent;
  globalThis.tikal.carrier = "worker";
  report({ step: "loading", share: 0 });
  assert.equal(text(), "Loading it");
  report({ step: "loading", share: 0.7 });
  const half = Number(one("#loading-share").value);
  assert.ok(half > 0);
  report({ step: "starting", share: 0.7 });
  assert.equal(text(), "Starting it");
  report({ step: "unpacking", share: 0.9 });
  report({ step: "importing", share: 0.92 });
  assert.ok(Number(one("#loading-share").value) > half);
  report({ step: "ready", share: 1 });
  assert.deepEqual(Object.keys(stored("tikal-start").worker).sort(), Object.keys(EXPECTED).sort());
});

test("times that are no times are not used", () => {
  browser.storage.set("tikal-start", '{"worker": {"loading": "x", "starting": -1, "importing": 5}}');
  assert.deepEqual(recent.startTimes("worker"), { importing: 5 });
  assert.deepEqual(recent.startTimes("single"), {});
  browser.storage.set("tikal-start", "[");
  assert.deepEqual(recent.startTimes("worker"), {});
});

test("a failure is shown, and the bar is not", () => {
  loading();
  starting.watchStart(null)({ step: "failed", share: 0, error: "no memory" });
  assert.equal(one("#loading-text").textContent, "no memory");
  assert.ok(one("#loading").classList.contains("failed"));
});

test("the board that is left is shown when the same address is opened again", async () => {
  await position("b3=A2 1L");
  await until(() => location.hash.includes("rio-grande"));
  const { picture: svg } = await (await load("state.js")).ask("view", { position: "b3=A2 1L" });
  taken.length = 0;
  window.dispatchEvent(new Event("pagehide"));
  assert.equal(taken.length, 1);
  assert.equal(taken[0].querySelectorAll(".lights, .hits").length, 0);
  assert.ok(one("#board .hits"));
  const left = stored("tikal-left");
  assert.equal(left.address, location.hash.slice(1));
  recent.storeLeft({ ...left, svg });
  one("#board").replaceChildren();
  loading();
  assert.equal(starting.showEarly(), true);
  assert.ok(one("#board .picture g.board"));
  assert.ok(one("#loading").classList.contains("early"));
  await (await load("table.js")).refresh();
  assert.equal(one("#board").children.length, 1);
  assert.ok(one("#board .hits"));
});

test("another address shows nothing early, and what is no picture neither", () => {
  loading();
  recent.storeLeft({ address: "position=other", svg: "<svg/>" });
  assert.equal(starting.showEarly(), false);
  for (const svg of ["<svg><script/></svg>", "<p/>"]) {
    one("#board").replaceChildren();
    recent.storeLeft({ address: location.hash.slice(1), svg });
    starting.showEarly();
    assert.equal(one("#board").children.length, 0, svg);
  }
  recent.storeLeft({ address: 3 });
  assert.equal(starting.showEarly(), false);
});

/** What a build puts into the page: a board and pieces, here two hexes and some of them. */
const EARLY = `<div id="early" hidden><svg><g class="board">
  <g class="unexplored" data-cell="b3" transform="translate(1 2)"><text>b3</text></g>
  <g class="cell" data-cell="a2"><g class="temple"><text>1</text></g></g></g></svg>
  <svg class="pieces"><g data-piece="A2"><g class="tile"><g class="stones"></g><g class="treasure"><text>4</text></g><text>A2</text></g></g>
  ${["1L", "1W", "2W", "2C", "3GL"].map((name) => `<g data-piece="${name}"></g>`).join("")}</svg></div>`;

test("a link is shown from pieces before anything can be asked", () => {
  loading();
  recent.storeLeft(null);
  location.href = "http://localhost/#position=act+1+9ap;A2:7+1L2,3GL;b3=a2r4+3+2W+dug+2C+8X;c9=A2&move=recover+b3";
  assert.equal(starting.showEarly(), false); // not built
  document.body.append(parse(EARLY, false));
  assert.equal(starting.showEarly(), true);
  const hex = (cell) => one(`#board [data-cell="${cell}"]`);
  const names = (cell) => [...hex(cell).querySelectorAll("[data-piece]")].map((each) => each.dataset.piece);
  const texts = (cell) => [...hex(cell).querySelectorAll("text")].map((each) => each.textContent);
  assert.deepEqual(names("b3"), ["A2", "2C", "2W"]);
  assert.deepEqual(texts("b3"), ["3", "b3"]);
  assert.equal(hex("b3").querySelector(".stones").getAttribute("transform"), "rotate(240)");
  assert.deepEqual(names("a2"), ["3GL", "1L", "1W"]);
  assert.deepEqual(texts("a2"), ["7", "\u00d72"]);
  assert.equal(one("#early [data-cell='a2'] text").textContent, "1"); // a copy was drawn on
});

test("without an address a build shows the board of a new game, and nothing of a game in a link", () => {
  loading();
  document.body.append(parse(EARLY, false));
  location.href = "http://localhost/#game=eJw";
  assert.equal(starting.showEarly(), false);
  location.href = "http://localhost/";
  assert.equal(starting.showEarly(), true);
  assert.deepEqual(one("#board [data-cell='b3']").textContent.trim(), "b3");
});

test("what was left is forgotten with everything else", async () => {
  recent.storeLeft({ address: "a", svg: "<svg/>" });
  recent.storeDraft({ players: 2 });
  await click("open");
  await click("forget-all");
  assert.equal(stored("tikal-left"), null);
});
