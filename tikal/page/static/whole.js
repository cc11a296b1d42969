// The editor of everything that is not on one hex: the turn, the auction, what the players have.

import { choice, el, field } from "./dom.js";
import { number, seatTicks, set, tick, tileList, tileName } from "./fields.js";
import { seatName, seatSign } from "./pieces.js";
import { edit, table } from "./table.js";
import { t } from "./words.js";

const DISPLAYED = ["draw", "bid", "take"]; // phases before a tile is taken
const NO_BIDS = ["high_bid", "high_bidder", "passed", "first_passer"].map((path) => ({ set: path, to: null }));

/** The whole table. */
export function wholeTable(view) {
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
      field(t("edit.phase"), choice(phases, view.phase, (phase) => edit((now) => phaseChanges(now, phase)), { key: "phase" })),
      field(t("edit.active"), choice(seats(view), view.active, (seat) => set("active", Number(seat)), { key: "active" })),
      view.phase === "act" || view.phase === "reveal" ? field(t("edit.ap"), number(t("edit.ap"), view.ap, 0, 10, (left) => set("ap", left), "ap")) : null,
      view.phase === "place" || view.scoring ? waiting(view) : null,
      tick(t("new.auction"), view.auction, (is) => edit((now) => auctionChanges(now, is)), "auction"),
      tick(t("edit.scoring"), view.scoring, (is) => set("scoring", is || null), "scoring"),
    ),
    view.scoring ? seatTicks(t("edit.queue"), view, "queue", (queue, now) => [{ set: "queue", to: clockwise(queue, now) }]) : null,
    view.auction ? auction(view) : null,
    el("h3", {}, t("edit.seats")),
    view.seats.map((seat) => player(seat, view)),
    tileList(t("edit.aside"), view, "set_aside"),
  );
}

const seats = (view) => view.seats.map(({ seat }) => [seat, seatName(seat, view)]);

/** The tile that waits to be placed, or in a scoring turn the volcano that brought it about. */
function waiting(view) {
  const fits = (tile) => tile === view.tile || (view.remaining.includes(tile) && (!view.scoring || table.about.tiles[tile].kind === "volcano"));
  const tiles = Object.keys(table.about.tiles).filter(fits);
  return field(t("edit.waiting"), choice([["", t("edit.none")], ...tiles.map((tile) => [tile, tileName(tile)])], view.tile ?? "", (tile) => set("tile", tile || null), { key: "waiting" }));
}

/** Seats in the order in which they score, after the one whose turn it is. */
function clockwise(queue, view) {
  const distance = (seat) => (seat - view.active + view.players) % view.players;
  return [...queue].sort((one, other) => distance(one) - distance(other));
}

function phaseChanges(view, phase) {
  const changes = [{ set: "phase", to: phase }];
  if (phase !== "act" && phase !== "reveal") changes.push({ set: "ap", to: null });
  if (phase !== "bid") changes.push(...NO_BIDS);
  const tile = phase === "place" ? view.tile ?? view.remaining[0] : view.scoring ? view.tile : null;
  changes.push({ set: "tile", to: tile ?? null });
  if (view.auction) changes.push(display(view, phase, tile));
  return changes;
}

function auctionChanges(view, is) {
  if (is) return [{ set: "auction", to: true }, display(view, view.phase)];
  return [...["auction", "display", "done"].map((path) => ({ set: path, to: null })), ...NO_BIDS];
}

// --- the auction ---------------------------------------------------------------------------------

/** As many tiles on display as there must be; those that lie there stay as far as they can. */
function display(view, phase, taken = null) {
  const most = phase === "draw" || phase === "over" ? 0 : view.players - view.done.length - (DISPLAYED.includes(phase) ? 0 : 1);
  const tiles = [...view.display, ...view.remaining].filter((tile) => tile !== taken);
  return { set: "display", to: tiles.slice(0, most) };
}

function auction(view) {
  const isBidding = view.phase === "bid";
  return [
    el("h3", {}, t("new.auction")),
    tileList(t("edit.display"), view, "display"),
    seatTicks(t("edit.done"), view, "done"),
    isBidding ? bids(view) : null,
    isBidding ? passes(view) : null,
  ];
}

function bids(view) {
  const bidder = view.high_bidder ?? "";
  const choose = (seat) =>
    edit((now) => [
      { set: "high_bidder", to: Number(seat) || null },
      { set: "high_bid", to: seat ? now.high_bid || 1 : null },
      firstPasser(now, now.passed, seat),
    ]);
  return el(
    "div",
    { class: "grid" },
    field(t("edit.bidder"), choice([["", t("bid.none")], ...seats(view)], bidder, choose, { key: "bidder" })),
    bidder ? field(t("bid.amount"), number(t("bid.amount"), view.high_bid, 0, 999, (points) => set("high_bid", points), "high-bid")) : null,
  );
}

/** The first seat that passed, stored until the first bid. */
function firstPasser(view, passed, bidder) {
  const first = view.draft.first_passer;
  return { set: "first_passer", to: bidder ? null : passed.includes(first) ? first : passed[0] ?? null };
}

function passes(view) {
  const pass = (passed, now) => [{ set: "passed", to: passed }, firstPasser(now, passed, now.high_bidder)];
  const remembered = view.passed.length > 1 && !view.high_bidder;
  const passers = seats(view).filter(([seat]) => view.passed.includes(seat));
  return [
    seatTicks(t("edit.passed"), view, "passed", pass),
    remembered ? field(t("edit.first"), choice(passers, view.draft.first_passer, (seat) => set("first_passer", Number(seat)), { key: "first-passer" })) : null,
  ];
}

// --- the players ---------------------------------------------------------------------------------

function player({ seat, score, treasures, removed: [leaders, workers] }, view) {
  const kinds = Object.keys(view.unseen);
  const name = seatName(seat, view);
  const out = `${name}: ${t("edit.out")}`;
  const remove = (change) =>
    edit((now) => {
      const figures = change(...now.seats[seat - 1].removed);
      return [{ set: `removed.${seat}`, to: figures.some(Boolean) ? figures : null }];
    });
  return el(
    "div",
    { class: "player" },
    field([seatSign(seat), " ", t("edit.score")], number(`${name}: ${t("edit.score")}`, score, 0, 999, (points) => set(`scores.${seat}`, points), `score-${seat}`)),
    el(
      "div",
      { class: "kinds", role: "group", "aria-label": `${name}: ${t("edit.treasures")}` },
      kinds.map((kind) => field(kind, number(t("treasure", { kind }), treasures[kind] ?? 0, 0, 3, (count) => set(`treasures.${seat}.${kind}`, count || null), `treasure-${seat}-${kind}`), { class: "field kind" })),
    ),
    el(
      "div",
      { class: "out", role: "group", "aria-label": out },
      el("span", { class: "hint" }, t("edit.out")),
      tick(table.about.figures.L, leaders > 0, (is) => remove((_, others) => [is ? 1 : 0, others]), `out-leader-${seat}`),
      el("label", { class: "tick" }, number(`${out}, ${table.about.figures.W}`, workers, 0, 18, (count) => remove((leader) => [leader, count]), `out-workers-${seat}`), table.about.figures.W),
    ),
  );
}
