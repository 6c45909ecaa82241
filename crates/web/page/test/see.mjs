// Plays through the built page in a real browser against the mock server, checks what is seen, and leaves pictures
// in seen/. CHROMIUM names the browser (/usr/bin/chromium).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { PATIENCE, asRegular, launch } from "./stage.mjs";

const root = new URL("..", import.meta.url).pathname;
const port = 8012;
const address = `http://127.0.0.1:${port}/`;

let server = null;
async function startServer(rate) {
  server = spawn("node", ["test/mock-server.mjs"], { cwd: root, env: { ...process.env, PORT: port, RATE: rate } });
  await new Promise((ready) => server.stdout.once("data", ready));
}
async function stopServer() {
  const gone = new Promise((done) => server.once("exit", done));
  server.kill();
  await gone;
}

await mkdir(`${root}seen`, { recursive: true });
await startServer(30);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
context.setDefaultTimeout(PATIENCE);
await asRegular(context);
const page = await context.newPage();
const errors = [];
let expectLoss = false;
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => {
  if (message.type() === "error" && !expectLoss) errors.push(message.text());
});

const picture = (name) => page.screenshot({ path: `${root}seen/${name}.png` });
const point = (x, y) => page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`);
const button = (name) => page.getByRole("button", { name, exact: true });
const yourTurn = () => page.getByText("Your turn").waitFor();
const untilStones = (count) =>
  page.waitForFunction(
    (count) => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length === count,
    count,
  );
const stones = () => page.locator(".shudan-vertex:not(.shudan-sign_0)").count();
const step = (name) => console.log("seen:", name);

try {
  await page.goto(address);
  await page.getByRole("button", { name: "Start" }).waitFor();
  await picture("landing");
  await page.getByText("White", { exact: true }).click();
  await point(2, 2).click();
  assert.equal(await page.locator(".players").count(), 0);
  await page.getByText("Black", { exact: true }).click();
  step("landing");

  await point(4, 4).click();
  await yourTurn();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length === 2);
  assert.match(await page.locator(".said").innerText(), /^I play/);
  assert.match(await page.locator('[role="status"]').innerText(), /^White plays [A-J]\d/);
  step("a click on the empty board starts a game, and the partner answers");

  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await picture("cursor");
  const before = await stones();
  // To a point where no stone is.
  const cursor = page.locator(".heard", { hasText: /^[A-J]\d, / });
  for (let tries = 0; !(await cursor.innerText()).endsWith("empty"); tries++) {
    assert.ok(tries < 9, "the cursor comes to an empty point");
    await page.keyboard.press("ArrowUp");
  }
  await page.keyboard.press("Enter");
  await untilStones(before + 2);
  await yourTurn();
  assert.equal(await stones(), before + 2);
  step("arrow keys and Enter play");

  await page.keyboard.press("u");
  await untilStones(before);
  await page.keyboard.press("h");
  await page.getByText("I would play").waitFor();
  assert.equal(await page.locator(".shudan-marker_triangle").count(), 1);
  step("take back, hint");

  await button("Territory").click();
  await page.keyboard.press("l");
  await page.locator(".candidate").first().waitFor();
  await page.locator(".thought").nth(4).waitFor();
  await picture("look");
  const painted = await page.locator(".territory").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value, i) => i % 4 === 3 && value > 0);
  });
  assert.ok(painted, "territory is drawn");
  await page.locator(".candidate").first().hover();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex.shudan-marker_label").length === 4);
  await picture("variation");
  await page.mouse.move(5, 5);
  await page.keyboard.press("l");
  await page.waitForFunction(() => document.querySelectorAll(".candidate").length === 0);
  step("look, territory, a variation");

  await page.keyboard.press("d");
  await page.locator(".fight").nth(1).waitFor();
  await page.getByText("20k of 20k playouts").waitFor();
  assert.equal(await page.locator(".fight-number").count(), 2);
  assert.equal(await page.locator(".fight-point").count(), 7);
  assert.equal(await page.locator(".mini-board").count(), 3);
  assert.match(await page.locator(".fight strong").first().innerText(), /^1\. Upper left, about 23 points$/);
  assert.equal(await page.locator(".weak-mark").count(), 2);
  await page.getByText("Black leads by about 2.4: Black's win rate is 60%").waitFor();
  await page.getByText("A second opinion: played out, White wins it in 80%.").waitFor();
  await page.getByText(/^If White begins, White wins it with 80%: /).first().waitFor();
  await picture("fights");
  await page.locator(".fight").nth(1).hover();
  await page.waitForFunction(() => document.querySelectorAll(".fight-number").length === 1);
  assert.equal(await page.locator(".weak-mark").count(), 1);
  await page.locator(".cluster").first().hover();
  await page.locator(".critical").first().waitFor();
  await page.mouse.move(5, 5);
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.querySelectorAll(".fight-marks").length === 0);
  step("fights on the board and in the list, and what decides a way to end");

  await button("Move numbers").click();
  await picture("numbers");
  await button("Move numbers").click();
  await page.keyboard.press("?");
  await page.getByText("How to play here").waitFor();
  await picture("help");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog").count(), 0);
  step("move numbers, help");

  await page.reload();
  await yourTurn();
  assert.equal(await stones(), before);
  step("a reload opens the same game");

  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(27, 29, 32)");
  await picture("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await button("Colours: auto").click();
  await button("Colours: light").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await picture("dark-toggled");
  await button("Colours: dark").click();
  step("dark");

  await page.keyboard.press("l");
  await page.locator(".candidate").first().waitFor();
  expectLoss = true;
  await fetch(`${address}hang-up`);
  await page.getByText("Connection lost").waitFor();
  assert.equal(await page.locator(".candidate").count(), 0);
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  expectLoss = false;
  await page.locator(".candidate").first().waitFor();
  assert.equal(await stones(), before);
  await page.keyboard.press("l");
  step("a lost connection comes back with the same game, and Look still on");

  for (const [width, height] of [[360, 740], [740, 360], [768, 1024], [1024, 700], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    // The board has followed.
    await page.waitForFunction(() => {
      const [frame, board] = [".goban-frame", ".shudan-goban"].map((part) => document.querySelector(part).clientWidth);
      return board <= frame && board > frame * 0.85;
    });
    await page.screenshot({ path: `${root}seen/wide-${width}.png`, fullPage: width < 400 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `scrolls sideways at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  step("360 to 1920 wide");

  await page.keyboard.press("p");
  await button("Yes, pass").click();
  await page.getByText("Counting", { exact: true }).first().waitFor();
  await point(4, 4).click();
  await page.locator(".shudan-dimmed").first().waitFor();
  await picture("counting");
  await button("Play on").click();
  await yourTurn();
  await page.keyboard.press("p");
  await button("Yes, pass").click();
  await button("Agree").click();
  await page.getByText("The game is over").first().waitFor();
  await picture("over");
  step("counting, dead stones, play on, agree");

  await page.keyboard.press("n");
  await page.getByText("19 × 19").click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 361);
  await page.keyboard.press("r");
  await button("No, play on").click();
  assert.equal(await page.getByText("The game is over").count(), 0);
  step("a new game on 19 × 19; resigning asks first");

  await page.keyboard.press("n");
  await page.getByLabel("Other size").last().fill("5");
  await page.getByLabel("Other size").last().press("p");
  await page.getByText("White", { exact: true }).first().click();
  await page.getByText("More: rules, komi, handicap, clock").click();
  await page.locator(".more select").first().selectOption("Japanese");
  await page.getByText("Custom:").click();
  await page.getByLabel("Komi in points").fill("0.5");
  await button("Sounds").click();
  await picture("choices");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Japanese rules, komi 0.5").waitFor();
  await yourTurn();
  assert.equal(await page.locator(".shudan-vertex").count(), 25);
  assert.equal(await stones(), 1);
  await page.keyboard.press("r");
  await button("Yes, resign").click();
  await page.getByText("Black wins by resignation").first().waitFor();
  step("a game of other choices; typing in a field presses no keys of the board; resigning");

  await page.keyboard.press("n");
  await page.getByText("19 × 19").click();
  await page.getByRole("button", { name: "Start" }).click();
  await yourTurn();
  expectLoss = true;
  await stopServer();
  await page.getByText("Connection lost").waitFor();
  await picture("lost");
  await startServer(300);
  await page.getByText("There is no such game <b>here</b>.").waitFor();
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  await picture("trouble");
  expectLoss = false;
  step("connection lost and found; trouble is text");

  await page.getByRole("button", { name: "Start" }).click();
  await yourTurn();
  assert.equal(await button("Territory").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("l");
  await page.locator(".candidate").first().waitFor();
  const shifted = await page.evaluate(
    () =>
      new Promise((done) => {
        const shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift" });
        let left = 150;
        const tick = () => {
          left -= 1;
          if (left > 0) return requestAnimationFrame(tick);
          done(shifts.reduce((sum, shift) => sum + shift.value, 0));
        };
        requestAnimationFrame(tick);
      }),
  );
  await picture("stream");
  // Numbers that grow by a digit are all that may move.
  assert.ok(shifted < 0.001, String(shifted));
  step("no layout shift while messages stream");

  assert.deepEqual(errors, []);
  console.log("all seen, no errors in the console");
} catch (error) {
  await picture("failed");
  console.error("console:", errors);
  throw error;
} finally {
  await browser.close();
  server.kill();
}
