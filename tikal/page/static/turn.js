// Whose turn it is, and everything that can be done now and is not on the board.

import { beginDrag } from "./board.js";
import { botsPanel, isBotsTurn } from "./bots.js";
import { button, byId, choice, el, fill } from "./dom.js";
import { pawnPicture, seatName, seatSign, tilePicture, tileText, treasurePicture } from "./pieces.js";
import { ask, here, mayMove, needPictures, table } from "./state.js";
import { deselect, judge, look, play, select, turn } from "./table.js";
import { capital, t } from "./words.js";

/** What a price looks like. */
const ap = (price) => (price ? el("span", { class: "ap" }, t("ap", { price })) : null);

export async function drawTurn() {
  const view = table.view;
  const drawing = { draw: chance, reveal: chance, bid, take, place, act, over };
  const watching = { bid: display, take: display, place: waiting, over };
  const parts = await (mayMove() && !isBotsTurn() ? drawing : watching)[view.phase]?.(view);
  if (view !== table.view) return;
  fill(
    byId("turn"),
    el(
      "div",
      { class: "moment" },
      view.active && view.phase !== "over" ? seatSign(view.active) : null,
      el("h2", { "data-home": true, tabindex: "-1" }, capital(view.moment)),
    ),
    view.note ? el("p", { class: "hint note" }, view.note) : null,
    view.ap_of ? points(view.ap, view.ap_of) : null,
    view.scoring ? el("p", { class: "hint" }, t("turn.scoring")) : null,
    botsPanel(),
    parts,
  );
}

function points(left, all) {
  const pips = Array.from({ length: all }, (_, index) => el("i", { class: index < left ? "on" : "" }));
  return el("div", { class: "pips", role: "img", "aria-label": t("turn.points", { points: left }) }, pips);
}

// --- chance --------------------------------------------------------------------------------------

async function chance(view) {
  const { outcomes = [] } = await ask("chance", here());
  const names = outcomes.map(({ move }) => move.split(" ")[1]);
  const isDraw = view.phase === "draw";
  await needPictures(isDraw ? names : []);
  const roll = async () => {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const { rolled } = await ask("chance", { ...here(), seed });
    if (rolled) play([rolled]);
  };
  return [
    button(t(isDraw ? "draw.roll" : "reveal.roll"), roll, { class: "main", icon: "roll", key: "roll" }),
    el("p", { class: "hint" }, t(isDraw ? "draw.pick" : "reveal.pick")),
    el(
      "div",
      { class: isDraw ? "tiles" : "treasures" },
      outcomes.map(({ move, probability }, index) =>
        el(
          "button",
          {
            type: "button",
            class: "pick",
            key: `pick-${names[index]}`,
            onclick: () => play([move]),
            title: t("chance.share", { share: probability }),
          },
          isDraw ? tilePicture(names[index]) : treasurePicture(names[index]),
          isDraw ? null : el("span", { "aria-hidden": "true" }, names[index]),
          el(
            "span",
            { class: "unseen" },
            t(isDraw ? "draw.one" : "reveal.one", {
              name: isDraw ? tileText(names[index]) : names[index],
              share: probability,
            }),
          ),
        ),
      ),
    ),
  ];
}

// --- the auction ---------------------------------------------------------------------------------

/** @param {(tile: string) => void} [onclick] */
async function display(view, onclick) {
  await needPictures(view.display);
  return el(
    "div",
    { class: "tiles" },
    view.display.map((tile) =>
      onclick
        ? el(
            "button",
            { type: "button", class: "pick", key: `take-${tile}`, onclick: () => onclick(tile) },
            tilePicture(tile),
            el("span", { class: "unseen" }, t("take.one", { tile: tileText(tile) })),
          )
        : el("span", { class: "pick still", role: "img", "aria-label": tileText(tile) }, tilePicture(tile)),
    ),
  );
}

async function bid(view) {
  const amount = el("input", {
    type: "number",
    id: "bid",
    inputmode: "numeric",
    value: view.least_bid,
    step: 1,
    key: "amount",
    "aria-label": t("bid.amount"),
  });
  const offer = () => play([`bid ${Number.parseInt(amount.value, 10) || 0}`]);
  amount.addEventListener("keydown", (event) => event.key === "Enter" && offer());
  const standing =
    view.high_bid === null
      ? t("bid.none")
      : t("bid.standing", { points: view.high_bid, player: seatName(view.high_bidder) });
  const out = view.passed.length
    ? t("bid.passed", { players: view.passed.map((seat) => seatName(seat)).join(", ") })
    : null;
  return [
    await display(view),
    el("p", { class: "standing" }, standing),
    out ? el("p", { class: "hint" }, out) : null,
    el(
      "div",
      { class: "row" },
      el(
        "div",
        { class: "stepper" },
        button(t("less"), () => amount.stepDown(), { class: "quiet only-icon", icon: "minus" }),
        amount,
        button(t("more"), () => amount.stepUp(), { class: "quiet only-icon", icon: "plus" }),
      ),
      button(t("bid.make"), offer, { class: "main", key: "bid" }),
      button(t("bid.pass"), () => play(["pass"]), { key: "pass" }),
    ),
  ];
}

const take = async (view) => [
  el("p", { class: "hint" }, t("take.pick")),
  await display(view, (tile) => play([`take ${tile}`])),
];

// --- the tile ------------------------------------------------------------------------------------

/** The tile that another player is going to place. */
async function waiting(view) {
  await needPictures([view.tile]);
  return el("div", { class: "waiting still" }, tilePicture(view.tile));
}

async function place(view) {
  const targets = Object.values(table.targets);
  const { aim } = table;
  const fits = targets.some((target) => target.legal || target.rotations.length);
  const tile = el(
    "div",
    {
      class: "waiting",
      title: t("tile.drag"),
      role: "img",
      "aria-label": tileText(view.tile, table.rotation),
    },
    tilePicture(view.tile, table.rotation),
  );
  tile.addEventListener("pointerdown", (event) =>
    beginDrag(
      event,
      () => {},
      () => tilePicture(view.tile, table.rotation),
    ),
  );
  return [
    el(
      "div",
      { class: "turner" },
      button(t("tile.left"), () => turn(-1), { class: "quiet only-icon", icon: "left", key: "left" }),
      tile,
      button(t("tile.right"), () => turn(1), { class: "quiet only-icon", icon: "right", key: "right" }),
    ),
    aim
      ? button(t("tile.place", { cell: aim }), () => play([table.targets[aim].move]), {
          class: "main",
          key: "place",
        })
      : el("p", { class: "hint" }, t(fits ? "tile.choose" : "tile.nowhere")),
    fits ? null : button(t("tile.aside"), () => play(["set-aside"]), { class: "main", key: "aside" }),
  ];
}

// --- actions -------------------------------------------------------------------------------------

function act(view) {
  return [
    supply(view),
    table.cell ? hex(view, table.cell) : el("p", { class: "hint" }, t("act.choose")),
    exchange(view),
    el(
      "div",
      { class: "row end" },
      button(t(view.scoring ? "act.score" : "act.end"), () => play(["end"]), { class: "main", key: "end" }),
    ),
  ];
}

/** Figures beside the board, to be brought in. */
function supply(view) {
  const [leaders, workers] = view.seats[view.active - 1].supply;
  const chip = (figure, left) => {
    const chosen = table.selection?.action === "deploy" && table.selection.figure === figure;
    const pick = () => (chosen ? deselect() : select({ action: "deploy", figure }));
    const name = table.about.figures[figure];
    const node = el(
      "button",
      {
        type: "button",
        class: "chip",
        key: `supply-${figure}`,
        onclick: pick,
        "aria-pressed": String(chosen),
      },
      pawnPicture(view.active, figure),
      el("span", { "aria-hidden": "true" }, `\u00d7${left}`),
      el("span", { class: "unseen" }, t("act.bring", { figure: name, left })),
    );
    node.addEventListener("pointerdown", (event) =>
      beginDrag(
        event,
        () => select({ action: "deploy", figure }),
        () => pawnPicture(view.active, figure),
      ),
    );
    return node;
  };
  return el(
    "div",
    { class: "supply" },
    el("span", { class: "caption" }, t("act.supply")),
    chip("L", leaders),
    chip("W", workers),
    ap(table.about.prices.deploy),
  );
}

/** What can be done on the hex that is looked at. */
function hex(view, cell) {
  const there = view.board[cell];
  const mine = there.figures?.[String(view.active)];
  const figures = mine
    ? el(
        "div",
        { class: "row figures", role: "group", "aria-label": t("act.which") },
        ["L", "W"].map((figure, index) =>
          mine[index]
            ? el(
                "button",
                {
                  type: "button",
                  class: "chip",
                  key: `walk-${figure}`,
                  "aria-pressed": String(table.selection?.figure === figure),
                  onclick: () => look(cell, figure),
                },
                pawnPicture(view.active, figure),
                el(
                  "span",
                  {},
                  mine[index] > 1
                    ? `${table.about.figures[figure]} \u00d7${mine[index]}`
                    : table.about.figures[figure],
                ),
              )
            : null,
        ),
      )
    : null;
  return el(
    "div",
    { class: "hex" },
    el("h3", {}, there.description),
    figures,
    mine ? el("p", { class: "hint" }, t("act.walk")) : null,
    el("div", { class: "actions" }, table.actions.filter(({ legal }) => legal).map(action)),
    el("p", { class: "caption" }, t("why")),
    el("div", { class: "refusals" }, table.actions.filter(({ legal }) => !legal).map(action)),
  );
}

/** One thing that can be done here; one that cannot be done says why when it is pressed. */
function action(found) {
  return el(
    "button",
    {
      type: "button",
      class: found.legal ? "action" : "action refused",
      key: found.move,
      onclick: () => (found.legal ? play([found.move]) : judge(found.move)),
      title: found.legal
        ? null
        : found.violations.map(({ clause, message }) => `${clause}: ${message}`).join("\n"),
    },
    el("span", {}, nameOf(found)),
    found.legal ? ap(found.price) : el("span", { class: "unseen" }, found.violations[0].message),
  );
}

/** What can be done on the hex that is looked at, in short. */
export const quickActions = () =>
  table.actions
    .filter(({ legal }) => legal)
    .map((found) =>
      el(
        "button",
        { type: "button", key: `quick-${found.move}`, onclick: () => play([found.move]) },
        el("span", {}, nameOf(found)),
        ap(found.price),
      ),
    );

function nameOf({ move, verb }) {
  const figure = /\b[LW]\b/.exec(move)?.[0];
  return t(`do.${verb}`, { figure: figure ? table.about.figures[figure] : "" });
}

function exchange(view) {
  const own = view.seats[view.active - 1].treasures;
  const others = view.seats.filter(
    ({ seat, treasures }) => seat !== view.active && Object.keys(treasures).length,
  );
  if (!Object.keys(own).length || !others.length) return null;
  const kinds = (treasures) => Object.keys(treasures).map((kind) => [kind, t("treasure", { kind })]);
  const wish = { give: Object.keys(own)[0], seat: others[0].seat, take: Object.keys(others[0].treasures)[0] };
  const taken = el("span");
  const offer = () => {
    const there = others.find(({ seat }) => String(seat) === String(wish.seat)).treasures;
    if (!(wish.take in there)) wish.take = Object.keys(there)[0];
    taken.replaceChildren(
      choice(kinds(there), wish.take, (kind) => (wish.take = kind), { "aria-label": t("exchange.take") }),
    );
  };
  offer();
  return el(
    "details",
    { key: "exchange" },
    el("summary", {}, t("exchange"), ap(table.about.prices.exchange)),
    el(
      "div",
      { class: "row" },
      choice(kinds(own), wish.give, (kind) => (wish.give = kind), { "aria-label": t("exchange.give") }),
      el("span", { "aria-hidden": "true" }, "\u21c4"),
      choice(
        others.map(({ seat }) => [seat, seatName(seat)]),
        wish.seat,
        (seat) => {
          wish.seat = seat;
          offer();
        },
        { "aria-label": t("exchange.with") },
      ),
      taken,
      button(t("exchange.make"), () => play([`exchange ${wish.give} ${wish.seat} ${wish.take}`]), {
        key: "exchange-make",
      }),
    ),
  );
}

function over(view) {
  const names = view.winners.map((seat) => seatName(seat));
  return el(
    "p",
    { class: "winner" },
    t(names.length > 1 ? "over.shared" : "over.won", { player: names.join(", ") }),
  );
}
