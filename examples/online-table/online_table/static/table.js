// The table in the browser: it shows what the server sends, and knows no rule of the game.

const words = JSON.parse(document.getElementById("words").textContent);
const language = document.documentElement.lang;
const by = (id) => document.getElementById(id);
const id = location.pathname.match(/^\/tables\/([\w-]+)$/)?.[1];
const token = location.hash.slice(1);
const api = (path) => `/api/tables${path}${path.includes("?") ? "&" : "?"}language=${language}`;
const el = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
let view = null;
let chosen = null;

for (const each of document.querySelectorAll("[data-word]")) each.textContent = words[each.dataset.word];
by("play").move.placeholder = by("play").move.ariaLabel = words.move;
for (const code of ["en", "fr", "nl", "de"]) {
  const link = el("a", ` ${code} `);
  link.href = `?language=${code}${location.hash}`;
  link.lang = code;
  by("languages").append(link);
}

async function send(path, body) {
  try {
    const response = await fetch(api(path), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Seat": token },
      body: JSON.stringify(body),
    });
    return { ok: response.ok, ...(await response.json()) };
  } catch {
    return { ok: false, message: words.lost };
  }
}

// --- a new table -----------------------------------------------------------------------------

by("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(by("new"));
  const names = form.get("names").split(",").map((name) => name.trim()).filter(Boolean);
  const found = await send("", {
    players: Number(form.get("players")), edition: form.get("edition"), auction: form.has("auction"), names,
  });
  by("links").hidden = false;
  const list = by("links").querySelector("ul");
  list.replaceChildren();
  if (!found.ok) return list.append(el("li", found.message));
  const line = (label, hash) => {
    const link = el("a", label);
    link.href = `/tables/${found.id}?language=${language}${hash}`;
    const item = el("li", "");
    item.append(link);
    list.append(item);
  };
  for (const [seat, secret] of Object.entries(found.seats)) line(names[seat - 1] ?? seat, `#${secret}`);
  line(words.spectators, "");
});

// --- the table -------------------------------------------------------------------------------

const cellsOf = (move) => move.match(/\b[a-h][1-5]\b/g) ?? [];

function choices() {
  const shown = view.legal.filter((move) => (chosen ? cellsOf(move).includes(chosen) : !cellsOf(move).length));
  by("choices").replaceChildren(...(shown.length && chosen ? [el("p", `${words.here} ${chosen}`)] : []));
  for (const move of shown) {
    const button = el("button", move);
    button.addEventListener("click", () => play(move));
    by("choices").append(button);
  }
  const lit = new Set(view.legal.flatMap(cellsOf));
  for (const hex of by("board").querySelectorAll("[data-cell]")) {
    hex.classList.toggle("lit", lit.has(hex.dataset.cell));
    hex.classList.toggle("chosen", hex.dataset.cell === chosen);
  }
}

by("board").addEventListener("click", (event) => {
  chosen = event.target.closest("[data-cell]")?.dataset.cell ?? null;
  choices();
});

async function play(move) {
  by("refusal").replaceChildren();
  const found = await send(`/${id}/moves`, { move, version: view.version });
  if (found.ok) return void (by("play").move.value = "");
  by("refusal").replaceChildren(el("strong", found.message));
  for (const { clause, text } of found.reasons ?? []) by("refusal").append(el("p", `${clause}: ${text}`));
  const list = (label, lines) => {
    if (!lines?.length) return;
    by("refusal").append(el("p", label));
    const items = el("ul", "");
    items.append(...lines.map((line) => el("li", line)));
    by("refusal").append(items);
  };
  list(words.remedies, found.remedies?.map((way) => way.join("; ")));
  list(words.elsewhere, found.editions?.map(({ title, verdict }) => `${title}: ${verdict}`));
}

by("play").addEventListener("submit", (event) => {
  event.preventDefault();
  play(by("play").move.value);
});
by("close").addEventListener("click", async () => {
  const found = await send(`/${id}/close`, {});
  if (!found.ok) by("refusal").replaceChildren(el("strong", found.message));
});

async function draw() {
  const response = await fetch(api(`/${id}/board.svg?version=${view.version}`));
  if (!response.ok) return;
  const picture = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  by("board").replaceChildren(document.importNode(picture.documentElement, true));
  choices();
  document.body.dataset.version = view.version;
}

function show(found) {
  view = found;
  chosen = null;
  by("viewer").textContent = view.viewer;
  by("moment").textContent = view.moment;
  by("play").hidden = by("close").hidden = !view.seat || view.closed;
  by("scores").replaceChildren(...Object.entries(view.scores).map(([name, points]) => el("li", `${name}: ${points}`)));
  by("last").replaceChildren(...view.last.map(({ name, move }) => el("li", `${name}: ${move}`)));
  choices();
  draw();
}

function connect(wait = 500) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/live`);
  let final = false;
  socket.addEventListener("open", () => socket.send(JSON.stringify({ token, language })));
  socket.addEventListener("message", ({ data }) => {
    const found = JSON.parse(data);
    by("lost").hidden = true;
    wait = 500;
    if (!found.error) return show(found);
    final = found.error !== "full";
    by("moment").textContent = found.message;
  });
  socket.addEventListener("close", () => {
    if (final) return;
    by("lost").hidden = false;
    setTimeout(() => connect(Math.min(8000, 2 * wait)), wait);
  });
}

if (id) {
  by("table").hidden = false;
  by("record").href = `/api/tables/${id}/record`;
  connect();
} else by("new").hidden = false;
