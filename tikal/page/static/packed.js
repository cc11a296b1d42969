// Starts Python from files that are texts: base64 of gzip.

import { startPython } from "./python.js";

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function module(text) {
  const url = URL.createObjectURL(new Blob([await unpacked(text)], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The function that answers requests; textOf(name) is a packed file. */
export async function startPacked({ textOf, sizes, tell }) {
  const bytesOf = async (name, onBytes) => {
    const bytes = await unpacked(textOf(name));
    onBytes(bytes.byteLength);
    await new Promise((resume) => setTimeout(resume)); // so that a page can show it
    return bytes;
  };
  const { loadPyodide } = await module(textOf("pyodide/pyodide.mjs"));
  const { default: createPyodideModule } = await module(textOf("pyodide/pyodide.asm.mjs"));
  const options = { createPyodideModule, indexURL: "https://tikal.invalid/pyodide/" };
  return startPython({ loadPyodide, bytesOf, sizes, tell, options });
}
