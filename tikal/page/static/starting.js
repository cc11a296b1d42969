// Until Python runs: a bar that goes on as fast as the last start did, and what was on the board when
// this address was left.

import { byId, picture } from "./dom.js";
import { earlyBoard } from "./early.js";
import { leftPicture, startTimes, storeLeft, storeStartTimes } from "./recent.js";

/** Milliseconds that the steps of a start take, until this device knows better. */
const USUAL = { loading: 2500, starting: 4500, unpacking: 200, importing: 700 };
const STEPS = Object.keys(USUAL);
const STEADY = 0.7; // from here on a step that takes longer than expected goes on ever more slowly
const LOADED = 0.7; // the share that carriers give to the end of loading
const TICK = 120; // milliseconds

/** @type {{step: string, at: number, times: Record<string, number>}} */
const begun = { step: "", at: 0, times: {} };

const paced = (share) =>
  share < STEADY ? share : 1 - (1 - STEADY) * Math.exp((STEADY - share) / (1 - STEADY));

/** The share of the whole start: what is over, and how much of the present step. */
export function shareOf(step, elapsed, share, expected) {
  const total = STEPS.reduce((sum, each) => sum + expected[each], 0);
  const before = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, each) => sum + expected[each], 0);
  const within = step === "loading" ? share / LOADED : paced(elapsed / expected[step]);
  return (before + expected[step] * within) / total;
}

/** Show how far the start is; returns what takes each report of a carrier. */
export function watchStart(texts) {
  const expected = { ...USUAL, ...startTimes(window.tikal.carrier) };
  let last = { step: STEPS[0], share: 0 };
  const draw = () => {
    const bar = byId("loading-share");
    if (!bar) return void clearInterval(ticking);
    const elapsed = performance.now() - begun.at;
    bar.value = String(Math.max(Number(bar.value), shareOf(last.step, elapsed, last.share, expected)));
  };
  const ticking = setInterval(draw, TICK);
  return (detail) => {
    const { step } = detail;
    if (step === "failed") return fail(detail.error);
    if (step !== begun.step) enter(step, texts);
    if (step === "ready") return storeStartTimes(window.tikal.carrier, begun.times);
    if (!STEPS.includes(step)) return null;
    last = detail;
    return draw();
  };
}

function enter(step, texts) {
  const now = performance.now();
  if (begun.step) begun.times[begun.step] = Math.round(now - begun.at);
  Object.assign(begun, { step, at: now });
  const text = step === "loading" ? texts?.loading : texts?.starting;
  if (text && byId("loading-text")) byId("loading-text").textContent = text;
}

export function fail(error) {
  if (!byId("loading")) return;
  byId("loading-text").textContent = error;
  byId("loading").classList.add("failed");
}

// --- what was on the board -----------------------------------------------------------------------

const hash = () => location.hash.slice(1);

/** Keep the picture of the board when the page is left, to show it at once when it is opened again. */
export function keepPicture() {
  const svg = byId("board").querySelector("svg.picture");
  const address = hash();
  if (!svg || !address) return storeLeft(null);
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  for (const each of copy.querySelectorAll(".lights, .hits")) each.remove();
  return storeLeft({ address, svg: new XMLSerializer().serializeToString(copy) });
}

/** Show the board of this address before anything can be asked: as it was left, or from the link. */
export function showEarly() {
  const left = leftPicture();
  const svg = hash() && left?.address === hash() ? drawn(left.svg) : earlyBoard(hash());
  if (!svg) return false;
  svg.setAttribute("class", "picture");
  svg.setAttribute("aria-hidden", "true");
  byId("board").replaceChildren(svg);
  byId("loading").classList.add("early");
  return true;
}

function drawn(text) {
  try {
    return picture(text);
  } catch {
    return null; // what was stored is no picture
  }
}
