// The controls of the editor: numbers, ticks, tiles; and the one way in which they change the draft.

import { button, choice, el, field } from "./dom.js";
import { seatName, seatSign } from "./pieces.js";
import { edit, table } from "./table.js";
import { t } from "./words.js";

export const set = (path, to) => edit([{ set: path, to }]);

export function number(label, value, least, most, onchange, key) {
  const node = el("input", { type: "number", inputmode: "numeric", min: least, max: most, value, "aria-label": label, key });
  node.addEventListener("change", () => onchange(Math.trunc(Number(node.value)) || 0));
  return node;
}

export function stepper(label, value, least, most, onchange, key) {
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

export function tick(label, checked, onchange, key) {
  return el("label", { class: "tick" }, el("input", { type: "checkbox", checked, key, onchange: (event) => onchange(event.target.checked) }), label);
}

/** Several things to be ticked: triples of value, label and whether it is ticked. */
export function ticks(title, options, onchange, key) {
  const ticked = options.filter(([, , is]) => is).map(([value]) => value);
  return el(
    "div",
    { class: "ticks", role: "group", "aria-label": title },
    el("span", { class: "hint" }, title),
    options.map(([value, label, is], index) => tick(label, is, (now) => onchange(now ? [...ticked, value] : ticked.filter((each) => each !== value)), `${key}-${index + 1}`)),
  );
}

/** Seats to be ticked; they come in the order in which they were. */
export function seatTicks(title, view, ticked, onchange, key) {
  const options = view.seats.map(({ seat }) => [seat, [seatSign(seat), el("span", {}, ` ${seatName(seat, view)}`)], ticked.includes(seat)]);
  const inOrder = (now) => [...ticked.filter((seat) => now.includes(seat)), ...now.filter((seat) => !ticked.includes(seat))];
  return ticks(title, options, (now) => onchange(inOrder(now)), key);
}

/** What a tile is called in a list. */
export function tileName(tile) {
  const { kind, value, tokens } = table.about.tiles[tile];
  return [tile, table.about.terrains[kind], value || tokens || ""].join(" ").trim();
}

/** Tiles that lie somewhere beside the board; those that are still to be drawn can join them. */
export function tileList(title, tiles, view, onchange, key) {
  const remove = (tile) => button(t("edit.take-away", { tile }), () => onchange(tiles.filter((each) => each !== tile)), { class: "quiet only-icon", icon: "close", key: `${key}-${tile}` });
  const add = choice([["", t("edit.add-tile")], ...view.remaining.map((tile) => [tile, tileName(tile)])], "", (tile) => tile && onchange([...tiles, tile]), { "aria-label": `${title}: ${t("edit.add-tile")}`, key });
  return el(
    "div",
    { class: "tile-list", role: "group", "aria-label": title },
    el("span", { class: "hint" }, title),
    el("div", { class: "row" }, tiles.map((tile) => el("span", { class: "chip" }, tileName(tile), remove(tile))), add),
  );
}
