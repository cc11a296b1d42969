// Small pictures of things: tiles, treasures, figures in the colours of their seats.

import { el, picture } from "./dom.js";
import { spokenKey, table } from "./state.js";
import { t } from "./words.js";

const drawn = new Map(); // by name and kind, the picture that is copied

function small(name, kind, otherwise = "") {
  const text = table.pictures.get(name);
  if (!text) return el("span", { class: kind }, otherwise);
  const key = `${kind} ${name}`;
  if (drawn.get(key)?.text !== text) drawn.set(key, { text, svg: parsed(text, kind) });
  return drawn.get(key).svg.cloneNode(true);
}

function parsed(text, kind) {
  const svg = picture(text);
  svg.querySelector("rect[width]:first-child")?.remove(); // the paper behind it
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** A tile as the bridge draws it. */
export const tilePicture = (tile, rotation = 0) => small(`${tile}r${rotation}`, "tile-picture", tile);

/** What is on a tile, for ears: the terrain, and the stones by direction. */
export function tileText(name, rotation = 0) {
  const { kind, value, tokens } = table.about.tiles[name];
  const printed = [name, table.about.terrains[kind], value || tokens || null].filter(Boolean).join(" ");
  return [printed, table.pictures.get(spokenKey(name, rotation))].filter(Boolean).join("; ");
}

/** A kind of treasure. */
export const treasurePicture = (kind) => small(`treasure${kind}`, "treasure-picture", String(kind));

/** A figure of a seat, as drawn on the board. */
export const pawnPicture = (seat, figure) => small(`${seat}${figure}`, "pawn-picture");

/** The sign of a seat, with a shape and a colour of its own. */
export const seatSign = (seat) => small(`seat${seat}`, "seat-sign");

/** What a seat is called. */
export const seatName = (seat, view = table.view) => view.seats[seat - 1]?.name ?? t("seat", { seat });
