// Elements, pictures, the focus, dialogs, the clipboard.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";
import { browser, document, openBrowser } from "./document.mjs";
import { load } from "./page.mjs";

const HTML = '<html><head></head><body><p id="live"></p><div id="box"></div></body></html>';
openBrowser(HTML);
const dom = await load("dom.js");
const { el, fill } = dom;

beforeEach(() => {
  openBrowser(HTML);
  document.focused = null;
  Object.assign(browser.clipboard, { text: null, denied: false });
  browser.copies = true;
  browser.media = {};
});

test("an element has its properties, and listens", () => {
  let heard = 0;
  const node = el("input", { class: "a b", value: 7, key: "name", onclick: () => (heard += 1), required: true, title: null, alt: undefined, hidden: false, "aria-label": 0 });
  assert.equal(node.localName, "input");
  assert.equal(node.className, "a b");
  assert.equal(node.value, "7");
  assert.equal(node.hasAttribute("value"), false); // what is typed, not what it was at first
  assert.equal(node.dataset.key, "name");
  assert.equal(node.getAttribute("required"), "");
  assert.equal(node.getAttribute("aria-label"), "0");
  for (const name of ["title", "alt", "hidden", "onclick", "key"]) assert.equal(node.hasAttribute(name), false, name);
  node.click();
  assert.equal(heard, 1);
});

test("children may be missing and nested; zero and an empty text are there", () => {
  const node = el("p", {}, "a", null, [undefined, ["b", [false, el("i")]]], 0, "");
  assert.deepEqual(node.childNodes.map((each) => each.localName ?? each.data), ["a", "b", "i", "0", ""]);
});

test("shapes are of SVG", () => {
  const made = [];
  mock.method(document, "createElementNS", (space, tag) => (made.push([space, tag]), el(tag)));
  dom.shape("circle", { r: 3 });
  assert.deepEqual(made, [["http://www.w3.org/2000/svg", "circle"]]);
  mock.restoreAll();
});

test("a button is none that sends a form, and may have a drawing", () => {
  let pressed = 0;
  const node = dom.button("Save", () => (pressed += 1), { icon: "save", class: "main" });
  assert.equal(node.getAttribute("type"), "button");
  assert.equal(node.hasAttribute("icon"), false);
  assert.deepEqual(node.children.map(({ localName }) => localName), ["svg", "span"]);
  assert.equal(node.children[1].textContent, "Save");
  node.click();
  assert.equal(pressed, 1);
  assert.equal(dom.button("Save", null).children.length, 1);
});

// --- pictures --------------------------------------------------------------------------------------

test("a picture of the library loses its size and its words", () => {
  const svg = dom.picture('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8" role="img" aria-label="x" viewBox="0 0 9 8"><title>t</title><desc>d</desc><g class="board"><title>u</title><text>b</text></g></svg>');
  assert.deepEqual([...svg.attributes.keys()], ["xmlns", "viewBox"]);
  assert.equal(svg.textContent, "b");
  assert.deepEqual([...svg.everything()].map(({ localName }) => localName), ["g", "text"]);
});

for (const inside of ["script", "foreignObject", "a", "image", "use", "iframe", "style", "animate", "set", "parsererror"]) {
  test(`a picture with ${inside} is refused`, () => {
    assert.throws(() => dom.picture(`<svg><g><${inside}/></g></svg>`), /not a picture of the library/);
  });
}

test("something else than a picture is refused", () => {
  assert.throws(() => dom.picture("<html/>"), /not a picture of the library/);
  assert.throws(() => dom.picture("text"), /not a picture of the library/);
});

// --- filling ---------------------------------------------------------------------------------------

const box = () => document.getElementById("box");
const named = (key, more = {}) => el("button", { key, ...more });

test("filling replaces what was there", () => {
  fill(box(), el("i"), null, [false, [undefined, el("b")]]);
  fill(box(), el("u"), "x");
  assert.deepEqual(box().childNodes.map((each) => each.localName ?? each.data), ["u", "x"]);
});

test("the focus stays on the control of the same key", () => {
  fill(box(), named("a"), named('b"\\'));
  box().children[1].focus();
  const next = named('b"\\');
  fill(box(), named("c"), next);
  assert.equal(document.activeElement, next);
});

test("the focus goes home where its control is gone or cannot be used", () => {
  for (const next of [[], [named("a", { disabled: true })]]) {
    fill(box(), named("a"));
    box().children[0].focus();
    const home = el("h2", { "data-home": true, tabindex: "-1" });
    fill(box(), home, ...next);
    assert.equal(document.activeElement, home);
  }
});

test("without a home the focus goes to the element itself", () => {
  fill(box(), el("button"));
  box().children[0].focus();
  fill(box(), el("p"));
  assert.equal(document.activeElement, box());
  assert.equal(box().getAttribute("tabindex"), "-1");
  box().setAttribute("tabindex", "0");
  fill(box(), el("button"));
  box().children[0].focus();
  fill(box(), el("p"));
  assert.equal(box().getAttribute("tabindex"), "0");
});

test("a focus elsewhere stays there", () => {
  const other = el("button", { key: "a" });
  document.body.append(other);
  other.focus();
  fill(box(), named("a"));
  assert.equal(document.activeElement, other);
  assert.equal(box().hasAttribute("tabindex"), false);
});

test("what was opened stays open", () => {
  const details = (key) => el("details", { key }, el("summary"));
  fill(box(), details("a"), details("b"));
  box().children[1].open = true;
  fill(box(), details("a"), details("b"), details("c"));
  assert.deepEqual(box().children.map(({ open }) => open), [false, true, false]);
});

// --- saying ----------------------------------------------------------------------------------------

test("a text is announced after a pause, the last of several", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const live = document.getElementById("live");
  dom.announce("one");
  context.mock.timers.tick(100);
  assert.equal(live.textContent, "one");
  dom.announce("two");
  assert.equal(live.textContent, "");
  context.mock.timers.tick(40);
  dom.announce("three");
  context.mock.timers.tick(40);
  assert.equal(live.textContent, "");
  context.mock.timers.tick(60);
  assert.equal(live.textContent, "three");
});

test("a reader who wants nothing to move is asked for", () => {
  assert.equal(dom.isStill(), false);
  browser.media["(prefers-reduced-motion: reduce)"] = true;
  assert.equal(dom.isStill(), true);
});

// --- dialogs ---------------------------------------------------------------------------------------

test("a dialog opens with its title, and gives the focus back", () => {
  fill(box(), named("a"));
  box().children[0].focus();
  const node = dom.dialog("Title", "Close", el("p", {}, "text"));
  assert.equal(node.open, true);
  assert.equal(node.isConnected, true);
  assert.equal(node.getAttribute("aria-labelledby"), node.querySelector("h2").id);
  assert.match(node.querySelector("h2").id, /^dialog-\d+$/);
  assert.equal(node.querySelector("h2").textContent, "Title");
  assert.equal(node.querySelector(".dialog-body p").textContent, "text");
  assert.notEqual(document.activeElement, box().children[0]);
  node.querySelector(".dialog-head button").click();
  assert.equal(node.isConnected, false);
  assert.equal(document.activeElement, box().children[0]);
});

test("a press beside a dialog closes it, one inside does not", () => {
  const node = dom.dialog("Title", "Close", el("p", {}, "text"));
  node.querySelector("p").click();
  assert.equal(node.open, true);
  node.emit("click");
  assert.equal(node.isConnected, false);
});

test("a dialog leaves the focus alone where its opener is gone", () => {
  fill(box(), named("a"));
  box().children[0].focus();
  const node = dom.dialog("Title", "Close");
  box().replaceChildren();
  node.close();
  assert.equal(document.activeElement, document.body);
});

// --- controls --------------------------------------------------------------------------------------

test("a control has its label", () => {
  const control = el("input");
  const node = dom.field("Name", control, { class: "own" });
  assert.equal(node.localName, "label");
  assert.equal(node.className, "own");
  assert.equal(dom.field("Name", control).className, "field");
  assert.equal(node.textContent, "Name");
  assert.equal(dom.field("Name", control).children[1], control);
});

test("a list has its options, the chosen one, and says what is chosen", () => {
  const chosen = [];
  const node = dom.choice([["", "none"], [2, "two"], ["x", "ex"]], "2", (value) => chosen.push(value), { key: "k" });
  assert.equal(node.value, "2");
  assert.deepEqual(node.children.map((each) => [each.value, each.textContent, each.selected]), [["", "none", false], ["2", "two", true], ["x", "ex", false]]);
  assert.equal(node.dataset.key, "k");
  node.value = "x";
  node.emit("change");
  assert.deepEqual(chosen, ["x"]);
  assert.equal(dom.choice([["", "none"]], "").value, "");
});

// --- saving and copying ----------------------------------------------------------------------------

test("a text is saved under its name and type", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const blobs = [];
  const revoked = [];
  context.mock.method(URL, "createObjectURL", (blob) => (blobs.push(blob), "blob:1"));
  context.mock.method(URL, "revokeObjectURL", (url) => revoked.push(url));
  browser.saved.length = 0;
  dom.save("game.json", "{}", "application/json");
  dom.save("game.tikal", "x");
  assert.deepEqual(browser.saved, [{ name: "game.json", url: "blob:1" }, { name: "game.tikal", url: "blob:1" }]);
  assert.deepEqual(blobs.map(({ type }) => type), ["application/json", "text/plain"]);
  assert.equal(await blobs[0].text(), "{}");
  assert.equal(document.querySelector("a"), null);
  context.mock.timers.tick(5_000);
  assert.deepEqual(revoked, []); // a browser may still be reading
  context.mock.timers.tick(10_000);
  assert.deepEqual(revoked, ["blob:1", "blob:1"]);
});

test("a text is copied to the clipboard", async () => {
  assert.equal(await dom.copy("text"), true);
  assert.equal(browser.clipboard.text, "text");
  assert.equal(document.querySelector("textarea"), null);
});

for (const copies of [true, false]) {
  test(`where the clipboard is refused the old way is taken, which ${copies ? "works" : "fails"}`, async () => {
    Object.assign(browser.clipboard, { denied: true });
    browser.copies = copies;
    assert.equal(await dom.copy("text"), copies);
    assert.equal(browser.clipboard.text, copies ? "text" : null);
    assert.equal(document.querySelector("textarea"), null);
  });
}

test("the old way copies from within an open dialog, which has the focus", async () => {
  browser.clipboard.denied = true;
  const node = dom.dialog("Title", "Close");
  let inside = null;
  const { execCommand } = document;
  document.execCommand = (name) => ((inside = node.querySelector("textarea")), execCommand(name));
  await dom.copy("text");
  document.execCommand = execCommand;
  assert.equal(inside.value, "text");
  assert.equal(inside.getAttribute("aria-hidden"), "true");
  assert.equal(inside.className, "unseen");
});
