// The controls of the editor: numbers, ticks, tiles; and the one way in which they change the draft.

import { button, choice, el, field } from "./dom.js";
import { edit } from "./drafting.js";
import { seatName, seatSign } from "./pieces.js";
import { table } from "./state.js";
import { t } from "./words.js";

export const set = (path, to) => edit([{ set: path, to }]);
/** Choose something that other things depend on; the bridge changes them as well. */
export const settle = (what, to) => edit([{ choose: what, to }]);

export function number(label, value, least, most, onchange, key) {
  const node = el("input", {
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value,
    "aria-label": label,
    key,
  });
  node.addEventListener("change", () => onchange(Math.trunc(Number(node.value)) || 0));
  return node;
}

export function stepper(label, value, least, most, onchange, key) {
  return field(
    label,
    el(
      "span",
      { class: "stepper" },
      button(t("less"), () => onchange(value - 1), {
        class: "quiet only-icon",
        icon: "minus",
        disabled: value <= least,
        key: `${key}-less`,
      }),
      number(label, value, least, most, onchange, key),
      button(t("more"), () => onchange(value + 1), {
        class: "quiet only-icon",
        icon: "plus",
        disabled: value >= most,
        key: `${key}-more`,
      }),
    ),
  );
}

export function tick(label, checked, onchange, key) {
  return el(
    "label",
    { class: "tick" },
    el("input", { type: "checkbox", checked, key, onchange: (event) => onchange(event.target.checked) }),
    label,
  );
}

/** Several things to be ticked: triples of value, label and whether it is ticked. */
export function ticks(title, options, onchange, key) {
  return el(
    "div",
    { class: "ticks", role: "group", "aria-label": title },
    el("span", { class: "hint" }, title),
    options.map(([value, label, is], index) =>
      tick(label, is, (now) => onchange(value, now), `${key}-${index + 1}`),
    ),
  );
}

/** A list with something in it or without. */
export const having = (list, each, is) => [...list.filter((other) => other !== each), ...(is ? [each] : [])];

/** Seats to be ticked; `path` is where the draft and the view have them. */
export function seatTicks(title, view, path, how = "set") {
  const options = view.seats.map(({ seat }) => [
    seat,
    [seatSign(seat), el("span", {}, ` ${seatName(seat, view)}`)],
    view[path].includes(seat),
  ]);
  return ticks(
    title,
    options,
    (seat, is) => edit((now) => [{ [how]: path, to: having(now[path], seat, is) }]),
    path,
  );
}

/** What a tile is called in a list. */
export function tileName(tile) {
  const { kind, value, tokens } = table.about.tiles[tile];
  return [tile, table.about.terrains[kind], value || tokens || ""].join(" ").trim();
}

/** Tiles that lie somewhere beside the board; those that are still to be drawn can join them. */
export function tileList(title, view, path) {
  const tiles = view.draft[path] ?? [];
  const put = (tile, is) => edit((now) => [{ set: path, to: having(now.draft[path] ?? [], tile, is) }]);
  const remove = (tile) =>
    button(t("edit.take-away", { tile }), () => put(tile, false), {
      class: "quiet only-icon",
      icon: "close",
      key: `${path}-${tile}`,
    });
  const add = choice(
    [["", t("edit.add-tile")], ...view.remaining.map((tile) => [tile, tileName(tile)])],
    "",
    (tile) => tile && put(tile, true),
    { "aria-label": `${title}: ${t("edit.add-tile")}`, key: path },
  );
  return el(
    "div",
    { class: "tile-list", role: "group", "aria-label": title },
    el("span", { class: "hint" }, title),
    el(
      "div",
      { class: "row" },
      tiles.map((tile) => el("span", { class: "chip" }, tileName(tile), remove(tile))),
      add,
    ),
  );
}
