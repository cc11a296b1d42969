// Carries requests to Python on the page itself: one file that opens from disk.
// A worker cannot be started there, and every answer takes only milliseconds.
// Defines window.tikal; see docs/reference/page.md.

import { startPython } from "./python.js";

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));

/** What the file holds under a name: base64 of gzip, in an element of its own. */
async function bytesOf(name, onBytes) {
  const element = document.getElementById(`file:${name}`);
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  element.remove(); // it is not needed twice
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  onBytes(bytes.byteLength);
  await new Promise((resume) => setTimeout(resume)); // so that the page can show it
  return bytes;
}

async function module(name) {
  const url = URL.createObjectURL(new Blob([await bytesOf(name, () => {})], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function start() {
  const sizes = JSON.parse(document.getElementById("file:sizes").textContent);
  const { loadPyodide } = await module("pyodide/pyodide.mjs");
  const { default: createPyodideModule } = await module("pyodide/pyodide.asm.mjs");
  const options = { createPyodideModule, indexURL: "https://tikal.invalid/pyodide/" };
  const answer = await startPython({ loadPyodide, bytesOf, sizes, tell, options });
  tell({ step: "ready", share: 1 });
  return answer;
}

const ready = new Promise((resolve) => setTimeout(resolve, 50)) // the page is shown first
  .then(start)
  .catch((error) => {
    tell({ step: "failed", share: 0, error: String(error.message ?? error) });
    throw error;
  });
ready.catch(() => {}); // each request reports the failure itself

async function ask(request) {
  return (await ready)(request);
}

window.tikal = { ask, ready, carrier: "single" };
