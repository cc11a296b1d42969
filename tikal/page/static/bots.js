// Bots at the table: who plays which seat, and their turns. The library thinks in slices, one request
// each, so that everything else is answered meanwhile, and *stop* is heard at once.

import { button, byId, choice, dialog, el, field } from "./dom.js";
import { seatName, seatSign } from "./pieces.js";
import { ask, changed, complain, here, table } from "./state.js";
import { keepLink } from "./address.js";
import { play } from "./table.js";
import { t } from "./words.js";

const PERSON = "";
const SLICE = 60; // milliseconds that a slice of thinking should take
const PACE = 450; // milliseconds between two moves, so that eyes can follow
const LIMITS = [1, 3, 10, 30]; // seconds for a move

/** The bot of a seat, if it has one. */
export const botOf = (seat) => table.bots.seats[seat] ?? null;
const nameOf = (bot) => t(`bot.${bot}`);

/** Whether it is for a bot to go on with the game. */
export function isBotsTurn() {
  const { mode, view, bots, opinion } = table;
  if (mode !== "play" || opinion || bots.halted || view.refusal || !view.active) return false;
  return view.at === view.length && view.phase !== "over" && Boolean(botOf(view.active));
}

// --- a turn --------------------------------------------------------------------------------------

let isRunning = false;

/** Let the bots play as long as it is their turn. */
export async function wakeBots() {
  if (isRunning || !isBotsTurn()) return;
  isRunning = true;
  try {
    while (isBotsTurn()) await oneMove(table.view);
  } finally {
    isRunning = false;
  }
}

/** One move of a bot or of chance, unless something else has happened on the table meanwhile. */
async function oneMove(view) {
  const wanted = () => table.view === view && isBotsTurn();
  const seen = wait(PACE);
  const answer = view.to_move ? await thought(view, wanted) : await dealt();
  await seen;
  if (!wanted()) return;
  if (answer.ok) await play([answer.move], { isBot: true });
  else halt(answer);
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

async function dealt() {
  const answer = await ask("chance", { ...here(), seed: randomSeed() });
  return { ...answer, move: answer.rolled };
}

/** The move of the bot whose turn it is; whatever it has found when its time is over. */
async function thought(view, wanted) {
  const place = { ...here(), bot: botOf(view.active), seed: randomSeed() };
  const begun = performance.now();
  const limit = table.bots.seconds * 1000;
  let step = 1;
  let visits = 0;
  for (;;) {
    visits += step;
    const asked = performance.now();
    const answer = await ask("bot", { ...place, visits });
    const now = performance.now();
    if (!answer.ok || answer.done || now - begun >= limit || !wanted()) return answer;
    showProgress(Math.max((now - begun) / limit, answer.visits / answer.of));
    if (now - asked < SLICE / 2) step *= 2;
    else if (now - asked > SLICE) step = Math.ceil(step / 2);
    await wait(0); // on the page itself Python lets nothing through while it thinks
  }
}

function showProgress(share) {
  const bar = byId("thinking");
  if (bar) bar.value = share;
}

function halt(answer) {
  setHalted(true);
  complain(answer);
}

function setHalted(halted) {
  table.bots = { ...table.bots, halted };
  changed();
  keepLink();
}

// --- what is shown -------------------------------------------------------------------------------

/** For the turn: that a bot thinks and how to stop it, or that the bots wait; null without bots. */
export function botsPanel() {
  const { view, bots } = table;
  const bot = view.phase !== "over" && botOf(view.active);
  if (!bot) return null;
  if (isBotsTurn())
    return el(
      "div",
      { class: "row bot", key: "bot-at-work" },
      el("p", { class: "hint", id: "thinking-text" }, t("bots.thinks", { bot: nameOf(bot) })),
      el("progress", { id: "thinking", max: 1, value: 0, "aria-labelledby": "thinking-text" }),
      button(t("bots.stop"), () => setHalted(true), { class: "main", icon: "close", key: "stop-bot" }),
    );
  if (!bots.halted) return null;
  return el(
    "div",
    { class: "row bot" },
    el("p", { class: "hint" }, t("bots.waits", { bot: nameOf(bot) })),
    button(t("bots.go"), () => setHalted(false), { class: "main", icon: "play", key: "wake-bot" }),
  );
}

/** A list of who may play a seat. */
export const playedBy = (seat, chosen, onchange) =>
  choice(
    [[PERSON, t("bots.person")], ...table.about.bots.map((bot) => [bot, nameOf(bot)])],
    chosen,
    onchange,
    {
      key: `bot-${seat}`,
      "aria-label": t("bots.seat", { seat }),
    },
  );

/** How long a bot may think. */
export const timeLimit = (chosen, onchange) =>
  field(
    t("bots.limit"),
    choice(
      LIMITS.map((seconds) => [seconds, t("bots.seconds", { seconds })]),
      chosen,
      (seconds) => onchange(Number(seconds)),
      { key: "bot-limit" },
    ),
  );

/** The bots that were chosen, by seat; persons are left out. */
export const seated = (bySeat) =>
  Object.fromEntries(Object.entries(bySeat).filter(([, bot]) => bot !== PERSON));

/** Who plays: to be changed at any time. */
export function botsDialog() {
  const wish = { ...table.bots.seats };
  let { seconds } = table.bots;
  const take = (event) => {
    event.preventDefault();
    node.close();
    table.bots = { seats: seated(wish), seconds, halted: false };
    changed();
    keepLink();
  };
  const rows = table.view.seats.map(({ seat }) =>
    el(
      "label",
      { class: "field" },
      el("span", {}, seatSign(seat), " ", seatName(seat)),
      playedBy(seat, wish[seat] ?? PERSON, (bot) => (wish[seat] = bot)),
    ),
  );
  const node = dialog(
    t("bots.title"),
    t("close"),
    el(
      "form",
      { onsubmit: take },
      rows,
      timeLimit(seconds, (limit) => (seconds = limit)),
      el("p", { class: "hint" }, t("bots.hint")),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "main", key: "seat-bots" }, t("bots.take")),
      ),
    ),
  );
}
