// The whole page in node, with the library in a process beside it: what a test does, and what is shown.
// TIKAL_PYTHON names the interpreter, TIKAL_PAGE the folder of the modules.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browser, document, openBrowser, window } from "./document.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = resolve(HERE, "../../..");
const SOURCE = process.env.TIKAL_PAGE ?? join(ROOT, "tikal/page/static");

/** A copy of the page in which node takes every script for a module, as browsers do. */
export const PAGE = mkdtempSync(join(tmpdir(), "tikal-page-"));
cpSync(SOURCE, PAGE, { recursive: true });
writeFileSync(join(PAGE, "package.json"), '{"type": "module"}');
process.on("exit", () => rmSync(PAGE, { recursive: true, force: true }));

/** A module of the page. */
export const load = (name) => import(pathToFileURL(join(PAGE, name)));

// --- the bridge ------------------------------------------------------------------------------------

/** A function that asks the library, and one that ends it. */
export function startBridge() {
  const python = process.env.TIKAL_PYTHON ?? join(ROOT, ".venv/bin/python");
  const child = spawn(python, ["-m", "tests.page.modules.bridge_lines"], { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift().resolve(line));
  child.on("exit", () => waiting.forEach(({ reject }) => reject(new Error("the bridge has ended"))));
  const ask = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${request}\n`);
    });
  return { ask, end: () => child.stdin.end() };
}

/** Sentences of the library, which its own tests read; here only their place counts. */
const SENTENCES = new Set([
  "answer", "asked", "confidence", "description", "headline", "meaning", "message", "moment", "note", "point",
  "question", "reason", "reasoning", "says", "sentence", "spoken", "statement", "summary", "verdict",
]);
const LISTS = new Set(["headings", "problems", "not_taken", "status"]);

/** Of the switches only some, so that a new one changes nothing here. */
const SWITCHES = new Set(["has_auction", "second_dig"]);

/** An answer with a sign in the place of each sentence. */
function signed(value, key = "") {
  if (typeof value === "string") return SENTENCES.has(key) && /\s/.test(value) ? `«${key}»` : value;
  if (Array.isArray(value)) {
    if (LISTS.has(key)) return value.map((each, at) => (typeof each === "string" ? `«${key} ${at + 1}»` : signed(each)));
    return value.map((each) => signed(each, key === "titles" ? key : ""));
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => {
    if (name === "words") return [name, patterns(each)];
    if (name === "switches") return [name, signed(each.filter((is) => is.several || SWITCHES.has(is.name)))];
    if (name === "confidence_in") return [name, Object.fromEntries(Object.keys(each).map((edition) => [edition, `«${name} ${edition}»`]))];
    if (name === "text" && /^[^\n]* [^\n]*$/.test(each) && (value.verb || value.moves || value.id || value.clause)) return [name, `«text»`];
    if (name === "error" && typeof each === "string") return [name, "«error»"];
    return [name, signed(each, name)];
  }));
}

/** Words as patterns that say their key and their facts, whatever the sentence is. */
function patterns(words) {
  return Object.fromEntries(Object.entries(words).map(([key, pattern]) => {
    const facts = [...pattern.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map(([all, name]) => ` ${name}=${all.includes(":") ? `{${name}:one/many}` : `{${name}}`}`);
    return [key, `‹${key}${[...new Set(facts)].join("")}›`];
  }));
}

// --- the page --------------------------------------------------------------------------------------

export const page = {
  requests: [], // what was asked
  answers: null, // a test may answer: a function of the request, or nothing
  bridge: null,
  longest: 4, // milliseconds that the page may put something off
  isPlain: false, // whether sentences are left as they are
};

/** Open the page; what the library says is shown by its sign. */
export async function open({ fragment = "", languages, isPlain = false, hosted = false } = {}) {
  const html = readFileSync(join(PAGE, "index.html"), "utf-8");
  openBrowser(html, { address: `http://localhost/${fragment && `#${fragment}`}`, languages });
  browser.media["(min-width: 760px) and (min-height: 500px)"] = true;
  browser.media["(prefers-reduced-motion: reduce)"] = true;
  page.bridge = startBridge();
  page.isPlain = isPlain;
  globalThis.tikal = {
    ready: Promise.resolve(),
    hosted,
    ask: async (request) => {
      const asked = JSON.parse(request);
      page.requests.push(asked);
      const own = await page.answers?.(asked);
      if (own !== undefined) return JSON.stringify(own);
      const answer = await page.bridge.ask(request);
      return page.isPlain ? answer : JSON.stringify(signed(JSON.parse(answer)));
    },
  };
  // what the page puts off for the eye or for the address comes at once
  globalThis.setTimeout = (task, delay = 0, ...rest) => later(task, Math.min(delay, page.longest), ...rest);
  await load("app.js");
  await until(() => document.body.dataset.ready === "yes" || document.getElementById("loading")?.classList.contains("failed"));
  await settled();
}

/** Open what a link names, such as `position=a2=7`. */
export async function follow(fragment) {
  location.href = `http://localhost/#${fragment}`;
  history.state = null;
  window.dispatchEvent(new Event("hashchange"));
  await settled();
}

/** A position, as a link has it. */
export async function position(text, more = "") {
  await follow(`position=${text.replaceAll(" ", "+")}${more}`);
  const notice = document.getElementById("notice");
  if (!notice.hidden) throw new Error(`${text}: ${notice.textContent}`);
}

const later = globalThis.setTimeout;

/** Wait until something holds. */
export async function until(holds, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`never: ${holds}`);
    await new Promise((resolve) => later(resolve, 5));
  }
}

/** Wait until nothing is asked any more. */
export async function settled() {
  for (let quiet = 0, last = -1; quiet < 2; ) {
    await new Promise((resolve) => later(resolve, 6));
    quiet = page.requests.length === last ? quiet + 1 : 0;
    last = page.requests.length;
    if (last) await page.bridge.ask(""); // behind all that was asked before
  }
}

export const one = (selector) => document.querySelector(selector);
export const all = (selector) => document.querySelectorAll(selector);
export const key = (name) => document.querySelector(`[data-key="${name}"]`);
export const hit = (cell) => document.querySelector(`.hit[data-cell="${cell}"]`);

/** The element of a selector or a key; a control that is missing is an error. */
function control(wanted) {
  const found = typeof wanted === "string" ? key(wanted) ?? (/[.#[ ]|^[a-z\d]+$/.test(wanted) ? one(wanted) : null) : wanted;
  if (!found) throw new Error(`there is no ${wanted}`);
  return found;
}

export async function click(wanted) {
  control(wanted).click();
  await settled();
}

/** Leave the editor, whatever was changed. */
export async function leave() {
  await click("leave");
  if (key("leave-sure")) await click("leave-sure");
}

/** Choose in a list, or write into a field. */
export async function give(wanted, value) {
  const found = control(wanted);
  if (found.getAttribute("type") === "checkbox") found.checked = value;
  else found.value = value;
  found.emit("input");
  found.emit("change");
  await settled();
}

/** Press a key on an element. */
export async function press(name, where = document.activeElement, more = {}) {
  const event = where.emit("keydown", { key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
  await settled();
  return event;
}

/** Press on a hex with a pointer. */
export async function tap(cell, more = []) {
  browser.pointed = [...more, hit(cell)];
  hit(cell).emit("click", { clientX: 0, clientY: 0 });
  await settled();
}

/** Take something with the pointer to a hex. */
export async function drag(from, cell, { by = 40, pointer = 1, seen = () => {} } = {}) {
  const at = (x) => ({ clientX: x, clientY: 0, button: 0, pointerId: pointer });
  from.emit("pointerdown", at(0));
  window.dispatchEvent(new Event("pointermove", at(2)));
  browser.pointed = cell ? [hit(cell)] : [];
  window.dispatchEvent(new Event("pointermove", at(by)));
  await settled();
  seen();
  browser.pointed = cell ? [hit(cell)] : [];
  window.dispatchEvent(new Event("pointerup", at(by)));
  await settled();
}

// --- what is shown ---------------------------------------------------------------------------------

const QUIET = new Set(["xmlns", "viewBox", "points"]);
/** Pictures of the library are shown by their class. */
const isDrawn = (node) => node.localName === "svg" && /(?:tile|treasure|pawn)-picture|seat-sign/.test(node.className);

/** A tree of elements as lines: what a reader sees, and what a screen reader says. */
export function shown(node, depth = 0) {
  const space = "  ".repeat(depth);
  if (node.data !== undefined) return [`${space}${JSON.stringify(node.data)}`];
  const attributes = [...node.attributes].filter(([name]) => !QUIET.has(name)).map(([name, value]) => (value === "" ? name : /^dialog-\d+$/.test(value) ? `${name}=dialog` : `${name}=${JSON.stringify(value)}`));
  if (node.localName === "select") attributes.push(`chosen=${JSON.stringify(node.value)}`);
  else if (node.typed !== undefined) attributes.push(`value=${JSON.stringify(node.typed)}`);
  const head = [node.localName, ...attributes].join(" ");
  const texts = node.childNodes.filter((each) => each.data !== undefined);
  if (isDrawn(node)) return [`${space}${node.className}`];
  if (node.classList.contains("symbol")) return [`${space}symbol ${node.children[0].getAttribute("d")}${node.getAttribute("aria-hidden") === "true" ? "" : " read out"}`];
  if (texts.length === node.childNodes.length && texts.length) return [`${space}${head}: ${node.textContent}`];
  return [`${space}${head}`, ...node.childNodes.flatMap((each) => shown(each, depth + 1))];
}

/** A hex that can be pressed, if there is anything special about it. */
function shownHit(node) {
  const usual = { class: "hit", role: "button", tabindex: "-1", "aria-pressed": "false", "aria-label": "«description»" };
  const placed = new Set(["transform", "points", "data-cell"]);
  const own = [...node.attributes].filter(([name, value]) => !placed.has(name) && usual[name] !== value);
  const lacking = Object.keys(usual).filter((name) => !node.hasAttribute(name));
  if (!own.length && !lacking.length) return null;
  return `  ${node.dataset.cell}: ${own.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ")}${lacking.map((name) => ` without ${name}`).join("")}`;
}

/** The board: what the page lays over the picture of the library. */
export function shownBoard() {
  const svg = one("#board > svg");
  return [
    ...shown(svg).slice(0, 1),
    ...shown(svg.querySelector(".lights"), 1),
    ...[...svg.querySelectorAll(".hit")].map(shownHit).filter(Boolean),
  ];
}
