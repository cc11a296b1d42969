// Playing: moves, refusals, back and forth, links, languages, files, the clipboard.

import assert from "node:assert/strict";
import test, { after, before, beforeEach } from "node:test";
import { browser, document, window } from "./document.mjs";
import { all, click, follow, give, key, load, one, open, page, position, press, settled, tap, until } from "./page.mjs";

const DIG = "act 1 9ap;a1 1W3;b3=A2r4 1W;c3=A6";
let table;

before(async () => {
  await open({ languages: ["fr-FR"] });
  ({ table } = await load("state.js"));
});
after(() => page.bridge.end());
beforeEach(() => {
  page.answers = null;
  one("dialog")?.close();
  document.getElementById("notice").hidden = true;
  document.focused = null;
});

const at = () => one(".at").textContent;
const asked = (name) => page.requests.filter(({ ask }) => ask === name);
const notice = () => (document.getElementById("notice").hidden ? "" : document.getElementById("notice").textContent);
const announced = (text) => until(() => document.getElementById("live").textContent.includes(text), 5);
const key_ = (name, more = {}) => press(name, document.body, more);

test("the page begins with a game of two in the language of the reader", () => {
  assert.equal(document.documentElement.lang, "fr");
  assert.equal(table.view.players, 2);
  assert.equal(document.title, "‹title›");
  assert.equal(document.getElementById("loading"), null);
  assert.deepEqual({ ...document.body.dataset, mode: document.body.dataset.mode }, { mode: "play" });
  assert.equal(document.body.dataset.phase, "draw");
  assert.match(document.body.dataset.position, /^rio-grande-1999;draw 1/);
});

// --- moves -----------------------------------------------------------------------------------------

test("a move is made, announced and stored in the address", async () => {
  await position(DIG);
  assert.equal(at(), "0 / 0");
  await tap("b3");
  await click("recover b3");
  assert.equal(at(), "1 / 1");
  assert.equal(table.view.phase, "reveal");
  assert.match(browser.addresses.at(-1)[1], /^#game=[\w-]+$/);
  assert.equal(browser.addresses.at(-1)[0], "replace");
  await announced("«moment»");
  assert.match(document.getElementById("live").textContent, /^.+\. «moment»$/);
});

test("of several moves the first that is refused is judged", async () => {
  await position(DIG);
  const { play } = await load("table.js");
  await play(["walk W b3-b2", "walk W b3-b2"]);
  await settled();
  const [opinion] = asked("opinion").slice(-1);
  assert.deepEqual(opinion.moves, ["walk W b3-b2", "walk W b3-b2"]);
  assert.equal(opinion.at, 0);
  assert.equal("seat" in opinion, false);
  assert.equal(at(), "0 / 0");
  assert.equal(table.opinion.legal, false);
  assert.equal(table.opinion.move, "walk W b3-b2");
  assert.deepEqual(table.opinion.before, ["walk W b3-b2"]);
  await announced("‹verdict.no›. ");
  const [verdict, ring] = browser.scrolled.slice(-2);
  assert.deepEqual(verdict, ["verdict", { block: "nearest" }]);
  assert.deepEqual(ring[1], { block: "nearest" }); // the hex on the board
});

test("a verdict is in the address, and gone with it", async () => {
  await position(DIG);
  await give("typed", "camp b3");
  await click(one(".typed button"));
  assert.match(browser.addresses.at(-1)[1], /move=camp\+b3/);
  await click("close-verdict");
  assert.doesNotMatch(browser.addresses.at(-1)[1], /move=/);
});

test("what another seat may do is in the address as well", async () => {
  await follow(`position=${DIG.replaceAll(" ", "+")}&move=end&seat=2`);
  assert.match(browser.addresses.at(-1)[1], /seat=2/);
});

test("quick steps write one address, the last", async () => {
  await threeMoves();
  browser.addresses.length = 0;
  const { goTo } = await load("table.js");
  page.longest = 1_000;
  await goTo(1);
  await goTo(0);
  page.longest = 4;
  await until(() => browser.addresses.length, 5);
  await settled();
  assert.equal(browser.addresses.length, 1);
  assert.match(browser.addresses[0][1], /&at=0$/);
});

test("an address that was put off is written before another game is opened", async () => {
  await threeMoves();
  browser.addresses.length = 0;
  const { goTo } = await load("table.js");
  page.longest = 1_000;
  await goTo(1);
  await paste("a2=7");
  page.longest = 4;
  await until(() => browser.addresses.length > 1, 5);
  assert.deepEqual(browser.addresses.map(([how]) => how), ["replace", "push"]);
  assert.match(browser.addresses[0][1], /&at=1$/);
});

test("what is opened by hand can be gone back from, what a link opens replaces", async () => {
  await position(DIG);
  assert.equal(browser.addresses.at(-1)[0], "replace");
  browser.addresses.length = 0;
  await paste("a2=7");
  assert.deepEqual(browser.addresses.map(([how]) => how), ["push"]);
});

test("a legal verdict offers to make the moves", async () => {
  await position(DIG);
  await give("typed", "walk W b3-b2");
  await click(one(".typed button"));
  await click("play-verdict");
  assert.equal(at(), "1 / 1");
  await give("typed", "camp b3");
  await click(one(".typed button"));
  assert.equal(key("play-verdict"), null);
  await follow(`position=${DIG.replaceAll(" ", "+")}&move=end&seat=2`);
  assert.equal(key("play-verdict"), null);
});

test("a legal move that is only asked about is not made", async () => {
  await position(DIG);
  await give("typed", " walk W b3-b2 ");
  await click(one(".typed button"));
  assert.equal(at(), "0 / 0");
  assert.equal(table.opinion.legal, true);
  await announced("‹verdict.yes›. «asked». ");
  await click("close-verdict");
  assert.equal(table.opinion, null);
  assert.equal(one("#verdict").hidden, true);
  assert.equal(document.activeElement, one('.hit[tabindex="0"]'));
});

test("nothing that is typed asks for nothing", async () => {
  await position(DIG);
  const before = page.requests.length;
  await give("typed", "  ");
  await click("play");
  await click(one(".typed button"));
  assert.equal(page.requests.length, before);
});

test("what cannot be read is a notice, which can be closed", async () => {
  await position(DIG);
  await give("typed", "nonsense");
  await click("play");
  assert.match(notice(), /«error»/);
  await click(one("#notice button"));
  assert.equal(notice(), "");
});

test("a move of another seat is asked about as its own", async () => {
  await follow(`position=${DIG.replaceAll(" ", "+")}&move=end&seat=2`);
  assert.equal(asked("opinion").at(-1).seat, 2);
  assert.equal(table.opinion.by, 2);
});

test("the moves of a remedy are made, and the move is asked about again", async () => {
  await position("act 1 9ap;a1 1W3;b3=A2r4;c3=A6", "&move=recover+b3");
  const way = table.opinion.remedies.ways.find(({ moves }) => moves.length);
  await click(`way-${table.opinion.remedies.ways.indexOf(way)}`);
  assert.equal(at(), `${way.moves.length} / ${way.moves.length}`);
  assert.equal(table.opinion.move, "recover b3");
  assert.equal(table.opinion.legal, true);
});

test("a remedy that is refused by now is not asked about twice", async () => {
  await position(DIG);
  const { follow: go } = await load("table.js");
  const { here } = await load("state.js");
  await go({ place: here(), move: "recover b3", by: null }, ["camp b3"]);
  await settled();
  assert.deepEqual(asked("opinion").at(-1).moves, ["camp b3"]);
  assert.equal(at(), "0 / 0");
});

test("an answer that the bridge cannot give is a notice", async () => {
  await position(DIG);
  page.answers = () => Promise.reject(new Error("the worker has ended"));
  await click("end");
  assert.match(notice(), /The worker has ended/);
  assert.equal(at(), "0 / 0");
  page.answers = () => Promise.reject("gone");
  await click("end");
  assert.match(notice(), /Gone/);
});

test("every request has the language, and requests about a place have the place", async () => {
  await position(DIG);
  await tap("b3");
  for (const name of ["actions", "targets"]) {
    const request = asked(name).at(-1);
    assert.equal(request.language, "fr");
    assert.equal(request.at, 0);
    assert.match(request.game.id, /^[0-9a-f]{32}$/); // a game that the bridge knows
  }
});

// --- back and forth --------------------------------------------------------------------------------

async function threeMoves() {
  await position(DIG);
  const { play } = await load("table.js");
  await play(["deploy W a1", "deploy L a1", "deploy W a1"]);
  await settled();
  assert.equal(at(), "3 / 3");
}

test("the steps go back and forth, and end at the ends", async () => {
  await threeMoves();
  assert.deepEqual(["moves.first", "moves.back", "moves.forth", "moves.last"].map((each) => key(each).disabled), [false, false, true, true]);
  await click("moves.back");
  assert.equal(at(), "2 / 3");
  await click("moves.first");
  assert.equal(at(), "0 / 3");
  assert.deepEqual(["moves.first", "moves.back", "moves.forth", "moves.last"].map((each) => key(each).disabled), [true, true, false, false]);
  await announced("«moment»");
  await click("moves.forth");
  assert.equal(at(), "1 / 3");
  await click("moves.last");
  assert.equal(at(), "3 / 3");
  await click("move-2");
  assert.equal(at(), "2 / 3");
  assert.deepEqual(all(".moves li").map((each) => [each.className.includes("later"), each.children[0].getAttribute("aria-current")]), [[false, null], [false, "step"], [true, null]]);
});

test("keys go back and forth, and no others", async () => {
  await threeMoves();
  const walked = [
    ["ArrowLeft", {}, 2], ["ArrowRight", {}, 3], ["Home", {}, 0], ["End", {}, 3], ["z", { ctrlKey: true }, 2], ["y", { ctrlKey: true }, 3],
    ["z", { metaKey: true }, 2], ["Z", { metaKey: true, shiftKey: true }, 3], ["y", { metaKey: true }, 3], ["Z", { ctrlKey: true }, 2],
    ["ArrowLeft", { ctrlKey: true }, 2], ["ArrowLeft", { altKey: true }, 2], ["ArrowRight", { metaKey: true }, 2], ["Home", { ctrlKey: true }, 2],
    ["z", {}, 2], ["y", {}, 2], ["x", {}, 2], ["End", { altKey: true }, 2],
  ];
  for (const [name, more, expected] of walked) {
    const event = await key_(name, more);
    assert.equal(at(), `${expected} / 3`, `${name} ${JSON.stringify(more)}`);
    const isOurs = !["x"].includes(name) && (more.ctrlKey || more.metaKey ? /[zy]/i.test(name) : !more.altKey && /Arrow|Home|End/.test(name));
    assert.equal(event.defaultPrevented, Boolean(isOurs), `${name} ${JSON.stringify(more)}`);
  }
});

test("keys in a field belong to the field", async () => {
  await threeMoves();
  for (const field of [one("#question"), key("typed"), key("language")]) {
    const event = await press("ArrowLeft", field);
    assert.equal(event.defaultPrevented, false);
  }
  assert.equal(at(), "3 / 3");
});

test("beyond the ends nothing is asked for", async () => {
  await threeMoves();
  const { goTo } = await load("table.js");
  const before = page.requests.length;
  for (const place of [3, 4, -1]) await goTo(place);
  assert.equal(page.requests.length, before);
  await goTo(0);
  assert.equal(table.view.at, 0);
});

test("a slash goes to the question, Escape closes a verdict", async () => {
  await position(DIG, "&move=camp+b3");
  assert.equal(one("#verdict").hidden, false);
  const event = await key_("Escape");
  assert.equal(event.defaultPrevented, true);
  assert.equal(one("#verdict").hidden, true);
  assert.equal(document.activeElement, one('.hit[tabindex="0"]'));
  assert.equal((await key_("Escape")).defaultPrevented, false);
  assert.equal((await key_("/")).defaultPrevented, true);
  assert.equal(document.activeElement, one("#question"));
});

test("the history scrolls to the move that is shown", async () => {
  await threeMoves();
  const { drawHistory } = await load("history.js");
  const { prototype } = Object.getPrototypeOf(one("ol")).constructor;
  Object.defineProperty(prototype, "offsetTop", { configurable: true, get: () => 500 });
  Object.defineProperty(prototype, "clientHeight", { configurable: true, get: () => 100 });
  drawHistory();
  assert.equal(one("ol.moves").scrollTop, 450);
});

test("the whole board or the explored part is shown", async () => {
  await position(DIG);
  const before = table.whole;
  assert.equal(asked("load").at(-1).picture.crop, !before);
  await click("whole");
  assert.equal(table.whole, !before);
  assert.deepEqual(asked("view").at(-1).picture, { crop: before });
  assert.equal(key("whole").textContent, before ? "‹board.whole›" : "‹board.crop›");
  await click("whole");
  assert.equal(table.whole, before);
});

// --- links and languages ---------------------------------------------------------------------------

test("another language is spoken at once and the next time, and nothing is lost", async () => {
  await position(DIG);
  await tap("b3");
  await give("#question", "what I typed");
  await give("typed", "camp b3");
  await click(one(".typed button"));
  await give("language", "de");
  assert.equal(browser.storage.get("tikal-language"), "de");
  assert.equal(document.documentElement.lang, "de");
  assert.equal(one("#question").value, "what I typed");
  assert.equal(table.opinion.move, "camp b3");
  assert.equal(asked("opinion").at(-1).language, "de");
  assert.equal(table.cell, "b3");
  assert.equal(key("language").value, "de");
  await give("language", "fr");
});

test("the language of a link is no position", async () => {
  await position(DIG);
  const before = page.requests.length;
  location.href = "http://localhost/#language=de";
  window.dispatchEvent(new Event("hashchange"));
  await settled();
  assert.equal(page.requests.length, before);
  await follow("language=de&position=a2=7&language=nl");
  assert.equal(asked("load").at(-1).link, "position=a2=7");
});

// --- texts and files -------------------------------------------------------------------------------

const paste = async (text, where = document.body) => {
  where.emit("paste", { clipboardData: { getData: (type) => (type === "text/plain" ? text : "") } });
  await settled();
};

test("a position or a record that is pasted is opened", async () => {
  await paste("b3=A2 1L; act 1 5ap");
  assert.match(table.view.position, /b3=A2 1L/);
  await paste("edition: rio-grande-1999\nplayers: 3\n\ndraw A3; place b3 r1\n");
  assert.equal(at(), "2 / 2");
  await paste("nonsense");
  assert.match(notice(), /«error»/);
  assert.equal(at(), "2 / 2");
});

for (const [text, fragment] of [
  ["http://localhost/#position=a2=7", "position=a2=7"],
  ["  https://example.org/x#y#position=a2=7\n", "y#position=a2=7"],
  ["file:///index.html#a", "a"],
  ["http://localhost/", ""],
  ["ftp://localhost/#a", ""],
  ["see http://localhost/#a", ""],
  ["http://localhost/#a b", ""],
]) {
  test(`of ${JSON.stringify(text)} the link is ${JSON.stringify(fragment)}`, async () => {
    page.answers = ({ ask }) => (ask === "load" ? { ok: false, error: "no" } : undefined);
    await paste(text);
    const request = asked("load").at(-1);
    assert.equal(request.link, fragment || undefined);
    assert.equal(request.text, fragment ? undefined : text);
  });
}

test("text that is pasted into a field stays there", async () => {
  const before = page.requests.length;
  await paste("a2=7", one("#question"));
  await click("open");
  await paste("a2=7", one("dialog p"));
  await paste("", document.body);
  assert.equal(page.requests.length, before);
});

test("a file or a text that is dropped is opened", async () => {
  const drop = async (dataTransfer) => {
    const over = document.body.emit("dragover");
    const event = document.body.emit("drop", { dataTransfer });
    await settled();
    assert.ok(over.defaultPrevented && event.defaultPrevented); // else the browser would show the file
  };
  const getData = (type) => (type === "text/plain" ? "a2=8" : "");
  await drop({ files: [{ size: 5, text: async () => "a2=7" }], getData });
  assert.match(table.view.position, /a2=7/);
  await drop({ files: [], getData });
  assert.match(table.view.position, /a2=8/);
  const before = page.requests.length;
  await drop({ files: [], getData: () => "" });
  assert.equal(page.requests.length, before);
});

test("what is too large is refused before it is read", async () => {
  const before = page.requests.length;
  await paste("x".repeat(4_000_001));
  assert.match(notice(), /‹open.too-large›/);
  await click(one("#notice button"));
  document.body.emit("drop", { dataTransfer: { files: [{ size: 4_000_001, text: () => assert.fail("it was read") }] } });
  await settled();
  assert.match(notice(), /‹open.too-large›/);
  assert.equal(page.requests.length, before);
  page.answers = ({ ask }) => (ask === "load" ? { ok: false, error: "no" } : undefined);
  await paste("x".repeat(4_000_000));
  assert.equal(asked("load").at(-1).text.length, 4_000_000);
});

test("a move that a link asks about is judged", async () => {
  await paste(`http://localhost/#position=${DIG.replaceAll(" ", "+")}&move=camp+b3`);
  assert.equal(table.opinion.move, "camp b3");
});

test("the dialog for opening says what is wrong, and stays; it closes once something is open", async () => {
  await position(DIG);
  await click("open");
  assert.equal(document.activeElement, one("dialog textarea"));
  one("dialog textarea").value = "nonsense";
  await click(one("dialog .main"));
  assert.equal(one("dialog .problem").textContent, "‹place line=1 column=1› «error»");
  assert.equal(notice(), "");
  one("dialog textarea").value = "a2=7";
  await click(one("dialog .main"));
  assert.equal(one("dialog"), null);
  assert.match(table.view.position, /a2=7/);
  await paste("nonsense"); // the dialog hears nothing any more
  assert.match(notice(), /«error»/);
});

test("the dialog for opening reads a file", async () => {
  await click("open");
  const file = one('dialog input[type="file"]');
  file.files = [];
  file.emit("change");
  await settled();
  assert.ok(one("dialog"));
  file.files = [{ size: 9, text: async () => "a2=7" }];
  file.emit("change");
  await settled();
  assert.equal(one("dialog"), null);
  assert.match(table.view.position, /a2=7/);
});

test("several errors are listed with their places, at most twelve", async () => {
  const { sentences } = await load("sharing.js");
  const errors = Array.from({ length: 14 }, (_, index) => ({ line: index + 1, column: index ? 3 : undefined, error: index % 2 ? "e" : undefined, message: "m" }));
  assert.equal(sentences({ errors }).length, 12);
  assert.deepEqual(sentences({ errors }).slice(0, 2), ["‹place line=1 column=1› m", "‹place line=2 column=3› e"]);
  assert.deepEqual(sentences({ errors: errors.slice(0, 1), error: "e", line: 2, column: 9 }), ["‹place line=2 column=9› e"]);
  assert.deepEqual(sentences({ error: "e" }), ["E"]);
  assert.equal(sentences({ problems: Array(14).fill("p"), error: "e" }).length, 12);
  assert.deepEqual(sentences({ problems: [], error: "e" }), ["E"]);
});

test("a game is saved in every format, and copied", async () => {
  await position(DIG);
  await click("save");
  const text = () => one("dialog textarea").value;
  assert.match(text(), /^http:\/\/localhost\/#position=/);
  assert.equal(text().split("#").length, 2);
  await click(one("dialog .row .main"));
  assert.equal(browser.clipboard.text, text());
  assert.equal(one('dialog [role="status"]').textContent, "‹save.copied›");
  const names = { record: "game.tikal", json: "game.json", position: "position.txt", "position-json": "position.json", svg: "position.svg", link: "link.txt" };
  const types = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = ({ type }) => (types.push(type), "blob:");
  for (const [format, name] of Object.entries(names)) {
    await give(one("dialog select"), format);
    assert.equal(one('dialog [role="status"]').textContent, "");
    assert.equal(text().startsWith("http"), format === "link");
    await click(one("dialog .row button:not(.main)"));
    assert.equal(browser.saved.at(-1).name, name);
  }
  URL.createObjectURL = createObjectURL;
  assert.deepEqual(types, ["text/plain", "application/json", "text/plain", "application/json", "image/svg+xml", "text/plain"]);
  browser.clipboard.denied = true;
  browser.copies = false;
  await click(one("dialog .row .main"));
  assert.equal(one('dialog [role="status"]').textContent, "‹save.not-copied›");
  page.answers = () => ({ ok: false, error: "cannot be written" });
  await give(one("dialog select"), "record");
  assert.match(notice(), /Cannot be written/);
});

// --- a new game ------------------------------------------------------------------------------------

const begun = () => asked("new").at(-1);

test("a new game begins with what was chosen", async () => {
  await position("legend-classic;players 3;a2=7");
  await click("new");
  assert.equal(key("new-edition").value, "legend-classic");
  assert.equal(one("dialog form select:not([data-key])").value, "3");
  await give("new-edition", "rio-grande-1999");
  await give("switch-second_dig", "different");
  await give("switch-tiebreak", "tokens,guard");
  const [, players] = all("dialog form > .field select");
  await give(players, "4");
  const names = () => all("dialog .grid input").filter((each) => each.getAttribute("type") !== "checkbox");
  assert.equal(names().length, 4);
  await give(names()[1], " Ben ");
  await give("new-start", "4");
  await give(one('dialog input[type="checkbox"]'), true);
  await click(one('dialog [type="submit"]'));
  const { players: number, edition, auction, start, names: given } = begun();
  assert.deepEqual({ number, auction, start }, { number: 4, auction: true, start: 4 });
  assert.equal(edition.split(" ")[0], "rio-grande-1999");
  assert.deepEqual(new Set(edition.split(" ").slice(1)), new Set(["second_dig=different", "tiebreak=tokens,guard"]));
  assert.deepEqual(given, ["‹seat seat=1›", "Ben", "‹seat seat=3›", "‹seat seat=4›"]);
  assert.equal(one("dialog"), null);
  assert.equal(table.view.players, 4);
});

test("a new game without names has none, and fewer seats begin within them", async () => {
  await click("new");
  const players = () => all("dialog form > .field select")[1];
  await give(players(), "4");
  await give("new-start", "4");
  await give(players(), "2");
  assert.equal(key("new-start").value, "2");
  await click(one('dialog [type="submit"]'));
  assert.deepEqual({ start: begun().start, names: begun().names, players: begun().players }, { start: 2, names: [], players: 2 });
});

test("what is as printed is no rule of the house, and another edition has none", async () => {
  await click("new");
  await give("new-edition", "rio-grande-1999");
  await give("switch-second_dig", "one");
  await give("switch-second_dig", "present");
  await click(one('dialog [type="submit"]'));
  assert.equal(begun().edition, "rio-grande-1999");
  await click("new");
  await give("switch-second_dig", "one");
  await give("new-edition", "super-meeple-2015");
  await click(one('dialog [type="submit"]'));
  assert.equal(begun().edition, "super-meeple-2015");
});

test("an auction is offered where the edition or the house has one", async () => {
  await click("new");
  await give("new-edition", "rio-grande-1999");
  const box = () => one('dialog input[type="checkbox"]');
  await give(box(), true);
  await give("switch-has_auction", "no");
  assert.equal(box(), null);
  await give("switch-has_auction", "yes");
  assert.equal(box().checked, false);
  await give("new-edition", "legend-classic");
  assert.equal(box(), null);
  await give("switch-has_auction", "yes");
  assert.notEqual(box(), null);
});

test("a game that cannot begin leaves the dialog open", async () => {
  await click("new");
  page.answers = ({ ask }) => (ask === "new" ? { ok: false, error: "no" } : undefined);
  await click(one('dialog [type="submit"]'));
  assert.ok(one("dialog"));
  await click(one("dialog .row button:not(.main)"));
  assert.equal(one("dialog"), null);
});

// --- clauses and questions -------------------------------------------------------------------------

test("an entry leads to others and back again", async () => {
  await position("act 1 7ap;a1 1W3;b3=A2r4 3 1W dug;treasures 1 -", "&move=recover+b3");
  const heading = () => one("dialog h2").textContent;
  await click(one("#verdict .clause-name"));
  const first = heading();
  assert.equal(one("dialog .dialog-body > .quiet"), null);
  const [link] = all("dialog .ruling .clause-name");
  await click(link);
  assert.equal(heading(), link.textContent);
  assert.equal(all("dialog").length, 1);
  assert.equal(document.activeElement, one("dialog h2"));
  await click(all("dialog .dialog-body p .clause-name").at(-1));
  const third = heading();
  assert.notEqual(third, link.textContent);
  await click(one("dialog .dialog-body > .quiet"));
  assert.equal(heading(), link.textContent);
  await click(one("dialog .dialog-body > .quiet"));
  assert.equal(heading(), first);
  assert.equal(one("dialog .dialog-body > .quiet"), null);
  one("dialog").close();
  await click(one("#verdict .clause-name"));
  assert.equal(one("dialog .dialog-body > .quiet"), null); // the way is forgotten
});

/** A clause with a tree of three steps, and a twin with one. */
const PROVED = {
  clause: {
    ok: true, id: "TREASURE-03", title: "one", statement: "«statement»", chapter: "c", kinds: [], editions: {}, rulings: [],
    differences: [], has_proof: true,
  },
  proof: {
    ok: true, id: "TREASURE-03",
    says: { "TREASURE-03": { title: "one", sentence: "Each needs one." }, "TURN-04": { title: "ten", sentence: "Ten points." } },
    witnesses: [
      {
        link: "position=act+1+6ap;b3=A2r4+3+1W;treasures+1+-&move=recover+b3", asked: "recover b3", legal: false,
        violations: [{ message: "you have 1" }],
        proofs: [{
          clause: "TREASURE-03",
          steps: [
            { depth: 0, text: "forbids", place: "treasures.lp:17", clauses: ["TREASURE-03"] },
            { depth: 1, text: "phase(act)", place: "", clauses: ["TURN-04", "TREASURE-03"] },
            { depth: 1, text: "members(b3,1)", place: "digging.lp:4", clauses: [] },
          ],
        }],
      },
      { link: "position=b3=A2", asked: "end", legal: true, violations: [], proofs: [{ clause: "", steps: [{ depth: 0, text: "legal", place: "", clauses: [] }] }] },
    ],
  },
};

test("the formal rules behind a clause are asked for when they are opened", async () => {
  await position(DIG, "&move=camp+b3");
  page.answers = ({ ask }) => PROVED[ask];
  await click(one("#verdict .clause-name"));
  assert.equal(asked("proof").length, 0);
  await click(one("dialog .proofs > summary"));
  assert.deepEqual(asked("proof").at(-1).id, "TREASURE-03");
  const [refused, legal] = all("dialog .proofs section");
  const steps = (node) => [...node.querySelectorAll(".tree code")].map((each) => each.textContent);
  assert.deepEqual(steps(refused), ["forbids", "phase(act)", "members(b3,1)"]);
  assert.equal(refused.querySelectorAll(".tree > li > details > ul > li").length, 2);
  assert.deepEqual([...refused.querySelectorAll(".tree p")].map((each) => each.textContent), [
    "TREASURE-03 Each needs one.", "TURN-04 Ten points.", "TREASURE-03 one",
  ]);
  assert.match(refused.textContent, /You have 1/);
  assert.deepEqual(steps(legal), ["legal"]);
  await click(one("dialog .proofs > summary")); // shut, and open again
  await click(one("dialog .proofs > summary"));
  assert.equal(asked("proof").length, 1);
  page.answers = null;
  await click(refused.querySelector("button.quiet"));
  await until(() => !one("dialog"));
  assert.match(document.body.dataset.position, /b3=A2r4 3 1W/);
  assert.equal(table.opinion.move, "recover b3");
});

test("trees that cannot be had are a notice", async () => {
  await position(DIG, "&move=camp+b3");
  page.answers = ({ ask }) => (ask === "proof" ? { ok: false, error: "no trees" } : PROVED[ask]);
  await click(one("#verdict .clause-name"));
  await click(one("dialog .proofs > summary"));
  assert.match(notice(), /No trees/);
});

test("an entry that is not there is a notice", async () => {
  const { openEntry } = await load("rules.js");
  await openEntry("CAMP-99");
  assert.match(notice(), /«error»/);
  assert.equal(one("dialog"), null);
});

test("a question is asked about the edition on the table, an empty one is not", async () => {
  await position("legend-classic;a2=7");
  await give("#question", " May I? ");
  await click(one(".ask button"));
  const { question, edition } = asked("question").at(-1);
  assert.deepEqual({ question, edition }, { question: "May I?", edition: "legend-classic" });
  one("dialog")?.close();
  const before = page.requests.length;
  await give("#question", "  ");
  await click(one(".ask button"));
  assert.equal(page.requests.length, before);
  page.answers = () => ({ ok: false, error: "too long" });
  await give("#question", "x");
  await click(one(".ask button"));
  assert.match(notice(), /Too long/);
});

// --- chance, auctions, exchanges -------------------------------------------------------------------

test("chance is rolled by the library with a seed of the browser", async () => {
  await click("new");
  await click(one('dialog [type="submit"]'));
  await click("roll");
  const rolled = asked("chance").find(({ seed }) => seed !== undefined);
  assert.ok(Number.isInteger(rolled.seed) && rolled.seed >= 0);
  assert.equal(at(), "1 / 1");
  assert.equal(table.view.phase, "place");
});

test("bids are made by amount and by key, and one may pass", async () => {
  const auction = "auction;bid 2;a1 1W4 2W2;b3=B3;scores 10 20;display A1 A2;high 3 by 1";
  const made = () => asked("move").at(-1).moves;
  await position(auction);
  assert.equal(key("amount").value, "4");
  const [less, more] = all(".stepper button");
  await click(more);
  assert.equal(key("amount").value, "5");
  await click(less);
  await click(less);
  assert.equal(key("amount").value, "3");
  await give("amount", "7");
  await click("bid");
  assert.deepEqual(made(), ["bid 7"]);
  await position(auction);
  await give("amount", "6.7");
  await press("a", key("amount"));
  await press("Enter", key("amount"));
  assert.deepEqual(made(), ["bid 6"]);
  await position(auction);
  await give("amount", "x");
  await click("bid");
  assert.deepEqual(made(), ["bid 0"]);
  await position(auction);
  await click("pass");
  assert.deepEqual(made(), ["pass"]);
  await position("auction;take 2;a1 1W4 2W2;b3=B3;scores 10 20;display A1 A2");
  await click("take-A2");
  assert.deepEqual(made(), ["take A2"]);
});

test("a treasure is exchanged for one that the other player has", async () => {
  await position("players 3;act 1 9ap;a1 1W3 2W 3W;b3=A2r4 1;treasures 12 3 -");
  const lists = () => all("details[data-key=exchange] select");
  assert.equal(lists().length, 3);
  await click("exchange-make");
  assert.deepEqual(asked("move").at(-1).moves, ["exchange 1 2 3"]);
  await position("players 3;act 1 9ap;a1 1W3 2W 3W;b3=A2r4 3;treasures - 3 -");
  assert.equal(lists().length, 0);
});

test("an exchange names what was chosen", async () => {
  await position("players 3;act 1 9ap;a1 1W3 2W 3W;b3=A2r4 1;c3=A5r4 2;treasures 12 35 4");
  const lists = () => all("details[data-key=exchange] select");
  await give(lists()[0], "2");
  await give(lists()[2], "5");
  await give(lists()[1], "3");
  assert.equal(lists()[2].value, "4");
  await click("exchange-make");
  assert.deepEqual(asked("move").at(-1).moves, ["exchange 2 3 4"]);
});
