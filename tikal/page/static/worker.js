// Python in a worker: answers {number, request} with {number, answer}, and tells how far it is.

import { startPython } from "./python.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const manifest = await (await fetch("files.json")).json();

/** The bytes of a file; calls onBytes with the length of each part. */
async function bytesOf(name, onBytes) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const parts = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes(value.length);
  }
  return new Blob(parts).arrayBuffer();
}

try {
  const answer = await startPython({
    loadPyodide,
    bytesOf,
    sizes: manifest.load,
    tell: (detail) => postMessage(detail),
  });
  onmessage = ({ data: { number, request } }) => {
    try {
      postMessage({ number, answer: answer(request) });
    } catch (error) {
      postMessage({ number, failure: String(error.message ?? error) });
    }
  };
  postMessage({ step: "ready", share: 1 });
} catch (error) {
  postMessage({ step: "failed", share: 0, error: String(error.message ?? error) });
}
