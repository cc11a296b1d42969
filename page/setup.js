// A new game: players, names, edition, and the rules of the house.

import { button, choice, dialog, el, field } from "./dom.js";
import { go, table } from "./table.js";
import { t } from "./words.js";

export function newGameDialog() {
  const last = table.view;
  const wish = { players: last?.players ?? 2, edition: last?.edition.base ?? "rio-grande-1999", auction: false, names: [], start: 1, rules: new Map() };
  const rest = el("div");
  const draw = () => rest.replaceChildren(names(wish), options(wish, draw), house(wish));
  draw();
  const begin = async (event) => {
    event.preventDefault();
    const names = wish.names.slice(0, wish.players).map((name) => (name ?? "").trim());
    const given = names.some(Boolean) ? Array.from({ length: wish.players }, (_, index) => names[index] || t("seat", { seat: index + 1 })) : [];
    const rules = [...wish.rules].map(([name, value]) => `${name}=${value}`);
    const edition = [wish.edition, ...rules].join(" ");
    const begun = await go("new", { players: wish.players, edition, auction: wish.auction, start: wish.start, names: given });
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
        choice(table.about.editions.map(({ key, title }) => [key, title]), wish.edition, (key) => {
          wish.edition = key;
          wish.rules.clear();
          if (!editionOf(key).has_auction) wish.auction = false;
          draw();
        }),
      ),
      field(
        t("new.players"),
        choice([2, 3, 4].map((count) => [count, count]), wish.players, (count) => {
          wish.players = Number(count);
          wish.start = Math.min(wish.start, wish.players);
          draw();
        }),
      ),
      rest,
      el("div", { class: "row" }, el("button", { type: "submit", class: "main" }, t("new.begin")), button(t("close"), () => node.close())),
    ),
  );
}

const editionOf = (key) => table.about.editions.find((each) => each.key === key);

function names(wish) {
  return el(
    "div",
    { class: "grid" },
    Array.from({ length: wish.players }, (_, index) => {
      const seat = index + 1;
      const input = el("input", { value: wish.names[index] ?? "", maxlength: 40, autocomplete: "off", oninput: () => (wish.names[index] = input.value) });
      return field(t("new.name", { seat }), input);
    }),
  );
}

function options(wish, draw) {
  const seats = Array.from({ length: wish.players }, (_, index) => [index + 1, t("seat", { seat: index + 1 })]);
  return el(
    "div",
    { class: "grid" },
    field(t("new.start"), choice(seats, wish.start, (seat) => (wish.start = Number(seat)))),
    editionOf(wish.edition).has_auction
      ? el("label", { class: "tick" }, el("input", { type: "checkbox", checked: wish.auction, onchange: (event) => { wish.auction = event.target.checked; draw(); } }), t("new.auction"))
      : null,
  );
}

/** Every switch, with what the edition says as its first choice. */
function house(wish) {
  return el(
    "details",
    { key: "house" },
    el("summary", {}, t("new.house")),
    table.about.switches
      .filter((each) => !each.several)
      .map(({ name, values, editions }) =>
        field(
          name.replaceAll("_", " "),
          choice(
            values.map(({ value, meaning }) => [value, value === editions[wish.edition] ? t("new.as-printed", { meaning }) : meaning]),
            wish.rules.get(name) ?? editions[wish.edition],
            (value) => (value === editions[wish.edition] ? wish.rules.delete(name) : wish.rules.set(name, value)),
          ),
          { class: "field switch" },
        ),
      ),
  );
}
