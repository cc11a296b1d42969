// Answers requests of the bridge inside Pyodide: one per line in, one per line out.
// node pyodide.mjs PAGE_FOLDER NODE_MODULES BUILT_FOLDER

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, modules, built] = process.argv.slice(2);
const { startPython } = await import(pathToFileURL(`${folder}/python.js`));
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`));

async function bytesOf(name, onBytes) {
  const found = await readFile(`${built}/${name}`);
  onBytes(found.length);
  return found.buffer.slice(found.byteOffset, found.byteOffset + found.byteLength);
}

const shares = [];
const answer = await startPython({
  loadPyodide,
  bytesOf,
  sizes: { all: 1 },
  tell: ({ share }) => shares.push(share),
  options: { stdLibURL: `${built}/pyodide/python_stdlib.zip` }, // node reads it itself
});
console.log(JSON.stringify({ steps: shares.length }));
for await (const request of createInterface({ input: process.stdin })) console.log(answer(request));
