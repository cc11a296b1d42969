// Carries requests to Python in a worker: the page as a folder of a static site.
// Defines window.tikal; see docs/reference/page.md.

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));

/** A worker with Python in it, and the requests that wait for its answers. */
class Desk {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => this.fail(reject, event.message || "the worker could not be started");
      this.worker.onmessage = ({ data }) => {
        if ("number" in data) return this.settle(data);
        if (data.step === "failed") return this.fail(reject, data.error);
        tell(data);
        if (data.step === "ready") resolve();
      };
    });
    this.ready.catch(() => {}); // each request reports the failure itself
  }

  settle({ number, answer, failure }) {
    const { resolve, reject } = this.waiting.get(number);
    this.waiting.delete(number);
    if (failure === undefined) resolve(answer);
    else this.fail(reject, failure);
  }

  fail(reject, message) {
    tell({ step: "failed", share: 0, error: message });
    const error = new Error(message);
    reject(error);
    this.waiting.forEach((other) => other.reject(error));
    this.waiting.clear();
    this.worker.terminate();
    this.isBroken = true;
  }

  async ask(request) {
    await this.ready;
    return new Promise((resolve, reject) => {
      this.last += 1;
      this.waiting.set(this.last, { resolve, reject });
      this.worker.postMessage({ number: this.last, request });
    });
  }
}

let desk = new Desk();

function ask(request) {
  // The worker has no state, so a crashed one is replaced.
  if (desk.isBroken) desk = new Desk();
  return desk.ask(request);
}

window.tikal = { ask, ready: desk.ready, carrier: "worker" };

// From the second visit on everything comes from the cache, also without a network.
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  desk.ready.then(() => navigator.serviceWorker.register("service-worker.js")).catch(() => {});
}
