// What carries requests to Python: a worker, the page itself, a server; and the cache of the page.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { beforeEach } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { document, openBrowser, parse, window } from "./document.mjs";
import { load, PAGE, until } from "./page.mjs";

const folder = PAGE;
mkdirSync(join(folder, "pyodide"));
writeFileSync(join(folder, "pyodide/pyodide.mjs"), "export const loadPyodide = (...rest) => globalThis.loadPyodide(...rest);");

let number = 0;
/** Run a module anew. */
const run = (name) => import(`${pathToFileURL(join(folder, name))}?${(number += 1)}`);
const give = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const network = globalThis.fetch;

let progress = [];
beforeEach(() => {
  openBrowser("<html><head></head><body></body></html>");
  progress = [];
  give("fetch", network);
});
window.addEventListener("tikal-progress", ({ detail }) => progress.push(detail));
const failed = (error) => ({ step: "failed", share: 0, error });

// --- starting Python -------------------------------------------------------------------------------

const FILES = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json", "engine.zip"];

function fakePython(more = {}) {
  const seen = { unpacked: [], options: null, fetched: {} };
  const loadPyodide = async (options) => {
    seen.options = options;
    for (const url of ["https://x/pyodide.asm.wasm", { url: "https://x/python_stdlib.zip" }, "https://x/other"]) {
      const answer = await globalThis.fetch(url, "more");
      seen.fetched[String(url.url ?? url)] = answer.headers ? [answer.headers.get("content-type"), await answer.text()] : answer;
    }
    return {
      unpackArchive: (...given) => seen.unpacked.push(given),
      pyimport: (name) => ({ ask: (request) => `${name} ${request}` }),
      ...more,
    };
  };
  return { seen, loadPyodide };
}

test("Python starts with the bytes that were loaded, and says how far it is", async () => {
  const { startPython } = await load("python.js");
  const { seen, loadPyodide } = fakePython();
  const own = async (...given) => ["network", ...given];
  give("fetch", own);
  const reported = [];
  const asked = [];
  const bytesOf = async (name, onBytes) => {
    asked.push(name);
    onBytes(5);
    onBytes(20);
    return new TextEncoder().encode(`bytes of ${name}`);
  };
  const answer = await startPython({ loadPyodide, bytesOf, sizes: { a: 60, b: 40 }, tell: (each) => reported.push(each), options: { indexURL: "there" } });
  assert.deepEqual(asked, FILES);
  assert.equal(answer("{}"), "tikal.page.bridge {}");
  assert.equal(seen.options.lockFileContents, "bytes of pyodide/pyodide-lock.json");
  assert.equal(seen.options.indexURL, "there");
  assert.equal(seen.options.packageBaseUrl, "about:blank");
  assert.deepEqual(seen.fetched, {
    "https://x/pyodide.asm.wasm": ["application/wasm", "bytes of pyodide/pyodide.asm.wasm"],
    "https://x/python_stdlib.zip": ["application/zip", "bytes of pyodide/python_stdlib.zip"],
    "https://x/other": ["network", "https://x/other", "more"],
  });
  assert.equal(globalThis.fetch, own); // it is given back
  assert.equal(new TextDecoder().decode(seen.unpacked[0][0]), "bytes of engine.zip");
  assert.equal(seen.unpacked[0][1], "zip");
  assert.deepEqual(reported[0], { step: "loading", share: 0 });
  const shares = reported.filter(({ step }) => step === "loading").map(({ share }) => Number(share.toFixed(3)));
  assert.deepEqual(shares, [0, 0.035, 0.175, 0.21, 0.35, 0.385, 0.525, 0.56, 0.7]);
  assert.deepEqual(reported.slice(-3), [{ step: "starting", share: 0.7 }, { step: "unpacking", share: 0.9 }, { step: "importing", share: 0.92 }]);
});

test("the network is given back although Python does not start", async () => {
  const { startPython } = await load("python.js");
  give("fetch", network);
  const start = startPython({ loadPyodide: () => Promise.reject(new Error("no")), bytesOf: async () => new Uint8Array(), sizes: {}, tell: () => {} });
  await assert.rejects(start, /no/);
  assert.equal(globalThis.fetch, network);
});

// --- the server ------------------------------------------------------------------------------------

test("a server is asked by POST, and its errors are reported", async () => {
  const sent = [];
  let answer = { ok: true, text: async () => "answered" };
  give("fetch", async (...given) => (sent.push(given), answer));
  await run("carrier-server.js");
  await globalThis.tikal.ready;
  assert.equal(globalThis.tikal.carrier, "server");
  assert.deepEqual(progress, [{ step: "ready", share: 1 }]);
  assert.equal(await globalThis.tikal.ask("{}"), "answered");
  assert.deepEqual(sent, ['{"ask": "about"}', "{}"].map((body) => ["ask", { method: "POST", headers: { "content-type": "application/json" }, body }]));
  answer = { ok: false, status: 403, text: async () => "another host" };
  await assert.rejects(globalThis.tikal.ask("{}"), /^Error: the server answers 403: another host$/);
});

test("a server that is not there is a failure", async () => {
  give("fetch", async () => Promise.reject(new Error("refused")));
  await run("carrier-server.js");
  await assert.rejects(globalThis.tikal.ready, /refused/);
  assert.deepEqual(progress, [failed("refused")]);
});

// --- a worker --------------------------------------------------------------------------------------

class FakeWorker {
  static all = [];
  constructor(url, options) {
    Object.assign(this, { url, options, sent: [], isEnded: false });
    FakeWorker.all.push(this);
  }
  postMessage(message) {
    this.sent.push(message);
  }
  terminate() {
    this.isEnded = true;
  }
  say(data) {
    this.onmessage({ data });
  }
}

async function desk() {
  give("Worker", FakeWorker);
  FakeWorker.all = [];
  await run("carrier-worker.js");
  return FakeWorker.all[0];
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a worker answers each request by its number", async () => {
  const worker = await desk();
  assert.match(String(worker.url), /worker\.js$/);
  assert.deepEqual(worker.options, { type: "module" });
  assert.equal(globalThis.tikal.carrier, "worker");
  const [first, second] = [globalThis.tikal.ask("one"), globalThis.tikal.ask("two")];
  worker.say({ step: "loading", share: 0.5 });
  await soon();
  assert.deepEqual(worker.sent, []); // not before it is ready
  worker.say({ step: "ready", share: 1 });
  await globalThis.tikal.ready;
  await soon();
  assert.deepEqual(worker.sent, [{ number: 1, request: "one" }, { number: 2, request: "two" }]);
  worker.say({ number: 2, answer: "2" });
  worker.say({ number: 1, answer: "1" });
  assert.deepEqual(await Promise.all([first, second]), ["1", "2"]);
  assert.deepEqual(progress, [{ step: "loading", share: 0.5 }, { step: "ready", share: 1 }]);
});

test("a worker that cannot start is a failure of every request", async () => {
  const worker = await desk();
  const asked = globalThis.tikal.ask("one");
  worker.say({ step: "failed", share: 0, error: "no memory" });
  await assert.rejects(asked, /no memory/);
  await assert.rejects(globalThis.tikal.ready, /no memory/);
  assert.deepEqual(progress, [failed("no memory")]);
  assert.equal(worker.isEnded, true);
});

for (const [message, shown] of [["syntax", "syntax"], [undefined, "the worker could not be started"]]) {
  test(`an error of a worker is shown as ${shown}`, async () => {
    const worker = await desk();
    worker.onerror({ message });
    await assert.rejects(globalThis.tikal.ready, new RegExp(shown));
    assert.deepEqual(progress, [failed(shown)]);
  });
}

test("a worker that crashes fails all that wait, and is replaced by the next request", async () => {
  const worker = await desk();
  worker.say({ step: "ready", share: 1 });
  const waiting = [globalThis.tikal.ask("one"), globalThis.tikal.ask("two")];
  await soon();
  worker.say({ number: 1, failure: "crashed" });
  for (const each of waiting) await assert.rejects(each, /crashed/);
  assert.equal(worker.isEnded, true);
  const third = globalThis.tikal.ask("three");
  assert.equal(FakeWorker.all.length, 2);
  FakeWorker.all[1].say({ step: "ready", share: 1 });
  await soon();
  FakeWorker.all[1].say({ number: 1, answer: "3" });
  assert.equal(await third, "3");
});

test("an answer that is empty is an answer", async () => {
  const worker = await desk();
  worker.say({ step: "ready", share: 1 });
  const asked = globalThis.tikal.ask("one");
  await soon();
  worker.say({ number: 1, answer: "" });
  assert.equal(await asked, "");
});

for (const [address, registered] of [["https://x/", ["service-worker.js"]], ["http://x/", ["service-worker.js"]], ["file:///x/index.html", []]]) {
  test(`from ${address} the page is ${registered.length ? "" : "not "}stored for the next visit`, async () => {
    openBrowser("<html><body></body></html>", { address });
    const seen = [];
    navigator.serviceWorker = { register: async (name) => seen.push(name) };
    const worker = await desk();
    assert.deepEqual(seen, []); // not before Python is there, which needs the network
    worker.say({ step: "ready", share: 1 });
    await soon();
    assert.deepEqual(seen, registered);
  });
}

// --- inside the worker -----------------------------------------------------------------------------

async function worker({ statusOf = {}, python = fakePython() } = {}) {
  const posted = [];
  give("postMessage", (message) => posted.push(message));
  give("onmessage", null);
  give("loadPyodide", async (options) => {
    const mine = globalThis.fetch;
    give("fetch", async () => ({}));
    const found = await python.loadPyodide(options);
    give("fetch", mine);
    return found;
  });
  give("fetch", async (name) => {
    if (name === "files.json") return { json: async () => ({ load: { a: 8 } }) };
    const status = statusOf[name] ?? 200;
    return { ok: status === 200, status, statusText: "gone", body: new Blob([name.slice(0, 2)]).stream() };
  });
  await run("worker.js");
  return posted;
}

test("the worker starts Python, and answers by number", async () => {
  const python = fakePython();
  const posted = await worker({ python });
  assert.deepEqual(posted.at(-1), { step: "ready", share: 1 });
  assert.equal(posted.some(({ step, share }) => step === "loading" && Math.abs(share - 0.7) < 1e-9), true); // two bytes of each of four files
  assert.equal(new TextDecoder().decode(python.seen.unpacked[0][0]), "en");
  globalThis.onmessage({ data: { number: 7, request: "{}" } });
  assert.deepEqual(posted.at(-1), { number: 7, answer: "tikal.page.bridge {}" });
});

test("a failure of Python is reported with its number", async () => {
  const python = fakePython({ pyimport: () => ({ ask: (request) => { throw request === "x" ? "text" : new Error("broken"); } }) });
  const posted = await worker({ python });
  globalThis.onmessage({ data: { number: 7, request: "{}" } });
  assert.deepEqual(posted.at(-1), { number: 7, failure: "broken" });
  globalThis.onmessage({ data: { number: 8, request: "x" } });
  assert.deepEqual(posted.at(-1), { number: 8, failure: "text" });
});

test("a file that is missing is named", async () => {
  const posted = await worker({ statusOf: { "engine.zip": 404 } });
  assert.deepEqual(posted.at(-1), failed("engine.zip: 404 gone"));
});

// --- the page in one file --------------------------------------------------------------------------

const PACKED = ["pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", ...FILES];

/** A page with everything in it. */
function single(sizes = { a: 4 }) {
  const add = (name, text) => document.body.append(parse(`<script id="file:${name}">${text}</script>`, false));
  add("sizes", JSON.stringify(sizes));
  add("worker-single.js", "the worker");
  PACKED.forEach((name, index) => add(name, gzipSync(index < 2 ? "ab"[index] : name.slice(0, 1)).toString("base64")));
}

/** Modules that are made from texts; on the page the first is the worker. */
function modules(context, { first = "export const loadPyodide = (...rest) => globalThis.loadPyodide(...rest);", worker: ofWorker = [""] } = {}) {
  const seen = { made: [], revoked: 0 };
  const texts = [...ofWorker, first, "export default 'the module';"];
  context.mock.method(URL, "createObjectURL", (blob) => {
    assert.equal(blob.type, "text/javascript");
    seen.made.push(blob);
    const text = texts[seen.made.length - 1] ?? "";
    return `data:text/javascript,${encodeURIComponent(`${text} // ${(number += 1)}`)}`;
  });
  context.mock.method(URL, "revokeObjectURL", () => (seen.revoked += 1));
  return seen;
}

function pythonOf(python) {
  give("loadPyodide", async (options) => {
    const mine = globalThis.fetch;
    give("fetch", async () => ({}));
    const found = await python.loadPyodide(options);
    give("fetch", mine);
    return found;
  });
}

test("one file starts a worker with everything that is in it", async (context) => {
  const seen = modules(context);
  give("Worker", FakeWorker);
  FakeWorker.all = [];
  single({ a: 7 });
  await run("carrier-single.js");
  assert.equal(globalThis.tikal.carrier, "single");
  await until(() => FakeWorker.all.length);
  const [worker] = FakeWorker.all;
  assert.equal(await seen.made[0].text(), "the worker");
  assert.equal(worker.options, undefined); // a module would be of another origin
  const [{ files, sizes }] = worker.sent;
  assert.deepEqual(sizes, { a: 7 });
  assert.deepEqual(PACKED.filter((name) => !(name in files)), []);
  worker.say({ step: "loading", share: 0.5 });
  worker.say({ step: "ready", share: 1 });
  const asked = globalThis.tikal.ask("one");
  await soon();
  worker.say({ number: 1, answer: "1" });
  assert.equal(await asked, "1");
  assert.deepEqual(progress, [{ step: "loading", share: 0.5 }, { step: "ready", share: 1 }]);
});

test("a worker of one file that crashes is replaced, and one that fails is a failure", async (context) => {
  modules(context);
  give("Worker", FakeWorker);
  FakeWorker.all = [];
  single();
  await run("carrier-single.js");
  await until(() => FakeWorker.all.length);
  FakeWorker.all[0].say({ step: "ready", share: 1 });
  const first = globalThis.tikal.ask("one");
  await soon();
  FakeWorker.all[0].say({ number: 1, failure: "crashed" });
  await assert.rejects(first, /crashed/);
  const second = globalThis.tikal.ask("two");
  await until(() => FakeWorker.all.length === 2);
  FakeWorker.all[1].say({ step: "loading", share: 0 });
  FakeWorker.all[1].say({ step: "failed", error: "no memory" });
  await assert.rejects(second, /no memory/);
});

test("where no such worker is allowed Python runs on the page", async (context) => {
  const python = fakePython();
  pythonOf(python);
  const seen = modules(context);
  give("Worker", class { constructor() { throw new Error("not allowed"); } });
  single();
  await run("carrier-single.js");
  const answer = await globalThis.tikal.ask("{}");
  assert.equal(answer, "tikal.page.bridge {}");
  assert.equal(python.seen.options.createPyodideModule, "the module");
  assert.match(python.seen.options.indexURL, /^https:\/\/tikal\.invalid\//); // no address that could answer
  assert.equal(new TextDecoder().decode(python.seen.unpacked[0][0]), "e");
  assert.deepEqual(await Promise.all(seen.made.map((blob) => blob.text())), ["the worker", "a", "b"]);
  assert.equal(seen.revoked, 2);
  assert.deepEqual(progress.at(-1), { step: "ready", share: 1 });
  assert.equal(Math.max(...progress.filter(({ step }) => step === "loading").map(({ share }) => share)), 0.7);
});

test("a worker that never speaks is not waited for, and a broken file is a failure", async (context) => {
  const seen = modules(context, { first: "export const nothing = 1;" });
  give("Worker", class extends FakeWorker { postMessage() { setTimeout(() => this.onerror({ message: "origin" })); } });
  single();
  await run("carrier-single.js");
  await assert.rejects(globalThis.tikal.ask("{}"), /loadPyodide/);
  assert.equal(seen.made.length, 3);
  assert.equal(progress.filter(({ step }) => step === "failed").length, 1);
  assert.match(progress.at(-1).error, /loadPyodide/);
});

test("in the worker of one file Python starts with the files of the first message", async (context) => {
  const python = fakePython();
  pythonOf(python);
  modules(context, { worker: [] });
  const posted = [];
  give("postMessage", (message) => posted.push(message));
  give("onmessage", null);
  await run("worker-single.js");
  assert.equal(globalThis.importScripts, undefined);
  const files = Object.fromEntries(PACKED.map((name) => [name, gzipSync(name).toString("base64")]));
  globalThis.onmessage({ data: { files, sizes: { a: 1 } } });
  await until(() => posted.at(-1)?.step === "ready");
  assert.equal(new TextDecoder().decode(python.seen.unpacked[0][0]), "engine.zip");
  globalThis.onmessage({ data: { number: 7, request: "{}" } });
  assert.deepEqual(posted.at(-1), { number: 7, answer: "tikal.page.bridge {}" });
});

// --- the cache -------------------------------------------------------------------------------------

async function cache(stored = {}) {
  const seen = { deleted: [], added: [], skipped: 0, claimed: 0, matched: [], opened: [] };
  const heard = {};
  give("addEventListener", (type, listener) => (heard[type] = listener));
  give("skipWaiting", () => (seen.skipped += 1));
  give("clients", { claim: () => (seen.claimed += 1) });
  give("caches", {
    open: async (name) => (seen.opened.push(name), {
      addAll: async (files) => seen.added.push(...files),
      match: async (request, options) => (seen.matched.push(options), stored[request.url]),
    }),
    keys: async () => ["tikal-old", "tikal-v2", "other", "tikal-"],
    delete: async (key) => seen.deleted.push(key),
  });
  const source = join(folder, "service-worker.js");
  writeFileSync(join(folder, "built.js"), readFileSync(source, "utf-8").replace('"development"', '"v2"').replace("const FILES = [];", 'const FILES = ["a", "b"];'));
  await run("built.js");
  const fire = async (type, more = {}) => {
    let waited;
    heard[type]({ ...more, waitUntil: (promise) => (waited = promise), respondWith: (promise) => (waited = promise) });
    return waited;
  };
  return { seen, fire };
}

test("an install stores every file, and replaces the worker before", async () => {
  const { seen, fire } = await cache();
  await fire("install");
  assert.deepEqual([seen.opened, seen.added, seen.skipped], [["tikal-v2"], ["a", "b"], 1]);
});

test("older versions of the page are forgotten, and nothing else", async () => {
  const { seen, fire } = await cache();
  await fire("activate");
  assert.deepEqual([seen.deleted, seen.claimed], [["tikal-old", "tikal-"], 1]);
});

test("what is stored is answered without the network, the rest by it", async () => {
  const { seen, fire } = await cache({ "/a": "stored" });
  give("fetch", async ({ url }) => `network ${url}`);
  assert.equal(await fire("fetch", { request: { method: "GET", url: "/a" } }), "stored");
  assert.equal(await fire("fetch", { request: { method: "GET", url: "/b" } }), "network /b");
  assert.deepEqual(seen.matched, [{ ignoreSearch: true }, { ignoreSearch: true }]);
  assert.equal(await fire("fetch", { request: { method: "POST", url: "/a" } }), undefined);
  await until(() => true);
});
