// What the page shows in every situation, compared with the codes of its lines in `shown.txt`.
// Renew them with `python -m tests.page.test_modules`, after reading the difference.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, document } from "./document.mjs";
import { all, click, follow, give, key, leave, one, open, page, position, press, settled, shown, shownBoard, tap } from "./page.mjs";

const FILE = fileURLToPath(new URL("shown.txt", import.meta.url));
const COMMAND = "python -m tests.page.test_modules";
const written = [];

before(() => open());
after(() => {
  page.bridge.end();
  if (process.env.TIKAL_WRITE) writeFileSync(FILE, written.join("\n") + "\n");
});

/** Two characters for a line, as in tests/shown/stored.py. */
const code = (line) => createHash("sha256").update(line).digest("base64").slice(0, 2);

/** The lines that differ from the stored ones, between those that are alike before and after. */
function difference(stored, lines) {
  const before = stored.match(/../g) ?? [];
  const codes = lines.map(code);
  let start = 0;
  while (start < codes.length && codes[start] === before[start]) start += 1;
  let end = 0;
  while (end < codes.length - start && codes.at(-1 - end) === before.at(-1 - end)) end += 1;
  const now = lines.slice(start, lines.length - end).map((line) => `  + ${line}`);
  const gone = Math.max(before.length - start - end, 0);
  return [`    ${lines[start - 1] ?? ""}`, ...now, `  - ${gone} lines that were shown before`].join("\n");
}

/** A test that collects parts of the page, and compares the codes of their lines with the file. */
function compared(name, collect) {
  test(name, async () => {
    const stored = new Map();
    const [, section = ""] = readFileSync(FILE, "utf-8").split(`# ${name}\n`);
    for (const line of section.split("\n#")[0].split("\n")) stored.set(line.slice(line.indexOf(" ") + 1), line.split(" ")[0]);
    stored.delete("");
    written.push(`# ${name}`);
    const titles = [];
    await collect((title, ...selectors) => {
      const lines = [];
      for (const each of selectors) {
        assert.ok(each === "#board" || all(each).length, `${title}: there is no ${each}`);
        lines.push(...(each === "#board" ? shownBoard() : all(each).flatMap((node) => shown(node))), "");
      }
      const codes = lines.map(code).join("");
      titles.push(title);
      written.push(`${codes} ${title}`);
      if (process.env.TIKAL_WRITE || codes === stored.get(title)) return;
      assert.fail(`${title}:\n${difference(stored.get(title) ?? "", lines)}\nif this is meant: ${COMMAND}`);
    });
    if (!process.env.TIKAL_WRITE) assert.deepEqual([...stored.keys()], titles);
  });
}

/** Close the dialog that is open. */
const close = () => one("dialog")?.close();

const ACT = "act 1 9ap;a1 1L1 2W;b1=4 2W 2GL;b2 1W2;b3=A2r4 1 1W;c3=A6;c2=A3r1 2C 2W;treasures 11 2";
const LATE = "act 2 scoring 1 tile F2;a2 2GL;a3=A3 1W4 1C;a4=C3r3 1W 2W 2C;b1=2 1GL;b2 2W 1C;scores 3 6;out W2 -";
const FULL =
  "a1 1W2;a2 1W 2GL;a3=A3 1W4 1C;a4=C3r3 2W2 2C;a5=C1r5;b1=2 1GL;b2 1W2 2W2 1C;b3=B3r4 2W 2C;b4=B4r3;b5=B6r1 2W;c1=A4r4 1W2 2GW;c2=A2r2 2 2W;c3=C5r5 4;c4=C2r2;c5=D1r4;d1=A1r4 2 2W;d2=A6r5 3 2W;d3=E5 1W;d4=E2r2 2W;d5=F5r2;e1=A5r1;e2=B2;e3=F2;e4=F4r4;e5=G4r1;f1=B1;f2=E4r5;f3=B5r5;f4=G1r3;f5=G3r3;g1=E3r5;g2=C4;g3=D2;g4=D4;g5=F3r5;h1=E1;h2=F1;h3=D3;h4=G2r3;h5=D5r4;scores";
const AUCTION = "players 4;auction;bid 2;a1 1W4 2W2;b3=B3;scores 10 20 10 9;display A1 A2 A5 C1;high 2 by 1;passed 3 4";

compared("a new game", async (see) => {
  see("the page", "#bar", "#seats", "#turn", "#under", "#history", "#verdict", "#any-move", "#skip");
  see("the board", "#board");
  await click("pick-A3");
  see("a tile to place", "#turn", "#under", "#history", "#board");
  await tap("b3");
  see("a tile that is aimed", "#turn", "#board");
  await tap("b3");
  see("a tile that was placed", "#turn", "#under", "#history");
});

compared("actions", async (see) => {
  await position(ACT);
  see("no hex looked at", "#turn", "#seats", "#verdict", "#board");
  await tap("b2");
  see("own figures", "#turn", "#board");
  await tap("b3");
  see("a treasure hex", "#turn", "#board");
  await click("supply-L");
  see("a leader to deploy", ".supply", "#board");
  await tap("b1");
  see("a refused target", "#verdict", "#board");
});

compared("verdicts", async (see) => {
  await position("act 1 7ap;a1 1W3;b3=A2r4 3 1W dug;treasures 1 -", "&move=recover+b3");
  see("a camp", "#verdict", "#board");
  await position("legend-classic;act 1 9ap;a1 1W2;b1=4 2W 1L1", "&move=guard+b1+L");
  see("another edition", "#verdict");
  await give("typed", "guard b1 W");
  await click(one(".typed button"));
  see("a guard", "#verdict");
  await give("typed", "walk L b1-a1");
  await click(one(".typed button"));
  see("a legal move", "#verdict", "#board");
  await position("super-meeple-2015;players 3;act 1 9ap;a1 1W;a2=6 1W3 2W2 3W1", "&move=guard+a2+W");
  see("a legal move that a ruling allows", "#verdict");
  await give("typed", "nonsense");
  await click("play");
  see("no move", "#notice");
});

compared("chance and the end", async (see) => {
  await position("reveal 2 3ap;a1 1W;b3=A2r4 3 2W dug");
  see("a treasure to reveal", "#turn", "#under");
  await position(LATE);
  see("a scoring turn", "#turn", "#seats");
  await position(`over;${FULL} 12 28;treasures - 23;out W2 -`);
  see("a winner", "#turn", "#seats", "#under");
  await position(`rio-grande-1999 tiebreak=none;over;${FULL} 28 28;treasures - 23;out W2 -`);
  see("two winners", "#turn", "#seats");
  await position("place 1 tile A4;a1 1W");
  see("a tile", "#turn", "#board");
  await press("r", document.querySelector(".hit"));
  see("a turned tile", "#turn", "#board");
  await follow("position=b9");
  see("an unreadable link", "#notice");
});

compared("the auction", async (see) => {
  await position(AUCTION);
  see("a bid", "#turn", "#seats");
  await position("auction;take 2;a1 1W4 2W2;b3=B3;scores 10 20;display A1 A2");
  see("a tile to take", "#turn");
  await position("auction;bid 2;a1 1W4 2W2;b3=B3;scores 10 20;display A1 A2");
  see("no bid", "#turn");
});

compared("the editor", async (see) => {
  await position(ACT);
  await click("edit");
  see("a draft", "#bar nav", "#turn > .moment", "#turn > p", "#turn > .row", ".whole");
  await tap("b1");
  see("a temple", ".hex", "#board");
  await tap("b3");
  see("a treasure hex", ".hex");
  await give("workers-1", 18);
  see("too many workers", "#problems");
  await tap("d3");
  see("an unexplored hex", ".hex");
  await leave();
  await position(AUCTION);
  await click("edit");
  see("an auction", "#problems, .sound", ".whole");
  await give("bidder", "");
  see("passes before a bid", ".whole > .grid", ".whole > .ticks", ".whole > .field");
  await leave();
  await position(LATE);
  await click("edit");
  see("a scoring turn", ".whole > .grid", ".whole > .ticks");
  await leave();
  await position("legend-classic;act 1 8ap;b1=2 1W dug W");
  await click("edit");
  await tap("b1");
  see("diggers", ".hex");
  await leave();
});

compared("the score sheet", async (see) => {
  await position(LATE);
  await click("scores");
  see("before any scoring", "dialog");
  close();
  await click("end");
  await click("scores");
  see("after a scoring turn", "dialog");
  close();
  const score = (total, temples, treasures) => ({ total, temples, treasures });
  page.answers = ({ ask }) =>
    ask === "sheet"
      ? {
          ok: true, begun: { 1: 0, 2: 0 }, paid: { 2: 7 }, scores: { 1: 21, 2: 0 }, now: {},
          rounds: [
            { number: 1, at: 3, seats: { 1: score(9, { b1: 4, a2: 5 }, { 3: 1 }), 2: score(0, {}, {}) } },
            { number: 2, at: 8, seats: { 1: score(12, { b1: 4 }, { 3: 3, 1: 6 }) } },
          ],
        }
      : undefined;
  await click("scores");
  see("an auction", "dialog");
  close();
  page.answers = ({ ask }) => (ask === "sheet" ? { ok: false, error: "no sheet" } : undefined);
  await click("scores");
  see("no sheet", "#notice");
  page.answers = null;
});

/** Answers of the library whose wording may change. */
const CANNED = {
  question: {
    ok: true,
    answers: [
      { id: "Q-33", title: "first", verdict: "every edition", text: "see CAMP-02", word: "no", question: "asked", sentence: "No, by Q-33." },
      { id: "DIFF-04", title: "second", verdict: "one edition", text: "DIFF-04", word: "yes", question: "asked", sentence: "Yes." },
    ],
  },
  "TREASURE-03": {
    ok: true, id: "TREASURE-03", title: "A clause", chapter: "Treasures", kinds: ["precondition", "cost"], statement: "see CAMP-02, DIFF-04 and Q-37.",
    editions: { "rio-grande-1999": { says: "says", headings: ["one", "two"], note: "as Q-37" }, "legend-classic": { says: "implied", headings: [], note: "" } },
    rulings: [{ id: "Q-37", question: "May I?", answer: "Yes, by CAMP-02." }],
    differences: [{ point: "DIFF-04 and Q-37" }],
  },
  "Q-37": {
    ok: true, id: "Q-37", question: "May I?", answer: "Yes, by CAMP-02.", confidence: "settled", confidence_in: { "rio-grande-1999": "better" }, reasoning: "by Q-14",
    readings: [{ sentence: "or not, Q-15", house_rule: "second_dig=one" }, { sentence: "or so", house_rule: null }], clauses: ["CAMP-02", "TREASURE-03"],
  },
};

compared("dialogs", async (see) => {
  await position(ACT);
  browser.storage.clear(); // the games of the tests before
  await click("new");
  see("a new game", "dialog");
  close();
  await click("bots");
  await give("bot-1", "mcts");
  see("who plays", "dialog");
  let stop;
  page.answers = ({ ask }) => (ask === "bot" ? new Promise((resolve) => (stop = resolve)) : undefined);
  await click("seat-bots");
  see("a bot that thinks", "#turn", ".seat-1 h2");
  await click("stop-bot");
  stop({ ok: true, move: "end", done: true });
  page.answers = null;
  see("a bot that waits", ".turn .bot");
  await position(ACT);
  browser.storage.clear();
  await click("open");
  see("opening", "dialog");
  close();
  await click("save");
  see("saving", "dialog");
  await give(one("dialog select"), "record");
  see("saving a record", "dialog");
  close();
  page.answers = ({ ask, id }) => CANNED[ask === "clause" ? id : ask];
  await give("#question", " may I? ");
  await click(one(".ask button"));
  see("a question", "dialog");
  close();
  CANNED.question.answers.length = 0;
  await click(one(".ask button"));
  see("a question without an answer", "dialog");
  close();
  page.answers = null;
  await position("act 1 7ap;a1 1W3;b3=A2r4 3 1W dug;treasures 1 -", "&move=recover+b3");
  page.answers = ({ ask, id }) => CANNED[ask === "clause" ? id : ask];
  await click(one("#verdict .clause-name"));
  see("a clause", "dialog");
  await click(one("dialog .ruling .clause-name, dialog .books .clause-name"));
  see("a ruling", "dialog");
  await click(one("dialog .dialog-body > .quiet"));
  assert.equal(one("dialog h2").textContent, "TREASURE-03  A clause");
  close();
  page.answers = null;
  await settled();
  assert.ok(key("new"));
});
