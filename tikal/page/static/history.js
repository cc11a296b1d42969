// The moves that were made, and what every seat has.

import { zoom } from "./board.js";
import { botOf, botsDialog } from "./bots.js";
import { button, byId, el, fill, symbol } from "./dom.js";
import { commentForm, showComments } from "./comments.js";
import { common } from "./lines.js";
import { pawnPicture, seatName, seatSign, treasurePicture } from "./pieces.js";
import { repairsPart } from "./repairs.js";
import { scoresDialog } from "./scores.js";
import { isHosted, mayMove, table } from "./state.js";
import { forgetLine, goBy, goTo, refresh, takeLine, turn } from "./table.js";
import { capital, language, t } from "./words.js";

/** Below the board: back and forth, and how much of the board is shown. */
export function drawSteps() {
  const { at, length } = table.view;
  const step = (key, icon, to, off) =>
    button(t(key), to, { icon, key, class: "quiet only-icon", disabled: off, title: t(key) });
  fill(
    byId("under"),
    el(
      "div",
      { class: "steps", role: "group", "aria-label": t("moves.label") },
      step("moves.first", "first", () => goTo(0), !at),
      step("moves.back", "back", () => goBy(-1), !at),
      el("span", { class: "at" }, `${at} / ${length}`),
      step("moves.forth", "forth", () => goBy(1), at === length),
      step("moves.last", "last", () => goTo(length), at === length),
      step("moves.turn", "turnback", () => goTo(table.view.turn_from), !at),
    ),
    table.view.phase === "place" && mayMove()
      ? el(
          "div",
          { class: "turns" },
          button(t("tile.left"), () => turn(-1), {
            class: "quiet only-icon",
            icon: "left",
            key: "turn-left",
          }),
          button(t("tile.right"), () => turn(1), {
            class: "quiet only-icon",
            icon: "right",
            key: "turn-right",
          }),
        )
      : null,
    button(t("sheet.short"), scoresDialog, { class: "quiet", icon: "sheet", key: "scores" }),
    isHosted() ? null : button(t("bots.short"), botsDialog, { class: "quiet", icon: "bot", key: "bots" }),
    button(t("board.zoom"), zoom, { class: "quiet zoom", icon: "search", key: "zoom" }),
    button(
      t(table.whole ? "board.crop" : "board.whole"),
      () => {
        table.whole = !table.whole;
        refresh();
      },
      { class: "quiet", icon: "whole", key: "whole" },
    ),
  );
}

/** Points that a move brought or cost, with the seat unless it is the one that made the move. */
function pointsOf(seat, gained, mover) {
  const name =
    seat === mover ? null : [seatSign(seat), el("span", { class: "unseen" }, ` ${seatName(seat)} `)];
  return el("span", { class: "gained" }, name, `${gained > 0 ? "+" : "\u2212"}${Math.abs(gained)}`);
}

/** @type {any} */
let list = null; // {moves, words, rows, node}: the list that is shown

function rowOf(made) {
  return el(
    "li",
    { class: made.verb === "end" ? "ends" : "" },
    el(
      "button",
      { type: "button", key: `move-${made.number}`, onclick: () => goTo(made.number), title: made.text },
      made.seat ? seatSign(made.seat) : el("span", { class: "seat-sign" }),
      el("span", { class: "what" }, capital(made.text)),
      Object.entries(made.points).map(([seat, gained]) => pointsOf(Number(seat), gained, made.seat)),
      made.price ? el("span", { class: "ap" }, t("ap", { price: made.price })) : null,
    ),
  );
}

/** Make the list that of these moves; rows of moves that are there already stay. */
function updateList(moves) {
  if (list?.language !== language())
    list = { moves: [], rows: [], at: null, language: language(), node: el("ol", { class: "moves" }) };
  if (list.moves === moves) return;
  const end = Math.min(list.moves.length, moves.length);
  let same = 0;
  while (same < end && list.moves[same] === moves[same]) same += 1;
  for (const row of list.rows.splice(same)) row.remove();
  const added = moves.slice(same).map(rowOf);
  list.rows.push(...added);
  list.node.append(...added);
  Object.assign(list, { moves, at: null });
}

/** Mark the move that led here, and those that come later. */
function markMove(at) {
  if (list.at === at) return;
  const from = list.at === null ? 0 : Math.min(list.at, at) - 1;
  const to = list.at === null ? list.rows.length : Math.max(list.at, at);
  for (let index = Math.max(0, from); index < to; index += 1) {
    const row = list.rows[index];
    row.classList.toggle("later", index >= at);
    if (index === at - 1) row.firstChild.setAttribute("aria-current", "step");
    else row.firstChild.removeAttribute("aria-current");
  }
  list.at = at;
}

/** @type {string | null} */
let around = null; // what is around the list, as text

export function drawHistory() {
  const { moves, at, refusal } = table.view;
  updateList(moves);
  markMove(at);
  const box = byId("history");
  const wish = JSON.stringify([
    language(),
    moves.length > 0,
    refusal,
    refusal ? table.repairs : null,
    table.lines,
    table.lines.length ? table.view.game.moves : null,
  ]);
  if (around !== wish || !box.firstChild) {
    around = wish;
    fill(
      box,
      el("h2", {}, t("moves.title")),
      moves.length ? list.node : el("p", { class: "hint" }, t("moves.none")),
      commentForm(),
      lines(),
      refusal
        ? el(
            "p",
            { class: "stopped" },
            t("moves.refused", {
              number: refusal.index + 1,
              move: refusal.move,
              message: refusal.violations[0]?.message ?? "",
            }),
          )
        : null,
      repairsPart(),
    );
  }
  showComments(list.rows);
  const current = list.rows[at - 1];
  if (current && list.node.isConnected) list.node.scrollTop = current.offsetTop - list.node.clientHeight / 2;
}

/** What was played instead: each line leads back to where it left this one. */
function lines() {
  if (!table.lines.length) return null;
  const { moves } = table.view.game;
  return el(
    "details",
    { key: "lines", class: "lines", open: true },
    el("summary", {}, t("lines.title")),
    el(
      "ul",
      {},
      table.lines.map((line, index) => {
        const at = common(line.moves, moves);
        const words = t("lines.one", { at, moves: line.moves.length - at });
        return el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "quiet", key: `line-${index}`, onclick: () => takeLine(line, at) },
            el("span", {}, words),
            " ",
            el("code", {}, line.moves[at] ?? ""),
          ),
          button(t("lines.delete", { line: words }), () => forgetLine(line), {
            class: "quiet only-icon",
            icon: "close",
            key: `forget-line-${index}`,
          }),
        );
      }),
    ),
  );
}

// --- seats ---------------------------------------------------------------------------------------

/** Who plays a seat. */
function seatTitle(seat, view) {
  const bot = el("span", { class: "bot-sign", title: t("bots.plays") }, symbol("bot"));
  bot.append(el("span", { class: "unseen" }, t("bots.plays")));
  const name = seatName(seat, view);
  return el(
    "h2",
    {},
    seatSign(seat),
    el("span", { class: "name", title: name }, name),
    botOf(seat) ? bot : null,
  );
}

export function drawSeats() {
  const view = table.mode === "edit" ? table.edit : table.view;
  const best = Math.max(...view.seats.map(({ score }) => score));
  fill(
    byId("seats"),
    view.seats.map((seat) => {
      const [leaders, workers] = seat.supply;
      const isOn = view.phase !== "over" && (view.to_move ?? view.active) === seat.seat;
      const won = view.winners.includes(seat.seat);
      return el(
        "article",
        {
          class: `seat seat-${seat.seat}${isOn ? " on" : ""}${won ? " won" : ""}`,
          "aria-current": isOn ? "true" : null,
        },
        seatTitle(seat.seat, view),
        el(
          "p",
          { class: "score", title: t("seat.score-now", { points: seat.would_score.total }) },
          el("strong", { class: seat.score === best ? "best" : "" }, String(seat.score)),
          seat.would_score.total && view.phase !== "over"
            ? el(
                "span",
                {
                  class: "would",
                  role: "img",
                  "aria-label": t("seat.score-now", { points: seat.would_score.total }),
                },
                `+${seat.would_score.total}`,
              )
            : null,
        ),
        el(
          "p",
          {
            class: "stock",
            role: "img",
            "aria-label": t("seat.stock", {
              leaders,
              workers,
              camps: seat.camps_left,
              guards: seat.guards_left,
            }),
          },
          leaders ? pawnPicture(seat.seat, "L") : null,
          pawnPicture(seat.seat, "W"),
          el("span", {}, `\u00d7${workers}`),
          el(
            "span",
            { class: "left", title: t("seat.camps", { camps: seat.camps_left }) },
            symbol("tent"),
            String(seat.camps_left),
          ),
          el(
            "span",
            { class: "left", title: t("seat.guards", { guards: seat.guards_left }) },
            symbol("shield"),
            String(seat.guards_left),
          ),
        ),
        Object.keys(seat.treasures).length
          ? el(
              "p",
              { class: "owned" },
              Object.entries(seat.treasures).map(([kind, number]) =>
                el(
                  "span",
                  { role: "img", "aria-label": t("seat.treasure", { kind, number }) },
                  treasurePicture(kind),
                  number > 1 ? `\u00d7${number}` : "",
                ),
              ),
            )
          : null,
      );
    }),
  );
}
