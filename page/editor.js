// The editor: any position, with everything that is broken listed while one edits.

import { button, byId, choice, el, field, fill, symbol } from "./dom.js";
import { seatName, seatSign, tilePicture } from "./pieces.js";
import { edit, leaveEditor, needPictures, playDraft, table } from "./table.js";
import { t } from "./words.js";

const set = (path, to) => edit([{ set: path, to }]);

export async function drawEditor() {
  const view = table.edit;
  const tile = table.cell && view.board[table.cell].tile;
  if (tile in table.about.tiles) await needPictures([tile], view.board[table.cell].rotation);
  if (table.edit !== view) return;
  fill(
    byId("turn"),
    el("div", { class: "moment" }, symbol("edit"), el("h2", { "data-home": true, tabindex: "-1" }, t("edit.title"))),
    verdict(view),
    el(
      "div",
      { class: "row" },
      button(t("edit.play"), playDraft, { class: "main", icon: "play", disabled: !view.position, key: "play-draft" }),
      button(t("edit.leave"), leaveEditor, { key: "leave" }),
      button(t("edit.empty"), () => edit(["tiles", "values", "tokens", "figures", "camps", "guards", "removed", "treasures", "scores", "set_aside", "tile", "worked", "diggers", "queue", "scoring"].map((path) => ({ set: path, to: null }))), { class: "quiet", key: "empty" }),
    ),
    table.cell ? inspector(view, table.cell) : el("p", { class: "hint" }, t("edit.choose")),
    whole(view),
  );
}

/** Everything that is broken, or that nothing is. */
function verdict(view) {
  const { error, problems } = view;
  const listed = !error ? problems : error.problems?.length ? error.problems : [error.error];
  if (!listed.length) return el("p", { class: "sound" }, symbol("yes"), t("edit.fine"));
  return el(
    "div",
    { class: "broken", id: "problems" },
    el("h3", {}, t("edit.broken", { count: listed.length })),
    el("ul", {}, listed.map((problem) => el("li", {}, problem))),
  );
}

// --- one hex -------------------------------------------------------------------------------------

function inspector(view, cell) {
  const there = view.board[cell];
  const isPrinted = cell in table.about.printed;
  const seats = view.seats.map(({ seat }) => seat);
  return el(
    "div",
    { class: "hex" },
    el("h3", {}, there.description),
    isPrinted ? null : tileChoice(view, cell, there),
    there.kind === "temple" ? stepper(t("edit.value"), there.value, 1, 10, (value) => set(`values.${cell}`, value), "value") : null,
    there.kind === "treasure" ? stepper(t("edit.tokens"), there.tokens, 0, 4, (tokens) => set(`tokens.${cell}`, tokens), "tokens") : null,
    there.tile === null
      ? null
      : el(
          "table",
          { class: "figures-table" },
          el("thead", {}, el("tr", {}, el("th", {}), el("th", { scope: "col" }, table.about.figures.L), el("th", { scope: "col" }, table.about.figures.W), el("th", { scope: "col" }, t("edit.camp")), there.kind === "temple" ? el("th", { scope: "col" }, t("edit.guard")) : null)),
          el("tbody", {}, seats.map((seat) => crew(view, cell, there, seat))),
        ),
    there.tile === null ? null : button(t("edit.clear", { cell }), () => edit([{ clear: cell }]), { class: "quiet", key: "clear" }),
  );
}

function tileChoice(view, cell, there) {
  const free = Object.keys(table.about.tiles).filter((tile) => tile === there.tile || view.remaining.includes(tile) || !isLaid(view, tile));
  const name = (tile) => {
    const { kind, value, tokens } = table.about.tiles[tile];
    return [tile, table.about.terrains[kind], value || tokens || ""].join(" ").trim();
  };
  const lay = (tile) => (tile ? set(`tiles.${cell}`, [tile, there.rotation ?? 0]) : edit([{ clear: cell }]));
  const rotate = (by) => set(`tiles.${cell}`, [there.tile, (there.rotation + by + 6) % 6]);
  return el(
    "div",
    { class: "tile-choice" },
    field(t("edit.tile"), choice([["", t("edit.none")], ...free.map((tile) => [tile, name(tile)])], there.tile ?? "", lay, { key: "tile" })),
    there.tile
      ? el(
          "div",
          { class: "turner small" },
          button(t("tile.left"), () => rotate(-1), { class: "quiet only-icon", icon: "left", key: "left" }),
          tilePicture(there.tile, there.rotation),
          button(t("tile.right"), () => rotate(1), { class: "quiet only-icon", icon: "right", key: "right" }),
        )
      : null,
  );
}

const isLaid = (view, tile) => Object.values(view.board).some((there) => there.tile === tile);

function crew(view, cell, there, seat) {
  const [leaders, workers] = there.figures[String(seat)] ?? [0, 0];
  const put = (figures) => set(`figures.${seat}.${cell}`, figures[0] || figures[1] ? figures : null);
  const camps = view.seats[seat - 1].camps;
  const box = (label, checked, onchange, key) =>
    el("input", { type: "checkbox", "aria-label": label, checked, key, onchange: (event) => onchange(event.target.checked) });
  const name = seatName(seat, view);
  const guard = there.guard?.seat === seat ? there.guard.figure : "";
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, seatSign(seat), el("span", { class: "unseen" }, name)),
    el("td", {}, box(`${name}: ${table.about.figures.L}`, leaders > 0, (is) => put([is ? 1 : 0, workers]), `leader-${seat}`)),
    el("td", {}, number(`${name}: ${table.about.figures.W}`, workers, 0, 18, (count) => put([leaders, count]), `workers-${seat}`)),
    el(
      "td",
      {},
      box(`${name}: ${t("edit.camp")}`, there.camp === seat, (is) => set(`camps.${seat}`, is ? [...camps, cell] : camps.filter((each) => each !== cell)), `camp-${seat}`),
    ),
    there.kind === "temple"
      ? el(
          "td",
          {},
          choice([["", "\u2013"], ["L", table.about.figures.L], ["W", table.about.figures.W]], guard, (figure) => set(`guards.${seat}.${cell}`, figure || null), { "aria-label": `${name}: ${t("edit.guard")}`, key: `guard-${seat}` }),
        )
      : null,
  );
}

function number(label, value, least, most, onchange, key) {
  const node = el("input", { type: "number", inputmode: "numeric", min: least, max: most, value, "aria-label": label, key });
  node.addEventListener("change", () => onchange(Math.trunc(Number(node.value)) || 0));
  return node;
}

function stepper(label, value, least, most, onchange, key) {
  return field(
    label,
    el(
      "span",
      { class: "stepper" },
      button(t("less"), () => onchange(value - 1), { class: "quiet only-icon", icon: "minus", disabled: value <= least, key: `${key}-less` }),
      number(label, value, least, most, onchange, key),
      button(t("more"), () => onchange(value + 1), { class: "quiet only-icon", icon: "plus", disabled: value >= most, key: `${key}-more` }),
    ),
  );
}

// --- the whole table -----------------------------------------------------------------------------

function whole(view) {
  const seats = view.seats.map(({ seat }) => [seat, seatName(seat, view)]);
  const phases = Object.entries(table.about.phases);
  return el(
    "details",
    { class: "whole", key: "whole-table", open: !table.cell },
    el("summary", {}, t("edit.table")),
    el(
      "div",
      { class: "grid" },
      field(t("new.edition"), choice(table.about.editions.map(({ key, title }) => [key, title]), view.edition.base, (key) => set("edition", key), { key: "edition" })),
      field(t("new.players"), choice([2, 3, 4].map((count) => [count, count]), view.players, (count) => set("players", Number(count)), { key: "players" })),
      field(t("edit.phase"), choice(phases, view.phase, setPhase, { key: "phase" })),
      field(t("edit.active"), choice(seats, view.active, (seat) => set("active", Number(seat)), { key: "active" })),
      view.phase === "act" || view.phase === "reveal" ? field(t("edit.ap"), number(t("edit.ap"), view.ap, 0, 10, (left) => set("ap", left), "ap")) : null,
      view.phase === "place" ? field(t("edit.waiting"), choice([["", t("edit.none")], ...Object.keys(table.about.tiles).map((tile) => [tile, tile])], view.tile ?? "", (tile) => set("tile", tile || null), { key: "waiting" })) : null,
      el("label", { class: "tick" }, el("input", { type: "checkbox", checked: view.auction, key: "auction", onchange: (event) => set("auction", event.target.checked || null) }), t("new.auction")),
      el("label", { class: "tick" }, el("input", { type: "checkbox", checked: view.scoring, key: "scoring", onchange: (event) => set("scoring", event.target.checked || null) }), t("edit.scoring")),
    ),
    el("h3", {}, t("edit.seats")),
    view.seats.map((seat) => player(seat, view)),
  );
}

function setPhase(phase) {
  const changes = [{ set: "phase", to: phase }];
  if (phase !== "act" && phase !== "reveal") changes.push({ set: "ap", to: null });
  if (phase === "place" && !table.edit.tile) changes.push({ set: "tile", to: table.edit.remaining[0] ?? null });
  if (phase !== "place" && table.edit.tile && !table.edit.scoring) changes.push({ set: "tile", to: null });
  return edit(changes);
}

function player({ seat, score, treasures }, view) {
  const kinds = Object.keys(view.unseen);
  return el(
    "div",
    { class: "player" },
    field([seatSign(seat), " ", t("edit.score")], number(`${seatName(seat, view)}: ${t("edit.score")}`, score, 0, 999, (points) => set(`scores.${seat}`, points), `score-${seat}`)),
    el(
      "div",
      { class: "kinds", role: "group", "aria-label": `${seatName(seat, view)}: ${t("edit.treasures")}` },
      kinds.map((kind) => field(kind, number(t("treasure", { kind }), treasures[kind] ?? 0, 0, 3, (count) => set(`treasures.${seat}.${kind}`, count || null), `treasure-${seat}-${kind}`), { class: "field kind" })),
    ),
  );
}

addEventListener("tikal-edit-cell", () => edit([]));
