// A finger that rests on a hex shows what the mouse shows by pointing.

const REST = 450; // milliseconds
const NEAR = 7; // pixels that a finger may tremble

/** Call `show` with the hex on which a finger rests; lifting that finger presses nothing. */
export function startHolding(box, show) {
  /** @type {number | undefined} */
  let timer;
  /** @type {number[] | null} */
  let begun = null;
  let held = false;
  const stop = () => clearTimeout(timer);
  box.addEventListener("pointerdown", (event) => {
    stop();
    held = false;
    const { cell } = event.target.dataset;
    if (event.pointerType !== "touch" || !cell || event.target.classList.contains("mine")) return;
    begun = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      held = true;
      show(cell);
    }, REST);
  });
  box.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (begun && Math.hypot(x - begun[0], y - begun[1]) > NEAR) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) box.addEventListener(name, stop);
  box.addEventListener("contextmenu", (event) => held && event.preventDefault());
  box.addEventListener(
    "click",
    (event) => {
      if (held) event.stopPropagation();
      held = false;
    },
    { capture: true },
  );
}
