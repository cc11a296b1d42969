// The board: pressing, dragging, keys, the wheel, tips, and the way that a figure glides.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document, window } from "./document.mjs";
import { all, click, drag, hit, key, load, one, open, page, position, press, settled, tap } from "./page.mjs";

const ACT = "act 1 9ap;a1 1L2 2W;b2 1W2;b3=A2r4 1W;c2=A3r1 2W";
const PLACE = "place 1 tile A4;a1 1W";
let table;

before(async () => {
  await open();
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());
beforeEach(() => {
  page.answers = null;
  browser.pointed = [];
  browser.animations.length = 0;
  browser.rectangles.clear();
  document.focused = null;
});

const board = () => document.getElementById("board");
const tip = () => (one("#tip").hidden ? null : one("#tip"));
const moves = () => page.requests.filter(({ ask }) => ask === "move").at(-1)?.moves;
const opinions = () => page.requests.filter(({ ask }) => ask === "opinion");
const pawn = (cell, seat, figure) => one(`.cell[data-cell="${cell}"] .figures[data-seat="${seat}"] .pawn[data-figure="${figure}"]`);
const lit = (kind) => all(`.lights .${kind}`).map((each) => all(".hit").find((other) => other.getAttribute("transform") === each.getAttribute("transform")).dataset.cell).sort();

// --- pressing --------------------------------------------------------------------------------------

test("a press on own figures selects a worker, and shows where it can go", async () => {
  await position(ACT);
  await tap("b2");
  assert.deepEqual(table.selection, { action: "walk", figure: "W", from: "b2" });
  assert.deepEqual(lit("origin"), ["b2"]);
  assert.ok(lit("target").includes("b3"));
  assert.equal(hit("b2").getAttribute("aria-pressed"), "true");
  assert.equal(one("#board > svg").classList.contains("choosing"), true);
  assert.equal(all(".lights .price").length, lit("target").length);
  assert.deepEqual(lit("closed").includes("b2"), false);
});

test("a press on the figure itself selects that figure", async () => {
  await position(ACT);
  await tap("a1", [pawn("a1", 1, "L")]);
  assert.equal(table.selection.figure, "L");
  await tap("a1", [pawn("a1", 1, "W")]);
  assert.equal(table.selection.figure, "W");
  await tap("a1", [pawn("a1", 1, "W")]);
  assert.equal(table.selection, null);
});

test("a press on figures of another seat, or on an empty hex, only looks", async () => {
  await position(ACT);
  for (const cell of ["c2", "d3"]) {
    await tap(cell, cell === "c2" ? [pawn("c2", 2, "W")] : []);
    assert.equal(table.selection, null);
    assert.equal(table.cell, cell);
  }
});

test("a second press goes there; one on own figures that are out of reach selects them", async () => {
  await position(ACT);
  await tap("b2");
  await tap("b3");
  assert.deepEqual(moves(), ["walk W b2-b3"]);
  assert.equal(table.cell, "b3"); // it may go on
  assert.equal(table.selection.from, "b3");
  await position("act 1 1ap;a1 1W2;b3=A2r4 1W;c3=A6");
  await tap("b3");
  await tap("a1");
  assert.equal(table.selection.from, "a1");
});

test("a press on a hex that is refused asks why", async () => {
  await position(ACT);
  await tap("b2");
  const before = opinions().length;
  await tap("h5");
  assert.equal(opinions().length, before + 1);
  assert.ok(lit("refused").includes("h5"));
  assert.equal(table.opinion.legal, false);
});

test("a press beside the hexes deselects; in the editor it does nothing", async () => {
  await position(ACT);
  await tap("b2");
  one("#board > svg").emit("click");
  await settled();
  assert.equal(table.selection, null);
  assert.equal(table.cell, null);
  await click("edit");
  await tap("b2");
  assert.equal(table.cell, "b2");
  assert.equal(table.selection, null);
  assert.deepEqual(lit("edited"), ["b2"]);
  one("#board > svg").emit("click");
  await settled();
  assert.equal(table.cell, "b2");
  await click("leave");
});

test("a supply is selected, and deselected by a second press", async () => {
  await position(ACT);
  await click("supply-W");
  assert.deepEqual(table.selection, { action: "deploy", figure: "W" });
  assert.equal(key("supply-W").getAttribute("aria-pressed"), "true");
  assert.equal(key("supply-L").getAttribute("aria-pressed"), "false");
  await click("supply-W");
  assert.equal(table.selection, null);
  await click("supply-W");
  await tap("a1");
  assert.deepEqual(moves(), ["deploy W a1"]);
});

// --- dragging --------------------------------------------------------------------------------------

test("a figure is dragged to a hex", async () => {
  await position(ACT);
  let seen = null;
  await drag(hit("b2"), "b3", { seen: () => (seen = { body: document.body.className, over: all(".hit.over").length, ghost: one(".drag svg .pawn"), style: one(".drag").style.transform, tip: tip()?.textContent }) });
  assert.equal(seen.body, "dragging");
  assert.equal(seen.over, 1);
  assert.ok(seen.ghost);
  assert.equal(seen.style, "translate(40px, 0px)");
  assert.match(seen.tip ?? "", /^b3 |^$/);
  assert.deepEqual(moves(), ["walk W b2-b3"]);
  assert.equal(one(".drag"), null);
  assert.equal(document.body.classList.contains("dragging"), false);
});

test("the figure under the pointer is dragged", async () => {
  await position(ACT);
  browser.pointed = [pawn("a1", 1, "L")];
  await drag(hit("a1"), "b2");
  assert.deepEqual(moves(), ["walk L a1-b2"]);
});

test("the selected figure is dragged where the pointer is on none", async () => {
  await position(ACT);
  await tap("a1", [pawn("a1", 1, "L")]);
  browser.pointed = [];
  await drag(hit("a1"), "b2");
  assert.deepEqual(moves(), ["walk L a1-b2"]);
});

test("figures come from the supply by dragging", async () => {
  await position(ACT);
  await drag(key("supply-L"), "a1");
  const before = page.requests.filter(({ ask }) => ask === "targets").at(-1);
  assert.deepEqual([before.action, before.figure], ["deploy", "L"]);
});

test("a tile is dragged to where it fits", async () => {
  await position(PLACE);
  const cell = Object.keys(table.targets).find((each) => table.targets[each].legal);
  await drag(one(".waiting"), cell);
  assert.equal(table.aim, cell);
});

test("a finger that trembles drags nothing", async () => {
  await position(ACT);
  const before = page.requests.length;
  await drag(hit("b2"), "b3", { by: 6 });
  assert.equal(page.requests.length, before);
  assert.equal(one(".drag"), null);
  await drag(hit("b2"), "b3", { by: 7 });
  assert.deepEqual(moves(), ["walk W b2-b3"]);
});

test("another button, another finger and other figures drag nothing", async () => {
  await position(ACT);
  const before = page.requests.length;
  const event = (type, more) => window.dispatchEvent(new Event(type, { clientX: 90, clientY: 0, pointerId: 1, ...more }));
  hit("b2").emit("pointerdown", { clientX: 0, clientY: 0, pointerId: 1, button: 2 });
  event("pointermove");
  hit("c2").emit("pointerdown", { clientX: 0, clientY: 0, pointerId: 1, button: 0 });
  event("pointermove");
  hit("b2").emit("pointerdown", { clientX: 0, clientY: 0, pointerId: 1, button: 0 });
  event("pointermove", { pointerId: 2 });
  event("pointerup", { pointerId: 2 });
  assert.equal(page.requests.length, before);
  event("pointercancel");
  event("pointermove");
  assert.equal(page.requests.length, before);
});

test("what is dropped beside the board, or where it was, stays", async () => {
  await position(ACT);
  const before = moves();
  await drag(hit("b2"), null);
  await drag(hit("b2"), "b2");
  assert.equal(moves(), before);
});

test("the click that a browser makes of a drop is no second move", async () => {
  await position(ACT);
  hit("b2").emit("pointerdown", { clientX: 0, clientY: 0, button: 0, pointerId: 1 });
  browser.pointed = [hit("b3")];
  window.dispatchEvent(new Event("pointermove", { clientX: 50, clientY: 0, pointerId: 1 }));
  window.dispatchEvent(new Event("pointerup", { clientX: 50, clientY: 0, pointerId: 1 }));
  hit("b3").emit("click", { clientX: 50, clientY: 0 });
  await settled();
  assert.deepEqual(moves(), ["walk W b2-b3"]);
  assert.equal(page.requests.filter(({ ask }) => ask === "actions").at(-1).cell, "b3");
});

test("a finger that drags does not scroll", async () => {
  await position(ACT);
  const touch = (more = {}) => {
    const event = new Event("touchmove", more);
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(touch(), false);
  hit("b2").emit("pointerdown", { clientX: 0, clientY: 0, button: 0, pointerId: 1 });
  assert.equal(hit("b2").released, 1); // the finger must not hold on to the hex
  assert.equal(touch(), true);
  assert.equal(touch({ cancelable: false }), false);
  window.dispatchEvent(new Event("pointercancel"));
  assert.equal(touch(), false);
});

// --- the tile --------------------------------------------------------------------------------------

test("the wheel turns the tile on a hex, and the page does not scroll", async () => {
  await position(PLACE);
  const wheel = async (deltaY, where = hit("b3")) => {
    const event = where.emit("wheel", { deltaY });
    await settled();
    return event.defaultPrevented;
  };
  assert.equal(await wheel(1), true);
  assert.equal(table.rotation, 1);
  await wheel(-1);
  await wheel(-1);
  assert.equal(table.rotation, 5);
  assert.equal(await wheel(1, board()), false);
  assert.equal(table.rotation, 5);
  await position(ACT);
  assert.equal(await wheel(1), false);
});

test("buttons and keys turn the tile both ways", async () => {
  await position(PLACE);
  const turned = [["right", 1], ["turn-right", 2], ["left", 1], ["turn-left", 0], ["left", 5]];
  for (const [name, expected] of turned) {
    await click(name);
    assert.equal(table.rotation, expected, name);
  }
  await press("r", hit("a1"));
  assert.equal(table.rotation, 0);
  await press("R", hit("a1"), { shiftKey: true });
  assert.equal(table.rotation, 5);
  assert.equal(page.requests.filter(({ ask }) => ask === "targets").at(-1).rotation, 5);
});

test("a tile is turned until it fits, aimed, and placed by a second press", async () => {
  await position(PLACE);
  const [cell, target] = Object.entries(table.targets).find(([, { legal, rotations }]) => !legal && rotations.length) ?? [];
  if (cell) {
    await tap(cell);
    assert.equal(table.aim, cell);
    assert.equal(table.rotation, target.rotations.find((each) => each > 0) ?? target.rotations[0]);
    assert.ok(one(".lights .tile.aimed"));
  }
  const fitting = Object.keys(table.targets).find((each) => table.targets[each].legal && each !== cell);
  await tap(fitting);
  assert.equal(table.aim, fitting);
  assert.equal(one(".lights .tile.aimed").getAttribute("transform"), hit(fitting).getAttribute("transform"));
  assert.equal(hit(fitting).getAttribute("aria-pressed"), "true");
  await tap(fitting);
  assert.deepEqual(moves(), [`place ${fitting} r${table.view.board[fitting].rotation}`]);
  assert.equal(table.aim, null);
});

test("the button places a tile that is aimed", async () => {
  await position(PLACE);
  assert.equal(key("place"), null);
  const fitting = Object.keys(table.targets).find((each) => table.targets[each].legal);
  await tap(fitting);
  await click("place");
  assert.match(moves()[0], new RegExp(`^place ${fitting}`));
});

test("a hex where a tile fits in no way says why", async () => {
  await position(PLACE);
  const cell = Object.keys(table.targets).find((each) => !table.targets[each].legal && !table.targets[each].rotations.length);
  await tap(cell);
  assert.equal(table.aim, null);
  assert.deepEqual(opinions().at(-1).moves, [table.targets[cell].move]);
});

test("Escape puts an aimed tile back, and it can be aimed again", async () => {
  await position(PLACE);
  const fitting = Object.keys(table.targets).find((each) => table.targets[each].legal);
  await tap(fitting);
  await press("Escape", hit(fitting));
  assert.equal(table.aim, null);
  assert.ok(table.targets[fitting].legal);
  assert.deepEqual(table.selection, { action: "place" });
});

// --- keys ------------------------------------------------------------------------------------------

test("arrows go from hex to hex, and stop at the edge", async () => {
  await position(ACT);
  const middle = (cell) => /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(hit(cell).getAttribute("transform")).slice(1).map(Number);
  const focused = () => document.activeElement.dataset.cell;
  hit("c3").focus();
  const way = [["ArrowRight", 1, 0], ["ArrowLeft", -1, 0], ["ArrowDown", 0, 1], ["ArrowUp", 0, -1]];
  for (const [name, dx, dy] of way) {
    const from = focused();
    const [x, y] = middle(from);
    const event = await press(name, hit(from));
    const [ox, oy] = middle(focused());
    assert.notEqual(focused(), from, name);
    if (dx) assert.ok(Math.sign(ox - x) === dx && Math.abs(oy - y) <= 70, `${name} from ${from} to ${focused()}`);
    else assert.ok(Math.sign(oy - y) === dy && Math.abs(ox - x) <= 20, `${name} from ${from} to ${focused()}`);
    assert.equal(event.defaultPrevented, true);
    assert.deepEqual(all('.hit[tabindex="0"]').map((each) => each.dataset.cell), [focused()]);
    // no other hex lies between
    const between = all(".hit").map((each) => [each.dataset.cell, ...middle(each.dataset.cell)]).filter(([, px, py]) => (dx ? (px - x) * dx > 20 && (px - ox) * dx < -20 && Math.abs(py - y) <= 70 : (py - y) * dy > 20 && (py - oy) * dy < -20 && Math.abs(px - x) <= 20));
    assert.deepEqual(between, [], name);
  }
  for (const name of ["ArrowLeft", "ArrowUp"]) for (let step = 0; step < 12; step += 1) await press(name, document.activeElement);
  const corner = focused();
  await press("ArrowUp", document.activeElement);
  assert.equal(focused(), corner);
});

test("Enter and the space bar press, and other keys choose and leave", async () => {
  await position(ACT);
  await press("Enter", hit("b2"));
  assert.equal(table.selection.from, "b2");
  await press(" ", hit("b3"));
  assert.deepEqual(moves(), ["walk W b2-b3"]);
  await press("l", hit("a1"));
  assert.equal(table.selection.figure, "L");
  await press("W", hit("a1"));
  assert.equal(table.selection.figure, "W");
  await press("Escape", hit("a1"));
  assert.equal(table.selection, null);
});

test("N goes from lit hex to lit hex, A to the actions", async () => {
  await position(ACT);
  await press("n", hit("b2"));
  assert.equal(document.activeElement, hit("b2")); // nothing is lit
  await press("Enter", hit("b2"));
  const lit = all(".hit.reachable").map((each) => each.dataset.cell);
  assert.ok(lit.length > 2);
  const visited = [];
  for (let step = 0; step < lit.length; step += 1) {
    await press("n", document.activeElement);
    visited.push(document.activeElement.dataset.cell);
  }
  assert.deepEqual(visited.toSorted(), lit.toSorted());
  await press("N", document.activeElement, { shiftKey: true });
  assert.equal(document.activeElement.dataset.cell, visited.at(-2));
  await press("a", document.activeElement);
  assert.equal(document.activeElement, one(".hex button"));
  await press("Escape", hit("b2"));
  hit("b2").focus();
  await press("a", hit("b2"));
  assert.equal(document.activeElement, one("#turn button.main"));
});

test("keys with others held, other keys and keys beside the hexes do nothing", async () => {
  await position(ACT);
  const before = page.requests.length;
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.equal((await press("Enter", hit("b2"), { [held]: true })).defaultPrevented, false);
  assert.equal((await press("q", hit("b2"))).defaultPrevented, false);
  assert.equal((await press("Enter", board())).defaultPrevented, false);
  assert.equal((await press("lw", hit("b2"))).defaultPrevented, false);
  assert.equal(page.requests.length, before);
});

test("arrows on a hex do not go back in the game", async () => {
  await position(ACT);
  await tap("b2");
  await tap("b3");
  await press("ArrowLeft", hit("b2"));
  assert.equal(one(".at").textContent, "1 / 1");
});

// --- tips ------------------------------------------------------------------------------------------

test("a tip says what a press on a hex would do", async () => {
  await position(ACT);
  hit("b3").emit("pointerover", { pointerType: "mouse" });
  assert.equal(tip(), null); // nothing is selected
  await tap("b2");
  hit("b3").emit("pointerover", { pointerType: "mouse" });
  assert.match(tip().textContent, /^b3 ‹target.price price=2›$/);
  assert.equal(tip().className, "tip is-legal");
  hit("h5").emit("pointerover", { pointerType: "mouse" });
  assert.match(tip().textContent, /^«text» [A-Z]+-\d\d$/);
  assert.equal(tip().className, "tip is-refused");
  board().emit("pointerleave", { pointerType: "mouse" });
  assert.equal(tip(), null);
  hit("b3").emit("pointerover", { pointerType: "touch" });
  assert.equal(tip(), null);
});

test("a hex reached by keys shows its tip, and loses it again", async () => {
  await position(ACT);
  await tap("b2");
  hit("b3").focus();
  assert.ok(tip());
  hit("b3").emit("focusout");
  assert.equal(tip(), null);
  document.focused = null;
  hit("a1").isPointed = true;
  hit("a1").focus();
  assert.equal(tip(), null);
});

test("a tip lies above its hex, within the window, or below", async () => {
  await position(ACT);
  await tap("b2");
  const place = (box) => {
    browser.rectangles.set(one("#tip"), { width: 100, height: 20 });
    browser.rectangles.set(hit("b3"), { width: 40, ...box, bottom: box.top + 30 });
    hit("b3").emit("pointerover", { pointerType: "mouse" });
    return [tip().style.left, tip().style.top];
  };
  assert.deepEqual(place({ left: 300, top: 200 }), ["270px", "174px"]);
  assert.deepEqual(place({ left: 0, top: 200 }), ["8px", "174px"]);
  assert.deepEqual(place({ left: 1270, top: 200 }), ["1172px", "174px"]);
  assert.deepEqual(place({ left: 300, top: 20 }), ["270px", "56px"]);
  assert.deepEqual(place({ left: 300, top: 31 }), ["270px", "5px"]);
  assert.deepEqual(place({ left: 300, top: 30 }), ["270px", "66px"]);
});

test("a target of several steps says how many", async () => {
  await position("act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6;c2=A3r1");
  await tap("b3");
  const [cell, target] = Object.entries(table.targets).find(([, { legal, moves: way }]) => legal && way?.length > 1);
  hit(cell).emit("pointerover", { pointerType: "mouse" });
  assert.ok(tip().textContent.startsWith(`${cell} ‹target.price price=${target.price}›, ‹target.steps steps=${target.moves.length} many›`));
  await tap(cell);
  assert.deepEqual(moves(), target.moves);
});

// --- drawing ---------------------------------------------------------------------------------------

test("the focus stays on its hex while the board is drawn again", async () => {
  await position(ACT);
  hit("b2").focus();
  await press("Enter", hit("b2"));
  assert.equal(document.activeElement, hit("b2"));
  await press("Enter", hit("b2"));
  const { go } = await load("table.js");
  await go("load", { text: "c2=A3r1; act 1 9ap" });
  await settled();
  assert.equal(document.activeElement, hit("b2"));
});

test("the picture is made anew only where it has changed", async () => {
  await position(ACT);
  const svg = one("#board > svg");
  await tap("b2");
  assert.equal(one("#board > svg"), svg);
  const [from, elsewhere] = ["b2", "h5"].map((cell) => one(`.cell[data-cell="${cell}"]`) ?? one(`.unexplored[data-cell="${cell}"]`));
  await tap("b3");
  assert.equal(one("#board > svg"), svg); // only the cells that look different are drawn again
  assert.notEqual(one('.cell[data-cell="b2"]'), from);
  assert.equal(one('.unexplored[data-cell="h5"]'), elsewhere);
});

test("own figures can be moved, and hexes in reach can be pressed", async () => {
  await position(ACT);
  const having = (name) => all(`.hit.${name}`).map((each) => each.dataset.cell);
  assert.deepEqual(having("mine"), ["a1", "b2", "b3"]);
  assert.deepEqual(having("reachable"), []);
  await tap("b2");
  assert.deepEqual(having("reachable").sort(), Object.keys(table.targets).filter((cell) => table.targets[cell].legal).sort());
  await click("edit");
  assert.deepEqual(having("mine"), []);
  await click("leave");
});

// --- gliding ---------------------------------------------------------------------------------------

test("a figure glides along its way where things may move", async (context) => {
  browser.media["(prefers-reduced-motion: reduce)"] = false;
  context.after(() => (browser.media["(prefers-reduced-motion: reduce)"] = true));
  await position(ACT);
  browser.animations.length = 0;
  await tap("b2");
  await tap("b3");
  const [crew, ghost] = browser.animations;
  assert.equal(browser.animations.length, 2);
  const place = (cell) => /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(hit(cell).getAttribute("transform")).slice(1).map(Number);
  const frame = ([x, y]) => ({ transform: `translate(${x}px, ${y + 30}px) scale(1.15)` });
  assert.deepEqual(ghost.frames, [frame(place("b2")), frame(place("b3"))]);
  assert.deepEqual(ghost.timing, { duration: 480, easing: "ease-in-out" });
  assert.deepEqual(crew.timing, ghost.timing);
  assert.deepEqual(crew.frames.map(({ opacity }) => opacity), [0, 0, 1]);
  assert.equal(crew.node.dataset.seat, "1");
  assert.equal(ghost.node.isConnected, true); // although the board was drawn again meanwhile
  assert.equal(ghost.node.closest("[aria-hidden]").getAttribute("aria-hidden"), "true");
  assert.equal(ghost.node.querySelector(".pawn").dataset.figure, "W");
  ghost.finish();
  await settled();
  assert.equal(ghost.node.isConnected, false);
  browser.animations.length = 0;
  await click("moves.back");
  assert.equal(browser.animations.length, 0);
});

test("nothing glides for a reader who wants nothing to move", async () => {
  await position(ACT);
  await tap("b2");
  await tap("b3");
  assert.equal(browser.animations.length, 0);
});
