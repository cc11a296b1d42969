// A new game: players, names, edition, and the rules of the house.

import { playedBy, seated, timeLimit } from "./bots.js";
import { button, choice, dialog, el, field, fill } from "./dom.js";
import { NO_BOTS, table } from "./state.js";
import { go } from "./table.js";
import { t } from "./words.js";

export function newGameDialog() {
  const last = table.view;
  const wish = {
    players: last?.players ?? table.about.limits.players[0],
    edition: last?.edition.base ?? table.about.default_edition,
    auction: false,
    /** @type {string[]} */
    names: [],
    start: 1,
    rules: new Map(),
    bots: {},
    seconds: NO_BOTS.seconds,
  };
  const rest = el("div");
  const draw = () => {
    if (!hasAuction(wish)) wish.auction = false;
    fill(rest, names(wish, draw), options(wish), house(wish, draw));
  };
  draw();
  const begin = async (event) => {
    event.preventDefault();
    const typed = wish.names.slice(0, wish.players).map((name) => (name ?? "").trim());
    const given = typed.some(Boolean)
      ? Array.from({ length: wish.players }, (_, index) => typed[index] || t("seat", { seat: index + 1 }))
      : [];
    const rules = [...wish.rules].map(([name, value]) => `${name}=${value}`);
    const edition = [wish.edition, ...rules].join(" ");
    const begun = await go(
      "new",
      { players: wish.players, edition, auction: wish.auction, start: wish.start, names: given },
      { entry: true, bots: { ...NO_BOTS, seats: botsOf(wish), seconds: wish.seconds } },
    );
    if (begun) node.close();
  };
  const node = dialog(
    t("new.title"),
    t("close"),
    el(
      "form",
      { onsubmit: begin },
      field(
        t("new.edition"),
        choice(
          table.about.editions.map(({ key, title }) => [key, title]),
          wish.edition,
          (key) => {
            wish.edition = key;
            wish.rules.clear();
            draw();
          },
          { key: "new-edition" },
        ),
      ),
      field(
        t("new.players"),
        choice(
          table.about.limits.players.map((count) => [count, count]),
          wish.players,
          (count) => {
            wish.players = Number(count);
            wish.start = Math.min(wish.start, wish.players);
            draw();
          },
        ),
      ),
      rest,
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "main" }, t("new.begin")),
        button(t("close"), () => node.close()),
      ),
    ),
  );
}

/** The bots of the seats that there are. */
const botsOf = ({ bots, players }) =>
  seated(Object.fromEntries(Object.entries(bots).filter(([seat]) => seat <= players)));

/** Whether there is an auction game, by the book or by the house. */
function hasAuction({ edition, rules }) {
  const byTheHouse = rules.get(table.about.switches.find(({ auction }) => auction)?.name);
  return byTheHouse
    ? byTheHouse === "yes"
    : table.about.editions.find((each) => each.key === edition).has_auction;
}

/** For each seat its name and who plays it. */
function names(wish, draw) {
  const isBotAround = Object.keys(botsOf(wish)).length > 0;
  const limit = timeLimit(wish.seconds, (seconds) => (wish.seconds = seconds));
  return el(
    "div",
    { class: "grid" },
    Array.from({ length: wish.players }, (_, index) => {
      const seat = index + 1;
      const input = el("input", {
        value: wish.names[index] ?? "",
        maxlength: 40,
        autocomplete: "off",
        oninput: () => (wish.names[index] = input.value),
      });
      const seatBot = (bot) => {
        wish.bots[seat] = bot;
        draw();
      };
      return el(
        "div",
        { class: "who" },
        field(t("new.name", { seat }), input),
        playedBy(seat, wish.bots[seat] ?? "", seatBot),
      );
    }),
    isBotAround ? limit : null,
  );
}

function options(wish) {
  const seats = Array.from({ length: wish.players }, (_, index) => [
    index + 1,
    t("seat", { seat: index + 1 }),
  ]);
  return el(
    "div",
    { class: "grid" },
    field(
      t("new.start"),
      choice(seats, wish.start, (seat) => (wish.start = Number(seat)), { key: "new-start" }),
    ),
    hasAuction(wish)
      ? el(
          "label",
          { class: "tick" },
          el("input", {
            type: "checkbox",
            checked: wish.auction,
            onchange: (event) => (wish.auction = event.target.checked),
          }),
          t("new.auction"),
        )
      : null,
  );
}

/** Every order of some things, and of fewer of them. */
function orders(things) {
  const longer = things.flatMap((first) =>
    orders(things.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
  return [[], ...longer];
}

/** What a switch can be set to: pairs of value and meaning. */
function settings({ values, several }) {
  if (!several) return values.map(({ value, meaning }) => [value, meaning]);
  return orders(values).map((order) =>
    order.length
      ? [order.map(({ value }) => value).join(","), order.map(({ meaning }) => meaning).join("; ")]
      : ["none", t("new.no-tiebreak")],
  );
}

/** Every switch; what the edition says is marked. */
function house(wish, draw) {
  return el(
    "details",
    { key: "house" },
    el("summary", {}, t("new.house")),
    table.about.switches.map((each) => {
      const { name, editions } = each;
      const printed = editions[wish.edition];
      const turn = (value) => {
        if (value === printed) wish.rules.delete(name);
        else wish.rules.set(name, value);
        draw();
      };
      const offered = settings(each).map(([value, meaning]) => [
        value,
        value === printed ? t("new.as-printed", { meaning }) : meaning,
      ]);
      return field(
        name.replaceAll("_", " "),
        choice(offered, wish.rules.get(name) ?? printed, turn, { key: `switch-${name}` }),
        { class: "field switch" },
      );
    }),
  );
}
