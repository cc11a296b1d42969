// The editor: any position, with everything that is broken listed while one edits.

import { button, byId, choice, dialog, el, field, fill, symbol } from "./dom.js";
import { edit, hasChanges, leaveEditor, playDraft } from "./drafting.js";
import { having, number, set, stepper, ticks, tileName } from "./fields.js";
import { pawnPicture, seatName, seatSign, tilePicture } from "./pieces.js";
import { needPictures, table } from "./state.js";
import { wholeTable } from "./whole.js";
import { t } from "./words.js";

const OFF_THE_BOARD = [
  "set_aside",
  "tile",
  "queue",
  "scoring",
  "display",
  "high_bid",
  "high_bidder",
  "passed",
  "first_passer",
  "done",
];
const ON_THE_BOARD = [
  "tiles",
  "values",
  "tokens",
  "figures",
  "camps",
  "guards",
  "removed",
  "treasures",
  "scores",
  "worked",
  "diggers",
];

export async function drawEditor() {
  const view = table.edit;
  const there = table.cell ? view.board[table.cell] : {};
  if (there.tile in table.about.tiles) await needPictures([there.tile], there.rotation);
  if (table.edit !== view) return;
  fill(
    byId("turn"),
    el(
      "div",
      { class: "moment" },
      symbol("edit"),
      el("h2", { "data-home": true, tabindex: "-1" }, t("edit.title")),
    ),
    verdict(view),
    el(
      "div",
      { class: "row" },
      button(t("edit.play"), playDraft, {
        class: "main",
        icon: "play",
        disabled: !view.position,
        key: "play-draft",
      }),
      button(t("edit.leave"), discard, { key: "leave" }),
      button(
        t("edit.empty"),
        () => edit([...ON_THE_BOARD, ...OFF_THE_BOARD].map((path) => ({ set: path, to: null }))),
        { class: "quiet", key: "empty" },
      ),
    ),
    table.cell ? inspector(view, table.cell) : el("p", { class: "hint" }, t("edit.choose")),
    wholeTable(view),
  );
}

/** Leave the editor; what was changed is thrown away only if that is meant. */
function discard() {
  if (!hasChanges()) return leaveEditor();
  const leave = () => {
    node.close();
    leaveEditor();
  };
  const node = dialog(
    t("edit.leave"),
    t("close"),
    el("p", {}, t("edit.sure")),
    el(
      "div",
      { class: "row" },
      button(t("edit.leave"), leave, { class: "main", key: "leave-sure" }),
      button(t("edit.stay"), () => node.close(), { key: "stay" }),
    ),
  );
}

/** Everything that is broken, or that nothing is. */
function verdict(view) {
  const { error, problems } = view;
  const listed = !error ? problems : error.problems?.length ? error.problems : [error.error];
  if (!listed.length) return el("p", { class: "sound" }, symbol("yes"), t("edit.fine"));
  return el(
    "div",
    { class: "broken", id: "problems" },
    el("h3", {}, t("edit.broken", { count: listed.length })),
    el(
      "ul",
      {},
      listed.map((problem) => el("li", {}, problem)),
    ),
  );
}

/** Whether something can be set of a hex. */
const has = ({ kind }, what) => Boolean(table.about.has[kind]?.includes(what));

// --- one hex -------------------------------------------------------------------------------------

function inspector(view, cell) {
  const there = view.board[cell];
  const isPrinted = cell in table.about.printed;
  const seats = view.seats.map(({ seat }) => seat);
  return el(
    "div",
    { class: "hex" },
    el("h3", {}, there.description),
    isPrinted ? null : tileChoice(view, cell, there),
    has(there, "value")
      ? stepper(
          t("edit.value"),
          there.value,
          1,
          table.about.limits.value,
          (value) => set(`values.${cell}`, value),
          "value",
        )
      : null,
    has(there, "tokens")
      ? stepper(
          t("edit.tokens"),
          there.tokens,
          0,
          table.about.limits.tokens,
          (tokens) => set(`tokens.${cell}`, tokens),
          "tokens",
        )
      : null,
    digs(view, cell, there),
    there.tile === null
      ? null
      : el(
          "table",
          { class: "figures-table" },
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              el("th", { scope: "col" }, el("span", { class: "unseen" }, t("new.players"))),
              ["L", "W"].map((figure) =>
                el("th", { scope: "col" }, el("span", { class: "unseen" }, table.about.figures[figure])),
              ),
              el("th", { scope: "col" }, t("edit.camp")),
              has(there, "guard") ? el("th", { scope: "col" }, t("edit.guard")) : null,
            ),
          ),
          el(
            "tbody",
            {},
            seats.map((seat) => crew(view, cell, there, seat)),
          ),
        ),
    there.tile === null
      ? null
      : button(t("edit.clear", { cell }), () => edit([{ clear: cell }]), { class: "quiet", key: "clear" }),
  );
}

/** How often was dug here in this turn; where the edition asks for it, also by whom. */
function digs(view, cell, there) {
  if (!has(there, "dig") || !view.ap_of) return null;
  const dig = (times) =>
    edit([
      { set: `worked.${cell}`, to: times || null },
      { set: `diggers.${cell}`, to: null },
    ]);
  const who = ({ figure, at }) =>
    t(at === null ? "edit.digger-gone" : at === cell ? "edit.digger-here" : "edit.digger-at", {
      figure: table.about.figures[figure],
      cell: at,
    });
  const name = ({ figure, at }) => `${figure}-${at}`;
  const options = view.diggers[cell]?.map((each) => [name(each), who(each), each.said]);
  const say = (which, is) =>
    edit((now) => {
      const stated = (now.diggers[cell] ?? []).filter((each) => (name(each) === which ? is : each.said));
      return [
        { set: `diggers.${cell}`, to: stated.length ? stated.map(({ figure, at }) => [figure, at]) : null },
      ];
    });
  return [
    stepper(t("edit.dug"), view.worked[cell] ?? 0, 0, table.about.limits.digs, dig, "dug"),
    options ? ticks(t("edit.diggers"), options, say, "digger") : null,
  ];
}

function tileChoice(view, cell, there) {
  const free = Object.keys(table.about.tiles).filter(
    (tile) => tile === there.tile || view.remaining.includes(tile) || !isLaid(view, tile),
  );
  const lay = (tile) =>
    edit((now) => {
      if (!tile) return [{ clear: cell }];
      const aside = having(now.draft.set_aside ?? [], tile, false);
      return [
        { set: "set_aside", to: aside.length ? aside : null },
        { set: `tiles.${cell}`, to: [tile, there.rotation ?? 0] },
      ];
    });
  const rotate = (by) => set(`tiles.${cell}`, [there.tile, (there.rotation + by + 6) % 6]);
  return el(
    "div",
    { class: "tile-choice" },
    field(
      t("edit.tile"),
      choice([["", t("edit.none")], ...free.map((tile) => [tile, tileName(tile)])], there.tile ?? "", lay, {
        key: "tile",
      }),
    ),
    there.tile
      ? el(
          "div",
          { class: "turner small" },
          button(t("tile.left"), () => rotate(-1), { class: "quiet only-icon", icon: "left", key: "left" }),
          tilePicture(there.tile, there.rotation),
          button(t("tile.right"), () => rotate(1), { class: "quiet only-icon", icon: "right", key: "right" }),
        )
      : null,
  );
}

const isLaid = (view, tile) => Object.values(view.board).some((there) => there.tile === tile);

function crew(view, cell, there, seat) {
  const [leaders, workers] = there.figures[String(seat)] ?? [0, 0];
  const put = (change) =>
    edit((now) => {
      const figures = change(...(now.board[cell].figures?.[String(seat)] ?? [0, 0]));
      return [{ set: `figures.${seat}.${cell}`, to: figures.some(Boolean) ? figures : null }];
    });
  const camp = (is) =>
    edit((now) => [{ set: `camps.${seat}`, to: having(now.seats[seat - 1].camps, cell, is) }]);
  const box = (label, checked, onchange, key) =>
    el("input", {
      type: "checkbox",
      "aria-label": label,
      checked,
      key,
      onchange: (event) => onchange(event.target.checked),
    });
  const name = seatName(seat, view);
  const guard = there.guard?.seat === seat ? there.guard.figure : "";
  const cellOf = (...parts) => el("td", {}, el("label", { class: "tick" }, parts));
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, seatSign(seat), el("span", { class: "unseen" }, name)),
    cellOf(
      pawnPicture(seat, "L"),
      box(
        `${name}: ${table.about.figures.L}`,
        leaders > 0,
        (is) => put((_, others) => [is ? 1 : 0, others]),
        `leader-${seat}`,
      ),
    ),
    cellOf(
      pawnPicture(seat, "W"),
      number(
        `${name}: ${table.about.figures.W}`,
        workers,
        0,
        table.about.limits.workers,
        (count) => put((leader) => [leader, count]),
        `workers-${seat}`,
      ),
    ),
    cellOf(box(`${name}: ${t("edit.camp")}`, there.camp === seat, camp, `camp-${seat}`)),
    has(there, "guard")
      ? el(
          "td",
          {},
          choice(
            [
              ["", "\u2013"],
              ["L", table.about.figures.L],
              ["W", table.about.figures.W],
            ],
            guard,
            (figure) => set(`guards.${seat}.${cell}`, figure || null),
            { "aria-label": `${name}: ${t("edit.guard")}`, key: `guard-${seat}` },
          ),
        )
      : null,
  );
}

addEventListener("tikal-edit-cell", () => edit([]));
