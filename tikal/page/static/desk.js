// A worker with Python in it, and the requests that wait for its answers.

/** Started by a function that returns the worker; `tell` gets every step of its start. */
export class Desk {
  constructor(startWorker, tell) {
    this.tell = tell;
    this.waiting = new Map();
    this.last = 0;
    this.worker = startWorker();
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => this.fail(reject, event.message || "the worker could not be started");
      this.worker.onmessage = ({ data }) => {
        if ("number" in data) return this.settle(data);
        if (data.step === "failed") return this.fail(reject, data.error);
        this.tell(data);
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
    this.tell({ step: "failed", share: 0, error: message });
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
