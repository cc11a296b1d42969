// A new table: who plays by which rulebook, and a link for each seat.

import { known, say, wanted } from "./words.js";

document.documentElement.lang = wanted;
const by = (id) => document.getElementById(id);
const el = (tag, properties) => Object.assign(document.createElement(tag), properties);
const form = by("new");
const about = await (await fetch(`/api/about?language=${wanted}`)).json();

for (const each of document.querySelectorAll("[data-word]")) each.textContent = say(each.dataset.word);
for (const code of known) {
  const link = { href: `?language=${code}`, lang: code, textContent: about.language_names[code] };
  by("languages").append(el("a", link), " ");
}
for (const { key, title } of about.editions) form.edition.append(el("option", { value: key, textContent: title }));

function draw() {
  by("auction").hidden = !about.editions[form.edition.selectedIndex].has_auction;
  if (by("auction").hidden) form.auction.checked = false;
  const names = [...by("names").querySelectorAll("input")].map(({ value }) => value);
  by("names").replaceChildren();
  for (let seat = 1; seat <= Number(form.players.value); seat += 1) {
    const label = el("label", { textContent: `${say("name", { seat })} ` });
    label.append(el("input", { name: "name", maxLength: 40, autocomplete: "off", value: names[seat - 1] ?? "" }));
    by("names").append(label);
  }
}
form.addEventListener("change", ({ target }) => target.name !== "name" && draw());
draw();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form).getAll("name").map((name) => name.trim());
  const names = given.map((name, index) => name || say("seat", { seat: index + 1 }));
  const response = await fetch(`/api/tables?language=${wanted}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      players: Number(form.players.value),
      edition: form.edition.value,
      auction: form.auction.checked,
      names: given.some(Boolean) ? names : [],
    }),
  }).catch(() => null);
  const found = (await response?.json()) ?? { error: say("lost") };
  by("problem").textContent = found.error ?? "";
  by("links").hidden = !found.id;
  if (!found.id) return;
  const line = (name, hash) => {
    const href = `${location.origin}/tables/${found.id}/${hash}`;
    const item = el("li", {});
    const shown = el("input", { value: href, readOnly: true, ariaLabel: name, onfocus: () => shown.select() });
    item.append(el("a", { href, textContent: name }), " ", shown);
    return item;
  };
  const seats = Object.entries(found.seats).map(([seat, token]) => line(names[seat - 1], `#${token}`));
  by("links").querySelector("ul").replaceChildren(...seats, line(say("spectators"), ""));
  by("links").scrollIntoView();
});
