// What a player reads is idiomatic English, in the words that Go players use.

import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const { module } = await runnerImport(new URL("../src/texts.ts", import.meta.url).pathname);
const { texts } = module;

/** Something for every kind of argument that a text takes. */
const region = { place: "corner", vertical: "upper", horizontal: "left" };
const clock = { main: 60, periods: 3, period: 10 };
const samples = [
  [3, 4, 0], [0.61, 2.5, 9], [1, 1, 1], [0, 0, 0], [-3.5, 0.2, 1], ["D4", true], ["pass", false], ["black", "D4", true], ["white", ["D4"], 0.4],
  [2, "black", "pass"], ["W+R"], ["B+3.5"], [1, region, 23], [[["D4"]], [["E5", "E6"]]], [clock],
  ["Chinese", 7, 2], ["black", 0.9, ["D4"]],
];

function* said(part, path) {
  if (typeof part === "string") yield [path, part];
  else if (typeof part === "function") {
    for (const sample of samples) {
      // A text that takes something else breaks on it, or makes something that is no text.
      try {
        const words = part(...sample);
        if (typeof words === "string") yield [path, words];
      } catch {
        continue;
      }
    }
  } else if (typeof part === "object" && part !== null) {
    for (const [name, inner] of Object.entries(part)) yield* said(inner, `${path}.${name}`);
  }
}

const all = [...said(texts, "texts")];

test("there is much to read", () => {
  assert.ok(all.length > 400, String(all.length));
  assert.ok(all.some(([, words]) => words === "61%"));
  assert.ok(all.some(([path, words]) => path === "texts.standing" && words.includes("leads by 2.5")));
});

const wrong = [
  [/\d %/, "a percent sign stands at its number"],
  [/\b(points|seconds?|time|lost|cost\w*) a (move|period|playout)\b/i, "per move"],
  [/\btaken\b/i, "captured"],
  [/chance to win|'s chance|of your chance|\bchances\b/i, "win rate"],
  [/\banew\b|\bhurried\b|\bglance|\bjudged?\b|give up|so many|\bshelf\b|\bof before\b/i, "a private word"],
  [/\b[Aa] pass (cost|was)|\b(Black|White) A pass/, "passing"],
];

for (const [pattern, instead] of wrong) {
  test(`no text has ${pattern}: ${instead}`, () => {
    assert.deepEqual(all.filter(([, words]) => pattern.test(words)), []);
  });
}
