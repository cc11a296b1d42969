// The board: the picture, what is lit on it, and everything that a hand or a key does to it.

import { byId, el, isStill, picture, shape } from "./dom.js";
import { startHolding } from "./holding.js";
import { drawWay, forgetWay, hitOf, light, middleOf } from "./lights.js";
import { onChange, table } from "./state.js";
import { aimAt, deselect, isMine, look, lookedUp, nextWay, refresh, send, turn, wayTo } from "./table.js";
import { capital, language, t } from "./words.js";
import { followZoom, keepZoom, startZoom, toggleZoom } from "./zoom.js";

const NEAR = 7; // pixels that a finger may tremble before it drags
let focused = "a1"; // the hex that the keyboard is on
let pointed = null; // the hex that the tip is about
/** @type {Answer} */ let drawn = null; // the view whose picture is shown
/** @type {any} */ let drag = null; // {x, y, pointerId, choose, ghost, moved}, and where it is
let dropped = false;

const shown = () => (table.mode === "edit" ? table.edit : table.view);
const cellAt = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found?.closest?.("#board .hit")?.dataset.cell ?? null;
};

// --- drawing -------------------------------------------------------------------------------------

function drawBoard() {
  const box = byId("board");
  const hadFocus = box.contains(document.activeElement) && document.activeElement !== box;
  if (!drawPicture(box)) return null;
  const svg = box.querySelector("svg");
  svg.setAttribute("aria-label", t("board.label"));
  light(svg);
  label(svg);
  if (hadFocus) hitOf(focused)?.focus({ preventScroll: true });
  hideTip();
  if (hadFocus && table.selection) tipFor(focused);
  followZoom(table.cell ?? table.aim);
  glide(svg);
  return null;
}

/** Draw the picture of what is shown, or what has changed in it; false if it must be asked for. */
function drawPicture(box) {
  const now = shown();
  if (now === drawn) return true;
  if (now.picture_changes && !drawChanges(box, now)) {
    refresh(); // another picture has come in between
    return false;
  }
  if (now.picture) {
    const svg = picture(now.picture);
    svg.setAttribute("class", "picture");
    svg.setAttribute("role", "group");
    box.replaceChildren(svg);
    prepare(svg);
    keepZoom(svg);
  }
  drawn = now;
  const { game_id: game, at } = now;
  table.shown = game ? { picture: { game, at, crop: !table.whole, language: language() } } : null;
  return true;
}

/** Put the cells that have changed into the picture on the board. */
function drawChanges(box, { picture_changes: changes, since }) {
  const board = box.querySelector("g.board");
  if (!board || !drawn || since?.game !== drawn.game_id || since.at !== drawn.at) return false;
  const cells = new Map();
  for (const each of [...board.children]) {
    if (each.classList.contains("last")) each.remove();
    else if (each.dataset.cell) cells.set(each.dataset.cell, each);
  }
  for (const each of [...(picture(changes).querySelector("g.board")?.children ?? [])]) {
    const old = each.classList.contains("last") ? null : cells.get(each.dataset.cell);
    if (old) old.replaceWith(each);
    else board.querySelector(".lights").before(each);
  }
  return true;
}

/** Lay a hex that can be pressed over every cell. */
function prepare(svg) {
  const board = svg.querySelector("g.board");
  const lights = shape("g", { class: "lights", "aria-hidden": "true" });
  const hits = shape("g", { class: "hits" });
  for (const cell of board.querySelectorAll("g.cell, g.unexplored")) {
    const hit = cell.querySelector("polygon").cloneNode();
    for (const name of ["fill", "stroke", "stroke-width"]) hit.removeAttribute(name);
    hit.setAttribute("class", "hit");
    hit.setAttribute("role", "button");
    hit.setAttribute("transform", cell.getAttribute("transform"));
    hit.dataset.cell = cell.dataset.cell;
    hits.append(hit);
  }
  board.append(lights, hits);
  if (!hitOf(focused)) focused = "a1";
}

/** What a screen reader says of every hex, and which one the Tab key reaches. */
function label(svg) {
  svg.classList.toggle("choosing", Boolean(table.selection));
  for (const hit of svg.querySelectorAll(".hit")) {
    const cell = hit.dataset.cell;
    const { description, spoken } = shown().board[cell];
    const parts = [description, spoken, verdictOn(cell)?.text].filter(Boolean);
    hit.setAttribute("aria-label", parts.join(". "));
    hit.setAttribute("tabindex", cell === focused ? "0" : "-1");
    hit.setAttribute("aria-pressed", String(table.cell === cell || table.aim === cell));
    const mine = table.mode === "play" && isMine(cell);
    hit.classList.toggle("mine", mine);
    hit.classList.toggle(
      "reachable",
      Boolean(table.targets[cell]?.legal || table.targets[cell]?.rotations?.length),
    );
  }
}

/** What the tip says of a hex while something is selected. */
function verdictOn(cell) {
  const target = table.selection && table.targets[cell];
  if (!target) return null;
  if (table.aim === cell) return { legal: true, text: t("tile.again") };
  if (target.legal) {
    const { way, index } = wayTo(cell);
    const steps = way?.length > 1 ? t("target.steps", { steps: way.length }) : "";
    const price = target.price ? t("target.price", { price: target.price }) : t("target.legal");
    const choice =
      target.ways?.length > 1 ? t("target.ways", { number: index + 1, of: target.ways.length }) : "";
    return { legal: true, text: [price, steps, choice].filter(Boolean).join(", ") };
  }
  if (target.rotations?.length) return { legal: true, text: t("target.turn") };
  const { clause, text: message } = target.why ?? {
    ...target.violations[0],
    text: target.violations[0].message,
  };
  return { legal: false, clause, message, text: t("target.not", { message, clause }) };
}

// --- tips ----------------------------------------------------------------------------------------

function tipFor(cell) {
  const tip = byId("tip");
  const found = cell && verdictOn(cell);
  const hit = cell && hitOf(cell);
  if (!found || !hit) return hideTip();
  pointed = cell;
  drawWay(cell);
  tip.className = `tip ${found.legal ? "is-legal" : "is-refused"}`;
  const name = el("strong", {}, cell);
  if (found.legal) tip.replaceChildren(name, " ", found.text);
  else tip.replaceChildren(capital(found.message), " ", el("span", { class: "clause-name" }, found.clause));
  tip.hidden = false;
  const box = hit.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : box.bottom + 6}px`;
}

/** Look closely at the hex that is selected or focused, or at everything again. */
export const zoom = () => toggleZoom(table.cell ?? table.aim ?? focused);

function hideTip() {
  byId("tip").hidden = true;
  pointed = null;
  forgetWay();
}

// --- pointing ------------------------------------------------------------------------------------

/** The figure under the pointer, of those that can move. */
function figureAt(event) {
  const mine = `.figures[data-seat="${table.view.active}"]`;
  const pawn = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((each) => each.closest?.(".pawn"))
    .find((each) => each?.closest(mine));
  return pawn?.dataset.figure ?? null;
}

async function press(cell, figure) {
  focus(cell);
  if (table.mode === "edit") {
    table.cell = cell;
    return dispatchEvent(new CustomEvent("tikal-edit-cell"));
  }
  await lookedUp(); // who clicks faster than the answer means the hex that will be lit
  if (table.view.phase === "place") return aimAt(cell);
  const { selection, targets } = table;
  if (selection) {
    if (selection.from === cell)
      return figure && figure !== selection.figure ? look(cell, figure) : deselect();
    const target = targets[cell];
    if (target && (target.legal || !isMine(cell))) return send(cell);
  }
  return look(cell, figure);
}

function focus(cell) {
  focused = cell;
  for (const each of byId("board").querySelectorAll(".hit"))
    each.setAttribute("tabindex", each.dataset.cell === cell ? "0" : "-1");
}

/** Take something along with the pointer until it is dropped on a hex. */
export function beginDrag(event, choose, ghost) {
  if (event.button > 0 || drag) return;
  const { clientX: x, clientY: y, pointerId } = event;
  drag = { x, y, pointerId, choose, ghost, moved: false };
}

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  if (!drag.moved) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < NEAR) return;
    drag.moved = true;
    document.body.classList.add("dragging");
    drag.node = el("div", { class: "drag", "aria-hidden": "true" }, drag.ghost());
    document.body.append(drag.node);
    drag.chosen = Promise.resolve(drag.choose());
  }
  event.preventDefault();
  drag.node.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  const cell = cellAt(event);
  if (cell !== drag.over) {
    drag.over = cell;
    for (const hit of byId("board").querySelectorAll(".hit.over")) hit.classList.remove("over");
    if (cell) hitOf(cell).classList.add("over");
    tipFor(cell);
  }
});

function endDrag() {
  document.body.classList.remove("dragging");
  drag?.node?.remove();
  hideTip();
  const ended = drag;
  drag = null;
  return ended;
}

addEventListener("pointerup", async (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  const cell = cellAt(event);
  const { moved, chosen } = endDrag();
  if (!moved) return;
  dropped = true; // the click that a browser makes of this is not a second move
  setTimeout(() => (dropped = false));
  await chosen;
  if (cell && cell !== table.selection?.from) send(cell);
});
addEventListener("pointercancel", endDrag);
// touch-action alone does not keep every browser from scrolling where the shapes of a picture are touched
addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), {
  passive: false,
});

function pawnGhost(cell, figure) {
  const pawn = byId("board").querySelector(
    `.cell[data-cell="${cell}"] .figures[data-seat="${table.view.active}"] .pawn[data-figure="${figure}"]`,
  );
  const svg = shape("svg", { viewBox: "-14 -20 28 36", width: 56, height: 72 });
  if (pawn) svg.append(pawn.cloneNode(true));
  return svg;
}

// --- keys ----------------------------------------------------------------------------------------

function move(cell) {
  focus(cell);
  hitOf(cell).focus();
}

/** The hex beside another one in a direction, as far as the eye is concerned. */
function beside(cell, dx, dy) {
  const [x, y] = middleOf(cell) ?? [0, 0];
  /** @type {any} */ let best = null;
  for (const hit of byId("board").querySelectorAll(".hit")) {
    const [ox, oy] = middleOf(hit.dataset.cell) ?? [0, 0];
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along < 20) continue;
    const far = along + 1.6 * aside + (dx && aside > 70 ? 1000 : 0) + (dy && aside > 20 ? 1000 : 0);
    if (!best || far < best.far) best = { far, cell: hit.dataset.cell };
  }
  return best?.cell ?? cell;
}

/** The lit hex after another one, or before it. */
function nextLit(cell, by) {
  const hits = [...byId("board").querySelectorAll(".hit")];
  const at = hits.findIndex((hit) => hit.dataset.cell === cell);
  const around = [...hits.slice(at + 1), ...hits.slice(0, at)];
  if (by < 0) around.reverse();
  return around.find((hit) => hit.classList.contains("reachable"))?.dataset.cell ?? cell;
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The way to a hex, and once more another that costs the same. */
function showWay(cell) {
  if (cell === pointed) nextWay(cell);
  label(byId("board").querySelector("svg"));
  tipFor(cell);
}

function onKey(event) {
  const cell = event.target.dataset?.cell;
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (ARROWS[event.key]) {
    move(beside(cell, ...ARROWS[event.key]));
  } else if (/^n$/i.test(event.key)) {
    move(nextLit(cell, event.shiftKey ? -1 : 1));
  } else if (event.key === "Enter" || event.key === " ") {
    press(cell, null);
  } else if (event.key === "Escape") {
    deselect();
  } else if (/^[lw]$/i.test(event.key) && table.view.phase === "act" && table.mode === "play") {
    look(cell, event.key.toUpperCase());
  } else if (/^v$/i.test(event.key)) {
    showWay((pointed ??= cell));
  } else if (/^r$/i.test(event.key)) {
    turn(event.shiftKey ? -1 : 1);
  } else return;
  event.preventDefault();
}

// --- gliding -------------------------------------------------------------------------------------

/** Let the figure that has moved glide along its way. */
function glide(svg) {
  const way = table.glide;
  table.glide = null;
  if (!way || way.cells.length < 2 || isStill()) return;
  const goal = way.cells.at(-1);
  const crew = svg.querySelector(`.cell[data-cell="${goal}"] .figures[data-seat="${way.seat}"]`);
  const pawn = crew?.querySelector(`.pawn[data-figure="${way.figure}"]`);
  const middles = way.cells.map(middleOf);
  if (!pawn || middles.some((each) => !each)) return;
  const ghost = shape("g", { class: "gliding", "aria-hidden": "true" }, pawn.cloneNode(true));
  svg.querySelector(".lights").after(ghost); // not among the lights, which are drawn anew meanwhile
  const frames = middles.map(([x, y]) => ({ transform: `translate(${x}px, ${y + 30}px) scale(1.15)` }));
  const timing = { duration: 220 + 130 * way.cells.length, easing: "ease-in-out" };
  crew.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], timing);
  ghost.animate(frames, timing).finished.finally(() => ghost.remove());
}

// --- at the start --------------------------------------------------------------------------------

export function startBoard() {
  const box = byId("board");
  box.addEventListener("click", (event) => {
    if (dropped) return;
    const cell = event.target.dataset?.cell;
    if (cell && event.target.classList.contains("hit"))
      press(cell, table.mode === "play" ? figureAt(event) : null);
    else if (table.mode === "play") deselect();
  });
  box.addEventListener("pointerdown", (event) => {
    const cell = event.target.dataset?.cell;
    if (table.mode !== "play" || !cell || !isMine(cell)) return;
    const [leaders, workers] = table.view.board[cell].figures[String(table.view.active)];
    const chosen = table.cell === cell && table.selection?.figure;
    const figure = figureAt(event) ?? (chosen || (workers ? "W" : leaders ? "L" : "W"));
    beginDrag(
      event,
      () => look(cell, figure),
      () => pawnGhost(cell, figure),
    );
    event.target.releasePointerCapture?.(event.pointerId); // a finger would keep it to itself
  });
  box.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !drag) tipFor(event.target.dataset?.cell);
  });
  box.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTip());
  startHolding(box, showWay);
  box.addEventListener("focusin", (event) => {
    const cell = event.target.dataset?.cell;
    if (!cell) return;
    focused = cell;
    if (event.target.matches(":focus-visible")) tipFor(cell);
  });
  box.addEventListener("focusout", ({ relatedTarget: to }) => to?.dataset.cell !== pointed && hideTip());
  startZoom();
  box.addEventListener("keydown", onKey);
  box.addEventListener(
    "wheel",
    (event) => {
      if (table.mode !== "play" || table.view?.phase !== "place" || !event.target.dataset?.cell) return;
      // where the page can be scrolled the wheel scrolls it, and turns the tile with Shift only
      const scrolls = document.documentElement.scrollHeight > innerHeight;
      if (scrolls && !event.shiftKey) return;
      event.preventDefault();
      turn((event.deltaY || event.deltaX) > 0 ? 1 : -1);
    },
    { passive: false },
  );
  onChange(drawBoard);
}
