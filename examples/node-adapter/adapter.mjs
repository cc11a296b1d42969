// The conformance protocol of tikal-rules: one JSON object per line in, one per line out.
//
//     tikal conformance run -- node examples/node-adapter/adapter.mjs

import { createInterface } from "node:readline";
import { Game, refusedGame } from "./tikal.mjs";

const INTRODUCTION = {
  version: 1,
  implementation: { name: "tikal-node-example", version: "1", language: "javascript" },
  capabilities: {
    editions: ["rio-grande-1999", "ravensburger-1999", "super-meeple-2015", "legend-classic"],
    house_rules: true,
    auction: true,
    positions: true,
    clauses: true,
    asks: ["new_game", "check", "score", "path_cost"],
  },
};

function answer(game, question) {
  switch (question.ask) {
    case "score":
      return { score: game.score(question.seat) };
    case "path_cost":
      return { cost: game.pathCost(question.from, question.to, question.seat) };
    case "check": {
      const clauses = game.check(question.move, question.seat);
      return clauses ? { clauses } : { skip: `cannot judge ${question.move.split(" ")[0]} here` };
    }
  }
  return { skip: `cannot be asked for ${question.ask}` };
}

function run(testCase) {
  const game = testCase.position && new Game(testCase.position, testCase.rules);
  let hasMoved = false; // this engine judges positions but does not play on
  return testCase.questions.map((question) => {
    if (question.ask === "new_game") return { clauses: refusedGame(testCase) };
    hasMoved ||= (question.then ?? []).length > 0;
    if (!game || hasMoved) return { skip: "makes no moves" };
    return answer(game, question);
  });
}

const say = (object) => process.stdout.write(JSON.stringify(object) + "\n");

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "start") say(INTRODUCTION);
  else if (request.cmd === "run") say({ seq: request.seq, answers: run(request.case) });
  else break;
}
process.stdin.destroy();
