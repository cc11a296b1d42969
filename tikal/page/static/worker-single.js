// Python in a worker of the page in one file, which sends the packed files with the first message.

import { startPacked } from "./packed.js";
import { serve } from "./python.js";

// Pyodide would try it with a script that the Content-Security-Policy forbids.
Object.defineProperty(globalThis, "importScripts", { value: undefined });

onmessage = ({ data: { files, sizes } }) => {
  void serve((tell) => startPacked({ textOf: (name) => files[name], sizes, tell }));
};
