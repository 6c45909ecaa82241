// Plays in a real browser against Shidogo itself: a whole game by clicks, taking back, a reload, a second tab, and a
// server that is killed and started again in the middle. SHIDOGO names the program, CHROMIUM the browser
// (/usr/bin/chromium); with PICTURES, a folder, pictures of the main views are left there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const program = process.env.SHIDOGO ?? "../../../target/release/shidogo";
const pictures = process.env.PICTURES;
const data = await mkdtemp(join(tmpdir(), "shidogo-page-"));

let server = null;
// Resolves to the address that Shidogo prints.
async function start(listen) {
  server = spawn(program, ["page", "--no-open", "--data", data, "--listen", listen]);
  server.stderr.pipe(process.stderr);
  return await new Promise((ready, failed) => {
    server.once("error", failed);
    server.once("exit", (code) => failed(new Error(`shidogo ended with ${code}`)));
    server.stdout.once("data", (text) => ready(String(text).match(/http:\S+/)[0]));
  });
}
async function kill() {
  server.removeAllListeners("exit");
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGKILL");
  await gone;
}

const address = await start("127.0.0.1:0");
const host = new URL(address).host;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" });
const page = await context.newPage();
const errors = [];
let expectLoss = false;
const listenTo = (tab) => {
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("console", (message) => {
    if (message.type() === "error" && !expectLoss) errors.push(message.text());
  });
};
listenTo(page);

const button = (name) => page.getByRole("button", { name, exact: true });
const point = (x, y) => page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`);
const stones = (tab = page) => tab.locator(".shudan-vertex:not(.shudan-sign_0)").count();
const untilStones = (count, tab = page) =>
  tab.waitForFunction(
    (count) => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length === count,
    count,
  );
const yourTurn = () => page.getByText("Your turn").waitFor();
const picture = async (name) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.jpg`), type: "jpeg", quality: 80 });
};
const step = (name) => console.log("seen:", name);

try {
  await page.goto(address);
  assert.equal(page.url(), `http://${host}/`);
  const begin = page.getByRole("button", { name: "Start" });
  await begin.waitFor();
  await picture("new-game");
  await begin.click();
  await yourTurn();
  step("the token is gone from the address, and a game begins");

  await point(4, 4).click();
  await untilStones(2);
  await yourTurn();
  assert.match(await page.locator(".said").innerText(), /^I play/);
  await button("Take back").click();
  await untilStones(0);
  await point(6, 6).click();
  await untilStones(2);
  await yourTurn();
  step("moves are answered, and taken back");

  await page.reload();
  await untilStones(2);
  const tab = await context.newPage();
  listenTo(tab);
  await tab.goto(`http://${host}/`);
  await untilStones(2, tab);
  step("a reload and a second tab show the same game");

  expectLoss = true;
  await kill();
  await page.getByText("Connection lost").waitFor();
  assert.equal(await start(host), address);
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  expectLoss = false;
  await untilStones(2);
  for (const [x, y] of [[2, 2], [2, 6], [6, 2], [4, 4]]) {
    if ((await stones()) > 2) break;
    await point(x, y).click();
    await page.waitForTimeout(500);
  }
  await untilStones(4);
  await untilStones(4, tab);
  await yourTurn();
  await tab.close();
  step("a killed server goes on with the same game");

  await button("Hint").click();
  await page.getByText("I would play").waitFor();
  await button("Territory").click();
  await button("Look").click();
  await page.locator(".candidate").nth(2).waitFor();
  await page.waitForTimeout(1500);
  await picture("look");
  await button("Look").click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(300);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await picture("phone");
  await page.setViewportSize({ width: 1280, height: 860 });
  step("a hint, what it considers, a phone");

  await page.keyboard.press("n");
  await page.getByLabel("Other size").last().fill("5");
  await begin.click();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 25);
  await yourTurn();
  await point(2, 2).click();
  // The partner answers until nothing is left to play.
  for (let turns = 0; turns < 40; turns++) {
    await Promise.race([yourTurn(), button("Agree").waitFor()]);
    if (await button("Agree").isVisible()) break;
    await page.keyboard.press("p");
    await page.waitForTimeout(300);
  }
  await button("Agree").waitFor();
  await picture("counting");
  await button("Agree").click();
  await page.getByText("The game is over").first().waitFor();
  await page.reload();
  await page.getByText("The game is over").first().waitFor();
  step("a whole game, with passes and the count");

  assert.deepEqual(errors, []);
  console.log("all seen, no errors in the console");
} finally {
  await browser.close();
  await kill();
  await rm(data, { recursive: true, force: true });
}
