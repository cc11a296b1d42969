// Carries requests to Python in one file that opens from disk: in a worker made of that file, so that
// the page is never frozen, or on the page itself where a browser allows no such worker.
// Defines window.tikal; see docs/reference/page.md.

import { Desk } from "./desk.js";
import { startPacked } from "./packed.js";

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));
const PREFIX = "file:";
const textOf = (name) => document.getElementById(`${PREFIX}${name}`)?.textContent ?? "";
const sizes = () => JSON.parse(textOf("sizes"));

function startWorker() {
  const url = URL.createObjectURL(new Blob([textOf("worker-single.js")], { type: "text/javascript" }));
  const worker = new Worker(url); // a module would be of another origin, for a page from disk
  const packed = [...document.querySelectorAll("script[id]")].filter(({ id }) => id.startsWith(PREFIX));
  const files = Object.fromEntries(
    packed.map(({ id, textContent }) => [id.slice(PREFIX.length), textContent]),
  );
  worker.postMessage({ files, sizes: sizes() });
  return worker;
}

let isAtWork = false; // whether the worker has reported anything
function report(detail) {
  if (detail.step === "failed" && !isAtWork) return; // then the page tries it without one
  isAtWork = true;
  tell(detail);
}

/** @type {Desk} */
let desk;
/** @type {((request: string) => string) | null} */
let onPage = null; // the function that answers without a worker

async function start() {
  await new Promise((resolve) => setTimeout(resolve, 50)); // the page is shown first
  try {
    desk = new Desk(startWorker, report);
    await desk.ready;
  } catch (error) {
    if (isAtWork) throw error;
    try {
      onPage = await startPacked({ textOf, sizes: sizes(), tell });
    } catch (failure) {
      tell({ step: "failed", share: 0, error: String(/** @type {Error} */ (failure).message ?? failure) });
      throw failure;
    }
    tell({ step: "ready", share: 1 });
  }
}

const ready = start();
ready.catch(() => {}); // each request reports the failure itself

async function ask(request) {
  await ready;
  if (onPage) return onPage(request);
  if (desk.isBroken) desk = new Desk(startWorker, report);
  return desk.ask(request);
}

window.tikal = { ask, ready, carrier: "single" };
