// The position of a link until Python runs, drawn from pieces that a build has put into the page.
// It judges nothing: it lays what the link names where the link says.

import { byId, shape } from "./dom.js";

const HEX = /^\s*([a-h][1-5])\s*[=:]?\s*(?:([a-g]\d)\s*(?:r([0-5]))?)?(.*)$/is;
const CREW = /^([1-4])([LW])(\d*)$/i;
// The room for a figure, for one with a number, and for all figures of a hex.
const NARROW = 25;
const WIDE = 44;
const ROOM = 100;

const pieces = () => byId("early")?.querySelector(".pieces");
const piece = (name) => pieces().querySelector(`[data-piece="${name.toUpperCase()}"]`)?.cloneNode(true);

/** The board of a link; null for a game, which only the rules can follow, and without pieces. */
export function earlyBoard(fragment) {
  const parts = new URLSearchParams(fragment);
  if (!pieces() || parts.has("game")) return null;
  const board = byId("early").querySelector("svg").cloneNode(true);
  for (const statement of (parts.get("position") ?? "").split(/[;\n]/)) {
    const [, cell, tile, turned, words] = HEX.exec(statement) ?? [];
    const place = cell && board.querySelector(`[data-cell="${cell.toLowerCase()}"]`);
    if (place) lay(place, tile, Number(turned ?? 0), words);
  }
  return board;
}

function lay(place, tile, turned, words) {
  const laid = tile && piece(tile);
  if (laid) {
    for (const each of laid.querySelectorAll(".stones"))
      each.setAttribute("transform", `rotate(${60 * turned})`);
    const name = laid.querySelector(".tile > text"); // that of the tile; the board has those of hexes
    for (const [key, to] of Object.entries({ x: -59, y: 5, "font-size": 12.5 }))
      name?.setAttribute(key, String(to));
    if (name) name.textContent = place.dataset.cell;
    place.replaceChildren(laid);
  }
  const crew = [];
  for (const word of words.split(/[\s,]+/).filter(Boolean)) {
    const [, seat, figure, number] = CREW.exec(word) ?? [];
    const value = place.querySelector(".temple text, .treasure text");
    if (/^\d+$/.test(word) && value) value.textContent = word;
    else if (!seat) place.append(...at(piece(word), 30, -24, ""));
    else if (figure.toUpperCase() === "W") crew.push([word.slice(0, 2), number]);
    else crew.push([word.slice(0, 2), ""], ...(number ? [[`${seat}W`, number]] : []));
  }
  const widths = crew.map(([, number]) => (Number(number) > 1 ? WIDE : NARROW));
  const whole = widths.reduce((sum, each) => sum + each, 0);
  let x = -whole / 2;
  const row = crew.flatMap(([name, number], index) => {
    const left = x;
    x += widths[index];
    return at(piece(name), left + NARROW / 2, 0, number);
  });
  const scale = Math.min(1, ROOM / whole).toFixed(2);
  if (row.length) place.append(shape("g", { transform: `translate(0 32) scale(${scale})` }, row));
}

/** A piece at its place, with the number of those that it stands for. */
function at(node, x, y, number) {
  if (!node) return [];
  const times =
    Number(number) > 1
      ? shape("text", { x: 10, y: 10, "font-size": 14, "font-weight": "bold" }, `\u00d7${number}`)
      : null;
  return [shape("g", { transform: `translate(${x} ${y})` }, node, times)];
}
