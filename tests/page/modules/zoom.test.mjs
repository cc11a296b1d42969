// The closer look: a hex with its ring, two fingers, all of the board again; and the draft that is offered at the start.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document, window } from "./document.mjs";
import { click, key, load, one, open, page, position, settled, tap } from "./page.mjs";

const ACT = "act 1 9ap;a1 1L2 2W;b2 1W2;b3=A2r4 1W;c2=A3r1 2W";
let zoom, recent, lights;

before(async () => {
  browser.storage.set("tikal-draft", JSON.stringify({ players: 3 }));
  await open();
  zoom = await load("zoom.js");
  recent = await load("recent.js");
  lights = await load("lights.js");
});
after(() => page.bridge.end());
beforeEach(() => browser.rectangles.clear());

const picture = () => one("#board > svg");
const box = () => picture().getAttribute("viewBox").split(/[ ,]+/).map(Number);
const near = (found, wanted) => found.forEach((each, at) => assert.ok(Math.abs(each - wanted[at]) < 0.02, `${found} and not ${wanted}`));

/** A board whose picture is drawn at half its size, ten to the right. */
async function drawn() {
  await position(ACT);
  const matrix = { a: 0.5, d: 0.5, e: 10, f: 0 };
  picture().getCTM = () => matrix;
  one("#board g.board").getCTM = () => matrix;
  picture().setAttribute("viewBox", "-20 -30 1000 800");
  zoom.keepZoom(picture());
}

const finger = (type, id, x, y, pointerType = "touch") =>
  (type === "pointerdown" ? one("#board") : window).dispatchEvent({ type, pointerId: id, pointerType, clientX: x, clientY: y, preventDefault() {} });

test("a position that was being edited is offered at the start, and can be discarded", async () => {
  const notice = one("#notice");
  assert.equal(notice.hidden, false);
  assert.equal(notice.classList.contains("offer"), true);
  assert.ok(key("resume"));
  await click("discard");
  assert.equal(recent.storedDraft(), null);
  assert.equal(notice.hidden, true);
});

test("a box is as large as it may be, and within the picture", () => {
  const whole = [-10, -20, 1000, 800];
  near(zoom.within([390, 280, 200, 160], whole), [390, 280, 200, 160]);
  near(zoom.within([390, 280, 100, 80], whole), [340, 240, 200, 160]);
  near(zoom.within([0, 0, 5000, 4000], whole), whole);
  near(zoom.within([-500, -500, 400, 320], whole), [-10, -20, 400, 320]);
  near(zoom.within([900, 900, 400, 320], whole), [590, 460, 400, 320]);
  near(zoom.within([0, 0, 90, 72], [0, 0, 150, 120]), [0, 0, 150, 120]);
});

test("a hex is looked at closely, the look follows, and all of the board comes back", async () => {
  await drawn();
  const whole = box();
  zoom.toggleZoom("b2");
  assert.equal(zoom.isZoomed(), true);
  const [width, height] = [420, 336];
  const around = (cell) => {
    const [x, y] = lights.middleOf(cell);
    return zoom.within([x - width / 2, y - height / 2, width, height], whole);
  };
  near(box(), around("b2"));
  zoom.followZoom("b3");
  near(box(), around("b3"));
  const there = box();
  zoom.followZoom("b3");
  zoom.followZoom(null);
  near(box(), there);
  zoom.toggleZoom("b3");
  assert.equal(zoom.isZoomed(), false);
  near(box(), whole);
  zoom.followZoom("a1");
  near(box(), whole);
  assert.equal(zoom.toggleZoom("z9"), null);
});

test("a new picture of the same board keeps the closer look, one of another board does not", async () => {
  await drawn();
  zoom.toggleZoom("b2");
  const there = box();
  await tap("b2");
  await settled();
  near(box(), there);
  const svg = picture();
  svg.setAttribute("viewBox", "0 0 77 55");
  zoom.keepZoom(svg);
  assert.equal(zoom.isZoomed(), false);
  near(box(), [0, 0, 77, 55]);
});

test("two fingers draw the board nearer around the point between them", async () => {
  await drawn();
  const whole = box();
  browser.rectangles.set(picture(), { left: 40, top: 30, width: whole[2] / 2, height: whole[3] / 2, right: 0, bottom: 0 });
  const [x, y] = [40 + whole[2] / 4, 30 + whole[3] / 4]; // the middle of the picture
  finger("pointerdown", 1, x - 20, y);
  finger("pointermove", 1, x - 25, y);
  near(box(), whole); // one finger alone
  finger("pointerdown", 2, x + 25, y);
  finger("pointermove", 2, x + 35, y);
  const factor = 50 / 60, width = whole[2] * factor, height = whole[3] * factor;
  near(box(), zoom.within([whole[0] + whole[2] / 2 - (whole[2] / 2 + 10) * factor, whole[1] + whole[3] / 2 - (whole[3] / 2) * factor, width, height], whole));
  zoom.followZoom("c2"); // as closely as before
  near(box().slice(2), [width, height]);
  finger("pointermove", 1, x - 15, y);
  finger("pointermove", 2, x + 35, y);
  assert.equal(zoom.isZoomed(), false); // as far apart as at first: all of the board
  finger("pointerup", 2);
  finger("pointermove", 1, x - 90, y);
  near(box(), whole);
  finger("pointercancel", 1);
  finger("pointerdown", 3, x, y, "mouse");
  finger("pointerdown", 4, x, y + 40, "mouse");
  finger("pointermove", 3, x, y - 80, "mouse");
  near(box(), whole);
});
