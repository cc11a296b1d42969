// A bot for `tikal match`, `tikal play` and `tikal simulate`: it answers `choose` of the protocol.
//
//     tikal match --bot "node examples/node-bot/bot.mjs" --bot random -o games/
//
// Each question lists the legal moves, so a bot needs no rules of its own.

import { createInterface } from "node:readline";

const INTRODUCTION = {
  version: 1,
  implementation: { name: "tikal-node-bot", version: "1", language: "javascript" },
  capabilities: { asks: ["choose"] },
};

const LIKED = ["guard", "uncover", "recover", "camp", "walk", "deploy"];

/** The move to make: put your own thoughts here. */
function choose(question) {
  for (const verb of LIKED) {
    const found = question.moves.filter((move) => move.startsWith(`${verb} `));
    if (found.length) return found[Math.floor(Math.random() * found.length)];
  }
  return question.moves[Math.floor(Math.random() * question.moves.length)];
}

const say = (object) => process.stdout.write(JSON.stringify(object) + "\n");

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "stop") break;
  if (request.cmd === "start") say(INTRODUCTION);
  else say({ seq: request.seq, answers: request.case.questions.map((each) => ({ move: choose(each) })) });
}
process.stdin.destroy();
