// A small Tikal engine: it loads a position and knows ways, scores and the actions of a turn.
// Clause ids in comments and answers are those of tikal-rules (`tikal explain TEMPLE-04`).

import { readFileSync } from "node:fs";

export const BOX = JSON.parse(readFileSync(new URL("components.json", import.meta.url)));
const TILES = new Map(BOX.tiles.map((tile) => [tile.id, tile]));
const BASE_CAMP = "a1";
const HIGHEST_FLOOR = 10;
const PRICES = { deploy: 1, transfer: 1, uncover: 2, recover: 3, exchange: 3, camp: 5, guard: 5 };

// --- the board ---------------------------------------------------------------------------------

// One step across each side, clockwise from the north, in axial coordinates.
const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

function neighbours(cell) {
  const q = cell.charCodeAt(0) - 97;
  const r = 5 - Number(cell[1]) - Math.floor(q / 2);
  return STEPS.flatMap(([dq, dr], side) => {
    const column = q + dq;
    const row = 5 - (r + dr) - Math.floor(column / 2);
    const onBoard = column >= 0 && column < 8 && row >= 1 && row <= 5;
    return onBoard ? [{ side, cell: String.fromCharCode(97 + column) + row }] : [];
  });
}

const areAdjacent = (a, b) => neighbours(a).some(({ cell }) => cell === b);

/** The hexes of a position by cell: their tile and the stones on their sides as they lie. */
function layOut(position) {
  const hexes = new Map();
  for (const [cell, tile] of Object.entries(BOX.printed)) {
    hexes.set(cell, { ...tile });
  }
  for (const [cell, [id, rotation]] of Object.entries(position.tiles)) {
    const tile = TILES.get(id);
    const stones = tile.stones.map((_, side) => tile.stones[(side - rotation + 6) % 6]);
    hexes.set(cell, { ...tile, stones });
  }
  return hexes;
}

// --- a position --------------------------------------------------------------------------------

export class Game {
  constructor(position, rules) {
    this.position = position;
    this.rules = rules;
    this.hexes = layOut(position);
    this.active = position.active;
    this.ap = position.ap;
  }

  kind(cell) {
    return this.hexes.get(cell)?.kind;
  }

  isTemple(cell) {
    return this.kind(cell) === "temple";
  }

  seats() {
    return Object.keys(this.position.seats).map(Number);
  }

  owned(seat) {
    return this.position.seats[seat];
  }

  figures(seat, cell) {
    const [leaders, workers] = this.owned(seat).figures[cell] ?? [0, 0];
    return { L: leaders, W: workers };
  }

  members(seat, cell) {
    const { L, W } = this.figures(seat, cell);
    return L + W;
  }

  /** The leader counts three when strengths are compared (GUARD-03). */
  strength(seat, cell) {
    const { L, W } = this.figures(seat, cell);
    return 3 * L + W;
  }

  campOwner(cell) {
    return this.seats().find((seat) => this.owned(seat).camps.includes(cell));
  }

  guardOwner(cell) {
    return this.seats().find((seat) => cell in this.owned(seat).guards);
  }

  /** The seat that is stronger than each other one; a tie counts for no seat (SCORE-05). */
  strongest(cell) {
    const strengths = this.seats().map((seat) => this.strength(seat, cell));
    const most = Math.max(...strengths);
    const isAlone = strengths.filter((strength) => strength === most).length === 1;
    return most > 0 && isAlone ? strengths.indexOf(most) + 1 : undefined;
  }

  /**
   * Whether a member there may take the second level or token of a turn (TEMPLE-03, TREASURE-03).
   * Where that takes another member (Legend), `diggers` lists the possible first diggers, as pairs
   * of L or W and the present cell; a figure alone there must not be the only possible digger.
   */
  mayDigAgain(cell) {
    const { L, W } = this.figures(this.active, cell);
    if (this.rules.second_dig === "one" || L + W > 1) return L + W > 0;
    if (this.rules.second_dig !== "different") return false;
    const alone = L ? "L" : "W";
    const diggers = this.position.diggers?.[cell] ?? [];
    return diggers.some(([figure, place]) => figure !== alone || place !== cell);
  }

  // --- ways ------------------------------------------------------------------------------------

  /** The stones on both touching sides (PATH-02); 0 if there is no way, as into a volcano. */
  stones(from, to) {
    const [here, there] = [this.hexes.get(from), this.hexes.get(to)];
    const step = neighbours(from).find(({ cell }) => cell === to);
    if (!here || !there || !step || here.kind === "volcano" || there.kind === "volcano") return 0;
    return here.stones[step.side] + there.stones[(step.side + 3) % 6];
  }

  /** What each single step from a cell costs, a seat's secret paths included (C2C-01). */
  steps(cell, linked) {
    const costs = new Map();
    for (const { cell: other } of neighbours(cell)) {
      const stones = this.stones(cell, other);
      if (stones) costs.set(other, stones);
    }
    if (linked.includes(cell)) {
      for (const camp of linked) if (camp !== cell) costs.set(camp, 1);
    }
    return costs;
  }

  /** The cheapest way in action points, by Dijkstra; null if there is none. */
  pathCost(from, to, seat) {
    const linked = seat ? [BASE_CAMP, ...this.owned(seat).camps] : [];
    const isLand = (cell) => this.hexes.has(cell) && this.kind(cell) !== "volcano";
    if (!isLand(from) || !isLand(to)) return null;
    const costs = new Map([[from, 0]]);
    const waiting = new Set([from]);
    while (waiting.size) {
      const [here] = [...waiting].sort((a, b) => costs.get(a) - costs.get(b));
      if (here === to) return costs.get(here);
      waiting.delete(here);
      for (const [other, price] of this.steps(here, linked)) {
        const cost = costs.get(here) + price;
        if (cost < (costs.get(other) ?? Infinity)) {
          costs.set(other, cost);
          waiting.add(other);
        }
      }
    }
    return null;
  }

  // --- scoring ---------------------------------------------------------------------------------

  /** Whether a temple counts for a seat: by its guard (GUARD-10), or else by strength. */
  holds(seat, cell) {
    const guard = this.guardOwner(cell);
    const isShut = guard !== undefined && this.rules.guard_scores_alone !== false;
    return guard === seat || (!isShut && this.strongest(cell) === seat);
  }

  /** Temples held by a guard or by strength (SCORE-04 to -06), and treasures (SCORE-07). */
  score(seat) {
    let points = 0;
    for (const [cell, value] of Object.entries(this.position.values)) {
      if (this.holds(seat, cell)) points += value;
    }
    for (const tokens of Object.values(this.owned(seat).treasures)) {
      points += [0, 1, 3, 6][tokens];
    }
    return points;
  }

  // --- actions ---------------------------------------------------------------------------------

  /** The clauses that forbid an action, in any order; undefined for moves this engine leaves out. */
  check(text, seat) {
    const [kind, ...words] = text.split(" ");
    if (this.position.phase !== "act" || !(kind in ACTIONS)) return undefined;
    const turn = this.outOfTurn(seat);
    if (turn) return [turn];
    const broken = ACTIONS[kind](this, ...words);
    const price = kind === "walk" ? this.stones(...words[1].split("-")) : PRICES[kind] ?? 0;
    return price > this.ap ? ["TURN-04", ...broken] : broken;
  }

  outOfTurn(seat) {
    if (seat === undefined || seat === this.active) return undefined;
    if (!this.seats().includes(seat)) return "COMP-01";
    const { scoring, tile, auction } = this.position;
    if (scoring && tile) return "SCORE-01";
    if (scoring) return auction ? "AUCTION-25" : "END-03";
    return auction ? "AUCTION-12" : "TURN-01";
  }

  isForeignCamp(cell) {
    const owner = this.campOwner(cell);
    return owner !== undefined && owner !== this.active;
  }

  isOwnCamp(cell) {
    return cell === BASE_CAMP || this.campOwner(cell) === this.active;
  }

  /** Figures in the supply: all that are neither on the board, nor guards, nor removed. */
  supply(seat, figure) {
    const { figures, guards, removed } = this.owned(seat);
    const onBoard = Object.values(figures).map(([L, W]) => (figure === "L" ? L : W));
    const onGuard = Object.values(guards).filter((guard) => guard === figure).length;
    const used = onBoard.reduce((sum, n) => sum + n, onGuard + removed[figure === "L" ? 0 : 1]);
    return (figure === "L" ? 1 : BOX.workers) - used;
  }

  /** Loose floors of a number: those that lie on temples are missing from the box. */
  floorsLeft(number) {
    let left = BOX.floors[number];
    for (const [cell, value] of Object.entries(this.position.values)) {
      if (this.hexes.get(cell).value < number && number <= value) left -= 1;
    }
    return left;
  }
}

/** The clauses whose test holds. */
const broken = (tests) => Object.keys(tests).filter((clause) => tests[clause]);

/** For every action a function that finds the broken clauses, its price apart. */
const ACTIONS = {
  end: () => [],

  deploy: (game, figure, cell) =>
    broken({
      "DEPLOY-02": !game.isOwnCamp(cell) && !game.isForeignCamp(cell),
      "DEPLOY-03": game.isForeignCamp(cell),
      "DEPLOY-04": game.supply(game.active, figure) < 1,
    }),

  walk: (game, figure, way) => {
    const [from, to] = way.split("-");
    const [here, there] = [game.kind(from), game.kind(to)];
    const areNeighbours = here && there && here !== "volcano" && areAdjacent(from, to);
    return broken({
      "MOVE-01": !areAdjacent(from, to) || !there || game.figures(game.active, from)[figure] < 1,
      "MOVE-05": areNeighbours && there !== "volcano" && game.stones(from, to) === 0,
      "MOVE-06": areNeighbours && there === "volcano",
    });
  },

  transfer: (game, figure, way) => {
    const ends = way.split("-");
    const [from, to] = ends;
    const isNoCamp = (cell) => !game.isOwnCamp(cell) && !game.isForeignCamp(cell);
    const isAbsent = game.figures(game.active, from)[figure] < 1;
    return broken({
      "C2C-01": ends.some(isNoCamp) || from === to || isAbsent,
      "C2C-02": game.isForeignCamp(to),
      "C2C-03": game.isForeignCamp(from),
    });
  },

  uncover: (game, cell) => {
    if (!game.isTemple(cell)) return ["TEMPLE-01"];
    const members = game.members(game.active, cell);
    const done = game.position.worked[cell] ?? 0;
    const value = game.position.values[cell];
    return broken({
      "TEMPLE-01": members < 1,
      "TEMPLE-03": members > 0 && done === 1 && !game.mayDigAgain(cell),
      "TEMPLE-04": done >= 2,
      "TEMPLE-08": value < HIGHEST_FLOOR && game.floorsLeft(value + 1) < 1,
      "TEMPLE-10": game.guardOwner(cell) !== undefined,
      "TEMPLE-11": value >= HIGHEST_FLOOR,
    });
  },

  recover: (game, cell) => {
    if (game.kind(cell) !== "treasure") return ["TREASURE-01"];
    const members = game.members(game.active, cell);
    const done = game.position.worked[cell] ?? 0;
    return broken({
      "TREASURE-01": members < 1 || !game.position.tokens[cell],
      "TREASURE-03": members > 0 && done === 1 && !game.mayDigAgain(cell),
      "TREASURE-04": done >= 2,
    });
  },

  exchange: (game, give, seat, take) => {
    const partner = Number(seat);
    const hasPartner = game.seats().includes(partner) && partner !== game.active;
    const given = game.owned(game.active).treasures[give] ?? 0;
    const taken = hasPartner ? game.owned(partner).treasures[take] ?? 0 : 0;
    const isNoSwap = game.rules.same_kind_exchange === false && give === take;
    return broken({
      "SWAP-02": !hasPartner || given < 1 || taken < 1,
      "SWAP-05": given > 1 || taken > 1 || (isNoSwap && given > 0 && taken > 0),
    });
  },

  camp: (game, cell) => {
    const kind = game.kind(cell);
    const isSite = kind === "jungle" || (kind === "treasure" && !game.position.tokens[cell]);
    return broken({
      "CAMP-02": !isSite,
      "CAMP-03": game.rules.camp_requires_member && game.members(game.active, cell) < 1,
      "CAMP-04": game.campOwner(cell) !== undefined,
      "CAMP-05": game.owned(game.active).camps.length >= BOX.camps,
    });
  },

  guard: (game, cell, figure) => {
    const isTemple = game.isTemple(cell);
    return broken({
      "GUARD-02": !isTemple || game.strongest(cell) !== game.active,
      "GUARD-04": isTemple && game.figures(game.active, cell)[figure] < 1,
      "GUARD-11": Object.keys(game.owned(game.active).guards).length >= 2,
      "GUARD-14": game.guardOwner(cell) !== undefined,
    });
  },
};

/** The clause by which a game cannot begin; [] if it can. */
export function refusedGame({ players, start, auction, rules }) {
  const [least, most] = BOX.players;
  if (players < least || players > most) return ["COMP-01"];
  if (start < 1 || start > players) return ["SETUP-07"];
  return auction && !rules.has_auction ? ["AUCTION-01"] : [];
}
