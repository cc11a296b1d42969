// The editor of everything that is not on one hex: the turn, the auction, what the players have.

import { choice, el, field } from "./dom.js";
import { edit } from "./drafting.js";
import { number, seatTicks, set, settle, tick, tileList, tileName } from "./fields.js";
import { seatName, seatSign, treasurePicture } from "./pieces.js";
import { table } from "./state.js";
import { t } from "./words.js";

const MOST_POINTS = 999; // three digits are enough for any score

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
      field(
        t("new.edition"),
        choice(
          table.about.editions.map(({ key, title }) => [key, title]),
          view.edition.base,
          (key) => set("edition", key),
          { key: "edition" },
        ),
      ),
      field(
        t("new.players"),
        choice(
          table.about.limits.players.map((count) => [count, count]),
          view.players,
          (count) => set("players", Number(count)),
          { key: "players" },
        ),
      ),
      field(
        t("edit.phase"),
        choice(phases, view.phase, (phase) => settle("phase", phase), { key: "phase" }),
      ),
      field(
        t("edit.active"),
        choice(seats(view), view.active, (seat) => set("active", Number(seat)), { key: "active" }),
      ),
      view.ap_of
        ? field(
            t("edit.ap"),
            number(t("edit.ap"), view.ap, 0, view.ap_of, (left) => set("ap", left), "ap"),
          )
        : null,
      view.may_wait.length ? waiting(view) : null,
      tick(t("new.auction"), view.auction, (is) => settle("auction", is), "auction"),
      tick(t("edit.scoring"), view.scoring, (is) => set("scoring", is || null), "scoring"),
    ),
    view.scoring ? seatTicks(t("edit.queue"), view, "queue", "choose") : null,
    view.auction ? auction(view) : null,
    el("h3", {}, t("edit.seats")),
    view.seats.map((seat) => player(seat, view)),
    tileList(t("edit.aside"), view, "set_aside"),
  );
}

const seats = (view) => view.seats.map(({ seat }) => [seat, seatName(seat, view)]);

/** The tile that waits to be placed, or in a scoring turn the volcano that brought it about. */
function waiting(view) {
  const tiles = [["", t("edit.none")], ...view.may_wait.map((tile) => [tile, tileName(tile)])];
  return field(
    t("edit.waiting"),
    choice(tiles, view.tile ?? "", (tile) => set("tile", tile || null), { key: "waiting" }),
  );
}

// --- the auction ---------------------------------------------------------------------------------

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
  const bid = number(
    t("bid.amount"),
    view.high_bid,
    0,
    MOST_POINTS,
    (points) => set("high_bid", points),
    "high-bid",
  );
  return el(
    "div",
    { class: "grid" },
    field(
      t("edit.bidder"),
      choice(
        [["", t("bid.none")], ...seats(view)],
        bidder,
        (seat) => settle("high_bidder", Number(seat) || null),
        { key: "bidder" },
      ),
    ),
    bidder ? field(t("bid.amount"), bid) : null,
  );
}

function passes(view) {
  const first = view.draft.first_passer;
  const passers = seats(view).filter(([seat]) => view.passed.includes(seat));
  return [
    seatTicks(t("edit.passed"), view, "passed", "choose"),
    first && passers.length > 1
      ? field(
          t("edit.first"),
          choice(passers, first, (seat) => set("first_passer", Number(seat)), { key: "first-passer" }),
        )
      : null,
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
    field(
      [seatSign(seat), " ", t("edit.score")],
      number(
        `${name}: ${t("edit.score")}`,
        score,
        0,
        MOST_POINTS,
        (points) => set(`scores.${seat}`, points),
        `score-${seat}`,
      ),
    ),
    el(
      "div",
      { class: "kinds", role: "group", "aria-label": `${name}: ${t("edit.treasures")}` },
      kinds.map((kind) =>
        field(
          [treasurePicture(kind), kind],
          number(
            t("treasure", { kind }),
            treasures[kind] ?? 0,
            0,
            table.about.limits.treasures,
            (count) => set(`treasures.${seat}.${kind}`, count || null),
            `treasure-${seat}-${kind}`,
          ),
          { class: "field kind" },
        ),
      ),
    ),
    el(
      "div",
      { class: "out", role: "group", "aria-label": out },
      el("span", { class: "hint" }, t("edit.out")),
      tick(
        table.about.figures.L,
        leaders > 0,
        (is) => remove((_, others) => [is ? 1 : 0, others]),
        `out-leader-${seat}`,
      ),
      el(
        "label",
        { class: "tick" },
        number(
          `${out}, ${table.about.figures.W}`,
          workers,
          0,
          table.about.limits.workers,
          (count) => remove((leader) => [leader, count]),
          `out-workers-${seat}`,
        ),
        table.about.figures.W,
      ),
    ),
  );
}
