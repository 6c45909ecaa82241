// Whole games against GNU Go, through the client that Sabaki uses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, startGnuGo, startShidogo } from "./engines.js";

const LONGEST = 300;

/** Lets two engines play until both pass. */
async function play(black, white) {
  const turns = [
    { colour: "B", mover: black, other: white },
    { colour: "W", mover: white, other: black },
  ];
  const moves = [];
  for (let passes = 0; passes < 2; ) {
    assert.ok(moves.length < LONGEST, "the game does not end");
    const { colour, mover, other } = turns[moves.length % 2];
    const move = (await ask(mover, `genmove ${colour}`)).toUpperCase();
    assert.match(move, /^(PASS|[A-HJ-T]\d+)$/);
    await ask(other, `play ${colour} ${move}`);
    moves.push(move);
    passes = move === "PASS" ? passes + 1 : 0;
  }
  return moves;
}

const points = (list) => list.split(/\s+/).filter(Boolean).sort();

for (const ours of ["black", "white"]) {
  test(`a game with ours as ${ours} ends in agreement`, { timeout: 120_000 }, async (t) => {
    const shidogo = startShidogo(t);
    const gnugo = startGnuGo(t);
    for (const engine of [shidogo, gnugo]) {
      for (const line of ["boardsize 7", "clear_board", "komi 9.5"]) await ask(engine, line);
    }
    await ask(shidogo, "kata-set-rules chinese");
    const moves = await (ours === "black" ? play(shidogo, gnugo) : play(gnugo, shidogo));
    assert.ok(moves.length > 10);
    const [dead, theirDead] = [await ask(shidogo, "final_status_list dead"), await ask(gnugo, "final_status_list dead")];
    assert.deepEqual(points(dead), points(theirDead));
    assert.equal(await ask(shidogo, "final_score"), await ask(gnugo, "final_score"));
  });
}
