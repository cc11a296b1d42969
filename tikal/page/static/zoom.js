// A closer look at the board: a hex with its ring of six, two fingers, and back to all of it.

import { byId, isStill } from "./dom.js";
import { middleOf } from "./lights.js";

const RING = 420; // the width of a hex and its neighbours in the picture
const CLOSEST = 200;
const GLIDE = 200; // milliseconds
let wide = [0, 0, 0, 0]; // the box of the whole picture
/** @type {number[] | null} */
let now = null; // the box that is shown, if it is another
const fingers = new Map();

const numbers = (svg) => svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
export const isZoomed = () => now !== null;

/** The box as large as it may be, and within the picture.
 *  @param {number[]} wish @param {number[]} whole @returns {number[]} */
export function within(wish, whole) {
  const [x, y, width, height] = wish;
  const [left, top, most, high] = whole;
  const share = Math.min(1, Math.max(CLOSEST / most, width / most));
  const size = [most * share, high * share];
  const inside = (at, from, own, all) => Math.min(Math.max(at, from), from + all - own);
  const middle = [x + width / 2, y + height / 2];
  return [
    inside(middle[0] - size[0] / 2, left, size[0], most),
    inside(middle[1] - size[1] / 2, top, size[1], high),
    ...size,
  ];
}

function show(svg, box) {
  now = box[2] >= wide[2] ? null : box;
  svg.setAttribute("viewBox", box.map((each) => Math.round(each * 100) / 100).join(" "));
}

function glideTo(svg, goal) {
  const from = numbers(svg);
  const begun = performance.now();
  const step = (time) => {
    const share = isStill() ? 1 : Math.min(1, (time - begun) / GLIDE);
    show(
      svg,
      from.map((each, index) => each + (goal[index] - each) * share),
    );
    if (share < 1 && svg.isConnected) requestAnimationFrame(step);
  };
  step(isStill() ? begun + GLIDE : begun);
}

/** A new picture is on the board: the closer look stays where it was. */
export function keepZoom(svg) {
  const whole = numbers(svg);
  const same = whole.every((each, index) => each === wide[index]);
  wide = whole;
  if (now && same) show(svg, now);
  else now = null;
}

let looked = null; // the hex that is looked at closely

/** Another hex is looked at: the closer look moves there. */
export function followZoom(cell) {
  if (now && cell && cell !== looked) lookAt(cell);
}

/** Look closely at a hex, or at everything again. */
export function toggleZoom(cell) {
  if (now) return glideTo(byId("board").querySelector("svg.picture"), wide);
  return lookAt(cell);
}

function lookAt(cell) {
  const svg = byId("board").querySelector("svg.picture");
  const inner = middleOf(cell);
  const board = svg.querySelector("g.board").getCTM();
  const scale = svg.getCTM();
  if (!inner) return null;
  const [dx, dy] = [(board.e - scale.e) / scale.a, (board.f - scale.f) / scale.d];
  looked = cell;
  const width = now?.[2] ?? RING;
  const height = (width * wide[3]) / wide[2];
  return glideTo(svg, within([inner[0] + dx - width / 2, inner[1] + dy - height / 2, width, height], wide));
}

// --- two fingers ---------------------------------------------------------------------------------

const spread = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);
const centre = ([one, other]) => [(one.x + other.x) / 2, (one.y + other.y) / 2];

function pinch(svg, before, after) {
  const frame = svg.getBoundingClientRect();
  const [x, y, width, height] = now ?? wide;
  const unit = width / frame.width;
  const factor = spread(before) / Math.max(1, spread(after));
  const [bx, by] = centre(before);
  const [ax, ay] = centre(after);
  const at = [x + (bx - frame.left) * unit, y + (by - frame.top) * unit];
  const box = [
    at[0] - (ax - frame.left) * unit * factor,
    at[1] - (ay - frame.top) * unit * factor,
    width * factor,
    height * factor,
  ];
  show(svg, within(box, wide));
}

export function startZoom() {
  const box = byId("board");
  box.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = [...fingers.values()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const svg = box.querySelector("svg.picture");
    if (before.length === 2 && svg) pinch(svg, before, [...fingers.values()]);
  });
  const lift = ({ pointerId }) => fingers.delete(pointerId);
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", lift);
}
