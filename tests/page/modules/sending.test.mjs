// A verdict on its way to others: link, text, picture, the share sheet of the system, a frame.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document } from "./document.mjs";
import { click, follow, give, key, load, one, open, page, position } from "./page.mjs";

const DIG = "act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6";
const blobs = [];
let painted = [];

class FakeImage {
  constructor() {
    Object.assign(this, { naturalWidth: 30, naturalHeight: 20 });
  }
  async decode() {
    if (this.src !== "blob:1") throw new Error(this.src);
  }
}

before(async () => {
  await open();
  globalThis.Image = FakeImage;
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob)}`.replace(/\d+$/, "1");
  URL.revokeObjectURL = (url) => painted.push(["revoked", url]);
  const { createElement } = document;
  document.createElement = (tag) => {
    const made = createElement(tag);
    if (tag === "canvas") {
      made.getContext = (kind) => ({ drawImage: (...given) => painted.push([kind, ...given.slice(1)]) });
      made.toBlob = (done, type) => done(new Blob(["png"], { type }));
    }
    return made;
  };
});
after(() => page.bridge.end());
beforeEach(async () => {
  page.answers = null;
  painted = [];
  blobs.length = 0;
  browser.saved.length = 0;
  Object.assign(browser.clipboard, { text: null, denied: false });
  delete navigator.share;
  delete navigator.canShare;
  delete navigator.clipboard.write;
  await position(DIG, "&move=camp+b3");
});

const status = () => one(".sending [role=status]").textContent;
const exported = () => page.requests.filter(({ ask }) => ask === "export").at(-1);

test("the link of a verdict has the move", async () => {
  await click("copy-link");
  assert.equal(browser.clipboard.text.split("#").length, 2);
  assert.match(browser.clipboard.text, /^http:\/\/localhost\/#position=.*&move=camp\+b3$/);
  assert.equal(status(), "‹save.copied›");
  await follow(`position=${DIG.replaceAll(" ", "+")}&move=end&seat=2`);
  await click("copy-link");
  assert.match(browser.clipboard.text, /seat=2/);
  assert.equal(exported().seat, 2);
  assert.deepEqual(exported().moves, ["end"]);
});

test("the text of a verdict ends with the link", async () => {
  await click("copy-text");
  const lines = browser.clipboard.text.split("\n");
  assert.ok(lines.length > 2);
  assert.match(lines.at(-2), /^http:\/\/localhost\/#position=/);
  assert.equal(lines.at(-1), "");
  browser.clipboard.denied = true;
  browser.copies = false;
  await click("copy-text");
  assert.equal(status(), "‹save.not-copied›");
  browser.copies = true;
});

test("the picture of a verdict is copied as PNG, twice as sharp", async () => {
  const written = [];
  globalThis.ClipboardItem = class {
    constructor(parts) {
      this.parts = parts;
    }
  };
  navigator.clipboard.write = async ([item]) => written.push(await item.parts["image/png"]);
  await click("copy-picture");
  assert.equal(written.length, 1);
  assert.equal(written[0].type, "image/png");
  assert.equal(blobs[0].type, "image/svg+xml");
  assert.match(await blobs[0].text(), /^<svg/);
  assert.deepEqual(painted, [["2d", 0, 0, 60, 40], ["revoked", "blob:1"]]);
  assert.equal(status(), "‹save.copied›");
  assert.equal(browser.saved.length, 0);
});

test("a picture that may not be copied is saved", async () => {
  navigator.clipboard.write = async () => Promise.reject(new Error("denied"));
  await click("copy-picture");
  assert.deepEqual(browser.saved.map(({ name }) => name), ["verdict.png"]);
  assert.equal(blobs.at(-1).type, "image/png");
  assert.equal(status(), "‹verdict.saved›");
});

test("the drawing of a verdict is saved", async () => {
  await click("save-svg");
  assert.deepEqual(browser.saved.map(({ name }) => name), ["verdict.svg"]);
  assert.equal(blobs.at(-1).type, "image/svg+xml");
  assert.match(await blobs.at(-1).text(), /^<svg/);
  assert.equal(status(), "‹verdict.saved›");
});

test("what cannot be written is a notice", async () => {
  page.answers = ({ ask }) => (ask === "export" ? { ok: false, error: "cannot be written" } : undefined);
  await click("copy-link");
  assert.match(document.getElementById("notice").textContent, /Cannot be written/);
});

for (const takesFiles of [true, false, undefined]) {
  test(`a verdict is shared where the system can, ${takesFiles ? "with" : "without"} its picture (${takesFiles})`, async () => {
    const shared = [];
    assert.equal(key("share-verdict"), null);
    navigator.share = async (data) => shared.push(data);
    if (takesFiles !== undefined) navigator.canShare = ({ files }) => takesFiles && files.length === 1;
    const { changed } = await load("state.js");
    await changed();
    await click("share-verdict");
    const [data] = shared;
    assert.equal(data.title, "‹verdict.label›");
    assert.match(data.url, /#position=.*move=camp\+b3$/);
    assert.ok(data.text.length > 10);
    assert.deepEqual(data.files?.map(({ name, type }) => [name, type]), takesFiles ? [["verdict.png", "image/png"]] : undefined);
    assert.equal(status(), "");
    navigator.share = () => Promise.reject(new Error("called off"));
    await click("share-verdict");
    assert.equal(document.getElementById("notice").hidden, true);
  });
}

test("a verdict is saved in formats of its own, a game is not", async () => {
  const formats = () => one("dialog select").children.map(({ value }) => value);
  await click("save");
  assert.ok(formats().includes("verdict") && formats().includes("verdict-svg"));
  assert.match(one("dialog textarea").value, /move=camp\+b3/);
  await give(one("dialog select"), "verdict-svg");
  assert.match(one("dialog textarea").value, /^<svg/);
  await click(one("dialog .row button:not(.main)"));
  assert.match(browser.saved.at(-1).name, /^verdict.*\.svg$/);
  one("dialog").close();
  await click("close-verdict");
  await click("save");
  assert.equal(formats().includes("verdict"), false);
  one("dialog").close();
});

test("a frame for another page has the link, escaped", async () => {
  await click("save");
  await give(one("dialog select"), "embed");
  assert.match(one("dialog textarea").value, /^<iframe src="http:\/\/localhost\/[^"<>]*#position=[^"<>]*&amp;move=camp\+b3" [^<>]*><\/iframe>$/);
  assert.equal(exported().format, "link");
  one("dialog").close();
});

test("a format that was chosen meanwhile is the one that is shown", async () => {
  await click("save");
  page.answers = async ({ ask, format }) => {
    if (ask !== "export") return undefined;
    if (format === "record") await new Promise((resolve) => setTimeout(resolve, 2));
    return { ok: true, text: `text of ${format}` };
  };
  const list = one("dialog select");
  list.value = "record";
  list.emit("change");
  await give(list, "json");
  assert.equal(one("dialog textarea").value, "text of json");
  one("dialog").close();
});
