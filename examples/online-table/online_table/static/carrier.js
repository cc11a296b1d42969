// Carries the requests of the library's page to this table, and lets it know when others have moved:
// see "The page as the board of another program" in the documentation of tikal-rules.

const id = location.pathname.split("/")[2];
const seat = location.hash;
const token = seat.slice(1).split("&")[0];
const json = { "Content-Type": "application/json", "X-Seat": token };
const words = import("/static/words.js");
let waiting = Promise.resolve(); // for the answer to the last move
let isClosed = null;

let again = null; // a timer: what was not answered may have been the newest view

function lookAgain() {
  again ??= setTimeout(() => {
    again = null;
    dispatchEvent(new CustomEvent("tikal-changed"));
  }, 2000);
}

async function send(path, body) {
  try {
    const response = await fetch(`/api/tables/${id}/${path}`, { method: "POST", headers: json, body });
    const found = await response.json();
    if (response.status === 429 || response.status === 503) lookAgain();
    if (found.at === found.length && "mine" in found) document.title = found.mine ? "\u25cf Tikal" : "Tikal";
    return JSON.stringify(found);
  } catch {
    lookAgain();
    const { say } = await words;
    return JSON.stringify({ ok: false, error: say("lost") });
  }
}

function ask(request) {
  const answer = send("ask", request);
  if (request.startsWith('{"ask":"move"')) waiting = answer;
  return answer;
}

// --- what is around the page ---------------------------------------------------------------------

const el = (tag, properties) => Object.assign(document.createElement(tag), properties);
const style = el("link", { rel: "stylesheet", href: "/static/table.css" });
const lost = el("p", { className: "lost", hidden: true });
lost.setAttribute("role", "alert");
const record = el("a", { href: `/api/tables/${id}/record` });
const close = el("button", { type: "button", hidden: true });
const fresh = el("a", { href: "/" });
const card = el("section", { className: "card at-the-table" });
card.append(record, close, fresh);
document.head.append(style);
document.getElementById("side").append(card);
document.body.prepend(lost);

async function write() {
  const { say, wanted } = await words;
  document.documentElement.lang ||= wanted;
  record.textContent = say("record");
  close.textContent = say("close");
  fresh.textContent = say("new");
  fresh.href = `/?language=${document.documentElement.lang}`;
  close.hidden = !token || isClosed !== false;
}
new MutationObserver(write).observe(document.documentElement, { attributeFilter: ["lang"] });
close.addEventListener("click", async () => {
  const { say } = await words;
  if (confirm(say("sure"))) await send("close", "{}");
});

// --- what others do ------------------------------------------------------------------------------

async function complain(key) {
  const { say } = await words;
  lost.textContent = key ? say(key) : "";
  lost.hidden = !key;
}

function watch(wait = 500) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/live`);
  let problem = "lost";
  socket.addEventListener("message", async ({ data }) => {
    const { kind, length, closed } = JSON.parse(data);
    if (kind) return (problem = kind);
    wait = 500;
    complain(null);
    await waiting;
    const detail = isClosed === null || isClosed === closed ? { length } : {};
    isClosed = closed;
    write();
    dispatchEvent(new CustomEvent("tikal-changed", { detail }));
  });
  socket.addEventListener("close", () => {
    complain(problem);
    if (problem !== "no-table") setTimeout(() => watch(Math.min(8000, 2 * wait)), wait);
  });
}

addEventListener("hashchange", () => {
  // a link within the page, such as the one to the board, or another seat
  if (document.getElementById(location.hash.slice(1))) history.replaceState(null, "", seat || location.pathname);
  else location.reload();
});
watch();
window.tikal = { ask, ready: Promise.resolve(), carrier: "online-table", hosted: true };
