// Carries requests to `tikal serve`: Python runs beside the browser, not in it.
// Defines window.tikal; see docs/reference/page.md.

const tell = (detail) => dispatchEvent(new CustomEvent("tikal-progress", { detail }));

async function ask(request) {
  const response = await fetch("ask", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: request,
  });
  if (!response.ok) throw new Error(`the server answers ${response.status}: ${await response.text()}`);
  return response.text();
}

const ready = ask('{"ask": "about"}').then(
  () => tell({ step: "ready", share: 1 }),
  (error) => {
    tell({ step: "failed", share: 0, error: error.message });
    throw error;
  },
);
ready.catch(() => {}); // each request reports the failure itself

window.tikal = { ask, ready, carrier: "server" };
