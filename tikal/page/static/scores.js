// The score sheet: who scored what in each round, and who would score what now.

import { dialog, el } from "./dom.js";
import { seatName, seatSign, treasurePicture } from "./pieces.js";
import { ask, complain, here, table } from "./state.js";
import { t } from "./words.js";

const NOTHING = "\u2013";
const seatsOf = () => table.view.seats.map(({ seat }) => seat);
const points = (number) => (number ? String(number) : NOTHING);
const strong = (text) => el("strong", {}, text);

function row(head, cells, properties = {}) {
  return el(
    "tr",
    properties,
    el("th", { scope: "row" }, head),
    cells.map((cell) => el("td", {}, cell)),
  );
}

function grid(caption, rows) {
  const head = (seat) => el("th", { scope: "col" }, seatSign(seat), el("span", {}, ` ${seatName(seat)}`));
  return el(
    "table",
    { class: "sheet" },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, el("td", {}), seatsOf().map(head))),
    el("tbody", {}, rows),
  );
}

/** The keys that any seat has, in order. */
const keysOf = (seats, part) => [...new Set(seats.flatMap((each) => Object.keys(each?.[part] ?? {})))].sort();

/** One scoring, by temple and by treasure. */
function rowsOf(bySeat) {
  const seats = seatsOf().map((seat) => bySeat[seat]);
  const temple = (cell) =>
    row(
      t("sheet.temple", { cell }),
      seats.map((each) => points(each?.temples[cell])),
    );
  const treasure = (kind) =>
    row(
      [treasurePicture(kind), " ", t("treasure", { kind })],
      seats.map((each) => points(each?.treasures[kind])),
    );
  return [
    keysOf(seats, "temples").map(temple),
    keysOf(seats, "treasures").map(treasure),
    row(
      t("sheet.sum"),
      seats.map((each) => strong(String(each?.total ?? NOTHING))),
      { class: "sum" },
    ),
  ];
}

function whole({ begun, rounds, paid, scores }) {
  const line = (name, values) =>
    row(
      name,
      seatsOf().map((seat) => points(values[seat])),
    );
  const round = ({ number, at, seats }) =>
    row(
      t("sheet.round", { number, at }),
      seatsOf().map((seat) => points(seats[seat]?.total)),
    );
  return grid(t("sheet.rounds"), [
    Object.values(begun).some(Boolean) ? line(t("sheet.begun"), begun) : null,
    rounds.map(round),
    Object.keys(paid).length
      ? row(
          t("sheet.paid"),
          seatsOf().map((seat) => (paid[seat] ? `\u2212${paid[seat]}` : NOTHING)),
        )
      : null,
    row(
      t("sheet.sum"),
      seatsOf().map((seat) => strong(String(scores[seat]))),
      { class: "sum" },
    ),
  ]);
}

function inDetail({ number, at, seats }) {
  const title = t("sheet.round", { number, at });
  return el("details", {}, el("summary", {}, title), grid(title, rowsOf(seats)));
}

export async function scoresDialog() {
  const found = await ask("sheet", here());
  if (!found.ok) return complain(found);
  const now = Object.keys(found.now).length ? grid(t("sheet.now"), rowsOf(found.now)) : null;
  const node = dialog(t("sheet.title"), t("close"), now, whole(found), found.rounds.map(inDetail));
  node.classList.add("scores");
}
