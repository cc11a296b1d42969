// Carries requests to Python in a worker: the page as a folder of a static site.
// Defines window.tikal; see docs/reference/page.md.

import { Desk } from "./desk.js";

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));
const startWorker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

let desk = new Desk(startWorker, tell);

function ask(request) {
  // The worker has no state, so a crashed one is replaced.
  if (desk.isBroken) desk = new Desk(startWorker, tell);
  return desk.ask(request);
}

window.tikal = { ask, ready: desk.ready, carrier: "worker" };

// From the second visit on everything comes from the cache, also without a network.
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  desk.ready.then(() => navigator.serviceWorker.register("service-worker.js")).catch(() => {});
}
