// Starts Python and the library in it, the same way in a worker, on a page and in node.

const WASM = "pyodide/pyodide.asm.wasm";
const STDLIB = "pyodide/python_stdlib.zip";
const LOCK = "pyodide/pyodide-lock.json";
const ENGINE = "engine.zip";

/**
 * The function that answers requests.
 *
 * bytesOf(name, onBytes) loads a file and calls onBytes(count) for each part; sizes has the size of
 * each file by name; tell({step, share}) is called with the progress, a share between 0 and 1.
 */
export async function startPython({ loadPyodide, bytesOf, sizes, tell, options = {} }) {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let come = 0;
  // Loading is most of the time at first; starting Python is the rest.
  const loaded = (bytes) => tell({ step: "loading", share: (0.7 * (come += bytes)) / total });
  tell({ step: "loading", share: 0 });
  const names = [WASM, STDLIB, LOCK, ENGINE];
  const found = await Promise.all(names.map((name) => bytesOf(name, loaded)));
  const bytes = Object.fromEntries(names.map((name, index) => [name, found[index]]));

  tell({ step: "starting", share: 0.7 });
  const pyodide = await withFiles(bytes, () =>
    loadPyodide({
      lockFileContents: new TextDecoder().decode(bytes[LOCK]),
      packageBaseUrl: "about:blank",
      ...options,
    }),
  );
  tell({ step: "unpacking", share: 0.9 });
  pyodide.unpackArchive(bytes[ENGINE], "zip");
  tell({ step: "importing", share: 0.92 });
  const bridge = pyodide.pyimport("tikal.page.bridge");
  return (request) => bridge.ask(request);
}

/** Run something while the network answers for two files with the bytes that are here already. */
async function withFiles(bytes, task) {
  const network = globalThis.fetch;
  const types = { [WASM]: "application/wasm", [STDLIB]: "application/zip" };
  globalThis.fetch = async (wanted, ...more) => {
    const url = String(Object(wanted).url ?? wanted);
    const name = Object.keys(types).find((each) => url.endsWith(each.split("/")[1]));
    if (!name) return network(wanted, ...more);
    return new Response(bytes[name], { headers: { "content-type": types[name] } });
  };
  try {
    return await task();
  } finally {
    globalThis.fetch = network; // a forgotten one would swallow what others fetch
  }
}

/** In a worker: start Python, then answer {number, request} with {number, answer}. */
export async function serve(start) {
  const reason = (error) => String(error.message ?? error);
  try {
    const answer = await start((detail) => postMessage(detail));
    onmessage = ({ data: { number, request } }) => {
      try {
        postMessage({ number, answer: answer(request) });
      } catch (error) {
        postMessage({ number, failure: reason(error) });
      }
    };
    postMessage({ step: "ready", share: 1 });
  } catch (error) {
    postMessage({ step: "failed", share: 0, error: reason(error) });
  }
}
