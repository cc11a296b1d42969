// What lies over the picture of the board: targets, prices, ways, what a verdict is about.

import { byId, picture, shape } from "./dom.js";
import { table } from "./state.js";
import { wayTo } from "./table.js";

export const hitOf = (cell) => byId("board").querySelector(`.hit[data-cell="${cell}"]`);

/** Where the middle of a hex is in the picture; null if it is not shown.
 *  @returns {[number, number] | null} */
export function middleOf(cell) {
  const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(hitOf(cell)?.getAttribute("transform") ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

/** Light the targets with their prices, and what is selected. */
export function light(svg) {
  const lights = svg.querySelector(".lights");
  lights.replaceChildren();
  if (table.selection) lightTargets(svg, lights);
  if (table.aim) ghostTile(lights, table.aim);
  if (table.cell) ring(lights, table.cell, table.mode === "edit" ? "origin edited" : "origin");
  if (table.opinion && table.mode === "play") lightVerdict(lights, table.opinion);
}

function ring(lights, cell, kind) {
  const hit = hitOf(cell);
  if (!hit) return;
  const [points, transform] = ["points", "transform"].map((name) => hit.getAttribute(name));
  lights.append(shape("polygon", { class: kind, points, transform }));
}

function lightTargets(svg, lights) {
  for (const hit of svg.querySelectorAll(".hit")) {
    const cell = hit.dataset.cell;
    const target = table.targets[cell];
    if (target?.legal) ring(lights, cell, "target");
    else if (target?.rotations?.length) ring(lights, cell, "target turnable");
    else if (cell !== table.selection.from && table.view.board[cell].tile === null) {
      ring(lights, cell, "closed");
    }
  }
  for (const [cell, target] of Object.entries(table.targets)) {
    if (target.legal && target.price) badge(lights, hitOf(cell)?.getAttribute("transform"), target.price);
  }
}

/** Mark the hexes that a verdict is about. */
function lightVerdict(lights, { move, legal, violations }) {
  const cells = new Set(violations.flatMap(({ facts }) => [facts.cell, facts.target, facts.origin]));
  for (const cell of String(move).split(/\W/)) if (cell in table.view.board) cells.add(cell);
  for (const cell of cells) if (cell) ring(lights, cell, legal ? "allowed" : "refused");
}

function badge(lights, transform, price) {
  if (!transform) return;
  const group = shape("g", { class: "price", transform });
  group.append(
    shape("circle", { cx: 33, cy: -53, r: 15 }),
    shape("text", { x: 33, y: -47.5, "text-anchor": "middle", "font-size": 16 }, String(price)),
  );
  lights.append(group);
}

function ghostTile(lights, cell) {
  const text = table.pictures.get(`${table.view.tile}r${table.rotation}`);
  const hit = hitOf(cell);
  if (!text || !hit) return;
  const tile = picture(text).querySelector(".tile");
  if (!tile) return;
  tile.setAttribute("transform", hit.getAttribute("transform") ?? "");
  tile.setAttribute("class", "tile aimed");
  lights.append(tile);
}

// --- ways ----------------------------------------------------------------------------------------

/** Draw the way that would be taken to a hex, with the price of each step. */
export function drawWay(cell) {
  forgetWay();
  const { way, target } = wayTo(cell);
  const lights = byId("board").querySelector(".lights");
  if (!way?.length || !lights) return;
  const places = [way[0].from, ...way.map(({ to }) => to)].map(middleOf);
  if (!places.every((place) => place !== null)) return;
  const group = shape("g", { class: target.legal ? "way-drawn" : "way-drawn too-far" });
  group.append(shape("polyline", { points: places.map((place) => place.join(",")).join(" ") }));
  way.forEach(({ price }, index) => {
    const [x, y] = [0, 1].map((axis) => (places[index][axis] + places[index + 1][axis]) / 2);
    group.append(
      shape("circle", { cx: x, cy: y, r: 12 }),
      shape("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 14 }, String(price)),
    );
  });
  lights.append(group);
}

export function forgetWay() {
  byId("board").querySelector(".way-drawn")?.remove();
}
