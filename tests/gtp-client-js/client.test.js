// What the client does besides playing: live analysis, and synchronising the engine's state with its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import gtp from "@sabaki/gtp";
import { ask, startShidogo } from "./engines.js";

/** Starts an analysis; `enough` resolves after `count` lines, `done` when the analysis has ended. */
function analyse(controller, name, args, count) {
  let seen;
  const lines = [];
  const enough = new Promise((resolve) => (seen = resolve));
  const done = controller.sendCommand({ name, args }, ({ line }) => {
    if (line.startsWith("info ")) lines.push(line);
    if (lines.length >= count) seen();
  });
  return { lines, enough, done };
}

for (const name of ["lz-analyze", "analyze", "kata-analyze"]) {
  test(`${name} streams until the next command`, { timeout: 60_000 }, async (t) => {
    const shidogo = startShidogo(t);
    await ask(shidogo, "boardsize 9");
    const analysis = analyse(shidogo, name, ["B", "5"], 3);
    await analysis.enough;
    // Sabaki ends an analysis this way: any command stops it.
    assert.equal(await ask(shidogo, "name"), "Shidogo");
    const response = await analysis.done;
    assert.ok(!response.error);
    const visits = analysis.lines.map((line) => +/ visits (\d+)/.exec(line)[1]);
    assert.ok(visits.at(-1) > visits[0], `${visits}`);
    for (const line of analysis.lines) {
      assert.match(line, /^info move \S+ visits \d+ .*winrate [\d.]+ .*prior [\d.]+ .*order 0 pv( \S+)+/);
    }
  });
}

test("an analysis with ownership covers the board", { timeout: 60_000 }, async (t) => {
  const shidogo = startShidogo(t);
  await ask(shidogo, "boardsize 5");
  const analysis = analyse(shidogo, "kata-analyze", ["W", "5", "ownership", "true", "rootInfo", "true"], 1);
  await analysis.enough;
  await ask(shidogo, "stop");
  await analysis.done;
  const ownership = analysis.lines[0].split(" ownership ")[1].trim().split(" ").map(Number);
  assert.equal(ownership.length, 25);
  assert.ok(ownership.every((share) => share >= -1 && share <= 1));
});

test("a move can be watched while it is found", { timeout: 60_000 }, async (t) => {
  const shidogo = startShidogo(t);
  await ask(shidogo, "boardsize 9");
  const move = analyse(shidogo, "genmove_analyze", ["B", "5"], 1);
  // A command sent in the meantime waits.
  const board = ask(shidogo, "showboard");
  const response = await move.done;
  const played = /^play (\S+)$/m.exec(response.content)[1];
  assert.match(played, /^[A-HJ]\d$/);
  assert.match(await board, new RegExp(`last black ${played}`));
});

test("the client's idea of the game is followed", { timeout: 60_000 }, async (t) => {
  const shidogo = startShidogo(t);
  const tracker = new gtp.ControllerStateTracker(shidogo);
  assert.ok(await tracker.knowsCommand("analyze"));
  const play = (color, vertex) => ({ name: "play", args: [color, vertex] });
  const line = [play("B", "C3"), play("W", "G7"), play("B", "G3")];
  const timeSettings = { mainTime: 60, byoyomiTime: 10, byoyomiStones: 5 };
  await tracker.sync({ komi: 5.5, boardsize: [9, 9], timeSettings, history: line });
  await tracker.sync({ komi: 5.5, boardsize: [9, 9], history: [...line.slice(0, 2), play("B", "E5")] });
  assert.match(await ask(shidogo, "showboard"), /Komi 5.5, .* 3 moves played, last black E5/);
  await tracker.sync({ boardsize: [9, 7], history: [{ name: "set_free_handicap", args: ["C3", "G5"] }] });
  assert.match(await ask(shidogo, "showboard"), /handicap 2, 0 moves played/);
});

/** The commands that Sabaki 0.60 asks for a move with, the first one first that an engine has. */
const GENERATE = ["genmove_analyze", "kata-genmove_analyze", "lz-genmove_analyze"];

/** Variations as Sabaki 0.60 reads them: unless the command begins with kata, a rate counts ten-thousandths. */
function variations(name, line) {
  return line.split(/\s*info\s+/).slice(1).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const fields = {};
    for (let i = 0; i + 1 < words.length && words[i] !== "pv"; i += 2) fields[words[i]] = words[i + 1];
    if (!/^[A-Z]\d+$/.test(fields.move ?? "") || fields.winrate === undefined) return [];
    const winrate = name.startsWith("kata") ? fields.winrate * 100 : fields.winrate / 100;
    return [{ move: fields.move, visits: +fields.visits, winrate, lead: +fields.scoreLead }];
  });
}

test("Sabaki shows one idea of the game, whoever is to move", { timeout: 120_000 }, async (t) => {
  const shidogo = startShidogo(t);
  await ask(shidogo, "boardsize 19");
  const known = (await ask(shidogo, "list_commands")).split("\n");
  const name = GENERATE.find((command) => known.includes(command));
  const shown = {};
  for (const colour of ["B", "W"]) {
    const move = analyse(shidogo, name, [colour, "10000"], 1);
    await move.done;
    // Sabaki takes the best rate and the best lead of all that are listed for those of the position.
    const listed = variations(name, move.lines.at(-1));
    assert.ok(listed.length > 0);
    shown[colour] = {
      rate: Math.max(...listed.map(({ winrate }) => winrate)),
      lead: Math.max(...listed.map(({ lead }) => lead)),
    };
    await ask(shidogo, "undo");
  }
  const { B, W } = shown;
  for (const { rate, lead } of [B, W]) {
    assert.ok(rate > 20 && rate < 80, `win rate ${rate}%`);
    assert.ok(Math.abs(lead) < 40, `lead ${lead}`);
  }
  assert.ok(Math.abs(B.rate + W.rate - 100) < 35, `${B.rate}% for Black to move, ${W.rate}% for White`);
});
