// Compiles the modules that the bridge loads at its start, with Pyodide's own Python: no other can load them.
// node compile.mjs NODE_MODULES < engine.zip; prints {name: base64} of what can take the place of the sources.

import { pathToFileURL } from "node:url";

const [modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`));
const parts = [];
for await (const part of process.stdin) parts.push(part);
const bytes = Buffer.concat(parts);
// the order of sets is in the bytes
const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: "0", HOME: "/" }, packageBaseUrl: "about:blank" });
pyodide.unpackArchive(new Uint8Array(bytes), "zip", { extractDir: "/engine" });
const compiled = pyodide.runPython(`
import base64, json, pathlib, py_compile, sys
root, found = pathlib.Path("/engine"), {}
sys.dont_write_bytecode = True
sys.path.insert(0, str(root))
import tikal.page.bridge  # only what is loaded at the start: the rest would make the archive large
loaded = {getattr(module, "__file__", None) for module in tuple(sys.modules.values())}
for path in sorted(root.rglob("*.py")):
    if str(path) not in loaded:
        continue
    name = path.relative_to(root).as_posix()
    written = py_compile.compile(
        str(path), dfile=name, doraise=True, quiet=2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    found[f"{name}c"] = base64.b64encode(pathlib.Path(written).read_bytes()).decode()
json.dumps(found)
`);
console.log(compiled);
