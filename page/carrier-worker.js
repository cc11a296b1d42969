// Carries requests to Python in a worker: the page as a folder of a static site.
// Defines window.tikal; see docs/reference/page.md.

const waiting = new Map();
let last = 0;
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));

const ready = new Promise((resolve, reject) => {
  worker.onerror = (event) => {
    const error = new Error(event.message || "the worker could not be started");
    tell({ step: "failed", share: 0, error: error.message });
    reject(error);
  };
  worker.onmessage = ({ data }) => {
    if ("answer" in data) {
      waiting.get(data.number)(data.answer);
      waiting.delete(data.number);
      return;
    }
    tell(data);
    if (data.step === "ready") resolve();
    if (data.step === "failed") reject(new Error(data.error));
  };
});
ready.catch(() => {}); // whoever asks is told; nobody else needs to know

async function ask(request) {
  await ready;
  return new Promise((resolve) => {
    last += 1;
    waiting.set(last, resolve);
    worker.postMessage({ number: last, request });
  });
}

window.tikal = { ask, ready, carrier: "worker" };

// From the second visit on everything comes from the cache, also without a network.
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  ready.then(() => navigator.serviceWorker.register("service-worker.js")).catch(() => {});
}
