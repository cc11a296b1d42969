// Python in a worker: answers {number, request} with {number, answer}, and tells how far it is.

import { serve, startPython } from "./python.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const manifest = await (await fetch("files.json")).json();

/** The bytes of a file; calls onBytes with the length of each part. */
async function bytesOf(name, onBytes) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const parts = [];
  const reader = /** @type {ReadableStream} */ (response.body).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes(value.length);
  }
  return new Blob(parts).arrayBuffer();
}

await serve((tell) => startPython({ loadPyodide, bytesOf, sizes: manifest.load, tell }));
